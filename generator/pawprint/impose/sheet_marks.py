"""Where crop marks, the fold line and the slug are on a sheet: what is drawn outside the pieces; see `marks`.

Marks depend on plan and grid only, so one tuple of operations serves all sides of all sheets.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path, Segment
from pawprint.draw.ops import DrawPath, Op
from pawprint.impose.arrangement import Arrangement
from pawprint.impose.marks import (
    CROP_INK,
    FOLD_INK,
    GRID_INK,
    MARK_LENGTH,
    SHORTEST_MARK,
    Stretch,
    crosses,
    mark_length,
    offset,
)
from pawprint.impose.nup import Outer, SlotGrid, back_reach, face_reach
from pawprint.impose.plan import Flip, Marks, SheetPlan

#: The least distance of the fold line from any bleed, and of the slug from marks and fold.
_CLEAR = mm(0.5)


def sheet_marks(plan: SheetPlan, grid: Arrangement) -> tuple[Op, ...]:
    """The marks of a sheet in sheet points: crop marks or hairlines, and the fold line if there is a fold.

    The fold line is drawn even when the plan has no marks, because folding needs it. No straight line cuts nested
    pieces out, so their sheets have no other marks.
    """
    if not isinstance(grid, SlotGrid):
        return tuple(op for op in _fold(plan, grid) if op.path) if grid.fold is not None else ()
    sides = _sides(plan, grid)
    inner = _inner_offset(plan, grid)
    x_spans, y_spans = _spans(grid)
    across = _stretches(x_spans, sides.left, sides.right, inner)
    down = _stretches(y_spans, sides.top, sides.bottom, inner)
    xs = _lines(grid.origin.x, grid.columns, grid.cell.width, grid.pitch.width, x_spans, grid.paper.width)
    ys = _lines(grid.origin.y, grid.rows, grid.cell.height, grid.pitch.height, y_spans, grid.paper.height)
    ops: list[DrawPath] = []
    if plan.marks is Marks.CROP:
        ops.append(DrawPath(crosses(xs, ys, across, down), CROP_INK))
    elif plan.marks is Marks.GRID:
        through_x = _through(x_spans, sides.left, sides.right)
        through_y = _through(y_spans, sides.top, sides.bottom)
        ops.append(DrawPath(crosses(xs, ys, through_x, through_y), GRID_INK))
    if grid.fold is not None:
        ops.extend(_fold(plan, grid))
    return tuple(op for op in ops if op.path)


@dataclass(frozen=True, slots=True)
class SlugStrip:
    """The place of the slug.

    Attributes:
        matrix: maps the strip's points (origin: its top-left as one reads it) to the sheet's.
        width, height: along the text and across it.
    """

    matrix: Matrix
    width: Length
    height: Length


def slug_strip(plan: SheetPlan, grid: Outer) -> SlugStrip | None:
    """A strip in the printable part of the bottom margin, or of the left one where more is left of it.

    In the left margin it reads upwards. A fold ends the strip, so that no text runs across it.

    Returns:
        None when neither margin has room beside bleed and marks, or the plan wants no slug.
    """
    if plan.machine is not None:
        return _machine_strip(plan, grid, plan.machine.reach())
    side = _slug_side(plan, _bare_sides(plan, grid))
    margin, paper = plan.margin, plan.paper
    if side == "bottom":
        end = paper.width.half() - _CLEAR if grid.fold is Flip.TURN else paper.width - margin.right
        top = paper.height - margin.bottom - plan.slug_height
        matrix = (1.0, 0.0, 0.0, 1.0, margin.left.pt, top.pt)
        return SlugStrip(matrix, end - margin.left, plan.slug_height)
    if side == "left":
        end = paper.height.half() + _CLEAR if grid.fold is Flip.TUMBLE else margin.top
        bottom = paper.height - margin.bottom
        return SlugStrip((0.0, -1.0, 1.0, 0.0, margin.left.pt, bottom.pt), bottom - end, plan.slug_height)
    return None


def _machine_strip(plan: SheetPlan, grid: Outer, corner: Length) -> SlugStrip | None:
    """A strip in the bottom or the left margin between the corners of a sheet for a machine, where it is longer."""
    margin, paper, taken = plan.margin, plan.paper, plan.bleed + _CLEAR + plan.slug_height
    left, bottom = grid.origin.x, paper.height - grid.origin.y - grid.extent.height
    start, end = max(corner, margin.left), paper.width - max(corner, margin.right)
    top, foot = max(corner, margin.top), paper.height - max(corner, margin.bottom)
    strips = []
    if bottom - margin.bottom >= taken:
        at = paper.height - margin.bottom - plan.slug_height
        strips.append(SlugStrip((1.0, 0.0, 0.0, 1.0, start.pt, at.pt), end - start, plan.slug_height))
    if left - margin.left >= taken:
        strips.append(SlugStrip((0.0, -1.0, 1.0, 0.0, margin.left.pt, foot.pt), foot - top, plan.slug_height))
    return max(strips, key=lambda strip: strip.width, default=None) if plan.slug_height else None


class _Margin(NamedTuple):
    """One margin outside the grid, measured outwards from the outermost trims.

    Attributes:
        offset: where marks may begin.
        printable, paper: where the printable area and the paper end.
        length: of the marks; 0 for none.
    """

    offset: Length
    printable: Length
    paper: Length
    length: Length = ZERO

    def marked(self, slug: Length) -> "_Margin":
        """This margin with as long a mark as it takes, leaving *slug* free if that leaves a mark at all.

        Where the printable area has no room for the shortest mark, it goes on towards the edge of the paper:
        margins are set with caution, and many printers reach further.
        """
        for end in (self.printable - slug, self.printable, self.paper):
            if length := mark_length(end - self.offset):
                return self._replace(length=length)
        return self

    @property
    def end(self) -> Length:
        """Where the marks end."""
        return self.offset + self.length if self.length else ZERO


class _Sides(NamedTuple):
    top: _Margin
    right: _Margin
    bottom: _Margin
    left: _Margin


def _bare_sides(plan: SheetPlan, grid: Outer) -> _Sides:
    """The four margins before marks and slug share them."""
    face, back = face_reach(plan, grid), back_reach(plan, grid)
    at_x, at_y = offset(face.x, back.x), offset(face.y, back.y)
    (left, right), (top, bottom) = (
        (spans[0][0], whole - spans[-1][1])
        for spans, whole in zip(_spans(grid), (grid.paper.width, grid.paper.height), strict=True)
    )
    margin = plan.margin
    return _Sides(
        top=_Margin(at_y, top - margin.top, top),
        right=_Margin(at_x, right - margin.right, right),
        bottom=_Margin(at_y, bottom - margin.bottom, bottom),
        left=_Margin(at_x, left - margin.left, left),
    )


def _sides(plan: SheetPlan, grid: Outer) -> _Sides:
    """The four margins with the lengths of their marks."""
    bare = _bare_sides(plan, grid)
    slug = _slug_side(plan, bare)
    return _Sides(
        top=bare.top.marked(ZERO),
        right=bare.right.marked(ZERO),
        bottom=bare.bottom.marked(_slug_room(plan) if slug == "bottom" else ZERO),
        left=bare.left.marked(_slug_room(plan) if slug == "left" else ZERO),
    )


def _slug_side(plan: SheetPlan, sides: _Sides) -> str:
    """`bottom`, `left` or, where there is no room, nothing."""
    needed = _slug_room(plan) if plan.marks is Marks.NONE else _slug_room(plan) + SHORTEST_MARK
    bottom = sides.bottom.printable - sides.bottom.offset - needed
    left = sides.left.printable - sides.left.offset - needed
    if not plan.slug_height or max(bottom, left) < ZERO:
        return ""
    return "left" if left > bottom else "bottom"


def _slug_room(plan: SheetPlan) -> Length:
    """What the slug takes of its margin, the distance from the marks included."""
    return plan.slug_height + _CLEAR


def _spans(grid: Outer) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """What the trims cover, along x and along y; two spans along the side that the fold crosses."""
    width, height = grid.paper.width, grid.paper.height
    left, top = grid.origin
    right, bottom = left + grid.extent.width, top + grid.extent.height
    x_spans: tuple[Stretch, ...] = ((left, right),)
    y_spans: tuple[Stretch, ...] = ((top, bottom),)
    if grid.fold is Flip.TURN:
        x_spans += ((width - right, width - left),)
    elif grid.fold is Flip.TUMBLE:
        y_spans += ((height - bottom, height - top),)
    return x_spans, y_spans


def _inner_offset(plan: SheetPlan, grid: Outer) -> Length:
    """From the trims at the fold to the marks between them and it."""
    return offset(face_reach(plan, grid).fold, back_reach(plan, grid).fold)


def _lines(
    start: Length, count: int, trim: Length, pitch: Length, spans: tuple[Stretch, ...], paper: Length
) -> tuple[Length, ...]:
    """Where the trims begin and end along one side of the paper; shared cut lines once, in order."""
    places = [start + index * pitch + edge for index in range(count) for edge in (ZERO, trim)]
    if len(spans) > 1:
        places += [paper - place for place in places]
    return tuple(sorted(set(places)))


def _stretches(spans: tuple[Stretch, ...], before: _Margin, after: _Margin, inner: Length) -> tuple[Stretch, ...]:
    """Where marks are along one side of the paper: before the trims, at the fold, after the trims."""
    first, last = spans[0][0], spans[-1][1]
    stretches = [(first - before.end, first - before.offset)] if before.length else []
    if len(spans) > 1:
        start, stop = spans[0][1] + inner, spans[1][0] - inner
        if stop - start > 2 * MARK_LENGTH:
            stretches += [(start, start + MARK_LENGTH), (stop - MARK_LENGTH, stop)]
        elif stop - start >= SHORTEST_MARK:
            stretches.append((start, stop))
    if after.length:
        stretches.append((last + after.offset, last + after.end))
    return tuple(stretches)


def _through(spans: tuple[Stretch, ...], before: _Margin, after: _Margin) -> tuple[Stretch, ...]:
    """One stretch from where the marks begin to where they end."""
    return ((spans[0][0] - before.end, spans[-1][1] + after.end),)


def _fold(plan: SheetPlan, grid: Outer) -> tuple[DrawPath, ...]:
    """A dashed line along the fold that enters no bleed, solid at the edges of the paper."""
    margin, paper = plan.margin, plan.paper
    vertical = grid.fold is Flip.TURN
    whole = paper.height if vertical else paper.width
    near, far = (margin.top, margin.bottom) if vertical else (margin.left, margin.right)
    reach = max(face_reach(plan, grid).fold, back_reach(plan, grid).fold)
    sides = _bare_sides(plan, grid)
    spans = _spans(grid)[1 if vertical else 0]
    start = spans[0][0] - (sides.top if vertical else sides.left).offset
    stop = spans[0][1] + (sides.bottom if vertical else sides.right).offset
    ticks: list[Stretch] = [(ZERO, near + MARK_LENGTH), (whole - far - MARK_LENGTH, whole)]
    if plan.fold_distance - reach >= _CLEAR:
        dashes = [(ticks[0][1], ticks[1][0])]
    else:
        ticks = [(ZERO, min(ticks[0][1], start)), (max(ticks[1][0], stop), whole)]
        dashes = [(ticks[0][1], start), (stop, ticks[1][0])]
    at = (paper.width if vertical else paper.height).pt / 2
    return tuple(
        DrawPath(_straight(at, vertical, stretches), paint)
        for stretches, paint in ((dashes, FOLD_INK), (ticks, CROP_INK))
    )


def _straight(at: float, vertical: bool, stretches: Iterable[Stretch]) -> Path:
    """Lines over the stretches that are not empty, at a distance of *at* points from the edge."""
    path: list[Segment] = []
    for start, stop in stretches:
        if start < stop:
            one, two = ((at, start.pt), (at, stop.pt)) if vertical else ((start.pt, at), (stop.pt, at))
            path += (("M", *one), ("L", *two))
    return tuple(path)
