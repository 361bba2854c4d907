"""A glyph that shows nothing is no character of the font."""

import struct
from pathlib import Path

import pytest

from pawprint.press.fonts import FontBook, FontFile, RealTypeface
from pawprint.press.portable_stream import EncodedText
from pawprint.typography.markup import parse
from pawprint.typography.shaping import RunShaper
from pawprint.typography.text_style import TextStyle
from press import sample
from press.made_fonts import box, built


@pytest.fixture
def symbols(tmp_path: Path) -> Path:
    """A font with a blank letter, an empty Hebrew letter, a space and a symbol."""
    characters = {"a": "a", "א": "alef", " ": "space", "\u2800": "braille", "\ue000": "leaf", "\u0301": "acute"}
    return built(tmp_path, characters, {"leaf": box(0, 0, 500, 500)})


def test_glyph_without_ink_is_missing(symbols: Path) -> None:
    face = RealTypeface("symbols", FontFile(symbols))
    assert face.shape("a\ue000a").missing == "aa"
    assert face.shape(" ").missing == ""
    assert face.shape("\u2800").missing == ""
    assert face.shape("א", True, "he").missing == "א"


def test_glyph_that_the_font_does_not_have_is_missing(tmp_path: Path) -> None:
    """The table of characters of a damaged font names it."""
    path = built(tmp_path, {"a": "a", "\U0001f43e": "paw"}, {"a": box(0, 0, 500, 500), "paw": box(0, 0, 500, 500)})
    group = struct.pack(">III", 0x1F43E, 0x1F43E, 2)
    assert path.read_bytes().count(group) == 1
    for number in (3, 0x10000, 0x61000000):
        damaged = path.with_name(f"{number}.ttf")
        damaged.write_bytes(path.read_bytes().replace(group, struct.pack(">III", 0x1F43E, 0x1F43E, number)))
        face = RealTypeface("damaged", FontFile(damaged))
        for word in (face.shape("a\U0001f43e"), face.shape("a\U0001f43e", True, "he")):
            assert word.missing == "\U0001f43e"
            assert sorted(word.glyphs) == [(0, 1.0, 0.0), (1, 1.0, 0.0)]
            EncodedText("F1", face).written[word].encode("latin-1")


@pytest.mark.parametrize("text", ["Ligature  here", "e\u0301\u00ad", "a\u200bb\u00a0c", "½ €", "\u2011"])
def test_font_with_ink_has_every_character(text: str) -> None:
    assert RealTypeface("text", FontFile(sample.SOURCE_SANS)).shape(text).missing == ""


def test_character_without_ink_comes_from_the_next_font(symbols: Path) -> None:
    families = {"text": {"regular": FontFile(symbols)}, "other": {"regular": FontFile(sample.STATIC)}}
    shaper = RunShaper(FontBook(families, {"text": ("other",)}))
    shaped = shaper.shape(parse("a \ue000")[0], TextStyle(family="text", fallback="text"), "en", ())
    assert [chunk.face.name for _, chunk, _ in shaped.items if chunk.face] == ["other", "text"]
    assert shaped.unset == ""


def test_character_without_ink_in_any_font_cannot_be_set(symbols: Path) -> None:
    shaper = RunShaper(FontBook({"text": {"regular": FontFile(symbols)}}))
    shaped = shaper.shape(parse("\ue000a")[0], TextStyle(family="text", fallback="text"), "en", ())
    assert shaped.unset == "a"
