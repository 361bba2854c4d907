"""Drawing -> the drawing with less ink: white grounds, outlines in place of large fills, dark text.

Layouts may declare what happens to an element (`ops.LowInkRule`). Everything else follows a few rules: a large fill
becomes an outline, in a large picture with a tint; what was lighter than a ground that turned white takes the colour of
that ground.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from math import inf, pi
from typing import NamedTuple, assert_never

from pawprint.core.affine import IDENTITY, Matrix, determinant, inverse, is_singular, matrix_product
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.paths import area, encloses, place_path, points_box, polygons
from pawprint.core.picture import Path
from pawprint.graphics import ops
from pawprint.graphics.ops import Drawing, Op, Paint, Symbol
from pawprint.graphics.traverse import seen_ops, within

_MM = 72 / 25.4
#: Square points. A larger fill loses its ink: a badge of 11 mm stays, the ribbon of a name does not.
LARGE = 100 * _MM**2
#: Square points. A larger picture is a scene, whose large fills would say nothing as outlines, so they keep a tint.
PICTURE = 500 * _MM**2
#: The share of its ink that a large fill of a scene keeps: the least at which its colours can still be told apart.
TINT = 0.15
#: Points. The width of an outline: the thinnest line that home printers draw in any colour. A fill five times as wide
#: or less would be filled by its outline, so it stays.
OUTLINE = 0.7
#: Least contrast with white of text, and of lines: WCAG 2.2, 1.4.3 and 1.4.11.
WORDS, LINES = 4.5, 3.0

Filled = ops.DrawBox | ops.DrawPath
_SMALL = (5 * OUTLINE) ** 2


class _Shape:
    """A path, measured on demand."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.box = points_box(path) or Box(0.0, 0.0, 0.0, 0.0)

    @cached_property
    def outlines(self) -> list[list[tuple[float, float]]]:
        return polygons(self._path)

    @cached_property
    def area(self) -> float:
        return area(self.outlines)


class _Ground(NamedTuple):
    """A fill that other things may lie on.

    Attributes:
        colour: before the conversion.
        dark: light words can be read on it after the conversion.
        shape: covers only this, under *matrix*; None for all of *box*.
    """

    box: Box
    colour: Colour
    dark: bool
    shape: _Shape | None = None
    matrix: Matrix = IDENTITY

    def covers(self, x: float, y: float) -> bool:
        if not self.box.contains(x, y):
            return False
        if self.shape is None or is_singular(self.matrix):
            return True
        a, b, c, d, e, f = inverse(self.matrix)
        return encloses(self.shape.outlines, (a * x + c * y + e, b * x + d * y + f))


class _Setting(NamedTuple):
    """The surroundings of operations.

    Attributes:
        rule: `outline` or `white` where a layout declares it.
        amounts: in a scene, the square points that each colour fills; None elsewhere.
        visible: at most this many square points of them can be seen.
        trim: the card; None for a page or a picture.
    """

    rule: str = ""
    amounts: dict[Colour, float] | None = None
    visible: float = inf
    trim: Box | None = None


class LowInk:
    """Converts drawings; a symbol that is used twice at the same size on the same ground stays a single symbol."""

    def __init__(self) -> None:
        self._symbols: dict[tuple[Symbol, float, str, _Ground | None], tuple[Symbol, list[_Ground]]] = {}
        self._shapes: dict[Path, _Shape] = {}  # the same path occurs in many places
        self._common: dict[tuple[ops.Layer, Size], tuple[ops.Layer, list[_Ground]]] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* with less ink."""
        card, key = _Setting(trim=_card(drawing)), (drawing.common, drawing.trim)
        if key not in self._common:
            grounds: list[_Ground] = []
            self._common[key] = ops.Layer(tuple(self._ops(drawing.common.ops, IDENTITY, grounds, card))), grounds
        common, grounds = self._common[key]
        art = ops.Layer(tuple(self._ops(drawing.art.ops, IDENTITY, [*grounds], card)))
        return replace(drawing, common=common, art=art)

    def page(self, page: Iterable[Op]) -> tuple[Op, ...]:
        """The operations of a page with less ink."""
        return tuple(self._ops(tuple(page), IDENTITY, [], _Setting()))

    def _ops(self, inside: tuple[Op, ...], matrix: Matrix, grounds: list[_Ground], at: _Setting) -> Iterator[Op]:
        """Convert operations, and add the fills among them to *grounds*."""
        outlined = 0  # number of words to come whose outlines were drawn already
        for op in inside:
            outlined += _is_outline_of_word(op)
            match op:
                case ops.DrawText() if outlined:
                    outlined = max(0, outlined - len(op.words))
                    yield op
                case ops.DrawText():
                    place = Box(op.x, op.y - op.size * 0.3, 0.0, 0.0).mapped(matrix)
                    below = _below(place, grounds)
                    dark = below is not None and below.dark
                    yield op if dark else op._replace(ink=darker(_line(op.ink, below), WORDS))
                case ops.DrawBox() | ops.DrawPath():
                    yield from self._fill(op, matrix, grounds, at)
                case ops.DrawImage():
                    yield op
                case ops.UseSymbol():
                    yield op._replace(symbol=self._symbol(op, matrix, grounds, at.rule))
                case ops.Group() if op.keep:
                    grounds += self._kept(op.ops, matrix_product(matrix, op.matrix))
                    yield op
                case ops.LowInkRule() if op.rule == "keep":
                    grounds += self._kept(op.ops, matrix)
                    yield op
                case ops.LowInkRule():
                    yield from self._ops(
                        op.ops, matrix, grounds, at._replace(rule="" if op.rule == "auto" else op.rule)
                    )
                case ops.Group():
                    inner = matrix_product(matrix, op.matrix)
                    visible = at.visible
                    if op.clip is not None:
                        visible = min(visible, self._shape(op.clip).area * abs(determinant(inner)))
                    yield op._replace(ops=tuple(self._ops(op.ops, inner, grounds, at._replace(visible=visible))))
                case ops.Marked():
                    yield op._replace(ops=tuple(self._ops(op.ops, matrix, grounds, at)))
                case ops.UseDrawing():  # its conversion depends on its place
                    shown = ops.with_operations(op.drawing)
                    card = _Setting(at.rule, visible=at.visible, trim=_card(shown).mapped(matrix))
                    yield ops.Group((*self._ops(shown.ops, matrix, grounds, card), *_edge_of(shown, matrix)))
                case _:
                    assert_never(op)

    def _fill(self, op: Filled, matrix: Matrix, grounds: list[_Ground], at: _Setting) -> Iterator[Op]:
        """Convert a fill, a line or both."""
        paint, size, scene = op.paint, self._size(op, matrix, at.visible), at.amounts
        ground = self._ground(op, matrix)
        below = _below(ground.box, grounds)
        on_white = below is None or not below.dark
        if paint.stroke is not None and on_white:
            paint = paint._replace(stroke=_line(paint.stroke, below, paint.stroke_opacity), stroke_opacity=1.0)
        if paint.fill is None or size <= _SMALL:
            yield op._replace(paint=paint)
            return
        large = (size if scene is None else scene[ground.colour]) > LARGE
        if scene is not None and size <= 2 * LARGE and paint.fill_opacity > 0.5:
            large = large and ground.colour.contrast(WHITE) < 2 * WORDS  # otherwise it is line art
        rule = at.rule or "outline" if large else at.rule if scene is None else ""
        if paint.fill_opacity > 0.5:
            grounds.append(ground._replace(dark=ground.dark and not rule))
        own = _line(ground.colour, below, paint.fill_opacity)
        same = own == WHITE or (below is not None and below.colour == ground.colour)
        lost = on_white and own != ground.colour and not rule  # it was lighter than what turned white
        if (rule == "outline" or lost) and paint.stroke is None and not same:
            scale = abs(determinant(matrix)) ** 0.5 or 1.0
            paint = paint._replace(stroke=own, width=OUTLINE / scale, join=1, stroke_opacity=1.0)
        if rule and scene is not None and not at.rule:
            paint = paint._replace(fill=_tint(paint.fill or WHITE))
        elif rule:
            paint = paint._replace(fill=WHITE, fill_opacity=1.0 if paint.fill_opacity > 0.5 else 0.0)
        yield from _within_trim(op, paint, ground.box, matrix, at.trim)

    def _shape(self, path: Path) -> _Shape:
        shape = self._shapes.get(path)
        if shape is None:
            shape = self._shapes[path] = _Shape(path)
        return shape

    def _size(self, op: Filled, matrix: Matrix, visible: float) -> float:
        """How many square points *op* covers, of *visible* at most."""
        scale = abs(determinant(matrix))
        if isinstance(op, ops.DrawPath):
            return min(visible, self._shape(op.path).area * scale)
        rounding = min(op.radius, op.width / 2, op.height / 2) ** 2 * (4 - pi)
        return min(visible, (op.width * op.height - rounding) * scale)

    def _ground(self, op: Filled, matrix: Matrix) -> _Ground:
        """A fill as it is before the conversion."""
        shape = self._shape(op.path) if isinstance(op, ops.DrawPath) else None
        box = self._shape(op.path).box if isinstance(op, ops.DrawPath) else op.box
        colour = _mean(op.paint.fill or WHITE)
        return _Ground(box.mapped(matrix), colour, colour.contrast(WHITE) >= LINES, shape, matrix)

    def _kept(self, inside: Iterable[Op], matrix: Matrix) -> Iterator[_Ground]:
        """The fills among operations that stay as they are."""
        for op, place, clip in seen_ops(inside, matrix, None):
            if isinstance(op, Filled) and op.paint.fill is not None and op.paint.fill_opacity > 0.5:
                ground = self._ground(op, place)
                box = within(clip, ground.box)
                if box is not None:
                    yield ground._replace(box=box)

    def _symbol(self, use: ops.UseSymbol, matrix: Matrix, grounds: list[_Ground], rule: str) -> Symbol:
        symbol, inner = use.symbol, matrix_product(matrix, use.matrix)
        place = Box(symbol.x, symbol.y, symbol.width, symbol.height).mapped(inner)
        below = _below(place, grounds)
        # Half a percent more or less does not change what is large.
        scale = round(abs(determinant(inner)) ** 0.5, 2) or 0.01
        own_size = (scale, 0.0, 0.0, scale, 0.0, 0.0)
        if below is not None:  # anywhere
            below = _Ground(Box(-1e9, -1e9, 2e9, 2e9), below.colour, below.dark)
        key = symbol, scale, rule, below
        if key not in self._symbols:
            own = [] if below is None else [below]
            is_scene = symbol.width * symbol.height * scale**2 > PICTURE
            amounts = self._amounts(symbol.ops, own_size) if is_scene else None
            inside = tuple(self._ops(symbol.ops, own_size, own, _Setting(rule, amounts)))
            self._symbols[key] = replace(symbol, ops=inside), own[below is not None :]
        converted, own = self._symbols[key]
        move = matrix_product(inner, inverse(own_size))
        for ground in own:
            visible = ground.box.mapped(move).intersection(place)
            if visible is not None:
                grounds.append(ground._replace(box=visible, matrix=matrix_product(move, ground.matrix)))
        return converted

    def _amounts(self, picture: tuple[Op, ...], matrix: Matrix) -> dict[Colour, float]:
        """The square points that each colour fills in a picture."""
        amounts: defaultdict[Colour, float] = defaultdict(float)
        for op, place, clip in seen_ops(picture, matrix, None):
            if isinstance(op, Filled) and op.paint.fill is not None:
                visible = inf if clip is None else clip.width * clip.height
                amounts[_mean(op.paint.fill)] += self._size(op, place, visible)
        return amounts


def _below(place: Box, grounds: list[_Ground]) -> _Ground | None:
    """The topmost fill under the middle of *place*."""
    x, y = place.x + place.width / 2, place.y + place.height / 2
    return next((ground for ground in reversed(grounds) if ground.covers(x, y)), None)


def _card(drawing: Drawing) -> Box:
    """The card of *drawing*, without its bleed."""
    return Box(0.0, 0.0, drawing.trim.width.pt, drawing.trim.height.pt)


def _edge_of(shown: Drawing, matrix: Matrix) -> Iterator[Op]:
    """A line along the edge of a card without bleed, which is shown whole on what may be white now."""
    if shown.bleed == Insets():
        width = 2 * OUTLINE / (abs(determinant(matrix)) ** 0.5 or 1.0)  # half of it is cut off
        yield ops.DrawPath(shown.outline.around(shown.trim), Paint(None, darker(WHITE, LINES), width))


def _within_trim(op: Filled, paint: Paint, place: Box, matrix: Matrix, trim: Box | None) -> Iterator[Op]:
    """*op* with *paint*; a new outline of what bleeds is drawn within the trim only."""
    beyond: list[bool] = []
    if trim is not None and paint.stroke is not None and op.paint.stroke is None and not is_singular(matrix):
        right, bottom = place.right - trim.right, place.bottom - trim.bottom
        beyond = [gap > OUTLINE for gap in (trim.x - place.x, trim.y - place.y, right, bottom)]
    if trim is None or not any(beyond):
        yield op._replace(paint=paint)
        return
    yield op._replace(paint=paint._replace(stroke=None))
    if not all(beyond):
        card = place_path(ops.outline(trim), inverse(matrix))
        yield ops.Group((op._replace(paint=paint._replace(fill=None)),), clip=card)


def _line(colour: Colour, below: _Ground | None, opacity: float = 1.0) -> Colour:
    """The colour of a line on white paper that had *colour* on a ground: its contrast stays the same, up to `LINES`.

    What was lighter than its ground takes the colour of the ground.
    """
    ground = WHITE if below is None else below.colour
    seen = Colour(*(round(under + (over - under) * opacity) for over, under in zip(colour, ground, strict=True)))
    lighter = colour.luminance > ground.luminance
    return darker(_share(ground if lighter else colour, opacity), min(LINES, seen.contrast(ground)))


@lru_cache(4096)
def darker(colour: Colour, contrast: float) -> Colour:
    """*colour*, or as much darker as it takes to have *contrast* (1 to 21) with white; its hue stays."""
    if colour.contrast(WHITE) >= contrast:
        return colour
    low, high = 0.0, 1.0  # shares of the colour's light
    for _ in range(12):
        share = (low + high) / 2
        dimmed = Colour(*(int(part * share) for part in colour))
        low, high = (share, high) if dimmed.contrast(WHITE) >= contrast else (low, share)
    return Colour(*(int(part * low) for part in colour))


def _share(colour: Colour, share: float) -> Colour:
    """A *share* of *colour* on white."""
    return Colour(*(round(255 - (255 - part) * share) for part in colour))


def _tint(fill: Colour | ops.Shading) -> Colour | ops.Shading:
    if isinstance(fill, Colour):
        return _share(fill, TINT)
    return fill._replace(stops=tuple((offset, _share(colour, TINT)) for offset, colour in fill.stops))


def _mean(fill: Colour | ops.Shading) -> Colour:
    """The average of a gradient's colours."""
    if isinstance(fill, Colour):
        return fill
    colours = [colour for _, colour in fill.stops] or [BLACK]
    return Colour(*(sum(parts) // len(colours) for parts in zip(*colours, strict=True)))


def _is_outline_of_word(op: Op) -> bool:
    """True for the outline around a word (`pieces.lower.effect_ops`) that shows on white: a line with round corners."""
    return (
        isinstance(op, ops.DrawPath)
        and op.paint.fill is None
        and op.paint.cap == op.paint.join == 1
        and op.paint.stroke is not None
        and op.paint.stroke.contrast(WHITE) >= LINES
    )
