"""Pieces larger than the paper and plan -> sides of sheets: one tile on each, all of the same drawing."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.picture import Path, Segment
from pawprint.graphics.ops import AnyDrawing, DrawBox, DrawPath, Group, Op, Paint, outline
from pawprint.sheets._marks import CROP_INK, GRID_INK, TICK_LENGTH, Stretch, crosses, mark_length, upon_art
from pawprint.sheets.imposition import BACK, FACE, Piece
from pawprint.sheets.nup import QUARTERS, Position
from pawprint.sheets.plan import CUT_LOSS, Duplex, Flip, Marks, SheetPlan
from pawprint.sheets.sheet import Placement, Side

# --- Pieces larger than the paper: which part of a piece is on which sheet --------------------------------------------

# Each sheet is cut to a rectangle and glued upon the one before: the sheets to the right and below lie over a strip
# of those to the left and above. Distances count from the top-left corner of the piece's trim, in whole grains.


# Anything beyond these limits is surely a mistake.
#: The shortest printable side of a sheet.
LEAST_SIDE = mm(70)
#: The number of sheets for a piece.
MAX_SHEETS = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PosterPart(NamedTuple):
    """The part of one side of the piece that is on a sheet.

    Attributes:
        start, stop: the ends of the art.
        low, high: the cuts of the sheet: the piece's own trim, or inside of the art by a cut loss.
        seam: the beginning of the next sheet, which lies over this one; None for the last sheet.
    """

    start: Length
    stop: Length
    low: Length
    high: Length
    seam: Length | None = None

    @property
    def length(self) -> Length:
        """The length of the art."""
        return self.stop - self.start

    def reflected(self, whole: Length) -> "PosterPart":
        """The same part of a side of the length *whole*, seen from behind; nothing lies over it there."""
        return PosterPart(whole - self.stop, whole - self.start, whole - self.high, whole - self.low)


class PosterTile(NamedTuple):
    """The part of a piece that is on one sheet; *column* and *row* count from 0."""

    column: int
    row: int
    across: PosterPart
    down: PosterPart

    @property
    def name(self) -> str:
        """The column's letter and the row's number: `B1` is to the right of `A1`."""
        return name_of(self.column, self.row)


def name_of(column: int, row: int) -> str:
    """The name of the tile in this column and row, both from 0."""
    return f"{_LETTERS[column]}{row + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterGrid:
    """The tiling of a piece.

    All parts have the same size, to within a grain, and are centred on their sheets.

    Attributes:
        trim: the trim size of the piece.
        columns, rows: its parts from left to right, and from top to bottom.
        turned: True if faces are rotated clockwise by 90 degrees on the paper.
    """

    paper: Size
    trim: Size
    columns: tuple[PosterPart, ...]
    rows: tuple[PosterPart, ...]
    turned: bool = False

    @property
    def sheets(self) -> int:
        """The number of sheets for a piece."""
        return len(self.columns) * len(self.rows)

    @property
    def joints(self) -> Length:
        """The length of all joints together."""
        return (len(self.columns) - 1) * self.trim.height + (len(self.rows) - 1) * self.trim.width

    def tiles(self) -> tuple[PosterTile, ...]:
        """All tiles, row by row."""
        return tuple(
            PosterTile(x, y, across, down) for y, down in enumerate(self.rows) for x, across in enumerate(self.columns)
        )

    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names of the tiles, row by row."""
        return tuple(tuple(name_of(x, y) for x in range(len(self.columns))) for y in range(len(self.rows)))

    def behind(self, tile: PosterTile) -> PosterTile:
        """The part of the back that is behind *tile*: the piece turns over sideways."""
        return tile._replace(across=tile.across.reflected(self.trim.width))

    def cell(self, tile: PosterTile) -> Size:
        """The art of a tile as it lies on its sheet."""
        size = Size(tile.across.length, tile.down.length)
        return size.turned() if self.turned else size

    def corner(self, tile: PosterTile, flip: Flip | None = None) -> Position:
        """The top-left corner of the art on the sheet; on the sheet's other side, if it flips."""
        cell = self.cell(tile)
        x, y = (self.paper.width - cell.width).half(), (self.paper.height - cell.height).half()
        if flip is Flip.TURN:
            return Position(self.paper.width - x - cell.width, y)
        if flip is Flip.TUMBLE:
            return Position(x, self.paper.height - y - cell.height)
        return Position(x, y)

    def box(self, tile: PosterTile, flip: Flip | None = None) -> Box:
        """The art on the sheet, in points."""
        (x, y), cell = self.corner(tile, flip), self.cell(tile)
        return Box(x.pt, y.pt, cell.width.pt, cell.height.pt)

    def matrix(self, tile: PosterTile, flip: Flip | None = None) -> Matrix:
        """Maps the points of the piece's face to those of the sheet.

        Args:
            flip: for a back, the flip of the sheet; *tile* is then the result of `behind`.
        """
        quarters = 1 if self.turned else 0
        if flip is not None:
            quarters = ((0 if flip is Flip.TURN else 2) - quarters) % 4
        a, b, c, d = QUARTERS[quarters]
        (x, y), cell = self.corner(tile, flip), self.cell(tile)
        x = x + cell.width if quarters in (1, 2) else x
        y = y + cell.height if quarters in (2, 3) else y
        x -= int(a) * tile.across.start + int(c) * tile.down.start
        y -= int(b) * tile.across.start + int(d) * tile.down.start
        return (a, b, c, d, x.pt, y.pt)


def split(plan: SheetPlan, trim: Size) -> PosterGrid | None:
    """The tiling with the fewest sheets for a piece with its bleed; among equals the tiling with the shortest joints,
    upright if turning gains nothing.

    Returns:
        None if the sheets are too small or would be too many.
    """
    tilings = [tiling for turned in (False, True) if (tiling := _split(plan, trim, turned)) is not None]
    return min(tilings, key=lambda tiling: (tiling.sheets, tiling.joints), default=None)


def _split(plan: SheetPlan, trim: Size, turned: bool) -> PosterGrid | None:
    inset = plan.inset
    room = Size(plan.paper.width - 2 * inset.width, plan.paper.height - 2 * inset.height)
    if min(room) < max(LEAST_SIDE, 4 * plan.overlap):
        return None
    if turned:
        room = room.turned()
    columns, rows = (_parts(side, limit, plan.bleed, plan.overlap) for side, limit in zip(trim, room, strict=True))
    if len(columns) > len(_LETTERS) or len(columns) * len(rows) > MAX_SHEETS:
        return None
    return PosterGrid(paper=plan.paper, trim=trim, columns=columns, rows=rows, turned=turned)


def _parts(trim: Length, limit: Length, bleed: Length, overlap: Length) -> tuple[PosterPart, ...]:
    """One side of a piece in as few parts as their length limit allows, all of the same length."""
    whole = trim + 2 * bleed
    count = max(1, -((overlap - whole) // (limit - overlap)))
    share, rest = divmod((whole + (count - 1) * overlap).grains, count)
    parts: list[PosterPart] = []
    start = -bleed
    for index in range(count):
        stop = start + Length(share + (index < rest))
        last = index == count - 1
        parts.append(
            PosterPart(
                start,
                stop,
                low=ZERO if index == 0 else start + CUT_LOSS,
                high=trim if last else stop - CUT_LOSS,
                seam=None if last else stop - overlap + CUT_LOSS,
            )
        )
        start = stop - overlap
    return tuple(parts)


# --- poster marks -----------------------------------------------------------------------------------------------------

# Marks on a sheet with a part of a larger piece: where to cut it, and where its neighbours are glued.
# All are in the points of the piece's own drawing, so that they rotate with it.


#: (name of the neighbour, True if it lies below and False if to the right, width, height) -> the words where it is
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
    """The stretches of hairlines along one side."""
    beyond = _CLEAR + length if (length := mark_length(room - _CLEAR)) else ZERO
    return ((part.start - beyond, part.stop + beyond),)


def _beside(part: PosterPart, room: Length) -> tuple[Stretch, ...]:
    """The stretches of crop marks along one side: before the art and after it."""
    if not (length := mark_length(room - _CLEAR)):
        return ()
    before, after = part.start - _CLEAR, part.stop + _CLEAR
    return ((before - length, before), (after, after + length))


def _ticks(part: PosterPart, room: Length) -> tuple[Stretch, ...]:
    """The stretches of ticks along one side, where crop marks have no room: from the edge of the printable area."""
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
    top, right_end, bottom, left = (down.start - _LAP, across.stop + _LAP, down.stop + _LAP, across.start - _LAP)
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
    line: Path = (("M", 0.0, _LAP.pt), ("L", length.pt, _LAP.pt))  # where art is white, nothing else shows the strip
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
    tile_height = height / rows
    tile_width = min(1.6 * tile_height, 1.2 * height)
    whole = tuple(
        DrawBox(x * tile_width, y * tile_height, tile_width, tile_height, _MAP_INK)
        for y in range(rows)
        for x in range(columns)
    )
    return (
        *whole,
        DrawBox(tile.column * tile_width, tile.row * tile_height, tile_width, tile_height, _MAP_HERE),
    ), columns * tile_width


def clip(place: SeamPlace) -> Path:
    """The outline of a strip, in its own points."""
    return outline(Box(0.0, 0.0, place.width, place.height))


def _rooms(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile) -> tuple[Length, Length]:
    """From the art to the end of the printable area, on both sides alike: beside it, and above and below it, as the
    piece lies."""
    cell, inset = tiling.cell(tile), plan.inset
    x_room = (tiling.paper.width - cell.width).half() - inset.width
    y_room = (tiling.paper.height - cell.height).half() - inset.height
    return (y_room, x_room) if tiling.turned else (x_room, y_room)


# --- poster -----------------------------------------------------------------------------------------------------------


#: (number of the sheet from 1, of how many, name of the side, the piece, its tile) -> operations as for a slug.
TileSlug = Callable[[int, int, str, Piece, PosterTile], tuple[Op, ...]]

#: (number of the sheet, name of the side, the piece, its tile) -> the side's bookmark.
TileLabel = Callable[[int, str, Piece, PosterTile], str]


def tiled(
    pieces: Sequence[Piece], plan: SheetPlan, tiling: PosterGrid, slug: TileSlug, caption: Caption, label: TileLabel
) -> tuple[Side, ...]:
    """All tiles of all copies of *pieces*, piece by piece and row by row.

    A duplex plan gives every sheet a back, even an empty one; what is on it lies behind its face, so that it is behind
    it on the whole piece, too. A plan with a fold, which a part of a piece has no use for, prints the back as a piece
    of its own: both are joined, and then glued back to back.

    Returns:
        Face, back, face, back, ... on two-sided paper; else all faces of a copy, and then its back's tiles.
    """
    sheets = sheet_count(pieces, plan, tiling)
    sides: list[Side] = []
    number = 0
    for piece in pieces:
        turns = [(piece.face, FACE)]
        if plan.duplex is Duplex.GUTTERFOLD and piece.back is not None:
            turns.append((piece.back, BACK))
        for drawing, name in turns * piece.copies:
            for tile in tiling.tiles():
                number += 1
                words = slug(number, sheets, name, piece, tile)
                front = (*_front(plan, tiling, tile, caption), *_slug(plan, tiling, tile, tile, words))
                sides.append(_side(plan, tiling, tile, drawing, front, label(number, name, piece, tile), None))
                if plan.flip is not None:
                    words = slug(number, sheets, BACK, piece, tile)
                    sides.append(_behind(plan, tiling, tile, piece, words, label(number, BACK, piece, tile), plan.flip))
    return tuple(sides)


def sheet_count(pieces: Sequence[Piece], plan: SheetPlan, tiling: PosterGrid) -> int:
    """The number of sheets for all copies of *pieces*."""
    folded = plan.duplex is Duplex.GUTTERFOLD
    return tiling.sheets * sum(piece.copies * (2 if folded and piece.back else 1) for piece in pieces)


def _front(plan: SheetPlan, tiling: PosterGrid, tile: PosterTile, caption: Caption) -> Iterator[Op]:
    right = name_of(tile.column + 1, tile.row) if tile.across.seam is not None else ""
    below = name_of(tile.column, tile.row + 1) if tile.down.seam is not None else ""
    yield from seams(tile, caption, right, below)
    yield from cuts(plan, tiling, tile)


def _behind(
    plan: SheetPlan, tiling: PosterGrid, tile: PosterTile, piece: Piece, words: tuple[Op, ...], label: str, flip: Flip
) -> Side:
    """The other side of the sheet with *tile*."""
    if piece.back is None:
        return Side(plan.paper, (), (), label)
    behind = tiling.behind(tile)
    ops = (*cuts(plan, tiling, behind, is_face=False), *_slug(plan, tiling, behind, tile, words))
    return _side(plan, tiling, behind, piece.back, ops, label, flip)


def _slug(
    plan: SheetPlan, tiling: PosterGrid, at: PosterTile, tile: PosterTile, words: tuple[Op, ...]
) -> tuple[Op, ...]:
    """The slug of *tile*, and a map in front of it, in the margin of *at*."""
    place = slug_place(plan, tiling, at)
    if place is None or not words:
        return ()
    drawn, width = small_map(tiling, tile, place.height)
    moved = Group(words, (1.0, 0.0, 0.0, 1.0, width + place.height / 2, 0.0))
    return (Group((*drawn, moved), place.matrix, clip(place)),)


def _side(
    plan: SheetPlan,
    tiling: PosterGrid,
    tile: PosterTile,
    drawing: AnyDrawing,
    ops: tuple[Op, ...],
    label: str,
    flip: Flip | None,
) -> Side:
    matrix = tiling.matrix(tile, flip)
    placement = Placement(drawing, matrix, tiling.box(tile, flip))
    return Side(plan.paper, (placement,), (Group(ops, matrix),) if ops else (), label)
