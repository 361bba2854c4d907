"""Where words are divided."""

import pyphen
import pytest

from pawprint.typography._hyphenation import hyphenations

#: Words of several languages, capitals, letters that pattern files write by their codes, and what is no word.
WORDS = [
    "understanding",
    "extraordinaire",
    "Ernährungspyramide",
    "naïveté",
    "l'oiseau",
    "pil·la",
    "col·legi",
    "avui-demà",
    "Schifffahrt",
    "asszonnyal",
    "programmazione",
    "подземелье",
    "ondergrondse",
    "eënheid",
    "STRASSENBAHN",
    "x",
    "12345678",
    "......",
]


@pytest.mark.parametrize(
    ("word", "language", "heads"),
    [
        ("extraordinaire", "fr", ["extra", "extraor", "extraordi"]),
        ("champignon", "fr-CA", ["cham", "champi"]),
        ("understanding", "en", ["under", "understand"]),
        ("understanding", "en-GB", ["under", "understand"]),
        ("chat", "fr", []),
        ("mushroom", "xx", []),
    ],
)
def test_words_are_divided_as_their_language_does(word: str, language: str, heads: list[str]) -> None:
    assert [word[:place] for place in hyphenations(word, language)] == heads


@pytest.mark.parametrize("language", ["fr", "en_US", "it", "ru", "af", "ca"])
def test_words_are_divided_as_by_all_patterns_of_the_language(language: str) -> None:
    whole = pyphen.Pyphen(lang=language, left=3, right=3, cache=False)
    for word in WORDS:
        assert hyphenations(word, language) == tuple(whole.positions(word)), word


def test_hostile_word_is_fast() -> None:
    assert hyphenations("9" * 50_000, "fr") == ()
