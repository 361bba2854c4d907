"""Builds for a calibrated printer: backs, and only backs, are where that printer puts them right."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain
from math import dist
from pathlib import Path

import pikepdf
import pytest

from helpers import Toy, extracted
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production import pipeline
from pawprint.production.cache.store import Store
from pawprint.production.options import BuildOptions
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile

A4, WIDE = Size(mm(210), mm(297)), Size(mm(297), mm(210))
OFF = Misregistration(1.2, -0.8, 0.3, 1.004, 0.997)
DESK = PrinterProfile(
    name="desk",
    calibrations=tuple(
        Calibration(paper=paper, flip=flip, misregistration=OFF, margins=Insets.parse("7mm,5mm,7mm,5mm"))
        for paper in (A4, WIDE)
        for flip in ("long-edge", "short-edge")
    ),
)
PLAIN = BuildOptions(cover=False, languages=("en",), bleed=mm(3))
FOR_DESK = replace(PLAIN, printer=DESK)

GAME = """
    id: toy
    title: Toy
    languages: [en]
    components:
      beasts: {kind: cards, stock: card, face: any, back: own}
      lands: {kind: tiles, stock: card, face: any}
      coins: {kind: tokens, stock: labels, face: any, back: own}
"""
PIECES = "{beasts: [{id: fox, copies: 7}, {id: hen, copies: 4}], lands: [{id: moor}], coins: [{id: gold, copies: 3}]}"
STOCKS = """
    stocks:
      card: {trim: 63 mm x 88 mm}
      labels: {trim: 30 mm x 30 mm, outline: circle, sheet: labels}
"""
FACES = {
    "any": "palette: toy\nelements: [{kind: panel, fill: moss, bleeds: true}]",
    "own": """
        palette: toy
        elements:
          - {kind: panel, fill: rust, bleeds: true}
          - {kind: panel, fill: {by: id, fox: moss, else: sky}, at: [3 mm, 5 mm], size: [9 mm, 7 mm]}
    """,
    "cover": "elements: [{kind: text, text: '{{ printer }} {{ correction }}', at: [9 mm, 9 mm]}]",
}


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    toy = Toy(tmp_path, game=GAME, cards=PIECES, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write(
        "layouts/papers.yaml",
        "papers: {A4: {size: 210 mm x 297 mm}, Wide: {size: 297 mm x 210 mm}, Small: {size: 150 mm x 200 mm}}",
    )
    toy.write("layouts/sheets/labels.yaml", "paper: Small\nplaces: [{at: [20 mm, 20 mm]}, {at: [80 mm, 20 mm]}]\n")
    return toy


def built(toy: Toy, options: BuildOptions, store: Store | None = None) -> tuple[list[str], dict[str, Print]]:
    findings, prints = pipeline.build_all(toy.catalog, toy.layout_folders, (), options, store=store)
    return [f"{one.code}: {one.message}" for one in findings], {made.name: made for made in prints}


def the_file(toy: Toy, options: BuildOptions) -> Print:
    found, prints = built(toy, replace(options, kinds=("cards",)))
    assert found == []
    (made,) = prints.values()
    return made


def points(pdf: bytes, page: int) -> list[tuple[float, float]]:
    """The corners of everything on a page, in mm from its centre, y upwards, as one reads it."""
    import pymupdf  # a second of CPU time, with all that it imports

    found, unit = [], mm(1).pt
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        box = document[page].rect
        for item in chain.from_iterable(drawing["items"] for drawing in document[page].get_drawings()):
            corners = item[1].quad if item[0] == "re" else item[1] if item[0] == "qu" else item[1:]
            found += [((at.x - box.width / 2) / unit, (box.height / 2 - at.y) / unit) for at in corners]
    return found


def seen(page: list[tuple[float, float]], axis: Flip, printer: Misregistration) -> list[tuple[float, float]]:
    """Where the points of a back are on the paper, as seen from the front."""
    return [printer.landing(-x, y) if axis is Flip.TURN else printer.landing(x, -y) for x, y in page]


def apart(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> float:
    """The largest distance from a point of one to the nearest point of the other."""
    assert min(len(one), len(other)) > 20
    return max(min(dist(a, b) for b in there) for here, there in ((one, other), (other, one)) for a in here)


def streams(pdf: bytes) -> Iterator[bytes]:
    with pikepdf.open(BytesIO(pdf)) as document:
        for page in document.pages:
            yield page.Contents.read_bytes()


@pytest.mark.parametrize(
    ("paper", "duplex", "axis"),
    [
        ("A4", "long-edge", Flip.TURN),
        ("A4", "short-edge", Flip.TUMBLE),
        ("Wide", "long-edge", Flip.TUMBLE),
        ("Wide", "short-edge", Flip.TURN),
    ],
)
def test_printed_corrected_back_matches_a_faultless_printer(toy: Toy, paper: str, duplex: str, axis: Flip) -> None:
    how = {"paper": paper, "duplex": duplex, "margin": Insets.even(mm(5))}
    usual, corrected = (the_file(toy, replace(one, **how)) for one in (PLAIN, FOR_DESK))
    assert usual.pages == corrected.pages >= 4
    for page in range(1, usual.pages, 2):
        meant = seen(points(usual.data, page), axis, Misregistration())
        landed = seen(points(corrected.data, page), axis, OFF)
        # Marks of the cut are on the backs, too, and are moved with them: they lie behind those of the fronts.
        assert apart(meant, landed) < 0.02
        assert apart(meant, seen(points(usual.data, page), axis, OFF)) > 1


def test_test_of_the_second_side_shows_the_remaining_error_after_correction(toy: Toy) -> None:
    how = {"margin": Insets.even(mm(5)), "cover": True}
    usual, corrected = (the_file(toy, replace(one, **how)) for one in (PLAIN, FOR_DESK))
    meant = seen(points(usual.data, 1), Flip.TURN, Misregistration())
    assert apart(meant, seen(points(corrected.data, 1), Flip.TURN, OFF)) < 0.02
    assert apart(meant, seen(points(usual.data, 1), Flip.TURN, OFF)) > 1


def test_fronts_are_not_moved(toy: Toy) -> None:
    same = {"margin": Insets.even(mm(5))}
    usual, corrected = ([*streams(the_file(toy, replace(one, **same)).data)] for one in (PLAIN, FOR_DESK))
    assert usual[0::2] == corrected[0::2]
    assert all(one != other for one, other in zip(usual[1::2], corrected[1::2], strict=True))


def test_name_of_the_file_and_its_cover_name_the_printer(toy: Toy) -> None:
    made = the_file(toy, replace(FOR_DESK, cover=True))
    assert made.name == "toy-cards-en-a4-bleed-3mm-for-desk.pdf"
    assert "desk x +1.20 mm, y -0.80 mm, +0.300°, 100.40 % × 99.70 %" in " ".join(extracted(made.data)[0].split())
    assert "desk" not in extracted(the_file(toy, replace(PLAIN, cover=True)).data)[0]


@pytest.mark.parametrize("duplex", ["off", "gutterfold"])
def test_without_a_second_side_only_the_margins_of_the_printer_count(toy: Toy, duplex: str) -> None:
    margins = DESK.calibrations[0].margins
    with_margins = the_file(toy, replace(PLAIN, duplex=duplex, margin=margins))
    found = the_file(toy, replace(FOR_DESK, duplex=duplex))
    assert (found.name, found.data) == (with_margins.name, with_margins.data)


def test_file_without_backs_is_not_corrected(toy: Toy) -> None:
    _, prints = built(toy, replace(FOR_DESK, kinds=("tiles",)))
    assert [*prints] == ["toy-tiles-en-a4-bleed-3mm.pdf"]


def test_margins_default_to_the_printer(toy: Toy) -> None:
    front = next(streams(the_file(toy, replace(PLAIN, margin=Insets.parse("7mm,5mm,7mm,5mm"))).data))
    assert next(streams(the_file(toy, FOR_DESK).data)) == front
    other = next(streams(the_file(toy, replace(FOR_DESK, margin=Insets.even(mm(20)))).data))
    assert other != front


def test_cache_knows_the_readings(toy: Toy, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", "1")
    other = replace(
        DESK, calibrations=tuple(replace(one, misregistration=Misregistration(0.5)) for one in DESK.calibrations)
    )
    files = []
    for printer in (DESK, other, None, DESK):
        options = replace(PLAIN, kinds=("cards",), printer=printer)
        kept, fresh = built(toy, options, store)[1], built(toy, options)[1]
        assert {name: made.data for name, made in kept.items()} == {name: made.data for name, made in fresh.items()}
        files += [made.data for made in kept.values()]
    assert len({*files}) == 3


# --- findings -----------------------------------------------------------------------------------------------


def test_paper_that_was_not_read_is_an_error(toy: Toy) -> None:
    found, prints = built(toy, replace(FOR_DESK, paper="Small"))
    assert found == ["printer-not-set: printer 'desk' is not set for Small flipped on the long edge"]
    assert prints == {}


def test_tray_must_be_named_if_there_are_several(toy: Toy) -> None:
    two = DESK.with_calibration(replace(DESK.calibrations[0], tray="2"))
    found, prints = built(toy, replace(FOR_DESK, printer=two))
    assert found == ["printer-not-set: printer 'desk' is set for A4 in several trays"]
    assert prints == {}
    assert the_file(toy, replace(FOR_DESK, printer=replace(two, tray="2"))).printer == "desk"


def test_sheets_of_another_paper_are_reported_and_printed_without_correction(toy: Toy) -> None:
    found, prints = built(toy, replace(FOR_DESK, kinds=("tokens",)))
    assert found == [
        "printer-not-set: the backs of tokens are not corrected: printer 'desk' is not set for 150 mm x 200 mm"
    ]
    assert [*prints] == ["toy-tokens-en-labels-bleed-3mm.pdf"]


def test_backs_that_bleed_less_than_they_are_moved_are_named(toy: Toy) -> None:
    found, prints = built(toy, replace(FOR_DESK, kinds=("cards",), bleed=mm(1)))
    assert found == [
        "bleed-too-small: the correction for printer 'desk' moves backs by up to 2.40 mm; their bleed is 1 mm"
    ]
    assert [*prints] == ["toy-cards-en-a4-bleed-1mm-for-desk.pdf"]
    assert built(toy, replace(FOR_DESK, kinds=("cards",), bleed=mm(3)))[0] == []
