"""`pawprint schema`: the JSON Schemas of the files of a project, for editors."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.cli import parameters
from pawprint.cli._report import write_findings
from pawprint.cli._terminal import say, write_json
from pawprint.core.diagnostics import Findings
from pawprint.core.files import write_if_changed
from pawprint.interchange.schemas.schema_files import NAMES, files_of_game, files_of_layouts, schema_of
from pawprint.pieces.layouts import Layouts


def _schemas() -> list[str]:
    """The names of all schemas, for completion."""
    return [*NAMES]


def schema(
    games: parameters.GamesArgument = None,
    of: Annotated[
        str,
        typer.Option(
            "--of", metavar="KIND", autocompletion=_schemas, help="Kind of file: records, game, face, palettes, ..."
        ),
    ] = "records",
    write: Annotated[
        bool, typer.Option("--write", help="Write all schemas to the folders of games and layouts.")
    ] = False,
    catalog: parameters.CatalogOption = None,
    bundled: parameters.BundledOption = False,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """Print or write JSON Schemas, for editors.

    With them, editors complete and check fields, choices and names, and show what each property means. They have the
    fields and ids of your games and the names of your layouts. Editors find a schema by the first line of a YAML file:
    `# yaml-language-server: $schema=schema.json`.

    Examples:

      pawprint schema food-chain

      pawprint schema food-chain --of game

      pawprint schema --write
    """
    parameters.choice(of, NAMES, "--of")
    findings = Findings()
    folder, layout_folders = parameters.folders(catalog, layouts, games or (), bundled)
    library = load_library(folder, findings, games or ())
    write_findings(findings.sorted(), "text", sys.stderr)
    if not library.games:
        raise typer.Exit(1)
    if not write and len(library.games) > 1:
        raise typer.BadParameter(f"name one of {', '.join(library.games)}, or use --write", param_hint="GAME")
    known = Layouts(layout_folders, Findings())
    if write:
        own = layouts or Path("layouts")
        _write(list(library.games.values()), known, own if own.is_dir() else None)
    else:
        game = next(iter(library.games.values()))
        write_json(schema_of(of, game, known))
    if findings.failed:
        raise typer.Exit(1)


def _write(games: list[Game], layouts: Layouts, folder: Path | None) -> None:
    """Write the schemas of *games*, and those of the layouts in *folder*, if there is one."""
    files = {game.folder / name: data for game in games for name, data in files_of_game(game, layouts).items()}
    if folder is not None:
        files |= {folder / name: data for name, data in files_of_layouts(layouts).items()}
    for path, data in files.items():
        path.parent.mkdir(exist_ok=True)
        say(f"{path.as_posix()}  {'written' if write_if_changed(path, data) else 'unchanged'}")
