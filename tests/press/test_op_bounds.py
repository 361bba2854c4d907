"""What operations cover: all of what they draw, and no more than can be told at once."""

import pytest

from fixed_metrics import FixedTypeface
from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.graphics.ops import (
    DrawBox,
    DrawImage,
    DrawPath,
    DrawText,
    Group,
    Marked,
    Op,
    Paint,
    StructureElement,
    Symbol,
    UseSymbol,
)
from pawprint.press.op_bounds import drawn_box

FACE = FixedTypeface("text")
FILLED, STROKED = Paint(fill=BLACK), Paint(stroke=BLACK, width=2.0)
SQUARE = DrawBox(10, 20, 30, 40, FILLED)
SYMBOL = Symbol("paw", -1, -1, 4, 4, (SQUARE,))
CLIP = (("M", 0.0, 0.0), ("L", 5.0, 0.0), ("L", 5.0, 6.0), ("Z",))


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (SQUARE, Box(10, 20, 30, 40)),
        (DrawBox(10, 20, 30, 40, STROKED), Box(9, 19, 32, 42)),
        (DrawPath((("M", 1, 2), ("C", 3, 9, 5, 6, 4, 7), ("Z",)), FILLED), Box(1, 2, 4, 7)),
        (DrawPath((("M", 1, 2), ("L", 3, 4)), STROKED), Box(0, 1, 4, 4)),
        (DrawImage(1, 2, 3, 4, "/x.png"), Box(1, 2, 3, 4)),
        (UseSymbol(SYMBOL, (2, 0, 0, 2, 100, 0)), Box(98, -2, 8, 8)),
        (Group((SQUARE,), (0, 1, -1, 0, 0, 0)), Box(-60, 10, 40, 30)),
        (Group((SQUARE,), (1, 0, 0, 1, 7, 0), CLIP), Box(7, 0, 5, 6)),
        (DrawText(1, 50, FACE, 10, BLACK, (FACE.shape("ab"), FACE.shape("c")), 3), Box(1, 42, 18, 10)),
        (DrawText(1, 50, FACE, 10, BLACK, (FACE.shape("ab"),), 0, 2), Box(1, 42, 14, 10)),
        (Marked((SQUARE,), StructureElement("Span")), None),
        (DrawPath((), FILLED), None),
        (Group(()), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_it_covers_what_is_drawn(op: Op, expected: Box | None) -> None:
    assert drawn_box((op,), IDENTITY) == expected


def test_several_are_covered_in_the_units_of_the_page() -> None:
    matrix: Matrix = (2, 0, 0, 2, 0, 5)
    assert drawn_box((SQUARE, DrawImage(0, 0, 1, 1, "/x.png")), matrix) == Box(0, 5, 80, 120)
