"""Groups of cards in a state for others: by zone, as plain data, and what a player does not know of them."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from pawprint.rules.engine import Json
from pawprint.rules.language.groups import BITS, ROW, GroupPart, GroupZone, empty_group
from pawprint.rules.zone_state import OWNER


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
        one.name: [
            {"id": ids[kind]} if one.sees(seat, number) else {"component": back(ids[kind])}
            for number, kind in enumerate(one.kinds)
        ]
        for one in group_cards(state, place)
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
            for one in group_cards(state, place):
                places = [number for number in range(len(one.kinds)) if not one.sees(seat, number)]
                if places:
                    yield one, places


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
        for group in sorted(one for one in numbers if one is not None):
            lay_group(state, zone, group, numbers[group])


def lay_group(state: Any, zone: GroupZone, group: int, parts: Json) -> None:
    """Lay down one group with its cards and numbers; see `written_groups`."""
    kinds = state.rules.records.kinds
    state.places[zone.place + (group >> ROW)].append(group)
    empty_group(state, zone, group)
    for part in zone.parts.values():
        value, known = parts[part.name] if part.secret else (parts[part.name], 0)
        if part.zone is not None:
            value = tuple(kinds[one] for one in value)
            value = sum(1 << kind for kind in value) if part.zone.different else value
        state.g[part.at][group] = value
        if part.secret:
            state.g[part.at + 1][group] = known
