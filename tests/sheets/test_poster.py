"""Sheets with a part of a larger piece on each: order, backs, marks, words."""

from collections.abc import Iterable, Iterator

import pytest

from pawprint.core.colour import BLACK, WHITE
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import ZERO, inch, mm
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint
from pawprint.sheets._marks import CROP_INK, GRID_INK, HALO_INK
from pawprint.sheets.imposition import Piece
from pawprint.sheets.plan import Duplex, Marks, SheetPlan
from pawprint.sheets.poster import PosterGrid, cuts, sheet_count, slug_place, split, tiled

A4, LETTER = Size(mm(210), mm(297)), Size(inch(8.5), inch(11))
LAKE = Size(mm(400), mm(280))
WORDS = DrawBox(0, 0, 1, 1, Paint(fill=BLACK))


def drawing(name: str, trim: Size = LAKE, bleed: float = 0) -> Drawing:
    return Drawing(name, trim, Insets.even(mm(bleed)), Layer())


def sides_of(pieces, plan, trim=LAKE, slug=lambda *_: (), caption=lambda *_: ()):
    return tiled(
        pieces, plan, split(plan, trim), slug, caption,
        lambda number, side, piece, tile: f"{number} {side} {piece.name} {tile.name}",
    )  # fmt: skip


def tiling_of(plan: SheetPlan, trim: Size = LAKE) -> PosterGrid:
    tiling = split(plan, trim)
    assert tiling is not None
    return tiling


def labels(sides) -> list[str]:
    return [side.label for side in sides]


def flat(ops: Iterable[Op], matrix=(1.0, 0.0, 0.0, 1.0, 0.0, 0.0)) -> Iterator[tuple[Op, tuple[float, ...]]]:
    """All operations below groups, and the matrices they stand under."""
    for op in ops:
        if isinstance(op, Group):
            a, b, c, d, e, f = matrix
            m = op.matrix
            inner = (
                a * m[0] + c * m[1], b * m[0] + d * m[1], a * m[2] + c * m[3], b * m[2] + d * m[3],
                a * m[4] + c * m[5] + e, b * m[4] + d * m[5] + f,
            )  # fmt: skip
            yield from flat(op.ops, inner)
        else:
            yield op, matrix


def lines(ops: Iterable[Op], *inks: Paint) -> list[tuple[float, float, float, float]]:
    """The straight lines of the marks on a sheet: x1, y1, x2, y2 in mm of the sheet, low ends first."""
    found = []
    for op, (a, b, c, d, e, f) in flat(ops):
        if isinstance(op, DrawPath) and op.paint in (inks or (CROP_INK, GRID_INK)):
            points = [(a * s[1] + c * s[2] + e, b * s[1] + d * s[2] + f) for s in op.path]
            for start, stop in zip(points[::2], points[1::2], strict=True):
                (x1, y1), (x2, y2) = sorted((start, stop))
                found.append(tuple(round(value * 25.4 / 72, 3) for value in (x1, y1, x2, y2)))
    return sorted(found)


# Order and counts


def test_tiles_follow_row_by_row_piece_by_piece_copy_by_copy():
    plan = SheetPlan(paper=LETTER, duplex=Duplex.OFF)
    pieces = [Piece(drawing("day"), None, 2, "day"), Piece(drawing("night"), None, 1, "night")]
    sides = sides_of(pieces, plan)
    assert [label.split()[2:] for label in labels(sides)] == [
        [name, tile] for name in ("day", "day", "night") for tile in ("A1", "B1", "A2", "B2")
    ]
    assert [label.split()[0] for label in labels(sides)] == [str(number) for number in range(1, 13)]
    assert sheet_count(pieces, plan, tiling_of(plan)) == 12
    assert {side.size for side in sides} == {LETTER}
    assert all(len(side.placements) == 1 for side in sides)


def test_all_sheets_of_a_piece_share_a_drawing():
    board = drawing("board")
    sides = sides_of([Piece(board)], SheetPlan(paper=A4, duplex=Duplex.OFF))
    assert {id(side.placements[0].drawing) for side in sides} == {id(board)}


@pytest.mark.parametrize("duplex", [Duplex.LONG_EDGE, Duplex.SHORT_EDGE])
def test_two_sided_sheets_have_their_backs_behind_them(duplex):
    plan = SheetPlan(paper=A4, duplex=duplex)
    sides = sides_of([Piece(drawing("face"), drawing("back"), 1, "lake")], plan)
    assert labels(sides) == [
        f"{n} {side} lake {t}1" for n, t in ((1, "A"), (2, "B"), (3, "C")) for side in ("face", "back")
    ]
    assert [side.placements[0].drawing.name for side in sides] == ["face", "back"] * 3
    assert sheet_count([Piece(drawing("face"), drawing("back"))], plan, tiling_of(plan)) == 3


def test_other_side_of_a_piece_without_a_back_is_empty():
    sides = sides_of([Piece(drawing("face"), drawing("back")), Piece(drawing("bare"))], SheetPlan(paper=A4))
    assert [len(side.placements) for side in sides] == [1] * 6 + [1, 0] * 3
    assert all(side.ops == () for side in sides[7::2])


def test_back_is_a_separate_piece_instead_of_a_fold():
    plan = SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD)
    pieces = [Piece(drawing("face"), drawing("back"), 2, "lake"), Piece(drawing("bare"), None, 1, "bare")]
    sides = sides_of(pieces, plan)
    names = [side.placements[0].drawing.name for side in sides]
    assert names == (["face"] * 3 + ["back"] * 3) * 2 + ["bare"] * 3
    assert sheet_count(pieces, plan, tiling_of(plan)) == len(sides) == 15
    assert sides[0].placements[0].clip == sides[3].placements[0].clip, "as any face, not mirrored"
    assert sides[0].placements[0].matrix == sides[3].placements[0].matrix


def test_zero_copies_have_no_sheets():
    assert sides_of([Piece(drawing("face"), None, 0)], SheetPlan(paper=A4)) == ()


# Marks


def test_each_sheet_is_cut_to_a_rectangle():
    sides = sides_of([Piece(drawing("face"))], SheetPlan(paper=A4, duplex=Duplex.OFF))
    # art at 35..175 x 8.5..288.5; marks from 1 mm outside of it, 1 to 5 mm long as there is room
    verticals = [sorted({line[0] for line in lines(side.ops) if line[0] == line[2]}) for side in sides]
    assert verticals == [[35, 174], [36, 174], [36, 175]], "1 mm inside of the art at the joints"
    for side in sides:
        horizontals = [line for line in lines(side.ops) if line[1] == line[3]]
        assert sorted({line[1] for line in horizontals}) == [8.5, 288.5]
        assert sorted({(line[0], line[2]) for line in horizontals}) == [(29, 34), (176, 181)]
        assert {(line[1], line[3]) for line in lines(side.ops) if line[0] == line[2]} == {(5.0, 7.5), (289.5, 292.0)}


def test_hairlines_cross_the_sheet_and_marks_can_be_disabled():
    tiling = tiling_of(SheetPlan(paper=A4))
    _, middle, _ = tiling.tiles()
    (through,) = cuts(SheetPlan(paper=A4, marks=Marks.GRID), tiling, middle)
    assert len(through.path) == 8
    assert through.paint == GRID_INK
    assert cuts(SheetPlan(paper=A4, marks=Marks.NONE), tiling, middle) == ()


@pytest.mark.parametrize("bleed", [0, 3, 5])
@pytest.mark.parametrize("paper", [A4, LETTER, A4.turned()])
@pytest.mark.parametrize("trim", [LAKE, LAKE.turned(), Size(mm(600), mm(600)), Size(mm(387), mm(285))])
def test_marks_touch_no_art_and_stay_on_the_paper(bleed, paper, trim):
    plan = SheetPlan(paper=paper, bleed=mm(bleed))
    pieces = [Piece(drawing("face", trim, bleed), drawing("back", trim, bleed))]
    for side in sides_of(pieces, plan, trim):
        (placement,) = side.placements
        clip = placement.clip
        for x1, y1, x2, y2 in lines(side.ops, CROP_INK):
            assert min(x1, y1) >= 4.999
            assert x2 <= paper.width.mm - 4.999
            assert y2 <= paper.height.mm - 4.999
            if (x1, y1, x2, y2) in lines(side.ops, HALO_INK):  # a tick upon art
                assert side.label.split()[1] == "face"
                assert x2 - x1 + y2 - y1 == pytest.approx(2.5)
                continue
            assert x2 - x1 + y2 - y1 >= 1.999
            outside = (
                x2 <= clip.x * 25.4 / 72 - 0.99 or x1 >= clip.right * 25.4 / 72 + 0.99
                or y2 <= clip.y * 25.4 / 72 - 0.99 or y1 >= clip.bottom * 25.4 / 72 + 0.99
            )  # fmt: skip
            assert outside


def test_ticks_begin_where_printers_do_if_art_fills_the_paper():
    sides = sides_of([Piece(drawing("face"), drawing("back"))], SheetPlan(paper=LETTER))
    for face, back in zip(sides[::2], sides[1::2], strict=True):
        upright = [line for line in lines(face.ops, HALO_INK) if line[0] == line[2]]
        level = [line for line in lines(face.ops, HALO_INK) if line[1] == line[3]]
        assert upright == []
        assert {(line[0], line[2]) for line in level} == {(5, 7.5), (208.4, 210.9)}
        assert lines(back.ops, HALO_INK) == []
        assert {line[0] == line[2] for line in lines(back.ops, CROP_INK)} == {True}


def test_covered_area_is_paler_and_names_its_cover():
    asked = []

    def caption(name, below, width, height):
        asked.append((name, below, width > 30, 4 < height < 10))
        return (WORDS,)

    plan = SheetPlan(paper=LETTER, duplex=Duplex.OFF)
    first, second, third, last = sides_of([Piece(drawing("face"))], plan, caption=caption)
    assert {*asked} == {
        (name, below, True, True) for name, below in (("B1", False), ("A2", True), ("B2", True), ("B2", False))
    }
    veils = [[op for op, _ in flat(side.ops) if isinstance(op, DrawBox) and op.paint.fill_opacity < 1] for side in
             (first, second, third, last)]  # fmt: skip
    assert [len(found) for found in veils] == [2, 1, 1, 0]
    # A1 shows 0..205 x 0..145; B1 lies from 196 on, A2 from 136
    (right, below) = veils[0]
    assert right.x == pytest.approx(mm(196.5).pt)
    assert right.y < 0
    assert below.y == pytest.approx(mm(136.5).pt)
    assert below.x + below.width == pytest.approx(right.x), "they meet, and lie nowhere upon each other"
    assert right.y + right.height == pytest.approx(mm(145).pt - right.y), "it goes beyond the art on either side"
    assert any(op is WORDS for op, _ in flat(first.ops))
    (group,) = first.ops
    (strip,) = (op for op in group.ops if isinstance(op, Group) and op.matrix[:4] == (1.0, 0.0, 0.0, 1.0))
    assert strip.clip[2] == ("L", pytest.approx(mm(196).pt), pytest.approx(mm(8).pt)), "as high as what is covered"
    silent = sides_of([Piece(drawing("face"))], plan)[0].ops[0]
    assert not [op for strip in silent.ops if isinstance(strip, Group) for op in strip.ops if isinstance(op, Group)]


def test_arrows_have_their_black_tips_on_the_seam_and_stay_behind_it():
    """Whatever lies on the art at a joint is behind the seam, the neighbour's edge, which is laid at the tips."""
    plan = SheetPlan(paper=A4, duplex=Duplex.OFF)
    side = sides_of([Piece(drawing("face"))], plan, caption=lambda *_: (WORDS,))[0]
    (group,) = side.ops
    strips = [op for op in group.ops if isinstance(op, Group)]
    assert len(strips) == 1
    assert strips[0].matrix == (0.0, -1.0, 1.0, 0.0, mm(131).pt, mm(280).pt)
    halo, black = (op for op in strips[0].ops if isinstance(op, DrawPath) and len(op.path) > 2)
    arrows = black.path
    assert (halo.path, halo.paint.stroke, black.paint.stroke) == (arrows, WHITE, None), "white does not cover a tip"
    for (_, x, tip), (_, right, low), (_, left, other) in zip(arrows[::4], arrows[1::4], arrows[2::4], strict=True):
        assert left < x < right
        assert x - left == pytest.approx(right - x)
        assert tip == 0 < low == other
    assert strips[0].clip[0] == ("M", 0.0, pytest.approx(mm(0.05).pt)), "a dot of a printer behind it"
    assert strips[0].clip[2] == ("L", pytest.approx(mm(280).pt), pytest.approx(mm(8).pt))


@pytest.mark.parametrize("overlap", [5, 10, 40])
def test_words_have_room_in_every_overlap(overlap):
    heights = []
    plan = SheetPlan(paper=A4, overlap=mm(overlap), duplex=Duplex.OFF)
    sides_of([Piece(drawing("face"))], plan, caption=lambda *asked: heights.append(asked[3]) or ())
    assert all(mm(2).pt <= height <= mm(3).pt + 1e-6 for height in heights)
    assert heights


def test_backs_have_no_strips():
    sides = sides_of([Piece(drawing("face"), drawing("back"))], SheetPlan(paper=A4), caption=lambda *_: (WORDS,))
    for side in sides[1::2]:
        assert not [op for op, _ in flat(side.ops) if isinstance(op, DrawBox)]
        assert lines(side.ops)


# The slug


def test_slug_is_requested_for_every_side():
    asked = []

    def slug(number, sheets, side, piece, tile):
        asked.append((number, sheets, side, piece.name, tile.name))
        return (WORDS,)

    sides_of([Piece(drawing("face"), drawing("back"), 1, "lake")], SheetPlan(paper=A4), slug=slug)
    assert asked == [
        (n, 3, side, "lake", tile) for n, tile in ((1, "A1"), (2, "B1"), (3, "C1")) for side in ("face", "back")
    ]


@pytest.mark.parametrize(
    ("trim", "paper", "reads"),
    [
        (LAKE, A4, "level"),  # 3.5 mm above and below, as wide as the tile
        (Size(mm(300), mm(287)), A4, "upwards"),  # nothing above and below
        (LAKE, LETTER, "level"),
    ],
)
def test_slug_is_beside_the_art(trim, paper, reads):
    plan = SheetPlan(paper=paper)
    tiling = tiling_of(plan, trim)
    for tile in tiling.tiles():
        place = slug_place(plan, tiling, tile)
        assert place is not None
        assert ("level" if place.matrix[0] else "upwards") == reads
        a, b, c, d, e, f = place.matrix
        corners = [(a * x + c * y + e, b * x + d * y + f) for x in (0, place.width) for y in (0, place.height)]
        art = Box(tile.across.start.pt, tile.down.start.pt, tile.across.length.pt, tile.down.length.pt)
        assert all(y >= art.bottom + 1 for _, y in corners) or all(x <= art.x - 1 for x, _ in corners)


def test_no_slug_where_it_cannot_be_printed():
    plan = SheetPlan(paper=A4)
    tiling = tiling_of(plan, Size(mm(390), mm(287)))  # it fills the printable area of two sheets
    assert {slug_place(plan, tiling, tile) for tile in tiling.tiles()} == {None}


def test_slug_of_zero_height_is_left_out():
    plan = SheetPlan(paper=A4, slug_height=ZERO)
    tiling = tiling_of(plan)
    assert slug_place(plan, tiling, tiling.tiles()[0]) is None
    (side, *_) = sides_of([Piece(drawing("face"))], plan, slug=lambda *_: (WORDS,))
    assert not [op for op, _ in flat(side.ops) if op == WORDS]


def test_map_shows_where_the_sheet_is():
    sides = sides_of([Piece(drawing("face"))], SheetPlan(paper=LETTER, duplex=Duplex.OFF), slug=lambda *_: (WORDS,))
    for index, side in enumerate(sides):
        boxes = [op for op, _ in flat(side.ops) if isinstance(op, DrawBox) and op.paint.stroke]
        *cells, here = boxes
        assert len(cells) == 4
        assert (here.x, here.y) == (cells[index].x, cells[index].y)


def test_same_pieces_and_plan_give_same_sides():
    pieces = [Piece(drawing("face"), drawing("back"))]
    first, second = (sides_of(pieces, SheetPlan(paper=A4), slug=lambda *_: (WORDS,)) for _ in range(2))
    assert first == second
