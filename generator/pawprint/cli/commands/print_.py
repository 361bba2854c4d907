"""`pawprint print`: the sheets of a game to a printer."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawprint.cli import parameters
from pawprint.cli.commands.build import OutOption, make_files, with_build_options
from pawprint.cli.messages import fail, plural
from pawprint.cli.parameters import CatalogOption, GameArgument, JobsOption, LayoutsOption, NoCacheOption, QuietOption
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.core.registry import suggest

if TYPE_CHECKING:
    from pawprint.build.options import BuildOptions
    from pawprint.press.manifest import Print
    from pawprint.printers.print_jobs import PrintJob

_Queue = Annotated[
    str, typer.Option(metavar="QUEUE", help="The printer, as your system calls it. Default: that of --printer.")
]
_Copies = Annotated[int, typer.Option(min=1, max=999, metavar="N", help="Number of copies.")]
_Pages = Annotated[str, typer.Option(metavar="RANGES", help="Only these pages of each file: 1-2 is a test.")]
_Side = Annotated[str, typer.Option(metavar="SIDE", help="Only faces or backs, for printers that print one side.")]
_More = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option for the printer, as lp -o; may be repeated."),
]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="Build, and show what would be sent.")]
_Yes = Annotated[bool, typer.Option("--yes", help="Send without asking.")]


@with_build_options
def print_(
    game: GameArgument,
    options: Any,
    queue: _Queue = "",
    copies: _Copies = 1,
    pages: _Pages = "",
    side: _Side = "",
    option: _More = None,
    dry_run: _DryRun = False,
    yes: _Yes = False,
    out: OutOption = Path("output"),
    catalog: CatalogOption = None,
    layouts: LayoutsOption = None,
    jobs: JobsOption = 1,
    no_cache: NoCacheOption = False,
    quiet: QuietOption = False,
) -> None:
    """Build the sheets of a game, and send them to a printer.

    Examples:

      pawprint print food-chain --printer desk --lang en --dry-run

      pawprint print food-chain --queue HP_Envy --only cards --pages 1-2
    """
    from pawprint.printers import print_jobs

    _check(pages, side, option or [])
    here = print_jobs.has_printing_system()
    queue = _queue(queue, options, here)
    folders = parameters.folders(catalog, layouts)
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
    _print([job for job in chosen if job.numbers], here, dry_run, yes)


def _check(pages: str, side: str, options: list[str]) -> None:
    """Refuse values that mean nothing.

    Raises:
        typer.BadParameter: there is one.
    """
    from pawprint.printers.print_jobs import PAGE_SETS, is_page_ranges

    if pages and not is_page_ranges(pages):
        raise typer.BadParameter(f"'{pages}' is not ranges of pages, such as 1-4,7", param_hint="--pages")
    if side:
        parameters.choice(side, (*PAGE_SETS,), "--side")
    for one in options:
        if "" in one.partition("=")[:2]:
            raise typer.BadParameter(f"'{one}' is not NAME=VALUE", param_hint="--option")


def _print(jobs: "list[PrintJob]", here: bool, dry_run: bool, sure: bool) -> None:
    """Say what goes to the printer, and send it.

    Args:
        here: whether there is a printing system.
        sure: whether to send without asking.
    """
    if not jobs:
        fail("there is no page to print", "look at the files: they have fewer pages, or no sheets, or no backs")
    _show(jobs, here)
    if dry_run:
        print("nothing was sent")
    elif here:
        _send(jobs, sure)
    else:
        _open(jobs)


def _queue(named: str, options: "BuildOptions", here: bool) -> str:
    """What the printing system calls the printer; the command ends if it has no such printer, or none is named.

    Args:
        here: whether there is a printing system.
    """
    from pawprint.printers.print_jobs import PrintingFailed, queues

    queue = named or (options.printer.queue if options.printer else "")
    if not here:
        return queue
    try:
        known = queues()
    except PrintingFailed as error:
        fail(f"the printing system does not answer: {error}", "start CUPS, or build and print the files yourself")
    if not known:
        fail("the printing system has no printer", "add one in the settings of your system, then look with lpstat -e")
    if queue in known:
        return queue
    what = f"there is no printer '{queue}'" if queue else "name the printer"
    help = suggest(queue, known, "printers are")
    if options.printer and not named:
        help += f"; store it with pawprint printer set {options.printer.name} --queue QUEUE"
    raise typer.BadParameter(f"{what}: {help}", param_hint="--queue")


def _is_printed(made: "Print", options: "BuildOptions") -> bool:
    """Whether a file goes to the printer: sheets of pieces, and all that --only names."""
    from pawprint.build.options import SHEETS_FOLDER

    return made.pages > 0 and (bool(options.kinds) or made.folder == SHEETS_FOLDER)


def _show(jobs: "list[PrintJob]", here: bool) -> None:
    """Say what goes to which printer, with which settings."""
    for job in jobs:
        copies = f", {job.copies} copies" if job.copies > 1 else ""
        print(f"{job.path.as_posix()}: {_pages_of(job)}, {plural(job.sheets, 'sheet')}{copies}")
        if here:
            print(f"  to {job.queue} with {' '.join(job.options)}")
        else:
            print(f"  choose 100 % ('actual size') and {job.sides.replace('-', ' ')}")


def _pages_of(job: "PrintJob") -> str:
    """The pages of a job in words."""
    numbers = job.numbers
    if len(numbers) == job.pages:
        return f"all {plural(job.pages, 'page')}"
    shown = ", ".join(map(str, numbers[:12])) + (", ..." if len(numbers) > 12 else "")
    return f"{'page' if len(numbers) == 1 else 'pages'} {shown}"


def _send(jobs: "list[PrintJob]", sure: bool) -> None:
    """Hand the files to the printing system, after a question unless *sure*."""
    from pawprint.printers.print_jobs import PrintingFailed

    pages = sum(len(job.numbers) * job.copies for job in jobs)
    sheets = sum(job.sheets * job.copies for job in jobs)
    question = f"Print {plural(pages, 'page')} on {plural(sheets, 'sheet')} with {jobs[0].queue}?"
    if not sure and not typer.confirm(question):
        fail("nothing was sent")
    for job in jobs:
        try:
            print(f"sent {job.path.name} as {job.send()}")
        except PrintingFailed as error:
            fail(f"{job.path.name} was not sent: {error}", "the files before it were; lpstat -o lists what is waiting")


def _open(jobs: "list[PrintJob]") -> None:
    """Open the files in the viewer of the system, which prints them."""
    for job in jobs:
        if typer.launch(str(job.path)):
            fail(f"{job.path.as_posix()} cannot be opened", "open it in a PDF viewer, and print it as said above")
