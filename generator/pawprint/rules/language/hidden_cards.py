"""The cards that a player neither sees nor knows -> others that may lie there; see `State.resample_hidden`."""

from collections import Counter
from typing import Any

from pawprint.rules.engine import Rng
from pawprint.rules.language.grid_state import lay_alike, lay_unknown, unknown_kinds
from pawprint.rules.language.group_state import unknown_cards


def resample_unknown(state: Any, seat: int, rng: Rng) -> None:
    """Shuffle what *seat* neither sees nor knows, so that no piece comes to a zone where it never lies."""
    rules, layout = state.rules, state.layout
    grid = state.program.grid
    if grid is not None and _only_on_grid(state, seat):
        lay_alike(state, grid, seat, rng)
        state._legal = None
        return
    if rules.one_back and grid is None:
        _resample_alike(state, seat, rng)
        return
    ids, back_of = rules.records.ids, rules.back_of
    unknown: list[tuple[int, list[int], list[int]]] = []  # place, known pieces, the others
    pools: dict[str, list[int]] = {}
    for place, pieces in enumerate(state.places):
        if not pieces or place == state.program.forest_place or layout.sees(seat, place):
            continue
        if grid is not None and place == grid.at:
            continue
        known = state.k[place] if state.k else 0
        if known.__class__ is list:
            first, rest = [*known], [*(Counter(pieces) - Counter(known)).elements()]
        else:
            first, rest = pieces[:known], pieces[known:]
        unknown.append((place, first, rest))
        for piece in rest:
            pools.setdefault(back_of(ids[piece]), []).append(piece)
    in_groups = [*unknown_cards(state, seat)]
    for cards, places in in_groups:
        for number in places:
            pools.setdefault(back_of(ids[cards.kinds[number]]), []).append(cards.kinds[number])
    for kind in unknown_kinds(state, grid, seat)[0] if grid is not None else ():
        pools.setdefault(rules.backs[kind], []).append(kind)
    for name in sorted(pools):
        pools[name].sort()
        rng.shuffle(pools[name])
    for place, first, rest in sorted(unknown, key=lambda one: layout.names[one[0]].split()[0] not in rules.allowed):
        allowed = rules.allowed.get(layout.names[place].split()[0])
        dealt = [_dealt(state, pools[back_of(ids[piece])], allowed) for piece in rest]
        state.places[place] = [*first, *dealt]
    for cards, places in in_groups:
        kinds = [*cards.kinds]
        for number in places:
            kinds[number] = pools[back_of(ids[kinds[number]])].pop()
        state.g[cards.part.at][cards.group] = tuple(kinds)
    if grid is not None:
        lay_unknown(state, grid, seat, lambda kind: pools[rules.backs[kind]].pop(), rng)
    state._legal = None


def _resample_alike(state: Any, seat: int, rng: Rng) -> None:
    """The same where all cards look alike and may lie anywhere."""
    places, k, g = state.places, state.k, state.g
    pool: list[int] = []
    lying: list[tuple[int, list[int], int]] = []  # place, known cards, number of the others
    for place in state.program.hidden_from[seat]:
        pieces, known = places[place], k[place] if k else 0
        if known.__class__ is list:
            first, rest = ([*known], [*(Counter(pieces) - Counter(known)).elements()]) if known else ([], pieces)
        else:
            first, rest = pieces[:known], pieces[known:]
        lying.append((place, first, len(rest)))
        pool += rest
    grouped: list[tuple[int, int, list[int], int]] = []  # part, group, cards, bits of those that are known
    for place, owner, part, seen in state.program.secret_parts:
        for group in places[place] if owner != seat or not seen else ():
            cards, bits = g[part][group], g[part + 1][group] if owner == seat else 0
            grouped.append((part, group, [*cards], bits))
            pool += [card for at, card in enumerate(cards) if not bits >> at & 1] if bits else cards
    pool.sort()
    rng.shuffle(pool)
    for place, first, count in lying:
        places[place] = [*first, *[pool.pop() for _ in range(count)]]
    for part, group, kinds, bits in grouped:
        g[part][group] = tuple([card if bits >> at & 1 else pool.pop() for at, card in enumerate(kinds)])
    state._legal = None


def _dealt(state: Any, pool: list[int], allowed: frozenset[str] | None) -> int:
    """The next piece of a pool that may lie in a zone."""
    at = -1
    if allowed is not None:
        components = state.rules.records.components
        at = next((-n for n, piece in enumerate(reversed(pool), 1) if components[piece] in allowed), -1)
    return pool.pop(at)


def hidden_draws(state: Any, seat: int) -> int:
    """How many random numbers `resample_hidden` takes, but for what others have chosen in secret."""
    rules, places, k = state.rules, state.places, state.k
    hidden = state.program.hidden_from[seat]
    if rules.one_back and state.program.grid is None:
        count = -1
        for place, owner, part, sees_all in state.program.secret_parts:
            cards, known_cards = state.g[part], state.g[part + 1]
            for group in places[place] if owner != seat or not sees_all else ():
                count += len(cards[group])
                if owner == seat:
                    count -= known_cards[group].bit_count()
        for place in hidden:
            count += len(places[place])
            if k:
                known = k[place]
                count -= len(known) if known.__class__ is list else known
        return max(0, count)
    unknown: dict[str, int] = {}
    if state.program.grid is not None and _only_on_grid(state, seat):
        kinds, turned = unknown_kinds(state, state.program.grid, seat)
        return max(0, len(kinds) - 1) + turned
    for one, several in unknown_cards(state, seat):
        for number in several:
            back = rules.back_of(rules.id_of(one.kinds[number]))
            unknown[back] = unknown.get(back, 0) + 1
    kinds, turned = ([], 0) if state.program.grid is None else unknown_kinds(state, state.program.grid, seat)
    for kind in kinds:
        unknown[rules.backs[kind]] = unknown.get(rules.backs[kind], 0) + 1
    for place in hidden:
        seen: Any = k[place] if k else 0
        pieces = state.places[place]
        rest = Counter(pieces) - Counter(seen) if seen.__class__ is list else Counter(pieces[seen:])
        for piece, count in rest.items():
            back = rules.back_of(rules.id_of(piece))
            unknown[back] = unknown.get(back, 0) + count
    return sum(count - 1 for count in unknown.values()) + turned


def _only_on_grid(state: Any, seat: int) -> bool:
    """Whether all cards that *seat* does not know lie on the grid, and look alike there."""
    places = state.places
    return state.rules.one_back_on_grid and not any(map(places.__getitem__, state.program.hidden_from[seat]))
