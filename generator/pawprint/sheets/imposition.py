"""Pieces and plan -> sides of sheets. Each slot is worked out once; a piece only takes its place in it."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length
from pawprint.graphics.ops import AnyDrawing, Group, Op
from pawprint.sheets._marks import MARK_LENGTH, offset, single_marks
from pawprint.sheets._sheet_marks import sheet_marks, slug_group, slug_strip, ticks
from pawprint.sheets.nup import Position, SlotGrid, back_reach, face_reach, sheet_count, turn
from pawprint.sheets.plan import SheetPlan
from pawprint.sheets.sheet import Arrangement, Placement, Side, arrange

if TYPE_CHECKING:
    from pawprint.sheets._nest import NestedSlots

#: (number of the sheet from 1, of how many, name of the side) -> operations, in points from the top-left of
#: the strip that `slug_strip` describes.
Slug = Callable[[int, int, str], tuple[Op, ...]]

#: (number of the sheet, name of the side) -> the side's bookmark.
Label = Callable[[int, str], str]

#: Names of sides; the last one is the printed side of a gutterfold.
FACE, BACK, BOTH = "face", "back", "face and back"

#: A drawing and its clip in every slot.
_Ready = tuple[AnyDrawing, tuple[Box, ...]]


class Piece(NamedTuple):
    """A printed piece: its face, perhaps a back, the number of copies (>= 0), and its name for people."""

    face: AnyDrawing
    back: AnyDrawing | None = None
    copies: int = 1
    name: str = ""


def impose(
    pieces: Sequence[Piece], plan: SheetPlan, slug: Slug, label: Label = "Sheet {} {}".format
) -> tuple[Side, ...]:
    """Fill sheets row by row with all copies of *pieces*, in their order.

    A short last sheet leaves slots empty, so that it can be cut with the others; a single sheet has no more
    slots than it needs, in the middle of the paper. A piece without a back leaves its place on the back white.
    A duplex plan gives every sheet a back, even an empty one: a document made of several calls must not get out
    of step.

    Returns:
        Face, back, face, back, ...; one side per sheet for gutterfold (it has both) and for faces only.

    Raises:
        ValueError: the pieces differ in size, or do not fit. A bug in the caller, who asks `fit` first.
    """
    pieces = [piece for piece in pieces if piece.copies > 0]
    if not pieces:
        return ()
    trim = _common_trim(pieces)
    grid = arrange(plan, trim, pieces[0].face.outline, sum(piece.copies for piece in pieces))
    if grid is None:
        raise ValueError(f"'{pieces[0].face.name}' ({trim}) does not fit the printable part of {plan.paper}")

    face_slots, back_slots = _face_slots(plan, grid), _back_slots(plan, grid)
    faces: list[_Ready | None] = []
    backs: list[_Ready | None] = []
    for piece in pieces:
        faces += [face_slots.ready(piece.face)] * piece.copies
        if back_slots is not None:
            backs += [back_slots.ready(piece.back) if piece.back else None] * piece.copies

    finish = _finisher(plan, grid, slug, label, sheet_count(len(faces), grid.slots))
    sides: list[Side] = []
    for number, start in enumerate(range(0, len(faces), grid.slots), 1):
        stop = start + grid.slots
        front = face_slots.fill(faces[start:stop])
        if back_slots is None:
            sides.append(finish(front, number, FACE))
            continue
        behind = back_slots.fill(backs[start:stop])
        if grid.fold is not None:
            sides.append(finish(front + behind, number, BOTH))
        else:
            sides += (finish(front, number, FACE), finish(behind, number, BACK))
    return tuple(sides)


def fill_grid(
    pieces: Sequence[Piece], plan: SheetPlan, grid: SlotGrid
) -> tuple[tuple[Placement, ...], tuple[Placement, ...]]:
    """The faces and the backs of all copies of *pieces*, which have room on one sheet."""
    face_slots, back_slots = _face_slots(plan, grid), _back_slots(plan, grid)
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    front = face_slots.fill([face_slots.ready(piece.face) for piece in copies])
    if back_slots is None:
        return front, ()
    return front, back_slots.fill([back_slots.ready(piece.back) if piece.back else None for piece in copies])


def one_up(piece: Piece, bleed: Length, marks: bool) -> tuple[Side, ...]:
    """A page for the face and one for the back, if there is one, as print services want them.

    Args:
        bleed: on all sides, >= 0; where the art bleeds less, the rest stays white.
        marks: True if the page has crop marks, and room for them outside the bleed.

    Raises:
        ValueError: face and back differ in size.
    """
    trim = _common_trim([piece])
    page, corner, ops = _single_page(trim, bleed, marks)
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, corner.x.pt, corner.y.pt)
    limit = Insets.even(bleed)
    return tuple(
        Side(
            size=page,
            placements=(Placement(drawing, matrix, _box(corner, trim, _least(drawing.bleed, limit))),),
            ops=ops,
            label=drawing.name,
            trim=_box(corner, trim, Insets()),
            bleed=_box(corner, trim, limit),
        )
        for drawing in (piece.face, piece.back)
        if drawing is not None
    )


class _Slots:
    """The slots of one side.

    Args:
        order: slots in the reading order of this side. Slots are always numbered as those of the faces.
        matrices: per slot, how art gets there.
        clips: bleed of a drawing -> per slot, the part of the sheet that belongs to it.
    """

    def __init__(
        self, order: Iterable[int], matrices: Iterable[Matrix], clips: Callable[[Insets], tuple[Box, ...]]
    ) -> None:
        self._order = tuple(order)
        self._matrices = tuple(matrices)
        self._clips_of = clips
        self._clips: dict[Insets, tuple[Box, ...]] = {}

    def ready(self, drawing: AnyDrawing) -> _Ready:
        """The drawing with its clips, which are worked out once for each bleed that drawings have."""
        clips = self._clips.get(drawing.bleed)
        if clips is None:
            clips = self._clips[drawing.bleed] = self._clips_of(drawing.bleed)
        return drawing, clips

    def fill(self, sheet: Sequence[_Ready | None]) -> tuple[Placement, ...]:
        """Put the drawings of one sheet, in the order of slots, in their places; it may be short."""
        count, matrices = len(sheet), self._matrices
        return tuple(
            Placement(entry[0], matrices[slot], entry[1][slot])
            for slot in self._order
            if slot < count and (entry := sheet[slot]) is not None
        )


def _face_slots(plan: SheetPlan, grid: Arrangement) -> _Slots:
    slots = range(grid.slots)
    matrices = tuple(map(grid.face_matrix, slots))
    if not isinstance(grid, SlotGrid):
        return _Slots(slots, matrices, partial(_around, grid, matrices))
    reach = face_reach(plan, grid)
    frames = [(grid.slot(slot), reach.around(grid, slot)) for slot in slots]
    return _Slots(slots, matrices, _in_grid(frames, grid.cell, grid.face_quarters))


def _back_slots(plan: SheetPlan, grid: Arrangement) -> _Slots | None:
    """The slots for backs; None if only faces are printed."""
    flip = grid.fold or plan.flip
    if flip is None:
        return None
    slots = range(grid.slots)
    matrices = tuple(grid.back_matrix(slot, flip) for slot in slots)
    if not isinstance(grid, SlotGrid):
        return _Slots(grid.backs_in_order(flip), matrices, partial(_around, grid, matrices))
    reach = back_reach(plan, grid)
    frames = [(grid.behind(slot, flip), reach.behind(grid, slot, flip)) for slot in slots]
    order = [grid.back_of(slot, flip) for slot in slots]  # back_of is its own inverse
    return _Slots(order, matrices, _in_grid(frames, grid.cell, grid.back_quarters(flip)))


def _in_grid(
    frames: Sequence[tuple[Position, Insets]], cell: Size, quarters: int
) -> Callable[[Insets], tuple[Box, ...]]:
    """The clips of a grid.

    Args:
        frames: per slot, where the trim is, and how far art may bleed.
        cell: the trim as it lies on the sheet.
        quarters: how far art is turned, clockwise.
    """

    def clips(bleed: Insets) -> tuple[Box, ...]:
        own = turn(bleed, quarters)
        return tuple(_box(position, cell, _least(own, reach)) for position, reach in frames)

    return clips


def _around(grid: "NestedSlots", matrices: Iterable[Matrix], bleed: Insets) -> tuple[Box, ...]:
    """The clips of nested pieces."""
    return tuple(grid.clip(matrix, bleed) for matrix in matrices)


def _finisher(
    plan: SheetPlan, grid: Arrangement, slug: Slug, label: Label, sheets: int
) -> Callable[[tuple[Placement, ...], int, str], Side]:
    """A function from placements to a side: all sides share a group of marks, each has its own slug."""
    marks, strip = _marks(plan, grid), slug_strip(plan, grid)

    def finish(placements: tuple[Placement, ...], number: int, name: str) -> Side:
        ops = marks[name]
        if strip is not None and (words := slug(number, sheets, name)):
            ops = (*ops, slug_group(strip, words))
        return Side(plan.paper, placements, ops, label(number, name))

    return finish


def _marks(plan: SheetPlan, grid: Arrangement) -> dict[str, tuple[Op, ...]]:
    """Name of a side -> its marks, one group that sides share; ticks are where faces are, and those for a machine only
    where its sensor looks."""
    machine = plan.machine
    ops = sheet_marks(plan, grid) if machine is None else machine.marks.ops(plan.paper) if machine.marks else ()
    marks: tuple[Op, ...] = (Group(ops),) if ops else ()
    if machine is None:
        upon = ticks(plan, grid)
        in_front = (*marks, Group(upon)) if upon else marks
        return {FACE: in_front, BACK: marks, BOTH: in_front}
    read_side = BACK if machine.reads_back and plan.flip is not None else FACE
    return {name: marks if name == read_side else () for name in (FACE, BACK)}


@lru_cache(maxsize=64)
def _single_page(trim: Size, bleed: Length, marks: bool) -> tuple[Size, Position, tuple[Op, ...]]:
    """The page for one piece, where on it the trim is, and its marks."""
    around = offset(bleed) + MARK_LENGTH if marks else bleed
    page = Size(trim.width + 2 * around, trim.height + 2 * around)
    return page, Position(around, around), single_marks(page, trim) if marks else ()


def _common_trim(pieces: Sequence[Piece]) -> Size:
    """The size of all pieces, faces and backs.

    Raises:
        ValueError: there is more than one.
    """
    first = pieces[0].face
    trim = first.trim
    for piece in pieces:
        for drawing in (piece.face, piece.back):
            if drawing is not None and drawing.trim is not trim and drawing.trim != trim:
                raise ValueError(f"'{drawing.name}' is {drawing.trim}, but '{first.name}' is {trim}")
    return trim


def _least(first: Insets, second: Insets) -> Insets:
    """The smaller inset on each side."""
    return Insets(
        min(first.top, second.top),
        min(first.right, second.right),
        min(first.bottom, second.bottom),
        min(first.left, second.left),
    )


def _box(corner: Position, trim: Size, bleed: Insets) -> Box:
    """A trim and its bleed in points."""
    return Box(
        (corner.x - bleed.left).pt,
        (corner.y - bleed.top).pt,
        (bleed.left + trim.width + bleed.right).pt,
        (bleed.top + trim.height + bleed.bottom).pt,
    )
