"""The calibration sheet as it is written: what a perfect printer, and any other, makes of it."""

from io import BytesIO
from itertools import pairwise
from math import dist

import pytest
from pikepdf import Pdf

from helpers import extracted
from pawprint.core.files import bundled
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.production.calibration import calibration_file
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.calibration_sheet import MARGIN, Point, Station, stations
from pawprint.sheets.printers.misregistration import Misregistration, Reading, fit
from pawprint.sheets.printers.printer_profile import FLIPS, Calibration, PrinterProfile, axis_of
from sheets.verniers import lines, reading, scale, seen

PAPERS = {
    "A4": Size(mm(210), mm(297)),
    "Letter": Size(mm(215.9), mm(279.4)),
    "297x210mm": Size(mm(297), mm(210)),
    "A3": Size(mm(297), mm(420)),
}
CASES = [(paper, flip) for paper in PAPERS for flip in FLIPS]
PRINTER = Misregistration(1.37, -0.82, 0.21, 1.0031, 0.9982)


def sheet(paper: str, flip: str, off: Misregistration | None = None, language: str = "en") -> bytes:
    known = off and Calibration(paper=PAPERS[paper], flip=flip, misregistration=off)
    profile = known and PrinterProfile(name="desk", calibrations=(known,))
    made, findings = calibration_file([bundled("layouts")], paper, flip, language, profile)
    assert made is not None
    assert findings == ()
    return made.data


def readings(pdf: bytes, paper: Size, axis: Flip, printer: Misregistration) -> dict[str, Reading]:
    """The readings of a sheet that *printer* printed."""
    front, back = lines(pdf, 0), [seen(line, axis, printer) for line in lines(pdf, 1)]

    def one(station: Station, zero: Point, upright: bool) -> float:
        landed = printer.landing(*zero) if abs(printer.dx) > 0.5 else zero
        moved = scale(back, landed, 0.9, 0, 10, upright)
        assert all(gap == pytest.approx(0.9, abs=0.01) for gap in (b - a for a, b in pairwise(moved)))
        return reading(scale(front, zero, 1, -10, 20, upright), moved)

    return {
        station.name: Reading(one(station, station.across, True), one(station, station.up, False))
        for station in stations(paper)
    }


@pytest.mark.parametrize(("paper", "flip"), CASES)
def test_on_a_perfect_printer_every_reading_is_zero(paper: str, flip: str) -> None:
    size = PAPERS[paper]
    found = readings(sheet(paper, flip), size, axis_of(size, flip), Misregistration())
    assert {*found.values()} == {Reading(0, 0)}


@pytest.mark.parametrize(("paper", "flip"), CASES)
def test_readings_of_a_faulty_printer_give_its_faults(paper: str, flip: str) -> None:
    size = PAPERS[paper]
    found = fit(stations(size), readings(sheet(paper, flip), size, axis_of(size, flip), PRINTER))
    assert found.worst[2] <= 0.1
    x, y = size.width.mm / 2 - MARGIN, size.height.mm / 2 - MARGIN
    for corner in ((x, y), (-x, y), (x, -y), (-x, -y)):
        assert dist(found.misregistration.landing(*corner), PRINTER.landing(*corner)) < 0.12


@pytest.mark.parametrize(("paper", "flip"), CASES)
def test_with_the_correction_the_faulty_printer_reads_zero(paper: str, flip: str) -> None:
    size = PAPERS[paper]
    pdf, axis = sheet(paper, flip, PRINTER), axis_of(size, flip)
    front, back = lines(pdf, 0), [seen(line, axis, PRINTER) for line in lines(pdf, 1)]
    for station in stations(size):
        for zero, upright in ((station.across, True), (station.up, False)):
            black, red = scale(front, zero, 1, -10, 20, upright), scale(back, zero, 0.9, 0, 10, upright)
            assert black[10] == pytest.approx(zero[0 if upright else 1], abs=0.01)
            assert red == pytest.approx([black[10] + 0.9 * tenth for tenth in range(11)], abs=0.02)


@pytest.mark.parametrize(("paper", "flip"), CASES)
def test_everything_is_where_printers_can_print(paper: str, flip: str) -> None:
    size, pdf = PAPERS[paper], sheet(paper, flip)
    for page in (0, 1):
        for line in lines(pdf, page):
            for x, y in line:
                assert abs(x) <= size.width.mm / 2 - MARGIN + 0.1, line
                assert abs(y) <= size.height.mm / 2 - MARGIN + 0.1, line


@pytest.mark.parametrize("paper", PAPERS)
def test_rulers_have_their_printed_length(paper: str) -> None:
    for page in (0, 1):
        lengths = [dist(*line) for line in lines(sheet(paper, "long-edge"), page)]
        for length in (100, 200):
            assert any(abs(one - length) < 0.001 for one in lengths)


def test_sheet_names_its_correction_in_both_languages() -> None:
    for language, none, some in (("en", "is not corrected", "corrected for desk"), ("fr", "pas corrigé", "pour desk")):
        plain = [" ".join(page.split()) for page in extracted(sheet("A4", "long-edge", language=language))]
        fixed = [" ".join(page.split()) for page in extracted(sheet("A4", "long-edge", PRINTER, language))]
        assert none in plain[0]
        assert some in fixed[0]
        assert "+1.37 mm" in fixed[0]


def test_printer_dialog_starts_with_the_right_edge_and_no_scaling() -> None:
    with Pdf.open(BytesIO(sheet("A4", "short-edge"))) as document:
        preferences = document.Root.ViewerPreferences
        assert (preferences.Duplex, preferences.PrintScaling) == ("/DuplexFlipShortEdge", "/None")


@pytest.mark.parametrize("flip", FLIPS)
def test_column_numbers_are_above_the_grid_as_seen_on_the_back(flip: str) -> None:
    import pymupdf  # a second of CPU time, with all that it imports

    pdf, unit = sheet("A4", flip), mm(1).pt
    axis = axis_of(PAPERS["A4"], flip)
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        words = [(word[4], (word[0] + word[2]) / 2, (word[1] + word[3]) / 2) for word in document[1].get_text("words")]
    for station in stations(PAPERS["A4"]):
        x, y = seen((station.pin, station.pin), axis, Misregistration())[0]
        for number, offset in (("−5", 5), ("0", 0), ("+5", -5)):  # the hole is opposite to where the back has gone
            beside = offset if axis is Flip.TUMBLE else -offset
            place = (105 + x + beside) * unit, (148.5 - y - 9.6) * unit
            assert any(word == number and dist(place, (left, top)) < unit for word, left, top in words)


def test_paper_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 180 x 240 mm"):
        calibration_file([bundled("layouts")], "A5", "long-edge", "en")
