"""Checks of sides that play each other: a side is judged by its average against all others."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pawprint.catalog.library import load_game
from pawprint.check.balance_questions import balance, numbers_to_decide, pairs_of
from pawprint.check.check_kind import Check
from pawprint.check.check_reader import checks_of
from pawprint.check.evaluation import run_checks
from pawprint.check.results import PlayedSetup
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.simulation_config import SimulationConfig

CATS = Path(__file__).parents[2] / "catalog" / "pocket-cats"
#: The error that one number may make here.
ALARM = 0.0002


def sides_checks() -> tuple[Check, PlayedSetup]:
    """The check of Pocket Cats about all clans but one, and its table without any games."""
    assert "pocket-cats" in ENGINES
    game = load_game(CATS, Findings())
    assert game is not None
    check = next(check for check in checks_of(game) if check.words.get("where") == "id != 'royal-claws'")
    table = SimulationConfig(str(CATS), "pocket-cats", "", "full", (), 2, ("greedy",), 0)
    return check, PlayedSetup(game, table, Aggregate(), Aggregate(), Aggregate(games=1), Aggregate())


def matched(play: PlayedSetup, check: Check, share: Callable[[str, str], tuple[float, int]]) -> Aggregate:
    """Games of all pairs; *share*: of two sides -> the share of wins of the first one, and how many games."""
    sums = Aggregate()
    for pair in pairs_of(check, play):
        rate, games = share(*pair[1:])
        sums.head_to_head[pair] = games
        sums.head_to_head_parts[pair] = round(rate * games * PARTS_PER_WIN)
    return sums


def rates(of: Mapping[tuple[str, str], float], games: int) -> Callable[[str, str], tuple[float, int]]:
    """These shares, and one half of all other pairs."""
    return lambda one, other: (of.get((one, other), 0.5), games)


def test_side_that_wins_too_much_on_average_fails_although_no_pair_is_decided() -> None:
    check, play = sides_checks()
    strong = {("gourmets", other): 0.8 for other in ("justiciers", "lookouts", "roofs", "royal-claws", "shadows")}
    play = play._replace(matched=matched(play, check, rates(strong | {("gourmets", "twins"): 0.7}, 90)))
    verdict = balance(check, [play], ALARM)
    assert verdict.status == "failed"
    (fault,) = verdict.faults
    assert fault.message.startswith("'gourmets', on average against each of the others, 2 players, edition 'full': ")
    assert "wins 78.3%" in fault.message
    assert "of 540 games" in fault.message


def test_bad_match_alone_does_not_make_a_side_too_strong() -> None:
    check, play = sides_checks()
    play = play._replace(matched=matched(play, check, rates({("gourmets", "shadows"): 1.0}, 200)))
    assert balance(check, [play], ALARM).status == "ok"


def test_each_pair_counts_the_same_however_often_it_has_met() -> None:
    check, play = sides_checks()

    def share(one: str, other: str) -> tuple[float, int]:
        return (1.0, 6000) if (one, other) == ("gourmets", "twins") else (0.5, 100)

    note = balance(check, [play._replace(matched=matched(play, check, share))], ALARM).note
    assert "'gourmets', on average" in note
    assert "wins 58.3%" in note  # of all games it has won 96 %
    assert "of 717 games" in note


def test_undecided_side_asks_for_games_of_all_its_pairs() -> None:
    check, play = sides_checks()
    close = {(one, "twins"): 0.36 for one in ("gourmets", "justiciers", "lookouts", "roofs", "royal-claws", "shadows")}
    play = play._replace(matched=matched(play, check, rates(close, 60)))
    verdict = balance(check, [play], ALARM)
    assert verdict.status == "undecided"
    assert {need.sides for need in verdict.needs} >= {(one, "twins") for one, _ in close}
    assert {need.played for need in verdict.needs} == {60}


def test_side_is_not_judged_before_it_has_met_all_others() -> None:
    check, play = sides_checks()
    play = play._replace(matched=matched(play, check, lambda one, other: (1.0, 0 if other == "twins" else 500)))
    assert balance(check, [play], ALARM).status == "undecided"


def test_pairs_include_a_side_that_the_check_names() -> None:
    check, play = sides_checks()
    only = next(one for one in checks_of(play.game) if "sides" in one.words and one is not check)
    assert len([*pairs_of(check, play)]) == 21
    assert {"royal-claws" in pair for pair in pairs_of(only, play)} == {True}
    assert len([*pairs_of(only, play)]) == 6


def declared(tmp_path: Path, old: str, new: str) -> tuple[dict[str, str], Findings]:
    """Check -> status, and findings, of Pocket Cats with another line."""
    shutil.copytree(CATS, tmp_path / "pocket-cats")
    file = tmp_path / "pocket-cats" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    findings = Findings()
    game = load_game(tmp_path / "pocket-cats", findings)
    assert game is not None
    return {result.id: result.status for result in run_checks(game, findings)}, findings


def test_check_that_needs_play_can_be_about_an_edition_of_the_rules(tmp_path: Path) -> None:
    line = "needs: play, edition: full, happens: choose, to: clans, duels"
    found, findings = declared(tmp_path, f"id: PC-I-30, {line}", f"id: MATCH, {line.replace('full', 'match')}")
    assert found["MATCH"] == "needs play"
    assert [*findings] == []


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (
            "edition: full, happens: choose, to: clans, duels",
            "edition: fool, happens: choose, to: clans, duels",
            "fool",
        ),
        ("{id: PC-I-03, about", "{id: PC-I-03, edition: full, about", "full"),
    ],
)
def test_unsupported_checks_and_unknown_names_are_findings(old: str, new: str, name: str, tmp_path: Path) -> None:
    _, findings = declared(tmp_path, old, new)
    (unknown,) = [one for one in findings if one.code == "unknown-edition"]
    assert f"'{name}'" in unknown.message


def test_numbers_to_decide_cover_all_records_or_pairs_at_all_tables() -> None:
    check, play = sides_checks()
    duels = next(one for one in checks_of(play.game) if "duels" in one.words)
    assert len(play.game.records["clans"]) == 7
    assert [numbers_to_decide(one, plays) for one in (check, duels) for plays in ([play], [play, play], [])] == [
        6, 12, 0, 21, 42, 0,
    ]  # fmt: skip
