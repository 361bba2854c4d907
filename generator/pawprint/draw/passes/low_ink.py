"""Drawing -> the drawing with less ink: white grounds, outlines in place of large fills, dark text.

The pass knows no layout; it looks at the operations in drawing order. A fill that is larger than a badge turns white
and gets an outline in its colour; what was light on a dark ground becomes outlined on white, and in icons as dark as
that ground was. In pictures it also keeps a band of its colour along its edge, and a tint, so that a picture has the
same colours in all sizes. A group with `keep` stays unchanged. `spared_paint` has the rules for fills and lines.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import inf, pi
from typing import NamedTuple, assert_never

from pawprint.core.affine import IDENTITY, Matrix, determinant, inverse, is_singular, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.paths import place_path
from pawprint.core.picture import Path
from pawprint.draw.ops import (
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
    Symbol,
    UseDrawing,
    UseSymbol,
    with_operations,
)
from pawprint.draw.outlines import outline
from pawprint.draw.passes.backdrops import EVERYWHERE, Backdrop, Grounds, MeasuredPath, SymbolBackdrop, ground_below
from pawprint.draw.passes.spared_paint import (
    GREY,
    NEARLY_BLACK,
    OUTLINE,
    SMALL,
    WORDS,
    DrawnShape,
    Illustration,
    band,
    darker,
    is_dark,
    is_outlined,
    mean,
    seen,
    spared,
    turned,
)

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
