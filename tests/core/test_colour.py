"""Colours, and how well one reads on another."""

import pytest
from hypothesis import given

from core.strategies import colours
from pawprint.core.colour import BLACK, WHITE, Colour


@pytest.mark.parametrize(
    ("text", "colour"),
    [("#1e2923", Colour(30, 41, 35)), ("#1E2923", Colour(30, 41, 35)), ("#fa0", Colour(255, 170, 0))],
)
def test_colour_has_three_or_six_digits(text: str, colour: Colour) -> None:
    assert Colour.parse(text) == colour


@pytest.mark.parametrize("text", ["", "#", "1e2923", "#12", "#12345", "#1234567", "#gggggg", "red", " #fa0", "#fa0\n"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a colour; write #rrggbb"):
        Colour.parse(text)


@given(colours)
def test_colour_survives_writing_and_parsing(colour: Colour) -> None:
    assert Colour.parse(str(colour)) == colour


def test_contrasts_match_the_standard() -> None:
    # Values of the WCAG 2.2 formula, as https://webaim.org/resources/contrastchecker/ gives them.
    assert BLACK.contrast(WHITE) == pytest.approx(21)
    assert Colour.parse("#777777").contrast(WHITE) == pytest.approx(4.48, abs=0.005)
    assert Colour.parse("#0000ff").contrast(WHITE) == pytest.approx(8.59, abs=0.005)
    assert (BLACK.luminance, WHITE.luminance) == (0, pytest.approx(1))


@given(colours, colours)
def test_contrast_is_mutual_and_at_least_1(one: Colour, other: Colour) -> None:
    assert one.contrast(other) == other.contrast(one)
    assert 1 <= one.contrast(other) <= 21.000001
    assert one.contrast(one) == 1
