"""Polygons and outlines: offsets, crossings, distances, against an independent library."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon as Measured

from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.core.paths import path_bounds
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.core.polygon import (
    Polygon,
    closed_path,
    contains,
    crosses_itself,
    distance,
    flattened,
    grown,
    overhang,
    regular,
    signed_area,
    with_round_corners,
)

BOW = ((0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0))
SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
ARROW = ((0.0, 3.0), (6.0, 3.0), (6.0, 0.0), (10.0, 5.0), (6.0, 10.0), (6.0, 7.0), (0.0, 7.0))


@st.composite
def stars(draw: st.DrawFn) -> Polygon:
    """Polygons around a point, convex or not, that do not cross themselves."""
    count = draw(st.integers(3, 12))
    radii = draw(st.lists(st.floats(20, 90), min_size=count, max_size=count))
    angles = [2 * math.pi * index / count for index in range(count)]
    return tuple((r * math.cos(a), r * math.sin(a)) for r, a in zip(radii, angles, strict=True))


@given(stars(), st.floats(1, 14))
def test_grown_polygon_contains_all_close_points_and_few_others(polygon: Polygon, by: float) -> None:
    (bigger,) = grown(polygon, by)
    round_one, made = Measured(polygon).buffer(by - 0.01, quad_segs=32), Measured(bigger)
    assert made.covers(round_one)
    assert Measured(polygon).buffer(2.01 * by).covers(made), "mitres are bounded"


@given(stars(), st.floats(1, 14))
def test_shrunk_polygon_has_that_distance_from_the_sides(polygon: Polygon, by: float) -> None:
    for part in grown(polygon, -by):
        assert Measured(polygon).exterior.distance(Measured(part)) > by - 0.01


@given(stars(), stars(), st.floats(-200, 200))
def test_distance_of_polygons_matches_an_independent_library(one: Polygon, two: Polygon, shift: float) -> None:
    moved = tuple((x + shift, y) for x, y in two)
    assert distance(one, moved) == pytest.approx(Measured(one).distance(Measured(moved)), abs=1e-6)


@given(stars(), st.floats(-95, 95), st.floats(-95, 95))
def test_point_is_inside_or_outside(polygon: Polygon, x: float, y: float) -> None:
    spot = ShapelyPoint(x, y)
    if Measured(polygon).exterior.distance(spot) > 1e-6:
        assert contains(polygon, (x, y)) is Measured(polygon).contains(spot)


@given(st.permutations([(0.0, 0.0), (10.0, 1.0), (12.0, 9.0), (5.0, 14.0), (-3.0, 8.0), (4.0, 5.0)]))
def test_crossings_match_an_independent_library(points: list[tuple[float, float]]) -> None:
    assert crosses_itself(tuple(points)) is not Measured(points).is_valid


@pytest.mark.parametrize(
    "polygon", [BOW, ((0, 0), (10, 0), (5, 0)), (*SQUARE, (0, 5), (10, 5)), ((0, 0), (9, 0), (9, 9), (4, 0), (0, 9))]
)
def test_polygon_that_touches_or_crosses_itself_is_seen(polygon: Polygon) -> None:
    assert crosses_itself(polygon)


@pytest.mark.parametrize("polygon", [SQUARE, ARROW, (*SQUARE[:1], (5.0, 0.0), *SQUARE[1:])])
def test_corners_in_a_straight_side_and_notches_are_not_crossings(polygon: Polygon) -> None:
    assert not crosses_itself(polygon)


def test_growing_triangle_preserves_its_corners() -> None:
    triangle = tuple((x * 40, y * 40 * math.sqrt(0.75)) for x, y in regular(3))
    (bigger,) = grown(triangle, 5)
    assert len(bigger) == 3
    assert min(y for _, y in bigger) == pytest.approx(-10, abs=0.01)


def test_round_corners_are_round_and_within_the_shape() -> None:
    (rounded,) = with_round_corners(SQUARE, 2)
    assert abs(signed_area(rounded)) == pytest.approx(100 - (4 - math.pi) * 4, abs=0.1)
    assert with_round_corners(SQUARE, 5.1) == ()


def test_overhang_is_measured_from_the_sides_of_a_polygon() -> None:
    assert overhang((2, 2, 8, 8), [SQUARE]) == 0
    assert overhang((2, 2, 13, 8), [SQUARE]) == pytest.approx(3)


@pytest.mark.parametrize("sides", [3, 4, 5, 6, 24])
def test_regular_polygons_fill_their_square(sides: int) -> None:
    box = Box.of_points([number for point in regular(sides) for number in point])
    assert box == pytest.approx((0, 0, 1, 1))


def test_curves_become_lines_that_are_a_hundredth_of_a_millimetre_off_at_most() -> None:
    circle = PieceOutline(mm(20)).around(Size(mm(40), mm(40)))
    (polygon,) = flattened(circle)
    radius = mm(20).pt
    assert len(polygon) < 110
    assert all(abs(math.dist(point, (radius, radius)) - radius) < 0.05 for point in polygon)
    assert Measured(polygon).area == pytest.approx(math.pi * radius**2, rel=2e-3)


def test_outline_of_any_shape_grows_by_the_same_distance() -> None:
    trim = Size(mm(40), mm(40))
    hexagon = PieceOutline(path=closed_path([tuple((x * trim.width.pt, y * trim.height.pt) for x, y in regular(6))]))
    for outline in (RECTANGLE, PieceOutline(mm(3)), PieceOutline(mm(20)), hexagon):
        (before,), (after,) = outline.polygons(trim), outline.polygons(trim, 10)
        assert Measured(after).exterior.distance(Measured(before)) == pytest.approx(10, abs=0.06)


def test_mirror_image_of_an_outline_has_the_same_trim() -> None:
    trim = Size(mm(10), mm(10))
    arrow = PieceOutline(path=closed_path([tuple((x * trim.width.pt / 10, y * trim.height.pt / 10) for x, y in ARROW)]))
    back = arrow.mirrored(trim)
    assert path_bounds(list(back.path)) == pytest.approx(path_bounds(list(arrow.path)), abs=0.002)
    assert contains(back.polygons(trim)[0], (mm(9).pt, mm(5).pt))
    assert not contains(back.polygons(trim)[0], (mm(9).pt, mm(1).pt))
    assert back.mirrored(trim) == arrow
