"""Rows of equal pieces of any shape: how close they can be, which rows interlock, and how many fit a rectangle.

A pattern is two rows that repeat downwards. In a row, every second piece may be turned around, as triangles need it;
the second row may be shifted, as hexagons need it. All numbers are points.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from pawprint.core.polygon import Point, Polygon

#: Pieces that overlap by less than this touch.
_TOUCHING = 0.002
#: How far the second row is shifted to the right, as a part of the distance of equal pieces in a row.
_SHIFTS = (0.0, 0.25, 0.5, 0.75)


class PackingArea(NamedTuple):
    """The rectangle to be filled, and what of a piece must be within it.

    Attributes:
        width, height: of the rectangle.
        before, after: how far a piece reaches beyond its cell to the left and top, and to the right and bottom, and
            still has to be inside; the parts of it that may hang out are left out.
    """

    width: float
    height: float
    before: Point
    after: Point


class PackedPiece(NamedTuple):
    """The top-left corner of a piece's cell; *around* says that it is turned by 180 degrees."""

    x: float
    y: float
    around: bool


class _Span(NamedTuple):
    """The part of a shape between two x: its upper and lower edge at both of them."""

    left: float
    right: float
    top: Point
    bottom: Point


class _Kind(NamedTuple):
    """A shape the one or the other way around: what it covers, seen from above and from the left."""

    around: bool
    spans: tuple[_Span, ...]
    turned: tuple[_Span, ...]


class _Row(NamedTuple):
    """Pieces of a row without end: the kinds take turns, at these places within each *period*."""

    kinds: tuple[_Kind, ...]
    places: tuple[float, ...]
    period: float

    def shifted(self, by: float) -> "_Row":
        return self._replace(places=tuple(place + by for place in self.places))

    def pieces(self) -> Iterator[tuple[float, _Kind]]:
        """The pieces from the first one on."""
        for turn in range(10_000):
            for place, kind in zip(self.places, self.kinds, strict=True):
                yield place + turn * self.period, kind


class _Pattern(NamedTuple):
    """Two rows that repeat downwards.

    Attributes:
        first, second: the rows.
        down, up: from the top of the first to the second, and from there to the next first one.
        alone: from the top of the first to the next one, where there is no second.
    """

    first: _Row
    second: _Row
    down: float
    up: float
    alone: float


@lru_cache(maxsize=64)
def packed(polygon: Polygon, cell: Point, room: PackingArea) -> tuple[PackedPiece, ...]:
    """As many pieces as any pattern of rows fits into *room*, row by row; of equal patterns the first, unless another
    takes clearly less.

    Args:
        polygon: the piece with its bleed, from the top-left corner of its cell; no two of them overlap.
        cell: width and height of the trim.
    """
    best: tuple[PackedPiece, ...] = ()
    least = math.inf
    for pattern in _patterns(polygon, cell):
        pieces = _filled(pattern, cell, room)
        size = _covered(pieces)
        if len(pieces) > len(best) or (len(pieces) == len(best) and size < 0.99 * least):
            best, least = pieces, size
    return best


def _covered(pieces: tuple[PackedPiece, ...]) -> float:
    """The area that the corners of cells take."""
    if not pieces:
        return math.inf
    xs, ys = [piece.x for piece in pieces], [piece.y for piece in pieces]
    return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)


@lru_cache(maxsize=64)
def _patterns(polygon: Polygon, cell: Point) -> tuple[_Pattern, ...]:
    """All that are tried, for a rectangle of any size: between the marks of a machine there are many."""
    upright = _kind(polygon, False)
    around = _kind(tuple((cell[0] - x, cell[1] - y) for x, y in polygon), True)
    return tuple(_spaced(first, second) for first, second in _pairs(upright, around))


def _spaced(first: _Row, second: _Row) -> _Pattern:
    """Two rows as close as they can be."""
    down, up, alone = _row_step(first, second), _row_step(second, first), _row_step(first, first)
    return _Pattern(first, second, down, max(up, max(alone, _row_step(second, second)) - down), alone)


def _pairs(upright: _Kind, around: _Kind) -> Iterator[tuple[_Row, _Row]]:
    alone = _Row((upright,), (0.0,), _below(upright.turned, upright.turned, 0.0))
    ways = [(alone, alone)]
    if not _alike(upright, around):
        step = _below(upright.turned, around.turned, 0.0)
        period = max(step + _below(around.turned, upright.turned, 0.0), alone.period)
        one = _Row((upright, around), (0.0, step), period)
        other = _Row((around, upright), (0.0, period - step), period)
        mirrored = _Row((around,), (0.0,), alone.period)
        ways += [(one, one), (one, other), (alone, mirrored)]
    for (first, second), shift in product(ways, _SHIFTS):
        yield first, second.shifted(shift * first.period)


def _alike(one: _Kind, other: _Kind) -> bool:
    return len(one.spans) == len(other.spans) and all(
        abs(a - b) < _TOUCHING
        for span, same in zip(one.spans, other.spans, strict=True)
        for a, b in zip((span.left, *span.top, *span.bottom), (same.left, *same.top, *same.bottom), strict=True)
    )


def _filled(pattern: _Pattern, cell: Point, room: PackingArea) -> tuple[PackedPiece, ...]:
    """The pieces of a pattern that fit."""
    rows = [[(x, kind.around) for x, kind in _within(row, cell[0], room)] for row in pattern[:2]]
    down, up = (pattern.down, pattern.up) if rows[1] else (pattern.alone, 0.0)
    pieces: list[PackedPiece] = []
    y = room.before[1]
    for number in range(10_000):
        if y + cell[1] + room.after[1] > room.height + _TOUCHING:
            break
        pieces += [PackedPiece(x, y, around) for x, around in rows[number % 2 if rows[1] else 0]]
        y += down if number % 2 == 0 or not rows[1] else up
    return tuple(pieces)


def _within(row: _Row, width: float, room: PackingArea) -> Iterator[tuple[float, _Kind]]:
    for place, kind in row.pieces():
        x = place + room.before[0]
        if x + width + room.after[0] > room.width + _TOUCHING:
            return
        yield x, kind


def _row_step(upper: _Row, lower: _Row) -> float:
    """From the top of a row to the next one below it."""
    step = 0.0
    for place, kind in zip(upper.places, upper.kinds, strict=True):
        for other_place, other in zip(lower.places, lower.kinds, strict=True):
            for turn in range(-3, 4):
                shift = other_place + turn * lower.period - place
                step = max(step, _below(kind.spans, other.spans, shift))
    return step


# --- shapes -------------------------------------------------------------------------------------------------


def _kind(polygon: Polygon, around: bool) -> _Kind:
    return _Kind(around, _spans(polygon), _spans(tuple((y, x) for x, y in polygon)))


def _spans(polygon: Polygon) -> tuple[_Span, ...]:
    """What *polygon* covers, from left to right."""
    xs = sorted({round(x, 4) for x, _ in polygon})
    sides = [*zip(polygon, polygon[1:] + polygon[:1], strict=True)]
    spans: list[_Span] = []
    for left, right in pairwise(xs):
        if right - left <= _TOUCHING / 2:
            continue
        middle = (left + right) / 2
        crossed = [
            (_at(side, middle), _at(side, left), _at(side, right))
            for side in sides
            if min(side[0][0], side[1][0]) < middle < max(side[0][0], side[1][0])
        ]
        if crossed:
            (_, *top), (_, *bottom) = min(crossed), max(crossed)
            spans.append(_Span(left, right, (top[0], top[1]), (bottom[0], bottom[1])))
    return tuple(spans)


def _at(side: tuple[Point, Point], x: float) -> float:
    """The y of a line at *x*."""
    (x0, y0), (x1, y1) = side
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _below(upper: tuple[_Span, ...], lower: tuple[_Span, ...], shift: float) -> float:
    """How far down *lower* has to move, *shift* to the right, to be below *upper*; 0 if it is beside it."""
    least, start = 0.0, 0
    for span in upper:
        while start < len(lower) and lower[start].right + shift <= span.left + _TOUCHING:
            start += 1
        for other in lower[start:]:
            left, right = max(span.left, other.left + shift), min(span.right, other.right + shift)
            if other.left + shift >= span.right:
                break
            if right - left <= _TOUCHING:
                continue
            for x in (left, right):
                bottom = _between(span.bottom, (x - span.left) / (span.right - span.left))
                top = _between(other.top, (x - shift - other.left) / (other.right - other.left))
                least = max(least, bottom - top)
    return least


def _between(ends: Point, part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part
