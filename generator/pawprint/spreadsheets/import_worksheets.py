"""Worksheets -> the edits of the catalog that make it agree with them, verified before they are written."""

import codecs
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.files import replace_files
from pawprint.spreadsheets.edits import CatalogEdits
from pawprint.spreadsheets.table_diff import Differences, compare_table, report_renamed_ids
from pawprint.spreadsheets.verify_edits import verify
from pawprint.spreadsheets.worksheet import Worksheet


@dataclass
class ImportPlan:
    """The effect of an import.

    Attributes:
        found: the differences, component by component.
        removed: (component, id) of the records that would be removed.
        files: path -> its text as it is, and as it would be.
    """

    found: list[Differences] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    files: dict[Path, tuple[str, str]] = field(default_factory=dict)

    def write(self) -> None:
        """Write all files or none.

        Raises:
            OSError: a file cannot be written, or has been changed since it was read.
        """
        new: dict[Path, bytes] = {}
        for path, (before, after) in self.files.items():
            data = path.read_bytes()
            if data.decode("utf-8-sig") != before:
                raise OSError(f"{path} has been changed meanwhile; nothing was written")
            new[path] = codecs.BOM_UTF8 * data.startswith(codecs.BOM_UTF8) + after.encode()
        replace_files(new)


def plan_import(
    game: Game,
    worksheets: Sequence[tuple[Component, Worksheet]],
    findings: Findings,
    *,
    delete: bool = False,
    draft: bool = False,
) -> ImportPlan:
    """The edits that make the catalog agree with *worksheets*.

    Args:
        game: as in its files, without errors.
        findings: collects the findings, at their cells. If there is an error, nothing should be written.
        delete: remove records that have no row.
        draft: report checks that would fail as warnings.
    """
    result = ImportPlan([compare_table(game, component, worksheet, findings) for component, worksheet in worksheets])
    for found in result.found:
        if delete:
            result.removed += [(found.component.name, identity) for identity in found.missing]
        else:
            report_renamed_ids(game, found, findings)
    if findings.failed:
        return result
    edits = CatalogEdits(game, result.found, result.removed, findings)
    texts, places = edits.texts()
    if findings.failed or not texts:
        return result
    verify(game, edits, texts, places, findings, draft)
    for file, text in texts.items():
        result.files[game.folder / file] = (edits.sources[file].text, text)
    return result
