"""`pawprint changes`: the differences between a game now and as printed, as built, or at a Git revision."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli._messages import fail, report, short_value
from pawprint.cli._progress import Progress
from pawprint.cli._terminal import say, warn, write_json
from pawprint.production.changes import updates
from pawprint.production.changes.earlier_game import NoRevision
from pawprint.production.changes.summary import Difference, data, differences, documents_line, lines, tally
from pawprint.production.snapshot import BadState, Snapshot


def changes(
    games: parameters.GamesArgument = None,
    since: Annotated[
        str, typer.Option("--since", metavar="WHEN", help="printed, built, or a revision of the Git repository.")
    ] = "printed",
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="text or json.")] = "text",
    out: parameters.BuildsOption = Path("output"),
    catalog: parameters.CatalogOption = None,
    bundled: parameters.BundledOption = False,
    layouts: parameters.LayoutsOption = None,
) -> None:
    """List what has changed since games were printed or built.

    Examples:

      pawprint changes food-chain

      pawprint changes food-chain --since built

      pawprint changes food-chain --since HEAD~3 --format json
    """
    parameters.choice(form, ("text", "json"), "--format")
    project = parameters.project(catalog, layouts, games or (), bundled)
    workspace = project.workspace
    found: list[tuple[Snapshot | None, Snapshot]] = []
    if not workspace.findings.failed:
        try:
            with Progress(quiet=not sys.stderr.isatty()) as progress:
                cache = parameters.open_cache()
                found = list(updates.changes_since(workspace, since, out, project.layouts, progress, cache))
        except NoRevision as error:
            raise typer.BadParameter(str(error), param_hint="--since") from None
        except BadState as error:
            fail(str(error))
    report(workspace.findings)
    comparable = [(before, now) for before, now in found if before is not None]
    if form == "json":
        result: dict[str, Any] = {"since": since, "games": [data(before, now) for before, now in comparable]}
        write_json(result)
    else:
        for before, now in comparable:
            _print_differences(before, now, since)
    for earlier, now in found:
        if earlier is None:
            warn(f"{now.game}: {_nothing_to_compare(since)}")
    if found and not comparable:
        raise typer.Exit(1)


def _nothing_to_compare(since: str) -> str:
    if since == "printed":
        return "there is no record of a printed version; build and print it, then run pawprint printed"
    return "it has not been built yet" if since == "built" else f"there is no such game at {since}"


def _print_differences(before: Snapshot, now: Snapshot, since: str) -> None:
    for difference in differences(before, now):
        _print_difference(difference, " ".join(filter(None, (now.game, difference.edition))), since)


def _print_difference(difference: Difference, name: str, since: str) -> None:
    absent = f"not {since}" if since in ("printed", "built") else f"not in {since}"
    rows = lines(difference)
    # Only rows with two values set the width of the second column; a long remark in another row does not.
    widths = [
        max((len(row[index]) for row in rows if index == 0 or row[2:] != ("", "")), default=0) for index in (0, 1)
    ]
    for piece, what, *values in rows:
        end = f"  {short_value(values[0])} -> {short_value(values[1])}" if values != ["", ""] else ""
        say(f"{piece:<{widths[0]}}  {what:<{widths[1] if end else 0}}{end}")
    if difference.languages:
        say(f"{name}: {tally(difference)} since {since} ({', '.join(difference.languages)})")
    if difference.documents:
        say(f"{name}: documents changed since {since}: {documents_line(difference)}")
    if difference.missing:
        say(f"{name}: {', '.join(difference.missing)}: {absent}")
    for languages, remark in (
        (difference.unknown, absent),
        (difference.lost, "no longer among its languages"),
    ):
        if languages:
            say(f"{name}: {', '.join(languages)}: {remark}")
