"""Separated drawing -> the same within an ink limit: black removes what is below it where both would be too much."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pawprint.core.affine import IDENTITY
from pawprint.core.colour import Colour
from pawprint.core.inks import SeparatedColour
from pawprint.draw.ops import DrawBox, Drawing, DrawPath, DrawText, Layer, Op, Symbol, nothing
from pawprint.draw.traverse import DrawOp, map_ops
from pawprint.press.op_bounds import drawn_box

if TYPE_CHECKING:
    from PIL import Image

    from pawprint.core.length import Length
    from pawprint.draw.ops import Shading


def knocked_out(drawing: Drawing, over: Image.Image, bleed: Length, dpi: int) -> Drawing:
    """*drawing* without overprinting process inks in the operations that have a dot of *over*; itself if there is none.

    Args:
        over: white where there is too much ink, from the top-left corner of the bleed.
    """
    if not over.getbbox():
        return drawing
    symbols: dict[Symbol, Symbol] = {}
    ops = tuple(
        map_ops([op], _without_overprint, symbols)[0] if _has_dots(op, over, bleed.pt, dpi / 72) else op
        for op in drawing.ops
    )
    return drawing if ops == tuple(drawing.ops) else replace(drawing, art=Layer(ops), common=nothing())


def _has_dots(op: Op, over: Image.Image, edge: float, dots: float) -> bool:
    box = drawn_box([op], IDENTITY)
    if box is None:
        return False
    left, top, right, bottom = (round((side + edge) * dots) for side in (box.x, box.y, box.right, box.bottom))
    return over.crop((left - 1, top - 1, right + 1, bottom + 1)).getbbox() is not None


def _without_overprint(op: DrawOp) -> Op:
    match op:
        case DrawText():
            return op._replace(ink=_solid(op.ink))
        case DrawBox() | DrawPath():
            fill: Colour | Shading | None = op.paint.fill
            fill = _solid(fill) if isinstance(fill, Colour) else fill
            stroke = op.paint.stroke and _solid(op.paint.stroke)
            return op._replace(paint=op.paint._replace(fill=fill, stroke=stroke))
        case _:
            return op


def _solid(colour: Colour) -> Colour:
    """*colour*, removing the process inks below it; a spot ink keeps its own plate as it was declared."""
    if isinstance(colour, SeparatedColour) and colour.overprint and not colour.spot:
        return SeparatedColour(Colour(*colour), colour.inks)
    return colour
