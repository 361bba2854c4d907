"""Pieces that are not rectangles: where they are on a sheet, and what lies back to back."""

from dataclasses import dataclass

from pawprint.core.affine import Matrix
from pawprint.core.die_sheet import DieSheet, SheetPlace
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import pt
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import Polygon
from pawprint.impose.nup import Position
from pawprint.impose.packing import PackingArea, packed
from pawprint.impose.plan import Duplex, Flip, SheetPlan

#: Half of a cut line may lie outside of a piece.
_LINE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedSlots:
    """Slots for pieces that lie at any angle.

    Attributes:
        trim: of the pieces.
        places: of the faces, in the order in which they are filled.
        origin, extent: the rectangle around all pieces.
        fold: see `SlotGrid`.
    """

    paper: Size
    trim: Size
    places: tuple[SheetPlace, ...]
    origin: Position
    extent: Size
    fold: Flip | None = None

    @property
    def slots(self) -> int:
        """How many pieces one sheet takes."""
        return len(self.places)

    def behind(self, index: int, flip: Flip) -> SheetPlace:
        """The place of the back of slot *index*: its face reflected over the axis of *flip*."""
        x, y, angle = self.places[index]
        if flip is Flip.TURN:
            return SheetPlace(self.paper.width - x, y, -angle)
        return SheetPlace(x, self.paper.height - y, 180 - angle)

    def backs_in_order(self, flip: Flip) -> tuple[int, ...]:
        """The slots in the reading order of the side with the backs."""
        return tuple(sorted(range(self.slots), key=lambda slot: self.behind(slot, flip)[1::-1]))

    def face_matrix(self, index: int) -> Matrix:
        """Maps the points of a face to those of the sheet."""
        return self.places[index].matrix(self.trim)

    def back_matrix(self, index: int, flip: Flip) -> Matrix:
        """Maps the points of the back of slot *index* to those of the sheet's back (or of the other half)."""
        return self.behind(index, flip).matrix(self.trim)

    def clip(self, matrix: Matrix, bleed: Insets) -> Box:
        """The rectangle around a piece with its bleed; the art itself is clipped to its outline."""
        beyond = max(bleed.top, bleed.right, bleed.bottom, bleed.left).pt * 2 + _LINE
        return Box(0.0, 0.0, self.trim.width.pt, self.trim.height.pt).inset(-beyond).mapped(matrix)


def in_die(plan: SheetPlan, die: DieSheet, trim: Size) -> NestedSlots | None:
    """The places of a die; None if the sheet is to be folded, for which a die has no places."""
    if plan.duplex is Duplex.GUTTERFOLD:
        return None
    boxes = [Box(0.0, 0.0, trim.width.pt, trim.height.pt).mapped(place.matrix(trim)) for place in die.places]
    around = Box.around(boxes)
    if around is None:
        return None
    origin, extent = Position(pt(around.x), pt(around.y)), Size(pt(around.width), pt(around.height))
    return NestedSlots(paper=die.paper, trim=trim, places=die.places, origin=origin, extent=extent)


def nest(plan: SheetPlan, trim: Size, outline: PieceOutline) -> NestedSlots | None:
    """The arrangement in rows or columns that takes most pieces: side by side, interlocked, or every second one turned
    around. Without bleed neighbours share their cut, otherwise their bleeds touch.

    It is in the middle of the paper; with a fold, faces and backs come as close to it as the plan allows. What the
    printer cannot reach is treated as in `fit`.

    Returns:
        None when the piece is larger than the printable area (or half of it, with a fold).
    """
    folds = (Flip.TURN, Flip.TUMBLE) if plan.duplex is Duplex.GUTTERFOLD else (None,)
    for bleeds in (True, False):
        found = [
            slots
            for quarters in (0, 1)
            for fold in folds
            if (slots := _nested(plan, trim, outline, quarters, fold, bleeds)) is not None
        ]
        if found:
            return max(found, key=lambda slots: slots.slots)  # the first of equals
    return None


def _nested(
    plan: SheetPlan, trim: Size, outline: PieceOutline, quarters: int, fold: Flip | None, bleeds: bool
) -> NestedSlots | None:
    """The arrangement with all pieces turned by *quarters*; None if not one fits.

    Args:
        bleeds: whether bleed, too, has to be printable.
    """
    cell = trim.turned() if quarters else trim
    width, height = cell.width.pt, cell.height.pt
    shape = _turned(outline.polygons(trim, plan.bleed.pt)[0], trim, quarters)
    reach = _around(shape) if bleeds else Box(0.0, 0.0, width, height)
    # either way up, so the larger reach of both ends counts
    across = max(-reach.x, reach.right - width, 0.0)
    down = max(-reach.y, reach.bottom - height, 0.0)
    before = across, down
    after = 0.0 if fold is Flip.TURN else across, 0.0 if fold is Flip.TUMBLE else down
    inset, paper = plan.inset, plan.paper
    right = paper.width.half() - plan.fold_distance if fold is Flip.TURN else paper.width - inset.width
    bottom = paper.height.half() - plan.fold_distance if fold is Flip.TUMBLE else paper.height - inset.height
    room = PackingArea((right - inset.width).pt, (bottom - inset.height).pt, before, after)
    rows = packed(shape, (width, height), room)
    upside = PackingArea(room.height, room.width, (before[1], before[0]), (after[1], after[0]))
    columns = packed(tuple((y, x) for x, y in shape), (height, width), upside)
    corners = [(x, y, around) for x, y, around in rows]
    if len(columns) > len(rows):
        corners = sorted(((y, x, around) for x, y, around in columns), key=lambda piece: (round(piece[1], 2), piece[0]))
    if not corners:
        return None
    left, top = min(x for x, _, _ in corners), min(y for _, y, _ in corners)
    extent = Size(pt(max(x for x, _, _ in corners) - left + width), pt(max(y for _, y, _ in corners) - top + height))
    origin = Position(
        right - extent.width if fold is Flip.TURN else (paper.width - extent.width).half(),
        bottom - extent.height if fold is Flip.TUMBLE else (paper.height - extent.height).half(),
    )
    middle = origin.x + cell.width.half(), origin.y + cell.height.half()
    places = tuple(
        SheetPlace(middle[0] + pt(x - left), middle[1] + pt(y - top), 90.0 * quarters + (180.0 if around else 0.0))
        for x, y, around in corners
    )
    return NestedSlots(paper=paper, trim=trim, places=places, origin=origin, extent=extent, fold=fold)


def _turned(polygon: Polygon, trim: Size, quarters: int) -> Polygon:
    """*polygon* in its cell, which is turned clockwise."""
    return tuple((trim.height.pt - y, x) for x, y in polygon) if quarters else polygon


def _around(polygon: Polygon) -> Box:
    box = Box.of_points([number for point in polygon for number in point])
    assert box is not None
    return box
