"""Layouts in which every text has room, and what becomes of texts that fit in none."""

import re
from pathlib import Path

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.interchange.lists._card_list import CardList
from pawprint.interchange.lists._guess_columns import guess
from pawprint.interchange.lists._read_list import CardRows
from pawprint.interchange.lists.fit_cards import cut_at, overset_cards
from pawprint.interchange.lists.import_game import Imported, ImportOptions, import_cards

SENTENCE = "Draw a card and think about it well. "


def imported(folder: Path, text: str, **options: str) -> Imported:
    path = folder / "cards.csv"
    path.write_text(text, encoding="utf-8")
    findings = Findings()
    made = import_cards(path, ImportOptions(**options), findings)
    assert made is not None, [finding.message for finding in findings]
    return made


def cards(made: Imported) -> str:
    return made.files[f"catalog/{made.game}/cards.yaml"].decode()


def stock(made: Imported) -> str:
    match = re.search(r"stock: (\S+)", made.files[f"catalog/{made.game}/game.yaml"].decode())
    assert match
    return match[1]


def few_long(length: int, others: int = 12) -> str:
    rows = "".join(f"Owl {n},Flies over a river.\n" for n in range(others))
    return f"name,text\nBook,{SENTENCE * length}\n{rows}"


def test_single_long_text_continues_on_its_back(tmp_path: Path) -> None:
    made = imported(tmp_path, few_long(80))
    assert stock(made) == "poker"
    assert cards(made).count("    more: ") == 1
    assert "the text of 1 card continues on its back" in " ".join(made.notes)
    assert not overset_cards(made.files)


def test_text_too_long_for_both_sides_continues_on_another_card(tmp_path: Path) -> None:
    made = imported(tmp_path, few_long(130), stock="mini")
    assert re.findall(r"- id: (book\S*)", cards(made))[:3] == ["book", "book-2", "book-3"]
    assert "name: Book (2)" in cards(made)
    assert not overset_cards(made.files)
    assert cards(made).count(SENTENCE.strip(" .")) >= 125, "no sentence is lost but those at which a text is cut"


def test_texts_continue_on_more_cards_on_request(tmp_path: Path) -> None:
    made = imported(tmp_path, few_long(80), long_texts="cards")
    assert "    more: " not in cards(made)
    assert "- id: book-2" in cards(made)


def test_cards_grow_on_request(tmp_path: Path) -> None:
    made = imported(tmp_path, few_long(60), long_texts="larger")
    assert (stock(made), "more: " in cards(made)) == ("tarot", False)


def test_texts_stay_whole_when_a_mark_is_requested(tmp_path: Path) -> None:
    made = imported(tmp_path, few_long(200), stock="mini", long_texts="mark")
    assert overset_cards(made.files) == {"book"}
    assert "1 card has more text than room" in " ".join(made.notes)


def test_deck_of_long_texts_has_larger_cards(tmp_path: Path) -> None:
    made = imported(tmp_path, "name,text\n" + "".join(f"Book {n},{SENTENCE * 60}\n" for n in range(3)))
    assert stock(made) == "tarot"


def test_short_facts_share_lines_before_cards_grow(tmp_path: Path) -> None:
    head = ["name", "text", *[f"fact {n}" for n in range(14)]]
    rows = [[f"Owl {n}", "Flies over a river.", *[f"w{n} {m}" for m in range(14)]] for n in range(3)]
    made = imported(tmp_path, "\n".join(",".join(row) for row in [head, *rows]) + "\n")
    assert stock(made) == "poker"
    assert not overset_cards(made.files)


def test_lines_of_a_table_stay_with_their_rows(tmp_path: Path) -> None:
    made = imported(tmp_path, "name,a,b,c,d,e\nFox,1,,3,4,5\nOwl,2,3,4,,6\n")
    face = made.files["layouts/faces/cards/card.yaml"].decode()
    rows, lines = ([line for line in face.splitlines() if f"kind: {kind}," in line] for kind in ("row", "line"))
    assert ["when: b" in line for line in rows] == ["when: b" in line for line in lines]
    assert any("when: b" in line for line in lines)


def one_card(text: str) -> CardList:
    return guess(CardRows(["name", "text"], [["Fox", text]]))


@pytest.mark.parametrize(
    ("text", "share", "first"),
    [
        ("One two. Three four. Five six.", 0.8, "One two. Three four. …"),
        ("One two.\nThree four five six.", 0.4, "One two. …"),
        ("one two three four", 0.5, "one two …"),
        ("now **bold words** here", 0.6, "now …"),
        ("now **bold words** here", 0.9, "now **bold words** …"),
        ("now [red words]{rose} here", 0.5, "now …"),
        ("onelongword", 0.5, ""),
    ],
)
def test_text_is_cut_at_the_best_place_before_its_end(text: str, share: float, first: str) -> None:
    cut = cut_at(one_card(text), {"fox": ("face", share)}, "back")
    assert cut.with_role("text")[0].texts == [first]
    rest = cut.with_role("back")[0].texts[0]
    assert (first.removesuffix(" …") + " " + rest.removeprefix("… ")).split() == text.split()


def test_row_of_a_table_in_two_columns_is_there_for_either_of_its_numbers(tmp_path: Path) -> None:
    head = ["name", "text", *[f"n{n}" for n in range(8)]]
    rows = [["Fox", SENTENCE * 14, *"11111111"], ["Owl", "Flies.", "2", "", "2", "2", "", "", "2", "2"]]
    made = imported(tmp_path, "\n".join(",".join(row) for row in [head, *rows]) + "\n")
    face = made.files["layouts/faces/cards/card.yaml"].decode()
    outer = [line for line in face.splitlines() if line.startswith("      - {kind: row")]
    assert ["when: n4" in line.partition("elements")[0] for line in outer] == [False, False, True, False]
    assert "when: n4 or n5" in face
    assert not overset_cards(made.files)


def test_cards_without_titles_have_their_kind_as_title(tmp_path: Path) -> None:
    rows = "".join(f"{suit},{value},Some words about {suit} and {value}\n" for suit in ("Ah", "Oh") for value in "234")
    face = imported(tmp_path, f"suit,value,text\n{rows}").files["layouts/faces/cards/card.yaml"].decode()
    assert 'text: "{{ suit.label }}"\n    style: name' in face
