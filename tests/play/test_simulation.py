"""Many games add up to the same, however they are shared out; bots play by the rules; numbers say how sure they are."""

import json
import math
from collections import Counter
from multiprocessing import get_all_start_methods
from pathlib import Path
from typing import Any

import pytest

from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.bots import BOTS, greedy_bot
from pawprint.play.engine import Rng
from pawprint.play.playing import ReplayError, log_line, read_log, record, replay, replay_steps
from pawprint.play.simulation import Unplayable, WorkerPool, play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import mean, percentile, rule_of_three, wilson
from play.garden import Garden, plant

FOLDER = Path(__file__).parents[2] / "docs" / "gallery" / "catalog" / "garden"


@pytest.fixture(autouse=True)
def garden(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)


def table(**more: Any) -> SimulationConfig:
    """A table in the garden; `fault` is that of the engine."""
    fault = more.pop("fault", "none")
    values: dict[str, Any] = {"players": 2, "bots": ("random",), "seed": 0} | more
    return SimulationConfig(FOLDER.as_posix(), Garden, "", "", (("fault", fault),), **values)


# --- sums ---------------------------------------------------------------------------------------------------


def test_same_games_add_up_to_the_same_in_any_order_and_shares() -> None:
    one = table(count_events=True, keep_logs=True)
    whole = play_games(one, range(30))
    parts = [play_games(one, range(start, start + 5)) for start in (20, 0, 25, 10, 5, 15)]
    added = Aggregate()
    for part in parts:
        added.add(part)
    added.logs = dict(sorted(added.logs.items()))
    assert added == whole
    assert whole.games == 30
    assert sum(whole.win_parts.values()) == 30 * PARTS_PER_WIN


@pytest.mark.parametrize("workers", [1, 2])
def test_any_number_of_workers_finds_the_same(workers: int) -> None:
    orders = [(table(bots=("greedy", "mcts:5"), keep_logs=True), 0, 25), (table(players=3, count_events=True), 7, 10)]
    with WorkerPool(workers) as crew:
        done: list[tuple[int, int]] = []
        found = crew.play(orders, lambda *count: done.append(count))
    assert [sums.games for sums in found] == [25, 10]
    assert found == [play_games(one, range(first, first + count)) for one, first, count in orders]
    assert [*found[0].logs] == [*range(25)]
    assert done[-1] == (35, 35)


@pytest.mark.parametrize("method", [name for name in ("spawn", "forkserver") if name in get_all_start_methods()])
def test_workers_that_inherit_nothing_play_the_same_games(method: str) -> None:
    batch = (table(count_events=True), 0, 4)
    with WorkerPool(2, method) as pool:
        (found,) = pool.play([batch])
    assert found == play_games(batch[0], range(4))
    assert found.games == 4


def test_other_seeds_play_other_games_and_other_bots_the_same_deals() -> None:
    lines = {
        (seed, bot): play_games(table(seed=seed, bots=(bot,), keep_logs=True), range(3)).logs
        for seed in (0, 1) for bot in ("random", "greedy")
    }  # fmt: skip
    assert lines[0, "random"] != lines[1, "random"]
    deals = {key: [json.loads(line)["setup"] for line in some.values()] for key, some in lines.items()}
    assert deals[0, "random"] == deals[0, "greedy"] != deals[1, "random"]


def test_games_are_counted() -> None:
    sums = play_games(table(count_events=True), range(20))
    assert sums.sampled == 2
    assert sums.lengths == Counter({9: 20})
    assert sums.decisions == 180
    assert 20 <= sums.forced < 180  # the last card at least
    assert sums.used == Counter(dict.fromkeys(("snail", "toad", "heron"), 20))
    assert sums.dealt == sums.offered == Counter(dict.fromkeys(("snail", "toad", "heron"), 2))
    assert sums.event_counts["play"] == 180
    assert sums.pieces_by_event["play", "heron"] == 20
    assert sums.pieces_by_event["eat.1", "toad"]
    assert sums.pieces_by_event["eat.2", "snail"]
    assert not sums.pieces_by_event["eat.1", "snail"]
    assert not sums.pieces_by_event["eat.2", "heron"]
    assert 20 <= sums.seats_by_event["play", "toad"] <= 40
    assert sums.points[0] == sum(sums.points.values()) - sums.points[1]


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        ("crash", "crash", "KeyError: 'heron' (garden.py:"),
        ("endless", "progress", "the game comes no nearer to its end: (9,), then (9,)"),
        ("loses", "pieces", "pieces appear or vanish: "),
        ("invariant", "G-20", "two animals lie on the table"),
    ],
)
def test_failure_includes_the_game_so_far(fault: str, kind: str, words: str) -> None:
    sums = play_games(table(fault=fault, check_invariants=True), range(6))
    assert {trouble.kind for trouble in sums.failures} == {kind}
    assert len(sums.failures) == 2, "the first ones are enough"
    trouble = sums.failures[0]
    assert trouble.message.startswith(words)
    log = read_log(trouble.log)
    assert len(log.actions) in (trouble.step, trouble.step + 1)
    assert json.loads(trouble.log)["trouble"] == trouble.message
    assert sums.games + sums.broken == 6


def test_endless_game_is_stopped_even_without_a_proof() -> None:
    sums = play_games(table(fault="endless"), range(1))
    assert [trouble.kind for trouble in sums.failures] == ["long"]


def test_unplayable_deck_is_reported(tmp_path: Path) -> None:
    for file in FOLDER.iterdir():
        text = file.read_text(encoding="utf-8")
        (tmp_path / file.name).write_text(text.replace("copies: 4", "copies: 0"), encoding="utf-8")
    one = table()._replace(folder=tmp_path.as_posix())
    with pytest.raises(Unplayable, match="5 cards are too few"):
        rules_of(one)
    text = (tmp_path / "cards.yaml").read_text(encoding="utf-8")
    (tmp_path / "cards.yaml").write_text(text.replace("copies: 0", "copies: 10"), encoding="utf-8")
    rules = rules_of(one)
    assert isinstance(rules, Garden)
    assert len(rules.deck) == 15, "a deck that has changed is read again"


# --- bots ---------------------------------------------------------------------------------------------------


def test_bots_have_names() -> None:
    assert [*BOTS] == ["flat", "greedy", "mcts", "random"]


def test_greedy_bot_maximises_gains_and_beats_chance() -> None:
    rules = rules_of(table())
    state = rules.load({"deck": [], "hands": [["snail", "toad", "heron"], ["snail"]], "played": ["toad"],
                        "points": [0, 0], "seat": 0})  # fmt: skip
    assert greedy_bot(state, state.legal_actions(), Rng(1)) == "heron"
    sums = play_games(table(bots=("random", "greedy")), range(200))
    assert wilson(sums.win_parts[1] / PARTS_PER_WIN, 200).low > 0.5


def test_greedy_bot_knows_only_what_it_sees() -> None:
    """The same seat, another hand of the other one and another deck: the same choice."""
    rules = rules_of(table())
    chosen = set()
    for deck, other in ((["snail", "heron"], ["toad", "toad"]), (["toad", "toad"], ["heron", "snail"])):
        state = rules.load(
            {"deck": deck, "hands": [["snail", "toad"], other], "played": [], "points": [0, 0], "seat": 0}
        )
        before = state.dump()
        chosen.add(greedy_bot(state, state.legal_actions(), Rng(3)))
        assert state.dump() == before
    assert len(chosen) == 1


# --- logs ---------------------------------------------------------------------------------------------------


def test_log_survives_writing_and_reading() -> None:
    rules = rules_of(table())
    log = record(rules, 2, [BOTS.get("random")], 5)  # type: ignore[list-item]
    read = read_log(log_line(log))
    assert read == log
    assert replay(rules, read).returns() == log.returns
    steps = [*replay_steps(rules, read)]
    assert [step.words for step in steps] == [*log.actions]
    assert steps[0].events == (("play", 0, log.actions[0].removeprefix("play ")),)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "no JSON"),
        ("[1]", "no game in format 1"),
        ('{"format": 9}', "no game in format 1"),
        ('{"format": 1}', "no 'game'"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_invalid_log_is_refused(line: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_log(line)


def test_log_that_does_not_replay_is_refused() -> None:
    rules = rules_of(table())
    log = record(rules, 2, [BOTS.get("random")], 5)  # type: ignore[list-item]
    with pytest.raises(ReplayError, match=r"step 1: 'play whale' is not legal: G-R1"):
        [*replay_steps(rules, log._replace(actions=("play whale",)))]
    with pytest.raises(ReplayError, match=r"^step 1: 'jump' is not an action"):
        [*replay_steps(rules, log._replace(actions=("jump",)))]
    with pytest.raises(ReplayError, match="ends in another way"):
        [*replay_steps(rules, log._replace(returns=(0.0, 0.0)))]
    with pytest.raises(ReplayError, match=r"step 10: .* the game is over"):
        [*replay_steps(rules, log._replace(actions=(*log.actions, "play toad")))]
    assert len([*replay_steps(rules, log._replace(actions=log.actions[:3], digests=(), returns=()))]) == 3


# --- odds ---------------------------------------------------------------------------------------------------


def test_wilson_is_as_in_the_books() -> None:
    found = wilson(5, 10)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2366, 0.7634)
    assert wilson(0, 0) == (0, 0, 1)
    assert wilson(0, 100).low == 0
    assert wilson(0, 100).high == pytest.approx(0.037, abs=0.001)
    assert wilson(100, 100).high == 1
    assert wilson(50, 100, 2.6).low < wilson(50, 100).low


def test_mean_and_its_interval() -> None:
    found = mean(6, 14, 3)  # 1, 2, 3
    assert found.value == 2
    assert found.high - found.value == pytest.approx(1.96 / math.sqrt(3))
    assert mean(5, 25, 1).low == -math.inf


def test_event_that_never_happened_is_rare() -> None:
    assert rule_of_three(10_000) == pytest.approx(0.0003, rel=0.01)
    assert rule_of_three(0) == 1


def test_percentiles() -> None:
    counts = Counter({1: 5, 2: 90, 9: 5})
    assert [percentile(counts, part) for part in (0.05, 0.5, 0.95, 1)] == [1, 2, 2, 9]
    assert percentile(Counter(), 0.5) == 0
