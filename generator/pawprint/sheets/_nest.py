"""Pieces that are not rectangles: where they are on a sheet, and what lies back to back."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import pt
from pawprint.core.piece_outline import DieSheet, PieceOutline, SheetPlace
from pawprint.core.polygon import Point, Polygon, distance, signed_area
from pawprint.sheets.machine_sheet import MachineSheet
from pawprint.sheets.nup import Position
from pawprint.sheets.plan import Duplex, Flip, SheetPlan

# --- packing ----------------------------------------------------------------------------------------------------------

# Rows of equal pieces of any shape: how close they can be, which rows interlock, and how many fit a rectangle.
# A pattern is two rows that repeat downwards. In a row, every second piece may be turned around, as triangles need it;
# the second row may be shifted, as hexagons need it. All numbers are points.


#: Pieces that overlap by less than this touch.
_TOUCHING = 0.002
#: How far the second row is shifted to the right, as a part of the distance of equal pieces in a row.
_SHIFTS = (0.0, 0.25, 0.5, 0.75)


class PackingArea(NamedTuple):
    """The rectangle to be filled, and what of a piece must be within it.

    Attributes:
        width, height: of the rectangle.
        before, after: how far a piece reaches beyond its cell to the left and top, and to the right and bottom, and
            still has to be inside; the parts of it that may hang out are left out.
    """

    width: float
    height: float
    before: Point
    after: Point


class PackedPiece(NamedTuple):
    """The top-left corner of a piece's cell; *around* says that it is turned by 180 degrees."""

    x: float
    y: float
    around: bool


class _Span(NamedTuple):
    """The part of a shape between two x: its upper and lower edge at both of them."""

    left: float
    right: float
    top: Point
    bottom: Point


class _Kind(NamedTuple):
    """A shape the one or the other way around: what it covers, seen from above and from the left."""

    around: bool
    spans: tuple[_Span, ...]
    turned: tuple[_Span, ...]


class _Row(NamedTuple):
    """Pieces of a row without end: the kinds take turns, at these places within each *period*."""

    kinds: tuple[_Kind, ...]
    places: tuple[float, ...]
    period: float

    def shifted(self, by: float) -> "_Row":
        return self._replace(places=tuple(place + by for place in self.places))

    def pieces(self) -> Iterator[tuple[float, _Kind]]:
        """The pieces from the first one on."""
        for turn in range(10_000):
            for place, kind in zip(self.places, self.kinds, strict=True):
                yield place + turn * self.period, kind


class _Pattern(NamedTuple):
    """Two rows that repeat downwards.

    Attributes:
        first, second: the rows.
        down, up: from the top of the first to the second, and from there to the next first one.
        alone: from the top of the first to the next one, where there is no second.
    """

    first: _Row
    second: _Row
    down: float
    up: float
    alone: float


@lru_cache(maxsize=64)
def packed(polygon: Polygon, cell: Point, room: PackingArea) -> tuple[PackedPiece, ...]:
    """As many pieces as any pattern of rows fits into *room*, row by row; of equal patterns the first, unless another
    takes clearly less.

    Args:
        polygon: the piece with its bleed, from the top-left corner of its cell; no two of them overlap.
        cell: width and height of the trim.
    """
    best: tuple[PackedPiece, ...] = ()
    least = math.inf
    for pattern in _patterns(polygon, cell):
        pieces = _filled(pattern, cell, room)
        size = _covered(pieces)
        if len(pieces) > len(best) or (len(pieces) == len(best) and size < 0.99 * least):
            best, least = pieces, size
    return best


def _covered(pieces: tuple[PackedPiece, ...]) -> float:
    """The area that the corners of cells take."""
    if not pieces:
        return math.inf
    xs, ys = [piece.x for piece in pieces], [piece.y for piece in pieces]
    return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)


@lru_cache(maxsize=64)
def _patterns(polygon: Polygon, cell: Point) -> tuple[_Pattern, ...]:
    """All that are tried, for a rectangle of any size: between the marks of a machine there are many."""
    upright = _kind(polygon, False)
    around = _kind(tuple((cell[0] - x, cell[1] - y) for x, y in polygon), True)
    return tuple(_spaced(first, second) for first, second in _pairs(upright, around))


def _spaced(first: _Row, second: _Row) -> _Pattern:
    """Two rows as close as they can be."""
    down, up, alone = _row_step(first, second), _row_step(second, first), _row_step(first, first)
    return _Pattern(first, second, down, max(up, max(alone, _row_step(second, second)) - down), alone)


def _pairs(upright: _Kind, around: _Kind) -> Iterator[tuple[_Row, _Row]]:
    alone = _Row((upright,), (0.0,), _below(upright.turned, upright.turned, 0.0))
    ways = [(alone, alone)]
    if not _alike(upright, around):
        step = _below(upright.turned, around.turned, 0.0)
        period = max(step + _below(around.turned, upright.turned, 0.0), alone.period)
        spaced = _Row((upright, around), (0.0, step), period)
        facing = _Row((around, upright), (0.0, period - step), period)
        mirrored = _Row((around,), (0.0,), alone.period)
        ways += [(spaced, spaced), (spaced, facing), (alone, mirrored)]
    for (first, second), shift in product(ways, _SHIFTS):
        yield first, second.shifted(shift * first.period)


def _alike(kind: _Kind, other: _Kind) -> bool:
    return len(kind.spans) == len(other.spans) and all(
        abs(a - b) < _TOUCHING
        for span, same in zip(kind.spans, other.spans, strict=True)
        for a, b in zip((span.left, *span.top, *span.bottom), (same.left, *same.top, *same.bottom), strict=True)
    )


def _filled(pattern: _Pattern, cell: Point, room: PackingArea) -> tuple[PackedPiece, ...]:
    """The pieces of a pattern that fit."""
    rows = [[(x, kind.around) for x, kind in _within(row, cell[0], room)] for row in pattern[:2]]
    down, up = (pattern.down, pattern.up) if rows[1] else (pattern.alone, 0.0)
    pieces: list[PackedPiece] = []
    y = room.before[1]
    for number in range(10_000):
        if y + cell[1] + room.after[1] > room.height + _TOUCHING:
            break
        pieces += [PackedPiece(x, y, around) for x, around in rows[number % 2 if rows[1] else 0]]
        y += down if number % 2 == 0 or not rows[1] else up
    return tuple(pieces)


def _within(row: _Row, width: float, room: PackingArea) -> Iterator[tuple[float, _Kind]]:
    for place, kind in row.pieces():
        x = place + room.before[0]
        if x + width + room.after[0] > room.width + _TOUCHING:
            return
        yield x, kind


def _row_step(upper: _Row, lower: _Row) -> float:
    """From the top of a row to the next one below it."""
    step = 0.0
    for place, kind in zip(upper.places, upper.kinds, strict=True):
        for other_place, other in zip(lower.places, lower.kinds, strict=True):
            for turn in range(-3, 4):
                shift = other_place + turn * lower.period - place
                step = max(step, _below(kind.spans, other.spans, shift))
    return step


# --- shapes -------------------------------------------------------------------------------------------------


def _kind(polygon: Polygon, around: bool) -> _Kind:
    return _Kind(around, _spans(polygon), _spans(tuple((y, x) for x, y in polygon)))


def _spans(polygon: Polygon) -> tuple[_Span, ...]:
    """The spans that *polygon* covers, from left to right."""
    xs = sorted({round(x, 4) for x, _ in polygon})
    sides = [*zip(polygon, polygon[1:] + polygon[:1], strict=True)]
    spans: list[_Span] = []
    for left, right in pairwise(xs):
        if right - left <= _TOUCHING / 2:
            continue
        middle = (left + right) / 2
        crossed = [
            (_at(side, middle), _at(side, left), _at(side, right))
            for side in sides
            if min(side[0][0], side[1][0]) < middle < max(side[0][0], side[1][0])
        ]
        if crossed:
            (_, *top), (_, *bottom) = min(crossed), max(crossed)
            spans.append(_Span(left, right, (top[0], top[1]), (bottom[0], bottom[1])))
    return tuple(spans)


def _at(side: tuple[Point, Point], x: float) -> float:
    """The y of a line at *x*."""
    (x0, y0), (x1, y1) = side
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _below(upper: tuple[_Span, ...], lower: tuple[_Span, ...], shift: float) -> float:
    """The distance that *lower*, *shift* to the right, has to move down to be below *upper*; 0 if it is beside it."""
    least, start = 0.0, 0
    for span in upper:
        while start < len(lower) and lower[start].right + shift <= span.left + _TOUCHING:
            start += 1
        for other in lower[start:]:
            left, right = max(span.left, other.left + shift), min(span.right, other.right + shift)
            if other.left + shift >= span.right:
                break
            if right - left <= _TOUCHING:
                continue
            for x in (left, right):
                bottom = _between(span.bottom, (x - span.left) / (span.right - span.left))
                top = _between(other.top, (x - shift - other.left) / (other.right - other.left))
                least = max(least, bottom - top)
    return least


def _between(ends: Point, part: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * part


# --- nest -------------------------------------------------------------------------------------------------------------


#: Half of a cut line may lie outside of a piece.
_LINE = 0.25
#: What is outside by less than this is inside, in points.
_HAIR = 0.003


@dataclass(frozen=True, slots=True, kw_only=True)
class NestedSlots:
    """Slots for pieces that lie at any angle.

    Attributes:
        trim: the trim size of the pieces.
        places: the places of the faces, in the order in which they are filled.
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
        """The number of pieces on a sheet."""
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
def nest_for_machine(plan: SheetPlan, machine: MachineSheet, trim: Size, outline: PieceOutline) -> NestedSlots | None:
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
    plan: SheetPlan, machine: MachineSheet, trim: Size, outline: PieceOutline
) -> NestedSlots | None:
    """The arrangement that takes most pieces in one of the areas of *machine*, the first of equals."""
    best: NestedSlots | None = None
    zones, art = machine.zones(plan.paper), _grown(outline, trim, plan.bleed.pt)
    for area in machine.areas(plan.paper, plan.inset):
        most = 0
        for quarters in (0, 1):
            places = _for_machine(plan, machine, trim, outline, quarters, area)
            most = max(most, len(places))
            slots = _around_places(
                plan.paper, trim, (place for place in places if _clear(art, place, trim, (area,), zones))
            )
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
        candidates = [
            slots
            for quarters in (0, 1)
            for fold in folds
            if (slots := _nested(plan, trim, outline, quarters, fold, bleeds)) is not None
        ]
        if candidates:
            return max(candidates, key=lambda slots: slots.slots)  # the first of equals
    return None


def _nested(
    plan: SheetPlan, trim: Size, outline: PieceOutline, quarters: int, fold: Flip | None, bleeds: bool
) -> NestedSlots | None:
    """The arrangement with all pieces turned by *quarters*; None if not one fits.

    Args:
        bleeds: True if bleed, too, has to be printable.
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
    return sorted(
        (PackedPiece(y, x, around) for x, y, around in columns), key=lambda piece: (round(piece.y, 2), piece.x)
    )


def _for_machine(
    plan: SheetPlan, machine: MachineSheet, trim: Size, outline: PieceOutline, quarters: int, area: Box
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
    """True if a piece with its bleed lies in one of *areas*, and in none of *zones*."""
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
