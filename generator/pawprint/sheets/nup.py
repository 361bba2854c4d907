"""Step and repeat: where the slots of a sheet are, and what lies back to back.

Slots count row by row from the top-left, as seen on the side with the faces. All lengths are whole
grains (see `core.length`), so "exactly behind" needs no tolerance; points appear only in a `Matrix`.
"""

from typing import NamedTuple, Protocol

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.sheets._marks import SHORTEST_MARK, offset
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan

#: a b c d of a matrix that turns art clockwise by 0, 90, 180 and 270 degrees (y downwards).
QUARTERS = ((1.0, 0.0, 0.0, 1.0), (0.0, 1.0, -1.0, 0.0), (-1.0, 0.0, 0.0, -1.0), (0.0, -1.0, 1.0, 0.0))


class Position(NamedTuple):
    """The top-left corner of a trim, from the top-left corner of the paper."""

    x: Length
    y: Length


class SlotGrid(NamedTuple):
    """Slots in aligned columns and rows, so that every cut goes through the whole sheet.

    Attributes:
        columns, rows: both >= 1; with a fold, those of the half that holds the faces.
        cell: the trim as it lies on the sheet.
        pitch: from a trim to the next one, to the right and downwards.
        origin: the position of slot 0.
        turned: True if faces are rotated clockwise by 90 degrees.
        fold: None for printing on two sides; else the axis through the middle of the paper over which backs
            are folded behind the faces (faces are on the left half for `TURN`, on the upper for `TUMBLE`).
        corner: radius of the corners of pieces, which the edges of cells do not reach; half of the cell for discs.
    """

    paper: Size
    columns: int
    rows: int
    cell: Size
    pitch: Size
    origin: Position
    turned: bool
    fold: Flip | None = None
    corner: Length = ZERO

    @property
    def slots(self) -> int:
        """The number of pieces on a sheet."""
        return self.columns * self.rows

    @property
    def extent(self) -> Size:
        """From the outermost trim to the opposite one; with a fold, of one half."""
        return Size(
            (self.columns - 1) * self.pitch.width + self.cell.width,
            (self.rows - 1) * self.pitch.height + self.cell.height,
        )

    def slot(self, index: int) -> Position:
        """The position of slot *index*, 0 <= index < slots."""
        row, column = divmod(index, self.columns)
        return Position(self.origin.x + column * self.pitch.width, self.origin.y + row * self.pitch.height)

    def back_of(self, slot: int, flip: Flip) -> int:
        """The slot that lies behind *slot*, counted on the side (or half) of the backs."""
        row, column = divmod(slot, self.columns)
        if flip is Flip.TURN:
            return row * self.columns + (self.columns - 1 - column)
        return (self.rows - 1 - row) * self.columns + column

    def behind(self, index: int, flip: Flip) -> Position:
        """The position of the back of slot *index*: its rectangle reflected over the axis of *flip*.

        The same arithmetic serves a sheet that flips and one that folds: both axes are the paper's middle.
        """
        x, y = self.slot(index)
        if flip is Flip.TURN:
            return Position(self.paper.width - x - self.cell.width, y)
        return Position(x, self.paper.height - y - self.cell.height)

    @property
    def face_quarters(self) -> int:
        """Quarter turns, clockwise, of the art of faces."""
        return 1 if self.turned else 0

    def back_quarters(self, flip: Flip) -> int:
        """Quarter turns, clockwise, of the art of backs: minus those of faces, and two more on a tumble."""
        return ((0 if flip is Flip.TURN else 2) - self.face_quarters) % 4

    def face_matrix(self, index: int) -> Matrix:
        """Maps the points of a face to those of the sheet."""
        return _matrix(self.slot(index), self.cell, self.face_quarters)

    def back_matrix(self, index: int, flip: Flip) -> Matrix:
        """Maps the points of the back of slot *index* to those of the sheet's back (or of the other half)."""
        return _matrix(self.behind(index, flip), self.cell, self.back_quarters(flip))


def fit(plan: SheetPlan, trim: Size, copies: int = 0, outline: PieceOutline = RECTANGLE) -> SlotGrid | None:
    """The grid with the most pieces; among equals the grid with the most room for crop marks, upright if turning gains
    nothing.

    It is centred on the paper, whatever the margins, so that backs line up and a stack of sheets may be
    turned around under the knife; with a fold, faces and backs come as close to it as the plan allows. An odd
    grain goes to the far side.

    The outer bleed stays in the printable area, even at the cost of a row. Only if not a single piece
    would fit that way, the printer's margin may cut the bleed, never the trim. Marks cost no piece: they use
    the remaining space.

    Args:
        copies: the number of pieces, or 0 if unknown. If known, the grid is reduced to make room for marks, or to fit
            a single sheet, as long as that needs no more sheets.

    Returns:
        None when the piece is larger than the printable area (or half of it, with a fold).
    """
    folds = (Flip.TURN, Flip.TUMBLE) if plan.duplex is Duplex.GUTTERFOLD else (None,)
    for cut_bleed in (False, True):
        grids = [
            grid
            for turned in (False, True)
            for fold in folds
            if (grid := _arrange(plan, trim, turned, fold, cut_bleed, outline.corner)) is not None
        ]
        if grids:
            most = max(grid.slots for grid in grids)
            grids = [grid for grid in grids if grid.slots == most]
            best = grids[0] if len(grids) == 1 else max(grids, key=lambda grid: sum(_clear(plan, grid)))
            return _reduced(plan, best, copies) if copies else best
    return None


def _clear(plan: SheetPlan, grid: SlotGrid) -> tuple[bool, bool]:
    """True if there is room for crop marks beside all bleed: (left and right, above and below)."""
    face, back, inset = face_reach(plan, grid), back_reach(plan, grid), plan.inset
    return (
        grid.origin.x - inset.width - offset(face.x, back.x) >= SHORTEST_MARK,
        grid.origin.y - inset.height - offset(face.y, back.y) >= SHORTEST_MARK,
    )


def _reduced(plan: SheetPlan, grid: SlotGrid, copies: int) -> SlotGrid:
    """*grid* without the columns and rows that are in the way of marks, if *copies* need no more sheets then.

    A single sheet has no more columns and rows than its pieces need, so that the fewest cuts separate them. A
    half-empty last sheet keeps the slots of the others, because a stack of sheets is cut at once.
    """
    sheets, clear = sheet_count(copies, grid.slots), all(_clear(plan, grid))
    if clear and sheets > 1:
        return grid
    columns, rows = grid.columns, grid.rows
    while not clear and columns > 1 and not _clear(plan, _resized(plan, grid, columns, rows))[0]:
        columns -= 1
    while not clear and rows > 1 and not _clear(plan, _resized(plan, grid, columns, rows))[1]:
        rows -= 1
    sizes = ((columns, rows), (columns, grid.rows), (grid.columns, rows), (grid.columns, grid.rows))
    columns, rows = next(size for size in sizes if sheet_count(copies, size[0] * size[1]) == sheets)
    if sheets == 1:
        shapes = [(count, sheet_count(copies, count)) for count in range(columns, 0, -1)]
        columns, rows = min((shape for shape in shapes if shape[1] <= rows), key=sum)
    return _resized(plan, grid, columns, rows)


def _resized(plan: SheetPlan, grid: SlotGrid, columns: int, rows: int) -> SlotGrid:
    """*grid* with other numbers of columns and rows."""
    if (columns, rows) == (grid.columns, grid.rows):
        return grid
    x = _start(plan, grid.paper.width, columns * grid.pitch.width - plan.gutter, grid.fold is Flip.TURN)
    y = _start(plan, grid.paper.height, rows * grid.pitch.height - plan.gutter, grid.fold is Flip.TUMBLE)
    return grid._replace(columns=columns, rows=rows, origin=Position(x, y))


def _start(plan: SheetPlan, paper: Length, extent: Length, folded: bool) -> Length:
    """The start of pieces of total length *extent* along a side of the paper: centred, or at the fold."""
    return paper.half() - plan.fold_distance - extent if folded else (paper - extent).half()


def sheet_count(copies: int, slots: int) -> int:
    """The number of sheets with *slots* slots each that *copies* pieces need."""
    return -(-copies // slots)


class PlacedArea(Protocol):
    """The area on which margins depend: all pieces of a sheet, or of the half with the faces if it is folded."""

    @property
    def paper(self) -> Size: ...
    @property
    def origin(self) -> Position: ...
    @property
    def extent(self) -> Size: ...
    @property
    def fold(self) -> Flip | None: ...


class Reach(NamedTuple):
    """The distances by which art may bleed over its trim.

    Attributes:
        x, y: at the outside of the grid, left and right, top and bottom.
        inside: towards a neighbour; never more than half of the gutter.
        fold: towards the fold.
    """

    x: Length
    y: Length
    inside: Length
    fold: Length

    def around(self, grid: SlotGrid, slot: int) -> Insets:
        """The reach on the four sides of a face in *slot*, as they lie on the sheet."""
        row, column = divmod(slot, grid.columns)
        right = self.fold if grid.fold is Flip.TURN else self.x
        bottom = self.fold if grid.fold is Flip.TUMBLE else self.y
        return Insets(
            top=self.y if row == 0 else self.inside,
            right=right if column == grid.columns - 1 else self.inside,
            bottom=bottom if row == grid.rows - 1 else self.inside,
            left=self.x if column == 0 else self.inside,
        )

    def behind(self, grid: SlotGrid, slot: int, flip: Flip) -> Insets:
        """The reach on the four sides of the back of *slot*, as they lie on the sheet."""
        face = self.around(grid, slot)
        if flip is Flip.TURN:
            return Insets(face.top, face.left, face.bottom, face.right)
        return Insets(face.bottom, face.right, face.top, face.left)


def face_reach(plan: SheetPlan, grid: PlacedArea) -> Reach:
    """The bleed of faces: that of the plan, but never over the edge of the paper."""
    x, y = grid.origin
    return Reach(min(plan.bleed, x), min(plan.bleed, y), plan.bleed, plan.bleed)


def back_reach(plan: SheetPlan, grid: PlacedArea) -> Reach:
    """The bleed of backs: if the plan asks for it, wider than that of faces where there is no neighbour.

    Outside, a wider bleed ends with the printable area and leaves room for a short crop mark. Towards
    a neighbour it ends in the middle of the gutter.
    """
    face = face_reach(plan, grid)
    if plan.duplex is Duplex.OFF:
        return face
    wanted = plan.bleed_of_backs
    mark = SHORTEST_MARK if plan.marks is Marks.CROP else ZERO
    return Reach(
        min(wanted, max(face.x, grid.origin.x - plan.inset.width - mark)),
        min(wanted, max(face.y, grid.origin.y - plan.inset.height - mark)),
        min(wanted, plan.bleed),
        min(wanted, plan.fold_distance),
    )


def turn(insets: Insets, quarters: int) -> Insets:
    """The insets of a drawing after it is rotated clockwise by *quarters* times 90 degrees."""
    sides = (insets.top, insets.right, insets.bottom, insets.left)
    return Insets(*(sides[(side - quarters) % 4] for side in range(4)))


def _matrix(position: Position, cell: Size, quarters: int) -> Matrix:
    """The matrix that rotates art clockwise and puts its trim, then of the size *cell*, at *position*."""
    x = position.x + cell.width if quarters in (1, 2) else position.x
    y = position.y + cell.height if quarters in (2, 3) else position.y
    return (*QUARTERS[quarters], x.pt, y.pt)


def _arrange(
    plan: SheetPlan, trim: Size, turned: bool, fold: Flip | None, cut_bleed: bool, corner: Length
) -> SlotGrid | None:
    """The largest grid for one choice of turning and folding; None if no piece fits."""
    cell = trim.turned() if turned else trim
    paper, inset = plan.paper, plan.inset
    columns, x = _fit_along(plan, paper.width, inset.width, cell.width, fold is Flip.TURN, cut_bleed)
    rows, y = _fit_along(plan, paper.height, inset.height, cell.height, fold is Flip.TUMBLE, cut_bleed)
    if columns < 1 or rows < 1:
        return None
    return SlotGrid(
        paper=paper,
        columns=columns,
        rows=rows,
        cell=cell,
        pitch=Size(cell.width + plan.gutter, cell.height + plan.gutter),
        origin=Position(x, y),
        turned=turned,
        fold=fold,
        corner=corner,
    )


def _fit_along(
    plan: SheetPlan, paper: Length, inset: Length, trim: Length, folded: bool, cut_bleed: bool
) -> tuple[int, Length]:
    """Fit trims along one side of the paper.

    Args:
        paper: that side; *inset* is unprintable at both of its ends.
        folded: True if the fold crosses this side, so that only the first half is for faces.
        cut_bleed: accept one trim whose outer bleed the printer cuts off.

    Returns:
        (count, start): the number of trims that fit, perhaps 0, and the distance from the edge to the first one.
    """
    step = trim + plan.gutter
    end = paper.half() - plan.fold_distance if folded else paper - inset
    room = end - inset
    # n trims, n - 1 gutters and one bleed at each outer end; the fold's distance already holds its bleed
    count = (room + plan.bleed) // step if folded else room // step
    if cut_bleed and count < 1 and trim <= room:
        count = 1
    return count, _start(plan, paper, count * step - plan.gutter, folded)
