"""The lake game: the engine against a second one, and what a scenario cannot show."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conformance import ROOT, Case, cases, finish, game_of, rules_of
from games.reference_lake_ecosystem import LOCKS, Reference
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.lake_ecosystem.notation import LakeNotation
from pawprint.games.lake_ecosystem.rules import MOMENTS, LakeEcosystem
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.play import scenario
from pawprint.play.engine import CHANCE, END, Json, Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.notation import Unreadable
from pawprint.play.playing import play, random_bot
from pawprint.source import reader
from pawprint.source.plain_data import to_python
from strategies import examples

ENGINE = "lake-ecosystem"
CASES = [case for case in cases() if case.engine == ENGINE]


def rules_with(edition: str = "core", **options: Any) -> LakeEcosystem:
    rules = rules_of(ENGINE, edition, tuple(options.items()))
    assert isinstance(rules, LakeEcosystem)
    return rules


# --- the second engine --------------------------------------------------------------------------------------------


def plain_state(state: DataState) -> Json:
    """All of a state but what players know, in plain words; the first card of the deck comes first."""
    table, zones, seats = LakeTable(state), state.contents, range(state.players)
    return {
        "tokens": (table.lake, table.bank, table.bags),
        "deck": zones["deck"][::-1],
        "discard": Counter(zones["discard"]),
        "hands": [Counter(zones[f"hand {seat}"] + zones[f"held {seat}"]) for seat in seats],
        "species": {
            table.name(one): (
                zones[f"{table.name(one)} population"],
                {*zones[f"{table.name(one)} traits"]},
                table.food(one),
            )
            for row in table.rows
            for one in row
        },
    }


def same(rules: LakeEcosystem, state: DataState, other: Reference) -> None:
    """Both engines say the same of everything."""
    if state.actor() == CHANCE:
        assert other.legal == {"shuffle"}
    else:
        assert {*map(rules.describe, state.legal_actions())} == other.legal
        assert state.actor() == (END if other.over else other.seat)
    assert [*state.scores()] == other.scores()
    assert plain_state(state) == {
        "tokens": (other.lake, other.bank, other.bags),
        "deck": other.deck,
        "discard": Counter(other.discard),
        "hands": [*map(Counter, other.hands)],
        "species": {one.name: (one.cards, one.traits, one.tokens) for one in other.species},
    }


def both(rules: LakeEcosystem, players: int, rng: Rng, *labels: object) -> DataState:
    """A random game of both engines; what is promised of what happens is looked at as well."""
    setup = rules.setup(players, Rng(*labels, "deal"))
    state = rules.start(setup)
    other = Reference(rules.edition, dict(rules.chosen), setup["zones"]["deck"][::-1], players, state.values["first"])
    while state.actor() != END:
        same(rules, state, other)
        action: Any = state.chance(rng) if state.actor() == CHANCE else rng.pick(state.legal_actions())
        words = rules.describe(action)
        state.events = []
        state.apply(action)
        assert rules.check(state) == []
        assert all(event[2] for event in state.events if event[0] == "no card")
        other.do(words)
    same(rules, state, other)
    assert [*state.returns()] == other.returns()
    assert (LakeTable(state).turn, LakeTable(state).last) == (other.turn, other.last)
    return state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_engines_agree(case: Case) -> None:
    rules = case.rules
    assert isinstance(rules, LakeEcosystem)
    for seed in range(6):
        both(rules, case.players, Rng(seed, "moves"), seed, str(case))


@pytest.mark.parametrize("players", [2, 3])
def test_extra_round_is_not_extended_when_the_deck_runs_out_again(players: int) -> None:
    """EL-5.4."""
    rules = rules_with("effects", last_player_trigger="extra_round")
    for seed in range(4):
        both(rules, players, Rng(seed, "moves"), seed, "lake-ecosystem effects 5p last_player_trigger=extra_round")


@examples(8)
@given(data=st.data())
def test_engines_agree_with_any_choices(data: st.DataObject) -> None:
    case = data.draw(st.sampled_from(CASES))
    rules = case.rules
    assert isinstance(rules, LakeEcosystem)

    class Drawn(Rng):
        def pick(self, items: Any) -> Any:
            return items[data.draw(st.integers(0, len(items) - 1))]

    both(rules, case.players, Drawn("shuffles"), data.draw(st.integers(0, 99)))


# --- the beginning and the length of a game -----------------------------------------------------------------------


def test_first_player_is_random_or_the_first_seat() -> None:
    for option, seats in (("random", {0, 1, 2}), ("first_seat", {0})):
        rules = rules_with(start_player=option)
        assert {rules.start(rules.setup(3, Rng(seed))).actor() for seed in range(20)} == seats


def test_turns_rotate_from_the_first_player() -> None:
    rules = rules_with()
    for state, _ in play(rules, 4, [random_bot], 3):
        assert isinstance(state, DataState)
        assert LakeTable(state).active == (state.values["first"] + LakeTable(state).turn - 1) % 4
        assert state.actor() in (LakeTable(state).active, CHANCE, END)


def test_game_begins_with_only_the_contents_of_the_box() -> None:
    """EL-2.1, EL-2.2, and the first Gathering."""
    rules = rules_with(start_player="first_seat")
    setup = rules.setup(5, Rng(1))
    assert Counter(setup["zones"]["deck"]) == Counter(rules.all_pieces())
    assert setup["zones"]["deck"] != rules.setup(5, Rng(2))["zones"]["deck"]
    state = rules.start(setup)
    top = setup["zones"]["deck"][::-1]
    table = LakeTable(state)
    assert (table.lake, table.bank, table.bags, [*state.zone("discard")]) == (2, 158, [0] * 5, [])
    assert [len(hand) for hand in table.hands] == [3, 0, 0, 0, 0]
    assert [[*map(table.name, row)] for row in table.rows] == [["A1"], [], [], [], []]
    zones = state.contents
    assert (zones["A1 population"], zones["A1 traits"]) == (top[:1], [])
    assert [one.get("id") for one in state.zones(0)["A1 population"]] == [None], "nobody has looked at it"
    assert Counter(zones["hand 0"]) == Counter(top[1:4])
    assert zones["deck"][::-1] == top[4:]


@pytest.mark.parametrize(("players", "turns"), [(2, 22), (3, 24), (4, 24), (5, 25)])
def test_no_game_has_more_turns(players: int, turns: int) -> None:
    """EL-5.5."""
    rules, more = rules_with(), rules_with(last_player_trigger="extra_round")
    assert rules.most_turns(players) == turns
    assert more.most_turns(players) == turns + players
    for seed in range(12):
        for one in (rules, more):
            state = finish(one, players, [random_bot], seed)
            assert isinstance(state, DataState)
            assert LakeTable(state).turn % players == 0
            assert LakeTable(state).turn <= one.most_turns(players)


def idle(state: DataState) -> Any:
    """Play no card, and eat only what must be eaten."""
    done = state.rules.parse("done")
    return done if done in state.legal_actions() else state.legal_actions()[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_without_extinctions_the_deck_lasts_for_22_turns(players: int, tmp_path: Path) -> None:
    """EL-5.5: with food for everybody nobody starves."""
    assert changed(tmp_path, "game.yaml", "gathering: {food: 2", "gathering: {food: 10") == []
    game = load_game(tmp_path / ENGINE, Findings())
    rules = None if game is None else LakeEcosystem.of(game, Findings(), "core")
    assert rules is not None
    state = rules.start(rules.setup(players, Rng(1)))
    state.remember("bank", 890)
    while state.actor() != END:
        assert state.actor() != CHANCE, "nothing is discarded, so nothing can be shuffled"
        state.apply(idle(state))
    table = LakeTable(state)
    assert table.turn == {2: 22, 3: 24, 4: 24, 5: 25}[players]
    assert sum(state.scores()) == 88 + sum(table.bags)


def test_every_trait_is_played_and_survives_and_species_starve_and_are_eaten() -> None:
    """EL-I-27, EL-I-29 and EL-I-30, over fewer games than the validator plays; and every event is told."""
    for edition in ("core", "effects"):
        rules = rules_with(edition)
        told: Counter[Any] = Counter()
        points = []
        for seed in range(60):
            state: Any = None
            for state, action in play(rules, 2 + seed % 4, [random_bot], seed):
                if action is not None:
                    told.update(words(state.events or ()))
                    state.events = []
            points += [*state.scores()]
            told.update(words(state.events or ()))
            assert state.values["bank"], "the bank is never empty"
        traits = {(card,) for card in rules.cards}
        assert {event[1:] for event in told if event[0] == "trait"} >= traits
        assert {event[1:] for event in told if event[0] == "survive"} >= traits
        assert {event[1:] for event in told if event[0] == "extinct"} == {("attack",), ("hunger",), ()}
        seen = {event[0] for event in told}
        core = {
            *("turn", "draw", "deck empty", "shuffle", "species", "population", "trait", "feed", "attack", "eat"),
            *("extinct", "fed", "starve", "survive", "end"),
        }
        designed = {"fertile", "long neck", "horns", "scavenge"} if edition == "effects" else set()
        assert seen - {"no card"} == core | designed
        assert 15 <= sum(points) / len(points) <= 60


def words(events: Any) -> list[tuple[Any, ...]]:
    """Events without seats and numbers, one for each of their cards."""
    found: list[tuple[Any, ...]] = []
    for name, _, *details in events:
        flat = [part for one in details for part in (one if isinstance(one, list) else [one])]
        found += [(name, part) for part in flat if isinstance(part, str) and part.replace("-", "").isalpha()]
        found.append((name,))
    return found


def test_events_of_a_turn_follow_the_order_of_the_rules() -> None:
    rules = rules_with("effects")
    state = rules.start(rules.setup(3, Rng(8)))
    state.events = []
    rng = Rng("moves")
    while LakeTable(state).turn < 4:
        state.apply(rng.pick(state.legal_actions()))
    kinds = [event[0] for event in state.events]
    turns = [index for index, kind in enumerate(kinds) if kind == "turn"]
    for begin, end in pairwise(turns):
        turn = kinds[begin:end]
        order = ("turn", "draw", "trait", "fed", "starve", "survive")
        found = [kind for kind in dict.fromkeys(turn) if kind in order]
        assert found == sorted(found, key=order.index)
        assert turn.count("draw") >= 4
        assert turn.count("fed") == 1


# --- what is known ------------------------------------------------------------------------------------------------


def state_of(text: str, edition: str = "core", **options: Any) -> tuple[LakeNotation, DataState]:
    """A situation as a scenario writes it."""
    node = reader.read_yaml(Source("here.yaml", text), Findings())
    assert node is not None
    notation = LakeNotation(rules_with(edition, **options))
    return notation, notation.read_state(to_python(node))


TABLE = """
players:
  you: {hand: [speed, flight], species: {S: {pop: [horns, fertile]}, R: {pop: 2, traits: [carnivore]}}}
  she: {hand: 4, species: {T: {pop: [nocturnal]}}}
phase: adaptation
"""


def known(state: DataState, seat: int, zone: str) -> list[str | None]:
    """The cards of a zone as a seat knows them."""
    return [one.get("id") for one in state.zones(seat)[zone]]


def test_player_knows_only_the_cards_that_they_played_themselves() -> None:
    _, state = state_of(TABLE)
    assert known(state, 0, "A1 population") == ["horns", "fertile"]
    assert known(state, 0, "A2 population") == [None, None]
    assert known(state, 0, "B1 population") == [None]
    assert known(state, 1, "A1 population") == [None, None]
    assert known(state, 1, "B1 population") == ["nocturnal"]
    assert sorted(map(str, known(state, 0, "hand 0"))) == ["flight", "speed"]
    assert known(state, 1, "hand 0") == [None] * 2
    assert known(state, 0, "hand 1") == [None] * 4
    assert known(state, 0, "A2 traits") == known(state, 1, "A2 traits") == ["carnivore"]
    table = LakeTable(state)
    cards = [[state.rules.id_of(kind) for kind in table.known(one)] for row in table.rows for one in row]
    assert cards == [["horns", "fertile"], [], ["nocturnal"]]


def test_played_card_is_secret_until_it_is_face_up() -> None:
    notation, state = state_of(TABLE)
    state.apply(notation.read_action("play speed", state))
    assert (known(state, 0, "held 0"), known(state, 1, "held 0")) == (["speed"], [None])
    assert LakeTable(state).held(0) == state.rules.piece_of("speed")
    assert LakeTable(state).held(1) == -1
    kinds = {LakeTable(state).held(0)}
    for seed in range(30):
        other = state.copy()
        other.resample_hidden(1, Rng(seed))
        assert LakeTable(other).held(0) in LakeTable(other).hands[0]
        assert [*other.legal_actions()]
        kinds.add(LakeTable(other).held(0))
    assert len(kinds) > 3
    state.apply(notation.read_action("as population of S", state))
    assert known(state, 0, "A1 population") == ["horns", "fertile", "speed"]
    assert (known(state, 0, "held 0"), known(state, 1, "A1 population")) == ([], [None] * 3)


@pytest.mark.parametrize(("first", "rule"), [("{traits: [carnivore], fed: 1}", "EL-3.10"), ("{fed: 1}", "EL-3.17")])
def test_first_hungry_species_explains_why_the_player_may_not_stop(first: str, rule: str) -> None:
    second = "{}" if rule == "EL-3.10" else "{traits: [carnivore]}"
    you = f"you: {{species: {{S: {first}, T: {second}}}}}"
    _, state = state_of(f"players: {{{you}, she: {{species: {{U: {{}}}}}}}}\nlake: 1\nphase: feeding\n")
    assert state.why_not(state.rules.parse("done")).startswith(f"{rule}: ")


def test_knowledge_follows_the_cards() -> None:
    """The card on top goes first; a card from the deck that lies there instead is unknown."""
    notation, state = state_of(
        """
        players:
          you:
            hand: [speed]
            species: {S: {pop: [horns, fertile], traits: [fertile]}, H: {pop: 1, traits: [carnivore, flight]}}
          she: {}
        lake: 1
        phase: adaptation
        goes_on: true
        """,
        "effects",
    )
    for words in ("play speed", "as population of S"):
        state.apply(notation.read_action(words, state))
    assert known(state, 0, "A1 population") == ["horns", "fertile", "speed"]
    state.apply(notation.read_action("attack S with H", state))
    assert known(state, 0, "A1 population") == ["horns", "fertile"]
    state.apply(notation.read_action("feed S", state))
    assert known(state, 0, "A1 population") == ["horns"], "the hungry card, which lies on top, has starved"
    while LakeTable(state).turn < 3:
        state.apply(idle(state))
    assert known(state, 0, "A1 population") == ["horns", None], "it has grown by a card of the deck"


def test_species_that_grows_by_itself_has_an_unknown_card() -> None:
    notation, state = state_of(
        """
        players:
          you: {species: {S: {pop: [horns], traits: [fertile]}}}
          she: {}
        lake: 1
        phase: gathering
        """,
        "effects",
    )
    notation.run("gathering", state)
    assert known(state, 0, "A1 population") == ["horns", None]
    assert known(state, 1, "A1 population") == [None, None]
    assert known(state, 0, "A2 population") == [None]


def test_new_deal_preserves_known_cards_and_changes_the_rest() -> None:
    _, state = state_of(TABLE)
    zones = state.contents
    found: dict[str, set[tuple[str, ...]]] = {"A2 population": set(), "B1 population": set(), "hand 1": set()}
    decks = set()
    for seed in range(20):
        other = state.copy()
        other.resample_hidden(0, Rng(seed))
        dealt = other.contents
        assert dealt["hand 0"] == zones["hand 0"]
        assert dealt["A1 population"] == zones["A1 population"]
        assert known(other, 1, "B1 population") == dealt["B1 population"], "she still knows her own card"
        assert Counter(card for zone in dealt.values() for card in zone) == Counter(state.rules.all_pieces())
        for name, seen in found.items():
            seen.add(tuple(sorted(dealt[name])))
        decks.add(tuple(dealt["deck"]))
    assert min(map(len, found.values())) > 4
    assert len(decks) == 20


def test_discarded_card_is_seen_by_everybody() -> None:
    notation, state = state_of(TABLE.replace("phase: adaptation", "discard: [long-neck]"))
    assert known(state, 1, "discard") == ["long-neck"]
    state.apply(notation.read_action("attack T with R", state))
    assert known(state, 0, "discard") == ["long-neck", "nocturnal"]


def test_pieces_of_a_species_are_in_its_zones() -> None:
    _, state = state_of(
        "players: {you: {species: {S: {pop: [horns, speed], fed: 1, traits: [flight]}}}, she: {}}\nlake: 3"
    )
    card, flight = {"component": "cards"}, [{"id": "flight"}]
    assert state.zones(0)["A1 population"] == [{"id": "horns"}, {"id": "speed"}]
    assert state.zones(1)["A1 population"] == [card, card]
    assert state.zones(0)["A1 traits"] == state.zones(1)["A1 traits"] == flight
    assert {name: len(pieces) for name, pieces in state.zones(1).items()} == {
        **{"deck": 85, "discard": 0, "A1 population": 2, "A1 traits": 1},
        **{"hand 0": 0, "hand 1": 0, "held 0": 0, "held 1": 0},
    }
    table = LakeTable(state)
    (species,) = table.rows[0]
    assert (table.bank, table.lake, table.bags, table.food(species)) == (156, 3, [0, 0], 1)
    assert (table.population(species), table.owner(species), species in table, species + 1 in table) == (
        2,
        0,
        True,
        False,
    )
    assert (table.population(species + 1), table.traits(species + 1), table.food(species + 1)) == (0, (), 0)
    assert (state.rules.owner_of("A1 traits"), state.rules.owner_of("B2 population")) == (0, 1)


def test_cards_of_an_action_are_the_played_cards_or_those_that_open_the_locks() -> None:
    notation, state = state_of(
        """
        players:
          you: {hand: [speed], species: {S: {traits: [carnivore, flight, horns]}}}
          she: {species: {T: {traits: [flight]}}}
        """
    )
    attack = notation.read_action("attack T with S", state)
    assert notation.rules.cards_of(attack, state) == ("carnivore", "flight")
    notation, state = state_of(TABLE)
    play_it = notation.read_action("play speed", state)
    assert notation.rules.cards_of(play_it, state) == ("speed",)
    state.apply(play_it)
    for words in ("as a new species", "as population of S", "as a trait of S"):
        assert notation.rules.cards_of(notation.read_action(words, state), state) == ("speed",)


# --- words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["A1", "B3", "H1023", "A10"])
def test_species_have_names(name: str) -> None:
    words = f"feed {name}"
    assert rules_with().describe(rules_with().parse(words)) == words


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "?", "play", "play unicorn", "feed", "feed 3", "feed A0", "feed a1", "feed A1024", "attack A1"),
        *("as a trait of A1, replacing", "as a trait of A1, replacing unicorn", "shuffle unicorn", "Done", "done so"),
    ],
)
def test_invalid_action_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="no action is written so"):
        rules_with().parse(wrong)


def test_no_action_is_legal_before_the_deck_is_shuffled_or_after_the_end() -> None:
    notation, state = state_of(
        """
        players:
          you: {species: {S: {traits: [carnivore, speed]}}}
          she: {species: {T: {traits: [speed]}}}
        deck: 0
        """
    )
    state.apply(notation.read_action("attack T with S", state))
    assert state.actor() == CHANCE
    assert state.why_not(state.legal_actions()[0]) == ""
    assert state.why_not(tuple(reversed(state.legal_actions()[0]))) == ""
    for wrong in (0, (), state.legal_actions()[0][1:], None):
        assert state.why_not(wrong) == "EL-5.2: the cards are shuffled first"
    orders = {state.chance(Rng(seed)) for seed in range(5)}
    assert len(orders) == 5
    assert {tuple(sorted(order)) for order in orders} == {state.legal_actions()[0]}  # type: ignore[type-var]


# --- what is promised ---------------------------------------------------------------------------------------------


def broken(state: DataState, rule: str) -> bool:
    return [message[: len(rule) + 1] for message in state.rules.check(state)] == [rule + ":"]


HUNT = """
players:
  you: {species: {S: {pop: 2, traits: [carnivore]}, H: {pop: 2}}}
  she: {species: {T: {traits: [speed]}, U: {traits: [speed, flight, horns]}}}
lake: 2
"""


def hunt() -> DataState:
    _, state = state_of(HUNT)
    assert state.rules.check(state) == []
    return state


def add(state: DataState, name: str, count: int) -> None:
    state.remember(name, state.values[name] + count)


def part(state: DataState, name: str) -> dict[int, Any]:
    """A part of all species, by species."""
    return state.g[LakeTable(state).zone.parts[name].at]


def species(state: DataState, name: str) -> int:
    found = LakeTable(state).zone.group_of(name)
    assert found is not None
    return found


def test_invariants_of_cards_and_tokens() -> None:
    state = hunt()
    state.zone("discard").append(0)
    assert broken(state, "EL-I-17")
    state = hunt()
    add(state, "bank", 1)
    assert broken(state, "EL-I-18")
    state = hunt()
    part(state, "food")[species(state, "A1")] = 1
    assert broken(state, "EL-I-18")
    for name in ("lake", "bank", "bag 0"):
        state = hunt()
        other = "bank" if name != "bank" else "lake"
        add(state, other, state.values[name] + 3)
        state.remember(name, -3)
        assert any(message.startswith("EL-I-18") for message in state.rules.check(state)), name


def test_invariants_of_species() -> None:
    state = hunt()
    population = part(state, "population")
    state.zone("discard").extend(population[species(state, "B1")])
    population[species(state, "B1")] = ()
    assert broken(state, "EL-I-19")
    state = hunt()
    nocturnal = state.rules.piece_of("nocturnal")
    state.zone("deck").remove(nocturnal)
    part(state, "traits")[species(state, "B2")] |= 1 << nocturnal
    assert broken(state, "EL-I-19")


def test_invariants_of_feeding() -> None:
    state = hunt()
    state.remember("eating", False)
    state._legal = ()
    part(state, "food")[species(state, "A1")] = 1
    add(state, "bank", -1)
    assert broken(state, "EL-I-20")
    for words, rule in (
        ("feed A1", "EL-I-21"),
        ("attack B1 with A2", "EL-I-21"),
        ("attack A1 with A1", "EL-I-23"),
        ("attack B1 with A1", "EL-I-23"),
        ("attack B2 with A1", "EL-I-25"),
    ):
        state = hunt()
        state._legal = (state.rules.parse(words),)
        assert any(message.startswith(rule) for message in state.rules.check(state)), words
    state = hunt()
    state._legal = (*state.legal_actions(), state.rules.parse("done"))
    assert "EL-I-22: A2 may stay hungry, and there is food for it" in state.rules.check(state)
    state = hunt()
    state.remember("number", 3)
    state.seat = END
    assert broken(state, "EL-I-24")
    state = hunt()
    state.remember("last", 24)
    assert broken(state, "EL-I-24")
    state = hunt()
    state.remember("number", 5)
    state.remember("last", 4)
    assert broken(state, "EL-I-24")


@pytest.mark.parametrize(
    ("event", "rule"),
    [
        (("fed", 0, 1, ["A2"], [], []), "EL-I-22"),
        (("fed", 0, 0, ["A2"], ["A1"], ["A1"]), "EL-I-22"),
        (("attack", 0, "A1", "B1", ["carnivore"], ["speed"]), "EL-I-23"),
        (("attack", 0, "A2", "B1", ["speed"], ["speed"]), "EL-I-23"),
        (("attack", 0, "A1", "B2", ["carnivore", "speed", "flight", "horns"], ["speed", "flight", "horns"]), "EL-I-25"),
        (("extinct", 0, "A1", "hunger", 2), "EL-I-26"),
        (("draw", 0, "extinction"), "EL-I-26"),
        (("shuffle", 0, 7, 2, "extinction"), "EL-I-26"),
        (("fed", 0, 0, ["A2"], ["A1"], []), ""),
        (("fed", 0, 2, [], ["A1"], []), ""),
        (("attack", 0, "A1", "B1", ["carnivore", "speed"], ["speed", "carnivore"]), ""),
        (("draw", 0, "hand"), ""),
        (("shuffle", 0, 7, 2, "gathering"), ""),
    ],
)
def test_invariants_of_what_happened(event: tuple[Any, ...], rule: str) -> None:
    state = hunt()
    state.events = [event]
    assert broken(state, rule) if rule else state.rules.check(state) == []


def test_draws_that_wait_for_a_shuffle_are_not_forgotten() -> None:
    """EL-I-26."""
    notation, state = state_of(
        """
        players:
          you: {species: {S: {traits: [carnivore, speed, flight]}}}
          she: {species: {T: {traits: [speed, flight]}}}
        deck: 1
        goes_on: true
        """
    )
    state.events = []
    state.apply(notation.read_action("attack T with S", state))
    assert state.actor() == CHANCE
    assert state.rules.check(state) == []
    owed = state.values["owed"]
    state.remember("owed", 0)
    assert broken(state, "EL-I-26")
    state.remember("owed", owed)
    state.events = []
    state.apply(notation.read_action("shuffle", state))
    assert state.rules.check(state) == []
    state.events.append(("draw", 0, "extinction"))
    assert broken(state, "EL-I-26")


# --- the catalog --------------------------------------------------------------------------------------------------


def test_options_match_the_catalog() -> None:
    """EL-I-15."""
    written = {
        record.id.replace("-", "_"): (record["rule"], tuple(record["values"]), record["default"])
        for record in game_of(ENGINE).pieces("options")
        if len(record["values"]) > 1
    }
    known = {
        name: (option.rule, tuple(map(str, option.values)), str(option.values[0]))
        for name, option in LakeEcosystem.options.items()
    }
    assert known == written
    assert [*LakeEcosystem.editions] == [*game_of(ENGINE).editions]


def test_numbers_match_the_catalog() -> None:
    box = rules_with().box
    assert (len(rules_with().all_pieces()), box.tokens, box.players) == (88, 160, range(2, 6))
    assert (box.drawn, box.places) == (4, 3)
    for edition in ("core", "effects"):
        rules = rules_with(edition)
        assert rules.locks() == LOCKS[edition]
        assert rules.diets() == {"carnivore"}
    effects = {record.id: record["effects"] for record in game_of(ENGINE).pieces("traits")}
    assert {trait: one["trigger"] for trait, one in effects.items() if one["trigger"]} == MOMENTS
    steps = {trait: [*filter((one["at"] or {}).get, one["at"] or ())] for trait, one in effects.items()}
    assert {trait: moments for trait, moments in steps.items() if moments} == {
        trait: [moment] for trait, moment in MOMENTS.items() if moment != "feeding"
    }


def changed(folder: Path, file: str, find: str, put: str, edition: str = "core") -> list[str]:
    """What the rules find in a catalog that says something else somewhere: `code file:line:column message (help)`."""
    here = folder / ENGINE
    here.mkdir()
    for path in (ROOT / "catalog" / ENGINE).glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert find in text
            text = text.replace(find, put, 1)
        (here / path.name).write_text(text, encoding="utf-8")
    game = load_game(here, Findings())
    assert game is not None
    findings = Findings()
    rules = LakeEcosystem.of(game, findings, edition)
    assert (rules is None) == (len(findings) > 0 or bool(game.invalid))
    return [
        f"{one.code} {Path(one.span.source.name).name}:{one.span.line} {one.message} ({one.help})"
        for one in findings.sorted()
        if one.span
    ]


FAULTS = [
    ("traits.yaml", "trigger: attacked", "trigger: clean_up", "effects",
     "unknown-effect traits.yaml:110 .*'horns' does at the moment 'clean_up'.*trigger: attacked"),
    ("traits.yaml", "effects: {lock: true}", "effects: {lock: true, trigger: gathering}", "effects",
     "unknown-effect traits.yaml:[0-9]+ .*'burrowing'.*they know"),
    ("traits.yaml", "effects: {lock: true}", "effects: {lock: true, trigger: gathering, at: {attacked: []}}", "effects",
     "unknown-effect traits.yaml:[0-9]+ .*'burrowing'.*they know"),
    ("traits.yaml", "effects: {lock: true}", "effects: {trigger: gathering, at: {gathering: [{add: {bag: 1}}]}}",
     "effects", ""),
    ("traits.yaml", "take: 1, from: bank, to: group.food", "take: 1, from: bnak, to: group.food", "effects",
     "bad-rules traits.yaml:136 there is no value 'bnak' .*did you mean 'bank'"),
    ("traits.yaml", "role: lock", "role: diet", "core", "unknown-effect traits.yaml:37 .*'burrowing'.*as a diet.*lock"),
    ("cards.yaml", "id: flight, trait: flight", "id: speed-2, trait: speed", "core",
     "bad-declaration cards.yaml:9 'speed-2' and 'speed'"),
    ("pieces.yaml", "value: 1", "value: 2", "core", "bad-declaration pieces.yaml:6 .*'food-lily' is worth 2.*value: 1"),
    ("game.yaml", "  max_traits: 3", "  # max_traits: 3", "core", "missing-field .*'rules' has no 'max_traits'"),
    ("game.yaml", "attack: {food: 2}", "attack: {}", "core", "missing-field .*'attack' of the rules has no 'food'"),
    ("game.yaml", "  gathering: {food: 2, species: 1, cards: 3}", "", "core", "missing-field .*has no 'gathering'"),
    ("game.yaml", "species: 1, cards: 3}", "species: 1, cards: 0}", "core", "out-of-range"),
    ("game.yaml", "players: {min: 2, max: 5}", "players: {min: 2, max: 9}", "core", "out-of-range"),
    ("cards.yaml", "copies: 16", "copies: 1600", "core", "out-of-range .*1672 cards.*up to 1000"),
    ("game.yaml", "trait: {ref: traits}", "other: {ref: traits, optional: true}", "core", ""),
    ("cards.yaml", "trait: carnivore, ", "", "core", ""),
]  # fmt: skip


@pytest.mark.parametrize(("file", "find", "put", "edition", "expected"), FAULTS)
def test_faults_of_the_catalog_are_found_with_their_places(
    file: str, find: str, put: str, edition: str, expected: str, tmp_path: Path
) -> None:
    found = changed(tmp_path, file, find, put, edition)
    if expected:
        assert len(found) == 1
        assert re.match(expected, found[0]), found
    else:
        assert found == [], "the reader has told that"


def test_another_catalog_is_played_by_its_own_numbers(tmp_path: Path) -> None:
    assert changed(tmp_path, "game.yaml", "max_traits: 3", "max_traits: 2") == []
    game = load_game(tmp_path / ENGINE, Findings())
    assert game is not None
    rules = LakeEcosystem.of(game, Findings())
    assert rules is not None
    most = 0
    for state, _ in play(rules, 3, [random_bot], 1):
        assert isinstance(state, DataState)
        assert rules.check(state) == []
        most = max([most, *(traits.bit_count() for traits in part(state, "traits").values())])
    assert most == 2


def played_with(folder: Path) -> LakeEcosystem:
    """The rules with the catalog that `changed` has written."""
    game = load_game(folder / ENGINE, Findings())
    rules = None if game is None else LakeEcosystem.of(game, Findings(), "effects")
    assert rules is not None
    return rules


def test_trait_may_have_its_own_steps(tmp_path: Path) -> None:
    steps = "[{take: 3, from: bank, to: bag}, {event: scavenge, of: [me, group]}]"
    effects = f"effects: {{trigger: clean_up, at: {{clean_up: {steps}}}}}"
    assert changed(tmp_path, "traits.yaml", "effects: {lock: true}", effects, "effects") == []
    notation = LakeNotation(played_with(tmp_path))
    mine = {"species": {"S": {"traits": ["burrowing", "speed"]}}}
    state = notation.read_state({"players": {"you": mine, "she": {}}, "phase": "clean-up"})
    state.events = []
    notation.run("clean-up", state)
    assert state.values["bag 0"] == 3
    assert ("scavenge", 0, "A1") in state.events
    assert "burrowing" not in notation.rules.locks()


@pytest.mark.parametrize(
    ("file", "find", "put"),
    [
        ("game.yaml", "max_traits: 3", "max_traits: 2"),
        ("game.yaml", "gathering: {food: 2", "gathering: {food: 3"),
        ("traits.yaml", "effects: {lock: true}", "effects: {lock: false}"),
        ("traits.yaml", "[{take: 1, from: bank, to: group.food}", "[{take: 2, from: bank, to: group.food}"),
    ],
)
def test_rules_have_another_hash_with_another_catalog(file: str, find: str, put: str, tmp_path: Path) -> None:
    assert changed(tmp_path, file, find, put, "effects") == []
    assert played_with(tmp_path).rules_hash() != rules_with("effects").rules_hash()


# --- scenarios ----------------------------------------------------------------------------------------------------


def problems(text: str) -> list[str]:
    """What is wrong with a scenario of the lake game: `code line message`."""
    findings = Findings()
    node = reader.read_yaml(Source("here.yaml", "game: lake-ecosystem\n" + text), findings)
    assert node is not None
    read = scenario.scenario_of(node, "here", findings)
    if read is not None:
        scenario.check_scenario(read, game_of, findings)
    return [f"{one.code} {one.span.line if one.span else 0} {one.message}" for one in findings.sorted()]


RULES = "rules: {max_traits: 3, gathering: {food: 2, species: 1, cards: 3}, attack: {food: 2}}"

UNREADABLE = [
    ("state: {players: {you: {}}}", "bad-scenario 2 .*not for 1 players"),
    ("state: {lake: 2}", "bad-scenario 2 .*should be a mapping"),
    ("state:\n  players: {a: {}, b: {}}\n  lak: 2", "bad-scenario 4 .*'lak' means nothing"),
    ("state:\n  players: {a: {}, b: {}}\n  lake: 161", "bad-scenario 4 .*the food of the lake"),
    ("state:\n  players: {a: {bag: 100}, b: {bag: 61}}", "bad-scenario .*only 160 tokens"),
    ("state:\n  players: {a: {}, b: {}}\n  phase: dinner", "bad-scenario 4 .*part of a turn 'dinner'"),
    ("state:\n  players: {a: {}, b: {}}\n  first: c", "bad-scenario 4 .*player 'c'"),
    ("state:\n  players: {a: {}, b: {}}\n  turn: 0", "bad-scenario 4 .*the turn"),
    ("state:\n  players: {a: {hand: [unicorn]}, b: {}}", "bad-scenario 3 .*card 'unicorn'"),
    ("state:\n  players: {a: {hand: 89}, b: {}}", "bad-scenario 3 .*only 88 cards"),
    (f"state:\n  players: {{a: {{hand: [{', '.join(['speed'] * 9)}]}}, b: {{}}}}", "bad-scenario 3 .*not so many"),
    ("state:\n  players: {a: {species: {S: {pop: 0}}}, b: {}}", "bad-scenario 3 .*population of 1"),
    ("state:\n  players: {a: {species: {S: {fed: 1}}}, b: {species: {T: {fed: 1}}}}", "bad-scenario 3 .*their turn"),
    ("state:\n  players: {a: {species: {S: {traits: [speed, speed]}}}, b: {}}", "bad-scenario 3 .*EL-3.6"),
    ("state:\n  players: {a: {species: {S: {traits: [speed, horns, flight, nocturnal]}}}, b: {}}", "bad.*EL-3.6"),
    ("state:\n  players: {a: {species: {S: {}}}, b: {species: {S: {}}}}", "bad-scenario 3 .*'S' means something"),
    ("state:\n  players: {a: {species: {B1: {}}}, b: {}}", "bad-scenario 3 .*'B1' means something"),
    ("state:\n  players: {a: {species: {feed: {}}}, b: {}}", "bad-scenario 3 .*'feed' means something"),
    ("state:\n  players: {a: {}, b: {}}\n  deck: 5\n  discard: 5", "bad-scenario 4 .*78 cards are nowhere"),
    ("state: {players: {a: {}, b: {}}}\nsteps:\n  - run: dinner", "bad-scenario 4 .*part of a turn 'dinner'"),
    ("state: {players: {a: {}, b: {}}, phase: clean-up}\nsteps:\n  - run: feeding", "bad-scenario 4 .*clean-up"),
    ("state: {players: {a: {}, b: {}}}\nsteps:\n  - do: sing", "bad-scenario 4 .*'sing' is not an action"),
    ("state: {players: {a: {}, b: {}}}\nsteps:\n  - do: {feed: A1}", "bad-scenario 4 .*in words"),
    ("state: {players: {a: {}, b: {}}, deck: 1, phase: gathering, goes_on: true}\n"
     "steps:\n  - run: gathering\n  - do: done", "bad-scenario 5 .*the discard pile is shuffled now"),
    ("state: {players: {a: {}, b: {}}}\nsteps:\n  - {which: songs, expect: []}", "bad-scenario 4 .*'songs'"),
    ("state: {players: {a: {}, b: {}}}\nsteps:\n  - {which: {prey_of: S}, expect: []}", "bad-scenario 4 .*species 'S'"),
    ("options: {min_plays: 7}", "bad-scenario 2 .*min_plays"),
    ("edition: expert", "bad-scenario 2 .*edition 'expert'"),
    (f"fixture:\n  {RULES}\n  food: many", "bad-scenario 4 .*the food"),
    (f"fixture:\n  {RULES}\n  speed: {{copies: 4, locks: true}}", "bad-scenario 4 .*'locks' means nothing"),
    ("fixture: {food: 4, speed: 5}", "missing-field 2 .*no 'rules'"),
    (f"edition: effects\nfixture:\n  {RULES}\n  speed: {{trigger: clean_up}}", "unknown-effect 5 .*'speed'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), UNREADABLE)
def test_unreadable_scenario_is_reported_with_its_place(text: str, expected: str) -> None:
    told = problems(text)
    assert len(told) == 1, told
    assert re.match(expected, told[0]), told


def test_scenario_brings_its_own_cards() -> None:
    assert (
        problems(
            f"""
edition: effects
fixture:
  {RULES.replace("max_traits: 3", "max_traits: 1")}
  players: {{min: 1, max: 1}}
  food: 7
  speed: 4
  armour: {{copies: 3, lock: true}}
  horns: {{copies: 2, lock: true}}
  scavenger: 1
state:
  players: {{you: {{hand: [armour], species: {{S: {{traits: [speed]}}}}}}}}
  lake: 1
  phase: adaptation
steps:
  - do: play armour
  - which: any
    expect: [as a new species, as population of S, "as a trait of S, replacing speed"]
expect: {{bank: 6, deck: 7}}
"""
        )
        == []
    )


def test_scenario_may_begin_with_a_deal() -> None:
    assert problems("players: 3\nsteps:\n  - {which: cards, expect: [speed]}") != []
    assert problems("players: 3\noptions: {start_player: first_seat}\nexpect: {actor: A, lake: 2, hands: {A: 3}}") == []


def test_new_species_are_named_as_in_a_log() -> None:
    notation, state = state_of(TABLE)
    for text in ("play speed", "as a new species", "play flight", "as a trait of A3"):
        action = notation.read_action(text, state)
        assert state.why_not(action) == ""
        state.apply(action)
    assert {*notation.facts(state)["species"]} == {"S", "R", "T", "A3"}
    assert notation.facts(state)["species"]["A3"]["traits"] == {"flight"}
    assert notation.which({"prey_of": "A3"}, state) == []
    with pytest.raises(Unreadable, match="no species 'A2'"):
        notation.which({"prey_of": "A2"}, state)


def test_attack_is_refused_for_the_locks_even_where_no_attack_is_possible() -> None:
    text = """
state:
  players:
    you: {species: {S: {pop: 2, traits: [carnivore]}}}
    she: {species: {T: {traits: [horns]}}}
  turn: 1
  phase: feeding
steps:
  - {ask: attack T with S, expect: {legal: false, reason: EL-3.13}}
  - {ask: feed S, expect: {legal: false, reason: EL-3.11}}
"""
    assert problems(text) == []
