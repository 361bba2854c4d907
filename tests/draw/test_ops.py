"""Layers and drawings: what is worked out when, and what they are called."""

import pytest

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.draw.ops import DrawBox, Drawing, Layer, Op, Paint
from pawprint.draw.passes.guides import cut_out, with_bleed, with_cut_line, with_guides

DOT, SPOT = DrawBox(0, 0, 1, 1, Paint()), DrawBox(0, 0, 9, 9, Paint())


def never() -> tuple[Op, ...]:
    raise AssertionError("nobody asks for this")


def drawing(art: Layer, common: Layer) -> Drawing:
    return Drawing("owl", Size(mm(20), mm(20)), Insets.even(mm(3)), art, mm(10).pt, common)


def test_operations_are_worked_out_once_and_when_they_are_asked_for() -> None:
    times = 0

    def make() -> tuple[Op, ...]:
        nonlocal times
        times += 1
        return (DOT,)

    layer = Layer(make, "dot")
    assert times == 0
    assert (layer.ops, layer.ops, times) == ((DOT,), (DOT,), 1)


def test_what_is_common_lies_below() -> None:
    assert drawing(Layer((DOT,)), Layer((SPOT,))).ops == (SPOT, DOT)


@pytest.mark.parametrize(("art", "common", "key"), [("a", "c", "a c"), ("a", "", ""), ("", "c", ""), ("", "", "")])
def test_a_drawing_is_known_if_both_its_layers_are(art: str, common: str, key: str) -> None:
    assert drawing(Layer((), art), Layer((), common)).key == key
    assert bool(Drawing("owl", Size(mm(1), mm(1)), Insets(), Layer((), art)).key) == bool(art)


def test_what_is_made_of_a_known_drawing_is_known_by_another_name() -> None:
    known = drawing(Layer(never, "a"), Layer(never, "c"))
    cuts = [cut_out(known), cut_out(known, 2.0), with_cut_line(known), with_cut_line(cut_out(known))]
    keys = [known.key, *(cut.key for cut in cuts)]
    assert all(key.startswith("a ") for key in keys)
    assert len({*keys}) == 5
    assert with_bleed(known, mm(1)).key == known.key  # its operations are the same
    assert cut_out(drawing(Layer((DOT,)), Layer((SPOT,)))).key == ""


def test_guides_are_no_part_of_what_is_known() -> None:
    assert with_guides(drawing(Layer((DOT,), "a"), Layer((), "c")), Insets()).key == ""
