"""The target `play`: a game as one HTML file on which people play, from disk and without a network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pawprint.export.exporter import EXPORTERS, OptionError, option
from pawprint.export.tabletop.table_exporter import TableExporter

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.tabletop.virtual_table import VirtualTable


@EXPORTERS("play")
@dataclass(frozen=True, kw_only=True)
class PlayExporter(TableExporter):
    """Write one HTML file on which the game is played in a browser, without a network.

    Open the file, or send it to those who play. A game with an engine is played with its rules, against bots or
    friends; this needs Pyodide, which "npm install pyodide" installs in the current folder. Any other game has a free
    table: all pieces, with decks, hands, dice, counters and notes, and no rules.

    Examples:

      pawprint export play garden

      pawprint export play food-chain --free-table --lang en
    """

    dpi: int = option(150, "N", "Dots per inch of the pictures; fewer for large boards.", least=40, most=600)
    free_table: bool = option(False, "", "Write a table without rules, even if the game has an engine.")
    runtime: str = option("", "DIR", "The folder of Pyodide. Default: node_modules/pyodide, here or in a folder above.")

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`.

        Raises:
            OptionError: the game has an engine, and Pyodide is not there.
        """
        import pawprint.games.play_tables  # noqa: F401 - registers the games that can be played
        from pawprint.playpage.play_host import playable

        if self.free_table or not playable(source.game):
            yield from super().files(source)
            return
        from pawprint.export.play.browser_python import MissingRuntimeError, find_runtime
        from pawprint.export.play.engine_page import engine_page

        try:
            runtime = find_runtime(Path(self.runtime) if self.runtime else None)
        except MissingRuntimeError as error:
            raise OptionError("--runtime", str(error)) from None
        yield f"{source.game.id}-{source.language}.html", engine_page(source, runtime, self.dpi)

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        """See `TableExporter.table_files`."""
        from pawprint.export.play.free_table import free_table_page

        yield f"{table.file_name}.html", free_table_page(source, table, self.dpi)
