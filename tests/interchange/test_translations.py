"""Texts go to a translator as a PO file, and translations come back into the YAML, with nothing else changed."""

import io
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import polib
import pytest
from PIL import Image
from typer.testing import Result

from command_line import run
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings

Den = Callable[..., Path]

GAME = """
    id: den
    title: {fr: Terrier, en: Den}  # printed on the cover
    languages: [fr, en]  # French first
    components:
      animals:
        stock: small
        face: animal
        fields:
          name: {type: text, max: 30, about: its name in the forest}
          level: {type: int}
          steps: {type: list, of: {type: record, fields: {text: {type: text}}}}
          code: {type: text, translated: false, optional: true}
    checks:
      - {id: DEN-1, about: numbers come from fields, numbers: [animals]}
"""
CARDS = """
    # The animals.
    animals:
      - id: hare
        name: {fr: Lièvre, en: "Hare"}   # quick
        level: 1
        code: h
        steps:
          - text:
              fr: "Avance de {{ level }} :paw:"
              en: "Move on {{ level }} :paw:"  # places
          - text: {fr: Mange, en: Eat}
      - {id: fox, name: {fr: Renard, en: Fox}, level: 2}
      - {id: owl, name: Uhu, level: 3}
"""
FACE = """
    palette: den
    elements:
      - {kind: text, text: "{{ name }}", style: title, at: [5 mm, 5 mm], size: [30 mm, 6 mm]}
      - {id: kind, kind: text, text: {fr: Animal, en: Beast}, style: title, at: [5 mm, 20 mm], size: [30 mm, 6 mm]}
"""


@pytest.fixture
def folder(den: Den) -> Path:
    made = den({"den/game.yaml": GAME, "den/cards.yaml": CARDS, "layouts/faces/animal.yaml": FACE})
    (made / "catalog").mkdir()
    (made / "den").rename(made / "catalog" / "den")
    return made


def po(*words: str) -> Result:
    return run("po", *words)


def exported(file: str = "de.po", *more: str) -> polib.POFile:
    done = po("export", "den", "de", file, *more)
    assert done.exit_code == 0, done.output
    return polib.pofile(file)


def translate(file: polib.POFile, texts: dict[str, str]) -> None:
    for entry in file:
        if entry.msgctxt in texts:
            entry.msgstr = texts[entry.msgctxt]
            entry.flags = [flag for flag in entry.flags if flag != "fuzzy"]
            entry.previous_msgid = None
    file.save()


def entry_of(file: polib.POFile, context: str) -> polib.POEntry:
    (entry,) = [entry for entry in file if entry.msgctxt == context]
    return entry


def edit(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(path).write_text(text.replace(old, new), encoding="utf-8")


CARDS_FILE, GAME_FILE = "catalog/den/cards.yaml", "catalog/den/game.yaml"


# --- export -------------------------------------------------------------------------------------------------


def test_file_has_every_text_with_its_context_place_and_comments(folder: Path) -> None:
    file = exported()
    assert [(entry.msgctxt, entry.msgid) for entry in file] == [
        ("game/title", "Terrier"),
        ("animals/hare/name", "Lièvre"),
        ("animals/hare/steps.1.text", "Avance de {{ level }} :paw:"),
        ("animals/hare/steps.2.text", "Mange"),
        ("animals/fox/name", "Renard"),
        ("faces/animal/elements.kind.text", "Animal"),
    ]
    name = entry_of(file, "animals/fox/name")
    assert name.occurrences == [("cards.yaml", "12")]
    about, room, *others = name.comment.split("\n")
    assert (about, others) == ("its name in the forest", ["at most 30 characters", "en: Fox"])
    assert room.startswith("room for about ")
    assert entry_of(file, "faces/animal/elements.kind.text").occurrences == [("faces/animal.yaml", "4")]
    assert (file.metadata["Language"], file.metadata["X-Source-Language"]) == ("de", "fr")


def test_pictures_show_each_text_on_its_own_piece(folder: Path) -> None:
    cards = folder / "catalog/den/cards.yaml"
    cards.write_text(cards.read_text().replace("fr: Renard", "fr: Lièvre"), encoding="utf-8")
    file = exported("de.po", "--pictures", "pictures")
    shown = {entry.msgctxt: entry.comment.rpartition("picture: ")[2] for entry in file if "picture: " in entry.comment}
    assert shown == {
        "animals/hare/name": "animals/hare-face.png",
        "animals/fox/name": "animals/fox-face.png",
        "faces/animal/elements.kind.text": "animals/hare-face.png",
    }
    names = {path.relative_to("pictures").as_posix() for path in Path("pictures").rglob("*.*")}
    assert names == set(shown.values())
    hare, fox = (Path("pictures", name).read_bytes() for name in sorted(names, reverse=True))
    assert hare == fox, "the two differ in nothing that the face shows"
    with Image.open(io.BytesIO(hare)) as picture:
        assert picture.size == (round(40 / 25.4 * 150), round(60 / 25.4 * 150))
    assert "picture" not in str(exported("de.po"))


def test_same_texts_give_the_same_bytes_as_other_programs(folder: Path) -> None:
    first = exported()
    written = Path("de.po").read_bytes()
    assert (str(polib.pofile("de.po", wrapwidth=0)).rstrip("\n") + "\n").encode() == written
    translate(first, {"animals/fox/name": "Fuchs"})
    exported()
    again = Path("de.po").read_bytes()
    assert [line for line in again.splitlines() if line not in written.splitlines()] == [b'msgstr "Fuchs"']
    exported()
    assert Path("de.po").read_bytes() == again


def test_source_language_is_stored_in_the_file(folder: Path) -> None:
    assert entry_of(exported("de.po", "--from", "en"), "animals/fox/name").msgid == "Fox"
    assert po("export", "den", "de", "--from", "en").output == "catalog/den/translations/de.po  6 texts\n"
    assert po("export", "den", "de").exit_code == 0
    assert 'msgid "Fox"' in Path("catalog/den/translations/de.po").read_text(encoding="utf-8")


def test_text_of_the_stated_length_fits_and_a_longer_text_does_not(folder: Path) -> None:
    room = next(line for line in entry_of(exported(), "animals/fox/name").comment.split("\n") if "room" in line)
    most = int("".join(letter for letter in room if letter.isdigit()))
    edit(GAME_FILE, "max: 30", "max: 99")
    edit(GAME_FILE, "languages: [fr, en]", "languages: [fr, en]\ndraft_languages: [de]")
    words = "Renard " * 20
    for length, too_long in ((most - 2, False), (most + 8, True)):
        long = words[:length].strip()
        edit(CARDS_FILE, "{fr: Renard, en: Fox}", f'{{fr: Renard, en: Fox, de: "{long}"}}')
        assert ("too long: animals/fox/name" in po("status", "den", "de").output) == too_long
        edit(CARDS_FILE, f', de: "{long}"', "")


# --- import -------------------------------------------------------------------------------------------------


def test_translations_are_written_beside_their_texts_and_nothing_else_changes(folder: Path) -> None:
    before = {path: Path(path).read_text(encoding="utf-8") for path in (CARDS_FILE, GAME_FILE)}
    translate(
        exported(),
        {
            "game/title": "Bau",
            "animals/hare/name": "Hase",
            "animals/hare/steps.1.text": "Rück {{ level }} :paw: vor: los!",
            "faces/animal/elements.kind.text": "Tier",
        },
    )
    seen = po("import", "den", "de", "de.po", "--dry-run")
    assert seen.output.splitlines()[-2:] == [
        "faces/animal/elements.kind.text  (nothing) -> Tier",
        "4 translations; nothing was written",
    ]
    assert {path: Path(path).read_text(encoding="utf-8") for path in before} == before
    done = po("import", "den", "de", "de.po")
    assert (
        done.output.splitlines()[-1]
        == f"4 translations; written to {GAME_FILE}, {CARDS_FILE}, layouts/faces/animal.yaml"
    )
    new = {
        path: [line.strip() for line in Path(path).read_text(encoding="utf-8").splitlines() if line not in text]
        for path, text in before.items()
    }
    assert new == {
        GAME_FILE: ["title: {fr: Terrier, en: Den, de: Bau}  # printed on the cover", "draft_languages: [de]"],
        CARDS_FILE: [
            'name: {fr: Lièvre, en: "Hare", de: Hase}   # quick',
            'de: "Rück {{ level }} :paw: vor: los!"',
        ],
    }
    assert "text: {fr: Animal, en: Beast, de: Tier}" in Path("layouts/faces/animal.yaml").read_text(encoding="utf-8")
    assert po("import", "den", "de").output == "nothing to change\n"
    status = po("status", "den").output.splitlines()
    assert status[0] == "en, from fr: 6 of 6 translated"
    assert status[3] == "de, from fr: 4 of 6 translated, 2 missing"
    assert status[4] == f"  missing: animals/hare/steps.2.text  {CARDS_FILE}:12:16  Mange"


def test_complete_translation_becomes_a_language_of_the_game(folder: Path) -> None:
    file = exported()
    translate(file, {entry.msgctxt: f"{entry.msgid} x" for entry in file})
    assert po("import", "den", "de", "de.po").exit_code == 0
    assert po("status", "den", "de").output.splitlines() == [
        "de, from fr: 6 of 6 translated",
        "  all is translated: move it from draft_languages to languages in game.yaml",
    ]
    edit(GAME_FILE, "draft_languages: [de]\n", "")
    edit(GAME_FILE, "[fr, en]", "[fr, en, de]")
    findings = Findings()
    game = load_game(Path("catalog/den"), findings)
    assert game is not None
    assert (game.languages, [*findings]) == (("fr", "en", "de"), [])


def test_single_texts_of_a_game_with_a_single_language_become_texts_with_languages(folder: Path) -> None:
    game = dedent(GAME).lstrip().replace("{fr: Terrier, en: Den}", "Den").replace("[fr, en]", "[en]")
    Path(GAME_FILE).write_text(game, encoding="utf-8")
    Path(CARDS_FILE).write_text(
        "animals:\n- {id: owl, name: Owl, level: 1, steps: [{text: Fly}, {text: Eat}]}  # wise\n", encoding="utf-8"
    )
    Path("layouts/faces/animal.yaml").write_text(dedent(FACE).replace("{fr: Animal, en: Beast}", "Beast"))
    file = exported()
    assert [entry.msgctxt for entry in file] == [
        *("game/title", "animals/owl/name", "animals/owl/steps.1.text", "animals/owl/steps.2.text")
    ]
    translate(file, {"animals/owl/name": "Eule", "animals/owl/steps.2.text": "Friss", "game/title": "Bau"})
    assert po("import", "den", "de", "de.po").exit_code == 0
    assert Path(CARDS_FILE).read_text(encoding="utf-8") == (
        "animals:\n- {id: owl, name: {en: Owl, de: Eule}, level: 1, "
        "steps: [{text: Fly}, {text: {en: Eat, de: Friss}}]}  # wise\n"
    )
    assert "title: {en: Den, de: Bau}  # printed" in Path(GAME_FILE).read_text(encoding="utf-8")
    assert "3 of 4 translated, 1 missing" in po("status", "den", "de").output


def test_translation_that_breaks_the_game_is_reported_in_the_po_file_and_nothing_is_written(folder: Path) -> None:
    before = Path(CARDS_FILE).read_bytes()
    translate(exported(), {"animals/hare/steps.1.text": "Rück {{ leven }} :paw: vor", "animals/fox/name": "F" * 31})
    done = po("import", "den", "de", "de.po")
    assert done.exit_code == 1
    assert "error[out-of-range]: the translation of 'animals/fox/name' has 31 characters" in done.stderr
    assert "warning[lost-placeholder]" in done.stderr
    translate(polib.pofile("de.po"), {"animals/fox/name": "Fuchs"})
    done = po("import", "den", "de", "de.po")
    line = 1 + Path("de.po").read_text(encoding="utf-8").splitlines().index('msgstr "Rück {{ leven }} :paw: vor"')
    assert f"de.po:{line}:1: error[bad-template]" in done.stderr
    assert done.stderr.endswith("nothing was written\n")
    assert Path(CARDS_FILE).read_bytes() == before


def test_check_that_a_translation_fails_is_a_warning_at_its_place(folder: Path) -> None:
    translate(exported(), {"animals/hare/steps.2.text": "Friss 9"})
    line = 1 + Path("de.po").read_text(encoding="utf-8").splitlines().index('msgstr "Friss 9"')
    done = po("import", "den", "de", "de.po")
    assert (done.exit_code, f"de.po:{line}:1: warning[check-failed]: DEN-1" in done.stderr) == (0, True)
    assert "de: Friss 9" in Path(CARDS_FILE).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("code", "verb", "context", "text", "translation"),
    [
        ("lost-placeholder", "import", "animals/hare/steps.1.text", "Avance de {{ level }} :paw:", "Vor :paw:"),
        ("stale-translation", "import", "animals/fox/name", "Goupil", "Fuchs"),
        ("unknown-text", "import", "animals/wolf/name", "Loup", "Wolf"),
        ("translation-differs", "export", "animals/fox/name", "Renard", "Rotfuchs"),
    ],
)
def test_doubtful_translation_is_a_warning_at_its_place(
    folder: Path, code: str, verb: str, context: str, text: str, translation: str
) -> None:
    translate(exported(), {"animals/fox/name": "Fuchs"})
    po("import", "den", "de", "de.po")
    file = f'msgid ""\nmsgstr "Language: de"\n\nmsgctxt "{context}"\nmsgid "{text}"\nmsgstr "{translation}"\n'
    Path("de.po").write_text(file, encoding="utf-8")
    done = po(verb, "den", "de", "de.po")
    assert done.exit_code == 0
    assert f"de.po:6:1: warning[{code}]: " in done.stderr


# --- changes of texts ---------------------------------------------------------------------------------------


def test_changed_text_preserves_its_translation_as_fuzzy_with_the_old_text(folder: Path) -> None:
    translate(exported(), {"animals/fox/name": "Fuchs", "animals/hare/name": "Hase"})
    po("import", "den", "de", "de.po")
    edit(CARDS_FILE, "{fr: Renard,", "{fr: Renard roux,")
    status = po("status", "den", "de").output
    assert f"  stale: animals/fox/name  {CARDS_FILE}:12:52  Renard roux" in status
    entry = entry_of(exported(), "animals/fox/name")
    assert (entry.msgstr, entry.flags, entry.previous_msgid) == ("Fuchs", ["fuzzy"], "Renard")
    edit(CARDS_FILE, "{fr: Renard roux,", "{fr: Renard rusé,")
    file = exported()
    assert entry_of(file, "animals/fox/name").previous_msgid == "Renard"
    translate(file, {"animals/hare/name": "Feldhase"})
    done = po("import", "den", "de", "de.po")
    assert done.output.splitlines()[:2] == ["animals/hare/name  Hase -> Feldhase", "1 fuzzy translation left out"]
    assert "de: Fuchs" in Path(CARDS_FILE).read_text(encoding="utf-8")
    translate(polib.pofile("de.po"), {"animals/fox/name": "Schlaufuchs"})
    po("import", "den", "de", "de.po")
    assert "stale" not in po("status", "den", "de").output


def test_restored_text_is_no_longer_stale(folder: Path) -> None:
    translate(exported(), {"animals/fox/name": "Fuchs"})
    edit(CARDS_FILE, "{fr: Renard,", "{fr: Goupil,")
    assert entry_of(exported(), "animals/fox/name").fuzzy
    edit(CARDS_FILE, "{fr: Goupil,", "{fr: Renard,")
    entry = entry_of(exported(), "animals/fox/name")
    assert (entry.msgstr, entry.fuzzy, entry.previous_msgid) == ("Fuchs", False, None)


def test_translations_follow_entries_of_a_list_that_move(folder: Path) -> None:
    translate(exported(), {"animals/hare/steps.1.text": "Vor {{ level }} :paw:", "animals/hare/steps.2.text": "Friss"})
    edit(CARDS_FILE, "    steps:\n", "    steps:\n      - {text: {fr: Dors, en: Sleep}}\n")
    file = exported()
    steps = {entry.msgctxt: (entry.msgstr, entry.fuzzy) for entry in file if "steps" in entry.msgctxt}
    assert steps == {
        "animals/hare/steps.1.text": ("", False),
        "animals/hare/steps.2.text": ("Vor {{ level }} :paw:", False),
        "animals/hare/steps.3.text": ("Friss", False),
    }


def test_translation_of_a_text_that_is_gone_stays_at_the_end_until_it_comes_back(folder: Path) -> None:
    translate(exported(), {"animals/fox/name": "Fuchs"})
    cards = Path(CARDS_FILE).read_text(encoding="utf-8")
    fox = next(line for line in cards.splitlines(keepends=True) if "id: fox" in line)
    Path(CARDS_FILE).write_text(cards.replace(fox, ""), encoding="utf-8")
    assert [(entry.msgctxt, entry.msgstr) for entry in exported().obsolete_entries()] == [("animals/fox/name", "Fuchs")]
    Path(CARDS_FILE).write_text(cards, encoding="utf-8")
    file = exported()
    assert (entry_of(file, "animals/fox/name").msgstr, file.obsolete_entries()) == ("Fuchs", [])


def test_documents_that_are_missing_in_the_language_are_named(folder: Path) -> None:
    for name in ("rulebook/fr.md", "rulebook/en.md", "reference/aid.fr.md", "reference/aid.de.md"):
        path = Path("catalog/den") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("# {{ title }}\n", encoding="utf-8")
    file = exported()
    translate(file, {entry.msgctxt: f"{entry.msgid} x" for entry in file})
    po("import", "den", "de", "de.po")
    assert po("status", "den", "de").output.splitlines() == [
        "de, from fr: 6 of 6 translated, 1 document missing",
        "  missing: catalog/den/rulebook/de.md",
    ]


def test_work_not_yet_imported_is_pending(folder: Path) -> None:
    po("export", "den", "de")
    kept = "catalog/den/translations/de.po"
    translate(polib.pofile(kept, wrapwidth=0), {"animals/fox/name": "Fuchs"})
    assert po("status", "den", "de").output.splitlines()[0] == "de, from fr: 1 of 6 translated, 5 missing, 1 waiting"


# --- wrong usage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("nonsense\n", "de.po:1:1: error[bad-po]: de.po is not a PO file"),
        ('msgid "a"\nmsgstr "b"\nmsgid "a\n', "de.po:3:1: error[bad-po]"),
        ('msgstr "a"\nmsgctxt "b"\n', "error[bad-po]"),
        ('msgid "a"\nmsgstr "b"\n\n#| 12 in line 3\n', "de.po:4:1: error[bad-po]: de.po is not a PO file: this line"),
        (f'msgid "a"\nmsgstr "b"\n\n#| {"9" * 5000}\n', "de.po:4:1: error[bad-po]"),
        ('msgid ""\nmsgstr "Language: es"\n', "de.po is a translation into 'es', not into 'de'"),
        ("", "error[bad-po]: de.po is not a PO file: it has no header"),
        ("\ufffd", "error[bad-po]"),
        ('msgid ""\nmsgstr "Language: de\\n"\n\nmsgctxt "a"\nmsgid "b"\nmsgstr "c\0"\n', "de.po:6:1: error[bad-po]"),
    ],
)
def test_file_that_is_not_a_po_file_of_the_language_is_a_finding(folder: Path, content: str, said: str) -> None:
    Path("de.po").write_text(content, encoding="utf-8")
    for word in ("import", "export"):
        done = po(word, "den", "de", "de.po")
        assert (done.exit_code, said in done.stderr) == (1, True), done.stderr
    assert Path("de.po").read_text(encoding="utf-8") == content


def test_languages_that_make_no_sense_are_refused(folder: Path) -> None:
    assert po("export", "den", "../x").exit_code == 2
    assert "cannot be translated from itself" in po("export", "den", "fr", "f.po").stderr
    assert "has no language 'es'" in po("export", "den", "de", "f.po", "--from", "es").stderr
    assert "error[file-missing]" in po("import", "den", "de", "f.po").stderr
    assert "error[unknown-game]" in po("status", "burrow").stderr
