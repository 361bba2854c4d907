"""`pawprint check`: hold a catalog against its declarations and layouts."""

import sys
from typing import Annotated

import typer

from pawprint.terminal import options
from pawprint.terminal.options import Catalog, Edition, Games, LayoutsDir
from pawprint.terminal.report import FORMATS, say, tally


def check(
    games: Games = None,
    list_: Annotated[bool, typer.Option("--list", help="List every invariant of the games with its status.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help=f"{', '.join(FORMATS)}.")] = "text",
    edition: Edition = None,
    catalog: Catalog = None,
    layouts: LayoutsDir = None,
) -> None:
    """Check games: reading, fields, references, declared invariants, and that every text fits its card.

    Exit code 0 when there is no error, 1 when there is, 2 for wrong usage.

    Examples:

      pawprint check                         all games

      pawprint check food-chain --list       its invariants, each with its status

      pawprint check --format github         annotations for a CI service
    """
    from pawprint import workflow

    options.one_of(form, FORMATS, "--format")
    if list_ and form not in ("text", "json"):
        raise typer.BadParameter(f"{form} has no place for a list; take text or json", param_hint="--list")
    catalog_folder, layout_folders = options.folders(catalog, layouts)
    workspace = workflow.load(catalog_folder, layout_folders, games or ())
    workflow.check_edition(workspace, edition or "")
    results = workflow.check(workspace, edition or "")
    findings = workspace.findings.sorted()
    if list_ and form == "text":
        for game, checked in results.items():
            print(game)
            longest = max([10, *(len(result.id) for result in checked)])
            widest = max([8, *(len(result.status) for result in checked)])
            for result in checked:
                note = f" [{result.note}]" if result.note else ""
                print(f"  {result.id:<{longest}} {result.status:<{widest}} {result.about}{note}".rstrip())
    invariants = {
        game: [{name: said for name, said in result._asdict().items() if said or name != "note"} for result in checked]
        for game, checked in results.items()
    }
    say(findings, form, sys.stdout, {"invariants": invariants} if list_ else None)
    if form == "text":
        count = sum(len(records) for game in workspace.library.games.values() for records in game.records.values())
        names = ", ".join(workspace.library.games) or "no game"
        print(f"{names}: {count} record{'' if count == 1 else 's'}, {tally(findings)}")
    if workspace.findings.failed:
        raise typer.Exit(1)
