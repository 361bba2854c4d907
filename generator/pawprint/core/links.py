"""Links that lead out of the folder that a user has named; their targets are not read.

A project may come from a stranger, and its links may name any file of this machine.
"""

import os
import stat
from pathlib import Path

#: Of this package: an installer may have put links there.
_OURS = Path(__file__).parents[1] / "_data"


def outside(path: Path, root: Path) -> Path | None:
    """The target of *path* if that is outside of the folder *root*; None if it is inside.

    Args:
        path: below *root*, as it is written.
        root: may be a link itself.
    """
    place = os.fspath(root)
    for name in path.relative_to(root).parts:
        place = os.path.join(place, name)  # noqa: PTH118  (called for each file that is read)
        if _is_link(place):
            break
    else:
        return None
    real = Path(os.path.realpath(path))
    return None if real.is_relative_to(os.path.realpath(root)) or path.is_relative_to(_OURS) else real


def is_inside(name: str) -> bool:
    """True if a path with slashes stays in the folder to which it is added."""
    parts = name.split("/")
    return all(part not in ("", ".", "..") and not set(part) & {"\\", ":"} for part in parts)


def _is_link(path: str) -> bool:
    try:
        state = os.lstat(path)
    except (OSError, ValueError):
        return False
    windows = getattr(state, "st_file_attributes", 0) & stat.FILE_ATTRIBUTE_REPARSE_POINT
    return stat.S_ISLNK(state.st_mode) or bool(windows)
