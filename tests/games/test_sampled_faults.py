"""The faults that `mutants/sampled.py` makes are faults: programs that differ from the module."""

import ast

from mutants import sampled
from mutants.mutation import PACKAGE
from mutants.sampled import changes_of


def test_each_fault_is_a_program_of_another_meaning() -> None:
    module = PACKAGE / "core" / "polygon.py"
    text = ast.dump(ast.parse(module.read_text(encoding="utf-8")))
    changes = changes_of(module)
    assert len(changes) > 50
    assert [str(change) for change in changes if ast.dump(ast.parse(change.faulty())) == text] == []


def test_the_tests_of_a_module_begin_with_its_own() -> None:
    assert sampled.test_files_of(PACKAGE / "core" / "polygon.py", 3)[0].name == "test_polygon.py"
