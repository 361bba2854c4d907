"""Separated drawing -> what a plate prints of it in greys, or three in red, green and blue: dark where ink is solid."""

from collections.abc import Callable
from typing import assert_never

from pawprint.core.colour import WHITE, Colour, SeparatedColour
from pawprint.graphics.ops import DrawBox, DrawImage, Drawing, DrawPath, DrawText, Group, Op, Paint, Shading, Symbol
from pawprint.graphics.traverse import DrawOp, map_drawing

#: An image and the numbers of plates -> the path of an image with their inks as lights.
PlateImages = Callable[[str, tuple[int, ...]], str]
_NOTHING = Group(())


class Plate:
    """Makes the drawings of one plate or three; symbols that they share stay shared. Spot inks remove what is below
    them, unless they overprint, as on a press.

    Args:
        numbers: one or three of 0 to 3: cyan, magenta, yellow, black.

    Attributes:
        exact: False once an ink was to be overprinted on some of three plates only, which one colour cannot say.
    """

    def __init__(self, numbers: tuple[int, ...], images: PlateImages) -> None:
        self.numbers = numbers
        self.exact = True
        self._images = images
        self._symbols: dict[Symbol, Symbol] = {}

    def drawing(self, drawing: Drawing) -> Drawing:
        """What the plate prints of *drawing*."""
        return map_drawing(drawing, self._op, self._symbols)

    def _op(self, op: DrawOp) -> Op:
        match op:
            case DrawText():
                light = self._light(op.ink)
                return _NOTHING if light is None else op._replace(ink=light)
            case DrawBox() | DrawPath():
                paint = self._paint(op.paint)
                return _NOTHING if paint is None else op._replace(paint=paint)
            case DrawImage():
                return op._replace(path=self._images(op.path, self.numbers))
            case _:
                assert_never(op)

    def _paint(self, paint: Paint) -> Paint | None:
        fill: Colour | Shading | None = paint.fill
        if isinstance(fill, Colour):
            fill = self._light(fill)
        elif fill is not None:
            fill = fill._replace(stops=tuple([(at, self._light(colour) or WHITE) for at, colour in fill.stops]))
        stroke = None if paint.stroke is None else self._light(paint.stroke)
        return None if fill is None and stroke is None else paint._replace(fill=fill, stroke=stroke)

    def _light(self, colour: Colour) -> Colour | None:
        """None where *colour* leaves the plates as they are."""
        if not isinstance(colour, SeparatedColour):
            raise TypeError(f"{colour} is not separated")
        shares = [0.0 if colour.spot else colour.inks[number] for number in self.numbers]
        if colour.overprint:
            if not any(shares):
                return None
            self.exact = self.exact and all(shares)
        lights = [255 - round(255 * share) for share in shares]
        return Colour(*lights) if len(lights) == 3 else Colour(*lights * 3)
