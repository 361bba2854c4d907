"""Atomic file writes: a killed run leaves the old file, never half of the new one."""

import errno
import io
import json
import os
import re
import shutil
import stat
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn
from zlib import crc32

# --- file reading -----------------------------------------------------------------------------------------------------

# Reads files that a stranger may have made: ordinary files only, of a limited size, and JSON of a limited depth.


#: The most bytes of a JSON file that Pawprint itself writes; a manifest of 10,000 files has 4 MB.
MAX_JSON_BYTES = 50_000_000

#: How deep the lists and mappings of JSON data may be nested; ours are about ten deep.
MAX_JSON_DEPTH = 200

#: Half of a character, as `\\ud83d` in JSON that has no other half: no file can hold it.
_SURROGATE = re.compile("[\ud800-\udfff]")


class FileTooLarge(OSError):
    """A file has more bytes than allowed.

    Attributes:
        size: its bytes, as far as known.
    """

    def __init__(self, path: Path, size: int, most: int) -> None:
        super().__init__(errno.EFBIG, f"it has {size / 1e6:.1f} MB; {most / 1e6:.0f} are allowed", str(path))
        self.size = size


def is_file(path: Path) -> bool:
    """True if there is a file at *path*; no name that someone could write makes it raise."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # longer than the system allows, or with a NUL
        return False


def read_bounded(path: Path, most: int) -> bytes:
    """The content of an ordinary file of at most *most* bytes.

    Raises:
        FileTooLarge: it has more.
        OSError: it cannot be read, or is no ordinary file: a pipe would wait for ever, a device would never end.
        ValueError: the name of the file is none, because a NUL is in it.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is not an ordinary file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise FileTooLarge(path, max(len(data), state.st_size), most)
    return data


def read_json(path: Path) -> Any:
    """The data of a JSON file.

    Raises:
        OSError: see `read_bounded`.
        ValueError: it is not JSON in UTF-8, is nested too deeply, or has a number or text that no file can hold.
    """
    return parse_json(read_bounded(path, MAX_JSON_BYTES).decode("utf-8"))


def parse_json(text: str) -> Any:
    """The data of JSON text; raises `ValueError` as `read_json` does."""
    try:
        data = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
    except RecursionError:
        raise ValueError("the data are nested too deeply") from None
    if text.count("[") + text.count("{") > MAX_JSON_DEPTH and is_deep(data):  # Python 3.14 reads tens of thousands
        raise ValueError("the data are nested too deeply")
    if "\\ud" in text.lower() and _SURROGATE.search(json.dumps(data, ensure_ascii=False)):
        raise ValueError("a text has half of a character")
    return data


def is_deep(data: Any) -> bool:
    """True if lists and mappings are nested more than `MAX_JSON_DEPTH` deep."""
    level = [data]
    for _ in range(MAX_JSON_DEPTH + 1):
        level = [
            inner
            for value in level
            if isinstance(value, (list, dict))
            for inner in (value.values() if isinstance(value, dict) else value)
        ]
        if not level:
            return False
    return True


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise ValueError(f"{text} is too large")
    return number


# --- Files -> a ZIP archive whose bytes depend only on them -----------------------------------------------------------


#: The earliest time that a ZIP archive can hold: there is no clock in a file.
_TIME = (1980, 1, 1, 0, 0, 0)


def zip_files(files: Mapping[str, bytes], stored: tuple[str, ...] = ()) -> bytes:
    """An archive of *files*, sorted by name.

    Args:
        files: name with slashes -> content.
        stored: suffixes of files that are compressed already, and are not compressed again.
    """
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in sorted(files):
            how = zipfile.ZIP_STORED if name.endswith(stored) else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, _TIME), files[name], how)
    return out.getvalue()


# --- files ------------------------------------------------------------------------------------------------------------


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


class ArchiveTooLarge(ValueError):
    """An archive that unpacks to more than a reader takes."""


def unzip(data: bytes, most_bytes: int, most_files: int = 5_000) -> dict[str, bytes]:
    """The files in a ZIP archive, path -> contents, limited by their real sizes, not by those that it declares.

    Raises:
        ArchiveTooLarge: it has more files or bytes.
        ValueError, OSError, ...: it is damaged; `zipfile` raises many errors.
    """
    files: dict[str, bytes] = {}
    left = most_bytes
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if len(archive.infolist()) > most_files:
            raise ArchiveTooLarge
        for member in archive.infolist():
            pieces = []
            with archive.open(member) as file:
                while piece := file.read(1 << 16):
                    pieces.append(piece)
                    left -= len(piece)
                    if left < 0:
                        raise ArchiveTooLarge
            files[member.filename] = b"".join(pieces)
    return files


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
    """True if *path* is a device, a pipe or where this program's own output goes: written to, and never replaced."""
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
    """The folder of an installed Python package, which is not imported; None if it is not installed."""
    try:
        spec = find_spec(package) if package.isidentifier() else None
    except ValueError:  # of `__main__`, which no package is called
        return None
    if spec is None or not spec.submodule_search_locations:
        return None
    return Path(next(iter(spec.submodule_search_locations)))
