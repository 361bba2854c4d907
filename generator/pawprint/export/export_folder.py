"""A folder for exported files, with a record of which export wrote each, so that none replaces the file of another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pawprint.core.files import FileWriter, write_if_changed

#: The record, in the folder.
RECORD = "exported.json"


class ForeignFileError(Exception):
    """The export would replace a file that it did not write; the message names it."""


class ExportFolder(FileWriter):
    """Writes the files of one export; a context that records them at its end.

    Args:
        owner: which export it is, such as `scene food-chain`.
        is_shared: True if anything may be in the folder already; False for the usual folder of this export, in which
            files that no record lists are from earlier versions.
    """

    def __init__(self, folder: Path, owner: str, is_shared: bool) -> None:
        super().__init__()
        self._folder, self._owner, self._is_shared = folder, owner, is_shared
        self._owners = _owners(folder / RECORD)

    def __enter__(self) -> ExportFolder:
        return self

    def __exit__(self, *error: object) -> None:
        """Record what was written, also by an export that failed."""
        if self._owners != _owners(self._folder / RECORD):
            record = json.dumps({"files": dict(sorted(self._owners.items()))}, indent=1, ensure_ascii=False)
            write_if_changed(self._folder / RECORD, f"{record}\n".encode())

    def export(self, name: str, data: bytes) -> bool:
        """Write a file; False if it cannot be replaced, see `FileWriter`.

        Args:
            name: its path in the folder, with slashes.

        Raises:
            ForeignFileError: there is another file, of something else.
            OSError: it cannot be written.
        """
        path = self._folder / name
        known = self._owners.get(name, "" if self._is_shared else self._owner)
        if known != self._owner and path.is_file() and path.read_bytes() != data:
            by = f"'pawprint export {known}' wrote it" if known else "this export did not write it"
            raise ForeignFileError(f"{path.as_posix()} is there already, and {by}; name another folder")
        is_written = self.write(path, data)
        if is_written:
            self._owners.setdefault(name, self._owner)
        return is_written


def _owners(record: Path) -> dict[str, str]:
    """File -> the export that wrote it; empty without a record that can be read."""
    try:
        read: Any = json.loads(record.read_bytes())
        return {str(name): str(owner) for name, owner in read["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}
