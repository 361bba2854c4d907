"""Differences between records and what they should be -> the edited files, read again before they are written."""

import codecs
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from pawprint.catalog.columns import columns_of, order_of
from pawprint.catalog.library import GameReader
from pawprint.catalog.model import Component, Game, Record
from pawprint.check.evaluation import run_checks
from pawprint.core.diagnostics import Diagnostic, Findings, Severity
from pawprint.core.file_journal import write_together
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.cell_values import value_of
from pawprint.interchange.spreadsheets.table_diff import Addition, CellChange, Differences
from pawprint.source import reader
from pawprint.source.reader import MappingNode, Node, ScalarNode
from pawprint.source.yaml_patch import EntryOrigins, Overlay, Patch, PatchOrder, apply_overlay
from pawprint.source.yaml_spans import CannotEdit, nodes_in
from pawprint.source.yaml_writer import flow_text, nodes_equal, scalar_node, scalar_text

# --- Changed cells -> an overlay of an existing record, or the text of a new one --------------------------------------


def overlay_of(record: MappingNode | None, changes: Iterable[CellChange], origins: EntryOrigins) -> Overlay:
    """The overlay that makes *changes* to a record.

    Args:
        record: before the changes; None for a new one.
        origins: collects the cells that new values come from.
    """
    overlay: Overlay = {}
    shared: dict[tuple[str, ...], list[CellChange]] = {}
    for change in changes:
        if change.node is not None:
            origins.add(change.node, change.span)
        if change.column.each:
            shared.setdefault(change.column.path[:-1], []).append(change)
        else:
            _put(overlay, change.column.path, change.node)
    for path, several in shared.items():
        old: Node | None = record
        for name in path:
            old = old.get(name) if isinstance(old, MappingNode) else None
        if isinstance(old, MappingNode):
            for change in several:
                _put(overlay, change.column.path, change.node)
            continue
        # A single value for all languages or editions stays single while it is the same in all of them.
        values: dict[str, Node | None] = dict.fromkeys(several[0].column.each, old)
        values |= {change.column.path[-1]: change.node for change in several}
        first = next((node for node in values.values() if node is not None), None)
        if all(node is not None and nodes_equal(node, first) for node in values.values()):
            new = several[0].node
        else:
            new = apply_overlay(None, dict(values), origins)
        if new is not None:
            origins.add(new, several[0].span)
        _put(overlay, path, new)
    return overlay


def _put(overlay: Overlay, path: Sequence[str], node: Node | None) -> None:
    for name in path[:-1]:
        inner = overlay.setdefault(name, {})
        assert isinstance(inner, dict)
        overlay = inner
    overlay[path[-1]] = node


def new_record(
    identity: str,
    fields: MappingNode | None,
    like: MappingNode | None,
    patch: Patch,
    order: PatchOrder,
    span: Span,
    origins: EntryOrigins,
) -> tuple[str, list[tuple[int, Span]]]:
    """The text of a record, without the dash before it and as if it began in the first column.

    Args:
        fields: its values but for the id; None if it has none.
        like: a record whose style is used: in brackets, or line by line; None for line by line.
        span: the cell of its id.

    Returns:
        the text, and where its parts come from: offset, cell.
    """
    entries: list[tuple[str, Node]] = [("id", scalar_node(identity, True))]
    entries += sorted(fields.entries.items() if fields else [], key=lambda entry: order.rank(entry[0]))
    inside = like is not None and patch.is_flow(like)
    text = "{" if inside else ""
    cells: list[tuple[int, Span]] = []
    for number, (name, node) in enumerate(entries):
        text += (", " if inside else "\n") if number else ""
        text += scalar_text(name, inside=True) + ":"
        cells.append((len(text), origins.of(node) or span))
        model = like.get(name) if like else None
        if not inside and isinstance(node, MappingNode) and isinstance(model, MappingNode) and not patch.is_flow(model):
            ranked = sorted(node.entries.items(), key=lambda entry: order.inside(name).rank(entry[0]))
            for inner, value in ranked:
                text += f"\n  {scalar_text(inner, inside=True)}: "
                cells.append((len(text), origins.of(value) or span))
                text += _in_style_of(value, model.get(inner), patch)
        else:
            text += " " + (flow_text(node) if inside else _in_style_of(node, model, patch))
    return text + ("}" if inside else ""), cells


def _in_style_of(node: Node, model: Node | None, patch: Patch) -> str:
    """*node* on one line, quoted like *model*."""
    if isinstance(node, ScalarNode) and isinstance(model, ScalarNode):
        like = patch.text[model.start : model.start + 1] if model.quoted else ""
        return scalar_text(node.text, inside=False, bare=not node.quoted, like=like if like in "'\"" else "")
    return flow_text(node, False)


#: File -> the characters that come from a cell: start, end, cell.
CellSpans = dict[str, list[tuple[int, int, Span]]]


class CatalogEdits:
    """Turns differences into edited texts.

    Args:
        game: as in its files.
        found: the differences, component by component.
        removed: (component, id) of the records to be removed.
    """

    def __init__(
        self, game: Game, found: Sequence[Differences], removed: Sequence[tuple[str, str]], findings: Findings
    ) -> None:
        self.game = game
        self.found = found
        self.removed = removed
        self.findings = findings
        self.patches: dict[str, Patch] = {}
        self.sources: dict[str, Source] = {}
        self.files: dict[str, str] = {}
        for component in game.components.values():
            for file in component.files:
                self.files[reader.display_path(game.folder / file)] = file
        self.origins = EntryOrigins()

    def texts(self) -> tuple[dict[str, str], CellSpans]:
        """File -> its edited text, and the cells that the new parts of it come from."""
        for differences in self.found:
            self._changes(differences)
            self._rows(differences)
        texts: dict[str, str] = {}
        places: CellSpans = {}
        for file, patch in self.patches.items():
            try:
                texts[file], places[file] = patch.result()
            except CannotEdit as error:
                self._refuse(error, None)
            if file in texts and len(texts[file].encode()) > reader.MAX_BYTES:
                span = Span(Source(self.sources[file].name, ""), 0, 0)
                self.findings.add("file-too-large", f"{file} would be too large to be read", span, "split it")
            if texts.get(file) == self.sources[file].text:
                del texts[file]
        return texts, places

    def _patch(self, source: Source) -> Patch:
        file = self.files[source.name]
        self.sources[file] = source
        return self.patches.setdefault(file, Patch(source))

    def _refuse(self, error: CannotEdit, span: Span | None) -> None:
        help = "make this change in the YAML file, or write the value out there first"
        self.findings.add("cannot-edit", f"the change cannot be written: {error}", span or error.span, help)

    def _changes(self, differences: Differences) -> None:
        records = self.game.records[differences.component.name]
        order = order_of(differences.component)
        by_record: dict[str, list[CellChange]] = {}
        for change in differences.changes:
            if not self._is_changed_at_anchor(change, differences):
                by_record.setdefault(change.record, []).append(change)
        for identity, changes in by_record.items():
            node = records[identity].node
            overlay = overlay_of(node, changes, self.origins)
            try:
                self._patch(node.source).change(node, overlay, order, self.origins)
            except CannotEdit as error:
                self._refuse(error, changes[0].span)

    def _is_changed_at_anchor(self, change: CellChange, found: Differences) -> bool:
        """True if a value shared through an alias also gets its new value at its anchor, where it is written."""
        records = self.game.records[found.component.name]
        old = value_of(records[change.record].node, change.column)
        if old is None or _is_within(old, records[change.record].node):
            return False
        for differences in self.found:
            others = self.game.records[differences.component.name]
            for other in differences.changes:
                node = others[other.record].node
                if other is not change and value_of(node, other.column) is old and _is_within(old, node):
                    return nodes_equal(other.node, change.node)
        return False

    def _rows(self, differences: Differences) -> None:
        component = differences.component
        records = self.game.records[component.name]
        gone: dict[str, list[MappingNode]] = {}
        for name, identity in self.removed:
            if name == component.name:
                node = records[identity].node
                gone.setdefault(self.files[node.source.name], []).append(node)
        arriving: dict[str, list[Addition]] = {}
        last = self._last_file(component)
        placed: dict[str, str] = {}
        for addition in differences.additions:
            above = records.get(addition.behind)
            file = self.files[above.node.source.name] if above else placed.get(addition.behind, last)
            placed[addition.record] = file
            arriving.setdefault(file, []).append(addition)
        for file in {**gone, **arriving}:
            try:
                self._rows_of_file(file, differences, gone.get(file, []), arriving.get(file, []))
            except CannotEdit as error:
                self._refuse(error, arriving[file][0].span if file in arriving else None)

    def _rows_of_file(
        self, file: str, differences: Differences, gone: Sequence[MappingNode], arriving: Sequence[Addition]
    ) -> None:
        name = differences.component.name
        root = self._root(file)
        items = root.get(name)
        patch = self._patch(root.source)
        numbers = (
            {item.start: index for index, item in enumerate(items.items)}
            if isinstance(items, reader.SequenceNode)
            else {}
        )
        model = next((item for item in reversed(getattr(items, "items", [])) if isinstance(item, MappingNode)), None)
        if len(gone) < len(numbers) and isinstance(items, reader.SequenceNode):
            if patch.is_flow(items):
                raise CannotEdit("the records are written in brackets")
            for node in gone:
                patch.remove_item(items, numbers[node.start])
            at, gap = len(items.items) - 1, patch.has_gaps(items)
            for addition in arriving:
                above = self.game.records[name].get(addition.behind)
                at = numbers[above.node.start] if above else at
                beside = items.items[at]
                model = beside if isinstance(beside, MappingNode) else model
                text, cells = self._text(addition, differences, model, patch)
                patch.insert_item(items, at, text, cells, gap=gap)
            return
        patch.write_list(root, name, [self._text(addition, differences, model, patch) for addition in arriving])

    def _text(
        self, addition: Addition, differences: Differences, model: MappingNode | None, patch: Patch
    ) -> tuple[str, list[tuple[int, Span]]]:
        fields = apply_overlay(None, overlay_of(None, addition.values, self.origins), self.origins)
        order = order_of(differences.component)
        return new_record(addition.record, fields, model, patch, order, addition.span, self.origins)

    def _last_file(self, component: Component) -> str:
        """The file for a record that follows no other: the last file with records of the component."""
        full = [self.files[record.node.source.name] for record in self.game.records[component.name].values()]
        return full[-1] if full else component.files[-1]

    def _root(self, file: str) -> MappingNode:
        for records in self.game.records.values():
            for record in records.values():
                if self.files[record.node.source.name] == file:
                    root = reader.read_yaml(record.node.source, Findings())
                    assert isinstance(root, MappingNode)
                    return root
        root = reader.read_yaml_file(self.game.folder / file, Findings())
        if not isinstance(root, MappingNode):
            raise CannotEdit(f"{file} is empty")
        return root


def _is_within(node: Node, record: MappingNode) -> bool:
    return node.source is record.source and record.start <= node.start < record.end


# --- Edited texts are read again, and compared with the intended changes, before they are written ---------------------

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
    new = [finding for finding in inner.sorted() if key_of_finding(finding) not in known or cells.is_written(finding)]
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
        if finding.span is None or finding.span.source.name not in self.files:
            return finding
        cell = self._emptied(finding) or self._written(finding.span) or self._shown(finding.span)
        return finding if cell is None else replace(finding, span=cell)

    def is_written(self, finding: Diagnostic) -> bool:
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
        for differences in self.found if self.after else ():
            assert self.after is not None
            for record in self.after.records[differences.component.name].values():
                by_file.setdefault(record.node.source.name, []).append((differences, record))
        for records in by_file.values():
            records.sort(key=lambda entry: entry[1].node.start)
        return by_file


def _check_values(before: Game, after: Game, edits: CatalogEdits, findings: Findings) -> None:
    """Report every cell of the game with another value than intended, which is usually due to an anchor."""
    changes = {
        (differences.component.name, change.record, change.column.header): change
        for differences in edits.found
        for change in differences.changes
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
