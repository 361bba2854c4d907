"""The target `tts`: a game for Tabletop Simulator, as a save with its notebook and as a saved object.

The files lie in folders as the game has them, so that they can be copied there as they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pawprint.core.number_range import number_limits
from pawprint.export.exporter import EXPORTERS, option
from pawprint.export.tabletop.notebook_text import NotebookPage, notebook_pages
from pawprint.export.tabletop.picture_sheets import PictureFile, PictureSheet, made, picture, sheets
from pawprint.export.tabletop.table_exporter import PlayableExporter
from pawprint.export.tabletop.thumbnail import thumbnail
from pawprint.export.tabletop.tts_objects import CardCell, TtsObjects, documents_object, is_deck
from pawprint.export.tabletop.tts_save import MOST_SEATS, folder_address, hand_zones, saved_object, whole_save
from pawprint.export.tabletop.virtual_table import DISC

if TYPE_CHECKING:
    from pawprint.export.export_source import ExportSource
    from pawprint.export.rasters import RasterRequest
    from pawprint.export.tabletop.tts_objects import Json
    from pawprint.export.tabletop.virtual_table import VirtualTable
    from pawprint.press.manifest import Print

#: The longest side of a picture that the game shows as it is, and the side of a thumbnail; pixels.
_SIDE, _THUMBNAIL = 4096, 256
#: Folders in that of the game.
_SAVES, _OBJECTS, _IMAGES, _PDF = "Saves", "Saves/Saved Objects", "Mods/Images", "Mods/PDF"

Pictures = Mapping["RasterRequest", PictureFile]


@EXPORTERS("tts")
@dataclass(frozen=True, kw_only=True)
class TtsExporter(PlayableExporter):
    """Write a game for Tabletop Simulator: saves, saved objects and their pictures.

    Copy the folders Saves and Mods into the folder of Tabletop Simulator, where the game finds the pictures by their
    names. Other players see them after "Upload All" in the game's Cloud Manager, or if they are on the web, with
    --url-base.

    Examples:

      pawprint export tts food-chain

      pawprint export tts fooden --lang en --url-base https://example.org/fooden/
    """

    url_base: str = option("", "URL", "Where the pictures will be on the web; they are local files without it.")
    scale: int = option(100, "PERCENT", "Size of all pieces; 100 is true size.", least=20, most=500)
    documents: bool = option(False, "", "Put the rulebook and the reference sheets on the table as PDF files.")

    def __post_init__(self) -> None:
        object.__setattr__(self, "url_base", folder_address(self.url_base))

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        """See `TableExporter.table_files`."""
        cards = {piece.key for one in table.objects if is_deck(one) for piece in one.pieces}
        grids = [
            sheet
            for pieces in table.pieces.values()
            if (own := [piece for piece in pieces if piece.key in cards])
            for sheet in sheets(own, self.dpi, _SIDE)
        ]
        single = {
            side: picture(side, self.dpi, _SIDE)
            for one in table.objects
            if not is_deck(one)
            for piece in one.pieces
            for side in (piece.face, piece.back)
            if side is not None
        }
        requests = [*(request for sheet in grids for request in sheet.requests), *single.values()]
        cover = thumbnail(table, _THUMBNAIL)
        pictures = made(source, [*requests, cover])
        prefix = f"{table.game.id}-"
        files = {f"{_IMAGES}/{prefix}{pictures[one].name}": pictures[one].data for one in requests}
        pages = list(notebook_pages(source))
        maker = self._maker(table, grids, single, pictures)
        objects = [maker.thing(one) for one in table.objects]
        if self.documents:
            prints = list(_documents(source))
            files |= {f"{_PDF}/{one.name}": one.data for one in prints}
            objects += self._documents(table, prints, pages)
        hands = hand_zones(table, self._seats(source), self.scale / 100, maker.guid)
        saves = {_SAVES: whole_save(table, objects, pages, hands), _OBJECTS: saved_object(objects)}
        for folder, save in saves.items():
            text = json.dumps(save, ensure_ascii=False, indent=1)
            files[f"{folder}/{table.file_name}.json"] = f"{text}\n".encode()
            files[f"{folder}/{table.file_name}.png"] = pictures[cover].data
        yield from sorted(files.items())

    def _maker(
        self,
        table: VirtualTable,
        grids: Sequence[PictureSheet],
        single: Mapping[Any, RasterRequest],
        pictures: Pictures,
    ) -> TtsObjects:
        base = f"{self.url_base}{table.game.id}-"
        addresses = {side: base + pictures[request].name for side, request in single.items()}
        return TtsObjects(_cells(grids, pictures, base), addresses, self.scale / 100, self.shown_name)

    def _seats(self, source: ExportSource) -> int:
        """How many players have a hand: as many as may play, or all seats of the table if the game does not say."""
        _, most = number_limits(source.game.facts.get("players"))
        if not isinstance(most, int) or most < 1:
            return MOST_SEATS
        if most > MOST_SEATS:
            source.note(
                f"the table has {MOST_SEATS} seats with hands, for {most} players: add more in the game, with Zones"
            )
        return min(most, MOST_SEATS)

    def _documents(self, table: VirtualTable, prints: Sequence[Print], pages: Sequence[NotebookPage]) -> list[Json]:
        """One object that shows all PDF files; none if there are no files."""
        titles = {page.document: page.title for page in pages}
        shown = [(titles.get(one.of, one.of), self.url_base + one.name) for one in prints]
        return [documents_object(shown, table, self.scale / 100)] if shown else []


def _cells(grids: Iterable[PictureSheet], pictures: Pictures, base: str) -> dict[tuple[str, str], CardCell]:
    """Where the picture of each card is; a card without a back shows its face on both sides."""
    cells: dict[tuple[str, str], CardCell] = {}
    for key, sheet in enumerate(grids, 1):
        first = sheet.pieces[0]
        deck = {
            "FaceURL": base + pictures[sheet.faces].name,
            "BackURL": base + pictures[sheet.backs or sheet.faces].name,
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.has_unique_backs or sheet.backs is None,
            "Type": 4 if first.shape == DISC else 0 if first.corner else 1,
        }
        cells |= {piece.key: CardCell(key, index, deck) for index, piece in enumerate(sheet.pieces)}
    return cells


def _documents(source: ExportSource) -> Iterator[Print]:
    """The PDF files that players read."""
    from pawprint.build.options import LISTS_FOLDER, BuildOptions
    from pawprint.build.pipeline import build

    options = BuildOptions(
        kinds=("rulebook", "reference"), languages=(source.language,), edition=source.game.edition, draft=True
    )
    for one in build(source.workspace, options):
        if one.folder != LISTS_FOLDER:
            yield one
