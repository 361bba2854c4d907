"""Counts the operations of this process that change files, and makes one of them fail, or end the process.

Python's audit events report them before they happen: opening for writing, renaming, removing, making folders, changing
modes and times. Writing and `fsync` have no event, so that `watch_files` replaces `open` and `os.fsync`.
"""

import builtins
import errno
import io
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

#: The exit code of a process that a fault has ended.
KILLED = 137
#: What happens at an operation: an error once, the process ends, or the disk is full from then on.
FAULTS = ("ENOSPC", "EACCES", "EIO", "kill", "full")

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_EVENTS = {
    **{"os.rename": 2, "os.link": 2, "os.symlink": 2},
    **{"os.remove": 1, "os.mkdir": 1, "os.rmdir": 1, "os.chmod": 1, "os.utime": 1, "os.truncate": 1},
}
#: What `multiprocessing` shares between processes, which is no file of anybody.
_SHARED_MEMORY = "/dev/shm/pym-"
#: Operations that need no room on the disk.
_NEED_NO_ROOM = ("os.remove", "os.rmdir", "os.chmod", "os.utime", "os.rename")


class Fault(NamedTuple):
    """What happens at the operation with this number; -1 for none."""

    at: int
    kind: str

    def __str__(self) -> str:
        return f"{self.kind} at operation {self.at}"


class FileOperations:
    """The operations so far.

    Args:
        roots: the folders whose files may be changed.
        done: called with the name of each operation and its path, before it happens.
    """

    def __init__(self, roots: tuple[Path, ...], fault: Fault, done: Callable[[str, str], None]) -> None:
        self._roots = tuple(f"{os.path.realpath(root)}{os.sep}" for root in roots)
        self._fault, self._done, self._count = fault, done, 0

    def audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit hook."""
        if event == "open":
            path, _, flags = arguments
            if not isinstance(path, int) and flags & _WRITES:
                self._paths("open", [path])
        elif event in _EVENTS:
            self._paths(event, arguments[: _EVENTS[event]])

    def _paths(self, name: str, paths: Any) -> None:
        texts = [os.fsdecode(path) for path in paths if not isinstance(path, int)]
        if texts == [os.devnull] or any(text.startswith(_SHARED_MEMORY) for text in texts):
            return
        for text in texts:
            whole = Path(text).absolute()
            whole = Path(os.path.realpath(whole.parent)) / whole.name
            if not f"{whole}{os.sep}".startswith(self._roots):
                self._done("outside", f"{name} {whole}")
        self.step(name, " -> ".join(texts))

    def step(self, name: str, path: str) -> None:
        """Note an operation; raises `OSError` or ends the process if the fault is at it."""
        self._done(name, path)
        number, self._count = self._count, self._count + 1
        at, kind = self._fault
        if number == at and kind == "kill":
            os._exit(KILLED)
        if (number == at and kind != "full") or (kind == "full" and 0 <= at <= number and name not in _NEED_NO_ROOM):
            code = errno.ENOSPC if kind == "full" else getattr(errno, kind)
            raise OSError(code, os.strerror(code), path)


def watch_files(roots: tuple[Path, ...], fault: Fault, done: Callable[[str, str], None]) -> None:
    """Watch the files of this process until it ends; see `FileOperations`."""
    operations = FileOperations(roots, fault, done)
    real_open, real_sync = io.open, os.fsync

    class WatchedFile(io.FileIO):
        """A file whose writing is an operation: half of the bytes are written where it fails."""

        def write(self, data: Any) -> int:
            half = bytes(data)
            half = half[: len(half) // 2]
            try:
                operations.step("write", str(self.name))
            except OSError:
                super().write(half)
                raise
            return super().write(data) or 0

    def opened(file: Any, mode: str = "r", buffering: int = -1, *rest: Any, **options: Any) -> Any:
        if not set(mode) & set("wax+") or (isinstance(file, int) and file <= 2):
            return real_open(file, mode, buffering, *rest, **options)
        given = dict(zip(("encoding", "errors", "newline", "closefd", "opener"), rest, strict=False)) | options
        closes, opener = given.pop("closefd", True), given.pop("opener", None)
        raw = WatchedFile(file, mode.replace("b", "").replace("t", ""), closes, opener)
        if buffering == 0:
            return raw
        binary = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return binary if "b" in mode else io.TextIOWrapper(binary, **given)

    def synced(descriptor: Any) -> None:
        operations.step("fsync", str(descriptor))
        real_sync(descriptor)

    sys.addaudithook(operations.audit)
    io.open = builtins.open = opened
    tempfile._io.open = opened  # type: ignore[attr-defined]
    os.fsync = synced
