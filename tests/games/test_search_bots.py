"""Bots in the games of the catalog: they know what their seat knows, and those that search are better."""

import pytest

from games.conformance import Case, cases, rules_of
from pawprint.play.bot_names import bot_of
from pawprint.play.engine import CHANCE, END, Rng, State
from pawprint.play.playing import play

#: One case of each game, edition and number of players.
CASES = [case for case in cases() if not case.options]
BOTS = ("greedy", "flat:12", "mcts:12")


def some_decisions(case: Case, count: int) -> list[State]:
    """States of one random game in which a seat has a choice."""
    rules, rng = case.rules, Rng(str(case), "choices")
    state, found = rules.start(rules.setup(case.players, Rng(str(case), "deal"))), []
    while (seat := state.actor()) != END:
        if seat == CHANCE:
            state.apply(state.chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            found.append(state.copy())
        state.apply(rng.pick(legal))
    return found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_bot_decides_by_what_its_seat_observes(case: Case) -> None:
    """Whatever the seat cannot see is different, and the choice is the same."""
    hidden = False
    for state in some_decisions(case, 6):
        other = state.copy()
        other.resample_hidden(state.actor(), Rng(str(case), "other"))
        before = state.dump()
        hidden = hidden or other.dump() != before
        legal = state.legal_actions()
        for name in BOTS:
            bot = bot_of(name)
            chosen = bot(state, legal, Rng(1))
            assert chosen in legal
            assert bot(other, legal, Rng(1)) == chosen, f"{name} knows what it cannot see in {before}"
            assert state.dump() == before
    assert hidden, "nothing was hidden"


@pytest.mark.parametrize("name", ["flat:20", "mcts:20"])
def test_searching_bots_beat_greedy_bots(name: str) -> None:
    """In Food Chain little search is enough; how good they are elsewhere is measured by ladders."""
    rules, won = rules_of("food-chain"), 0.0
    for number in range(40):
        bots = [bot_of(name), bot_of("greedy")]
        *_, (state, _) = play(rules, 2, bots if number % 2 else bots[::-1], number // 2)
        won += state.returns()[1 - number % 2]
    assert won >= 30
