"""That each fault of `mutants_*.py` still fits its module is tested always; that it is caught, with PAWPRINT_MUTANTS=1.

Each takes some seconds, all of them many minutes. `-k pocket` chooses those of one game.
"""

import importlib
import os
from collections.abc import Sequence

import pytest

from games.mutation import TESTS, Mutant, caught, fits

TABLES = [importlib.import_module(f"games.{path.stem}") for path in sorted(TESTS.glob("mutants_*.py"))]
CASES = [pytest.param(mutant, table.WORDS, id=str(mutant)) for table in TABLES for mutant in table.MUTANTS]

each_mutant = pytest.mark.parametrize(("mutant", "words"), CASES)


@each_mutant
def test_the_fault_can_be_made(mutant: Mutant, words: Sequence[str]) -> None:
    assert fits(mutant)
    assert words


@pytest.mark.skipif(not os.environ.get("PAWPRINT_MUTANTS"), reason="takes minutes; PAWPRINT_MUTANTS=1 runs it")
@each_mutant
def test_the_fault_is_caught(mutant: Mutant, words: Sequence[str]) -> None:
    assert caught(mutant, words)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_there_are_enough(table: object) -> None:
    assert len(table.MUTANTS) >= 20  # type: ignore[attr-defined]
