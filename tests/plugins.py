"""Installed packages with plug-ins, for tests: folders that Python takes for them."""

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from pawprint.catalog.fields import FIELD_TYPES
from pawprint.check.kinds import CHECK_KINDS
from pawprint.core import plugins
from pawprint.export.exporter import EXPORTERS
from pawprint.pieces.kinds import KINDS
from pawprint.play.language.python_calls import FUNCTIONS


class Packages:
    """A folder on the path of modules in which packages are installed."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.setattr(plugins, "_loaded", {})
        self._names: list[str] = []
        for module in [module for module in sys.modules if module.startswith("zoo_")]:
            del sys.modules[module]
        plugins._entry_points.cache_clear()

    def uninstall(self) -> None:
        """Let the program forget the packages."""
        for registry in (CHECK_KINDS, EXPORTERS, FIELD_TYPES, FUNCTIONS, KINDS):
            registry._faults.clear()
            for name in self._names:
                if name not in registry._modules and name != "panel":
                    registry._things.pop(name, None)
        plugins._entry_points.cache_clear()

    def install(
        self, name: str, points: Mapping[str, Mapping[str, str]], modules: Mapping[str, str] | None = None
    ) -> None:
        """Install the package *name* with entry points, group -> name -> object, and *modules*, file -> text."""
        self._names += [name for named in points.values() for name in named]
        record = self.folder / f"{name.replace('-', '_')}-1.0.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        lines = [
            line
            for group, named in points.items()
            for line in (f"[{group}]", *(f"{key} = {to}" for key, to in named.items()))
        ]
        (record / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for file, text in (modules or {}).items():
            (self.folder / file).write_text(text, encoding="utf-8")
        plugins._entry_points.cache_clear()
