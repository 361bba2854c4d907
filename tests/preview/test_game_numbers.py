"""Numbers about a game are what counting by hand and drawing every hand give."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.preview._numbers_data import (
    NONE,
    at_least,
    categories,
    count_table,
    curve,
    hand_odds,
    having,
    numbers_data,
    numeric_fields,
    text_counts,
    word_count,
)
from pawprint.preview.session import Session

CARDS = """\
animals:
  - {id: hare, name: {fr: Lièvre brun, en: Brown hare}, level: 1, diet: plants, shy: true, copies: 4}
  - {id: vole, name: {fr: Campagnol, en: Vole}, level: 1, diet: plants, copies: 3, tint: ink}
  - {id: fox, name: {fr: Renard, en: Fox}, level: 3, diet: meat, prey: [hare, vole], copies: 2}
  - {id: wolf, name: {fr: Loup, en: Wolf}, level: 2, diet: meat, prey: [hare], weight: 2.5}
"""


@pytest.fixture
def game(den: Callable[..., Path]) -> Game:
    den({"den/cards.yaml": CARDS})
    return load_library(Path(), Findings(), ["den"]).games["den"]


# -- odds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "wanted", "hand"), [(6, 2, 3), (7, 0, 2), (5, 5, 5), (8, 3, 0), (6, 4, 5)])
def test_odds_match_a_count_of_all_hands(deck: int, wanted: int, hand: int) -> None:
    hands = list(combinations(range(deck), hand))
    counted = [
        Fraction(sum(sum(card < wanted for card in one) == k for one in hands), len(hands))
        for k in range(min(wanted, hand) + 1)
    ]
    assert hand_odds(deck, wanted, hand) == counted
    assert at_least(counted)[0] == 1
    assert at_least(counted) == [sum(counted[k:], Fraction()) for k in range(len(counted))]


@settings(max_examples=25)
@given(st.integers(0, 60), st.data())
def test_odds_match_drawing_card_by_card(deck: int, data: st.DataObject) -> None:
    wanted, hand = data.draw(st.integers(0, deck)), data.draw(st.integers(0, deck))

    @cache
    def drawing(cards: int, left: int, draws: int, k: int) -> Fraction:
        """The odds of *k* wanted cards in so many draws, with *left* of them among the *cards* that are left."""
        if draws == 0:
            return Fraction(k == 0)
        odds = Fraction()
        if left and k:
            odds += Fraction(left, cards) * drawing(cards - 1, left - 1, draws - 1, k - 1)
        if cards > left:
            odds += Fraction(cards - left, cards) * drawing(cards - 1, left, draws - 1, k)
        return odds

    odds = hand_odds(deck, wanted, hand)
    assert odds == [drawing(deck, wanted, hand, k) for k in range(min(wanted, hand) + 1)]
    assert sum(odds) == 1
    assert sum(k * one for k, one in enumerate(odds)) * deck == wanted * hand


@pytest.mark.parametrize(("deck", "wanted", "hand"), [(3, 4, 1), (3, 1, 4), (3, -1, 1)])
def test_more_cards_than_the_deck_have_no_odds(deck: int, wanted: int, hand: int) -> None:
    with pytest.raises(ValueError, match="wanted cards of"):
        hand_odds(deck, wanted, hand)


# -- counts ----------------------------------------------------------------------------------------


def test_fields_that_group_pieces_are_categories_and_numbers_have_curves(game: Game) -> None:
    assert categories(game, "animals", "en") == ["level", "weight", "diet", "shy", "prey", "hunters", "tint"]
    assert numeric_fields(game, "animals") == ["level", "weight"]


def test_copies_and_kinds_by_two_fields_with_their_sums(game: Game) -> None:
    table = count_table(game, "animals", "diet", "level", "en")
    assert (table.rows, table.columns) == (("Meat", "Plants"), ("1", "2", "3"))
    assert table.cells == {("Plants", "1"): (2, 7), ("Meat", "3"): (1, 2), ("Meat", "2"): (1, 1)}
    assert table.row_sums == {"Plants": (2, 7), "Meat": (2, 3)}
    assert table.column_sums == {"1": (2, 7), "2": (1, 1), "3": (1, 2)}
    assert table.whole == (4, 10)


def test_piece_with_several_values_counts_for_each_and_once_in_the_sums(game: Game) -> None:
    table = count_table(game, "animals", "prey", "diet", "fr")
    assert table.rows == ("hare", "vole", NONE)
    assert table.row_sums == {"hare": (2, 3), "vole": (1, 2), NONE: (2, 7)}
    assert table.column_sums == {"Viande": (2, 3), "Plantes": (2, 7)}
    assert table.whole == (4, 10)


def test_curve_counts_copies_and_has_their_mean_and_median(game: Game) -> None:
    found = curve(game, "animals", "level")
    assert found.counts == {1: (2, 7), 2: (1, 1), 3: (1, 2)}
    copies = [1] * 7 + [2] + [3] * 2
    assert found.mean == Fraction(sum(copies), len(copies))
    assert found.middle == 1.0
    assert found.lacking == (0, 0)


def test_copies_with_a_property(game: Game) -> None:
    assert having(game, "animals", "diet", "Meat", "en") == (3, 10)
    assert having(game, "animals", "prey", "hare", "en") == (3, 10)
    assert having(game, "animals", "shy", "true", "en") == (4, 10)


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *(("", 0), ("two words", 2), ("l'oiseau : 3 points !", 3), ("**bold** and *italic*", 3)),
        *((":paw: gains 2", 2), ("[red]{rust} fox", 2), ("a\n\nb – c", 3)),
    ],
)
def test_words_are_counted_without_marks(text: str, words: int) -> None:
    assert word_count(text) == words


def test_words_and_missing_languages_are_counted_by_component(den: Callable[..., Path]) -> None:
    den({"den/cards.yaml": CARDS.replace("{fr: Campagnol, en: Vole}", "{fr: Campagnol}")})
    game = load_library(Path(), Findings(), ["den"]).games["den"]
    counts = text_counts(game, "animals")
    assert counts["fr"] == (4, 5, 0)
    assert counts["en"] == (3, 4, 1)


# -- what the page gets ----------------------------------------------------------------------------


def numbers(**wanted: str) -> Any:
    return numbers_data(Session(Path(), [Path("layouts")]), "den", wanted)


def test_page_gets_defaults_and_its_options(game: Game) -> None:
    data = numbers(lang="en")
    assert data["table"]["by"] == ["level", "weight"]
    assert data["overview"][0] | {"title": "", "texts": ""} == {
        **{"component": "animals", "title": "", "kinds": 4, "copies": 10, "texts": "", "errors": 0, "warnings": 0},
    }
    data = numbers(lang="en", rows="diet", columns="-", property="diet", value="Meat", hand="2", curve="weight")
    assert (data["table"]["by"], data["table"]["columns"], data["table"]["rowSums"]) == (
        *(["diet", ""], []),
        [(2, 3), (2, 7)],
    )
    odds = data["odds"]
    assert (odds["with"], odds["deck"], odds["hand"], odds["expected"]) == (3, 10, 2, pytest.approx(0.6))
    assert odds["exactly"] == pytest.approx([21 / 45, 21 / 45, 3 / 45])
    assert data["curve"]["counts"] == [[1, 3, 9], [2.5, 1, 1]]


@pytest.mark.parametrize("wanted", [{"component": "x", "rows": "x", "hand": "-1"}, {"hand": "9" * 9, "value": "x"}])
def test_missing_value_has_a_default(game: Game, wanted: dict[str, str]) -> None:
    data = numbers(**wanted)
    assert data["component"] == "animals"
    assert 0 <= data["odds"]["hand"] <= 10


def test_findings_are_counted_by_component(den: Callable[..., Path]) -> None:
    den({"den/cards.yaml": CARDS.replace("{fr: Campagnol, en: Vole}", "{fr: Campagnol}")})
    assert numbers()["overview"][0]["errors"] == 1
