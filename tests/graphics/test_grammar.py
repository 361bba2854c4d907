"""The grammars inside SVG attributes: path data, arcs included, and lists of transformations."""

import math
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.affine import IDENTITY
from pawprint.graphics.svg.grammar import BadValue, read_path, read_transform


def rounded(data: str) -> list[tuple[Any, ...]]:
    return [(kind, *(round(n, 3) for n in numbers)) for kind, *numbers in read_path(data)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("", []),
        ("M1 2L3,4", [("M", 1, 2), ("L", 3, 4)]),
        ("M1.5.5-3-4", [("M", 1.5, 0.5), ("L", -3, -4)]),
        ("m1 2 3 4 5 6", [("M", 1, 2), ("L", 4, 6), ("L", 9, 12)]),
        ("M1e1-2E-1+3+.4", [("M", 10, -0.2), ("L", 3, 0.4)]),
        (" \n\tM 1 , 2 z ", [("M", 1, 2), ("Z",)]),
        ("M1 1H5h2V7v-2", [("M", 1, 1), ("L", 5, 1), ("L", 7, 1), ("L", 7, 7), ("L", 7, 5)]),
        ("M1 1C1 2 3 4 5 6c1 1 2 2 3 3", [("M", 1, 1), ("C", 1, 2, 3, 4, 5, 6), ("C", 6, 7, 7, 8, 8, 9)]),
        ("M0 0C1 2 3 4 5 6S8 8 9 9", [("M", 0, 0), ("C", 1, 2, 3, 4, 5, 6), ("C", 7, 8, 8, 8, 9, 9)]),
        ("M0 0S1 1 2 0s1 1 2 0", [("M", 0, 0), ("C", 0, 0, 1, 1, 2, 0), ("C", 3, -1, 3, 1, 4, 0)]),
        ("M1 1s2 2 3 3", [("M", 1, 1), ("C", 1, 1, 3, 3, 4, 4)]),
        ("M0 0Q3 3 6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0)]),
        ("M0 0q3 3 6 0t6 0", [("M", 0, 0), ("C", 2, 2, 4, 2, 6, 0), ("C", 8, -2, 10, -2, 12, 0)]),
        ("M0 0t6 0", [("M", 0, 0), ("C", 0, 0, 2, 0, 6, 0)]),
        # a subpath that goes on after it was closed begins where that one began
        ("M1 1h4zl3 3z", [("M", 1, 1), ("L", 5, 1), ("Z",), ("M", 1, 1), ("L", 4, 4), ("Z",)]),
        ("M1 1h4zm1 1h1", [("M", 1, 1), ("L", 5, 1), ("Z",), ("M", 2, 2), ("L", 3, 2)]),
    ],
)
def test_path_data_becomes_absolute_lines_and_cubics(data: str, expected: list[tuple[Any, ...]]) -> None:
    assert expected == rounded(data)


@pytest.mark.parametrize(
    ("data", "message", "at"),
    [
        ("L1 2", "a path begins with M", 0),
        ("M1 2 3", "M takes 2 numbers at a time, 3 are given", 0),
        ("M1 2 L", "L takes 2 numbers at a time, 0 are given", 5),
        ("M1 2 H", "H takes 1 number at a time, 0 are given", 5),
        ("M1 2 C1 2 3", "C takes 6 numbers at a time, 3 are given", 5),
        ("M1 2 Z3", "Z takes no numbers at a time, 1 is given", 5),
        ("M1 2 B3", "'B3' is not path data", 5),
        ("M1,,2", "M takes 2 numbers at a time, 1 is given", 0),
        ("M1 2L3 4,", "',' is not path data", 8),
        ("M1 2L1e7 4", "'L1e7 4' has a number that is too large", 4),
        ("M1 2L1e999 4", "'L1e999 4' has a number that is too large", 4),
        ("M0 0A1 1 0 2 1 3 3", "A takes 7 numbers at a time, 0 are given", 4),
        ("M0 0A1 1 0 0 1 3 3 4", "'4' is not path data", 19),
    ],
)
def test_mistake_in_path_data_is_reported_at_its_letter(data: str, message: str, at: int) -> None:
    with pytest.raises(BadValue) as caught:
        read_path(data)
    assert caught.value.message.startswith(message)
    assert at == caught.value.start


def sampled(path: list[tuple[Any, ...]]) -> Iterator[tuple[float, float]]:
    """Points along a path of one M and cubics."""
    (_, x0, y0), *curves = path
    for _, x1, y1, x2, y2, x3, y3 in curves:
        for step in range(9):
            t = step / 8
            a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
            yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
        x0, y0 = x3, y3


@given(
    rx=st.floats(1, 50),
    ry=st.floats(1, 50),
    turned=st.integers(-360, 360),
    begin=st.floats(0, 6.28),
    sweep=st.floats(0.05, 6.2),
    way=st.booleans(),
)
def test_arc_follows_its_ellipse(rx: float, ry: float, turned: int, begin: float, sweep: float, way: bool) -> None:
    """Ends and flags are made from an ellipse round the origin: all points of the arc must lie on it."""
    cosine, sine = math.cos(math.radians(turned)), math.sin(math.radians(turned))

    def on_ellipse(angle: float) -> tuple[float, float]:
        u, v = rx * math.cos(angle), ry * math.sin(angle)
        return cosine * u - sine * v, sine * u + cosine * v

    x0, y0 = on_ellipse(begin)
    x, y = on_ellipse(begin + (sweep if way else -sweep))
    large = int(sweep > math.pi)
    if abs(sweep - math.pi) < 0.01:  # half a turn either way: too close to call in decimals
        return
    path = read_path(f"M{x0:.12f} {y0:.12f}A{rx:.12f} {ry:.12f} {turned} {large}{int(way)}{x:.12f} {y:.12f}")
    along = list(sampled(path))
    assert along[-1] == pytest.approx((x, y), abs=1e-9)
    for px, py in along:
        u, v = (cosine * px + sine * py) / rx, (cosine * py - sine * px) / ry
        assert u * u + v * v == pytest.approx(1, abs=2e-3)
    assert len(path) == 1 + math.ceil(sweep / (math.pi / 2) - 1e-6)


def test_arcs_with_packed_flags_relative_ends_and_odd_radii() -> None:
    assert rounded("M0 0a5 5 0 0 1 10 0") == rounded("M0 0A5,5,0,01,10,0") == rounded("M0 0a5 5 0 0110 0")
    assert rounded("m1 1a5 5 0 1010 0 2 2 0 01.5.5")[-1][-2:] == (11.5, 1.5)
    assert rounded("M0 0A0 5 0 0 1 9 9") == [("M", 0, 0), ("L", 9, 9)]
    assert rounded("M3 3A5 5 0 0 1 3 3") == [("M", 3, 3)]
    # too small to reach: enlarged to a half circle
    assert rounded("M0 0A1 1 0 0 1 20 0") == rounded("M0 0A10 10 0 0 1 20 0")
    assert rounded("M0 0A-10 10 0 0 1 20 0") == rounded("M0 0A10 10 0 0 1 20 0")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", IDENTITY),
        ("translate(3)", (1, 0, 0, 1, 3, 0)),
        ("scale(2)", (2, 0, 0, 2, 0, 0)),
        (" matrix ( 1,2 3.5.5 5-6 ) ", (1, 2, 3.5, 0.5, 5, -6)),
        ("translate(1 2)scale(2),translate(1 1)", (2, 0, 0, 2, 3, 4)),
    ],
)
def test_transform_lists(text: str, expected: tuple[float, ...]) -> None:
    assert expected == read_transform(text)


@pytest.mark.parametrize(
    "text",
    ["turn(3)", "rotate(1 2)", "scale()", "scale(2", "translate(1px)", "skewX(90)", "scale(1e5)scale(1e5)"],
)
def test_unsupported_transformations_are_refused(text: str) -> None:
    with pytest.raises(BadValue):
        read_transform(text)
