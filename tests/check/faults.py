"""How to break each invariant that needs play; `test_played.py` does it.

Where a deck can break it, the catalog is edited. Where only the engine can, it gets a fault: it forgets a rule, loses a
piece, or counts wrongly. Most faults come after each action (`after`); those that no game would survive are shown to
the engine's proofs alone, in a copy of the state (`seen`).
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

import pytest

from pawprint.games.engines import ENGINES
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.fooden.rules import ROWS, Fooden
from pawprint.games.lake_ecosystem.rules import LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.games.pocket_cats.cards import DOG, PLACES, PREY, Tally
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play.engine import Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.language.forest import lift

Fault = Callable[[pytest.MonkeyPatch], None]


class Broken(NamedTuple):
    """A way to break an invariant.

    Attributes:
        edits: of the catalog: place -> new value.
        fault: of the engine.
        words: in the message.
        table: edition and number of players; the first ones if left out.
        games: played at the table, of each kind.
        enough: what was not seen in so many games is missing.
        severity: of what is found.
        about: of the checks that ask what happens to records, only those about this component; others need more games.
        also: another invariant that breaks with it.
    """

    words: str
    fault: Fault | None = None
    edits: Mapping[str, Any] = {}
    table: tuple[str, int] = ("", 2)
    games: int = 3
    enough: int = 1000
    severity: str = "error"
    about: str = ""
    also: str = ""


# --- faults -------------------------------------------------------------------------------------------------


def after(owner: Any, name: str, tamper: Callable[..., Any]) -> Fault:
    """*tamper* is called after each call of a method or function, with what that was given."""
    original = getattr(owner, name)

    def faulty(*given: Any) -> Any:
        result = original(*given)
        tamper(*given)
        return result

    return lambda patch: patch.setattr(owner, name, faulty)


def instead(owner: Any, name: str, other: Callable[..., Any], *more: Any) -> Fault:
    """*other* is called instead of a method or function, with the original before what that was given.

    Args:
        more: modules that have the same function under the same name.
    """
    original = getattr(owner, name)

    def install(patch: pytest.MonkeyPatch) -> None:
        for one in (owner, *more):
            patch.setattr(one, name, lambda *given: other(original, *given))

    return install


def seen(rules: Any, tamper: Callable[[Any], Any]) -> Fault:
    """The proofs of the engine look at a copy of the state with which *tamper* has done something."""
    original = rules.check

    def check(self: Any, state: Any) -> list[str]:
        other = state.copy()
        other.events = None if state.events is None else [*state.events]
        tamper(other)
        return original(self, other)  # type: ignore[no-any-return]

    return lambda patch: patch.setattr(rules, "check", check)


def salted(rules: Any) -> Fault:
    """Every deal is another one, whatever the seed."""
    salt = count()
    return instead(rules, "setup", lambda setup, self, players, rng: setup(self, players, Rng(next(salt))))


def first_wins(state: Any) -> Fault:
    """The first seat wins every game."""
    return instead(state, "returns", lambda _, self: (1.0, *(0.0 for _ in self.scores()[1:])))


# --- Food Chain ---------------------------------------------------------------------------------------------


def _ten_times_the_points() -> Fault:
    return instead(DataState, "scores", lambda scores, state: tuple(10 * points for points in scores(state)))


def _holds_each_other(state: DataState) -> None:
    values = state.values
    if values["captured 0 1"] and not values["captured 1 0"] and values["supply 0"]:
        state.remember("captured 1 0", 1)
        state.remember("supply 0", values["supply 0"] - 1)


def _one_token_less(state: DataState) -> None:
    if state.values["supply 0"] == 3:
        state.remember("supply 0", 2)


def _other_prey(state: DataState) -> None:
    """Some hunter lies on a card that it does not eat."""
    records, table = state.rules.records, state.zone("table")
    ids = {node: records.ids[records.kind_of[node]] for node in table}
    for node in table:
        eaten = [one.id for one in state.rules.cards[ids[node]].get("prey", ids.values())]
        others = [other for other in table if other != node and ids[other] not in eaten]
        if state.below[node] >= 0 and others:
            state.below[node] = others[0]
            return


def _without_trees(state: DataState) -> None:
    """With few cards in the deck all trees but one are gone."""
    for node in state.zone("table")[1:] if len(state.zone("deck")) < 30 else ():
        state.zone("discard").append(lift(state, state.zone("table"), node, state.program.value_places["supply 0"]))


def _whoever_eats_snails(returns: Callable[[DataState], tuple[float, ...]], state: DataState) -> tuple[float, ...]:
    """Players win if they have eaten a snail."""
    records = state.rules.records
    ids = [[records.ids[records.kind_of[piece]] for piece in state.zone("pile", seat)] for seat in range(state.players)]
    eaten = [float("snail" in of_seat) for of_seat in ids]
    return tuple(one / sum(eaten) for one in eaten) if any(eaten) else returns(state)


def _no_chase(legal: Callable[[DataState], Any], state: DataState) -> Any:
    return [one for one in legal(state) if not state.rules.describe(one).startswith("chase ")]


FOOD_CHAIN: dict[str, list[Broken]] = {
    "FC-I-21": [
        Broken(
            "there are too many or too few",
            after(DataState, "apply", lambda state, _: state.zone("discard") and state.zone("discard").pop()),
        )
    ],
    "FC-I-22": [Broken("tokens are not conserved", after(DataState, "apply", lambda state, _: _one_token_less(state)))],
    "FC-I-23": [
        Broken(
            "hold a token of each other", after(DataState, "apply", lambda state, _: _holds_each_other(state)), games=20
        )
    ],
    "FC-I-24": [Broken("what it does not eat", seen(FoodChain, _other_prey))],
    "FC-I-25": [Broken("too few trees after the refill", seen(FoodChain, _without_trees))],
    "FC-I-26": [Broken("the game comes no nearer to its end", instead(DataState, "progress", lambda _, state: (1,)))],
    "FC-I-27": [
        Broken("'swarm' is never 'used'", instead(DataState, "legal_actions", _no_chase), games=200, enough=400)
    ],
    "FC-I-28": [Broken("player 1 of 2 players", first_wins(DataState), games=40, severity="warning")],
    "FC-I-30": [Broken("it is another game", salted(FoodChain))],
    "FC-I-34": [
        Broken(
            "'boar', 4 players",
            instead(DataState, "returns", _whoever_eats_snails),
            table=("", 4),
            games=400,
            severity="warning",
            also="FC-I-35",
        )
    ],
    "FC-I-35": [Broken("a player scores on average", _ten_times_the_points(), games=30, severity="warning")],
}


# --- FOODEN -------------------------------------------------------------------------------------------------


def _a_card_less(state: DataState) -> None:
    if state.chosen is not None and len(state.zone("discard")) > 2:
        state.zone("discard").pop()


def _reverse_a_row(state: DataState) -> None:
    for row in ROWS:
        state.zone(f"nature {row}").reverse()


def _a_value_less(name: str) -> Fault:
    """Something is lost after each action, but for one."""
    return after(DataState, "apply", lambda state, _: state.remember(name, max(1, state.values[name] - 1)))


def _happened(*event: str, times: int = 1) -> Fault:
    """Something is said to have happened to a creature without a trait."""

    def tamper(state: DataState) -> None:
        plain = next(name for name, one in state.rules.cards.items() if one.get("trait", "") is None)
        named = tuple(plain if word == "?" else word for word in event)
        state.events = [*(state.events or ()), *[named] * times]

    return seen(Fooden, tamper)


def _played_more(state: DataState) -> None:
    if len(state.zone("hand", 0)) == 6:
        state.zone("played", 0).append(state.zone("hand", 0).pop())


def _nobody_survives(state: DataState) -> None:
    if state.events:
        state.events[:] = [event for event in state.events if event[0] != "survives"]


def _first_organisation(returns: Callable[[DataState], tuple[float, ...]], state: DataState) -> tuple[float, ...]:
    organisations = [state.values[f"organisation {seat}"] for seat in range(state.players)]
    if "owl" in organisations:
        return tuple(float(one == "owl") for one in organisations)
    return returns(state)


def _but_the_first_card(legal: Callable[[DataState], Any], state: DataState) -> Any:
    return [one for one in legal(state) if state.rules.describe(one) != "lay owl-1"]


def _clears_food(rules: Fooden, _: object, __: object, chosen: Mapping[str, Any]) -> None:
    rules.chosen = {**chosen, "leftover_food": "clear" if chosen["simple"] else "keep"}


FOODEN: dict[str, list[Broken]] = {
    "FO-I-22": [
        Broken(
            "the median is",
            edits={"objectives/majority.score.per": 60},
            enough=5,
            severity="warning",
            about="objectives",
        ),
    ],
    "FO-I-24": [
        Broken("there are too many or too few", after(DataState, "apply", lambda state, _: _a_card_less(state)))
    ],
    "FO-I-25": [Broken("== stock(f)", _a_value_less("reserve plant")), Broken("== vp_tokens", _a_value_less("vp"))],
    "FO-I-26": [
        Broken("force[c] >= force[", after(DataState, "apply", lambda state, _: _reverse_a_row(state))),
    ],
    "FO-I-27": [Broken("has acted twice in Phase 3", _happened("fate", "?", "dead", times=2))],
    "FO-I-28": [Broken("on its left", _happened("attacks", "?", "?", "hungry", "left"))],
    "FO-I-29": [Broken("count(played)", after(DataState, "apply", lambda state, _: _played_more(state)))],
    "FO-I-30": [
        Broken(
            "is never 'used'",
            instead(DataState, "legal_actions", _but_the_first_card),
            table=("", 6),
            games=40,
            enough=80,
            about="actions",
        )
    ],
    "FO-I-31": [
        Broken(
            "0 (0 to 0) times 'survives'",
            after(DataState, "apply", lambda state, _: _nobody_survives(state)),
            games=30,
            severity="warning",
        )
    ],
    "FO-I-32": [
        Broken(
            "wins 100.0%",
            instead(DataState, "returns", _first_organisation),
            table=("", 6),
            games=25,
            severity="warning",
        )
    ],
    "FO-I-33": [Broken("with simple: true than with false", after(Fooden, "__init__", _clears_food))],
    "FO-I-34": [Broken("it is another game", salted(Fooden), also="FO-I-33")],
}


# --- Lake of Species ----------------------------------------------------------------------------------------


def _a_kind_less(state: DataState) -> None:
    if state.phase == "adaptation" and len(state.zone("discard")) > 2:
        state.zone("discard").pop()


def _a_token_less(state: DataState) -> None:
    state.remember("bank", max(60, state.values["bank"] - 1))


def _species(table: LakeTable) -> list[int]:
    return [one for row in table.rows for one in row]


def _left_on_cards(state: DataState) -> None:
    table = LakeTable(state)
    if table.state.phase == "adaptation" and table.turn == 3 and not any(table.food(one) for one in _species(table)):
        state.remember("bank", table.bank - 1)
        state.g[table.zone.parts["food"].at][table.rows[table.active][0]] = 1


def _legal_as_well(more: Callable[[DataState, LakeTable], Iterable[str]]) -> Fault:
    """In Feeding, players may also do what *more* says."""

    def legal(original: Callable[[DataState], Any], state: DataState) -> Any:
        table = LakeTable(state)
        if state.seat < 0 or table.state.phase != "feeding":
            return original(state)
        return sorted({*original(state), *map(state.rules.parse, more(state, table))})

    return instead(DataState, "legal_actions", legal)


def _carnivores(state: DataState, table: LakeTable) -> list[int]:
    """The hungry carnivores of the player whose turn it is."""
    diet = state.rules.piece_of("carnivore")
    row = table.rows[table.active]
    return [one for one in row if diet in table.traits(one) and table.food(one) < table.population(one)]


def _carnivores_graze(state: DataState, table: LakeTable) -> list[str]:
    return [f"feed {table.name(one)}" for one in _carnivores(state, table)] if table.lake else []


def _attacks_all(state: DataState, table: LakeTable) -> list[str]:
    locks, places = state.rules.locks(), state.rules.box.places
    prey = [one for one in _species(table) if len(locks & {*map(state.rules.id_of, table.traits(one))}) < places]
    return [
        f"attack {table.name(one)} with {table.name(hunter)}"
        for hunter in _carnivores(state, table)
        for one in prey
        if one != hunter
    ]


def _one_turn_more(state: DataState) -> None:
    last = state.values["last"]
    if last and not last % state.players and state.seat >= 0:
        state.remember("last", last + 1)


def _attack_on_three_locks(state: DataState) -> None:
    locks = sorted(state.rules.locks())[:3]
    keys = [*state.rules.diets(), *locks]
    state.events = [*(state.events or ()), ("attack", 0, "A1", "B1", keys, locks)]


def _an_extinction_more(state: DataState) -> None:
    """Of the first extinction no card is drawn."""
    if state.events and any(event[0] == "extinct" for event in state.events):
        state.events = [*state.events, ("extinct", 0, "A1", "hunger", 2)]


def _bank_runs_dry(state: DataState) -> None:
    table = LakeTable(state)
    if table.turn == 2 and table.state.phase == "adaptation":
        state.remember("lake", table.lake + table.bank)
        state.remember("bank", 0)


def _without_population(state: DataState) -> None:
    table = LakeTable(state)
    for species in _species(table):
        population = state.g[table.zone.parts["population"].at]
        state.zone("discard").extend(population[species])
        population[species] = ()
        return


def _no_attacks(state: DataState) -> None:
    if state.events:
        state.events[:] = [event for event in state.events if event[0] != "attack"]


def _no_burrowing(legal: Callable[[DataState], Any], state: DataState) -> Any:
    return [one for one in legal(state) if state.rules.describe(one) != "play burrowing"]


LAKE: dict[str, list[Broken]] = {
    "EL-I-17": [
        Broken("there are too many or too few", after(DataState, "apply", lambda state, _: _a_kind_less(state)))
    ],
    "EL-I-18": [Broken("== tokens", after(DataState, "apply", lambda state, _: _a_token_less(state)))],
    "EL-I-19": [Broken("s.population and", seen(LakeEcosystem, _without_population))],
    "EL-I-20": [Broken("none(s.food", after(DataState, "apply", lambda state, _: _left_on_cards(state)), games=2)],
    "EL-I-21": [Broken("may feed", _legal_as_well(_carnivores_graze), games=4)],
    "EL-I-22": [Broken("may stay hungry", _legal_as_well(lambda _, __: ["done"]))],
    "EL-I-23": [Broken("attacks", _legal_as_well(_attacks_all), games=6)],
    "EL-I-24": [Broken("the game ends with turn", after(DataState, "apply", lambda state, _: _one_turn_more(state)))],
    "EL-I-25": [Broken("with 3 locks", seen(LakeEcosystem, _attack_on_three_locks))],
    "EL-I-26": [Broken("cards were to be drawn", seen(LakeEcosystem, _an_extinction_more))],
    "EL-I-27": [
        Broken(
            "'burrowing' is never part of 'trait'",
            instead(DataState, "legal_actions", _no_burrowing),
            games=60,
            enough=100,
        )
    ],
    "EL-I-28": [Broken("player 1 of 2 players", first_wins(DataState), games=40, severity="warning")],
    "EL-I-29": [
        Broken("'bank' runs out", after(DataState, "apply", lambda state, _: _bank_runs_dry(state)), severity="warning")
    ],
    "EL-I-30": [
        Broken("it is another game", salted(LakeEcosystem)),
        Broken("a player scores on average", _ten_times_the_points(), games=30, severity="warning"),
    ],
    "EL-I-33": [
        Broken(
            "times 'attack'",
            after(DataState, "apply", lambda state, _: _no_attacks(state)),
            games=30,
            severity="warning",
        )
    ],
}


# --- Pocket Cats --------------------------------------------------------------------------------------------


def _phase(state: DataState) -> str:
    return CatsTable(state).phase if isinstance(state.rules, PocketCats) else ""


def _the_same_tile_twice(state: DataState) -> None:
    square = state.zone("square")
    if _phase(state) == "reveal":
        square[0] = square[1]


def _wrong_seat(state: DataState) -> None:
    if _phase(state) == "reveal" and len(state.down) == 12:
        state.seat = 1 - state.seat


def _far_away(state: DataState) -> None:
    table = CatsTable(state)
    if table.phase == "exchange" and table.kind_at(table.at) == PREY:
        names, far = state.rules.place_names, (table.at + 2 * 5) % PLACES
        more = state.rules.parse(f"exchange {names[table.at]} with {names[far]}")
        state._legal = tuple(sorted({*state.legal_actions(), more}))


def _another_tile_up(state: DataState) -> None:
    if _phase(state) == "reveal":
        state.up[state.down[0]] = 1


def _turn_a_cat(state: DataState) -> None:
    if _phase(state) == "reveal" and len(state.down) == 10:
        state.turned[next(place for place in range(PLACES) if CatsTable(state).kind_at(place) != DOG)] = 1


def _in_order(worth: Any, tally: Tally, prey: Any) -> Any:
    """Prey that stands behind the first pays a point more."""
    return worth(tally, prey) + (len(prey) > 1 and prey[0][0] < prey[-1][0])


def _for_nothing(claims: Any, *given: Any) -> Any:
    """Prey that nobody touches goes to the first seat."""
    return [(*one[:4], 0 if one[2] == one[3] == 0 else one[4]) for one in claims(*given)]


def _not_above(claims: Any, *given: Any) -> Any:
    """Prey in the first row goes to nobody."""
    return [(*one[:4], -1 if one[1] < 5 else one[4]) for one in claims(*given)]


def _ties_to_the_first(claims: Any, *given: Any) -> Any:
    return [(*one[:4], 0 if one[2] == one[3] > 0 else one[4]) for one in claims(*given)]


def _one_dog_is_tame(bites: Any, tally: Tally, *given: Any) -> Any:
    tame = tally.kind.index(DOG)
    return [one for one in bites(tally, *given) if one[0] != tame]


def _other_chance() -> Fault:
    """Every shuffle is another one, whatever the seed."""
    salt = count()
    return instead(DataState, "chance", lambda chance, self, rng: chance(self, Rng(next(salt))))


PLAIN = ("first-game", 2)
CATS: dict[str, list[Broken]] = {
    "PC-I-20": [Broken("does not hold the 25 tiles", seen(PocketCats, _the_same_tile_twice))],
    "PC-I-21": [Broken("is not that of seat", after(DataState, "apply", lambda state, _: _wrong_seat(state)))],
    "PC-I-22": [Broken("does not go to", seen(PocketCats, _far_away))],
    "PC-I-23": [Broken("tiles are face down", seen(PocketCats, _another_tile_up))],
    "PC-I-24": [Broken("is no dog", after(DataState, "apply", lambda state, _: _turn_a_cat(state)), table=PLAIN)],
    "PC-I-25": [Broken("another order of the prey", instead(Tally, "worth", _in_order))],
    "PC-I-26": [Broken("without attack", instead(Tally, "claims", _for_nothing))],
    "PC-I-27": [Broken("has another result", instead(Tally, "claims", _not_above))],
    "PC-I-28": [Broken("have changed names", instead(Tally, "claims", _ties_to_the_first), table=PLAIN, games=30)],
    "PC-I-29": [
        Broken(
            "is never part of 'bite'",
            instead(Tally, "bites", _one_dog_is_tame),
            games=60,
            enough=100,
            about="dogs",
        )
    ],
    "PC-I-30": [
        Broken("player 1 of 2 players", first_wins(DataState), games=40, severity="warning"),
    ],
    "PC-I-31": [Broken("it is another game", _other_chance())],
}

PLAYED: dict[str, dict[str, list[Broken]]] = {
    "food-chain": FOOD_CHAIN,
    "fooden": FOODEN,
    "lake-ecosystem": LAKE,
    "pocket-cats": CATS,
}
#: Invariants that cannot fail: they tell something.
ONLY_TELL = {"FC-I-29"}
assert {*PLAYED} <= {*ENGINES}
