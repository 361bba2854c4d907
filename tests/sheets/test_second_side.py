"""The first two pages of a file that is printed on both sides: what is read on them, and where they have no room."""

from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from helpers import Toy, extracted
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.options import BuildOptions
from pawprint.sheets.printers.calibration_sheet import REACH_BOTTOM, REACH_RIGHT, station_at
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import axis_of
from pawprint.sheets.printers.second_side import HEIGHT
from sheets.verniers import lines, reading, scale, seen

GAME = """
    id: toy
    title: Toy
    languages: [en, fr]
    components:
      beasts: {file: cards.yaml, stock: card, face: toy/any, back: toy/any}
      lands: {file: lands.yaml, stock: card, face: toy/any}
"""
CARDS = "beasts: [{id: fox}, {id: hare}]"
STOCKS = "stocks: {card: {trim: 63.5 mm x 88.9 mm}}"
FACES = {"toy/any": "elements: [{kind: panel, fill: '#336699', size: [100%, 100%]}]"}
PAPERS = {"A4": Size(mm(210), mm(297)), "Letter": Size(mm(215.9), mm(279.4)), "297x210mm": Size(mm(297), mm(210))}


def built(folder: Path, **options: object) -> dict[str, Print]:
    toy = Toy(folder, game=GAME, cards=CARDS, faces=FACES, below=[pipeline.bundled("layouts")])
    toy.write("catalog/toy/lands.yaml", "lands: [{id: moor}]")
    toy.write("layouts/stocks.yaml", STOCKS)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    choice = replace(BuildOptions(kinds=("cards",), components=("beasts",)), **options)  # type: ignore[arg-type]
    made = {one.language: one for one in pipeline.build(workspace, choice)}
    assert [*workspace.findings] == []
    return made


@pytest.mark.parametrize("shift", [(0.0, 0.0), (1.3, -0.4), (-0.7, 2.1)])
@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", PAPERS)
def test_shift_of_the_second_side_is_read_to_a_tenth(
    tmp_path: Path, paper: str, duplex: str, shift: tuple[float, float]
) -> None:
    size, printer = PAPERS[paper], Misregistration(*shift)
    pdf = built(tmp_path, paper=paper, duplex=duplex, languages=("en",))["en"].data
    front, back = lines(pdf, 0), [seen(line, axis_of(size, duplex), printer) for line in lines(pdf, 1)]
    width, height = size.width.mm, size.height.mm
    station = station_at("", (width / 2 - 0.085 * width - REACH_RIGHT, 6 + REACH_BOTTOM - height / 2))
    read = [
        reading(scale(front, zero, 1, -10, 20, upright), scale(back, printer.landing(*zero), 0.9, 0, 10, upright))
        for zero, upright in ((station.across, True), (station.up, False))
    ]
    assert read == pytest.approx(shift, abs=0.051)


@pytest.mark.parametrize("paper", PAPERS)
def test_it_is_where_printers_can_print(tmp_path: Path, paper: str) -> None:
    size = PAPERS[paper]
    pdf = built(tmp_path, paper=paper, languages=("fr",))["fr"].data
    low = 0.0
    for page in (0, 1):
        for line in lines(pdf, page):
            for x, y in line:
                assert abs(x) <= size.width.mm / 2 - 5
                assert abs(y) <= size.height.mm / 2 - 5
                low = min(low, y)
        words = pypdfium2.PdfDocument(pdf)[page].get_textpage()
        for index, letter in enumerate(words.get_text_range()):
            left, _, right, _ = words.get_charbox(index)
            assert letter.isspace() or mm(5).pt <= left <= right <= size.width.pt - mm(5).pt
    assert low < 6 + HEIGHT - size.height.mm / 2, "it is at the foot of the page"


def test_its_words_are_in_the_language_of_the_file(tmp_path: Path) -> None:
    made = built(tmp_path)
    for language, title, note in (
        ("en", "Test of the second side", "Back of the cover."),
        ("fr", "Essai du verso", "Dos de la couverture."),
    ):
        cover, behind, *_ = (" ".join(page.split()) for page in extracted(made[language].data))
        assert title in cover
        assert note in behind


def test_files_printed_on_a_single_side_have_no_test(tmp_path: Path) -> None:
    for name, options in {
        "off": {"duplex": "off"},
        "fold": {"duplex": "gutterfold"},
        "no backs": {"components": ("lands",)},
        "no cover": {"cover": False},
    }.items():
        made = built(tmp_path / name, languages=("en",), **options)["en"]
        assert not any("second side" in page for page in extracted(made.data))


def test_cover_that_needs_the_foot_of_the_page_uses_it(tmp_path: Path) -> None:
    small = built(tmp_path, paper="150x150mm", languages=("en",))["en"].data
    cover, behind, *_ = extracted(small)
    assert "second side" not in cover
    assert behind == ""
    assert lines(small, 1) == []


@pytest.mark.parametrize(("paper", "shown"), [("A4", True), ("297x210mm", False)])
def test_pieces_are_shown_if_there_is_space_beside_the_test(tmp_path: Path, paper: str, shown: bool) -> None:
    data = built(tmp_path, paper=paper, languages=("en",))["en"].data
    assert "second side" in extracted(data)[0]
    picture = pypdfium2.PdfDocument(data)[0].render(scale=0.5).to_pil()
    assert ((0x33, 0x66, 0x99) in {colour for _, colour in picture.getcolors(1 << 16)}) is shown
