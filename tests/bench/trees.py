"""What all benchmarks share: the checkouts that are measured, and one process, timed from outside."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TypeVar

T = TypeVar("T")
REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Tree:
    """A checkout of Pawprint.

    Attributes:
        name: in tables; no two trees of a run have the same.
    """

    name: str
    folder: Path

    def command(self, *words: str) -> list[str]:
        """The command line of the program in this tree; `environment` says where it is."""
        return [sys.executable, "-m", "pawprint", *words]

    def script(self, name: str) -> list[str]:
        """The command line of the tree's own copy of a script in `tests/bench`, which knows the modules of the tree."""
        return [sys.executable, str(self.folder / "tests" / "bench" / name)]

    def environment(self, folder: Path, cache: str = os.devnull) -> dict[str, str]:
        """The environment of everything that is measured.

        Args:
            folder: of the run; byte code is kept there, whatever a source tree may have, unless the caller of the
                benchmark says where (`PYTHONPYCACHEPREFIX`).
            cache: where builds keep what they have made; by default they keep nothing.
        """
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        kept["PYTHONPYCACHEPREFIX"] = os.environ.get("PYTHONPYCACHEPREFIX") or str(folder / "bytecode")
        kept["PYTHONPATH"] = str(self.folder / "generator")
        return kept | {"PAWPRINT_CACHE": cache, "NO_COLOR": "1"}


def add_tree(parser: argparse.ArgumentParser) -> None:
    """Declare `--tree`."""
    help = "another checkout of Pawprint, measured beside this one, in turns; may be given several times"
    parser.add_argument("--tree", type=Path, action="append", default=[], metavar="FOLDER", help=help)


def add_warm_up(parser: argparse.ArgumentParser, usual: int) -> None:
    """Declare `--warm-up`."""
    help = f"rounds before those that count ({usual})"
    parser.add_argument("--warm-up", type=int, default=usual, metavar="N", help=help)


def trees(folders: Sequence[Path]) -> list[Tree]:
    """This checkout, and those in *folders*; ends the program if one of them is no checkout."""
    found = [Tree("this", REPOSITORY)]
    for folder in folders:
        path = folder.resolve()
        if not (path / "generator" / "pawprint").is_dir():
            sys.exit(f"{folder} is no checkout of Pawprint")
        number = sum(tree.name.partition(" ")[0] == path.name for tree in found)
        found.append(Tree(f"{path.name} {number + 1}" if number else path.name, path))
    return found


def in_turns(found: Sequence[T], number: int) -> Iterable[T]:
    """What belongs to each tree, in the order of round *number*: each is the first one as often as the last one."""
    return found if number % 2 else reversed(found)


def ratio(one: Iterable[float], other: Iterable[float]) -> float:
    """The median, over rounds, of one measure over another."""
    return median(a / b for a, b in zip(one, other, strict=True))


@dataclass(frozen=True, slots=True)
class Sample:
    """One process: CPU and wall seconds, megabytes of its largest process, bytes of its PDFs."""

    cpu: float
    wall: float
    peak: float
    size: int = 0


def measure(command: Sequence[str], environment: dict[str, str], folder: Path) -> Sample:
    """Run a command in *folder*; ends the benchmark if it fails.

    CPU is user and system time of the process and its children.
    """
    with tempfile.TemporaryFile() as log:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=environment, cwd=folder
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            log.seek(0)
            sys.exit(f"failed: {' '.join(command)}\n{log.read().decode(errors='replace')}")
    unit = 1 if sys.platform == "darwin" else 1024  # getrusage(2): bytes there, kilobytes here
    return Sample(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit / 1e6)


def tell(text: str) -> None:
    """Say on a terminal what is being measured, in place of what was said before."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
