"""The order in which the characters of a line are drawn."""

from unicodedata import bidirectional

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.typography._bidi import base_level, embedding_levels, visual_order
from pawprint.typography.languages import is_right_to_left

#: Letters, digits, signs, brackets and marks of all classes but explicit embeddings.
ALPHABET = "abאבגعد12٣ .,-+/%$()[]!«\u0301\u064b"


def drawn(text: str, base: int) -> str:
    """The characters from left to right, brackets as typed, spaces at the end of the line at its edge."""
    levels = embedding_levels(text, base)
    for index in range(len(text.rstrip(" ")), len(text)):
        levels[index] = base
    return "".join([text[index] for index in visual_order(levels)])


@pytest.mark.parametrize(
    ("text", "base", "wanted"),
    [
        ("abc", 0, "abc"),
        ("אבג", 1, "גבא"),
        ("abc אבג def", 0, "abc גבא def"),
        ("אבג abc דה", 1, "הד abc גבא"),
        ("אב 12 גד", 1, "דג 12 בא"),
        ("ab אב 12 גד", 0, "ab דג 12 בא"),
        ("אב (abc) גד", 1, "דג )abc( בא"),
        ("אב 1,234.5%", 1, "1,234.5% בא"),
        ("عدد 3-5", 1, "5-3 ددع"),
        ("a \u2067אב 1\u2069 b", 0, "a \u20671 בא\u2069 b"),
        ("a \u202eבגde\u202c f", 0, "a \u202e\u202cedגב f"),
    ],
)
def test_characters_are_drawn_in_this_order(text: str, base: int, wanted: str) -> None:
    assert drawn(text, base) == wanted


@given(st.text(ALPHABET, max_size=16), st.sampled_from([0, 1]))
def test_order_matches_another_implementation(text: str, base: int) -> None:
    other = pytest.importorskip("bidi", reason="python-bidi is not installed")
    assert drawn(text, base) == other.get_display(text, base_dir="LR"[base])


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.sampled_from([0, 1]))
def test_any_text_has_a_level_for_each_character(text: str, base: int) -> None:
    levels = embedding_levels(text, base)
    assert len(levels) == len(text)
    assert all(level >= base for level in levels)
    assert sorted(visual_order(levels)) == list(range(len(text)))
    if not base and {bidirectional(letter) for letter in text} <= {"L", "WS", "ON"}:
        assert set(levels) <= {0}


@pytest.mark.parametrize("language", ["ar", "he", "fa", "ur", "az-Arab", "ar-EG", "he_IL"])
def test_languages_from_right_to_left(language: str) -> None:
    assert is_right_to_left(language)


@pytest.mark.parametrize("language", ["en", "zh", "az", "uz-Latn", "ja", ""])
def test_languages_from_left_to_right(language: str) -> None:
    assert not is_right_to_left(language)


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("Discard: ערימה", "he", 1), ("Discard", "he", 0), ("3 - 5", "he", 1),
        ("ערימה Discard", "en", 1), ("Discard: ערימה", "en", 0), ("3", "en", 0), ("", "en", 0),
    ],
)  # fmt: skip
def test_text_runs_as_its_language_or_its_first_letter(text: str, language: str, wanted: int) -> None:
    assert base_level(text, language) == wanted
