"""Differences between records and what they should be -> the edited files, read again before they are written."""

import codecs
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pawprint.catalog.columns import columns_of
from pawprint.catalog.library import GameReader
from pawprint.catalog.model import Game, Record
from pawprint.check.evaluation import run_checks
from pawprint.core.diagnostics import Diagnostic, Findings, Severity
from pawprint.core.file_journal import write_together
from pawprint.core.source import Span
from pawprint.interchange.spreadsheets._edits import CatalogEdits, CellSpans
from pawprint.interchange.spreadsheets.cell_values import value_of
from pawprint.interchange.spreadsheets.table_diff import Differences
from pawprint.source.reader import Node
from pawprint.source.yaml_spans import nodes_in
from pawprint.source.yaml_writer import nodes_equal

# Edited texts -> findings: before they are written, they are read again and compared with the intended changes.


#: What makes two findings the same in two readings of a game: code, rule, fault.
FindingKey = tuple[str, str, str]


def key_of_finding(finding: Diagnostic) -> FindingKey:
    """What it has in common with the same finding in another reading."""
    return finding.code, finding.rule, finding.fault


def read_after(
    game: Game,
    edits: CatalogEdits,
    texts: dict[str, str],
    places: CellSpans,
    findings: Findings,
    known: Collection[FindingKey] = (),
    reader: GameReader | None = None,
    compare: bool = True,
) -> Game | None:
    """Read the edited texts again, and compare them with the intended changes.

    Args:
        game: before the edits.
        texts, places: the result of `CatalogEdits.texts`.
        findings: collects the findings, at the cells of the worksheets.
        known: findings that the game has already; only those at cells that are written are reported again.
        reader: reads the game; a new one if None.
        compare: whether to compare all values of the game with what was intended.

    Returns:
        the game after the edits; None if it cannot be read, or after a new error in it.
    """
    inner = Findings()
    after = (reader or GameReader(game.folder, game.root)).read(inner, texts)
    cells = FindingCells(edits, places, after)
    new = [one for one in inner.sorted() if key_of_finding(one) not in known or cells.is_written(one)]
    findings.extend(map(cells.moved, new))
    if after is None or any(finding.is_error for finding in new):
        return None
    if compare:
        _check_values(game, after, edits, findings)
    return after


def check_after(
    game: Game, after: Game, edits: CatalogEdits, places: CellSpans, findings: Findings, draft: bool
) -> None:
    """Run the game's checks on *after*, the game after the edits, and report those that no longer pass.

    Args:
        draft: as warnings.
    """
    cells = FindingCells(edits, places, after)
    before, inner = Findings(), Findings()
    run_checks(after, inner)
    if len(inner):
        run_checks(game, before)
    known = {key_of_finding(finding) for finding in before}
    for finding in inner.sorted():
        if key_of_finding(finding) not in known:
            moved = cells.moved(finding)
            findings.extend([replace(moved, severity=Severity.WARNING) if draft else moved])


class FindingCells:
    """Finds the cell of a worksheet that causes a finding in the edited catalog."""

    def __init__(self, edits: CatalogEdits, places: CellSpans, after: Game | None) -> None:
        self.files = edits.files
        self.found = edits.found
        self.places = places
        self.after = after

    def moved(self, finding: Diagnostic) -> Diagnostic:
        """The finding at its cell, if there is one."""
        if finding.span is None or finding.span.source.name not in self.files:
            return finding
        cell = self._emptied(finding) or self._written(finding.span) or self._shown(finding.span)
        return finding if cell is None else replace(finding, span=cell)

    def is_written(self, finding: Diagnostic) -> bool:
        """Whether it is in a text that comes from a cell."""
        span = finding.span
        return span is not None and span.source.name in self.files and self._written(span) is not None

    def _emptied(self, finding: Diagnostic) -> Span | None:
        """The cell that was emptied, if a required field is missing."""
        if finding.span is None or finding.code not in ("missing-field", "missing-translation"):
            return None
        for found, record in self._records_at(finding.span):
            for change in found.changes:
                meant = any(finding.message.endswith(f"'{name}'") for name in change.column.path)
                if meant and change.record == record.id and change.node is None:
                    return change.span
        return None

    def _written(self, span: Span) -> Span | None:
        """The cell from which the text at *span* comes."""
        places = self.places.get(self.files[span.source.name], [])
        at = bisect_right(places, span.start, key=lambda place: place[0]) - 1
        return places[at][2] if at >= 0 and span.start < places[at][1] else None

    def _shown(self, span: Span) -> Span | None:
        """The cell that shows the value at *span*, or the one with its record's id."""
        for found, record in self._records_at(span):
            for column in found.columns:
                value = value_of(record.node, column)
                place = found.places.get((record.id, column.header))
                if value is not None and place and value.start <= span.start < value.end:
                    return place
            return found.places.get((record.id, "id"))
        return None

    def _records_at(self, span: Span) -> Iterator[tuple[Differences, Record]]:
        """The record around *span*, as it is after the edits."""
        records = self._records.get(span.source.name, [])
        at = bisect_right(records, span.start, key=lambda entry: entry[1].node.start) - 1
        while at >= 0 and records[at][1].node.start <= span.start < records[at][1].node.end:
            yield records[at]
            at -= 1

    @cached_property
    def _records(self) -> dict[str, list[tuple[Differences, Record]]]:
        """File -> its records after the edits, in their order."""
        by_file: dict[str, list[tuple[Differences, Record]]] = {}
        for found in self.found if self.after else ():
            assert self.after is not None
            for record in self.after.records[found.component.name].values():
                by_file.setdefault(record.node.source.name, []).append((found, record))
        for records in by_file.values():
            records.sort(key=lambda entry: entry[1].node.start)
        return by_file


def _check_values(before: Game, after: Game, edits: CatalogEdits, findings: Findings) -> None:
    """Report every cell of the game with another value than intended, which is usually due to an anchor."""
    changes = {
        (found.component.name, change.record, change.column.header): change
        for found in edits.found
        for change in found.changes
    }
    removed = {*edits.removed}
    others: dict[Span, list[str]] = {}
    for name, component in before.components.items():
        columns = columns_of(before, component)
        for identity, record in before.records[name].items():
            now = after.records[name].get(identity)
            if now is None or (name, identity) in removed:
                if (now is None) != ((name, identity) in removed):
                    findings.add("cannot-edit", f"'{identity}' would be in the wrong place", record.span("id"), _HELP)
                continue
            for column in columns:
                old = value_of(record.node, column)
                change = changes.get((name, identity, column.header))
                if not nodes_equal(value_of(now.node, column), change.node if change else old):
                    cause = change.span if change else _cause(old, edits)
                    others.setdefault(cause or record.span("id"), []).append(f"'{column.header}' of '{identity}'")
    for span, cells in others.items():
        listed = cells[0] if len(cells) == 1 else ", ".join(cells[:-1]) + f" and {cells[-1]}"
        findings.add("cannot-edit", f"{listed} would change, too", span, _HELP)


_HELP = (
    "they are written once, with an anchor (&) and aliases (*): change it in the YAML file, or give all the new value"
)


def _cause(old: Node | None, edits: CatalogEdits) -> Span | None:
    """The cell whose change has also changed *old*."""
    touched = {node: span for patch in edits.patches.values() for node, span in patch.touched.items()}
    return next((touched[node] for node in nodes_in([old] if old else []) if node in touched), None)


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
    reader: GameReader | None = None,
    compare: bool = True,
) -> EditPlan:
    """The edits that make the catalog agree with *found*, without the records *removed*.

    Args:
        game: as in its files.
        findings: collects the findings, at the cells of *found*. If there is an error, nothing should be written.
        draft: report checks that would fail as warnings.
        checks: run the checks of the game.
        known: the findings that the game has already; they are not reported unless an edit writes their value.
        reader: reads the game with the edits; a new one if None.
        compare: report values that would change, too, as they must not when the edits are written.
    """
    result = EditPlan(found, removed)
    edits = CatalogEdits(game, found, removed, findings)
    texts, places = edits.texts()
    if findings.failed:
        return result
    result.after = game
    if texts:
        result.after = read_after(game, edits, texts, places, findings, known, reader, compare)
        if checks and result.after is not None:
            check_after(game, result.after, edits, places, findings, draft)
    result.cells = FindingCells(edits, places, result.after)
    for file, text in texts.items():
        result.files[game.folder / file] = (edits.sources[file].text, text)
    return result
