"""The target `atlas`: sheets of pictures and a list of their cells, for tables that read no files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, option
from pawprint.export.tabletop._picture_sheets import PictureSheet, made, sheets
from pawprint.export.tabletop._virtual_table import TableExporter, VirtualTable


@EXPORTERS("atlas")
@dataclass(frozen=True, kw_only=True)
class AtlasExporter(TableExporter):
    """Write sheets of pictures with a list of their cells.

    For Tabletopia, Screentop, Board Game Arena and programs of your own. The cells of a sheet have no gaps, and
    manifest.json says what is in each of them.

    Examples:

      pawprint export atlas fooden --lang en

      pawprint export atlas pocket-cats --side 2048 --dpi 150
    """

    side: int = option(4096, "N", "Longest side of a sheet in pixels.", least=256, most=16384)

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        own = {name: sheets(pieces, self.dpi, self.side, self.side, self.side) for name, pieces in table.pieces.items()}
        pictures = made(source, (request for each in own.values() for sheet in each for request in sheet.requests))
        entries: list[dict[str, Any]] = []
        for name, each in own.items():
            shared = ""
            for number, sheet in enumerate(each, 1):
                end = f"-{number}" if len(each) > 1 else ""
                faces = pictures[sheet.faces]
                entry = _entry(sheet, f"{name}-faces{end}{faces.suffix}")
                yield f"{table.file_name}/{entry['faces']}", faces.data
                if sheet.backs is not None:
                    backs = pictures[sheet.backs]
                    if sheet.has_unique_backs or not shared:
                        path = (
                            f"{name}-backs{end}{backs.suffix}"
                            if sheet.has_unique_backs
                            else f"{name}-back{backs.suffix}"
                        )
                        yield f"{table.file_name}/{path}", backs.data
                        shared = "" if sheet.has_unique_backs else path
                    entry["backs" if sheet.has_unique_backs else "back"] = path
                entries.append({"component": name, **entry})
        game = table.game
        about = {
            "game": game.id,
            "version": game.version,
            "edition": game.edition,
            "language": table.language,
            "title": table.title,
            "sheets": entries,
        }
        yield f"{table.file_name}/manifest.json", (json.dumps(about, ensure_ascii=False, indent=1) + "\n").encode()


def _entry(sheet: PictureSheet, path: str) -> dict[str, Any]:
    first = sheet.pieces[0]
    return {
        "faces": path,
        "columns": sheet.columns,
        "rows": sheet.rows,
        "cell": {"width": sheet.cell_width, "height": sheet.cell_height},
        "trim_mm": {"width": round(first.width, 3), "height": round(first.height, 3)},
        "outline": first.shape,
        "corner_mm": round(first.corner, 3),
        "pieces": [
            {"cell": index, "id": piece.id, "name": piece.name, "copies": piece.copies}
            for index, piece in enumerate(sheet.pieces)
        ],
    }
