"""JSON of the page -> the changes that it wants, as differences between tables; findings go back to their values."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.columns import SpreadsheetColumn, columns_of, field_of_column
from pawprint.catalog.field_types import RefField
from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.cell_values import cell_text, parse_cell, value_of
from pawprint.interchange.spreadsheets.table_diff import Addition, CellChange, Differences
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

# --- record references ------------------------------------------------------------------------------------------------

# Records that are to be removed -> the fields of others that name them, and their values without these references.


#: Component and id.
RecordKey = tuple[str, str]


class FieldReference(NamedTuple):
    """A value that names records which are to be removed.

    Attributes:
        named: these records.
        without: the value that is left; None for nothing.
        removable: whether the field may be without them.
    """

    record: Record
    column: SpreadsheetColumn
    named: tuple[RecordKey, ...]
    without: Node | None
    removable: bool


def references_to(game: Game, removed: Collection[RecordKey]) -> Iterator[FieldReference]:
    """What refers to the *removed* records, in all others."""
    for component in game.components.values():
        for column in columns_of(game, component):
            field = field_of_column(component, column)
            if field is None or not field.refers:
                continue
            for record in game.records[component.name].values():
                node = value_of(record.node, column)
                named: list[RecordKey] = []
                if node is None or (component.name, record.id) in removed:
                    continue
                left = _without(node, field, removed, named)
                if named:
                    once = tuple(dict.fromkeys(named))
                    yield FieldReference(record, column, once, left, left is not None or not field.required)


def _without(node: Node, field: Field, removed: Collection[RecordKey], named: list[RecordKey]) -> Node | None:
    """The value of *field* without the *removed* records, which are added to *named*; None if nothing is left."""
    if isinstance(field, RefField):
        gone = isinstance(node, ScalarNode) and (field.to, node.text) in removed
        named += [(field.to, node.text)] if gone and isinstance(node, ScalarNode) else []
        return None if gone else node
    if isinstance(node, SequenceNode) and field.entry is not None:
        items = SequenceNode(Source("", ""), 0)
        left = [_without(item, field.entry, removed, named) for item in node.items]
        items.items = [item for item in left if item is not None]
        return items if items.items else None
    if isinstance(node, MappingNode):
        record = MappingNode(Source("", ""), 0)
        for name, entry in node.entries.items():
            inner = field.inner.get(name)
            value = entry if inner is None else _without(entry, inner, removed, named)
            if value is not None:
                record.entries[name] = value
            elif inner is not None and inner.required:
                return None
        return record
    return node


# --- edit request -----------------------------------------------------------------------------------------------------


class EditedValue(NamedTuple):
    """A value on the page: component, id of the record, header of the column (empty for the record as a whole)."""

    component: str
    record: str
    column: str = ""


class EditRequest:
    """The wanted changes of one request, in the form of differences between tables.

    Args:
        game: as in its files.
        data: the request; see `docs/preview.md` for what the page offers.
        findings: collects what cannot be read, at its place on the page.

    Raises:
        ValueError, LookupError: the request does not have the form that the page sends, or names what is not there.
    """

    def __init__(self, game: Game, data: Mapping[str, Any], findings: Findings) -> None:
        self.game, self.findings = game, findings
        self.found: dict[str, Differences] = {}
        self.removed: list[tuple[str, str]] = []
        self.places: dict[Source, EditedValue] = {}
        self._columns: dict[str, dict[str, SpreadsheetColumn]] = {}
        self._named: set[tuple[str, str]] = set()  # the records that are changed or added
        for change in _objects(data, "changes"):
            self._change(*_words(change, "component", "id", "field", "was", "text"))
        for addition in _objects(data, "additions"):
            component, identity, behind = _words(addition, "component", "id", "behind")
            self._add(EditedValue(component, identity, "id"), behind, json_object(addition.get("cells")))
        for removal in _objects(data, "removals"):
            component, identity = _words(removal, "component", "id")
            self._differences(component)
            _ = game.records[component][identity].id
            self.removed.append((component, identity))
        self.references = self._references()
        if data.get("references") == "remove" and all(reference.removable for reference in self.references):
            for reference in self.references:
                self._remove_reference(reference)
            self.references = []

    @property
    def differences(self) -> list[Differences]:
        """The differences, component by component."""
        return [*self.found.values()]

    def _differences(self, component: str) -> Differences:
        if component not in self.found:
            declared = self.game.components[component]
            differences = Differences(declared, columns_of(self.game, declared))
            self._columns[component] = {column.header: column for column in differences.columns if column.kind != "id"}
            self.found[component] = differences
        return self.found[component]

    def _span(self, place: EditedValue, text: str) -> Span:
        """The text of a value on the page as a place for findings."""
        source = Source(f"{place.component}/{place.record}", text)
        self.places[source] = place
        differences = self._differences(place.component)
        differences.places[place.record, place.column or "id"] = span = Span(source, 0, len(text))
        return span

    def cover(self, component: str, record: str) -> None:
        """Let all values of a record have findings of their own."""
        differences = self._differences(component)
        for column in differences.columns:
            if (record, column.header) not in differences.places:
                self._span(EditedValue(component, record, "" if column.kind == "id" else column.header), "")

    def _cell(self, place: EditedValue, old: str, text: str) -> CellChange | None:
        self._differences(place.component)
        column = self._columns[place.component][place.column]
        span = self._span(place, text)
        before = self.findings.count
        node = parse_cell(text, column, span, self.findings)
        return None if self.findings.count > before else CellChange(place.record, column, old, text, node, span)

    def _references(self) -> list[FieldReference]:
        """What refers to records that would be removed."""
        return [*references_to(self.game, self.removed)] if self.removed else []

    def _remove_reference(self, reference: FieldReference) -> None:
        record, column = reference.record, reference.column
        differences = self._differences(record.component)
        span = self._span(EditedValue(record.component, record.id, column.header), "")
        differences.places.setdefault(
            (record.id, "id"), self._span(EditedValue(record.component, record.id), record.id)
        )
        differences.changes.append(CellChange(record.id, column, "", "", reference.without, span))

    def _change(self, component: str, identity: str, header: str, was: str, text: str) -> None:
        differences = self._differences(component)
        record, place = self.game.records[component][identity], EditedValue(component, identity, header)
        now = cell_text(record.node, self._columns[component][header])
        change = self._cell(place, now, text)
        if change is None or text == now:
            return
        if now != was:
            message = f"'{header}' of '{identity}' has been changed to '{now}' meanwhile"
            self.findings.add("cannot-edit", message, change.span, "reload the value, and edit that")
            return
        if (component, identity) not in self._named:
            self._named.add((component, identity))
            differences.places.setdefault((identity, "id"), self._span(EditedValue(component, identity), identity))
        differences.changes.append(change)

    def _add(self, place: EditedValue, behind: str, cells: Mapping[str, Any]) -> None:
        component, identity, _ = place
        differences = self._differences(component)
        span = self._span(place, identity)
        if identity in self.game.records[component] or (component, identity) in self._named:
            self.findings.add("duplicate-id", f"there is a record '{identity}' already", span, "choose another id")
            return
        if not identity:
            self.findings.add("missing-field", "the record has no id", span, "give it one, as in red-fox")
            return
        self._named.add((component, identity))
        values = [self._cell(place._replace(column=header), "", json_text(text)) for header, text in cells.items()]
        kept = tuple(change for change in values if change is not None and change.node is not None)
        differences.additions.append(Addition(identity, kept, behind, span))

    def shown_references(self) -> list[dict[str, Any]]:
        """What refers to records that cannot be removed for that reason, for the page."""
        return [
            {
                "component": reference.record.component,
                "id": reference.record.id,
                "field": ".".join(reference.column.path),
                "named": [{"component": component, "id": identity} for component, identity in reference.named],
                "removable": reference.removable,
            }
            for reference in self.references
        ]

    def shown(self, finding: Diagnostic) -> dict[str, Any]:
        """A finding for the page, at the value that it is about."""
        span = finding.span
        place = self.places.get(span.source) if span else None
        return {
            "component": place.component if place else "",
            "id": place.record if place else "",
            "field": place.column if place else "",
            "place": "" if place or span is None else str(span),
            "code": finding.code,
            "severity": finding.severity.value,
            "message": finding.message,
            "help": finding.help,
        }


def json_object(data: Any) -> dict[str, Any]:
    """*data*, which must be an object of JSON."""
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data


def _objects(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    several = data.get(name, [])
    if not isinstance(several, list):
        raise ValueError(f"{name} is not a list")
    return [json_object(item) for item in several]


def json_text(data: Any) -> str:
    """*data*, which must be a text."""
    if not isinstance(data, str):
        raise ValueError("not a text")
    return data.replace("\r\n", "\n")


def json_numbers(data: Any, count: int, most: float) -> list[float]:
    """*data*, which must be a list of *count* numbers from -*most* to *most*."""
    if not isinstance(data, list) or len(data) != count:
        raise ValueError("not a list of numbers")
    if not all(
        isinstance(number, int | float) and not isinstance(number, bool) and abs(number) <= most for number in data
    ):
        raise ValueError("not such numbers")
    return [*map(float, data)]


def _words(data: Mapping[str, Any], *names: str) -> list[str]:
    return [json_text(data.get(name)) for name in names]
