"""What a build is made from -> digests: the program with its libraries, and whole folders, file by file."""

import os
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pawprint import __version__
from pawprint.catalog.model import Game, Record
from pawprint.catalog.plain_values import plain_value
from pawprint.core.links import outside

#: Folders of other programs, which no catalog reads.
_OTHERS = (".git", "__pycache__")


def version() -> str:
    """A name for this program with all that it runs on: the same name, the same output from the same files."""
    parts = [sys.version, sys.platform, str(sys.maxsize), zlib.ZLIB_RUNTIME_VERSION]
    parts += [os.uname().machine] if hasattr(os, "uname") else []
    for folder in sys.path:
        with suppress(OSError), os.scandir(folder or ".") as entries:
            parts += sorted(entry.name for entry in entries if entry.name.endswith((".dist-info", ".egg-info")))
    package = Path(__file__).parents[2]
    kinds = (".py", ".yaml", ".css", ".js")
    sources = ((name, entry) for name, entry in _files(package, ("__pycache__", "_data")) if name.endswith(kinds))
    states = ((name, entry.stat()) for name, entry in sources)
    parts += sorted(f"{name} {state.st_size} {state.st_mtime_ns}" for name, state in states)
    return f"{__version__}-{sha256(repr(parts).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


#: path -> state of the file when it was read last, and its digest.
_read: dict[str, tuple[tuple[int, ...], str]] = {}
#: Nanoseconds after which a file that is written again has another time: clocks of file systems are slow, down to that
#: of FAT with its two seconds.
_TICK = 2_000_000_000


def file_digest(path: Path | str) -> str:
    """The digest of a file's content; one that has not been touched for a while is not read again.

    Raises:
        OSError: it cannot be read.
    """
    name = str(path)
    with open(name, "rb", buffering=0) as file:  # noqa: PTH123  (called for thousands of files)
        state = os.fstat(file.fileno())
        now = (state.st_mtime_ns, state.st_ctime_ns, state.st_size, state.st_ino, state.st_dev)
        known = _read.get(name)
        if known is not None and known[0] == now:
            return known[1]
        found = sha256(file.read()).hexdigest()
    if time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) > _TICK:
        _read[name] = now, found
    return found


def tree(folder: Path, root: Path | None = None) -> dict[str, str]:
    """path -> digest of every file in *folder*, links followed; nothing if there is no such folder.

    Args:
        root: links that lead out of this folder are left out, as nothing reads them; *folder* itself by default.

    Raises:
        OSError: a file cannot be read.
    """
    return {name: file_digest(entry.path) for name, entry in _files(folder, _OTHERS, root or folder)}


def _files(folder: Path, without: tuple[str, ...], root: Path | None = None) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file in *folder* by its path there, but for what is in folders of the names *without*.

    Args:
        root: links that lead out of it are not followed.
    """
    seen: set[tuple[int, int]] = set()  # folders, since links may lead back
    waiting = [("", str(folder))] if folder.is_dir() and _may_be(folder, root) else []
    while waiting:
        inside, path = waiting.pop()
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                name = inside + entry.name
                if entry.is_symlink() and not _may_be(Path(entry.path), root):
                    continue
                if entry.is_file():  # no pipe, and no link to nowhere
                    yield name, entry
                elif entry.is_dir() and entry.name not in without:
                    state = Path(entry.path).stat()
                    if (state.st_dev, state.st_ino) not in seen:
                        seen.add((state.st_dev, state.st_ino))
                        waiting.append((f"{name}/", entry.path))


def _may_be(path: Path, root: Path | None) -> bool:
    return root is None or outside(path, root) is None


def digest(*parts: object) -> str:
    """One digest for several values, by how they are written as Python; the order of a mapping does not matter."""
    plain = [sorted(part.items()) if isinstance(part, dict) else part for part in parts]
    return sha256(repr(plain).encode("utf-8", "surrogatepass")).hexdigest()


# --- Records -> digests of what they say in one language --------------------------------------------------------------


def digest_of(record: Record, language: str, edition: str) -> str:
    """A digest of all that a layout may see of *record* without looking into the records that it refers to."""
    return digest(record.component, record.id, record.copies_in(edition), _data(record.values, language, edition))


def digest_of_all(game: Game, language: str) -> str:
    """A digest of all that a document in *language* may know of the records of *game*, of whatever edition."""
    parts = []
    for component, records in game.records.items():
        for record in records.values():
            own = (record.copies, sorted(record.by_edition.items()), record.editions)
            origin = (record.origin.default, sorted(record.origin.fields.items()))
            parts.append((component, record.id, own, origin, _data(record.values, language, game.edition)))
    return digest(parts)


def _data(values: Mapping[str, Any], language: str, edition: str) -> Any:
    """*values* as plain data; of another record only its name, of a choice not its label, which the game declares."""
    return plain_value(
        dict(values),
        lambda words: words.get(language, ""),
        lambda record: (record.component, record.id, record.exists_in(edition)),
    )
