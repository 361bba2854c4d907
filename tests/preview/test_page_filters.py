"""Search, filters, names and languages of the page, in a browser. Without one these tests skip."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pawprint.preview._page_data import game_data
from pawprint.preview.session import Session
from preview.browser import CHROMIUM, Browser, choose, click, names
from preview.conftest import Served

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")

MATCHES = "document.getElementById('matches').textContent"


def search(page: Browser, query: str) -> None:
    page.run(
        "(() => { const one = document.getElementById('query');"
        f" one.value = {json.dumps(query)}; one.dispatchEvent(new Event('input')); }})()"
    )


@needs_browser
def test_conditions_filter_as_written(page: Browser, served: Served) -> None:
    served.edit("den/cards.yaml", "level: 1", "level: 1, copies: 12")
    page.wait("document.querySelector('.copies').textContent === '×12'")
    both = ["Lièvre", "Renard"]
    for query, expected in [
        ("copies:1", ["Renard"]),  # numbers are compared as numbers
        ("-copies:1", ["Lièvre"]),
        ("copies=12.0", ["Lièvre"]),
        ("level:", both),  # not yet typed
        ("diet=", both),
        ("is:", both),
        ("-", both),
        ('name:"', both),
        ("LEVEL=2", ["Renard"]),
        ("diet=plants|meat", both),
        ('name="renard"|x', ["Renard"]),
        ("goupil|lievre", ["Lièvre"]),
        ("-diet=plants|meat", []),
        ("levle:2", both),
    ]:
        search(page, query)
        names(page, expected)


@needs_browser
def test_number_of_matches_and_unknown_fields_are_announced(page: Browser) -> None:
    assert page.run("document.getElementById('matches').getAttribute('role')") == "status"
    assert page.run(MATCHES) == ""
    search(page, "renard")
    page.wait(f"{MATCHES} === '1 of 2 kinds'")
    search(page, "levle:2")
    page.wait(f"{MATCHES} === '2 of 2 kinds. There is no field “levle”; did you mean “level”?'")
    search(page, "zzzzzz:2 is:x")
    page.wait(f"{MATCHES}.endsWith('There is no field “zzzzzz”. The only condition with “is” is “is:finding”.')")


@needs_browser
def test_single_click_changes_the_language(page: Browser) -> None:
    click(page, "#languages input[value=en]")
    names(page, ["Hare", "Fox"])
    click(page, "#languages input[value=fr]")
    names(page, ["Lièvre", "Renard"])
    click(page, "#languages input[value=fr]")
    names(page, ["Lièvre", "Renard"])
    click(page, "#beside")
    page.wait("document.querySelectorAll('.picture.shown').length === 4")
    click(page, "#beside")
    page.wait("document.querySelectorAll('.picture').length === 2")
    names(page, ["Lièvre", "Renard"])


@needs_browser
def test_game_is_shown_in_a_language_of_the_browser(page: Browser, served: Served) -> None:
    page.run("Object.defineProperty(navigator, 'languages', {value: ['de', 'en-GB', 'fr']}); 0")
    choose(page, "group", "diet")
    names(page, ["Fox", "Hare"])


@needs_browser
def test_components_are_chosen_by_their_titles(page: Browser, served: Served) -> None:
    served.edit("den/game.yaml", "    stock: small", "    title: {fr: Animaux, en: Animals}\n    stock: small")
    page.wait("document.querySelector('main h2').innerText.startsWith('Animaux')")
    choose(page, "field", "component")
    options = "[...document.querySelectorAll('#value option')].map((one) => [one.value, one.text])"
    assert page.run(options) == [["", "value …"], ["animals", "Animaux"]]


def test_pieces_without_a_field_for_their_name_have_the_name_that_the_game_declares(den: Callable[..., Path]) -> None:
    folder = den()
    declared = folder / "den/game.yaml"
    text = declared.read_text(encoding="utf-8")
    declared.write_text(text + 'documents:\n  names: {animals: "{{ diet.label }} {{ level }}"}\n', encoding="utf-8")
    data = game_data(Session(Path(), [Path("layouts")]), "den")
    assert [piece["name"] for piece in data["pieces"]] == [
        {"text": {"fr": "Plantes 1", "en": "Plants 1"}},
        {"text": {"fr": "Viande 2", "en": "Meat 2"}},
    ]


@needs_browser
def test_search_field_shows_a_query_of_this_game_and_enter_opens_the_first_hit(page: Browser, served: Served) -> None:
    shown = "document.getElementById('query').placeholder"
    page.wait(f"{shown} === 'Search: lièvre  level>=1'")
    click(page, "#languages [value=en]")
    page.wait(f"{shown} === 'Search: hare  level>=1'")
    page.press("/", text="/")
    page.wait("document.activeElement.id === 'query'")
    page.press("Enter")  # nothing is searched for
    page.call("Input.insertText", text="renard")
    page.press("Enter")
    page.wait("document.getElementById('piece').open")
    assert page.run("document.getElementById('piece-title').textContent") == "Fox"
    page.press("Escape")
    page.wait("!document.getElementById('piece').open")
    click(page, "[data-view=table]")
    page.wait("document.querySelectorAll('.records tbody tr').length === 1")
    page.run("document.getElementById('query').focus()")
    page.press("Enter")
    page.wait("document.activeElement.closest('tr')?.dataset.id === 'fox'")
    served.edit("den/cards.yaml", "Lièvre", "Lapin")
    page.wait(f"{shown} === 'Search: hare  level>=1'")
