"""Separated drawing -> what one plate prints of it, in greys: black where the ink is solid."""

from collections.abc import Callable
from typing import assert_never

from pawprint.core.colour import WHITE, Colour
from pawprint.core.inks import SeparatedColour
from pawprint.draw.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText, Group, Op, Paint, Shading, Symbol
from pawprint.draw.traverse import DrawOp, map_drawing

#: An image and the number of a plate -> the path of an image in greys.
PlateImages = Callable[[str, int], str]
_NOTHING = Group(())


class Plate:
    """Makes the drawings of one plate; symbols that they share stay shared. Spot inks remove what is below them, unless
    they overprint, as on a press.

    Args:
        number: 0 to 3: cyan, magenta, yellow, black.
    """

    def __init__(self, number: int, images: PlateImages) -> None:
        self._number = number
        self._images = images
        self._symbols: dict[Symbol, Symbol] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """What the plate prints of *drawing*."""
        return map_drawing(drawing, self._op, self._symbols)

    def _op(self, op: DrawOp) -> Op:
        match op:
            case DrawText():
                grey = self._grey(op.ink)
                return _NOTHING if grey is None else op._replace(ink=grey)
            case DrawBox() | DrawPath():
                paint = self._paint(op.paint)
                return _NOTHING if paint is None else op._replace(paint=paint)
            case DrawImage():
                return op._replace(path=self._images(op.path, self._number))
            case _:
                assert_never(op)

    def _paint(self, paint: Paint) -> Paint | None:
        fill: Colour | Shading | None = paint.fill
        if isinstance(fill, Colour):
            fill = self._grey(fill)
        elif fill is not None:
            fill = fill._replace(stops=tuple([(at, self._grey(colour) or WHITE) for at, colour in fill.stops]))
        stroke = None if paint.stroke is None else self._grey(paint.stroke)
        return None if fill is None and stroke is None else paint._replace(fill=fill, stroke=stroke)

    def _grey(self, colour: Colour) -> Colour | None:
        """None where *colour* leaves the plate as it is."""
        if not isinstance(colour, SeparatedColour):
            raise TypeError(f"{colour} is not separated")
        share = 0.0 if colour.spot else colour.inks[self._number]
        if share == 0 and colour.overprint:
            return None
        light = 255 - round(255 * share)
        return Colour(light, light, light)
