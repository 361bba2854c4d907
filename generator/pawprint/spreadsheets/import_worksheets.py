"""Worksheets -> the edits of the catalog that make it agree with them, verified before they are written."""

from collections.abc import Sequence

from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.spreadsheets.plan_edits import EditPlan, plan_edits
from pawprint.spreadsheets.table_diff import compare_table, report_renamed_ids
from pawprint.spreadsheets.worksheet import Worksheet


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
