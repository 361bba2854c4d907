"""Several files of a folder, written together: all are the new ones or all the old ones, also after a killed run.

The new files are written beside the old ones, then a journal that lists them, then each takes its place. A run that is
killed leaves the journal, and the next one that reads the folder puts the other files into their places.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from pawprint.core.files import move_into_place, part_of, read_bounded, read_json, write_atomic, write_part

#: The name of a journal, and the version of its form.
JOURNAL, VERSION = ".pawprint-journal.json", 1
#: The most bytes of a file that is put into its place later.
_MAX_BYTES = 500_000_000


class _Pending(NamedTuple):
    """A file that is to take its place.

    Attributes:
        name: from the folder, with slashes.
        part: the name of the new file, which is beside it.
        old, new: digests of both contents; *old* is empty where there was no file.
    """

    name: str
    part: str
    old: str
    new: str


def write_together(
    folder: Path, files: Mapping[Path, bytes], expected: Mapping[Path, bytes | None] | None = None
) -> None:
    """Write *files*, all of them or none, with their journal in *folder*. What may be done with files that exist stays.

    Args:
        expected: what each of them has now, None for one that is not there; None for anything.

    Raises:
        OSError: a file cannot be written, or has other content than expected; all are as they were.
    """
    journal = folder / JOURNAL
    parts: dict[Path, Path] = {}
    old: dict[Path, bytes | None] = {}
    try:
        for name, data in files.items():
            path = name.resolve()  # a link stays one
            path.parent.mkdir(parents=True, exist_ok=True)
            parts[path] = part_of(path)
            write_part(parts[path], data, path)
            old[path] = path.read_bytes() if path.exists() else None
            if expected is not None and old[path] != expected[name]:
                raise OSError(f"{path} has been changed meanwhile; nothing was written")
        if len(files) > 1:
            _write_journal(journal, {name: old[name.resolve()] for name in files}, files)
        for path, part in parts.items():
            with suppress(FileNotFoundError):  # another run has seen the journal and put it into its place
                move_into_place(part, path)
        journal.unlink(missing_ok=True)
    except BaseException:
        journal.unlink(missing_ok=True)
        _restore(parts, old)
        raise


def _write_journal(journal: Path, old: Mapping[Path, bytes | None], new: Mapping[Path, bytes]) -> None:
    rows = []
    for name, data in new.items():
        below = Path(os.path.relpath(name.resolve(), journal.parent.resolve())).as_posix()
        rows.append(_Pending(below, part_of(name.resolve()).name, _digest(old[name]), _digest(data)))
    write_atomic(journal, json.dumps({"version": VERSION, "files": rows}, indent=1).encode())


def _restore(parts: Mapping[Path, Path], old: Mapping[Path, bytes | None]) -> None:
    """Give files that are in their places their *old* content, and remove the others."""
    for path, part in parts.items():
        before = old.get(path)
        if part.exists() or path not in old:
            part.unlink(missing_ok=True)
        elif before is None:
            path.unlink(missing_ok=True)
        else:
            write_atomic(path, before)


def finish_writing(folder: Path) -> None:
    """Put the files of a killed run into their places, if *folder* has its journal.

    If a file is neither the old one nor the new one, it has been changed since, and all files stay as they are. If a
    file cannot be replaced, the journal stays for a later run.
    """
    journal = folder / JOURNAL
    if not os.path.lexists(journal):
        return
    try:
        pending = [(folder.joinpath(*PurePosixPath(entry.name).parts).resolve(), entry) for entry in _entries(journal)]
        moves = {path.with_name(entry.part): path for path, entry in pending if _content(path) != entry.new}
        if all(_content(path) in (entry.new, entry.old) for path, entry in pending) and all(
            _content(path.with_name(entry.part)) == entry.new for path, entry in pending if _content(path) != entry.new
        ):
            for part, path in moves.items():
                move_into_place(part, path)
        else:
            for path, entry in pending:
                path.with_name(entry.part).unlink(missing_ok=True)
    except ValueError:  # no journal of ours
        pass
    except OSError:  # perhaps another program has a file open: a later run finishes it
        return
    with suppress(OSError):
        journal.unlink()


def _entries(journal: Path) -> list[_Pending]:
    """The files in a journal. It may have come with a catalog, so that only parts as this program names them are taken.

    Raises:
        ValueError, OSError: it is no journal.
    """
    data = read_json(journal)
    if not isinstance(data, dict) or data.get("version") != VERSION or not isinstance(data.get("files"), list):
        raise ValueError("it is no journal")
    entries = []
    for row in data["files"]:
        if not isinstance(row, list) or len(row) != len(_Pending._fields) or not all(isinstance(x, str) for x in row):
            raise ValueError("it is no journal")
        entry = _Pending(*row)
        name = PurePosixPath(entry.name)
        number = entry.part.removeprefix(f".{name.name}.").removesuffix(".part")
        if entry.part != f".{name.name}.{number}.part" or not number.isdigit():
            raise ValueError("it names other files")
        entries.append(entry)
    return entries


def _content(path: Path) -> str:
    """The digest of a file; empty if there is none."""
    try:
        return _digest(read_bounded(path, _MAX_BYTES))
    except FileNotFoundError:
        return ""


def _digest(data: bytes | None) -> str:
    return "" if data is None else sha256(data).hexdigest()
