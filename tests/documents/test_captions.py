"""Captions name what their figures show, and take their numbers from it."""

from pathlib import Path

import pytest

from documents.test_manuscripts import CARDS, Desk

LEVELS = CARDS.replace("editions: large", "level: 3")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path, cards=LEVELS)


def faults_of(desk: Desk, figure: str, language: str = "en") -> list[str]:
    """What is found in a figure: `COLUMN: message; help`."""
    desk.make(f"# A\n\n{{{{ {figure} }}}}", language, "small")
    assert all(one.code == "caption-differs" for one in desk.findings), [*desk.findings]
    return [f"{str(one.span).rpartition(':')[2]}: {one.message}; {one.help}" for one in desk.findings.sorted()]


@pytest.mark.parametrize(
    "caption",
    ['"The fox"', '"FOXES everywhere"', '"A foxglove, and a red henhouse"', '"One fox, seen from the left"', '""'],
)
def test_caption_may_name_what_the_figure_shows(desk: Desk, caption: str) -> None:
    assert faults_of(desk, f'card("beasts.fox", caption={caption})') == []


def test_name_of_another_piece_is_reported(desk: Desk) -> None:
    assert faults_of(desk, 'card("beasts.fox", caption="The fox eats red hens")') == [
        "23: the caption names 'red hen', which the figure does not show; it shows fox; "
        "name one of these, or use another word"
    ]


def test_name_from_the_catalog_is_compared_as_well(desk: Desk) -> None:
    (one,) = faults_of(desk, 'cards([beasts.fox, beasts.mole], caption="Le " ~ beasts.red_hen.name|lower)', "fr")
    assert "the caption names 'poule rousse', which the figure does not show; it shows renard, taupe" in one


def test_anatomies_have_captions_too(desk: Desk) -> None:
    (one,) = faults_of(desk, 'anatomy("beasts.fox", {"ground": "green"}, caption="Not a mole")')
    assert "the caption names 'mole'" in one


@pytest.mark.parametrize(
    ("caption", "words"),
    [
        ('"Four cards"', ["Four"]),
        ('"A " ~ ("seven" if players.max == 4 else "12") ~ "th of all"', ["seven", "12"]),
        ('"Ninety-one or 17"|title', ["Ninety-one", "17"]),
        ('3|words ~ " cards and " ~ (2 + 2) ~ 1', ["3", "2"]),
    ],
)
def test_typed_number_is_reported(desk: Desk, caption: str, words: list[str]) -> None:
    found = faults_of(desk, f'card("beasts.fox", caption={caption})')
    assert [one.partition(": ")[2].partition(";")[0] for one in found] == [
        f"the caption has a number that is typed: '{word}'" for word in words
    ]


def test_numbers_of_expressions_and_words_for_both_are_right(desk: Desk) -> None:
    assert (
        faults_of(desk, 'card("beasts.fox", caption=count("beasts")|words ~ " of " ~ players.max ~ ", player 1")') == []
    )
    assert faults_of(desk, 'card("beasts.fox", caption="les deux, tous deux")', "fr") == []
