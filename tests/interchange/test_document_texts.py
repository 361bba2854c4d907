"""Rulebooks and sheets are translated in the same PO file as the cards, passage by passage."""

from collections.abc import Callable
from pathlib import Path

import polib
import pytest
from typer.testing import Result

from command_line import run

GAME = """
    id: den
    title: {en: Den}
    languages: [en]
    components:
      animals: {stock: small, face: animal, fields: {name: {type: text}}}
"""
CARDS = "animals: [{id: fox, name: {en: Fox}}]\n"
BOOK = """\
---
columns: 1
about: for authors
---
# {{ title }}

## Goal {#goal}

Eat {{ count("animals")|words }} :paw:.

{{ card("animals.fox", width="30 mm", caption="The " ~ animals.fox.name) }}

## The end

::: tip Soon
- Hide.
- Sleep.
:::
"""
RULEBOOK, SHEET = "catalog/den/rulebook/{}.md", "catalog/den/reference/aid.{}.md"
CONTEXTS = {
    "documents/rulebook/goal/heading.1": ("Goal", "Ziel"),
    "documents/rulebook/goal/paragraph.1": (
        'Eat {{ count("animals")|words }} :paw:.',
        'Friss {{ count("animals")|words }} :paw:.',
    ),
    "documents/rulebook/goal/figure.1.caption": ("The {{ animals.fox.name }}", "{{ animals.fox.name }}, rot"),
    "documents/rulebook/section.2/heading.1": ("The end", "Ende"),
    "documents/rulebook/section.2/box.1": ("Soon", "Bald"),
    "documents/rulebook/section.2/item.1": ("Hide.", "Versteck dich."),
    "documents/rulebook/section.2/item.2": ("Sleep.", "Schlaf."),
    "documents/reference/aid/start/paragraph.1": ("Sleep.", "Gute Nacht."),
}
TRANSLATED = {context: translation for context, (_, translation) in CONTEXTS.items()}


@pytest.fixture
def folder(den: Callable[..., Path]) -> Path:
    made = den({"den/game.yaml": GAME, "den/cards.yaml": CARDS})
    (made / "den/rulebook").mkdir()
    (made / "den/reference").mkdir()
    (made / "catalog").mkdir()
    (made / "den").rename(made / "catalog/den")
    Path(RULEBOOK.format("en")).write_text(BOOK, encoding="utf-8")
    Path(SHEET.format("en")).write_text("Sleep.\n", encoding="utf-8")
    return made


def po(*words: str) -> Result:
    return run("po", words[0], "den", "de", *words[1:])


def exported() -> polib.POFile:
    assert po("export", "de.po").exit_code == 0
    return polib.pofile("de.po", wrapwidth=0)


def translate(texts: dict[str, str]) -> None:
    file = exported()
    for entry in file:
        if entry.msgctxt in texts:
            entry.msgstr, entry.flags, entry.previous_msgid = texts[entry.msgctxt], [], None
    file.save()
    assert po("import", "de.po").exit_code == 0


def edit(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(path).write_text(text.replace(old, new), encoding="utf-8")


def german() -> str:
    return Path(RULEBOOK.format("de")).read_text(encoding="utf-8")


def test_file_has_the_passages_of_all_documents_with_places_and_what_they_are(folder: Path) -> None:
    file = exported()
    texts = {entry.msgctxt: entry.msgid for entry in file if entry.msgctxt.startswith("documents/")}
    assert texts == {context: text for context, (text, _) in CONTEXTS.items()}
    caption = next(entry for entry in file if entry.msgctxt == "documents/rulebook/goal/figure.1.caption")
    assert caption.occurrences == [("rulebook/en.md", "11")]
    assert caption.comment.startswith('of {{ card("animals.fox", ')


def test_import_writes_the_documents_of_the_language(folder: Path) -> None:
    translate(TRANSLATED)
    expected = BOOK
    for text, translation in [
        *[pair for pair in CONTEXTS.values() if "{{ animals" not in pair[0]][:-1],
        ('"The " ~ animals.fox.name', 'animals.fox.name ~ ", rot"'),
    ]:
        expected = expected.replace(text, translation)
    assert german() == expected
    assert Path(SHEET.format("de")).read_text(encoding="utf-8") == "Gute Nacht.\n"
    assert "draft_languages: [de]" in Path("catalog/den/game.yaml").read_text(encoding="utf-8")
    assert {entry.msgctxt: entry.msgstr for entry in exported() if entry.msgctxt in CONTEXTS} == TRANSLATED
    assert po("import", "de.po").output == "nothing to change\n"


def test_status_counts_passages_and_what_is_not_translated_is_in_the_first_language(folder: Path) -> None:
    assert "(0 of 8 passages of documents), 10 missing, 2 documents missing" in po("status").output
    translate({"documents/rulebook/goal/heading.1": "Ziel"})
    assert "## Ziel {#goal}" in german()
    assert "- Hide." in german()
    lines = po("status").output.splitlines()
    assert lines[0] == "de, from en: 1 of 10 translated (1 of 8 passages of documents), 9 missing, 1 document missing"
    assert "  missing: documents/rulebook/section.2/item.1  catalog/den/rulebook/de.md:16:3  Hide." in lines


def test_passage_may_be_the_same_in_both_languages(folder: Path) -> None:
    translate({"documents/rulebook/section.2/box.1": "Soon"})
    assert "1 of 10 translated (1 of 8 passages" in po("status").output
    assert po("import", "de.po").output == "nothing to change\n"


def test_changed_passage_preserves_its_translation_as_stale(folder: Path) -> None:
    translate(TRANSLATED)
    edit(RULEBOOK.format("en"), "- Hide.", "- Hide well.")
    before = german()
    entry = next(entry for entry in exported() if entry.msgctxt == "documents/rulebook/section.2/item.1")
    assert (entry.msgstr, entry.flags, entry.previous_msgid) == ("Versteck dich.", ["fuzzy"], "Hide.")
    assert po("import", "de.po").output.splitlines()[0] == "1 fuzzy translation left out"
    assert german() == before
    translate({"documents/rulebook/section.2/item.1": "Versteck dich gut."})
    assert german() == before.replace("Versteck dich.", "Versteck dich gut.")


def test_new_passages_are_inserted_and_all_others_preserve_their_translations(folder: Path) -> None:
    translate(TRANSLATED)
    before = german()
    edit(RULEBOOK.format("en"), "## The end\n", "## Rest {#rest}\n\nLie down.\n\n## The end\n")
    edit(RULEBOOK.format("en"), "- Hide.\n", "- Run.\n- Hide.\n")
    file = exported()
    assert [entry.msgctxt for entry in file if not entry.msgstr and entry.msgctxt.startswith("documents/")] == [
        "documents/rulebook/rest/heading.1",
        "documents/rulebook/rest/paragraph.1",
        "documents/rulebook/section.2/item.1",
    ]
    translate(
        {
            "documents/rulebook/rest/heading.1": "Pause",
            "documents/rulebook/rest/paragraph.1": "Leg dich hin.",
            "documents/rulebook/section.2/item.1": "Lauf.",
        }
    )
    expected = before.replace("## Ende\n", "## Pause {#rest}\n\nLeg dich hin.\n\n## Ende\n")
    assert german() == expected.replace("- Versteck", "- Lauf.\n- Versteck")


def test_passage_only_in_the_translation_stays(folder: Path) -> None:
    translate(TRANSLATED)
    edit(RULEBOOK.format("de"), "- Schlaf.", '- Schlaf.\n\n{% if language == "de" %}\nNur hier.\n{% endif %}\n')
    edit(RULEBOOK.format("de"), 'width="30 mm"', 'width="25 mm"')
    before = german()
    translate({"documents/rulebook/section.2/item.2": "Ruh dich aus."})
    assert german() == before.replace("Schlaf.", "Ruh dich aus.")


@pytest.mark.parametrize(
    ("translation", "said", "failed"),
    [
        ("Friss :paw:.", "warning[lost-placeholder]: the translation of", False),
        ('Friss {{ count("animals")|words }}.', "is without :paw:", False),
        ('Friss {{ count("animals" }} :paw:.', "error[bad-template]: the translation of", True),
        ('Friss\n\n{{ count("animals")|words }} :paw:.', "error[cannot-edit]: the translation of", True),
        ('# Friss {{ count("animals")|words }} :paw:.', "error[cannot-edit]: the translation of", True),
    ],
)
def test_wrong_translation_is_a_finding_at_its_place(folder: Path, translation: str, said: str, failed: bool) -> None:
    file = exported()
    entry = next(entry for entry in file if entry.msgctxt == "documents/rulebook/goal/paragraph.1")
    entry.msgstr = translation
    file.save()
    done = po("import", "de.po")
    assert (done.exit_code, said in done.stderr, "de.po:" in done.stderr) == (int(failed), True, True), done.stderr
    assert Path(RULEBOOK.format("de")).exists() != failed
