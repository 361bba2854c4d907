"""What the exporters for virtual tables have in common: their options, and the table that they write."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.export.exporter import Exporter, option
from pawprint.export.tabletop.lay_table import lay_table

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.tabletop.virtual_table import TableObject, TablePiece, VirtualTable


@dataclass(frozen=True, kw_only=True)
class TableExporter(Exporter):
    """A target that is a virtual table, or a part of one."""

    dpi: int = option(220, "N", "Dots per inch of the pictures; fewer for what would be too large.", least=20, most=600)

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
        table = lay_table(source)
        if table.objects:
            yield from self.table_files(source, table)

    @abstractmethod
    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        """The files for *table*, which has at least one piece."""


@dataclass(frozen=True, kw_only=True)
class PlayableExporter(TableExporter):
    """A target that people play on."""

    names: bool = option(False, "", "Name the pieces of piles that lie face down, too.")

    def shown_name(self, one: TableObject, piece: TablePiece) -> str:
        """What *piece* is called where all players see it; empty if that would tell what lies face down."""
        return piece.name if self.names or one.face_up else ""
