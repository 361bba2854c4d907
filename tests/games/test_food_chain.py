"""Food Chain: the engine against a second one, what a situation cannot show, and the catalog as the rules read it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conformance import ROOT, Case, cases, finish, game_of, rules_of
from games.reference_food_chain import Reference, compared, plain_state
from games.test_food_chain_rules import problems_of
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source
from pawprint.games.food_chain.notation import FoodChainNotation
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play import scenario
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.play.language import forest
from pawprint.play.language.data_state import DataState
from pawprint.play.notation import game_from_deck
from pawprint.play.playing import play, random_bot
from pawprint.source import reader
from strategies import examples

ENGINE = "food-chain"
CASES = [case for case in cases() if case.engine == ENGINE]
EDITIONS, OPTIONS = FoodChain.editions, FoodChain.options


def rules_with(edition: str = "", **options: Any) -> FoodChain:
    rules = rules_of(ENGINE, edition, tuple(options.items()))
    assert isinstance(rules, FoodChain)
    return rules


def states(rules: FoodChain, players: int, *labels: object) -> Iterator[DataState]:
    """The states of a random game in which somebody acts."""
    for state, action in play(rules, players, [random_bot], *labels):
        assert isinstance(state, DataState)
        if action is not None and state.actor() >= 0:
            yield state


def situation(rules: FoodChain, **written: Any) -> DataState:
    """A situation of red and blue, as scenarios write it."""
    return FoodChainNotation(rules).read_state({"players": ["red", "blue"], **written})


def known(state: DataState, seat: int, zone: str) -> list[str | None]:
    """The cards of a zone as a seat knows them."""
    return [one.get("id") for one in state.zones(seat)[zone]]


# --- a second implementation ------------------------------------------------------------------------------------


def both(rules: FoodChain, players: int, rng: Any, *labels: object) -> None:
    """A random game in which engine and reference say the same at every move."""
    reference = Reference(game_of(ENGINE), rules.chosen)
    state, dice = rules.start(rules.setup(players, Rng(*labels, "deal"))), Rng(*labels, "chance")
    while state.actor() != END:
        if state.actor() == CHANCE:
            state.apply(state.chance(dice))
            continue
        said = plain_state(state)
        words = {rules.describe(action): action for action in state.legal_actions()}
        assert set(words) == reference.legal(said)
        assert state.scores() == reference.scores(said)
        chosen = rng.pick(sorted(words))
        state.apply(words[chosen])
        if not (rules.chosen["token_ransom"] and state.values["ended"]):
            assert compared(plain_state(state)) == compared(reference.after(said, chosen)), chosen
    assert {seat for seat, share in enumerate(state.returns()) if share} == reference.winners(plain_state(state))


@pytest.mark.parametrize("case", CASES, ids=str)
def test_engine_and_reference_agree(case: Case) -> None:
    rules = case.rules
    assert isinstance(rules, FoodChain)
    for seed in range(3):
        both(rules, case.players, Rng(seed, "choices", str(case)), seed, str(case))


agreements = st.fixed_dictionaries({}, optional={name: st.sampled_from(o.values) for name, o in OPTIONS.items()})


@examples(20)
@given(edition=st.sampled_from([*EDITIONS]), chosen=agreements, players=st.integers(2, 4), seed=st.integers(0, 999))
def test_engine_and_reference_agree_with_any_options(
    edition: str, chosen: dict[str, Any], players: int, seed: int
) -> None:
    rules = FoodChain.of(game_of(ENGINE), Findings(), edition, chosen)
    assert rules is not None
    both(rules, players, Rng(seed, "choices"), seed)


@pytest.mark.parametrize("case", [case for case in CASES if not case.options or "block" in str(case)], ids=str)
def test_every_refusal_has_its_reason(case: Case) -> None:
    """Of all that could be said of cards and nodes, nothing is refused that is in the list, or the other way round."""
    rules = case.rules
    assert isinstance(rules, FoodChain)
    nodes, cards = rules.vocabulary.node_names, rules.records.ids
    for seed, state in enumerate(states(rules, case.players, "reasons", str(case))):
        legal, rng = {*state.legal_actions()}, Rng(seed)
        some: set[Any] = {-1, 10**12, "pass", rules.parse("pass"), *legal}
        for node, food in enumerate(state.below):
            card, other = rng.pick(cards), nodes[food] if food >= 0 and rng.below(4) else rng.pick(nodes)
            for words in (
                f"hunt {nodes[node]} with {card}", f"eat {other} with {nodes[node]}", f"back off {nodes[node]}",
                f"chase {nodes[node]} away", f"switch {nodes[node]} for {card}", f"discard {card}",
            ):  # fmt: skip
                some.add(rules.parse(words))
        for action in some:
            reason = state.why_not(action)
            assert (reason == "") == (action in legal), (reason, action)
            assert not reason or reason.startswith("FC-")
            assert "{" not in reason


def test_refusal_names_the_piece_on_a_card() -> None:
    table = ["snail", "red: toad on snail", "blue: hedgehog on toad", "red: fox on toad"]
    state = situation(rules_with(), table=table, turn="red")
    reason = state.why_not(state.rules.parse("back off toad#0"))
    assert reason == "FC-5.3.1: toad#0 is not free, since hedgehog#0 and fox#0 preys on it"
    reason = state.why_not(state.rules.parse("eat snail#0 with fox#0"))
    assert reason == "FC-5.2.1: fox#0 preys on toad#0, not on snail#0"


def test_refusal_distinguishes_higher_and_equal_rivals() -> None:
    for rival, said in (
        ("huntsman", "a rival of wolf#0 is higher"),
        ("wolf", "a tie, which the next predators do not"),
    ):
        state = situation(rules_with(), table=["hare", "red: wolf on hare", f"blue: {rival} on hare"], turn="red")
        assert state.why_not(state.rules.parse("eat hare#0 with wolf#0")).startswith(f"FC-5.2.3: {said}")


# --- how a game begins ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "starts", "deck"), [(2, 3, 41), (3, 4, 36), (4, 4, 32)])
def test_table_is_set(players: int, starts: int, deck: int) -> None:
    """FC-3.2, FC-3.3, FC-3.5."""
    rules = rules_with()
    for seed in range(20):
        state = rules.start(rules.setup(players, Rng(seed)))
        said = plain_state(state)
        assert [len(hand) for hand in said["hands"]] == [4] * players
        assert [line[1:] for line in said["table"]] == [["", -1]] * starts
        assert (len(said["deck"]), said["supply"]) == (deck, [4] * players)
        assert (said["discard"], state.actor()) == ([], 0)


def test_bonus_card_is_never_a_start_card() -> None:
    """FC-3.4: below the deck, where everybody knows it to be, or shuffled in before the first move."""
    swarms = ["swarm"] * 3
    written = {"hands": {"red": ["leaves"], "blue": ["snail"]}, "deck": [*swarms, "wolf", "bear", "fox", "toad"]}
    state = rules_with().start(situation(rules_with(), **written).dump())
    assert plain_state(state)["deck"] == ["toad", *swarms]
    assert known(state, 1, "deck") == [*swarms, None]
    rules = rules_with(bonus_as_start="reshuffle")
    state = rules.start(situation(rules, **written).dump())
    assert state.actor() == CHANCE
    for place in (1, 0):
        state.apply(rules.parse(f"shuffle in at {place}"))
    places = Counter(rules.describe(state.chance(Rng(seed))) for seed in range(2000))
    assert sorted(places) == [f"shuffle in at {place}" for place in range(4)]
    assert min(places.values()) > 400
    state.apply(rules.parse("shuffle in at 3"))
    assert plain_state(state)["deck"] == ["swarm", "toad", "swarm", "swarm"]
    assert (state.actor(), known(state, 0, "deck")) == (0, [None] * 4)
    for seed in range(40):
        assert rules.start(rules.setup(4, Rng(seed))).actor() == 0


def test_shuffled_bonus_cards_are_anywhere_below_the_start_cards() -> None:
    rules = rules_with(bonus_as_start="reshuffle")
    zones = [rules.setup(2, Rng(seed))["zones"] for seed in range(300)]
    cards = [Counter(card for zone in one.values() for card in zone) for one in zones]
    assert all(one == Counter(rules.all_pieces()) for one in cards)
    decks = [one["deck"][::-1] for one in zones]
    found = Counter(place for deck in decks for place, card in enumerate(deck) if card in ("swarm", "huntsman"))
    assert not any(found[place] for place in range(3))
    assert sum(found[place] for place in range(3, 24)) > 400


def test_first_player_is_chosen() -> None:
    """FC-3.6."""
    for option, seats in (("first_seat", {0}), ("random", {0, 1, 2})):
        rules = rules_with(first_player=option)
        assert {rules.start(rules.setup(3, Rng(seed))).actor() for seed in range(30)} == seats


def test_bonus_cards_may_be_left_out() -> None:
    """D9."""
    rules = rules_with(bonus_copies="none")
    cards = Counter(card for zone in rules.setup(2, Rng(1))["zones"].values() for card in zone)
    assert (cards.total(), len(cards)) == (48, 12)
    assert finish(rules, 3, [random_bot], 1).actor() == END


# --- what a seat knows ------------------------------------------------------------------------------------------


def test_card_picked_up_from_the_table_is_known_until_an_equal_card_is_played() -> None:
    rules = rules_with()
    hands = {"red": ["snail", "snail", "bear"], "blue": ["fox", "fox"]}
    deck = ["hare", "hare", "hare", "toad", "swarm"]
    state = situation(rules, table=["bear", "leaves", "leaves"], hands=hands, deck=deck, turn="red")
    state.apply(rules.parse("switch bear#0 for snail"))
    assert known(state, 1, "hand 0") == ["bear", None, None]
    found = set()
    for seed in range(60):
        other = state.copy()
        other.resample_hidden(1, Rng(seed))
        assert "bear" in other.contents["hand 0"]
        assert other.contents["hand 1"] == ["fox", "fox"]
        found.add(tuple(sorted(other.contents["hand 0"])))
    assert len(found) > 4
    state.apply(rules.parse("discard fox"))
    state.apply(rules.parse("discard bear"))
    assert known(state, 1, "hand 0") == [None] * 3, "it may have been the other bear"


def test_known_card_stays_known_when_drawn() -> None:
    rules = rules_with()
    hands = {"red": ["snail"], "blue": ["fox"]}
    table = ["leaves", "red: toad", "leaves"]
    state = situation(rules, table=table, hands=hands, deck=["swarm", "hare", "hare"], turn="red")
    state.apply(rules.parse("back off toad#0"))
    assert known(state, 0, "deck") == ["swarm", None]
    for seed in range(10):
        other = state.copy()
        other.resample_hidden(0, Rng(seed))
        assert other.contents["deck"][0] == "swarm"
    state.apply(rules.parse("discard fox"))
    state.apply(rules.parse("discard snail"))
    assert known(state, 1, "hand 0") == ["swarm"]
    assert known(state, 0, "deck") == []


def test_copy_reports_no_events() -> None:
    state = rules_with().start(rules_with().setup(2, Rng(1)))
    state.events = []
    assert state.copy().events is None


def test_ransoms_are_drawn_by_chance() -> None:
    """FC-9.4: each card of the pile alike."""
    rules = rules_with(token_ransom=True)
    state = situation(rules, piles={"blue": ["leaves", "leaves", "mouse"]}, captured={"red": {"blue": 1}}, turn="red")
    state.apply(rules.parse("pass"))
    assert state.actor() == CHANCE
    drawn = Counter(rules.describe(state.chance(Rng(seed))) for seed in range(900))
    assert drawn.keys() == {"ransom leaves", "ransom mouse"}
    assert 520 < drawn["ransom leaves"] < 680
    assert rules.cards_of(state.legal_actions()[0], state) == ("leaves",)
    assert state.why_not(state.legal_actions()[0]) == ""


# --- words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    ["", "hunt", "eat snail with boar", "eat snail#0 with boar", "hunt snail#4 with boar", "hunt snail#00 with boar",
     "hunt dragon#0 with boar", "discard dragon", "shuffle in at x", "shuffle in at 53", "switch #0 for boar"],
)  # fmt: skip
def test_other_words_are_not_actions(words: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        rules_with().parse(words)


def test_cards_of_an_action() -> None:
    rules = rules_with("en-2012")
    state = rules.start(rules.setup(2, Rng(1)))
    for words, cards in {
        "hunt snail#0 with boar": ("boar", "snail"),
        "eat snail#0 with boar#1": ("boar", "snail"),
        "back off boar#1": ("boar",),
        "chase boar#1 away": ("swarm", "boar"),
        "switch snail#0 for boar": ("boar", "snail"),
        "discard boar": (),  # a card that is only ever discarded is not used
        "pass": (),
    }.items():
        assert rules.cards_of(rules.parse(words), state) == cards
        assert rules.describe(rules.parse(words)) == words


# --- what is always true ----------------------------------------------------------------------------------------


def _add(state: DataState, name: str, count: int = 1) -> None:
    state.remember(name, state.values[name] + count)


def _hold_each_other(state: DataState) -> None:
    for name in ("captured 0 1", "captured 1 0"):
        _add(state, name, 1 - state.values[name])


def _predator(state: DataState) -> int:
    return next(node for node in state.zone("table") if state.below[node] >= 0)


def _untoken(state: DataState) -> None:
    node = _predator(state)
    _add(state, f"supply {state.token[node]}")
    forest.untoken(state, node)


def _other_prey(state: DataState) -> None:
    node = _predator(state)
    prey = [food.id for food in state.rules.cards[state.rules.records.ids[state.rules.records.kind_of[node]]]["prey"]]
    ids = state.rules.records.ids
    state.below[node] = next(n for n in state.zone("table") if ids[state.rules.records.kind_of[n]] not in prey)


FAULTS: dict[str, Callable[[DataState], Any]] = {
    "FC-I-21: there are too many or too few: leaves": lambda state: state.zone("deck").append(0),
    "FC-I-22: tokens are not conserved": lambda state: _add(state, "supply 0"),
    "FC-I-23: two players hold a token": _hold_each_other,
    "FC-I-24: a card preys without a token": _untoken,
    "FC-I-24: a card preys on what it does not eat": _other_prey,
    "FC-I-25: there are too few trees": lambda state: [
        forest.lift(state, state.zone("table"), node, -1) for node in [*state.zone("table")]
    ],
}


@pytest.mark.parametrize("words", FAULTS)
def test_invalid_state_is_reported(words: str) -> None:
    rules = rules_with()
    state = next(
        state
        for state in states(rules, 2, "faults")
        if sum(food >= 0 for food in state.below) > 3 and len(state.zone("deck")) > 5
    ).copy()
    assert rules.check(state) == []
    FAULTS[words](state)
    assert any(re.match(words, message) for message in rules.check(state)), rules.check(state)


def test_every_card_is_played_hunted_and_eaten() -> None:
    """FC-I-27, FC-I-29: below the top, and what nobody can ever eat is told."""
    for edition, lost in (("fr-yannibus", ("wolf", "bear")), ("en-2012", ())):
        rules = rules_with(edition)
        assert rules.never_eaten() == lost
        seen: Counter[tuple[str, str]] = Counter()
        for seed in range(250):
            for state, action in play(rules, 2 + seed % 3, [random_bot], "cards", seed):
                assert isinstance(state, DataState)
                if action is not None:
                    cards = rules.cards_of(action, state)
                    verb = rules.describe(action).split()[0]
                    seen.update((verb, card) for card in cards[:1] if verb in ("hunt", "chase"))
                    seen.update((f"{verb} food", card) for card in cards[1:])
        foods = [name for name in rules.cards if rules.component_of(name) == "organisms"]
        hunters = [name for name in foods if rules.cards[name]["prey"]] + ["huntsman"]
        assert all(seen["hunt", card] for card in hunters)
        assert seen["chase", "swarm"]
        assert all(seen["hunt food", card] for card in foods)
        assert [card for card in foods if not seen["eat food", card] and card not in ("wolf", "bear")] == []


def test_no_game_comes_near_the_bound() -> None:
    """FC-I-26."""
    for edition in EDITIONS:
        rules = rules_with(edition)
        assert 600 < rules.max_decisions < 3000
        lengths = [sum(1 for _ in states(rules, 2 + seed % 3, seed)) for seed in range(90)]
        assert 25 < min(lengths) <= max(lengths) < 200


def test_sets_of_cards_match_the_table() -> None:
    """FC-I-24: what the engine counts along is what it would count afresh."""
    rules = rules_with("en-2012", switch_must_match=False)
    for state in states(rules, 3, "sets"):
        fresh = rules.load(json.loads(json.dumps(state.dump())))
        for name in ("below", "above", "token", "there", "roots", "covered", "tokened", "own"):
            assert getattr(state, name) == getattr(fresh, name), name


def test_sets_are_dropped_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    same = finish(rules_with(), 3, [random_bot], 5).dump()
    monkeypatch.setattr(forest, "_MOST_SETS", 3)
    rules = FoodChain.of(game_of(ENGINE), Findings())
    assert rules is not None
    assert finish(rules, 3, [random_bot], 5).dump() == same
    sets: Any = rules.program(3).run["NODES"]
    assert len(sets) <= 3


# --- the catalog ------------------------------------------------------------------------------------------------


def test_catalog_lists_the_options_of_every_edition_with_defaults_for_the_first_edition() -> None:
    """FC-I-17."""
    written = game_of(ENGINE).facts["rules"]["editions"]
    assert {*written} == {*EDITIONS}
    for edition, table in written.items():
        chosen = rules_with(edition).chosen
        assert {**table, "bonus_copies": ""} == {**{key: chosen[key] for key in table}, "bonus_copies": ""}
    assert rules_with("fr-yannibus").chosen == {key: option.values[0] for key, option in OPTIONS.items()}


@pytest.mark.parametrize("edition", EDITIONS)
def test_cards_of_a_scenario_are_played_by_the_editions_of_the_bundled_game(edition: str) -> None:
    node = reader.MappingNode(Source("here.yaml", "{}"), 0)
    deck = game_from_deck(ENGINE, FoodChainNotation.deck({"snail": {}, "huntsman": {"copies": 7}}), node)
    findings = Findings()
    rules = FoodChain.of(deck, findings, edition)
    assert [one.message for one in findings] == []
    assert rules is not None
    assert rules.chosen == rules_with(edition).chosen
    assert rules.records.copies == [4, 7]


Changed = Callable[..., tuple[FoodChain | None, list[str]]]


@pytest.fixture
def changed(tmp_path: Path) -> Changed:
    """Reads the bundled game with some texts replaced; the rules, and what was found."""

    def change(*replacements: tuple[str, str], edition: str = "") -> tuple[FoodChain | None, list[str]]:
        for path in (ROOT / "catalog" / ENGINE).glob("*.yaml"):
            text = path.read_text(encoding="utf-8")
            for find, put in replacements:
                text = text.replace(find, put)
            (tmp_path / path.name).write_text(text, encoding="utf-8")
        game = load_game(tmp_path, Findings())
        assert game is not None
        findings = Findings()
        rules = FoodChain.of(game, findings, edition)
        return rules, [f"{one.code} {at(one)}: {one.message}" for one in findings]

    def at(one: Diagnostic) -> str:
        assert one.span is not None
        return one.span.source.text[one.span.start : one.span.end]

    return change


def test_catalog_decides_on_cards_hands_and_editions(changed: Changed) -> None:
    rules, found = changed(
        ("  edition: fr-yannibus\n", "  edition: en-2012\n"),
        ("token_score: all", "token_score: captured"),
        ("bonus_copies: {huntsman: 1, swarm: 3}", "bonus_copies: {huntsman: 1, swarm: 2}"),
        ("  hand: 4", "  hand: 3"),
        ("start_cards: {2: 3,", "start_cards: {2: 5,"),
        ("level: 5\n    points: 1", "level: 5\n    points: 7"),
    )
    assert (rules and rules.edition, found) == ("en-2012", [])
    assert rules is not None
    assert (rules.chosen["token_score"], rules.chosen["switch_direction"]) == ("captured", "lower")
    state = rules.start(rules.setup(2, Rng(1)))
    assert [len(state.zone(name)) for name in ("table", "hand", "deck")] == [5, 3, 51 - 6 - 5]
    assert rules.cards["bear"]["points"] == 7
    assert rules.rules_hash() != rules_with("en-2012").rules_hash()


def test_choices_of_players_override_the_catalog() -> None:
    for edition in EDITIONS:
        for name, option in OPTIONS.items():
            for value in option.values:
                assert rules_with(edition, **{name: value}).chosen[name] == value


@pytest.mark.parametrize(
    ("find", "put", "expected"),
    [
        ("- id: swarm", "- id: bees", "unknown-effect bees: the rules do not know what the bonus card 'bees' does"),
        ("eat_tie: blocked", "eat_tie: dice", "unknown-choice dice: the rules cannot do what is written for 'eat_tie'"),
        ("eat_tie: blocked", "eat_ties: blocked", "unknown-field eat_ties: 'eat_ties' is nothing to agree on"),
        ("{huntsman: 1, swarm: 3}", "{huntsman: 2, swarm: 3}", "out-of-range 2: the copies of 'huntsman'"),
        ("  hand: 4", "  hand: 0", "out-of-range 0: 'hand' of the rules is 0"),
        (
            "start_cards: {2: 3, 3: 4, 4: 4}",
            "start_cards: {2: 3, 3: 4}",
            "missing-field 2: the rules do not say how many",
        ),
        ("{min: 2, max: 4}", "{min: 5, max: 5}", "bad-declaration"),
        ("  edition: fr-yannibus\n", "  edition: de-2013\n", "unknown-edition de-2013: the rules have no edition"),
        ("    copies: 4\n", "    copies: 400\n", "out-of-range 400: with 'snail' the deck has 1200 cards"),
        ("  bonus:\n    kind", "  extra:\n    kind", "bad-declaration"),
    ],
)
def test_unusable_value_of_the_catalog_is_reported_with_its_place(
    changed: Changed, find: str, put: str, expected: str
) -> None:
    rules, found = changed((find, put), edition="" if "edition" in find else "en-2012")
    assert rules is None
    assert any(one.startswith(expected) for one in found), found


def test_finding_of_the_catalog_is_not_repeated(changed: Changed) -> None:
    assert changed(("      level: {type: int", "      height: {type: int")) == (None, [])


def test_game_that_claims_the_rules_must_have_their_components(den: Callable[..., Path]) -> None:
    findings = Findings()
    game = load_game(den() / "den", findings)
    assert game is not None
    assert FoodChain.of(game, findings) is None
    assert [one.message for one in findings] == ["the rules need a component 'organisms'"]


# --- situations that cannot be read -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("state: {players: [red]}", "'players' should be 2 to 4 different names"),
        ("state: {players: [red, red]}", "'players' should be 2 to 4 different names"),
        ("state: {turn: pink}", "there is no player 'pink'"),
        ("state: {table: snail}", "this should be a list"),
        ("state: {table: [[snail]]}", "this is no card on the table"),
        ("state: {table: [dragon]}", "there is no card 'dragon'"),
        ("state: {table: [snail, toad on snail]}", "toad preys, and so it has an owner"),
        ("state: {table: [snail, snail, 'blue: toad on snail']}", "there are several of 'snail'"),
        ("state: {table: [snail#1, snail#1]}", "snail#1 lies there already"),
        ("state: {table: [snail#7]}", "no card on the table can be called 'snail#7'"),
        ("state: {table: [wolf, wolf, wolf, wolf, wolf]}", "there are only 4 cards of 'wolf'"),
        ("state: {captured: {red: {blue: 4}}, table: ['blue: toad']}", "blue has only 4 tokens, and 5 are in use"),
        ("state: {captured: {red: {blue: 1}, blue: {red: 1}}}", "this situation cannot occur: FC-I-23"),
        ("state: {table: [leaves, 'blue: hedgehog on leaves']}", "this situation cannot occur: FC-I-24"),
        (
            "state: {table: [snail, 'blue: toad on snail']}\nsteps: [{do: {action: back off, with: 'red:toad'}}]",
            "of red",
        ),
        ("state: {hands: [snail]}", "this should be a mapping"),
        ("state: {}\nsteps: [{do: {action: fly}}]", "there is no action 'fly'"),
        ("state: {}\nsteps: [{do: {action: eat, food: snail}}]", "who wants to eat says 'with'"),
        ("state: {turn: green}\nsteps: [{do: {action: pass, player: blue}}]", "it is not blue's turn"),
        ("state: {}\nsteps: [{do: 7}]", "an action is written in words"),
        ("state: {}\nsteps: [{which: fly, expect: []}]", "there is no sort of action 'fly'"),
        ("state: {}\nsteps: [{run: x}]", "there is nothing to run"),
    ],
)
def test_invalid_situation_is_reported(text: str, expected: str) -> None:
    (found,) = problems_of(text)
    assert expected in found


def test_card_is_named_by_its_owner() -> None:
    table = "[snail, snail, 'blue: toad on snail#0', 'red: toad on snail#1']"
    for owner, chains in (("blue", "snail, 'snail <- red:toad'"), ("red", "snail, 'snail <- blue:toad'")):
        step = f"{{player: {owner}, action: back off, with: '{owner}:toad'}}"
        text = f"state: {{table: {table}}}\nsteps: [{{do: {step}}}]\nexpect: {{chains: [{chains}]}}"
        assert problems_of(text) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("snail: {level: 0}", "a level should be a whole number"),
        ("snail: {prey: [dragon]}", "there is no card 'dragon'"),
        ("snail: {nature: stone}", "there is no nature 'stone'"),
        ("snail: {colour: red}", "'colour' means nothing here"),
    ],
)
def test_invalid_cards_are_reported(line: str, expected: str) -> None:
    findings = Findings()
    text = dedent(f"""
        game: food-chain
        fixture:
          {line}
        state: {{}}
    """)
    node = reader.read_yaml(Source("here", text), findings)
    assert node is not None
    read = scenario.scenario_of(node, "here", findings)
    assert read is not None
    assert not scenario.check_scenario(read, game_of, findings)
    assert [expected in one.message for one in findings] == [True]


def test_setup_survives_writing_and_reading() -> None:
    rules = rules_with("en-2012")
    setup = rules.setup(4, Rng(3))
    assert rules.start(json.loads(json.dumps(setup))).dump() == rules.start(setup).dump()
