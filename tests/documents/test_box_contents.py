"""What the box says about a game, and what is in it, as a picture."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.core.source import Source, Span
from pawprint.documents._helper_context import HelperContext
from pawprint.documents._listing_helpers import _group, _rows, _wide, box_contents
from pawprint.documents._markdown import Slots
from pawprint.documents._text_helpers import at_a_glance
from pawprint.documents.content import Paragraph
from pawprint.documents.declarations import read_declared
from pawprint.documents.diagram_figures import DiagramRenderer
from pawprint.documents.namespace import printed
from pawprint.documents.typeset.structure import plain
from pawprint.pieces.placed import Turned, covered_box
from pawprint.production import pipeline

ROOT = Path(__file__).parents[2]
AT = Span(Source("rulebook/en.md", "{{ x }}"), 0, 3)


def context(game: str, language: str) -> HelperContext:
    shop = pipeline.load(ROOT / "catalog", [ROOT / "layouts"], [game])
    renderer = DiagramRenderer(shop.composer(mm(3)), shop.library.games[game], language)
    declared = read_declared(renderer.game, Findings())
    unused: Any = None  # no scenario is played, and no rule stated
    return HelperContext(renderer, unused, declared, Slots(), shop.findings, lambda word: AT, unused)


@pytest.mark.parametrize(("game", "count"), [("food-chain", 3), ("pocket-cats", 4)])
def test_picture_of_the_box_counts_each_component_and_stays_within_its_edges(game: str, count: int) -> None:
    one = context(game, "en")
    names = [component.name for component in printed(one.game)][:count]
    art = box_contents(one, names)
    assert art is not None
    for name in names:
        copies = sum(view["copies"] for view in one.pieces(name))
        if copies:
            assert f"{copies} {one.title(name)}" in art.alt
    box = covered_box(art.items)
    assert box is not None
    assert box.x >= 0
    assert box.right <= art.width + 1
    assert box.bottom <= art.height + 1
    assert not list(one.findings)


def test_small_pieces_are_arranged_side_by_side_and_large_enough_to_see() -> None:
    one = context("fooden", "en")
    art = box_contents(one, ["cubes", "vp"], scale=0.2)
    assert art is not None
    cubes = [item for item in art.items if isinstance(item, Turned)][:3]
    boxes = [box for item in cubes if (box := covered_box([item])) is not None]
    assert min(box.height for box in boxes) > mm(6).pt
    assert all(left.right <= right.x + 1 for left, right in pairwise(boxes))


def test_rows_of_the_box_are_evenly_filled() -> None:
    one = context("fooden", "en")
    names = [component.name for component in printed(one.game) if one.pieces(component.name)]
    rows = _rows(one, [group for name in names if (group := _group(one, name, 0.3)) is not None])
    widths = [sum(_wide(one, group) for group in row) for row in rows]
    assert max(widths) < 1.5 * min(widths), "as many as fit would make them 3, 4 and 2 wide"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Players 2–4 Age 8+ Minutes 30 min"), ("fr", "Joueurs 2–4 Âge 8+ Minutes 30 min")],
)
def test_facts_of_the_box_are_read_out_in_the_language_of_the_page(language: str, said: str) -> None:
    (block,) = at_a_glance(context("food-chain", language)).blocks
    assert isinstance(block, Paragraph)
    assert plain(block.words) == said
