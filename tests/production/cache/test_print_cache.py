"""Printed files are stored if nothing was found while they were made."""

from pathlib import Path

import pytest

from helpers import Toy
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.cache.print_cache import PrintCache
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions

PRINT = Print("toy", "1", "fr", "cards", "x.pdf", b"%PDF", "A4", "off", 0.0, 1, 1, 1, True, ("cards",), {}, {})

A6 = Size(mm(105), mm(148))


@pytest.mark.parametrize(
    ("before", "meanwhile", "makings"),
    [
        ("", "", 1),
        ("low-contrast", "", 1),
        ("", "low-contrast", 2),  # else the next build would not report it
        ("", "overset", 2),
        ("overset", "", 2),  # files may be missing because of it
    ],
)
def test_file_is_rebuilt_after_a_finding(tmp_path: Path, before: str, meanwhile: str, makings: int) -> None:
    toy, made = Toy(tmp_path), []
    for _ in range(2):
        workspace = pipeline.load(toy.catalog, toy.layout_folders)
        composer = workspace.composer(pipeline.DESIGN_BLEED)
        if before:
            workspace.findings.add(before, "found before", None, "")
        cache = PrintCache(Store(tmp_path / "store", "1"), workspace.library.games["toy"], composer, BuildOptions())

        def make() -> list[Print]:
            made.append(1)
            if meanwhile:
                workspace.findings.add(meanwhile, "found meanwhile", None, "")  # noqa: B023  (called in this round)
            return [PRINT]

        assert cache.find_or_make(cache.key("cards"), make) == [PRINT]
        cache.close()
    assert len(made) == makings


@pytest.mark.parametrize(
    ("shown", "edited", "makings"),
    [
        ("hen", "Poule", 2),
        ("hen", "Renard", 1),  # which the page does not show
        ("mole", "Renard", 2),  # a mole shows another piece, so that it cannot be told what its face was made from
    ],
)
def test_file_is_rebuilt_if_a_page_shows_a_changed_record(
    tmp_path: Path, shown: str, edited: str, makings: int
) -> None:
    toy, made = Toy(tmp_path, fonts=True), []
    other = "{kind: card, piece: hen, at: [20 pt, 60 pt], size: [10 pt, 20 pt], when: {id: mole}}"
    name = "{kind: text, text: '{{ name }}', at: [20 pt, 20 pt], size: [60 pt, 20 pt]}"
    toy.write("layouts/faces/toy/beast.yaml", f"palette: toy\nelements: [{name}, {other}]")
    toy.write("layouts/faces/toy/page.yaml", f"palette: toy\nelements: [{{kind: card, piece: {shown}}}]")
    cards = toy.catalog / "toy" / "cards.yaml"
    before = cards.read_text(encoding="utf-8")
    for text in (before, before.replace(edited, "Belette")):
        cards.write_text(text, encoding="utf-8")
        workspace = pipeline.load(toy.catalog, toy.layout_folders)
        game, composer = workspace.library.games["toy"], workspace.composer(pipeline.DESIGN_BLEED)
        cache = PrintCache(Store(tmp_path / "store", "1"), game, composer, BuildOptions())

        def make() -> list[Print]:
            made.append(1)
            composer.page(game, "toy/page", A6, "fr", game.common_fields("fr"))  # noqa: B023  (called in this round)
            return [PRINT]

        assert cache.find_or_make_showing("key", "fr", make) == [PRINT]
        assert workspace.findings.sorted() == ()
        cache.close()
    assert len(made) == makings
