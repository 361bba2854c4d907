"""What lies below a thing in a drawing: the fills that were drawn before it, and what a path encloses."""

from functools import cached_property
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, inverse, is_singular
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.core.paths import area, encloses, points_box, polygons
from pawprint.core.picture import Path

#: A box around every drawing.
EVERYWHERE = Box(-1e9, -1e9, 2e9, 2e9)


class Backdrop(NamedTuple):
    """A fill that other things may lie on, and whether it is still *dark*.

    Attributes:
        colour: what it was filled with.
        inverted: it was light on a ground that was dark, and has become dark on white.
        shape: what it covers under *matrix*; None for all of *box*.
        scenery: it is large in a picture and has no outline, such as a night or the soil.
    """

    box: Box
    dark: bool
    colour: Colour
    inverted: bool = False
    shape: "MeasuredPath | None" = None
    matrix: Matrix = IDENTITY
    scenery: bool = False

    def at(self, x: float, y: float) -> "Backdrop | None":
        """Itself if the point, which is in *box*, lies on it."""
        if self.shape is None or is_singular(self.matrix):
            return self
        a, b, c, d, e, f = inverse(self.matrix)
        return self if encloses(self.shape.outlines, (a * x + c * y + e, b * x + d * y + f)) else None


class SymbolBackdrop(NamedTuple):
    """The fills of a symbol, which *back* maps to from where it is used."""

    box: Box
    grounds: "Grounds"
    back: Matrix

    def at(self, x: float, y: float) -> Backdrop | None:
        """The topmost fill under the point."""
        a, b, c, d, e, f = self.back
        return _topmost(a * x + c * y + e, b * x + d * y + f, self.grounds)


Grounds = list[Backdrop | SymbolBackdrop]


class MeasuredPath:
    """A path, measured as far as it has to be."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.box = points_box(path) or Box(0.0, 0.0, 0.0, 0.0)

    @cached_property
    def outlines(self) -> list[list[tuple[float, float]]]:
        """What it encloses."""
        return polygons(self._path)

    @cached_property
    def area(self) -> float:
        """How much it encloses."""
        return area(self.outlines)

    def size(self, scale: float, small: float) -> float:
        """How much it encloses where an area is *scale* times as large; up to *small*, at most that."""
        around = self.box.width * self.box.height * scale
        return around if around <= small else self.area * scale


def ground_below(place: Box, grounds: Grounds) -> Backdrop | None:
    """The topmost ground under the middle of *place*."""
    return _topmost(place.x + place.width / 2, place.y + place.height / 2, grounds)


def _topmost(x: float, y: float, grounds: Grounds) -> Backdrop | None:
    """The topmost ground under a point."""
    for ground in reversed(grounds):
        left, top, width, height = ground.box
        if left <= x <= left + width and top <= y <= top + height and (found := ground.at(x, y)) is not None:
            return found
    return None
