"""JavaScript modules in files -> one script without imports, which runs in a page that was opened from disk.

A page of the scheme `file:` may not import modules. So each module becomes a function that is called once, after those
that it imports from, and returns what it exports.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w-]+)\.js";[ \t]*\n', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+((?:async\s+)?function\*?|class|const)\s+([\w$]+)", re.MULTILINE)
_OTHER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class ScriptError(ValueError):
    """A module that cannot be put into a script."""


def script_of(entry: Path, *folders: Path) -> str:
    """The module *entry*, with those that it imports, from its folder or *folders*, as one script.

    Modules import names in braces from files beside them, and export functions, classes and constants where they
    declare them.

    Raises:
        ScriptError: a module imports or exports in another way, or imports lead back to it.
    """
    done: dict[str, str] = {}
    _add(entry, done, (), (entry.parent, *folders))
    return '"use strict";\n' + "\n".join(done.values())


def _add(path: Path, done: dict[str, str], importers: tuple[str, ...], folders: Sequence[Path]) -> None:
    """Add the function of a module to *done*, after those of the modules that it imports."""
    if path.stem in importers:
        raise ScriptError(f"{path.name} imports itself by way of {', '.join(importers)}")
    text = path.read_text(encoding="utf-8")
    for match in _IMPORT.finditer(text):
        if match[2] not in done:
            _add(_found(f"{match[2]}.js", folders), done, (*importers, path.stem), folders)
    body = _IMPORT.sub(lambda match: f"const {{{match[1].replace(' as ', ': ')}}} = {_name(match[2])};\n", text)
    names = [match[2] for match in _EXPORT.finditer(body)]
    body = _EXPORT.sub(r"\1 \2", body)
    if (other := _OTHER.search(body)) is not None:
        raise ScriptError(f"{path.name} has '{other[0]}', which only a page from a server can load")
    done[path.stem] = f"const {_name(path.stem)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();"


def _found(name: str, folders: Sequence[Path]) -> Path:
    """The file *name* in the first folder that has it, or else in the first folder, where it is missing."""
    return next((folder / name for folder in folders if (folder / name).is_file()), folders[0] / name)


def _name(stem: str) -> str:
    return f"module_{stem.replace('-', '_')}"
