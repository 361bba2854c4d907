"""Elements that have found their place: what a face consists of, before it is broken down into drawing operations.

Coordinates are points from the top-left of the trim, y downwards. Colours are real; pictures are still pictures.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Union, assert_never

from pawprint.catalog.model import Record
from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.paths import points_box
from pawprint.core.picture import Path, Picture
from pawprint.core.piece_outline import PieceOutline
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
    """A raster image file (absolute path), scaled to *box*; the part outside *clip*, whose corners are rounded by
    *radius*, is cut off."""

    path: str
    box: Box
    clip: Box
    radius: float = 0.0
    opacity: float = 1.0


class TextEffects(NamedTuple):
    """What is drawn below the letters of a text.

    Attributes:
        stroke: colour of a line around the letters, *width* points wide.
        shadow: colour of a copy of the letters that is moved by *across* and *down* points.
    """

    stroke: Colour | None
    width: float
    shadow: Colour | None
    across: float
    down: float


class PlacedText(NamedTuple):
    """A text.

    Attributes:
        tints: the colours of its inline icons.
        inks: the colours of words that have their own, by name.
    """

    block: TextBlock
    tints: tuple[tuple[str, Colour], ...] = ()
    inks: tuple[tuple[str, Colour], ...] = ()
    effects: TextEffects | None = None


class Turned(NamedTuple):
    """Items under one transformation and clip; the corners of a rectangle are rounded by *radius*. *keep* is that of
    `Group`."""

    items: tuple["Placed", ...]
    matrix: Matrix
    clip: Box | Path | None = None
    opacity: float = 1.0
    radius: float = 0.0
    keep: bool = False


class PlacedFace(NamedTuple):
    """A whole face within something else, its corner at the origin."""

    face: "AnyFace"


Placed = Union[Panel, Outline, PlacedPicture, PlacedImage, PlacedText, Turned, PlacedFace]


def cut_out(
    items: tuple[Placed, ...],
    matrix: Matrix,
    seen: Box,
    outline: PieceOutline,
    edge: tuple[Colour, float] | None = None,
    opacity: float = 1.0,
) -> Turned:
    """*items* of a piece within its *outline*, as far as they are in the rectangle *seen*.

    Args:
        edge: colour and width of a line along the outline.
    """
    if not outline.path:
        line = () if edge is None else (Panel(seen, None, *edge, outline.corner.pt),)
        return Turned((*items, *line), matrix, seen, opacity, outline.corner.pt)
    path = () if edge is None else (Outline(outline.path, None, *edge),)
    return Turned((Turned((*items, *path), IDENTITY, outline.path),), matrix, seen, opacity)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class SharedItems:
    """The bottom of a face, which all pieces with its layout have in one language; compared by identity."""

    items: tuple[Placed, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Face:
    """One side of a piece in one language; compared by identity.

    Attributes:
        name: for bookmarks and messages.
        bleed: how far the art goes beyond the trim.
        outline: where it is cut.
        shared: what all pieces with this layout have.
        items: the rest, drawn above it.
        reads: the records that it was composed from; None where that is not followed: in a face of a piece that shows
            other pieces, and in a page that shows such a piece.
        shared_key, key: digests of everything that *shared* and *items* were made from, for caches; may be empty.
    """

    name: str
    trim: Size
    bleed: Insets
    safe: Insets
    outline: PieceOutline
    shared: SharedItems
    items: tuple[Placed, ...]
    reads: frozenset[Record] | None = None
    shared_key: str = ""
    key: str = ""

    @property
    def all_items(self) -> tuple[Placed, ...]:
        """What is placed on it, bottom first."""
        return (*self.shared.items, *self.items)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class StoredFace:
    """A face that need not be composed, because what a press wrote of it is stored by its keys; see `Face`."""

    name: str
    trim: Size
    bleed: Insets
    safe: Insets
    outline: PieceOutline
    shared_key: str
    key: str


AnyFace = Face | StoredFace


class PieceFaces(Protocol):
    """The faces of the pieces of one game in one language, for documents that show them."""

    def side(self, record: Record, side: str) -> AnyFace | None:
        """The `face` or `back` of *record*; None if it has none, or after a finding."""
        ...


# --- Placed items -> the rectangle that they cover, as far as it can be seen ------------------------------------------


def covered_box(items: Iterable[Placed]) -> Box | None:
    """The smallest rectangle around *items*, what is clipped away left out; None around nothing."""
    return Box.around([box for item in items if (box := _of(item)) is not None])


def _of(item: Placed) -> Box | None:
    match item:
        case Panel():
            return item.box
        case PlacedText():
            return item.block.box if item.block.lines or item.block.icons else None
        case PlacedImage():
            return item.clip
        case PlacedPicture():
            picture = item.picture
            box = Box(picture.x, picture.y, picture.width, picture.height).mapped(item.matrix)
            return box if item.clip is None else box.intersection(item.clip)
        case Outline():
            return points_box(item.path)
        case PlacedFace(face):
            return Box(0.0, 0.0, face.trim.width.pt, face.trim.height.pt)
        case Turned():
            box_inside = covered_box(item.items)
            if box_inside is not None and item.clip is not None:
                clip = item.clip if isinstance(item.clip, Box) else points_box(item.clip)
                box_inside = box_inside.intersection(clip) if clip is not None else None
            return None if box_inside is None else box_inside.mapped(item.matrix)
        case _:
            assert_never(item)
