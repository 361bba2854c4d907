"""The folders in which the user's configuration and the cache are kept."""

import errno
import os
import sys
from collections.abc import Mapping
from pathlib import Path

#: The environment variable that names another configuration folder.
VARIABLE = "PAWPRINT_CONFIG"
#: The one that names another folder for the cache; empty or unset means the usual one.
CACHE_VARIABLE = "PAWPRINT_CACHE"


def config_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder that `PAWPRINT_CONFIG` names, else the one where the system keeps what users configure.

    Raises:
        OSError: that would be in the user's home folder, and this user has none, as in many containers.
    """
    if named := environment.get(VARIABLE):
        return Path(named)
    from platformdirs import user_config_path

    folder = user_config_path("pawprint", appauthor=False)
    if not folder.is_absolute():
        raise OSError(errno.ENOENT, f"this user has no home folder; {VARIABLE} can name another folder")
    return folder


class BadFolder(ValueError):
    """A folder that entries cannot be trusted to; the message says why."""


def cache_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder that `PAWPRINT_CACHE` names, else the one where the system keeps caches.

    Raises:
        BadFolder: that would be in the user's home folder, and this user has none, as in many containers.
    """
    if named := environment.get(CACHE_VARIABLE):
        return Path(named)
    if platform == "win32" and (local := environment.get("LOCALAPPDATA")):
        return Path(local) / "pawprint" / "cache"
    if platform == "darwin":
        return _home() / "Library" / "Caches" / "pawprint"
    base = environment.get("XDG_CACHE_HOME", "")
    folder = Path(base)  # one that is not absolute means nothing, as the XDG Base Directory Specification has it
    return (folder if folder.is_absolute() else _home() / ".cache") / "pawprint"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # no HOME, and the system does not know the user
        raise BadFolder(f"this user has no home folder; {CACHE_VARIABLE} can name another folder") from None
