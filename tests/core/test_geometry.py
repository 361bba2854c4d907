"""Sizes, insets and boxes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.strategies import boxes, lengths, points, sizes
from pawprint.core.affine import IDENTITY, is_singular
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length, inch, mm


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("63.5 mm x 88.9 mm", Size(mm(63.5), mm(88.9))),
        ("63.5mm×88.9mm", Size(mm(63.5), mm(88.9))),
        ("210x297mm", Size(mm(210), mm(297))),
        ("8.5 x 11 in", Size(inch(8.5), inch(11))),
        ("2.5 in x 88.9 mm", Size(inch(2.5), mm(88.9))),
    ],
)
def test_size_is_two_lengths(text: str, size: Size) -> None:
    assert Size.parse(text) == size


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A4", "'A4' is not a size"),
        ("", "'' is not a size"),
        ("x", "'x' is not a size"),
        ("x 5 mm", "'x 5 mm' is not a size"),
        ("1 mm x 2 mm x 3 mm", "is not a size"),
        ("10 x 20", "'20' has no unit"),
        ("10 mm x 20", "'20' has no unit"),
        ("10 ft x 20 mm", "unknown unit 'ft'"),
        ("0 x 20 mm", "both sides must be greater than 0"),
        ("10 mm x -20 mm", "both sides must be greater than 0"),
        ("wide x 20 mm", "'wide' is not a length"),
    ],
)
def test_anything_else_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        Size.parse(text)
    assert message in str(caught.value)


@given(sizes)
def test_size_survives_writing_and_parsing(size: Size) -> None:
    assert Size.parse(str(size)) == size


@given(sizes)
def test_turning_twice_is_not_turning(size: Size) -> None:
    assert size.turned().turned() == size
    assert (size.turned().width, size.turned().height) == (size.height, size.width)


@given(st.text(alphabet="0123456789.x× mcin-", max_size=30))
def test_no_text_does_worse_than_being_refused(text: str) -> None:
    try:
        size = Size.parse(text)
    except ValueError:
        return
    assert min(size.width, size.height) > mm(0)


@given(lengths)
def test_even_insets_are_the_same_on_all_sides(length: Length) -> None:
    assert set(Insets.even(length)) == {length}
    assert set(Insets()) == {mm(0)}


@given(boxes)
def test_box_knows_its_far_sides(box: Box) -> None:
    assert (box.right - box.x, box.bottom - box.y) == (box.width, box.height)


@given(boxes, points)
def test_box_shrinks_about_its_middle(box: Box, by: float) -> None:
    inner = box.inset(by)
    assert (inner.x - box.x, box.right - inner.right) == (by, by)
    assert (inner.y - box.y, box.bottom - inner.bottom) == (by, by)
    assert inner.inset(-by) == box


def test_union_is_the_box_around_two() -> None:
    assert Box(0, 0, 10, 10).union(Box(-5, 8, 6, 20)) == Box(-5, 0, 15, 28)


@given(st.lists(boxes, max_size=5))
def test_box_around_several_is_their_union_in_any_order(several: list[Box]) -> None:
    around = Box.around(several)
    assert (around is None) is (not several)
    if around is not None:
        assert around == Box.around(several[::-1])
        assert all(around.x <= box.x and around.y <= box.y for box in several)
        assert around.right == pytest.approx(max(box.right for box in several), abs=1e-6)


def test_points_have_the_smallest_bounding_box() -> None:
    assert Box.of_points([3, 4, -1, 10, 2, 0]) == Box(-1, 0, 4, 10)
    assert Box.of_points([]) is None


def test_turned_box_is_mapped_to_the_box_around_it() -> None:
    quarter_turn = (0.0, 1.0, -1.0, 0.0, 100.0, 0.0)
    assert Box(10, 20, 30, 40).mapped(quarter_turn) == Box(40, 10, 40, 30)
    assert Box(1, 2, 3, 4).mapped(IDENTITY) == Box(1, 2, 3, 4)


def test_intersection_is_what_both_boxes_cover() -> None:
    assert Box(0, 0, 10, 10).intersection(Box(4, 6, 20, 20)) == Box(4, 6, 6, 4)
    assert Box(0, 0, 10, 10).intersection(Box(10, 0, 5, 5)) == Box(10, 0, 0, 5)
    assert Box(0, 0, 10, 10).intersection(Box(11, 0, 5, 5)) is None


def test_box_contains_the_points_inside_and_on_its_sides() -> None:
    box = Box(1, 2, 3, 4)
    assert all(box.contains(x, y) for x, y in box.corners)
    assert box.contains(2, 3)
    assert not box.contains(0.9, 3)
    assert not box.contains(2, 6.1)


@pytest.mark.parametrize(
    ("factor", "expected"), [(0.0, True), (9e-13, True), (-9e-13, True), (1e-12, False), (1.0, False)]
)
def test_nearly_singular_matrix_is_singular(factor: float, expected: bool) -> None:
    assert is_singular((factor, 0.0, 7.0, 1.0, 3.0, 4.0)) is expected
