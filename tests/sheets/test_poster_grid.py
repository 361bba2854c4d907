"""Pieces larger than the paper: sentences about every way of splitting one."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, inch, mm
from pawprint.sheets.nup import fit
from pawprint.sheets.plan import CUT_LOSS, Duplex, Flip, SheetPlan
from pawprint.sheets.poster import MAX_SHEETS, PosterGrid, PosterPart, name_of, split
from strategies import lengths

A4, LETTER, A3 = Size(mm(210), mm(297)), Size(inch(8.5), inch(11)), Size(mm(297), mm(420))
LAKE = Size(mm(400), mm(280))

#: Two grains in points: what centring may leave over.
TINY = 2 / 127_000


plans = st.builds(
    SheetPlan,
    paper=st.sampled_from([A4, LETTER, A4.turned()]) | st.builds(Size, lengths(100, 450), lengths(100, 450)),
    margin=st.builds(Insets, *[lengths(0, 14)] * 4),
    duplex=st.sampled_from([Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.OFF]),
    bleed=st.just(ZERO) | lengths(0, 5),
    overlap=st.just(mm(10)) | lengths(5, 40),
)


@st.composite
def jobs(draw) -> tuple[SheetPlan, PosterGrid]:
    """A piece that does not fit the paper, and its tiling."""
    plan, trim = draw(plans), Size(draw(lengths(30, 1200)), draw(lengths(30, 1200)))
    assume(fit(plan, trim) is None)
    tiling = split(plan, trim)
    assume(tiling is not None)
    return plan, tiling


# What is on the sheets


@given(jobs())
def test_tiles_together_are_the_trim_and_its_bleed(job):
    plan, tiling = job
    for parts, side in ((tiling.columns, tiling.trim.width), (tiling.rows, tiling.trim.height)):
        assert parts[0].start == -plan.bleed
        assert parts[-1].stop == side + plan.bleed
        assert (parts[0].low, parts[-1].high) == (ZERO, side), "the outermost cuts are on the trim"
        for part, following in pairwise(parts):
            assert part.stop - following.start == plan.overlap, "neighbours have the overlap in common, and no more"
            assert part.start < following.start


@given(jobs())
def test_neighbour_is_aligned_to_the_seam_and_the_covered_area_is_glued(job):
    plan, tiling = job
    for parts in (tiling.columns, tiling.rows):
        assert parts[-1].seam is None
        for part, following in pairwise(parts):
            assert part.seam == following.low == following.start + CUT_LOSS
            assert part.high == part.stop - CUT_LOSS
            assert part.high - part.seam == plan.overlap - 2 * CUT_LOSS
            assert part.low < part.seam < part.high < following.high
        for part in parts:
            assert part.start <= part.low < part.high <= part.stop


@given(jobs())
def test_strip_is_covered_by_a_single_sheet(job):
    """Else three sheets would lie upon each other along a whole seam."""
    _, tiling = job
    for parts in (tiling.columns, tiling.rows):
        for part, after_next in zip(parts, parts[2:], strict=False):
            assert part.high < after_next.low


@given(jobs(), st.sampled_from([None, Flip.TURN, Flip.TUMBLE]))
def test_no_tile_leaves_the_printable_area(job, flip):
    plan, tiling = job
    for tile in tiling.tiles():
        box = tiling.box(tile, flip)
        assert box.x >= plan.inset.width.pt - TINY
        assert box.y >= plan.inset.height.pt - TINY
        assert box.right <= (plan.paper.width - plan.inset.width).pt + TINY
        assert box.bottom <= (plan.paper.height - plan.inset.height).pt + TINY


@given(jobs())
def test_all_tiles_have_the_same_size_in_the_middle_of_their_sheets(job):
    plan, tiling = job
    for parts in (tiling.columns, tiling.rows):
        sizes = {part.length.grains for part in parts}
        assert max(sizes) - min(sizes) <= 1
    for tile in tiling.tiles():
        box = tiling.box(tile)
        assert box.x + box.width / 2 == pytest.approx(plan.paper.width.pt / 2, abs=TINY)
        assert box.y + box.height / 2 == pytest.approx(plan.paper.height.pt / 2, abs=TINY)


@given(jobs())
def test_each_point_of_the_art_has_its_place_on_every_sheet_that_shows_it(job):
    """The art's box on the sheet is where the matrix puts what the tile says it has."""
    _, tiling = job
    for tile in tiling.tiles():
        a, b, c, d, e, f = tiling.matrix(tile)
        corners = [(x.pt, y.pt) for x in tile.across[:2] for y in tile.down[:2]]
        on_sheet = [(a * x + c * y + e, b * x + d * y + f) for x, y in corners]
        box = tiling.box(tile)
        assert min(x for x, _ in on_sheet) == pytest.approx(box.x, abs=1e-6)
        assert max(x for x, _ in on_sheet) == pytest.approx(box.right, abs=1e-6)
        assert min(y for _, y in on_sheet) == pytest.approx(box.y, abs=1e-6)
        assert max(y for _, y in on_sheet) == pytest.approx(box.bottom, abs=1e-6)
        assert a * d - b * c == 1, "neither larger nor mirrored"


@given(jobs(), st.sampled_from([Flip.TURN, Flip.TUMBLE]), st.floats(0, 1), st.floats(0, 1))
def test_back_of_a_point_on_a_tile_is_its_back_on_the_whole_piece(job, flip, u, v):
    plan, tiling = job
    width, height = plan.paper.width.pt, plan.paper.height.pt
    for tile in tiling.tiles():
        x = tile.across.start.pt + u * tile.across.length.pt
        y = tile.down.start.pt + v * tile.down.length.pt
        a, b, c, d, e, f = tiling.matrix(tile)
        on_face = a * x + c * y + e, b * x + d * y + f
        a, b, c, d, e, f = tiling.matrix(tiling.behind(tile), flip)
        mirrored = tiling.trim.width.pt - x
        on_back = a * mirrored + c * y + e, b * mirrored + d * y + f
        seen_through = (width - on_back[0], on_back[1]) if flip is Flip.TURN else (on_back[0], height - on_back[1])
        assert seen_through == pytest.approx(on_face, abs=1e-6)


def test_parts_seen_from_behind_change_sides():
    part = PosterPart(mm(90), mm(200), mm(91), mm(199), mm(191))
    assert part.reflected(mm(300)) == PosterPart(mm(100), mm(210), mm(101), mm(209), None)


# How many sheets


def fewest(plan: SheetPlan, trim: Size) -> int:
    """By trying: the fewest sheets, all lying alike, that can show a piece with its bleed."""
    area = (plan.paper.width - 2 * plan.inset.width, plan.paper.height - 2 * plan.inset.height)
    counts = []
    for room in (area, area[::-1]):
        product = 1
        for side, limit in zip(trim, room, strict=True):
            number = 1
            while number * limit - (number - 1) * plan.overlap < side + 2 * plan.bleed:
                number += 1
            product *= number
        counts.append(product)
    return min(counts)


@given(jobs())
def test_no_tiling_has_fewer_sheets(job):
    plan, tiling = job
    assert tiling.sheets == fewest(plan, tiling.trim) == len(tiling.tiles())


@pytest.mark.parametrize(
    ("trim", "paper", "bleed", "columns", "rows", "turned"),
    [
        (LAKE, A4, 0, 3, 1, False),
        (LAKE, LETTER, 0, 2, 2, False),
        (LAKE, LETTER, 3, 2, 2, True),
        (LAKE.turned(), A4, 0, 1, 3, True),
        (Size(mm(600), mm(600)), A4, 0, 4, 3, False),
        (Size(mm(600), mm(600)), A3, 0, 3, 2, False),
        (Size(mm(457.2), mm(457.2)), A4, 0, 3, 2, False),  # print-production reference, section 7.3
        (Size(mm(457.2), mm(457.2)), LETTER, 0, 3, 2, False),
        (Size(mm(594), mm(420)), A4, 0, 4, 2, False),
        (Size(mm(594), mm(420)), LETTER, 0, 3, 2, False),
        (Size(mm(841), mm(594)), A4, 0, 3, 4, True),
    ],
)
def test_boards_that_people_print(trim, paper, bleed, columns, rows, turned):
    tiling = split(SheetPlan(paper=paper, bleed=mm(bleed)), trim)
    assert (len(tiling.columns), len(tiling.rows)) == (columns, rows)
    assert tiling.turned is turned


def test_short_joints_decide_between_equal_numbers_of_sheets():
    tiling = split(SheetPlan(paper=A4), Size(mm(400), mm(500)))  # upright 3 x 2 sheets, and 100 mm more to glue
    assert (len(tiling.columns), len(tiling.rows), tiling.turned) == (2, 3, True)
    assert tiling.joints == mm(500 + 2 * 400)


def test_lake_to_the_millimetre():
    tiling = split(SheetPlan(paper=A4), LAKE)
    assert tiling.columns == (
        PosterPart(mm(0), mm(140), mm(0), mm(139), mm(131)),
        PosterPart(mm(130), mm(270), mm(131), mm(269), mm(261)),
        PosterPart(mm(260), mm(400), mm(261), mm(400)),
    )
    assert tiling.rows == (PosterPart(mm(0), mm(280), mm(0), mm(280)),)
    assert [tile.name for tile in tiling.tiles()] == ["A1", "B1", "C1"]
    assert tiling.names() == (("A1", "B1", "C1"),)
    assert tiling.joints == mm(560)
    _, middle, _ = tiling.tiles()
    assert tiling.corner(middle) == (mm(35), mm(8.5))
    assert tiling.matrix(middle) == (1.0, 0.0, 0.0, 1.0, mm(35 - 130).pt, mm(8.5).pt)


@pytest.mark.parametrize(("column", "row", "name"), [(0, 0, "A1"), (1, 0, "B1"), (0, 1, "A2"), (25, 11, "Z12")])
def test_tiles_are_named_like_fields_of_a_chessboard(column, row, name):
    assert name_of(column, row) == name


@pytest.mark.parametrize(
    ("plan", "trim"),
    [
        (SheetPlan(paper=Size(mm(60), mm(90))), Size(mm(63.5), mm(88.9))),  # no room on a sheet
        (SheetPlan(paper=Size(mm(79), mm(300))), Size(mm(200), mm(200))),
        (SheetPlan(paper=Size(mm(90), mm(300)), overlap=mm(40)), Size(mm(200), mm(200))),  # twice the overlap is left
        (SheetPlan(paper=A4), Size(mm(4000), mm(6000))),  # hundreds of sheets
        (SheetPlan(paper=A4), Size(mm(10_000), mm(100))),  # more columns than letters
    ],
)
def test_piece_too_large_to_split_is_reported(plan, trim):
    assert split(plan, trim) is None


@given(jobs())
def test_number_of_sheets_is_bounded(job):
    _, tiling = job
    assert 1 < tiling.sheets <= MAX_SHEETS
