"""What a build depends on -> digests: the program with its libraries, and whole folders, file by file."""

import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from pawprint import __version__

#: Folders of other programs, which no catalog reads.
_OTHERS = (".git", "__pycache__")


def version() -> str:
    """A name for this program with all that it runs on: the same name, the same output from the same files."""
    parts = [sys.version, sys.platform, str(sys.maxsize), zlib.ZLIB_RUNTIME_VERSION]
    parts += [os.uname().machine] if hasattr(os, "uname") else []
    for folder in sys.path:
        with suppress(OSError), os.scandir(folder or ".") as entries:
            parts += sorted(entry.name for entry in entries if entry.name.endswith((".dist-info", ".egg-info")))
    package = Path(__file__).parents[1]
    states = ((name, entry.stat()) for name, entry in _files(package, ("__pycache__", "_data")) if name.endswith(".py"))
    parts += sorted(f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in states)
    return f"{__version__}-{sha256(repr(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def file_digest(path: Path) -> str:
    """The digest of a file's content.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb", buffering=0) as file:
        return sha256(file.read()).hexdigest()


def tree(folder: Path) -> dict[str, str]:
    """path -> digest of every file in *folder*, links followed; nothing if there is no such folder.

    Raises:
        OSError: a file cannot be read.
    """
    return {name: file_digest(Path(entry.path)) for name, entry in _files(folder, _OTHERS)}


def _files(folder: Path, without: tuple[str, ...]) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file in *folder* by its path there, but for what is in folders of the names *without*."""
    seen: set[tuple[int, int]] = set()  # folders, since links may lead back
    waiting = [("", str(folder))] if folder.is_dir() else []
    while waiting:
        inside, path = waiting.pop()
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                name = inside + entry.name
                if entry.is_file():  # no pipe, and no link to nowhere
                    yield name, entry
                elif entry.is_dir() and entry.name not in without:
                    state = Path(entry.path).stat()
                    if (state.st_dev, state.st_ino) not in seen:
                        seen.add((state.st_dev, state.st_ino))
                        waiting.append((f"{name}/", entry.path))


def digest(*parts: object) -> str:
    """One digest for several values, by how they are written as Python; the order of a mapping does not matter."""
    plain = [sorted(part.items()) if isinstance(part, dict) else part for part in parts]
    return sha256(repr(plain).encode("utf-8", "surrogatepass")).hexdigest()
