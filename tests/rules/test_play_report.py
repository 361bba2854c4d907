"""The table of pieces in the report of simulated games."""

from pathlib import Path

from games.conformance import game_of
from pawprint.games.food_chain.rules import FoodChain
from pawprint.rules.aggregates import Aggregate
from pawprint.rules.play_report import text_report
from pawprint.rules.simulation import play_games, rules_of
from pawprint.rules.simulation_config import SimulationConfig

FOLDER = Path(__file__).parents[2] / "catalog" / "food-chain"
TABLE = SimulationConfig(FOLDER.as_posix(), FoodChain, "", "", (), 2, ("random",), 0)


def report(total: Aggregate) -> list[str]:
    return text_report(game_of("food-chain"), rules_of(TABLE), TABLE, total)


def test_pieces_that_players_never_choose_are_not_listed() -> None:
    lines = report(play_games(TABLE, range(10)))
    names = {line.split()[0] for line in lines if line}
    assert {"wolf", "swarm"} <= names
    assert names.isdisjoint({"yellow", "blue", "red", "green"})


def test_a_column_that_says_the_same_of_all_pieces_is_a_line() -> None:
    total = play_games(TABLE, range(10))
    for name in game_of("food-chain").records["organisms"].keys() | {"huntsman", "swarm"}:
        total.dealt[name] = total.sampled
        total.offered[name] = total.sampled
    total.offered["wolf"] = 0
    total.used["wolf"] = 0
    lines = report(total)
    assert [line.split() for line in lines if line.startswith("piece")] == [["piece", "offered", "used"]]
    assert "dealt: 100% for each of them" in lines
    assert [line.split()[1:] for line in lines if line.startswith("wolf")] == [["0%", "0.0%"]]


def test_a_piece_that_was_used_in_other_games_than_the_counted_ones_has_no_share_of_nothing() -> None:
    total = play_games(TABLE, range(10))
    total.dealt["wolf"] = total.offered["wolf"] = 0
    total.used["wolf"] = 2
    lines = report(total)
    assert [line.split() for line in lines if line.startswith("wolf")] == [["wolf", "-", "-", "20.0%"]]
    assert lines[-1].startswith("- means: used, but")
