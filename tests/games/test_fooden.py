"""FOODEN: the engine against a second one, what a scenario cannot show, and the catalog as the rules read it."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from games.conformance import Case, cases, conformance_game, game_of, rules_of
from games.fooden_situations import add, begin_turn, change, plain_state, put_on, situation
from games.reference_fooden import DIETS, FOODS, UNTOLD, Reference
from helpers import paths_in
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.fooden.notation import FoodenSituation
from pawprint.games.fooden.rules import EFFECTS, ROWS, Fooden
from pawprint.games.fooden.table import FoodenTable
from pawprint.play import scenario
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.playing import play, random_bot, record
from pawprint.source import reader
from strategies import examples

ENGINE = "fooden"
CASES = [case for case in cases() if case.engine == ENGINE]
#: Options that are interesting together.
MIXED: list[dict[str, Any]] = [
    {"metric": "chebyshev", "scavenger_counts": "final", "first_leader": "random"},
    {"leftover_food": "clear", "shift_range": "one", "ties": "clockwise", "organisations": "chosen"},
    {"grand_slam": True, "simple": True, "trait_objectives": "remove"},
]


def rules_with(game: Game | None = None, **options: Any) -> Fooden:
    findings = Findings()
    rules = rules_of(ENGINE, "", tuple(options.items())) if game is None else Fooden.of(game, findings, "", options)
    assert isinstance(rules, Fooden), [*findings]
    return rules


def with_records(change: Callable[[Record], Record | None], component: str = "creatures") -> Game:
    """The bundled game with other cards."""
    game = game_of(ENGINE)
    kept = [new for one in game.records[component].values() if (new := change(one)) is not None]
    return replace(game, records={**game.records, component: {one.id: one for one in kept}})


def changed(one: Record, **values: Any) -> Record:
    return replace(one, values={**one.values, **values})


def few(number: int) -> Game:
    """The game with so many creatures, traits first."""
    creatures = sorted(game_of(ENGINE).pieces("creatures"), key=lambda one: one["trait"] is None)
    kept = {one.id for one in creatures[:: len(creatures) // number][:number]}
    return with_records(lambda one: one if one.id in kept else None)


# --- a second implementation --------------------------------------------------------------------------------


def both(rules: Fooden, reference: Reference, players: int, *labels: object) -> Counter[str]:
    """A random game in which engine and reference say the same at every move; what happened in it."""
    state, rng = rules.start(rules.setup(players, Rng(*labels, "deal"))), Rng(*labels)
    state.events = []
    stages: Counter[str] = Counter()
    while state.actor() != END:
        told = plain_state(state)
        stages[told["stage"]] += 1
        legal = state.legal_actions()
        if state.actor() == CHANCE:
            action = state.chance(rng)
        else:
            assert {*map(rules.describe, legal)} == reference.legal(told)
            action = rng.pick(legal)
        words = rules.describe(action)
        expected = reference.after(told, words)
        state.apply(action)
        found = plain_state(state)
        untold = {*UNTOLD, "seat"} if found["stage"] == "over" else {*UNTOLD}
        differ = {key: (found[key], expected[key]) for key in found.keys() - untold if found[key] != expected[key]}
        assert not differ, words
        assert list(state.scores()) == reference.scores(found)
    assert rules.check(state) == [], "with the events of all seasons"
    return stages


@pytest.mark.parametrize("case", CASES, ids=str)
def test_engines_agree(case: Case) -> None:
    rules = case.rules
    assert isinstance(rules, Fooden)
    both(rules, Reference(game_of(ENGINE), rules.chosen), case.players, str(case))


@pytest.mark.parametrize("options", MIXED, ids=str)
def test_engines_agree_with_several_options(options: dict[str, Any]) -> None:
    rules = rules_with(**options)
    for players in (2, 5):
        both(rules, Reference(game_of(ENGINE), rules.chosen), players, players)


def test_engines_agree_when_the_deck_runs_out() -> None:
    game = few(24)
    stages: Counter[str] = Counter()
    for options in ({}, *MIXED):
        rules = rules_with(game, **options)
        for seed in range(6):
            stages += both(rules, Reference(game, rules.chosen), 2 + seed % 5, seed)
    assert {*stages} == {"choose", "lay", "act", "join", "renew", "foresee", "shift", "shuffle"} | {*stages} & {"name"}


@examples(30)
@given(st.integers(0, 2**32), st.sampled_from(["manhattan", "chebyshev"]), st.sampled_from(["snapshot", "final"]))
def test_engines_agree_on_a_crowded_table(seed: int, metric: str, counts: str) -> None:
    """FO-4.8 to FO-4.20, FO-7.1 to FO-7.12, on tables much fuller than those of a game."""
    rules = rules_with(metric=metric, scavenger_counts=counts)
    reference, rng = Reference(game_of(ENGINE), rules.chosen), Rng(seed)
    state = crowded(rules, rng)
    told = plain_state(state)
    state.events = []
    state.perform("survival")
    fates = reference.fates(told)
    table = FoodenTable(state)
    words = {"dead": "face down"}
    assert {table.name(one): words.get(table.stand(one), table.stand(one)) for one in table.everyone} == fates
    assert plain_state(state)["food"] == told["food"]
    assert rules.check(state) == []
    attacked = [event for event in state.events if event[0] == "attacks"]
    state.perform("season ends")
    reference.save(fates)
    survivors = {name for name, fate in fates.items() if fate == "satiated"}
    assert {*plain_state(state)["survivors"]} == survivors
    assert len(attacked) == len([event for event in state.events if event[0] == "attacks"])
    assert {event[1] for event in state.events if event[0] == "survives"} == survivors
    assert {event[1] for event in state.events if event[0] == "dies"} == fates.keys() - survivors


def crowded(rules: Fooden, rng: Rng) -> FoodenSituation:
    """A state with many creatures, little food, and cubes and tokens on some creatures."""
    state = situation(rules.start(rules.setup(4, rng)))
    for _ in range(rng.below(40)):
        deck = state.zone("deck")
        creature = deck.pop(rng.below(len(deck)))
        add(state, creature)
        left = [food for food in FOODS if state.values[f"reserve {food}"]]
        if rng.below(5) == 0 and left:
            put_on(state, creature, rng.pick(left))
    for food in FOODS:
        more = min(rng.below(6), state.values[f"reserve {food}"])
        change(state, f"food {food}", more)
        change(state, f"reserve {food}", -more)
    return state


# --- how a game begins --------------------------------------------------------------------------------------


def test_players_begin_with_the_right_pieces() -> None:
    """FO-2.2, FO-2.3, FO-2.4."""
    rules = rules_with()
    state = rules.start(rules.setup(6, Rng(1)))
    table = FoodenTable(state)
    assert [table.purse(seat) for seat in range(6)] == [{"insect": 2, "plant": 3, "meat": 1}] * 6
    assert [len(table.hand(seat)) for seat in range(6)] == [7] * 6
    assert len({table.organisation(seat) for seat in range(6)}) == 6
    objectives = [one for seat in range(6) for one in table.objectives(seat)]
    assert len({*objectives}) == 12
    assert {*objectives}.isdisjoint(state.zone("box"))
    assert len(state.zone("box")) == 8


def test_leader_is_the_first_player_or_chance() -> None:
    """FO-2.6."""
    for option, leaders in (("first", {0}), ("random", {0, 1, 2})):
        rules = rules_with(first_leader=option)
        states = [rules.start(rules.setup(3, Rng(seed))) for seed in range(30)]
        assert {state.values["leader"] for state in states} == leaders
        assert all(state.actor() == state.values["leader"] for state in states)


def test_organisations_are_chosen_from_the_leader_clockwise_before_anything_is_dealt() -> None:
    """FO-2.3."""
    rules = rules_with(organisations="chosen", first_leader="random")
    state = next(state for seed in range(20) if (state := rules.start(rules.setup(3, Rng(seed)))).values["leader"] == 2)
    assert (state.zone("lab"), len(state.zone("deck")), state.zone("goals", 2)) == ([], 170, [])
    assert len(state.legal_actions()) == 9
    for seat, name in ((2, "owl"), (0, "net"), (1, "moss")):
        assert state.actor() == seat
        assert state.why_not(rules.parse("reveal")).startswith("FO-2.3")
        state.apply(rules.parse(f"choose {name}"))
        if seat != 1:
            assert state.why_not(rules.parse(f"choose {name}")) == f"FO-2.3: {name} has been chosen"
    assert (len(state.zone("lab")), len(state.zone("deck")), state.actor()) == (4, 162, 2)
    assert [*map(len, state.zones(0)["goals 0"])] == [1, 1]


def test_number_of_players_is_limited() -> None:
    """FO-1.8, FO-I-20."""
    assert rules_with().players == range(2, 7)
    assert rules_with(max_players=8).players == range(2, 9)
    cubes = with_records(lambda one: replace(one, copies=9) if one["food"] == "plant" else one, "cubes")
    assert rules_with(cubes).players == range(2, 4)
    organisations = with_records(lambda one: one if one.id in ("owl", "net") else None, "organisations")
    actions = {name: one for name, one in organisations.records["actions"].items() if name[:3] in ("owl", "net")}
    organisations = replace(organisations, records={**organisations.records, "actions": actions})
    assert rules_with(organisations).players == range(2, 3)
    short = with_records(lambda one: None if one.id in ("owl-1", "owl-2", "owl-3", "owl-4") else one, "actions")
    rules = rules_with(short, max_players=8, organisations="chosen")
    assert rules.players == range(2, 9)
    state = rules.start(rules.setup(8, Rng(1)))
    assert [rules.describe(action) for action in state.legal_actions()].count("choose owl") == 0
    with pytest.raises(ValueError, match="for 8 players, not for 9; see FO-I-20"):
        rules.setup(9, Rng(1))


def test_actions_in_the_first_laboratory_and_phase_1_reveal_nothing() -> None:
    """FO-2.5, FO-4.2, FO-7.7, FO-7.9."""
    traits = game_of(ENGINE).records["traits"]
    for trait in ("bounty", "cohort"):
        rules = rules_with(with_records(lambda one, trait=trait: changed(one, trait=traits[trait], parameter=None)))
        state = rules.start(rules.setup(3, Rng(1)))
        table = FoodenTable(state)
        assert (len(table.deck), len(table.lab), len(table.everyone), table.vp) == (162, 4, 4, 20)


# --- what is known ------------------------------------------------------------------------------------------


def test_card_is_a_secret_until_all_are_laid() -> None:
    """FO-4.4."""
    rules = rules_with()
    state = rules.start(rules.setup(3, Rng(1)))
    first, second, third = plain_state(state)["organisations"]
    state.apply(rules.parse(f"lay {first}-3"))
    assert state.observation(0)["chosen"] == [f"lay {first}-3", None, None]
    assert state.observation(1)["chosen"] == [True, None, None]
    guesses = set()
    for seed in range(60):
        other = state.copy()
        other.resample_hidden(1, Rng(seed))
        guesses.add(FoodenTable(other).laid(0))
    assert len(guesses) == 7, "any card of the hand"
    other = state.copy()
    other.resample_hidden(0, Rng(1))
    assert FoodenTable(other).laid(0) == FoodenTable(state).laid(0), "one's own is known"
    state.apply(rules.parse(f"lay {second}-1"))
    state.apply(rules.parse(f"lay {third}-1"))
    laid = [[entry["id"] for entry in state.zones(1)[f"laid {seat}"]] for seat in range(3)]
    assert laid == [[f"{first}-3"], [f"{second}-1"], [f"{third}-1"]]
    assert [state.zones(1)[f"played {seat}"] for seat in range(3)] == [[], [], []]


def test_objectives_are_secret_until_the_scoring() -> None:
    rules = rules_with()
    *_, (last, _) = play(rules, 3, [random_bot], 1)
    assert [len(last.zones(0)[f"revealed {seat}"]) for seat in range(3)] == [2, 2, 2]
    state = next(play(rules, 3, [random_bot], 1))[0]
    assert isinstance(state, DataState)
    own = state.zones(0)["goals 0"]
    assert [len(one) for one in own] == [1, 1]
    assert [state.zones(0)[f"goals {seat}"] for seat in (1, 2)] == [[{"component": "objectives"}] * 2] * 2
    guesses = set()
    for seed in range(60):
        other = state.copy()
        other.resample_hidden(0, Rng(seed))
        assert other.zones(0)["goals 0"] == own
        guesses |= {*other.zone("goals", 1)}
    assert len(guesses) == 18, "all but the own two"


def seen_deck(state: DataState, seat: int) -> list[str | None]:
    """The deck as a seat knows it, from the top."""
    return [entry.get("id") for entry in state.zones(seat)["deck"]][::-1]


def owl(rules: Fooden) -> FoodenSituation:
    """Somebody is about to foresee three cards: seat 1, with the Leader at its right."""
    state = situation(rules.start(rules.setup(2, Rng(3))))
    begin_turn(state, 1, "foresee", "reveal", n=3)
    return state


def test_only_the_foreseeing_player_knows_where_the_cards_are() -> None:
    """A6."""
    rules = rules_with()
    state = owl(rules)
    state.apply(rules.parse("foresee"))
    top = sorted(state.rules.id_of(one) for one in FoodenTable(state).looked)
    assert sorted(entry["id"] for entry in state.zones(1)["looked 1"]) == top
    assert state.zones(0)["looked 1"] == [{"component": "creatures"}] * 3
    other = state.copy()
    other.resample_hidden(0, Rng(1))
    assert FoodenTable(other).looked != FoodenTable(state).looked
    for words in (f"keep {top[1]}", f"sink {top[0]}", f"sink {top[2]}"):
        state.apply(rules.parse(words))
    deck = seen_deck(state, 1)
    assert [deck[0], deck[-2], deck[-1]] == [top[1], top[0], top[2]]
    assert {*deck[1:-2]} == {None}
    assert {*seen_deck(state, 0)} == {None}
    for seed in range(10):
        for seat, known in ((1, True), (0, False)):
            other = state.copy()
            other.resample_hidden(seat, Rng(seed))
            assert (seen_deck(other, 1) == deck) is known
            assert [one is None for one in seen_deck(other, 1)] == [one is None for one in deck]
    state.apply(rules.parse("reveal"))
    assert seen_deck(state, 1)[0] is None
    assert json.dumps(rules.load(state.dump()).dump()) == json.dumps(state.dump())


def test_card_that_somebody_else_puts_back_is_known_no_longer() -> None:
    rules = rules_with()
    state = owl(rules)
    state.apply(rules.parse("foresee"))
    for creature in FoodenTable(state).looked:
        state.apply(rules.parse(f"keep {rules.id_of(creature)}"))
    begin_turn(state, 0, "foresee", "lead", n=2)
    state.apply(rules.parse("foresee"))
    assert {*state.k[0]}.isdisjoint(FoodenTable(state).looked)
    for creature in FoodenTable(state).looked:
        state.apply(rules.parse(f"keep {rules.id_of(creature)}"))
    assert [one is None for one in seen_deck(state, 1)[:4]] == [True, True, False, True]
    assert [one is None for one in seen_deck(state, 0)[:4]] == [False, False, True, True]


def test_shuffle_removes_all_knowledge() -> None:
    """FO-4.3."""
    rules = rules_with(few(12))
    state = situation(rules.start(rules.setup(2, Rng(1))))
    deck, discard = state.zone("deck"), state.zone("discard")
    discard += deck
    deck.clear()
    state.k[0] = {discard[0]: 1}
    begin_turn(state, 0, "reveal", "lead")
    state.apply(rules.parse("reveal"))
    assert state.actor() == CHANCE
    assert state.why_not(()).startswith("FO-4.3")
    assert state.why_not(tuple(discard)) == ""
    outcomes = {state.chance(Rng(seed)) for seed in range(20)}
    assert len(outcomes) > 5
    order = state.chance(Rng(1))
    state.apply(order)
    revealed = len(order) - len(state.zone("deck"))  # type: ignore[arg-type]
    assert (state.k[0], [*reversed(state.zone("deck"))]) == ({}, [*order][revealed:])  # type: ignore[call-overload]


# --- what is always true ------------------------------------------------------------------------------------


def test_simple_game_is_the_full_game_without_traits() -> None:
    """FO-I-33."""
    plain = with_records(lambda one: changed(one, trait=None, parameter=None))
    for players in (2, 4):
        full = record(rules_with(plain, trait_objectives="remove"), players, [random_bot], "simple")
        simple = record(rules_with(simple=True, trait_objectives="remove"), players, [random_bot], "simple")
        assert full.actions == simple.actions
        assert full.returns == simple.returns


def test_players_who_change_seats_preserve_their_points() -> None:
    rules = rules_with(ties="clockwise")
    for seed in range(4):
        setup = rules.setup(4, Rng(seed))
        state, steps = rules.start(setup), []
        rng = Rng(seed, "moves")
        while state.actor() != END:
            action = rng.pick(state.legal_actions())
            steps.append(action)
            state.apply(action)
        turned = json.loads(json.dumps(setup))
        for name in ("goals", "hand"):
            hands = [turned["zones"][f"{name} {seat}"] for seat in range(4)]
            for seat in range(4):
                turned["zones"][f"{name} {seat}"] = hands[(seat + 1) % 4]
        places = state.program.value_places
        clubs = [turned["values"][places[f"organisation {seat}"]] for seat in range(4)]
        for seat in range(4):
            turned["values"][places[f"organisation {seat}"]] = clubs[(seat + 1) % 4]
        turned["values"][places["leader"]] = 3
        other = rules.start(turned)
        for action in steps:
            assert not other.why_not(action)
            other.apply(action)
        assert other.scores() == state.scores()[1:] + state.scores()[:1]
        assert other.returns() == state.returns()[1:] + state.returns()[:1]


def test_game_has_sixteen_plays_for_each_player() -> None:
    """FO-I-29."""
    rules = rules_with()
    for players in rules.players:
        plays = Counter(
            state.actor()
            for state, action in play(rules, players, [random_bot], 2)
            if action is not None and rules.describe(action).startswith("lay")
        )
        assert plays == dict.fromkeys(range(players), 16)


def test_every_event_happens_in_some_game() -> None:
    """FO-I-30, as far as few games can tell."""
    rules = rules_with()
    told: Counter[tuple[Any, ...]] = Counter()
    for seed in range(40):
        state, rng = rules.start(rules.setup(2 + seed % 5, Rng(seed))), Rng(seed, "moves")
        state.events = []
        while state.actor() != END:
            state.apply(rng.pick(state.legal_actions()))
        told.update({tuple(event) for event in state.events})
        told.update({("trait", event[2]) for event in state.events if event[0] == "trait"})
        told.update({(event[0],) for event in state.events})
    assert [trait for trait in game_of(ENGINE).records["traits"] if not told["trait", trait]] == []
    actions = [(card, club) for club, cards in rules.organisations.items() for card in cards]
    assert [card for card in actions if not any(told["plays", seat, *card] for seat in range(6))] == []
    words = ("season", "applies", "skips", "leads", "gains", "revealed", "added", "eats", "attacks", "fate")
    assert [word for word in (*words, "survives", "dies") if not told[(word,)]] == []


def test_proofs_see_what_is_wrong() -> None:
    """FO-I-24 to FO-I-29."""
    rules = rules_with()

    def wrong(spoil: Callable[[FoodenSituation], object]) -> set[str]:
        state = situation(rules.start(rules.setup(2, Rng(4))))
        add(state, state.zone("deck").pop())
        state.events = []
        assert rules.check(state) == []
        spoil(state)
        return {message.split(":")[0] for message in rules.check(state)}

    assert wrong(lambda state: state.zone("deck").pop()) == {"FO-I-24"}
    assert wrong(lambda state: state.zone("lab").append(state.zone("deck")[0])) == {"FO-I-24"}
    assert wrong(lambda state: state.remember("food plant", 9)) == {"FO-I-25"}
    assert wrong(lambda state: state.points.__setitem__(0, 1)) == {"FO-I-25"}
    assert wrong(lambda state: state.remember(f"force {first_of(state)}", 0)) == {"FO-I-26"}
    assert wrong(lambda state: state.remember("round", 3)) == {"FO-I-29"}
    assert wrong(lambda state: state.remember("season", 5)) == {"FO-I-29"}
    plain = next(name for name in rules.cards if rules.cards[name].get("trait", "") is None)
    for event, rule in (
        (("attacks", plain, plain, "dead", "right"), "FO-I-27"),
        (("attacks", plain, plain, "hungry", "left"), "FO-I-28"),
    ):
        assert wrong(lambda state, event=event: state.events.append(event)) == {rule}
    assert wrong(lambda state: state.events.extend([("fate", plain, "dead")] * 2)) == {"FO-I-27"}


def first_of(state: DataState) -> str:
    """The first creature of a row with several of them."""
    row = next(line for line in FoodenTable(state).rows.values() if len(line) > 1)
    name: str = state.rules.id_of(row[0])
    return name


def test_deck_with_copies_can_be_played() -> None:
    game = with_records(lambda one: replace(one, copies=3) if one["trait"] is not None else None)
    rules = rules_with(game)
    state = conformance_game(rules, 3, Rng(1), 1).play()
    assert isinstance(state, DataState)
    assert rules.id_of(1).endswith("#2")
    assert rules.parse(f"introduce {rules.id_of(1)}")


# --- a scenario at a time -----------------------------------------------------------------------------------


def played(text: str) -> list[str]:
    """What is wrong with a scenario."""
    findings = Findings()
    text = text if "game: fooden" in text else f"game: fooden\n{text}"
    node = reader.read_yaml(Source("here.yaml", text), findings)
    read = scenario.scenario_of(node, "here", findings) if node else None
    if read:
        scenario.check_scenario(read, lambda name: None, findings)
    return [f"{one.code} {one.span}: {one.message}" for one in findings]


OBJECTIVES = """
fixture:
  objectives: {o: %s}
  creatures:
    a: {type: plant, diet: sun, force: 1, properties: [tiny]}
    b: {type: plant, diet: plant, force: 2, hunger: 2, properties: [tiny, swift, winged]}
    c: {type: insect, diet: insect, force: 3, hunger: 3, properties: [giant, swift], trait: poison}
    d: {type: animal, diet: meat, force: 5, properties: [winged]}
state:
  players: {ann: {objectives: [o]}, ben: {}}
  leader: ben
  survivors: [a, b, c, d]
expect: {scores: {ann: %d, ben: 2}}
"""


@pytest.mark.parametrize(
    ("objective", "points"),
    [
        ("{per: 2, counts: {field: type, value: plant}}", 4),
        ("{base: 3, per: 2, counts: {field: diet, value: meat}}", 5),
        ("{per: 1, counts: {field: force, at_least: 3}}", 2),
        ("{per: 1, counts: {field: force, at_most: 3}}", 3),
        ("{per: 1, counts: {field: hunger, at_least: 2}}", 2),
        ("{per: 1, counts: {field: properties, at_least: 2}}", 2),
        ("{per: 1, counts: {field: properties, at_most: 1}}", 2),
        ("{per: 1, counts: {field: properties, value: winged}}", 2),
        ("{per: 1, counts: {field: properties, value: wing}}", 0),
        ("{per: 5, counts: {field: trait, value: any}}", 5),
        ("{per: 5, counts: {field: trait, value: none}}", 15),
        ("{per: 5, counts: {field: trait, value: poison}}", 5),
        ("{per: 4, set_of: type}", 4),
        ("{per: 5, set_of: diet}", 5),
        ("{base: 4, per: 1, most_numerous: type}", 6),
        ("{base: 4, per: 1, most_numerous: diet}", 5),
    ],
)
def test_objective_pays_its_points(objective: str, points: int) -> None:
    """FO-6.2."""
    assert played(OBJECTIVES % (objective, points)) == []


def test_pawn_is_worth_two_and_all_score_the_same_survivors() -> None:
    """FO-6.2, FO-6.3."""
    text = OBJECTIVES % ("{per: 2, counts: {field: type, value: plant}}", 6)
    text = text.replace("ben: {}", "ben: {objectives: [o], vp: 3}").replace("leader: ben", "leader: ann")
    assert played(text.replace("ben: 2", "ben: 7")) == []


ALONE = """
fixture: {creatures: {a: {diet: %s, force: 3}, b: {diet: %s, force: 2}, c: {diet: %s, force: 1}}}
state: {rows: %s, food: {plant: 1}}
steps: [{run: phase 3, expect: {attacks: %s}}]
"""


@pytest.mark.parametrize(
    ("diets", "rows", "attacks"),
    [
        (("meat", "plant", "sun"), "{sun: [c], plant: [b], meat: [a]}", "[a on b]"),  # the nearer row above
        (("insect", "insect", "plant"), "{insect: [a, b], plant: [c]}", "[]"),  # insects are not there
        (("meat", "meat", "meat"), "{meat: [a, b, c]}", "[a on b]"),  # who is eaten does not hunt, nor is eaten again
    ],
)
def test_whom_a_creature_hunts(diets: tuple[str, ...], rows: str, attacks: str) -> None:
    """FO-4.16, FO-4.18."""
    assert played(ALONE % (*diets, rows, attacks)) == []


def test_invalid_situation_is_reported_with_its_place() -> None:
    fixture = "fixture: {creatures: {a: {diet: plant, force: 3}, b: {diet: plant, force: 1}}}\n"
    for text, place, words in (
        ("state: {rows: {plant: [b, a]}}", "3:23", "the strongest stand left"),
        ("state: {rows: {meat: [a]}}", "3:22", "another diet"),
        ("state: {rows: {plants: [a]}}", "3:24", "'plants' means nothing here"),
        ("state: {lab: [a], deck: [a]}", "3:9", "'a' is in 2 places"),
        ("state: {lab: [z]}", "3:15", "no creature 'z'"),
        ("state: {players: {ann: {cubes: {plant: 25}}}}", "3:33", "not so many plant cubes"),
        ("state: {leader: zoe}", "3:17", "no player 'zoe'"),
        ("state: {turn: {effects: [fly]}}", "3:25", "no effect 'fly'"),
        ("state: {turn: {effects: [foresee]}}", "3:1", "'foresee' needs a number"),
        ("state: {turn: {effects: [foresee], n: 0}}", "3:3", "n should be a whole number from 1"),
        ("state: {season: monsoon}", "3:17", "no season 'monsoon'"),
        ("state: {on: {a: {vp: [zoe]}}}", "3:22", "no player 'zoe'"),
        ("state: {}\nsteps: [{run: phase 2}]", "4:15", "no phase 'phase 2'"),
        ("state: {}\nsteps: [{ask: {ben: lead}, expect: {legal: true}}]", "4:16", "it is not ben who acts now"),
        ("state: {}\nsteps: [{do: fly}]", "4:14", "'fly' is not an action"),
        ("state: {deal: 1}", "3:9", "not for 2 players"),
        ("state: {players: [a, b, c, d, e, f, g]}", "3:18", "not for 7 players"),
    ):
        found = played(fixture + text)
        assert len(found) == 1, found
        assert found[0].startswith(f"bad-scenario here.yaml:{place}"), found
        assert words in found[0]


WHOLE = yaml.safe_load(Path(__file__).with_name("fooden_scenario.yaml").read_text(encoding="utf-8"))
#: What may stand where something else should.
ODD = [None, "", "x", 0, -1, 2.5, 10**30, True, [], {}, [[]], [{}], {"a": 1}, ["a"], [1, 2], "x" * 300, "a b"]


def test_no_scenario_breaks_the_program() -> None:
    assert played(yaml.safe_dump(WHOLE)) == []
    for number, (*way, last) in enumerate(paths_in(WHOLE)):
        for odd in ODD[number % 4 :: 4]:
            data = json.loads(json.dumps(WHOLE))
            parent = data
            for step in way:
                parent = parent[step]
            parent[last] = odd
            played(yaml.safe_dump(data))


@pytest.mark.parametrize(
    ("fixture", "words"),
    [
        ("{creatures: {a: {diet: stone}}}", "no diet 'stone'"),
        ("{creatures: {a: {diet: sun, trait: shy}}}", "no trait 'shy'"),
        ("{creatures: {a: {diet: sun, colour: red}}}", "'colour' means nothing here"),
        ("{creatures: {a: {diet: sun, force: x}}}", "force should be a whole number"),
        ("{creatures: [a]}", "should be a mapping"),
        ("{creatures: {a: {diet: sun, properties: x}}}", "this should be a list"),
        ("{objectives: {o: {per: 1, counts: {field: size}}}}", "no field 'size'"),
        ("{actions: {a-1: {effects: [fly]}}}", "no effect 'fly'"),
        ("{cubes: {sun: 3}}", "'sun' means nothing here"),
        ("{animals: {}}", "'animals' means nothing here"),
    ],
)
def test_invalid_cards_of_a_scenario_are_reported(fixture: str, words: str) -> None:
    (found,) = played(f"fixture: {fixture}\nstate: {{}}")
    assert found.startswith("bad-scenario here.yaml:2:")
    assert words in found


# --- cards that the rules cannot use ------------------------------------------------------------------------


def test_game_that_claims_the_rules_must_have_their_components(den: Callable[..., Any]) -> None:
    findings = Findings()
    game = load_game(den() / "den", findings)
    assert game is not None
    assert Fooden.of(game, findings) is None
    assert {one.code for one in findings} == {"bad-declaration"}
    missing = {one.message.rpartition(" ")[2] for one in findings}
    assert missing == {
        "'creatures'", "'objectives'", "'actions'", "'cubes'", "'season'", "'organisations'", "'vp'",
    }  # fmt: skip


def found_in(change: Callable[[Record], Record | None], component: str = "creatures") -> set[tuple[str, str]]:
    findings = Findings()
    assert Fooden.of(with_records(change, component), findings) is None
    assert all(one.help and one.span for one in findings)
    return {(one.code, one.message) for one in findings}


def only(name: str, **values: Any) -> Callable[[Record], Record]:
    """Change the record called *name*."""
    return lambda one: changed(one, **values) if one.id == name else one


@pytest.mark.parametrize(
    ("component", "change", "code", "words"),
    [
        ("creatures", {"trait": "other"}, "unknown-effect", "the trait 'other' of 'cryptipede'"),
        ("creatures", {"parameter": None}, "missing-field", "'scavenger', which needs a type"),
        ("creatures", {"parameter": "meat"}, "unknown-effect", "the parameter 'meat' of 'cryptipede'"),
        ("creatures", {"diet": "stone"}, "unknown-effect", "the diet 'stone' of 'cryptipede'"),
        ("creatures", {"type": "stone"}, "unknown-effect", "the type 'stone' of 'cryptipede'"),
        ("creatures", {"force": None}, "bad-declaration", "the field 'force' of 'cryptipede'"),
        ("objectives", {"score": {"per": 1}}, "unknown-effect", "what counts for the objective 'oddities'"),
        (
            "objectives",
            {"score": {"per": 1, "counts": {"field": "force", "at_least": 1, "at_most": 2}}},
            "unknown-effect",
            "what counts for the objective 'oddities'",
        ),
        ("actions", {"n": None}, "missing-field", "'owl-5' does not say how many creatures"),
        ("actions", {"effects": "other"}, "unknown-effect", "the effects 'other' of 'owl-5'"),
        ("cubes", {"food": "stone"}, "unknown-effect", "the food 'stone' of 'plant-cube'"),
    ],
)
def test_value_unknown_to_the_rules_is_a_finding(
    component: str, change: Mapping[str, Any], code: str, words: str
) -> None:
    name = {"creatures": "cryptipede", "objectives": "oddities", "actions": "owl-5", "cubes": "plant-cube"}[component]
    other = changed(replace(next(iter(game_of(ENGINE).records["traits"].values())), id="other"), effects=None)
    values = {key: other if value == "other" and key == "trait" else value for key, value in change.items()}
    if values.get("effects") == "other":
        values["effects"] = (other,)
    (found,) = found_in(only(name, **values), component)
    assert found[0] == code
    assert words in found[1]


def test_every_trait_of_the_catalog_is_known_by_its_code() -> None:
    """FO-I-09: T01 to T13 in the order of the rules, A0a to A9 too."""
    traits = game_of(ENGINE).records["traits"]
    assert [trait["code"] for trait in traits.values()] == [f"T{number:02}" for number in range(1, 14)]
    icons = game_of(ENGINE).records["action-icons"]
    codes = ["A0a", "A0b", "A0c", "A0d", *(f"A{number}" for number in range(1, 10))]
    assert [icons[name]["code"] for name in EFFECTS] == codes


def test_longest_game_counts_every_cohort() -> None:
    """An introduced cohort may bring all others along, one decision each."""
    rules = rules_with()
    without = rules_with(with_records(lambda one: only_no_cohort(one)))
    assert rules.max_decisions > without.max_decisions


def only_no_cohort(one: Record) -> Record:
    return changed(one, trait=None) if one["trait"] is not None and one["trait"].id == "cohort" else one


def test_words_of_the_reference_match_the_engine() -> None:
    assert DIETS[1:] == FOODS


def test_disguise_matters_where_the_creature_would_be_the_nearest_prey() -> None:
    """FO-7.5, beside whatever other creature that the hunter does not eat."""
    rules = rules_with()
    state = situation(rules.start(rules.setup(2, Rng(1))))
    edible, tasty = (state.program.card_table(name) for name in ("edible", "tasty"))
    creatures = [rules.piece_of(name) for name in rules.cards if rules.component_of(name) == "creatures"]
    trait = {one: rules.cards[rules.id_of(one)]["trait"] for one in creatures}
    eaters = [one for one in creatures if rules.cards[rules.id_of(one)]["diet"] == "insect"]
    hidden = [one for one in eaters if trait[one] is not None and trait[one].id == "disguise"]
    seen = 0
    for row in ROWS:
        state.zone(f"nature {row}").clear()
    for hunter in [one for one in eaters if trait[one] is None]:
        for disguised in [one for one in hidden if tasty[hunter][one] and not edible[hunter][one]][:2]:
            for beside in [one for one in eaters if not tasty[hunter][one]]:
                if beside not in (hunter, disguised):
                    state.zone("nature insect")[:] = [hunter, beside, disguised]
                    state.events = []
                    state.perform("hunt", hunter)
                    assert [event[1] for event in state.events] == [rules.id_of(disguised)]
                    seen += 1
    assert seen > 100
