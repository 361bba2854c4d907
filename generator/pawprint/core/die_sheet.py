"""Places on a sheet for pieces that lie at any angle."""

from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.geometry import Size
from pawprint.core.length import Length


class SheetPlace(NamedTuple):
    """Where a piece lies: the middle of its trim, from the top-left corner of the paper; turned clockwise by *turn*
    degrees."""

    x: Length
    y: Length
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class DieSheet:
    """A sheet with places of its own, as a die or a sheet of labels has them.

    Attributes:
        bleed: how far art may go beyond its outline without reaching a neighbour.
    """

    name: str
    paper: Size
    places: tuple[SheetPlace, ...]
    bleed: Length
