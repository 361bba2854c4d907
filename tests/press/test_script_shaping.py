"""Words of other scripts, as HarfBuzz shapes them: real fonts of font packs, if they are installed."""

import pytest

from pawprint.press.font_metrics import installed_pack
from pawprint.press.fonts import RealTypeface


def pack(script: str) -> RealTypeface:
    """The font of the pack for *script*."""
    cuts = installed_pack(script)
    if "regular" not in cuts:
        pytest.skip(f"no font pack for {script} is installed")
    return RealTypeface(script, cuts["regular"])


def ids(face: RealTypeface, text: str, backwards: bool = False, language: str = "") -> list[int]:
    return [glyph for glyph, _, _ in face.shape(text, backwards, language).glyphs]


def test_arabic_letters_join() -> None:
    face = pack("Arabic")
    joined, alone = ids(face, "لعل", True, "ar"), ids(face, "ل", True, "ar")
    assert len(set(joined)) == 3
    assert not set(alone) & set(joined)


def test_glyphs_of_a_word_from_right_to_left_are_ordered_from_left_to_right() -> None:
    face = pack("Hebrew")
    assert ids(face, "אבג", True, "he") == [*ids(face, "ג", True), *ids(face, "ב", True), *ids(face, "א", True)]


def test_brackets_are_mirrored_from_right_to_left() -> None:
    face = pack("Hebrew")
    assert ids(face, "(", True, "he") == ids(face, ")", False, "he")


def test_vowel_that_is_drawn_before_its_letter_moves_there() -> None:
    face = pack("Devanagari")
    vowel, letter = "\u093f", "क"
    drawn = face.shape(letter + vowel, False, "hi")
    assert drawn.glyphs[-1][0] == ids(face, letter, False, "hi")[0]
    assert face.clusters(drawn)[0].text == letter + vowel


def test_marks_are_above_their_letter_and_have_no_width() -> None:
    face = pack("Arabic")
    letter, word = face.shape("د", True, "ar"), face.shape("دُ", True, "ar")
    assert word.width == pytest.approx(letter.width)
    (_, advance, _), drawn = word.glyphs
    assert (advance, drawn[0]) == (0, letter.glyphs[0][0])
    assert face.characters(word) == ("ُ", "د")
    assert word.start > 0


def test_widths_add_up() -> None:
    for script, text, backwards in (
        ("Arabic", "البطاقات", True),
        ("Thai", "ผู้เล่น", False),
        ("Devanagari", "कार्डों", False),
    ):
        word = pack(script).shape(text, backwards, "x")
        assert word.start + sum([advance + kern for _, advance, kern in word.glyphs]) == pytest.approx(word.width)


def test_chinese_character_has_the_shape_of_the_language() -> None:
    face = pack("Chinese")
    assert ids(face, "骨", False, "zh") != ids(face, "骨", False, "ja")


def test_latin_word_beside_another_script_is_not_changed_by_it() -> None:
    face = pack("Devanagari")
    latin = ids(face, "AV", False, "hi")
    assert ids(face, "AVक", False, "hi")[:2] == latin
    assert ids(face, "कAV", False, "hi")[-2:] == latin


def test_characters_that_the_font_lacks_are_named() -> None:
    assert pack("Hebrew").shape("א漢ב", True, "he").missing == "漢"


def test_marks_of_direction_are_invisible() -> None:
    word = pack("Hebrew").shape("א\u200f\u2067", True, "he")
    assert (len(word.glyphs), word.missing) == (1, "")


def test_text_of_marks_of_direction_alone_has_no_glyph() -> None:
    word = pack("Hebrew").shape("\u202e", True, "he")
    assert (word.glyphs, word.missing, word.width) == ((), "", 0)
