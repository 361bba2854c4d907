"""`pawprint build --changed`: sheets of the pieces that have changed since `pawprint printed`."""

from collections.abc import Sequence
from pathlib import Path

import typer

from pawprint.cli import parameters
from pawprint.cli._messages import fail, file_line, plural, report
from pawprint.cli._progress import Progress
from pawprint.cli._terminal import say
from pawprint.production import pipeline
from pawprint.production.changes import updates
from pawprint.production.changes.reprint import Reprint
from pawprint.production.changes.summary import with_remark
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import BadState


def build_changed(
    options: BuildOptions,
    folders: tuple[Path, list[Path]],
    games: Sequence[str],
    out: Path,
    quiet: bool,
    cached: bool,
) -> None:
    """Make and write the sheets, one file for each deck, and print a line about each.

    Args:
        folders: the catalog and the layouts.
        cached: whether to use the cache.
    """
    _require_plain_sheets(options)
    store = parameters.open_cache(quiet) if cached else None
    workspace = pipeline.load(*folders, games)
    with Progress(quiet) as progress:
        try:
            reprints = list(updates.build_changed(workspace, options, out, progress, store))
        except BadState as error:
            fail(str(error))
    report(workspace.findings, "nothing was written; the files of the last build are unchanged")
    if not reprints:
        fail(
            f"there is no record of a printed version in {out.as_posix()}",
            "build and print it, then run pawprint printed",
        )
    for reprint, path in updates.write_changed(reprints, out):
        if not quiet:
            _print_lines(reprint, path)


def _print_lines(reprint: Reprint, path: Path | None) -> None:
    if path is not None and reprint.made is not None:
        say(file_line(path, reprint.made) + _pull_note(reprint))
    elif reprint.listed:
        say(f"{_deck_name(reprint)}: nothing to print{_pull_note(reprint)}: {', '.join(_pulled_pieces(reprint))}")
    else:
        say(f"{_deck_name(reprint)}: {'no piece' if reprint.documents else 'nothing'} has changed")
    if reprint.documents:
        say(f"{_deck_name(reprint)}: documents to print again: {_documents(reprint)}")


def _deck_name(reprint: Reprint) -> str:
    return " ".join(filter(None, (reprint.game, reprint.edition, reprint.language)))


def _pull_note(reprint: Reprint) -> str:
    count = sum(change.pull for change in reprint.listed)
    return f"; {plural(count, 'piece')} to pull from the box" if count else ""


def _pulled_pieces(reprint: Reprint) -> list[str]:
    return [f"{change.was or change.piece} ({change.pull})" for change in reprint.listed if change.pull]


def _documents(reprint: Reprint) -> str:
    """The documents that have changed since they were printed."""
    return ", ".join(dict.fromkeys(with_remark(document.name, document.what) for document in reprint.documents))


def _require_plain_sheets(options: BuildOptions) -> None:
    """Reject options that make sheets which do not belong in the box."""
    for given, option in (
        (options.one_up, "--one-up"),
        (options.low_ink, "--low-ink"),
        (options.proof, "--proof"),
        (options.booklet, "--booklet"),
        (options.forms != ("pdf",), "--to"),
    ):
        if given:
            message = f"--changed makes sheets for the box; leave out {option}"
            raise typer.BadParameter(message, param_hint="--changed")
    if {"rulebook", "reference"} & {*options.kinds}:
        raise typer.BadParameter("--changed makes no documents; print them again as a whole", param_hint="--changed")
