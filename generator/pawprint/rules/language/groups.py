"""Groups of cards that come and go, such as species or melds: what a program of rules does with them.

A group is a number: the seat of its owner, 0 where nobody has it, and how many there have been before it, so that no
number comes again. In words it is `A1`, `A2`, `B1`; where nobody has it, the name of the zone and a number: `meld1`. A
state keeps each part of all groups in one dict of `s.g`: group -> cards in order as a tuple, different cards as an int
with a bit for each kind, or a number. Of a part that not all see, the dict behind it says which cards the owner of a
group knows, as an int with a bit for each place.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pawprint.rules.language.forest import NodeLists
from pawprint.rules.language.specification import ZoneSpec
from pawprint.rules.zone_state import OPEN

#: A group is `seat << ROW | number`, counted from 0.
ROW = 10
MOST_GROUPS = 1 << ROW
_NUMBER = MOST_GROUPS - 1
#: The players that letters name.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

#: The kinds of a set of different cards, in order.
BITS = NodeLists()


class GroupError(Exception):
    """Groups are used as they cannot be."""


class GroupPart(NamedTuple):
    """Where a part of groups is in a state.

    Attributes:
        zone: its declaration; None for a number.
        at: the place in `s.g`; that of what the owner knows is the next one.
    """

    name: str
    zone: ZoneSpec | None
    at: int
    start: int = 0

    @property
    def secret(self) -> bool:
        """Whether not all players see its cards."""
        return self.zone is not None and self.zone.seen != OPEN


class GroupZone(NamedTuple):
    """Where the groups of a zone are in a state.

    Attributes:
        place: of the zone, or that of the first player; of the lists of groups.
        counter: the place in `s.v` of how many there have been, or that of the first player.
        first, after: the indexes of its parts in `s.g` begin with *first* and end before *after*.
        prefix: of the names of its groups.
    """

    name: str
    place: int
    each: bool
    counter: int
    first: int
    after: int
    parts: Mapping[str, GroupPart]
    prefix: str

    def name_of(self, group: int) -> str:
        """What a group is called."""
        owner = _LETTERS[group >> ROW] if self.each else ""
        return f"{self.prefix}{owner}{(group & _NUMBER) + 1}"

    def group_of(self, name: str) -> int | None:
        """The group of that name; None if none can have it."""
        owner = "(?P<owner>[A-Z])" if self.each else ""
        match = re.fullmatch(rf"{re.escape(self.prefix)}{owner}(?P<number>[1-9][0-9]{{0,3}})", name)
        if match is None or int(match["number"]) > _NUMBER:
            return None
        return (_LETTERS.index(match["owner"]) << ROW if self.each else 0) | int(match["number"]) - 1


def group_zones(zones: Mapping[str, ZoneSpec], players: int) -> dict[str, GroupZone]:
    """The places of the zones that have groups; those of their counters are not known yet."""
    found: dict[str, GroupZone] = {}
    place = index = 0
    several = sum(zone.grouped and zone.each for zone in zones.values()) > 1
    for zone in zones.values():
        if zone.grouped:
            first, parts = index, dict[str, GroupPart]()
            for part in zone.parts.values():
                parts[part.name] = GroupPart(part.name, part, index)
                index += 1 + parts[part.name].secret
            for counter in zone.counters.values():
                parts[counter.name] = GroupPart(counter.name, None, index, int(counter.start.text))
                index += 1
            prefix = "" if zone.each and not several else zone.name
            found[zone.name] = GroupZone(zone.name, place, zone.each, -1, first, index, parts, prefix)
        place += zone.places(players)
    return found


def empty_group(s: Any, zone: GroupZone, group: int) -> None:
    """Give a group parts without cards, and its numbers."""
    for part in zone.parts.values():
        s.g[part.at][group] = part.start if part.zone is None or part.zone.different else ()
        if part.secret:
            s.g[part.at + 1][group] = 0


def unset(bits: int, kind: int) -> int:
    """A set of different cards without one of them.

    Raises:
        ValueError: it does not have it.
    """
    if not bits >> kind & 1:
        raise ValueError("remove: there is no such card")
    return bits ^ 1 << kind


def without(cards: tuple[int, ...], kind: int) -> tuple[int, ...]:
    """Cards in order without the first of a kind.

    Raises:
        ValueError: there is none.
    """
    left = [*cards]
    left.remove(kind)
    return tuple(left)
