"""Polygons: curves as short lines, crossings, offsets, distances. Points are (x, y), y downwards."""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from pawprint.core.picture import Path

Point = tuple[float, float]
Polygon = tuple[Point, ...]

#: How far a straight line may be from the curve that it replaces, in points: 0.01 mm.
TOLERANCE = 0.03
#: The most lines of one curve.
_MAX_LINES = 64
#: The tip of a mitred corner is at most this many times the offset away from the corner; that of an angle of 60
#: degrees, as triangles have it, is 2 times as far away.
MITRE_LIMIT = 2.001
#: Clipper computes with whole numbers: this many to a point.
_SCALE = 4096


def flattened(path: Iterable[tuple[Any, ...]]) -> list[Polygon]:
    """The subpaths of *path* as polygons, curves as lines; the end of a subpath is not its beginning once more."""
    polygons: list[list[Point]] = []
    for segment in path:
        if segment[0] == "M":
            polygons.append([(segment[1], segment[2])])
        elif segment[0] == "C":
            polygons[-1] += _curve(polygons[-1][-1], *segment[1:])
        elif segment[0] != "Z":
            polygons[-1].append((segment[1], segment[2]))
    return [_without_repeats(points) for points in polygons]


def _curve(start: Point, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> list[Point]:
    (x0, y0) = start
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    count = min(max(1, math.ceil(math.sqrt(0.75 * bend / TOLERANCE))), _MAX_LINES)
    points: list[Point] = []
    for index in range(1, count + 1):
        t = index / count
        s = 1 - t
        p, q, r, w = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
        points.append((p * x0 + q * x1 + r * x2 + w * x3, p * y0 + q * y1 + r * y2 + w * y3))
    return points


def _without_repeats(points: list[Point]) -> Polygon:
    corners: list[Point] = []
    for point in points:
        if not corners or math.dist(point, corners[-1]) > 1e-6:
            corners.append(point)
    while len(corners) > 1 and math.dist(corners[0], corners[-1]) <= 1e-6:
        corners.pop()
    return tuple(corners)


def closed_path(polygons: Iterable[Polygon]) -> Path:
    """Polygons as one path, coordinates to 3 decimals."""
    path: list[Any] = []
    for polygon in polygons:
        for index, (x, y) in enumerate(polygon):
            path.append(("L" if index else "M", round(x, 3), round(y, 3)))
        path.append(("Z",))
    return tuple(path)


def signed_area(polygon: Polygon) -> float:
    """The area; negative if the polygon runs anticlockwise on paper."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in _sides(polygon)) / 2


def crosses_itself(polygon: Polygon) -> bool:
    """True if two sides that are not neighbours touch or cross, or two neighbours lie on each other."""
    sides = _sides(polygon)
    order = sorted(range(len(sides)), key=lambda index: min(sides[index][0][0], sides[index][1][0]))
    for place, side in enumerate(order):
        (a, b), end = sides[side], max(sides[side][0][0], sides[side][1][0])
        for other in order[place + 1 :]:
            c, d = sides[other]
            if min(c[0], d[0]) > end:
                break
            if (other - side) % len(sides) == 1:
                touching = _folds_back(a, b, d)
            elif (side - other) % len(sides) == 1:
                touching = _folds_back(c, d, b)
            else:
                touching = _meet(a, b, c, d)
            if touching:
                return True
    return False


def _folds_back(a: Point, b: Point, c: Point) -> bool:
    """True if the side from *b* to *c* runs back upon that from *a* to *b*."""
    return abs(_turn(a, b, c)) < 1e-9 and (a[0] - b[0]) * (c[0] - b[0]) + (a[1] - b[1]) * (c[1] - b[1]) > 0


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """True if two lines have a point in common."""
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    return any(
        abs(turn) < 1e-9 and min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])
        for turn, p, q, r in ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    )


@lru_cache(maxsize=256)
def grown(polygon: Polygon, by: float, rounded: bool = False) -> tuple[Polygon, ...]:
    """*polygon* with all sides moved outwards by *by* points; inwards if negative, perhaps to several parts or none.

    Args:
        rounded: outer corners become arcs; otherwise they stay corners, and very sharp ones are cut off.
    """
    import pyclipper

    offset = pyclipper.PyclipperOffset(MITRE_LIMIT, TOLERANCE / 3 * _SCALE)
    points = [(round(x * _SCALE), round(y * _SCALE)) for x, y in polygon]
    join = pyclipper.JT_ROUND if rounded else pyclipper.JT_MITER
    offset.AddPath(points, join, pyclipper.ET_CLOSEDPOLYGON)
    return tuple(tuple((x / _SCALE, y / _SCALE) for x, y in part) for part in offset.Execute(by * _SCALE))


def united(polygons: Iterable[Sequence[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """The outlines around *polygons*, in exact whole numbers; those that share a side are one."""
    import pyclipper

    clipper = pyclipper.Pyclipper()
    for polygon in polygons:
        turned = polygon if signed_area(tuple(polygon)) > 0 else polygon[::-1]
        clipper.AddPath([*turned], pyclipper.PT_SUBJECT, True)
    outlines = clipper.Execute(pyclipper.CT_UNION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [[(x, y) for x, y in polygon] for polygon in outlines]


def without(polygons: Iterable[Polygon], removed: Iterable[Polygon]) -> list[Polygon]:
    """The union of *polygons* without the area of *removed*; holes run the other way around."""
    import pyclipper

    clipper = pyclipper.Pyclipper()
    for kind, parts in ((pyclipper.PT_SUBJECT, polygons), (pyclipper.PT_CLIP, removed)):
        for polygon in parts:
            points = [(round(x * _SCALE), round(y * _SCALE)) for x, y in polygon]
            area = signed_area(tuple(points))
            if area:  # of a part so small that nothing is left of it, there is nothing to remove
                clipper.AddPath(points if area > 0 else points[::-1], kind, True)
    outlines = clipper.Execute(pyclipper.CT_DIFFERENCE, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [tuple((x / _SCALE, y / _SCALE) for x, y in polygon) for polygon in outlines]


def with_round_corners(polygon: Polygon, radius: float) -> tuple[Polygon, ...]:
    """*polygon* with its outer corners rounded; none where it is narrower than the arcs."""
    return tuple(part for core in grown(polygon, -radius) for part in grown(core, radius, True))


def contains(polygon: Polygon, point: Point) -> bool:
    """True if *point* is inside of *polygon*."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in _sides(polygon):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def overhang(box: tuple[float, float, float, float], polygons: Iterable[Polygon]) -> float:
    """The distance of the farthest corner of a rectangle (left, top, right, bottom) from *polygons*; 0 if all four are
    within."""
    left, top, right, bottom = box
    most = 0.0
    for corner in ((left, top), (right, top), (right, bottom), (left, bottom)):
        away = [
            0.0 if contains(polygon, corner) else min(_from_side(corner, *side) for side in _sides(polygon))
            for polygon in polygons
        ]
        most = max(most, min(away, default=0.0))
    return most


def _sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    return [*zip(polygon, polygon[1:] + polygon[:1], strict=True)]


def distance(first: Polygon, second: Polygon) -> float:
    """The least distance of two polygons; 0 where they touch or overlap."""
    if contains(first, second[0]) or contains(second, first[0]):
        return 0.0
    sides = _sides(second)
    least = math.inf
    for a, b in _sides(first):
        for c, d in sides:
            if _meet(a, b, c, d):
                return 0.0
            least = min(least, _from_side(a, c, d), _from_side(b, c, d), _from_side(c, a, b), _from_side(d, a, b))
    return least


def _from_side(point: Point, start: Point, end: Point) -> float:
    """The distance of *point* from the line between two points."""
    across, down = end[0] - start[0], end[1] - start[1]
    long = across * across + down * down
    along = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / long if long else 0.0
    along = min(max(along, 0.0), 1.0)
    return math.hypot(point[0] - start[0] - along * across, point[1] - start[1] - along * down)


def regular(sides: int, turn: float = 0.0) -> Polygon:
    """A regular polygon, stretched into the unit square; one corner is at the top, before it is turned clockwise.

    Args:
        sides: >= 3. turn: degrees.
    """
    angles = [math.radians(turn - 90 + 360 * index / sides) for index in range(sides)]
    return stretched([(math.cos(angle), math.sin(angle)) for angle in angles])


def stretched(points: Sequence[Point]) -> Polygon:
    """*points* in the unit square, which they fill."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, across, down = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
    return tuple(((x - left) / across, (y - top) / down) for x, y in points)
