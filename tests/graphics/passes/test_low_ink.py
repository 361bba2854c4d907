"""Drawings for little ink."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixed_metrics import FixedMetrics
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawBox,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Op,
    Paint,
    Shading,
    StructureElement,
    Symbol,
    UseDrawing,
    UseSymbol,
)
from pawprint.graphics.passes._low_ink import BODY, FAINT, LINES, SCENE, LowInk, darker

PT = 72 / 25.4
NAVY, CREAM, SUN = Colour(20, 20, 60), Colour(250, 244, 228), Colour(240, 180, 40)
TYPEFACE = FixedMetrics().typeface("text")


def spared(*ops: Op, shared: tuple[Op, ...] = ()) -> tuple[Op, ...]:
    """What becomes of the operations of a card."""
    drawing = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer(ops), common=Layer(shared))
    made = LowInk().drawing(drawing)
    return made.ops


def box(side: float, fill: Colour, x: float = 0.0, y: float = 0.0, stroke: Colour | None = None) -> DrawBox:
    """A square with sides of so many millimetres."""
    return DrawBox(x * PT, y * PT, side * PT, side * PT, Paint(fill, stroke, 1.0 if stroke else 0.0))


def text(ink: Colour, x: float = 5.0, y: float = 5.0) -> DrawText:
    """A word on a baseline, in millimetres from the corner."""
    return DrawText(x * PT, y * PT, TYPEFACE, 8.0, ink, (), 2.0)


def fills(ops: tuple[Op, ...]) -> list[Colour | Shading | None]:
    return [op.paint.fill for op in ops if isinstance(op, (DrawBox, DrawPath))]


def test_what_has_the_colour_of_its_ground_has_no_outline() -> None:
    _, op, other = spared(box(60, SUN), box(30, SUN, 5, 5), box(20, NAVY, 10, 10))
    assert isinstance(op, DrawBox)
    assert isinstance(other, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, None)
    assert other.paint.stroke == NAVY


def test_a_large_fill_turns_white_and_keeps_an_outline_of_its_colour() -> None:
    (op,) = spared(box(40, NAVY))
    assert isinstance(op, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, NAVY)
    assert op.paint.width > 0


def test_what_bleeds_has_no_outline_beyond_the_edge_of_the_card() -> None:
    assert [op.paint.stroke for op in spared(box(94, NAVY, -3, -3)) if isinstance(op, DrawBox)] == [None]
    ground, group = spared(box(40, NAVY, -3, -3))
    assert isinstance(ground, DrawBox)
    assert isinstance(group, Group)
    (edge,) = group.ops
    assert isinstance(edge, DrawBox)
    assert (ground.paint.stroke, edge.paint.stroke, edge.paint.fill) == (None, NAVY, None)
    assert group.clip is not None
    corners = {(round(segment[1] / PT), round(segment[2] / PT)) for segment in group.clip if len(segment) == 3}
    assert corners == {(0, 0), (63, 0), (63, 88), (0, 88)}


def test_a_drawing_within_another_has_no_outline_beyond_its_own_edge() -> None:
    panel = Drawing(
        "wall",
        Size(mm(20), mm(30)),
        Insets.even(mm(3)),
        Layer((DrawBox(-3 * PT, -3 * PT, 26 * PT, 36 * PT, Paint(NAVY)),)),
    )
    net = Group((UseDrawing(panel),), (0.0, 1.0, -1.0, 0.0, 40 * PT, 10 * PT))
    (turned,) = spared(net)
    assert isinstance(turned, Group)
    (wall,) = turned.ops
    assert isinstance(wall, Group)
    paints = [(op.paint.fill, op.paint.stroke) for op in wall.ops if isinstance(op, DrawBox)]
    assert paints == [(WHITE, None)]


def test_a_card_that_is_shown_in_a_picture_has_an_edge() -> None:
    card = Drawing("owl", Size(mm(20), mm(30)), Insets(), Layer((DrawBox(-9, -9, 99, 99, Paint(NAVY)),)))
    (group,) = spared(UseDrawing(card))
    assert isinstance(group, Group)
    ground, edge = group.ops
    assert isinstance(ground, DrawBox)
    assert isinstance(edge, DrawPath)
    assert ground.paint.stroke is None
    assert edge.paint.stroke is not None
    assert edge.paint.stroke.contrast(WHITE) >= LINES


def test_a_drop_shadow_is_left_out_and_another_shade_is_not() -> None:
    shade = Paint(NAVY, fill_opacity=0.3)
    sheet = DrawBox(10 * PT, 10 * PT, 30 * PT, 30 * PT, Paint(CREAM, NAVY, 1.0))
    shadow = DrawBox(11 * PT, 11 * PT, 30 * PT, 30 * PT, shade)
    half = DrawBox(10 * PT, 10 * PT, 15 * PT, 30 * PT, shade)
    assert len(spared(shadow, sheet)) == 1
    assert len(spared(half, sheet)) == 2
    assert len(spared(sheet, shadow)) == 2


def test_what_is_marked_keeps_its_mark() -> None:
    element = StructureElement("Figure")
    ground, marked = LowInk().ops((box(40, NAVY), Marked((text(CREAM),), element)))
    assert isinstance(ground, DrawBox)
    assert isinstance(marked, Marked)
    (word,) = marked.ops
    assert marked.element is element
    assert (ground.paint.fill, word) == (WHITE, spared(box(40, NAVY), text(CREAM))[1])


def test_a_small_fill_stays() -> None:
    assert spared(box(9, NAVY)) == (box(9, NAVY),)


def test_a_round_badge_of_11_mm_stays() -> None:
    badge = box(11, NAVY)
    assert fills(spared(badge._replace(radius=5.5 * PT))) == [NAVY]
    assert fills(spared(badge)) == [WHITE]


def test_white_paper_gets_no_outline() -> None:
    (op,) = spared(box(40, CREAM))
    assert isinstance(op, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, None)


def test_light_words_on_a_ground_that_turned_white_are_dark_now() -> None:
    _, word = spared(box(40, NAVY), text(CREAM))
    assert isinstance(word, DrawText)
    assert word.ink.contrast(WHITE) > 7


def test_light_words_on_a_badge_that_stays_dark_stay_light() -> None:
    assert spared(box(40, NAVY), box(9, NAVY, 2, 0), text(CREAM))[2] == text(CREAM)


def test_a_badge_below_a_ground_does_not_count() -> None:
    word = spared(box(9, NAVY, 2, 0), box(40, CREAM), text(CREAM))[2]
    assert isinstance(word, DrawText)
    assert word.ink != CREAM


def test_only_what_lies_inside_of_a_shape_lies_on_it() -> None:
    corner = tuple(("M" if i == 0 else "L", x * PT, y * PT) for i, (x, y) in enumerate([(0, 0), (12, 0), (0, 12)]))
    half = DrawPath((*corner, ("Z",)), Paint(NAVY))
    assert spared(half, text(CREAM, 2, 4))[1] == text(CREAM, 2, 4)
    assert spared(half, text(CREAM, 10, 11))[1] != text(CREAM, 10, 11)


def test_words_in_a_readable_colour_keep_it() -> None:
    green = Colour(30, 90, 40)
    assert spared(text(green)) == (text(green),)


def test_a_pale_shape_that_stood_out_on_the_dark_is_outlined() -> None:
    _, moon = spared(box(40, NAVY), box(6, CREAM, 3, 3))
    assert isinstance(moon, DrawBox)
    assert moon.paint.fill == WHITE
    assert moon.paint.stroke is not None
    assert moon.paint.stroke.contrast(WHITE) >= LINES


def test_a_large_pale_shape_is_outlined_in_the_colour_of_its_dark_ground() -> None:
    _, shape = spared(box(40, NAVY), box(20, CREAM, 5, 5))
    assert isinstance(shape, DrawBox)
    assert (shape.paint.fill, shape.paint.stroke) == (WHITE, NAVY)


def test_a_small_creature_on_a_dark_ground_keeps_its_light_skin_since_it_has_an_outline() -> None:
    """Whether its outline is drawn with the skin or after it."""
    square = (("M", 4 * PT, 4 * PT), ("L", 10 * PT, 4 * PT), ("L", 10 * PT, 10 * PT), ("L", 4 * PT, 10 * PT), ("Z",))
    skin, edge = Paint(CREAM), Paint(None, BLACK, 1.0)
    for ops in ((DrawPath(square, skin), DrawPath(square, edge)), (DrawPath(square, Paint(CREAM, BLACK, 1.0)),)):
        creature = Symbol("creature", 0, 0, 20 * PT, 20 * PT, ops)
        _, used = spared(box(40, NAVY), UseSymbol(creature, (1, 0, 0, 1, 0, 0)))
        assert isinstance(used, UseSymbol)
        made = [op.paint for op in used.symbol.ops if isinstance(op, DrawPath)]
        assert NAVY not in [paint.fill for paint in made]
        assert made[-1].stroke == BLACK


def in_a_creature(*ops: Op) -> Op:
    """What becomes of the last of the operations of a large picture."""
    (used,) = spared(UseSymbol(Symbol("creature", 0, 0, 60 * PT, 60 * PT, ops), (1, 0, 0, 1, 0, 0)))
    assert isinstance(used, UseSymbol)
    return used.symbol.ops[-1]


def ink(op: Op) -> float:
    """How much of the paper the fill darkens."""
    assert isinstance(op, DrawBox)
    assert isinstance(op.paint.fill, Colour)
    return 1 - sum(op.paint.fill) / 765


def test_what_a_symbol_cuts_off_is_no_ground() -> None:
    """The word stands on the card, beside the picture, whose dark part is larger than the picture."""
    picture = Symbol("picture", 0, 0, 8 * PT, 8 * PT, (box(9, NAVY),))
    for x, expected in ((4.0, WHITE), (8.5, BLACK)):
        made = spared(UseSymbol(picture, (1, 0, 0, 1, 0, 0)), text(WHITE, x, 4))[-1]
        assert isinstance(made, DrawText)
        assert (made.ink.contrast(WHITE) > 4) == (expected == BLACK)


@pytest.mark.parametrize(("outline", "share"), [(BLACK, BODY), (None, SCENE)], ids=["body", "scene"])
def test_what_is_large_in_a_picture_keeps_its_hue_and_the_pale_more_of_its_ink(
    outline: Colour | None, share: float
) -> None:
    def left(colour: Colour) -> float:
        return ink(in_a_creature(box(20, colour, 9, 9, outline)))

    colours = Colour(245, 215, 150), SUN, Colour(127, 127, 127), NAVY
    inks, shares = [left(one) for one in colours], [left(one) / (1 - sum(one) / 765) for one in colours]
    assert shares == sorted(shares, reverse=True)
    assert shares[2] == pytest.approx(share, abs=0.02)
    assert share / 2 < shares[-1] < shares[0] <= 1
    assert inks == sorted(inks), "what was darker stays darker"


def test_a_body_that_is_most_of_a_card_is_as_a_scene() -> None:
    grey = Colour(127, 127, 127)
    assert ink(in_a_creature(box(31, grey, 5, 5, BLACK))) == pytest.approx(0.5 * SCENE, abs=0.01)


def test_the_ground_of_a_whole_card_is_white_and_what_lies_on_it_keeps_a_tint() -> None:
    assert fills((in_a_creature(box(50, NAVY)),)) == [WHITE]
    assert 0 < ink(in_a_creature(box(55, CREAM), box(50, NAVY))) < 0.2


def test_the_land_of_a_board_is_white_and_its_lake_keeps_a_tint() -> None:
    meadow, sand, lake = box(85, NAVY), box(80, Colour(236, 214, 160)), box(60, Colour(60, 140, 160))
    made = [in_a_creature(*ops) for ops in ((meadow,), (meadow, sand), (meadow, sand, lake))]
    assert [fill == WHITE for fill in fills(tuple(made))] == [True, True, False]


def test_what_a_picture_has_of_one_colour_is_light_in_all_places_or_in_none() -> None:
    """The companions of a hero are no heavier than the hero."""
    alone, mates = box(8, SUN, 5, 5), (box(8, SUN, 20, 5), box(8, SUN, 35, 5))
    assert fills((in_a_creature(alone),)) == [SUN]
    assert ink(in_a_creature(*mates, alone)) < 0.5 * ink(alone)


def test_what_is_clipped_is_as_large_as_what_can_be_seen() -> None:
    clip = (("M", 5 * PT, 5 * PT), ("L", 12 * PT, 5 * PT), ("L", 12 * PT, 12 * PT), ("L", 5 * PT, 12 * PT), ("Z",))
    made = in_a_creature(Group((box(50, SUN),), clip=clip))
    assert isinstance(made, Group)
    assert fills(made.ops) == [SUN]
    assert fills((in_a_creature(box(50, SUN)),)) != [SUN]


def test_black_stripes_stay_on_what_was_light() -> None:
    assert ink(in_a_creature(box(30, SUN, 5, 5, BLACK), box(15, BLACK, 10, 10))) == 1.0
    assert ink(in_a_creature(box(30, NAVY, 5, 5, BLACK), box(15, BLACK, 10, 10))) < 0.2


def test_what_was_hardly_seen_in_a_picture_is_no_louder() -> None:
    """A shadow in the night, which has no outline; a pebble in the soil gets one."""
    shadow = in_a_creature(box(50, NAVY, 0, 0, BLACK), box(6, Colour(20, 70, 60), 10, 10))
    assert ink(shadow) < 0.15
    soil, stone = Colour(150, 120, 95), Colour(70, 53, 47)
    pebble, outlined = (in_a_creature(box(50, soil), box(6, stone, 9, 9, line)) for line in (None, BLACK))
    assert ink(pebble) < 0.15
    assert isinstance(pebble, DrawBox)
    assert pebble.paint.stroke == stone
    assert fills((outlined,)) == [stone]


def test_the_moon_keeps_a_pale_light() -> None:
    moon = Colour(247, 232, 180)
    assert 0.03 < ink(in_a_creature(box(50, NAVY), box(20, moon, 9, 9))) < ink(box(20, moon))
    assert fills((in_a_creature(box(50, SUN), box(20, moon, 9, 9)),)) == [WHITE]


def test_what_is_pale_on_a_colour_is_outlined_in_that() -> None:
    for ground, expected in ((SUN, darker(SUN, LINES)), (CREAM, Colour(110, 110, 110))):
        _, dot = spared(box(9, ground), box(2, WHITE, 2, 2))
        assert isinstance(dot, DrawBox)
        assert (dot.paint.fill, dot.paint.stroke) == (WHITE, expected)


def test_of_a_shade_a_pale_outline_is_left_and_of_a_shine_nothing() -> None:
    shade = box(40, NAVY)._replace(paint=Paint(NAVY, fill_opacity=0.3))
    shine = box(4, CREAM)._replace(paint=Paint(CREAM, fill_opacity=0.35))
    edge, nothing = spared(shade, shine)
    assert isinstance(edge, DrawBox)
    assert isinstance(nothing, DrawBox)
    assert (edge.paint.fill_opacity, nothing.paint.fill_opacity) == (0.0, 0.0)
    assert nothing.paint.stroke is None
    assert edge.paint.stroke is not None
    assert FAINT < edge.paint.stroke.contrast(WHITE) < LINES


@pytest.mark.parametrize("ground", [Colour(110, 60, 20), Colour(114, 169, 80)], ids=["dark", "middle"])
def test_a_white_line_on_a_colour_has_that_colour(ground: Colour) -> None:
    line = DrawPath((("M", 5 * PT, 10 * PT), ("L", 30 * PT, 10 * PT)), Paint(None, WHITE, 1.0))
    made = spared(box(40, ground), line)[-1]
    assert isinstance(made, DrawPath)
    assert made.paint.stroke == darker(ground, min(LINES, ground.contrast(WHITE)))


def test_a_shade_is_no_ground_and_many_are_outlines() -> None:
    shade, line = (
        Paint(BLACK, fill_opacity=0.3),
        DrawPath((("M", 0, 7 * PT), ("L", 50 * PT, 7 * PT)), Paint(None, WHITE, 1)),
    )
    one = box(8, BLACK, 5, 5)._replace(paint=shade)
    faint = in_a_creature(box(50, CREAM), one, line)
    assert isinstance(faint, DrawPath)
    assert faint.paint.stroke is not None
    assert faint.paint.stroke.contrast(WHITE) < LINES
    leaves = in_a_creature(one._replace(x=30 * PT), one._replace(y=30 * PT), one)
    assert isinstance(leaves, DrawBox)
    assert leaves.paint.fill_opacity == 0
    assert leaves.paint.stroke is not None


def test_words_with_a_dark_outline_of_their_own_stay_light() -> None:
    """Those that follow without one do not."""
    around = DrawPath((("M", 5 * PT, 4 * PT), ("L", 9 * PT, 4 * PT)), Paint(None, NAVY, 2.0, cap=1, join=1))
    title = text(CREAM)._replace(words=(TYPEFACE.shape("Cats"),))
    *_, outlined, plain = spared(box(40, NAVY), around, title, title)
    assert isinstance(outlined, DrawText)
    assert isinstance(plain, DrawText)
    assert outlined.ink == CREAM
    assert plain.ink.contrast(WHITE) > 4


def test_a_pale_line_of_a_picture_on_a_pale_ground_stays_faint() -> None:
    line = DrawPath((("M", 0, 10 * PT), ("L", 40 * PT, 10 * PT)), Paint(None, Colour(231, 225, 211), 1.0))
    ruled = Symbol("page", 0, 0, 60 * PT, 60 * PT, (line,))
    used = spared(box(60, CREAM), UseSymbol(ruled, (1, 0, 0, 1, 0, 0)))[-1]
    assert isinstance(used, UseSymbol)
    (made,) = used.symbol.ops
    assert isinstance(made, DrawPath)
    assert made.paint.stroke is not None
    assert made.paint.stroke.contrast(WHITE) == pytest.approx(FAINT, abs=0.05)


def test_a_line_that_was_hardly_seen_on_its_ground_stays_faint() -> None:
    line = DrawPath((("M", 0, 10 * PT), ("L", 40 * PT, 10 * PT)), Paint(None, Colour(231, 225, 211), 1.0))
    _, ruled = spared(box(40, CREAM), line)
    assert isinstance(ruled, DrawPath)
    assert ruled.paint.stroke is not None
    assert ruled.paint.stroke.contrast(WHITE) == pytest.approx(FAINT, abs=0.05)


def test_what_is_light_on_the_dark_tile_of_an_icon_is_as_dark_and_its_details_are_white() -> None:
    ops = (box(20, NAVY), box(6, CREAM, 4, 4), box(2, NAVY, 6, 6), box(6, SUN, 12, 4), text(NAVY, 5, 8))
    tile = Symbol("tile", 0, 0, 20 * PT, 20 * PT, ops)
    (used,) = spared(UseSymbol(tile, (1, 0, 0, 1, 0, 0)))
    assert isinstance(used, UseSymbol)
    made = [op for op in used.symbol.ops if isinstance(op, DrawBox)]
    assert [op.paint.fill for op in made] == [WHITE, NAVY, WHITE, SUN]
    (word,) = [op for op in used.symbol.ops if isinstance(op, DrawText)]
    assert word.ink == WHITE
    (same,) = spared(UseSymbol(replace(tile, ops=ops[1:]), (1, 0, 0, 1, 0, 0)))
    assert isinstance(same, UseSymbol)
    assert not {NAVY} & {op.paint.stroke for op in same.symbol.ops if isinstance(op, DrawBox)}, "on white paper"


def test_a_spot_of_light_on_a_dark_shape_that_stays_is_left_alone() -> None:
    assert spared(box(9, NAVY), box(1, CREAM, 3, 3))[1] == box(1, CREAM, 3, 3)


def test_gradients_turn_white_as_well() -> None:
    ramp = Shading(0, 0, 100, 0, ((0.0, NAVY), (1.0, SUN)))
    (op,) = spared(DrawBox(0, 0, 150, 150, Paint(ramp)))
    assert isinstance(op, DrawBox)
    assert op.paint.fill == WHITE


def test_pale_lines_become_visible() -> None:
    (op,) = spared(DrawPath((("M", 0, 0), ("L", 50, 50)), Paint(None, CREAM, 1.0)))
    assert isinstance(op, DrawPath)
    assert op.paint.stroke is not None
    assert op.paint.stroke.contrast(WHITE) >= LINES


def test_a_symbol_counts_with_the_size_that_it_has_on_the_card() -> None:
    symbol = Symbol("sun", 0, 0, 10, 10, (DrawBox(0, 0, 10, 10, Paint(NAVY)),))
    small = UseSymbol(symbol, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    large = UseSymbol(symbol, (8.0, 0.0, 0.0, 8.0, 50.0, 50.0))
    ops = spared(small, large, small._replace(matrix=(1.0, 0.0, 0.0, 1.0, 20.0, 0.0)))
    assert all(isinstance(op, UseSymbol) for op in ops)
    first, second, third = (fills(op.symbol.ops)[0] for op in ops if isinstance(op, UseSymbol))
    assert (first, second, third) == (NAVY, WHITE, NAVY)
    assert ops[0].symbol is ops[2].symbol  # type: ignore[union-attr]


def star(side: float, place: float) -> UseSymbol:
    """A yellow square of a picture, *side* mm wide on the card, at *place* mm."""
    corners = [(0, 0), (10, 0), (10, 10), (0, 10)]
    path = (*(("M" if i == 0 else "L", x, y) for i, (x, y) in enumerate(corners)), ("Z",))
    scale = side * PT / 10
    symbol = Symbol("star", 0, 0, 10, 10, (DrawPath(path, Paint(SUN)),))
    return UseSymbol(symbol, (scale, 0.0, 0.0, scale, place * PT, 0.0))


def colours_of(ops: tuple[Op, ...]) -> set[Colour | Shading | None]:
    """Fills and lines of operations, also of those within groups."""
    inner = [colours_of(op.ops) for op in ops if isinstance(op, Group)]
    own = {c for op in ops if isinstance(op, DrawPath) for c in (op.paint.fill, op.paint.stroke)}
    return own.union(*inner)


def test_an_icon_has_the_same_colours_in_all_sizes() -> None:
    ops = spared(star(8, 0), star(15, 20), star(29, 40))
    assert [SUN in colours_of(op.symbol.ops) for op in ops if isinstance(op, UseSymbol)] == [True] * 3


def test_in_a_large_picture_what_has_an_outline_keeps_its_colour_and_a_ground_does_not() -> None:
    use = star(20, 0)
    (shape,) = use.symbol.ops
    assert isinstance(shape, DrawPath)
    outlined = shape._replace(paint=Paint(SUN, BLACK, 0.5))
    ground, creature = (use._replace(symbol=Symbol("lion", 0, 0, 20, 20, (op,))) for op in (shape, outlined))
    made = [colours_of(op.symbol.ops) for op in spared(ground, creature) if isinstance(op, UseSymbol)]
    assert [SUN in colours for colours in made] == [False, True]


@pytest.mark.parametrize(("side", "expected"), [(10.4, 1.3), (16, 1.5), (29, 1.5)])
def test_a_large_fill_of_a_picture_is_white_within_a_band_of_its_colour(side: float, expected: float) -> None:
    (use,) = spared(star(side, 0))
    assert isinstance(use, UseSymbol)
    ground, band, line = use.symbol.ops
    assert isinstance(ground, DrawPath)
    assert isinstance(band, Group)
    assert isinstance(line, DrawPath)
    assert (ground.paint.fill, band.clip) == (WHITE, ground.path)
    (stroke,) = band.ops
    assert isinstance(stroke, DrawPath)
    assert stroke.paint.width / 2 * side / 10 == pytest.approx(expected, rel=0.005)  # the outer half is cut off
    assert line.paint == ground.paint._replace(fill=None)


def test_pale_grounds_of_a_picture_keep_no_band() -> None:
    use = star(50, 0)
    (shape,) = use.symbol.ops
    assert isinstance(shape, DrawPath)
    pale = use._replace(symbol=Symbol("paper", 0, 0, 10, 10, (shape._replace(paint=Paint(CREAM)),)))
    (made,) = spared(pale)
    assert isinstance(made, UseSymbol)
    assert colours_of(made.symbol.ops) == {WHITE, None}


def test_words_on_a_dark_symbol_stay_light() -> None:
    disc = Symbol("disc", 0, 0, 9, 9, (DrawBox(0, 0, 9, 9, Paint(NAVY)),))
    use = UseSymbol(disc, (PT, 0.0, 0.0, PT, 2 * PT, 0.0))
    assert spared(use, text(CREAM))[1] == text(CREAM)


def test_turned_and_shared_parts_count_where_they_are() -> None:
    turned = Group((box(9, NAVY),), (0.0, 1.0, -1.0, 0.0, 11 * PT, 0.0))
    (_, _, word) = spared(turned, text(CREAM), shared=(box(40, NAVY),))
    assert word == text(CREAM)


@given(st.builds(Colour, *[st.integers(0, 255)] * 3), st.sampled_from([1.8, 3.0, 4.5, 7.0]))
def test_darker_reaches_the_contrast_and_no_further(colour: Colour, contrast: float) -> None:
    made = darker(colour, contrast)
    assert made.contrast(WHITE) >= contrast - 0.01
    if colour.contrast(WHITE) >= contrast:
        assert made == colour
    elif max(colour) > 60:
        assert made.contrast(WHITE) < contrast * 1.3 + 0.5


@pytest.mark.parametrize("colour", [BLACK, WHITE, SUN])
def test_sparing_twice_changes_nothing_more(colour: Colour) -> None:
    once = spared(box(40, colour), text(colour))
    assert spared(*once) == once
