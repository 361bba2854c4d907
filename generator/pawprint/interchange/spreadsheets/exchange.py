"""Components -> their columns and cells, in a CSV file or a workbook; `columns` names the columns."""

from collections.abc import Sequence

from pawprint.catalog.columns import SpreadsheetColumn, columns_of
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.interchange.spreadsheets.cell_values import cell_text, value_of
from pawprint.interchange.spreadsheets.csv_file import escape_formula, write_csv
from pawprint.interchange.spreadsheets.plan_edits import EditPlan, plan_edits
from pawprint.interchange.spreadsheets.table_diff import compare_table, report_renamed_ids
from pawprint.interchange.spreadsheets.worksheet import Worksheet
from pawprint.interchange.spreadsheets.xlsx_file import XlsxColumn, unsupported_text, write_xlsx


def table_of(game: Game, component: Component) -> tuple[tuple[SpreadsheetColumn, ...], list[list[str]]]:
    """The columns of a component and the cells of its records, in the order of the catalog."""
    columns = columns_of(game, component)
    records = game.records[component.name].values()
    return columns, [[cell_text(record.node, column) for column in columns] for record in records]


def as_csv(game: Game, component: Component, delimiter: str = ",") -> bytes:
    """The table of a component as CSV; texts that look like formulas are escaped."""
    columns, rows = table_of(game, component)
    body = [
        [text if column.kind == "number" else escape_formula(text) for column, text in zip(columns, row, strict=True)]
        for row in rows
    ]
    return write_csv([[column.header for column in columns], *body], delimiter)


def as_xlsx(game: Game, components: Sequence[Component], findings: Findings) -> bytes | None:
    """A workbook with a worksheet for each component; None after a finding about a text that a cell cannot hold."""
    worksheets = []
    before = findings.count
    for component in components:
        columns, rows = table_of(game, component)
        for record, row in zip(game.records[component.name].values(), rows, strict=True):
            for column, text in zip(columns, row, strict=True):
                why = unsupported_text(text)
                if why:
                    node = value_of(record.node, column)
                    span: Span = node.span if node else record.span("id")
                    findings.add("bad-table", f"'{column.header}' of '{record.id}' {why}", span, "export it as CSV")
        header = [
            XlsxColumn(column.header, "number" if column.kind == "number" else "text", column.options)
            for column in columns
        ]
        worksheets.append((component.name, header, rows))
    return None if findings.count > before else write_xlsx(worksheets)


# --- Worksheets -> the edits of the catalog that make it agree with them, verified before they are written ------------


def plan_import(
    game: Game,
    worksheets: Sequence[tuple[Component, Worksheet]],
    findings: Findings,
    *,
    delete: bool = False,
    draft: bool = False,
) -> EditPlan:
    """The edits that make the catalog agree with *worksheets*.

    Args:
        game: as in its files, without errors.
        findings: collects the findings, at their cells. If there is an error, nothing should be written.
        delete: remove records that have no row.
        draft: report checks that would fail as warnings.
    """
    compared = [compare_table(game, component, worksheet, findings) for component, worksheet in worksheets]
    removed: list[tuple[str, str]] = []
    for found in compared:
        if delete:
            removed += [(found.component.name, identity) for identity in found.missing]
        else:
            report_renamed_ids(game, found, findings)
    if findings.failed:
        return EditPlan(compared, removed)
    return plan_edits(game, compared, removed, findings, draft=draft)
