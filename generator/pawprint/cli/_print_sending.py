"""Sending files to a printer: which one, what is said about it, and the question before anything is sent."""

from __future__ import annotations

import typer

from pawprint.cli._messages import fail, plural
from pawprint.cli._terminal import say
from pawprint.core.registry import suggest
from pawprint.sheets.printers.print_jobs import PrintingFailed, PrintJob, queues
from pawprint.sheets.printers.printer_profile import PrinterProfile


def printer_queue(named: str, printer: PrinterProfile | None, here: bool, dry_run: bool = False) -> str:
    """What the printing system calls the printer; the command ends if it has no such printer, or none is named.

    Args:
        here: whether there is a printing system.
        dry_run: whether nothing will be sent, so that there need not be any printer.
    """
    queue = named or (printer.queue if printer else "")
    if not here:
        return queue
    try:
        known = queues()
    except PrintingFailed as error:
        if dry_run:
            return queue
        fail(f"the printing system does not answer: {error}", "start CUPS, or build and print the files yourself")
    if not known and dry_run:
        return queue
    if not known:
        fail("the printing system has no printer", "add one in the settings of your system, then look with lpstat -e")
    if queue in known:
        return queue
    what = f"there is no printer '{queue}'" if queue else "name the printer"
    help = suggest(queue, known, "printers are")
    if printer and not named:
        help += f"; store it with pawprint printer set {printer.name} --queue QUEUE"
    raise typer.BadParameter(f"{what}: {help}", param_hint="--queue")


def send_jobs(jobs: list[PrintJob], here: bool, dry_run: bool, sure: bool) -> None:
    """Say what goes to the printer with which settings, and send it.

    Args:
        here: whether there is a printing system.
        sure: whether to send without asking.
    """
    if not jobs:
        fail("there is no page to print", "look at the files: they have fewer pages, or no sheets, or no backs")
    _show(jobs, here)
    if dry_run:
        say("nothing was sent")
    elif here:
        _send(jobs, sure)
    else:
        _open(jobs)


def _show(jobs: list[PrintJob], here: bool) -> None:
    """Say what goes to which printer, with which settings."""
    for job in jobs:
        copies = f", {job.copies} copies" if job.copies > 1 else ""
        say(f"{job.path.as_posix()}: {_pages_of(job)}, {plural(job.sheets, 'sheet')}{copies}")
        if here:
            say(f"  to {job.queue or 'the printer'} with {' '.join(job.options)}")
        else:
            say(f"  choose 100% ('actual size') and {job.sides.replace('-', ' ')}")


def _pages_of(job: PrintJob) -> str:
    """The pages of a job in words."""
    numbers = job.numbers
    if len(numbers) == job.pages:
        return f"all {plural(job.pages, 'page')}"
    shown = ", ".join(map(str, numbers[:12])) + (", ..." if len(numbers) > 12 else "")
    return f"{'page' if len(numbers) == 1 else 'pages'} {shown}"


def _send(jobs: list[PrintJob], sure: bool) -> None:
    """Hand the files to the printing system, after a question unless *sure*."""
    pages = sum(len(job.numbers) * job.copies for job in jobs)
    sheets = sum(job.sheets * job.copies for job in jobs)
    question = f"Print {plural(pages, 'page')} on {plural(sheets, 'sheet')} with {jobs[0].queue}?"
    if not sure and not typer.confirm(question):
        fail("nothing was sent")
    for job in jobs:
        try:
            say(f"sent {job.path.name} as {job.send()}")
        except PrintingFailed as error:
            fail(f"{job.path.name} was not sent: {error}", "the files before it were; lpstat -o lists what is waiting")


def _open(jobs: list[PrintJob]) -> None:
    """Open the files in the viewer of the system, which prints them."""
    for job in jobs:
        if typer.launch(str(job.path)):
            fail(f"{job.path.as_posix()} cannot be opened", "open it in a PDF viewer, and print it as said above")
