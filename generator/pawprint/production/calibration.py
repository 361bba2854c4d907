"""The file of a calibration sheet: its words, set in the fonts of the layouts, and its two pages."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pawprint.catalog.model import Library
from pawprint.core.affine import IDENTITY
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.geometry import Size
from pawprint.pieces.cover import sheet_label
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.lower import Lowering
from pawprint.press.sheet_pdf import write
from pawprint.production.papers import find_paper
from pawprint.production.pipeline import Workspace
from pawprint.production.run import captions
from pawprint.sheets.imposition import BACK, FACE
from pawprint.sheets.printers.calibration_sheet import CalibrationText, calibration_sheet
from pawprint.sheets.printers.printer_profile import Calibration, PrinterProfile, axis_of, set_command
from pawprint.typography.languages import printed_word

#: With a word joiner between them, so that they are not set as a dash.
_TWO_HYPHENS = "-\u2060-"
_STEPS = ("print", "rulers", "light", "read", "pin", "set")


class CalibrationFile(NamedTuple):
    """The sheet as a PDF file.

    Attributes:
        calibration: what its back is corrected by.
    """

    data: bytes
    paper: Size
    calibration: Calibration | None


def calibration_file(
    layouts: Sequence[Path], paper: str, flip: str, language: str, printer: PrinterProfile | None = None
) -> tuple[CalibrationFile | None, tuple[Diagnostic, ...]]:
    """The calibration sheet for *paper*, and findings; None after one that is an error.

    Args:
        paper: a name or a size.
        flip: `long-edge` or `short-edge`.
        printer: whose correction is applied to the back, if it has one for this paper and flip.

    Raises:
        ValueError: the paper is too small.
    """
    findings = Findings()
    workspace = Workspace(Library(Path(), {}), Layouts(layouts, findings), findings)
    found = find_paper(workspace.layouts, findings, paper)
    if found is None or workspace.layouts.lacks_fonts:
        return None, findings.sorted()
    words = captions(workspace.composer(found.margin.top).setter, Lowering(), language)
    axis = axis_of(found.size, flip)
    known = printer.calibration(found.size, flip) if printer else None
    matrix = known.misregistration.correction(axis, found.size) if known else IDENTITY
    name = printer.name if printer and known else printed_word("calibration name", language)
    command = set_command(name, paper, flip, known).replace("--", _TWO_HYPHENS)
    text = _text(found.name, flip, language, command, str(printer), str(known.misregistration) if known else "")
    pages = calibration_sheet(found.size, axis, text, words, matrix)
    title = f"{text.title} - {text.subtitle}"
    data = write(pages, title=title, language=language, duplex=flip)
    return CalibrationFile(data, found.size, known), findings.sorted()


def _text(paper: str, flip: str, language: str, command: str, printer: str, off: str) -> CalibrationText:
    def word(name: str) -> str:
        return printed_word(name, language)

    return CalibrationText(
        title=word("calibration"),
        subtitle=word(f"calibration {flip}").format(paper=paper),
        steps=tuple(word(f"calibration {step}").format(command=command) for step in _STEPS),
        example=word("calibration example"),
        readings=(word("station"), word("across"), word("up")),
        fields=(word("printer"), word("tray"), word("paper type"), word("day")),
        correction=word("corrected for").format(printer=printer, off=off) if off else word("no correction"),
        note=word("calibration back"),
        front=sheet_label(language, 1, FACE),
        back=sheet_label(language, 1, BACK),
    )
