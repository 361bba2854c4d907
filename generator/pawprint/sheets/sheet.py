"""What a press gets: sides of sheets, each with the drawings that stand on it."""

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Union

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.graphics.ops import AnyDrawing, Op
from pawprint.sheets.nup import SlotGrid, fit
from pawprint.sheets.plan import SheetPlan

if TYPE_CHECKING:
    from pawprint.sheets._nest import NestedSlots


# --- Where pieces are on a sheet: in a grid, nested, or in the places of a die ----------------------------------------


Arrangement = Union[SlotGrid, "NestedSlots"]


def arrange(plan: SheetPlan, trim: Size, outline: PieceOutline = RECTANGLE, copies: int = 0) -> Arrangement | None:
    """The slots of a sheet: those of the plan's die, if it has one; rectangles and discs in a grid, all else nested.
    For a machine that cuts, everything is nested.

    Args:
        copies: see `fit`.

    Returns:
        None when the pieces do not fit the printable area, or a die or a sheet for a machine is to be folded.
    """
    if plan.machine is not None:
        from pawprint.sheets._nest import nest_for_machine

        return nest_for_machine(plan, plan.machine, trim, outline)
    if plan.die is not None:
        from pawprint.sheets._nest import in_die

        return in_die(plan, plan.die, trim)
    if outline.path:
        from pawprint.sheets._nest import nest

        return nest(plan, trim, outline)
    return fit(plan, trim, copies, outline)


def places_of_machine(plan: SheetPlan, trim: Size, outline: PieceOutline) -> int:
    """The number of places on a sheet for a machine, those included that are to be left empty."""
    assert plan.machine is not None
    full = arrange(replace(plan, machine=replace(plan.machine, skipped=frozenset())), trim, outline)
    return 0 if full is None else full.slots


# --- sheet ------------------------------------------------------------------------------------------------------------


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
        size: the paper size.
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
