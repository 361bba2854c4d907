"""The pieces that a box holds -> the room that they take."""

from collections.abc import Iterable
from typing import NamedTuple

from pawprint.boxes.sleeves import Sleeve
from pawprint.catalog.model import Component, Game
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.faces.stocks import Stock

#: The air above the highest pile.
SLACK = mm(1)


class BoxRoom(NamedTuple):
    """The room that pieces take.

    Attributes:
        floor: width and height of what they lie on.
        depth: of all layers, with `SLACK`.
    """

    floor: Size
    depth: Length


class HeldPieces(NamedTuple):
    """Pieces of one make: how many, how large one is where it lies, and how thick."""

    component: str
    number: int
    size: Size
    thickness: Length


def held_pieces(
    game: Game, component: Component, stock: Stock, thickness: Length = ZERO, sleeve: Sleeve | None = None
) -> HeldPieces:
    """The pieces of *component* in the edition of *game*.

    Args:
        thickness: of a card, measured; 0 for what the stock says. Cards alone have it.
        sleeve: what cards are in; None for no sleeves.
    """
    count = sum(record.copies_in(game.edition) for record in game.pieces(component.name))
    thick, size = stock.thickness, stock.trim
    if component.kind == "cards":
        thick = thickness or thick
        if sleeve is not None:
            size, thick = sleeve.around(size), thick + sleeve.adds
    if stock.stand:  # it lies folded, its two feet on each other
        size, thick = Size(size.width, size.height + stock.foot), 2 * thick
    return HeldPieces(component.name, count, size, thick)


def room_for(pieces: Iterable[HeldPieces], piles: tuple[int, int]) -> BoxRoom | HeldPieces:
    """The room for *pieces* in layers: those of one make fill a layer before the next one begins.

    Args:
        piles: how many piles of the largest piece lie side by side, and how many below each other; each >= 1.

    Returns:
        the first pieces that are larger than the floor, if there are any.
    """
    several = [one for one in pieces if one.number]
    largest = max(several, key=lambda one: one.size.width.grains * one.size.height.grains)
    floor = Size(piles[0] * largest.size.width, piles[1] * largest.size.height)
    depth = SLACK
    for one in several:
        in_layer = max(_fitting(floor, one.size), _fitting(floor, one.size.turned()))
        if not in_layer:
            return one
        depth += -(-one.number // in_layer) * one.thickness
    return BoxRoom(floor, depth)


def _fitting(floor: Size, size: Size) -> int:
    return (floor.width // size.width) * (floor.height // size.height)
