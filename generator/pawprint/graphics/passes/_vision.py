"""Drawing -> the drawing as a colour-blind person sees it, or in shades of grey; see `core.colour_vision`."""

from functools import lru_cache
from typing import assert_never

from pawprint.core.colour import Colour, simulate
from pawprint.graphics.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText, Op, Paint, Shading, Symbol
from pawprint.graphics.traverse import DrawOp, map_drawing


class SimulatedVision:
    """Recolours drawings; raster images keep their colours.

    Args:
        name: one of `pawprint.core.colour.SIMULATIONS`.
    """

    def __init__(self, name: str) -> None:
        self._simulated = lru_cache(maxsize=None)(lambda colour: simulate(colour, name))
        self._symbols: dict[Symbol, Symbol] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """*drawing* in the simulated colours."""
        return map_drawing(drawing, self._recoloured, self._symbols)

    def _recoloured(self, op: DrawOp) -> Op:
        match op:
            case DrawText():
                return op._replace(ink=self._simulated(op.ink))
            case DrawBox() | DrawPath():
                return op._replace(paint=self._paint(op.paint))
            case DrawImage():
                return op
            case _:
                assert_never(op)

    def _paint(self, paint: Paint) -> Paint:
        fill: Colour | Shading | None = paint.fill
        if isinstance(fill, Colour):
            fill = self._simulated(fill)
        elif fill is not None:
            fill = fill._replace(stops=tuple((offset, self._simulated(colour)) for offset, colour in fill.stops))
        return paint._replace(fill=fill, stroke=None if paint.stroke is None else self._simulated(paint.stroke))
