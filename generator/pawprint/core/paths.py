"""Paths: the basic shapes, transforming, bounds and winding. No grammar, no paint."""

import math
from collections.abc import Iterable
from typing import Any

from pawprint.core.affine import IDENTITY, LIMIT, CoordinateOverflow, Matrix
from pawprint.core.geometry import Box
from pawprint.core.picture import Path

#: A `Path` in the making: tuples as in `Segment`, not rounded yet.
RawPath = list[tuple[Any, ...]]

#: Length of a cubic's handles for a quarter of a unit circle, 4/3 (sqrt 2 - 1); the error is 0.03 % of the radius.
KAPPA = 0.5522847498


# --- basic shapes -------------------------------------------------------------------------------------------


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> RawPath:
    """Clockwise from the upper left; corners are elliptical if both radii are > 0. Nothing if a side is 0."""
    if not (width and height):
        return []
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not (rx and ry):
        return [("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)]
    kx, ky = rx * (1 - KAPPA), ry * (1 - KAPPA)
    return [
        ("M", x + rx, y),
        ("L", right - rx, y),
        ("C", right - kx, y, right, y + ky, right, y + ry),
        ("L", right, bottom - ry),
        ("C", right, bottom - ky, right - kx, bottom, right - rx, bottom),
        ("L", x + rx, bottom),
        ("C", x + kx, bottom, x, bottom - ky, x, bottom - ry),
        ("L", x, y + ry),
        ("C", x, y + ky, x + kx, y, x + rx, y),
        ("Z",),
    ]


def ellipse(cx: float, cy: float, rx: float, ry: float) -> RawPath:
    """Clockwise from three o'clock; nothing if a radius is 0."""
    if not (rx and ry):
        return []
    kx, ky = rx * KAPPA, ry * KAPPA
    left, right, top, bottom = cx - rx, cx + rx, cy - ry, cy + ry
    return [
        ("M", right, cy),
        ("C", right, cy + ky, cx + kx, bottom, cx, bottom),
        ("C", cx - kx, bottom, left, cy + ky, left, cy),
        ("C", left, cy - ky, cx - kx, top, cx, top),
        ("C", cx + kx, top, right, cy - ky, right, cy),
        ("Z",),
    ]


def polyline(numbers: list[float], closed: bool) -> RawPath:
    """Straight lines through the points x0 y0 x1 y1 ...; an even count of numbers, perhaps none."""
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    out: RawPath = [("L" if i else "M", x, y) for i, (x, y) in enumerate(points)]
    return [*out, ("Z",)] if closed and out else out


# --- geometry -----------------------------------------------------------------------------------------------


def place_path(path: Iterable[tuple[Any, ...]], matrix: Matrix) -> Path:
    """*path* under *matrix*, coordinates to 3 decimals.

    Raises:
        CoordinateOverflow: a coordinate reaches a million.
    """
    # One multiplication carries both the matrix and the first half of `rounded`: this is the hottest loop.
    a, b, c, d, e, f = (part * 1000 for part in matrix)
    out: list[tuple[Any, ...]] = []
    for segment in path:
        if len(segment) == 7:
            kind, x1, y1, x2, y2, x, y = segment
            out.append(
                (
                    kind,
                    round(a * x1 + c * y1 + e) / 1000,
                    round(b * x1 + d * y1 + f) / 1000,
                    round(a * x2 + c * y2 + e) / 1000,
                    round(b * x2 + d * y2 + f) / 1000,
                    round(a * x + c * y + e) / 1000,
                    round(b * x + d * y + f) / 1000,
                )
            )
        elif len(segment) == 3:
            kind, x, y = segment
            out.append((kind, round(a * x + c * y + e) / 1000, round(b * x + d * y + f) / 1000))
        else:
            out.append(segment)
    numbers = [number for segment in out for number in segment[1:]]
    if numbers and (max(numbers) >= LIMIT or min(numbers) <= -LIMIT):
        raise CoordinateOverflow
    return tuple(out)


def transformed(path: RawPath, matrix: Matrix) -> RawPath:
    """*path* under *matrix*, not rounded: for what will be placed once more."""
    if matrix == IDENTITY:
        return path
    a, b, c, d, e, f = matrix
    return [
        (
            kind,
            *(
                number
                for x, y in zip(numbers[::2], numbers[1::2], strict=True)
                for number in (a * x + c * y + e, b * x + d * y + f)
            ),
        )
        for kind, *numbers in path
    ]


def points_box(path: Iterable[tuple[Any, ...]]) -> Box | None:
    """The box around the points of *path*, the handles of curves included; None for a path without points."""
    return Box.of_points([number for segment in path for number in segment[1:]])


def path_bounds(path: RawPath) -> Box:
    """The exact box of the geometry: without stroke, curves included but not their handles.

    *path* must not be empty.
    """
    xs: list[float] = []
    ys: list[float] = []
    for segment in path:
        if segment[0] == "C":
            _extremes(xs, xs[-1], segment[1], segment[3], segment[5])
            _extremes(ys, ys[-1], segment[2], segment[4], segment[6])
        elif segment[0] != "Z":
            xs.append(segment[1])
            ys.append(segment[2])
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _extremes(out: list[float], p0: float, p1: float, p2: float, p3: float) -> None:
    # roots of the derivative, a t^2 + b t + c (over 3)
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    roots: list[float] = []
    if abs(a) > 1e-12:
        under = b * b - 4 * a * c
        if under >= 0:
            roots = [(-b - math.sqrt(under)) / (2 * a), (-b + math.sqrt(under)) / (2 * a)]
    elif abs(b) > 1e-12:
        roots = [-c / b]
    for t in roots:
        if 0 < t < 1:
            s = 1 - t
            out.append(s * s * s * p0 + 3 * s * s * t * p1 + 3 * s * t * t * p2 + t * t * t * p3)
    out.append(p3)


def wound_for_union(path: RawPath, even_odd: bool) -> RawPath:
    """*path* covering the same area, but wound so that a non-zero fill of several such paths is their union.

    A non-zero path is turned round as a whole if it runs anticlockwise. An even-odd path gets subpaths that
    run alternately by how deep they lie inside each other, so that its holes stay holes; subpaths that cross
    themselves or each other are beyond this: what even-odd leaves out at a crossing is then filled.
    """
    subpaths = _subpaths(path)
    outlines = [_polygon(subpath) for subpath in subpaths]
    areas = [_area(outline) for outline in outlines]
    if not even_odd:
        backwards = [sum(areas) < 0] * len(subpaths)
    else:
        backwards = []
        for i, (outline, area) in enumerate(zip(outlines, areas, strict=True)):
            depth = sum(_inside(outline[0], other) for j, other in enumerate(outlines) if j != i)
            backwards.append((area < 0) != (depth % 2 == 1))
    out: RawPath = []
    for subpath, backward in zip(subpaths, backwards, strict=True):
        out += _reversed(subpath) if backward else subpath
    return out


def polygons(path: Iterable[tuple[Any, ...]]) -> list[list[tuple[float, float]]]:
    """The subpaths of *path* as points, curves as a few straight lines."""
    return [_polygon(subpath) for subpath in _subpaths(path)]


def area(outlines: Iterable[list[tuple[float, float]]]) -> float:
    """The area inside of polygons, about; a hole that is wound the other way is left out of it."""
    return abs(sum(map(_area, outlines))) / 2


def encloses(outlines: Iterable[list[tuple[float, float]]], point: tuple[float, float]) -> bool:
    """True if *point* lies in polygons, holes left out."""
    inside = False
    for outline in outlines:
        inside ^= _inside(point, outline)
    return inside


def _subpaths(path: Iterable[tuple[Any, ...]]) -> list[RawPath]:
    subpaths: list[RawPath] = []
    for segment in path:
        if segment[0] == "M":
            subpaths.append([])
        subpaths[-1].append(segment)
    return subpaths


def _polygon(subpath: RawPath) -> list[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    for segment in subpath:
        if segment[0] == "C":
            (x0, y0), (_, x1, y1, x2, y2, x3, y3) = points[-1], segment
            for t in (0.25, 0.5, 0.75, 1.0):
                s = 1 - t
                p, q, r, w = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
                points.append((p * x0 + q * x1 + r * x2 + w * x3, p * y0 + q * y1 + r * y2 + w * y3))
        elif segment[0] != "Z":
            points.append((segment[1], segment[2]))
    return points


def _area(points: list[tuple[float, float]]) -> float:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True))


def _inside(point: tuple[float, float], points: list[tuple[float, float]]) -> bool:
    x, y = point
    inside = False
    x0, y0 = points[-1] if points else point
    for x1, y1 in points:
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
        x0, y0 = x1, y1
    return inside


def _reversed(subpath: RawPath) -> RawPath:
    drawn = [segment for segment in subpath if segment[0] != "Z"]
    out: RawPath = [("M", *drawn[-1][-2:])]
    for segment, before in zip(drawn[:0:-1], drawn[-2::-1], strict=True):
        end = before[-2:]
        out.append(("L", *end) if segment[0] == "L" else ("C", *segment[3:5], *segment[1:3], *end))
    return [*out, ("Z",)]
