"""Where slots are, and what lies back to back: sentences about every grid, in whole grains."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.sheets.nup import Position, SlotGrid, back_reach, face_reach, fit, sheet_count, turn
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan
from strategies import lengths

A4, LETTER = Size(mm(210), mm(297)), Size(mm(215.9), mm(279.4))
A3 = Size(mm(297), mm(420))
POKER = Size(mm(63.5), mm(88.9))


papers = st.sampled_from([A4, LETTER, A3, A4.turned(), A3.turned()]) | st.builds(
    Size, lengths(150, 450), lengths(150, 450)
)
trims = st.builds(Size, lengths(12, 150), lengths(12, 150))
plans = st.builds(
    SheetPlan,
    paper=papers,
    margin=st.builds(Insets, *[lengths(0, 14)] * 4),
    duplex=st.sampled_from(Duplex),
    bleed=st.just(ZERO) | lengths(0, 5),
    back_bleed=st.none() | lengths(0, 9),
    marks=st.sampled_from(Marks),
    fold_gap=lengths(0, 9),
)
flips = st.sampled_from(Flip)


@st.composite
def fitted(draw) -> tuple[SheetPlan, Size, SlotGrid]:
    plan, trim = draw(plans), draw(trims)
    grid = fit(plan, trim)
    assume(grid is not None)
    return plan, trim, grid


@st.composite
def fitted_slots(draw) -> tuple[SheetPlan, Size, SlotGrid, int, Flip]:
    """A slot of a grid, and a way in which its sheet may flip."""
    plan, trim, grid = draw(fitted())
    slot = draw(st.integers(0, grid.slots - 1))
    return plan, trim, grid, slot, grid.fold or draw(flips)


def reflect(paper: Size, flip: Flip, point: tuple[Length, Length]) -> tuple[Length, Length]:
    """Where a point of the sheet is, seen from behind (or folded over), in the back's own coordinates."""
    x, y = point
    return (paper.width - x, y) if flip is Flip.TURN else (x, paper.height - y)


def corners(position: Position, cell: Size) -> set[tuple[Length, Length]]:
    x, y = position
    return {(a, b) for a in (x, x + cell.width) for b in (y, y + cell.height)}


def apply(matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


# Slots


@given(fitted_slots())
def test_double_flip_is_no_flip(case):
    _, _, grid, slot, flip = case
    assert grid.back_of(grid.back_of(slot, flip), flip) == slot


@given(fitted(), flips)
def test_every_face_has_exactly_one_back(case, flip):
    grid = case[2]
    slots = range(grid.slots)
    assert sorted(grid.back_of(slot, flip) for slot in slots) == list(slots)


def test_slots_count_row_by_row():
    grid = fit(SheetPlan(paper=A4), POKER)
    assert grid is not None
    assert grid.slot(0) == Position(mm(9.75), mm(15.15))
    assert grid.slot(1) == Position(mm(73.25), mm(15.15))
    assert grid.slot(3) == Position(mm(9.75), mm(104.05))
    assert [grid.back_of(slot, Flip.TURN) for slot in range(9)] == [2, 1, 0, 5, 4, 3, 8, 7, 6]
    assert [grid.back_of(slot, Flip.TUMBLE) for slot in range(9)] == [6, 7, 8, 3, 4, 5, 0, 1, 2]


# Backs


@given(fitted_slots())
def test_each_back_is_exactly_behind_its_face(case):
    _, _, grid, slot, flip = case
    face = corners(grid.slot(slot), grid.cell)
    assert corners(grid.behind(slot, flip), grid.cell) == {reflect(grid.paper, flip, corner) for corner in face}


@given(fitted_slots(), st.floats(0, 1), st.floats(0, 1))
def test_art_of_a_back_is_upright_on_a_card_turned_over_sideways(case, along, down):
    """A point of the face has behind it the point of the back that is as far from the other side."""
    _, trim, grid, slot, flip = case
    width, height = trim.width.pt, trim.height.pt
    x, y = apply(grid.face_matrix(slot), along * width, down * height)
    if flip is Flip.TURN:
        behind = (grid.paper.width.pt - x, y)
    else:
        behind = (x, grid.paper.height.pt - y)
    back = apply(grid.back_matrix(slot, flip), (1 - along) * width, down * height)
    assert back == pytest.approx(behind, abs=1e-6)


@given(fitted_slots())
def test_matrices_put_the_trim_into_its_slot(case):
    _, trim, grid, slot, flip = case
    for matrix, position in (
        (grid.face_matrix(slot), grid.slot(slot)),
        (grid.back_matrix(slot, flip), grid.behind(slot, flip)),
    ):
        points = [apply(matrix, x, y) for x in (0.0, trim.width.pt) for y in (0.0, trim.height.pt)]
        assert min(points) == pytest.approx((position.x.pt, position.y.pt), abs=1e-6)
        assert max(points) == pytest.approx(
            ((position.x + grid.cell.width).pt, (position.y + grid.cell.height).pt), abs=1e-6
        )


@given(fitted_slots())
def test_slot_behind_is_where_the_back_is(case):
    """The slot number and the reflected rectangle agree, but for the odd grain of centring."""
    _, _, grid, slot, flip = case
    if grid.fold is None:
        here, there = grid.slot(grid.back_of(slot, flip)), grid.behind(slot, flip)
        assert abs(here.x.grains - there.x.grains) <= 1
        assert abs(here.y.grains - there.y.grains) <= 1


@pytest.mark.parametrize(
    ("turned", "flip", "face", "back"),
    [
        (False, Flip.TURN, 0, 0),
        (False, Flip.TUMBLE, 0, 2),
        (True, Flip.TURN, 1, 3),
        (True, Flip.TUMBLE, 1, 1),
    ],
)
def test_backs_turn_against_their_faces(turned, flip, face, back):
    grid = SlotGrid(paper=A4, columns=1, rows=1, cell=POKER, pitch=POKER, origin=Position(ZERO, ZERO), turned=turned)
    assert (grid.face_quarters, grid.back_quarters(flip)) == (face, back)


# Fitting


@given(fitted())
def test_trims_stay_in_the_printable_area(case):
    plan, _, grid = case
    first, last = grid.slot(0), grid.slot(grid.slots - 1)
    assert first.x >= plan.inset.width
    assert first.y >= plan.inset.height
    right = plan.paper.width.half() if grid.fold is Flip.TURN else plan.paper.width - plan.inset.width
    bottom = plan.paper.height.half() if grid.fold is Flip.TUMBLE else plan.paper.height - plan.inset.height
    assert last.x + grid.cell.width <= right
    assert last.y + grid.cell.height <= bottom


@given(fitted())
def test_another_column_or_row_would_not_fit(case):
    plan, _, grid = case
    paper, inset, extent, pitch = plan.paper, plan.inset, grid.extent, grid.pitch
    for whole, margin, taken, more, folded in (
        (paper.width, inset.width, extent.width, pitch.width, grid.fold is Flip.TURN),
        (paper.height, inset.height, extent.height, pitch.height, grid.fold is Flip.TUMBLE),
    ):
        if folded:
            needed = 2 * (margin + plan.bleed + taken + more + plan.fold_distance)
        else:
            needed = 2 * (margin + plan.bleed) + taken + more
        assert needed > whole


@given(lengths(12, 90), lengths(0, 5), lengths(0, 10), lengths(0, 9), st.integers(1, 6), st.booleans())
def test_piece_that_fits_to_the_grain_fits(trim, bleed, margin, gap, count, folded):
    """Paper just large enough for *count* pieces in a row loses one of them when a grain is cut off."""
    row = count * trim + (count - 1) * 2 * bleed
    if folded:
        needed = 2 * (margin + bleed + row + max(gap, bleed))
    else:
        needed = row + 2 * (margin + bleed)
    high = mm(100) + trim  # one row only, and no room for a fold across it
    for paper, expected in ((needed, count), (needed - Length(1), count - 1)):
        plan = SheetPlan(
            paper=Size(paper, high + 2 * (margin + bleed)),
            margin=Insets.even(margin),
            duplex=Duplex.GUTTERFOLD if folded else Duplex.OFF,
            bleed=bleed,
            fold_gap=gap,
        )
        grid = fit(plan, Size(trim, high))
        if expected:
            assert grid is not None
            assert grid.slots == expected
            assert grid.turned or (grid.columns, grid.rows) == (expected, 1)
        elif grid is not None:
            assert grid.turned or face_reach(plan, grid).x <= bleed


@given(plans, trims)
def test_no_other_arrangement_fits_more_pieces(plan, trim):
    """Counts again, piece by piece, every way of turning and folding with the whole bleed inside."""

    def count(paper: Length, inset: Length, side: Length, folded: bool) -> int:
        pieces = 0
        while True:
            extent = (pieces + 1) * side + pieces * plan.gutter
            ends = 2 * (inset + plan.bleed)
            need = ends + 2 * (extent + plan.fold_distance) if folded else ends + extent
            if need > paper:
                return pieces
            pieces += 1

    folds = list(Flip) if plan.duplex is Duplex.GUTTERFOLD else [None]
    best = {
        cell: max(
            count(plan.paper.width, plan.inset.width, cell.width, fold is Flip.TURN)
            * count(plan.paper.height, plan.inset.height, cell.height, fold is Flip.TUMBLE)
            for fold in folds
        )
        for cell in (trim, trim.turned())
    }
    grid = fit(plan, trim)
    if max(best.values()):
        assert grid is not None
        assert grid.slots == max(best.values())
        assert best[trim.turned() if grid.turned else trim] == grid.slots
    elif grid is not None:
        assert 1 in (grid.columns, grid.rows)  # the printer cuts its bleed


@given(fitted())
def test_grid_is_centred_on_the_paper_for_any_margins(case):
    plan, _, grid = case
    left, top = grid.origin
    right = plan.paper.width - left - grid.extent.width
    bottom = plan.paper.height - top - grid.extent.height
    if grid.fold is not Flip.TURN:
        assert right - left in (ZERO, Length(1))
    if grid.fold is not Flip.TUMBLE:
        assert bottom - top in (ZERO, Length(1))


@given(fitted())
def test_neighbours_are_two_bleeds_apart_or_share_their_cut(case):
    plan, _, grid = case
    assert grid.pitch.width - grid.cell.width == 2 * plan.bleed
    assert grid.pitch.height - grid.cell.height == 2 * plan.bleed


@given(fitted_slots())
def test_fold_brings_each_back_behind_its_face_with_room_between(case):
    plan, _, grid, slot, flip = case
    if grid.fold is None:
        return
    face, back = grid.slot(slot), grid.behind(slot, flip)
    between = back.x - face.x - grid.cell.width if flip is Flip.TURN else back.y - face.y - grid.cell.height
    assert between >= 2 * plan.fold_distance
    if flip is Flip.TURN:
        assert back.y == face.y
        assert face.x + back.x + grid.cell.width == plan.paper.width
    else:
        assert back.x == face.x
        assert face.y + back.y + grid.cell.height == plan.paper.height


def test_fold_is_as_near_as_the_plan_allows():
    grid = fit(SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD), POKER)
    assert grid is not None
    assert (grid.fold, grid.turned, grid.columns, grid.rows) == (Flip.TURN, True, 1, 4)
    assert grid.slot(0).x + grid.cell.width == mm(100)
    assert grid.behind(0, Flip.TURN).x == mm(110)


def test_space_for_marks_decides_between_equal_arrangements():
    grid = fit(SheetPlan(paper=A4), Size(mm(100), mm(141)))  # upright, nothing is left beside and above the pieces
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (2, 2, False)
    paper = Size(mm(220), mm(200))
    grid = fit(SheetPlan(paper=paper), Size(mm(105), mm(92)))  # 2 x 2 fill 210 x 184, turned 184 x 210 are too high
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (2, 2, False)
    grid = fit(SheetPlan(paper=paper.turned()), Size(mm(95), mm(100)))  # 190 x 200, or turned 200 x 190
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (2, 2, False)


@given(fitted(), st.integers(1, 300))
def test_fewest_columns_and_rows_for_marks_need_no_more_sheets(case, copies):
    plan, trim, grid = case
    reduced = fit(plan, trim, copies)
    assert reduced is not None
    assert reduced.columns <= grid.columns
    assert reduced.rows <= grid.rows
    assert sheet_count(copies, reduced.slots) == sheet_count(copies, grid.slots)
    assert reduced.turned == grid.turned
    if grid.fold is None:
        left, top = reduced.origin
        assert plan.paper.width - 2 * left - reduced.extent.width in (ZERO, Length(1))
        assert plan.paper.height - 2 * top - reduced.extent.height in (ZERO, Length(1))


def test_discs_that_fill_a_sheet_leave_marks_their_place_where_that_costs_no_sheet():
    tokens = [fit(SheetPlan(paper=A4), Size(mm(20), mm(20)), copies) for copies in (140, 200, 280, 16)]
    assert [(grid.columns, grid.rows) for grid in tokens if grid] == [(10, 14), (9, 13), (10, 14), (4, 4)]


def test_upright_wins_when_turning_gains_nothing():
    grid = fit(SheetPlan(paper=A4), Size(mm(95), mm(140)))
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (2, 2, False)


@pytest.mark.parametrize("duplex", Duplex)
def test_piece_larger_than_the_printable_area_has_no_grid(duplex):
    assert fit(SheetPlan(paper=A4, duplex=duplex), Size(mm(201), mm(288))) is None
    assert fit(SheetPlan(paper=A4, duplex=duplex), Size(mm(10), mm(288))) is None


@pytest.mark.parametrize("trim", [Size(mm(200), mm(287)), Size(mm(287), mm(200))])
def test_margin_may_cut_the_bleed_of_a_single_piece_but_not_its_trim(trim):
    grid = fit(SheetPlan(paper=A4, bleed=mm(3)), trim)
    assert grid is not None
    assert grid.origin == Position(mm(5), mm(5))
    assert grid.turned == (trim.width > trim.height)


def test_cropped_bleed_costs_no_rows_across_it():
    grid = fit(SheetPlan(paper=Size(mm(210), mm(210)), bleed=mm(3)), Size(mm(198), mm(60)))
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (1, 3, False)


def test_bleed_ends_at_the_edge_of_the_paper():
    plan = SheetPlan(paper=A4, margin=Insets.even(mm(1)), bleed=mm(3))
    grid = fit(plan, Size(mm(208), mm(280)))
    assert grid is not None
    assert face_reach(plan, grid).x == mm(1)
    assert face_reach(plan, grid).y == mm(3)


def test_bleed_is_not_cropped_if_another_arrangement_preserves_it():
    upright_would_be_cut = Size(mm(198), mm(60))
    grid = fit(SheetPlan(paper=A4, bleed=mm(3)), upright_would_be_cut)
    assert grid is not None
    assert (grid.turned, grid.columns, grid.rows) == (True, 3, 1)


# Bleed


def bled(position: Position, cell: Size, reach: Insets) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a trim with its bleed, in grains."""
    return (
        (position.x - reach.left).grains,
        (position.y - reach.top).grains,
        (position.x + cell.width + reach.right).grains,
        (position.y + cell.height + reach.bottom).grains,
    )


@given(fitted(), flips)
def test_bleeds_never_meet_and_never_leave_the_paper(case, flip):
    plan, _, grid = case
    flip = grid.fold or flip
    face, back = face_reach(plan, grid), back_reach(plan, grid)
    slots = range(min(grid.slots, 2 * grid.columns))  # two rows say it all
    faces = [bled(grid.slot(slot), grid.cell, face.around(grid, slot)) for slot in slots]
    backs = [bled(grid.behind(slot, flip), grid.cell, back.behind(grid, slot, flip)) for slot in slots]
    for side in [faces + backs] if grid.fold else [faces, backs]:
        for index, (left, top, right, bottom) in enumerate(side):
            assert left >= 0
            assert top >= 0
            assert right <= plan.paper.width.grains
            assert bottom <= plan.paper.height.grains
            for x1, y1, x2, y2 in side[:index]:
                assert x2 <= left or right <= x1 or y2 <= top or bottom <= y1


def test_backs_bleed_wider_outside_but_leave_crop_marks_their_place():
    plan = SheetPlan(paper=A4, bleed=ZERO, back_bleed=mm(5))
    grid = fit(plan, POKER)
    assert grid is not None
    assert tuple(face_reach(plan, grid)) == (ZERO, ZERO, ZERO, ZERO)
    # 9.75 mm to the edge, 5 of them unprintable, 2 for a mark; 15.15 mm above and below
    assert tuple(back_reach(plan, grid)) == (mm(2.75), mm(5), ZERO, mm(5))


def test_backs_that_are_not_printed_reach_nowhere():
    plan = SheetPlan(paper=A4, duplex=Duplex.OFF, bleed=mm(3), back_bleed=mm(5))
    grid = fit(plan, POKER)
    assert grid is not None
    assert back_reach(plan, grid) == face_reach(plan, grid)


def test_reach_of_a_back_is_that_of_its_face_seen_from_behind():
    plan = SheetPlan(paper=A4, bleed=mm(3), back_bleed=mm(5))
    grid = fit(plan, POKER)
    assert grid is not None
    assert (grid.columns, grid.rows, grid.turned) == (2, 4, True)
    reach = back_reach(plan, grid)
    assert reach.behind(grid, 0, Flip.TURN) == Insets(reach.y, reach.x, mm(3), mm(3))
    assert reach.behind(grid, 0, Flip.TUMBLE) == Insets(mm(3), mm(3), reach.y, reach.x)


@given(st.integers(0, 3))
def test_turning_moves_the_sides_of_a_drawing_clockwise(quarters):
    sides = Insets(mm(1), mm(2), mm(3), mm(4))
    once = turn(sides, 1)
    assert once == Insets(top=mm(4), right=mm(1), bottom=mm(2), left=mm(3))
    assert turn(turn(sides, quarters), 4 - quarters) == sides
