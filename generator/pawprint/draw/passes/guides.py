"""Drawing -> the drawing with outlines of its trim, bleed and safe area, or cut to its shape."""

from dataclasses import replace

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets
from pawprint.core.length import Length
from pawprint.draw.ops import DrawBox, Drawing, Group, Layer, Op, Paint, nothing
from pawprint.draw.outlines import outline

_TRIM = Paint(None, Colour(230, 0, 126), 0.5)
_BLEED = Paint(None, Colour(0, 158, 224), 0.5, (2.0, 1.5))
#: Grey that shows on paper and on most inks.
_CUT = Paint(None, Colour(128, 128, 128), 0.25)
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
    return replace(drawing, art=Layer((*drawing.art.ops, *ops)))


def with_bleed(drawing: Drawing, bleed: Length) -> Drawing:
    """*drawing* with *bleed* on all sides; the clip of its place on a sheet cuts off what lies beyond."""
    return replace(drawing, bleed=Insets.even(bleed))


def cut_out(drawing: Drawing, beyond: float = 0.0) -> Drawing:
    """*drawing* clipped to its trim with its round corners, grown by *beyond* points on each side."""
    if not drawing.corner:
        return drawing
    width, height = drawing.trim.width.pt, drawing.trim.height.pt
    clip = outline(Box(0.0, 0.0, width, height).inset(-beyond), drawing.corner + beyond)
    art = Layer((Group(drawing.ops, clip=clip),), drawing.key and cut_out_key(drawing.key, beyond))
    return replace(drawing, bleed=drawing.bleed if beyond else Insets(), art=art, common=nothing())


def with_cut_line(drawing: Drawing) -> Drawing:
    """*drawing* with a hairline along its trim, for discs, which straight crop marks cannot guide."""
    line = DrawBox(0.0, 0.0, drawing.trim.width.pt, drawing.trim.height.pt, _CUT, drawing.corner)
    art = drawing.art
    return replace(drawing, art=Layer((*art.ops, line), art.key and cut_line_key(art.key)))


def cut_out_key(key: str, beyond: float) -> str:
    """The key of the only layer of a drawing with that *key*, cut out."""
    return f"{key} cut out {beyond:g}"


def cut_line_key(key: str) -> str:
    """The key of the upper layer with that *key*, with a cut line."""
    return f"{key} cut line"
