"""Trim, bleed and safe outlines for proofs; never printed otherwise."""

from pawprint.base.colour import Colour
from pawprint.base.shapes import Insets
from pawprint.draw.ops import DrawBox, Drawing, Op, Paint

_TRIM = Paint(None, Colour(230, 0, 126), 0.5)
_BLEED = Paint(None, Colour(0, 158, 224), 0.5, (2.0, 1.5))
_SAFE = Paint(None, Colour(0, 150, 64), 0.5, (1.0, 1.0))


def with_guides(drawing: Drawing, safe: Insets) -> Drawing:
    """*drawing* with its trim (magenta), bleed (cyan, dashed) and safe area (green, dotted) drawn over it."""
    width, height = drawing.trim.width.pt, drawing.trim.height.pt
    ops: list[Op] = [DrawBox(0.0, 0.0, width, height, _TRIM, drawing.corner)]
    for insets, paint, sign in ((drawing.bleed, _BLEED, -1), (safe, _SAFE, 1)):
        if insets == Insets():
            continue
        left, top, right, bottom = (sign * side.pt for side in (insets.left, insets.top, insets.right, insets.bottom))
        radius = max(drawing.corner - left, 0.0) if drawing.corner else 0.0
        ops.append(DrawBox(left, top, width - left - right, height - top - bottom, paint, radius))
    return Drawing(drawing.name, drawing.trim, drawing.bleed, (*drawing.ops, *ops), drawing.corner, drawing.shared)
