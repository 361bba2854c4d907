"""Programs come from absolute folders of `PATH`, and processes of Python see no modules of the current folder."""

import os
import subprocess
import sys
from multiprocessing import get_all_start_methods
from pathlib import Path

import pytest

from pawprint.core.programs import find_program, run_program
from pawprint.core.workers import process_pool, start_context

NAME = "greet.exe" if os.name == "nt" else "greet"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="the program is a shell script")


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """The current folder and a folder of programs, each with a program of the same name."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        folder.mkdir()
        (folder / NAME).write_text(f"#!/bin/sh\necho {folder.name} $PYTHONSAFEPATH\n", encoding="utf-8")
        (folder / NAME).chmod(0o755)
    monkeypatch.chdir(here)
    return here, there


@pytest.mark.parametrize("relative", [".", "", "../here"])
def test_relative_folders_of_the_path_have_no_programs(
    folders: tuple[Path, Path], relative: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, there = folders
    monkeypatch.setenv("PATH", os.pathsep.join((relative, str(there), "/bin")))
    assert find_program(NAME) == str(there / NAME)
    assert run_program(NAME).stdout == b"there\n"
    monkeypatch.setenv("PATH", relative)
    assert find_program(NAME) is None
    with pytest.raises(FileNotFoundError) as error:
        run_program(NAME)
    assert error.value.filename == NAME


def test_absolute_path_is_found(folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    here, _ = folders
    monkeypatch.setenv("PATH", "")
    assert find_program(str(here / NAME)) == str(here / NAME)


def test_other_programs_do_not_inherit_the_protective_setting(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join((str(folders[1]), "/bin")))
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    start_context("spawn")
    assert os.environ["PYTHONSAFEPATH"] == "1"
    assert run_program(NAME).stdout == b"there\n"


@pytest.mark.skipif("fork" not in get_all_start_methods(), reason="processes are not copied")
def test_copies_of_a_process_leave_its_environment_and_start_no_python(folders: tuple[Path, Path]) -> None:
    here, _ = folders
    (here / "multiprocessing.py").write_text("open('executed', 'w')", encoding="utf-8")
    code = f"""
import os, subprocess, sys
sys.path[0] = {str(Path(__file__).parents[2] / "generator")!r}
from pawprint.core.workers import process_pool
with process_pool(2, method="fork") as pool:
    assert list(pool.map(abs, [-1, -2])) == [1, 2]
print(os.environ.get("PYTHONSAFEPATH"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")
    assert not (here / "executed").exists()


def test_program_over_its_time_limit_is_ended(folders: tuple[Path, Path]) -> None:
    with pytest.raises(TimeoutError):
        run_program("/bin/sleep", "60", timeout=0.2)


def test_no_process_starts_where_python_ignores_the_setting() -> None:
    code = "from pawprint.core.workers import process_pool; process_pool(2)"
    path = str(Path(__file__).parents[2] / "generator")
    code = f"import sys; sys.path.append({path!r}); {code}"
    done = subprocess.run([sys.executable, "-E", "-c", code], capture_output=True, text=True, check=False)
    assert "PermissionError" in done.stderr
    assert "add -P" in done.stderr
    assert subprocess.run([sys.executable, "-E", "-P", "-c", code], check=False).returncode == 0


def test_windows_has_a_limit_of_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("pawprint.core.workers._MAX_PROCESSES", 61)
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", lambda count, *_: asked.append(count))
    process_pool(64)
    process_pool(8)
    assert asked == [61, 8]
