"""Drawing -> the drawing with lines along its trim, bleed and safe area, or cut to its outline."""

from dataclasses import replace

from pawprint.core.colour import Colour
from pawprint.core.geometry import Insets
from pawprint.core.length import Length
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint, nothing

_TRIM = Paint(None, Colour(230, 0, 126), 0.5)
_BLEED = Paint(None, Colour(0, 158, 224), 0.5, (2.0, 1.5))
#: Grey that shows on paper and on most inks.
CUT_PAINT = Paint(None, Colour(128, 128, 128), 0.25)
_SAFE = Paint(None, Colour(0, 150, 64), 0.5, (1.0, 1.0))


def with_guides(drawing: Drawing, safe: Insets) -> Drawing:
    """*drawing* with its trim (magenta), bleed (cyan, dashed) and safe area (green, dotted) drawn over it."""
    bleed = drawing.bleed
    ops = [_line(drawing, Insets(), _TRIM)]
    if bleed != Insets():
        ops.append(_line(drawing, Insets(-bleed.top, -bleed.right, -bleed.bottom, -bleed.left), _BLEED))
    if safe != Insets():
        ops.append(_line(drawing, safe, _SAFE))
    return replace(drawing, art=Layer((*drawing.art.ops, *ops)))


def _line(drawing: Drawing, inside: Insets, paint: Paint) -> Op:
    """A line along the outline of *drawing*, at these distances inside of it; an even one for all but rectangles."""
    trim, outline = drawing.trim, drawing.outline
    if outline.path:
        return DrawPath(outline.around(trim, -inside.left.pt), paint)
    left, top = inside.left.pt, inside.top.pt
    width, height = trim.width.pt - left - inside.right.pt, trim.height.pt - top - inside.bottom.pt
    radius = max(outline.corner.pt - left, 0.0) if outline.corner else 0.0
    return DrawBox(left, top, width, height, paint, radius)


def with_bleed(drawing: Drawing, bleed: Length) -> Drawing:
    """*drawing* with *bleed* on all sides; the clip of its place on a sheet cuts off what lies beyond."""
    return replace(drawing, bleed=Insets.even(bleed))


def cut_out(drawing: Drawing, beyond: float = 0.0) -> Drawing:
    """*drawing* clipped to its outline, grown by *beyond* points on each side."""
    clip = drawing.outline.around(drawing.trim, beyond)
    art = Layer((Group(drawing.ops, clip=clip),), drawing.key and cut_out_key(drawing.key, beyond))
    return replace(drawing, bleed=drawing.bleed if beyond else Insets(), art=art, common=nothing())


def with_cut_line(drawing: Drawing) -> Drawing:
    """*drawing* with a hairline along its outline, for pieces which straight crop marks cannot guide."""
    line = _line(drawing, Insets(), CUT_PAINT)
    art = drawing.art
    return replace(drawing, art=Layer((*art.ops, line), art.key and cut_line_key(art.key)))


def cut_out_key(key: str, beyond: float) -> str:
    """The key of the only layer of a drawing with that *key*, cut out."""
    return f"{key} cut out {beyond:g}"


def cut_line_key(key: str) -> str:
    """The key of the upper layer with that *key*, with a cut line."""
    return f"{key} cut line"
