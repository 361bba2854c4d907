"""The bundled games go out and come back: untouched to the byte, edited in the edited places alone."""

import difflib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.catalog.columns import SpreadsheetColumn
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings, Severity
from pawprint.interchange.spreadsheets.csv_file import escape_formula, write_csv
from pawprint.interchange.spreadsheets.exchange import as_csv, as_xlsx, plan_import, table_of
from pawprint.interchange.spreadsheets.plan_edits import EditPlan
from pawprint.interchange.spreadsheets.worksheet_files import read_data
from pawprint.production import pipeline
from strategies import examples

CATALOG = pipeline.bundled("catalog")
NAMES = sorted(path.parent.name for path in CATALOG.glob("*/game.yaml"))


def load(name: str) -> Game:
    findings = Findings()
    game = load_game(CATALOG / name, findings)
    assert game is not None
    assert not findings.failed
    return game


GAMES = {name: load(name) for name in NAMES}
each_game = pytest.mark.parametrize("name", NAMES)


def nothing_new(made: EditPlan, findings: Findings) -> None:
    assert findings.sorted() == ()
    assert made.files == {}
    for found in made.found:
        assert (found.changes, found.additions, found.missing, found.moved) == ([], [], [], False)


@each_game
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_game_survives_csv_unchanged(name: str, delimiter: str) -> None:
    game, findings = GAMES[name], Findings()
    for component in game.components.values():
        (worksheet,) = read_data("t.csv", as_csv(game, component, delimiter), findings)
        nothing_new(plan_import(game, [(component, worksheet)], findings), findings)


@each_game
def test_game_survives_a_workbook_unchanged(name: str) -> None:
    game, findings = GAMES[name], Findings()
    data = as_xlsx(game, [*game.components.values()], findings)
    assert data is not None
    worksheets = {worksheet.name: worksheet for worksheet in read_data("t.xlsx", data, findings)}
    made = plan_import(game, [(one, worksheets[one.name]) for one in game.components.values()], findings)
    nothing_new(made, findings)


#: Whatever means something to YAML, to CSV, to a spreadsheet, or to typography.
SIGNS = [
    *(
        "Once",
        "a: b",
        "#5",
        "- x",
        "=1+1",
        "it's",
        '"q"',
        "{a}",
        "[z",
        "no",
        "true",
        "07",
        "1,5",
        "é",
        "1-2",
        "+2",
        "@x",
    ),
    *("a\u00a0b", "x\u202fy", "**b**", ":leaf:", "l\nm", "'", ",", ";", "\\", "%", "!", "? k", "*a", "& b", "|", ">"),
    *("~", "null", "\U0001f43e", "2026-01-02", "12:30", "<<", "---", "\t"),
]
words = st.lists(st.sampled_from(SIGNS), min_size=1, max_size=4).map(" ".join).filter(str.strip)


def new_value(column: SpreadsheetColumn, old: str, records: list[str]) -> st.SearchStrategy[str]:
    """Other values for a cell that its field takes."""
    if column.kind == "text":
        return words
    if column.kind == "number":
        return st.integers(1, 3).map(str)
    if column.kind == "flag":
        return st.sampled_from(["true", "false", "TRUE", "faux"])
    if column.kind == "list":
        return st.permutations(old.split(", ")).map(", ".join)
    if column.options:
        return st.sampled_from(column.options)
    return st.just(old)


def means(column: SpreadsheetColumn, text: str) -> str:
    text = {"TRUE": "true", "faux": "false"}.get(text, text) if column.kind == "flag" else text
    return text


def lines(before: str, after: str) -> tuple[int, int]:
    """How many lines are gone, and how many are new."""
    steps = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False).get_opcodes()
    changed = [step for step in steps if step[0] != "equal"]
    return sum(i2 - i1 for _, i1, i2, _, _ in changed), sum(j2 - j1 for *_, j1, j2 in changed)


#: What a random value may rightly be refused for.
REFUSED = {"out-of-range", "missing-translation", "missing-field", "bad-origin", "cannot-edit", "bad-grammar"}


def csv_of(game: Game, component: Component, rows: list[list[str]]) -> bytes:
    columns, _ = table_of(game, component)
    return write_csv([[column.header for column in columns], *([escape_formula(text) for text in row] for row in rows)])


@examples(10)
@given(st.data())
def test_edited_cell_changes_its_line_and_is_read_as_typed(data: st.DataObject) -> None:
    game = GAMES[data.draw(st.sampled_from(NAMES))]
    component = data.draw(st.sampled_from([one for one in game.components.values() if game.records[one.name]]))
    columns, rows = table_of(game, component)
    edited: set[tuple[int, int]] = set()
    for _ in range(data.draw(st.sampled_from([1, 1, 1, 3]))):
        row = data.draw(st.integers(0, len(rows) - 1))
        # Adding a field is another matter, see below: here lines change.
        filled = [at for at in range(1, len(columns)) if rows[row][at]]
        at = data.draw(st.sampled_from(filled))
        new = data.draw(new_value(columns[at], rows[row][at], [*game.records[component.name]]))
        if means(columns[at], new) != rows[row][at]:
            rows[row][at] = new
            edited.add((row, at))
    findings = Findings()
    (worksheet,) = read_data("t.csv", csv_of(game, component, rows), findings)
    made = plan_import(game, [(component, worksheet)], findings, draft=True)
    errors = {finding.code for finding in findings if finding.severity is Severity.ERROR}
    assert errors <= REFUSED, findings.sorted()
    if errors:
        return
    gone = added = 0
    for before, after in made.files.values():
        out, new_lines = lines(before, after)
        gone, added = gone + out, added + new_lines
    _, old = table_of(game, component)
    if all("\n" not in old[row][at] + rows[row][at] for row, at in edited):
        assert gone == added <= len(edited)
    read = reread(game, made)
    columns_now, rows_now = table_of(read, read.components[component.name])
    for row, at in edited:
        assert rows_now[row][at] == means(columns_now[at], rows[row][at])
    for name, other in game.components.items():
        if name != component.name:
            assert table_of(read, other) == table_of(game, other)


def reread(game: Game, made: EditPlan) -> Game:
    """The game as it would be."""
    texts = {path.relative_to(game.folder).as_posix(): after for path, (_, after) in made.files.items()}
    after = load_game(game.folder, Findings(), texts)
    assert after is not None
    return after


@examples(5)
@given(st.data())
def test_rows_may_be_added_and_removed(data: st.DataObject) -> None:
    game = GAMES[data.draw(st.sampled_from(NAMES))]
    component = data.draw(st.sampled_from([one for one in game.components.values() if len(game.records[one.name]) > 2]))
    _, rows = table_of(game, component)
    sample = data.draw(st.integers(0, len(rows) - 1))
    place = data.draw(st.integers(0, len(rows)))
    rows.insert(place, ["a-new-one", *rows[sample][1:]])
    gone = data.draw(st.integers(0, len(rows) - 1))
    kept = [row for number, row in enumerate(rows) if number != gone]
    findings = Findings()
    (worksheet,) = read_data("t.csv", csv_of(game, component, kept), findings)
    made = plan_import(game, [(component, worksheet)], findings, delete=True, draft=True)
    errors = {finding.code for finding in findings if finding.severity is Severity.ERROR}
    assert errors <= {"unknown-reference", "bad-origin", "cannot-edit", "bad-grammar"}, findings.sorted()
    if not errors:
        read = reread(game, made)
        assert sorted(table_of(read, read.components[component.name])[1]) == sorted(kept)
        for before, after in made.files.values():
            missing = [line for line in before.splitlines() if line.lstrip().startswith("#") and line not in after]
            assert missing == [], "comments stay"


@each_game
def test_fields_of_every_kind_may_be_added_and_removed(name: str) -> None:
    game = GAMES[name]
    kinds: dict[tuple[str, bool], tuple[Component, int, int]] = {}
    for component in game.components.values():
        columns, rows = table_of(game, component)
        for at, column in enumerate(columns[1:], 1):
            for row, texts in enumerate(rows):
                kinds.setdefault((column.kind, bool(texts[at])), (component, row, at))
    assert len(kinds) >= 7
    for component, row, at in kinds.values():
        columns, rows = table_of(game, component)
        new = "" if rows[row][at] else next(iter(columns[at].options), "1")
        rows[row][at] = new
        findings = Findings()
        (worksheet,) = read_data("t.csv", csv_of(game, component, rows), findings)
        made = plan_import(game, [(component, worksheet)], findings, draft=True)
        errors = [one for one in findings if one.severity is Severity.ERROR]
        if errors:
            assert all(one.span is not None and one.span.source.name == "t.csv" for one in errors), errors
        else:
            read = reread(game, made)
            assert table_of(read, read.components[component.name])[1][row][at] in (new, f"[{new}]")
