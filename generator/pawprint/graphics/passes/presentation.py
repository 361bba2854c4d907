"""Drawing -> the drawing as it is printed or shown: the passes, in the one order that they have."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.geometry import Insets
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import Drawing, Op, StoredDrawing, StoredLayer, nothing
from pawprint.graphics.passes.guides import (
    cut_line_key,
    cut_out,
    cut_out_key,
    with_bleed,
    with_cut_line,
    with_guides,
)

if TYPE_CHECKING:
    from pawprint.graphics.passes._low_ink import LowInk
    from pawprint.graphics.passes._vision import SimulatedVision


class Presentation(NamedTuple):
    """How a drawing is printed or shown; the attributes are in the order of the passes.

    Attributes:
        low_ink: white grounds, and outlines in place of large fills.
        vision: one of `pawprint.core.colour.SIMULATIONS`; empty for unchanged colours.
        bleed: how much of the art beyond the trim is shown.
        cut_out: clip the art to the shape of the piece, *bleed* larger on all sides.
        cut_rectangles: clip art to its trim even if that is the outline, because the piece may lie at any angle.
        cut_line: draw a hairline along the trim.
        guides: draw the outlines of trim, bleed and safe area.
    """

    low_ink: bool = False
    vision: str = ""
    bleed: Length = ZERO
    cut_out: bool = False
    cut_rectangles: bool = False
    cut_line: bool = False
    guides: bool = False

    def cuts(self, outline: PieceOutline) -> bool:
        """True if a drawing with that *outline* is clipped; a sharp rectangle is by its place on the page, anyway."""
        return self.cut_out and (self.cut_rectangles or not outline.is_sharp_rectangle)

    @property
    def keeps_keys(self) -> bool:
        """True if layers with keys have keys afterwards, so that a press can store them."""
        return not (self.low_ink or self.vision or self.guides)


class Presenter:
    """Applies presentations; symbols and layers that drawings share stay shared."""

    def __init__(self) -> None:
        self._visions: dict[str, SimulatedVision] = {}

    @cached_property
    def _low_ink(self) -> "LowInk":
        from pawprint.graphics.passes._low_ink import LowInk  # most files are printed in full colour

        return LowInk()

    def drawing(self, drawing: Drawing, how: Presentation, safe: Insets) -> Drawing:
        """*drawing*, presented.

        Args:
            safe: the distance of the safe area from the trim, for the guides.
        """
        if how.low_ink:
            drawing = self._low_ink.drawing(drawing)
        if how.vision:
            if how.vision not in self._visions:
                from pawprint.graphics.passes._vision import SimulatedVision

                self._visions[how.vision] = SimulatedVision(how.vision)
            drawing = self._visions[how.vision].drawing(drawing)
        drawing = with_bleed(drawing, how.bleed)
        if how.cuts(drawing.outline):
            drawing = cut_out(drawing, how.bleed.pt)
        if how.cut_line:
            drawing = with_cut_line(drawing)
        return with_guides(drawing, safe) if how.guides else drawing

    def stored(self, drawing: StoredDrawing, how: Presentation) -> StoredDrawing:
        """*drawing*, presented in a way that `keeps_keys`."""
        art, common = drawing.art, drawing.common
        if how.cuts(drawing.outline):
            art, common = StoredLayer(cut_out_key(drawing.key, how.bleed.pt)), StoredLayer(nothing().key)
        if how.cut_line:
            art = StoredLayer(cut_line_key(art.key))
        return replace(drawing, bleed=Insets.even(how.bleed), art=art, common=common)

    def low_ink(self, ops: Iterable[Op]) -> tuple[Op, ...]:
        """The operations of a page of a document with less ink."""
        return self._low_ink.page(ops)
