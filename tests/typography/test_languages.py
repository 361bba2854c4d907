"""French and English spaces, quotes and signs, set so that nobody has to type them."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.typography.languages import NARROW, NO_BREAK, set_parts, set_text

#: In the tables below a tie is a full no-break space and a dot a narrow one, so that one can see them.
TIE, DOT = "~", "·"


def shown(text: str) -> str:
    return text.replace(NO_BREAK, TIE).replace(NARROW, DOT)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Attention !", "Attention·!"),
        ("Attention!", "Attention·!"),
        ("Vraiment ?", "Vraiment·?"),
        ("Quoi ?!", "Quoi·?!"),
        ("un ; deux", "un·; deux"),
        ("Effet : pioche", "Effet~: pioche"),
        ("Effet: pioche", "Effet~: pioche"),
        ("Fin :", "Fin~:"),
        ("Il dit « oui ».", "Il dit «·oui·»."),
        ("Il dit «oui».", "Il dit «·oui·»."),
        ("« Qui ? »", "«·Qui·?·»"),
        ('Il dit "oui".', "Il dit «·oui·»."),
        ('"Oui" ou ("non")', "«·Oui·» ou («·non·»)"),
        ("(vraiment ?)", "(vraiment·?)"),
        ("l'arbre d'aujourd'hui", "l’arbre d’aujourd’hui"),
        ("et ensuite...", "et ensuite…"),
        ("Quoi ?...", "Quoi·?…"),
        ("3 cartes", "3~cartes"),
        ("de 2 à 4 joueurs", "de 2~à 4~joueurs"),
        ("Taille -- 3", "Taille – 3"),
    ],
)
def test_french(typed: str, printed: str) -> None:
    assert shown(set_text(typed, "fr")) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Beware!", "Beware!"),
        ("Effect: draw; stop?", "Effect: draw; stop?"),
        ("the fox's den", "the fox’s den"),
        ("the foxes' den", "the foxes’ den"),
        ('He says "yes".', "He says “yes”."),
        ('"Yes," he says ("no").', "“Yes,” he says (“no”)."),
        ("a 'red' fox", "a ‘red’ fox"),
        ("and then...", "and then…"),
        ("3 cards", "3~cards"),
        ("pages 3--5", "pages 3–5"),
    ],
)
def test_english(typed: str, printed: str) -> None:
    assert shown(set_text(typed, "en")) == printed


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ('Sie sagt: "Nein!"', "Sie sagt: „Nein!“"),
        ('("Ja")', "(„Ja“)"),
        ("Wie geht's?", "Wie geht’s?"),
        ("ein 'roter' Fuchs", "ein ‚roter‘ Fuchs"),
        ("Kais' Hut", "Kais’ Hut"),
        ("„gesetzt“", "„gesetzt“"),
        ("3 Karten", "3~Karten"),
    ],
)
def test_german(typed: str, printed: str) -> None:
    assert shown(set_text(typed, "de")) == printed
    assert set_text(set_text(typed, "de"), "de") == set_text(typed, "de")


@pytest.mark.parametrize("language", ["fr", "fr-CA", "en", "de"])
@pytest.mark.parametrize(
    "text",
    ["10:30", "à 10:30, ou 2:1", "http://example.org/?a=1;b=2", "1,5 × 2", "a:b", "3,5 cm", "1234 cartes", "", "12"],
)
def test_times_ratios_and_addresses_are_unchanged(text: str, language: str) -> None:
    assert set_text(text, language) == text


@pytest.mark.parametrize("sign", ["?", "!", ";", ":", "?!"])
def test_sign_alone_gets_no_space(sign: str) -> None:
    assert set_text(sign, "fr") == sign
    assert set_text(f"({sign})", "fr") == f"({sign})"


def test_language_of_a_region_is_its_language() -> None:
    assert set_text("Quoi ?", "fr-CA") == set_text("Quoi ?", "fr")
    assert set_text("Quoi ?", "frr") == set_text("Quoi ?", "en"), "North Frisian is not French"


pieces = st.lists(
    st.sampled_from([*"abé3 -.,;:!?'\"«»()…–", NARROW, NO_BREAK, "...", "--", " ", "mot", "12", "  "]), max_size=12
).map("".join)


def test_text_without_a_language_is_unchanged() -> None:
    assert set_text('"it\'s" -- 3 cards...', "") == '"it\'s" -- 3 cards...'


@given(pieces, st.sampled_from(["fr", "en", "de"]))
def test_setting_twice_is_setting_once(text: str, language: str) -> None:
    once = set_text(text, language)
    assert set_text(once, language) == once


@given(pieces)
def test_french_spaces_are_never_doubled(text: str) -> None:
    spaces = NARROW + NO_BREAK
    before = sum(a in " " + spaces and b in " " + spaces for a, b in pairwise(text))
    done = set_text(text, "fr")
    after = sum((a in spaces and b in " " + spaces) or (a in " " + spaces and b in spaces) for a, b in pairwise(done))
    assert after <= before


@given(pieces)
def test_no_letter_is_lost(text: str) -> None:
    def letters(words: str) -> str:
        return "".join(letter for letter in words if letter.isalnum())

    assert letters(set_text(text, "fr")) == letters(text)


def test_hostile_text_is_fast() -> None:
    text = "a" + " " * 50_000 + "b" + "\u202f" * 50_000 + "(" + " " * 50_000
    assert set_text(text, "fr") == text


@given(st.lists(pieces, min_size=1, max_size=5), st.sampled_from(["fr", "en"]))
def test_parts_of_a_text_are_set_together(parts: list[str], language: str) -> None:
    done = set_parts(parts, language)
    assert len(done) == len(parts)
    assert "".join(done) == set_text("".join(parts), language)


@given(st.lists(st.sampled_from(["ab", "3", " c d", "e ", "\ufffc", "!", " ?", '"', "'", "...", "«"]), min_size=1))
def test_no_letter_changes_its_part(parts: list[str]) -> None:
    for part, done in zip(parts, set_parts(parts, "fr"), strict=True):
        assert [c for c in done if c.isalnum() or c == "\ufffc"] == [c for c in part if c.isalnum() or c == "\ufffc"]
