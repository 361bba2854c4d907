"""Drawing -> the drawing with less ink: white grounds, outlines in place of large fills, dark text.

The pass knows no layout; it looks at the operations in drawing order. A fill that is larger than a badge turns white
and gets an outline in its colour; what was light on a dark ground becomes outlined on white, and in icons as dark as
that ground was. In pictures it also keeps a band of its colour along its edge, and a tint, so that a picture has the
same colours in all sizes. A group with `keep` stays unchanged. `spared_paint` has the rules for fills and lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from math import inf, pi
from typing import NamedTuple, assert_never

from pawprint.core.affine import IDENTITY, Matrix, determinant, inverse, is_singular, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.paths import area, encloses, place_path, points_box, polygons
from pawprint.core.picture import Path
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Op,
    Paint,
    Shading,
    Symbol,
    UseDrawing,
    UseSymbol,
    outline,
    with_operations,
)

# --- What lies below a thing in a drawing: the fills that were drawn before it, and what a path encloses --------------


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


# --- low ink ----------------------------------------------------------------------------------------------------------


# --- A fill or a line -> the same with less ink: how dark it is, how large, and what it lies on decide ----------------

# `low_ink` finds what a shape lies on, and draws what is made here.


_MM2 = (72 / 25.4) ** 2
#: A fill larger than this, in square points, turns white: a badge of 11 mm stays, the ribbon of a name does not.
LARGE = 100 * _MM2
#: A fill smaller than this, in square points, is a highlight or a nick, which an outline would fill.
SMALL = 1.5 * _MM2
#: Width in points of an outline that replaces a fill.
OUTLINE = 0.7
#: Width in points of the band of its colour that a large fill of a picture keeps, and its greatest share of the shorter
#: side, so that words on a ribbon stay on white.
BAND, BAND_SHARE = 1.5 * 72 / 25.4, 1 / 8
#: A picture whose shorter side is at most this, in points, is an icon: all its large fills keep the band. In other
#: pictures only what has an outline does: a creature, and not the hill behind it.
ICON = 30 * 72 / 25.4
#: A fill with an outline in a picture that is larger than this, in square points, is a body: so that creatures of all
#: sizes, and those behind them, look alike.
BODY_SIZE = 40 * _MM2
#: How much of its ink a body of a middle colour keeps besides, and what else is large in a picture, such as a night.
#: What is pale keeps more, so that it has a colour still, and what is dark less.
BODY, SCENE = 0.3, 0.13
#: What has more than this of a colour, in square points, fills most of a card, such as the beast of a back: it is as a
#: scene, and has no band.
GIANT = 900 * _MM2
#: Least contrast with white of text, and of lines and outlines: WCAG 2.2, 1.4.3 and 1.4.11.
WORDS, LINES = 4.5, 3.0
#: Least contrast with white of a line that had hardly any with its ground, such as the ruled lines of a notebook.
FAINT = 1.3
#: Least contrast with white of a small fill that stays.
SPOTS = 1.8
#: From this contrast with white, a colour is nearly black: stripes of a bee stay, whatever their number.
NEARLY_BLACK = 9.0
#: Nearly black marks that are smaller than this together, in square points, are such stripes.
STRIPES = 500 * _MM2
#: Less contrast than this with its ground has a shadow or a far tree, which is no louder when that is white.
HARDLY_SEEN = 1.8
#: Below this contrast, a colour is hardly visible on white.
PALE = 1.35

#: Colour of the outline of what is pale on a pale ground.
GREY = Colour(110, 110, 110)


class Illustration(NamedTuple):
    """What a drawing of its own, such as an icon or a creature, is as a whole.

    Attributes:
        side: the shorter side, in points.
        amounts: how many square points each colour fills, as it is seen on white; without small fills, and without what
            is nearly black.
    """

    side: float
    amounts: Mapping[Colour, float]

    @property
    def is_icon(self) -> bool:
        """Whether it is small enough to be one."""
        return self.side <= ICON


class DrawnShape(NamedTuple):
    """A shape that is filled or stroked, and how.

    Attributes:
        place: its box on the page.
        size: how many square points of it are filled.
        shape: what it covers under *matrix*; None for all of its box.
        picture: what it is a part of; None for what is of no picture.
        edged: it has an outline that shows on white, perhaps drawn after it.
    """

    paint: Paint
    place: Box
    size: float
    shape: MeasuredPath | None
    matrix: Matrix
    picture: Illustration | None
    edged: bool

    @property
    def fill(self) -> Colour:
        """Of a gradient, the middle; white for none."""
        return mean(self.paint.fill) if self.paint.fill is not None else WHITE

    @property
    def in_scene(self) -> bool:
        """Whether it is a part of a picture that is no icon."""
        return self.picture is not None and not self.picture.is_icon

    @property
    def in_icon(self) -> bool:
        """Whether it is a part of an icon."""
        return self.picture is not None and self.picture.is_icon

    @property
    def amount(self) -> float:
        """How many square points its picture has of its colour, itself included; its size if that is small."""
        if self.picture is None or self.paint.fill is None or self.size <= SMALL:
            return self.size
        return max(self.size, self.picture.amounts.get(seen(self.paint), 0.0))

    @property
    def is_large(self) -> bool:
        """Whether its fill loses most of its ink: all fills of one colour in a picture do, or none does."""
        body = self.edged and self.picture is not None and not is_dark(self.paint)
        return self.amount > (BODY_SIZE if body else LARGE)

    @property
    def scale(self) -> float:
        """How many points a unit of its lines is long."""
        return abs(determinant(self.matrix)) ** 0.5 or 1.0

    def ground(self, dark: bool, inverted: bool = False) -> Backdrop:
        """What it is to those that lie on it."""
        scenery = self.in_scene and not self.edged and self.is_large
        return Backdrop(self.place, dark, self.fill, inverted, self.shape, self.matrix, scenery)


def spared(mark: DrawnShape, grounds: Grounds) -> Paint:
    """How *mark* is painted with less ink; what it now is as a ground is added to *grounds*."""
    paint, large = mark.paint, mark.is_large
    if mark.in_scene and mark.size > SMALL and is_dark(paint) and (kept := _dark_in_scene(mark, grounds)) is not None:
        return kept
    if not mark.in_icon and not large and _shows_on_white(paint):
        if paint.fill is not None and paint.fill_opacity > 0.5 and mark.size > SMALL:
            grounds.append(mark.ground(is_dark(paint)))
        return paint
    below = ground_below(mark.place, grounds)
    if (
        mark.in_icon
        and below is not None
        and not large
        and (inverse := _inverted(paint, below, mark.edged)) is not None
    ):
        if paint.fill is not None and mark.size > SMALL:
            dark = is_dark(inverse)
            grounds.append(mark.ground(dark, inverted=dark))
        return inverse
    paint = paint._replace(stroke=_line(paint.stroke, below))
    return paint if paint.fill is None else _filled(mark._replace(paint=paint), below, grounds)


def _dark_in_scene(mark: DrawnShape, grounds: Grounds) -> Paint | None:
    """What is dark in a picture: the stripes of a bee stay, and a shadow in the night does not become loud.

    None for what is as everywhere else.
    """
    below = ground_below(mark.place, grounds)
    if below is None:
        return None
    dark_now = below.dark or not _was_dark(below)
    if mark.size < STRIPES and mark.fill.contrast(WHITE) >= NEARLY_BLACK and dark_now:
        grounds.append(mark.ground(dark=True))
        return mark.paint
    if mark.is_large or below.dark:
        return None
    if below.scenery and _was_dark(below) and not mark.edged:  # a pebble in the soil
        grounds.append(mark.ground(dark=False))
        return _whitened(mark, below, _tint(mark.fill, SCENE))
    own = below.box is not EVERYWHERE
    if (own or not mark.edged) and mark.fill.contrast(below.colour) < HARDLY_SEEN:
        grounds.append(mark.ground(dark=False))
        return mark.paint._replace(fill=_tint(mark.fill, SCENE))
    return None


def _line(stroke: Colour | None, below: Backdrop | None) -> Colour | None:
    """The colour of a line: one that shows on what is white now, but what was hardly seen is no louder."""
    if stroke is None or (below is not None and below.dark):
        return stroke
    contrast = LINES if below is None else stroke.contrast(below.colour)
    if below is not None and stroke.contrast(WHITE) < PALE <= below.colour.contrast(WHITE):
        stroke = below.colour  # light on a colour becomes that colour
    return darker(stroke, min(LINES, max(contrast, FAINT)))


def _filled(mark: DrawnShape, below: Backdrop | None, grounds: Grounds) -> Paint:
    """How a fill is painted that does not show on white, or is large."""
    paint, fill, large = mark.paint, mark.fill, mark.is_large
    dark, dark_below = is_dark(paint), below is not None and below.dark
    if paint.fill_opacity <= 0.5 and paint.stroke is None and (large or fill.contrast(WHITE) < PALE):
        return _faded(paint, seen(paint), mark.scale)
    if not large and (dark or dark_below or fill.contrast(WHITE) >= PALE):
        if mark.size > SMALL:
            grounds.append(mark.ground(dark))
        if dark_below or not isinstance(paint.fill, Colour) or fill.contrast(WHITE) >= SPOTS:
            return paint
        return paint._replace(fill=darker(paint.fill, SPOTS))
    if mark.size <= SMALL:
        return paint
    grounds.append(mark.ground(dark=False))
    return _whitened(mark, below, _left(mark, below))


def _faded(paint: Paint, colour: Colour, scale: float) -> Paint:
    """*paint* of a shade or a shine: an outline in the *colour* that it has on white, if it can be seen there."""
    bare = paint._replace(fill=WHITE, fill_opacity=0.0)
    if colour.contrast(WHITE) < FAINT:
        return bare
    return bare._replace(stroke=colour, width=OUTLINE / (scale or 1.0), join=1, stroke_opacity=1.0)


def _left(mark: DrawnShape, below: Backdrop | None) -> Colour:
    """What is left of a fill that loses most of its ink: white, or in a picture a tint."""
    fill = mark.fill
    if mark.picture is None or not mark.is_large:
        return WHITE
    shining = below is not None and _was_dark(below)  # such as the moon
    if not mark.edged and (mark.in_icon or (fill.contrast(WHITE) < PALE and not shining)):
        return WHITE
    if not mark.edged and mark.size > GIANT and (below is None or fill.contrast(WHITE) < SPOTS):
        return WHITE  # the ground of the whole card, or its land
    share = BODY if (mark.edged and mark.amount <= GIANT) or fill.contrast(WHITE) < PALE else SCENE
    return _tint(fill, min(1.0, share * (0.5 / (_ink(fill) or 1.0)) ** 0.5))


def _whitened(mark: DrawnShape, below: Backdrop | None, left: Colour) -> Paint:
    """A fill of which *left* is left; without a line it gets one of its colour, or of what it lies on."""
    paint, fill = mark.paint, mark.fill
    paint = paint._replace(fill=left, fill_opacity=1.0 if paint.fill_opacity > 0.5 else 0.0)
    coloured = fill.contrast(WHITE) >= PALE
    same = mark.picture is None and below is not None and below.colour == fill  # a panel of its ground hides something
    if paint.stroke is not None or same or (mark.is_large and not coloured and not (below and _was_dark(below))):
        return paint
    if not coloured and below is not None:
        fill = below.colour
    outline = darker(fill, LINES) if fill.contrast(WHITE) >= PALE else GREY
    return paint._replace(stroke=outline, width=OUTLINE / mark.scale, join=1, stroke_opacity=1.0)


def band(op: DrawPath, mark: DrawnShape, painted: Paint) -> Iterator[Op]:
    """The band of its colour that a large fill of a picture keeps within its edge, and its outline again, on top."""
    fill, shape = op.paint.fill, mark.shape
    if mark.picture is None or shape is None or not mark.is_large or not (op.paint.stroke or mark.in_icon):
        return
    pale = op.paint.fill_opacity <= 0.5 or mark.fill.contrast(WHITE) < PALE
    if fill is None or painted.fill == fill or pale or mark.amount > GIANT:
        return
    width = min(BAND / mark.scale, BAND_SHARE * min(shape.box.width, shape.box.height))
    line = Paint(None, mark.fill, 2 * width, join=1)  # half of it is cut off
    yield Group((DrawPath(op.path, line),), clip=op.path)
    yield DrawPath(op.path, painted._replace(fill=None))


@lru_cache(4096)
def darker(colour: Colour, contrast: float) -> Colour:
    """*colour*, or as much darker as it takes to have *contrast* (1 to 21) with white; its hue stays."""
    if colour.contrast(WHITE) >= contrast:
        return colour
    low, high = 0.0, 1.0  # shares of the colour's light
    for _ in range(12):
        share = (low + high) / 2
        if _dimmed(colour, share).contrast(WHITE) >= contrast:
            low = share
        else:
            high = share
    return _dimmed(colour, low)


def _dimmed(colour: Colour, share: float) -> Colour:
    return Colour(int(colour.red * share), int(colour.green * share), int(colour.blue * share))


def _ink(colour: Colour) -> float:
    """How much of the paper *colour* darkens: 0 for white, 1 for black."""
    return 1.0 - sum(colour[:3]) / (3 * 255)


def _tint(colour: Colour, share: float) -> Colour:
    """A *share* of *colour* on white."""
    return Colour(*(round(255 - (255 - part) * share) for part in colour[:3]))


def _inverted(paint: Paint, below: Backdrop, edged: bool) -> Paint | None:
    """What is light on a dark ground of an icon that has turned white: as dark as that, and what is dark on it, white.

    None if nothing of *paint* changes so.
    """
    if not below.inverted and (edged or below.dark or not _was_dark(below)):
        return None  # with an outline, what is light can still be seen
    fill = turned(mean(paint.fill), below) if paint.fill is not None else None
    stroke = turned(paint.stroke, below) if paint.stroke is not None else None
    made = paint._replace(fill=fill or paint.fill, stroke=stroke or paint.stroke)
    return made if made != paint else None


def turned(colour: Colour, below: Backdrop) -> Colour | None:
    """What a colour of a shape turns into; None if it stays."""
    contrast = colour.contrast(WHITE)
    if below.inverted:
        return WHITE if contrast >= LINES else None
    return below.colour if contrast < PALE else None


def is_dark(paint: Paint) -> bool:
    """Whether light words can be read on the fill, which is there."""
    return paint.fill is not None and mean(paint.fill).contrast(WHITE) >= LINES and paint.fill_opacity > 0.5


def is_outlined(paint: Paint) -> bool:
    """Whether a shape shows on white whatever its fill."""
    return paint.stroke is not None and paint.width > 0 and paint.stroke.contrast(WHITE) >= LINES


def _shows_on_white(paint: Paint) -> bool:
    """Whether line and fill stay as they are, whatever they lie on."""
    line = paint.stroke is None or paint.stroke.contrast(WHITE) >= LINES
    return line and (paint.fill is None or mean(paint.fill).contrast(WHITE) >= SPOTS)


def seen(paint: Paint) -> Colour:
    """The colour of a fill, which is there, on white: of a shade, a tint."""
    return _tint(mean(paint.fill or WHITE), paint.fill_opacity)


def mean(fill: Colour | Shading) -> Colour:
    """A gradient's middle."""
    if isinstance(fill, Colour):
        return fill
    colours = [colour for _, colour in fill.stops] or [BLACK]
    red, green, blue = (sum(parts) // len(colours) for parts in zip(*colours, strict=True))
    return Colour(red, green, blue)


def _was_dark(ground: Backdrop) -> bool:
    """Whether light words could be read on it before it turned white."""
    return ground.colour.contrast(WHITE) >= LINES


# --- low ink ----------------------------------------------------------------------------------------------------------


#: A shade has at least so much of its place in common with what casts it as a drop shadow.
SHADOW = 0.75
#: Colour of text that was white or nearly white.
INK = Colour(38, 38, 38)


class Setting(NamedTuple):
    """Where operations are.

    Attributes:
        picture: what they are a part of, if anything.
        room: how many square points of them can be seen at most.
        trim: where the card is; None for a page, and for a picture.
    """

    picture: Illustration | None = None
    room: float = inf
    trim: Box | None = None


class LowInk:
    """Converts drawings; a symbol that is used twice at one size on like grounds stays one symbol."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[Symbol, float, bool, Colour | None], tuple[Symbol, Grounds]] = {}
        self._shapes: dict[Path, MeasuredPath] = {}  # the same path occurs in many places
        self._common: dict[tuple[Layer, Size], tuple[Layer, Grounds]] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* with less ink."""
        common, card = drawing.common, Setting(trim=_card(drawing))
        key = common, drawing.trim
        if key not in self._common:
            grounds: Grounds = []
            self._common[key] = (Layer(tuple(self._ops(common.ops, IDENTITY, grounds, card))), grounds)
        below, grounds = self._common[key]
        art = Layer(tuple(self._ops(drawing.art.ops, IDENTITY, [*grounds], card)))
        return replace(drawing, common=below, art=art)

    def ops(self, ops: Iterable[Op]) -> tuple[Op, ...]:
        """The operations of a page with less ink."""
        return tuple(self._ops(ops, IDENTITY, [], Setting()))

    def _ops(self, ops: Iterable[Op], matrix: Matrix, grounds: Grounds, at: Setting) -> list[Op]:
        out: list[Op] = []
        ops = tuple(ops)
        shapes = [self._shape(op.path) if isinstance(op, DrawPath) else None for op in ops]
        edges = {
            shape for op, shape in zip(ops, shapes, strict=True) if isinstance(op, DrawPath) and is_outlined(op.paint)
        }
        outlined = 0  # how many of the words that follow have an outline of their own
        for op, shape, following in zip(ops, shapes, (*ops, None)[1:], strict=True):
            outlined += _is_outline_of_word(op)
            match op:
                case DrawBox() | DrawPath() if following is not None and self._is_drop_shadow(op, following):
                    pass
                case DrawText() if outlined:
                    outlined = max(0, outlined - len(op.words))
                    out.append(op)
                case DrawText():
                    place = Box(op.x, op.y - op.size * 0.4, 0.0, op.size * 0.2).mapped(matrix)
                    out.append(op._replace(ink=_readable(op.ink, ground_below(place, grounds))))
                case DrawBox():
                    place = Box(op.x, op.y, op.width, op.height).mapped(matrix)
                    size = self._size(op, matrix, at.room)
                    mark = DrawnShape(op.paint, place, size, None, matrix, at.picture, is_outlined(op.paint))
                    out += _painted(op, mark, spared(mark, grounds), at.trim)
                case DrawPath() if shape and op.path:
                    size = self._size(op, matrix, at.room)
                    mark = DrawnShape(
                        op.paint, shape.box.mapped(matrix), size, shape, matrix, at.picture, shape in edges
                    )
                    paint = spared(mark, grounds)
                    out += [*_painted(op, mark, paint, at.trim), *band(op, mark, paint)]
                case DrawPath():
                    pass
                case UseSymbol():
                    out.append(op._replace(symbol=self._symbol(op, matrix, grounds)))
                case Group() if op.keep:
                    grounds += self._unchanged(op.ops, matrix_product(matrix, op.matrix))
                    out.append(op)
                case Group():
                    inner = matrix_product(matrix, op.matrix)
                    part = at._replace(room=self._room(op, inner, at.room))
                    out.append(op._replace(ops=tuple(self._ops(op.ops, inner, grounds, part))))
                case Marked():
                    out.append(op._replace(ops=tuple(self._ops(op.ops, matrix, grounds, at))))
                case UseDrawing():  # what is spared depends on where it stands
                    shown = with_operations(op.drawing)
                    card = Setting(room=at.room, trim=_card(shown).mapped(matrix))
                    out.append(Group((*self._ops(shown.ops, matrix, grounds, card), *_edge_of(shown, matrix))))
                case DrawImage():
                    out.append(op)
                case _:
                    assert_never(op)
        return out

    def _shape(self, path: Path) -> MeasuredPath:
        shape = self._shapes.get(path)
        if shape is None:
            shape = self._shapes[path] = MeasuredPath(path)
        return shape

    def _size(self, op: DrawBox | DrawPath, matrix: Matrix, room: float) -> float:
        """How many square points *op* encloses, of *room* at most."""
        scale = abs(determinant(matrix))
        if isinstance(op, DrawPath):
            return min(room, self._shape(op.path).size(scale, SMALL))
        rounding = min(op.radius, op.width / 2, op.height / 2) ** 2 * (4 - pi)
        return min(room, (op.width * op.height - rounding) * scale)

    def _is_drop_shadow(self, op: DrawBox | DrawPath, above: Op) -> bool:
        """Whether *op* is a shade of about the place and size of what is drawn *above* it."""
        if op.paint.fill is None or op.paint.stroke is not None or op.paint.fill_opacity > 0.5:
            return False
        if not isinstance(above, DrawBox | DrawPath) or above.paint.fill is None or above.paint.fill_opacity <= 0.5:
            return False
        one, other = self._box(op), self._box(above)
        common, around = one.intersection(other), one.union(other)
        return common is not None and common.width * common.height > SHADOW * around.width * around.height

    def _box(self, op: DrawBox | DrawPath) -> Box:
        return self._shape(op.path).box if isinstance(op, DrawPath) else Box(op.x, op.y, op.width, op.height)

    def _room(self, group: Group, matrix: Matrix, room: float) -> float:
        """How many square points of *group*, under *matrix*, can be seen through its clip, of *room* at most."""
        if group.clip is None:
            return room
        return min(room, self._shape(group.clip).size(abs(determinant(matrix)), 0.0))

    def _amounts(self, ops: Iterable[Op], matrix: Matrix, room: float = inf) -> dict[Colour, float]:
        """What *ops* fill; see `Illustration`."""
        amounts: defaultdict[Colour, float] = defaultdict(float)
        for op in ops:
            match op:
                case DrawBox() | DrawPath() if op.paint.fill is not None:
                    size, colour = self._size(op, matrix, room), seen(op.paint)
                    if size > SMALL and colour.contrast(WHITE) < NEARLY_BLACK:
                        amounts[colour] += size
                case Group() if not op.keep:
                    inner = matrix_product(matrix, op.matrix)
                    for colour, size in self._amounts(op.ops, inner, self._room(op, inner, room)).items():
                        amounts[colour] += size
                case _:
                    pass
        return amounts

    def _unchanged(self, ops: Iterable[Op], matrix: Matrix) -> Iterator[Backdrop]:
        """What *ops*, drawn as they are, are to those that lie on them."""
        for op in ops:
            match op:
                case DrawBox():
                    place = Box(op.x, op.y, op.width, op.height).mapped(matrix)
                    yield from _ground_of(op.paint, place, None, matrix)
                case DrawPath():
                    shape = self._shape(op.path)
                    yield from _ground_of(op.paint, shape.box.mapped(matrix), shape, matrix)
                case Group():
                    yield from self._unchanged(op.ops, matrix_product(matrix, op.matrix))
                case Marked():
                    yield from self._unchanged(op.ops, matrix)
                case UseSymbol():
                    yield from self._unchanged(op.symbol.ops, matrix_product(matrix, op.matrix))
                case UseDrawing():
                    yield from self._unchanged(with_operations(op.drawing).ops, matrix)
                case DrawText() | DrawImage():
                    pass
                case _:
                    assert_never(op)

    def _symbol(self, use: UseSymbol, matrix: Matrix, grounds: Grounds) -> Symbol:
        symbol = use.symbol
        inner = matrix_product(matrix, use.matrix)
        place = Box(symbol.x, symbol.y, symbol.width, symbol.height).mapped(inner)
        below = ground_below(place, grounds)
        dark = below is not None and below.dark
        ground = None if below is None else BLACK if dark else below.colour
        # Outlines depend on how large it is; half a percent more or less does not matter.
        scale = round(abs(determinant(inner)) ** 0.5, 2) or 0.01
        key = (symbol, scale, dark, ground)
        if key not in self._symbols:
            own: Grounds = [] if ground is None else [Backdrop(EVERYWHERE, dark, ground)]
            side = min(symbol.width, symbol.height) * scale
            own_size = (scale, 0.0, 0.0, scale, 0.0, 0.0)
            picture = Illustration(side, self._amounts(symbol.ops, own_size))
            ops = tuple(self._ops(symbol.ops, own_size, own, Setting(picture)))
            self._symbols[key] = replace(symbol, ops=ops), own if ground is None else own[1:]
        spared, own = self._symbols[key]
        if own and not is_singular(inner):
            back = matrix_product((scale, 0.0, 0.0, scale, 0.0, 0.0), inverse(inner))
            grounds.append(SymbolBackdrop(place, own, back))
        return spared


def _card(drawing: Drawing) -> Box:
    """Where the card of *drawing* is, without its bleed."""
    return Box(0.0, 0.0, drawing.trim.width.pt, drawing.trim.height.pt)


def _edge_of(shown: Drawing, matrix: Matrix) -> Iterator[Op]:
    """A line along the edge of a card that is shown whole, which is as white now as what it lies on. What has a bleed
    is to be cut there."""
    if shown.bleed == Insets():
        width = 2 * OUTLINE / (abs(determinant(matrix)) ** 0.5 or 1.0)  # half of it is cut off
        yield DrawPath(shown.outline.around(shown.trim), Paint(None, GREY, width))


def _painted(op: DrawBox | DrawPath, mark: DrawnShape, paint: Paint, trim: Box | None) -> Iterator[Op]:
    """*op* with that paint; an outline of what bleeds, which it did not have, is seen within the *trim* only."""
    outlined = paint.stroke is not None and op.paint.stroke is None
    if trim is None or not outlined or is_singular(mark.matrix) or not any(beyond := _beyond(mark.place, trim)):
        yield op if paint is op.paint else op._replace(paint=paint)
        return
    yield op._replace(paint=paint._replace(stroke=None))
    if not all(beyond):
        card = place_path(outline(trim), inverse(mark.matrix))
        yield Group((op._replace(paint=paint._replace(fill=None)),), clip=card)


def _beyond(place: Box, trim: Box) -> tuple[bool, ...]:
    """Which sides of *place* lie in the bleed of a card at *trim*: left, top, right, bottom."""
    right, bottom = place.right - trim.right, place.bottom - trim.bottom
    return place.x < trim.x - OUTLINE, place.y < trim.y - OUTLINE, right > OUTLINE, bottom > OUTLINE


def _readable(ink: Colour, below: Backdrop | None) -> Colour:
    """*ink* for words, on white or on what stays dark; what was next to white is next to black on white."""
    if below is not None and below.dark:
        return (turned(ink, below) or ink) if below.inverted else ink
    if ink.contrast(WHITE) >= WORDS:
        return ink
    return INK if max(ink) - min(ink) < 60 else darker(ink, WORDS)


def _ground_of(paint: Paint, place: Box, shape: MeasuredPath | None, matrix: Matrix) -> Iterator[Backdrop]:
    """What a shape is to those that lie on it; nothing without a fill that covers what is below."""
    if paint.fill is not None and paint.fill_opacity > 0.5:
        yield Backdrop(place, is_dark(paint), mean(paint.fill), False, shape, matrix)


def _is_outline_of_word(op: Op) -> bool:
    """Whether *op* is what `text_effects` draws around a word: a line that shows on white, with round corners."""
    return (
        isinstance(op, DrawPath)
        and op.paint.fill is None
        and op.paint.cap == op.paint.join == 1
        and is_outlined(op.paint)
    )
