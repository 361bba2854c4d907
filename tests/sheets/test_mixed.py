"""Sheets that several stocks share: nothing overlaps, all can be printed and cut, and backs lie behind their faces."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import inch, mm
from pawprint.core.piece_outline import RECTANGLE, PieceOutline
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Paint
from pawprint.sheets.imposition import Piece
from pawprint.sheets.mixed import StockBand, band, mixed
from pawprint.sheets.plan import Duplex, Flip, Marks, SheetPlan
from pawprint.sheets.sheet import Placement, Side

A4, LETTER = Size(mm(210), mm(297)), Size(inch(8.5), inch(11))
WORDS = DrawBox(0, 0, 1, 1, Paint(fill=BLACK))
TINY = 2 / 127_000


def pieces(name: str, trim: Size, *copies: int, backs: bool = True) -> list[Piece]:
    bleed = Insets.even(mm(3))
    return [
        Piece(
            Drawing(f"face {name}{i}", trim, bleed, Layer()),
            Drawing(f"back {name}{i}", trim, bleed, Layer()) if backs else None,
            count,
            f"{name}{i}",
        )
        for i, count in enumerate(copies)
    ]


def banded(plan: SheetPlan, trim: Size, heap: list[Piece], outline: PieceOutline = RECTANGLE) -> StockBand:
    found = band(plan, trim, outline, heap)
    assert found is not None
    return found


def bounds(place: Placement) -> Box:
    """The trim on the sheet."""
    trim = place.drawing.trim
    return Box(0.0, 0.0, trim.width.pt, trim.height.pt).mapped(place.matrix)


def marks_of(side: Side) -> list[tuple[float, float, float, float]]:
    found = []
    for group in side.ops:
        for op in group.ops if isinstance(group, Group) else ():
            if isinstance(op, DrawPath):
                for (_, x1, y1), (_, x2, y2) in zip(op.path[::2], op.path[1::2], strict=True):
                    found.append((x1, y1, x2, y2))
    return found


@st.composite
def heaps(draw) -> list[StockBand]:
    paper = draw(st.sampled_from([A4, LETTER, A4.turned()]))
    duplex, marks = draw(st.sampled_from([Duplex.LONG_EDGE, Duplex.SHORT_EDGE])), draw(st.sampled_from(Marks))
    found = []
    for number in range(draw(st.integers(2, 5))):
        trim = Size(mm(draw(st.integers(12, 120))), mm(draw(st.integers(12, 120))))
        bleed = mm(draw(st.sampled_from([0, 0, 1.5, 3])))
        plan = SheetPlan(paper=paper, duplex=duplex, marks=marks, bleed=bleed)
        copies = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
        one = band(plan, trim, RECTANGLE, pieces(f"{number}-", trim, *copies, backs=draw(st.booleans())))
        if one is not None:
            found.append(one)
    assume(found)
    return found


@given(heaps())
def test_every_piece_is_printed_and_every_back_is_behind_its_face(bands: list[StockBand]) -> None:
    sides = mixed(bands, lambda *_: ())
    plan, seen = bands[0].plan, Counter[str]()
    for face, back in zip(sides[::2], sides[1::2], strict=True):
        behind = {}
        for place in back.placements:
            box = bounds(place)
            x = plan.paper.width.pt - box.right if plan.flip is Flip.TURN else box.x
            y = plan.paper.height.pt - box.bottom if plan.flip is Flip.TUMBLE else box.y
            behind[round(x, 3), round(y, 3)] = place.drawing.name
        for place in face.placements:
            box = bounds(place)
            seen[place.drawing.name] += 1
            name = behind.pop((round(box.x, 3), round(box.y, 3)), None)
            assert name in (None, place.drawing.name.replace("face", "back"))
        assert behind == {}
    assert seen == Counter({piece.face.name: piece.copies for one in bands for piece in one.pieces})
    backs = Counter(place.drawing.name for side in sides[1::2] for place in side.placements)
    assert backs == Counter({piece.back.name: piece.copies for one in bands for piece in one.pieces if piece.back})


@given(heaps())
def test_nothing_overlaps_and_everything_is_printable(bands: list[StockBand]) -> None:
    plan = bands[0].plan
    for side in mixed(bands, lambda *_: (WORDS,)):
        boxes = [place.clip for place in side.placements]
        for index, one in enumerate(boxes):
            assert one.x >= mm(5).pt - TINY
            assert one.y >= mm(5).pt - TINY
            assert one.right <= plan.paper.width.pt - mm(5).pt + TINY
            assert one.bottom <= plan.paper.height.pt - mm(5 + 3).pt + TINY, "the slug is below"
            for other in boxes[:index]:
                apart = one.x >= other.right - TINY or other.x >= one.right - TINY
                assert apart or one.y >= other.bottom - TINY or other.y >= one.bottom - TINY
        if plan.marks is Marks.CROP:
            lines = marks_of(side)
            for x1, y1, x2, y2 in lines:
                assert max(x2 - x1, y2 - y1) >= mm(2).pt - TINY
                assert min(x1, y1) >= mm(5).pt - TINY
                assert not [
                    box for box in boxes if x1 < box.right - TINY and x2 > box.x + TINY and y1 < box.bottom - TINY
                    and y2 > box.y + TINY
                ]  # fmt: skip
            for box in map(bounds, side.placements):
                for x in (box.x, box.right):
                    ends = [line for line in lines if line[0] == line[2] and abs(line[0] - x) < 0.001]
                    assert any(line[3] <= box.y for line in ends)
                    assert any(line[1] >= box.bottom for line in ends)


def test_all_bands_share_a_sheet_if_they_fit() -> None:
    plan = SheetPlan(paper=A4)
    chits, discs, cards = Size(mm(12), mm(12)), Size(mm(20), mm(20)), Size(mm(63), mm(88))
    bands = [
        banded(plan, chits, pieces("chit", chits, 30, 24)),
        banded(plan, discs, pieces("disc", discs, 21), PieceOutline(mm(10))),
        banded(plan, cards, pieces("card", cards, 6)),
    ]
    assert [(one.grid.columns, one.grid.rows) for one in bands] == [(14, 4), (7, 3), (3, 2)]
    assert len(mixed(bands, lambda *_: ())) == 4
    assert len(mixed(bands[:2], lambda *_: ())) == 2
    heights = [bounds(side.placements[0]).y for side in mixed(bands, lambda *_: ())[::2]]
    assert heights == sorted(heights)


@pytest.mark.parametrize(
    ("plan", "trim", "outline", "copies"),
    [
        (SheetPlan(paper=A4), Size(mm(63), mm(88)), RECTANGLE, 10),
        (SheetPlan(paper=A4), Size(mm(300), mm(300)), RECTANGLE, 1),
        (SheetPlan(paper=A4, duplex=Duplex.GUTTERFOLD), Size(mm(20), mm(20)), RECTANGLE, 1),
        (
            SheetPlan(paper=A4),
            Size(mm(20), mm(20)),
            PieceOutline(path=(("M", 0, 0), ("L", 9, 0), ("L", 0, 9), ("Z",))),
            1,
        ),
    ],
    ids=["more than a sheet", "larger than the paper", "folded", "no straight cuts"],
)
def test_unsuitable_pieces_are_not_a_band(plan: SheetPlan, trim: Size, outline: PieceOutline, copies: int) -> None:
    assert band(plan, trim, outline, pieces("x", trim, copies)) is None
