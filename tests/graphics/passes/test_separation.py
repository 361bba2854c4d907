"""Which inks print which part of a drawing."""

from dataclasses import replace

import pytest

from fixed_metrics import FixedMetrics
from pawprint.core.colour import BLACK, BLACK_INK, WHITE, Colour, DeclaredColour, ProcessInks, SeparatedColour
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawBox,
    Drawing,
    DrawText,
    Group,
    Layer,
    Op,
    Paint,
    Shading,
    Symbol,
    UseSymbol,
)
from pawprint.graphics.passes.separation import SMALL, Separation

CREAM, GREY, NEARLY_BLACK, RED = Colour(246, 238, 219), Colour(119, 119, 119), Colour(30, 41, 35), Colour(200, 20, 20)
RICH = ProcessInks(0.6, 0.5, 0.4, 1.0)
FACE = FixedMetrics().typeface("text")


class Press:
    """A printing condition whose inks are easy to recognise."""

    def inks(self, colour: Colour) -> ProcessInks:
        if colour == BLACK:
            return RICH
        return ProcessInks(*(1 - part / 255 for part in colour), 0.0)

    def black_for(self, lightness: float) -> float:
        return 1 - lightness / 100


def separated(*ops: Op) -> tuple[Op, ...]:
    drawing = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer(ops))
    return Separation(Press()).drawing(drawing).ops


def filled(size: float, colour: Colour) -> DrawBox:
    return DrawBox(0, 0, size, size, Paint(colour))


def fill_of(op: Op) -> SeparatedColour:
    assert isinstance(op, DrawBox)
    assert isinstance(op.paint.fill, SeparatedColour)
    return op.paint.fill


def ink_of_text(colour: Colour) -> SeparatedColour:
    (text,) = separated(DrawText(0, 0, FACE, 10, colour, (), 2))
    assert isinstance(text, DrawText)
    assert isinstance(text.ink, SeparatedColour)
    return text.ink


@pytest.mark.parametrize("colour", [BLACK, NEARLY_BLACK, Colour(32, 36, 43)])
def test_black_text_is_black_ink_alone_and_overprints(colour: Colour) -> None:
    ink = ink_of_text(colour)
    assert (ink.inks, ink.overprint, ink.spot) == (BLACK_INK, True, "")


def test_grey_text_is_a_share_of_black_ink_and_knocks_out() -> None:
    ink = ink_of_text(GREY)
    assert ink.inks[:3] == (0, 0, 0)
    assert 0.4 < ink.inks.black < 0.6
    assert not ink.overprint


@pytest.mark.parametrize("colour", [WHITE, CREAM, RED, DeclaredColour(WHITE, ProcessInks(0, 0, 0, 0), overprint=True)])
def test_light_and_coloured_text_never_overprints(colour: Colour) -> None:
    assert not ink_of_text(colour).overprint


def test_white_text_has_no_ink() -> None:
    assert ink_of_text(WHITE).inks.total == 0


@pytest.mark.parametrize(("size", "inks"), [(SMALL - 1, BLACK_INK), (SMALL + 1, RICH)])
def test_large_black_area_is_rich(size: float, inks: ProcessInks) -> None:
    (box,) = separated(filled(size, BLACK))
    fill = fill_of(box)
    assert (fill.inks, fill.overprint) == (inks, inks == BLACK_INK)


def test_dark_shape_has_the_inks_of_touching_shapes_and_a_dark_line_is_black() -> None:
    small, large = separated(filled(SMALL - 1, NEARLY_BLACK), filled(SMALL + 1, NEARLY_BLACK))
    assert fill_of(small) == fill_of(large) == SeparatedColour(NEARLY_BLACK, Press().inks(NEARLY_BLACK))
    (line,) = separated(DrawBox(0, 0, 4 * SMALL, 4 * SMALL, Paint(stroke=NEARLY_BLACK, width=0.5)))
    assert isinstance(line, DrawBox)
    assert line.paint.stroke == SeparatedColour(NEARLY_BLACK, BLACK_INK, overprint=True)


def test_shape_has_its_printed_size() -> None:
    small, large = filled(SMALL - 1, BLACK), filled(SMALL + 1, BLACK)
    enlarged, reduced = separated(Group((small,), (2, 0, 0, 2, 0, 0)), Group((large,), (0.5, 0, 0, 0.5, 0, 0)))
    assert isinstance(enlarged, Group)
    assert isinstance(reduced, Group)
    assert fill_of(enlarged.ops[0]).inks == RICH
    assert fill_of(reduced.ops[0]).inks == BLACK_INK


def test_symbol_of_two_sizes_becomes_two_where_its_inks_differ() -> None:
    symbol = Symbol("paw", 0, 0, 24, 24, (filled(24, BLACK),))
    red = Symbol("dot", 0, 0, 24, 24, (filled(24, RED),))
    one, two, half, dot, large = separated(
        UseSymbol(symbol, (1, 0, 0, 1, 0, 0)),
        UseSymbol(symbol, (2, 0, 0, 2, 0, 0)),
        UseSymbol(symbol, (0.5, 0, 0, 0.5, 0, 0)),
        UseSymbol(red, (1, 0, 0, 1, 0, 0)),
        UseSymbol(red, (2, 0, 0, 2, 0, 0)),
    )
    assert isinstance(one, UseSymbol)
    assert isinstance(two, UseSymbol)
    assert isinstance(half, UseSymbol)
    assert isinstance(dot, UseSymbol)
    assert isinstance(large, UseSymbol)
    assert fill_of(one.symbol.ops[0]).inks == BLACK_INK
    assert fill_of(two.symbol.ops[0]).inks == RICH
    assert half.symbol is one.symbol
    assert large.symbol is dot.symbol


def test_codes_that_machines_read_are_black_alone_at_any_size() -> None:
    (group,) = separated(Group((filled(4 * SMALL, BLACK), filled(9, NEARLY_BLACK)), keep=True))
    assert isinstance(group, Group)
    assert [fill_of(op).inks for op in group.ops] == [BLACK_INK, BLACK_INK]


def test_only_thin_black_lines_overprint() -> None:
    large = 4 * SMALL
    thin, thick = separated(
        *(DrawBox(0, 0, large, large, Paint(stroke=BLACK, width=width)) for width in (0.5, 6)),
    )
    assert isinstance(thin, DrawBox)
    assert isinstance(thick, DrawBox)
    assert thin.paint.stroke == SeparatedColour(BLACK, BLACK_INK, overprint=True)
    assert thick.paint.stroke == SeparatedColour(BLACK, RICH)


def test_declared_inks_are_printed_as_declared() -> None:
    inks = ProcessInks(1, 0.9, 0, 0.6)
    navy = DeclaredColour(NEARLY_BLACK, inks)
    assert ink_of_text(navy) == SeparatedColour(NEARLY_BLACK, inks)
    assert ink_of_text(DeclaredColour(RED, BLACK_INK)) == SeparatedColour(RED, BLACK_INK, overprint=True)


def test_spot_ink_is_listed_with_the_inks_that_look_like_it() -> None:
    separation = Separation(Press())
    foil = DeclaredColour(RED, None, "Foil", True)
    drawing = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer((filled(99, foil),)))
    inks = Press().inks(RED)
    assert fill_of(separation.drawing(drawing).ops[0]) == SeparatedColour(RED, inks, "Foil", True)
    assert separation.spots == {"Foil": inks}


def test_gradients_are_converted_between_their_ends() -> None:
    (box,) = separated(DrawBox(0, 0, 9, 9, Paint(Shading(0, 0, 9, 0, ((0, RED), (0.5, RED), (1, WHITE))))))
    assert isinstance(box, DrawBox)
    assert isinstance(box.paint.fill, Shading)
    stops = box.paint.fill.stops
    assert [at for at, _ in stops] == [0, *(0.5 + step / 16 for step in range(8)), 1]
    assert all(isinstance(colour, SeparatedColour) for _, colour in stops)
    assert stops[0][1] == SeparatedColour(RED, Press().inks(RED))
    assert stops[-1][1] == SeparatedColour(WHITE, Press().inks(WHITE))


def test_masks_stay_grey_and_shared_layers_stay_shared() -> None:
    mask = (filled(9, GREY),)
    (group,) = separated(Group((filled(9, RED),), mask=mask))
    assert isinstance(group, Group)
    assert group.mask == mask
    separation, common = Separation(Press()), Layer((filled(9, RED),))
    one = Drawing("fox", Size(mm(63), mm(88)), Insets(), Layer(), common=common)
    assert separation.drawing(one).common is separation.drawing(replace(one, name="hen")).common
