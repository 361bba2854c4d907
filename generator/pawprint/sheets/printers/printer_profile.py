"""Printer profiles: the measured misregistration and margins for each tray, paper and flip."""

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
#: The two ways to flip a sheet, as profiles and `--flip` spell them.
FLIPS = (Duplex.LONG_EDGE.value, Duplex.SHORT_EDGE.value)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """The measurements for one tray, paper and flip.

    Attributes:
        tray: its name in the profile; empty for a printer with a single tray.
        paper: as it lies in the printer dialog.
        flip: one of `FLIPS`.
        residual: the largest residual of the fit, in millimetres.
        margins: the unprintable margins.
        day: the date of the readings.
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

    def matches(self, paper: Size, flip: str) -> bool:
        """True if this calibration applies to sheets of *paper* that flip in this way."""
        near = (abs((own - side).grains) < _TOLERANCE.grains for own, side in zip(self.paper, paper, strict=True))
        return self.flip == flip and all(near)

    def replaces(self, other: Calibration) -> bool:
        """True if both are of the same tray, paper and flip."""
        return self.tray == other.tray and self.matches(other.paper, other.flip)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrinterProfile:
    """A printer.

    Attributes:
        name: lower-case letters, digits and single hyphens.
        queue: its name in the printing system; empty if unknown.
        tray: only calibrations of this tray are used; all if empty.
    """

    name: str
    queue: str = ""
    calibrations: tuple[Calibration, ...] = ()
    tray: str = ""

    def with_calibration(self, calibration: Calibration) -> PrinterProfile:
        """This printer with *calibration*, which replaces one of the same tray, paper and flip."""
        kept = [known for known in self.calibrations if not calibration.replaces(known)]
        return replace(self, calibrations=(*kept, calibration))

    def matching(self, paper: Size, flip: str) -> tuple[Calibration, ...]:
        """The calibrations for *paper* and *flip*: several if several trays have one and no tray is chosen."""
        return tuple(
            calibration
            for calibration in self.calibrations
            if calibration.matches(paper, flip) and (not self.tray or calibration.tray == self.tray)
        )

    def calibration(self, paper: Size, flip: str) -> Calibration | None:
        """The calibration for *paper* and *flip*; None if there is none or several."""
        matches = self.matching(paper, flip)
        return matches[0] if len(matches) == 1 else None

    def __str__(self) -> str:
        return f"{self.name}:{self.tray}" if self.tray else self.name


def set_command(name: str, paper: str, flip: str, corrected_by: Calibration | None = None) -> str:
    """The command that reads a calibration sheet.

    Args:
        name: the name of the printer.
        paper: as `--paper` spells it.
        flip: one of `FLIPS`.
        corrected_by: the calibration with which the back of the sheet was printed, if any; readings are added to it.
    """
    tray = corrected_by.tray if corrected_by else ""
    words = ["pawprint printer set", name, *(["--again"] if corrected_by else [])]
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
    """True if *name* is a valid name of a printer, and so of its profile file."""
    return bool(_NAME.match(name)) and len(name) <= 40
