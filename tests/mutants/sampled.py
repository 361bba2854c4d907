"""Small faults put anywhere into the package, at random, to see which of them no test notices.

    python tests/mutants/sampled.py [--seed N] [--count N] [--module PART] [--tests N] [--seconds N]

Each fault is a change of meaning in one place: another comparison, a number that is off by one, `and` for `or`, a
condition turned round, a call left out. The test files that are run are those beside the module, by its name, and those
that import it. What survives is printed with its place and both texts: either a test is missing, or both mean the same.
"""

import argparse
import ast
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "generator")]

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

    def __str__(self) -> str:
        text = self.module.read_text(encoding="utf-8")
        line = text.count("\n", 0, self.start) + 1
        place = f"{self.module.relative_to(PACKAGE).as_posix()}:{line}"
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


def test_files_of(module: Path, most: int) -> list[Path]:
    """The test files for a module: those of its name first, then those that import it, then those of its package."""
    name = module.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
    found: dict[Path, int] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if {"end_to_end", "mutants", "fuzz"} & set(path.parts):
            continue
        text = path.read_text(encoding="utf-8")
        named = path.stem == f"test_{module.stem}"
        imports = f"pawprint.{name} " in text or f"pawprint.{name}." in text
        if named or imports or path.parent.name == module.parent.name:
            found[path] = 2 * named + imports
    return sorted(found, key=lambda path: (-found[path], path.stat().st_size))[:most]


def main() -> int:
    """Make faults, and print which of them survive."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--module", default="", metavar="PART", help="only modules with this in their path")
    parser.add_argument("--tests", type=int, default=8, help="the most test files for a fault")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    chosen = parser.parse_args()
    modules = [path for path in sorted(PACKAGE.rglob("*.py")) if chosen.module in path.as_posix()]
    every = [change for module in modules for change in changes_of(module)]
    sample = Random(chosen.seed).sample(every, min(chosen.count, len(every)))
    ends = time.monotonic() + chosen.seconds
    caught = untested = tried = 0
    for change in sample:
        if time.monotonic() > ends:
            break
        tests = test_files_of(change.module, chosen.tests)
        if not tests:
            untested += 1
            print(f"no tests   {change}", flush=True)
            continue
        tried += 1
        noticed = run_with_fault(change.module, change.faulty(), [str(path) for path in tests])
        caught += noticed
        print(f"{'caught' if noticed else 'SURVIVES':10} {change}", flush=True)
    print(f"{len(every)} faults can be made; of {tried} tried, {caught} were caught; {untested} have no test files")
    return int(caught < tried)


if __name__ == "__main__":
    sys.exit(main())
