"""Where pieces are on a sheet: in a grid, nested, or in the places of a die."""

from dataclasses import replace
from typing import TYPE_CHECKING, Union

from pawprint.core.geometry import Size
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.impose.nup import SlotGrid, fit
from pawprint.impose.plan import SheetPlan

if TYPE_CHECKING:
    from pawprint.impose.nest import NestedSlots

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
        from pawprint.impose.nest import nest_for_machine

        return nest_for_machine(plan, plan.machine, trim, outline)
    if plan.die is not None:
        from pawprint.impose.nest import in_die

        return in_die(plan, plan.die, trim)
    if outline.path:
        from pawprint.impose.nest import nest

        return nest(plan, trim, outline)
    return fit(plan, trim, copies, outline)


def places_of_machine(plan: SheetPlan, trim: Size, outline: PieceOutline) -> int:
    """The number of places on a sheet for a machine, those included that are to be left empty."""
    assert plan.machine is not None
    full = arrange(replace(plan, machine=replace(plan.machine, skipped=frozenset())), trim, outline)
    return 0 if full is None else full.slots
