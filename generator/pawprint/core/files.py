"""Atomic file writes: a killed run leaves the old file, never half of the new one."""

import errno
import os
import re
import shutil
import stat
import time
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

#: The name of a file or folder that is not finished: that of the finished one, and the number of the process.
_PART = re.compile(r"\..+\.[0-9]+\.part")
#: Seconds after which it belongs to no running process any more.
_LEFT = 60


def write_atomic(path: Path, data: bytes) -> None:
    """Write *data* to *path* in one step, so that no reader sees a part of it. Missing folders are created.

    For files that this program names: a link at *path* is replaced, and what it leads to is not touched.

    Raises:
        OSError: the file cannot be written, or *path* is a folder, a device or a pipe; it is untouched then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "not an ordinary file", str(path))
    part = part_of(path)
    try:
        write_part(part, data, path)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def part_of(path: Path) -> Path:
    """Where this process writes what will be at *path* when it is finished; parts of killed runs there are removed."""
    _tidy(path.parent.absolute())
    return path.with_name(f".{path.name}.{os.getpid()}.part")


@cache
def _tidy(folder: Path) -> None:
    """Remove stale parts once in each folder: listing it before every file would take longer than writing does."""
    remove_stale_parts(folder)


def write_part(part: Path, data: bytes, path: Path) -> None:
    """Write *data* to *part*, which will take the place of *path*: what may be done with that stays."""
    part.unlink(missing_ok=True)  # of a process that was killed, or a link that another user put there
    with part.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if path.is_file() and not path.is_symlink():
        shutil.copymode(path, part)


def write_output(path: Path, data: bytes) -> None:
    """Write *data* to a path that a user names: through links, into devices and pipes; files as `write_atomic` does.

    What was printed before comes before it only if that was flushed.

    Raises:
        OSError: it cannot be written; a file that was at *path* is untouched then.
    """
    if is_stream(path):
        number = _standard_stream(path)
        with path.open("wb") if number is None else os.fdopen(os.dup(number), "wb") as file:
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
    """Remove unfinished files and folders that killed runs have left: no run writes one that is older than a minute."""
    with suppress(OSError):
        for part in folder.iterdir():
            if _PART.fullmatch(part.name) and time.time() - part.lstat().st_mtime > _LEFT:
                if part.is_dir() and not part.is_symlink():
                    shutil.rmtree(part)
                else:
                    part.unlink()


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
