"""Colours that know their inks."""

import pickle

from pawprint.core.colour import BLACK_INK, Colour, DeclaredColour, ProcessInks, SeparatedColour

GOLD = Colour(212, 175, 55)


def test_colours_with_different_inks_differ() -> None:
    declared = DeclaredColour(GOLD, BLACK_INK)
    others = [GOLD, DeclaredColour(GOLD), DeclaredColour(GOLD, BLACK_INK, "Gold"), SeparatedColour(GOLD, BLACK_INK)]
    assert declared == DeclaredColour(GOLD, ProcessInks(0, 0, 0, 1))
    assert hash(declared) == hash(DeclaredColour(GOLD, BLACK_INK))
    for other in others:
        assert declared != other
        assert other != declared


def test_colour_with_inks_is_a_colour_of_the_screen_as_well() -> None:
    declared = DeclaredColour(GOLD, BLACK_INK)
    assert str(declared) == "#d4af37"
    assert tuple(declared) == GOLD
    assert declared.luminance == GOLD.luminance


def test_colour_preserves_its_inks_in_another_process() -> None:
    declared = DeclaredColour(GOLD, BLACK_INK, "Gold", True)
    copy = pickle.loads(pickle.dumps(declared))
    assert copy == declared
    assert (copy.spot, copy.overprint, copy.inks) == ("Gold", True, BLACK_INK)
