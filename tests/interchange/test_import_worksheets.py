"""What is changed in a worksheet changes in the YAML, and nothing else does."""

import io
from pathlib import Path

import openpyxl
import pytest

from interchange.toy import BEASTS, GAME, Toy
from pawprint.interchange.spreadsheets.csv_file import write_csv
from pawprint.interchange.spreadsheets.worksheet import column_letters


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path)


def test_table_equal_to_the_catalog_changes_nothing(toy: Toy) -> None:
    done = toy.edit()
    assert done.findings == []
    assert done.plan.files == {}
    assert done.after == done.before


#: id, column, new text -> the line as it was, the line as it is.
ONE_LINE = [
    ("fox", "name.en", "Red fox", 'name: {fr: Renard, en: "Fox"}', 'name: {fr: Renard, en: "Red fox"}'),
    ("fox", "name.fr", "Goupil", 'name: {fr: Renard, en: "Fox"}', 'name: {fr: Goupil, en: "Fox"}'),
    ("fox", "name.fr", "a, b", 'name: {fr: Renard, en: "Fox"}', 'name: {fr: "a, b", en: "Fox"}'),
    ("fox", "name.fr", "=7", 'name: {fr: Renard, en: "Fox"}', 'name: {fr: =7, en: "Fox"}'),
    ("fox", "name.fr", "Renard ", 'name: {fr: Renard, en: "Fox"}', 'name: {fr: "Renard ", en: "Fox"}'),
    ("fox", "level", "5", "level: 4   # of nine", "level: 5   # of nine"),
    ("fox", "weight", "0,25", "weight: 0.50", "weight: 0.25"),
    ("fox", "home", "pond", "home: hedge", "home: pond"),
    ("fox", "prey", "hen", "prey: [hen, mole]  # both", "prey: [hen]  # both"),
    ("fox", "prey", "mole; hen", "prey: [hen, mole]  # both", "prey: [mole, hen]  # both"),
    ("fox", "prey", "[]", "prey: [hen, mole]  # both", "prey: []  # both"),
    ("fox", "shy", "FALSE", "shy: true", "shy: false"),
    ("fox", "shy", "faux", "shy: true", "shy: false"),
    ("fox", "copies.events", "5", "copies: 3", "copies: {plain: 3, events: 5}"),
    ("fox", "origin", "designed", "origin: {default: designed, level: rules}", "origin: designed"),
    (
        *("fox", "origin", "{default: designed, level: rules, shy: rules}"),
        *("origin: {default: designed, level: rules}", "origin: {default: designed, level: rules, shy: rules}"),
    ),
    ("hen", "name.fr", "Poule", "name: Hen", "name: {fr: Poule, en: Hen}"),
    ("hen", "name.en", "1-2", "name: Hen", "name: {fr: Hen, en: 1-2}"),
    ("hen", "prey", "fox", "- mole   # never seen", "- fox   # never seen"),
    ("hen", "power.cost", "3", "cost: 2", "cost: 3"),
    ("hen", "power.note.en", "Twice: two", "en: Two", 'en: "Twice: two"'),
    (
        *("hen", "steps", "[{sign: sun, text: One}, {sign: star, text: {fr: Lune, en: Moon}}]"),
        *("- {sign: moon, text: {fr: Lune, en: Moon}}", "- {sign: star, text: {fr: Lune, en: Moon}}"),
    ),
    (
        *("mole", "code", "08"),
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}',
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "08"}',
    ),
    (
        *("mole", "code", ""),
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}',
        "- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false}",
    ),
    (
        *("mole", "shy", ""),
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}',
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, code: "07"}',
    ),
    (
        *("mole", "home", "pond"),
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}',
        '- {id: mole, name: {fr: Taupe, en: Mole}, level: 0, home: pond, shy: false, code: "07"}',
    ),
]


@pytest.mark.parametrize(("identity", "head", "new", "old_line", "new_line"), ONE_LINE)
def test_edited_cell_changes_a_single_line(
    toy: Toy, identity: str, head: str, new: str, old_line: str, new_line: str
) -> None:
    done = toy.edit((identity, head, new))
    assert done.findings == []
    assert done.lines == ([old_line], [new_line])
    again = toy.edit()
    assert again.plan.files == {}


NEW_LINES = [
    ("hen", "level", "", []),  # it must be there
    ("hen", "shy", "true", ["shy: true"]),
    ("hen", "copies.plain", "2", None),
    ("hen", "code", "no", ['code: "no"']),
    ("hen", "code", '""', ['code: ""']),
    ("hen", "code", "a\nb", [r'code: "a\nb"']),
    ("hen", "code", "a\u00a0b", [r'code: "a\_b"']),
    ("hen", "weight", "1.5", ["weight: 1.5"]),
    ("fox", "power.cost", "1", ["power: {cost: 1}"]),
    ("hen", "prey", "mole, fox", ["- fox"]),
]


@pytest.mark.parametrize(("identity", "head", "new", "lines"), NEW_LINES)
def test_filled_cell_is_a_new_line(toy: Toy, identity: str, head: str, new: str, lines: list[str] | None) -> None:
    done = toy.edit((identity, head, new))
    if lines:
        assert done.findings == []
        assert done.lines == ([], lines)
        assert toy.cell(identity, head) == new
    else:
        assert done.codes == ["missing-field"]
        assert done.after == done.before


def test_new_field_follows_the_order_of_the_declaration(toy: Toy) -> None:
    after = toy.edit(("hen", "home", "pond")).after
    assert "level: 1\n    home: pond\n    prey:\n" in after
    after = toy.edit(("hen", "origin", "designed")).after
    assert after.endswith(
        "      - {sign: moon, text: {fr: Lune, en: Moon}}\n    origin: designed\n"
        '  # The last\n  - {id: mole, name: {fr: Taupe, en: Mole}, level: 0, shy: false, code: "07"}\n'
    )


def test_emptied_cell_removes_its_lines(toy: Toy) -> None:
    assert toy.edit(("fox", "weight", "")).lines == (["weight: 0.50"], [])
    assert toy.edit(("hen", "prey", "")).lines == (["prey:", "- mole   # never seen"], [])
    gone = ["power:", "cost: 2", "note:", "fr: Deux", "en: Two"]
    assert toy.edit(*(("hen", head, "") for head in ("power.cost", "power.note.fr", "power.note.en"))).lines == (
        gone,
        [],
    )


def test_both_languages_may_get_the_same_text(toy: Toy) -> None:
    done = toy.edit(("hen", "name.fr", "Poule"), ("hen", "name.en", "Poule"))
    assert done.lines == (["name: Hen"], ["name: Poule"])
    done = toy.edit(("fox", "text.fr", ""), ("fox", "text.en", ""))
    assert done.lines == (["text: 'It''s quick'"], [])


def test_quotes_stay_what_they_are(toy: Toy) -> None:
    done = toy.edit(("fox", "text.fr", "C'est vif"), ("fox", "text.en", "C'est vif"))
    assert done.lines == (["text: 'It''s quick'"], ["text: 'C''est vif'"])


def test_windows_line_ends_are_preserved(tmp_path: Path) -> None:
    toy = Toy(tmp_path)
    toy.write("beasts.yaml", "\ufeff" + toy.text.replace("\n", "\r\n"))
    done = toy.edit(("hen", "code", "x"), ("fox", "level", "2"))
    assert done.findings == []
    assert done.after == done.before.replace("level: 4", "level: 2").replace(
        "name: Hen\r\n", "name: Hen\r\n    code: x\r\n"
    )
    assert done.after.startswith("\ufeff#")
    assert "\n" not in done.after.replace("\r\n", "")


BLOCKS = """
    beasts:
      - id: fox
        name: {fr: Renard, en: Fox}
        level: 1
        text:
          fr: |-   # as printed
            Une ligne.
            Deux.

          en: >-
            Some words that go on
            and on and on.
        # what follows
        code: |
          one
"""


def test_blocks_stay_blocks(tmp_path: Path) -> None:
    toy = Toy(tmp_path, BLOCKS)
    assert toy.edit(("fox", "text.fr", "Une ligne.\nTrois.")).lines == (["Deux."], ["Trois."])
    done = toy.edit(("fox", "text.en", "Some words that go on and on, for a while."))
    assert done.lines == (["and on and on."], ["and on, for a while."])
    assert toy.edit(("fox", "code", "two\n")).lines == (["one"], ["two"])
    assert toy.edit(("fox", "text.fr", " indented")).findings == []
    assert toy.cell("fox", "text.fr") == " indented"
    assert "# what follows\n" in toy.text


ANCHORS = """
    beasts:
      - &base
        id: fox
        name: &name {fr: Renard, en: Fox}
        level: 4
        prey: &prey [hen, mole]
      - {<<: *base, id: hen, name: *name, prey: [mole]}
      - {id: mole, name: *name, level: 0, prey: *prey, power: {cost: 1}}
"""


def test_alias_is_written_out_where_its_record_differs(tmp_path: Path) -> None:
    toy = Toy(tmp_path, ANCHORS)
    done = toy.edit(("mole", "prey", "hen"), ("mole", "name.fr", "Taupe"))
    assert done.findings == []
    assert done.lines[1] == ["- {id: mole, name: {fr: Taupe, en: Fox}, level: 0, prey: [hen], power: {cost: 1}}"]
    done = toy.edit(("hen", "level", "2"))
    assert done.findings == []
    assert done.lines[1] == ["- {<<: *base, id: hen, name: *name, level: 2, prey: [mole]}"]


def test_shared_value_is_not_changed_for_others(tmp_path: Path) -> None:
    toy = Toy(tmp_path, ANCHORS)
    done = toy.edit(("fox", "name.en", "Red fox"))
    assert done.codes == ["cannot-edit"]
    assert done.findings[0].startswith(
        "t.csv:2:12 cannot-edit: 'name.en' of 'hen' and 'name.en' of 'mole' would change"
    )
    assert done.after == done.before
    done = toy.edit(("fox", "level", "2"))
    assert done.codes == ["cannot-edit"]
    done = toy.edit(("hen", "level", ""))
    assert done.codes == ["cannot-edit"]
    done = toy.edit(("fox", "prey", ""))
    assert done.codes == ["cannot-edit"]
    assert "&prey" in done.findings[0]


def test_shared_value_may_change_for_all_its_users(tmp_path: Path) -> None:
    toy = Toy(tmp_path, ANCHORS)
    done = toy.edit(*((one, "name.en", "Beast") for one in ("fox", "hen", "mole")))
    assert done.findings == []
    assert done.lines == (["name: &name {fr: Renard, en: Fox}"], ["name: &name {fr: Renard, en: Beast}"])


# --- rows ---------------------------------------------------------------------------------------------------


def test_new_row_becomes_a_record_after_the_row_above_it(toy: Toy) -> None:
    row = ["owl", "Hibou", "Owl", "", "", "", "5", "", "", "", "hen, mole", "", "", "", "", "", "", "", ""]
    done = toy.change(lambda table: [*table[:3], row[: len(table[0])], *table[3:]])
    assert done.findings == []
    assert done.lines == ([], ["- id: owl", "name: {fr: Hibou, en: Owl}", "level: 5", "prey: [hen, mole]"])
    assert "Moon}}\n  - id: owl\n    name:" in done.after
    assert [row[0] for row in toy.table()] == ["id", "fox", "hen", "owl", "mole"]


def test_new_row_is_written_like_its_neighbour(toy: Toy) -> None:
    row = ["owl", "Hibou", "Owl", "", "", "007", "5"]
    done = toy.change(lambda table: [*table, row])
    assert done.findings == []
    assert done.lines == ([], ['- {id: owl, name: {fr: Hibou, en: Owl}, code: "007", level: 5}'])


def test_fault_in_a_new_row_is_reported_at_its_cells(toy: Toy) -> None:
    row = ["Owl", "Hibou", "Owl", "", "", "", "x"]
    done = toy.change(lambda table: [*table, row])
    assert [one.partition(": ")[0] for one in done.findings] == ["t.csv:6:1 bad-id", "t.csv:6:18 wrong-type"]
    assert done.after == done.before


def test_deleted_row_removes_its_record_only_on_request(toy: Toy) -> None:
    done = toy.edit(("fox", "prey", "mole"))
    done = toy.change(lambda table: [row for row in table if row[0] != "hen"])
    assert done.plan.files == {}
    assert done.plan.found[0].missing == ["hen"]
    done = toy.change(lambda table: [row for row in table if row[0] != "hen"], delete=True)
    assert done.findings == []
    assert "hen" not in done.after
    assert "origin: {default: designed, level: rules}\n  # The last\n  - {id: mole" in done.after


def test_all_records_may_be_removed_and_the_first_added(toy: Toy) -> None:
    done = toy.change(lambda table: table[:1], delete=True)
    assert done.findings == []
    assert done.after == "# The beasts of the toy.\nbeasts: []\n"
    done = toy.take(write_csv([["id", "name", "name.fr", "name.en", "level"], ["owl", "", "Hibou", "Owl", "5"]]))
    assert done.codes == ["unknown-column"]
    assert (
        done.after == "# The beasts of the toy.\nbeasts:\n  - id: owl\n    name: {fr: Hibou, en: Owl}\n    level: 5\n"
    )


def test_referenced_record_is_not_removed(toy: Toy) -> None:
    done = toy.change(lambda table: [row for row in table if row[0] != "mole"], delete=True)
    assert done.codes == ["unknown-reference", "unknown-reference"]
    assert done.findings[0].startswith("t.csv:2:")
    assert done.after == done.before


def test_renamed_id_is_reported(toy: Toy) -> None:
    done = toy.edit(("hen", "id", "chicken"))
    assert done.codes == ["renamed-id"]
    assert done.after == done.before


def test_sorted_rows_change_nothing(toy: Toy) -> None:
    done = toy.change(lambda table: [table[0], *sorted(table[1:], reverse=True)])
    assert done.findings == []
    assert done.plan.files == {}
    assert done.plan.found[0].moved


def test_part_of_the_table_will_do(toy: Toy) -> None:
    done = toy.take(write_csv([["Level", "ID", "# seen", ""], ["6", "fox", "yes", "x"], [], ["", "", "", "x"]]))
    assert done.findings == []
    assert done.lines == (["level: 4   # of nine"], ["level: 6   # of nine"])


# --- what is wrong ------------------------------------------------------------------------------------------

#: id, column, new text -> the cell that is meant, code and words.
WRONG = [
    ("fox", "level", "four", "level", "wrong-type: field 'level' should be a whole number, not 'four'"),
    ("fox", "level", "12", "level", "out-of-range: field 'level' is 12; the most is 9"),
    ("fox", "level", "1 2", "level", "wrong-type"),
    ("fox", "home", "ponds", "home", "unknown-choice: field 'home' is 'ponds', which is not a choice (did you mean"),
    ("fox", "prey", "hen, mule", "prey", "unknown-reference: field 'prey' names 'mule'"),
    ("fox", "name.en", "", "name.en", "missing-translation: field 'name' has no text for 'en'"),
    ("hen", "name.en", "", "name.en", "missing-translation: field 'name' has no text for 'en'"),
    ("fox", "name.en", "x" * 30, "name.en", "out-of-range"),
    ("fox", "level", "", "level", "missing-field: 'fox' has no 'level'"),
    ("hen", "power.cost", "", "power.cost", "missing-field: field 'power' has no 'cost'"),
    ("fox", "origin", "{default: made up}", "origin", "unknown-source"),
    ("fox", "origin", "{default: designed", "origin", "yaml-syntax"),
    ("hen", "steps", "[{sign: sun, text: One, word: x}]", "steps", "unknown-field"),
    ("fox", "level", "8", "id", "check-failed: T-1"),
]


@pytest.mark.parametrize(("identity", "head", "new", "where", "said"), WRONG)
def test_fault_is_reported_at_its_cell_and_nothing_is_written(
    toy: Toy, identity: str, head: str, new: str, where: str, said: str
) -> None:
    header, *rows = toy.table()
    done = toy.edit((identity, head, new), book=True)
    row = 2 + [one[0] for one in rows].index(identity)
    place = f"t.xlsx:beasts!{column_letters(header.index(where))}{row} "
    assert [one for one in done.findings if one.startswith(place + said)], done.findings
    assert done.after == done.before


def test_broken_invariant_is_a_warning_in_a_draft(toy: Toy) -> None:
    done = toy.edit(("fox", "level", "8"), draft=True)
    assert done.codes == ["check-failed"]
    assert done.lines == (["level: 4   # of nine"], ["level: 8   # of nine"])
    assert toy.edit(("fox", "shy", "false")).findings == [], "what was broken before is no fault of this import"


def test_ids_are_unique(toy: Toy) -> None:
    done = toy.change(lambda table: [*table, table[1]])
    assert done.codes == ["duplicate-id"]
    done = toy.change(lambda table: [*table, ["", "Hibou"]])
    assert done.codes == ["missing-field"]
    assert done.findings[0].startswith("t.csv:6:1 ")


def test_heads_are_known_and_unique(toy: Toy) -> None:
    done = toy.take(b"id,levle\nfox,3\n")
    assert done.codes == ["unknown-column"]
    assert "did you mean 'level'?" in done.findings[0]
    done = toy.take(b"id,eaten_by\nfox,3\n")
    assert "worked out" in done.findings[0]
    done = toy.take(b"id,level,Level\nfox,3,3\n")
    assert done.codes == ["bad-table"]
    done = toy.take(b"name,level\nfox,3\n")
    assert done.codes == ["bad-table", "unknown-column"]
    assert done.after == done.before


def test_text_converted_by_a_spreadsheet_is_noticed(tmp_path: Path) -> None:
    toy = Toy(tmp_path, BEASTS.replace('"07"', '"0755"').replace("text: 'It''s quick'", 'code: "1-2"'))
    done = toy.edit(("mole", "code", "755"))
    assert done.codes == ["converted-cell"]
    assert "'0755' is kept" in done.findings[0]
    assert done.plan.files == {}
    for made in ("02-Jan", "2-janv.", "01/02/2026", "Jan-02"):
        done = toy.edit(("fox", "code", made))
        assert done.codes == ["converted-cell"], made
        assert done.after == done.before


def test_file_changed_in_the_meantime_is_unchanged(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    made = toy.edit(("fox", "level", "2")).plan
    with pytest.raises(OSError, match="changed meanwhile"):
        made.write(toy.folder)


def test_several_files_are_written_together_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Toy(
        tmp_path,
        game=GAME.replace("file: beasts.yaml", "file: [beasts.yaml, more.yaml]"),
    )
    toy.write("more.yaml", "beasts:\n- id: owl\n  name: Owl\n  level: 3\n")
    before = toy.text
    replaced = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target.name == "more.yaml":
            raise OSError("disk full")
        return replaced(self, target)

    monkeypatch.setattr(Path, "replace", fails)
    with pytest.raises(OSError, match="disk full"):
        toy.edit(("fox", "level", "2"), ("owl", "level", "2"))
    monkeypatch.undo()
    assert toy.text == before
    assert sorted(path.name for path in toy.folder.iterdir()) == ["beasts.yaml", "game.yaml", "more.yaml"]
    done = toy.edit(("fox", "level", "2"), ("owl", "level", "2"))
    assert done.findings == []
    assert (toy.folder / "more.yaml").read_text() == "beasts:\n- id: owl\n  name: Owl\n  level: 2\n"


@pytest.mark.parametrize(
    ("typed", "made"), [("12:30", "12:30:00"), ("12:30", "12:30:00 PM"), ("0:15", "12:15:00 AM"), ("7:05 pm", "19:05")]
)
def test_time_of_day_preserves_its_typed_form(tmp_path: Path, typed: str, made: str) -> None:
    toy = Toy(tmp_path, BEASTS.replace("text: 'It''s quick'", f'code: "{typed}"'))
    done = toy.edit(("fox", "code", made))
    assert done.codes == ["converted-cell"]
    assert f"'{typed}' is kept" in done.findings[0]
    assert done.plan.files == {}
    assert toy.edit(("fox", "code", "12:31")).codes == []


def test_empty_table_is_reported(toy: Toy) -> None:
    for data in (b"", b"\r\n\r\n", b",,\n"):
        done = toy.take(data)
        assert done.findings[0].startswith("t.csv:1:1 bad-table: the table is empty"), data
        assert len(done.findings) == 1


def test_id_with_capitals_is_the_same_id(toy: Toy) -> None:
    done = toy.take(b"id,level\nFox,3\nHEN,1\n")
    assert done.findings == []
    assert done.lines == (["level: 4   # of nine"], ["level: 3   # of nine"])
    assert toy.take(b"id,level\nFox,3\nfox,3\n").codes == ["duplicate-id"]


def test_column_whose_head_is_merged_is_not_passed_over(toy: Toy) -> None:
    book = openpyxl.Workbook()
    worksheet = book.active
    for row in (["id", "name.fr", "name.en"], ["fox", "Renard", "Vixen"]):
        worksheet.append(row)
    worksheet.merge_cells("B1:C1")
    out = io.BytesIO()
    book.save(out)
    done = toy.take(out.getvalue(), "t.xlsx")
    assert done.findings[0].startswith("t.xlsx:Sheet!C1 converted-cell: this cell of the first row is merged")
    assert done.after == done.before
