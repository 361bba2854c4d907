"""Curves that are arcs of circles: round corners as machines that cut take them."""

import math
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pawprint.core.polygon import Point, flattened

#: How far a curve may be from the arc that replaces it, in points: 0.01 mm. A quarter circle that is one curve
#: differs by 0.03 % of its radius.
_TOLERANCE = 0.03
#: Arcs with a larger radius are lines, in points: 10 m.
_LARGEST_RADIUS = 28_000.0


class Stroke(NamedTuple):
    """A part of a path: a straight line, an arc, or a free curve, from the end of the part before it.

    Attributes:
        end: its last point.
        bulge: the tangent of a quarter of the angle of an arc, as in DXF; positive if clockwise on paper.
            0 for all others.
        handles: the two handles of a free curve; None for other segments.
    """

    end: Point
    bulge: float = 0.0
    handles: tuple[Point, Point] | None = None

    def radius(self, start: Point) -> float:
        """The radius of an arc that begins at *start*."""
        half = math.dist(start, self.end) / 2
        return half * (1 + self.bulge * self.bulge) / (2 * abs(self.bulge))


class StrokedPath(NamedTuple):
    """One subpath: where it begins, its parts, and whether it is closed. No part of it has no length."""

    start: Point
    strokes: tuple[Stroke, ...]
    closed: bool

    def vertices(self) -> Iterator[tuple[float, float, float]]:
        """x, y, and the bulge of what follows; free curves as lines. A closed path does not come back to its start."""
        points: list[tuple[float, float, float]] = [(*self.start, 0.0)]
        for stroke in self.strokes:
            (*before, _), end = points[-1], stroke.end
            if stroke.handles is None:
                points[-1] = (before[0], before[1], stroke.bulge)
                points.append((*end, 0.0))
                continue
            (x1, y1), (x2, y2) = stroke.handles
            for line in flattened([("M", *before), ("C", x1, y1, x2, y2, *end)]):
                points += [(x, y, 0.0) for x, y in line[1:]]
        yield from points[:-1] if self.closed else points


def with_arcs(path: Iterable[tuple[Any, ...]]) -> list[StrokedPath]:
    """The subpaths of *path*, with arcs in place of curves that are round."""
    subpaths: list[tuple[Point, list[Stroke], bool]] = []
    for segment in path:
        if segment[0] == "M":
            subpaths.append(((segment[1], segment[2]), [], False))
            continue
        start, strokes, _ = subpaths[-1]
        at = strokes[-1].end if strokes else start
        if segment[0] == "Z":
            if math.dist(at, start) > 1e-6:
                strokes.append(Stroke(start))
            subpaths[-1] = start, strokes, True
        elif math.dist(at, segment[-2:]) > 1e-6 or segment[0] == "C":
            strokes.append(_stroke(at, segment))
    return [StrokedPath(start, tuple(strokes), closed) for start, strokes, closed in subpaths if strokes]


def _stroke(start: Point, segment: tuple[Any, ...]) -> Stroke:
    end = (segment[-2], segment[-1])
    if segment[0] != "C":
        return Stroke(end)
    handles = (segment[1], segment[2]), (segment[3], segment[4])
    bulge = _bulge(start, *handles, end)
    return Stroke(end, 0.0, handles) if bulge is None else Stroke(end, bulge)


def _bulge(start: Point, first: Point, second: Point, end: Point) -> float | None:
    """The bulge of the arc that a curve is, 0 for a straight line; None for any other curve."""
    chord = math.dist(start, end)
    if chord < 1e-6:
        return None
    quarters = [_at(t / 8, start, first, second, end) for t in (1, 2, 3, 5, 6, 7)]
    middle = _at(0.5, start, first, second, end)
    across, down = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    height = (middle[0] - start[0]) * down - (middle[1] - start[1]) * across
    bulge = 2 * height / chord
    radius = chord * (1 + bulge * bulge) / (4 * abs(bulge)) if bulge else math.inf
    if radius > _LARGEST_RADIUS:
        flat = all(abs((x - start[0]) * down - (y - start[1]) * across) < _TOLERANCE for x, y in quarters)
        return 0.0 if flat and abs(height) < _TOLERANCE else None
    # the centre is on the line through the middles of arc and chord
    away = (radius - abs(height)) * (1 if height > 0 else -1)
    centre = (start[0] + end[0]) / 2 - away * down, (start[1] + end[1]) / 2 + away * across
    return bulge if all(abs(math.dist(centre, point) - radius) < _TOLERANCE for point in quarters) else None


def _at(t: float, start: Point, first: Point, second: Point, end: Point) -> Point:
    """The point of a curve at *t*."""
    s = 1 - t
    weights = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    points = start, first, second, end
    return (
        sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
    )
