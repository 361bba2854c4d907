"""Elements that have found their place: what a face consists of, before it is broken down into drawing operations.

Coordinates are points from the top-left of the trim, y downwards. Colours are real; pictures are still pictures.
"""

from dataclasses import dataclass
from typing import NamedTuple, Union

from pawprint.base.colour import Colour
from pawprint.base.shapes import Box, Insets, Size
from pawprint.compose.picture import Matrix, Path, Picture
from pawprint.compose.text import TextBlock


class Blend(NamedTuple):
    """A gradient from one colour to another.

    Attributes:
        angle: degrees; 0 runs from left to right, 90 from top to bottom.
    """

    start: Colour
    end: Colour
    angle: float


class Panel(NamedTuple):
    """A rectangle with rounded corners, or a path within it."""

    box: Box
    fill: Colour | Blend | None
    stroke: Colour | None
    stroke_width: float
    radius: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


class Outline(NamedTuple):
    """A path: a line or polygon."""

    path: Path
    fill: Colour | None
    stroke: Colour | None
    stroke_width: float
    dash: tuple[float, ...] = ()
    opacity: float = 1.0


class PlacedPicture(NamedTuple):
    """A drawing, its user units mapped to points by *matrix*.

    Attributes:
        colours: (palette name, colour) pairs, sorted, for every name that the picture uses.
        clip: what lies outside is cut off; None where the picture lies within its box anyway.
    """

    picture: Picture
    matrix: Matrix
    colours: tuple[tuple[str, Colour], ...]
    clip: Box | None = None
    opacity: float = 1.0


class PlacedImage(NamedTuple):
    """A raster image file (absolute path), scaled to *box*; the part outside *clip* is cut off."""

    path: str
    box: Box
    clip: Box


class PlacedText(NamedTuple):
    """A text; `tints` gives the colours of its inline icons."""

    block: TextBlock
    tints: tuple[tuple[str, Colour], ...] = ()


class Turned(NamedTuple):
    """Items under one transformation and clip, whose corners are rounded by *radius*."""

    items: tuple["Placed", ...]
    matrix: Matrix
    clip: Box | None = None
    opacity: float = 1.0
    radius: float = 0.0


Placed = Union[Panel, Outline, PlacedPicture, PlacedImage, PlacedText, Turned]


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One side of a piece in one language.

    Attributes:
        name: for bookmarks and messages.
        shared: the part that every piece with this layout has, as one object per layout and language.
        items: the rest, drawn above it.
        bleed: how far the art goes beyond the trim.
        corner: radius of the cut corners; half the width for a round piece. Points.
    """

    name: str
    trim: Size
    bleed: Insets
    safe: Insets
    corner: float
    shared: tuple[Placed, ...]
    items: tuple[Placed, ...]
