"""Ladders: every bot against every other one, the same for any number of processes."""

from pathlib import Path

import pytest

from pawprint.play.aggregates import PARTS_PER_WIN
from pawprint.play.simulation import WorkerPool, play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance import ladder as ladders
from pawprint.playtests.balance.ladder import ladder_data, ladder_lines, play_ladder
from play.garden import Garden, plant

FOLDER = Path(__file__).parents[2] / "docs" / "gallery" / "catalog" / "garden"
BOTS = ("random", "greedy", "flat:8")


@pytest.fixture(autouse=True)
def garden(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)
    monkeypatch.setattr(ladders, "_MEASURED_S", 0.01)


def table(players: int, fault: str = "none") -> SimulationConfig:
    return SimulationConfig(FOLDER.as_posix(), Garden, "", "", (("fault", fault),), players, BOTS, 3)


@pytest.mark.parametrize("players", [2, 3])
def test_each_pair_plays_the_same_deals_with_exchanged_seats(players: int) -> None:
    config = table(players)
    with WorkerPool() as pool:
        ladder = play_ladder(config, 20, pool)
    assert (ladder.deals, ladder.failed, len(ladder.pairs)) == (10, 0, 3)
    (pair,) = [pair for pair in ladder.pairs if {pair.first, pair.second} == {"random", "greedy"}]
    won = 0
    for bots in (("greedy", "random"), ("random", "greedy")):
        sums = play_games(config._replace(bots=bots), range(10))
        won += sum(sums.win_parts[seat] for seat in range(players) if bots[seat % 2] == pair.first)
    assert pair.games == 20
    assert pair.wins.value == pytest.approx(won / PARTS_PER_WIN / 20)


def test_strongest_bot_is_first_and_shares_add_up() -> None:
    with WorkerPool() as pool:
        ladder = play_ladder(table(2), 40, pool)
    wins = [rung.wins.value for rung in ladder.rungs]
    assert wins == sorted(wins, reverse=True)
    assert sum(wins) == pytest.approx(len(BOTS) / 2)
    assert ladder.rungs[-1].bot == "random"
    assert all(rung.pace for rung in ladder.rungs)
    speed = {rung.bot: rung.pace or 0 for rung in ladder.rungs}
    assert speed["random"] > speed["flat:8"]


def test_any_number_of_processes_finds_the_same_ladder() -> None:
    found = []
    for workers in (1, 2):
        with WorkerPool(workers) as pool:
            ladder = play_ladder(table(2), 9, pool)
        found.append((ladder.pairs, [(rung.bot, rung.wins) for rung in ladder.rungs]))
        assert ladder.deals == 5, "the games of a pair are an even number"
    assert found[0] == found[1]


def test_ladder_as_text_and_as_data() -> None:
    config = table(3)
    with WorkerPool() as pool:
        ladder = play_ladder(config, 10, pool)
    lines = ladder_lines(rules_of(config), ladder)
    assert lines[0] == (
        "garden, fault none: 3 players, seed 3; each pair of bots plays 5 deals twice, with exchanged seats"
    )
    assert lines[2].split() == ["bot", "wins", "95", "%", "games", "a", "second"]
    assert [line.split()[:3] for line in lines[-3:]] == [[pair.first, pair.second, "10"] for pair in ladder.pairs]
    data = ladder_data(rules_of(config), ladder)
    assert [one["bot"] for one in data["bots"]] == [rung.bot for rung in ladder.rungs]
    assert data["pairs"][0]["wins"]["value"] == round(ladder.pairs[0].wins.value, 6)
    assert (data["deals"], data["broken"], data["players"]) == (5, 0, 3)


def test_unfinished_games_are_reported() -> None:
    config = table(2, "crash")
    with WorkerPool() as pool:
        ladder = play_ladder(config, 2, pool)
    assert ladder.failed == 6
    assert ladder_lines(rules_of(config), ladder)[1] == "6 games more broke off"
