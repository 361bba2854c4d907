"""The faults of `mutants/` fit the engines as they are; `mutants/test_mutants.py` shows that tests catch them."""

from mutants.mutation import TESTS, fits, tables


def test_each_fault_can_be_applied() -> None:
    assert [str(mutant) for table in tables() for mutant in table.MUTANTS if not fits(mutant)] == []


def test_each_engine_has_enough_faults() -> None:
    assert {table.__name__: len(table.MUTANTS) for table in tables() if len(table.MUTANTS) < 20} == {}


def test_tests_that_must_catch_the_faults_exist() -> None:
    files = {word for table in tables() for word in table.WORDS if word.endswith(".py")}
    assert [name for name in sorted(files) if not (TESTS / name).is_file()] == []
