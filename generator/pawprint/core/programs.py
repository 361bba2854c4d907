"""Programs that Pawprint starts. None comes from the current folder, which may be a stranger's.

Windows looks for programs in the current folder first, and so does Python for modules after `-m` and `-c`. All other
modules start programs with the functions here, and processes of Python with those of `core.workers`.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

TextProcess = subprocess.Popen[str]
_PAWPRINT = (sys.executable, "-P", "-m", "pawprint")
#: Seconds that a process has to end after it was asked to.
_PATIENCE_S = 3
#: Keeps the current folder out of `sys.path`, as the option `-P` of Python does.
_SAFE_PATH = "PYTHONSAFEPATH"
#: The value that the user had set, which other programs get.
_USERS_SAFE_PATH = os.environ.get(_SAFE_PATH)


def find_program(name: str) -> str | None:
    """The absolute path of a program, or None. Relative folders of `PATH` do not count.

    Args:
        name: without a folder, or an absolute path.
    """
    for folder in os.get_exec_path():
        path = Path(folder, name)
        if path.is_absolute() and (program := shutil.which(str(path))):
            return program
    return None


def run_program(name: str, *words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end and capture its output; *options* are those of `subprocess.run`.

    Raises:
        FileNotFoundError: there is no such program; `filename` is its name.
        TimeoutError: it took longer than the option `timeout`.
    """
    environment = {**_environment(), **options.pop("env", {})}
    try:
        return subprocess.run([_found(name), *words], capture_output=True, check=False, env=environment, **options)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None


def start_program(name: str, *words: str) -> subprocess.Popen[bytes]:
    """Start a program that goes on after Pawprint has ended, such as an editor.

    Raises:
        FileNotFoundError: there is no such program; `filename` is its name.
    """
    silent = subprocess.DEVNULL
    command = [_found(name), *words]
    return subprocess.Popen(
        command, stdin=silent, stdout=silent, stderr=silent, env=_environment(), start_new_session=True
    )


def start_pawprint(*words: str) -> TextProcess:
    """Start the command `pawprint WORDS`. Its output and its errors are in one stream of text."""
    return subprocess.Popen(
        [*_PAWPRINT, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )


def end_process(process: TextProcess) -> None:
    """Ask a process to end, and kill it if it has not ended after `_PATIENCE_S`."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()


def guard_children(copies: bool = False) -> None:
    """Have all processes of Python that this one starts from now on look for no modules in the current folder.

    `multiprocessing` starts them, and helpers, with `python -c`; only the environment reaches all of these. The setting
    stays there: a helper that was killed is started again when a semaphore is thrown away, at any time.

    Args:
        copies: the processes are copies of this one. They begin no Python, so that the environment stays as it is.

    Raises:
        PermissionError: this process, and so its children, ignores the environment.
    """
    if sys.flags.ignore_environment and not sys.flags.safe_path:
        raise PermissionError(errno.EPERM, "Python runs with -E, so that processes are not safe to start: add -P")
    if not copies:
        os.environ[_SAFE_PATH] = "1"


def _found(name: str) -> str:
    path = find_program(name)
    if path is None:
        raise FileNotFoundError(errno.ENOENT, "no such program", name)
    return path


def _environment() -> dict[str, str]:
    """The environment as the user set it up: a terminal in an editor has the module path that it always has."""
    variables = {name: value for name, value in os.environ.items() if name != _SAFE_PATH}
    return variables if _USERS_SAFE_PATH is None else {**variables, _SAFE_PATH: _USERS_SAFE_PATH}
