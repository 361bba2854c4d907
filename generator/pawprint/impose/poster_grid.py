"""Pieces larger than the paper: which part of a piece is on which sheet.

Each sheet is cut to a rectangle and glued upon the one before: the sheets to the right and below lie over a strip
of those to the left and above. Distances count from the top-left corner of the piece's trim, in whole grains.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.impose.nup import QUARTERS, Position
from pawprint.impose.plan import CUT_LOSS, Flip, SheetPlan

#: Who prints on less, or glues more, has made a mistake: the least printable side of a sheet, and the most sheets.
LEAST_SIDE = mm(70)
MOST_SHEETS = 100
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PosterPart(NamedTuple):
    """What a sheet has of one side of the piece.

    Attributes:
        start, stop: the art.
        low, high: where the sheet is cut: on the piece's own trim, or inside of the art by a cut loss.
        seam: where the next sheet begins that lies over this one; None for the last.
    """

    start: Length
    stop: Length
    low: Length
    high: Length
    seam: Length | None = None

    @property
    def length(self) -> Length:
        """Of the art."""
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
    """How the tile in this column and row, both from 0, is called."""
    return f"{_LETTERS[column]}{row + 1}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterGrid:
    """How a piece is split.

    All its parts are of one size (but for a grain), and lie in the middle of their sheets.

    Attributes:
        trim: of the piece.
        columns, rows: its parts from left to right, and from top to bottom.
        turned: faces lie turned clockwise by 90 degrees on the paper.
    """

    paper: Size
    trim: Size
    columns: tuple[PosterPart, ...]
    rows: tuple[PosterPart, ...]
    turned: bool = False

    @property
    def sheets(self) -> int:
        """How many sheets one piece takes."""
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
        """What the tiles are called, row by row."""
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
            flip: of a back: *tile* is then what `behind` says, and the sheet its other side.
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
    """The tiling of fewest sheets for a piece with its bleed; of those the one with the shortest joints, and upright
    when turning gains nothing.

    Returns:
        None when the sheets are too small, or would be too many.
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
    if len(columns) > len(_LETTERS) or len(columns) * len(rows) > MOST_SHEETS:
        return None
    return PosterGrid(paper=plan.paper, trim=trim, columns=columns, rows=rows, turned=turned)


def _parts(trim: Length, limit: Length, bleed: Length, overlap: Length) -> tuple[PosterPart, ...]:
    """One side of a piece in as few parts as its *limit* allows, all of one length."""
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
