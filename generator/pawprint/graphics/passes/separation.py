"""Drawing -> the drawing in printing inks, by the rules of prepress for blacks, greys and declared colours.

Fine detail in several inks shows a coloured fringe where the plates do not meet. So texts and lines that are nearly
black get black ink only, and so do greys and small black shapes; black prints over what is below. Large black areas get
all inks, and so do shapes in dark colours, which may touch others in the same colour.
"""

from dataclasses import replace
from enum import IntEnum
from itertools import pairwise
from math import sqrt
from typing import Protocol, assert_never

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK_INK, Colour, DeclaredColour, ProcessInks, SeparatedColour, lab
from pawprint.core.paths import points_box
from pawprint.core.picture import Path
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    LowInkRule,
    Marked,
    Op,
    Paint,
    Shading,
    Symbol,
    UseDrawing,
    UseSymbol,
    with_operations,
)

# --- Lines that are no print: where a die cuts and folds, as spot inks that overprint ---------------------------------


#: The usual names of these inks.
CUT, CREASE = "die-cut", "Crease"
#: Of a line, in points.
_WEIGHT = 0.25
_CUT_SHOWN = Colour(230, 0, 126), ProcessInks(0.0, 1.0, 0.0, 0.0)
_CREASE_SHOWN = Colour(0, 158, 224), ProcessInks(1.0, 0.0, 0.0, 0.0)


def cut_line(path: Path, ink: str = CUT) -> DrawPath:
    """A line along which the die cuts.

    Args:
        ink: the name of the spot ink that the print shop asks for.
    """
    return DrawPath(path, Paint(stroke=DeclaredColour(*_CUT_SHOWN, ink, True), width=_WEIGHT))


def crease_line(path: Path, ink: str = CREASE) -> DrawPath:
    """A line that the die creases, to be folded."""
    return DrawPath(path, Paint(stroke=DeclaredColour(*_CREASE_SHOWN, ink, True), width=_WEIGHT))


# --- separation -------------------------------------------------------------------------------------------------------


#: A shape is large from this size in its shorter direction; 10 mm, in points.
SMALL = 10 * 72 / 25.4
#: A line that is at most this wide overprints where it is black; points.
FINE = 2.0
#: What is fine, and at most so light and so colourful (L* and chroma of CIE L*a*b*), is printed as black.
_DARK, _DULL = 20.0, 10.0
#: Colours that are less colourful than this are greys.
_NEUTRAL = 2.0
#: Steps between two colours of a gradient, since inks do not mix as light does.
_STEPS = 8


class DetailSize(IntEnum):
    """How large something is that has a colour: `FINE` are texts, thin lines, and codes that a machine reads."""

    FINE, SMALL, LARGE = range(3)


class InkConversion(Protocol):
    """Converts colours for a printing condition."""

    def inks(self, colour: Colour) -> ProcessInks:
        """The inks that look like *colour*."""
        ...

    def black_for(self, lightness: float) -> float:
        """The share of black ink, 0 to 1, for a grey of that L* (0 to 100); 1 for 0."""
        ...


class Separation:
    """Separates drawings; symbols and layers that they share stay shared.

    Attributes:
        spots: the spot inks in what was separated, with the process inks that look like each.
    """

    def __init__(self, conversion: InkConversion) -> None:
        self._conversion = conversion
        self._colours: dict[tuple[Colour, DetailSize], SeparatedColour] = {}
        self._shadings: dict[Shading, Shading] = {}
        self._symbols: dict[tuple[Symbol, float, bool], Symbol] = {}
        self._layers: dict[Layer, Layer] = {}
        self.spots: dict[str, ProcessInks] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* in inks."""
        art, common = (self._layer(layer) for layer in (drawing.art, drawing.common))
        return replace(drawing, art=art, common=common)

    def ops(self, ops: tuple[Op, ...], scale: float = 1.0, fine: bool = False) -> tuple[Op, ...]:
        """*ops* in inks.

        Args:
            scale: points to their unit.
            fine: shapes of any size are.
        """
        return tuple([self._op(op, scale, fine) for op in ops])

    def _layer(self, layer: Layer) -> Layer:
        separated = self._layers.get(layer)
        if separated is None:
            separated = self._layers[layer] = Layer(self.ops(layer.ops))
        return separated

    def _op(self, op: Op, scale: float, fine: bool) -> Op:
        match op:
            case DrawText():
                return op._replace(ink=self.colour(op.ink, DetailSize.FINE))
            case DrawBox():
                short = min(op.width, op.height)
                return op._replace(paint=self._paint(op.paint, scale, _detail_size(short * scale, fine)))
            case DrawPath():
                box = points_box(op.path)
                short = min(box.width, box.height) if box else 0.0
                return op._replace(paint=self._paint(op.paint, scale, _detail_size(short * scale, fine)))
            case DrawImage():
                return op
            case Group():
                inside = scale * _scale(op.matrix)
                return op._replace(ops=self.ops(op.ops, inside, fine or op.keep))
            case Marked() | LowInkRule():
                return op._replace(ops=self.ops(op.ops, scale, fine))
            case UseSymbol():
                return op._replace(symbol=self._symbol(op.symbol, round(scale * _scale(op.matrix), 4), fine))
            case UseDrawing():
                return UseDrawing(self.drawing(with_operations(op.drawing)))
            case _:
                assert_never(op)

    def _symbol(self, symbol: Symbol, scale: float, fine: bool) -> Symbol:
        key = symbol, scale, fine
        if key not in self._symbols:
            ops = self.ops(symbol.ops, scale, fine)
            same = next(
                (drawn for (of, _, _), drawn in self._symbols.items() if of is symbol and drawn.ops == ops), None
            )
            self._symbols[key] = same or replace(symbol, ops=ops)
        return self._symbols[key]

    def _paint(self, paint: Paint, scale: float, size: DetailSize) -> Paint:
        fill, stroke = paint.fill, paint.stroke
        if isinstance(fill, Colour):
            fill = self.colour(fill, size)
        elif fill is not None:
            fill = self._shading(fill)
        if stroke is not None:
            stroke = self.colour(stroke, DetailSize.FINE if paint.width * scale <= FINE else size)
        return paint._replace(fill=fill, stroke=stroke)

    def _shading(self, shading: Shading) -> Shading:
        separated = self._shadings.get(shading)
        if separated is None:
            stops: list[tuple[float, Colour]] = []
            for (start, colour_before), (end, colour_after) in pairwise(shading.stops):
                for step in range(_STEPS if start < end and colour_before != colour_after else 1):
                    share = step / _STEPS
                    stops.append((start + (end - start) * share, self._mixed(colour_before, colour_after, share)))
            last, colour = shading.stops[-1]
            stops.append((last, self._mixed(colour, colour, 0)))
            separated = self._shadings[shading] = shading._replace(stops=tuple(stops))
        return separated

    def _mixed(self, start: Colour, end: Colour, share: float) -> SeparatedColour:
        """A colour between two, in process inks alone."""
        if share == 0:
            inks = self.colour(start, DetailSize.LARGE).inks
            return SeparatedColour(Colour(*start), inks)
        mixed = Colour(*(round(a + (b - a) * share) for a, b in zip(start, end, strict=True)))
        ends = self.colour(start, DetailSize.LARGE).inks, self.colour(end, DetailSize.LARGE).inks
        if isinstance(start, DeclaredColour) and isinstance(end, DeclaredColour):
            return SeparatedColour(mixed, ProcessInks(*(a + (b - a) * share for a, b in zip(*ends, strict=True))))
        return SeparatedColour(mixed, self._conversion.inks(mixed))

    def colour(self, colour: Colour, size: DetailSize) -> SeparatedColour:
        """*colour* as it is printed for something of that *size*."""
        separated = self._colours.get((colour, size))
        if separated is None:
            separated = self._colours[colour, size] = self._separated(colour, size)
        return separated

    def _separated(self, colour: Colour, size: DetailSize) -> SeparatedColour:
        plain = Colour(*colour)
        if isinstance(colour, SeparatedColour):
            return colour
        if isinstance(colour, DeclaredColour):
            inks = colour.inks or self._conversion.inks(plain)
            if colour.spot:
                self.spots.setdefault(colour.spot, inks)
                return SeparatedColour(plain, inks, colour.spot, colour.overprint)
            if colour.inks:
                over = colour.overprint or (size != DetailSize.LARGE and inks == BLACK_INK)
                return SeparatedColour(plain, inks, overprint=over and inks.total > 0)
        if size != DetailSize.LARGE:
            lightness, a, b = lab(plain)
            chroma = sqrt(a * a + b * b)
            if lightness <= _DARK and chroma <= (_DULL if size == DetailSize.FINE else _NEUTRAL):
                return SeparatedColour(plain, BLACK_INK, overprint=True)
            if chroma <= _NEUTRAL:
                black = self._conversion.black_for(lightness)
                return SeparatedColour(plain, ProcessInks(0.0, 0.0, 0.0, black))
        return SeparatedColour(plain, self._conversion.inks(plain))


def _detail_size(short: float, fine: bool) -> DetailSize:
    """That of a shape whose shorter direction has so many points."""
    return DetailSize.FINE if fine else DetailSize.SMALL if short < SMALL else DetailSize.LARGE


def _scale(matrix: Matrix) -> float:
    """How many times as long lines become."""
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c))
