"""Bots that search: their names and budgets, what they find, and what they may not know."""

from typing import Any

import pytest

from pawprint.play import search_bots
from pawprint.play.bot_names import BotNameError, SearchBudget, bot_of, full_name, is_timed
from pawprint.play.bots import BOTS
from pawprint.play.engine import END, Rng
from pawprint.play.search_bots import FlatBot, TreeBot

# --- names --------------------------------------------------------------------------------------------------


def test_name_has_the_budget() -> None:
    assert [full_name(name) for name in ("random", "greedy", "mcts:400", "flat:7", "mcts:2s")] == [
        "random", "greedy", "mcts:400", "flat:7", "mcts:2s",
    ]  # fmt: skip
    for name in ("flat", "mcts"):
        assert full_name(name) == f"{name}:200"
        assert bot_of(name) is BOTS[name]
    bot = bot_of("mcts:400")
    assert isinstance(bot, TreeBot)
    assert bot.budget == SearchBudget(rollouts=400)
    assert [is_timed(name) for name in ("greedy", "mcts", "flat:2s")] == [False, False, True]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mtcs", "did you mean 'mcts'?"),
        ("mtcs:4", "'mtcs:4': did you mean 'mcts'?"),
        ("greedy:4", "greedy has no budget; write greedy"),
        *((f"mcts:{budget}", "as in mcts:400 or mcts:2s") for budget in ("", "0", "s", "-1", "1.5", "9999999", "601s")),
        ("mcts:٤", "as in mcts:400 or mcts:2s"),
    ],
)
def test_unknown_bot_name_is_refused(name: str, message: str) -> None:
    with pytest.raises(BotNameError) as raised:
        bot_of(name)
    assert message in str(raised.value)


# --- what they find -----------------------------------------------------------------------------------------


class Bait:
    """A state of a game of one choice for each of two seats, without anything hidden.

    Seat 0 takes 2 points, or leaves them; if it takes them, seat 1 may take 5, else seat 0 gets 3.
    """

    events: Any = None

    def __init__(self, done: str = "") -> None:
        self.done = done

    def actor(self) -> int:
        return END if len(self.done) == 2 else len(self.done)

    def legal_actions(self) -> list[str]:
        return ["a", "b"] if len(self.done) < 2 else []

    def apply(self, action: Any) -> None:
        self.done += action

    def copy(self) -> "Bait":
        return Bait(self.done)

    def scores(self) -> tuple[int, int]:
        return {"": (0, 0), "a": (2, 0), "b": (0, 0), "aa": (2, 5), "ab": (2, 0), "ba": (3, 0), "bb": (3, 1)}[self.done]

    def returns(self) -> tuple[float, float]:
        return (1.0, 0.0) if self.scores()[0] > self.scores()[1] else (0.0, 1.0)

    def resample_hidden(self, seat: int, rng: Rng) -> None:
        pass


def test_tree_search_sees_the_reply_that_greedy_does_not_see() -> None:
    state: Any = Bait()
    legal = state.legal_actions()
    assert bot_of("greedy")(state, legal, Rng(1)) == "a"
    assert {bot_of("mcts:100")(state, legal, Rng(seed)) for seed in range(5)} == {"b"}
    assert {bot_of("flat:100")(state, legal, Rng(seed)) for seed in range(5)} == {"b"}


def test_rewards_of_a_seat_are_for_its_lead_over_the_best_opponent() -> None:
    assert search_bots._leads((5,)) == [5]
    assert search_bots._leads((5, 3)) == [2, -2]
    assert search_bots._leads((1, 7, 7, 4)) == [-6, 0, 0, -3]


@pytest.mark.parametrize("name", ["flat:1", "mcts:1", "mcts:2", "flat:11"])
def test_budget_that_is_too_small_is_enough_for_a_choice(name: str) -> None:
    state: Any = Bait()
    assert bot_of(name)(state, state.legal_actions(), Rng(1)) in ("a", "b")


def test_bot_with_seconds_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(10**6))
    monkeypatch.setattr(search_bots, "monotonic", lambda: next(ticks) / 10)
    state: Any = Bait()
    for kind in (FlatBot, TreeBot):
        before = next(ticks)
        assert kind(SearchBudget(seconds=2))(state, state.legal_actions(), Rng(1)) == "b"
        assert 20 <= next(ticks) - before < 30
