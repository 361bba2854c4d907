"""Drawing of a piece -> a drawing of a picture with the piece in its middle, and perhaps its shadow."""

from __future__ import annotations

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import Length, mm
from pawprint.draw.ops import Drawing, Group, Layer, Op, UseDrawing
from pawprint.draw.outlines import outline
from pawprint.export.soft_shadow import soft_shadow

#: The room around a piece for its shadow, in parts of its shorter side.
_ROOM = 0.09


def size_with_room(drawing: Drawing, bleed: Length, shadow: bool) -> tuple[float, float]:
    """Width and height in points of a piece with its bleed and the room for its shadow."""
    room = 2 * (_room(drawing) if shadow else 0.0) + 2 * bleed.pt
    return drawing.trim.width.pt + room, drawing.trim.height.pt + room


def framed(drawing: Drawing, bleed: Length, shadow: bool, aspect: float) -> Drawing:
    """A picture without bleed, just large enough for the piece.

    Args:
        drawing: with *bleed* or cut out.
        aspect: width by height of the picture.
    """
    across, down = size_with_room(drawing, bleed, shadow)
    width, height = max(across, down * aspect), max(down, across / aspect)
    trim = drawing.trim
    middle: Matrix = (1.0, 0.0, 0.0, 1.0, (width - trim.width.pt) / 2, (height - trim.height.pt) / 2)
    ops: list[Op] = [Group((UseDrawing(drawing),), clip=outline(drawing.box))]
    if shadow:
        blur = _room(drawing) / 3
        ops[:0] = [
            *soft_shadow(drawing.outline, trim, blur, 0.30, BLACK, ((0.0, blur * 0.7),)),
            *soft_shadow(drawing.outline, trim, blur / 4, 0.32, BLACK, ((0.0, blur * 0.2),)),
        ]
    size = Size(_length(width), _length(height))
    return Drawing(drawing.name, size, Insets(), Layer((Group(tuple(ops), middle),)))


def _room(drawing: Drawing) -> float:
    return _ROOM * min(drawing.trim.width.pt, drawing.trim.height.pt)


def _length(points: float) -> Length:
    return mm(points * 25.4 / 72)
