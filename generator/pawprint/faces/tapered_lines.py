"""An open line of a figure -> the same line as a filled shape that is thin at both ends, as a pen draws it."""

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from pawprint.core.picture import Path, Shape

#: How wide a line is at its ends, as a part of its width.
_TIP = 0.25
#: A line that is shorter than so many of its widths is a dot, which has no ends.
_SHORT = 3.0
#: How far the handles of a single curve lie beyond its edge, so that its middle has the full width.
_BULGE = 1.25

_Point = tuple[float, float]


class _Curve(NamedTuple):
    """One cubic curve of a line: from the point before it."""

    first: _Point
    second: _Point
    end: _Point


def tapered(shape: Shape) -> tuple[Shape, ...]:
    """*shape*, a stroke without a fill, as a filled shape; closed lines and dots remain strokes."""
    filled: list[Any] = []
    rest: list[Any] = []
    for line in _lines(shape.path):
        start, curves = line[0][1:], list(_curves(line))
        outline = _outline(start, curves, shape.width) if line[-1][0] != "Z" else None
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


def _curves(line: list[Any]) -> Iterable[_Curve]:
    x, y = line[0][1:]
    for segment in line[1:]:
        if len(segment) == 7:
            yield _Curve(segment[1:3], segment[3:5], segment[5:])
        elif len(segment) == 3:
            to_x, to_y = segment[1:]
            third, two_thirds = ((x + (to_x - x) * part, y + (to_y - y) * part) for part in (1 / 3, 2 / 3))
            yield _Curve(third, two_thirds, (to_x, to_y))
        else:
            continue
        x, y = segment[-2:]


def _outline(start: _Point, curves: list[_Curve], width: float) -> list[Any] | None:
    """The edge of a line that is as wide as *width* but at its ends; None for what has no direction."""
    nodes = [start, *(curve.end for curve in curves)]
    if sum(map(math.dist, nodes, nodes[1:])) < _SHORT * width:
        return None
    handles = [start, *(point for curve in curves for point in (curve.first, curve.second)), nodes[-1]]
    normals = [_normal(handles[2 * index], handles[2 * index + 1]) for index in range(len(nodes))]
    half, last = width / 2, len(curves)
    halves = [half * (_TIP if index in (0, last) else 1) for index in range(last + 1)]
    inner = half * (_BULGE if last == 1 else 1)
    sides: list[list[_Point]] = []
    for sign in (1, -1):
        side = [_moved(start, normals[0], sign * halves[0])]
        for index, curve in enumerate(curves):
            side.append(_moved(curve.first, normals[index], sign * inner))
            side.append(_moved(curve.second, normals[index + 1], sign * inner))
            side.append(_moved(curve.end, normals[index + 1], sign * halves[index + 1]))
        sides.append(side)
    there, back = sides[0], sides[1][::-1]
    return [("M", *there[0]), *_cubics(there), ("L", *back[0]), *_cubics(back), ("Z",)]


def _cubics(points: list[_Point]) -> Iterable[Any]:
    for index in range(1, len(points), 3):
        yield ("C", *points[index], *points[index + 1], *points[index + 2])


def _normal(before: _Point, after: _Point) -> _Point:
    """Across the direction from *before* to *after*."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    return (-dy / length, dx / length)


def _moved(point: _Point, normal: _Point, far: float) -> _Point:
    return (round(point[0] + normal[0] * far, 2), round(point[1] + normal[1] * far, 2))
