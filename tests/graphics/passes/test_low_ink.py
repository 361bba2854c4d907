"""Drawings for little ink."""

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
    LowInkRule,
    Marked,
    Op,
    Paint,
    Shading,
    StructureElement,
    Symbol,
    UseDrawing,
    UseSymbol,
)
from pawprint.graphics.passes._low_ink import LINES, TINT, WORDS, LowInk, darker

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


def test_shape_in_the_colour_of_its_ground_has_no_outline() -> None:
    _, op, other = spared(box(60, SUN), box(30, SUN, 5, 5), box(20, NAVY, 10, 10))
    assert isinstance(op, DrawBox)
    assert isinstance(other, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, None)
    assert other.paint.stroke == NAVY


def test_large_fill_turns_white_with_an_outline_in_its_colour() -> None:
    (op,) = spared(box(40, NAVY))
    assert isinstance(op, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, NAVY)
    assert op.paint.width > 0


def test_bleeding_shape_has_no_outline_beyond_the_edge_of_the_card() -> None:
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


def test_drawing_within_another_has_no_outline_beyond_its_own_edge() -> None:
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


def test_card_that_is_shown_in_a_picture_has_an_edge() -> None:
    card = Drawing("owl", Size(mm(20), mm(30)), Insets(), Layer((DrawBox(-9, -9, 99, 99, Paint(NAVY)),)))
    (group,) = spared(UseDrawing(card))
    assert isinstance(group, Group)
    ground, edge = group.ops
    assert isinstance(ground, DrawBox)
    assert isinstance(edge, DrawPath)
    assert ground.paint.stroke is None
    assert edge.paint.stroke is not None
    assert edge.paint.stroke.contrast(WHITE) >= LINES


def test_marked_content_preserves_its_mark() -> None:
    element = StructureElement("Figure")
    ground, marked = LowInk().page((box(40, NAVY), Marked((text(CREAM),), element)))
    assert isinstance(ground, DrawBox)
    assert isinstance(marked, Marked)
    (word,) = marked.ops
    assert marked.element is element
    assert (ground.paint.fill, word) == (WHITE, spared(box(40, NAVY), text(CREAM))[1])


def test_small_fill_stays() -> None:
    assert spared(box(9, NAVY)) == (box(9, NAVY),)


def test_round_badge_of_11_mm_stays() -> None:
    badge = box(11, NAVY)
    assert fills(spared(badge._replace(radius=5.5 * PT))) == [NAVY]
    assert fills(spared(badge)) == [WHITE]


def test_light_words_on_a_ground_that_turned_white_are_dark_now() -> None:
    _, word = spared(box(40, NAVY), text(CREAM))
    assert isinstance(word, DrawText)
    assert word.ink.contrast(WHITE) > 7


def test_light_words_on_a_badge_that_stays_dark_stay_light() -> None:
    assert spared(box(40, NAVY), box(9, NAVY, 2, 0), text(CREAM))[2] == text(CREAM)


def test_badge_below_a_ground_does_not_count() -> None:
    word = spared(box(9, NAVY, 2, 0), box(40, CREAM), text(CREAM))[2]
    assert isinstance(word, DrawText)
    assert word.ink != CREAM


def test_only_shapes_inside_a_shape_have_it_as_their_ground() -> None:
    corner = tuple(("M" if i == 0 else "L", x * PT, y * PT) for i, (x, y) in enumerate([(0, 0), (12, 0), (0, 12)]))
    half = DrawPath((*corner, ("Z",)), Paint(NAVY))
    assert spared(half, text(CREAM, 2, 4))[1] == text(CREAM, 2, 4)
    assert spared(half, text(CREAM, 10, 11))[1] != text(CREAM, 10, 11)


def test_light_words_take_the_colour_of_their_ground() -> None:
    brown = Colour(190, 140, 60)
    _, word = spared(box(40, brown), text(CREAM))
    assert isinstance(word, DrawText)
    assert word.ink == darker(brown, WORDS)


def test_white_paper_has_no_outline() -> None:
    (op,) = spared(box(40, WHITE))
    assert isinstance(op, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, None)


def test_faint_ground_has_a_faint_outline() -> None:
    (op,) = spared(box(40, CREAM))
    assert isinstance(op, DrawBox)
    assert (op.paint.fill, op.paint.stroke) == (WHITE, CREAM)


def test_light_shape_on_a_ground_that_turned_white_is_outlined_in_its_colour() -> None:
    _, moon, dot = spared(box(40, NAVY), box(6, CREAM, 3, 3), box(1, CREAM, 20, 20))
    assert isinstance(moon, DrawBox)
    assert (moon.paint.fill, moon.paint.stroke) == (CREAM, NAVY)
    assert dot == box(1, CREAM, 20, 20), "an outline would fill it"


def test_translucent_shape_has_an_outline_as_faint_as_itself() -> None:
    shine = box(20, WHITE, 5, 5)._replace(paint=Paint(WHITE, fill_opacity=0.1))
    *_, made = spared(box(40, NAVY), shine)
    assert isinstance(made, DrawBox)
    assert (made.paint.fill_opacity, made.paint.stroke_opacity) == (0.0, 1.0)
    assert made.paint.stroke is not None
    assert 1.0 < made.paint.stroke.contrast(WHITE) < 1.5


def test_words_in_a_readable_colour_are_unchanged() -> None:
    green = Colour(30, 90, 40)
    assert spared(text(green)) == (text(green),)


def test_large_pale_shape_is_outlined_in_the_colour_of_its_dark_ground() -> None:
    _, shape = spared(box(40, NAVY), box(20, CREAM, 5, 5))
    assert isinstance(shape, DrawBox)
    assert (shape.paint.fill, shape.paint.stroke) == (WHITE, NAVY)


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


def test_cropped_part_of_a_symbol_is_not_a_ground() -> None:
    """The word stands on the card, beside the picture, whose dark part is larger than the picture."""
    picture = Symbol("picture", 0, 0, 8 * PT, 8 * PT, (box(9, NAVY),))
    for x, expected in ((4.0, WHITE), (8.5, BLACK)):
        made = spared(UseSymbol(picture, (1, 0, 0, 1, 0, 0)), text(WHITE, x, 4))[-1]
        assert isinstance(made, DrawText)
        assert (made.ink.contrast(WHITE) > 4) == (expected == BLACK)


def test_large_fill_of_a_scene_keeps_a_tint_and_an_outline() -> None:
    made = in_a_creature(box(20, SUN, 9, 9))
    assert ink(made) == pytest.approx(TINT * ink(box(20, SUN)), abs=0.01)
    assert isinstance(made, DrawBox)
    assert made.paint.stroke is not None
    ramp = Shading(0, 0, 100, 0, ((0.0, NAVY), (1.0, SUN)))
    (tinted,) = fills((in_a_creature(box(20, SUN)._replace(paint=Paint(ramp))),))
    assert isinstance(tinted, Shading)
    assert [colour.contrast(WHITE) < LINES for _, colour in tinted.stops] == [True, True]


def test_black_line_art_of_a_scene_stays() -> None:
    assert ink(in_a_creature(*[box(13, BLACK, 15 * place, 10) for place in range(3)])) == 1.0
    assert ink(in_a_creature(box(16, BLACK, 10, 10))) == pytest.approx(TINT, abs=0.01)


def test_layout_keeps_what_it_declares() -> None:
    kept, word = spared(LowInkRule((box(40, NAVY),), "keep"), text(CREAM))
    assert kept == LowInkRule((box(40, NAVY),), "keep")
    assert word == text(CREAM), "its ground stays dark"


@pytest.mark.parametrize(("rule", "stroke"), [("outline", NAVY), ("white", None)])
def test_layout_declares_that_fills_turn_white(rule: str, stroke: Colour | None) -> None:
    for side in (9, 40):
        (op,) = spared(LowInkRule((box(side, NAVY),), rule))
        assert isinstance(op, DrawBox)
        assert (op.paint.fill, op.paint.stroke) == (WHITE, stroke)


def test_scene_that_is_declared_has_no_tint_and_its_small_parts_stay() -> None:
    scene = Symbol("scene", 0, 0, 60 * PT, 60 * PT, (box(50, NAVY), box(4, SUN, 5, 5)))
    (used,) = spared(LowInkRule((UseSymbol(scene, (1, 0, 0, 1, 0, 0)),), "outline"))
    assert isinstance(used, UseSymbol)
    assert fills(used.symbol.ops) == [WHITE, SUN]


def test_inner_rule_counts() -> None:
    (op,) = spared(LowInkRule((LowInkRule((box(9, NAVY),), "auto"),), "white"))
    assert op == box(9, NAVY)


def test_each_colour_of_a_picture_is_lightened_in_all_places_or_in_none() -> None:
    """The companions of a hero are no heavier than the hero."""
    alone, mates = box(8, SUN, 5, 5), (box(8, SUN, 20, 5), box(8, SUN, 35, 5))
    assert fills((in_a_creature(alone),)) == [SUN]
    assert ink(in_a_creature(*mates, alone)) < 0.5 * ink(alone)


def test_clipped_shape_has_the_size_of_its_visible_part() -> None:
    clip = (("M", 5 * PT, 5 * PT), ("L", 12 * PT, 5 * PT), ("L", 12 * PT, 12 * PT), ("L", 5 * PT, 12 * PT), ("Z",))
    made = in_a_creature(Group((box(50, SUN),), clip=clip))
    assert isinstance(made, Group)
    assert fills(made.ops) == [SUN]
    assert fills((in_a_creature(box(50, SUN)),)) != [SUN]


@pytest.mark.parametrize("ground", [Colour(110, 60, 20), Colour(114, 169, 80)], ids=["dark", "middle"])
def test_white_line_on_a_colour_has_that_colour(ground: Colour) -> None:
    line = DrawPath((("M", 5 * PT, 10 * PT), ("L", 30 * PT, 10 * PT)), Paint(None, WHITE, 1.0))
    made = spared(box(40, ground), line)[-1]
    assert isinstance(made, DrawPath)
    assert made.paint.stroke == darker(ground, min(LINES, ground.contrast(WHITE)))


def test_words_with_their_own_dark_outline_stay_light() -> None:
    """Those that follow without one do not."""
    around = DrawPath((("M", 5 * PT, 4 * PT), ("L", 9 * PT, 4 * PT)), Paint(None, NAVY, 2.0, cap=1, join=1))
    title = text(CREAM)._replace(words=(TYPEFACE.shape("Cats"),))
    *_, outlined, plain = spared(box(40, NAVY), around, title, title)
    assert isinstance(outlined, DrawText)
    assert isinstance(plain, DrawText)
    assert outlined.ink == CREAM
    assert plain.ink.contrast(WHITE) > 4


def test_faint_line_stays_as_faint() -> None:
    line = DrawPath((("M", 0, 10 * PT), ("L", 40 * PT, 10 * PT)), Paint(None, Colour(231, 225, 211), 1.0))
    _, ruled = spared(box(40, CREAM), line)
    assert isinstance(ruled, DrawPath)
    assert ruled.paint.stroke == Colour(231, 225, 211)


def test_spot_of_light_on_a_dark_shape_is_unchanged() -> None:
    assert spared(box(9, NAVY), box(1, CREAM, 3, 3))[1] == box(1, CREAM, 3, 3)


def test_gradients_turn_white_as_well() -> None:
    ramp = Shading(0, 0, 100, 0, ((0.0, NAVY), (1.0, SUN)))
    (op,) = spared(DrawBox(0, 0, 150, 150, Paint(ramp)))
    assert isinstance(op, DrawBox)
    assert op.paint.fill == WHITE


def test_symbol_counts_with_its_size_on_the_card() -> None:
    symbol = Symbol("sun", 0, 0, 10, 10, (DrawBox(0, 0, 10, 10, Paint(NAVY)),))
    small = UseSymbol(symbol, (1.0, 0.0, 0.0, 1.0, 0.0, 0.0))
    large = UseSymbol(symbol, (4.0, 0.0, 0.0, 4.0, 50.0, 50.0))
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


def test_icon_has_the_same_colours_in_all_sizes() -> None:
    ops = spared(star(8, 0), star(15, 20), star(29, 40))
    assert [SUN in colours_of(op.symbol.ops) for op in ops if isinstance(op, UseSymbol)] == [True] * 3


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
def test_second_pass_changes_nothing(colour: Colour) -> None:
    once = spared(box(40, colour), text(colour))
    assert spared(*once) == once
