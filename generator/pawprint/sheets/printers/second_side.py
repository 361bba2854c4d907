"""The test of the second side of a file: what is added to its cover and to the page behind it.

It is one station of a calibration sheet, with the words for it. Printed first, these two pages show how far the second
side is off, before the sheets with the pieces are printed.
"""

from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Size
from pawprint.graphics.ops import Op
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.calibration_sheet import (
    REACH_BOTTOM,
    REACH_RIGHT,
    REACH_TOP,
    RED,
    Lettering,
    SheetPen,
    arrow,
    back_station,
    front_station,
    pin_grid,
    seen,
    station_at,
)
from pawprint.typography.text_style import TextStyle

#: The height of the test, from its lower edge, and the least width of paper that has room for it, in millimetres.
HEIGHT = REACH_TOP + REACH_BOTTOM
LEAST_WIDTH = 148.0

#: From the middle of the station to the arrow, and from there to the words.
_ARROW, _WORDS = 27.0, 6.0
_STEPS = TextStyle(size=9, min_size=5, paragraph=0.35)


class SecondSideText(NamedTuple):
    """The words of the test, in one language; *note* is on the back."""

    title: str
    steps: tuple[str, ...]
    note: str


def second_side(
    paper: Size, axis: Flip, text: SecondSideText, lettering: Lettering, side: float, lower: float
) -> tuple[tuple[Op, ...], tuple[Op, ...]]:
    """The operations of the front and of the back.

    Args:
        axis: about which the sheet flips.
        side, lower: the margins of the test, in millimetres: left and right, and below.
    """
    front, through, behind = (SheetPen(paper, lettering) for _ in range(3))
    x, y = paper.width.mm / 2 - side - REACH_RIGHT, lower + REACH_BOTTOM - paper.height.mm / 2
    station = station_at("", (x, y))
    front_station(front, station)
    back_station(through, station)
    pin_grid(behind, station, axis)
    for pen, ink in ((front, BLACK), (through, RED)):
        arrow(pen, ink, (x - _ARROW, y - 8))
    left, top = side - paper.width.mm / 2, y + REACH_TOP
    width = x - _ARROW - _WORDS - left
    front.paragraph(text.title, (left, top), width, 5, TextStyle(size=10.5, min_size=7, bold=True), BLACK)
    steps = "\n\n".join(f"**{number}.** {step}" for number, step in enumerate(text.steps, 1))
    front.paragraph(steps, (left, top - 6), width, HEIGHT - 6, _STEPS, BLACK)
    behind.label(text.note, seen(axis, left + width / 2, top + 2.8), 8, RED)
    width, height = paper.width.pt, paper.height.pt
    mirror: Matrix = (-1, 0, 0, 1, width, 0) if axis is Flip.TURN else (1, 0, 0, -1, 0, height)
    behind.mirrored(through, mirror)
    return tuple(front.ops), tuple(behind.ops)
