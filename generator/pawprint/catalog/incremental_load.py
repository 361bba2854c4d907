"""The last reading of a game -> the unchanged files, declarations and records, for the next reading.

The preview reads a game after each edit. Only files and records without a finding are reused, so that every reading
reports its findings at the current place of their cause.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.icon_codes import IconCodes
from pawprint.catalog.model import Component, Edition, Record, SetupPart, SourceNote, Translated
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source import reader
from pawprint.source.incremental_read import base_of, read_incrementally
from pawprint.source.reader import Node


class Declaration(NamedTuple):
    """The content of a `game.yaml`; see `Game`."""

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
    icons: IconCodes
    setup: tuple[SetupPart, ...]
    drafts: tuple[str, ...]


class LoadCache:
    """The reusable results of the last reading of a game.

    Attributes:
        declared: the declaration; None if it had a finding.
    """

    def __init__(self) -> None:
        self.declared: Declaration | None = None
        self._roots: dict[Path, reader.MappingNode] = {}
        #: Component and node -> the record, its references not yet resolved. `_now` holds those of the reading in
        #: progress.
        self._records: dict[tuple[str, Node], Record] = {}
        self._now: dict[tuple[str, Node], Record] = {}

    def begin(self, declared: Declaration | None) -> None:
        """Begin a reading with a new declaration: discard the records that were read with the last one."""
        self.declared = declared
        self._records = {}

    def end(self) -> None:
        """End a reading, which has seen all records: forget those that are gone."""
        self._records, self._now = (self._now if self.declared else {}), {}

    def read_file(self, path: Path, findings: Findings, root: Path | None) -> Node | None:
        """The root node of the file, as `reader.read_yaml_file` returns it."""
        source = reader.load_source(path, findings, root)
        if source is None:
            self._roots.pop(path, None)
            return None
        return self.read_text(path, source, findings)

    def read_text(self, path: Path, source: Source, findings: Findings) -> Node | None:
        """The root node of *source*, which is read as the file at *path*."""
        before = self._roots.pop(path, None)
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
        """The cached record of *node*, its references not yet resolved, or None."""
        key = (component.name, base_of(node))
        record = self._records.get(key)
        if record is None:
            return None
        self._now[key] = record
        return _with(record, node)  # type: ignore[arg-type]  # nothing but mappings become records

    def keep(self, record: Record, node: Node) -> Record:
        """Cache *record*, which was read without a finding, and return it as the record of *node*."""
        self._now[record.component, record.node] = record
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
