"""Differences between records and what they should be -> the edited files, read again before they are written."""

import codecs
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from pawprint.catalog.incremental_load import LoadCache
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.file_journal import write_together
from pawprint.spreadsheets.edits import CatalogEdits
from pawprint.spreadsheets.table_diff import Differences
from pawprint.spreadsheets.verify_edits import FindingCells, FindingKey, check_after, read_after


@dataclass
class EditPlan:
    """The effect of edits.

    Attributes:
        found: the differences, component by component.
        removed: (component, id) of the records that would be removed.
        files: path -> its text as it is, and as it would be.
        added: path -> the text of a file that there is not yet.
        after: the game as it would be; None where it could not be read, or was not.
        cells: finds the cells that findings in *after* are about.
    """

    found: list[Differences] = field(default_factory=list)
    removed: list[tuple[str, str]] = field(default_factory=list)
    files: dict[Path, tuple[str, str]] = field(default_factory=dict)
    added: dict[Path, str] = field(default_factory=dict)
    after: Game | None = None
    cells: FindingCells | None = None

    def write(self, folder: Path) -> None:
        """Write all files or none; those of the game in *folder*, if they are several.

        Raises:
            OSError: a file cannot be written, or has been changed since it was read.
        """
        new = {path: text.encode() for path, text in self.added.items()}
        old: dict[Path, bytes | None] = dict.fromkeys(self.added)
        for path, (before, after) in self.files.items():
            data = path.read_bytes()
            mark = codecs.BOM_UTF8 * data.startswith(codecs.BOM_UTF8)
            old[path], new[path] = mark + before.encode(), mark + after.encode()
        write_together(folder, new, old)


def plan_edits(
    game: Game,
    found: list[Differences],
    removed: list[tuple[str, str]],
    findings: Findings,
    *,
    draft: bool = False,
    checks: bool = True,
    known: Collection[FindingKey] = (),
    kept: LoadCache | None = None,
    compare: bool = True,
) -> EditPlan:
    """The edits that make the catalog agree with *found*, without the records *removed*.

    Args:
        game: as in its files.
        findings: collects the findings, at the cells of *found*. If there is an error, nothing should be written.
        draft: report checks that would fail as warnings.
        checks: run the checks of the game.
        known: the findings that the game has already; they are not reported unless an edit writes their value.
        kept: what earlier readings of such edits have left.
        compare: report values that would change, too, as they must not when the edits are written.
    """
    result = EditPlan(found, removed)
    edits = CatalogEdits(game, found, removed, findings)
    texts, places = edits.texts()
    if findings.failed:
        return result
    result.after = game
    if texts:
        result.after = read_after(game, edits, texts, places, findings, known, kept, compare)
        if checks and result.after is not None:
            check_after(game, result.after, edits, places, findings, draft)
    result.cells = FindingCells(edits, places, result.after)
    for file, text in texts.items():
        result.files[game.folder / file] = (edits.sources[file].text, text)
    return result
