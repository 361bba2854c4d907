"""Other eyes, and how far colours lie apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.colour import BLACK, SIMULATIONS, WHITE, Colour, difference, simulate

colours = st.builds(Colour, *[st.integers(0, 255)] * 3)


@given(st.integers(0, 255), st.sampled_from([*SIMULATIONS]))
def test_greys_look_the_same_to_all_eyes(level: int, sight: str) -> None:
    grey = Colour(level, level, level)
    assert difference(simulate(grey, sight), grey) < 1.5


@given(colours, st.sampled_from([*SIMULATIONS]))
def test_simulated_colour_is_valid(colour: Colour, sight: str) -> None:
    assert all(0 <= part <= 255 for part in simulate(colour, sight))


@given(colours)
def test_grey_print_has_no_colour(colour: Colour) -> None:
    red, green, blue = simulate(colour, "grey")
    assert red == green == blue


@pytest.mark.parametrize("sight", ["protan", "deutan"])
def test_red_and_green_converge_with_red_green_blindness(sight: str) -> None:
    red, green = Colour.parse("#a05030"), Colour.parse("#607030")
    assert difference(red, green) > 40
    assert difference(simulate(red, sight), simulate(green, sight)) < 20
    assert difference(simulate(red, "tritan"), simulate(green, "tritan")) > 30


def test_differences_match_cie_1976() -> None:
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.01)
    assert difference(Colour(255, 0, 0), Colour(0, 255, 0)) == pytest.approx(170.6, abs=0.2)  # CIE L*a*b*, D65
    assert difference(Colour(10, 20, 30), Colour(10, 20, 30)) == 0
