"""Paths as polygons, and what they enclose."""

import math

import pytest

from pawprint.core.paths import area, encloses, polygons

#: How long the handles of a quarter of a circle are, in radii.
HANDLE = 4 / 3 * (math.sqrt(2) - 1)


def circle(x: float, y: float, radius: float) -> tuple[tuple[str | float, ...], ...]:
    """Four curves around a centre, clockwise where y points downwards."""
    h = HANDLE * radius
    return (
        ("M", x + radius, y),
        ("C", x + radius, y + h, x + h, y + radius, x, y + radius),
        ("C", x - h, y + radius, x - radius, y + h, x - radius, y),
        ("C", x - radius, y - h, x - h, y - radius, x, y - radius),
        ("C", x + h, y - radius, x + radius, y - h, x + radius, y),
        ("Z",),
    )


def test_curves_become_lines_on_the_curve() -> None:
    (points,) = polygons(circle(30, 20, 10))
    assert len(points) == 17
    assert [math.hypot(x - 30, y - 20) for x, y in points] == pytest.approx([10] * 17, rel=0.001)


def test_area_of_a_circle_is_nearly_that_of_its_polygon() -> None:
    assert area(polygons(circle(30, 20, 10))) == pytest.approx(16 / 2 * 100 * math.sin(math.tau / 16), rel=0.001)


def test_ring_encloses_the_area_between_its_circles() -> None:
    ring = polygons((*circle(30, 20, 10), *circle(30, 20, 5)))
    assert [encloses(ring, (30 + x, 20.0)) for x in (0, 4, 6, 9, 11)] == [False, False, True, True, False]
