"""Where crop marks, the fold line and the slug are on a sheet: what is drawn outside the pieces; see `marks`.

Marks depend on plan and grid only, so one tuple of operations serves all sides of all sheets.
"""

from collections.abc import Iterable
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path, Segment
from pawprint.graphics.ops import DrawPath, Group, Op, outline
from pawprint.sheets._marks import (
    CROP_INK,
    FOLD_INK,
    GRID_INK,
    MARK_LENGTH,
    SHORTEST_MARK,
    TICK_LENGTH,
    TICK_OFFSET,
    Stretch,
    crosses,
    mark_length,
    offset,
    upon_art,
)
from pawprint.sheets.nup import PlacedArea, SlotGrid, back_reach, face_reach
from pawprint.sheets.plan import Flip, Marks, SheetPlan
from pawprint.sheets.sheet import Arrangement

#: The least distance of the fold line from any bleed, and of the slug from marks and fold.
_CLEAR = mm(0.5)


def sheet_marks(plan: SheetPlan, grid: Arrangement) -> tuple[Op, ...]:
    """The marks of both sides of a sheet in sheet points: crop marks or hairlines, and the line along a fold.

    The fold line is drawn even when the plan has no marks, because folding needs it. No straight line cuts nested
    pieces out, so their sheets have no other marks.
    """
    if not isinstance(grid, SlotGrid):
        return _fold(plan, grid) if grid.fold is not None else ()
    sides = _sides(plan, grid)
    x_spans, y_spans = _spans(grid)
    xs, ys = _lines(grid)
    ops: list[DrawPath] = []
    if plan.marks is Marks.CROP:
        beside = (*_beside(x_spans, sides.left, sides.right), *_at_fold(plan, grid, x_spans))
        beyond = (*_beside(y_spans, sides.top, sides.bottom), *_at_fold(plan, grid, y_spans))
        ops.append(DrawPath(crosses(xs, ys, beside, beyond), CROP_INK))
    elif plan.marks is Marks.GRID:
        through_x = _through(x_spans, sides.left, sides.right)
        through_y = _through(y_spans, sides.top, sides.bottom)
        ops.append(DrawPath(crosses(xs, ys, through_x, through_y), GRID_INK))
    if grid.fold is not None:
        ops.extend(_fold(plan, grid))
    return tuple(op for op in ops if op.path)


def ticks(plan: SheetPlan, grid: Arrangement) -> tuple[Op, ...]:
    """What marks cuts and fold where there is no room for marks beside the pieces: ticks upon the outer bleed or, where
    that is too narrow, along the cut itself, where corners meet.

    They are for the side with the faces only, as one cuts from there: on backs that are printed a little off, they
    would tell the outer pieces from the others.
    """
    path = _fold_stretches(plan, grid).upon if grid.fold is not None else ()
    if plan.marks is Marks.CROP and isinstance(grid, SlotGrid):
        sides = _sides(plan, grid)
        x_spans, y_spans = _spans(grid)
        beside = _ticks(plan, grid, x_spans, sides.left, sides.right)
        beyond = _ticks(plan, grid, y_spans, sides.top, sides.bottom)
        if beside or beyond:
            path += crosses(*_lines(grid._replace(fold=None)), beside, beyond)
    return upon_art(path)


class SlugStrip(NamedTuple):
    """The place of the slug.

    Attributes:
        matrix: maps the strip's points (origin: its top-left as one reads it) to the sheet's.
        width, height: along the text and across it.
    """

    matrix: Matrix
    width: Length
    height: Length


def slug_strip(plan: SheetPlan, grid: PlacedArea) -> SlugStrip | None:
    """A strip in the printable part of the bottom margin, or of the left one where more is left of it.

    In the left margin it reads upwards. A fold ends the strip, so that no text runs across it.

    Returns:
        None when neither margin has room beside bleed and marks, or the plan wants no slug.
    """
    if plan.machine is not None:
        return _machine_strip(plan, grid, plan.machine.reach())
    side = _slug_side(plan, grid, _bare_sides(plan, grid))
    margin, paper = plan.margin, plan.paper
    if side == "bottom":
        return bottom_strip(plan, grid.fold)
    if side == "left":
        end = paper.height.half() + _CLEAR if grid.fold is Flip.TUMBLE else margin.top
        bottom = paper.height - margin.bottom
        return SlugStrip((0.0, -1.0, 1.0, 0.0, margin.left.pt, bottom.pt), bottom - end, plan.slug_height)
    return None


def _machine_strip(plan: SheetPlan, grid: PlacedArea, corner: Length) -> SlugStrip | None:
    """A strip in the bottom or the left margin between the corners of a sheet for a machine, where it is longer."""
    # The bleed of a shape reaches further at its corners than along its sides: at most twice as far, see MITRE_LIMIT.
    beyond = plan.bleed if isinstance(grid, SlotGrid) else 2 * plan.bleed
    margin, paper, needed = plan.margin, plan.paper, beyond + _CLEAR + plan.slug_height
    left, bottom = grid.origin.x, paper.height - grid.origin.y - grid.extent.height
    start, end = max(corner, margin.left), paper.width - max(corner, margin.right)
    top, foot = max(corner, margin.top), paper.height - max(corner, margin.bottom)
    strips = []
    if bottom - margin.bottom >= needed:
        at = paper.height - margin.bottom - plan.slug_height
        strips.append(SlugStrip((1.0, 0.0, 0.0, 1.0, start.pt, at.pt), end - start, plan.slug_height))
    if left - margin.left >= needed:
        strips.append(SlugStrip((0.0, -1.0, 1.0, 0.0, margin.left.pt, foot.pt), foot - top, plan.slug_height))
    longest = max(strips, key=lambda strip: strip.width, default=None) if plan.slug_height else None
    return longest if longest is not None and longest.width > ZERO else None


def slug_group(strip: SlugStrip, words: tuple[Op, ...]) -> Group:
    """The words of a slug in their strip."""
    return Group(words, strip.matrix, outline(Box(0.0, 0.0, strip.width.pt, strip.height.pt)))


def bottom_strip(plan: SheetPlan, fold: Flip | None) -> SlugStrip:
    """The strip at the lower end of the printable area."""
    margin, paper = plan.margin, plan.paper
    end = paper.width.half() - _CLEAR if fold is Flip.TURN else paper.width - margin.right
    matrix = (1.0, 0.0, 0.0, 1.0, margin.left.pt, (paper.height - margin.bottom - plan.slug_height).pt)
    return SlugStrip(matrix, end - margin.left, plan.slug_height)


class _Margin(NamedTuple):
    """One margin outside the grid, measured outwards from the outermost trims.

    Attributes:
        offset: where marks may begin.
        printable: where the printable area ends.
        start, stop: of the marks; both 0 for none. Those that begin before the offset are ticks.
    """

    offset: Length
    printable: Length
    start: Length = ZERO
    stop: Length = ZERO

    def marked(self, slug: Length) -> "_Margin":
        """This margin with as long a mark as it takes beside the *slug*, or else a tick."""
        room = self.printable - slug
        if length := mark_length(room - self.offset):
            return self._replace(start=self.offset, stop=self.offset + length)
        start = min(TICK_OFFSET, room - TICK_LENGTH)
        return self._replace(start=start, stop=min(room, start + MARK_LENGTH))

    @property
    def clear(self) -> bool:
        """True if there are marks that keep off all art."""
        return self.stop > ZERO and self.start >= self.offset

    @property
    def end(self) -> Length:
        """The ends of hairlines."""
        return self.stop if self.clear else ZERO


class _Sides(NamedTuple):
    top: _Margin
    right: _Margin
    bottom: _Margin
    left: _Margin


def _bare_sides(plan: SheetPlan, grid: PlacedArea) -> _Sides:
    """The four margins before marks and slug share them."""
    face, back = face_reach(plan, grid), back_reach(plan, grid)
    at_x, at_y = offset(face.x, back.x), offset(face.y, back.y)
    (left, right), (top, bottom) = (
        (spans[0][0], whole - spans[-1][1])
        for spans, whole in zip(_spans(grid), (grid.paper.width, grid.paper.height), strict=True)
    )
    margin = plan.margin
    return _Sides(
        top=_Margin(at_y, top - margin.top),
        right=_Margin(at_x, right - margin.right),
        bottom=_Margin(at_y, bottom - margin.bottom),
        left=_Margin(at_x, left - margin.left),
    )


def _sides(plan: SheetPlan, grid: SlotGrid) -> _Sides:
    """The four margins with their marks."""
    bare = _bare_sides(plan, grid)
    slug = _slug_side(plan, grid, bare)
    return _Sides(
        top=bare.top.marked(ZERO),
        right=bare.right.marked(ZERO),
        bottom=bare.bottom.marked(slug_room(plan) if slug == "bottom" else ZERO),
        left=bare.left.marked(slug_room(plan) if slug == "left" else ZERO),
    )


def _slug_side(plan: SheetPlan, grid: PlacedArea, sides: _Sides) -> str:
    """`bottom`, `left` or, where there is no room, nothing.

    Beside the slug is room for marks, or for ticks that no piece has within its outline.
    """
    if not plan.slug_height:
        return ""
    room = slug_room(plan)
    marks = ZERO if plan.marks is Marks.NONE else SHORTEST_MARK
    bottom = sides.bottom.printable - sides.bottom.offset - room - marks
    left = sides.left.printable - sides.left.offset - room - marks
    if max(bottom, left) < ZERO and isinstance(grid, SlotGrid) and not plan.bleed_of_backs:
        waste = min(grid.corner, TICK_LENGTH)
        bottom = sides.bottom.printable - room - (TICK_LENGTH - waste)
        left = sides.left.printable - room - (TICK_LENGTH - waste)
    if max(bottom, left) < ZERO:
        return ""
    return "left" if left > bottom else "bottom"


def slug_room(plan: SheetPlan) -> Length:
    """The part of the margin that the slug needs, including the distance from the marks."""
    return plan.slug_height + _CLEAR


def _spans(grid: PlacedArea) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...]]:
    """The spans of the trims along x and along y; two spans along the side that the fold crosses."""
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


def _lines(grid: SlotGrid) -> tuple[tuple[Length, ...], tuple[Length, ...]]:
    """The cut lines along x and along y, in order; a line that two trims share is listed once."""
    lines = []
    for start, count, trim, pitch, paper, flip in (
        (grid.origin.x, grid.columns, grid.cell.width, grid.pitch.width, grid.paper.width, Flip.TURN),
        (grid.origin.y, grid.rows, grid.cell.height, grid.pitch.height, grid.paper.height, Flip.TUMBLE),
    ):
        places = [start + index * pitch + edge for index in range(count) for edge in (ZERO, trim)]
        if grid.fold is flip:
            places += [paper - place for place in places]
        lines.append(tuple(sorted(set(places))))
    return lines[0], lines[1]


def _beside(spans: tuple[Stretch, ...], before: _Margin, after: _Margin) -> tuple[Stretch, ...]:
    """The stretches of crop marks along one side of the paper: before the trims and after them."""
    first, last = spans[0][0], spans[-1][1]
    stretches = [(first - before.stop, first - before.start)] if before.clear else []
    if after.clear:
        stretches.append((last + after.start, last + after.stop))
    return tuple(stretches)


def _ticks(
    plan: SheetPlan, grid: PlacedArea, spans: tuple[Stretch, ...], before: _Margin, after: _Margin
) -> tuple[Stretch, ...]:
    """The stretches of ticks along one side of the faces, in place of crop marks without room."""
    (first, last), *folded = spans
    stretches = [] if before.clear else [(first - before.stop, first - before.start)]
    if not folded:
        return (*stretches, *([] if after.clear else [(last + after.start, last + after.stop)]))
    if not _at_fold(plan, grid, spans) and plan.fold_distance >= TICK_LENGTH + TICK_OFFSET:
        stretches.append((last + TICK_OFFSET, last + TICK_OFFSET + TICK_LENGTH))
    return tuple(stretches)


def _at_fold(plan: SheetPlan, grid: PlacedArea, spans: tuple[Stretch, ...]) -> tuple[Stretch, ...]:
    """The stretches of crop marks between the trims of faces and backs."""
    if len(spans) == 1:
        return ()
    inner = offset(face_reach(plan, grid).fold, back_reach(plan, grid).fold)
    start, stop = spans[0][1] + inner, spans[1][0] - inner
    if stop - start > 2 * MARK_LENGTH:
        return ((start, start + MARK_LENGTH), (stop - MARK_LENGTH, stop))
    return ((start, stop),) if stop - start >= SHORTEST_MARK else ()


def _through(spans: tuple[Stretch, ...], before: _Margin, after: _Margin) -> tuple[Stretch, ...]:
    """One stretch from where the marks begin to where they end."""
    return ((spans[0][0] - before.end, spans[-1][1] + after.end),)


class _FoldStretches(NamedTuple):
    """The parts of the line along a fold: dashes and solid ends that keep off all bleed, and ends *upon* bleed."""

    dashes: Path
    solid: Path
    upon: Path


def _fold(plan: SheetPlan, grid: PlacedArea) -> tuple[DrawPath, ...]:
    """A dashed line along the fold that enters no bleed, solid where the printable area ends."""
    dashes, solid, _ = _fold_stretches(plan, grid)
    return tuple(op for op in (DrawPath(dashes, FOLD_INK), DrawPath(solid, CROP_INK)) if op.path)


def _fold_stretches(plan: SheetPlan, grid: PlacedArea) -> _FoldStretches:
    margin, paper = plan.margin, plan.paper
    vertical = grid.fold is Flip.TURN
    whole = paper.height if vertical else paper.width
    near, far = (margin.top, whole - margin.bottom) if vertical else (margin.left, whole - margin.right)
    reach = max(face_reach(plan, grid).fold, back_reach(plan, grid).fold)
    sides = _bare_sides(plan, grid)
    spans = _spans(grid)[1 if vertical else 0]
    start = spans[0][0] - (sides.top if vertical else sides.left).offset
    stop = spans[0][1] + (sides.bottom if vertical else sides.right).offset
    first, last = near + MARK_LENGTH, far - MARK_LENGTH
    upon: list[Stretch] = []
    if plan.fold_distance - reach >= _CLEAR:
        dashes, solid = [(first, last)], [(near, first), (last, far)]
    else:
        dashes, solid = [(first, start), (stop, last)], []
        if start - near >= SHORTEST_MARK:
            solid.append((near, min(first, start)))
        else:
            upon.append((near, near + TICK_LENGTH))
        if far - stop >= SHORTEST_MARK:
            solid.append((max(last, stop), far))
        else:
            upon.append((far - TICK_LENGTH, far))
    at = (paper.width if vertical else paper.height).pt / 2
    return _FoldStretches(*(_straight(at, vertical, stretches) for stretches in (dashes, solid, upon)))


def _straight(at: float, vertical: bool, stretches: Iterable[Stretch]) -> Path:
    """Lines over the stretches that are not empty, at a distance of *at* points from the edge."""
    path: list[Segment] = []
    for start, stop in stretches:
        if start < stop:
            first, second = ((at, start.pt), (at, stop.pt)) if vertical else ((start.pt, at), (stop.pt, at))
            path += (("M", *first), ("L", *second))
    return tuple(path)
