"""Each fault makes a test fail. `python3 generator/run.py test --mutants` runs this file; `-k pocket` chooses a game.

A fault takes some seconds, all of them many minutes: so an ordinary run leaves this folder out, and checks in
`games/test_mutants_fit.py` only that each fault still fits its module.
"""

from collections.abc import Sequence

import pytest

from mutants.mutation import Mutant, caught, tables

CASES = [pytest.param(mutant, table.WORDS, id=str(mutant)) for table in tables() for mutant in table.MUTANTS]


@pytest.mark.parametrize(("mutant", "words"), CASES)
def test_fault_is_caught(mutant: Mutant, words: Sequence[str]) -> None:
    assert caught(mutant, words)
