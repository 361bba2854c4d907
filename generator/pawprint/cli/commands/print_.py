"""`pawprint print`: the sheets of a game to a printer."""

from pathlib import Path
from typing import Annotated, Any

import typer

from pawprint.catalog.library import find_games
from pawprint.cli import parameters
from pawprint.cli._messages import report
from pawprint.cli._print_sending import printer_queue, send_jobs
from pawprint.cli.commands.build import OutOption, make_files, with_build_options
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.press.manifest import Print
from pawprint.production.options import SHEETS_FOLDER, BuildOptions
from pawprint.sheets.printers import print_jobs
from pawprint.sheets.printers.print_jobs import PAGE_SETS, is_page_ranges

_Queue = Annotated[
    str, typer.Option(metavar="QUEUE", help="Printer, as lpstat -e lists it. Default: that of --printer.")
]
_Copies = Annotated[int, parameters.whole_number(least=1, most=999, metavar="N", help="Number of copies.")]
_Pages = Annotated[str, typer.Option(metavar="RANGES", help="Only these pages of each file: 1-2 is a test.")]
_Side = Annotated[str, typer.Option(metavar="SIDE", help="Only faces or backs, for printers that print one side.")]
_More = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option for the printer, as lp -o; may be repeated."),
]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Build, and show what would be sent.")]


@with_build_options
def print_(
    game: parameters.GameArgument,
    options: Any,
    queue: _Queue = "",
    copies: _Copies = 1,
    pages: _Pages = "",
    side: _Side = "",
    option: _More = None,
    dry_run: _DryRun = False,
    yes: parameters.YesOption = False,
    out: OutOption = Path("output"),
    catalog: parameters.CatalogOption = None,
    layouts: parameters.LayoutsOption = None,
    jobs: parameters.JobsOption = 0,
    no_cache: parameters.NoCacheOption = False,
    quiet: parameters.QuietOption = False,
) -> None:
    """Build the sheets of a game, and send them to a printer.

    Examples:

      pawprint print food-chain --printer desk --lang en --dry-run

      pawprint print food-chain --queue HP_Envy --only cards --pages 1-2
    """
    _check(pages, side, option or [])
    folders, findings = parameters.folders(catalog, layouts, [game]), Findings()
    find_games(folders[0], findings, [game])
    report(findings)
    here = print_jobs.has_printing_system()
    queue = printer_queue(queue, options.printer, here, dry_run)
    written = make_files(options, folders, [game], out, quiet, not no_cache, jobs)
    chosen = [
        print_jobs.PrintJob(
            path=path,
            queue=queue,
            paper=Size(*map(mm, made.page)),
            pages=made.pages,
            duplex=made.duplex or (options.duplex if made.pages > 1 else ""),
            copies=copies,
            ranges=pages,
            side=side,
            more=tuple(option or ()),
        )
        for path, made in written
        if _is_printed(made, options)
    ]
    send_jobs([job for job in chosen if job.numbers], here, dry_run, yes)


def _check(pages: str, side: str, options: list[str]) -> None:
    """Refuse values that mean nothing.

    Raises:
        typer.BadParameter: there is one.
    """
    if pages and not is_page_ranges(pages):
        raise typer.BadParameter(f"'{pages}' is not ranges of pages, such as 1-4,7", param_hint="--pages")
    if side:
        parameters.choice(side, (*PAGE_SETS,), "--side")
    for option in options:
        if "" in option.partition("=")[:2]:
            raise typer.BadParameter(f"'{option}' is not NAME=VALUE", param_hint="--option")


def _is_printed(printed: Print, options: BuildOptions) -> bool:
    """True if a file goes to the printer: sheets of pieces, and all that --only names."""
    return printed.pages > 0 and (bool(options.kinds) or printed.folder == SHEETS_FOLDER)
