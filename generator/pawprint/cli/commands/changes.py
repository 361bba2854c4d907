"""`pawprint changes`: what differs between a game now and as it was printed, built, or written at a revision."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli.parameters import CatalogOption, GamesArgument, LayoutsOption

if TYPE_CHECKING:
    from pawprint.build.snapshot import Snapshot
    from pawprint.changes.summary import Difference


def changes(
    games: GamesArgument = None,
    since: Annotated[
        str, typer.Option("--since", metavar="WHEN", help="printed, built, or a revision of the Git repository.")
    ] = "printed",
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text or json.")] = "text",
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the games were built.")] = Path("output"),
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
) -> None:
    """Say what has changed: fields, pieces, and looks, card by card.

    Examples:

      pawprint changes food-chain

      pawprint changes food-chain --since built

      pawprint changes food-chain --since HEAD~3 --format json
    """
    from pawprint.build import pipeline
    from pawprint.build.snapshot import BadState
    from pawprint.changes import updates
    from pawprint.changes.git_revision import NoRevision
    from pawprint.changes.summary import data
    from pawprint.cli.progress import Progress
    from pawprint.cli.report import write_findings

    parameters.choice(form, ("text", "json"), "--format")
    catalog_folder, layout_folders = parameters.folders(catalog, layouts)
    workspace = pipeline.load(catalog_folder, layout_folders, games or ())
    found: list[tuple[Snapshot | None, Snapshot]] = []
    if not workspace.findings.failed:
        try:
            with Progress(quiet=not sys.stderr.isatty()) as progress:
                cache = parameters.open_cache()
                found = list(updates.changes_since(workspace, since, out, layout_folders, progress, cache))
        except NoRevision as error:
            raise typer.BadParameter(str(error), param_hint="--since") from None
        except BadState as error:
            print(f"error: {error}", file=sys.stderr)
            raise typer.Exit(1) from None
    write_findings(workspace.findings.sorted(), "text", sys.stderr)
    if workspace.findings.failed:
        raise typer.Exit(1)
    known = [(before, now) for before, now in found if before is not None]
    if form == "json":
        result: dict[str, Any] = {"since": since, "games": [data(before, now) for before, now in known]}
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        for before, now in known:
            _print_differences(before, now, since)
    for unknown, now in found:
        if unknown is None:
            print(f"{now.game}: {_nothing_to_compare(since)}", file=sys.stderr)
    if found and not known:
        raise typer.Exit(1)


def _nothing_to_compare(since: str) -> str:
    if since == "printed":
        return "nothing that was printed is remembered; build and print it once, then say pawprint printed"
    return "it has not been built yet" if since == "built" else f"there is no such game at {since}"


def _print_differences(before: "Snapshot", now: "Snapshot", since: str) -> None:
    from pawprint.changes.summary import differences

    for one in differences(before, now):
        _print_difference(one, " ".join(filter(None, (now.game, one.edition))), since)


def _print_difference(one: "Difference", name: str, since: str) -> None:
    from pawprint.changes.summary import documents_line, lines, tally

    rows = lines(one)
    # What has two values is a row of the table; a long remark of another row does not make it wider.
    widths = [max((len(row[at]) for row in rows if at == 0 or row[2:] != ("", "")), default=0) for at in (0, 1)]
    for piece, what, *values in rows:
        end = f"  {shortened(values[0])} -> {shortened(values[1])}" if values != ["", ""] else ""
        print(f"{piece:<{widths[0]}}  {what:<{widths[1] if end else 0}}{end}")
    if one.languages:
        print(f"{name}: {tally(one)} since {since} ({', '.join(one.languages)})")
    if one.documents:
        print(f"{name}: documents that are not as {since}: {documents_line(one)}")
    if one.missing:
        print(f"{name}: {', '.join(one.missing)}: nothing of this was {since}")
    for languages, words in (
        (one.unknown, f"nothing of this was {since}"),
        (one.lost, "is not among its languages now"),
    ):
        if languages:
            print(f"{name}: {', '.join(languages)}: {words}")


def shortened(text: str) -> str:
    """A value on one line of the table, without signs that a terminal would obey."""
    text = " ".join(text.split())
    text = "".join(
        sign if sign.isprintable() or sign in "\u00a0\u202f" else "\N{REPLACEMENT CHARACTER}" for sign in text
    )
    return (text if len(text) <= 40 else text[:39] + "…") or "(nothing)"
