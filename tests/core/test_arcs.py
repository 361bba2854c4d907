"""Curves that are arcs, and those that are not."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.arcs import StrokedPath, with_arcs
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.paths import ellipse, place_path, rectangle
from pawprint.core.piece_outline import PieceOutline


def only(path: object) -> StrokedPath:
    (stroked,) = with_arcs(path)  # type: ignore[arg-type]
    return stroked


def test_round_corners_are_quarter_arcs() -> None:
    card = only(PieceOutline(mm(3)).around(Size(mm(63), mm(88))))
    starts = [card.start, *(stroke.end for stroke in card.strokes)]
    arcs = [(stroke, start) for stroke, start in zip(card.strokes, starts, strict=False) if stroke.bulge]
    assert [stroke.bulge for stroke, _ in arcs] == [pytest.approx(math.tan(math.pi / 8), abs=2e-3)] * 4
    assert [stroke.radius(start) for stroke, start in arcs] == [pytest.approx(mm(3).pt, rel=2e-3)] * 4
    assert card.closed


def test_disc_is_four_arcs_without_lines() -> None:
    disc = only(PieceOutline(mm(10)).around(Size(mm(20), mm(20))))
    assert len(disc.strokes) == 4
    assert all(stroke.bulge > 0 for stroke in disc.strokes)


def test_part_of_an_ellipse_is_not_an_arc() -> None:
    assert all(stroke.handles for stroke in only(ellipse(0, 0, 60, 30)).strokes)


def test_curve_that_is_straight_is_a_line() -> None:
    (stroke,) = only([("M", 0.0, 0.0), ("C", 10.0, 10.0, 20.0, 20.0, 30.0, 30.0)]).strokes
    assert (stroke.bulge, stroke.handles) == (0.0, None)


@given(st.floats(2, 90), st.floats(0, 360), st.booleans())
def test_arc_stays_an_arc_after_rotation_and_mirroring(radius: float, degrees: float, mirrored: bool) -> None:
    angle = math.radians(degrees)
    a, b = math.cos(angle), math.sin(angle)
    side = -1.0 if mirrored else 1.0
    path = place_path(
        rectangle(0, 0, 4 * radius, 3 * radius, radius, radius), (side * a, side * b, -b, a, 500.0, 500.0)
    )
    bulges = [stroke.bulge for stroke in only(path).strokes if stroke.bulge]
    assert len(bulges) == 4
    assert all(side * bulge == pytest.approx(0.41421, abs=5e-3) for bulge in bulges)


def test_vertices_are_within_a_hundredth_of_a_millimetre_of_a_free_curve() -> None:
    points = [*only(ellipse(0, 0, 60, 30)).vertices()]
    assert all(bulge == 0 for *_, bulge in points)
    for (x0, y0, _), (x1, y1, _) in zip(points, points[1:] + points[:1], strict=True):
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        assert abs(math.hypot(x / 60, y / 30) - 1) * 60 < 0.06
