"""The cards that a player neither sees nor knows -> others that may lie there; see `State.resample_hidden`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.play.engine import Json, Rng
from pawprint.play.language.grid import lay_alike, lay_unknown, unknown_kinds
from pawprint.play.language.groups import unknown_cards

# --- remembered cards -------------------------------------------------------------------------------------------------

# What players know of the cards of a zone that nobody sees: by card, the seats that know its place, as bits.
# Somebody who puts a card there that only they have seen, or all have, knows where it lies until it is moved or the
# zone is shuffled. Of such cards there is one of each kind.


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
        {ids[card]: seats for card, seats in sorted(entry.items())} if isinstance(entry, dict) else entry
        for entry in known
    ]


def read_known(written: Sequence[Json], kinds: Mapping[str, int]) -> list[Json]:
    """The other way round."""
    return [
        {kinds[card]: seats for card, seats in entry.items()} if isinstance(entry, dict)
        else [*entry] if isinstance(entry, list) else entry
        for entry in written
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


def resample_unknown(state: Any, seat: int, rng: Rng) -> None:
    """Shuffle what *seat* neither sees nor knows, so that no piece comes to a zone where it never lies."""
    rules, layout = state.rules, state.layout
    grid = state.program.grid
    state._legal = None
    if grid is not None and _only_on_grid(state, seat):
        lay_alike(state, grid, seat, rng)
        return
    alike = rules.hidden_pools(state.program, seat) if grid is None else None
    if alike is not None:
        for number, zones in enumerate(alike):
            _resample_alike(state, seat, rng, zones, not number)
        return
    ids, back_of = rules.records.ids, rules.back_of
    unknown: list[tuple[int, list[int], list[int]]] = []  # place, known pieces, the others
    pools: dict[str, list[int]] = {}
    for place, pieces in enumerate(state.places):
        if not pieces or place == state.program.forest_place or layout.sees(seat, place):
            continue
        if grid is not None and place == grid.at:
            continue
        first, rest = _known_first(state, seat, place)
        unknown.append((place, first, rest))
        for piece in rest:
            pools.setdefault(back_of(ids[piece]), []).append(piece)
    in_groups = [*unknown_cards(state, seat)]
    for cards, places in in_groups:
        for number in places:
            pools.setdefault(back_of(ids[cards.kinds[number]]), []).append(cards.kinds[number])
    for kind in unknown_kinds(state, grid, seat) if grid is not None else ():
        pools.setdefault(back_of(ids[kind]), []).append(kind)
    for name in sorted(pools):
        pools[name].sort()
        rng.shuffle(pools[name])
    for place, first, rest in sorted(unknown, key=lambda item: layout.names[item[0]].split()[0] not in rules.allowed):
        allowed = rules.allowed.get(layout.names[place].split()[0])
        _deal(state, seat, place, first, [_dealt(state, pools[back_of(ids[piece])], allowed) for piece in rest])
    for cards, places in in_groups:
        kinds = [*cards.kinds]
        for number in places:
            kinds[number] = pools[back_of(ids[kinds[number]])].pop()
        state.g[cards.part.at][cards.group] = tuple(kinds)
    if grid is not None:
        lay_unknown(state, grid, seat, lambda kind: pools[back_of(ids[kind])].pop(), rng)


def _resample_alike(state: Any, seat: int, rng: Rng, hidden: Sequence[int], with_groups: bool) -> None:
    """The same where all cards look alike and may lie anywhere: in *hidden* zones, and in groups."""
    places, g = state.places, state.g
    pool: list[int] = []
    lying: list[tuple[int, list[int], int]] = []  # place, known cards, number of the others
    for place in hidden:
        first, rest = _known_first(state, seat, place)
        lying.append((place, first, len(rest)))
        pool += rest
    grouped: list[tuple[int, int, list[int], int]] = []  # part, group, cards, bits of those that are known
    for place, owner, part, seen in state.program.secret_parts if with_groups else ():
        for group in places[place] if owner != seat or not seen else ():
            cards, bits = g[part][group], g[part + 1][group] if owner == seat else 0
            grouped.append((part, group, [*cards], bits))
            pool += [card for at, card in enumerate(cards) if not bits >> at & 1] if bits else cards
    pool.sort()
    rng.shuffle(pool)
    for place, first, count in lying:
        if count:
            _deal(state, seat, place, first, pool[: -count - 1 : -1])
            del pool[-count:]
    for part, group, kinds, bits in grouped:
        g[part][group] = tuple([card if bits >> at & 1 else pool.pop() for at, card in enumerate(kinds)])


def _known_first(state: Any, seat: int, place: int) -> tuple[list[int], list[int]]:
    """The cards of a zone that *seat* knows, where these lie first, and the others."""
    pieces, known = state.places[place], state.k[place] if state.k else 0
    if known.__class__ is dict:
        return [], unknown_to(seat, pieces, known) if known else pieces
    if known.__class__ is list:
        return ([*known], [*(Counter(pieces) - Counter(known)).elements()]) if known else ([], pieces)
    return pieces[:known], pieces[known:]


def _deal(state: Any, seat: int, place: int, first: list[int], others: list[int]) -> None:
    if state.k and state.k[place].__class__ is dict:
        state.places[place], state.k[place] = dealt_anew(seat, state.places[place], state.k[place], others)
    else:
        state.places[place] = [*first, *others]


def _dealt(state: Any, pool: list[int], allowed: frozenset[str] | None) -> int:
    at = -1
    if allowed is not None:
        components = state.rules.records.components
        at = next((-n for n, piece in enumerate(reversed(pool), 1) if components[piece] in allowed), -1)
    return pool.pop(at)


def _only_on_grid(state: Any, seat: int) -> bool:
    """Whether all cards that *seat* does not know lie on the grid, and look alike there."""
    places = state.places
    return state.rules.one_back_on_grid and not any(map(places.__getitem__, state.program.hidden_from[seat]))
