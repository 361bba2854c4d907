"""Documents that were printed and are not what they were; and pieces of which only some went through the printer."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers import Toy
from pawprint.core.geometry import Insets
from pawprint.core.length import inch, mm
from pawprint.production import pipeline
from pawprint.production.changes._current import BROKEN, CHANGED, GONE, compare_documents
from pawprint.production.options import BuildOptions
from pawprint.production.snapshot import (
    BUILT,
    PRINTED,
    BadState,
    Deck,
    DocumentRecord,
    Entry,
    Snapshot,
    choice_of,
    options_of,
    printed_of,
    read_state,
    write_state,
)
from production.boxes import edit, make, out_of, print_all
from production.test_summary import data_of, run

RULES = '# Rules\n\nThere are {{ count("beasts") }} beasts, and a {{ beasts.fox.name }}.\n'
SIGNS = "# Signs\n\nNone at all, in {language}.\n"


def write_documents(toy: Toy) -> None:
    """A rulebook that names the fox, and a sheet that names nothing."""
    for language in ("fr", "en"):
        toy.write(f"catalog/toy/rulebook/{language}.md", RULES)
        toy.write(f"catalog/toy/reference/signs.{language}.md", SIGNS.format(language=language))


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    monkeypatch.chdir(tmp_path)
    made = make(tmp_path)
    made.below = [pipeline.bundled("layouts")]
    write_documents(made)
    return made


def documents(since: str = "printed") -> list[tuple[str, str, str]]:
    """(document, language, what became of it)"""
    found: list[dict[str, Any]] = data_of("--since", since)["games"][0]["editions"][0]["documents"]
    return [
        (one["document"], one["language"], one["what"]) for one in found if one["document"] in ("rulebook", "signs")
    ]


def build(*words: str) -> None:
    done = run("build", "--quiet", "--no-cover", *words)
    assert done.exit_code == 0, done.output


# --- what has become of them --------------------------------------------------------------------------------------


def test_only_documents_that_name_the_card_are_to_be_reprinted(toy: Toy) -> None:
    build()
    run("printed")
    assert documents() == []
    edit(toy, "en: Fox}", "en: Vixen}")
    assert documents() == [("rulebook", "en", CHANGED)]
    line = run("changes").stdout.splitlines()[-1]
    assert line.startswith("toy: documents changed since printed: ")
    assert "rulebook (en)" in line
    assert "signs" not in line
    done = run("build", "--changed", "--no-cover")
    assert "rulebook" in next(
        line for line in done.stdout.splitlines() if line.startswith("toy en: documents to print again")
    )
    assert not [line for line in done.stdout.splitlines() if line.startswith("toy fr: documents to print again")]


def test_reprint_is_remembered_once_it_is_printed(toy: Toy) -> None:
    build()
    run("printed")
    edit(toy, "en: Fox}", "en: Vixen}")
    run("build", "--changed", "--no-cover")
    run("printed")
    assert documents() == [("rulebook", "en", CHANGED)], "the sheets of cards have no documents on them"
    build("--only", "rulebook")
    assert documents("built") == []
    assert documents() == [("rulebook", "en", CHANGED)]
    run("printed", "--card", "fox")
    assert documents() == [("rulebook", "en", CHANGED)], "that was a card"
    run("printed")
    assert documents() == []


def test_intermediate_build_does_not_count_as_printed(toy: Toy) -> None:
    build()
    run("printed")
    edit(toy, "en: Fox}", "en: Vixen}")
    build()
    run("build", "--changed", "--no-cover")
    run("printed")
    assert documents() == [("rulebook", "en", CHANGED)]


@pytest.mark.parametrize(
    "words", [["--paper", "Letter"], ["--bleed", "5mm"], ["--booklet", "--duplex", "short-edge", "--creep", "0.2mm"]]
)
def test_documents_are_compared_under_their_print_options(words: list[str], toy: Toy) -> None:
    build("--only", "rulebook", *words)
    run("printed")
    assert documents() == []
    edit(toy, "en: Fox}", "en: Vixen}")
    assert documents() == [("rulebook", "en", CHANGED)]


def test_new_version_of_the_game_does_not_change_a_document(toy: Toy) -> None:
    build("--only", "rulebook,reference")
    run("printed")
    edit(toy, 'version: "7"', 'version: "8"', "catalog/toy/game.yaml")
    assert documents() == []
    before = (out_of(toy) / "toy" / "documents" / "toy-rulebook-en-a5.pdf").read_bytes()
    build("--only", "rulebook,reference")
    assert (out_of(toy) / "toy" / "documents" / "toy-rulebook-en-a5.pdf").read_bytes() != before, (
        "no old file is found again"
    )


def test_deleted_and_faulty_documents_are_reported(toy: Toy) -> None:
    build()
    run("printed")
    for language in ("fr", "en"):
        (toy.folder / f"catalog/toy/reference/signs.{language}.md").unlink()
    assert documents() == [("signs", "fr", GONE), ("signs", "en", GONE)]
    toy.write("catalog/toy/rulebook/en.md", RULES.replace("fox", "wolverine"))
    assert ("rulebook", "en", BROKEN) in documents()
    line = next(line for line in run("changes").stdout.splitlines() if "documents" in line)
    assert "rulebook (en; cannot be made: see pawprint check)" in line
    assert "signs (fr; is gone)" in line


def test_unrequested_documents_are_not_examined(toy: Toy) -> None:
    build()
    run("printed")
    edit(toy, "en: Fox}", "en: Vixen}")
    assert "to print again" not in run("build", "--changed", "--no-cover", "--card", "fox").stdout
    assert "to print again" in run("build", "--changed", "--no-cover").stdout


def test_little_ink_is_not_for_the_box(toy: Toy) -> None:
    build("--only", "rulebook", "--low-ink")
    assert not (out_of(toy) / "toy" / BUILT).exists()


def test_documents_alone_forget_no_piece(toy: Toy) -> None:
    build("--only", "cards")
    before = read_state(out_of(toy) / "toy" / BUILT)
    build("--only", "rulebook")
    after = read_state(out_of(toy) / "toy" / BUILT)
    assert before is not None
    assert after is not None
    assert {key: deck._replace(documents={}) for key, deck in after.decks.items()} == before.decks
    assert [*after.decks["en"].documents] == ["toy-rulebook-en-a5.pdf"]


# --- how they are remembered --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choice",
    [
        BuildOptions(),
        BuildOptions(paper="Letter", duplex="short-edge", marks="grid", booklet=True, creep=mm(0.25)),
        BuildOptions(bleed=mm(3.5), one_up=True, paper="210x297mm"),
        BuildOptions(margin=Insets(mm(3), mm(4), inch(0.5), mm(5))),
        BuildOptions(margin=Insets.even(mm(6.35))),
    ],
)
def test_options_are_written_and_read(choice: BuildOptions) -> None:
    assert choice_of(options_of(choice)) == choice
    assert options_of(replace(choice, cards=("fox",), cover=False, draft=True)) == options_of(choice)


@pytest.mark.parametrize(
    "options", [{"paper_size": "A4"}, {"duplex": "sideways"}, {"bleed": "three"}, {"cards": "fox"}]
)
def test_invalid_options_are_a_damaged_file(options: dict[str, str], tmp_path: Path) -> None:
    paper = DocumentRecord("00", "7", options)
    write_state(
        tmp_path / "printed.json", Snapshot("toy", "7", {"en": Deck({}, {}, {"toy-rulebook-en-a5.pdf": paper})})
    )
    with pytest.raises(BadState):
        read_state(tmp_path / "printed.json")


def test_documents_are_listed_by_name() -> None:
    old = {
        name: DocumentRecord("1", "7", {})
        for name in ("toy-hard-rulebook-en-a5.pdf", "toy-hard-en-garde-en-half-210x297mm.pdf", "other.pdf")
    }
    new = {name: one._replace(digest="2") for name, one in old.items()}
    found = compare_documents(old, new, "toy", "hard", "en")
    assert sorted(one.name for one in found) == ["en-garde", "other.pdf", "rulebook"]
    assert compare_documents(old, old, "toy", "hard", "en") == ()


# --- only some pieces ---------------------------------------------------------------------------------------------


def looks(toy: Toy) -> dict[str, str]:
    state = read_state(out_of(toy) / "toy" / PRINTED)
    assert state is not None
    return {piece: entry.face for piece, entry in state.decks["en"].pieces.items()}


def test_only_the_cards_that_were_printed_are_remembered(toy: Toy) -> None:
    build()
    run("printed")
    before = looks(toy)
    edit(toy, "{fr: Renard, en: Fox}", "{fr: Goupil, en: Vixen}")
    edit(toy, "en: Hen}", "en: Pullet}")
    edit(toy, "en: Moor}", "en: Heath}")
    build()
    assert run("printed", "--card", "fox", "--lang", "en").stdout == "out/toy/printed.json  en, 3 pieces\n"
    assert [piece for piece, face in looks(toy).items() if face != before[piece]] == ["beasts/fox"]
    assert run("printed", "--component", "lands").stdout == "out/toy/printed.json  en, 1 piece; fr, 1 piece\n"
    assert [piece for piece, face in looks(toy).items() if face != before[piece]] == ["beasts/fox", "lands/moor"]
    run("printed", "--card", "beasts/hen")
    assert "toy: 1 changed since printed (fr, en)" in run("changes").stdout, "the French fox is what it was"


def test_card_that_was_pulled_is_forgotten(toy: Toy) -> None:
    print_all(toy)
    text = toy.folder / "catalog/toy/cards.yaml"
    text.write_text("".join(line for line in text.read_text().splitlines(keepends=True) if "mole" not in line))
    build("--only", "cards", "--lang", "en")
    run("printed", "--card", "mole", "--lang", "en")
    assert "beasts/mole" not in looks(toy)
    assert len(looks(toy)) == 6


def test_piece_that_was_not_rebuilt_stays_unchanged() -> None:
    fox, hen = Entry("f", "", 1, {}), Entry("h", "", 1, {})
    before = Snapshot("toy", "7", {"en": Deck({"beasts/fox": fox, "beasts/hen": hen}, {"beasts": True})})
    some = Snapshot("toy", "8", {"en": Deck({"beasts/fox": fox._replace(face="g")}, {"beasts": False})})
    news, whole = printed_of(some, before, lambda piece: piece == "beasts/hen")
    assert news.decks["en"].pieces == {}
    assert whole.decks["en"] == before.decks["en"]


@pytest.mark.parametrize(("words", "said"), [(["--card", "foxx"], "fox"), (["--component", "beast"], "beasts")])
def test_game_that_was_never_built_cannot_have_been_printed(words: list[str], said: str, toy: Toy) -> None:
    print_all(toy)
    done = run("printed", *words)
    assert done.exit_code == 1
    assert f"did you mean '{said}'?" in done.stderr


def test_games_without_the_card_are_skipped(toy: Toy) -> None:
    print_all(toy)
    other = out_of(toy) / "other" / BUILT
    write_state(other, Snapshot("other", "1", {"en": Deck({"a/b": Entry("f", "", 1, {})}, {"a": True})}))
    run("printed", "--card", "fox")
    assert not other.with_name(PRINTED).exists()
