"""Pyodide, which is Python for browsers: found where the user has installed it, and never fetched from an address."""

import json
from pathlib import Path
from typing import Any, NamedTuple

#: What the page calls the files of the package, and their names there.
_FILES = {
    "loader": "pyodide.mjs",
    "assembly": "pyodide.asm.mjs",
    "wasm": "pyodide.asm.wasm",
    "stdlib": "python_stdlib.zip",
}
_LOCK = "pyodide-lock.json"
#: Where npm puts it.
_INSTALLED = Path("node_modules") / "pyodide"
#: The first version with these files.
_FIRST = "314"


class MissingRuntimeError(ValueError):
    """There is no Pyodide, or not all of its files."""


class BrowserPython(NamedTuple):
    """The files of Pyodide.

    Attributes:
        files: what the page calls them -> contents.
        about: what Pyodide says of its version and platform.
    """

    files: dict[str, bytes]
    about: dict[str, Any]


def find_runtime(folder: Path | None) -> BrowserPython:
    """Pyodide in *folder*; without one, where npm has installed it, in the current folder or one above.

    Raises:
        MissingRuntimeError: it is not there.
    """
    if folder is None:
        here = Path.cwd()
        places = [parent / _INSTALLED for parent in (here, *here.parents)]
        folder = next((place for place in places if (place / _LOCK).is_file()), None)
        if folder is None:
            raise MissingRuntimeError(
                "the rules of this game run in a browser with Pyodide, which is not in this folder; install it with "
                "'npm install pyodide', or name its folder with --runtime, or write a table without rules with "
                "--free-table"
            )
    try:
        files = {name: (folder / file).read_bytes() for name, file in _FILES.items()}
        about = json.loads((folder / _LOCK).read_text(encoding="utf-8"))["info"]
    except (OSError, ValueError, KeyError, TypeError):
        raise MissingRuntimeError(
            f"'{folder}' does not have the files of Pyodide {_FIRST} or later ({', '.join(_FILES.values())} and "
            f"{_LOCK}); 'npm install pyodide' writes them to node_modules/pyodide"
        ) from None
    return BrowserPython(files, about)
