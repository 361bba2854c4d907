"""Content with gaps in place of names."""

import gc
from dataclasses import replace
from weakref import ref

import pytest

from fixed_metrics import FixedTypeface
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import mm
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import (
    DrawImage,
    DrawPath,
    Group,
    Layer,
    Paint,
    Shading,
    StoredDrawing,
    StoredLayer,
    Symbol,
    UseSymbol,
)
from pawprint.press._resources import Resources
from pawprint.press.content_stream import ContentStreams
from pawprint.press.fonts import FontBook, FontFile, RealTypeface
from pawprint.press.portable_stream import NOTHING, Form, GlyphEncoder, Packed, Placeholders, PortableStream, form_of
from press import sample

BOX = Box(0, 0, 100, 100)
SQUARE = (("M", 0, 0), ("L", 9, 0), ("L", 9, 9), ("Z",))
GLOW = Shading(0, 0, 0, 9, ((0, sample.RED), (1, sample.BLUE)))


def everything(book: FontBook) -> Layer:
    """A layer that names a font, a state, a gradient, an image, a form, and a form within one."""
    see_through = Group((sample.text(book.typeface("text", bold=True), "Loutre", 10, 40),), opacity=0.5)
    return Layer(
        (
            sample.text(book.typeface("text"), "Renard d\u2019eau (roux)", 10, 20),
            sample.box(0, 0, 9, 9, sample.RED, fill_opacity=0.25),
            DrawPath(SQUARE, Paint(fill=GLOW)),
            DrawImage(0, 0, 9, 9, "fox.png"),
            UseSymbol(Symbol("dot", 0, 0, 9, 9, (sample.box(0, 0, 9, 9),)), (1, 0, 0, 1, 0, 0)),
            see_through,
        )
    )


def test_names_are_filled_in_as_in_each_file(book: FontBook) -> None:
    written = ContentStreams().of(everything(book), BOX)
    first, second = Resources(), Resources()
    second.font(book.typeface("serif")), second.state(1, 1), second.image("hen.png")
    texts = [names.include(written) for names in (first, second)]
    assert "/F1 10 Tf" in texts[0]
    assert "/F2 10 Tf" in texts[1]
    assert "/I1 Do" in texts[0]
    assert "/I2 Do" in texts[1]
    assert texts[0] != texts[1]
    assert len({text.encode("latin-1") for text in texts}) == 2, "all letters that stood for names are gone"


def test_glyphs_are_cached_with_the_words(book: FontBook) -> None:
    written = ContentStreams().of(everything(book), BOX)
    names = Resources()
    names.include(written)
    fonts = {font.typeface.name: {meaning for _, _, meaning in font.glyphs} for font in names.fonts.values()}
    assert fonts["text"] >= set("Renard")
    assert fonts["text-bold"] >= set("Loutre"), "those of a form within it, too"


def test_content_within_content_is_the_same_content(book: FontBook) -> None:
    written = ContentStreams().of(everything(book), BOX)
    outer = Placeholders()
    outer.state(0.1, 0.2)  # so that other letters stand for the same things
    again = outer.written([outer.include(written)])
    names = Resources()
    names.state(0.1, 0.2)
    assert Resources().include(again) == names.include(written)


def test_equal_forms_are_merged(book: FontBook) -> None:
    names = Resources()
    forms = [form_of(BOX, ContentStreams().of(everything(book), BOX)) for _ in range(2)]
    assert forms[0] is not forms[1]
    assert names.form(forms[0]) == names.form(forms[1])
    assert names.form(forms[0]) != names.form(Form(forms[0].box, forms[0].content, True))


def test_cached_form_is_written_unchanged(book: FontBook) -> None:
    face = book.typeface("text")
    (letters,) = ContentStreams().of(Layer((sample.text(face, "Renard roux", 10, 20),)), BOX).needs
    assert isinstance(letters, GlyphEncoder)
    assert letters == GlyphEncoder(face, more=letters.glyphs)
    assert letters != GlyphEncoder(face)


def test_forms_that_are_drawn_alike_but_read_differently_are_two() -> None:
    face = RealTypeface("static", FontFile(sample.STATIC))  # draws a no-break hyphen as a hyphen
    layers = [Layer((sample.text(face, words, 10, 20),)) for words in ("arc\u2011en", "arc-en")]
    for forms in (layers, layers[::-1]):
        names = Resources()
        assert len({names.form(form_of(BOX, ContentStreams().of(layer, BOX))) for layer in forms}) == 2
        assert {meaning for _, _, meaning in names.font(face).glyphs} >= {"-", "\u2011"}


def test_form_without_names_is_packed_at_once() -> None:
    assert isinstance(form_of(BOX, PortableStream(("0 0 m",))).content, Packed)
    gaps = Placeholders()
    line = f"/{gaps.state(1, 1)} gs"
    assert form_of(BOX, gaps.written([line])) == Form(BOX, gaps.written([line]), False)


def test_empty_layer_is_empty() -> None:
    assert ContentStreams().of(Layer(), BOX) == NOTHING


def test_layer_with_a_key_is_written_once_for_all_files() -> None:
    """Equal keys mean equal operations, so other operations show which layer was written."""
    stored: dict[str, PortableStream] = {}
    first = ContentStreams(stored).of(Layer((sample.box(0, 0, 9, 9),), "a"), BOX)
    contents = ContentStreams(stored)
    assert contents.of(Layer((sample.box(1, 1, 8, 8),), "a"), BOX) is first
    assert contents.of(StoredLayer("a"), BOX) is first
    assert contents.of(Layer((sample.box(1, 1, 8, 8),), "b"), BOX) != first
    contents.of(Layer((sample.box(0, 0, 9, 9),), "a"), Box(0, 0, 50, 50))
    assert len(stored) == 3, "what can be seen of it is another part"


def test_stored_drawing_needs_the_streams_of_both_layers() -> None:
    contents = ContentStreams()
    stored = StoredDrawing("owl", Size(mm(20), mm(30)), Insets(), StoredLayer("a"), PieceOutline(), StoredLayer("c"))
    assert not contents.has(stored)
    for key in ("a", "c"):
        with pytest.raises(KeyError):
            contents.of(StoredLayer(key), stored.box)
        contents.of(Layer((sample.box(0, 0, 9, 9),), key), stored.box)
        assert contents.has(stored) == (key == "c")
    assert not contents.has(replace(stored, bleed=Insets.even(mm(3))))


def test_unused_typeface_is_closed() -> None:
    book = sample.book()
    face = book.typeface("text")
    ContentStreams().of(Layer((sample.text(face, "Renard", 0, 0),)), BOX)
    alive = ref(face)
    del book, face
    gc.collect()
    assert alive() is None


def test_typeface_without_a_file_cannot_be_named() -> None:
    with pytest.raises(TypeError, match="fixed"):
        Placeholders().font(FixedTypeface("fixed"))
