"""Strips -> columns: where each stands, and what may not be parted from what."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pawprint.draw.ops import StructureElement
from pawprint.typeset.blocks import Columns
from pawprint.typeset.strips import BoxInk, Frame, Ink, LineInk, PageInk, Strip

if TYPE_CHECKING:
    from pawprint.typeset.flow import Flow, Room

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
        force: a new `page` or `side` must begin; empty otherwise.
        too_high: the first strip, where even an empty column is too low for it.
        torn: what should stay together does not, since it is higher than the column.
    """

    puts: list[PlacedStrip]
    height: float
    rest: list[Strip]
    force: str = ""
    too_high: Strip | None = None
    torn: bool = False


def fill(strips: Sequence[Strip], height: float, grid: float, floating: bool = True) -> Filled:
    """Fill one column of *height* points with as many of *strips* as may stand there.

    Args:
        grid: lines that snap stand on multiples of it; 0 for none.
        floating: whether figures that do not fit may wait for the next column.
    """
    puts: list[PlacedStrip] = []
    starts: list[int] = []  # for each strip placed, its place in puts
    indices: list[int] = []
    waiting: list[int] = []
    y = 0.0
    before: Strip | None = None
    only_figures = True  # so far; a table that goes on below figures that have waited needs its head as well
    index = 0
    while index < len(strips):
        strip = strips[index]
        if strip.force and (before is not None or strip.force != "column"):
            rest = [strips[n] for n in waiting] + list(strips[index:])
            if strip.force == "column" or waiting:
                return Filled(puts, _end(y, before), rest)
            return Filled(puts, _end(y, before), list(strips[index + 1 :]), strip.force)
        if strip.force:
            index += 1
            continue
        if waiting and any(0 < sign.level < 3 for sign in strip.signs):
            break
        again = strip.repeat if only_figures else None
        top = y + _gap(before, strip, again)
        if again is not None:
            top += again.height
        if grid and strip.snap:
            top = math.ceil((top - _HAIR) / grid) * grid
        bottom = top + strip.height + sum(frame.below for frame in strip.frames)
        if bottom > height + _HAIR:
            if before is None:
                if not waiting:
                    put = PlacedStrip(strip, top if again is None else top - again.height)
                    return Filled([put], strip.height, list(strips[index + 1 :]), too_high=strip)
                break
            room = height - y
            if floating and strip.floats and not strip.keep and room > _WORTH_FLOATING:
                waiting.append(index)
                index += 1
                continue
            break
        if waiting and strip.floats:  # figures keep their order
            waiting.append(index)
            index += 1
            continue
        starts.append(len(puts))
        indices.append(index)
        if again is not None:
            puts.append(PlacedStrip(again, top - again.height, True))
        puts.append(PlacedStrip(strip, top))
        y, before = top + strip.height, strip
        only_figures = only_figures and strip.floats
        index += 1
    else:
        if not waiting:
            return Filled(puts, _end(y, before), [])
    # Go back to where a column may end.
    cut = len(indices)
    torn = False
    if index < len(strips) and strips[index].keep:
        cut -= 1
        while cut > 0 and strips[indices[cut]].keep:
            cut -= 1
        if cut == 0:
            cut, torn = len(indices), True  # all of it hangs together: divided where it must be
    rest_from = index if cut == len(indices) else indices[cut]
    puts = puts[: starts[cut]] if cut < len(starts) else puts
    rest = [strips[n] for n in waiting if n < rest_from] + list(strips[rest_from:])
    last = puts[-1] if puts else None
    return Filled(puts, _end(last.y + last.strip.height, last.strip) if last else 0.0, rest, torn=torn)


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


def side_by_side(flow: "Flow", block: Columns, room: "Room") -> tuple[list[Strip], list[StructureElement]]:
    """Columns within a box or list: one strip that is never divided."""
    gutter = flow.sheet.gutter
    width = (room.width - gutter * (block.number - 1)) / block.number
    inner = room._replace(x=0.0, width=width, frames=(), inside=True)
    strips, read = flow.blocks(block.blocks, inner)
    columns = balanced(strips, block.number, flow.height, 0.0)
    if columns is None:
        made, read = flow.blocks(block.blocks, room)
        return made, read
    whole = Strip(max(column.height for column in columns), [], block.span, frames=room.frames)
    for number, column in enumerate(columns):
        x = room.x + number * (width + gutter)
        for put in column.puts:
            whole.inks += [moved(ink, x, put.y) for ink in put.strip.inks]
    whole.before = whole.after = flow.style("body").after
    return [whole], read


def moved(ink: Ink, x: float, y: float) -> Ink:
    """An ink, moved."""
    match ink:
        case LineInk():
            return LineInk(ink.x + x, ink.y + y, ink.line)
        case BoxInk():
            return BoxInk(ink.box._replace(x=ink.box.x + x, y=ink.box.y + y))
        case PageInk():
            return ink._replace(x=ink.x + x, y=ink.y + y, start=ink.start + x)
        case _:
            return ink._replace(x=ink.x + x, y=ink.y + y)
