"""What is drawn on a sheet that is a part of a larger piece: where to cut it, and where its neighbours are glued.

Everything is in the points of the piece's own drawing, so that it is turned with it.
"""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path, Segment
from pawprint.draw.ops import DrawBox, DrawPath, Group, Op, Paint
from pawprint.draw.outlines import outline
from pawprint.impose.marks import CROP_INK, GRID_INK, TICK_LENGTH, Stretch, crosses, mark_length, upon_art
from pawprint.impose.plan import Marks, SheetPlan
from pawprint.impose.poster_grid import PosterGrid, PosterPart, PosterTile

#: (name of the neighbour, whether it lies below and not to the right, width, height) -> what is written where it is
#: glued on: operations in points from the top-left corner of a box of that size.
Caption = Callable[[str, bool, float, float], tuple[Op, ...]]

#: From the art to its marks, and from the marks to the slug between them.
_CLEAR = mm(1)
_BESIDE = mm(3)

#: What will be covered is paler, but for a hair beside the seam: nothing pale shows if the neighbour is a little off.
_MASK = Paint(fill=WHITE, fill_opacity=0.72)
_LAP = mm(0.5)

#: Arrows have their tips on the seam: how long they are at most, how far they are apart, and from the ends.
_ARROW = mm(2.4)
#: A dot of a printer: their ink begins so far behind the seam, so that none shows beside the neighbour's edge.
_HAIR = mm(0.05)
_EVERY = mm(55)
_FROM_END = mm(7)
_LINE = Paint(stroke=Colour(120, 120, 120), width=0.25, dash=(2.0, 1.5))
#: White around the arrows, below their black: a stroke upon it would blunt the tips.
_HALO, _ARROW_INK = Paint(stroke=WHITE, width=0.9), Paint(fill=BLACK)
_CAPTION = mm(3)

_MAP_INK = Paint(fill=WHITE, stroke=Colour(90, 90, 90), width=0.25)
_MAP_HERE = Paint(fill=Colour(60, 60, 60), stroke=Colour(90, 90, 90), width=0.25)


class SeamPlace(NamedTuple):
    """A strip of *width* by *height* points for a line of words; *matrix* maps its points to the drawing's."""

    matrix: Matrix
    width: float
    height: float


def cuts(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile, is_face: bool = True) -> tuple[Op, ...]:
    """Crop marks around a tile, or hairlines through it.

    Where there is no room for crop marks beside the art, faces have ticks upon it.
    """
    beside, beyond = _rooms(plan, tiling, tile)
    across, down = tile.across, tile.down
    xs, ys = (across.low, across.high), (down.low, down.high)
    if plan.marks is Marks.NONE:
        return ()
    if plan.marks is Marks.GRID:
        return (DrawPath(crosses(xs, ys, _through(across, beside), _through(down, beyond)), GRID_INK),)
    path = crosses(xs, ys, _beside(across, beside), _beside(down, beyond))
    marks = (DrawPath(path, CROP_INK),) if path else ()
    if not is_face:
        return marks
    return (*marks, *upon_art(crosses(xs, ys, _ticks(across, beside), _ticks(down, beyond))))


def _through(part: PosterPart, room: Length) -> tuple[Stretch, ...]:
    """Where hairlines are along one side."""
    beyond = _CLEAR + length if (length := mark_length(room - _CLEAR)) else ZERO
    return ((part.start - beyond, part.stop + beyond),)


def _beside(part: PosterPart, room: Length) -> tuple[Stretch, ...]:
    """Where crop marks are along one side: before the art and after it."""
    if not (length := mark_length(room - _CLEAR)):
        return ()
    before, after = part.start - _CLEAR, part.stop + _CLEAR
    return ((before - length, before), (after, after + length))


def _ticks(part: PosterPart, room: Length) -> tuple[Stretch, ...]:
    """Where ticks are along one side, in place of crop marks without room: from the end of the printable area."""
    if mark_length(room - _CLEAR):
        return ()
    before, after = part.start - room, part.stop + room
    return ((before, before + TICK_LENGTH), (after - TICK_LENGTH, after))


def seams(tile: PosterTile, caption: Caption, right: str, below: str) -> tuple[Op, ...]:
    """Where the neighbours to the right and below will lie: paler, with arrows at their edges, and their names."""
    across, down = tile.across, tile.down
    ops: list[Op] = []
    over_x, over_y = across.seam or across.stop, down.seam or down.stop
    # a hair further than the art, so that no edge of it is left in colour
    top, right_end, bottom, left = (
        down.start - _LAP,
        across.stop + _LAP,
        down.stop + _LAP,
        across.start - _LAP,
    )
    if across.seam is not None:
        ops.append(_mask(over_x + _LAP, top, right_end, bottom))
    if down.seam is not None:
        ops.append(_mask(left, over_y + _LAP, over_x + _LAP if across.seam is not None else right_end, bottom))
    if across.seam is not None:
        # along the right-hand strip, read from below: what is its length here lies upwards on the sheet
        first, last = down.low, min(over_y, down.high)
        upwards: Matrix = (0.0, -1.0, 1.0, 0.0, over_x.pt, last.pt)
        ops.append(_strip(upwards, last - first, across.high - over_x, caption, right, False))
    if down.seam is not None:
        first, last = across.low, min(over_x, across.high)
        level: Matrix = (1.0, 0.0, 0.0, 1.0, first.pt, over_y.pt)
        ops.append(_strip(level, last - first, down.high - over_y, caption, below, True))
    return tuple(ops)


def _mask(left: Length, top: Length, right: Length, bottom: Length) -> Op:
    return DrawBox(left.pt, top.pt, (right - left).pt, (bottom - top).pt, _MASK)


def _strip(matrix: Matrix, length: Length, depth: Length, caption: Caption, name: str, below: bool) -> Op:
    """A strip *depth* high along a seam, its upper edge; with arrows up to it, and words between them."""
    size = min(_ARROW.pt, depth.pt / 2)
    usable = length.pt - 2 * _FROM_END.pt
    gaps = max(1, round(usable / _EVERY.pt))
    tips = [_FROM_END.pt + usable * index / gaps for index in range(gaps + 1)]
    arrows: list[Segment] = []
    for x in tips:
        arrows += (("M", x, 0.0), ("L", x + size / 2, size), ("L", x - size / 2, size), ("Z",))
    line: Path = (
        ("M", 0.0, _LAP.pt),
        ("L", length.pt, _LAP.pt),
    )  # where art is white, nothing else shows the strip
    ops: list[Op] = [DrawPath(line, _LINE), *(DrawPath(tuple(arrows), paint) for paint in (_HALO, _ARROW_INK))]
    height = min(depth.pt - _LAP.pt, _CAPTION.pt)
    top = _LAP.pt + (depth.pt - _LAP.pt - height) / 2
    for left, right in pairwise(tips):
        box = Box(left + size, top, right - left - 2 * size, height)
        words = caption(name, below, box.width, box.height)
        if words:
            placed: Matrix = (1.0, 0.0, 0.0, 1.0, box.x, box.y)
            ops.append(Group(words, placed, outline(Box(0.0, 0.0, box.width, box.height))))
    return Group(
        tuple(ops), matrix, outline(Box(0.0, _HAIR.pt, length.pt, depth.pt - _HAIR.pt))
    )  # nothing goes beyond the seam


def slug_place(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile) -> SeamPlace | None:
    """A strip for the slug, between the crop marks below the art, or on its left, where it reads upwards.

    Returns:
        None when neither margin has room in the printable area, or the plan wants no slug.
    """
    height = plan.slug_height
    if not height:
        return None
    beside, beyond = _rooms(plan, tiling, tile)
    needed = _CLEAR + height
    across, down = tile.across, tile.down
    if beyond >= needed:
        start = across.low + _BESIDE
        matrix: Matrix = (1.0, 0.0, 0.0, 1.0, start.pt, (down.stop + _CLEAR).pt)
        return SeamPlace(matrix, (across.high - _BESIDE - start).pt, height.pt)
    if beside >= needed:
        start = down.high - _BESIDE
        matrix = (0.0, -1.0, 1.0, 0.0, (across.start - _CLEAR - height).pt, start.pt)
        return SeamPlace(matrix, (start - down.low - _BESIDE).pt, height.pt)
    return None


def small_map(tiling: PosterGrid, tile: PosterTile, height: float) -> tuple[tuple[Op, ...], float]:
    """A map of all tiles with this one dark, *height* points high from (0, 0), and its width."""
    columns, rows = len(tiling.columns), len(tiling.rows)
    high = height / rows
    wide = min(1.6 * high, 1.2 * height)
    whole = tuple(DrawBox(x * wide, y * high, wide, high, _MAP_INK) for y in range(rows) for x in range(columns))
    return (*whole, DrawBox(tile.column * wide, tile.row * high, wide, high, _MAP_HERE)), columns * wide


def clip(place: SeamPlace) -> Path:
    """The outline of a strip, in its own points."""
    return outline(Box(0.0, 0.0, place.width, place.height))


def _rooms(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile) -> tuple[Length, Length]:
    """From the art to the end of the printable area, on both sides alike: beside it, and above and below it, as the
    piece lies."""
    cell, inset = tiling.cell(tile), plan.inset
    wide = (tiling.paper.width - cell.width).half() - inset.width
    high = (tiling.paper.height - cell.height).half() - inset.height
    return (high, wide) if tiling.turned else (wide, high)
