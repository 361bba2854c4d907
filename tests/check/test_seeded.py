"""Mistakes that checks without games should find are found, each by its check."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from check.edits import write
from check.seeded import SEEDED, Mistake
from pawprint.catalog.library import load_game
from pawprint.check.balance_questions import balance
from pawprint.check.check_reader import checks_of
from pawprint.check.evaluation import run_checks
from pawprint.check.results import FALSE_FAILURE_RATE, PlayedSetup
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.aggregates import Aggregate
from pawprint.play.lookup import playable_editions
from pawprint.play.simulation import play_games
from pawprint.play.simulation_config import SimulationConfig

#: Those that no check found when they were first seeded.
ONCE_MISSED = ("FC-I-33", "FC-I-31", "FO-I-35", "FO-I-37", "PC-I-32")


def mistakes() -> Iterable[Any]:
    for game, some in SEEDED.items():
        for mistake in some:
            if mistake.rule in ONCE_MISSED:
                yield pytest.param(game, mistake, id=f"{game}: {mistake.about}")


@pytest.mark.parametrize(("game", "mistake"), [*mistakes()])
def test_mistake_that_was_missed_is_found(game: str, mistake: Mistake, tmp_path: Path) -> None:
    findings = Findings()
    loaded = load_game(write(game, dict(mistake.edits), tmp_path), findings)
    assert loaded is not None
    run_checks(loaded, findings)
    assert mistake.rule in {one.rule for one in findings}, [*findings]


def test_objective_that_pays_too_much_in_every_game_is_found_by_its_average(tmp_path: Path) -> None:
    edits = next(dict(one.edits) for one in SEEDED["fooden"] if one.about == "a base of 60 points")
    folder, findings = write("fooden", edits, tmp_path), Findings()
    game = load_game(folder, findings)
    assert game is not None
    (check,) = [check for check in checks_of(game) if "average" in check.words]
    assert game.engine in ENGINES
    (engine, deck, edition), *_ = playable_editions(game)
    table = SimulationConfig(str(folder), engine, deck, edition, (), 2, ("random",), 0, count_events=True)
    play = PlayedSetup(game, table, Aggregate(), Aggregate(), play_games(table, range(32)))
    verdict = balance(check, [play], FALSE_FAILURE_RATE / 300)
    found = [fault.message.partition(" on average ")[2].split("'")[1] for fault in verdict.faults]
    assert found == ["gnat-bar"]


def test_at_least_fifty_mistakes_are_seeded() -> None:
    assert sum(map(len, SEEDED.values())) >= 52
