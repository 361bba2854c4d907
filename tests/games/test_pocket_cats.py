"""Pocket Cats: the engine against a second one, what a scenario cannot show, and how the parts of it go together."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.conformance import cases, rules_of
from games.reference_pocket_cats import CLANS, Reference
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.pocket_cats.cards import CAT, DOG, PREY, CatsCards, Tally, duel_of
from pawprint.games.pocket_cats.notation import CatsNotation
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play import scenario
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.play.language.data_state import DataState
from pawprint.play.playing import play, random_bot
from pawprint.source import reader
from strategies import examples

ENGINE = "pocket-cats"
CASES = [case for case in cases() if case.engine == ENGINE]
PAIRS = [*permutations(CLANS, 2)]


def rules_with(**options: Any) -> PocketCats:
    rules = rules_of(ENGINE, "", tuple(options.items()))
    assert isinstance(rules, PocketCats)
    return rules


def met(rules: PocketCats, clans: tuple[str, str], *seed: object) -> DataState:
    """A game of these clans, in which the tiles are laid out by chance."""
    state = rules.start(rules.setup(2, Rng(*seed)))
    for clan in clans:
        state.apply(rules.parse(f"choose {clan}"))
    state.apply(state.chance(Rng(*seed, "tiles")))
    return state


def laid(rules: PocketCats, clans: tuple[str, str], words: str = "") -> DataState:
    """The same with the tiles in order: cats of both clans, prey, dogs; or as they are named."""
    state = rules.start(rules.setup(2, Rng(1)))
    for clan in clans:
        state.apply(rules.parse(f"choose {clan}"))
    state.apply(rules.parse(f"shuffle {words}") if words else tuple(state.zone("heap")))
    return state


def moved(state: DataState, rng: Rng) -> str:
    """Do something at random; in words."""
    action = state.chance(rng) if state.actor() == CHANCE else rng.pick(state.legal_actions())
    words: str = state.rules.describe(action)
    state.apply(action)
    return words


def finished(state: DataState, rng: Rng) -> DataState:
    """Play to the end at random."""
    while state.actor() != END:
        moved(state, rng)
    return state


def both(state: DataState, rng: Rng) -> DataState:
    """A random game of the engine and of the reference; they say the same at every move."""
    rules = state.rules
    hands, clans = ([state.contents[f"{zone} {seat}"] for seat in (0, 1)] for zone in ("hand", "clan"))
    other = Reference(dict(rules.chosen), CatsTable(state).first, hands, [clan[0] for clan in clans if clan])
    while state.actor() != END:
        if state.actor() == CHANCE:
            other.chance(moved(state, rng))
            if state.actor() != CHANCE and other.now == "shuffle":
                other.now, other.seat, other.whistled, other.eliminated = "reveal", other.first, set(), set()
            continue
        assert {*map(rules.describe, state.legal_actions())} == other.legal()
        assert state.actor() == other.seat
        other.do(moved(state, rng))
    assert other.over
    assert list(state.scores()) == other.totals
    assert state.returns() == other.returns()
    return state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_engines_agree(case: Any) -> None:
    for seed in range(12):
        both(case.rules.start(case.rules.setup(2, Rng(seed))), Rng(seed, "moves"))


def test_engines_agree_on_every_pair_of_clans() -> None:
    rules = rules_with()
    for number, (one, two) in enumerate(PAIRS):
        state, rng = rules.start(rules.setup(2, Rng(number))), Rng(number, "moves")
        other = Reference(dict(rules.chosen), 0, [[], []], [])
        for clan in (one, two):
            state.apply(rules.parse(f"choose {clan}"))
            other.do(f"choose {clan}")
        other.chance(moved(state, rng))
        other.now, other.seat, other.whistled, other.eliminated = "reveal", 0, set(), set()
        while state.actor() != END:
            assert {*map(rules.describe, state.legal_actions())} == other.legal()
            other.do(moved(state, rng))
        assert (list(state.scores()), state.returns()) == (other.totals, other.returns())


# --- how a game begins --------------------------------------------------------------------------------------


def test_first_game_is_between_two_clans_without_powers() -> None:
    rules = rules_of(ENGINE, "first-game")
    states = [rules.start(rules.setup(2, Rng(seed))) for seed in range(8)]
    tables = [CatsTable(state) for state in states if isinstance(state, DataState)]
    assert {(table.clan_name(0), table.clan_name(1)) for table in tables} == {
        *permutations(("royal-claws", "gourmets"))
    }
    assert {effect.does for table in tables for effect in table.tally.duel.effects} == {""}


def test_in_a_second_first_game_the_players_change_clans() -> None:
    rules, rng, seen = rules_of(ENGINE, "first-game", (("games", 2),)), Rng(1), list[Any]()
    state = rules.start(rules.setup(2, Rng(1)))
    assert isinstance(state, DataState)
    while state.actor() != END:
        seen.append([CatsTable(state).clan_name(seat) for seat in (0, 1)])
        moved(state, rng)
    assert seen[0] == seen[-1][::-1]


@pytest.mark.parametrize(("mode", "drawn"), [("limited", [3, 3]), ("expert", [3, 0]), ("free", [0, 0])])
def test_right_number_of_clan_cards_is_drawn(mode: str, drawn: list[int]) -> None:
    rules = rules_with(mode=mode)
    state = rules.start(rules.setup(2, Rng("drawn")))
    assert [len(state.zone("hand", seat)) for seat in (0, 1)] == drawn


def test_first_player_is_fixed_or_random() -> None:
    for option, seats in (("first", {0}), ("random", {0, 1})):
        rules = rules_with(first_player=option)
        assert {rules.start(rules.setup(2, Rng(seed))).actor() for seed in range(20)} == seats


def test_match_is_two_games_with_alternating_first_players() -> None:
    rules = rules_of(ENGINE, "match")
    for seed in range(20):
        seats: list[int] = []
        for state, action in play(rules, 2, [random_bot], seed):
            assert isinstance(state, DataState)
            if action is not None and rules.describe(action).startswith("choose"):
                seats.append(state.actor())
        assert seats == [0, 1, 1, 0]
        assert (state.actor(), state.values["game"]) == (END, 1)


def test_tile_in_the_middle_is_face_up_and_fixed() -> None:
    state = laid(rules_with(), ("twins", "roofs"))
    assert [place for place in range(25) if state.up[place]] == [12]
    assert state.rules.records.ids[state.zone("square")[12]] == "mouse-3"
    assert state.actor() == 0


def test_dogs_are_turned_at_random_and_the_middle_tile_even_if_players_turn_theirs() -> None:
    tiles = laid(rules_with(), ("twins", "roofs")).contents["square"]
    tiles[12], tiles[22] = tiles[22], tiles[12]
    words = " ".join(f"{tile}/{tile[-1]}" if tile in ("dog-1", "dog-2", "dog-3") else tile for tile in tiles)
    state = laid(rules_with(), ("twins", "roofs"), words)
    assert {cell.id: cell.turned for cell in state.cells("square") or () if cell.turned} == {
        "dog-1": 1, "dog-2": 2, "dog-3": 3,
    }  # fmt: skip
    rules = rules_with(dog_orientation="chosen")
    state = laid(rules, ("twins", "roofs"), " ".join(tiles))
    assert state.actor() == CHANCE
    assert {rules.describe(action) for action in state.legal_actions()} == {f"turned by {by}" for by in range(4)}
    state.apply(rules.parse("turned by 3"))
    assert {cell.id: cell.turned for cell in state.cells("square") or () if cell.turned} == {"dog-3": 3}


def test_reason_against_an_exchange_is_the_place_or_the_tile_there() -> None:
    """On a square with fewer tiles than places: one of them is where no tile lies."""
    notation = CatsNotation(rules_with())
    state = notation.read_state({"board": [["twins-2a", "_", "mouse-3", "~roofs-3"]], "clans": ["twins", "roofs"]})
    state.apply(notation.rules.parse("reveal r1c4"))
    reasons = {place: state.why_not(notation.rules.parse(f"exchange r1c4 with {place}")) for place in ("r1c1", "r1c2")}
    assert reasons["r1c1"].startswith("PC-3.2: a cat is exchanged with a tile up to 2 places away")
    assert "r1c1 is too far from r1c4" in reasons["r1c1"]
    assert "PC-3.2: no tile lies at r1c2" in reasons["r1c2"]


# --- how it ends --------------------------------------------------------------------------------------------

#: Points and numbers of prey of two games, whose clan wins ties in each (-1: nobody's), and who wins.
MATCHES = [
    ([(5, 3, 1, 1)], [-1], (1, 0)),
    ([(3, 3, 2, 1)], [-1], (1, 0)),
    ([(3, 3, 2, 1)], [1], (0, 1)),
    ([(3, 3, 1, 1)], [-1], (0.5, 0.5)),
    ([(5, 3, 1, 1), (1, 4, 1, 1)], [-1, -1], (0, 1)),
    ([(5, 3, 1, 3), (1, 3, 2, 1)], [-1, -1], (0, 1)),
    ([(5, 3, 1, 3), (1, 3, 2, 1)], [0, -1], (1, 0)),
    ([(5, 3, 1, 3), (1, 3, 2, 1)], [-1, 0], (1, 0)),
    ([(5, 3, 1, 3), (1, 3, 2, 1)], [0, 1], (0, 1)),
    ([(5, 3, 1, 2), (1, 3, 2, 1)], [1, 0], (0.5, 0.5)),
]


@pytest.mark.parametrize(("games", "ties", "expected"), MATCHES)
def test_winner_of_a_game_or_match_is_found(
    games: list[tuple[int, int, int, int]], ties: list[int], expected: tuple[float, float]
) -> None:
    """PC-4.4, PC-4.5, PC-4.6."""
    state = laid(rules_with(), ("twins", "roofs"))
    for (mine, yours, one, two), judge in zip(games, ties, strict=True):
        state.points = [state.points[0] + mine, state.points[1] + yours]
        for seat, caught in enumerate((one, two)):
            state.remember(f"caught {seat}", state.values[f"caught {seat}"] + caught)
        if judge >= 0:
            state.remember(f"judge {judge}", True)
    assert state.scores() == tuple(state.points), "nothing else is captured"
    assert state.returns() == expected


FIXTURE = """
game: pocket-cats
options: {effect_order: %s}
fixture:
  clans:
    A: {values: [1, 5], chief: %s, effect: {does: turn-dog, timing: before_dogs, amount: 1}}
    B: {values: [2, 3], chief: 3, effect: {does: turn-dog, timing: before_dogs, amount: 1}}
  dogs: {d1: [N]}
state:
  clans: [A, B]
  first: %s
  board: [[A1, A5, d1, B2, B3]]
steps:
  - do: {turn: d1, by: 1}
    expect: {actor: %s}
  - do: leave it
    expect: {over: true, turned: {d1: 1}}
"""


@pytest.mark.parametrize(
    ("order", "chief", "first", "second"),
    [
        ("chief", 1, "A", "A"),  # B has the stronger chief
        ("chief", 5, "B", "B"),
        ("sum", 1, "B", "B"),  # A has the stronger cats
        ("sum", 5, "B", "B"),
    ],
)
def test_stronger_chief_has_its_effect_first(order: str, chief: int, first: str, second: str) -> None:
    """PC-5.1."""
    assert played(FIXTURE % (order, chief, first, second)) == []


@pytest.mark.parametrize(("first", "second"), [("A", "B"), ("B", "A")])
def test_first_player_goes_first_among_equal_chiefs(first: str, second: str) -> None:
    """PC-5.1."""
    text = FIXTURE % ("chief", 3, first, second)
    assert played(text.replace("[1, 5]", "[1, 3]").replace("A5", "A3")) == []


def played(text: str) -> list[str]:
    """What is wrong with a scenario."""
    findings = Findings()
    node = reader.read_yaml(Source("here.yaml", text), findings)
    read = scenario.scenario_of(node, "here", findings) if node else None
    if read:
        scenario.check_scenario(read, lambda name: None, findings)
    return [f"{one.code} {one.span}: {one.message}" for one in findings]


# --- what is always true ------------------------------------------------------------------------------------


def test_dogs_turn_only_by_an_action_that_turns_them() -> None:
    """PC-I-24."""
    for case in CASES:
        before: dict[str, int] = {}
        words = ""
        for state, action in play(case.rules, 2, [random_bot], 1, str(case)):
            assert isinstance(state, DataState)
            cells = state.cells("square") or []
            now = {cell.id: cell.turned for cell in cells}
            if before and now:
                turned = {dog for dog, by in now.items() if by != before[dog]}
                assert turned <= {words.split()[1]} if words.startswith(("turn ", "lay")) else not turned
            words = "" if action is None else case.rules.describe(action)
            before = {} if words.startswith(("turned", "shuffle")) else now


def mirrored(square: Any) -> list[int]:
    """A square as a mirror shows it."""
    return [square[row * 5 + 4 - column] for row in range(5) for column in range(5)]


def tally_of(cards: CatsCards, chosen: Any, clans: tuple[str, str]) -> Tally:
    names = [clan.id for clan in cards.clans]
    return Tally(cards, duel_of(cards, (names.index(clans[0]), names.index(clans[1])), chosen))


@examples(15)
@given(st.permutations(range(25)), st.lists(st.integers(0, 3), min_size=5, max_size=5), st.sampled_from(PAIRS))
def test_mirrored_square_ends_as_the_square_does(order: list[int], turned: list[int], clans: tuple[str, str]) -> None:
    """PC-I-27; quarter turns are among the invariants that every game is held to."""
    rules = rules_with()
    arrows = tuple(tuple(sorted(-arrow % 8 for arrow in arrows)) for arrows in rules.tiles.arrows)
    results = []
    for cards, look, sign in ((rules.tiles, list, 1), (rules.tiles._replace(arrows=arrows), mirrored, -1)):
        tally = tally_of(cards, rules.chosen, clans)
        tiles = [cat for clan in tally.duel.clans for cat in cards.clans[clan].cats]
        tiles += [tile for tile, kind in enumerate(cards.kind) if kind != CAT]
        dogs = [tile for tile in tiles if cards.kind[tile] == DOG]
        square: list[int] = look([tiles[slot] for slot in order])
        turns = [sign * turned[dogs.index(tile)] % 4 if tile in dogs else 0 for tile in square]
        lost = {place for _, place in tally.bites(square, turns)}
        left = [-1 if place in lost else tile for place, tile in enumerate(square)]
        claims = tally.claims(tally.total(left, turns), left, True)
        assert [claim[2:] for claim in tally.claims(tally.total(square, turns), square, False)] == [
            claim[2:] for claim in claims
        ]
        results.append(({square[place] for place in lost}, {claim[0]: claim[2:] for claim in claims}))
    assert results[0] == results[1]


def test_equal_clans_that_change_names_change_scores() -> None:
    """PC-I-28."""
    rules = rules_with(powers="off")
    value = [*rules.tiles.value]
    for clan in rules.tiles.clans:
        for cat, attack in zip(clan.cats, (1, 2, 3, 4, 5), strict=True):
            value[cat] = attack
    rules = PocketCats(rules.records.game, rules.tiles._replace(value=tuple(value)), rules.edition, rules.chosen)
    for seed in range(20):
        scores = []
        for clans in (("twins", "roofs"), ("roofs", "twins")):
            order = [*range(25)]
            Rng(seed).shuffle(order)
            tiles = laid(rules, clans).contents["square"]
            state = laid(rules, clans, " ".join(tiles[slot] for slot in order))
            scores.append(finished(state, Rng(seed, "moves")).scores())
        assert scores[0] == scores[1], "by seat the same, so by name the other way round"


def test_every_tile_and_every_power_decides_some_game() -> None:
    """PC-I-29, and the events that say so."""
    rules = rules_with()
    seen: Counter[tuple[Any, ...]] = Counter()
    for number, clans in enumerate(PAIRS * 24):
        state = met(rules, clans, number)
        state.events = []
        finished(state, Rng(number, "moves"))
        seen.update({tuple(event) for event in state.events if event[0] in ("power", "eliminated")})
        seen.update({("catch", event[1]) for event in state.events if event[0] == "catch"})
        seen.update({("bite", event[1]) for event in state.events if event[0] == "bite"})
        seen.update({("taken", event[1]) for event in state.events if event[0] == "claim" and event[4] >= 0})
    cards = rules.tiles
    named = [*zip(cards.ids, cards.kind, strict=True)]
    expected: list[tuple[Any, ...]] = [("taken", name) for name, kind in named if kind == PREY]
    expected += [("bite", name) for name, kind in named if kind == DOG]
    expected += [(what, name) for name, kind in named if kind == CAT for what in ("eliminated", "catch")]
    expected += [("power", clan.id, power.does) for clan in cards.clans for power in (clan.effect, clan.ability)]
    assert [event for event in expected if not seen[event]] == []


def test_events_of_a_game_follow_the_order_of_the_rules() -> None:
    state = met(rules_with(), ("lookouts", "shadows"), 4)
    state.events = []
    finished(state, Rng(4))
    kinds = [event[0] for event in state.events]
    assert kinds.count("reveal") == kinds.count("exchange") == 24
    order = ["reveal", "bite", "eliminated", "claim", "points"]
    assert [*dict.fromkeys(kind for kind in kinds if kind in order)] == order
    assert kinds.count("claim") == 10
    assert [event[2] for event in state.events if event[0] == "points"] == list(state.scores())


@pytest.mark.parametrize(
    ("clans", "played", "words", "cards"),
    [
        (None, [], "choose twins", ["twins"]),
        (("lookouts", "shadows"), [], "reveal r1c1", ["lookouts-1"]),
        (("lookouts", "shadows"), ["reveal r1c1"], "exchange r1c1 with r1c2", ["lookouts-1"]),
        (("lookouts", "shadows"), ["reveal r1c3"], "exchange r1c3 with r3c3", ["lookouts-3", "mouse-3"]),
        (("lookouts", "shadows"), ["reveal r5c5"], "turn dog-5 left", ["dog-5", "lookouts"]),
        (("lookouts", "shadows"), ["reveal r5c5"], "leave it", []),
        (("shadows", "lookouts"), ["reveal r1c1", "exchange r1c1 with r1c2"], "look at r1c1", ["shadows"]),
    ],
)
def test_cards_of_an_action_are_the_shown_cards(
    clans: tuple[str, str] | None, played: list[str], words: str, cards: list[str]
) -> None:
    rules = rules_with()
    state = laid(rules, clans) if clans else rules.start(rules.setup(2, Rng(1)))
    for one in played:
        state.apply(rules.parse(one))
    assert [*rules.cards_of(rules.parse(words), state)] == cards


def test_part_of_a_square_can_be_drawn() -> None:
    notation = CatsNotation(rules_with())
    state = notation.read_state({"board": [["gourmets-1", "_", "mouse-3"]]})
    shown = state.zones(None)["square"]
    assert [(entry["id"], entry["place"]) for entry in shown] == [("gourmets-1", "r1c1"), ("mouse-3", "r1c3")]


# --- what is known ------------------------------------------------------------------------------------------


def test_player_who_looked_at_a_tile_knows_it_after_moves() -> None:
    rules = rules_with()
    state = met(rules, ("shadows", "twins"), 3)
    for words in ("reveal r1c1", "exchange r1c1 with r1c2", "look at r5c5"):
        state.apply(rules.parse(words))
    known = rules.records.ids[state.zone("square")[24]]
    shown = state.zones(0)["square"][24]
    assert (shown["id"], shown["up"]) == (known, False)
    assert "id" not in state.zones(1)["square"][24]
    for seed in range(20):
        other = state.copy()
        other.resample_hidden(0, Rng(seed))
        assert rules.records.ids[other.zone("square")[24]] == known


def test_drawn_clans_are_a_secret_until_both_have_chosen() -> None:
    rules = rules_with(mode="limited")
    state = rules.start(rules.setup(2, Rng(1)))
    mine = state.legal_actions()
    state.apply(mine[0])
    assert state.zones(1)["clan 0"] == []
    assert "id" not in state.zones(1)["picked 0"][0]
    assert state.zones(0)["picked 0"] == [{"id": rules.describe(mine[0]).split()[1]}]
    guesses = set()
    for seed in range(40):
        other = state.copy()
        other.resample_hidden(1, Rng(seed))
        assert [*other.legal_actions()] == [*state.legal_actions()]
        guesses.add(other.contents["picked 0"][0])
    assert len(guesses) == 4, "any of the clans that are not in the own hand"
    state.apply(state.legal_actions()[0])
    assert [len(state.zones(1)[f"clan {seat}"]) for seat in (0, 1)] == [1, 1]
    assert state.contents["box"] == []


# --- cards that the rules cannot use ------------------------------------------------------------------------


def with_power(text: str) -> str:
    return FIXTURE.replace("{does: turn-dog, timing: before_dogs, amount: 1}", text, 1) % ("chief", 5, "A", "B")


@pytest.mark.parametrize(
    ("power", "words"),
    [
        ("{does: fly-away, timing: permanent}", "'A' has the power 'fly-away'"),
        ("{does: guard, timing: permanent}", "'A' has the power 'guard'"),
        ("{does: peek, timing: scoring}", "'A' has the power 'peek' at the moment 'scoring'"),
        ("{does: revive, timing: after_dogs, tiles: [dog]}", "'A' has the power 'revive' of these tiles"),
    ],
)
def test_power_that_the_rules_do_not_know_is_a_finding(power: str, words: str) -> None:
    """PC-I-14, PC-I-15."""
    (found,) = played(with_power(power))
    assert found.startswith("unknown-effect here.yaml:6:")
    assert words in found


def test_game_that_claims_the_rules_must_have_their_components(den: Callable[..., Path]) -> None:
    folder = den()
    findings = Findings()
    game = load_game(folder / "den", findings)
    assert game is not None
    assert PocketCats.of(game, findings) is None
    assert {one.code for one in findings} == {"bad-declaration"}
    assert {one.message.rpartition(" ")[2] for one in findings} == {"'clans'", "'cats'", "'prey'", "'dogs'"}


def test_options_that_the_cards_do_not_allow_are_refused() -> None:
    clans = "fixture: {clans: {A: {values: [1]}, B: {values: [1]}}}\nstate: {board: [[A1]]}"
    for options, words in (
        ("{mode: first}", "a first game is one of royal-claws and gourmets"),
        ("{mode: limited}", "too few clans: 2"),
        ("{mice_values: 3-4-4-5-5-6}", "is for 6 mice, not for 0"),
        ("{powers: maybe}", "'powers' of pocket-cats cannot be 'maybe'"),
    ):
        (found,) = played(f"game: pocket-cats\noptions: {options}\n{clans}")
        assert found.startswith("bad-scenario here.yaml:2:")
        assert words in found


def test_cards_that_do_not_fill_the_square_are_not_a_game() -> None:
    rules = rules_with()
    cards = rules.tiles._replace(clans=tuple(clan._replace(cats=clan.cats[1:]) for clan in rules.tiles.clans))
    with pytest.raises(ValueError, match="PC-I-04"):
        PocketCats(rules.records.game, cards, "", rules.chosen).setup(2, Rng(1))


def test_more_amounts_than_the_catalog_has() -> None:
    """Powers of other cards: two looks, two cats revived, a dog turned by two quarters."""
    fixture = "fixture: {clans: {A: {values: [1, 2, 3], effect: %s}, B: {values: [1, 2, 3]}}, dogs: {d1: [E, W]}}"
    game = f"game: pocket-cats\n{fixture}\nstate: {{clans: [A, B], board: %s}}\nsteps:\n%s"
    square = "[[A1, A2, d1, A3]]"
    looks = """
  - {do: [{reveal: r1c1}, {exchange: r1c2}], expect: {phase: look}}
  - {do: {look: r1c3}, expect: {actor: A, phase: look}}
  - {do: {look: r1c4}, expect: {actor: B, looked: {A: [r1c3, r1c4]}}}"""
    assert played(game % ("{does: peek, timing: permanent, amount: 2}", "[[~A1, A2, ~A3, ~B1]]", looks)) == []
    revives = "  - do: [{revive: A2}, {revive: A3}]\n    expect: {over: true, eliminated: []}"
    assert played(game % ("{does: revive, timing: after_dogs, amount: 2}", square, revives)) == []
    turns = "  - which: turn\n    expect: [d1 round]"
    assert played(game % ("{does: turn-dog, timing: before_dogs, amount: 2}", square, turns)) == []
