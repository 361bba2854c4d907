"""Numbers in words, and the numbers that a text has."""

import pytest

from pawprint.core.language_tags import primary_language
from pawprint.source.templates.number_words import has_number_words, in_words, stated_numbers


def numbers_in(text: str, language: str = "en") -> list[tuple[int, str]]:
    return [(number.value, text[number.start : number.end]) for number in stated_numbers(text, language)]


def test_digits_and_words_from_two_on_are_numbers() -> None:
    assert numbers_in("Take two of 3 cards, and Twenty-one for 1 token.") == [
        *((2, "two"), (3, "3"), (21, "Twenty-one"), (1, "1")),
    ]
    assert numbers_in("Prenez deux cartes, vingt et un jetons, quatre-vingts points.", "fr-CA") == [
        *((2, "deux"), (21, "vingt et un"), (80, "quatre-vingts")),
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("One card for each one.", "The 1st, the 2nd, the first and the second.", "Sheet A4, example EX-5, :food-2:."),
        *("1. Reveal a tile.", "## 2. Exchange\nit", "a two-sided card, anyone, often, weight"),
        f"Item {'9' * 16} and item {'9' * 5000}.",
    ],
)  # fmt: skip
def test_articles_ordinals_codes_and_steps_are_not_numbers(text: str) -> None:
    assert numbers_in(text) == []


def test_both_and_twice_do_not_count_in_french() -> None:
    assert numbers_in("Les deux cartes des deux clans vont deux fois ; toutes deux.", "fr") == []
    assert numbers_in("Vos deux cartes et les deux-tiers", "fr") == [(2, "deux")]


def test_number_that_ends_a_sentence_is_not_a_step() -> None:
    assert numbers_in("The total is\n10. Then stop.") == []  # on a line of its own it looks like one
    assert numbers_in("The total is 10. Then stop.") == [(10, "10")]


def test_language_without_words_has_its_digits_found() -> None:
    assert not has_number_words("nl")
    assert numbers_in("twee of 3", "nl") == [(3, "3")]


@pytest.mark.parametrize(
    ("number", "words"),
    [
        *(
            (1, "eins"),
            (12, "zwölf"),
            (21, "einundzwanzig"),
            (25, "fünfundzwanzig"),
            (30, "dreißig"),
            (100, "einhundert"),
        ),
        *((101, "einhunderteins"), (999, "neunhundertneunundneunzig"), (1000, "1000")),
    ],
)
def test_german_puts_units_before_tens(number: int, words: str) -> None:
    assert in_words(number, "de") == words


def test_german_words_are_found_and_ein_is_an_article() -> None:
    assert numbers_in("Fünfundzwanzig Plättchen, ein Hund und Mausezwei", "de") == [(25, "Fünfundzwanzig")]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        *(("en", "twenty-one"), ("es", "veintiuno"), ("it", "ventuno"), ("pl", "dwadzieścia jeden"), ("ja", "二十一")),
        *(("nl", "eenentwintig"), ("tr", "yirmi bir"), ("ru", "двадцать один"), ("hi", "इक्कीस"), ("ko", "이십일")),
    ],
)
def test_number_is_spelled_by_the_rules_of_cldr(language: str, words: str) -> None:
    assert in_words(21, language) == words


def test_feminine_number_ends_in_une_in_french() -> None:
    assert [in_words(number, "fr", feminine=True) for number in (1, 21, 11)] == ["une", "vingt et une", "onze"]
    assert in_words(21, "es", feminine=True) == "veintiuno"


def test_region_has_the_words_of_its_language() -> None:
    assert [primary_language(language) for language in ("fr", "fr-CA", "fr_BE")] == ["fr"] * 3
    assert in_words(71, "fr-CA") == "soixante et onze"
