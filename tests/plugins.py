"""Installed packages with plug-ins, for tests: folders that Python takes for them."""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pawprint.catalog.fields import FIELD_TYPES
from pawprint.check.kinds import CHECK_KINDS
from pawprint.core import plugins
from pawprint.export.exporter import EXPORTERS
from pawprint.interchange.lists._read_list import IMPORTERS
from pawprint.pieces.kinds import ELEMENT_KINDS
from pawprint.play.language.python_calls import FUNCTIONS


class Packages:
    """A folder on the path of modules in which packages are installed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(plugins, "_loaded", {})
        self._modules: set[str] = set()
        plugins._entry_points.cache_clear()

    def uninstall(self) -> None:
        """Let the program forget the packages."""
        for registry in (CHECK_KINDS, EXPORTERS, FIELD_TYPES, FUNCTIONS, IMPORTERS, ELEMENT_KINDS):
            registry._faults.clear()
            for name in [name for name, thing in registry._things.items() if _module(thing) in self._modules]:
                del registry._things[name]
        for name in [name for name in sys.modules if name.partition(".")[0] in self._modules]:
            del sys.modules[name]
        plugins._entry_points.cache_clear()

    def install(
        self, name: str, points: Mapping[str, Mapping[str, str]], files: Mapping[str, str] | None = None
    ) -> None:
        """Install the package *name* with entry points, group -> name -> object, and *files*, path -> text."""
        self._modules |= {to.partition(":")[0].partition(".")[0] for named in points.values() for to in named.values()}
        record = f"{name.replace('-', '_')}-1.0.dist-info"
        declared = [
            line
            for group, named in points.items()
            for line in (f"[{group}]", *(f"{key} = {to}" for key, to in named.items()))
        ]
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        known = {f"{record}/METADATA": metadata, f"{record}/entry_points.txt": "\n".join(declared) + "\n"}
        for file, text in (known | dict(files or {})).items():
            path = self.folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        plugins._entry_points.cache_clear()

    def install_project(self, folder: Path) -> None:
        """Install the package in a folder with `pyproject.toml` and `src`."""
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        files = {path.relative_to(folder / "src").as_posix(): path for path in (folder / "src").rglob("*.py")}
        texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
        self.install(project["name"], project["entry-points"], texts)


def _module(thing: Any) -> str:
    """The top-level module of a class, a function or the evaluation of a check."""
    return str(getattr(getattr(thing, "evaluate", thing), "__module__", "")).partition(".")[0]
