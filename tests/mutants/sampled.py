"""Small faults put anywhere into the package, at random, to see which of them no test notices.

    python tests/mutants/sampled.py --map [--out FOLDER]
    python tests/mutants/sampled.py [--seed N] [--count N] [--module PART] [--each N] [--seconds N] [--resume]

The first form runs all tests once and notes which lines of the package each file of them executes, in
`FOLDER/lines.jsonl`; it goes on with a map that is unfinished, so remove one that is out of date.

The second form makes faults. Each is a change of meaning in one place: another comparison, a number that is off by
one, `and` for `or`, a condition turned round, a call left out. It is tried by the tests that execute its line, the
quickest first. What survives is printed with its place and both texts: either a test is missing, or both mean the
same. `--resume` leaves out the faults that an earlier run with the same folder has tried and that were caught.
"""

import argparse
import ast
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "generator")]

from mutants.line_map import LineMap, make_map
from mutants.mutation import PACKAGE, TESTS, run_with_fault

_COMPARISONS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in", "is": "is not",
    "is not": "is",
}  # fmt: skip
_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
_ARITHMETIC = {ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.Div: "*"}


class Change(NamedTuple):
    """A fault: the text from *start* to *end* of a module becomes *put*."""

    module: Path
    start: int
    end: int
    put: str

    def faulty(self) -> str:
        """The whole text of the module with the fault."""
        text = self.module.read_text(encoding="utf-8")
        return text[: self.start] + self.put + text[self.end :]

    def lines(self) -> range:
        """The numbers of the lines that change, counted from 1."""
        text = self.module.read_text(encoding="utf-8")
        return range(text.count("\n", 0, self.start) + 1, text.count("\n", 0, self.end) + 2)

    def __str__(self) -> str:
        text = self.module.read_text(encoding="utf-8")
        place = f"{self.module.relative_to(PACKAGE).as_posix()}:{self.lines()[0]}"
        return f"{place}: {' '.join(text[self.start : self.end].split())} -> {' '.join(self.put.split())}"


def changes_of(module: Path) -> list[Change]:
    """All faults that can be made in a module."""
    text = module.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def place(node: ast.expr | ast.stmt) -> tuple[int, int]:
        # The columns of `ast` are bytes of UTF-8
        first, last = (
            starts[row - 1] + len(text[starts[row - 1] : starts[row]].encode()[:column].decode())
            for row, column in ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0))
        )
        return first, last

    def put(node: ast.expr | ast.stmt, new: str) -> Change:
        return Change(module, *place(node), new)

    tree = ast.parse(text)
    left_out = {id(part) for node in ast.walk(tree) for part in _without_meaning(node)}
    return [
        change for node in ast.walk(tree) if id(node) not in left_out for change in _changes(node, text, place, put)
    ]


def _without_meaning(node: ast.AST) -> Iterator[ast.AST]:
    """What a program does not compute with: annotations, and blocks for type checkers."""
    parts: list[ast.AST | None] = []
    if isinstance(node, ast.FunctionDef):
        parts = [node.returns, *(one.annotation for one in [*node.args.args, *node.args.kwonlyargs])]
    elif isinstance(node, ast.AnnAssign):
        parts = [node.annotation]
    elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        parts = [node]
    for part in parts:
        if part is not None:
            yield from ast.walk(part)


def _changes(node: ast.AST, text: str, place, put) -> Iterator[Change]:  # type: ignore[no-untyped-def]
    """The faults at a node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = node.left, node.comparators[0]
        new = _COMPARISONS[_OPERATORS[type(node.ops[0])]]
        yield put(node, f"({ast.unparse(left)}) {new} ({ast.unparse(right)})")
    elif isinstance(node, ast.BoolOp):
        new = " or " if isinstance(node.op, ast.And) else " and "
        yield put(node, f"({new.join(f'({ast.unparse(one)})' for one in node.values)})")
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC:
        yield put(node, f"({ast.unparse(node.left)}) {_ARITHMETIC[type(node.op)]} ({ast.unparse(node.right)})")
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield put(node, str(not node.value) if isinstance(node.value, bool) else f"({node.value!r} + 1)")
    elif isinstance(node, ast.If | ast.IfExp):
        yield put(node.test, f"(not ({ast.unparse(node.test)}))")
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield put(node, "pass")


def noticed(change: Change, tests: LineMap, most: float) -> bool | None:
    """Whether a test fails with this fault; None if none executes its module.

    Args:
        most: seconds that the tests may take.
    """
    units = tests.units_of(change.module, change.lines(), most)
    for slow in (False, True):
        chosen = [unit for unit in units if unit.slow == slow]
        words = ["-m", "slow" if slow else "not slow", *(str(TESTS / unit.file) for unit in chosen)]
        seconds = 60 + 5 * sum(unit.seconds for unit in chosen)
        if chosen and run_with_fault(change.module, change.faulty(), words, seconds):
            return True
    return False if units else None


class Results:
    """Which faults were caught, kept in a file.

    Args:
        resume: go on with the file.
    """

    def __init__(self, path: Path, resume: bool) -> None:
        self._path = path
        self.ends: dict[str, str] = {}
        if resume and path.is_file():
            rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
            self.ends = {text: end for text, end in rows if end == "caught"}
        path.write_text("".join(self._line(text, end) for text, end in self.ends.items()), encoding="utf-8")

    def add(self, change: Change, caught: bool | None) -> None:
        """Note and print how a fault ended."""
        end = "no tests" if caught is None else "caught" if caught else "SURVIVES"
        self.ends[str(change)] = end
        with self._path.open("a", encoding="utf-8") as file:
            file.write(self._line(str(change), end))
        print(f"{end:10} {change}", flush=True)

    @staticmethod
    def _line(text: str, end: str) -> str:
        return json.dumps([text, end]) + "\n"


def main() -> int:
    """Make the map, or make faults and print which of them survive."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--map", action="store_true", help="note which tests execute which lines")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--module", default="", metavar="PART", help="only modules with this in their path")
    parser.add_argument("--each", type=float, default=60, help="seconds of tests for a fault")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    parser.add_argument("--resume", action="store_true", help="leave out faults that were caught earlier")
    parser.add_argument("--out", type=Path, default=Path(tempfile.gettempdir()) / "pawprint-mutants")
    chosen = parser.parse_args()
    path = chosen.out / "lines.jsonl"
    if chosen.map:
        make_map(path)
        return 0
    if not path.is_file():
        parser.error(f"there is no {path}: make it with --map")
    tests, results = LineMap(path), Results(chosen.out / f"results-{chosen.seed}.jsonl", chosen.resume)
    modules = [path for path in sorted(PACKAGE.rglob("*.py")) if chosen.module in path.as_posix()]
    every = [change for module in modules for change in changes_of(module)]
    sample = Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    ends = time.monotonic() + chosen.seconds
    for change in sample:
        if time.monotonic() > ends:
            break
        if str(change) not in results.ends:
            results.add(change, noticed(change, tests, chosen.each))
    ended = [results.ends[str(change)] for change in sample if str(change) in results.ends]
    caught, untested = ended.count("caught"), ended.count("no tests")
    print(f"{len(every)} faults can be made; of {len(ended)} tried, {caught} were caught; {untested} have no tests")
    return int(caught < len(ended))


if __name__ == "__main__":
    sys.exit(main())
