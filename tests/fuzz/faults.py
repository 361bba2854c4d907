"""Makes each file operation of each command that writes fail, and looks at what is left.

    python tests/fuzz/faults.py [--command WORDS ...] [--fault KIND ...] [--every N] [--list]

Every command of `writing_commands.py` runs once to count its operations, and then once for each operation and fault:
an error of the system, a disk that is full from then on, or the end of the process. Afterwards each file is the one
that was there or the one that a whole run leaves; the exit code is 0 only if all are; no unfinished file and no
temporary one is left; and the next run of the same command ends as a whole run does.
"""

import argparse
import importlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2] / "generator")]

from fuzz.file_operations import FAULTS, KILLED, Fault, watch_files
from fuzz.forked import Outcome, run_command, run_forked
from fuzz.writing_commands import WRITING_COMMANDS, WritingCommand, make_base
from pawprint.core.file_journal import JOURNAL

NO_FAULT = Fault(-1, "kill")
#: Path -> content, of the files that matter; of folders None.
State = Mapping[str, bytes | None]


class FaultRun(NamedTuple):
    """What a run with a fault has left that it should not have.

    Attributes:
        operation: the name of the operation, and its path.
    """

    command: WritingCommand
    fault: Fault
    operation: str
    complaint: str

    def __str__(self) -> str:
        return f"{self.command.name}: {self.fault} ({self.operation}): {self.complaint}"


class CommandTrial:
    """A command in a folder of its own, with everything that is kept of earlier ones.

    Args:
        folder: has the template of the project, and the projects of runs.
    """

    def __init__(self, command: WritingCommand, folder: Path) -> None:
        self.command = command
        self._template, self._place = folder / "template", folder / "run"
        for name in ("project", "config", "cache", "temporary"):
            (self._template / name).mkdir(parents=True)
        make_base(self._template / "project", command)
        for arguments in command.before:
            _expect_success(arguments, run_in(self._template, arguments))
        for name, old, new in command.edits:
            path = self._template / "project" / name
            text = path.read_text(encoding="utf-8")
            assert old in text, f"{name} has no {old!r}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        self.operations: list[str] = []
        self.old = state_of(self._template)
        _expect_success(command.arguments, self._run(NO_FAULT, self.operations))
        if outside := [text for text in self.operations if text.startswith("outside")]:
            raise ValueError(f"{command.name} writes {outside[0]}")
        self.new = state_of(self._place)

    def complaint(self, fault: Fault) -> str:
        """What is not as it should be after a run with *fault*; empty if all is."""
        outcome = self._run(fault)
        left = state_of(self._place)
        if outcome.traceback:
            return outcome.traceback
        expected = (KILLED,) if fault.kind == "kill" else (0, 1)
        if outcome.code not in expected:
            return f"exit code {outcome.code}: {outcome.output}"
        found = self._wrong_files(left, fault)
        if found:
            return f"{found} (exit code {outcome.code}: {outcome.output.strip()})"
        if outcome.code == 0 and _finished(left) != self.new:
            return f"exit code 0, and {_difference(_finished(left), self.new)}"
        if outcome.code == 1 and not outcome.output.strip():
            return "exit code 1 without a word"
        return self._next_run(left)

    def _wrong_files(self, left: State, fault: Fault) -> str:
        """The files that are neither old nor new, or not needed."""
        at_removal = self.operations[fault.at].startswith(("os.remove", "os.rmdir"))
        may_remain = fault.kind == "kill" or at_removal  # what cannot be removed stays
        for name in sorted({*left, *self.old, *self.new}):
            unfinished = any(part.endswith(".part") or part == JOURNAL for part in name.split("/"))
            if unfinished or name.startswith("temporary/"):
                if not may_remain:
                    return f"{name} is left"
            elif name not in left and name in self.old and name in self.new:
                return f"{name} is gone"
            elif name in left and left[name] not in (self.old.get(name, b""), self.new.get(name, b"")):
                return f"{name} is neither old nor new"
            elif name in left and name not in self.old and name not in self.new:
                return f"{name} is left"
        finished = _finished(left)
        if (
            self.command.whole
            and finished not in (self.old, self.new)
            and not (fault.kind == "kill" and self._completed())
        ):
            return f"some files are new and some old: {_difference(finished, self.new)}"
        return ""

    def _completed(self) -> bool:
        """Whether the next command that reads the files puts the other new ones into their places, too."""
        outcome = run_in(self._place, self.command.reading)
        return outcome.code == 0 and state_of(self._place) == self.new

    def _next_run(self, left: State) -> str:
        """What is not as it should be after the command has run again, two hours later."""
        past = time.time() - 7200
        for path in self._place.rglob("*.part"):
            os.utime(path, (past, past), follow_symlinks=False)
        for path in (self._place / "temporary").iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        outcome = run_in(self._place, self.command.arguments)
        after = state_of(self._place)
        if outcome.traceback:
            return f"the next run: {outcome.traceback}"
        if _finished(left) == self.new:
            parts = [name for name in after if ".part" in name]
            return f"after the next run, {parts[0]} is still there" if parts and not outcome.code else ""
        if outcome.code:
            return f"the next run fails: {outcome.output}"
        return "" if after == self.new else f"after the next run, {_difference(after, self.new)}"

    def _run(self, fault: Fault, seen: list[str] | None = None) -> Outcome:
        """Run the command in a fresh copy of the project; *seen* gets its operations."""
        shutil.rmtree(self._place, ignore_errors=True)
        shutil.copytree(self._template, self._place, symlinks=True)
        return run_in(self._place, self.command.arguments, fault, seen)


def _expect_success(arguments: Sequence[str], outcome: Outcome) -> None:
    if outcome.code:
        raise ValueError(f"{' '.join(arguments)} fails without a fault:\n{outcome.output}")


def run_in(place: Path, arguments: Sequence[str], fault: Fault = NO_FAULT, seen: list[str] | None = None) -> Outcome:
    """Run a command in the project at *place*, in a process of its own; *seen* gets its operations.

    What it imports is imported here, too, so that the next process has it from its beginning.
    """
    notes, modules = os.memfd_create("notes"), os.memfd_create("modules")

    def note(name: str, path: str) -> None:
        os.write(notes, f"{name} {path}\n".encode(errors="replace"))

    def work() -> int:
        sys.dont_write_bytecode = True
        os.environ |= {
            "PAWPRINT_CACHE": str(place / "cache"),
            "PAWPRINT_CONFIG": str(place / "config"),
            "TMPDIR": str(place / "temporary"),
        }
        os.environ.pop("SOURCE_DATE_EPOCH", None)
        tempfile.tempdir = None
        os.chdir(place / "project")
        watch_files((place,), fault, note)
        try:
            return run_command(arguments)
        finally:
            os.write(modules, "\n".join(sys.modules).encode())

    outcome = run_forked(work)
    if seen is not None:
        seen += _content(notes).splitlines()
    for name in _content(modules).splitlines():
        if name not in sys.modules and "__mp_main__" not in name:
            with suppress(ImportError):
                importlib.import_module(name)
    os.close(notes)
    os.close(modules)
    return outcome


def _content(descriptor: int) -> str:
    return os.pread(descriptor, os.fstat(descriptor).st_size, 0).decode(errors="replace")


def state_of(place: Path) -> State:
    """All files of a project, without the cache, which is never wrong: see `_wrong_files`."""
    state: dict[str, bytes | None] = {}
    for path in sorted(place.rglob("*")):
        name = path.relative_to(place).as_posix()
        if path.is_symlink():
            state[name] = os.fsencode(path.readlink())
        elif not path.is_dir():
            state[name] = path.read_bytes()
    return {name: data for name, data in state.items() if not name.startswith("cache/") or name.endswith(".part")}


def _finished(state: State) -> State:
    """What is left without unfinished and temporary files."""
    unfinished = (".part", JOURNAL)
    return {
        name: data
        for name, data in state.items()
        if not name.startswith("temporary/") and not any(one in name for one in unfinished)
    }


def _difference(left: State, right: State) -> str:
    names = [name for name in sorted({*left, *right}) if left.get(name) != right.get(name)]
    return f"{', '.join(names[:5])} differ"


def fault_runs(
    trial: CommandTrial, kinds: Sequence[str], every: int = 1, first: int = 0
) -> Iterator[tuple[Fault, FaultRun | None]]:
    """Each fault of these kinds at every *every*-th operation, and what was wrong after it."""
    faults = [Fault(at, kind) for at in range(len(trial.operations)) for kind in kinds]
    for fault in faults[first::every]:
        complaint = trial.complaint(fault)
        yield fault, FaultRun(trial.command, fault, trial.operations[fault.at], complaint) if complaint else None


def main() -> int:
    """Run all commands with all faults, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--command", action="append", metavar="WORDS", help="only commands with these words")
    parser.add_argument("--fault", action="append", choices=FAULTS, help="only this fault; may be repeated")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th fault")
    parser.add_argument("--list", action="store_true", help="list the operations of the commands only")
    chosen = parser.parse_args()
    commands = [one for one in WRITING_COMMANDS if any(words in one.name for words in chosen.command or [""])]
    bad = 0
    base = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
    for command in commands:
        with tempfile.TemporaryDirectory(dir=base) as folder:
            trial = CommandTrial(command, Path(folder))
            if chosen.list:
                print(command.name, *trial.operations, sep="\n    ")
                continue
            started, count = time.monotonic(), 0
            seen: dict[str, int] = {}
            for _, found in fault_runs(trial, chosen.fault or FAULTS, chosen.every):
                count += 1
                if found:
                    bad += 1
                    seen[found.complaint[-80:]] = seen.get(found.complaint[-80:], 0) + 1
                    if seen[found.complaint[-80:]] <= 2:
                        print(found, flush=True)
            print(
                f"{len(trial.operations):5} operations {count:6} faults {sum(seen.values()):4} bad  "
                f"{time.monotonic() - started:6.1f} s  {command.name}",
                flush=True,
            )
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
