"""`pawprint build --changed`: sheets of what has changed since `pawprint printed`, and nothing else."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pawprint.cli.commands.build import file_line, plural

if TYPE_CHECKING:
    from pawprint.build.cache.store import Store
    from pawprint.build.options import BuildOptions
    from pawprint.changes.reprint import Reprint


def build_changed(
    choice: "BuildOptions",
    catalog: Path,
    layouts: Sequence[Path],
    games: Sequence[str],
    out: Path,
    quiet: bool,
    store: "Store | None",
) -> None:
    """Make and write the sheets, one file for each deck, and say what they are for."""
    from pawprint.build import pipeline
    from pawprint.build.snapshot import BadState
    from pawprint.changes import updates
    from pawprint.cli.progress import Progress
    from pawprint.cli.report import write_findings

    _require_plain_sheets(choice)
    workspace = pipeline.load(catalog, layouts, games)
    with Progress(quiet) as progress:
        try:
            renewals = list(updates.build_changed(workspace, choice, out, progress, store))
        except BadState as error:
            print(f"error: {error}", file=sys.stderr)
            raise typer.Exit(1) from None
    write_findings(workspace.findings.sorted(), "text", sys.stderr)
    if workspace.findings.failed:
        print("nothing was written; the files of the last build are as they were", file=sys.stderr)
        raise typer.Exit(1)
    if not renewals:
        print(f"error: nothing that was printed is remembered in {out.as_posix()}", file=sys.stderr)
        print("  = help: build and print it once, then say pawprint printed", file=sys.stderr)
        raise typer.Exit(1)
    for renewal, path in updates.write_changed(renewals, out):
        if quiet:
            continue
        if path is not None and renewal.made is not None:
            print(file_line(path, renewal.made) + _pull_note(renewal))
        elif renewal.listed:
            print(f"{_deck_name(renewal)}: nothing to print{_pull_note(renewal)}: {', '.join(_names(renewal))}")
        else:
            print(f"{_deck_name(renewal)}: {'no piece' if renewal.documents else 'nothing'} has changed")
        if renewal.documents:
            print(f"{_deck_name(renewal)}: to print again as a whole: {_documents(renewal)}")


def _deck_name(renewal: "Reprint") -> str:
    return " ".join(filter(None, (renewal.game, renewal.edition, renewal.language)))


def _pull_note(renewal: "Reprint") -> str:
    count = sum(change.pull for change in renewal.listed)
    return f"; {plural(count, 'piece')} to pull from the box" if count else ""


def _names(renewal: "Reprint") -> list[str]:
    return [f"{change.was or change.piece} ({change.pull})" for change in renewal.listed if change.pull]


def _documents(renewal: "Reprint") -> str:
    """The documents that are not as they were printed."""
    from pawprint.changes.summary import with_remark

    return ", ".join(dict.fromkeys(with_remark(one.name, one.what) for one in renewal.documents))


def _require_plain_sheets(choice: "BuildOptions") -> None:
    """Wrong usage together with what makes no sheets for the box."""
    for wrong, option in (
        (choice.one_up, "--one-up"),
        (choice.low_ink, "--low-ink"),
        (choice.proof, "--proof"),
        (choice.booklet, "--booklet"),
    ):
        if wrong:
            message = f"--changed makes sheets that go to the box; leave out {option}"
            raise typer.BadParameter(message, param_hint="--changed")
    if {"rulebook", "reference"} & {*choice.kinds}:
        raise typer.BadParameter("--changed makes no documents; print them anew", param_hint="--changed")
