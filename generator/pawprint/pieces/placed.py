"""The items of a face: drawing operations, and texts, pictures and faces that become operations when it is drawn.

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
from pawprint.graphics.ops import DrawBox, DrawImage, DrawPath, Paint, Shading
from pawprint.graphics.ops import outline as box_path
from pawprint.typography.textbox import TextBlock


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


class TextEffects(NamedTuple):
    """The drawing below the letters of a text.

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
    """Items under one transformation and clip, which become a `Group`."""

    items: tuple["Placed", ...]
    matrix: Matrix
    clip: Path | None = None
    opacity: float = 1.0
    keep: bool = False


class LowInkItems(NamedTuple):
    """Items that become a `LowInkRule`, one of `pawprint.graphics.ops.LOW_INK_RULES`."""

    items: tuple["Placed", ...]
    rule: str


class PlacedFace(NamedTuple):
    """A whole face within something else, its corner at the origin."""

    face: "AnyFace"


Placed = Union[DrawBox, DrawPath, DrawImage, PlacedPicture, PlacedText, Turned, LowInkItems, PlacedFace]


def panel(
    box: Box,
    fill: Colour | Shading | None,
    stroke: Colour | None,
    width: float,
    radius: float,
    dash: tuple[float, ...] = (),
    opacity: float = 1.0,
) -> DrawBox:
    """A rectangle with corners rounded by *radius*; the stroke is *width* points wide."""
    return DrawBox(*box, _paint(fill, stroke, width, dash, opacity), radius)


def path_shape(
    path: Path,
    fill: Colour | None,
    stroke: Colour | None,
    width: float,
    dash: tuple[float, ...] = (),
    opacity: float = 1.0,
) -> DrawPath:
    """A line or polygon; the stroke is *width* points wide."""
    return DrawPath(path, _paint(fill, stroke, width, dash, opacity))


def _paint(
    fill: Colour | Shading | None, stroke: Colour | None, width: float, dash: tuple[float, ...], opacity: float
) -> Paint:
    return Paint(fill, stroke, width if stroke else 0.0, dash, fill_opacity=opacity, stroke_opacity=opacity)


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
        corner = outline.corner.pt
        line = () if edge is None else (panel(seen, None, *edge, corner),)
        return Turned((*items, *line), matrix, box_path(seen, corner), opacity)
    path = () if edge is None else (path_shape(outline.path, None, *edge),)
    return Turned((Turned((*items, *path), IDENTITY, outline.path),), matrix, box_path(seen), opacity)


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
        shared: the items that all pieces with this layout have.
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
        """All items on the face, bottom first."""
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
        case DrawBox() | DrawImage():
            return item.box
        case PlacedText():
            return item.block.box if item.block.lines or item.block.icons else None
        case PlacedPicture():
            picture = item.picture
            box = Box(picture.x, picture.y, picture.width, picture.height).mapped(item.matrix)
            return box if item.clip is None else box.intersection(item.clip)
        case DrawPath():
            return points_box(item.path)
        case PlacedFace(face):
            return Box(0.0, 0.0, face.trim.width.pt, face.trim.height.pt)
        case LowInkItems():
            return covered_box(item.items)
        case Turned():
            box_inside = covered_box(item.items)
            if box_inside is not None and item.clip is not None:
                clip = points_box(item.clip)
                box_inside = box_inside.intersection(clip) if clip is not None else None
            return None if box_inside is None else box_inside.mapped(item.matrix)
        case _:
            assert_never(item)
