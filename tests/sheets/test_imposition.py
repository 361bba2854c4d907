"""Sheets filled with pieces: order, empty slots, clips, slugs."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.graphics.ops import DrawBox, Drawing, Group, Layer, Paint
from pawprint.sheets._sheet_marks import slug_strip
from pawprint.sheets.imposition import Piece, impose, one_up
from pawprint.sheets.nup import fit
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan
from strategies import lengths

A4 = Size(mm(210), mm(297))
POKER = Size(mm(63), mm(88))
BLEED = Insets.even(mm(3))
WORDS = DrawBox(0, 0, 1, 1, Paint(fill=BLACK))


def drawing(name: str, trim: Size = POKER, bleed: Insets = BLEED) -> Drawing:
    return Drawing(name, trim, bleed, Layer())


def pieces(*copies: int, backs: bool = True) -> list[Piece]:
    return [Piece(drawing(f"face {i}"), drawing(f"back {i}") if backs else None, n) for i, n in enumerate(copies)]


def no_slug(number, sheets, side):
    return ()


def names(side) -> list[str]:
    return [placement.drawing.name for placement in side.placements]


def middle(placement) -> tuple[float, float]:
    """The middle of the trim on the sheet."""
    a, b, c, d, e, f = placement.matrix
    x, y = placement.drawing.trim.width.pt / 2, placement.drawing.trim.height.pt / 2
    return a * x + c * y + e, b * x + d * y + f


plans = st.builds(
    SheetPlan,
    paper=st.sampled_from([A4, A4.turned()]) | st.builds(Size, lengths(150, 320), lengths(150, 320)),
    margin=st.builds(Insets, *[lengths(0, 10)] * 4),
    duplex=st.sampled_from(Duplex),
    bleed=st.just(ZERO) | lengths(0, 5),
    back_bleed=st.none() | lengths(0, 9),
    marks=st.sampled_from(Marks),
)
heaps = st.lists(st.tuples(st.integers(0, 7), st.booleans()), max_size=8)


@st.composite
def jobs(draw) -> tuple[list[Piece], SheetPlan]:
    plan, trim = draw(plans), Size(draw(lengths(25, 110)), draw(lengths(25, 110)))
    assume(fit(plan, trim) is not None)
    heap = draw(heaps)
    bleed = Insets(*(draw(lengths(0, 6)) for _ in range(4)))
    return [
        Piece(drawing(f"face {i}", trim, bleed), drawing(f"back {i}", trim, bleed) if back else None, copies)
        for i, (copies, back) in enumerate(heap)
    ], plan


# Filling


@given(jobs())
def test_every_copy_is_on_the_sheets_once_and_in_order(job):
    heap, plan = job
    sides = impose(heap, plan, no_slug)
    faces = [name for side in sides for name in names(side) if name.startswith("face")]
    assert faces == [piece.face.name for piece in heap for _ in range(piece.copies)]
    backs = sorted(name for side in sides for name in names(side) if name.startswith("back"))
    expected = sorted(piece.back.name for piece in heap if piece.back for _ in range(piece.copies))
    assert backs == ([] if plan.duplex is Duplex.OFF else expected)


@given(jobs())
def test_every_back_is_behind_its_face(job):
    heap, plan = job
    sides = impose(heap, plan, no_slug)
    has_back = {piece.face.name: piece.back is not None for piece in heap}
    if plan.duplex is Duplex.OFF:
        return
    step = 1 if plan.duplex is Duplex.GUTTERFOLD else 2
    for sheet in range(0, len(sides), step):
        placed = [place for side in sides[sheet : sheet + step] for place in side.placements]
        faces = [place for place in placed if place.drawing.name.startswith("face")]
        backs = [place for place in placed if place.drawing.name.startswith("back")]
        grid = fit(plan, heap[0].face.trim)
        flip = grid.fold or plan.flip
        behind = {}
        for place in backs:
            x, y = middle(place)
            x, y = (plan.paper.width.pt - x, y) if flip is Flip.TURN else (x, plan.paper.height.pt - y)
            behind[round(x, 3), round(y, 3)] = place.drawing.name
        for place in faces:
            x, y = middle(place)
            found = behind.pop((round(x, 3), round(y, 3)), None) or next(
                (name for (a, b), name in behind.items() if abs(a - x) + abs(b - y) < 0.01), None
            )
            expected = place.drawing.name.replace("face", "back") if has_back[place.drawing.name] else None
            assert found == expected


@given(jobs())
def test_clips_hold_the_trim_and_no_more_bleed_than_the_art_has(job):
    heap, plan = job
    for side in impose(heap, plan, no_slug):
        for place in side.placements:
            x, y = middle(place)
            clip, own = place.clip, place.drawing.bleed
            most = max(own.top, own.right, own.bottom, own.left).pt
            trim = place.drawing.trim
            turned = place.matrix[0] == 0
            width, height = (trim.height, trim.width) if turned else (trim.width, trim.height)
            inner = Box(x - width.pt / 2, y - height.pt / 2, width.pt, height.pt)
            for low, value, high in (
                (inner.x - most, clip.x, inner.x),
                (inner.y - most, clip.y, inner.y),
                (inner.right, clip.right, inner.right + most),
                (inner.bottom, clip.bottom, inner.bottom + most),
            ):
                assert low - 1e-6 <= value <= high + 1e-6


def test_backs_of_a_short_last_sheet_stay_aligned():
    sides = impose(pieces(9, 2), SheetPlan(paper=A4), no_slug)
    assert [side.label for side in sides] == ["Sheet 1 face", "Sheet 1 back", "Sheet 2 face", "Sheet 2 back"]
    face, back = sides[2], sides[3]
    assert len(face.placements) == len(back.placements) == 2
    assert [middle(p)[0] for p in face.placements] == pytest.approx([mm(42).pt, mm(105).pt])
    assert [middle(p)[0] for p in back.placements] == pytest.approx([mm(105).pt, mm(168).pt])
    assert [middle(p)[1] for p in back.placements] == [middle(p)[1] for p in face.placements]


def test_short_last_sheet_that_tumbles_fills_the_lowest_row_of_backs():
    back = impose(pieces(11), SheetPlan(paper=A4, duplex=Duplex.SHORT_EDGE), no_slug)[3]
    assert [middle(p) for p in back.placements] == [
        pytest.approx((mm(42).pt, mm(297 - 16.5 - 44).pt)),
        pytest.approx((mm(105).pt, mm(297 - 16.5 - 44).pt)),
    ]
    assert all(p.matrix[:4] == (-1.0, 0.0, 0.0, -1.0) for p in back.placements)


def test_mixed_backs_share_a_sheet_and_are_listed_in_reading_order():
    face, back = impose(pieces(1, 1, 1, 1, 1, 1, 1), SheetPlan(paper=A4), no_slug)
    assert names(face) == [f"face {i}" for i in range(7)]
    assert names(back) == [f"back {i}" for i in (2, 1, 0, 5, 4, 3, 6)]


def test_piece_without_back_leaves_its_place_white():
    mixed = [*pieces(1), Piece(drawing("bare")), *pieces(1)]
    face, back = impose(mixed, SheetPlan(paper=A4), no_slug)
    assert len(face.placements) == 3
    assert [middle(p)[0] for p in back.placements] == pytest.approx([mm(42).pt, mm(168).pt])


def test_duplex_sheet_has_a_back_even_if_it_is_empty():
    sides = impose(pieces(10, backs=False), SheetPlan(paper=A4), no_slug)
    assert [len(side.placements) for side in sides] == [9, 0, 1, 0]


def test_sheets_without_duplex_have_only_faces():
    sides = impose(pieces(10), SheetPlan(paper=A4, duplex=Duplex.OFF), no_slug)
    assert [side.label for side in sides] == ["Sheet 1 face", "Sheet 2 face"]


def test_gutterfold_has_faces_and_backs_on_a_single_side():
    sides = impose(pieces(5), SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD), no_slug)
    assert [side.label for side in sides] == ["Sheet 1 face and back", "Sheet 2 face and back"]
    assert names(sides[0]) == ["face 0"] * 4 + ["back 0"] * 4
    halves = [middle(p)[0] < A4.width.pt / 2 for p in sides[0].placements]
    assert halves == [True] * 4 + [False] * 4


@pytest.mark.parametrize("heap", [[], pieces(0, 0)])
def test_empty_print_has_no_sheets(heap):
    assert impose(heap, SheetPlan(paper=A4), no_slug) == ()


def test_pieces_of_several_sizes_are_refused():
    odd = Piece(drawing("square", Size(mm(70), mm(70))))
    with pytest.raises(ValueError, match="'square' is 70 mm x 70 mm"):
        impose([*pieces(1), odd], SheetPlan(paper=A4), no_slug)
    with pytest.raises(ValueError, match="'square'"):
        one_up(Piece(drawing("face"), odd.face), ZERO, False)


def test_piece_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match=r"'board' .* does not fit"):
        impose([Piece(drawing("board", Size(mm(300), mm(300))))], SheetPlan(paper=A4), no_slug)


# Clips


def test_bleed_is_cut_in_the_middle_of_the_gutter_and_wider_outside_on_backs():
    art = Insets.even(mm(10))
    piece = Piece(drawing("face", bleed=art), drawing("back", bleed=art), 11)
    plan = SheetPlan(paper=Size(mm(300), mm(300)), bleed=mm(2), back_bleed=mm(4))
    face, back = impose([piece], plan, no_slug)
    grid = fit(plan, POKER, 11)
    assert (grid.columns, grid.rows, grid.turned) == (4, 3, False)
    x, y = grid.origin
    expected = Box((x - mm(2)).pt, (y - mm(2)).pt, mm(67).pt, mm(92).pt)
    assert face.placements[0].clip == expected
    corner = back.placements[0].clip  # behind the last slot of the first row
    assert (corner.x, corner.y) == pytest.approx(((x - mm(4)).pt, (y - mm(4)).pt))
    assert (corner.width, corner.height) == pytest.approx((mm(69).pt, mm(94).pt))


def test_art_with_less_bleed_is_clipped_on_that_side():
    art = Insets(top=mm(1), right=mm(2), bottom=mm(3), left=ZERO)
    plan = SheetPlan(paper=A4, bleed=mm(3))  # pieces lie turned: their top is at the right
    face, back = impose([Piece(drawing("face", bleed=art), drawing("back", bleed=art), 8)], plan, no_slug)
    clip, trim = face.placements[0].clip, fit(plan, POKER).slot(0)
    assert clip.x == pytest.approx((trim.x - mm(3)).pt)
    assert clip.y == pytest.approx(trim.y.pt)
    assert clip.right == pytest.approx((trim.x + mm(88 + 1)).pt)
    assert clip.bottom == pytest.approx((trim.y + mm(63 + 2)).pt)
    clip, trim = back.placements[1].clip, fit(plan, POKER).behind(0, Flip.TURN)  # top at the left
    assert clip.x == pytest.approx((trim.x - mm(1)).pt)
    assert clip.y == pytest.approx((trim.y - mm(2)).pt)
    assert clip.right == pytest.approx((trim.x + mm(88 + 3)).pt)
    assert clip.bottom == pytest.approx((trim.y + mm(63)).pt)


def test_without_bleed_a_piece_ends_at_its_trim():
    face, _ = impose(pieces(9), SheetPlan(paper=A4), no_slug)
    assert face.placements[0].clip == Box(mm(10.5).pt, mm(16.5).pt, mm(63).pt, mm(88).pt)


def test_pieces_of_a_single_sheet_are_centred_in_the_fewest_rows_and_columns():
    for count, across, down in ((1, 1, 1), (2, 2, 1), (4, 2, 2), (5, 3, 2), (7, 3, 3)):
        face, back = impose(pieces(count), SheetPlan(paper=A4), no_slug)
        xs = sorted({round(middle(place)[0], 3) for place in face.placements})
        ys = sorted({round(middle(place)[1], 3) for place in face.placements})
        assert (len(xs), len(ys)) == (across, down)
        assert (xs[0] + xs[-1], ys[0] + ys[-1]) == pytest.approx((A4.width.pt, A4.height.pt), abs=0.01)
        assert len(back.placements) == count


def test_short_last_sheet_has_the_places_of_the_first():
    first, _, last, _ = impose(pieces(11), SheetPlan(paper=A4), no_slug)
    assert [middle(place) for place in last.placements] == [middle(place) for place in first.placements[:2]]


# Marks and slug


def test_all_sides_share_the_same_marks():
    sides = impose(pieces(100), SheetPlan(paper=A4), no_slug)
    assert len(sides) == 24
    assert {id(side.ops[0]) for side in sides} == {id(sides[0].ops[0])}


def test_ticks_are_on_faces_only():
    trim = Size(mm(50), mm(50))
    sides = impose([Piece(drawing("face", trim), drawing("back", trim), 40)], SheetPlan(paper=A4), no_slug)
    assert [len(side.ops) for side in sides] == [2, 1, 2, 1]
    assert sides[0].ops is sides[2].ops
    assert sides[0].ops[0] is sides[1].ops[0]


def test_each_slot_is_worked_out_once():
    sides = impose(pieces(100), SheetPlan(paper=A4), no_slug)
    first, second = sides[0].placements[4], sides[2].placements[4]
    assert first.matrix is second.matrix
    assert first.clip is second.clip


def test_slug_is_requested_for_every_side_and_placed_in_its_strip():
    asked = []

    def slug(number, sheets, side):
        asked.append((number, sheets, side))
        return (WORDS,)

    plan = SheetPlan(paper=A4)
    sides = impose(pieces(10), plan, slug)
    assert asked == [(1, 2, "face"), (1, 2, "back"), (2, 2, "face"), (2, 2, "back")]
    strip = slug_strip(plan, fit(plan, POKER))
    for side in sides:
        _, words = side.ops
        assert isinstance(words, Group)
        assert words.ops == (WORDS,)
        assert words.matrix == strip.matrix
        assert words.clip[2] == ("L", strip.width.pt, strip.height.pt)


def test_slug_without_space_is_left_out():
    board = drawing("board", Size(mm(198), mm(285)))
    (face,) = impose([Piece(board)], SheetPlan(paper=A4, duplex=Duplex.OFF), lambda *_: (WORDS,))
    assert len(face.ops) <= 1


@given(jobs())
def test_same_pieces_and_plan_give_same_sides(job):
    heap, plan = job
    assert impose(heap, plan, lambda *_: (WORDS,)) == impose(heap, plan, lambda *_: (WORDS,))


# One piece on a page


def test_single_page_is_trim_and_bleed():
    (piece,) = pieces(4)
    face, back = one_up(piece, mm(3), marks=False)
    assert face.size == back.size == Size(mm(69), mm(94))
    assert face.trim == Box(mm(3).pt, mm(3).pt, mm(63).pt, mm(88).pt)
    assert face.bleed == Box(0.0, 0.0, mm(69).pt, mm(94).pt)
    assert face.placements[0].matrix == (1.0, 0.0, 0.0, 1.0, mm(3).pt, mm(3).pt)
    assert face.placements[0].clip == face.bleed
    assert face.ops == ()
    assert (face.label, back.label) == ("face 0", "back 0")


@pytest.mark.parametrize(("bleed", "room"), [(0, 7), (1, 8), (3, 8), (5.75, 10.75)])
def test_single_page_with_marks_has_room_for_them(bleed, room):
    (side,) = one_up(Piece(drawing("face")), mm(bleed), marks=True)
    assert side.size == Size(mm(63 + 2 * room), mm(88 + 2 * room))
    assert side.trim == Box(mm(room).pt, mm(room).pt, mm(63).pt, mm(88).pt)
    assert len(side.ops) == 1


def test_art_that_bleeds_less_than_its_page_ends_where_it_ends():
    (side,) = one_up(Piece(drawing("face", bleed=Insets.even(mm(1)))), mm(3), marks=False)
    assert side.placements[0].clip == Box(mm(2).pt, mm(2).pt, mm(65).pt, mm(90).pt)


def test_single_pages_of_the_same_size_share_their_marks():
    first, second = (one_up(piece, mm(3), marks=True)[0] for piece in pieces(1, 1))
    assert first.ops is second.ops
