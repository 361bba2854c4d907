"""Strips -> columns: the place of each strip, and the strips that stay together."""

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from pawprint.documents.typeset._strips import Frame, Strip

#: Points; nobody sees them.
_HAIR = 0.01
#: A figure goes to the next column only where at least this much of the column would stay empty otherwise.
_WORTH_FLOATING = 40.0


class PlacedStrip(NamedTuple):
    """A strip and its top, in points from the top of the column; *repeated* is the head of a table that goes on."""

    strip: Strip
    y: float
    repeated: bool = False


class Filled(NamedTuple):
    """A column: its strips, their height, and the strips that are left.

    Attributes:
        force: the page that must begin, as a `Break` has it; empty otherwise.
        too_high: the first strip, if even an empty column is too low for it.
        torn: strips that should stay together do not, since they are higher than the column.
    """

    placed: list[PlacedStrip]
    height: float
    rest: list[Strip]
    force: str = ""
    too_high: Strip | None = None
    torn: bool = False


def fill(
    strips: Sequence[Strip], height: float, grid: float, floating: bool = True, ends: Collection[Strip] = ()
) -> Filled:
    """Fill one column of *height* points with as many of *strips* as fit.

    Args:
        grid: lines that snap stand on multiples of it; 0 for none.
        floating: figures that do not fit may wait for the next column.
        ends: strips before which a column ends even if they fit.
    """
    return _ColumnFiller(strips, height, grid, floating, ends).filled()


def fill_or_less(
    strips: Sequence[Strip], height: float, grid: float, least: float
) -> list[tuple[Filled, Strip | None]]:
    """The ways to fill a column: with as much as possible, and ended earlier, before the strip that is given.

    It ends earlier only before or behind headings, figures, tables, lists and boxes, and not above *least* points.
    """
    column = _ColumnFiller(strips, height, grid, True, ())
    filled = column.filled()
    return [(filled, None), *column.earlier(len(filled.placed), least)]


class _ColumnFiller:
    def __init__(
        self, strips: Sequence[Strip], height: float, grid: float, floating: bool, ends: Collection[Strip]
    ) -> None:
        self._strips, self._height, self._grid = strips, height, grid
        self._floating, self._ends = floating, ends
        self._placed: list[PlacedStrip] = []
        self._starts: list[tuple[int, int]] = []  # the index of each strip, and where it begins in `_placed`
        self._waiting: list[int] = []  # figures for the next column
        self._y = 0.0
        self._before: Strip | None = None
        # So far; a table that goes on below figures that have waited needs its head as well.
        self._only_figures = True

    def filled(self) -> Filled:
        """The column, filled with as many strips as it holds."""
        for index, strip in enumerate(self._strips):
            if strip.force and strip.force != "fill":
                if self._before is None and strip.force == "column":
                    continue
                return self._ended(index, strip)
            if self._ends and strip in self._ends and self._before is not None:
                return self._cut(index, True)
            if self._waiting and any(0 < anchor.level < 3 for anchor in strip.anchors):
                return self._cut(index)
            head = strip.repeat if self._only_figures else None
            top = self._top(strip, head)
            if strip.smaller and not self._waiting:
                strip = self._fitting(strip, top)
            if top + strip.height + sum(frame.padding for frame in strip.frames) > self._height + _HAIR:
                if self._before is None and not self._waiting:
                    put = PlacedStrip(strip, top if head is None else top - head.height)
                    return Filled([put], strip.height, list(self._strips[index + 1 :]), too_high=strip)
                if not self._may_wait(strip):
                    return self._cut(index)
                self._waiting.append(index)
            elif self._waiting and strip.floats:  # figures keep their order
                self._waiting.append(index)
            else:
                self._place(index, strip, top, head)
        return self._cut(len(self._strips))

    def _top(self, strip: Strip, head: Strip | None) -> float:
        """The top of *strip*; its repeated *head* is above it."""
        top = self._y + _gap(self._before, strip)
        if head is not None:
            top += head.height
        if self._grid and strip.snap:
            top = math.ceil((top - _HAIR) / self._grid) * self._grid
        return top

    def _fitting(self, strip: Strip, top: float) -> Strip:
        """*strip*, or the largest of the smaller ones that have room here."""
        room = self._height - top - sum(frame.padding for frame in strip.frames) + _HAIR
        return next((size for size in (strip, *strip.smaller) if size.height <= room), strip)

    def _may_wait(self, strip: Strip) -> bool:
        """True if *strip*, which does not fit, is a figure that goes to the next column, while text goes on here."""
        room = self._height - self._y
        return (
            self._before is not None and self._floating and strip.floats and not strip.keep and room > _WORTH_FLOATING
        )

    def _place(self, index: int, strip: Strip, top: float, head: Strip | None) -> None:
        self._starts.append((index, len(self._placed)))
        if head is not None:
            self._placed.append(PlacedStrip(head, top - head.height, True))
        self._placed.append(PlacedStrip(strip, top))
        self._y, self._before = top + strip.height, strip
        self._only_figures = self._only_figures and strip.floats

    def _ended(self, index: int, strip: Strip) -> Filled:
        """The column, which ends where the strip at *index* forces a new one."""
        end = _end(self._y, self._before)
        if strip.force == "column" or self._waiting:
            return Filled(self._placed, end, self._rest(index))
        return Filled(self._placed, end, list(self._strips[index + 1 :]), strip.force)

    def earlier(self, count: int, least: float) -> list[tuple[Filled, Strip]]:
        """The same column, ended before strips among its first *count* that begin something, but below *least*."""
        filled: list[tuple[Filled, Strip]] = []
        for index, start in reversed(self._starts[1:]):
            if start >= count:
                continue
            last = self._placed[start - 1]
            end = _end(last.y + last.strip.height, last.strip)
            if end < least:
                break
            if self._begins(index):
                filled.append((Filled(self._placed[:start], end, self._rest(index)), self._strips[index]))
        return filled

    def _begins(self, index: int) -> bool:
        """True if a heading, figure, table, list or box begins or has ended at *index*, or what stays with it."""
        strips = self._strips
        if strips[index].keep:
            return False
        if strips[index - 1].whole is not strips[index].whole:
            return True
        for at in range(index, len(strips)):
            strip = strips[at]
            if at > index and not strip.keep:
                break
            new = strip.whole is not None and strip.whole is not strips[at - 1].whole
            if new or strip.floats or any(anchor.level for anchor in strip.anchors):
                return True
        return False

    def _cut(self, index: int, chosen: bool = False) -> Filled:
        """The column without the strips that stay with the one at *index*, which no longer fits; if it is *chosen*, all
        strips before it are left."""
        kept = len(self._starts)
        torn = False
        if not chosen and index < len(self._strips) and self._strips[index].keep:
            kept -= 1
            while kept > 0 and self._strips[self._starts[kept][0]].keep:
                kept -= 1
            if kept == 0:
                kept, torn = len(self._starts), True  # they fill the column: divided where it must be
        placed = self._placed
        if kept < len(self._starts):
            index, start = self._starts[kept]
            placed = placed[:start]
        last = placed[-1] if placed else None
        end = _end(last.y + last.strip.height, last.strip) if last else 0.0
        return Filled(placed, end, self._rest(index), torn=torn)

    def _rest(self, index: int) -> list[Strip]:
        """The strips for the next column: figures that wait, and those from *index* on."""
        return [self._strips[waiting] for waiting in self._waiting if waiting < index] + list(self._strips[index:])


def _gap(before: Strip | None, strip: Strip) -> float:
    """The space between two strips, with the edges of the boxes that end and begin between them."""
    old = before.frames if before is not None else ()
    new = strip.frames
    space = 0.0 if before is None else max(before.after, strip.before)
    if old == new:
        return space
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return space + sum(frame.padding for frame in old[same:]) + sum(frame.padding for frame in new[same:])


def _end(y: float, before: Strip | None) -> float:
    return y + (sum(frame.padding for frame in before.frames) if before is not None else 0.0)


def balanced(strips: Sequence[Strip], count: int, height: float, grid: float) -> list[Filled] | None:
    """*count* columns as low and even as can be that hold all of *strips*; None if *height* is too little."""

    def columns(limit: float) -> list[Filled] | None:
        filled: list[Filled] = []
        rest: Sequence[Strip] = strips
        for _ in range(count):
            column = fill(rest, limit, grid, floating=False)
            if column.force or column.torn or column.too_high is not None or column.height > limit + _HAIR:
                return None
            filled.append(column)
            rest = column.rest
        return None if rest else filled

    best = columns(height)
    if best is None or count == 1:
        return best
    low = sum(strip.height for strip in strips) / count
    high = max(column.height for column in best)
    while high - low > 2.0:
        middle = (low + high) / 2
        tried = columns(middle)
        if tried is None:
            low = middle
        else:
            best, high = tried, min(middle, max(column.height for column in tried))
    return best


class ColumnExtent(NamedTuple):
    """The part of a box that is in one column."""

    frame: Frame
    top: float
    bottom: float


def extents(placed: Sequence[PlacedStrip]) -> list[ColumnExtent]:
    """The boxes of a column, the outer ones first."""
    made: list[ColumnExtent] = []
    open_: dict[Frame, tuple[int, float, float]] = {}
    for put in placed:
        frames = put.strip.frames
        for depth, frame in enumerate(frames):
            inner = frames[depth + 1 :]
            top = put.y - frame.padding - sum(other.padding for other in inner if other not in open_)
            bottom = put.y + put.strip.height + frame.padding + sum(other.padding for other in inner)
            known = open_.get(frame)
            open_[frame] = (depth, top, bottom) if known is None else (depth, known[1], bottom)
    for frame, (_, top, bottom) in sorted(open_.items(), key=lambda item: item[1][0]):
        made.append(ColumnExtent(frame, top, bottom))
    return made


def lowered(filled: Filled, height: float) -> Filled:
    """A column whose strips after a `fill` stand at its foot, *height* points from its top; several share the room."""
    count = sum(put.strip.force == "fill" for put in filled.placed)
    free = height - filled.height
    if not count or free <= 0:
        return filled
    placed: list[PlacedStrip] = []
    down = 0.0
    for put in filled.placed:
        down += free / count if put.strip.force == "fill" else 0.0
        placed.append(put._replace(y=put.y + down))
    return filled._replace(placed=placed, height=height)


def stretched(filled: Filled, height: float, most: float) -> Filled:
    """A column whose spaces have grown, each by up to *most* of itself, so that it is *height* points high."""
    free = height - filled.height
    gaps = [
        max(put.y - (before.y + before.strip.height), 0.0) if not put.strip.force else 0.0
        for before, put in pairwise(filled.placed)
    ]
    room = sum(gaps) * most
    if free < 0.5 or room <= 0:
        return filled
    share = min(free, room) / sum(gaps)
    down = 0.0
    placed = filled.placed[:1]
    for put, gap in zip(filled.placed[1:], gaps, strict=True):
        down += gap * share
        placed.append(put._replace(y=put.y + down))
    return filled._replace(placed=placed, height=filled.height + down)
