"""What a piece is worth: the same deal twice, the second time with two pieces exchanged.

One game has the wolf where the other has the hare; chance and bots are the same in both. A seat that has the wolf in
only one of the games wins more or less often with it than without. Since the two pieces are drawn by lot, this is the
effect of the piece, and not of the players who choose it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from pawprint.rules.aggregates import Aggregate
from pawprint.rules.engine import CHANCE, END, Json, Rng, Rules, State

#: Pieces may come to the table by decisions at the beginning, such as the choice of a clan: so many actions are tried.
_LATEST = 8


class PieceSwap(NamedTuple):
    """Two pieces that are exchanged.

    Attributes:
        step: number of actions before it.
        dump: of the state after it.
    """

    step: int
    dump: Json
    one: str
    other: str


def swap_of(
    rules: Rules, setup: Json, actions: Sequence[Any], components: Mapping[str, Sequence[str]], rng: Rng
) -> PieceSwap | None:
    """Two pieces of a component, drawn by lot, exchanged where the pieces of the component first lie; None if a game
    has no two.

    Args:
        setup, actions: of a finished game.
        components: name -> ids.
    """
    wanted = [name for name, ids in components.items() if len(ids) > 1]
    while wanted:
        component = wanted.pop(rng.below(len(wanted)))
        state = rules.start(setup)
        for step, action in enumerate(actions[:_LATEST]):
            if state.actor() not in (CHANCE, END):
                dump = state.dump()
                places = _places(dump, {*components[component]})
                if len(places) > 1:
                    names = sorted(places)
                    one = names.pop(rng.below(len(names)))
                    other = names[rng.below(len(names))]
                    there = _exchanged(dump, places, one, other, rng)
                    return PieceSwap(step, there, one, other) if _is_possible(rules, state, there) else None
            state.apply(action)
    return None


def _places(dump: Json, ids: set[str]) -> dict[str, list[tuple[Any, ...]]]:
    """Id -> the paths in *dump* that lead to it."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for path, value in _leaves(dump, ()):
        if value in ids:
            found.setdefault(value, []).append(path)
    return found


def _leaves(value: Json, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, place))


def _exchanged(dump: Json, places: dict[str, list[tuple[Any, ...]]], one: str, other: str, rng: Rng) -> Json:
    """*dump* with a copy of *one* in the place of a copy of *other*, and the other way round."""
    changed = deepcopy(dump)
    for name, path in ((other, rng.pick(places[one])), (one, rng.pick(places[other]))):
        inner = changed
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = name
    return changed


def _is_possible(rules: Rules, state: State, dump: Json) -> bool:
    """Whether *dump* is of a state with the same pieces, in which every invariant holds."""
    try:
        there = rules.load(dump)
        return there.dump() == dump and _pieces(there) == _pieces(state) and not rules.check(there)
    except Exception:  # an engine need not read what cannot be
        return False


def _pieces(state: State) -> Counter[str]:
    return Counter(entry["id"] for entries in state.zones(None).values() for entry in entries)


#: (id, seat) -> how many such pieces the seat has had in a game, and the parts of a win by seat.
PlayedOut = tuple[Mapping[tuple[str, int], int], Sequence[int]]


def add_swap(sums: Aggregate, swap: PieceSwap, before: PlayedOut, after: PlayedOut) -> None:
    """Count how much more the seats win that have more of one of the pieces in one of the two games.

    The slope of wins over copies is the sum of gains, divided by the sum of weights.
    """
    for name in (swap.one, swap.other):
        gain = weight = 0
        for seat, (old, new) in enumerate(zip(before[1], after[1], strict=True)):
            change = after[0].get((name, seat), 0) - before[0].get((name, seat), 0)
            gain += change * (new - old)
            weight += change * change
        if weight:
            numbers = {"games": 1, "gain": gain, "weight": weight}
            numbers |= {"gain²": gain * gain, "weight²": weight * weight, "product": gain * weight}
            for quantity, number in numbers.items():
                sums.swaps[quantity, name] += number
