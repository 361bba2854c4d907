"""Ink is where the operations say, whichever renderer looks."""

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint, Shading, Symbol, UseSymbol
from pawprint.press.fonts import FontBook
from pawprint.press.sheet_pdf import write
from pawprint.sheets.sheet import Placement, Side
from press import sample
from press.sample import A6, BLUE, GREEN, MM, RED

Picture = Callable[..., Image.Image]

#: Pixels in a millimetre of the pictures.
SCALE = 20


def at(image: Image.Image, x: float, y: float) -> tuple[int, ...]:
    """The colour *x* mm from the left and *y* mm from the top."""
    pixel = image.getpixel((round(x * SCALE), round(y * SCALE)))
    assert isinstance(pixel, tuple)
    return pixel


def extent(image: Image.Image) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all ink, in mm."""
    box = ImageChops.invert(image).convert("L").point(lambda value: 255 if value > 100 else 0).getbbox()
    assert box is not None, "there is no ink"
    return tuple(side / SCALE for side in box)  # type: ignore[return-value]


def near(colour: Colour | tuple[int, ...], other: tuple[int, ...], by: int = 3) -> bool:
    return all(abs(one - two) <= by for one, two in zip(colour, other, strict=True))


def mm_box(x: float, y: float, width: float, height: float, ink: Colour = BLACK) -> DrawBox:
    return sample.box(x * MM, y * MM, width * MM, height * MM, ink)


def test_box_is_at_its_place(picture: Picture) -> None:
    assert extent(picture(sample.page(mm_box(10, 20, 30, 40)))) == pytest.approx((10, 20, 40, 60), abs=0.1)


def test_path_has_the_width_of_its_line(picture: Picture) -> None:
    line = DrawPath((("M", 10 * MM, 20 * MM), ("L", 40 * MM, 20 * MM)), Paint(stroke=BLACK, width=2 * MM))
    assert extent(picture(sample.page(line))) == pytest.approx((10, 19, 40, 21), abs=0.1)


def test_corners_are_round(picture: Picture) -> None:
    disc = DrawBox(10 * MM, 10 * MM, 20 * MM, 20 * MM, Paint(fill=BLACK), radius=99 * MM)
    image = picture(sample.page(disc))
    assert extent(image) == pytest.approx((10, 10, 30, 30), abs=0.1)
    for x, y in ((12.6, 12.6), (27.4, 12.6), (12.6, 27.4), (27.4, 27.4)):
        assert at(image, x, y) == WHITE, "outside of the circle"
    for x, y in ((13.3, 13.3), (26.7, 13.3), (13.3, 26.7), (26.7, 26.7)):
        assert at(image, x, y) == BLACK, "inside of it"


def test_even_odd_leaves_a_hole(picture: Picture) -> None:
    def square(start: float, end: float) -> tuple[tuple[str | float, ...], ...]:
        a, b = start * MM, end * MM
        return (("M", a, a), ("L", b, a), ("L", b, b), ("L", a, b), ("Z",))

    rings = square(10, 40) + square(20, 30)
    hole = picture(sample.page(DrawPath(rings, Paint(fill=BLACK, even_odd=True))))
    solid = picture(sample.page(DrawPath(rings, Paint(fill=BLACK))))
    assert (at(hole, 25, 25), at(hole, 15, 15), at(solid, 25, 25)) == (WHITE, BLACK, BLACK)


def test_dashes_have_gaps(picture: Picture) -> None:
    paint = Paint(stroke=BLACK, width=MM, dash=(10 * MM, 5 * MM))
    image = picture(sample.page(DrawPath((("M", 10 * MM, 20 * MM), ("L", 60 * MM, 20 * MM)), paint)))
    assert [at(image, x, 20) for x in (15, 22, 30, 37)] == [BLACK, WHITE, BLACK, WHITE]


def test_text_is_upright_and_on_its_baseline(picture: Picture, book: FontBook) -> None:
    face = book.typeface("text")
    size = 40 * MM
    letter = picture(sample.page(sample.text(face, "L", 10 * MM, 60 * MM, size)))
    left, top, right, bottom = extent(letter)
    assert bottom == pytest.approx(60, abs=0.1)
    assert top == pytest.approx(60 - 40 * face.cap_height, abs=0.1)
    assert at(letter, left + 1, top + 1) == BLACK, "the stem of an L is on the left"
    assert at(letter, right - 1, top + 1) == WHITE
    assert at(letter, right - 1, bottom - 1) == BLACK, "and its foot below"


@pytest.mark.parametrize("family", ["text", "title", "serif"])
def test_words_end_where_shaping_ends(picture: Picture, book: FontBook, family: str) -> None:
    face = book.typeface(family)
    words = "AVATAR To\u202fTé I"
    line = sample.text(face, words, 10 * MM, 30 * MM, 8 * MM)
    start_of_last = 10 + 8 * (sum(word.width for word in line.words[:-1]) + 2 * face.shape(" ").width)
    alone = extent(picture(sample.page(sample.text(face, "I", start_of_last * MM, 30 * MM, 8 * MM))))
    assert extent(picture(sample.page(line)))[2] == pytest.approx(alone[2], abs=0.1)


def test_gap_and_tracking_move_letters(picture: Picture, book: FontBook) -> None:

    line = sample.text(book.typeface("text"), "I I", 10 * MM, 30 * MM, 8 * MM)
    wide = line._replace(gap=line.gap + 10 * MM)
    spread = line._replace(tracking=2 * MM)

    def right(*ops: Op) -> float:
        return extent(picture(sample.page(*ops)))[2]

    usual = right(line)
    assert right(wide) == pytest.approx(usual + 10, abs=0.1)
    assert right(spread) == pytest.approx(usual + 4, abs=0.1), "two glyphs come before the last one"
    assert right(line._replace(tracking=-1.0)) == pytest.approx(usual - 2 / MM, abs=0.1)
    after = line._replace(x=50 * MM)
    assert right(spread, after) == pytest.approx(usual + 40, abs=0.1), "and it ends with them"


def test_weights_of_a_variable_font_differ(picture: Picture, book: FontBook) -> None:
    def stem(bold: bool) -> float:
        letter = sample.text(book.typeface("text", bold), "l", 60, 120, 99)
        left, _, right, _ = extent(picture(sample.page(letter)))
        return right - left

    assert stem(True) > 1.4 * stem(False)


@pytest.mark.parametrize("copies", [1, 2])
def test_placement_is_turned_and_clipped(picture: Picture, copies: int) -> None:
    card = sample.drawing(mm_box(-3, -3, 46, 66, GREEN), mm_box(0, 0, 10, 10, RED))
    # turned by a quarter to the right: the card's top-left corner comes to the top right at (80, 20)
    turned = Placement(card, (0, 1, -1, 0, 80 * MM, 20 * MM), Box(19 * MM, 20 * MM, 61 * MM, 40 * MM))
    image = picture(write([Side(A6, (turned,) * copies)], title="", language="en"))
    assert extent(image) == pytest.approx((19, 20, 80, 60), abs=0.1)
    assert near(RED, at(image, 75, 25))
    assert near(GREEN, at(image, 65, 25))
    assert near(GREEN, at(image, 19.5, 40)), "the bleed that is its own"


def test_marks_are_above_drawings(picture: Picture) -> None:
    card = sample.drawing(mm_box(0, 0, 40, 60, GREEN))
    side = Side(A6, (sample.placed(card, 10, 10),), (mm_box(20, 20, 5, 5, RED),))
    image = picture(write([side], title="", language="en"))
    assert near(RED, at(image, 22, 22))
    assert near(GREEN, at(image, 30, 30))


def test_shared_operations_are_below(picture: Picture) -> None:
    common = Layer((mm_box(0, 0, 40, 60, GREEN),))
    cards = [sample.drawing(mm_box(5, 5, 5, 5, ink), common=common) for ink in (RED, BLUE)]
    side = Side(A6, tuple(sample.placed(card, 10 + 42 * number, 10) for number, card in enumerate(cards)))
    image = picture(write([side], title="", language="en"))
    assert near(RED, at(image, 17, 17))
    assert near(BLUE, at(image, 59, 17))
    assert near(GREEN, at(image, 80, 40))


def test_symbol_is_scaled_and_cut_off(picture: Picture) -> None:
    symbol = Symbol("corner", 10, 10, 10, 10, (sample.box(0, 0, 99, 99, RED), sample.box(10, 10, 5, 5, BLUE)))
    image = picture(sample.page(UseSymbol(symbol, (2 * MM, 0, 0, 2 * MM, 0, 0))))
    assert extent(image) == pytest.approx((20, 20, 40, 40), abs=0.1)
    assert near(BLUE, at(image, 25, 25))
    assert near(RED, at(image, 35, 35))


def test_symbol_may_have_tiny_units(picture: Picture) -> None:
    path = (("M", 0.1234, 0.1), ("L", 0.9, 0.1), ("L", 0.9, 0.9), ("L", 0.1234, 0.9))
    unit = Symbol("unit", 0, 0, 1, 1, (DrawPath(path, Paint(fill=BLACK)),))
    image = picture(sample.page(UseSymbol(unit, (100 * MM, 0, 0, 100 * MM, 0, 0))))
    assert extent(image) == pytest.approx((12.34, 10, 90, 90), abs=0.05)


def test_group_is_moved_and_clipped(picture: Picture) -> None:
    clip = (("M", 0, 0), ("L", 10, 0), ("L", 10, 5), ("L", 0, 5), ("Z",))
    group = Group((sample.box(-50, -50, 200, 200, RED),), (2 * MM, 0, 0, 2 * MM, 10 * MM, 20 * MM), clip)
    image = picture(sample.page(group, mm_box(60, 60, 5, 5)))
    assert extent(image.crop((0, 0, 50 * SCALE, 50 * SCALE))) == pytest.approx((10, 20, 30, 30), abs=0.1)
    assert at(image, 62, 62) == BLACK, "its clip and its matrix end with it"


def test_empty_clip_hides_everything(picture: Picture) -> None:
    image = picture(sample.page(Group((mm_box(10, 10, 9, 9),), clip=()), mm_box(40, 40, 5, 5)))
    assert extent(image) == pytest.approx((40, 40, 45, 45), abs=0.1)


@pytest.mark.parametrize("matrix", [(1, 0, 0, 1, 0, 0), (0, 1, -1, 0, 80 * MM, 0), (0.5, 0, 0, 3, 5, 9)])
def test_transparent_group_is_a_single_flat_picture(picture: Picture, matrix: tuple[float, ...]) -> None:
    ops: tuple[Op, ...] = (mm_box(10, 10, 20, 20, RED), mm_box(20, 10, 20, 20, BLUE))
    solid = picture(sample.page(Group(ops, matrix)))  # type: ignore[arg-type]
    half = picture(sample.page(Group(ops, matrix, opacity=0.5)))  # type: ignore[arg-type]
    expected = Image.blend(solid, Image.new("RGB", solid.size, WHITE), 0.5)
    assert max(ImageStat.Stat(ImageChops.difference(half, expected)).mean) < 0.2
    assert extent(solid)[0] < 60, "there is something to compare"


def test_group_within_a_group_is_seen_through_twice(picture: Picture) -> None:
    inner = Group((mm_box(10, 10, 20, 20),), opacity=0.5)
    image = picture(sample.page(Group((inner,), (1, 0, 0, 1, 10 * MM, 0), opacity=0.5)))
    assert near((191, 191, 191), at(image, 30, 20))


def test_opacity_of_a_paint_does_not_affect_the_next_paint(picture: Picture) -> None:
    half = DrawBox(10 * MM, 10 * MM, 20 * MM, 20 * MM, Paint(fill=BLACK, fill_opacity=0.5))
    none = DrawBox(10 * MM, 40 * MM, 20 * MM, 20 * MM, Paint(fill=BLACK, fill_opacity=0))
    image = picture(sample.page(half, none, mm_box(40, 10, 5, 5)))
    assert near((128, 128, 128), at(image, 20, 20))
    assert at(image, 20, 50) == WHITE
    assert at(image, 42, 12) == BLACK


def test_see_through_line_shows_its_own_fill(picture: Picture) -> None:
    paint = Paint(fill=RED, stroke=BLACK, width=4 * MM, stroke_opacity=0.5)
    image = picture(sample.page(DrawBox(20 * MM, 20 * MM, 40 * MM, 40 * MM, paint)))
    assert near((128, 128, 128), at(image, 19, 40)), "outside of the edge, over white"
    assert near(tuple(part // 2 for part in RED), at(image, 21, 40)), "inside of it, over the fill"
    assert near(RED, at(image, 30, 40))


def mixed(one: Colour, two: Colour, share: float) -> tuple[int, ...]:
    return tuple(round(a + (b - a) * share) for a, b in zip(one, two, strict=True))


def test_linear_gradient_runs_from_stop_to_stop(picture: Picture) -> None:
    shading = Shading(10 * MM, 0, 50 * MM, 0, ((0, RED), (0.5, WHITE), (0.5, BLUE), (0.75, GREEN)))
    image = picture(sample.page(DrawBox(5 * MM, 10 * MM, 60 * MM, 20 * MM, Paint(fill=shading))))
    assert extent(image) == pytest.approx((5, 10, 65, 30), abs=0.1)
    for x, colour in ((7, RED), (20, mixed(RED, WHITE, 0.5)), (35, mixed(BLUE, GREEN, 0.5)), (60, GREEN)):
        assert near(colour, at(image, x, 20), 6), f"{x} mm"
    assert near(BLUE, at(image, 30.2, 20), 8), "stops at the same place make an edge"


def test_radial_gradient_runs_outwards(picture: Picture) -> None:
    shading = Shading(30 * MM, 30 * MM, 0, 0, ((0, WHITE), (1, BLUE)), radius=20 * MM)
    image = picture(sample.page(DrawBox(5 * MM, 5 * MM, 50 * MM, 50 * MM, Paint(fill=shading))))
    assert near(WHITE, at(image, 30, 30), 6)
    assert near(mixed(WHITE, BLUE, 0.5), at(image, 30, 40), 6)
    assert near(BLUE, at(image, 8, 8), 6)


def test_gradient_respects_its_outline_and_opacity(picture: Picture) -> None:
    shading = Shading(0, 0, 1, 0, ((0, RED), (1, RED)))
    paint = Paint(fill=shading, stroke=BLACK, width=MM, fill_opacity=0.5)
    image = picture(sample.page(DrawBox(10 * MM, 10 * MM, 40 * MM, 40 * MM, paint, radius=20 * MM)))
    assert near(mixed(WHITE, RED, 0.5), at(image, 30, 30))
    assert at(image, 11, 11) == WHITE
    assert at(image, 30, 10) == BLACK


@pytest.mark.parametrize("radius", [None, 0])
def test_gradient_without_extent_is_its_last_colour(picture: Picture, radius: float | None) -> None:
    shading = Shading(5, 5, 5, 5, ((0, RED), (1, BLUE)), radius)
    image = picture(sample.page(DrawBox(10 * MM, 10 * MM, 10 * MM, 10 * MM, Paint(fill=shading))))
    assert near(BLUE, at(image, 15, 15))


@pytest.mark.parametrize("copies", [1, 2])
def test_gradients_and_opacity_survive_in_forms(picture: Picture, book: FontBook, copies: int) -> None:
    first = sample.sides(book)[0]
    side = Side(A6, first.placements[:1] * copies)
    image = picture(write([side], title="", language="en"))
    plain = picture(write([Side(A6, first.placements[:1])], title="", language="en"))
    # twice the same see-through parts are darker; look where all is opaque, and at the gradient below
    assert at(image, 11, 21) == at(plain, 11, 21) != WHITE


def test_pieces_have_the_size_of_their_page(picture: Picture) -> None:
    card = Drawing("tile", Size(mm(20), mm(20)), sample.drawing().bleed, Layer((mm_box(-3, -3, 26, 26, RED),)))
    place = Placement(card, (1, 0, 0, 1, 3 * MM, 3 * MM), Box(0, 0, 26 * MM, 26 * MM))
    image = picture(write([Side(Size(mm(26), mm(26)), (place,))], title="", language="en"))
    assert image.size == (520, 520)
    assert image.getcolors() == [(520 * 520, tuple(RED))]


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not installed")
def test_another_renderer_agrees(everything: bytes, picture: Picture, tmp_path: Path) -> None:
    path = tmp_path / "everything.pdf"
    path.write_bytes(everything)
    for page in range(3):
        command = ["pdftoppm", "-r", "254", "-png", "-f", str(page + 1), "-l", str(page + 1), str(path)]
        result = subprocess.run(command, capture_output=True, check=True)
        assert result.stderr == b"", "poppler has nothing to complain of"
        theirs = Image.open(io.BytesIO(result.stdout)).convert("RGB")
        ours = picture(everything, page, 254)
        size = (min(ours.width, theirs.width), min(ours.height, theirs.height))
        assert max(ours.width, theirs.width) - size[0] <= 1
        difference = ImageChops.difference(ours.crop((0, 0, *size)), theirs.crop((0, 0, *size)))
        assert max(ImageStat.Stat(difference).mean) < 2.5
