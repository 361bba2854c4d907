"""`pawprint scenario`: run scenarios and report where the rules give another outcome."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.cli import parameters
from pawprint.cli._messages import plural
from pawprint.cli._report import FORMATS, severity_counts, write_findings
from pawprint.cli._terminal import say
from pawprint.cli.parameters import CatalogOption
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.play.engine import ENGINES
from pawprint.play.lookup import has_own_engine
from pawprint.play.scenario import check_scenario, read_scenario


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Scenario files, or folders of them.")],
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text, json, sarif, github.")] = "text",
    catalog: CatalogOption = None,
) -> None:
    """Run scenarios: a situation, actions, and the expected outcome.

    The exit code is 0 if every outcome is as expected, 1 if one is not, and 2 for wrong usage.

    Examples:

      pawprint scenario catalog/food-chain/scenarios

      pawprint scenario my-example.yaml
    """
    import pawprint.games.engines  # noqa: F401  (registers the bundled engines)

    parameters.choice(form, FORMATS, "--format")
    findings = Findings()
    catalog_folder = parameters.usual_catalog(catalog) or bundled("catalog")
    paths = [path for file in files for path in _scenario_files(file, catalog_folder)]
    games = _Games(catalog_folder, findings)
    passed = 0
    for path, root in paths:
        read = read_scenario(path, findings, root, games.engine)
        if read is not None and check_scenario(read, games.find, findings):
            passed += 1
    write_findings(findings.sorted(), form, sys.stdout)
    if form == "text":
        say(f"{plural(len(paths), 'scenario')}, {passed} as expected, {severity_counts(findings.sorted())}")
    if findings.failed or passed < len(paths):
        raise typer.Exit(1)


def _scenario_files(file: Path, catalog: Path) -> list[tuple[Path, Path | None]]:
    """The file itself, or the scenario files of a folder in the order of their names.

    Returns:
        each with the folder that links must not lead out of: the *catalog* if the folder is in it, else the folder
        itself; None for a file that the user names.

    Raises:
        typer.BadParameter: there is no such file, or the folder has no scenarios.
    """
    if file.is_dir():
        found = sorted(file.glob("*.yaml"))
        if not found:
            raise typer.BadParameter(f"there is no scenario in {file.as_posix()}", param_hint="FILE")
        root = next((folder for folder in file.parents if folder.absolute() == catalog.absolute()), file)
        return [(path, root) for path in found]
    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file.as_posix()}", param_hint="FILE")
    return [(file, None)]


class _Games:
    """The games of a catalog, each read when a scenario first needs it.

    Args:
        findings: collects the findings of reading.
    """

    def __init__(self, catalog: Path, findings: Findings) -> None:
        self._catalog, self._findings = catalog, findings
        self._games: dict[str, Game | None] = {}

    def engine(self, name: str) -> str:
        """The engine that a scenario means by *name*: the own one of that game if it has one."""
        if name in ENGINES:
            return name
        game = self.find(name)
        if game is None or not has_own_engine(game):
            return name
        self._games[game.engine] = game
        return game.engine

    def find(self, name: str) -> Game | None:
        """The game called *name*, or with that own engine; None if there is none."""
        if name not in self._games:
            # If the catalog does not have the game, the runner reports it at its place in the scenario.
            there = any((folder / "game.yaml").is_file() for folder in (self._catalog / name, self._catalog))
            games = load_library(self._catalog, self._findings, [name]).games if there else {}
            self._games[name] = games.get(name)
        return self._games[name]
