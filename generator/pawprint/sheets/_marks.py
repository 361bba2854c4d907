"""Crop marks: their length, ink and distance from the trim, and the lines that they are made of."""

from collections.abc import Iterable

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path, Segment
from pawprint.graphics.ops import DrawPath, Op, Paint

#: Length of a crop mark where there is room, and the least that still guides a ruler.
MARK_LENGTH = mm(5)
SHORTEST_MARK = mm(2)

#: Length of a tick, a mark upon art where there is no room beside it, and how far it keeps off a trim if it can.
TICK_LENGTH = mm(2.5)
TICK_OFFSET = mm(0.5)

#: The least a print service promises to reproduce (print-production reference, section 2.3).
WEIGHT = 0.25
CROP_INK = Paint(stroke=BLACK, width=WEIGHT)
HALO_INK = Paint(stroke=WHITE, width=3 * WEIGHT)  # beneath what is drawn upon art, which may be black
GRID_INK = Paint(stroke=Colour(153, 153, 153), width=WEIGHT)
FOLD_INK = Paint(stroke=BLACK, width=WEIGHT, dash=(4.0, 3.0))

#: A stretch of a line: from, to.
Stretch = tuple[Length, Length]


def offset(bleed: Length, bleed_of_backs: Length = ZERO) -> Length:
    """From a trim to the beginning of its crop marks, which no bleed of either side reaches.

    Faces that bleed keep the 3 mm of the trade; without bleed, 2 mm keep the mark off the piece's corner.
    """
    return max(bleed, bleed_of_backs, mm(3) if bleed else mm(2))


def mark_length(room: Length) -> Length:
    """The length of a crop mark that has *room*; 0 where that is too little for a ruler."""
    return min(MARK_LENGTH, room) if room >= SHORTEST_MARK else ZERO


def upon_art(path: Path) -> tuple[DrawPath, ...]:
    """Crop marks that can be seen upon any art; nothing of an empty path."""
    return (DrawPath(path, HALO_INK), DrawPath(path, CROP_INK)) if path else ()


def single_marks(page: Size, trim: Size) -> tuple[Op, ...]:
    """Crop marks for a page with one piece in its middle: from the edges of the page inwards."""
    x, y = (page.width - trim.width).half(), (page.height - trim.height).half()
    across = (ZERO, MARK_LENGTH), (page.width - MARK_LENGTH, page.width)
    down = (ZERO, MARK_LENGTH), (page.height - MARK_LENGTH, page.height)
    path = crosses((x, x + trim.width), (y, y + trim.height), across, down)
    return (DrawPath(path, CROP_INK),)


def crosses(xs: Iterable[Length], ys: Iterable[Length], across: Iterable[Stretch], down: Iterable[Stretch]) -> Path:
    """Vertical lines at *xs* over the stretches *down*, horizontal ones at *ys* over *across*."""
    path: list[Segment] = []
    for x in xs:
        for start, stop in down:
            path += (("M", x.pt, start.pt), ("L", x.pt, stop.pt))
    for y in ys:
        for start, stop in across:
            path += (("M", start.pt, y.pt), ("L", stop.pt, y.pt))
    return tuple(path)
