"""Differences between worksheets and a game -> the edited texts of its files."""

from collections.abc import Iterable, Sequence

from pawprint.catalog.columns import order_of
from pawprint.catalog.model import Component, Game
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.cell_values import value_of
from pawprint.interchange.spreadsheets.table_diff import Addition, CellChange, Differences
from pawprint.source import reader
from pawprint.source.reader import MappingNode, Node, ScalarNode
from pawprint.source.yaml_patch import EntryOrigins, Overlay, Patch, PatchOrder, apply_overlay
from pawprint.source.yaml_spans import CannotEdit
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
        for found in self.found:
            self._changes(found)
            self._rows(found)
        texts: dict[str, str] = {}
        places: CellSpans = {}
        for file, patch in self.patches.items():
            try:
                texts[file], places[file] = patch.result()
            except CannotEdit as error:
                self._refuse(error, None)
            if file in texts and len(texts[file].encode()) > reader.MAX_BYTES:
                at = Span(Source(self.sources[file].name, ""), 0, 0)
                self.findings.add("file-too-large", f"{file} would be too large to be read", at, "split it")
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

    def _changes(self, found: Differences) -> None:
        records = self.game.records[found.component.name]
        order = order_of(found.component)
        by_record: dict[str, list[CellChange]] = {}
        for change in found.changes:
            if not self._is_changed_at_anchor(change, found):
                by_record.setdefault(change.record, []).append(change)
        for identity, changes in by_record.items():
            node = records[identity].node
            overlay = overlay_of(node, changes, self.origins)
            try:
                self._patch(node.source).change(node, overlay, order, self.origins)
            except CannotEdit as error:
                self._refuse(error, changes[0].span)

    def _is_changed_at_anchor(self, change: CellChange, found: Differences) -> bool:
        """Whether a value shared through an alias also gets its new value at its anchor, where it is written."""
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

    def _rows(self, found: Differences) -> None:
        """Add and remove records, file by file."""
        component = found.component
        records = self.game.records[component.name]
        gone: dict[str, list[MappingNode]] = {}
        for name, identity in self.removed:
            if name == component.name:
                node = records[identity].node
                gone.setdefault(self.files[node.source.name], []).append(node)
        arriving: dict[str, list[Addition]] = {}
        last = self._last_file(component)
        placed: dict[str, str] = {}
        for addition in found.additions:
            above = records.get(addition.behind)
            file = self.files[above.node.source.name] if above else placed.get(addition.behind, last)
            placed[addition.record] = file
            arriving.setdefault(file, []).append(addition)
        for file in {**gone, **arriving}:
            try:
                self._rows_of_file(file, found, gone.get(file, []), arriving.get(file, []))
            except CannotEdit as error:
                self._refuse(error, arriving[file][0].span if file in arriving else None)

    def _rows_of_file(
        self, file: str, found: Differences, gone: Sequence[MappingNode], arriving: Sequence[Addition]
    ) -> None:
        name = found.component.name
        root = self._root(file)
        items = root.get(name)
        patch = self._patch(root.source)
        numbers = (
            {item.start: at for at, item in enumerate(items.items)} if isinstance(items, reader.SequenceNode) else {}
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
                text, cells = self._text(addition, found, model, patch)
                patch.insert_item(items, at, text, cells, gap=gap)
            return
        patch.write_list(root, name, [self._text(addition, found, model, patch) for addition in arriving])

    def _text(
        self, addition: Addition, found: Differences, model: MappingNode | None, patch: Patch
    ) -> tuple[str, list[tuple[int, Span]]]:
        fields = apply_overlay(None, overlay_of(None, addition.values, self.origins), self.origins)
        order = order_of(found.component)
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
