"""Strips -> where pages of one column end: earlier than they must, where that keeps tables and lists whole."""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from pawprint.typeset.column_breaks import Filled, fill_or_less, stretched
from pawprint.typeset.strips import Strip, Unit

#: No page ought to end with more than this of its height empty.
EMPTY_FOOT = 0.2
#: A page with less than this of its height empty is one whose spaces may grow.
NEARLY_FULL = 0.3
#: A page may end so much higher than it must, in parts of its height.
_EARLIER = 0.5
#: What is higher than so much of a page may be divided as well as not.
_WHOLE = 0.9
#: Faults of a page, where a table that is divided is 1: a foot as empty as `EMPTY_FOOT`, one that is emptier, a section
#: of which only a few lines stand at the foot, and a figure that has gone to the next page.
_FOOT, _EMPTY, _BEGUN, _FLOATED = 0.5, 2.0, 0.4, 0.15
#: So few lines of a section look lost at the foot of a page.
_FEW_LINES = 3
#: Pages without any fault that is worse than this are left as they are.
_SLIGHT = 0.25

#: The strips that are left for a page: how many, and the first of them.
_State = tuple[int, Strip | None]


class _Way(NamedTuple):
    """How a state is reached with the fewest pages and faults: from which other, ended before which strip."""

    pages: int
    faults: float
    before: "_Way | None"
    end: Strip | None


class PagePlan:
    """The ends of the pages that a run of strips fills.

    Args:
        height: of a page. first: what is free of the first one. stretch: how much spaces may grow.
    """

    def __init__(self, strips: Sequence[Strip], first: float, height: float, grid: float, stretch: float) -> None:
        self._strips = strips
        self._first, self._height, self._grid, self._stretch = first, height, grid, stretch
        self._heights: dict[Unit, float] = {}
        for strip in strips:
            if strip.unit is not None:
                self._heights[strip.unit] = self._heights.get(strip.unit, 0.0) + strip.height

    def ends(self) -> tuple[frozenset[Strip], float]:
        """The strips before which pages end although they have room for more, and the faults that are left.

        There are as many pages as without it, or fewer.
        """
        slight = self._greedy()
        if slight is not None:
            return frozenset(), slight
        start = list(self._strips)
        ways: dict[_State, _Way] = {_state(start): _Way(0, 0.0, None, None)}
        queue: list[tuple[int, int, list[Strip]]] = [(-len(start), 0, start)]
        while queue:
            _, _, rest = heappop(queue)
            way = ways[_state(rest)]
            if not rest:
                break
            for filled, end in self._columns(rest):
                after = way.faults + self._faults(filled, rest)
                reached = _Way(way.pages + bool(filled.puts), after, way, end)
                state = _state(filled.rest)
                known = ways.get(state)
                if known is None:
                    heappush(queue, (-len(filled.rest), len(ways), filled.rest))
                if known is None or reached[:2] < known[:2]:
                    ways[state] = reached
        last: _Way | None = ways.get((0, None))
        faults = last.faults if last is not None else 0.0
        found: set[Strip] = set()
        while last is not None:
            if last.end is not None:
                found.add(last.end)
            last = last.before
        return frozenset(found), faults

    def _room(self, rest: Sequence[Strip]) -> float:
        return self._first if len(rest) == len(self._strips) else self._height

    def _columns(self, rest: Sequence[Strip]) -> list[tuple[Filled, Strip | None]]:
        """The ways to fill the next page with what is left."""
        room = self._room(rest)
        least = room - _EARLIER * self._height
        found = fill_or_less(rest, room, self._grid, least)
        first = found[0][0]
        if room < self._height and (first.torn or first.too_high is not None):
            return fill_or_less(rest, self._height, self._grid, least)  # a new page has more room
        return found if first.rest else found[:1]

    def _greedy(self) -> float | None:
        """The faults of pages that are as full as they can be; None if one is worth looking for other ends."""
        rest = list(self._strips)
        total = 0.0
        while rest:
            filled = self._columns(rest)[0][0]
            faults = self._faults(filled, rest)
            if faults > _SLIGHT:
                return None
            total += faults
            rest = filled.rest
        return total

    def _faults(self, filled: Filled, strips: Sequence[Strip]) -> float:
        """How bad a page is that ends like this."""
        if not filled.puts:
            return 0.0
        room = self._room(strips)
        free = room - filled.height
        if self._stretch and 0 < free <= NEARLY_FULL * self._height:
            free = room - stretched(filled, room, self._stretch).height
        empty = max(free, 0.0) / self._height
        if filled.force or not filled.rest:
            return empty**2 + (_FOOT if empty > EMPTY_FOOT else 0.0)
        faults = _FOOT * (empty / EMPTY_FOOT) ** 2 if empty <= EMPTY_FOOT else _EMPTY + empty
        waiting = 0
        while waiting < len(filled.rest) - 1 and filled.rest[waiting].floats:
            waiting += 1
        after, last = filled.rest[waiting], filled.puts[-1].strip
        faults += waiting * _FLOATED
        if last.unit is not None and last.unit is after.unit and self._heights[last.unit] <= _WHOLE * self._height:
            faults += last.unit.weight
        lines = [put.strip for put in filled.puts[-_FEW_LINES - 1 :]]
        begun = any(0 < sign.level <= 2 for strip in lines for sign in strip.signs)
        goes_on = not any(0 < sign.level <= 2 for sign in after.signs)
        return faults + (_BEGUN if begun and goes_on else 0.0)


def _state(rest: Sequence[Strip]) -> _State:
    return len(rest), rest[0] if rest else None
