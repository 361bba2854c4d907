"""A closed line -> the parts of it that are cut when pieces stay in their sheet, as in a punch board."""

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from pawprint.core.length import mm
from pawprint.core.paths import path_bounds
from pawprint.core.picture import Path

Point = tuple[float, float]

#: Small pieces have three bridges, those with a longer side than this four.
_SMALL = mm(40).pt
#: Lines that a curve is measured by, and places that are tried for the first bridge.
_STEPS = 32
_TRIES = 48


class _Stroke(NamedTuple):
    """A line or a curve of the path: its points, and the lengths up to equal steps of its parameter."""

    points: tuple[Point, ...]
    lengths: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.lengths[-1]

    @property
    def is_straight(self) -> bool:
        return len(self.points) == 2

    def parameter(self, length: float) -> float:
        """The parameter after *length* points, from 0 to 1."""
        if self.is_straight:
            return length / self.length if self.length else 0.0
        for step, (before, after) in enumerate(pairwise(self.lengths)):
            if length <= after:
                return (step + (length - before) / (after - before if after > before else 1.0)) / _STEPS
        return 1.0

    def part(self, start: float, stop: float) -> tuple[Point, ...]:
        """The points of what lies between two lengths."""
        first, last = self.parameter(start), self.parameter(stop)
        points = _split(self.points, last)[0]
        return _split(points, first / last if last else 0.0)[1]


def bridged(path: Path, width: float) -> tuple[Path, ...]:
    """Open parts of the closed *path*, between them bridges of *width* points, spread and away from corners.

    A line that is too short for its bridges is cut as it is.
    """
    strokes = [*_strokes(path)]
    whole = sum(stroke.length for stroke in strokes)
    box = path_bounds([*path])
    count = 3 if max(box.width, box.height) <= _SMALL else 4
    step = whole / count
    if step < 4 * width:
        return (path,)
    first = max((step * index / _TRIES for index in range(_TRIES)), key=lambda at: _clearance(strokes, at))
    middles = [_near(strokes, first + step * index, step / 3, width) for index in range(count)]
    ends = [*middles[1:], middles[0] + whole]
    return tuple(
        _cut(strokes, whole, start + width / 2, stop - width / 2) for start, stop in zip(middles, ends, strict=True)
    )


def _near(strokes: list[_Stroke], at: float, most: float, width: float) -> float:
    """The place nearest to *at*, at most so far away, where a bridge has its own width to the ends of its stroke; where
    there is none, the one that is farthest from these ends."""
    moves = sorted((most * (index - _TRIES) / _TRIES for index in range(2 * _TRIES + 1)), key=abs)
    for move in moves:
        if _clearance(strokes, at + move) >= 1.5 * width:
            return at + move
    return at + max(moves, key=lambda move: _clearance(strokes, at + move))


def _strokes(path: Path) -> Iterator[_Stroke]:
    begin = here = (0.0, 0.0)
    for segment in path:
        if segment[0] == "M":
            begin = here = float(segment[1]), float(segment[2])
            continue
        points = (here, begin) if segment[0] == "Z" else (here, *_pairs(segment[1:]))
        here = points[-1]
        lengths = [0.0]
        steps = 1 if len(points) == 2 else _STEPS
        for one, other in pairwise(_split(points, index / steps)[0][-1] for index in range(steps + 1)):
            lengths.append(lengths[-1] + math.dist(one, other))
        if lengths[-1] > 1e-6:
            yield _Stroke(points, tuple(lengths))


def _pairs(numbers: tuple[Any, ...]) -> list[Point]:
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def _split(points: tuple[Point, ...], at: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A line or a curve before and after the parameter *at*, by de Casteljau's algorithm."""
    rows = [points]
    while len(rows[-1]) > 1:
        rows.append(tuple((x0 + (x1 - x0) * at, y0 + (y1 - y0) * at) for (x0, y0), (x1, y1) in pairwise(rows[-1])))
    return tuple(row[0] for row in rows), tuple(row[-1] for row in reversed(rows))


def _clearance(strokes: list[_Stroke], at: float) -> float:
    """The distance of a bridge, along the path, from the ends of the stroke that it is on; 0 on the curve of a round
    corner."""
    at %= sum(stroke.length for stroke in strokes)
    for stroke in strokes:
        if at <= stroke.length:
            on_side = stroke.is_straight or not any(one.is_straight for one in strokes)
            return min(at, stroke.length - at) if on_side else 0.0
        at -= stroke.length
    return 0.0


def _cut(strokes: list[_Stroke], whole: float, start: float, stop: float) -> Path:
    """The path from one length to another; they may lie beyond its end."""
    start, stop = start % whole, start % whole + stop - start
    made: list[Any] = []
    offset = 0.0
    for stroke in strokes * 2:
        low, high = max(start - offset, 0.0), min(stop - offset, stroke.length)
        offset += stroke.length
        if high - low <= 1e-6:
            continue
        points = stroke.part(low, high)
        if not made:
            made.append(("M", *points[0]))
        flat = tuple(number for point in points[1:] for number in point)
        made.append(("L" if len(points) == 2 else "C", *flat))
    return tuple(made)
