"""Food Chain: the engine against a second one, what a situation cannot show, and the catalog as the rules read it."""

import json
import pickle
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
from games.reference_food_chain import Reference, compared
from games.test_food_chain_rules import problems
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source
from pawprint.games.food_chain.actions import HUNT, NOTHING, PASS, SHIFT, SHUFFLE_IN
from pawprint.games.food_chain.cards import MOST_HANDS
from pawprint.games.food_chain.notation import FoodChainNotation
from pawprint.games.food_chain.options import EDITIONS, OPTIONS
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.food_chain.state import FoodChainState
from pawprint.rules import scenario
from pawprint.rules.engine import CHANCE, END, Rng
from pawprint.rules.notation import game_from_deck
from pawprint.rules.playing import play, random_bot
from pawprint.yamlio import reader
from strategies import examples

ENGINE = "food-chain"
CASES = [case for case in cases() if case.engine == ENGINE]
KINDS = 14


def rules_with(edition: str = "", **options: Any) -> FoodChain:
    rules = rules_of(ENGINE, edition, tuple(options.items()))
    assert isinstance(rules, FoodChain)
    return rules


def states(rules: FoodChain, players: int, *labels: object) -> Iterator[FoodChainState]:
    """The states of a random game in which somebody acts."""
    for state, action in play(rules, players, [random_bot], *labels):
        assert isinstance(state, FoodChainState)
        if action is not None and state.actor() >= 0:
            yield state


# --- a second implementation ------------------------------------------------------------------------------------


def both(rules: FoodChain, players: int, rng: Any, *labels: object) -> None:
    """A random game in which engine and reference say the same at every move."""
    reference = Reference(game_of(ENGINE), rules.chosen)
    state, dice = rules.start(rules.setup(players, Rng(*labels, "deal"))), Rng(*labels, "chance")
    while state.actor() != END:
        if state.actor() == CHANCE:
            state.apply(state.chance(dice))
            continue
        said = state.dump()
        words = {rules.describe(action): action for action in state.legal_actions()}
        assert set(words) == reference.legal(said)
        assert state.scores() == reference.scores(said)
        chosen = rng.pick(sorted(words))
        state.apply(words[chosen])
        if not state.ransoms and not (rules.ransom and state.ended):
            assert compared(state.dump()) == compared(reference.after(said, chosen)), chosen
    assert {seat for seat, share in enumerate(state.returns()) if share} == reference.winners(state.dump())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_engine_and_reference_say_the_same(case: Case) -> None:
    rules = case.rules
    assert isinstance(rules, FoodChain)
    for seed in range(3):
        both(rules, case.players, Rng(seed, "choices", str(case)), seed, str(case))


agreements = st.fixed_dictionaries({}, optional={name: st.sampled_from(o.values) for name, o in OPTIONS.items()})


@examples(20)
@given(edition=st.sampled_from([*EDITIONS]), chosen=agreements, players=st.integers(2, 4), seed=st.integers(0, 999))
def test_they_do_so_whatever_was_agreed_on(edition: str, chosen: dict[str, Any], players: int, seed: int) -> None:
    rules = FoodChain.of(game_of(ENGINE), Findings(), edition, chosen)
    assert rules is not None
    both(rules, players, Rng(seed, "choices"), seed)


@pytest.mark.parametrize("case", [case for case in CASES if not case.options or "block" in str(case)], ids=str)
def test_every_refusal_has_its_reason(case: Case) -> None:
    """Of all that could be said of cards and nodes, nothing is refused that is in the list, or the other way round."""
    rules = case.rules
    assert isinstance(rules, FoodChain)
    slots = len(rules.cards.kind_of)
    for seed, state in enumerate(states(rules, case.players, "reasons", str(case))):
        legal, rng = {*state.legal_actions()}, Rng(seed)
        some = {rng.below(7) << 2 * SHIFT | rng.below(slots) << SHIFT | rng.below(slots) for _ in range(120)}
        some |= {SHUFFLE_IN, PASS + (NOTHING << SHIFT), HUNT + (KINDS << SHIFT), *(legal ^ {1})}
        for node, food in enumerate(state.parent):
            some.add((1 << 2 * SHIFT) | node << SHIFT | max(food, 0))
            some |= {verb << 2 * SHIFT | rng.below(KINDS) << SHIFT | node for verb in (0, 4)}
            some |= {2 << 2 * SHIFT | node, 3 << 2 * SHIFT | node}
        for action in some:
            reason = state.why_not(action)
            assert (reason == "") == (action in legal), (reason, action)
            assert not reason or reason.startswith("FC-")


# --- how a game begins ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "starts", "deck"), [(2, 3, 41), (3, 4, 36), (4, 4, 32)])
def test_the_table_is_set(players: int, starts: int, deck: int) -> None:
    """FC-3.2, FC-3.3, FC-3.5."""
    rules = rules_with()
    for seed in range(20):
        state = rules.start(rules.setup(players, Rng(seed)))
        assert [len(hand.kinds) for hand in state.hands] == [4] * players
        assert (state.trees, state.starts.bit_count(), len(state.deck)) == (starts, starts, deck)
        assert (state.supply, state.discard, state.actor()) == ([4] * players, [], 0)


def test_a_bonus_card_is_never_a_start_card() -> None:
    """FC-3.4: below the deck, where everybody knows it to be, or shuffled in before the first move."""
    swarms = ["swarm"] * 3
    hands = ["leaves"] * 4 + ["snail"] * 4
    rest = ["wolf", "bear", "fox", "toad"]
    setup = {"players": 2, "first": 0, "deck": hands + swarms + rest}
    state = rules_with().start(setup)
    assert state.dump()["deck"] == ["toad", *swarms]
    assert state.observation(1)["below"] == swarms
    state = rules_with(bonus_as_start="reshuffle").start(setup)
    assert state.actor() == CHANCE
    for place in (1, 0, 3):
        state.apply(SHUFFLE_IN + place)
    assert state.dump()["deck"] == ["swarm", "toad", "swarm", "swarm"]
    assert (state.actor(), state.bottom) == (0, 0)
    places = Counter(state.chance(Rng(seed)) - SHUFFLE_IN for seed in range(2000))
    assert sorted(places) == [0, 1, 2, 3, 4]
    assert min(places.values()) > 320
    rules = rules_with(bonus_as_start="reshuffle")
    for seed in range(40):
        assert rules.start(rules.setup(4, Rng(seed))).actor() == 0


def test_shuffled_in_bonus_cards_lie_anywhere_below_the_start_cards() -> None:
    rules = rules_with(bonus_as_start="reshuffle")
    decks = [rules.setup(2, Rng(seed))["deck"] for seed in range(300)]
    assert all(Counter(deck) == Counter(decks[0]) for deck in decks)
    found = Counter(place for deck in decks for place, card in enumerate(deck) if card in ("swarm", "huntsman"))
    assert not any(found[place] for place in range(8, 11))
    assert sum(found[place] for place in range(11, 32)) > 400


def test_who_begins() -> None:
    """FC-3.6."""
    for option, seats in (("first_seat", {0}), ("random", {0, 1, 2})):
        rules = rules_with(first_player=option)
        assert {rules.start(rules.setup(3, Rng(seed))).actor() for seed in range(30)} == seats
    rules = rules_with(first_player="random")
    setup = {"players": 3, "first": 2, "deck": [*["leaves"] * 4, *["snail"] * 4, *["toad"] * 4, *["wolf"] * 4]}
    assert rules.start(setup).dump()["hands"] == [["snail"] * 4, ["toad"] * 4, ["leaves"] * 4]


def test_bonus_cards_may_be_left_out() -> None:
    """D9."""
    rules = rules_with(bonus_copies="none")
    deck = Counter(rules.setup(2, Rng(1))["deck"])
    assert (deck.total(), len(deck)) == (48, 12)
    assert finish(rules, 3, [random_bot], 1).actor() == END


# --- what a seat knows ------------------------------------------------------------------------------------------


def test_a_card_that_was_taken_from_the_table_is_known_until_one_like_it_is_played() -> None:
    rules = rules_with()
    state = rules.load(
        rules.start(rules.setup(2, Rng(1))).dump()
        | {
            "table": [["bear#0", "", -1], ["leaves#0", "", -1], ["leaves#1", "", -1]],
            "hands": [["snail", "snail", "bear"], ["fox", "fox"]],
            "discard": [],
            "deck": ["hare", "hare", "hare", "toad", "swarm"],
        }
    )
    state.apply(rules.parse("switch bear#0 for snail"))
    assert state.observation(1)["known"] == [["bear"], []]
    hands = set()
    for seed in range(60):
        other = state.copy()
        other.resample_hidden(1, Rng(seed))
        assert "bear" in other.dump()["hands"][0]
        assert other.dump()["hands"][1] == ["fox", "fox"]
        hands.add(tuple(other.dump()["hands"][0]))
    assert len(hands) > 4
    assert [one.get("id") for one in state.zones(1)["hand 0"]] == ["bear", None, None]
    state.apply(rules.parse("discard fox"))
    state.apply(rules.parse("discard bear"))
    assert state.observation(1)["known"] == [[], []], "it may have been the other bear"


def test_a_known_card_is_known_when_it_is_drawn() -> None:
    rules = rules_with()
    state = rules.load(
        rules.start(rules.setup(2, Rng(1))).dump()
        | {
            "table": [["leaves#0", "", -1], ["toad#0", "", 0], ["leaves#1", "", -1]],
            "hands": [["snail"], ["fox"]],
            "deck": ["swarm", "hare", "hare"],
        }
    )
    state.apply(rules.parse("back off toad#0"))
    assert (state.dump()["deck"], state.bottom) == (["hare", "swarm"], 1)
    for seed in range(10):
        other = state.copy()
        other.resample_hidden(0, Rng(seed))
        assert other.dump()["deck"][1:] == ["swarm"]
    assert [one.get("id") for one in state.zones(0)["deck"]] == [None, "swarm"]
    state.apply(rules.parse("discard fox"))
    state.apply(rules.parse("discard snail"))
    assert state.dump()["known"] == [["swarm"], []]
    assert state.bottom == 0


def test_a_copy_tells_no_events() -> None:
    state = rules_with().start(rules_with().setup(2, Rng(1)))
    state.events = []
    assert state.copy().events is None


def test_ransoms_are_drawn_by_chance() -> None:
    """FC-9.4: each card of the pile alike."""
    rules = rules_with(token_ransom=True)
    state = rules.start(rules.setup(2, Rng(1)))
    state.piles[1] = [0, 0, 5]
    state.ransoms, state.seat = ((0, 1),), CHANCE
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
def test_other_words_are_no_action(words: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        rules_with().parse(words)


def test_the_cards_of_an_action() -> None:
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
    state.aside = (rules.cards.huntsman,)
    assert rules.cards_of(SHUFFLE_IN, state) == ("huntsman",)


# --- what is always true ----------------------------------------------------------------------------------------


FAULTS: dict[str, Callable[[FoodChainState], Any]] = {
    "FC-I-21: cards are not conserved": lambda state: state.deck.append(0),
    "FC-I-22: seat 0 has 5 tokens": lambda state: state.supply.__setitem__(0, state.supply[0] + 1),
    "FC-I-23: seats 0 and 1 hold": lambda state: [state.captured.__setitem__(at, 1) for at in (1, state.players)],
    "FC-I-24: .* preys without a token": lambda state: _untoken(state),
    "FC-I-24: .* which is not there": lambda state: state.parent.__setitem__(_predator(state), _nowhere(state)),
    "FC-I-24: .* which it does not eat": lambda state: state.parent.__setitem__(_predator(state), _top(state)),
    "FC-I-24: .* preys on itself": lambda state: _circle(state),
    "FC-I-24: a token lies on two cards": lambda state: _both(state),
    "FC-I-24: the token on .* is not among": lambda state: state.own.__setitem__(state.owner[_predator(state)], 0),
    "FC-I-24: the table is counted wrongly": lambda state: setattr(state, "trees", 9),
    "FC-I-25: there are 1 trees": lambda state: setattr(state, "trees", 1),
    "FC-4.1: -2 acts": lambda state: setattr(state, "seat", END),
}


def _predator(state: FoodChainState) -> int:
    return next(node for node, food in enumerate(state.parent) if food >= 0 and state.table >> node & 1)


def _nowhere(state: FoodChainState) -> int:
    return next(node for node in range(len(state.parent)) if not state.table >> node & 1)


def _top(state: FoodChainState) -> int:
    food = state.cards.food[state.cards.kind_of[_predator(state)]]
    return next(node for node in range(48) if state.table >> node & 1 and not food >> node & 1)


def _untoken(state: FoodChainState) -> None:
    node = _predator(state)
    state.own[state.owner[node]] ^= 1 << node
    state.supply[state.owner[node]] += 1
    state.owner[node] = -1


def _both(state: FoodChainState) -> None:
    node = _predator(state)
    other = 1 - state.owner[node]
    state.own[other] |= 1 << node
    state.supply[other] -= 1


def _circle(state: FoodChainState) -> None:
    state.parent[_predator(state)] = _predator(state)


@pytest.mark.parametrize("words", FAULTS)
def test_a_state_that_is_wrong_is_told(words: str) -> None:
    rules = rules_with()
    state = next(
        state for state in states(rules, 2, "faults") if sum(food >= 0 for food in state.parent) > 3 and state.deck
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
                assert isinstance(state, FoodChainState)
                if action is not None:
                    cards = rules.cards_of(action, state)
                    verb = rules.describe(action).split()[0]
                    seen.update((verb, card) for card in cards[:1] if verb in ("hunt", "chase"))
                    seen.update((f"{verb} food", card) for card in cards[1:])
        hunters = [card.id for card in rules.cards.cards if card.prey] + ["huntsman"]
        foods = [card.id for card in rules.cards.cards[:12]]
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


def test_hands_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawprint.games.food_chain.cards.MOST_HANDS", 10)
    monkeypatch.setattr("pawprint.games.food_chain.cards.MOST_SETS", 3)
    rules, same = FoodChain.of(game_of(ENGINE), Findings()), rules_with()
    assert rules is not None
    assert MOST_HANDS > 10
    assert finish(rules, 3, [random_bot], 5).dump() == finish(same, 3, [random_bot], 5).dump()
    assert len(rules.cards._hands) <= 10


# --- the catalog ------------------------------------------------------------------------------------------------


def test_the_catalog_lists_the_options_of_every_edition_and_the_first_one_has_the_defaults() -> None:
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
    assert [card.copies for card in rules.box.cards] == [4, 7]


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


def test_the_catalog_decides_on_cards_hands_and_editions(changed: Changed) -> None:
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
    assert (state.trees, len(state.hands[0].kinds), len(state.deck)) == (5, 3, 51 - 6 - 5)
    assert rules.cards.points[rules.cards.number["bear"]] == 7
    assert rules.rules_hash() != rules_with("en-2012").rules_hash()


def test_what_players_choose_comes_before_what_the_catalog_says() -> None:
    for edition in EDITIONS:
        for name, option in OPTIONS.items():
            for value in option.values:
                assert rules_with(edition, **{name: value}).chosen[name] == value


def test_rules_are_small_to_send() -> None:
    rules = rules_with("en-2012", tie_break="most_cards")
    finish(rules, 4, [random_bot], 1)
    sent = pickle.dumps(rules)
    assert len(sent) < 3000
    assert pickle.loads(sent).rules_hash() == rules.rules_hash()


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
def test_what_the_rules_cannot_use_is_told_with_its_place(changed: Changed, find: str, put: str, expected: str) -> None:
    rules, found = changed((find, put), edition="" if "edition" in find else "en-2012")
    assert rules is None
    assert any(one.startswith(expected) for one in found), found


def test_what_the_catalog_has_told_is_not_told_again(changed: Changed) -> None:
    assert changed(("      level: {type: int", "      height: {type: int")) == (None, [])


def test_a_game_that_claims_the_rules_must_have_their_components(den: Callable[..., Path]) -> None:
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
def test_a_situation_that_makes_no_sense_is_told(text: str, expected: str) -> None:
    (found,) = problems(text)
    assert expected in found


def test_a_card_is_named_by_its_owner() -> None:
    table = "[snail, snail, 'blue: toad on snail#0', 'red: toad on snail#1']"
    for owner, chains in (("blue", "snail, 'snail <- red:toad'"), ("red", "snail, 'snail <- blue:toad'")):
        step = f"{{player: {owner}, action: back off, with: '{owner}:toad'}}"
        text = f"state: {{table: {table}}}\nsteps: [{{do: {step}}}]\nexpect: {{chains: [{chains}]}}"
        assert problems(text) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("snail: {level: 0}", "a level should be a whole number"),
        ("snail: {prey: [dragon]}", "there is no card 'dragon'"),
        ("snail: {nature: stone}", "there is no nature 'stone'"),
        ("snail: {colour: red}", "'colour' means nothing here"),
    ],
)
def test_cards_that_make_no_sense_are_told(line: str, expected: str) -> None:
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


def test_a_setup_goes_through_text() -> None:
    rules = rules_with("en-2012")
    setup = rules.setup(4, Rng(3))
    assert rules.start(json.loads(json.dumps(setup))).dump() == rules.start(setup).dump()
