"""Elements that have found their place: what a face consists of, before it is broken down into drawing operations.

Coordinates are points from the top-left of the trim, y downwards. Colours are real; pictures are still pictures.
"""

from collections.abc import Callable
from typing import NamedTuple, Union

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.picture import Path, Picture
from pawprint.typography.textbox import TextBlock


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
    """Items under one transformation and clip, whose corners are rounded by *radius*; *keep* is that of `Group`."""

    items: tuple["Placed", ...]
    matrix: Matrix
    clip: Box | None = None
    opacity: float = 1.0
    radius: float = 0.0
    keep: bool = False


class PlacedFace(NamedTuple):
    """A whole face within something else, its corner at the origin."""

    face: "Face"


Placed = Union[Panel, Outline, PlacedPicture, PlacedImage, PlacedText, Turned, PlacedFace]


class Face:
    """One side of a piece in one language.

    Args:
        name: for bookmarks and messages.
        bleed: how far the art goes beyond the trim.
        corner: radius of the cut corners; half the width for a round piece. Points.
        place: works out `shared` and `items`, which is done when they are first asked for.
        common_key, key: what these are made from: the same key, the same items; empty where that cannot be told.
    """

    __slots__ = ("_items", "_place", "_shared", "bleed", "common_key", "corner", "key", "name", "safe", "trim")

    def __init__(
        self,
        name: str,
        trim: Size,
        bleed: Insets,
        safe: Insets,
        corner: float,
        place: Callable[[], tuple[tuple[Placed, ...], tuple[Placed, ...]]],
        common_key: str = "",
        key: str = "",
    ) -> None:
        self.name, self.trim, self.bleed, self.safe, self.corner = name, trim, bleed, safe, corner
        self.common_key, self.key = common_key, key
        self._place: Callable[[], tuple[tuple[Placed, ...], tuple[Placed, ...]]] | None = place
        self._shared: tuple[Placed, ...] = ()
        self._items: tuple[Placed, ...] = ()

    def _settle(self) -> None:
        if self._place is not None:
            self._shared, self._items = self._place()
            self._place = None

    @property
    def shared(self) -> tuple[Placed, ...]:
        """The part that every piece with this layout has, as one object per layout and language."""
        self._settle()
        return self._shared

    @property
    def items(self) -> tuple[Placed, ...]:
        """The rest, drawn above it."""
        self._settle()
        return self._items
