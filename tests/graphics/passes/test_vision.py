"""Drawings as other eyes see them."""

from pawprint.core.colour import Colour, simulate
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import DrawBox, Drawing, Group, Layer, Marked, Paint, StructureElement
from pawprint.graphics.passes._vision import SimulatedVision

RED = Colour(220, 20, 20)


def test_marked_content_is_simulated_and_preserves_its_mark() -> None:
    element = StructureElement("Figure")
    red = DrawBox(0, 0, 9, 9, Paint(RED))
    drawing = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer((Group((Marked((red,), element),)),)))
    (group,) = SimulatedVision("deutan").drawing(drawing).ops
    assert isinstance(group, Group)
    assert group.ops == (Marked((DrawBox(0, 0, 9, 9, Paint(simulate(RED, "deutan"))),), element),)
