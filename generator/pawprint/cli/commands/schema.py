"""`pawprint schema`: the JSON Schema of a game's record files, for editors."""

import json
import sys
from typing import Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption, GamesArgument


def schema(
    games: GamesArgument = None,
    write: Annotated[bool, typer.Option("--write", help="Write schema.json to the folder of each game.")] = False,
    catalog: CatalogOption = None,
) -> None:
    """Print the JSON Schema of a game's record files, for editors.

    The schema has the fields, choices and ids of the game. Editors complete and check a YAML file whose first line is
    `# yaml-language-server: $schema=schema.json`.

    Examples:

      pawprint schema food-chain

      pawprint schema --write
    """
    from pawprint.catalog.jsonschema import game_schema
    from pawprint.catalog.library import load_library
    from pawprint.cli.report import write_findings
    from pawprint.core.diagnostics import Findings
    from pawprint.core.files import write_if_changed

    findings = Findings()
    library = load_library(parameters.folders(catalog, None)[0], findings, games or ())
    write_findings(findings.sorted(), "text", sys.stderr)
    if not library.games:
        raise typer.Exit(1)
    if not write and len(library.games) > 1:
        raise typer.BadParameter(f"name one of {', '.join(library.games)}, or use --write", param_hint="GAME")
    for game in library.games.values():
        text = json.dumps(game_schema(game), indent=2, ensure_ascii=False) + "\n"
        if not write:
            sys.stdout.write(text)
            continue
        path = game.folder / "schema.json"
        changed = write_if_changed(path, text.encode())
        print(f"{path.as_posix()}  {'written' if changed else 'unchanged'}")
    if findings.failed:
        raise typer.Exit(1)
