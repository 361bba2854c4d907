"""`pawprint scenario`: let written situations happen, and say where the rules make something else of them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption

if TYPE_CHECKING:
    from pawprint.catalog.model import Game
    from pawprint.core.diagnostics import Findings


def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files, or folders of them.")],
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, json, sarif, github.")] = "text",
    catalog: CatalogOption = None,
) -> None:
    """Run scenarios: a situation, what somebody does in it, and what the rules must make of that.

    Exit code 0 when all come true, 1 when one does not, 2 for wrong usage.

    Examples:

      pawprint scenario catalog/food-chain/scenarios

      pawprint scenario my-example.yaml
    """
    import pawprint.games.engines  # noqa: F401  (registers the bundled engines)
    from pawprint.cli.report import FORMATS, severity_counts, write_findings
    from pawprint.core.diagnostics import Findings
    from pawprint.rules.scenario import check_scenario, read_scenario

    parameters.choice(form, FORMATS, "--format")
    paths = [path for file in files for path in _scenario_files(file)]
    findings = Findings()
    games = _Games(parameters.folders(catalog, None)[0], findings)
    held = 0
    for path in paths:
        read = read_scenario(path, findings)
        if read is not None and check_scenario(read, games.find, findings):
            held += 1
    write_findings(findings.sorted(), form, sys.stdout)
    if form == "text":
        noun = "scenario" if len(paths) == 1 else "scenarios"
        print(f"{len(paths)} {noun}, {held} as expected, {severity_counts(findings.sorted())}")
    if findings.failed or held < len(paths):
        raise typer.Exit(1)


def _scenario_files(file: Path) -> list[Path]:
    """The file, or the scenario files in a folder, by name; anything else is wrong usage."""
    if file.is_dir():
        found = sorted(file.glob("*.yaml"))
        if not found:
            raise typer.BadParameter(f"there is no scenario in {file.as_posix()}", param_hint="FILE")
        return found
    if not file.is_file():
        raise typer.BadParameter(f"there is no file {file.as_posix()}", param_hint="FILE")
    return [file]


class _Games:
    """The games of a catalog, each read when a scenario first asks for it.

    Args:
        findings: takes what is wrong with them.
    """

    def __init__(self, catalog: Path, findings: "Findings") -> None:
        self.catalog, self.findings = catalog, findings
        self.known: dict[str, Game | None] = {}

    def find(self, name: str) -> "Game | None":
        """The game called *name*; None if there is none."""
        from pawprint.catalog.library import load_library

        if name not in self.known:
            # Of a catalog that does not have it, the runner says so, with the place in the scenario.
            there = any((folder / "game.yaml").is_file() for folder in (self.catalog / name, self.catalog))
            games = load_library(self.catalog, self.findings, [name]).games if there else {}
            self.known[name] = games.get(name)
        return self.known[name]
