"""Which tests execute which lines of the package, so that a fault is tried by those that reach it.

A map is made once, of units: the fast or the slow tests of one file. Each unit runs in a process of its own, so that
nothing that an earlier one has kept in memory hides what it executes. It takes `coverage`, which `pip install coverage`
brings. Units that fail without a fault are left out.
"""

import importlib
import json
import os
import pkgutil
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import pawprint
from fuzz.forked import run_forked
from mutants.mutation import PACKAGE, TESTS

#: Seconds of CPU that a unit may take. Browsers reserve far more bytes than they use, so these have no limit.
_CPU, _MEMORY = 200, 1 << 50
#: Folders whose tests are never tried.
_LEFT_OUT = {"mutants", "fuzz", "bench"}


class Unit(NamedTuple):
    """The fast or the slow tests of a file.

    Attributes:
        file: below `tests`.
        seconds: of CPU that they take.
        lines: the executed ones of each module, as the bits of a number.
    """

    file: str
    slow: bool
    seconds: float
    lines: dict[str, int]


class LineMap:
    """What all units execute.

    Args:
        path: of the map; a line of JSON for each unit.
    """

    def __init__(self, path: Path) -> None:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        self.units = [
            Unit(row["file"], row["slow"], row["seconds"], {name: int(bits, 16) for name, bits in row["lines"].items()})
            for row in rows
            if row["passed"]
        ]
        self._digests: dict[str, str] = {}
        for row in rows:
            self._digests |= row["digests"]

    def units_of(self, module: Path, lines: range, most: float) -> list[Unit]:
        """The units that execute one of *lines*, those named after the module first, then the quickest.

        Lines that run when the module is loaded, and modules that changed since, get those that execute any line.

        Args:
            most: seconds that all of them may take; one that takes longer alone is left out, unless it is the only one.
        """
        name = module.relative_to(PACKAGE).as_posix()
        touching = [unit for unit in self.units if unit.lines.get(name)]
        found = touching
        if self._digests.get(name) == digest_of(module):
            bits = sum(1 << line for line in lines)
            found = [unit for unit in touching if unit.lines[name] & bits] or touching
        found = sorted(found, key=lambda unit: (Path(unit.file).stem != f"test_{module.stem}", unit.seconds))
        chosen: list[Unit] = []
        for unit in found:
            if unit.seconds <= most or not chosen:
                chosen.append(unit)
                most -= unit.seconds
        return chosen


def digest_of(module: Path) -> str:
    """A short digest of a module's text."""
    return sha256(module.read_bytes()).hexdigest()[:16]


def make_map(path: Path) -> None:
    """Make the map, or go on with it; prints each unit.

    Raises:
        ImportError: `coverage` is not there.
    """
    import coverage  # type: ignore[import-not-found, unused-ignore]

    path.parent.mkdir(parents=True, exist_ok=True)
    known = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    done = {(row["file"], row["slow"]) for row in map(json.loads, known)}
    for module in pkgutil.walk_packages(pawprint.__path__, "pawprint."):
        if "__main__" not in module.name:
            importlib.import_module(module.name)
    for slow in (False, True):
        for file in _test_files():
            if (file, slow) in done:
                continue
            row = _run_unit(coverage, file, slow)
            with path.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
            if row["seconds"]:
                print(f"{row['seconds']:6.1f} s  {file}{' (slow)' * slow}{' FAILS' * (not row['passed'])}", flush=True)


def _test_files() -> Iterator[str]:
    for path in sorted(TESTS.rglob("test_*.py")):
        if not _LEFT_OUT & set(path.parts):
            yield path.relative_to(TESTS).as_posix()


def _run_unit(coverage: Any, file: str, slow: bool) -> dict[str, Any]:
    """Run a unit with coverage, and return its row of the map."""
    result = os.memfd_create("lines")

    def work() -> int:
        tracer = coverage.Coverage(data_file=None, config_file=False, source=[str(PACKAGE)], messages=False)
        tracer.start()
        words = ["-q", "-n", "0", "-p", "no:cacheprovider", "-m", "slow" if slow else "not slow", str(TESTS / file)]
        code = pytest.main(words)
        tracer.stop()
        data = tracer.get_data()
        lines = {
            Path(name).relative_to(PACKAGE).as_posix(): sum(1 << line for line in data.lines(name) or [])
            for name in data.measured_files()
        }
        with os.fdopen(os.dup(result), "w") as out:
            json.dump({name: f"{bits:x}" for name, bits in lines.items() if bits}, out)
        return int(code)

    outcome = run_forked(work, _CPU, _MEMORY)
    with os.fdopen(result) as written:
        written.seek(0)
        text = written.read()
    if outcome.code == pytest.ExitCode.NO_TESTS_COLLECTED:
        return {"file": file, "slow": slow, "seconds": 0, "passed": False, "lines": {}, "digests": {}}
    if outcome.code:
        print(outcome.output[-2000:], file=sys.stderr, flush=True)
    lines = json.loads(text) if text else {}
    return {
        "file": file,
        "slow": slow,
        "seconds": round(outcome.seconds, 2),
        "passed": not outcome.code,
        "lines": lines,
        "digests": {name: digest_of(PACKAGE / name) for name in lines},
    }
