"""A calibration sheet: two pages for one sheet of paper, on which the shift of the second one is read to 0.1 mm.

Each of the five stations has two verniers. The scale on the front has a line for each millimetre; that on the back has
ten divisions on nine millimetres and is mirrored, so that both are read together, against the light. For paper that
lets no light through, each station has a cross to prick and a grid around it on the back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.core.picture import Path, Segment
from pawprint.graphics.ops import DrawBox, DrawPath, Group, Op, Paint
from pawprint.sheets.plan import Flip
from pawprint.sheets.sheet import Side
from pawprint.typography.text_style import TextStyle

# --- The places of a calibration sheet at which the second side is compared with the first ----------------------------

# Points are in millimetres from the centre of the sheet as one sees its front: x to the right, y upwards.


#: How a station is read: against the light, or where the paper is too thick for that, with a pin.
METHODS = ("vernier", "pin")

#: What a sheet must have room for, its shorter side and its longer one: a ruler of 200 mm, and stations that are apart.
SMALLEST = (180.0, 240.0)

#: From the middle of a station to its verniers and to its cross for the pin.
_ACROSS, _UP, _PIN = (0.0, -18.0), (-12.0, 0.0), (6.0, 6.0)
#: How far a station reaches from its middle, and the margin that a printer may leave white.
REACH_RIGHT, REACH_TOP, REACH_BOTTOM, MARGIN = 20.0, 20.0, 25.5, 5.0

Point = tuple[float, float]


class Station(NamedTuple):
    """One of the five places.

    Attributes:
        name: a letter.
        middle: the middle of its drawing.
        across, up: the zeros of the vernier that is read across, and of the one that is read upwards.
        pin: the cross to prick through.
    """

    name: str
    middle: Point
    across: Point
    up: Point
    pin: Point


def stations(paper: Size) -> tuple[Station, ...]:
    """The corners and the centre of *paper*, in the order of reading.

    Raises:
        ValueError: the paper is too small.
    """
    if min(paper).mm < SMALLEST[0] or max(paper).mm < SMALLEST[1]:
        raise ValueError(f"a calibration sheet needs paper of at least {SMALLEST[0]:g} x {SMALLEST[1]:g} mm")
    x = float(int(paper.width.mm / 2 - REACH_RIGHT - MARGIN))
    y = float(int(paper.height.mm / 2 - max(REACH_TOP, REACH_BOTTOM) - MARGIN))
    middles = {"A": (-x, y), "B": (x, y), "C": (0.0, 0.0), "D": (-x, -y), "E": (x, -y)}
    return tuple(station_at(name, middle) for name, middle in middles.items())


def station_at(name: str, middle: Point) -> Station:
    """A station around the point *middle*."""
    return Station(name, middle, _from(middle, _ACROSS), _from(middle, _UP), _from(middle, _PIN))


def _from(middle: Point, offset: Point) -> Point:
    return middle[0] + offset[0], middle[1] + offset[1]


# --- sheet pen --------------------------------------------------------------------------------------------------------

# Lines and words in millimetres from the centre of a sheet, y upwards -> drawing operations of one of its sides.


#: (text, style, box in points, colour) -> the words, set.
Lettering = Callable[[str, TextStyle, Box, Colour], tuple[Op, ...]]

_UNIT = mm(1).pt
#: Lines that are read to a tenth of a millimetre, in millimetres.
THIN, THICK = 0.15, 0.35


class SheetPen:
    """Draws on one side of a sheet of *paper*."""

    def __init__(self, paper: Size, lettering: Lettering) -> None:
        self.ops: list[Op] = []
        self._lettering = lettering
        self._x, self._y = paper.width.pt / 2, paper.height.pt / 2

    def lines(self, lines: Iterable[tuple[Point, Point]], ink: Colour = BLACK, width: float = THIN) -> None:
        """Straight lines from point to point, *width* millimetres wide."""
        path: list[Segment] = []
        for start, end in lines:
            path += [("M", *self._place(start)), ("L", *self._place(end))]
        self.ops.append(DrawPath(tuple(path), Paint(stroke=ink, width=width * _UNIT)))

    def filled(self, corners: Iterable[Point], ink: Colour) -> None:
        """A polygon."""
        first, *others = (self._place(corner) for corner in corners)
        path: Path = (("M", *first), *(("L", *corner) for corner in others), ("Z",))
        self.ops.append(DrawPath(path, Paint(fill=ink)))

    def blank(self, corner: Point, width: float, height: float, line: Colour) -> None:
        """A frame to write into, from its top left corner."""
        x, y = self._place(corner)
        self.ops.append(DrawBox(x, y, width * _UNIT, height * _UNIT, Paint(stroke=line, width=THIN * _UNIT)))

    def label(self, text: str, at: Point, size: float, ink: Colour = BLACK, align: str = "center") -> None:
        """A few words, centred at a point, or beginning or ending there; capitals *size* points high and a half."""
        x, y = self._place(at)
        width = 160 * _UNIT
        left = {"left": x, "center": x - width / 2, "right": x - width}[align]
        style = TextStyle(size=size, min_size=size, align=align, valign="middle")
        self.ops += self._lettering(text, style, Box(left, y - size, width, 2 * size), ink)

    def paragraph(self, text: str, corner: Point, width: float, height: float, style: TextStyle, ink: Colour) -> None:
        """Text in a box of *width* by *height* millimetres below its top left corner."""
        x, y = self._place(corner)
        self.ops += self._lettering(text, style, Box(x, y, width * _UNIT, height * _UNIT), ink)

    def mirrored(self, through: SheetPen, matrix: Matrix) -> None:
        """The drawing of *through*, as seen through the sheet."""
        self.ops.append(Group(tuple(through.ops), matrix))

    def _place(self, point: Point) -> Point:
        return self._x + point[0] * _UNIT, self._y - point[1] * _UNIT


# --- calibration sheet ------------------------------------------------------------------------------------------------


#: What the scale of a front reaches: a zero may be 10 mm off, and ten lines of a vernier follow it.
_FIRST, _LAST = -10, 20
#: Of the vernier: lines, and the distance between two.
_TENTHS, _STEP = 10, 0.9
#: How far the grid for the pin reaches.
_GRID = 8

#: The ink of backs, which shows through the paper.
RED = Colour(196, 0, 60)
_GREY = Colour(110, 110, 110)
_PALE = Colour(170, 170, 170)


class CalibrationText(NamedTuple):
    """The words of a calibration sheet, in one language.

    Attributes:
        steps: the instructions, in order.
        fields: to be filled in by hand.
        correction: the correction of the back of this sheet, in words.
        note: on the back.
        front, back: bookmarks.
    """

    title: str
    subtitle: str
    steps: tuple[str, ...]
    example: str
    readings: tuple[str, str, str]
    fields: tuple[str, ...]
    correction: str
    note: str
    front: str
    back: str


def calibration_sheet(
    paper: Size, axis: Flip, text: CalibrationText, lettering: Lettering, correction: Matrix = IDENTITY
) -> tuple[Side, Side]:
    """The front and the back.

    Args:
        paper: as it lies in the printer dialog; at least `pawprint.sheets.printers.calibration_sheet.SMALLEST`.
        axis: about which the sheet flips.
        correction: the matrix of the back page.

    Raises:
        ValueError: the paper is too small.
    """
    places = stations(paper)
    front, through, behind = (SheetPen(paper, lettering) for _ in range(3))
    for station in places:
        front_station(front, station)
        back_station(through, station)
        pin_grid(behind, station, axis)
    for pen, ink in ((front, BLACK), (through, RED)):
        arrow(pen, ink, (34.0, 0.0))
    portrait = paper.height >= paper.width
    room = paper.width.mm / 2 - MARGIN - 2 * REACH_RIGHT - 2  # to either side, between the stations at the corners
    _rulers(front, portrait, room, BLACK, lambda x, y: (x, y))
    _rulers(behind, portrait, room, RED, lambda x, y: seen(axis, -x, y - 10))
    _instructions(front, paper, text, room, portrait)
    behind.label(text.note, seen(axis, 0.0, MARGIN + 2.5 - paper.height.mm / 2), 8, RED)
    width, height = paper.width.pt, paper.height.pt
    mirror: Matrix = (-1, 0, 0, 1, width, 0) if axis is Flip.TURN else (1, 0, 0, -1, 0, height)
    behind.mirrored(through, mirror)
    return Side(paper, (), tuple(front.ops), text.front), Side(
        paper, (), tuple(behind.ops), text.back, correction=correction
    )


def seen(axis: Flip, x: float, y: float) -> Point:
    """The place on the back page, as one reads that, of a point of the front."""
    return (-x, y) if axis is Flip.TURN else (x, -y)


def front_station(pen: SheetPen, station: Station) -> None:
    """The scales in millimetres, and the cross for the pin."""
    (x, y), (u, v) = station.across, station.up
    for tick in range(_FIRST, _LAST + 1):
        longer = 1.2 if tick % 5 == 0 else 0.0
        pen.lines([((x + tick, y - 2), (x + tick, y + 3 + longer)), ((u + 2, v + tick), (u - 3 - longer, v + tick))])
        if tick % 5 == 0:
            pen.label(_signed(tick), (x + tick, y + 5.6), 5)
            pen.label(_signed(tick), (u - 4.6, v + tick), 5, align="right")
    _cross(pen, station.pin, 3.0)
    if station.name:
        pen.label(station.name, (station.middle[0] + 18, station.middle[1] + 17), 13)


def back_station(pen: SheetPen, station: Station) -> None:
    """The verniers, as they are seen through the sheet."""
    (x, y), (u, v) = station.across, station.up
    for tenth in range(_TENTHS + 1):
        tick, longer = tenth * _STEP, 1.2 if tenth in (0, 5, 10) else 0.0
        pen.lines(
            [((x + tick, y + 2), (x + tick, y - 3 - longer)), ((u - 2, v + tick), (u + 3 + longer, v + tick))], RED
        )
        if tenth % 2 == 0:
            pen.label(str(tenth), (x + tick, y - 5.4), 4.5, RED)
            pen.label(str(tenth), (u + 4.6, v + tick), 4.5, RED, "left")


def pin_grid(pen: SheetPen, station: Station, axis: Flip) -> None:
    """A grid of millimetres around the hole, read on the back: each line says what a reading there is.

    The hole is where the cross of the front is. Its place on the grid is the opposite of the shift of the grid.
    """
    cx, cy = station.pin
    for line in range(-_GRID, _GRID + 1):
        width = THICK if line == 0 else 0.1
        ink = RED if line % 5 == 0 else _PALE
        ends = [
            (seen(axis, cx + line, cy - _GRID), seen(axis, cx + line, cy + _GRID)),
            (seen(axis, cx - _GRID, cy + line), seen(axis, cx + _GRID, cy + line)),
        ]
        pen.lines(ends, ink, width)
        if line % 5 == 0:
            x, y = seen(axis, cx + line, cy)
            pen.label(_signed(-line), (x, y + _GRID + 1.6), 4.5, RED)
            pen.label(_signed(-line), seen(axis, cx + _GRID + 2, cy + line), 4.5, RED)


def _cross(pen: SheetPen, at: Point, arm: float) -> None:
    (x, y) = at
    pen.lines([((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))])


def arrow(pen: SheetPen, ink: Colour, at: Point) -> None:
    """An arrow upwards beside a station: on both sides it must point the same way."""
    x, y = at
    pen.lines([((x, y - 14), (x, y + 8))], ink, 1.2)
    pen.filled([(x - 4, y + 7), (x + 4, y + 7), (x, y + 15)], ink)


def _rulers(pen: SheetPen, portrait: bool, room: float, ink: Colour, place: Callable[[float, float], Point]) -> None:
    """A ruler of 200 mm along the longer side of the paper and one of 100 mm along the shorter one.

    Args:
        place: where on the page a point of the front is; the rulers of both sides must not lie on each other.
    """
    across, up = (100, 200) if portrait else (200, 100)
    left, below = (-room + 10, -34.0) if portrait else (-100.0, -34.0)
    for at in range(across + 1):
        pen.lines([(place(left + at, below), place(left + at, below + _tick(at)))], ink, 0.1)
    x, bottom = -room + 3, -up / 2 if portrait else -25.0
    for at in range(up + 1):
        pen.lines([(place(x, bottom + at), place(x + _tick(at), bottom + at))], ink, 0.1)
    pen.lines([(place(left, below), place(left + across, below)), (place(x, bottom), place(x, bottom + up))], ink, 0.15)
    pen.label(f"{across} mm", place(left + across / 2 + 12, below + 5.5), 6, ink)
    pen.label(f"{up} mm", place(x + 9, -12), 6, ink)


def _tick(at: int) -> float:
    return 4.0 if at % 10 == 0 else 3.0 if at % 5 == 0 else 2.0


def _instructions(pen: SheetPen, paper: Size, text: CalibrationText, room: float, portrait: bool) -> None:
    """The steps above the station in the centre, and the fields to fill in below it."""
    top, left = paper.height.mm / 2 - MARGIN - 3, -room + 12
    width = 2 * room - 14
    pen.paragraph(text.title, (left, top), width, 8, TextStyle(size=15, min_size=9, bold=True), BLACK)
    pen.paragraph(text.subtitle, (left, top - 8), width, 6, TextStyle(size=9, min_size=6), _GREY)
    steps = "\n\n".join(f"**{number}.** {step}" for number, step in enumerate(text.steps, 1))
    style = TextStyle(size=10.5, min_size=5, paragraph=0.5)
    pen.paragraph(steps, (left, top - 16), width, top - 16 - 24, style, BLACK)
    below = -50.0
    _example(pen, (left + 6, below - 8), text.example)
    _table(pen, (left + 58, below), text.readings)
    at, line = ((left, below - 42), width) if portrait else ((left + 122, below), width - 122)
    for row, field in enumerate(text.fields):
        y = at[1] - 4 - 7 * row
        pen.label(field, (at[0], y), 8, align="left")
        pen.lines([((at[0] + 22, y - 2), (at[0] + line, y - 2))], _GREY)
    under = at[1] - 7 * len(text.fields) - 2
    pen.paragraph(text.correction, (at[0], under), line, 12, TextStyle(size=8, min_size=6), BLACK)


def _example(pen: SheetPen, corner: Point, caption: str) -> None:
    """A reading of +1.3, enlarged."""
    (x, y), by, shift = corner, 3.4, 1.3
    for at in range(-1, 11):
        pen.lines([((x + at * by, y - 4), (x + at * by, y + (6 if at % 5 == 0 else 4)))], BLACK, 0.2)
        if at in (0, 1, 5, 10):
            pen.label(_signed(at), (x + at * by, y + (8 if at % 5 == 0 else 6)), 7)
    for tenth in range(_TENTHS + 1):
        place = x + (shift + tenth * _STEP) * by
        pen.lines([((place, y + 2), (place, y - (7 if tenth in (0, 3, 5, 10) else 5)))], RED, 0.2)
        if tenth in (0, 3, 5, 10):
            pen.label(str(tenth), (place, y - 9), 8 if tenth in (0, 3) else 6, RED)
    pen.paragraph(caption, (x - 6, y - 12), 50, 16, TextStyle(size=7.5, min_size=5), BLACK)


def _table(pen: SheetPen, corner: Point, heads: tuple[str, str, str]) -> None:
    """A place for each reading."""
    x, y = corner
    for column, (head, width) in enumerate(zip(heads, (12.0, 16.0, 16.0), strict=True)):
        left = x + (0.0, 12.0, 28.0)[column]
        pen.label(head, (left + width / 2, y - 1), 7.5)
        for row, name in enumerate("ABCDE"):
            pen.blank((left, y - 4 - 6 * row), width, 6, _GREY)
            if column == 0:
                pen.label(name, (left + width / 2, y - 7 - 6 * row), 9)


def _signed(value: int) -> str:
    """A number with a sign that is as wide as the plus."""
    return f"\u2212{-value}" if value < 0 else f"+{value}" if value else "0"
