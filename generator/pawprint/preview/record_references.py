"""Records that are to be removed -> the fields of others that name them, and their values without these references."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from pawprint.catalog.field_types import RefField
from pawprint.catalog.fields import Field
from pawprint.catalog.model import Game, Record
from pawprint.core.source import Source
from pawprint.spreadsheets.cell_values import value_of
from pawprint.spreadsheets.columns import SpreadsheetColumn, columns_of, field_of_column
from pawprint.yamlio.reader import MappingNode, Node, ScalarNode, SequenceNode

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
