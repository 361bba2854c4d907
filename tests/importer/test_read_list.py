"""Files of any kind -> names of columns and rows of texts."""

import json
from pathlib import Path

import openpyxl
import pytest

from pawprint.core.diagnostics import Findings
from pawprint.importer.read_list import CardRows, read_cards


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


def test_a_semicolon_and_a_mark_at_the_beginning_are_understood(tmp_path: Path) -> None:
    cards = csv(tmp_path, "\ufeffName;Text\nFox;Runs, and hides\n")
    assert (cards.header, cards.rows) == (["Name", "Text"], [["Fox", "Runs, and hides"]])


def test_a_line_above_the_table_is_its_title(tmp_path: Path) -> None:
    cards = csv(tmp_path, "Forest Friends,\n,\nName,Text\nFox,Runs\n")
    assert (cards.title, cards.header, cards.rows) == ("Forest Friends", ["Name", "Text"], [["Fox", "Runs"]])


@pytest.mark.parametrize("text", ["Fox,3\nOwl,2\n", "Fox,Runs\nOwl,Runs\n", "fox\nowl\n"])
def test_cards_without_names_of_columns_are_all_cards(tmp_path: Path, text: str) -> None:
    cards = csv(tmp_path, text)
    assert len(cards.rows) == 2
    assert cards.header[0] == "column 1"
    assert "the first row looks like a card, so the columns have no names" in cards.notes


def test_columns_that_nobody_knows_are_names_where_they_differ_from_the_cards(tmp_path: Path) -> None:
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


def test_a_merged_cell_stands_for_all_rows_that_it_covers_and_a_heading_is_no_card(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Type", "Name", "Text"],
        ["Beasts", None, None],
        ["Forest", "Fox", "Runs"],
        [None, "Owl", "Flies"],
    ]
    cards = read(workbook(tmp_path, rows, ("A2:C2", "A3:A4")))
    assert cards.rows == [["Forest", "Fox", "Runs"], ["Forest", "Owl", "Flies"]]


def test_a_sheet_is_chosen_by_name(tmp_path: Path) -> None:
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
        ("cards.yaml", "name: Fox\n", "bad-table"),
        ("cards.yaml", "- [\n", "yaml-syntax"),
    ],
)
def test_what_is_no_list_of_cards_is_a_finding(tmp_path: Path, name: str, text: str, code: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    findings = Findings()
    assert read_cards(tmp_path / name, findings) is None
    assert [finding.code for finding in findings] == [code]


@pytest.mark.parametrize("name", ["cards.csv", "cards.json", "cards.yaml"])
def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path, name: str) -> None:
    findings = Findings()
    assert read_cards(tmp_path / name, findings) is None
    assert [finding.code for finding in findings] == ["file-missing"]


def test_two_columns_of_one_name_are_still_names(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Name,Cost,Text,Text\nFox,3,Runs,Away\nOwl,2,Sees,All\n")
    cards = read(tmp_path / "cards.csv")
    assert cards.header == ["Name", "Cost", "Text", "Text 2"]
    (tmp_path / "cards.csv").write_text("Fox,Red,Red\nOwl,Grey,Red\n")
    assert read(tmp_path / "cards.csv").header == ["column 1", "column 2", "column 3"]
