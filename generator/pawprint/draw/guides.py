"""Trim, bleed and safe outlines for proofs, and pieces as they look when they are cut; never on printed sheets."""

from pawprint.base.colour import Colour
from pawprint.base.shapes import Insets
from pawprint.compose.picture import Path
from pawprint.draw.ops import DrawBox, Drawing, Group, Op, Paint

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


def cut_out(drawing: Drawing) -> Drawing:
    """*drawing* as it looks after cutting: nothing beyond the trim and its round corners."""
    if not drawing.corner:
        return drawing
    width, height, r = drawing.trim.width.pt, drawing.trim.height.pt, drawing.corner
    k = r * (1 - 0.5522847498)  # the control points of a quarter circle as a cubic curve
    clip: Path = (
        ("M", r, 0.0), ("L", width - r, 0.0), ("C", width - k, 0.0, width, k, width, r),
        ("L", width, height - r), ("C", width, height - k, width - k, height, width - r, height),
        ("L", r, height), ("C", k, height, 0.0, height - k, 0.0, height - r),
        ("L", 0.0, r), ("C", 0.0, k, k, 0.0, r, 0.0), ("Z",),
    )  # fmt: skip
    whole = Group((*drawing.shared, *drawing.ops), clip=clip)
    return Drawing(drawing.name, drawing.trim, Insets(), (whole,), drawing.corner)
