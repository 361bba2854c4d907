"""Pieces of several sizes -> sheets that they share: each size is a band across the paper, with marks of its own.

A cut between two bands goes through the whole sheet; each band is then cut as any other sheet.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.geometry import Size
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import Group, Op
from pawprint.sheets._marks import MARK_LENGTH, SHORTEST_MARK, offset
from pawprint.sheets._sheet_marks import bottom_strip, sheet_marks, slug_group, slug_room, ticks
from pawprint.sheets.imposition import BACK, FACE, Label, Piece, Slug, fill_grid
from pawprint.sheets.nup import Position, SlotGrid, sheet_count
from pawprint.sheets.plan import Duplex, Flip, SheetPlan
from pawprint.sheets.sheet import Placement, Side


class StockBand(NamedTuple):
    """All pieces of one size.

    Attributes:
        plan: the plan of the band; all bands of a sheet have the same paper and the same way to print backs.
        grid: the slots for all pieces, at the upper edge of the paper.
    """

    plan: SheetPlan
    grid: SlotGrid
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> Length:
        """The height of the trims."""
        return self.grid.extent.height

    @property
    def beyond(self) -> Length:
        """The room that the band needs above and below for its marks."""
        return offset(self.plan.bleed, self.plan.bleed_of_backs) + MARK_LENGTH

    def at(self, y: Length) -> "StockBand":
        """The band with its first trims at *y*."""
        return self._replace(grid=self.grid._replace(origin=Position(self.grid.origin.x, y)))


def band(plan: SheetPlan, trim: Size, outline: PieceOutline, pieces: Sequence[Piece]) -> StockBand | None:
    """The lowest band for all *pieces*; None if they do not fit a sheet, are not cut in straight lines, or are
    folded behind each other."""
    if outline.path or plan.die or plan.machine or plan.duplex is Duplex.GUTTERFOLD:
        return None
    copies, gutter = sum(piece.copies for piece in pieces), plan.gutter
    candidates: list[StockBand] = []
    for turned in (False, True):
        cell = trim.turned() if turned else trim
        beside = plan.inset.width + offset(plan.bleed, plan.bleed_of_backs) + SHORTEST_MARK
        most = (plan.paper.width - 2 * beside + gutter) // (cell.width + gutter)
        if most < 1:
            continue
        rows = sheet_count(copies, most)
        columns = sheet_count(copies, rows)
        pitch = Size(cell.width + gutter, cell.height + gutter)
        x = (plan.paper.width - (columns * pitch.width - gutter)).half()
        grid = SlotGrid(
            paper=plan.paper, columns=columns, rows=rows, cell=cell, pitch=pitch, origin=Position(x, ZERO),
            turned=turned, corner=outline.corner,
        )  # fmt: skip
        candidates.append(StockBand(plan, grid, tuple(pieces)))
    lowest = min(candidates, key=lambda candidate: candidate.height, default=None)
    return lowest if lowest is not None and lowest.height <= _room(lowest) else None


def mixed(bands: Sequence[StockBand], slug: Slug, label: Label = "Sheet {} {}".format) -> tuple[Side, ...]:
    """Sheets with all *bands*, the highest first, each on the first sheet that has room for it.

    Returns:
        Face, back, face, back, ...; only faces if the plans have no flip.
    """
    sheets: list[list[StockBand]] = []
    for block in sorted(bands, key=lambda block: -block.height.grains):
        sheet = next((sheet for sheet in sheets if _height([*sheet, block]) <= _room(block, *sheet)), None)
        if sheet is None:
            sheets.append([block])
        else:
            sheet.append(block)
    sides: list[Side] = []
    for number, sheet in enumerate(sheets, 1):
        placed, plan = _placed(sheet), sheet[0].plan
        flip = plan.flip
        filled = [fill_grid(block.pieces, block.plan, block.grid) for block in placed]
        marks = tuple(op for block in placed for op in sheet_marks(_without_slug(block.plan), block.grid))
        upon = tuple(op for block in placed for op in ticks(_without_slug(block.plan), block.grid))
        fronts = tuple(placement for front, _ in filled for placement in front)
        sides.append(_side(plan, fronts, (*marks, *upon), slug(number, len(sheets), FACE), label(number, FACE)))
        if flip is not None:
            ordered = filled if flip is Flip.TURN else filled[::-1]
            backs = tuple(placement for _, back in ordered for placement in back)
            behind = _reflected(placed, flip)
            sides.append(_side(plan, backs, behind, slug(number, len(sheets), BACK), label(number, BACK)))
    return tuple(sides)


def _placed(sheet: Sequence[StockBand]) -> list[StockBand]:
    """The bands of a sheet from top to bottom, together in the middle of the paper."""
    y = (sheet[0].plan.paper.height - _height(sheet)).half()
    placed: list[StockBand] = []
    for block in sheet:
        if placed:
            y += placed[-1].beyond + block.beyond
        placed.append(block.at(y))
        y += block.height
    return placed


def _height(sheet: Sequence[StockBand]) -> Length:
    """The height of a sheet's bands, with the room between them."""
    between = sum((block.beyond + below.beyond for block, below in pairwise(sheet)), ZERO)
    return sum((block.height for block in sheet), ZERO) + between


def _room(*sheet: StockBand) -> Length:
    """The height available for trims, without the room for marks and the slug at both ends."""
    plan = sheet[0].plan
    ends = plan.inset.height + max(block.beyond for block in sheet) + slug_room(plan)
    return plan.paper.height - 2 * ends


def _reflected(placed: Sequence[StockBand], flip: Flip) -> tuple[Op, ...]:
    """The marks on the back of a sheet."""
    ops: list[Op] = []
    for block in placed:
        grid, plan = block.grid, _without_slug(block.plan)
        x, y = grid.origin
        if flip is Flip.TURN:
            x = grid.paper.width - x - grid.extent.width
        else:
            y = grid.paper.height - y - grid.extent.height
        ops += sheet_marks(plan, grid._replace(origin=Position(x, y)))
    return tuple(ops)


def _without_slug(plan: SheetPlan) -> SheetPlan:
    """*plan* with marks that leave no room for the slug, which is below all bands."""
    return replace(plan, slug_height=ZERO)


def _side(
    plan: SheetPlan, placements: tuple[Placement, ...], marks: tuple[Op, ...], words: tuple[Op, ...], label: str
) -> Side:
    ops: tuple[Op, ...] = (Group(marks),) if marks else ()
    if words and plan.slug_height:
        ops = (*ops, slug_group(bottom_strip(plan, None), words))
    return Side(plan.paper, placements, ops, label)
