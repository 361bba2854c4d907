"""Booklets: folded as paper is, they are read in order; with pages as pixels at the end."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from helpers import MM, rasters
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length, inch, mm
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Layer, Paint
from pawprint.press.sheet_pdf import write
from pawprint.sheets.booklet import THICKEST, FoldedSheet, Spread, booklet, scale_on, sheet_size, sheets_of
from pawprint.sheets.plan import Flip

A4, A5 = Size(mm(210), mm(297)), Size(mm(148), mm(210))
LETTER, HALF_LETTER = Size(inch(8.5), inch(11)), Size(inch(5.5), inch(8.5))

counts = st.integers(0, 300)
thicknesses = st.integers(1, 20)


def signatures(pages: int, thickest: int = THICKEST) -> list[list[FoldedSheet]]:
    """The sheets, pile by pile: a sheet without others around it begins one."""
    piles: list[list[FoldedSheet]] = []
    for sheet in sheets_of(pages, thickest):
        if sheet.depth == 0:
            piles.append([])
        piles[-1].append(sheet)
    return piles


def read(pile: list[FoldedSheet]) -> list[int | None]:
    """The pages of a pile that is folded, leaf by leaf: through the right-hand halves, and back through the others."""
    there = [page for sheet in pile for page in (sheet.outside.right, sheet.inside.left)]
    back = [page for sheet in reversed(pile) for page in (sheet.inside.right, sheet.outside.left)]
    return there + back


# --- order ----------------------------------------------------------------------------------------------------


def test_eight_pages() -> None:
    """Worked out by folding two sheets."""
    assert [*sheets_of(8)] == [
        FoldedSheet(Spread(7, 0), Spread(1, 6), 0),
        FoldedSheet(Spread(5, 2), Spread(3, 4), 1),
    ]


def test_blank_pages_come_last() -> None:
    (sheet,) = sheets_of(3)
    assert sheet == FoldedSheet(Spread(None, 0), Spread(1, 2), 0)
    assert [*sheets_of(0)] == []


@given(counts, thicknesses)
def test_folded_order_is_the_reading_order(pages: int, thickest: int) -> None:
    order = [page for pile in signatures(pages, thickest) for page in read(pile)]
    assert order[:pages] == [*range(pages)]
    assert set(order[pages:]) <= {None}


@given(counts, thicknesses)
def test_every_page_appears_once_with_few_blanks(pages: int, thickest: int) -> None:
    sheets = [*sheets_of(pages, thickest)]
    places = [page for sheet in sheets for spread in (sheet.outside, sheet.inside) for page in spread]
    assert sorted(page for page in places if page is not None) == [*range(pages)]
    assert places.count(None) < 4


@given(counts, thicknesses)
def test_back_of_a_leaf_is_its_next_page(pages: int, thickest: int) -> None:
    for sheet in sheets_of(pages, thickest):
        for recto, verso in ((sheet.outside.right, sheet.inside.left), (sheet.inside.right, sheet.outside.left)):
            if recto is not None and verso is not None:
                assert verso == recto + 1
            assert recto is not None or verso is None, "a blank recto has a blank verso"


@given(counts, thicknesses)
def test_signatures_are_of_about_the_same_thickness(pages: int, thickest: int) -> None:
    thick = [len(pile) for pile in signatures(pages, thickest)]
    assert all(sheets <= thickest for sheets in thick)
    assert not thick or max(thick) - min(thick) <= 1
    assert all(sheet.depth == at for pile in signatures(pages, thickest) for at, sheet in enumerate(pile))


# --- places ---------------------------------------------------------------------------------------------------


def pages_of(count: int, size: Size) -> list[Drawing]:
    """Pages with a mark in their top-left corner and a bar along their foot, in a colour of their own."""
    drawings = []
    for number in range(count):
        paint = Paint(fill=Colour(250 - 10 * number, 0, 10 * number))
        marks = (
            DrawBox(0, 0, 10 * MM, 10 * MM, paint),
            DrawBox(20 * MM, size.height.pt - 20 * MM, 60 * MM, 5 * MM, paint),
        )
        drawings.append(Drawing(f"page {number}", size, Insets(), Layer(marks)))
    return drawings


@pytest.mark.parametrize(("paper", "page"), [(A4, A5), (LETTER, HALF_LETTER), (Size(mm(420), mm(297)), A4)])
def test_half_of_the_paper_is_printed_unscaled(paper: Size, page: Size) -> None:
    assert scale_on(paper, page) == 1
    assert scale_on(paper.turned(), page) == 1
    assert sheet_size(paper) == sheet_size(paper.turned())


def test_larger_pages_shrink_to_fit() -> None:
    assert scale_on(A4, A4) == pytest.approx(1 / 2**0.5, abs=0.002)
    assert scale_on(LETTER, A5) == pytest.approx(279.4 / 296)
    (front, _) = booklet(pages_of(2, A4), A4, Flip.TURN)
    (placement,) = front.placements
    assert placement.clip.width == pytest.approx(148.5 * MM, abs=0.1)
    assert placement.clip.x == pytest.approx(148.5 * MM, abs=0.1)


def test_pages_touch_the_fold_and_share_it() -> None:
    (front, back) = booklet(pages_of(4, A5), A4, Flip.TURN)
    for side in (front, back):
        left, right = (placement.clip for placement in side.placements)
        assert left.right == pytest.approx(148.5 * MM) == right.x
        assert (left.y, left.height) == pytest.approx((0, 210 * MM))


def test_creep_moves_inner_pages_to_the_fold() -> None:
    sides = booklet(pages_of(12, A5), A4, Flip.TURN, creep=mm(0.2))
    moved = [side.placements[1].matrix[4] - 148.5 * MM for side in sides]
    assert moved == pytest.approx([0, 0, -0.2 * MM, -0.2 * MM, -0.4 * MM, -0.4 * MM])
    for side in sides:
        left, right = side.placements
        assert left.clip.right == pytest.approx(148.5 * MM) == right.clip.x, "nothing goes over the fold"


def test_pages_bleed_where_the_sheet_is_larger_than_two_of_them() -> None:
    pages = [replace(page, bleed=Insets.even(mm(3))) for page in pages_of(4, A5)]
    (on_a4, _) = booklet(pages, A4, Flip.TURN)
    assert [placement.clip.y for placement in on_a4.placements] == pytest.approx([0, 0])
    assert not on_a4.ops
    (front, _) = booklet(pages, Size(mm(420), mm(297)), Flip.TURN)
    left, right = (placement.clip for placement in front.placements)
    assert (left.x, left.right) == pytest.approx(((62 - 3) * MM, 210 * MM))
    assert (right.x, right.right) == pytest.approx((210 * MM, (358 + 3) * MM))
    assert (left.y, left.height) == pytest.approx(((43.5 - 3) * MM, 216 * MM))
    (marks,) = front.ops
    assert isinstance(marks, DrawPath)
    assert len(marks.path) == 16, "two lines at each of four corners"


def test_sides_have_bookmarks() -> None:
    sides = booklet(pages_of(5, A5), A4, Flip.TURN, label=lambda number, side: f"{number} {side}")
    assert [side.label for side in sides] == ["1 front", "1 back", "2 front", "2 back"]


def test_pages_have_the_same_size() -> None:
    with pytest.raises(ValueError, match="one size"):
        booklet([*pages_of(1, A5), *pages_of(1, A4)], A4, Flip.TURN)
    with pytest.raises(ValueError, match="one size"):
        booklet([], A4, Flip.TURN)


# --- paper ----------------------------------------------------------------------------------------------------

DPI = 50.8  # two pixels to the millimetre


def halves(front: Image.Image, back: Image.Image, flip: Flip) -> list[tuple[Image.Image, Image.Image]]:
    """The two leaves of a sheet as (recto, verso), each as one sees it when one turns the page: right half first.

    The paper is flipped as a printer does, then cut at the fold.
    """
    if flip is Flip.TUMBLE:  # flipped head over foot: to read its back sideways-turned, the paper is turned round
        back = back.transpose(Image.Transpose.ROTATE_180)
    width, height = front.size
    left, right = (0, 0, width // 2, height), (width // 2, 0, width, height)
    return [(front.crop(right), back.crop(left)), (back.crop(right), front.crop(left))]


def the_page(image: Image.Image) -> int | None:
    """Which page it is: upright, with its mark in the top-left corner; None for a blank one."""
    colours = {colour for _, colour in image.getcolors(100_000) if colour != (255, 255, 255)}
    if not colours:
        return None
    (colour,) = {colour for colour in colours if colour[1] == 0}
    number, rest = divmod(colour[2], 10)
    assert (colour[0], rest) == (250 - 10 * number, 0)
    # the half is up to 0.5 mm wider than the page, on the side of the outer edge
    marks = image.point(lambda value: 255 * (value > 250)).convert("L").point(lambda value: 255 * (value < 250))
    box = marks.getbbox()
    assert box is not None
    assert box[1] <= 1, "the mark is at the head"
    assert marks.getpixel((12, 10)) and marks.getpixel((image.width // 2, image.height - 36)), "it stands upright"  # noqa: PT018
    assert not marks.getpixel((image.width - 12, 10)), "the mark is at the left"
    return number


@pytest.mark.parametrize("flip", [Flip.TURN, Flip.TUMBLE])
@pytest.mark.parametrize(("paper", "page"), [(A4, A5), (LETTER, HALF_LETTER)])
@pytest.mark.parametrize(("count", "thickest"), [(4, 16), (10, 16), (16, 2)])
def test_folded_paper_is_read_in_order(flip: Flip, paper: Size, page: Size, count: int, thickest: int) -> None:
    sides = booklet(pages_of(count, page), paper, flip, thickest=thickest)
    images = rasters(write(sides, title="", language="en"), DPI)
    sheets = [halves(front, back, flip) for front, back in zip(images[::2], images[1::2], strict=True)]
    found: list[int | None] = []
    at = 0
    for pile in signatures(count, thickest):
        leaves = sheets[at : at + len(pile)]
        at += len(pile)
        for right, _ in leaves:
            found += [the_page(side) for side in right]
        for _, left in reversed(leaves):
            found += [the_page(side) for side in left]
    assert found[:count] == [*range(count)]
    assert set(found[count:]) <= {None}


def test_wrong_flip_would_be_seen() -> None:
    images = rasters(write(booklet(pages_of(4, A5), A4, Flip.TURN), title="", language="en"), DPI)
    (_, verso), _ = halves(*images, Flip.TUMBLE)
    with pytest.raises(AssertionError):
        the_page(verso)


def test_clip_at_the_fold_belongs_to_each_page() -> None:
    """Each clip lies on its own half of the sheet."""
    for flip in Flip:
        for side in booklet(pages_of(9, A5), A4, flip, creep=Length(360_000 // 4)):
            boxes = sorted(placement.clip for placement in side.placements)
            assert all(isinstance(box, Box) for box in boxes)
            for one, other in pairwise(boxes):
                assert one.right <= other.x + 1e-9
