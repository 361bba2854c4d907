"""Atomic file writes: a killed run leaves the old file, never half of the new one."""

import errno
import os
import re
import shutil
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

#: The name of an unfinished file or folder: that of the finished one, the number of the process, and `_COMPUTER`.
_PART = re.compile(r"\..+\.([0-9]+)([0-9]{6})\.part")
_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|\Z)", re.IGNORECASE)
#: Tells apart the computers that share a folder.
_COMPUTER = f"{crc32((os.environ.get('COMPUTERNAME') or os.uname().nodename).encode()) % 1_000_000:06}"
#: Seconds after which an unfinished file is stale: if its process is gone, and in any case.
_STALE_S, _SURELY_STALE_S = 60, 3600
#: Permissions of which a file that may be replaced has at least one.
_WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
#: Seconds to wait between attempts to replace a file. On Windows, scanners and indexers open files for a moment.
_PAUSES_S = (0.05, 0.1, 0.2, 0.4, 0.8) if sys.platform == "win32" else ()


_OPEN_ELSEWHERE = "another program has this file open: close it there, and run the command again"


class FileInUse(PermissionError):
    """A file cannot be replaced; it is unchanged."""


class FileWriter:
    """Writes files one after the other. Those that cannot be replaced stay as they are, and `finish` names them."""

    def __init__(self) -> None:
        self.in_use: list[FileInUse] = []

    def write(self, path: Path, data: bytes) -> bool:
        """True if *path* has the content *data* now; see `write_if_changed`."""
        try:
            write_if_changed(path, data)
        except FileInUse as error:
            self.in_use.append(error)
            return False
        return True

    def remove(self, path: Path) -> None:
        """Remove *path*, if it is there."""
        try:
            path.unlink(missing_ok=True)
        except PermissionError as error:
            self.in_use.append(FileInUse(error.errno, _OPEN_ELSEWHERE, str(path)))

    def finish(self) -> None:
        """Report the files that were not written.

        Raises:
            FileInUse: there are some; all others are written.
        """
        if self.in_use:
            names = ", ".join(str(error.filename) for error in self.in_use)
            raise FileInUse(errno.EACCES, f"{self.in_use[0].strerror}; all other files are written", names)


def is_device_name(name: str) -> bool:
    """True if *name* names a device on Windows, with or without an extension, so that no file can have it.

    Source: "Naming Files, Paths, and Namespaces", learn.microsoft.com.
    """
    return _DEVICE.match(name) is not None


def write_atomic(path: Path, data: bytes) -> None:
    """Write *data* to *path* in one step, so that no reader sees a part of it. Missing folders are created.

    For files that this program names: a link at *path* is replaced, and what it leads to is not touched.

    Raises:
        FileInUse: the file is read-only, or another program has it open; it is untouched.
        OSError: the file cannot be written, or *path* is a folder, a device or a pipe; it is untouched.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "not an ordinary file", str(path))
    part = part_of(path)
    try:
        write_part(part, data, path)
        move_into_place(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def move_into_place(part: Path, path: Path) -> None:
    """Have *part* replace *path*.

    Raises:
        FileInUse: Windows refused it again and again, because another program has the file open.
        OSError: it cannot be replaced.
    """
    for pause in _PAUSES_S:
        try:
            part.replace(path)
            return
        except PermissionError:
            time.sleep(pause)
    try:
        part.replace(path)
    except PermissionError as error:
        if not _PAUSES_S:
            raise
        raise FileInUse(errno.EACCES, _OPEN_ELSEWHERE, str(path)) from error


def part_of(path: Path) -> Path:
    """Where this process writes what will be at *path* when it is finished; parts of killed runs there are removed."""
    _tidy(path.parent.absolute())
    return path.with_name(f".{path.name}.{os.getpid()}{_COMPUTER}.part")


@cache
def _tidy(folder: Path) -> None:
    """Remove stale parts once in each folder: listing it before every file would take longer than writing does."""
    remove_stale_parts(folder)


def write_part(part: Path, data: bytes, path: Path) -> None:
    """Write *data* to *part*, which will replace *path* and gets its permissions.

    Raises:
        FileInUse: *path* is read-only. Some systems would replace it all the same.
    """
    if path.is_file() and not path.is_symlink() and not path.stat().st_mode & _WRITABLE:
        message = "this file is read-only: allow writing to it, and run the command again"
        raise FileInUse(errno.EACCES, message, str(path))
    with naming(path):
        part.unlink(missing_ok=True)  # of a process that was killed, or a link that another user put there
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    if path.is_file() and not path.is_symlink():
        shutil.copymode(path, part)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name *path* in errors while it is written: that of a full disk names no file, others that of a part."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def write_output(path: Path, data: bytes) -> None:
    """Write *data* to a path that a user names: through links, into devices and pipes; files as `write_atomic` does.

    What was printed before comes before it only if that was flushed.

    Raises:
        OSError: it cannot be written; a file that was at *path* is untouched then.
    """
    if is_stream(path):
        number = _standard_stream(path)
        with naming(path), path.open("wb") if number is None else os.fdopen(os.dup(number), "wb") as file:
            file.write(data)
        return
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if real.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    write_atomic(real, data)


def is_stream(path: Path) -> bool:
    """Whether *path* is a device, a pipe or where this program's own output goes: written to, and never replaced."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or _standard_stream(path) is not None


def _standard_stream(path: Path) -> int | None:
    """The descriptor of the standard output or error if *path* is what it goes to, as `/dev/stdout` always is."""
    state = path.stat()
    for number in (1, 2):
        with suppress(OSError):
            if state.st_ino and os.path.samestat(state, os.fstat(number)):
                return number
    return None


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write *data* to *path* unless exactly that stands there already, so that its date stays true.

    Returns:
        whether the file was written.
    """
    try:
        if path.stat().st_size == len(data) and path.read_bytes() == data:
            return False
    except FileNotFoundError:
        pass
    write_atomic(path, data)
    return True


def remove_stale_parts(folder: Path) -> None:
    """Remove unfinished files and folders that killed runs have left."""
    with suppress(OSError):
        for part in folder.iterdir():
            name = _PART.fullmatch(part.name)
            if name is None:
                continue
            age = time.time() - part.lstat().st_mtime
            if age > (_SURELY_STALE_S if _may_run(*name.groups()) else _STALE_S):
                if part.is_dir() and not part.is_symlink():
                    shutil.rmtree(part)
                else:
                    part.unlink()


def _may_run(process: str, computer: str) -> bool:
    """False if no process of this number runs on this computer, which *computer* names."""
    if computer != _COMPUTER or os.name != "posix":
        return True
    try:
        os.kill(int(process), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # another user's
        pass
    return True


def bundled(kind: str) -> Path:
    """The folder `catalog` or `layouts` that comes with the package: inside a wheel, or beside a source tree."""
    package = Path(__file__).parents[1]
    inside = package / "_data" / kind
    return inside if inside.is_dir() else package.parents[1] / kind


def package_folder(package: str) -> Path | None:
    """Where an installed Python package is; None if it is not installed. The package is not imported."""
    try:
        spec = find_spec(package) if package.isidentifier() else None
    except ValueError:  # of `__main__`, which no package is called
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))
