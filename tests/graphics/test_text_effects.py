"""Texts with an outline, a shadow, and words of another look, as operations."""

from pathlib import Path

import pytest

from helpers import Toy
from pawprint.core.colour import Colour
from pawprint.graphics.ops import DrawPath, DrawText, Op
from pawprint.pieces.lower import Lowering

INK, MOSS, RUST, SKY = (Colour.parse(colour) for colour in ("#101010", "#406020", "#a04020", "#80c0f0"))


def drawn(folder: Path, more: str, codes: tuple[str, ...] = ()) -> list[Op]:
    """The operations of a text of 10 pt at (10 pt, 20 pt), whose letters are half an em wide."""
    style = "style: {size: 10 pt}, at: [10 pt, 20 pt], size: [60 pt, 40 pt]"
    table = Toy(folder, f"- {{kind: text, {more}, {style}}}").table()
    face = table.face()
    assert tuple(table.codes) == codes
    return [*Lowering().drawing(face).ops]


def test_outline_is_below_the_letters(tmp_path: Path) -> None:
    *paths, text = drawn(tmp_path, "text: a bc, stroke: rust, stroke_width: 2 pt")
    assert isinstance(text, DrawText)
    assert len(paths) == 2, "one for each word"
    for path in paths:
        assert isinstance(path, DrawPath)
        assert (path.paint.stroke, path.paint.width, path.paint.fill) == (RUST, 4, None)
    assert paths[0].path[0] == ("M", 10, 27), "its letters begin where the text does"  # type: ignore[union-attr]
    assert paths[1].path[0] == ("M", 20, 27)  # type: ignore[union-attr]


def test_shadow_is_offset_below_an_outline(tmp_path: Path) -> None:
    shadow, stroke, text = drawn(tmp_path, "text: a, stroke: rust, shadow: sky, shadow_offset: [1 pt, 2 pt]")
    assert isinstance(shadow, DrawPath)
    assert isinstance(stroke, DrawPath)
    assert isinstance(text, DrawText)
    assert (shadow.paint.fill, shadow.paint.stroke, shadow.path[0]) == (SKY, None, ("M", 11, 29))
    assert stroke.paint.stroke == RUST


def test_words_have_their_colour_and_underline(tmp_path: Path) -> None:
    plain, line, marked = drawn(tmp_path, "text: 'a [bc]{rust underline}'")
    assert isinstance(plain, DrawText)
    assert isinstance(marked, DrawText)
    assert isinstance(line, DrawPath)
    assert (plain.ink, marked.ink, marked.x, line.paint.stroke) == (INK, RUST, 20, RUST)
    (_, x, y), (_, end, _) = line.path
    assert (x, end) == (20, pytest.approx(30))
    assert y > marked.y


@pytest.mark.parametrize(
    ("text", "more"), [("[a]{rsut}", ""), ("[a]{#12}", ""), ("[a]{rust}", "colours: {rust: none}")]
)
def test_colour_of_a_word_must_exist(tmp_path: Path, text: str, more: str) -> None:
    known = "rust}" in text
    ops = drawn(tmp_path, f"text: '{text}'" + (f", {more}" if more else ""), () if known else ("bad-colour",))
    assert isinstance(ops[0], DrawText)
    assert ops[0].ink == (RUST if known else INK)


def test_colours_of_the_element_come_first(tmp_path: Path) -> None:
    (text,) = drawn(tmp_path, "text: '[a]{rust}', colours: {rust: moss}")
    assert isinstance(text, DrawText)
    assert text.ink == MOSS
