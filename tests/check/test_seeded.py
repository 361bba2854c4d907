"""Mistakes that checks without games should find are found, each by its check."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from check.edits import write
from check.seeded import SEEDED, Mistake
from pawprint.catalog.library import load_game
from pawprint.check.evaluation import run_checks
from pawprint.core.diagnostics import Findings

#: Those that no check found when they were first seeded.
ONCE_MISSED = ("FC-I-33", "FC-I-31", "FO-I-35", "FO-I-37", "PC-I-32")


def mistakes() -> Iterable[Any]:
    for game, some in SEEDED.items():
        for mistake in some:
            if mistake.rule in ONCE_MISSED:
                yield pytest.param(game, mistake, id=f"{game}: {mistake.about}")


@pytest.mark.parametrize(("game", "mistake"), [*mistakes()])
def test_a_mistake_that_was_missed_is_found(game: str, mistake: Mistake, tmp_path: Path) -> None:
    findings = Findings()
    loaded = load_game(write(game, dict(mistake.edits), tmp_path), findings)
    assert loaded is not None
    run_checks(loaded, findings)
    assert mistake.rule in {one.rule for one in findings}, [*findings]


def test_at_least_fifty_mistakes_are_seeded() -> None:
    assert sum(map(len, SEEDED.values())) >= 52
