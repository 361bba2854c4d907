"""Icons of icon sets take the colour of the layout, whatever colour they are drawn in."""

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.picture import CURRENT, Picture, Shape
from pawprint.graphics.svg.convert import read_svg
from pawprint.pieces.assets import as_icon, tinted


def icon(body: str) -> Picture:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'
    picture = read_svg(text.encode(), "sword", Findings(), "sword.svg")
    assert picture
    return as_icon(picture)


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M0 0h9v9z"/>',
        '<path d="M0 0h9v9H0z"/><path fill="#fff" d="M1 1h7v7z"/>',
        '<g opacity=".5"><path d="M1 1h7v7z"/><path d="M2 2h5v5z"/></g>',
    ],
)
def test_icon_in_black_or_in_white_on_black_has_the_current_colour(body: str) -> None:
    picture = icon(body)
    assert len(picture.items) == 1
    assert picture.colours == (CURRENT,)


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M0 0h9v9z" fill="#f00"/>',
        '<path d="M0 0h9v9H0z"/><path fill="#f00" d="M1 1h7v7z"/>',
        '<path d="M1 1h7v7H1z"/><path fill="#fff" d="M2 2h5v5z"/>',
        '<path d="M0 0h9v9z"/><path fill="var(--gold)" d="M1 1h7v7z"/>',
        '<path d="M0 0h9v9z"/><path d="M1 1h7v7z" stroke="#00f"/>',
    ],
)
def test_coloured_icon_preserves_its_colours(body: str) -> None:
    picture = icon(body)
    assert CURRENT not in picture.colours
    assert isinstance(picture.items[0], Shape)


def test_drawing_in_any_single_colour_can_be_tinted() -> None:
    for colour in ("#f00", "var(--gold)", "currentColor"):
        picture = tinted(icon(f'<path d="M0 0h9v9z" fill="{colour}"/><path d="M0 0h9" stroke="{colour}" fill="none"/>'))
        assert picture is not None
        assert picture.colours == (CURRENT,)
        assert tinted(picture) is picture


@pytest.mark.parametrize(
    "body",
    [
        '<path d="M0 0h9v9z" fill="#f00"/><path d="M0 0h9" stroke="#0f0"/>',
        '<linearGradient id="g"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
        '<path d="M0 0h9v9z" fill="url(#g)"/>',
    ],
)
def test_drawing_in_several_colours_cannot_be_tinted(body: str) -> None:
    assert tinted(icon(body)) is None
