"""Situations of FOODEN for tests: as plain data by which the reference plays, and made by hand."""

from typing import Any

from pawprint.games.fooden.notation import FoodenSituation
from pawprint.games.fooden.rules import EFFECTS, FOODS
from pawprint.games.fooden.table import FoodenTable
from pawprint.play.language.data_state import DataState


def plain_state(state: DataState) -> dict[str, Any]:
    """A state as plain data, with the words of the rules."""
    table, values, seats = FoodenTable(state), state.values, range(state.players)
    names, stage = state.rules.records.ids, table.stage

    def named(kinds: Any) -> list[str]:
        return [names[kind] for kind in kinds]

    return {
        "stage": stage,
        "season": table.season,
        "round": table.round,
        "leader": table.leader,
        "first": values["first"],
        "seat": state.seat if state.seat >= 0 else values["active"] if table.round else table.leader,
        "organisations": [table.organisation(seat) for seat in seats],
        "pending": table.pending,
        "count": values["owed"] if values["dropping"] else values["amount"],
        "owed": values["dropping"] or values["owed"],
        "kept": -1 if values["sunk"] else values["kept"],
        "moving": values["moving"],
        "lab": named(sorted(table.lab)),
        "rows": {row: named(line) for row, line in table.rows.items()},
        "forces": {row: [table.force(one) for one in line] for row, line in table.rows.items()},
        "discard": named(table.discard),
        "survivors": named(table.survivors),
        "food": {food: table.food[food] for food in FOODS},
        "reserve": table.reserve,
        "vp": table.vp,
        "purses": [table.purse(seat) for seat in seats],
        "points": [*state.points],
        "cubes": {names[one]: table.cubes(one) for one in sorted(laden(table)) if any(table.cubes(one).values())},
        "tokens": {names[one]: table.tokens(one) for one in sorted(laden(table)) if table.tokens(one)},
        "winner": values["winner"] if values["winner"] >= 0 else None,
        "deck": named(table.deck[::-1]),
        "looked": named(sorted(table.looked)),
        "hands": [named(table.hand(seat)) for seat in seats],
        "laid": [names[table.laid(seat)] if table.laid(seat) >= 0 else None for seat in seats],
        "objectives": [named(table.objectives(seat)) for seat in seats],
    }


def laden(table: FoodenTable) -> list[int]:
    """The creatures of Nature and the laboratory on which something lies."""
    return [one for one in [*table.everyone, *table.lab] if any(table.cubes(one).values()) or table.tokens(one)]


def situation(state: DataState) -> FoodenSituation:
    """The same situation, in which steps can be done by name."""
    copied = FoodenSituation(state.rules, state.players)
    copied.restore(state.dump())
    return copied


def add(state: FoodenSituation, creature: int) -> None:
    """A creature comes to Nature from nowhere."""
    fields = state.rules.cards[state.rules.id_of(creature)]
    row, table = state.zone(f"nature {fields['diet']}"), FoodenTable(state)
    row.insert(sum(table.force(one) >= fields["force"] for one in row), creature)
    state.perform("arrive", creature)


def put_on(state: FoodenSituation, creature: int, food: str) -> None:
    """A cube of the Reserve on a creature."""
    change(state, f"reserve {food}", -1)
    for name in (f"cubes {state.rules.id_of(creature)} {food}", f"laden {state.rules.id_of(creature)}"):
        change(state, name, 1)


def change(state: DataState, name: str, by: int) -> None:
    """A value is another number."""
    state.remember(name, state.values.get(name, 0) + by)


def begin_turn(state: FoodenSituation, seat: int, *effects: str, n: int = 0) -> None:
    """A player is applying a card with these effects."""
    for effect in EFFECTS:
        state.remember(f"due {effect}", effect in effects)
    for name, value in {"left": len(effects), "amount": n, "active": seat, "owed": 0}.items():
        state.remember(name, value)
    state.begin("", "add", seat)
