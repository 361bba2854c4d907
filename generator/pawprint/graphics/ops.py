"""The few things a press can do: a closed list of operations, flat, comparable and printable.

Coordinates are points (1/72 in) from the top-left corner of the trim, x to the right, y downwards;
bleed lies at negative coordinates. A press ends its match over `Op` with `assert_never`.
"""

from dataclasses import dataclass, field
from typing import NamedTuple, Union

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.paths import rectangle
from pawprint.core.picture import Path
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.typography.metrics import Shaped, Typeface

# --- Outlines of boxes as paths, for clips and cuts -------------------------------------------------------------------


def outline(box: Box, radius: float = 0.0) -> Path:
    """The outline of *box*, its corners rounded by *radius* points (at most half of its shorter side)."""
    if radius:
        return tuple(rectangle(box.x, box.y, box.width, box.height, radius, radius))
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return (("M", left, top), ("L", right, top), ("L", right, bottom), ("L", left, bottom), ("Z",))


#: With little ink, operations stay as they are, or their fills turn white, with or without an outline in their colour;
#: `auto` lets size decide, as it does without a rule.
LOW_INK_RULES = ("auto", "keep", "outline", "white")

# --- ops --------------------------------------------------------------------------------------------------------------


class Shading(NamedTuple):
    """A gradient with real colours; see `pawprint.core.picture.Gradient` for the numbers."""

    x1: float
    y1: float
    x2: float
    y2: float
    stops: tuple[tuple[float, Colour], ...]
    radius: float | None = None
    focus: tuple[float, float, float] | None = None


class Paint(NamedTuple):
    """How a path is filled and stroked.

    Attributes:
        width: of the stroke, in points; cap and join as PDF numbers them (0, 1, 2).
        fill_opacity, stroke_opacity: 0..1.
        phase: how far into the dashes a line begins, in points.
        miter: how many times as long as the stroke is wide a corner may be.
    """

    fill: Colour | Shading | None = None
    stroke: Colour | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0
    even_odd: bool = False
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    phase: float = 0.0
    miter: float = 4.0


class DrawBox(NamedTuple):
    """A rectangle, its corners rounded by *radius* (0: sharp; half the side: an ellipse's quarter)."""

    x: float
    y: float
    width: float
    height: float
    paint: Paint
    radius: float = 0.0

    @property
    def box(self) -> Box:
        """Its rectangle, without the stroke."""
        return Box(self.x, self.y, self.width, self.height)


class DrawPath(NamedTuple):
    """A path of straight lines and cubic curves."""

    path: Path
    paint: Paint


class DrawText(NamedTuple):
    """Words on one baseline in one typeface and colour.

    Attributes:
        x, y: start of the baseline.
        words: drawn one after the other with a space glyph between two of them.
        gap: width of that space in points, >= 0.
        tracking: points added after every glyph.
    """

    x: float
    y: float
    typeface: Typeface
    size: float
    ink: Colour
    words: tuple[Shaped, ...]
    gap: float
    tracking: float = 0.0


class DrawImage(NamedTuple):
    """A raster image, scaled to the box. *path* is an absolute file name or a `data:` URI, already checked to be
    usable; see `pawprint.core.raster`."""

    x: float
    y: float
    width: float
    height: float
    path: str

    @property
    def box(self) -> Box:
        """Its rectangle."""
        return Box(self.x, self.y, self.width, self.height)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Symbol:
    """Operations stored once in a document and used many times; compared by identity.

    Attributes:
        name: for people who read drawings: `food-chain/toad`.
        x, y, width, height: everything outside is cut off; in the symbol's own units.
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    ops: tuple["Op", ...]


class UseSymbol(NamedTuple):
    """A symbol, its units mapped to points by *matrix*."""

    symbol: Symbol
    matrix: Matrix


class Group(NamedTuple):
    """Operations under one transformation, clip and opacity (of the whole, as one flat picture).

    Attributes:
        keep: the content must be printed exactly as it is, because a machine reads it: a pass that changes what is
            printed (low ink) leaves it unchanged. Passes that show how a print looks (simulated vision) or that cut it
            treat it as everything else.
        mask: in the units of the group; the lighter it is in a place, the more can be seen there of the operations, and
            nothing where it has nothing. Its colours are greys. Empty: no mask.
    """

    ops: tuple["Op", ...]
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    clip: Path | None = None
    opacity: float = 1.0
    keep: bool = False
    mask: tuple["Op", ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StructureElement:
    """A part of a document's structure, compared by identity; what is drawn for it are the `Marked` that name it.

    Attributes:
        role: a standard structure type of PDF 1.7: `H1`, `P`, `L`, `LI`, `Table`, `TR`, `TH`, `TD`, `Figure`, ...
        alt: what a `Figure` shows, or the words that a `Span` without letters (an icon) stands for.
        language: where it is not that of the document.
        scope: of a `TH`: `Column` or `Row`. across: columns that a cell covers.
        heads: of a `TD`: the `TH` that say what it is, where their scope does not say so.
        numbering: of an `L` whose items have an `Lbl`: `Decimal`, `Disc`, ...
    """

    role: str
    children: tuple["StructureElement", ...] = ()
    alt: str = ""
    language: str = ""
    scope: str = ""
    across: int = 1
    numbering: str = ""
    heads: tuple["StructureElement", ...] = ()


class Marked(NamedTuple):
    """Operations that are, or are a part of, one element of a document's structure; decoration for None."""

    ops: tuple["Op", ...]
    element: StructureElement | None


class LowInkRule(NamedTuple):
    """Operations for which a layout declares how they are printed with little ink; elsewhere it has no effect.

    Attributes:
        rule: one of `LOW_INK_RULES`.
    """

    ops: tuple["Op", ...]
    rule: str


class UseDrawing(NamedTuple):
    """A whole drawing within another one, its corner at the origin."""

    drawing: "AnyDrawing"


Op = Union[DrawBox, DrawPath, DrawText, DrawImage, UseSymbol, UseDrawing, Group, Marked, LowInkRule]


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Layer:
    """Operations in drawing order, compared by identity; several drawings may have one in common.

    Attributes:
        key: a digest of everything that the operations were made from, under which a press may store what it writes of
            them; empty if it may not.
    """

    ops: tuple[Op, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class StoredLayer:
    """A layer of which a press has stored what it wrote, by its key; see `Layer`."""

    key: str


def nothing() -> Layer:
    """An empty layer."""
    return Layer((), "nothing")


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class Drawing:
    """One face or back, ready to be placed; compared by identity.

    Attributes:
        name: `toad fr face`.
        trim: finished size; *bleed* is how far the art goes beyond it on each side.
        art: what is drawn; `common` is what many drawings have as one layer, so that a press can write it once, and
            lies below.
        outline: where it is cut.
    """

    name: str
    trim: Size
    bleed: Insets
    art: Layer
    outline: PieceOutline = RECTANGLE
    common: Layer = field(default_factory=nothing)

    @property
    def ops(self) -> tuple[Op, ...]:
        """All operations, in drawing order."""
        return (*self.common.ops, *self.art.ops)

    @property
    def box(self) -> Box:
        """The largest visible area: its trim and bleed, in points."""
        return _outer_box(self.trim, self.bleed)

    @property
    def key(self) -> str:
        """A digest of everything that it was made from; empty if one of its layers has no key."""
        return _key_of(self.art, self.common)


@dataclass(frozen=True, slots=True, eq=False, repr=False, weakref_slot=True)
class StoredDrawing:
    """A drawing of which a press has stored what it wrote, so that its operations are not needed; see `Drawing`."""

    name: str
    trim: Size
    bleed: Insets
    art: StoredLayer
    outline: PieceOutline
    common: StoredLayer

    @property
    def box(self) -> Box:
        """The largest visible area: its trim and bleed, in points."""
        return _outer_box(self.trim, self.bleed)

    @property
    def key(self) -> str:
        """A digest of everything that it was made from."""
        return _key_of(self.art, self.common)


AnyLayer = Layer | StoredLayer
AnyDrawing = Drawing | StoredDrawing


def with_operations(drawing: AnyDrawing) -> Drawing:
    """*drawing*, which must have operations.

    Raises:
        TypeError: it is a stored one.
    """
    if isinstance(drawing, StoredDrawing):
        raise TypeError(f"the operations of '{drawing.name}' are needed, and it is only stored")
    return drawing


def _outer_box(trim: Size, bleed: Insets) -> Box:
    left, top = bleed.left.pt, bleed.top.pt
    return Box(-left, -top, left + trim.width.pt + bleed.right.pt, top + trim.height.pt + bleed.bottom.pt)


def _key_of(art: AnyLayer, common: AnyLayer) -> str:
    return f"{art.key} {common.key}" if common.key and art.key else ""
