"""A worksheet and the records of a component -> the changes in the worksheet."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from pawprint.catalog.columns import SpreadsheetColumn, columns_of
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.interchange.spreadsheets.cell_values import cell_text, normalised, parse_cell, value_of
from pawprint.interchange.spreadsheets.csv_file import unescape_formula
from pawprint.interchange.spreadsheets.worksheet import Worksheet, WorksheetCell
from pawprint.source.reader import Node
from pawprint.source.yaml_writer import nodes_equal

_NUMBER = re.compile(r"[-+]?[0-9]+([.,][0-9]+)?([eE][-+]?[0-9]{1,3})?")
#: Texts that a spreadsheet may mistake for dates, and the form in which it then writes them to a CSV file.
_LIKE_A_DATE = re.compile(r"[0-9]{1,4}[-/.][0-9]{1,2}([-/.][0-9]{1,4})?")
_DATE = re.compile(r"[0-9]{1,4}[-/. ][0-9A-Za-zÀ-ÿ]{1,9}\.?([-/. ][0-9]{1,4})?|[A-Za-zÀ-ÿ]{3,9}\.?[-/. ][0-9]{1,4}")
_TIME = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:\s?([AaPp])[Mm])?")


class CellChange(NamedTuple):
    """A cell that differs from the catalog.

    Attributes:
        old, new: the text of the cell before and now.
        node: the new value; None to remove the field.
    """

    record: str
    column: SpreadsheetColumn
    old: str
    new: str
    node: Node | None
    span: Span


class Addition(NamedTuple):
    """A row with an id that the component does not have.

    Attributes:
        values: its cells, without empty ones.
        behind: id of the record in the row above; empty at the top.
    """

    record: str
    values: tuple[CellChange, ...]
    behind: str
    span: Span


@dataclass
class Differences:
    """What a worksheet has and a component has not, and the other way round.

    Attributes:
        missing: ids of records without a row.
        moved: whether the rows are in another order.
        places: (id, head of a column) -> the cell; for findings.
    """

    component: Component
    columns: tuple[SpreadsheetColumn, ...]
    changes: list[CellChange] = field(default_factory=list)
    additions: list[Addition] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    moved: bool = False
    places: dict[tuple[str, str], Span] = field(default_factory=dict)


def compare_table(game: Game, component: Component, worksheet: Worksheet, findings: Findings) -> Differences:
    """What was changed in *worksheet*. Columns that it lacks are not compared; the id says whose row it is."""
    differences = Differences(component, columns_of(game, component))
    top = next((number for number, row in enumerate(worksheet.rows) if any(cell.text.strip() for cell in row)), 0)
    header = _header_columns(game, component, worksheet, top, differences.columns, findings)
    at_id = next((at for at, column in header.items() if column.kind == "id"), None)
    if not any(cell.text.strip() for row in worksheet.rows for cell in row):
        findings.add("bad-table", "the table is empty", worksheet.span(0, 0), "pawprint table export makes one")
        return differences
    if at_id is None:
        help = f"its first row names the columns: {', '.join(column.header for column in differences.columns[:4])}, ..."
        findings.add("bad-table", "the table has no column 'id'", worksheet.span(top, 0), help)
        return differences
    records = game.records[component.name]
    rows: dict[str, Span] = {}
    above = ""
    for number in range(top + 1, len(worksheet.rows)):
        row = worksheet.rows[number]
        if not any(cell.text.strip() for index, cell in enumerate(row) if index in header):
            continue
        cell, span = worksheet.cell(number, at_id), worksheet.span(number, at_id)
        identity = _id_of_row(cell, span, findings)
        if identity is None:
            continue
        if identity not in records and identity.lower() in records:
            identity = identity.lower()  # spreadsheets like to begin cells with a capital, and no id has one
        if identity in rows:
            message = f"the id '{identity}' is in two rows"
            findings.add("duplicate-id", message, span, f"the first is at {rows[identity]}")
            continue
        rows[identity] = span
        record = records.get(identity)
        values = []
        for at, column in header.items():
            place = worksheet.span(number, at)
            differences.places[identity, column.header] = place
            old = cell_text(record.node, column) if record else ""
            change = _change(identity, column, old, worksheet.cell(number, at), place, findings)
            if change and (not record or not nodes_equal(change.node, value_of(record.node, column))):
                values.append(change)
        if record:
            differences.changes += values
        else:
            differences.additions.append(Addition(identity, tuple(values), above, span))
        above = identity
    differences.missing = [name for name in records if name not in rows]
    known = [name for name in rows if name in records]
    differences.moved = known != [name for name in records if name in rows]
    return differences


def _header_columns(
    game: Game,
    component: Component,
    worksheet: Worksheet,
    top: int,
    columns: tuple[SpreadsheetColumn, ...],
    findings: Findings,
) -> dict[int, SpreadsheetColumn]:
    """Position in a row -> its column. Columns without a name, or with `#` before it, are their author's own."""
    known = {column.header.casefold(): column for column in columns}
    known |= {".".join(column.path).casefold(): column for column in columns if len(column.each) == 1}
    header: dict[int, SpreadsheetColumn] = {}
    derived = {name for name, definition in component.fields.items() if definition.derived}
    for index, cell in enumerate(worksheet.rows[top] if worksheet.rows else ()):
        name = cell.text.strip()
        if cell.kind == "covered":
            message = "this cell of the first row is merged with another one, so its column has no name"
            findings.add("converted-cell", message, worksheet.span(top, index), "unmerge the cells, and fill each")
        if not name or name.startswith("#"):
            continue
        column = known.get(name.casefold())
        span = worksheet.span(top, index)
        if column is None:
            help = suggest(name, [column.header for column in columns], "columns are")
            if name in derived:
                help = "it is worked out from another field"
            elif any(column.header.startswith(f"{name}.") for column in columns):
                inside = [column.header for column in columns if column.header.startswith(f"{name}.")]
                help = f"it has a column for each part: {', '.join(inside)}"
            message = f"the {component.name} have no column '{name}'; it is ignored"
            findings.add("unknown-column", message, span, f"{help} (a note has # before its name)")
        elif column in header.values():
            findings.add("bad-table", f"two columns are called '{name}'", span, "remove one, or write # before it")
        else:
            header[index] = column
    return header


def _id_of_row(cell: WorksheetCell, span: Span, findings: Findings) -> str | None:
    if cell.kind in ("date", "error", "covered"):
        _converted(cell, "id", span, findings)
        return None
    if not cell.text.strip():
        message = "the row has no id"
        findings.add("missing-field", message, span, "give it one, as in red-fox; or empty the row")
        return None
    return cell.text.strip()


def _change(
    identity: str, column: SpreadsheetColumn, old: str, cell: WorksheetCell, span: Span, findings: Findings
) -> CellChange | None:
    """The change of a cell that showed *old*; None if there is none, and after a finding."""
    if column.kind == "id":
        return None
    if cell.kind in ("date", "error", "covered"):
        _converted(cell, column.header, span, findings)
        return None
    text = column.typed(cell.text) if cell.text.strip() else ""
    if cell.kind == "text" and unescape_formula(text) != text:
        text = text if text == old else unescape_formula(text)
    what = f"'{column.header}' of '{identity}'"
    if _comparable(column, text) == old or (column.kind == "number" and _same_number(text, old)):
        return None
    if _is_converted(column, old, text):
        message = f"the spreadsheet has changed {what} from '{old}' to '{text}'; '{old}' is kept"
        help = "format the column as text before you type, or use .xlsx"
        findings.add("converted-cell", message, span, help, severity=Severity.WARNING)
        return None
    if column.kind != "number" and _LIKE_A_DATE.fullmatch(old) and _DATE.fullmatch(text):
        message = f"{what} was '{old}' and is now '{text}', which looks like a date made by the spreadsheet"
        findings.add("converted-cell", message, span, "format the cell as text and type it again")
        return None
    if cell.formula:
        message = f"{what} is a formula; its last result, '{text}', is taken"
        help = "paste values in place of formulas to be sure of them"
        findings.add("converted-cell", message, span, help, severity=Severity.WARNING)
    before = findings.count
    node = parse_cell(text, column, span, findings)
    return None if findings.count > before else CellChange(identity, column, old, text, node, span)


def _comparable(column: SpreadsheetColumn, text: str) -> str:
    """*text* as an export would show it, as far as spaces and the spelling of numbers and booleans go."""
    if column.kind == "text":
        return text
    text = text.strip()
    if column.kind in ("flag", "number") and text:
        return normalised(text, column.kind)
    return text


def _converted(cell: WorksheetCell, head: str, span: Span, findings: Findings) -> None:
    if cell.kind == "date":
        message = f"the spreadsheet has converted a value in column '{head}' to the date {cell.text}"
        help = "format the cell as text and type it again"
    elif cell.kind == "covered":
        message = f"this cell of column '{head}' is merged with another one"
        help = "unmerge the cells, and fill each"
    else:
        message = f"the formula in column '{head}' has no result" + (f": {cell.text}" if cell.text else "")
        help = "type the value, or paste it over the formula"
    findings.add("converted-cell", message, span, help)


def _is_converted(column: SpreadsheetColumn, old: str, text: str) -> bool:
    """True if *text* is only how a spreadsheet spells *old*: 755 for 0755, TRUE for true, 12:30:00 PM for 12:30."""
    text = text.strip()
    if not old or not text or text == old:
        return False
    if column.kind != "number" and (_same_number(text, old) or _same_time(text, old)):
        return True
    return old.lower() in ("true", "false") and text.lower() == old.lower() and column.kind != "flag"


def _same_number(first: str, second: str) -> bool:
    if not _NUMBER.fullmatch(first) or not _NUMBER.fullmatch(second):
        return False
    return float(first.replace(",", ".")) == float(second.replace(",", "."))


def _same_time(first: str, second: str) -> bool:
    time = _time(first)
    return time is not None and time == _time(second)


def _time(text: str) -> int | None:
    """Seconds since midnight; None if *text* is no time of day."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds, half = int(match[1]), int(match[2]), int(match[3] or 0), (match[4] or "").lower()
    if half:
        hours = hours % 12 + 12 * (half == "p")
    return hours * 3600 + minutes * 60 + seconds


def report_renamed_ids(game: Game, differences: Differences, findings: Findings) -> None:
    """Note rows that seem to be records under another id: they have all that one has whose own row is gone."""
    gone = {}
    for identity in differences.missing:
        node = game.records[differences.component.name][identity].node
        gone[identity] = Counter(
            (column.header, text) for column in differences.columns[1:] if (text := cell_text(node, column))
        )
    for addition in differences.additions:
        has = Counter((change.column.header, change.new) for change in addition.values)
        for identity, had in gone.items():
            seen = Counter({entry: 1 for entry in had if (addition.record, entry[0]) in differences.places})
            if len(seen) >= 2 and has == seen:
                findings.add(
                    "renamed-id",
                    f"the new record '{addition.record}' has all values of '{identity}', whose row is missing",
                    addition.span,
                    "ids are changed in the YAML, with all that refers to them; "
                    "to have both, bring the old row back; to replace it, import with --delete",
                )
                break
