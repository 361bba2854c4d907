"""Drawings as other eyes see them."""

from pawprint.core.colour import Colour
from pawprint.core.colour_vision import seen
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.draw.ops import DrawBox, Drawing, Element, Group, Layer, Marked, Paint
from pawprint.draw.passes.vision import Sight

RED = Colour(220, 20, 20)


def test_what_is_marked_is_seen_and_keeps_its_mark() -> None:
    element = Element("Figure")
    red = DrawBox(0, 0, 9, 9, Paint(RED))
    drawing = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer((Group((Marked((red,), element),)),)))
    (group,) = Sight("deutan").drawing(drawing).ops
    assert isinstance(group, Group)
    assert group.ops == (Marked((DrawBox(0, 0, 9, 9, Paint(seen(RED, "deutan"))),), element),)
