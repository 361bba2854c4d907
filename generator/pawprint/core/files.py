"""Files that are whole or not there: a killed run leaves the old file, never half of the new one."""

import os
import shutil
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Write *data* to *path* so that nobody ever sees a part of it. Missing folders are made.

    Raises:
        OSError: the file cannot be written; what stood at *path* is untouched then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Put new content into files that there are: into all of them, or into none. What may be done with them stays.

    Raises:
        OSError: a file cannot be written; all are as they were.
    """
    parts: list[tuple[Path, Path]] = []
    old: dict[Path, bytes] = {}
    try:
        for name, data in files.items():
            path = name.resolve()  # a link stays one
            part = path.with_name(f".{path.name}.{os.getpid()}.part")
            parts.append((path, part))
            with part.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            shutil.copymode(path, part)
        for path, part in parts:
            before = path.read_bytes()
            part.replace(path)
            old[path] = before
    except BaseException:
        for path, data in old.items():
            write_atomic(path, data)
        raise
    finally:
        for _, part in parts:
            part.unlink(missing_ok=True)


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
    """Remove what killed runs have left unfinished; a part that is older than a minute is being written by nobody."""
    for part in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - part.stat().st_mtime > 60:
                part.unlink()


def bundled(kind: str) -> Path:
    """The folder `catalog` or `layouts` that comes with the package: inside a wheel, or beside a source tree."""
    package = Path(__file__).parents[1]
    inside = package / "_data" / kind
    return inside if inside.is_dir() else package.parents[1] / kind
