"""A sample of what `faults.py` tries: few commands, few operations, every kind of fault."""

import os
import sys
from pathlib import Path

import pytest

from fuzz.faults import CommandTrial, fault_runs
from fuzz.file_operations import FAULTS, Fault
from fuzz.forked import run_forked
from fuzz.writing_commands import WRITING_COMMANDS, WritingCommand, den

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="child processes are limited as Linux does")


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> CommandTrial:
    """A command with the fewest operations."""
    (command,) = (one for one in WRITING_COMMANDS if one.name == "table export den animals animals.csv")
    return CommandTrial(command, tmp_path_factory.mktemp("trial"))


def test_fault_at_any_operation_leaves_the_old_file_or_the_new_file(trial: CommandTrial) -> None:
    assert [text.split()[0] for text in trial.operations][-4:] == ["open", "write", "fsync", "os.rename"]
    assert [str(bad) for _, bad in fault_runs(trial, FAULTS) if bad] == []


@pytest.mark.parametrize(
    "name", ["import list.csv game", "table import den --all tables", "build --quiet --only cards"]
)
def test_command_with_several_files_leaves_no_partial_result(tmp_path: Path, name: str) -> None:
    trial = CommandTrial(next(one for one in WRITING_COMMANDS if one.name == name), tmp_path)
    every = len(trial.operations) * len(FAULTS) // 4 + 1
    assert [str(bad) for _, bad in fault_runs(trial, FAULTS, every, first=3) if bad] == []


def test_half_a_file_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_in_place(path: Path, data: bytes) -> None:
        path.write_bytes(data)

    monkeypatch.setattr("pawprint.core.files.write_atomic", write_in_place)
    trial = CommandTrial(WritingCommand(den("table", "export", "den", "animals", "animals.csv")), tmp_path)
    write = next(at for at, text in enumerate(trial.operations) if text.startswith("write"))
    assert "animals.csv is neither old nor new" in trial.complaint(Fault(write, "ENOSPC"))


def test_child_over_its_limits_ends() -> None:
    assert run_forked(lambda: len(bytearray(1 << 30)), memory=100_000_000).traceback.endswith("MemoryError\n")
    assert run_forked(lambda: os.kill(os.getpid(), 9) or 0).code < 0
