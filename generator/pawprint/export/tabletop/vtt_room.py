"""The target `vtt`: a game for virtualtabletop.io.

A `.vtt` file is a ZIP archive with the widgets of a room by their ids, and the pictures under names that the reader
works out of their contents.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pawprint.core.files import zip_files
from pawprint.core.numbers import number_range
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS
from pawprint.export.tabletop import _virtual_table as tables
from pawprint.export.tabletop import _web_room as rooms
from pawprint.export.tabletop._picture_sheets import PictureFile
from pawprint.typography.languages import printed_word

#: The version of the format; servers update earlier versions and refuse later ones.
_VERSION = 4
#: Pixels on the longest side of a picture.
_SIDE = 4096
#: Heights of a title above a pile and of the button below it, each of up to two lines; in pixels.
_TITLE, _BUTTON = 36, 34
#: How far the number of cards stands out above a pile.
_HANDLE = 14

Widgets = dict[str, dict[str, Any]]


@EXPORTERS("vtt")
@dataclass(frozen=True, kw_only=True)
class VttExporter(tables.PlayableExporter):
    """Write a game for virtualtabletop.io.

    In a room there, choose "Add game" and "Upload files" on the game shelf, and then the .vtt file.

    Examples:

      pawprint export vtt food-chain

      pawprint export vtt pocket-cats --lang fr --names
    """

    def table_files(self, source: ExportSource, table: tables.VirtualTable) -> Iterator[tuple[str, bytes]]:
        pictures = rooms.RoomPictures(source, table, self.dpi, _SIDE)
        maker = _VttWidgets(self, table, pictures)
        files = {"0.json": json.dumps(maker.widgets(), ensure_ascii=False, indent=1).encode()}
        files |= {f"assets/{_asset(file)}": file.data for file in pictures.files.values()}
        yield f"{table.file_name}.vtt", zip_files(files)


def _asset(picture: PictureFile) -> str:
    """The name that readers give to a picture: its CRC-32 as a signed number, and its size."""
    crc = zlib.crc32(picture.data)
    return f"{crc - (1 << 32) if crc >> 31 else crc}_{len(picture.data)}"


class _VttWidgets(rooms.RoomWidgets):
    def widgets(self) -> dict[str, Any]:
        """All of them by id, and what the list of games says."""
        game, language = self.table.game, self.table.language
        info: dict[str, Any] = {"name": self.table.title, "language": language}
        for name, fact, first in (("players", "players", 1), ("time", "minutes", None)):
            if text := number_range(game.facts.get(fact), "-", first):
                info[name] = text
        info["attribution"] = game.credits[language].strip()
        widgets: Widgets = {"hand": self._hand()}
        for level, item in enumerate(self.table.objects, 1):
            widgets |= self._alone(item, level) if item.count == 1 else self._pile(item, level)
        return {"_meta": {"version": _VERSION, "info": info}, **widgets}

    def _hand(self) -> dict[str, Any]:
        return {
            "id": "hand",
            "type": "holder",
            "x": rooms.HAND_LEFT,
            "y": rooms.HAND_TOP,
            "width": rooms.HAND_WIDTH,
            "height": rooms.HAND_HEIGHT,
            "childrenPerOwner": True,
            "dropOffsetX": 6,
            "dropOffsetY": 6,
            "stackOffsetX": 40,
            "inheritChildZ": True,
            "onEnter": {"activeFace": 1},
            "onLeave": {"activeFace": 0},
        }

    def _address(self, picture: PictureFile) -> str:
        return f"/assets/{_asset(picture)}"

    def _alone(self, item: tables.TableObject, level: int) -> Widgets:
        """A piece without a pile: a picture that is turned over by a click if it has two sides."""
        piece, extent = item.pieces[0], self.room.extent(item)
        front = self._address(self.pictures.face(piece))
        key = item.id[:12]
        widget: dict[str, Any] = {"id": key, "x": extent.x, "y": extent.y, "width": extent.width} | {
            "height": extent.height,
            "z": level,
            "css": f"border-radius: {self._radius(item)}px; background-size: cover",
        }
        if item.kind == tables.BOARDS:
            widget |= {"layer": -4, "movable": False}
        if piece.back is None:
            widget["image"] = front
            if item.kind == tables.BOARDS:
                widget["clickable"] = False
        else:
            back = self._address(self.pictures.back(piece))
            widget |= {"faces": [{"image": back}, {"image": front}], "activeFace": int(item.face_up)}
        return {key: widget}

    def _pile(self, item: tables.TableObject, level: int) -> Widgets:
        extent = self.room.extent(item)
        key = item.id[:12]
        holder, deck, pile = f"{key}-holder", f"{key}-deck", f"{key}-pile"
        inside = {"x": rooms.FRAME, "y": rooms.FRAME}
        widgets: Widgets = {
            holder: {
                "id": holder,
                "type": "holder",
                "x": extent.x - rooms.FRAME,
                "y": extent.y - rooms.FRAME,
                "z": level,
                "width": extent.width + 2 * rooms.FRAME,
                "height": extent.height + 2 * rooms.FRAME,
                "dropTarget": [{"deck": deck}],
            },
            deck: {"id": deck, "type": "deck", "parent": holder, **inside} | self._deck(item),
            pile: {"id": pile, "type": "pile", "parent": holder, **inside}
            | {"width": extent.width, "height": extent.height},
            f"{key}-title": self._title(f"{key}-title", holder, item.title, extent.width + 2 * rooms.FRAME),
        }
        face = {"activeFace": 1} if item.face_up else {}
        for z, (identity, piece) in enumerate(item.stack(), 1):
            card = f"{key}-{identity[:8]}"
            kind = self.kind_of(item, piece)
            widgets[card] = {"id": card, "type": "card", "deck": deck, "cardType": kind, "parent": pile, "z": z, **face}
        if not item.face_up:
            widgets[f"{key}-shuffle"] = self._shuffle(f"{key}-shuffle", holder, extent.width, extent.height)
        return widgets

    def _deck(self, item: tables.TableObject) -> dict[str, Any]:
        """The kinds of pieces in a pile, and how their sides are made of pictures."""
        extent = self.room.extent(item)
        kinds = {}
        for piece in item.pieces:
            kind: dict[str, Any] = {
                "face": self._address(self.pictures.face(piece)),
                "back": self._address(self.pictures.back(piece)),
            }
            if not item.even:
                kind |= {"width": self.room.pixels(piece.width), "height": self.room.pixels(piece.height)}
            name = self.exporter.shown_name(item, piece)
            kinds[self.kind_of(item, piece)] = kind | ({"label": name} if name else {})
        size = {"width": extent.width, "height": extent.height}
        sides = [
            {
                "border": False,
                "radius": self._radius(item),
                "objects": [
                    {"type": "image", "x": 0, "y": 0, **size}
                    | {"color": "transparent", "valueType": "dynamic", "value": side}
                ],
            }
            for side in ("back", "face")
        ]
        return {"cardDefaults": size, "cardTypes": dict(sorted(kinds.items())), "faceTemplates": sides}

    def _radius(self, item: tables.TableObject) -> int:
        """The radius of round corners; the pictures of other outlines are transparent around them."""
        piece = item.pieces[0]
        return self.room.pixels(piece.corner) if piece.shape == tables.RECTANGLE and piece.corner else 0

    def _title(self, key: str, holder: str, text: str, width: int) -> dict[str, Any]:
        wide = max(width, self.room.pixels(tables.TITLE_WIDTH + 10))
        return {
            "id": key,
            "type": "label",
            "parent": holder,
            "x": (width - wide) // 2,
            "y": -_TITLE - _HANDLE,
            "width": wide,
            "height": _TITLE,
            "css": "font-size: 14px",
            "text": text,
            "twoRowBottomAlign": True,
            "movableInEdit": False,
        }

    def _shuffle(self, key: str, holder: str, width: int, height: int) -> dict[str, Any]:
        """A button that brings all pieces back to their pile, face down and in a new order."""
        wide = max(width, 76)
        return {
            "id": key,
            "type": "button",
            "parent": holder,
            "x": rooms.FRAME + (width - wide) // 2,
            "y": height + 2 * rooms.FRAME + 4,
            "width": wide,
            "height": _BUTTON,
            "borderRadius": 6,
            "css": "font-size: 12px; line-height: 1.1",
            "text": printed_word("collect and shuffle", self.table.language),
            "movableInEdit": False,
            "clickRoutine": [
                {"func": "RECALL", "holder": holder},
                {"func": "FLIP", "holder": holder, "face": 0},
                {"func": "SHUFFLE", "holder": holder},
            ],
        }
