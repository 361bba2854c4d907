"""Colours of web pages, by day and in the dark."""

import re

from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.documents.html.html_page import NIGHT, READABLE, PageColours, night_fill, readable

COLOURS = st.builds(Colour, *[st.integers(0, 255)] * 3)


def pairs(colours: PageColours) -> list[tuple[Colour, Colour]]:
    """(by day, in the dark) of each property."""
    light, dark = colours.rules().split("@media")
    values = [dict(re.findall(r"--(c\d+):(#\w{6})", part)) for part in (light, dark)]
    assert values[0].keys() == values[1].keys()
    return [(Colour.parse(values[0][name]), Colour.parse(values[1][name])) for name in values[0]]


@given(COLOURS)
def test_words_are_legible_on_the_page_by_day_and_in_the_dark(ink: Colour) -> None:
    colours = PageColours()
    colours.ink(ink)
    ((light, dark),) = pairs(colours)
    assert light.contrast(WHITE) >= READABLE
    assert dark.contrast(NIGHT) >= READABLE


@given(COLOURS, COLOURS)
def test_words_are_legible_on_the_ground_of_their_box(ink: Colour, ground: Colour) -> None:
    colours = PageColours()
    colours.ink(ink, ground)
    ((light, dark),) = pairs(colours)
    assert light.contrast(ground) >= READABLE
    assert dark.contrast(night_fill(ground)) >= READABLE


def test_colour_that_is_legible_stays() -> None:
    moss = Colour.parse("#55782f")
    assert readable(moss, WHITE, READABLE) == moss
    colours = PageColours()
    assert (colours.ink(moss), colours.ink(moss), colours.ink(BLACK)) == ("var(--c0)", "var(--c0)", "var(--c1)")


def test_tints_are_dark_in_the_dark_and_strong_colours_stay() -> None:
    assert night_fill(Colour.parse("#eef1f4")).luminance < 0.05
    assert night_fill(Colour.parse("#164a63")) == Colour.parse("#164a63")
