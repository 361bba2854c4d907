"""Places on a sheet for pieces that lie at any angle."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Size
from pawprint.core.length import Length


class SheetPlace(NamedTuple):
    """Where a piece lies: the middle of its trim, from the top-left corner of the paper; turned clockwise by *turn*
    degrees."""

    x: Length
    y: Length
    turn: float = 0.0

    def matrix(self, trim: Size) -> Matrix:
        """Maps the points of a face of that *trim* to those of the sheet."""
        a, b = _cosine_and_sine(self.turn)
        x, y = trim.width.pt / 2, trim.height.pt / 2
        return (a, b, -b, a, self.x.pt - a * x + b * y, self.y.pt - b * x - a * y)


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


#: Exact for quarters of a turn.
_QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


@lru_cache(maxsize=32)
def _cosine_and_sine(turn: float) -> tuple[float, float]:
    quarters, rest = divmod(turn % 360, 90)
    if not rest:
        return _QUARTERS[int(quarters)]
    return math.cos(math.radians(turn)), math.sin(math.radians(turn))
