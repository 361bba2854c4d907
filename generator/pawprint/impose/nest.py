"""Pieces that are not rectangles: where they are on a sheet, and what lies back to back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from pawprint.core.affine import Matrix
from pawprint.core.die_sheet import DieSheet, SheetPlace
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import pt
from pawprint.core.piece_outline import PieceOutline
from pawprint.core.polygon import Point, Polygon, distance, signed_area
from pawprint.impose.nup import Position
from pawprint.impose.packing import PackedPiece, PackingArea, packed
from pawprint.impose.plan import Duplex, Flip, SheetPlan

if TYPE_CHECKING:
    from pawprint.impose.machine_sheet import MachineSheet

#: Half of a cut line may lie outside of a piece.
_LINE = 0.25
#: What is outside by less than this is inside, in points.
_HAIR = 0.003


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
    return _around_places(die.paper, trim, die.places)


@lru_cache(maxsize=32)
def nest_for_machine(plan: SheetPlan, machine: "MachineSheet", trim: Size, outline: PieceOutline) -> NestedSlots | None:
    """The places of a die, if all of them are clear of marks; otherwise the arrangement that takes most pieces.

    Each piece is cut out on its own, so no two share a cut, and rectangles are nested like all others.

    Returns:
        None when no piece fits between the marks, or with a fold.
    """
    if plan.duplex is Duplex.GUTTERFOLD:
        return None
    areas, zones = machine.areas(plan.paper, plan.inset), machine.zones(plan.paper)
    slots: NestedSlots | None = None
    if plan.die is not None:
        art = _grown(outline, trim, min(plan.bleed, plan.die.bleed).pt)
        if all(_clear(art, place, trim, areas, zones) for place in plan.die.places):
            slots = in_die(plan, plan.die, trim)
    if slots is None:
        slots = _most_between_marks(plan, machine, trim, outline)
    if slots is None or not machine.skipped:
        return slots
    kept = (place for index, place in enumerate(slots.places) if index not in machine.skipped)
    return _around_places(plan.paper, trim, kept)


def _most_between_marks(
    plan: SheetPlan, machine: "MachineSheet", trim: Size, outline: PieceOutline
) -> NestedSlots | None:
    """The arrangement that takes most pieces in one of the areas of *machine*, the first of equals."""
    best: NestedSlots | None = None
    zones, art = machine.zones(plan.paper), _grown(outline, trim, plan.bleed.pt)
    for area in machine.areas(plan.paper, plan.inset):
        most = 0
        for quarters in (0, 1):
            places = _for_machine(plan, machine, trim, outline, quarters, area)
            most = max(most, len(places))
            slots = _around_places(plan.paper, trim, (one for one in places if _clear(art, one, trim, (area,), zones)))
            if slots is not None and (best is None or slots.slots > best.slots):
                best = slots
        if machine.area is None and best is not None and best.slots == most:  # the others are parts of this one
            break
    return best


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
    corners = _corners(shape, (width, height), room)
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


def _corners(shape: Polygon, cell: Point, room: PackingArea) -> list[PackedPiece]:
    """The top-left corners of cells in rows or in columns, whichever are more, in reading order."""
    rows = packed(shape, cell, room)
    upside = PackingArea(room.height, room.width, (room.before[1], room.before[0]), (room.after[1], room.after[0]))
    columns = packed(tuple((y, x) for x, y in shape), (cell[1], cell[0]), upside)
    if len(columns) <= len(rows):
        return [*rows]
    return sorted((PackedPiece(y, x, around) for x, y, around in columns), key=lambda one: (round(one.y, 2), one.x))


def _for_machine(
    plan: SheetPlan, machine: "MachineSheet", trim: Size, outline: PieceOutline, quarters: int, area: Box
) -> list[SheetPlace]:
    """The places that fill *area*, with all pieces turned by *quarters*; perhaps in the white corners around marks."""
    cell = trim.turned() if quarters else trim
    width, height = cell.width.pt, cell.height.pt
    beyond = max(plan.bleed.pt, machine.gap.pt / 2)
    shape = _turned(_grown(outline, trim, beyond), trim, quarters)
    reach = _around(_turned(_grown(outline, trim, plan.bleed.pt), trim, quarters))
    around = max(-reach.x, reach.right - width, 0.0), max(-reach.y, reach.bottom - height, 0.0)
    corners = _corners(shape, (width, height), PackingArea(area.width, area.height, around, around))
    if not corners:
        return []
    left, right = min(piece.x for piece in corners), max(piece.x for piece in corners) + width
    top, bottom = min(piece.y for piece in corners), max(piece.y for piece in corners) + height
    start = area.x + (area.width - right + left) / 2 - left, area.y + (area.height - bottom + top) / 2 - top
    turn = 90.0 * quarters
    return [
        SheetPlace(pt(start[0] + x + width / 2), pt(start[1] + y + height / 2), turn + (180.0 if upside else 0.0))
        for x, y, upside in corners
    ]


def _around_places(paper: Size, trim: Size, places: Iterable[SheetPlace]) -> NestedSlots | None:
    """Those *places* with the rectangle around them; None for none."""
    places = tuple(places)
    boxes = [Box(0.0, 0.0, trim.width.pt, trim.height.pt).mapped(place.matrix(trim)) for place in places]
    around = Box.around(boxes)
    if around is None:
        return None
    origin, extent = Position(pt(around.x), pt(around.y)), Size(pt(around.width), pt(around.height))
    return NestedSlots(paper=paper, trim=trim, places=places, origin=origin, extent=extent)


def _clear(art: Polygon, place: SheetPlace, trim: Size, areas: Sequence[Box], zones: Sequence[Box]) -> bool:
    """Whether a piece with its bleed lies in one of *areas*, and in none of *zones*."""
    matrix = place.matrix(trim)
    outer = _box_around(art).mapped(matrix).inset(_HAIR)
    if any(map(outer.within, areas)) and not any(outer.intersection(zone) for zone in zones):
        return True
    a, b, c, d, e, f = matrix
    polygon = tuple((a * x + c * y + e, b * x + d * y + f) for x, y in art)
    box = _around(polygon).inset(_HAIR)
    if not any(map(box.within, areas)):
        return False
    return not any(
        box.intersection(zone) is not None and not distance(polygon, _rectangle(zone.inset(_HAIR))) for zone in zones
    )


def _rectangle(box: Box) -> Polygon:
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def _grown(outline: PieceOutline, trim: Size, beyond: float) -> Polygon:
    """An outline with its bleed; holes that appear where the bleeds of two parts meet are left out."""
    return max(outline.polygons(trim, beyond), key=lambda polygon: abs(signed_area(polygon)))


def _turned(polygon: Polygon, trim: Size, quarters: int) -> Polygon:
    """*polygon* in its cell, which is turned clockwise."""
    return tuple((trim.height.pt - y, x) for x, y in polygon) if quarters else polygon


@lru_cache(maxsize=32)
def _box_around(polygon: Polygon) -> Box:
    return _around(polygon)


def _around(polygon: Polygon) -> Box:
    box = Box.of_points([number for point in polygon for number in point])
    assert box is not None
    return box
