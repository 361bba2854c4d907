"""Files of a site -> a folder, all or none, never over files of others.

A marker in the folder lists the files with their digests. So the next export replaces and removes only what an export
has written, and only if it is as it was written. An export that is killed leaves whole files, old and new ones, and the
new marker in an unfinished folder, by which the next one knows the new files.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from hashlib import file_digest, sha256
from pathlib import Path
from shutil import copyfile, rmtree

from pawprint.core.files import is_file, move_into_place, naming, part_of, read_json
from pawprint.core.links import is_inside, outside

#: The file that says which files belong to an export.
MARKER = "pawprint-site.json"
#: What the folder is called in which files are before they take their places.
_STAGED = "site"


class SiteError(ValueError):
    """The site cannot be written; nothing has changed."""


class SiteFolder:
    """A folder for an exported site.

    Args:
        folder: it need not exist.

    Raises:
        SiteError: there is something else in its place.
    """

    def __init__(self, folder: Path) -> None:
        if folder.exists() and not folder.is_dir():
            raise SiteError(f"{folder.as_posix()} is not a folder")
        self._folder = folder
        unfinished = sorted(folder.glob(f".{_STAGED}.*.part/new/{MARKER}"))
        self._known = [_listed(marker) for marker in (folder / MARKER, *unfinished)]
        self._check("index.html")  # before anything is drawn

    def write(self, files: Iterable[tuple[str, bytes]]) -> tuple[int, int]:
        """Write *files*, by their paths with slashes, and remove those of earlier exports that are not among them.

        Returns:
            the number of files and of bytes.

        Raises:
            SiteError: a file of someone else is in the way; the folder is as it was.
            OSError: a file cannot be written; the folder is as it was.
        """
        made = not self._folder.exists()
        self._folder.mkdir(parents=True, exist_ok=True)
        staged = part_of(self._folder / _STAGED)
        rmtree(staged, ignore_errors=True)  # of a process that was killed and had the number of this one
        try:
            staged.mkdir()
            size = 0
            digests: dict[str, str] = {}
            for name, data in files:
                _put(staged / "new" / name, data)
                digests[name] = sha256(data).hexdigest()
                size += len(data)
                os.utime(staged)  # which tells other processes that this one is at work
            self._replace(staged, digests)
        finally:
            rmtree(staged, ignore_errors=True)
            if made:
                with suppress(OSError):
                    self._folder.rmdir()  # if nothing was written
        return len(digests), size

    def _replace(self, staged: Path, digests: dict[str, str]) -> None:
        """Put the files in *staged* into their places, and those that they replace out of the way."""
        for name, digest in digests.items():
            self._check(name, digest)
        known = dict.fromkeys(name for listed in self._known for name in listed)
        gone = [name for name in known if name not in digests and self._is_own(name)]
        marker = json.dumps({"files": dict(sorted(digests.items()))}, indent=1) + "\n"
        _put(staged / "new" / MARKER, marker.encode())
        changed = [name for name, digest in digests.items() if not self._has(name, digest)]
        before: list[tuple[Path, Path | None]] = []
        try:
            for name in (*gone, *changed, MARKER):
                target = self._folder / name
                before.append((target, _copied(target, staged / "old" / name)))
                if name in gone:
                    target.unlink()
                else:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    move_into_place(staged / "new" / name, target)
        except BaseException:
            for target, old in reversed(before):
                if old is not None:
                    move_into_place(old, target)
                else:
                    target.unlink(missing_ok=True)
            raise
        for name in gone:
            for folder in (self._folder / name).parents:
                if folder == self._folder:
                    break
                with suppress(OSError):
                    folder.rmdir()  # if it is empty

    def _check(self, name: str, digest: str = "") -> None:
        """Refuse to write a file over one that is not of an earlier export.

        Raises:
            SiteError: there is one.
        """
        target = self._folder / name
        for path in (target, *target.parents):
            if path == self._folder:
                break
            other = path.is_symlink() or (path.exists() and path.is_dir() == (path is target))
            own = path is not target or not path.exists() or self._is_own(name) or self._has(name, digest)
            if other or not own:
                raise SiteError(f"{path.as_posix()} was not written by an export, or has changed since")

    def _is_own(self, name: str) -> bool:
        return any(self._has(name, listed.get(name, "")) for listed in self._known)

    def _has(self, name: str, digest: str) -> bool:
        """True if the file *name* of the folder is an ordinary one with this digest."""
        path = self._folder / name
        if not digest or path.is_symlink() or outside(path, self._folder) is not None or not is_file(path):
            return False
        with path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest() == digest


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with naming(path):
        path.write_bytes(data)


def _copied(path: Path, copy: Path) -> Path | None:
    """A *copy* of the file at *path*; None if there is none."""
    if not path.exists():
        return None
    copy.parent.mkdir(parents=True, exist_ok=True)
    copyfile(path, copy)
    return copy


def _listed(marker: Path) -> dict[str, str]:
    """Path -> digest of the files that the marker lists; none that leads out of the folder."""
    if marker.is_symlink():
        return {}
    try:
        data = read_json(marker)
    except (OSError, ValueError):
        return {}
    files = data.get("files") if isinstance(data, dict) else None
    listed = files.items() if isinstance(files, dict) else ()
    return {name: digest for name, digest in listed if is_inside(name) and isinstance(digest, str)}
