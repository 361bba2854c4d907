"""The greedy bot decides as its naive statement does, in states of all games, and tries few actions to find out."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import cast

import pytest

from games import greedy_statement
from games.conformance import Case, cases, rules_of
from games.fooden_situations import begin_turn, situation
from pawprint.games.engines import ENGINES
from pawprint.games.food_chain.rules import FoodChain
from pawprint.games.fooden.table import FoodenTable
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.play import bots
from pawprint.play.bots import greedy_bot
from pawprint.play.engine import CHANCE, END, LookaheadState, Rng, State, resampled
from pawprint.play.language.data_state import DataState
from pawprint.play.language.grid import turn_over

CASES = cases()
#: Of each game so many decisions are looked at, on average.
LOOKED_AT = 10
#: Engines that can tell changes of scores; the share of actions that are tried on copies all the same is at most this.
TRIED = {"food-chain": 0.0, "pocket-cats": 0.1, "fooden": 0.15, "lake-ecosystem": 0.2}


class CountingRng(Rng):
    """Random numbers that are counted."""

    __slots__ = ("count", "inner")

    def __init__(self, *labels: object) -> None:
        self.inner, self.count = Rng(*labels).random, 0
        self.random = self._next

    def _next(self) -> float:
        self.count += 1
        return self.inner()


def decisions(case: Case, *labels: object) -> Iterator[State]:
    """Some states of a game in which a seat has a choice; half of its actions are random, half greedy."""
    rules, rng, length = case.rules, Rng(*labels, "choices"), 80
    state = rules.start(rules.setup(case.players, Rng(*labels, "deal")))
    while (seat := state.actor()) != END:
        if seat == CHANCE:
            state.apply(state.chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1 and rng.below(length) < LOOKED_AT:
            yield state
        state.apply(greedy_bot(state, legal, rng) if rng.below(2) else rng.pick(legal))


def look_at(case: Case, check: Callable[..., None], games: int = 1) -> None:
    """Check some decisions of some games."""
    for game in range(games):
        for number, state in enumerate(decisions(case, str(case), game)):
            check(case, state, str(case), game, number)


def same_choice(case: Case, state: State, *labels: object) -> None:
    """The bot chooses as its statement does, and takes as many random numbers."""
    legal, before = state.legal_actions(), state.dump()
    fast, naive = CountingRng(*labels), CountingRng(*labels)
    chosen = greedy_bot(state, legal, fast)
    wanted = greedy_statement.choice(state, legal, naive)
    assert case.rules.describe(chosen) == case.rules.describe(wanted), before
    assert fast.count == naive.count
    assert state.dump() == before


def true_changes(case: Case, state: State, *labels: object) -> None:
    """Each change of the scores that is told is the one that the action makes in the state that is told."""
    legal, lookahead = state.legal_actions(), cast("LookaheadState", state)
    rng, naive = CountingRng(*labels), CountingRng(*labels)
    told, where = lookahead.score_changes(legal, rng)
    known = cast("LookaheadState", resampled(state, naive))
    assert rng.count == naive.count, "hidden information is resampled otherwise"
    if None in told:
        assert where.dump() == known.dump()
    true_changes_as_it_is(case, known, *labels, also=told)


def true_changes_as_it_is(
    case: Case, known: State, *labels: object, also: Sequence[tuple[int, ...] | None] = ()
) -> Sequence[tuple[int, ...] | None]:
    """The same for a state of which everything is known; *also*: other changes to compare."""
    rng, legal, before = CountingRng(*labels), known.legal_actions(), known.scores()
    told, _ = cast("LookaheadState", known).score_changes(legal, None)
    for action, *changes in zip(legal, told, also or told, strict=True):
        rng.count = 0
        after = greedy_statement.scores_after(known, action, rng)
        change = tuple(new - old for new, old in zip(after, before, strict=True))
        for one in changes:
            assert one in (None, change), f"{case.rules.describe(action)} in {known.dump()}"
        assert changes == [None, None] or not rng.count, "chance follows"
    return told


@pytest.mark.parametrize("case", CASES, ids=str)
def test_greedy_decides_as_its_statement(case: Case) -> None:
    look_at(case, same_choice)


@pytest.mark.parametrize("case", [case for case in CASES if case.engine in TRIED], ids=str)
def test_changes_of_scores_match_the_actions(case: Case) -> None:
    rare = "bonus_as_start" in dict(case.options)  # that chance follows
    look_at(case, true_changes, games=10 if rare else 1)


@pytest.mark.parametrize("edition", ["fr-yannibus", "en-2012"])
def test_in_food_chain_food_of_a_player_with_a_token_of_the_eater_pays_the_exchange(edition: str) -> None:
    seen = 0
    case = next(case for case in CASES if case.engine == "food-chain" and case.edition == edition)
    rules = case.rules
    assert isinstance(rules, FoodChain)
    for game in range(20):
        for state in decisions(case, "exchange", game):
            assert isinstance(state, DataState)
            seat = state.seat
            deeds = [found for action in state.legal_actions() if (found := rules.parts_of(action)) is not None]
            owners = {state.token[values[1]] for verb, values in deeds if verb.name == "eat"} - {-1, seat}
            supply, captured = f"supply {seat}", f"captured {min(owners, default=0)} {seat}"
            if owners and state.values[supply]:
                state = state.copy()
                state.remember(supply, state.values[supply] - 1)
                state.remember(captured, state.values[captured] + 1)
                true_changes(case, state, edition)
                seen += 1
    assert seen


@pytest.mark.parametrize("left", [0, 1, 2], ids=lambda left: f"laboratory of {left}")
def test_in_fooden_bounty_and_cohorts_are_foreseen(left: int) -> None:
    """Also where VP tokens and creatures in the laboratory run out."""
    case = next(case for case in CASES if case.engine == "fooden")
    seen: Counter[int] = Counter()
    for game in range(4):
        for number, decided in enumerate(decisions(case, "bounty", game)):
            if isinstance(decided, DataState) and FoodenTable(decided).stage == "act":
                state = situation(decided)
                deck, lab = state.zone("deck"), state.zone("lab")
                deck += lab[left:]
                del lab[left:]
                for trait in ("bounty", "cohort"):  # on top of the deck: a cohort, and below it bounty
                    traits = {one: state.rules.cards[state.rules.id_of(one)]["trait"] for one in deck}
                    top = [one for one in deck if traits[one] is not None and traits[one].id == trait][:2]
                    deck[:] = [one for one in deck if one not in top] + top
                deck.pop()
                state.remember("vp", number % 3)
                begin_turn(state, state.seat, *FoodenTable(state).pending, n=state.values["amount"])
                if state.seat == decided.seat and len(state.legal_actions()) > 1:
                    told = true_changes_as_it_is(case, state, game, number)
                    seen.update(change[state.seat] for change in told if change)
    assert {0, 2} <= {*seen}


@pytest.mark.parametrize("left", [0, 1, 2], ids=lambda left: f"laboratory of {left}")
def test_in_fooden_the_end_of_the_season_after_a_card_that_renews_is_foreseen(left: int) -> None:
    """Renewing is skipped without creatures in the laboratory, forced with one, and a choice with two."""
    case = next(case for case in CASES if case.engine == "fooden")
    seen: Counter[str] = Counter()
    for number, decided in enumerate(decisions(case, "renew", 0)):
        if isinstance(decided, DataState) and FoodenTable(decided).stage == "act":
            for other in ("add-food", "reveal", "lead"):
                last = situation(decided)
                lab = last.zone("lab")
                last.zone("deck").extend(lab[left:])
                del lab[left:]
                last.remember("round", 4)
                last.remember("first", last.next_seat(last.seat))
                begin_turn(last, last.seat, "renew", other, n=2)
                if last.seat == decided.seat and len(last.legal_actions()) > 1:
                    seen.update(map(str, true_changes_as_it_is(case, last, number, other)))
    assert seen


@pytest.mark.parametrize("edition", ["core", "effects"])
def test_in_the_lake_the_end_of_the_deck_and_long_meals_are_foreseen(edition: str) -> None:
    case = next(case for case in CASES if case.engine == "lake-ecosystem" and case.edition == edition)
    for game in range(8):
        for number, state in enumerate(decisions(case, "meals", game)):
            assert isinstance(state, DataState)
            state = state.copy()
            if number % 2:  # few cards in the deck, and some species without food in the last turn
                deck = state.zone("deck")
                del deck[: max(0, len(deck) - number // 2 % 4)]
                if number % 4 == 1:
                    state.remember("last", state.values["number"])
                    state.remember("lake", 1)
            else:  # one species, of so many that more is forced than is followed
                row, parts = state.zone("species", state.seat), LakeTable(state).zone.parts
                del row[1:]
                group = {"population": (0,) * 8, "traits": 0, "food": 0}
                for name, value in group.items() if row else ():
                    state.g[parts[name].at][row[0]] = value
                state.remember("lake", 5 + number)
            state = case.rules.load(state.dump())
            if len(state.legal_actions()) > 1:
                true_changes_as_it_is(case, state, game, number)


@pytest.mark.parametrize("pair", range(0, 42, 6))
def test_looking_ahead_in_pocket_cats_understands_the_powers_of_every_two_clans(pair: int) -> None:
    case = next(case for case in CASES if case.engine == "pocket-cats")
    clans = case.rules.start(case.rules.setup(2, Rng("deal"))).legal_actions()
    for number, (one, two) in [*enumerate(permutations(clans, 2))][pair : pair + 6]:
        rng = Rng("clans", number)
        state = case.rules.start(case.rules.setup(2, rng))
        state.apply(one)
        state.apply(two)
        while state.actor() != END:
            assert isinstance(state, DataState)
            if state.actor() == CHANCE:
                state.apply(state.chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1 and (rng.below(6) == 0 or len(state.down) <= 1):
                true_changes(case, state, number)
            state.apply(greedy_bot(state, legal, rng) if rng.below(2) else rng.pick(legal))


@pytest.mark.parametrize("game", [13, 29])
def test_looking_ahead_in_pocket_cats_is_right_all_through_a_game(game: int) -> None:
    """What is counted from the square before stays right, turn by turn."""
    case = next(case for case in CASES if case.engine == "pocket-cats" and case.edition == "full")
    state, rng = case.rules.start(case.rules.setup(2, Rng("d", game, "deal"))), Rng("d", game, "bot")
    while state.actor() != END:
        if state.actor() == CHANCE:
            state.apply(state.chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            true_changes_as_it_is(case, state, game)
        state.apply(greedy_bot(state, legal, rng))


def between(shown: str) -> tuple[Case, DataState]:
    """A chief, a dog that bites no cat, and prey that the chief reaches without the dog; another prey below it.

    Args:
        shown: the places of the tiles that are face up.
    """
    case = next(case for case in CASES if case.engine == "pocket-cats")
    state = case.rules.start(case.rules.setup(2, Rng("between")))
    state.apply(case.rules.parse("choose roofs"))
    state.apply(case.rules.parse("choose royal-claws"))
    assert isinstance(state, DataState)
    tiles = [case.rules.records.ids[tile] for tile in state.zone("heap")]  # type: ignore[attr-defined]
    # the arrows of the dog leave the square
    for place, name in [(0, "roofs-4"), (1, "dog-5"), (2, "mouse-6"), (6, "mouse-5")]:
        other = tiles.index(name)
        tiles[place], tiles[other] = name, tiles[place]
    tiles[1] += "/2" if "1" in shown else ""  # all its arrows point down, also from the other place
    state.apply(case.rules.parse(f"shuffle {' '.join(tiles)}"))
    square = state.zone("square")
    for place in [place for place in range(25) if bool(state.up[place]) != (str(place) in shown.split())]:
        turn_over(state, square, place)
        state.looked[place] = 0
    state._legal = None
    case.rules.situation(state, "reveal", 0)  # type: ignore[attr-defined]
    return case, state


def test_dog_that_bites_nothing_can_still_separate_a_chief_from_prey() -> None:
    case, state = between("0 2")
    assert state.scores() == (6, 0)
    assert true_changes_as_it_is(case, state)[0] == (-6, 0)


def test_in_pocket_cats_an_exchange_can_bring_a_dog_out_of_the_way_of_a_chief() -> None:
    case, state = between("0 1 2")
    state.apply(case.rules.parse("reveal r2c2"))
    told = true_changes_as_it_is(case, state)
    change = told[[case.rules.describe(action).split()[-1] for action in state.legal_actions()].index("r1c2")]
    assert change is not None
    assert change[0] >= 6


@pytest.mark.parametrize("engine", TRIED)
def test_greedy_tries_few_actions_on_copies(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: Counter[str] = Counter()
    tried = bots._tried
    monkeypatch.setattr(bots, "_tried", lambda *args: (counted.update(["tried"]), tried(*args))[1])
    for edition in ENGINES.get(engine).editions or [""]:  # type: ignore[union-attr]
        rules = rules_of(engine, edition)
        state = rules.start(rules.setup(rules.players[0], Rng("few", "deal")))
        rng = Rng("few")
        while (seat := state.actor()) != END:
            legal = () if seat == CHANCE else state.legal_actions()
            counted["actions"] += len(legal)
            state.apply(greedy_bot(state, legal, rng) if legal else state.chance(rng))
    assert counted["actions"] > 100
    assert counted["tried"] <= TRIED[engine] * counted["actions"]
