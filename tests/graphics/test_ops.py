"""Layers and drawings: their order and their keys."""

import pytest

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import DrawBox, Drawing, Layer, Paint, StoredDrawing, StoredLayer, with_operations
from pawprint.graphics.passes.guides import cut_out, with_bleed, with_cut_line, with_guides

DOT, SPOT = DrawBox(0, 0, 1, 1, Paint()), DrawBox(0, 0, 9, 9, Paint())


def drawing(art: Layer, common: Layer) -> Drawing:
    return Drawing("owl", Size(mm(20), mm(20)), Insets.even(mm(3)), art, PieceOutline(mm(10)), common)


def test_shared_art_is_below() -> None:
    assert drawing(Layer((DOT,)), Layer((SPOT,))).ops == (SPOT, DOT)


@pytest.mark.parametrize(("art", "common", "key"), [("a", "c", "a c"), ("a", "", ""), ("", "c", ""), ("", "", "")])
def test_drawing_is_known_if_both_its_layers_are(art: str, common: str, key: str) -> None:
    assert drawing(Layer((), art), Layer((), common)).key == key
    assert bool(Drawing("owl", Size(mm(1), mm(1)), Insets(), Layer((), art)).key) == bool(art)


def test_drawing_derived_from_a_drawing_with_a_key_has_another_key() -> None:
    whole = drawing(Layer((DOT,), "a"), Layer((SPOT,), "c"))
    cuts = [cut_out(whole), cut_out(whole, 2.0), with_cut_line(whole), with_cut_line(cut_out(whole))]
    keys = [whole.key, *(cut.key for cut in cuts)]
    assert all(key.startswith("a ") for key in keys)
    assert len({*keys}) == 5
    assert with_bleed(whole, mm(1)).key == whole.key  # its operations are the same
    assert cut_out(drawing(Layer((DOT,)), Layer((SPOT,)))).key == ""


def test_values_of_drawings_are_frozen() -> None:
    whole = drawing(Layer((DOT,), "a"), Layer((SPOT,), "c"))
    for thing, name in ((whole, "art"), (whole.art, "ops"), (whole.art, "key"), (StoredLayer("a"), "key")):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)


def test_stored_drawing_has_no_operations() -> None:
    stored = StoredDrawing("owl", Size(mm(20), mm(20)), Insets(), StoredLayer("a"), PieceOutline(), StoredLayer("c"))
    with pytest.raises(TypeError, match="'owl'"):
        with_operations(stored)
    whole = drawing(Layer((DOT,)), Layer())
    assert with_operations(whole) is whole


def test_drawing_with_guides_has_no_key() -> None:
    assert with_guides(drawing(Layer((DOT,), "a"), Layer((), "c")), Insets()).key == ""
