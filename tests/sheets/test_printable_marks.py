"""What printers reach: the marks of every stock on every paper with any bleed, as they are on the finished sheets."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.colour import BLACK
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled
from pawprint.core.geometry import Insets
from pawprint.core.length import ZERO, Length, mm
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.stocks import Stock
from pawprint.sheets._marks import CROP_INK, FOLD_INK, GRID_INK, HALO_INK
from pawprint.sheets.imposition import Piece, impose
from pawprint.sheets.plan import Duplex, Marks, SheetPlan
from pawprint.sheets.poster import split, tiled
from pawprint.sheets.sheet import Side, arrange

#: A millimetre in points, and what two ways to compute one place may differ by.
MM = 72 / 25.4
TINY = 1e-3

LAYOUTS = Layouts([bundled("layouts")], Findings())
BLEEDS = (ZERO, mm(1), mm(2), mm(3), mm(5))
WORDS = DrawBox(0, 0, 40, 5, Paint(fill=BLACK))

#: x1, y1, x2, y2 in points of the sheet.
Line = tuple[float, float, float, float]


def cases(paper: str, marks: Marks) -> Iterator[tuple[Stock, SheetPlan]]:
    """Each stock with each bleed and each way to print two sides, all of them on every other paper."""
    known = LAYOUTS.papers[paper]
    sheet = [*LAYOUTS.papers].index(paper)
    for number, (stock, bleed) in enumerate(product(LAYOUTS.stocks.values(), BLEEDS)):
        if (sheet + number) % 2:
            continue
        for duplex in Duplex:
            plan = SheetPlan(paper=known.size, margin=known.margin, bleed=bleed, duplex=duplex, marks=marks)
            yield stock, plan


@cache
def drawing(name: str, stock: Stock, bleed: Length) -> Drawing:
    return Drawing(name, stock.cut, Insets.even(bleed), Layer(), stock.outline)


def sheets(stock: Stock, plan: SheetPlan, full: bool) -> tuple[Side, ...]:
    """The sides of a full sheet, or of one with three pieces or one; none if the stock does not fit the paper."""
    grid = arrange(plan, stock.cut, stock.outline)
    copies = 1 if grid is None else grid.slots if full else min(3, grid.slots)
    pieces = [Piece(drawing("face", stock, plan.bleed), drawing("back", stock, plan.bleed), copies, "piece")]
    if grid is not None:
        return impose(pieces, plan, lambda *_: (WORDS,))
    if plan.duplex is Duplex.GUTTERFOLD and arrange(replace(plan, duplex=Duplex.OFF), stock.cut, stock.outline):
        return ()
    tiling = split(plan, stock.cut)
    return () if tiling is None else tiled(pieces, plan, tiling, lambda *_: (WORDS,), lambda *_: (), lambda *_: "")


def drawn(ops: tuple[Op, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Op, Matrix]]:
    for op in ops:
        if isinstance(op, Group):
            yield from drawn(op.ops, matrix_product(matrix, op.matrix))
        else:
            yield op, matrix


def strokes(side: Side, *inks: Paint) -> Iterator[Line]:
    for op, (a, b, c, d, e, f) in drawn(side.ops):
        if isinstance(op, DrawPath) and op.paint in inks:
            points = [(a * s[1] + c * s[2] + e, b * s[1] + d * s[2] + f) for s in op.path]
            for (x1, y1), (x2, y2) in zip(points[::2], points[1::2], strict=True):
                yield min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)


def shown(line: Line, side: Side) -> float:
    """How much of a line a printer shows that leaves 5 mm white at each side, in mm."""
    left, top = max(line[0], 5 * MM), max(line[1], 5 * MM)
    right, bottom = min(line[2], side.size.width.pt - 5 * MM), min(line[3], side.size.height.pt - 5 * MM)
    return max(right - left + bottom - top, 0) / MM if min(right - left, bottom - top) > -TINY else 0.0


def corners(matrix: Matrix, width: float, height: float) -> list[tuple[float, float]]:
    a, b, c, d, e, f = matrix
    return [(a * x + c * y + e, b * x + d * y + f) for x in (0, width) for y in (0, height)]


both = pytest.mark.parametrize("full", [True, False], ids=["full", "short"])
papers = pytest.mark.parametrize("paper", LAYOUTS.papers)


@both
@papers
def test_each_mark_shows_at_least_2_mm_and_each_cut_is_marked_at_both_ends(paper: str, full: bool) -> None:
    for stock, plan in cases(paper, Marks.CROP):
        sides = sheets(stock, plan, full)
        for side in sides:
            for line in strokes(side, CROP_INK, HALO_INK):
                assert shown(line, side) >= 2 - TINY, (stock.name, plan)
            for line in strokes(side, FOLD_INK):
                assert shown(line, side) == pytest.approx((line[2] - line[0] + line[3] - line[1]) / MM, abs=TINY)
        whole = arrange(plan, stock.cut, stock.outline) is not None
        if whole and plan.duplex is not Duplex.GUTTERFOLD:
            lines = [*strokes(sides[0], CROP_INK)]
            cut = [
                corners(place.matrix, place.drawing.trim.width.pt, place.drawing.trim.height.pt)
                for place in sides[0].placements
            ]
            for x in {round(x, 3) for piece in cut for x, _ in piece}:
                ends = {line[1] < plan.paper.height.pt / 2 for line in lines if line[0] == line[2] and near(line[0], x)}
                assert ends == {True, False}, (stock.name, plan)
            for y in {round(y, 3) for piece in cut for _, y in piece}:
                ends = {line[0] < plan.paper.width.pt / 2 for line in lines if line[1] == line[3] and near(line[1], y)}
                assert ends == {True, False}, (stock.name, plan)


def near(one: float, other: float) -> bool:
    return abs(one - other) < 2 * TINY


@papers
def test_hairlines_and_words_are_where_printers_reach(paper: str) -> None:
    seen = 0
    for stock, plan in cases(paper, Marks.GRID):
        for side in sheets(stock, plan, True)[:2]:
            for line in strokes(side, GRID_INK):
                assert shown(line, side) == pytest.approx((line[2] - line[0] + line[3] - line[1]) / MM, abs=TINY)
            for op, matrix in drawn(side.ops):
                if op == WORDS:
                    seen += 1
                    at = corners(matrix, 40, 5)
                    assert min(min(corner) for corner in at) >= 5 * MM - TINY, (stock.name, plan)
                    assert max(x for x, _ in at) <= plan.paper.width.pt - 5 * MM + TINY, (stock.name, plan)
                    assert max(y for _, y in at) <= plan.paper.height.pt - 5 * MM + TINY, (stock.name, plan)
    assert seen > 100


@pytest.mark.parametrize("stock", ["poker", "square-50", "token-20", "token-25", "token-30"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_full_sheets_name_themselves(paper: str, stock: str) -> None:
    plan = SheetPlan(paper=LAYOUTS.papers[paper].size)
    for side in sheets(LAYOUTS.stocks[stock], plan, True):
        assert [op for op, _ in drawn(side.ops) if op == WORDS]
