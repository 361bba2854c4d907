"""Groups of cards that come and go, such as species or melds: what a program of rules does with them.

A group is a number: the seat of its owner, 0 where nobody has it, and how many there have been before it, so that no
number comes again. In words it is `A1`, `A2`, `B1`; where nobody has it, the name of the zone and a number: `meld1`. A
state keeps each part of all groups in one dict of `s.g`: group -> cards in order as a tuple, different cards as an int
with a bit for each kind, or a number. Of a part that not all see, the dict behind it says which cards the owner of a
group knows, as an int with a bit for each place.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.play._zone_state import OPEN, OWNER
from pawprint.play.engine import Json
from pawprint.play.language.forest import NodeLists
from pawprint.play.language.specification import ZoneSpec

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
        owner = _LETTERS[group >> ROW] if self.each else ""
        return f"{self.prefix}{owner}{(group & _NUMBER) + 1}"

    def group_of(self, name: str) -> int | None:
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


# --- Groups of cards in a state for others: by zone, as plain data, and what a player does not know of them -----------


class GroupCards(NamedTuple):
    """The cards in one part of a group.

    Attributes:
        name: of the zone that it counts as, such as `A1 traits`.
        owner: the seat; -1 where nobody has it.
        known: bits of the places of the cards that the owner knows, where nobody sees them.
    """

    zone: GroupZone
    part: GroupPart
    group: int
    name: str
    owner: int
    kinds: Sequence[int]
    known: int

    def sees(self, seat: int | None, place: int) -> bool:
        """Whether *seat* knows the card at a place; None stands for somebody who knows all."""
        if seat is None or not self.part.secret:
            return True
        assert self.part.zone is not None
        return seat == self.owner and (self.part.zone.seen == OWNER or self.known >> place & 1 > 0)


def group_cards(state: Any, place: int) -> Iterator[GroupCards]:
    """What the groups at a place have, part by part."""
    zone: GroupZone = state.program.group_places[place]
    for group in state.places[place]:
        for part in zone.parts.values():
            if part.zone is not None:
                cards = state.g[part.at][group]
                known = state.g[part.at + 1][group] if part.secret else 0
                owner, kinds = group >> ROW if zone.each else -1, BITS[cards] if part.zone.different else cards
                yield GroupCards(zone, part, group, f"{zone.name_of(group)} {part.name}", owner, kinds, known)


def shown_groups(state: Any, place: int, seat: int | None) -> dict[str, list[Json]]:
    """The parts of groups at a place, as `zones` shows them to *seat*."""
    ids, back = state.rules.records.ids, state.rules.back_of
    return {
        zone.name: [
            {"id": ids[kind]} if zone.sees(seat, number) else {"component": back(ids[kind])}
            for number, kind in enumerate(zone.kinds)
        ]
        for zone in group_cards(state, place)
    }


def group_numbers(state: Any) -> dict[str, dict[str, Json]]:
    """Name of a group -> its numbers, which all players know."""
    return {
        zone.name_of(group): {part.name: state.g[part.at][group] for part in zone.parts.values() if part.zone is None}
        for place, zone in state.program.group_places.items()
        for group in state.places[place]
    }


def unknown_cards(state: Any, seat: int) -> Iterator[tuple[GroupCards, list[int]]]:
    """The cards of groups that *seat* does not know: where they are, and their places."""
    for place, zone in state.program.group_places.items():
        if any(part.secret for part in zone.parts.values()):
            for group in group_cards(state, place):
                places = [number for number in range(len(group.kinds)) if not group.sees(seat, number)]
                if places:
                    yield group, places


def written_groups(state: Any) -> Json:
    """All groups as plain data: zone -> name -> part -> its cards or number; with `known` what the owner knows."""
    ids = state.rules.records.ids
    found: dict[str, Json] = {}
    for place, zone in state.program.group_places.items():
        for group in state.places[place]:
            parts: dict[str, Json] = {}
            for part in zone.parts.values():
                value = state.g[part.at][group]
                if part.zone is not None:
                    value = [ids[kind] for kind in (BITS[value] if part.zone.different else value)]
                parts[part.name] = [value, state.g[part.at + 1][group]] if part.secret else value
            found.setdefault(zone.name, {})[zone.name_of(group)] = parts
    return found


def read_groups(state: Any, written: Json) -> None:
    """Lay down the groups that `written_groups` has written."""
    for name, groups in written.items():
        zone: GroupZone = state.program.groups[name]
        numbers = {zone.group_of(called): parts for called, parts in groups.items()}
        for group in sorted(number for number in numbers if number is not None):
            lay_group(state, zone, group, numbers[group])


def lay_group(state: Any, zone: GroupZone, group: int, parts: Json) -> None:
    """Lay down one group with its cards and numbers; see `written_groups`."""
    kinds = state.rules.records.kinds
    state.places[zone.place + (group >> ROW)].append(group)
    empty_group(state, zone, group)
    for part in zone.parts.values():
        value, known = parts[part.name] if part.secret else (parts[part.name], 0)
        if part.zone is not None:
            value = tuple(kinds[kind] for kind in value)
            value = sum(1 << kind for kind in value) if part.zone.different else value
        state.g[part.at][group] = value
        if part.secret:
            state.g[part.at + 1][group] = known
