"""The room that pieces take in a box."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.geometry import Size
from pawprint.core.length import Length, mm
from pawprint.pieces.boxes.box_room import SLACK, BoxRoom, HeldPieces, room_for

sizes = st.builds(Size, *[st.integers(10 * 360_000, 120 * 360_000).map(Length)] * 2)
thick = st.integers(36_000, 720_000).map(Length)
several = st.lists(st.builds(HeldPieces, st.just("x"), st.integers(1, 200), sizes, thick), min_size=1, max_size=5)


def pieces(number: int, width: float, height: float, thickness: float = 0.3) -> HeldPieces:
    return HeldPieces("x", number, Size(mm(width), mm(height)), mm(thickness))


def test_cards_form_a_single_pile_with_a_little_air() -> None:
    assert room_for([pieces(54, 63.5, 88.9)], (1, 1)) == BoxRoom(Size(mm(63.5), mm(88.9)), 54 * mm(0.3) + SLACK)


def test_two_piles_have_half_the_height() -> None:
    room = room_for([pieces(55, 63.5, 88.9)], (2, 1))
    assert room == BoxRoom(Size(mm(127), mm(88.9)), 28 * mm(0.3) + SLACK)


def test_small_pieces_are_side_by_side_in_layers() -> None:
    """Six discs of 25 mm lie on a card: two across, three down."""
    room = room_for([pieces(10, 63.5, 88.9), pieces(13, 25, 25)], (1, 1))
    assert isinstance(room, BoxRoom)
    assert room.depth == 13 * mm(0.3) + SLACK


def test_pieces_are_turned_if_more_fit() -> None:
    room = room_for([pieces(1, 100, 60), pieces(4, 30, 50)], (1, 1))
    assert isinstance(room, BoxRoom)
    assert room.depth == 2 * mm(0.3) + SLACK  # upright three fit, lying four


def test_piece_longer_than_the_largest_piece_does_not_fit() -> None:
    long = pieces(1, 200, 20)
    assert room_for([pieces(1, 63.5, 88.9), long], (1, 1)) is long


@given(several, st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_every_piece_has_its_own_place(held: list[HeldPieces], piles: tuple[int, int]) -> None:
    """Putting them in one by one, wherever one more fits into a layer, never comes out above the depth."""
    room = room_for(held, piles)
    if isinstance(room, HeldPieces):
        turned = room.size.turned()
        largest = max(held, key=lambda one: one.size.width.grains * one.size.height.grains).size
        floor = Size(piles[0] * largest.width, piles[1] * largest.height)
        for size in (room.size, turned):
            assert size.width > floor.width or size.height > floor.height
        return
    height = 0
    for one in held:
        best = 0
        for width, tall in (one.size, one.size.turned()):
            across = down = 0
            while (across + 1) * width.grains <= room.floor.width.grains:
                across += 1
            while (down + 1) * tall.grains <= room.floor.height.grains:
                down += 1
            best = max(best, across * down)
        left = one.number
        while left > 0:
            left -= best
            height += one.thickness.grains
    assert height + SLACK.grains == pytest.approx(room.depth.grains)
