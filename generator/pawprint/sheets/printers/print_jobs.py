"""Files that go to a printer, and the commands of the printing system (CUPS) that send them there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from pawprint.core.geometry import Size
from pawprint.core.length import inch, mm
from pawprint.core.programs import find_program, run_program

#: How backs are printed, as builds say it -> the value of the option `sides`.
SIDES = {"long-edge": "two-sided-long-edge", "short-edge": "two-sided-short-edge"}
#: Which side of all sheets -> the value of the option `page-set`; for printers that print one side only.
PAGE_SETS = {"faces": "odd", "backs": "even"}

#: Names of papers in PWG 5101.1, which every driver knows.
_MEDIA = {
    Size(mm(210), mm(297)): "iso_a4_210x297mm",
    Size(mm(297), mm(420)): "iso_a3_297x420mm",
    Size(mm(148), mm(210)): "iso_a5_148x210mm",
    Size(inch(8.5), inch(11)): "na_letter_8.5x11in",
    Size(inch(8.5), inch(14)): "na_legal_8.5x14in",
    Size(inch(11), inch(17)): "na_ledger_11x17in",
}
_RANGES = re.compile(r"[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})?(,[1-9][0-9]{0,4}(-[1-9][0-9]{0,4})?)*\Z")
#: Seconds after which the printing system is taken not to answer.
_PATIENCE = 60


class PrintingFailed(Exception):
    """The printing system did not take a file; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """One file for a printer.

    Attributes:
        queue: the printer's name in the printing system.
        paper: the size of its pages.
        pages: the number of pages.
        duplex: as `BuildOptions.duplex`.
        ranges: ranges of pages, as in `1-4,7`; all pages if empty.
        side: a key of `PAGE_SETS`; both sides if empty.
        more: further options, each as `name=value`.
    """

    path: Path
    queue: str
    paper: Size
    pages: int
    duplex: str
    copies: int = 1
    ranges: str = ""
    side: str = ""
    more: tuple[str, ...] = ()

    @property
    def sides(self) -> str:
        """The value of the option `sides`."""
        return "one-sided" if self.side else SIDES.get(self.duplex, "one-sided")

    @property
    def options(self) -> tuple[str, ...]:
        """All options of the job: never scaled, never several pages on a side."""
        page_set = (f"page-set={PAGE_SETS[self.side]}",) if self.side else ()
        standard = ("print-scaling=none", "number-up=1", f"media={media(self.paper)}", f"sides={self.sides}")
        return (*standard, *page_set, *self.more)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The pages that are printed, counted from 1."""
        if not self.ranges:
            chosen = [*range(1, self.pages + 1)]
        else:
            ends = [[int(end) for end in part.split("-")] for part in self.ranges.split(",")]
            chosen = sorted({page for part in ends for page in range(part[0], part[-1] + 1) if page <= self.pages})
        step = {"": 0, "faces": 1, "backs": 2}[self.side]
        return tuple(page for page in chosen if not step or page % 2 == step % 2)

    @property
    def sheets(self) -> int:
        """Sheets of paper for one copy."""
        return len(self.numbers) if self.sides == "one-sided" else ceil(len(self.numbers) / 2)

    @property
    def command(self) -> tuple[str, ...]:
        """The command that sends it."""
        words = [word for option in self.options for word in ("-o", option)]
        pages = ("-P", self.ranges) if self.ranges else ()
        title = ("-t", self.path.stem)
        return ("lp", "-d", self.queue, "-n", str(self.copies), *title, *pages, *words, "--", str(self.path))

    def send(self) -> str:
        """Hand it to the printing system, and return the name of the request.

        Raises:
            PrintingFailed: it was not taken.
        """
        output = _output(self.command)
        match = re.search(r"request id is (\S+)", output)
        return match[1] if match else output.strip()


def media(paper: Size) -> str:
    """The name of a paper, upright."""
    upright = Size(*sorted(paper))
    if upright in _MEDIA:
        return _MEDIA[upright]
    return f"Custom.{upright.width.mm:g}x{upright.height.mm:g}mm"


def is_page_ranges(text: str) -> bool:
    """True if *text* lists ascending ranges of pages, such as `1-4,7`."""
    return bool(_RANGES.match(text)) and all(
        int(first) <= int(last or first) for first, _, last in (part.partition("-") for part in text.split(","))
    )


def has_printing_system() -> bool:
    """True if this computer has CUPS."""
    return find_program("lp") is not None and find_program("lpstat") is not None


def queues() -> list[str]:
    """The names of the printing system's printers.

    Raises:
        PrintingFailed: it does not answer.
    """
    return _output(("lpstat", "-e")).split()


def _output(command: tuple[str, ...]) -> str:
    try:
        done = run_program(*command, timeout=_PATIENCE)
    except TimeoutError:
        raise PrintingFailed(f"{command[0]} does not answer") from None
    if done.returncode:
        reason = " ".join((done.stderr or done.stdout).decode(errors="replace").split())
        raise PrintingFailed(reason or f"{command[0]} failed with code {done.returncode}")
    return done.stdout.decode(errors="replace")
