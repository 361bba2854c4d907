"""What a press gets: sides of sheets, each with the drawings that stand on it."""

from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.geometry import Box, Size
from pawprint.draw.ops import AnyDrawing, Op


class Placement(NamedTuple):
    """A drawing on a sheet. *matrix* maps the drawing's points (origin: top-left of its trim) to the sheet's
    (origin: top-left of the paper, y downwards). *clip* is the part of the sheet that belongs to it (trim plus
    the bleed that is its own), in sheet points."""

    drawing: AnyDrawing
    matrix: Matrix
    clip: Box


class Side(NamedTuple):
    """One side of a sheet of paper: one page of the PDF.

    Attributes:
        size: of the paper.
        placements: drawings, in reading order.
        ops: marks, lines, slug and so on, drawn above them in sheet points.
        label: bookmark text; empty for none.
        trim, bleed: boxes for a page with one piece on it, in sheet points; None on imposed sheets.
        correction: maps all of it, in sheet points, to where a printer must print it for it to land in its place.
    """

    size: Size
    placements: tuple[Placement, ...]
    ops: tuple[Op, ...] = ()
    label: str = ""
    trim: Box | None = None
    bleed: Box | None = None
    correction: Matrix = IDENTITY
