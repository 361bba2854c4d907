"""A folder of entries, by key -> bytes. Whatever is wrong with it, an entry is at worst not there.

Entries are checked when they are read and written beside their place first, so that any number of processes may share
the folder, and a killed one does no harm. Nothing in it is ever run: entries hold plain values (`marshal`) and files.
"""

import marshal
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from pawprint.core.user_folders import BadFolder

#: The size limit of the cache in bytes; the least recently used entries are removed first.
MAX_BYTES = 256_000_000
#: Seconds after which an unfinished file belongs to no running process any more.
_LEFT = 3600
#: Marks a folder of entries, for this program and for backups; see https://bford.info/cachedir/.
_TAG = "CACHEDIR.TAG"
_TAG_CONTENT = b"Signature: 8a477f597d28d172789f06886806bc55\n# Entries of the cache of Pawprint.\n"
_FORMAT = 2  # of `marshal`: the last one that depends on nothing but the values


class Store:
    """Entries of one version of the program.

    Args:
        root: the folder of all versions; made when something is put into it.
        version: names the folder of this one.
        most: bytes that may stand in *root*.

    Raises:
        BadFolder: *root* belongs to another user, or others may write to it, so that its entries cannot be trusted.
    """

    def __init__(self, root: Path, version: str, most: int = MAX_BYTES) -> None:
        self.root = root
        self._most = most
        self._folder = root / version
        self._written = False
        _vet(root)

    def get(self, key: str) -> bytes | None:
        """The entry *key*; None if there is none, or if it is not as it was put."""
        path = self._folder / key
        try:
            content = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        body = content[32:]
        return body if content[:32] == _seal(key, body) else None

    def put(self, key: str, body: bytes) -> None:
        """Store *body*; if the disk is full or must not be written to, nothing happens."""
        path = self._folder / key
        part = self._folder / f".{key}.{os.getpid()}.{time.monotonic_ns()}.part"
        try:
            self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if not (self._folder / _TAG).is_file():
                (self._folder / _TAG).write_bytes(_TAG_CONTENT)
            part.write_bytes(_seal(key, body) + body)
            part.replace(path)
        except OSError:
            with suppress(OSError):
                part.unlink()
        self._written = True

    def get_value(self, key: str) -> Any:
        """A plain value that was put under *key*; None as for `get`."""
        body = self.get(key)
        try:
            return None if body is None else marshal.loads(body)
        except (ValueError, EOFError, TypeError):
            return None

    def put_value(self, key: str, value: Any) -> None:
        """Keep a plain value: None, booleans, numbers, texts, bytes, tuples, lists, dicts.

        Raises:
            ValueError: it has others.
        """
        self.put(key, marshal.dumps(value, _FORMAT))

    def trim(self) -> None:
        """Remove what was not used for the longest time, if something was put and all of it is too much."""
        if not self._written:
            return
        self._written = False
        found: list[tuple[float, int, str]] = []
        now = time.time()
        for entry in _entries(self.root):
            with suppress(OSError):
                state = entry.stat()
                if entry.name.endswith(".part") and now - state.st_mtime > _LEFT:
                    Path(entry.path).unlink()
                else:
                    found.append((state.st_mtime, state.st_size, entry.path))
        total = sum(size for _, size, _ in found)
        if total > self._most:
            for _, size, path in sorted(found):
                if total <= self._most * 3 // 4:
                    break
                with suppress(OSError):
                    Path(path).unlink()
                    total -= size
        for folder in _folders(self.root):
            if folder != self._folder and [path.name for path in folder.iterdir()] == [_TAG]:
                with suppress(OSError):
                    (folder / _TAG).unlink()
                    folder.rmdir()


def _seal(key: str, body: bytes) -> bytes:
    return sha256(key.encode() + b"\0" + body).digest()


def _vet(root: Path) -> None:
    try:
        state = root.stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise BadFolder(f"{root} cannot be used: {error.strerror}") from None
    if not root.is_dir():
        raise BadFolder(f"{root} is not a folder")
    if os.name == "posix" and (state.st_uid != os.geteuid() or state.st_mode & 0o022):
        raise BadFolder(f"others may write to {root}")


def _folders(root: Path) -> Iterator[Path]:
    """The folders of all versions: those with a tag. *root* may hold other folders, which are never touched."""
    with suppress(OSError):
        for folder in os.scandir(root):
            if folder.is_dir(follow_symlinks=False) and Path(folder.path, _TAG).is_file():
                yield Path(folder.path)


def _entries(root: Path) -> Iterator[os.DirEntry[str]]:
    """The entries of all versions, and parts of entries."""
    for folder in _folders(root):
        with suppress(OSError):
            yield from (entry for entry in os.scandir(folder) if entry.name != _TAG)
