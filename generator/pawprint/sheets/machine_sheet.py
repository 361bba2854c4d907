"""What a machine that cuts sheets asks of them: its registration marks, and the areas that stay white around them."""

import enum
from dataclasses import dataclass, field
from typing import NamedTuple

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.picture import Path
from pawprint.graphics.ops import DrawPath, Op, Paint


class MarkShape(enum.Enum):
    """One registration mark; the values are the words of layouts."""

    NONE = "none"
    SQUARE = "square"  # filled
    ANGLE = "angle"  # two lines that meet at the corner
    CROSS = "cross"


class MarkCorner(NamedTuple):
    """A corner of the paper, and which way its mark goes: 1 to the right or downwards, -1 to the left or upwards."""

    x: float
    y: float
    across: int
    down: int

    def at(self, across: float, down: float) -> tuple[float, float]:
        """The point that is so far inwards from the corner."""
        return self.x + self.across * across, self.y + self.down * down


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationMarks:
    """The marks that the sensor of a machine looks for.

    Attributes:
        corners: the marks from the top left corner of the paper on, clockwise.
        inset: from the edges of the paper to the lines of the marks.
        arm: length of the lines of an angle or a cross, from the edge of the line that crosses them.
        square: side of a filled square.
        line: their width.
        free: how far around the marks nothing may be printed.
    """

    corners: tuple[MarkShape, MarkShape, MarkShape, MarkShape]
    inset: Length
    arm: Length
    square: Length
    line: Length
    free: Length

    def apart(self, paper: Size) -> Size:
        """The distances between the lines of marks, which the programs of machines ask for."""
        return Size(paper.width - 2 * self.inset, paper.height - 2 * self.inset)

    @property
    def outer(self) -> Length:
        """From the edges of the paper to the ink of the marks."""
        return self.inset - self.line.half()

    @property
    def reach(self) -> Length:
        """From the edges of the paper to the ends of the marks and the free area around them: every corner has the
        same, because a sensor looks for its mark there."""
        shapes = set(self.corners)
        inwards = max(
            self.arm if shapes & {MarkShape.ANGLE, MarkShape.CROSS} else ZERO,
            self.square + self.line.half() if MarkShape.SQUARE in shapes else ZERO,
        )
        return self.inset + inwards + self.free

    def zones(self, paper: Size) -> tuple[Box, ...]:
        """The corners of *paper* that stay white but for the marks."""
        side = self.reach.pt
        return tuple(
            Box(min(corner.x, corner.at(side, side)[0]), min(corner.y, corner.at(side, side)[1]), side, side)
            for corner, _ in self._marked(paper)
        )

    def paths(self, paper: Size) -> tuple[Path, ...]:
        """The lines of the marks: one path for each mark, closed for squares."""
        return tuple(path for corner, shape in self._marked(paper) for path in self._mark(corner, shape))

    def ops(self, paper: Size) -> tuple[Op, ...]:
        """The marks as they are printed."""
        line = Paint(stroke=BLACK, width=self.line.pt, cap=2) if self.line else Paint()
        filled = line._replace(fill=BLACK)
        return tuple(DrawPath(path, filled if path[-1] == ("Z",) else line) for path in self.paths(paper))

    def _marked(self, paper: Size) -> list[tuple[MarkCorner, MarkShape]]:
        width, height = paper.width.pt, paper.height.pt
        corners = (
            MarkCorner(0.0, 0.0, 1, 1),
            MarkCorner(width, 0.0, -1, 1),
            MarkCorner(width, height, -1, -1),
            MarkCorner(0.0, height, 1, -1),
        )
        return [
            (corner, shape) for corner, shape in zip(corners, self.corners, strict=True) if shape is not MarkShape.NONE
        ]

    def _mark(self, corner: MarkCorner, shape: MarkShape) -> tuple[Path, ...]:
        start = self.inset.pt
        if shape is MarkShape.SQUARE:
            end = start + self.square.pt
            points = corner.at(start, start), corner.at(end, start), corner.at(end, end), corner.at(start, end)
            return ((("M", *points[0]), *(("L", *point) for point in points[1:]), ("Z",)),)
        # Lines end in square caps, so that their ink is as long as the arm.
        end = start + self.arm.pt - self.line.pt / 2
        if shape is MarkShape.ANGLE:
            first, bend, last = corner.at(end, start), corner.at(start, start), corner.at(start, end)
            return ((("M", *first), ("L", *bend), ("L", *last)),)
        middle = (start + end) / 2
        across, down = (
            (corner.at(start, middle), corner.at(end, middle)),
            (corner.at(middle, start), corner.at(middle, end)),
        )
        return tuple((("M", *first), ("L", *last)) for first, last in (across, down))


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineSheet:
    """How sheets are laid out for a machine.

    Attributes:
        marks: None for a machine whose program adds its own, or has none.
        margin: from the edges of the paper to the art of pieces, bleed included.
        area: the largest rectangle, either way around, that art may fill; None for the whole paper.
        gap: the least distance of two pieces; each is cut out on its own.
        reads_back: True if the sensor looks at the back of the sheet, which then has the marks; a sheet that is printed
            on one side has them on the face.
        skipped: places to be left empty, counted from 0.
        note: what the slug says of the machine; `{width}` and `{height}` are the distances between marks. It makes
            no other arrangement.
    """

    marks: RegistrationMarks | None = None
    margin: Length
    area: Size | None = None
    gap: Length = ZERO
    reads_back: bool = False
    skipped: frozenset[int] = frozenset()
    note: str = field(default="", compare=False)

    def areas(self, paper: Size, margin: Size) -> tuple[Box, ...]:
        """The rectangles of *paper* that art may fill, one of which is chosen: in the middle, except that the corners
        with marks are left out on some sides.

        Args:
            margin: the unprintable margin, left and right, top and bottom.
        """
        x, y = max(self.margin, margin.width).pt, max(self.margin, margin.height).pt
        whole = Box(0.0, 0.0, paper.width.pt, paper.height.pt)
        inner = Box(x, y, whole.width - 2 * x, whole.height - 2 * y)
        if self.area is not None:
            sizes = (self.area,) if self.area.width == self.area.height else (self.area, self.area.turned())
            boxes = tuple(_in_middle(inner, size) for size in sizes)
            return tuple(box for box in boxes if box.width > 0 and box.height > 0)
        if self.marks is None:
            return (inner,)
        reach = self.marks.reach.pt
        across, down = max(reach - x, 0.0), max(reach - y, 0.0)
        found = [
            Box(inner.x + left, inner.y + top, inner.width - left - right, inner.height - top - bottom)
            for left in (0.0, across)
            for right in (0.0, across)
            for top in (0.0, down)
            for bottom in (0.0, down)
        ]
        return tuple(dict.fromkeys(box for box in found if box.width > 0 and box.height > 0))

    def zones(self, paper: Size) -> tuple[Box, ...]:
        """The parts of *paper* that have no art."""
        return self.marks.zones(paper) if self.marks else ()

    def reach(self) -> Length:
        """From the edges of the paper to the end of its corners without art."""
        return self.marks.reach if self.marks else ZERO

    def slug_note(self, paper: Size) -> str:
        """The words about the machine in the slug of a sheet."""
        apart = self.marks.apart(paper) if self.marks else paper
        return self.note.replace("{width}", f"{apart.width.mm:g}").replace("{height}", f"{apart.height.mm:g}")


def _in_middle(outer: Box, size: Size) -> Box:
    width, height = min(size.width.pt, outer.width), min(size.height.pt, outer.height)
    return Box(outer.x + (outer.width - width) / 2, outer.y + (outer.height - height) / 2, width, height)
