"""Two ways to play, compared pair by pair: what is measured, and how often it is a false alarm."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import html5lib
import pytest

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.aggregates import PARTS_PER_WIN
from pawprint.play.engine import Rng
from pawprint.play.simulation import (
    PLAYS,
    POINTS,
    WINS,
    WINS_WITH,
    PairedConfig,
    PairedSums,
    WorkerPool,
    play_games,
    play_pairs,
)
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import wilson
from pawprint.playtests.balance.catalog_variants import read_variant, variant_texts
from pawprint.playtests.balance.comparison import compare, comparison_lines, strongest, sweep_lines
from pawprint.playtests.balance.precision import blocks, play_paired, play_until, win_change
from pawprint.playtests.balance.report_page import comparison_page
from play.garden import Garden, plant

FOLDER = Path(__file__).parents[2] / "docs" / "gallery" / "catalog" / "garden"
TABLE = SimulationConfig(FOLDER.as_posix(), Garden, "", "", (), 2, ("random",), 0)
GREEDY = TABLE._replace(bots=("greedy",))


@pytest.fixture(autouse=True)
def garden(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)


def game() -> Game:
    found = load_game(FOLDER, Findings())
    assert found is not None
    return found


def alarm(pair: PairedConfig, games: int) -> bool:
    return compare(game(), ("one", "two"), ("", ""), pair, play_paired(WorkerPool(1), pair, games)).differs


# --- how it is shown ----------------------------------------------------------------------------------------


def test_page_of_a_comparison_has_its_figures_and_loads_nothing() -> None:
    more = variant_texts(game(), read_variant(game(), "animals.heron.copies", "+2"))
    pair = PairedConfig(GREEDY, GREEDY._replace(texts=more))
    played = play_pairs(pair, range(60))
    one = compare(game(), ("garden", "<more herons>"), ("", ""), pair, played)
    assert one.decisions is not None
    assert one.decisions.before == played.parts[0].decisions / 60
    assert one.points[0].before == played.parts[0].points[0] / 60
    text = comparison_page([one])
    html5lib.HTMLParser(strict=True).parse(text)
    assert not re.search(r'(src|href)="(?!#)', text)
    assert "garden against &lt;more herons&gt;" in text
    assert f"<dd>{one.same:.1%}</dd>" in text
    for change in one.wins:
        assert f"<td>{change.before:.1%}</td><td>{change.after:.1%}</td>" in text
    assert text.count("second minus first") == 2 * (one.players + 1)  # a name, and what is read aloud
    moved = [*one.listed_pieces()]
    assert moved
    assert all(f'<th scope="row">{piece.name}</th>' in text for piece in moved)


def test_page_of_several_comparisons_begins_with_all_of_them() -> None:
    pair = PairedConfig(GREEDY, GREEDY)
    same = compare(game(), ("garden", "itself"), ("", ""), pair, play_pairs(pair, range(4)))
    nothing = compare(game(), ("garden", "nothing"), ("", ""), pair, PairedSums())
    text = comparison_page([same, nothing])
    html5lib.HTMLParser(strict=True).parse(text)
    assert (
        text.index("All values") < text.index("itself: What changes") < text.index("No pair of games came to its end")
    )


# --- what is measured ---------------------------------------------------------------------------------------


def test_game_does_not_differ_from_itself() -> None:
    sums = play_pairs(PairedConfig(GREEDY, GREEDY), range(10))
    assert {difference for counts in sums.differences.values() for difference in counts} == {0}
    assert sums.first == sums.second
    assert sums.games == 10


def test_difference_compares_games_with_the_same_number() -> None:
    pair = PairedConfig(TABLE, TABLE._replace(options=(("mercy", True),)))
    sums = play_pairs(pair, range(6))
    expected: Counter[int] = Counter()
    for number in range(6):
        one, two = (play_games(config, [number]) for config in pair)
        expected[two.points[0] - one.points[0]] += 1
    assert sums.of(POINTS, 0) == expected != Counter({0: 6})
    again = PairedSums()
    for number in (3, 1, 5, 0, 2, 4):
        again.add(play_pairs(pair, [number]))
    assert again == sums, "in whichever order the games are played"


def test_wins_with_a_piece_count_seats_that_play_it_in_both_games() -> None:
    sums = play_pairs(PairedConfig(TABLE, GREEDY), range(8))
    assert 0 < sums.of(WINS_WITH, "heron").total() <= 16
    assert sums.of(PLAYS, "heron").total() <= 8
    assert {abs(difference) for difference in sums.of(WINS_WITH, "heron")} <= {0, PARTS_PER_WIN // 2, PARTS_PER_WIN}


def test_game_that_breaks_off_breaks_its_pair() -> None:
    crashing = GREEDY._replace(options=(("fault", "crash"),))
    sums = play_pairs(PairedConfig(GREEDY, crashing), range(3))
    assert (sums.games, sums.broken, len(sums.second.failures)) == (0, 3, 2)
    lines = comparison_lines(compare(game(), ("one", "two"), ("", ""), PairedConfig(GREEDY, crashing), sums))
    assert lines[1] == "3 pairs more broke off"


# --- false alarms, and changes that are found ---------------------------------------------------------------


def test_other_deals_of_the_same_game_raise_no_alarm() -> None:
    """In 100 comparisons of 100 pairs there was none; five would be allowed."""
    alarms = sum(
        alarm(PairedConfig(TABLE._replace(seed=seed), TABLE._replace(seed=seed + 50)), 30) for seed in range(12)
    )
    assert alarms == 0


def test_change_that_matters_is_found() -> None:
    assert alarm(PairedConfig(TABLE, TABLE._replace(options=(("fault", "unfair"),))), 60)


def test_two_percent_more_wins_are_found() -> None:
    """Of ten in a hundred pairs with other winners, six are won by the first seat that was not."""
    rng, sums = Rng("two percent"), PairedSums()
    for games in range(1, 12_001):
        luck = rng.random()
        sums.note(WINS, 0, PARTS_PER_WIN if luck < 0.06 else -PARTS_PER_WIN if luck < 0.1 else 0)
        if games % 500 == 0 and win_change(sums, 0, PairedConfig(TABLE, TABLE)).low > 0:
            break
    assert 500 < games < 8000
    change = win_change(sums, 0, PairedConfig(TABLE, TABLE))
    assert change.low < 0.02 < change.high


def test_only_pieces_with_enough_evidence_are_highlighted() -> None:
    evidence = {"a": 400.0, "b": 110.0, "c": 60.0, "d": 1.0}
    assert strongest(evidence, 0.02) == {"a", "b"}, "four at an error of 0.02: 200 for the first, 100 for the second"
    assert strongest({"a": 199.0, "b": 1.0, "c": 1.0, "d": 1.0}, 0.02) == set()


# --- until figures are precise ------------------------------------------------------------------------------


def test_blocks_cover_all_games_and_grow() -> None:
    found = [*blocks(5000)]
    assert found[0] == (0, 400)
    assert all(first + count == after for (first, count), (after, _) in pairwise(found))
    assert sum(count for _, count in found) == 5000


def test_games_are_played_until_shares_are_known_well_enough() -> None:
    seen: list[tuple[int, int]] = []
    total = play_until(WorkerPool(1), TABLE, 3000, 0.045, lambda done, expected: seen.append((done, expected)))
    won = wilson(total.win_parts[0] / PARTS_PER_WIN, total.games)
    assert (won.high - won.low) / 2 <= 0.045
    assert total.games <= 800
    assert seen[-1][0] == total.games
    assert seen[0][1] == 3000
    assert play_until(WorkerPool(1), TABLE, 100, 0.045).games == 100, "no more than the limit"


def test_pairs_are_played_until_the_change_is_known_well_enough() -> None:
    pair = PairedConfig(TABLE, TABLE)
    assert play_paired(WorkerPool(1), pair, 3000, 0.05).games == 400, "where nothing differs one block is enough"


# --- words --------------------------------------------------------------------------------------------------


def test_comparison_and_a_sweep_in_words() -> None:
    pair = PairedConfig(GREEDY, GREEDY._replace(options=(("mercy", True),)))
    made = compare(game(), ("garden", "mercy=true"), ("", ""), pair, play_paired(WorkerPool(1), pair, 60))
    lines = comparison_lines(made)
    assert lines[0] == "garden against mercy=true: 60 pairs of games of 2 players, bots greedy, seed 0"
    points = next(line for line in lines if line.startswith("points of seat 1"))
    assert points.endswith("*"), "eating pays nothing any more"
    assert lines[-1] == "* stands out from chance"
    rows = sweep_lines([made, made])
    assert [row.split()[0] for row in rows if row.startswith(("garden ", "mercy"))] == [
        "garden",
        "mercy=true",
        "mercy=true",
    ]
