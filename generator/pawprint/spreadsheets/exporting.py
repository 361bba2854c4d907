"""Components -> the bytes of a CSV file or a workbook."""

from collections.abc import Sequence

from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.spreadsheets.cell_values import shown, value_of
from pawprint.spreadsheets.columns import SheetColumn, columns_of
from pawprint.spreadsheets.csv_file import guarded, write_csv
from pawprint.spreadsheets.xlsx_file import XlsxColumn as BookColumn
from pawprint.spreadsheets.xlsx_file import unsayable, write_xlsx


def rows_of(game: Game, component: Component) -> tuple[tuple[SheetColumn, ...], list[list[str]]]:
    """The columns of a component, and what the cells of its records show, in the order of the catalog."""
    columns = columns_of(game, component)
    records = game.records[component.name].values()
    return columns, [[shown(record.node, column) for column in columns] for record in records]


def as_csv(game: Game, component: Component, delimiter: str = ",") -> bytes:
    """The table of a component as CSV. What a spreadsheet would take for a formula has `'` before it."""
    columns, rows = rows_of(game, component)
    body = [
        [text if column.kind == "number" else guarded(text) for column, text in zip(columns, row, strict=True)]
        for row in rows
    ]
    return write_csv([[column.head for column in columns], *body], delimiter)


def as_xlsx(game: Game, components: Sequence[Component], findings: Findings) -> bytes | None:
    """A workbook with a sheet for each component; None after a finding: a text that no cell can hold."""
    sheets = []
    before = findings.count
    for component in components:
        columns, rows = rows_of(game, component)
        for record, row in zip(game.records[component.name].values(), rows, strict=True):
            for column, text in zip(columns, row, strict=True):
                why = unsayable(text)
                if why:
                    node = value_of(record.node, column)
                    span: Span = node.span if node else record.span("id")
                    findings.add("bad-table", f"'{column.head}' of '{record.id}' {why}", span, "export it as CSV")
        heads = [BookColumn(one.head, "number" if one.kind == "number" else "text", one.options) for one in columns]
        sheets.append((component.name, heads, rows))
    return None if findings.count > before else write_xlsx(sheets)
