"""Names in sentences: articles, plurals, elision and gender."""

from pathlib import Path

import pytest

from documents.dump import dump
from documents.test_manuscripts import CARDS, Desk
from pawprint.documents.noun_forms import elides, english_article, english_plural, french_plural

FORMS = (
    CARDS.replace("en: Fox}", "en: Fox}, grammar: {fr: un renard}")
    .replace("en: Red hen}", 'en: Red hen}, grammar: {fr: "une poule rousse, des poules rousses"}')
    .replace(
        "name: {fr: Taupe, en: Mole}, editions: large", 'name: {fr: Yeux, en: Eyes}, grammar: {fr: "un œil, des yeux"}'
    )
)


def paragraph_of(tmp_path: Path, text: str, language: str, cards: str = FORMS) -> tuple[str, list[str]]:
    """The paragraph that *text* makes, and what is found."""
    desk = Desk(tmp_path, cards=cards)
    draft = desk.make(f"# A\n\n{text}", language, "small")
    lines = dump(draft.blocks).splitlines() if draft else ["", ""]
    found = [
        f"{str(one.span).rpartition('/')[2]} {one.code}: {one.message}; {one.help}" for one in desk.findings.sorted()
    ]
    return lines[1].removeprefix("paragraph: "), found


def test_english_names_have_articles_and_plurals(tmp_path: Path) -> None:
    text = "{{ beasts.fox|lower|a }}, {{ beasts.red_hen|a }}, {{ beasts.mole|lower|a }}, {{ beasts.fox|plural }}, "
    text += "{{ beasts.fox|lower|plural(1) }}, {{ 'otter'|a|title }}"
    assert paragraph_of(tmp_path, text, "en") == ("a fox, a Red hen, eyes, Foxes, fox, An otter", [])


def test_french_names_have_gender_elision_and_number(tmp_path: Path) -> None:
    text = "{% set hen = beasts.red_hen|lower %}{{ hen|un }}, {{ hen|le|title }}, {{ hen|du }}, {{ hen|au }}, "
    text += "{{ hen|de }}, {{ hen|plural }}, {{ hen|agree('posé', 'posée') }}; {{ beasts.fox|lower|du }}, "
    text += "{{ beasts.fox|au }}; {{ beasts.mole|lower|le }}, {{ beasts.mole|lower|un }}, "
    text += "{{ beasts.mole|agree('lui', 'elle', 'eux', 'elles') }}"
    assert paragraph_of(tmp_path, text, "fr") == (
        "une poule rousse, La poule rousse, de la poule rousse, à la poule rousse, de poule rousse, "
        "poules rousses, posée; du renard, au Renard; les yeux, des yeux, eux",
        [],
    )


def test_missing_gender_is_reported_at_the_record(tmp_path: Path) -> None:
    _, found = paragraph_of(tmp_path, "Voici {{ beasts.fox|lower|le }}.", "fr", CARDS)
    (one,) = found
    assert one.startswith("fr.md:3:1 bad-grammar: the gender of 'renard' (beasts.fox) is not known; add grammar: ")
    assert "{fr: un renard} or une renard to the record at " in one
    assert "cards.yaml:2:10" in one


def test_text_has_no_gender(tmp_path: Path) -> None:
    _, found = paragraph_of(tmp_path, "Voici {{ beasts.fox.name|le }}.", "fr")
    assert "the gender of the text 'Renard' is not known; give it a record" in found[0]


@pytest.mark.parametrize(
    ("grammar", "message"),
    [
        ("un poulet", "is for 'un poulet', and the name is 'Renard'; write 'un renard' or 'une renard'"),
        ("renard", "is no article (un, une, le, la) and noun: 'renard'; write it as in 'une souris, des souris'"),
        ("l'ours", "is no article"),
    ],
)
def test_grammar_without_the_name_is_reported(tmp_path: Path, grammar: str, message: str) -> None:
    _, found = paragraph_of(tmp_path, "A", "fr", FORMS.replace("un renard", f'"{grammar}"'))
    assert any(f"bad-grammar: 'grammar' of 'fox' (fr) {message}" in one for one in found), found


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("otter", "an otter"), ("hedgehog", "a hedgehog"), ("hour", "an hour"), ("unicorn", "a unicorn")),
        *(
            ("European hare", "a European hare"),
            ("8-spot", "an 8-spot"),
            ("hornets", "hornets"),
            ("octopus", "an octopus"),
        ),
        *(
            ("grass", "a grass"),
            ("uninvited guest", "an uninvited guest"),
            ("mice", "mice"),
            ("one-eyed cat", "a one-eyed cat"),
        ),
    ],
)
def test_english_articles(word: str, expected: str) -> None:
    assert english_article(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("fox", "foxes"), ("Fly", "Flies"), ("wild boar", "wild boars"), ("mouse", "mice"), ("Huntsman", "Huntsmen")),
        *(
            ("wolf", "wolves"),
            ("knife", "knives"),
            ("jellyfish", "jellyfish"),
            ("hornets", "hornets"),
            ("monkey", "monkeys"),
        ),
        *(("octopus", "octopuses"), ("Werewolf", "Werewolves"), ("dormouse", "dormice"), ("sheep", "sheep")),
    ],
)
def test_english_plurals(word: str, expected: str) -> None:
    assert english_plural(word) == expected
    assert english_plural(word, 1) == word


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("escargot", "escargots"), ("souris", "souris"), ("cheval", "chevaux"), ("chacal", "chacals")),
        *(("oiseau", "oiseaux"), ("nez", "nez"), ("feu", "feux")),
    ],
)
def test_french_plurals(word: str, expected: str) -> None:
    assert french_plural(word) == expected
    assert french_plural(word, 1) == word


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        *(("escargot", True), ("Écureuil", True), ("œil", True), ("hérisson", False), ("hirondelle", True)),
        *(("yack", False), ("ypérite", True), ("loup", False), ("hibou", False), ("Ours", True)),
    ],
)
def test_french_elision(word: str, expected: bool) -> None:
    assert elides(word) is expected
