"""The folder in which the user's configuration is kept."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path

#: The environment variable that names another configuration folder.
VARIABLE = "PAWPRINT_CONFIG"


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
