"""The target `play`: a game as one HTML file on which people play, from disk and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.export.exporter import EXPORTERS, option
from pawprint.export.play.free_table import free_table_page
from pawprint.export.tabletop.table_exporter import TableExporter

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.tabletop.virtual_table import VirtualTable


@EXPORTERS("play")
@dataclass(frozen=True, kw_only=True)
class PlayExporter(TableExporter):
    """Write one HTML file on which the game is played in a browser, without a network.

    Open the file, or send it to those who play. It has a free table: all pieces, with decks, hands, dice, counters and
    notes, and no rules.

    Examples:

      pawprint export play garden

      pawprint export play food-chain --lang en --dpi 200
    """

    dpi: int = option(150, "N", "Dots per inch of the pictures; fewer for large boards.", least=40, most=600)

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        """See `TableExporter.table_files`."""
        yield f"{table.file_name}.html", free_table_page(source, table, self.dpi)
