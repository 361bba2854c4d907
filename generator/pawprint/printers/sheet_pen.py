"""Lines and words in millimetres from the centre of a sheet, y upwards -> drawing operations of one of its sides."""

from collections.abc import Callable, Iterable

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.core.picture import Path, Segment
from pawprint.draw.ops import DrawBox, DrawPath, Group, Op, Paint
from pawprint.printers.stations import Point
from pawprint.typography.text_style import TextStyle

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

    def mirrored(self, through: "SheetPen", matrix: Matrix) -> None:
        """What *through* draws, as it is seen through the sheet."""
        self.ops.append(Group(tuple(through.ops), matrix))

    def _place(self, point: Point) -> Point:
        return self._x + point[0] * _UNIT, self._y - point[1] * _UNIT
