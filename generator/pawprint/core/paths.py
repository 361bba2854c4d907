"""Geometry of paths: matrices, the basic shapes, placing, bounds and winding. No grammar, no paint."""

import math
from collections.abc import Iterable
from typing import Any

from pawprint.core.picture import IDENTITY, Matrix, Path

#: No number of a drawing, written or computed, reaches this; a press could not place it either.
LIMIT = 1e6

#: A `Path` in the making: tuples as in `Segment`, not rounded yet.
Draft = list[tuple[Any, ...]]

#: Length of a cubic's handles for a quarter of a unit circle; the error is 0.03 % of the radius.
_KAPPA = 4 / 3 * (math.sqrt(2) - 1)


class TooFar(ArithmeticError):
    """Transformations lead beyond `LIMIT`."""


# --- matrices -----------------------------------------------------------------------------------------------


def compose(outer: Matrix, inner: Matrix) -> Matrix:
    """The matrix that applies *inner* first, then *outer*.

    Raises:
        TooFar: a part of it reaches a million.
    """
    if inner == IDENTITY:
        return outer
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    product = (
        a * p + c * q,
        b * p + d * q,
        a * r + c * s,
        b * r + d * s,
        a * t + c * u + e,
        b * t + d * u + f,
    )
    if max(product) >= LIMIT or min(product) <= -LIMIT:
        raise TooFar
    return product


def determinant(matrix: Matrix) -> float:
    """How much *matrix* enlarges areas; negative if it mirrors."""
    return matrix[0] * matrix[3] - matrix[1] * matrix[2]


def flattens(matrix: Matrix) -> bool:
    """Whether *matrix* leaves nothing to see: everything ends on a line or a point."""
    return abs(determinant(matrix)) < 1e-12


def inverse(matrix: Matrix) -> Matrix:
    """The way back; *matrix* must not be one that `flattens`."""
    a, b, c, d, e, f = matrix
    by = determinant(matrix)
    return (d / by, -b / by, -c / by, a / by, (c * f - d * e) / by, (b * e - a * f) / by)


def keeps_shape(matrix: Matrix) -> bool:
    """Whether circles stay circles: moved, turned, mirrored, enlarged alike in all directions."""
    a, b, c, d, _, _ = matrix
    slack = 1e-6 * max(abs(a), abs(b), abs(c), abs(d))
    same = abs(a - d) <= slack and abs(b + c) <= slack
    return same or (abs(a + d) <= slack and abs(b - c) <= slack)


def squash_of(matrix: Matrix) -> Matrix:
    """*matrix* without its enlargement, rounded: what cannot be baked into a stroke or a radial gradient.

    Coordinates that go under the result are about as large as those that come out of it, so that
    rounding them does the same harm on either side.

    Raises:
        TooFar: one direction is enlarged a million times more than the other.
    """
    by = math.sqrt(abs(determinant(matrix)))
    a, b, c, d = (round(part / by, 6) + 0.0 for part in matrix[:4])
    squash = (a, b, c, d, rounded(matrix[4]), rounded(matrix[5]))
    if flattens(squash):
        raise TooFar
    return squash


def rounded(number: float) -> float:
    """*number* to 3 decimals, never -0.0."""
    # Three times as fast as round(number, 3), and the very float that a text such as 1.234 reads as.
    return round(number * 1000) / 1000


# --- basic shapes -------------------------------------------------------------------------------------------


def rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Draft:
    """Clockwise from the upper left; corners are elliptical if both radii are > 0. Nothing if a side is 0."""
    if not (width and height):
        return []
    right, bottom = x + width, y + height
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if not (rx and ry):
        return [("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)]
    kx, ky = rx * (1 - _KAPPA), ry * (1 - _KAPPA)
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


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Draft:
    """Clockwise from three o'clock; nothing if a radius is 0."""
    if not (rx and ry):
        return []
    kx, ky = rx * _KAPPA, ry * _KAPPA
    left, right, top, bottom = cx - rx, cx + rx, cy - ry, cy + ry
    return [
        ("M", right, cy),
        ("C", right, cy + ky, cx + kx, bottom, cx, bottom),
        ("C", cx - kx, bottom, left, cy + ky, left, cy),
        ("C", left, cy - ky, cx - kx, top, cx, top),
        ("C", cx + kx, top, right, cy - ky, right, cy),
        ("Z",),
    ]


def polyline(numbers: list[float], closed: bool) -> Draft:
    """Straight lines through the points x0 y0 x1 y1 ...; an even count of numbers, perhaps none."""
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    out: Draft = [("L" if i else "M", x, y) for i, (x, y) in enumerate(points)]
    return [*out, ("Z",)] if closed and out else out


# --- geometry -----------------------------------------------------------------------------------------------


def place(path: Iterable[tuple[Any, ...]], matrix: Matrix) -> Path:
    """*path* under *matrix*, coordinates to 3 decimals.

    Raises:
        TooFar: a coordinate reaches a million.
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
        raise TooFar
    return tuple(out)


def moved(path: Draft, matrix: Matrix) -> Draft:
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


def bounds(path: Draft) -> tuple[float, float, float, float]:
    """(x, y, width, height) of the geometry itself: no stroke, and curves where they are, not their handles.

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
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


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


def wound(path: Draft, even_odd: bool) -> Draft:
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
    out: Draft = []
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
    """Whether *point* lies in polygons, holes left out."""
    inside = False
    for outline in outlines:
        inside ^= _inside(point, outline)
    return inside


def _subpaths(path: Iterable[tuple[Any, ...]]) -> list[Draft]:
    subpaths: list[Draft] = []
    for segment in path:
        if segment[0] == "M":
            subpaths.append([])
        subpaths[-1].append(segment)
    return subpaths


def _polygon(subpath: Draft) -> list[tuple[float, float]]:
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
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def _reversed(subpath: Draft) -> Draft:
    drawn = [segment for segment in subpath if segment[0] != "Z"]
    out: Draft = [("M", *drawn[-1][-2:])]
    for segment, before in zip(drawn[:0:-1], drawn[-2::-1], strict=True):
        end = before[-2:]
        out.append(("L", *end) if segment[0] == "L" else ("C", *segment[3:5], *segment[1:3], *end))
    return [*out, ("Z",)]
