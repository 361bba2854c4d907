"""Outline of a piece -> the shadow that it throws on a table, as vector operations.

PDF and SVG have no blurred edge in common, so a shadow is a pile of outlines, each a little smaller than the one below
and each nearly transparent. What they add up to falls off as a blurred edge does.
"""

from collections.abc import Iterator
from math import erf, sqrt

from pawprint.core.affine import Matrix
from pawprint.core.colour import Colour
from pawprint.core.geometry import Size
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import DrawBox, DrawPath, Group, Op, Paint

#: Outlines of a shadow: with fewer, steps can be seen in a large picture.
STEPS = 14
#: How far a blurred edge reaches to either side, in standard deviations.
_REACH = 2.2


def soft_shadow(
    outline: PieceOutline,
    trim: Size,
    blur: float,
    darkness: float,
    colour: Colour,
    shifts: tuple[tuple[float, float], ...] = ((0.0, 0.0),),
) -> tuple[Op, ...]:
    """The shadow of a piece.

    Args:
        blur: standard deviation of the edge in points, > 0.
        darkness: opacity well inside, 0 to 1.
        shifts: where the outline is, in points; several are one shadow, that of something high.
    """
    ops: list[Op] = []
    for beyond, opacity in _steps(blur, darkness):
        shapes = tuple(
            op for x, y in shifts for op in _shape(outline, trim, beyond, blur, Paint(colour), (1, 0, 0, 1, x, y))
        )
        if len(shapes) == 1 and isinstance(shapes[0], Group):
            group = shapes[0]
            ops.append(group._replace(ops=_shape_ops(outline, trim, beyond, blur, Paint(colour, fill_opacity=opacity))))
        elif shapes:
            ops.append(Group(shapes, opacity=opacity))
    return tuple(ops)


def _steps(blur: float, darkness: float) -> Iterator[tuple[float, float]]:
    """How far each outline is beyond the edge, from the largest on, and its opacity."""
    clear = 1.0  # what is left to be seen of the table
    for step in range(STEPS):
        beyond = _REACH * (1 - 2 * (step + 0.5) / STEPS)
        wanted = 1 - darkness * (1 - erf(beyond / sqrt(2))) / 2
        yield beyond * blur, 1 - wanted / clear
        clear = wanted


def _shape(
    outline: PieceOutline, trim: Size, beyond: float, blur: float, paint: Paint, matrix: Matrix
) -> tuple[Op, ...]:
    ops = _shape_ops(outline, trim, beyond, blur, paint)
    return (Group(ops, matrix),) if ops else ()


def _shape_ops(outline: PieceOutline, trim: Size, beyond: float, blur: float, paint: Paint) -> tuple[Op, ...]:
    if outline.path:
        path = outline.around(trim, beyond)
        return (DrawPath(path, paint),) if path else ()
    width, height = trim.width.pt + 2 * beyond, trim.height.pt + 2 * beyond
    if width <= 0 or height <= 0:
        return ()
    # blurring rounds corners, inside of the edge, too
    radius = max(outline.corner.pt + beyond, blur + beyond, 0.0)
    return (DrawBox(-beyond, -beyond, width, height, paint, radius),)
