"""The faults that `mutants/sampled.py` makes are faults, and are tried by the tests that reach them."""

import ast
import json
from pathlib import Path

import pytest

from mutants.line_map import LineMap, digest_of
from mutants.mutation import PACKAGE
from mutants.sampled import Change, Results, changes_of

MODULE = PACKAGE / "core" / "polygon.py"


def test_each_fault_is_a_program_of_another_meaning() -> None:
    text = ast.dump(ast.parse(MODULE.read_text(encoding="utf-8")))
    changes = changes_of(MODULE)
    assert len(changes) > 50
    assert [str(change) for change in changes if ast.dump(ast.parse(change.faulty())) == text] == []


def line_map(folder: Path, digest: str) -> LineMap:
    """A map of four units of tests, of which the last one fails without a fault."""
    units = [("a/test_slow.py", 9.0, [5, 6]), ("a/test_quick.py", 1.0, [5, 9]), ("core/test_polygon.py", 4.0, [5, 7])]
    rows = [
        {"file": file, "slow": False, "seconds": seconds, "passed": passed, "digests": {"core/polygon.py": digest},
         "lines": {"core/polygon.py": f"{sum(1 << line for line in lines):x}"}}
        for *unit, passed in [*((*unit, True) for unit in units), ("a/test_bad.py", 0.1, [5, 6, 7], False)]
        for file, seconds, lines in [unit]
    ]  # fmt: skip
    (folder / "lines.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return LineMap(folder / "lines.jsonl")


@pytest.mark.parametrize(
    ("lines", "most", "expected"),
    [
        (range(5, 6), 60, ["core/test_polygon.py", "a/test_quick.py", "a/test_slow.py"]),
        (range(6, 8), 60, ["core/test_polygon.py", "a/test_slow.py"]),
        (range(5, 6), 6, ["core/test_polygon.py", "a/test_quick.py"]),
        (range(6, 7), 6, ["a/test_slow.py"]),
        (range(20, 21), 60, ["core/test_polygon.py", "a/test_quick.py", "a/test_slow.py"]),
    ],
)
def test_fault_is_tried_by_the_tests_that_execute_its_line(
    tmp_path: Path, lines: range, most: float, expected: list[str]
) -> None:
    tests = line_map(tmp_path, digest_of(MODULE))
    assert [unit.file for unit in tests.units_of(MODULE, lines, most)] == expected
    assert tests.units_of(PACKAGE / "core" / "colour.py", lines, most) == []


def test_lines_of_a_module_that_changed_since_are_not_believed(tmp_path: Path) -> None:
    assert len(line_map(tmp_path, "another").units_of(MODULE, range(6, 7), 60)) == 3


def test_caught_fault_is_not_tried_again(tmp_path: Path) -> None:
    first, second, third = changes_of(MODULE)[:3]
    results = Results(tmp_path / "results.jsonl", resume=False)
    for change, end in ((first, True), (second, False), (third, None)):
        results.add(change, end)
    assert list(results.ends.values()) == ["caught", "SURVIVES", "no tests"]
    assert Results(tmp_path / "results.jsonl", resume=True).ends == {str(first): "caught"}
    assert Results(tmp_path / "results.jsonl", resume=False).ends == {}


def test_lines_of_a_fault_are_the_lines_that_it_replaces() -> None:
    text = MODULE.read_text(encoding="utf-8")
    third = text.index("\n", text.index("\n") + 1) + 1
    end = text.index("\n", third) + 2
    assert Change(MODULE, third, end, "x").lines() == range(3, 5)
