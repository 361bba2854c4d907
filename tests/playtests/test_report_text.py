"""Reports of simulated games as text and as data."""

from pathlib import Path

from games.conformance import game_of
from pawprint.games.food_chain.rules import FoodChain
from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.simulation import play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.playtests.balance.balance_report import balance_report, data_report
from pawprint.playtests.balance.report_text import text_report

FOLDER = Path(__file__).parents[2] / "catalog" / "food-chain"
TABLE = SimulationConfig(FOLDER.as_posix(), FoodChain, "", "", (), 2, ("random",), 0)


def report(total: Aggregate) -> list[str]:
    return text_report(balance_report(game_of("food-chain"), rules_of(TABLE), TABLE, total))


def test_pieces_that_players_never_choose_are_not_listed() -> None:
    lines = report(play_games(TABLE, range(10)))
    names = {line.split()[0] for line in lines if line}
    assert {"wolf", "swarm"} <= names
    assert names.isdisjoint({"yellow", "blue", "red", "green"})


def test_column_with_equal_values_becomes_a_line() -> None:
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


def test_piece_used_only_in_uncounted_games_has_no_share() -> None:
    total = play_games(TABLE, range(10))
    total.dealt["wolf"] = total.offered["wolf"] = 0
    total.used["wolf"] = 2
    lines = report(total)
    assert [line.split() for line in lines if line.startswith("wolf")] == [["wolf", "-", "-", "20.0%"]]
    assert lines[-1].startswith("- means: used, but")


# --- what is counted for reports ----------------------------------------------------------------------------

FULL = TABLE._replace(bots=("greedy", "random"), count_events=True, count_course=True, swap_pieces=True)


def test_full_report_has_the_value_of_each_piece_and_the_course_of_games() -> None:
    total = play_games(FULL, range(8))
    report = balance_report(game_of("food-chain"), rules_of(FULL), FULL, total)
    wolf = next(piece for piece in report.pieces if piece.id == "wolf")
    assert wolf.drawn is not None
    assert wolf.drawn.wins.value == total.seat_parts_by_event["drawn by", "wolf"] / PARTS_PER_WIN / wolf.drawn.seats
    assert any(piece.swap for piece in report.pieces)
    assert [one.bot for one in report.by_bot] == ["greedy", "random"]
    assert report.by_bot[0].wins == report.seats[0].wins
    assert report.course is not None
    assert sum(report.course.choices.values()) == total.decisions
    assert "ransom" in report.never, "no option lets tokens be bought back"
    lines = text_report(report)
    assert [line.split()[:2] for line in lines if line.startswith("Cards")] == [["Cards", "drawn"]]
    assert any(line.startswith("the lead changes: ") for line in lines)
    assert f"events that never happened: {', '.join(report.never)}" in lines
    assert f"the longest game: number {report.notable['longest']}" in "\n".join(lines)


def test_text_and_data_have_the_same_figures() -> None:
    report = balance_report(game_of("food-chain"), rules_of(FULL), FULL, play_games(FULL, range(8)))
    data, text = data_report(report), "\n".join(text_report(report))
    snail = data["pieces"]["snail"]
    row = next(line for line in text.split("Cards  ")[1].splitlines() if line.startswith("snail"))
    assert f"{snail['drawn']['wins']['value']:.1%} ({snail['drawn']['wins']['low']:.1%} to" in row
    assert f"{snail['kept']['seats'] / 16:.1%}" in row
    assert f"won from behind after half of the game: {data['course']['comebacks']['value']:.1%}" in text
    assert data["never"] == ["ransom"] or set(data["never"]) > {"ransom"}


def test_lengths_of_games_are_summarised_by_percentiles() -> None:
    found = balance_report(game_of("food-chain"), rules_of(TABLE), TABLE, play_games(TABLE, range(10)))
    told = data_report(found)["decisions"]["percentiles"]
    assert told["5"] == min(found.lengths)
    assert told["5"] < told["50"] <= told["95"] <= told["100"] == max(found.lengths)
