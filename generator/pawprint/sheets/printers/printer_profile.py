"""What is known of a printer: for each tray, paper and flip where its backs land, and what it leaves white."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import date
from shlex import quote

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.sheets.plan import NORMAL_MARGIN, Duplex, Flip, SheetPlan
from pawprint.sheets.printers.misregistration import Misregistration

#: Papers whose sides differ by less are one paper.
_TOLERANCE = mm(0.5)
#: The way in which sheets flip -> its words in the program.
FLIPS = (Duplex.LONG_EDGE.value, Duplex.SHORT_EDGE.value)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What was read for one tray, paper and flip.

    Attributes:
        tray: as its owner calls it; empty for the only one.
        paper: as it lies in the printer dialog.
        flip: one of `FLIPS`.
        residual: the largest one, in millimetres.
        margins: what the printer leaves white.
        day: of the readings.
    """

    paper: Size
    flip: str
    misregistration: Misregistration
    tray: str = ""
    residual: float = 0.0
    margins: Insets = NORMAL_MARGIN
    day: date | None = None

    @property
    def place(self) -> str:
        """Tray, paper and flip, in words."""
        tray = f", tray {self.tray}" if self.tray else ""
        return f"{self.paper} flipped on the {self.flip.replace('-', ' ')}{tray}"

    @property
    def axis(self) -> Flip:
        """The axis about which the sheet flips."""
        return axis_of(self.paper, self.flip)

    def is_for(self, paper: Size, flip: str) -> bool:
        """Whether sheets of *paper* that flip so are printed as these were."""
        near = (abs((mine - other).grains) < _TOLERANCE.grains for mine, other in zip(self.paper, paper, strict=True))
        return self.flip == flip and all(near)

    def replaces(self, other: Calibration) -> bool:
        """Whether both are of the same tray, paper and flip."""
        return self.tray == other.tray and self.is_for(other.paper, other.flip)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrinterProfile:
    """A printer.

    Attributes:
        name: lower-case letters, digits and single hyphens.
        queue: what the printing system calls it; empty if that is not known.
        tray: of which the calibrations are used; all if empty.
    """

    name: str
    queue: str = ""
    calibrations: tuple[Calibration, ...] = ()
    tray: str = ""

    def with_calibration(self, calibration: Calibration) -> PrinterProfile:
        """This printer with *calibration*, in place of that of the same tray, paper and flip."""
        kept = [known for known in self.calibrations if not calibration.replaces(known)]
        return replace(self, calibrations=(*kept, calibration))

    def matching(self, paper: Size, flip: str) -> tuple[Calibration, ...]:
        """The calibrations for *paper* and *flip*: more than one if several trays have one and none is chosen."""
        return tuple(
            calibration
            for calibration in self.calibrations
            if calibration.is_for(paper, flip) and (not self.tray or calibration.tray == self.tray)
        )

    def calibration(self, paper: Size, flip: str) -> Calibration | None:
        """The calibration for *paper* and *flip*; None if there is none, or not only one."""
        found = self.matching(paper, flip)
        return found[0] if len(found) == 1 else None

    def __str__(self) -> str:
        return f"{self.name}:{self.tray}" if self.tray else self.name


def set_command(name: str, paper: str, flip: str, corrected_by: Calibration | None = None) -> str:
    """The command that reads a calibration sheet.

    Args:
        name: of the printer.
        paper: as `--paper` takes it.
        flip: one of `FLIPS`.
        corrected_by: what the back of the sheet was corrected by, if anything: the readings are added to it.
    """
    again, tray = corrected_by is not None, corrected_by.tray if corrected_by else ""
    words = ["pawprint printer set", name, *(["--again"] if again else [])]
    words += ["--paper", paper.replace(" ", "")] if paper != "A4" else []
    words += ["--flip", flip.removesuffix("-edge")] if flip != FLIPS[0] else []
    words += ["--tray", quote(tray)] if tray else []
    return " ".join(words)


def axis_of(paper: Size, flip: str) -> Flip:
    """The axis about which sheets of *paper* flip on one of the two edges."""
    axis = SheetPlan(paper=paper, duplex=Duplex(flip)).flip
    assert axis is not None
    return axis


def is_name(name: str) -> bool:
    """Whether a printer, which names a file, may be called so."""
    return bool(_NAME.match(name)) and len(name) <= 40
