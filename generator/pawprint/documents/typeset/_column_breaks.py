"""Strips -> columns: where each stands, and what may not be parted from what."""

import math
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from pawprint.documents.typeset._strips import BoxInk, Frame, Ink, LineInk, PageInk, Strip

#: Points; nobody sees them.
_HAIR = 0.01
#: A figure goes to the next column only where at least this much of the column would stay empty otherwise.
_WORTH_FLOATING = 40.0


class PlacedStrip(NamedTuple):
    """A strip and its top, in points from the top of the column. *again* is a head that is repeated."""

    strip: Strip
    y: float
    again: bool = False


class Filled(NamedTuple):
    """A column: what stands in it, how high that is, and what is left over.

    Attributes:
        force: the page that must begin, as a `Break` has it; empty otherwise.
        too_high: the first strip, where even an empty column is too low for it.
        torn: what should stay together does not, since it is higher than the column.
    """

    puts: list[PlacedStrip]
    height: float
    rest: list[Strip]
    force: str = ""
    too_high: Strip | None = None
    torn: bool = False


def fill(
    strips: Sequence[Strip], height: float, grid: float, floating: bool = True, ends: Collection[Strip] = ()
) -> Filled:
    """Fill one column of *height* points with as many of *strips* as may stand there.

    Args:
        grid: lines that snap stand on multiples of it; 0 for none.
        floating: whether figures that do not fit may wait for the next column.
        ends: strips before which a column ends although they may have room.
    """
    return _Column(strips, height, grid, floating, ends).filled()


def fill_or_less(
    strips: Sequence[Strip], height: float, grid: float, least: float
) -> list[tuple[Filled, Strip | None]]:
    """The ways to fill a column: with as much as possible, and ended earlier, before the strip that is given.

    It ends earlier only before or behind headings, figures, tables, lists and boxes, and not above *least* points.
    """
    column = _Column(strips, height, grid, True, ())
    filled = column.filled()
    return [(filled, None), *column.earlier(len(filled.puts), least)]


class _Column:
    """A column being filled."""

    def __init__(
        self, strips: Sequence[Strip], height: float, grid: float, floating: bool, ends: Collection[Strip]
    ) -> None:
        self._ends = ends
        self._strips = strips
        self._height = height
        self._grid = grid
        self._floating = floating
        self._puts: list[PlacedStrip] = []
        self._placed: list[tuple[int, int]] = []  # the index of each strip placed, and where it begins in the puts
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
            if self._waiting and any(0 < sign.level < 3 for sign in strip.signs):
                return self._cut(index)
            again = strip.repeat if self._only_figures else None
            top = self._top(strip, again)
            if strip.smaller and not self._waiting:
                strip = self._fitting(strip, top)
            if top + strip.height + sum(frame.below for frame in strip.frames) > self._height + _HAIR:
                if self._before is None and not self._waiting:
                    put = PlacedStrip(strip, top if again is None else top - again.height)
                    return Filled([put], strip.height, list(self._strips[index + 1 :]), too_high=strip)
                if not self._may_wait(strip):
                    return self._cut(index)
                self._waiting.append(index)
            elif self._waiting and strip.floats:  # figures keep their order
                self._waiting.append(index)
            else:
                self._place(index, strip, top, again)
        return self._cut(len(self._strips))

    def _top(self, strip: Strip, again: Strip | None) -> float:
        """Where *strip* begins; its repeated head *again* is above it."""
        top = self._y + _gap(self._before, strip, again)
        if again is not None:
            top += again.height
        if self._grid and strip.snap:
            top = math.ceil((top - _HAIR) / self._grid) * self._grid
        return top

    def _fitting(self, strip: Strip, top: float) -> Strip:
        """*strip*, or the largest of the smaller ones that have room here."""
        room = self._height - top - sum(frame.below for frame in strip.frames) + _HAIR
        return next((one for one in (strip, *strip.smaller) if one.height <= room), strip)

    def _may_wait(self, strip: Strip) -> bool:
        """Whether *strip*, which does not fit, is a figure that goes to the next column, while text goes on here."""
        room = self._height - self._y
        return (
            self._before is not None and self._floating and strip.floats and not strip.keep and room > _WORTH_FLOATING
        )

    def _place(self, index: int, strip: Strip, top: float, again: Strip | None) -> None:
        self._placed.append((index, len(self._puts)))
        if again is not None:
            self._puts.append(PlacedStrip(again, top - again.height, True))
        self._puts.append(PlacedStrip(strip, top))
        self._y, self._before = top + strip.height, strip
        self._only_figures = self._only_figures and strip.floats

    def _ended(self, index: int, strip: Strip) -> Filled:
        """The column, which ends where the strip at *index* forces a new one."""
        end = _end(self._y, self._before)
        if strip.force == "column" or self._waiting:
            return Filled(self._puts, end, self._rest(index))
        return Filled(self._puts, end, list(self._strips[index + 1 :]), strip.force)

    def earlier(self, count: int, least: float) -> list[tuple[Filled, Strip]]:
        """The same column, ended before strips among its first *count* that begin something, but below *least*."""
        made: list[tuple[Filled, Strip]] = []
        for index, start in reversed(self._placed[1:]):
            if start >= count:
                continue
            last = self._puts[start - 1]
            end = _end(last.y + last.strip.height, last.strip)
            if end < least:
                break
            if self._begins(index):
                made.append((Filled(self._puts[:start], end, self._rest(index)), self._strips[index]))
        return made

    def _begins(self, index: int) -> bool:
        """Whether a heading, figure, table, list or box begins or has ended at *index*, or what is kept with one."""
        strips = self._strips
        if strips[index].keep:
            return False
        if strips[index - 1].unit is not strips[index].unit:
            return True
        for at in range(index, len(strips)):
            strip = strips[at]
            if at > index and not strip.keep:
                break
            new = strip.unit is not None and strip.unit is not strips[at - 1].unit
            if new or strip.floats or any(sign.level for sign in strip.signs):
                return True
        return False

    def _cut(self, index: int, chosen: bool = False) -> Filled:
        """The column without the strips that may not be parted from the one at *index*, which no longer fits; those
        before one that is *chosen* stay."""
        kept = len(self._placed)
        torn = False
        if not chosen and index < len(self._strips) and self._strips[index].keep:
            kept -= 1
            while kept > 0 and self._strips[self._placed[kept][0]].keep:
                kept -= 1
            if kept == 0:
                kept, torn = len(self._placed), True  # they fill the column: divided where it must be
        puts = self._puts
        if kept < len(self._placed):
            index, start = self._placed[kept]
            puts = puts[:start]
        last = puts[-1] if puts else None
        end = _end(last.y + last.strip.height, last.strip) if last else 0.0
        return Filled(puts, end, self._rest(index), torn=torn)

    def _rest(self, index: int) -> list[Strip]:
        """The strips for the next column: figures that wait, and those from *index* on."""
        return [self._strips[waiting] for waiting in self._waiting if waiting < index] + list(self._strips[index:])


def _gap(before: Strip | None, strip: Strip, again: Strip | None) -> float:
    """The space between two strips, with the edges of the boxes that end and begin between them."""
    old = before.frames if before is not None else ()
    new = strip.frames
    space = 0.0 if before is None else max(before.after, strip.before)
    if old == new:
        return space
    same = 0
    while same < min(len(old), len(new)) and old[same] == new[same]:
        same += 1
    return space + sum(frame.below for frame in old[same:]) + sum(frame.above for frame in new[same:])


def _end(y: float, before: Strip | None) -> float:
    return y + (sum(frame.below for frame in before.frames) if before is not None else 0.0)


def balanced(strips: Sequence[Strip], count: int, height: float, grid: float) -> list[Filled] | None:
    """*count* columns as low and even as can be that hold all of *strips*; None where *height* is too little."""

    def columns(limit: float) -> list[Filled] | None:
        made: list[Filled] = []
        rest: Sequence[Strip] = strips
        for _ in range(count):
            column = fill(rest, limit, grid, floating=False)
            if column.force or column.torn or column.too_high is not None or column.height > limit + _HAIR:
                return None
            made.append(column)
            rest = column.rest
        return None if rest else made

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
    """The part of a box that stands in one column."""

    frame: Frame
    top: float
    bottom: float


def extents(puts: Sequence[PlacedStrip]) -> list[ColumnExtent]:
    """The boxes of a column, the outer ones first."""
    made: list[ColumnExtent] = []
    open_: dict[Frame, tuple[int, float, float]] = {}
    for put in puts:
        frames = put.strip.frames
        for depth, frame in enumerate(frames):
            inner = frames[depth + 1 :]
            top = put.y - frame.above - sum(one.above for one in inner if one not in open_)
            bottom = put.y + put.strip.height + frame.below + sum(one.below for one in inner)
            known = open_.get(frame)
            open_[frame] = (depth, top, bottom) if known is None else (depth, known[1], bottom)
    for frame, (_, top, bottom) in sorted(open_.items(), key=lambda item: item[1][0]):
        made.append(ColumnExtent(frame, top, bottom))
    return made


def moved(ink: Ink, x: float, y: float) -> Ink:
    """An ink, moved."""
    match ink:
        case LineInk():
            return LineInk(ink.x + x, ink.y + y, ink.line)
        case BoxInk():
            return ink._replace(box=ink.box._replace(x=ink.box.x + x, y=ink.box.y + y))
        case PageInk():
            return ink._replace(x=ink.x + x, y=ink.y + y, start=ink.start + x)
        case _:
            return ink._replace(x=ink.x + x, y=ink.y + y)


def lowered(filled: Filled, height: float) -> Filled:
    """A column whose strips after a `fill` stand at its foot, *height* points from its top; several share the room."""
    count = sum(put.strip.force == "fill" for put in filled.puts)
    free = height - filled.height
    if not count or free <= 0:
        return filled
    puts: list[PlacedStrip] = []
    down = 0.0
    for put in filled.puts:
        down += free / count if put.strip.force == "fill" else 0.0
        puts.append(put._replace(y=put.y + down))
    return filled._replace(puts=puts, height=height)


def stretched(filled: Filled, height: float, most: float) -> Filled:
    """A column whose spaces have grown, each by up to *most* of itself, so that it is *height* points high."""
    free = height - filled.height
    gaps = [
        max(put.y - (before.y + before.strip.height), 0.0) if not put.strip.force else 0.0
        for before, put in pairwise(filled.puts)
    ]
    room = sum(gaps) * most
    if free < 0.5 or room <= 0:
        return filled
    share = min(free, room) / sum(gaps)
    down = 0.0
    puts = filled.puts[:1]
    for put, gap in zip(filled.puts[1:], gaps, strict=True):
        down += gap * share
        puts.append(put._replace(y=put.y + down))
    return filled._replace(puts=puts, height=filled.height + down)
