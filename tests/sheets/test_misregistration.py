"""The matrix that corrects backs, against printers that are simulated point by point."""

import random
from itertools import product
from math import degrees, dist
from statistics import median, quantiles

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.affine import IDENTITY, inverse, matrix_product
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.calibration_sheet import METHODS, stations
from pawprint.sheets.printers.misregistration import (
    MAX_RESIDUAL,
    Misregistration,
    Reading,
    fit,
    read_number,
    read_values,
)

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
Point = tuple[float, float]
PAPERS = (A4, LETTER, A4.turned())

printers = st.builds(
    Misregistration,
    *(st.floats(-9, 9) for _ in range(2)),
    st.floats(-1.9, 1.9),
    *(st.floats(0.981, 1.019) for _ in range(2)),
)


def lands(printer: Misregistration, flip: Flip, paper: Size, page_point: tuple[float, float]) -> tuple[float, float]:
    """Where a point of the back page (mm from its top left, y down) lands, in mm from the centre of the front, y up."""
    x, y = page_point[0] - paper.width.mm / 2, paper.height.mm / 2 - page_point[1]
    x, y = (-x, y) if flip is Flip.TURN else (x, -y)
    return printer.landing(x, y)


def corrected(
    printer: Misregistration, flip: Flip, paper: Size, page_point: tuple[float, float]
) -> tuple[float, float]:
    """Where the press draws a point of the back page."""
    a, b, c, d, e, f = printer.correction(flip, paper)
    x, y = (mm(1).pt * value for value in page_point)
    return (a * x + c * y + e) / mm(1).pt, (b * x + d * y + f) / mm(1).pt


def corners(paper: Size, margin: float = 5.0) -> list[tuple[float, float]]:
    return [*product((margin, paper.width.mm - margin), (margin, paper.height.mm - margin))]


def true_readings(printer: Misregistration, paper: Size) -> dict[str, Reading]:
    """What the verniers show, without any error."""
    return {
        one.name: Reading(printer.landing(*one.across)[0] - one.across[0], printer.landing(*one.up)[1] - one.up[1])
        for one in stations(paper)
    }


@given(printers, st.sampled_from(Flip), st.sampled_from(PAPERS))
def test_corrected_back_matches_a_faultless_printer(printer: Misregistration, flip: Flip, paper: Size) -> None:
    for point in corners(paper):
        found = lands(printer, flip, paper, corrected(printer, flip, paper, point))
        assert found == pytest.approx(lands(Misregistration(), flip, paper, point), abs=1e-6)


@given(printers, st.sampled_from(PAPERS))
def test_readings_without_errors_give_the_printer_itself(printer: Misregistration, paper: Size) -> None:
    found = fit(stations(paper), true_readings(printer, paper))
    assert values_of(found.misregistration) == pytest.approx(values_of(printer), abs=1e-9)
    assert found.worst[2] < 1e-9


@given(printers)
def test_holes_of_a_pin_give_the_same_as_verniers(printer: Misregistration) -> None:
    """The hole in the cross of the front shows the point of the back that has landed there."""
    a, b, c, d, e, f = printer.matrix
    by = a * d - b * c
    readings = {}
    for station in stations(A4):
        x, y = station.pin[0] - e, station.pin[1] - f
        meant = (d * x - c * y) / by, (a * y - b * x) / by
        readings[station.name] = Reading(station.pin[0] - meant[0], station.pin[1] - meant[1])
    found = fit(stations(A4), readings, METHODS[1]).misregistration
    for point in corners(A4):
        assert found.landing(*point) == pytest.approx(printer.landing(*point), abs=1e-6)


def values_of(printer: Misregistration) -> tuple[float, ...]:
    return printer.dx, printer.dy, printer.rotation, printer.scale_x, printer.scale_y


def error(printer: Misregistration, assumed: Misregistration, flip: Flip, paper: Size, point: Point) -> float:
    """How far a corrected point lands from where it should, in millimetres."""
    there = lands(printer, flip, paper, corrected(assumed, flip, paper, point))
    return dist(there, lands(Misregistration(), flip, paper, point))


def some_printer(chance: random.Random) -> Misregistration:
    """A printer as bad as those that people complain about."""
    shift, scale = [chance.uniform(-3, 3) for _ in range(2)], [1 + chance.gauss(0, 0.003) for _ in range(2)]
    return Misregistration(*shift, chance.gauss(0, 0.2), *scale)


def read_by_eye(printer: Misregistration, paper: Size, chance: random.Random) -> dict[str, Reading]:
    """Each value is 0.05 mm off (one standard deviation) before it is read to the nearest tenth."""
    return {
        name: Reading(*(round(value + chance.gauss(0, 0.05), 1) for value in reading))
        for name, reading in true_readings(printer, paper).items()
    }


@pytest.mark.parametrize("flip", Flip)
@pytest.mark.parametrize("paper", PAPERS, ids=str)
def test_thousand_printers_that_are_read_by_eye_are_corrected_to_a_seventh_of_a_millimetre(
    flip: Flip, paper: Size
) -> None:
    chance = random.Random(15)
    left: list[float] = []
    for _ in range(1000):
        printer = some_printer(chance)
        found = fit(stations(paper), read_by_eye(printer, paper, chance))
        assert found.worst[2] < MAX_RESIDUAL["vernier"]
        left += [error(printer, found.misregistration, flip, paper, point) for point in corners(paper)]
    middle, most = median(left), quantiles(left, n=20)[-1]
    print(f"{paper}, {flip.value}: median {middle:.3f} mm, 95 % {most:.3f} mm")
    assert middle < 0.08
    assert most < 0.14


def test_second_corrected_sheet_improves_the_profile() -> None:
    chance = random.Random(16)
    first, second = [], []
    for _ in range(300):
        printer = some_printer(chance)
        once = fit(stations(A4), read_by_eye(printer, A4, chance)).misregistration
        # What is left is the printer after the correction: A A1^-1, read again without any error.
        rest = matrix_product(printer.matrix, inverse(once.matrix))
        left = Misregistration(rest[4], rest[5], degrees((rest[1] - rest[2]) / 2), rest[0], rest[3])
        twice = fit(stations(A4), true_readings(left, A4)).misregistration.after(once)
        for point in corners(A4):
            first.append(error(printer, once, Flip.TURN, A4, point))
            second.append(error(printer, twice, Flip.TURN, A4, point))
    assert max(second) < 0.01 < median(first)


@given(printers, st.sampled_from(PAPERS))
def test_corner_of_the_paper_has_the_largest_move(printer: Misregistration, paper: Size) -> None:
    moves = [dist(corrected(printer, Flip.TURN, paper, point), point) for point in corners(paper, 0)]
    assert printer.largest_move(paper) == pytest.approx(max(moves), abs=1e-6)


def test_no_misregistration_needs_no_correction() -> None:
    assert Misregistration().correction(Flip.TURN, A4) is IDENTITY


@pytest.mark.parametrize(
    ("printer", "words"),
    [
        (Misregistration(dx=11), "a shift of 11.0 mm"),
        (Misregistration(rotation=-2.5), "a rotation of -2.5°"),
        (Misregistration(scale_y=0.97), "a scale of 97.0 %"),
        (Misregistration(9.9, -9.9, 1.9, 1.019, 0.981), ""),
    ],
)
def test_more_than_any_printer_gets_wrong_is_a_fault(printer: Misregistration, words: str) -> None:
    assert ", ".join(printer.faults()) == words


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("value", range(10))
def test_single_misreading_of_a_millimetre_or_two_is_found(method: str, value: int) -> None:
    printer = Misregistration(0.4, -0.3, 0.1, 1.001, 0.999)
    readings = {name: [*reading] for name, reading in true_readings(printer, A4).items()}
    name = "ABCDE"[value // 2]
    readings[name][value % 2] += 2
    found = fit(stations(A4), {key: Reading(*pair) for key, pair in readings.items()}, method)
    assert found.worst[2] > MAX_RESIDUAL[method]


@pytest.mark.parametrize(("text", "value"), [("0.3", 0.3), ("-1,2", -1.2), ("+4", 4.0), ("\u22120.5", -0.5)])
def test_values_are_read_with_either_decimal_sign(text: str, value: float) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "is not a number"), ("x", "is not a number"), ("1.2.3", "is not a number"), ("12", "more than the sheet")],
)
def test_invalid_values_are_refused(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_number(text)


def test_values_of_all_stations_are_read_in_their_order() -> None:
    found = read_values("0.1,0.2 0.3 0.4; 0.5 0.6, 0.7 0.8 0.9 1", stations(A4))
    assert found == {"A": (0.1, 0.2), "B": (0.3, 0.4), "C": (0.5, 0.6), "D": (0.7, 0.8), "E": (0.9, 1.0)}


def test_too_few_values_are_refused() -> None:
    with pytest.raises(ValueError, match="there are 2 values; the sheet has 10"):
        read_values("0.1 0.2", stations(A4))


@pytest.mark.parametrize("paper", [Size(mm(100), mm(297)), Size(mm(205), mm(150))], ids=str)
def test_sheet_needs_room_for_its_rulers_and_stations(paper: Size) -> None:
    with pytest.raises(ValueError, match="at least"):
        stations(paper)
