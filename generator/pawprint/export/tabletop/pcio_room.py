"""The target `pcio`: a game for playingcards.io.

A `.pcio` file is a ZIP archive with a list of widgets, whose places are those of the room, and pictures.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pawprint.core.files import zip_files
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS
from pawprint.export.tabletop import _virtual_table as tables
from pawprint.export.tabletop._picture_sheets import PictureFile
from pawprint.export.tabletop._web_room import FRAME, HAND_LEFT, HAND_TOP, RoomPictures, RoomWidgets

#: The version of the format; rooms bring it up to date.
_SCHEMA = "3"
#: Pixels on the longest side of a picture, which keeps flat art far below the 2 MiB that readers accept.
_SIDE = 1600
#: The most widgets that a room opens with.
MAX_WIDGETS = 1200
_ASSETS = "userassets"

Widget = dict[str, Any]


@EXPORTERS("pcio")
@dataclass(frozen=True, kw_only=True)
class PcioExporter(tables.PlayableExporter):
    """Write a game for playingcards.io.

    In a room there, choose "Edit table", "Room options", "Import from file" and then the .pcio file.

    Examples:

      pawprint export pcio food-chain

      pawprint export pcio pocket-cats --lang fr --names
    """

    def table_files(self, source: ExportSource, table: tables.VirtualTable) -> Iterator[tuple[str, bytes]]:
        pictures = RoomPictures(source, table, self.dpi, _SIDE)
        widgets = list(_PcioWidgets(self, table, pictures).widgets())
        if len(widgets) > MAX_WIDGETS:
            message = (
                f"the room of '{table.file_name}' has {len(widgets)} things, and playingcards.io opens {MAX_WIDGETS}"
            )
            help = "leave components out with --component, or print fewer copies"
            source.workspace.findings.add("room-too-large", message, None, help)
        files = {"widgets.json": json.dumps(widgets, ensure_ascii=False, indent=1).encode()}
        files["schemaVersion"] = _SCHEMA.encode()
        files |= {f"{_ASSETS}/{file.name}": file.data for file in pictures.files.values()}
        yield f"{table.file_name}.pcio", zip_files(files, stored=(".jpg", ".png"))


def _address(picture: PictureFile) -> str:
    return f"package://{_ASSETS}/{picture.name}"


class _PcioWidgets(RoomWidgets):
    def widgets(self) -> Iterator[Widget]:
        """All of them; piles before what lies in them."""
        yield {"id": "hand", "type": "hand", "x": HAND_LEFT, "y": HAND_TOP, "z": 1}
        for level, item in enumerate(self.table.objects, 2):
            if item.kind == tables.BOARDS and item.count == 1:
                yield self._board(item, level)
            else:
                yield from self._pile(item, level)

    def _board(self, item: tables.TableObject, level: int) -> Widget:
        image = _address(self.pictures.face(item.pieces[0]))
        extent = self.room.extent(item)
        return {"id": item.id[:12], "type": "board", "z": level, **extent._asdict(), "boardImage": image}

    def _pile(self, item: tables.TableObject, level: int) -> Iterator[Widget]:
        extent = self.room.extent(item)
        key, z = item.id[:12], level * 1000
        pile, deck = f"{key}-pile", f"{key}-deck"
        inside = {"x": extent.x, "y": extent.y}
        yield {
            "id": pile,
            "type": "cardPile",
            "x": extent.x - FRAME,
            "y": extent.y - FRAME,
            "z": level,
            "width": extent.width + 2 * FRAME,
            "height": extent.height + 2 * FRAME,
            "label": item.title,
            "hasShuffleButton": not item.face_up,
        }
        yield {"id": deck, "type": "cardDeck", "parent": pile, **inside, "z": z} | self._deck(item)
        for number, (identity, piece) in enumerate(item.stack(), 1):
            yield {
                "id": f"{key}-{identity[:8]}",
                "type": "card",
                "deck": deck,
                "cardType": self.kind_of(item, piece),
                "parent": pile,
                **inside,
                "z": z + number,
                "faceup": item.face_up,
            }

    def _deck(self, item: tables.TableObject) -> Widget:
        """The kinds of pieces in a pile, and how their sides are made of pictures."""
        extent = self.room.extent(item)
        kinds = {}
        for piece in item.pieces:
            kinds[self.kind_of(item, piece)] = {
                "label": self.exporter.shown_name(item, piece),
                "face": _address(self.pictures.face(piece)),
                "back": _address(self.pictures.back(piece)),
            }
        first = item.pieces[0]
        rounded = first.shape == tables.RECTANGLE and first.corner > 0
        templates = {}
        for side in ("face", "back"):
            picture = {"type": "image", "x": 0, "y": 0, "w": extent.width, "h": extent.height}
            picture |= {"color": "white", "valueType": "dynamic", "value": side}
            templates[f"{side}Template"] = {"includeBorder": False, "includeRadius": rounded, "objects": [picture]}
        size = {"cardWidth": extent.width, "cardHeight": extent.height}
        return {**size, "cardTypes": dict(sorted(kinds.items())), **templates}
