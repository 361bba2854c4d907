"""Files, declarations and records of the last reading of a game, reused by the next one where they are unchanged.

The preview reads a game after each edit. Only what was read without a finding is reused, so that every reading reports
its findings at the present place of their cause.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.model import Component, Edition, Record, SourceNote, Translated
from pawprint.core.diagnostics import Findings
from pawprint.yamlio import reader
from pawprint.yamlio.incremental_read import base_of, read_incrementally
from pawprint.yamlio.reader import Node


class Declaration(NamedTuple):
    """What a `game.yaml` says; see `Game`."""

    id: str
    title: Translated
    version: str
    languages: tuple[str, ...]
    components: dict[str, Component]
    sources: dict[str, SourceNote]
    credits: Translated
    facts: Mapping[str, Any]
    node: reader.MappingNode
    editions: dict[str, Edition]


class LoadCache:
    """The reusable results of the last reading of one game.

    Attributes:
        declared: its declaration; None if there was a finding in it.
    """

    def __init__(self) -> None:
        self.declared: Declaration | None = None
        self._roots: dict[Path, reader.MappingNode] = {}
        #: By component and the identity of the node as it was read: that node, and the record as it was before its
        #: references were resolved. `_now` are those of the reading that goes on.
        self._records: dict[tuple[str, int], tuple[Node, Record]] = {}
        self._now: dict[tuple[str, int], tuple[Node, Record]] = {}

    def begin(self, declared: Declaration | None) -> None:
        """A reading begins with another declaration than the last one: what was read by that one counts no more."""
        self.declared = declared
        self._records = {}

    def end(self) -> None:
        """A reading has seen all records; those that are no more are forgotten."""
        self._records, self._now = (self._now if self.declared else {}), {}

    def read_file(self, path: Path, findings: Findings, root: Path | None) -> Node | None:
        """What `reader.read_yaml_file` gives."""
        before = self._roots.pop(path, None)
        source = reader.load_source(path, findings, root)
        if source is None:
            return None
        node: Node | None = read_incrementally(source, before) if before is not None else None
        if node is None:
            noted = findings.count
            node = reader.read_yaml(source, findings)
            if findings.count > noted:
                return node
        if isinstance(node, reader.MappingNode):
            self._roots[path] = node
        return node

    def record(self, component: Component, node: Node) -> Record | None:
        """The record of *node*, its references not yet resolved, if it is known."""
        base = base_of(node)
        key = (component.name, id(base))
        known = self._records.get(key)
        if known is None:
            return None
        self._now[key] = known
        record = known[1]
        return _with(record, node)  # type: ignore[arg-type]  # nothing but mappings become records

    def keep(self, record: Record, node: Node) -> Record:
        """The record of *node*, where *record* is that of the same node as it was read, without a finding."""
        self._now[record.component, id(record.node)] = record.node, record
        return _with(record, node)  # type: ignore[arg-type]  # nothing but mappings become records


def _with(record: Record, node: reader.MappingNode) -> Record:
    """The same record at *node*, with a copy of its values, in which references will be resolved."""
    return Record(
        record.component,
        record.id,
        record.copies,
        dict(record.values),
        record.origin,
        node,
        record.by_edition,
        record.editions,
    )
