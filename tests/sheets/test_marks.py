"""Marks guide the knife and touch no art: sentences about every grid."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, inch, mm
from pawprint.sheets._marks import CROP_INK, FOLD_INK, HALO_INK, offset, single_marks
from pawprint.sheets._sheet_marks import sheet_marks, slug_strip, ticks
from pawprint.sheets.nup import Position, SlotGrid, back_reach, face_reach, fit
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan
from strategies import lengths

A4, LETTER = Size(mm(210), mm(297)), Size(inch(8.5), inch(11))
POKER = Size(inch(2.5), inch(3.5))

#: Two grains in points: what centring may leave over, doubled by the flip; far below any line.
TINY = 2 / 127_000


sheets = st.sampled_from([Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.OFF])
folded = st.just(Duplex.GUTTERFOLD)
any_duplex = sheets | folded
crop, hairlines, any_marks = st.just(Marks.CROP), st.just(Marks.GRID), st.sampled_from(Marks)


def plans(duplex=any_duplex, marks=any_marks) -> st.SearchStrategy[SheetPlan]:
    standard = st.sampled_from([A4, LETTER, A4.turned()])
    return st.builds(
        SheetPlan,
        paper=standard | st.builds(Size, lengths(150, 450), lengths(150, 450)),
        margin=st.builds(Insets, *[lengths(0, 14)] * 4),
        duplex=duplex,
        bleed=st.just(ZERO) | lengths(0, 5),
        back_bleed=st.none() | lengths(0, 9),
        marks=marks,
        fold_gap=lengths(0, 15),
        slug_height=st.just(ZERO) | lengths(1, 6),
    )


trims = st.builds(Size, lengths(12, 120), lengths(12, 120))
any_plan = plans()

#: x1, y1, x2, y2 in points.
Line = tuple[float, float, float, float]


@st.composite
def fitted(draw, plans=any_plan) -> tuple[SheetPlan, SlotGrid]:
    plan = draw(plans)
    grid = fit(plan, draw(trims))
    assume(grid is not None)
    return plan, grid


def lines(ops) -> list[Line]:
    """Every stroke of some marks, from its top-left end."""
    found = []
    for op in ops:
        for (one, x1, y1), (two, x2, y2) in zip(op.path[::2], op.path[1::2], strict=True):
            assert (one, two) == ("M", "L")
            assert x1 == x2 or y1 == y2
            assert x1 <= x2
            assert y1 <= y2
            found.append((x1, y1, x2, y2))
    return found


def box(position: Position, cell: Size, reach: Insets) -> Box:
    return Box(
        (position.x - reach.left).pt,
        (position.y - reach.top).pt,
        (reach.left + cell.width + reach.right).pt,
        (reach.top + cell.height + reach.bottom).pt,
    )


def art(plan: SheetPlan, grid: SlotGrid) -> list[Box]:
    """Trims with all the bleed they may have, of the faces and, seen from their side, of the backs."""
    face, back = face_reach(plan, grid), back_reach(plan, grid)
    boxes = [box(grid.slot(slot), grid.cell, face.around(grid, slot)) for slot in range(grid.slots)]
    flip = grid.fold or plan.flip
    if flip is not None:
        boxes += [box(grid.behind(slot, flip), grid.cell, back.behind(grid, slot, flip)) for slot in range(grid.slots)]
    return boxes


def enters(line: Line, piece: Box) -> bool:
    """Whether a stroke crosses the inside of a box."""
    x1, y1, x2, y2 = line
    return x1 < piece.right - TINY and x2 > piece.x + TINY and y1 < piece.bottom - TINY and y2 > piece.y + TINY


def corners(strip) -> Box:
    """The strip on the sheet."""
    a, b, c, d, e, f = strip.matrix
    points = [(a * x + c * y + e, b * x + d * y + f) for x in (0, strip.width.pt) for y in (0, strip.height.pt)]
    (left, top), (right, bottom) = (map(pick, zip(*points, strict=True)) for pick in (min, max))
    return Box(left, top, right - left, bottom - top)


# Crop marks


@pytest.mark.parametrize("duplex", Duplex)
@given(data=st.data())
def test_no_mark_enters_any_bleed_or_trim(duplex, data):
    plan, grid = data.draw(fitted(plans(st.just(duplex), st.sampled_from([Marks.CROP, Marks.NONE]))))
    strokes = lines(sheet_marks(plan, grid))
    assert not [(line, piece) for piece in art(plan, grid) for line in strokes if enters(line, piece)]


@given(fitted())
def test_marks_stay_on_the_paper(case):
    plan, grid = case
    for x1, y1, x2, y2 in lines(sheet_marks(plan, grid)):
        assert min(x1, y1) >= 0
        assert x2 <= plan.paper.width.pt
        assert y2 <= plan.paper.height.pt


@given(fitted(plans(marks=crop)))
def test_every_mark_is_on_a_trim_line_or_the_fold(case):
    plan, grid = case
    edges_x, edges_y = set(), set()
    for slot in range(grid.slots):
        for position in [grid.slot(slot)] + ([grid.behind(slot, grid.fold)] if grid.fold else []):
            edges_x |= {position.x.pt, (position.x + grid.cell.width).pt}
            edges_y |= {position.y.pt, (position.y + grid.cell.height).pt}
    if grid.fold is Flip.TURN:
        edges_x.add(plan.paper.width.pt / 2)
    elif grid.fold is Flip.TUMBLE:
        edges_y.add(plan.paper.height.pt / 2)
    for x1, y1, x2, _ in lines(sheet_marks(plan, grid)):
        assert x1 in edges_x if x1 == x2 else y1 in edges_y


@given(fitted(plans(sheets, crop)))
def test_no_crop_mark_is_in_a_gutter(case):
    plan, grid = case
    x, y = grid.origin
    right, bottom = x + grid.extent.width, y + grid.extent.height
    for x1, y1, x2, y2 in lines(sheet_marks(plan, grid)):
        assert x2 < x.pt or x1 > right.pt or y2 < y.pt or y1 > bottom.pt


def test_marks_begin_outside_the_bleed_and_are_5_mm_long():
    plan = SheetPlan(paper=A4, bleed=mm(4))
    grid = fit(plan, Size(mm(100), mm(100)))
    assert grid is not None
    top = min(line[3] for line in lines(sheet_marks(plan, grid)))
    first = next(line for line in lines(sheet_marks(plan, grid)) if line[3] == top)
    assert grid.origin.y.pt - first[3] == pytest.approx(mm(4).pt)
    assert first[3] - first[1] == pytest.approx(mm(5).pt)


@pytest.mark.parametrize(
    ("bleed", "backs", "expected"), [(0, 0, 2), (0, 4, 4), (1, 0, 3), (3, 3, 3), (4, 4, 4), (3, 5, 5)]
)
def test_marks_avoid_the_corner_and_both_bleeds(bleed, backs, expected):
    assert offset(mm(bleed), mm(backs)) == mm(expected)


def test_marks_shorten_where_the_margin_is_small():
    plan = SheetPlan(paper=A4)
    grid = fit(plan, POKER)
    assert grid is not None
    left = [line for line in lines(sheet_marks(plan, grid)) if line[2] < grid.origin.x.pt]
    # 9.75 mm beside the trim, of which 5 are unprintable and 2 keep the mark off
    assert {round((x2 - x1) / mm(1).pt, 6) for x1, _, x2, _ in left} == {2.75}
    assert {round(x1 / mm(1).pt, 6) for x1, _, _, _ in left} == {5.0}


def test_ticks_begin_where_printers_do_if_no_printable_margin_remains():
    plan = SheetPlan(paper=LETTER)
    grid = fit(plan, POKER)
    assert grid is not None
    assert grid.slots == 9
    assert not [line for line in lines(sheet_marks(plan, grid)) if line[0] == line[2]]
    halo, ink = ticks(plan, grid)
    assert (halo.paint, ink.paint) == (HALO_INK, CROP_INK)
    assert lines([halo]) == lines([ink])
    cuts = [(grid.origin.x + column * POKER.width).pt for column in range(4)]
    top, bottom = (mm(5).pt, mm(7.5).pt), ((LETTER.height - mm(7.5)).pt, (LETTER.height - mm(5)).pt)
    assert sorted(lines([ink])) == [(x, low, x, high) for x in cuts for low, high in (top, bottom)]


def test_ticks_on_bleed_avoid_the_pieces():
    plan = SheetPlan(paper=A4, bleed=mm(3))
    grid = fit(plan, Size(mm(20), mm(20)))
    assert grid is not None
    # the trims begin 8.5 mm from the upper edge, of which 5 are unprintable and 3 bleed
    assert grid.origin.y == mm(8.5)
    upon = [line for line in lines(ticks(plan, grid)) if line[3] < A4.height.pt / 2]
    assert {(round(line[1], 6), round(line[3], 6)) for line in upon} == {(round(mm(5).pt, 6), round(mm(8).pt, 6))}


@given(fitted(plans(marks=crop)))
def test_each_cut_has_a_mark_or_a_tick_at_both_ends_but_at_a_fold(case):
    plan, grid = case
    strokes = lines(sheet_marks(plan, grid)) + lines(ticks(plan, grid))
    x, y = grid.origin
    middle_x, middle_y = (x + grid.extent.width.half()).pt, (y + grid.extent.height.half()).pt
    for slot in range(grid.slots):
        left, top = grid.slot(slot)
        for cut in (left.pt, (left + grid.cell.width).pt):
            ends = {line[1] < middle_y for line in strokes if line[0] == line[2] == cut}
            assert ends >= ({True} if grid.fold is Flip.TUMBLE else {True, False})
        for cut in (top.pt, (top + grid.cell.height).pt):
            ends = {line[0] < middle_x for line in strokes if line[1] == line[3] == cut}
            assert ends >= ({True} if grid.fold is Flip.TURN else {True, False})


@given(fitted())
def test_marks_are_printable_and_long_enough(case):
    plan, grid = case
    margin, paper = plan.margin, plan.paper
    for x1, y1, x2, y2 in lines(sheet_marks(plan, grid)) + lines(ticks(plan, grid)):
        assert x1 >= margin.left.pt - TINY
        assert y1 >= margin.top.pt - TINY
        assert x2 <= (paper.width - margin.right).pt + TINY
        assert y2 <= (paper.height - margin.bottom).pt + TINY
    for op in (*sheet_marks(plan, grid), *ticks(plan, grid)):
        if op.paint in (CROP_INK, HALO_INK):
            assert all(x2 - x1 + y2 - y1 >= mm(2).pt - TINY for x1, y1, x2, y2 in lines([op]))


def test_shared_cut_lines_are_marked_once():
    grid = fit(SheetPlan(paper=A4), POKER)
    assert grid is not None
    assert len(lines(sheet_marks(SheetPlan(paper=A4), grid))) == 2 * (4 + 4)


def test_with_gutters_both_trims_of_a_gutter_are_marked():
    plan = SheetPlan(paper=A4, bleed=mm(3))
    grid = fit(plan, POKER)
    assert grid is not None
    assert len(lines(sheet_marks(plan, grid))) == 2 * (2 * grid.columns + 2 * grid.rows)


def test_marks_are_a_quarter_point_of_black():
    plan = SheetPlan(paper=A4)
    (op,) = sheet_marks(plan, fit(plan, POKER))
    assert (op.paint.stroke, op.paint.width, op.paint.fill) == (BLACK, 0.25, None)


# Hairlines


@given(fitted(plans(sheets, hairlines)))
def test_hairlines_follow_every_trim_from_end_to_end(case):
    plan, grid = case
    strokes = lines(sheet_marks(plan, grid))
    x, y = grid.origin
    right, bottom = (x + grid.extent.width).pt, (y + grid.extent.height).pt
    shared = 0 if plan.bleed else 1
    upright = [line for line in strokes if line[0] == line[2]]
    level = [line for line in strokes if line[1] == line[3]]
    assert len(upright) == (2 - shared) * grid.columns + shared
    assert len(level) == (2 - shared) * grid.rows + shared
    assert all(y1 <= y.pt and y2 >= bottom for _, y1, _, y2 in upright)
    assert all(x1 <= x.pt and x2 >= right for x1, _, x2, _ in level)


def test_disabled_marks_draw_nothing():
    plan = SheetPlan(paper=A4, marks=Marks.NONE)
    assert sheet_marks(plan, fit(plan, POKER)) == ()


# Fold


@pytest.mark.parametrize("marks", Marks)
@pytest.mark.parametrize("paper", [A4, A4.turned()])
def test_fold_is_dashed_along_the_middle_and_solid_at_the_edges(paper, marks):
    plan = SheetPlan(paper=paper, duplex=Duplex.GUTTERFOLD, marks=marks)
    grid = fit(plan, POKER)
    assert grid is not None
    assert grid.fold is Flip.TURN
    dashes, ends = sheet_marks(plan, grid)[-2:]
    assert dashes.paint == FOLD_INK
    assert ends.paint.dash == ()
    middle, height = paper.width.pt / 2, paper.height
    assert {line[0] for line in lines([dashes, ends])} == {middle}
    assert [line[1::2] for line in lines([ends])] == [
        (mm(5).pt, mm(10).pt),
        ((height - mm(10)).pt, (height - mm(5)).pt),
    ]


def test_fold_between_touching_bleeds_is_drawn_only_beyond_them():
    plan = SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD, bleed=mm(5))
    grid = fit(plan, Size(mm(60), mm(60)))
    assert grid is not None
    assert grid.fold is Flip.TURN
    above, below = mm(8.5).pt, mm(297 - 8.5).pt
    assert lines(sheet_marks(plan, grid)[1:]) == [
        (A4.width.pt / 2, mm(5).pt, A4.width.pt / 2, above),
        (A4.width.pt / 2, below, A4.width.pt / 2, mm(292).pt),
    ]


def test_fold_between_bleeds_that_fill_the_paper_has_ticks_upon_them():
    plan = SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD, bleed=mm(5))
    grid = fit(plan, Size(mm(80), mm(274)))
    assert grid is not None
    assert grid.fold is Flip.TURN
    middle = [line for line in lines(ticks(plan, grid)[1:]) if line[0] == A4.width.pt / 2]
    assert middle == [
        (A4.width.pt / 2, mm(5).pt, A4.width.pt / 2, mm(7.5).pt),
        (A4.width.pt / 2, mm(289.5).pt, A4.width.pt / 2, mm(292).pt),
    ]


def test_marks_at_the_fold_avoid_the_larger_bleed_of_backs():
    plan = SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD, back_bleed=mm(5), fold_gap=mm(10))
    grid = fit(plan, Size(mm(60), mm(60)))
    assert grid is not None
    assert grid.fold is Flip.TUMBLE
    fold, gap = A4.height.pt / 2, mm(5).pt
    at_fold = [line for line in lines(sheet_marks(plan, grid)) if line[0] == line[2] and line[1] < fold < line[3]]
    assert len(at_fold) == 4
    assert {(round(fold - line[1], 6), round(line[3] - fold, 6)) for line in at_fold} == {(round(gap, 6),) * 2}
    assert not [line for line in at_fold for piece in art(plan, grid) if enters(line, piece)]


@given(fitted(plans(folded, crop)))
def test_cut_lines_of_faces_and_backs_coincide_once_folded(case):
    plan, grid = case
    vertical = grid.fold is Flip.TURN
    whole = (plan.paper.width if vertical else plan.paper.height).pt
    along = [line for line in lines(sheet_marks(plan, grid)) if (line[0] == line[2]) is vertical]
    places = sorted({line[0 if vertical else 1] for line in along})
    assert [whole - place for place in reversed(places)] == pytest.approx(places)


# Slug


@given(fitted())
def test_slug_touches_neither_bleed_nor_marks_and_can_be_printed(case):
    plan, grid = case
    strip = slug_strip(plan, grid)
    if strip is None:
        return
    place = corners(strip)
    assert strip.height == plan.slug_height
    assert place.x >= plan.margin.left.pt - TINY
    assert place.y >= plan.margin.top.pt - TINY
    assert place.right <= (plan.paper.width - plan.margin.right).pt + TINY
    assert place.bottom <= (plan.paper.height - plan.margin.bottom).pt + TINY
    assert not [line for line in lines(sheet_marks(plan, grid)) if enters(line, place)]
    for piece in art(plan, grid):
        assert (
            piece.right <= place.x + TINY
            or piece.x >= place.right - TINY
            or piece.bottom <= place.y + TINY
            or piece.y >= place.bottom - TINY
        )


def test_slug_is_below_or_reads_upwards_on_the_left():
    below = slug_strip(SheetPlan(paper=A4), fit(SheetPlan(paper=A4), POKER))
    beside = slug_strip(SheetPlan(paper=LETTER), fit(SheetPlan(paper=LETTER), POKER))
    assert below is not None
    assert beside is not None
    assert below.matrix == (1.0, 0.0, 0.0, 1.0, mm(5).pt, mm(297 - 5 - 2.5).pt)
    assert below.width == mm(200)
    assert beside.matrix == (0.0, -1.0, 1.0, 0.0, mm(5).pt, mm(279.4 - 5).pt)
    assert beside.width == mm(269.4)


def test_full_sheet_has_no_slug():
    full = SheetPlan(paper=A4, bleed=mm(3))
    assert slug_strip(full, fit(full, Size(mm(193), mm(280)))) is None
    narrow = SheetPlan(paper=A4)
    assert slug_strip(narrow, fit(narrow, Size(mm(190), mm(285)))) is None, "the slug alone would fit on the left"
    unwanted = SheetPlan(paper=A4, slug_height=ZERO)
    assert slug_strip(unwanted, fit(unwanted, POKER)) is None


# One piece on a page


def test_single_page_has_eight_marks_from_its_edges():
    page = Size(mm(63 + 16), mm(88 + 16))
    strokes = lines(single_marks(page, Size(mm(63), mm(88))))
    assert len(strokes) == 8
    trim = Box(mm(8).pt, mm(8).pt, mm(63).pt, mm(88).pt)
    assert not [line for line in strokes if enters(line, trim.inset(-mm(3).pt))]
    assert (mm(8).pt, 0.0, mm(8).pt, mm(5).pt) in strokes
