"""Which programs in the folders of games the user allows to run: a file in the user's configuration.

A game may bring a program with its rules, which can do all that the user can. So it runs only if the user has allowed
that, for the file as it was then, or for whatever that file contains.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from pawprint.core.files import read_json, write_atomic
from pawprint.core.user_folders import config_folder

#: In the configuration folder.
FILE = "allowed-rules.json"


class AllowedRules(NamedTuple):
    """A file that may run.

    Attributes:
        path: from the root of the file system, links resolved.
        digest: of its content; "" if it may be edited.
    """

    path: str
    digest: str


#: Files that may run in this process, whatever they contain: those that a game brings into the browser.
_here: set[str] = set()


def digest_of(data: bytes) -> str:
    """The digest of the content of a file."""
    return sha256(data).hexdigest()


def allowed_rules() -> list[AllowedRules]:
    """All files that may run, by path. A file of permissions that cannot be read permits nothing."""
    try:
        data = read_json(config_folder() / FILE)
        return sorted(AllowedRules(str(entry["path"]), str(entry["digest"])) for entry in data)
    except (OSError, ValueError, TypeError, KeyError):
        return []


def is_allowed(path: Path, data: bytes) -> bool:
    """Whether the file *path* with the content *data* may run."""
    place, digest = path.resolve().as_posix(), digest_of(data)
    return place in _here or any(entry.path == place and entry.digest in ("", digest) for entry in allowed_rules())


def was_allowed(path: Path) -> bool:
    """Whether the file may run, or might before it was changed."""
    return any(entry.path == path.resolve().as_posix() for entry in allowed_rules())


def allow(path: Path, *, edits: bool) -> None:
    """Allow the file *path* to run.

    Args:
        edits: whatever it contains later.

    Raises:
        OSError: the file cannot be read, or the permission not be written.
    """
    digest = "" if edits else digest_of(path.read_bytes())
    _write([*_without(path), AllowedRules(path.resolve().as_posix(), digest)])


def allow_here(path: Path) -> None:
    """Allow the file *path* to run in this process."""
    _here.add(path.resolve().as_posix())


def forget(path: Path) -> bool:
    """Allow it no more; whether it was allowed.

    Raises:
        OSError: this cannot be written.
    """
    known = was_allowed(path)
    if known:
        _write(_without(path))
    return known


def _without(path: Path) -> list[AllowedRules]:
    return [entry for entry in allowed_rules() if entry.path != path.resolve().as_posix()]


def _write(allowed: list[AllowedRules]) -> None:
    data = [entry._asdict() for entry in sorted(allowed)]
    write_atomic(config_folder() / FILE, (json.dumps(data, indent=2) + "\n").encode())
