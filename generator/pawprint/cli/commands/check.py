"""`pawprint check`: hold a catalog against its declarations and layouts."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption, EditionOption, GamesArgument, LayoutsOption
from pawprint.cli.report import FORMATS, severity_counts, write_findings

if TYPE_CHECKING:
    from pawprint.build.pipeline import Workspace
    from pawprint.check.declared import CheckResult


def check(
    games: GamesArgument = None,
    list_: Annotated[bool, typer.Option("--list", help="List every invariant of the games with its status.")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help=f"{', '.join(FORMATS)}.")] = "text",
    deep: Annotated[bool, typer.Option("--deep", help="Let bots play the games, too, in every edition.")] = False,
    number: Annotated[
        int, typer.Option("--games", metavar="N", min=0, help="With --deep: games at each table; 0: as time allows.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="With --deep: another number, other games.")] = 0,
    edition: EditionOption = None,
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
) -> None:
    """Check games: reading, fields, references, declared invariants, and that every text fits its card.

    With --deep they are played as well: does every game end, is every card played, does no seat win too often?

    Exit code 0 when there is no error, 1 when there is, 2 for wrong usage.

    Examples:

      pawprint check                         all games

      pawprint check food-chain --list       its invariants, each with its status

      pawprint check pocket-cats --deep      bots play it, too

      pawprint check --format github         annotations for a CI service
    """
    from pawprint.build import pipeline

    parameters.choice(form, FORMATS, "--format")
    if list_ and form not in ("text", "json"):
        raise typer.BadParameter(f"{form} has no place for a list; take text or json", param_hint="--list")
    catalog_folder, layout_folders = parameters.folders(catalog, layouts)
    workspace = pipeline.load(catalog_folder, layout_folders, games or ())
    pipeline.check_edition(workspace, edition or "")
    results = pipeline.check(workspace, edition or "")
    played = _playtest(workspace, results, edition or "", number, seed) if deep else []
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
    write_findings(findings, form, sys.stdout, {"invariants": invariants} if list_ else None)
    if form == "text":
        count = sum(len(records) for game in workspace.library.games.values() for records in game.records.values())
        names = ", ".join(workspace.library.games) or "no game"
        for said in played:
            print(said)
        print(f"{names}: {count} record{'' if count == 1 else 's'}, {severity_counts(findings)}")
    if workspace.findings.failed:
        raise typer.Exit(1)


def _playtest(
    workspace: "Workspace", results: "dict[str, tuple[CheckResult, ...]]", edition: str, games: int, seed: int
) -> list[str]:
    """Play every game that is sound, and put what becomes of its invariants into *results*.

    Logs of games that went wrong are written to the current folder.

    Returns:
        for each game what was played.
    """
    import gc
    import os

    from pawprint.check import playtest
    from pawprint.cli.progress import Progress
    from pawprint.core.files import write_if_changed
    from pawprint.rules.simulation import WorkerPool

    gc.enable()  # without playing, a check is over before it matters
    said = []
    with WorkerPool(os.cpu_count() or 1) as crew, Progress(not sys.stderr.isatty()) as progress:
        for name, checked in results.items():
            game = workspace.library.games[name]
            if game.invalid:
                said.append(f"{name}: nothing was played, since its records are at fault")
                continue
            found = playtest.play(
                game, checked, workspace.findings, crew, edition=edition, games=games, seed=seed, progress=progress
            )
            results[name] = found.results
            said.append(found.said)
            for file, text in found.logs.items():
                write_if_changed(Path(file), text.encode())
    return said
