"""Files of earlier builds that a build replaces by others: in another folder, or on another paper.

A file is removed only if the manifest lists it and it is as it was written: everything else may be someone's own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from typing import Any

from pawprint.core.files import is_file
from pawprint.press.manifest import Print, listed_files
from pawprint.production.options import BuildOptions

#: Files that are parts of others.
_PARTS = {".svg": ".md"}
#: Options that say what is made, and not how.
_WHAT = ("kinds", "components", "cards", "languages", "edition", "forms")


def unusual(options: BuildOptions) -> dict[str, str]:
    """How files are made with *options*, where that is not the usual way."""
    usual = BuildOptions()
    names = [one.name for one in fields(BuildOptions) if one.name not in _WHAT]
    return {name: str(getattr(options, name)) for name in names if getattr(options, name) != getattr(usual, name)}


def stale_files(folder: Path, prints: Iterable[Print], how: Mapping[str, str] | None) -> list[Path]:
    """The files in *folder* that *prints* (of one game) replace; to be found before the manifest is written again.

    Args:
        how: the way in which they were made, see `unusual`; if it is not known, only files in other folders are found.
    """
    prints = list(prints)
    made = {one.path for one in prints}
    names = {one.name for one in prints}
    replaced = {_identity(one.of, one.language, one.edition, one.path) for one in prints if one.of}
    found = []
    for path, entry in listed_files(folder).items():
        if path in made:
            continue
        moved = PurePosixPath(path).name in names and "/" not in path
        key = _identity(entry.get("of"), entry.get("language"), entry.get("edition", ""), path)
        renamed = key in replaced and how is not None and entry.get("how", {}) == how
        if (moved or renamed) and _is_as_written(folder / path, entry):
            found.append(folder / path)
    return found


def _identity(of: Any, language: Any, edition: Any, path: str) -> tuple[Any, Any, Any, str]:
    suffix = PurePosixPath(path).suffix
    return of, language, edition, _PARTS.get(suffix, suffix)


def _is_as_written(path: Path, entry: Mapping[str, Any]) -> bool:
    if path.is_symlink() or not is_file(path):
        return False
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest() == entry.get("sha256")
