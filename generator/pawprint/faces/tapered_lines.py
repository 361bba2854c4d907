"""An open line of a figure -> the same line as a filled shape that is thin at both ends, as a pen draws it."""

import math
from collections.abc import Iterable
from typing import Any

from pawprint.core.picture import Path, Shape
from pawprint.faces.coordinates import HUNDREDTHS

#: How wide a line is at its ends, as a part of its width.
_TIP = 0.25
#: A line that is shorter than so many of its widths is a dot, which has no ends.
_SHORT = 3.0
#: How far the handles of a single curve lie beyond its edge, so that its middle has the full width.
_BULGE = 1.25

_Point = tuple[float, float]
#: A cubic curve from the point before it: its handles and its end, as x and y of each.
_Curve = tuple[float, float, float, float, float, float]


def tapered(shape: Shape) -> tuple[Shape, ...]:
    """*shape*, a stroke without a fill, as a filled shape; closed lines and dots remain strokes."""
    filled: list[Any] = []
    rest: list[Any] = []
    for line in _lines(shape.path):
        outline = _outline(line[0][1:], _curves(line), shape.width) if line[-1][0] != "Z" else None
        if outline is None:
            rest += line
        else:
            filled += outline
    out: list[Shape] = []
    if filled:
        out.append(Shape(tuple(filled), fill=shape.stroke, fill_opacity=shape.stroke_opacity))
    if rest:
        out.append(shape._replace(path=tuple(rest)))
    return tuple(out)


def _lines(path: Path) -> Iterable[list[Any]]:
    """The lines of *path*, each from its `M` on."""
    line: list[Any] = []
    for segment in path:
        if segment[0] == "M" and line:
            yield line
            line = []
        line.append(segment)
    if line:
        yield line


def _curves(line: list[Any]) -> list[_Curve]:
    """The segments of *line* after its `M`, straight ones as curves too."""
    out: list[_Curve] = []
    x, y = line[0][1:]
    for segment in line[1:]:
        if len(segment) == 7:
            out.append(segment[1:])
            x, y = segment[5:]
        elif len(segment) == 3:
            to_x, to_y = segment[1:]
            dx, dy = to_x - x, to_y - y
            out.append((x + dx * (1 / 3), y + dy * (1 / 3), x + dx * (2 / 3), y + dy * (2 / 3), to_x, to_y))
            x, y = to_x, to_y
    return out


def _outline(start: _Point, curves: list[_Curve], width: float) -> list[Any] | None:
    """The edge of a line that is as wide as *width* but at its ends; None for what has no direction."""
    nodes = [start, *(curve[4:] for curve in curves)]
    if not curves or sum(map(math.dist, nodes, nodes[1:])) < _SHORT * width:
        return None
    at, last = HUNDREDTHS, len(curves)
    half = 100 * width / 2  # distances from the line are in hundredths as well
    tip = half * _TIP
    inner = half * (_BULGE if last == 1 else 1)
    # One side is drawn there, the other one back; both are found on the way there.
    x, y = start
    across_x, across_y = _normal(x, y, *curves[0][:2])
    there: list[Any] = [("M", at[round(100 * x + across_x * tip)], at[round(100 * y + across_y * tip)])]
    back: list[Any] = [("Z",)]
    far = tip
    for number, (x1, y1, x2, y2, to_x, to_y) in enumerate(curves, 1):
        dx, dy = across_x * inner, across_y * inner
        behind = (
            at[round(100 * x1 - dx)],
            at[round(100 * y1 - dy)],
            at[round(100 * x - across_x * far)],
            at[round(100 * y - across_y * far)],
        )
        ahead = (at[round(100 * x1 + dx)], at[round(100 * y1 + dy)])
        across_x, across_y = _normal(x2, y2, *(nodes[-1] if number == last else curves[number][:2]))
        dx, dy = across_x * inner, across_y * inner
        far = tip if number == last else half
        x, y = to_x, to_y
        end = (at[round(100 * x + across_x * far)], at[round(100 * y + across_y * far)])
        there.append(("C", *ahead, at[round(100 * x2 + dx)], at[round(100 * y2 + dy)], *end))
        back.append(("C", at[round(100 * x2 - dx)], at[round(100 * y2 - dy)], *behind))
    back.append(("L", at[round(100 * x - across_x * tip)], at[round(100 * y - across_y * tip)]))
    return there + back[::-1]


def _normal(x: float, y: float, to_x: float, to_y: float) -> _Point:
    """Across the direction from one point to another one, one unit long."""
    dx, dy = to_x - x, to_y - y
    length = math.hypot(dx, dy) or 1.0
    return (-dy / length, dx / length)
