"""Bridges that hold pieces in their sheet."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.picture import Path
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import Polygon, flattened
from pawprint.sheets.cut_sheet import bridged

WIDTH = mm(0.6).pt
CARD = PieceOutline(mm(3)).around(Size(mm(63), mm(88)))
DISC = PieceOutline(mm(10)).around(Size(mm(20), mm(20)))


def length(line: Polygon, closed: bool = False) -> float:
    ends = (*line[1:], line[0]) if closed else line[1:]
    return sum(math.dist(one, other) for one, other in zip(line, ends, strict=False))


def ends(part: Path) -> tuple[tuple[float, float], tuple[float, float]]:
    return (part[0][1], part[0][2]), (part[-1][-2], part[-1][-1])


@pytest.mark.parametrize(("path", "count"), [(CARD, 4), (DISC, 3)])
def test_small_pieces_have_three_bridges_and_larger_pieces_four(path: Path, count: int) -> None:
    parts = bridged(path, WIDTH)
    assert len(parts) == count
    assert all(("Z",) not in part for part in parts)


@pytest.mark.parametrize("path", [CARD, DISC])
def test_each_bridge_has_the_right_width(path: Path) -> None:
    parts = bridged(path, WIDTH)
    for one, other in zip(parts, parts[1:] + parts[:1], strict=True):
        assert math.dist(ends(one)[1], ends(other)[0]) == pytest.approx(WIDTH, rel=0.01)


@given(st.floats(8, 120), st.floats(8, 120), st.floats(0, 3.9), st.floats(0.2, 1.2))
def test_all_of_the_line_is_cut_but_the_bridges(width: float, height: float, corner: float, bridge: float) -> None:
    path = PieceOutline(mm(corner)).around(Size(mm(width), mm(height)))
    parts = bridged(path, mm(bridge).pt)
    whole = length(flattened(path)[0], closed=True)
    assert len(parts) > 1
    cut = sum(length(flattened(part)[0]) for part in parts)
    assert cut == pytest.approx(whole - len(parts) * mm(bridge).pt, abs=0.2)


@given(st.floats(12, 120), st.floats(12, 120), st.floats(0, 3))
def test_no_bridge_is_at_a_corner(width: float, height: float, corner: float) -> None:
    """Each lies on a straight side, whole."""
    path = PieceOutline(mm(corner)).around(Size(mm(width), mm(height)))
    right, bottom = mm(width).pt, mm(height).pt
    clear = mm(corner).pt
    for part in bridged(path, WIDTH):
        for x, y in ends(part):
            level = min(abs(y), abs(y - bottom)) < 1e-3 and clear <= x <= right - clear
            upright = min(abs(x), abs(x - right)) < 1e-3 and clear <= y <= bottom - clear
            assert level or upright, (x, y)


def test_curves_stay_curves() -> None:
    assert all(segment[0] in "MC" for part in bridged(DISC, WIDTH) for segment in part)


def test_line_too_short_for_bridges_is_cut_without_them() -> None:
    tiny = PieceOutline().around(Size(mm(2), mm(1)))
    assert bridged(tiny, WIDTH) == (tiny,)
