"""Files of any kind -> names of columns and rows of texts."""

import json
from pathlib import Path

import openpyxl
import pytest

from pawprint.core.diagnostics import Findings
from pawprint.interchange.lists._read_list import CardRows, read_cards


def read(path: Path, sheet: str = "") -> CardRows:
    findings = Findings()
    cards = read_cards(path, findings, sheet)
    assert cards is not None, [finding.message for finding in findings]
    assert not len(findings)
    return cards


def csv(folder: Path, text: str) -> CardRows:
    path = folder / "cards.csv"
    path.write_text(text, encoding="utf-8")
    return read(path)


def workbook(folder: Path, rows: list[list[object]], merged: tuple[str, ...] = ()) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for area in merged:
        book.active.merge_cells(area)
    path = folder / "cards.xlsx"
    book.save(path)
    return path


def test_semicolon_and_a_mark_at_the_beginning_are_understood(tmp_path: Path) -> None:
    cards = csv(tmp_path, "\ufeffName;Text\nFox;Runs, and hides\n")
    assert (cards.header, cards.rows) == (["Name", "Text"], [["Fox", "Runs, and hides"]])


def test_line_above_the_table_is_its_title(tmp_path: Path) -> None:
    cards = csv(tmp_path, "Forest Friends,\n,\nName,Text\nFox,Runs\n")
    assert (cards.title, cards.header, cards.rows) == ("Forest Friends", ["Name", "Text"], [["Fox", "Runs"]])


def test_first_of_several_lines_above_the_table_is_its_title(tmp_path: Path) -> None:
    cards = csv(tmp_path, "Forest Friends,\nDraft of May,\nName,Text\nFox,Runs\n")
    assert (cards.title, cards.header) == ("Forest Friends", ["Name", "Text"])
    assert cards.notes == ["left out the line 'Draft of May' above the table"]


@pytest.mark.parametrize("text", ["Fox,3\nOwl,2\n", "Fox,Runs\nOwl,Runs\n", "fox\nowl\n"])
def test_cards_without_names_of_columns_are_all_cards(tmp_path: Path, text: str) -> None:
    cards = csv(tmp_path, text)
    assert len(cards.rows) == 2
    assert cards.header[0] == "column 1"
    assert "the first row looks like a card, so the columns have no names" in cards.notes


def test_unknown_columns_are_names_if_they_differ_from_the_cards(tmp_path: Path) -> None:
    assert csv(tmp_path, "Beast,Sound\nFox,Ring\nOwl,Hoo\n").header == ["Beast", "Sound"]


def test_empty_rows_totals_and_empty_columns_are_left_out(tmp_path: Path) -> None:
    cards = csv(tmp_path, "Name,,Qty\nFox,,3\n,,\nOwl,,2\nTotal,,5\n")
    assert (cards.header, cards.rows) == (["Name", "Qty"], [["Fox", "3"], ["Owl", "2"]])
    assert cards.notes == ["left out the row 'Total', which has totals", "left out 1 empty row"]


def test_merged_names_over_languages_are_joined(tmp_path: Path) -> None:
    rows: list[list[object]] = [["All cards"], ["Card", None, "Price"], ["EN", "DE", None], ["Salt", "Salz", 3]]
    cards = read(workbook(tmp_path, rows, ("A1:C1", "A2:B2", "C2:C3")))
    assert (cards.title, cards.header, cards.rows) == (
        "All cards", ["Card EN", "Card DE", "Price"], [["Salt", "Salz", "3"]],
    )  # fmt: skip


def test_merged_cell_fills_all_its_rows_and_a_heading_is_not_a_card(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Type", "Name", "Text"],
        ["Beasts", None, None],
        ["Forest", "Fox", "Runs"],
        [None, "Owl", "Flies"],
    ]
    cards = read(workbook(tmp_path, rows, ("A2:C2", "A3:A4")))
    assert cards.rows == [["Forest", "Fox", "Runs"], ["Forest", "Owl", "Flies"]]


def test_sheet_is_chosen_by_name(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["Name"], ["Fox"]])
    book = openpyxl.load_workbook(path)
    other = book.create_sheet("Spells")
    other.append(["Name", "Cost"])
    other.append(["Storm", 2])
    book.save(path)
    assert read(path, "Spells").rows == [["Storm", "2"]]
    assert read(path).notes == ["read the worksheet Sheet; --sheet takes another one: Spells"]
    findings = Findings()
    assert read_cards(path, findings, "Spell") is None
    assert [finding.message for finding in findings] == [f"{path} has no worksheet 'Spell'"]


@pytest.mark.parametrize(
    "tree",
    [
        [{"name": "Fox", "power": 3}, {"name": "Owl"}],
        {"title": "Beasts", "cards": [{"name": "Fox", "power": 3}, {"name": "Owl"}]},
    ],
)
def test_lists_of_json(tmp_path: Path, tree: object) -> None:
    (tmp_path / "cards.json").write_text(json.dumps(tree), encoding="utf-8")
    cards = read(tmp_path / "cards.json")
    assert (cards.header, cards.rows) == (["name", "power"], [["Fox", "3"], ["Owl", ""]])


def test_yaml_by_id_with_texts_in_languages(tmp_path: Path) -> None:
    text = "fox:\n  name: {en: Fox, fr: Renard}\n  tags: [red, quick]\nowl:\n  name: {en: Owl, fr: Hibou}\n"
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    cards = read(tmp_path / "cards.yaml")
    assert cards.header == ["id", "name.en", "name.fr", "tags"]
    assert cards.rows[0] == ["fox", "Fox", "Renard", "red, quick"]


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("cards.csv", "", "bad-table"),
        ("cards.csv", "Name,Text\n", "bad-table"),
        ("cards.json", '[{"name": "Fox"},]', "bad-table"),
        ("cards.json", '{"name": "Fox"}', "bad-table"),
        ("cards.json", "[" * 100_000, "bad-table"),
        ("cards.json", '[{"name": "Fox", "x": ' + "[" * 900 + "]" * 900 + '}, {"name": "Hen"}]', "bad-table"),
        (
            "cards.json",
            '[{"name": "Fox", "x": ' + '{"a": [' * 450 + "1" + "]}" * 450 + '}, {"name": "Hen"}]',
            "bad-table",
        ),
        ("cards.yaml", "name: Fox\n", "bad-table"),
        ("cards.yaml", "- [\n", "yaml-syntax"),
    ],
)
def test_file_without_a_list_of_cards_is_a_finding(tmp_path: Path, name: str, text: str, code: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    findings = Findings()
    assert read_cards(tmp_path / name, findings) is None
    assert [finding.code for finding in findings] == [code]


@pytest.mark.parametrize("inner", [("[", "]"), ('{"a": ', "}")])
def test_deep_lists_within_cards_are_read(tmp_path: Path, inner: tuple[str, str]) -> None:
    opening, closing = (part * 190 for part in inner)
    text = f'[{{"name": "Fox", "x": {opening}1{closing}}}, {{"name": "Hen"}}]'
    assert [row[0] for row in table(tmp_path, "cards.json", text).rows] == ["Fox", "Hen"]


def test_tags_and_symbols_of_ruby_are_plain_names(tmp_path: Path) -> None:
    text = """
        - !ruby/object:Card
          :name: Fox
          !ruby/symbol cost: 3
          kind: :beast
          text: ':quick: and :sly:'
        - {name: Owl, cost: !!int '4', kind: !ruby/symbol bird, text: !mine sleeps}
    """
    (tmp_path / "cards.yaml").write_text(text, encoding="utf-8")
    cards = read(tmp_path / "cards.yaml")
    assert cards.header == ["name", "cost", "kind", "text"]
    assert cards.rows == [["Fox", "3", "beast", ":quick: and :sly:"], ["Owl", "4", "bird", "sleeps"]]


@pytest.mark.parametrize("name", ["cards.csv", "cards.json", "cards.yaml"])
def test_missing_file_is_a_finding(tmp_path: Path, name: str) -> None:
    findings = Findings()
    assert read_cards(tmp_path / name, findings) is None
    assert [finding.code for finding in findings] == ["file-missing"]


def test_two_columns_with_the_same_name_are_still_names(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Cost,Text,Text\nFox,3,Runs,Away\nOwl,2,Sees,All\n")
    cards = read(tmp_path / "cards.csv")
    assert cards.header == ["Name", "Cost", "Text", "Text 2"]
    (tmp_path / "cards.csv").write_text("Fox,Red,Red\nOwl,Grey,Red\n")
    assert read(tmp_path / "cards.csv").header == ["column 1", "column 2", "column 3"]


def table(folder: Path, name: str, text: str | bytes, sheet: str = "") -> CardRows:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path, sheet)


def test_fields_of_a_group_are_on_its_cards_or_reported(tmp_path: Path) -> None:
    text = """[{"w": "X", "n": 1, "tags": ["a"], "forms": [{"a": "one", "m": ["p"]}, {"a": "uno", "m": ["r"]}]},
    {"w": "Y", "n": 2, "forms": [{"a": "two", "m": ["s", "t"]}]}]"""
    cards = table(tmp_path, "words.json", text)
    rows = [dict(zip(cards.header, row, strict=True)) for row in cards.rows]
    assert [(row["w"], row["n"], row["a"]) for row in rows] == [("X", "1", "one"), ("X", "1", "uno"), ("Y", "2", "two")]
    assert "left out fields of groups of cards: tags" in cards.notes


def test_suits_with_cards_are_cards_with_suits(tmp_path: Path) -> None:
    text = """meta: {edition: web, language: HU}
suits:
- id: VE
  name: Ellen
  cards:
  - {id: VE2, value: "2", desc: Brian}
  - {id: VE3, value: "3", desc: Robert}
- id: AT
  name: Hiteles
  cards:
  - {id: AT2, value: "2", desc: James}
paragraphs:
- id: Common
  sentences:
  - {id: T1, text: Title}
"""
    cards = table(tmp_path, "cards.yaml", text)
    assert (cards.header, cards.language) == (["suit", "id", "value", "desc"], "hu")
    assert cards.rows == [
        ["Ellen", "VE2", "2", "Brian"], ["Ellen", "VE3", "3", "Robert"], ["Hiteles", "AT2", "2", "James"],
    ]  # fmt: skip
    assert "took the groups apart: each card has its suit" in cards.notes


def test_set_under_data_is_its_cards(tmp_path: Path) -> None:
    card = {"name": "Bolt", "manaCost": "{R}", "text": "Deal 3.", "type": "Instant", "identifiers": {"scryfallId": "x"}}
    rulings = [{"date": "2020", "text": "word " * 200}]
    foreign = {**card, "name": "Shock", "rulings": rulings, "foreignData": [{"language": "German", "text": "x " * 400}]}
    tree = {
        "meta": {"date": "2020-01-01", "version": "5"},
        "data": {"code": "TST", "name": "Test Set", "cards": [card, foreign], "tokens": [{"name": "Elf"}]},
    }
    cards = table(tmp_path, "TST.json", json.dumps(tree))
    assert (cards.title, cards.header) == ("Test Set", ["name", "manaCost", "text", "type", "scryfallId"])
    assert [row[0] for row in cards.rows] == ["Bolt", "Shock"]
    assert "left out lists within the cards: rulings, foreignData" in cards.notes
    assert "read the list data.cards; --sheet takes another one: data.tokens" in cards.notes
    assert table(tmp_path, "TST.json", json.dumps(tree), "data.tokens").rows == [["Elf"]]


def test_attacks_of_a_card_are_lines_of_its_text(tmp_path: Path) -> None:
    tree = [{"name": "Fox", "attacks": [{"name": "Bite", "damage": "20"}, {"name": "Run"}]}, {"name": "Owl"}]
    assert table(tmp_path, "cards.json", json.dumps(tree)).rows == [["Fox", "<b>Bite</b> · 20\nRun"], ["Owl", ""]]


def test_lists_of_several_kinds_become_a_single_list(tmp_path: Path) -> None:
    tree = {"about": "x", "actions": [{"name": "Run", "text": "a"}], "events": [{"name": "Rain", "text": "b"}]}
    cards = table(tmp_path, "cards.json", json.dumps(tree))
    assert (cards.header, cards.rows) == (["kind", "name", "text"], [["actions", "Run", "a"], ["events", "Rain", "b"]])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cards.jsonl", '{"name": "Fox", "cost": 1}\n{"name": "Owl", "cost": 2}\n'),
        ("cards.json", '{"name": "Fox", "cost": 1}\n\n{"name": "Owl", "cost": 2}'),
        ("cards.json", '{"name": ["Fox", "Owl"], "cost": [1, 2]}'),
        ("cards.json", '[["name", "cost"], ["Fox", 1], ["Owl", 2]]'),
        ("cards.yaml", "name: [Fox, Owl]\ncost: [1, 2]\n"),
        ("cards.txt", "name,cost\nFox,1\nOwl,2\n"),
        (
            "cards.xml",
            "<deck><card><name>Fox</name><cost>1</cost></card><card><name>Owl</name><cost>2</cost></card></deck>",
        ),
        ("cards.xml", '<cards><card name="Fox" cost="1"/><card name="Owl" cost="2"/></cards>'),
        ("cards.csv", "name;cost\nFox;1\nOwl;2\n".encode("utf-16")),
    ],
)
def test_same_list_in_many_forms(tmp_path: Path, name: str, text: str | bytes) -> None:
    cards = table(tmp_path, name, text)
    assert (cards.header, cards.rows) == (["name", "cost"], [["Fox", "1"], ["Owl", "2"]])


def test_card_database_of_cockatrice(tmp_path: Path) -> None:
    text = """<?xml version="1.0" encoding="UTF-8"?>
<!-- tokens -->
<cockatrice_carddatabase version="4">
  <info><author>someone</author></info>
  <cards>
    <!-- <card><name></name></card> -->
    <card><name>Elf</name><text>Draw.</text><prop><type>Elf</type><pt>1/1</pt></prop>
      <set rarity="common" picURL="https://example.org/1.jpg">TST</set></card>
    <card><name>Orc</name><text>Hit.</text><prop><type>Orc</type><pt>2/2</pt></prop></card>
  </cards>
</cockatrice_carddatabase>
"""
    cards = table(tmp_path, "tokens.xml", text)
    assert cards.header == ["name", "text", "type", "pt", "set", "rarity", "picURL"]
    assert cards.rows[1] == ["Orc", "Hit.", "Orc", "2/2", "", "", ""]


@pytest.mark.parametrize(
    ("text", "said"), [("", "is not XML: no element found"), ("<a><b", "is not XML: unclosed token")]
)
def test_invalid_xml_is_reported(tmp_path: Path, text: str, said: str) -> None:
    assert message_for(tmp_path, "cards.xml", text) == said


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
@pytest.mark.parametrize("declared", ["{}", "no-such-encoding"])
def test_encoding_of_xml_is_that_of_the_file(tmp_path: Path, encoding: str, declared: str) -> None:
    head = f'<?xml version="1.0" encoding="{declared.format(encoding)}"?>'
    text = head + '<c><card name="Renard rusé"/><card name="Owl"/></c>'
    assert table(tmp_path, "cards.xml", text.encode(encoding)).rows == [["Renard rusé"], ["Owl"]]


def test_xml_with_entities_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "bb">]><cards><card><name>&b;</name></card></cards>'
    assert message_for(tmp_path, "cards.xml", bomb) == "declares entities or refers to other files"


def message_for(folder: Path, name: str, text: str | bytes) -> str:
    """The message about a list that is refused, without the name of its file."""
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    findings = Findings()
    assert read_cards(path, findings) is None
    (finding,) = findings
    return finding.message.partition(f"{name} ")[2]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "hex_tiles.yml", "sheet_width: 210mm\ncards:\n- {x: 6mm, y: 5mm}\n- {x: 6mm, y: 81mm}\n",
            "places things on a sheet or a card, and has no cards: 2 entries with x, y",
        ),
        (
            "layout.yml", "title: {x: 1, y: 2, width: 3, font: Serif}\nart: {x: 1, y: 2, height: 9, align: left}\n",
            "places things on a sheet or a card, and has no cards: 2 entries with align, font, height, id, width, x, y",
        ),
        (
            "x.json", '{"name": "Fox", "size": {"a": 1}}',
            "has no list of cards, but name (a text), size (1 field)",
        ),
        ("x.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is neither a workbook nor text"),
    ],
)  # fmt: skip
def test_unreadable_list_is_refused_with_what_was_found(
    tmp_path: Path, name: str, text: str | bytes, said: str
) -> None:
    assert message_for(tmp_path, name, text) == said


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("cp1252", "Windows-1252"), ("cp1250", "Windows-1250"), ("cp1251", "Windows-1251"), ("utf-16-le", "UTF-16")],
)
def test_text_in_another_encoding_is_read_with_a_notice(tmp_path: Path, encoding: str, shown: str) -> None:
    if encoding == "cp1251":
        rows = "Лесной дух;Посмотрите пять верхних карт своей колоды\nЩука;Ест рыбу и прячется в траве\n"
    elif encoding == "cp1250":
        rows = "Kouzelný meč;Každý hráč si vezme kartu, pokud ještě žádnou nemá\nŽluťoučký kůň;Za své body při útoku\n"
    else:
        rows = "Épée enchantée;Piochez une carte à côté du château\nChâteau;Gagnez trois pièces où vous êtes\n"
    cards = table(tmp_path, "cards.csv", f"Nom;Texte\n{rows}".encode(encoding))
    assert [";".join(row) for row in cards.rows] == rows.splitlines()
    assert cards.notes[0] == f"read as {shown} (--encoding takes another one)"


def test_given_encoding_is_used(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_bytes("Nom;Texte\nBœuf;a\n".encode("mac_roman"))
    findings = Findings()
    cards = read_cards(path, findings, encoding="mac_roman")
    assert cards is not None
    assert cards.rows == [["Bœuf", "a"]]
