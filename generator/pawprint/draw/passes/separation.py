"""Drawing -> the drawing in printing inks, by the rules of prepress for blacks, greys and declared colours.

Fine detail in several inks shows a coloured fringe where the plates do not meet. So texts, lines and small shapes that
are black or grey get black ink only, and black prints over what is below. Large black areas get all inks.
"""

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import Protocol, assert_never

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.colour_vision import lab
from pawprint.core.inks import BLACK_INK, DeclaredColour, ProcessInks, SeparatedColour
from pawprint.core.paths import points_box
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

#: A shape that is smaller than this in one direction is detail; 10 mm, in points.
SMALL = 10 * 72 / 25.4
#: A line that is at most this wide overprints where it is black; points.
FINE = 2.0
#: Detail at most so light and so colourful (L* and chroma of CIE L*a*b*) is printed as black.
_DARK, _DULL = 20.0, 10.0
#: Colours that are less colourful than this are greys.
_NEUTRAL = 2.0
#: Steps between two colours of a gradient, since inks do not mix as light does.
_STEPS = 8


class InkConversion(Protocol):
    """What a printing condition makes of colours."""

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
        self._colours: dict[tuple[Colour, bool], SeparatedColour] = {}
        self._shadings: dict[Shading, Shading] = {}
        self._symbols: dict[tuple[Symbol, float, bool], Symbol] = {}
        self._layers: dict[Layer, Layer] = {}
        self.spots: dict[str, ProcessInks] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* in inks."""
        art, common = (self._layer(layer) for layer in (drawing.art, drawing.common))
        return replace(drawing, art=art, common=common)

    def ops(self, ops: tuple[Op, ...], scale: float = 1.0, detail: bool = False) -> tuple[Op, ...]:
        """*ops* in inks.

        Args:
            scale: points to their unit.
            detail: shapes of any size are detail (a code that a machine reads).
        """
        return tuple([self._op(op, scale, detail) for op in ops])

    def _layer(self, layer: Layer) -> Layer:
        separated = self._layers.get(layer)
        if separated is None:
            separated = self._layers[layer] = Layer(self.ops(layer.ops))
        return separated

    def _op(self, op: Op, scale: float, detail: bool) -> Op:
        match op:
            case DrawText():
                return op._replace(ink=self.colour(op.ink, True))
            case DrawBox():
                small = detail or min(op.width, op.height) * scale < SMALL
                return op._replace(paint=self._paint(op.paint, scale, small))
            case DrawPath():
                box = points_box(op.path)
                small = detail or box is None or min(box.width, box.height) * scale < SMALL
                return op._replace(paint=self._paint(op.paint, scale, small))
            case DrawImage():
                return op
            case Group():
                inside = scale * _scale(op.matrix)
                return op._replace(ops=self.ops(op.ops, inside, detail or op.keep))
            case Marked():
                return op._replace(ops=self.ops(op.ops, scale, detail))
            case UseSymbol():
                return op._replace(symbol=self._symbol(op.symbol, round(scale * _scale(op.matrix), 4), detail))
            case UseDrawing():
                return UseDrawing(self.drawing(with_operations(op.drawing)))
            case _:
                assert_never(op)

    def _symbol(self, symbol: Symbol, scale: float, detail: bool) -> Symbol:
        key = symbol, scale, detail
        if key not in self._symbols:
            ops = self.ops(symbol.ops, scale, detail)
            same = next((one for (of, _, _), one in self._symbols.items() if of is symbol and one.ops == ops), None)
            self._symbols[key] = same or replace(symbol, ops=ops)
        return self._symbols[key]

    def _paint(self, paint: Paint, scale: float, small: bool) -> Paint:
        fill, stroke = paint.fill, paint.stroke
        if isinstance(fill, Colour):
            fill = self.colour(fill, small)
        elif fill is not None:
            fill = self._shading(fill)
        if stroke is not None:
            stroke = self.colour(stroke, paint.width * scale <= FINE or small)
        return paint._replace(fill=fill, stroke=stroke)

    def _shading(self, shading: Shading) -> Shading:
        separated = self._shadings.get(shading)
        if separated is None:
            stops: list[tuple[float, Colour]] = []
            for (start, one), (end, other) in pairwise(shading.stops):
                for step in range(_STEPS if start < end and one != other else 1):
                    share = step / _STEPS
                    stops.append((start + (end - start) * share, self._mixed(one, other, share)))
            last, colour = shading.stops[-1]
            stops.append((last, self._mixed(colour, colour, 0)))
            separated = self._shadings[shading] = shading._replace(stops=tuple(stops))
        return separated

    def _mixed(self, one: Colour, other: Colour, share: float) -> SeparatedColour:
        """A colour between two, in process inks alone."""
        if share == 0:
            inks = self.colour(one, False).inks
            return SeparatedColour(Colour(*one), inks)
        mixed = Colour(*(round(part + (end - part) * share) for part, end in zip(one, other, strict=True)))
        ends = self.colour(one, False).inks, self.colour(other, False).inks
        if isinstance(one, DeclaredColour) and isinstance(other, DeclaredColour):
            return SeparatedColour(mixed, ProcessInks(*(a + (b - a) * share for a, b in zip(*ends, strict=True))))
        return SeparatedColour(mixed, self._conversion.inks(mixed))

    def colour(self, colour: Colour, detail: bool) -> SeparatedColour:
        """*colour* as it is printed.

        Args:
            detail: of a text, a line or a small shape.
        """
        separated = self._colours.get((colour, detail))
        if separated is None:
            separated = self._colours[colour, detail] = self._separated(colour, detail)
        return separated

    def _separated(self, colour: Colour, detail: bool) -> SeparatedColour:
        plain = Colour(*colour)
        if isinstance(colour, SeparatedColour):
            return colour
        if isinstance(colour, DeclaredColour):
            inks = colour.inks or self._conversion.inks(plain)
            if colour.spot:
                self.spots.setdefault(colour.spot, inks)
                return SeparatedColour(plain, inks, colour.spot, colour.overprint)
            if colour.inks:
                over = colour.overprint or (detail and inks == BLACK_INK)
                return SeparatedColour(plain, inks, overprint=over and inks.total > 0)
        if detail:
            lightness, a, b = lab(plain)
            chroma = sqrt(a * a + b * b)
            if lightness <= _DARK and chroma <= _DULL:
                return SeparatedColour(plain, BLACK_INK, overprint=True)
            if chroma <= _NEUTRAL:
                black = self._conversion.black_for(lightness)
                return SeparatedColour(plain, ProcessInks(0.0, 0.0, 0.0, black))
        return SeparatedColour(plain, self._conversion.inks(plain))


def _scale(matrix: Matrix) -> float:
    """How many times as long lines become."""
    a, b, c, d, _, _ = matrix
    return sqrt(abs(a * d - b * c))
