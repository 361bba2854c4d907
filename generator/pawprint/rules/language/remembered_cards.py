"""What players know of the cards of a zone that nobody sees: by card, the seats that know its place, as bits.

Somebody who puts a card there that only they have seen, or all have, knows where it lies until it is moved or the zone
is shuffled. Of such cards there is one of each kind.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.rules.engine import Json

#: Kind -> the seats that know its place.
Known = dict[int, int]


def unknown_to(seat: int, cards: Sequence[int], known: Known) -> list[int]:
    """The cards whose places *seat* does not know, in order."""
    if not known:
        return [*cards]
    return [card for card in cards if not known.get(card, 0) >> seat & 1]


def dealt_anew(seat: int, cards: Sequence[int], known: Known, others: Sequence[int]) -> tuple[list[int], Known]:
    """The zone with *others* in the places that *seat* does not know; what other seats know stays with the places."""
    if not known:
        return [*others], known
    left = iter(others)
    dealt = [card if known.get(card, 0) >> seat & 1 else next(left) for card in cards]
    return dealt, {new: known[old] for old, new in zip(cards, dealt, strict=True) if old in known}


def written_known(known: Sequence[Json], ids: Sequence[str]) -> list[Json]:
    """What all zones remember, as plain data."""
    return [
        {ids[card]: seats for card, seats in sorted(one.items())} if isinstance(one, dict) else one for one in known
    ]


def read_known(written: Sequence[Json], kinds: Mapping[str, int]) -> list[Json]:
    """The other way round."""
    return [
        {kinds[card]: seats for card, seats in one.items()} if isinstance(one, dict)
        else [*one] if isinstance(one, list) else one
        for one in written
    ]  # fmt: skip


def pools_of_hidden(rules: Any, program: Any, seat: int) -> list[list[int]] | None:
    """The zones that a seat does not see, in lists of those whose cards look alike and may lie in all of them.

    None where that is not so; cards of groups belong to the first list.
    """
    hidden = program.hidden_from[seat]
    if rules.one_back:
        return [hidden]
    zones = [zone for zone in rules.spec.zones.values() for _ in range(zone.places(program.players))]
    held = {zones[place].holds for place in hidden}
    backs = [{rules.backs[component] for component in holds} for holds in held]
    apart = sum(map(len, backs)) == len({back for some in backs for back in some})
    if program.secret_parts or not all(len(some) == 1 for some in backs) or not apart:
        return None
    return [[place for place in hidden if zones[place].holds == holds] for holds in sorted(held)]
