"""Drawing -> the same drawing as other eyes see it, or a printer without colours; see `pawprint.core.colour_vision`."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import assert_never

from pawprint.core.colour import Colour
from pawprint.core.colour_vision import simulate
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
)


class SimulatedVision:
    """Recolours drawings; raster images stay as they are.

    Args:
        name: one of `pawprint.core.colour_vision.SIMULATIONS`.
    """

    def __init__(self, name: str) -> None:
        self._seen = lru_cache(maxsize=None)(lambda colour: simulate(colour, name))
        self._symbols: dict[int, tuple[Symbol, Symbol]] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* in the colours that are seen."""
        art, common = (Layer(self._ops(layer.ops)) for layer in (drawing.art, drawing.common))
        return replace(drawing, art=art, common=common)

    def _ops(self, ops: Iterable[Op]) -> tuple[Op, ...]:
        return tuple(self._op(op) for op in ops)

    def _op(self, op: Op) -> Op:
        match op:
            case DrawText():
                return op._replace(ink=self._seen(op.ink))
            case DrawBox() | DrawPath():
                return op._replace(paint=self._paint(op.paint))
            case Group() | Marked():
                return op._replace(ops=self._ops(op.ops))
            case UseSymbol():
                symbol = op.symbol
                if id(symbol) not in self._symbols:  # with the symbol itself, so that its id stays its own
                    self._symbols[id(symbol)] = symbol, replace(symbol, ops=self._ops(symbol.ops))
                return op._replace(symbol=self._symbols[id(symbol)][1])
            case UseDrawing():
                return UseDrawing(self.drawing(op.drawing))
            case DrawImage():
                return op
            case _:
                assert_never(op)

    def _paint(self, paint: Paint) -> Paint:
        fill: Colour | Shading | None = paint.fill
        if isinstance(fill, Colour):
            fill = self._seen(fill)
        elif fill is not None:
            fill = fill._replace(stops=tuple((offset, self._seen(colour)) for offset, colour in fill.stops))
        return paint._replace(fill=fill, stroke=None if paint.stroke is None else self._seen(paint.stroke))
