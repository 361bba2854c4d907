"""The outline of a piece: where it is cut. One value for rectangles, discs and all other shapes."""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.paths import place_path, rectangle
from pawprint.core.picture import Path

if TYPE_CHECKING:
    from pawprint.core.polygon import Polygon


# --- Places on a sheet for pieces that lie at any angle ---------------------------------------------------------------


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


# --- piece outline ----------------------------------------------------------------------------------------------------


class PieceOutline(NamedTuple):
    """The outline of a piece within its trim, the smallest upright rectangle around it.

    Attributes:
        corner: radius of the corners of a rectangle; half the side of a square for a disc.
        path: of any other shape: one closed path, clockwise, in points from the top-left of the trim.
        inside: paths to be cut within the outline: closed ones are holes, open ones slits.
        folds: open paths to be folded or scored.
    """

    corner: Length = ZERO
    path: Path = ()
    inside: tuple[Path, ...] = ()
    folds: tuple[Path, ...] = ()

    @property
    def is_sharp_rectangle(self) -> bool:
        """True if the trim itself is the outline."""
        return not (self.corner or self.path)

    def is_disc(self, trim: Size) -> bool:
        """True if it is a circle."""
        return trim.width == trim.height and bool(self.corner) and self.corner + self.corner + Length(1) >= trim.width

    def is_rectangle(self, trim: Size) -> bool:
        """True if straight lines through a whole sheet can cut it out, but for round corners."""
        return not (self.path or self.is_disc(trim))

    def around(self, trim: Size, beyond: float = 0.0) -> Path:
        """The outline, grown by *beyond* points on all sides; shrunk if negative, perhaps to nothing."""
        if self.path:
            return self.path if not beyond else _grown_path(self.path, beyond)
        box = Box(0.0, 0.0, trim.width.pt, trim.height.pt).inset(-beyond)
        if box.width <= 0 or box.height <= 0:
            return ()
        radius = max(self.corner.pt + beyond, 0.0) if self.corner else 0.0
        if radius:
            return tuple(rectangle(*box, radius, radius))
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))

    def polygons(self, trim: Size, beyond: float = 0.0) -> "list[Polygon]":
        """`around` as polygons."""
        from pawprint.core.polygon import flattened

        return flattened(self.around(trim, beyond))

    def mirrored(self, trim: Size) -> "PieceOutline":
        """The outline seen from behind."""
        if not (self.path or self.inside or self.folds):
            return self
        width = trim.width.pt
        inside, folds = (tuple(_mirrored_path(path, width) for path in paths) for paths in (self.inside, self.folds))
        return self._replace(path=_mirrored_path(self.path, width), inside=inside, folds=folds)


RECTANGLE = PieceOutline()


@lru_cache(maxsize=128)
def _grown_path(path: Path, beyond: float) -> Path:
    from pawprint.core.polygon import closed_path, flattened, grown

    return closed_path(part for polygon in flattened(path) for part in grown(polygon, beyond))


@lru_cache(maxsize=128)
def _mirrored_path(path: Path, width: float) -> Path:
    return place_path(path, (-1.0, 0.0, 0.0, 1.0, width, 0.0))
