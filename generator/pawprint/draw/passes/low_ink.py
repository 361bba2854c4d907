"""Drawing -> the drawing with less ink: white grounds, outlines in place of large fills, dark text.

The pass knows no layout; it looks at the operations in drawing order. A fill that is larger than a badge turns white
and gets an outline in its colour; what was light on a dark ground becomes outlined on white, and in icons as dark as
that ground was. In pictures it also keeps a band of its colour along its edge, and a tint, so that a picture has the
same colours in all sizes. A group with `keep` stays unchanged.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from pawprint.core.affine import IDENTITY, Matrix, determinant, inverse, is_singular, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box
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
    Shading,
    Symbol,
    UseDrawing,
    UseSymbol,
    with_operations,
)
from pawprint.draw.passes.backdrops import EVERYWHERE, Backdrop, Grounds, MeasuredPath, SymbolBackdrop, ground_below

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
#: A body that is larger than this, in square points, is most of a card, such as the beast of a back: it is as a scene.
GIANT = 900 * _MM2
#: Least contrast with white of text, and of lines and outlines: WCAG 2.2, 1.4.3 and 1.4.11.
WORDS, LINES = 4.5, 3.0
#: Least contrast with white of a line that had hardly any with its ground, such as the ruled lines of a notebook.
FAINT = 1.3
#: Least contrast with white of a small fill that stays.
SPOTS = 1.8
#: Below this contrast, a colour is hardly visible on white.
PALE = 1.35

#: Colour of text that was white or nearly white.
INK = Colour(38, 38, 38)


class LowInk:
    """Converts drawings; a symbol that is used twice at one size on like grounds stays one symbol."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[Symbol, float, bool, Colour | None], tuple[Symbol, Grounds]] = {}
        self._shapes: dict[Path, MeasuredPath] = {}  # the same path occurs in many places
        self._common: dict[Layer, tuple[Layer, Grounds]] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* with less ink."""
        common = drawing.common
        if common not in self._common:
            grounds: Grounds = []
            self._common[common] = (Layer(tuple(self._ops(common.ops, IDENTITY, grounds))), grounds)
        below, grounds = self._common[common]
        return replace(drawing, common=below, art=Layer(tuple(self._ops(drawing.art.ops, IDENTITY, [*grounds]))))

    def ops(self, ops: Iterable[Op]) -> tuple[Op, ...]:
        """The operations of a page with less ink."""
        return tuple(self._ops(ops, IDENTITY, []))

    def _ops(self, ops: Iterable[Op], matrix: Matrix, grounds: Grounds, picture: float | None = None) -> list[Op]:
        out: list[Op] = []
        ops = tuple(ops)
        shapes = [self._shape(op.path) if isinstance(op, DrawPath) else None for op in ops]
        edges = {
            shape for op, shape in zip(ops, shapes, strict=True) if isinstance(op, DrawPath) and _is_outlined(op.paint)
        }
        outlined = 0  # how many of the words that follow have an outline of their own
        for op, shape in zip(ops, shapes, strict=True):
            outlined += _is_outline_of_word(op)
            match op:
                case DrawText() if outlined:
                    outlined = max(0, outlined - len(op.words))
                    out.append(op)
                case DrawText():
                    place = Box(op.x, op.y - op.size * 0.4, 0.0, op.size * 0.2).mapped(matrix)
                    out.append(op._replace(ink=_readable(op.ink, ground_below(place, grounds))))
                case DrawBox():
                    place = Box(op.x, op.y, op.width, op.height).mapped(matrix)
                    size = op.width * op.height * abs(determinant(matrix))
                    edged = _is_outlined(op.paint)
                    out.append(op._replace(paint=_spared(op.paint, place, size, None, matrix, grounds, picture, edged)))
                case DrawPath() if shape and op.path:
                    out += _drawn(op, shape, shape in edges, matrix, grounds, picture)
                case DrawPath():
                    pass
                case UseSymbol():
                    out.append(op._replace(symbol=self._symbol(op, matrix, grounds)))
                case Group() if op.keep:
                    grounds += self._unchanged(op.ops, matrix_product(matrix, op.matrix))
                    out.append(op)
                case Group():
                    inner = matrix_product(matrix, op.matrix)
                    out.append(op._replace(ops=tuple(self._ops(op.ops, inner, grounds, picture))))
                case Marked():
                    out.append(op._replace(ops=tuple(self._ops(op.ops, matrix, grounds, picture))))
                case UseDrawing():  # what is spared depends on where it stands
                    out.append(Group(tuple(self._ops(with_operations(op.drawing).ops, matrix, grounds))))
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
            ops = tuple(self._ops(symbol.ops, (scale, 0.0, 0.0, scale, 0.0, 0.0), own, side))
            self._symbols[key] = replace(symbol, ops=ops), own if ground is None else own[1:]
        spared, own = self._symbols[key]
        if own and not is_singular(inner):
            back = matrix_product((scale, 0.0, 0.0, scale, 0.0, 0.0), inverse(inner))
            grounds.append(SymbolBackdrop(place, own, back))
        return spared


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


def _readable(ink: Colour, below: Backdrop | None) -> Colour:
    """*ink* for words, on white or on what stays dark; what was next to white is next to black on white."""
    if below is not None and below.dark:
        return (_turned(ink, below) or ink) if below.inverted else ink
    if ink.contrast(WHITE) >= WORDS:
        return ink
    return INK if max(ink) - min(ink) < 60 else darker(ink, WORDS)


def _drawn(
    op: DrawPath, shape: MeasuredPath, edged: bool, matrix: Matrix, grounds: Grounds, picture: float | None
) -> Iterator[Op]:
    """A path, and the band that is left of its colour; see `_spared`."""
    size = shape.size(abs(determinant(matrix)), SMALL)
    paint = _spared(op.paint, shape.box.mapped(matrix), size, shape, matrix, grounds, picture, edged)
    yield op if paint is op.paint else op._replace(paint=paint)
    if picture is not None and _is_large(op.paint, size, picture, edged) and (op.paint.stroke or picture <= ICON):
        yield from _band(op, paint, shape.box, matrix)


def _spared(
    paint: Paint,
    place: Box,
    size: float,
    shape: MeasuredPath | None,
    matrix: Matrix,
    grounds: Grounds,
    picture: float | None,
    edged: bool,
) -> Paint:
    """*paint* of a shape of *size* square points; what it now is as a ground is added to *grounds*.

    Args:
        picture: the shorter side of the picture that it is of, in points; None for what is of no picture.
        edged: it has an outline that shows on white, perhaps drawn after it.
    """
    icon = _is_icon(picture)
    large = _is_large(paint, size, picture, edged)
    if not icon and not large and _shows_on_white(paint):
        if paint.fill is not None and size > SMALL:
            grounds.append(Backdrop(place, _is_dark(paint), _mean(paint.fill), False, shape, matrix))
        return paint
    below = ground_below(place, grounds)
    if icon and below is not None and not large and (inverse_paint := _inverted(paint, below, edged)) is not None:
        if paint.fill is not None and size > SMALL:
            dark = _is_dark(inverse_paint)
            grounds.append(Backdrop(place, dark, _mean(paint.fill), dark, shape, matrix))
        return inverse_paint
    dark_below = below is not None and below.dark
    stroke = paint.stroke
    if stroke is not None and not dark_below:
        # What was hardly seen on its ground is no louder now.
        seen = LINES if below is None else stroke.contrast(below.colour)
        if below is not None and _was_dark(below) and stroke.contrast(WHITE) < PALE:
            stroke = below.colour  # light on dark becomes as dark as that was
        stroke = darker(stroke, min(LINES, max(seen, FAINT)))
    if stroke is not paint.stroke:
        paint = paint._replace(stroke=stroke)
    if paint.fill is None:
        return paint
    fill, dark = _mean(paint.fill), _is_dark(paint)
    if paint.fill_opacity <= 0.5 and stroke is None and (large or fill.contrast(WHITE) < PALE):
        return _faded(paint, _tint(fill, paint.fill_opacity), abs(determinant(matrix)) ** 0.5)
    if not large and (dark or dark_below or fill.contrast(WHITE) >= PALE):
        if size > SMALL:
            grounds.append(Backdrop(place, dark, fill, False, shape, matrix))
        if dark_below or not isinstance(paint.fill, Colour) or paint.fill.contrast(WHITE) >= SPOTS:
            return paint
        return paint._replace(fill=darker(paint.fill, SPOTS))
    if size <= SMALL:
        return paint
    grounds.append(Backdrop(place, False, fill, False, shape, matrix))
    return _whitened(paint, size, below, abs(determinant(matrix)) ** 0.5, picture, edged)


def _faded(paint: Paint, seen: Colour, scale: float) -> Paint:
    """*paint* of a shade or a shine: an outline as pale as it is *seen* on white, if it is at all."""
    bare = paint._replace(fill=WHITE, fill_opacity=0.0)
    if seen.contrast(WHITE) < FAINT:
        return bare
    return bare._replace(stroke=seen, width=OUTLINE / (scale or 1.0), join=1, stroke_opacity=1.0)


def _whitened(
    paint: Paint, size: float, below: Backdrop | None, scale: float, picture: float | None, edged: bool
) -> Paint:
    """*paint* of a shape that turns white, or keeps a tint; without a line it gets one of its colour."""
    left, fill, large = WHITE, _mean(paint.fill or WHITE), _is_large(paint, size, picture, edged)
    if picture is not None and large and (edged or (not _is_icon(picture) and fill.contrast(WHITE) >= PALE)):
        share = BODY if edged and size <= GIANT else SCENE
        left = _tint(fill, min(1.0, share * (0.5 / (_ink(fill) or 1.0)) ** 0.5))
    edge = below.colour if below is not None and _was_dark(below) else None
    seen_edge = picture is not None or below is None or below.colour != fill  # a panel of its ground hides something
    if paint.stroke is None and seen_edge and (not large or fill.contrast(WHITE) >= PALE or edge):
        outline = darker(fill, LINES) if fill.contrast(WHITE) >= PALE else edge or Colour(110, 110, 110)
        return paint._replace(
            fill=left, fill_opacity=1.0 if paint.fill_opacity > 0.5 else 0.0,
            stroke=outline, width=OUTLINE / (scale or 1.0), join=1, stroke_opacity=1.0,
        )  # fmt: skip
    return paint._replace(fill=left, fill_opacity=1.0 if paint.fill_opacity > 0.5 else 0.0)


def _is_icon(picture: float | None) -> bool:
    """Whether a picture with that shorter side, in points, is an icon; None for what is of no picture."""
    return picture is not None and picture <= ICON


def _is_large(paint: Paint, size: float, picture: float | None, edged: bool) -> bool:
    """Whether the fill of *paint*, of *size* square points, loses most of its ink; see `_spared`."""
    body = edged and picture is not None and not _is_dark(paint)
    return size > (BODY_SIZE if body else LARGE)


def _band(whole: DrawPath, spared: Paint, box: Box, matrix: Matrix) -> Iterator[Op]:
    """The band of its colour that a shape in *box* keeps within its edge, and its outline again, on top."""
    fill = whole.paint.fill
    if fill is None or spared.fill == fill or whole.paint.fill_opacity <= 0.5:
        return
    colour = _mean(fill)
    if colour.contrast(WHITE) >= PALE:
        scale = abs(determinant(matrix)) ** 0.5 or 1.0
        width = min(BAND / scale, BAND_SHARE * min(box.width, box.height))
        line = Paint(None, colour, 2 * width, join=1)  # half of it is cut off
        yield Group((DrawPath(whole.path, line),), clip=whole.path)
        yield DrawPath(whole.path, spared._replace(fill=None))


def _ground_of(paint: Paint, place: Box, shape: MeasuredPath | None, matrix: Matrix) -> Iterator[Backdrop]:
    """What a shape is to those that lie on it; nothing without a fill that covers what is below."""
    if paint.fill is not None and paint.fill_opacity > 0.5:
        yield Backdrop(place, _is_dark(paint), _mean(paint.fill), False, shape, matrix)


def _is_dark(paint: Paint) -> bool:
    """Whether light words can be read on the fill, which is there."""
    return paint.fill is not None and _mean(paint.fill).contrast(WHITE) >= LINES and paint.fill_opacity > 0.5


def _shows_on_white(paint: Paint) -> bool:
    """Whether line and fill stay as they are, whatever they lie on."""
    line = paint.stroke is None or paint.stroke.contrast(WHITE) >= LINES
    return line and (paint.fill is None or _mean(paint.fill).contrast(WHITE) >= SPOTS)


def _is_outline_of_word(op: Op) -> bool:
    """Whether *op* is what `text_effects` draws around a word: a line that shows on white, with round corners."""
    return (
        isinstance(op, DrawPath)
        and op.paint.fill is None
        and op.paint.cap == op.paint.join == 1
        and _is_outlined(op.paint)
    )


def _is_outlined(paint: Paint) -> bool:
    """Whether a shape shows on white whatever its fill."""
    return paint.stroke is not None and paint.width > 0 and paint.stroke.contrast(WHITE) >= LINES


def _mean(fill: Colour | Shading) -> Colour:
    """A gradient's middle."""
    if isinstance(fill, Colour):
        return fill
    colours = [colour for _, colour in fill.stops] or [BLACK]
    red, green, blue = (sum(parts) // len(colours) for parts in zip(*colours, strict=True))
    return Colour(red, green, blue)


def _inverted(paint: Paint, below: Backdrop, edged: bool) -> Paint | None:
    """What is light on a dark ground of an icon that has turned white: as dark as that, and what is dark on it, white.

    None if nothing of *paint* changes so.
    """
    if not below.inverted and (edged or below.dark or not _was_dark(below)):
        return None  # with an outline, what is light can still be seen
    fill = _turned(_mean(paint.fill), below) if paint.fill is not None else None
    stroke = _turned(paint.stroke, below) if paint.stroke is not None else None
    made = paint._replace(fill=fill or paint.fill, stroke=stroke or paint.stroke)
    return made if made != paint else None


def _turned(colour: Colour, below: Backdrop) -> Colour | None:
    """What a colour of a shape turns into; None if it stays."""
    contrast = colour.contrast(WHITE)
    if below.inverted:
        return WHITE if contrast >= LINES else None
    return below.colour if contrast < PALE else None


def _was_dark(ground: Backdrop) -> bool:
    """Whether light words could be read on it before it turned white."""
    return ground.colour.contrast(WHITE) >= LINES
