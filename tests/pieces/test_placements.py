"""Where the elements of a face are, as they are noted for those who ask about them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pawprint.core.length import mm
from pawprint.pieces.context import ElementPlace
from pawprint.pieces.placements import covered_by_id
from pawprint.production import pipeline

FACE = """\
palette: den
elements:
  - {id: ground, kind: panel, fill: paper, bleeds: true}
  - id: around
    kind: group
    at: [4 mm, 6 mm]
    size: [20 mm, 10 mm]
    turn: 90
    elements:
      - {id: within, kind: panel, fill: moss, at: [2 mm, 0], size: [5 mm, 3 mm]}
  - {id: askew, kind: panel, fill: moss, turn: 180, at: [10 mm, 10 mm], size: [6 mm, 2 mm]}
  - {id: long, kind: text, text: far too many words for a box as small as this, at: [4 mm, 30 mm], size: [9 mm, 4 mm]}
  - {id: short, kind: text, text: I, at: [5 mm, 40 mm], size: [30 mm, 6 mm]}
  - {id: shy, kind: panel, when: shy, fill: moss, at: [0, 0], size: [1 mm, 1 mm]}
  - id: list
    kind: repeat
    over: prey
    at: [5 mm, 50 mm]
    size: [30 mm, 5 mm]
    cell: [4 mm, fill]
    gap: 1 mm
    elements:
      - {id: entry, kind: text, text: "{{ item.name }}", size: [4 mm, 5 mm]}
"""


@pytest.fixture
def placements(den: Callable[..., Path]) -> list[ElementPlace]:
    """Those of the fox, which hunts the hare twice."""
    cards = (
        "animals:\n"
        "  - {id: hare, name: {fr: Li, en: Ha}, level: 1, diet: plants, shy: true}\n"
        "  - {id: fox, name: {fr: Renard, en: Fox}, level: 2, diet: meat, prey: [hare, fox]}\n"
    )
    den({"layouts/faces/animal.yaml": FACE, "den/cards.yaml": cards})
    shop = pipeline.load(Path(), [Path("layouts")], ["den"])
    game = shop.library.games["den"]
    noted: list[ElementPlace] = []
    shop.composer(mm(3)).place_again(game, game.records["animals"]["fox"], "fr", "face", noted)
    return noted


def of(placements: list[ElementPlace], identity: str) -> list[ElementPlace]:
    return [one for one in placements if one.element.id == identity]


def rounded(one: ElementPlace) -> list[tuple[float, float]]:
    return [(round(x / 72 * 25.4, 3), round(y / 72 * 25.4, 3)) for x, y in one.corners]


def test_each_shown_element_has_a_place_before_its_children(placements: list[ElementPlace]) -> None:
    found = [(one.element.id, one.depth) for one in placements]
    assert found == [
        *(("ground", 0), ("around", 0), ("within", 1), ("askew", 0), ("long", 0), ("short", 0)),
        *(("list", 0), ("entry", 1), ("entry", 1)),
    ]


def test_corners_are_those_of_the_turned_box(placements: list[ElementPlace]) -> None:
    assert rounded(of(placements, "ground")[0]) == [(-3, -3), (43, -3), (43, 63), (-3, 63)]
    # 20 by 10 mm about (14, 11), turned by a quarter: 10 by 20
    assert rounded(of(placements, "around")[0]) == [(19, 1), (19, 21), (9, 21), (9, 1)]
    assert rounded(of(placements, "within")[0]) == [(19, 3), (19, 8), (16, 8), (16, 3)]
    assert rounded(of(placements, "askew")[0]) == [(16, 12), (10, 12), (10, 10), (16, 10)]


def test_covered_area_is_the_letters_instead_of_their_box(placements: list[ElementPlace]) -> None:
    (short,) = of(placements, "short")
    covered = short.covered
    assert covered is not None
    assert covered.width < short.box.width / 4
    assert covered_by_id([short])["short"] == covered
    (askew,) = of(placements, "askew")
    assert askew.covered is not None
    assert [round(part, 6) for part in askew.covered] == [round(part, 6) for part in askew.box]


def test_finding_belongs_to_its_element_alone(placements: list[ElementPlace]) -> None:
    faulty = {one.element.id: [finding.code for finding in one.findings] for one in placements if one.findings}
    assert "overset" in faulty["long"]
    assert {*faulty} & {"ground", "short", "list"} == set()
    assert [bool(one.findings) for one in of(placements, "entry")] == [False, True], "Renard is wider than 4 mm"


def test_entries_of_a_repeat_have_their_own_places(placements: list[ElementPlace]) -> None:
    entries = of(placements, "entry")
    assert [one.scope.fields["index"] for one in entries] == [1, 2]
    assert [rounded(one)[0] for one in entries] == [(5, 50), (10, 50)]
