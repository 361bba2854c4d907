"""The target `playground`: a package for Tabletop Playground, whose templates are piles with all their pieces."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS
from pawprint.export.tabletop._picture_sheets import PictureFile, PictureSheet, made, sheets
from pawprint.export.tabletop._virtual_table import (
    BOARDS,
    CARDS,
    DISC,
    FREE,
    PlayableExporter,
    TableObject,
    VirtualTable,
    hashed,
)

#: The longest side of a sheet in pixels, and the most cells across and down.
_SIDE, _CELLS = 4096, 128
#: Thickness of cards and of cardboard in centimetres.
_CARD, _CARDBOARD = 0.05, 0.2
#: Values of `BackIndex`: the face again, one picture for all, a sheet with the same cells; of `HiddenIndex`: the back.
_FACE_AGAIN, _ONE_BACK, _OWN_BACKS, _AS_BACK = -1, -2, -3, -3

Json = dict[str, Any]


@EXPORTERS("playground")
@dataclass(frozen=True, kw_only=True)
class PlaygroundExporter(PlayableExporter):
    """Write a package for Tabletop Playground.

    Copy its folder into the folder of packages, and open the package in the object library of the game. Each pile and
    each board is a template: drag them onto the table.

    Examples:

      pawprint export playground food-chain

      pawprint export playground fooden --lang en --names
    """

    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        grids: dict[tuple[str, str], PictureSheet] = {}
        for pieces in table.pieces.values():
            cells = 1 if pieces[0].shape == FREE else _CELLS  # the outline of a template is that of its whole picture
            for sheet in sheets(pieces, self.dpi, _SIDE, cells, cells):
                grids |= {piece.key: sheet for piece in sheet.pieces}
        pictures = made(source, (request for sheet in dict.fromkeys(grids.values()) for request in sheet.requests))
        folder = table.file_name
        for picture in dict.fromkeys(pictures.values()):
            yield f"{folder}/Textures/{picture.name}", picture.data
        for thing in table.objects:
            for template in self._templates(thing, grids, pictures):
                yield f"{folder}/Templates/{template['GUID']}.json", _json(template)
        manifest = {"Name": f"{table.title} ({table.language})", "Version": "1", "GUID": _guid(hashed(folder))}
        yield f"{folder}/manifest.json", _json(manifest)

    def _templates(
        self,
        item: TableObject,
        grids: Mapping[tuple[str, str], PictureSheet],
        pictures: Mapping[RasterRequest, PictureFile],
    ) -> Iterator[Json]:
        """A pile; or several, to be put together, if its pictures are on several sheets."""
        parts: dict[PictureSheet, list[int]] = {}
        names: dict[PictureSheet, dict[str, str]] = {}
        for _, piece in item.stack():
            sheet = grids[piece.key]
            index = [each.key for each in sheet.pieces].index(piece.key)
            parts.setdefault(sheet, []).append(index)
            name = self.shown_name(item, piece)
            names.setdefault(sheet, {}).update({str(index): name} if name else {})
        for number, (sheet, indices) in enumerate(parts.items(), 1):
            first = sheet.pieces[0]
            front = pictures[sheet.faces].name
            model = "Round" if first.shape == DISC else "Rounded" if first.corner else "Square"
            part = f" {number}/{len(parts)}" if len(parts) > 1 else ""
            backs = sheet.backs
            yield {
                "Type": "Card",
                "GUID": _guid(hashed(item.id, number)),
                "Name": f"{item.title}{part}",
                **_MATERIAL,
                "FrontTexture": front,
                "BackTexture": "" if backs is None else pictures[backs].name,
                "HiddenTexture": "",
                "BackIndex": _FACE_AGAIN if backs is None else _OWN_BACKS if sheet.has_unique_backs else _ONE_BACK,
                "HiddenIndex": _FACE_AGAIN if backs is None else _AS_BACK,
                "NumHorizontal": sheet.columns,
                "NumVertical": sheet.rows,
                "Width": round(first.width / 10, 4),
                "Height": round(first.height / 10, 4),
                "Thickness": _CARD if item.kind == CARDS else _CARDBOARD,
                "HiddenInHand": True,
                "UsedWithCardHolders": item.kind == CARDS,
                "CanStack": item.kind != BOARDS,
                "UsePrimaryColorForSide": False,
                "FrontTextureOverrideExposed": False,
                "AllowFlippedInStack": False,
                "MirrorBack": True,
                "Model": front if first.shape == FREE else model,
                "Indices": indices,
                "CardNames": names[sheet],
                "CardMetadata": {},
                "CardTags": {},
            }


#: What all templates have: cardboard that can be turned over.
_MATERIAL: Json = {
    "Metadata": "",
    "CollisionType": "Regular",
    "Friction": 0.7,
    "Restitution": 0,
    "Density": 0.5,
    "SurfaceType": "Cardboard",
    "Roughness": 1,
    "Metallic": 0,
    "PrimaryColor": {"R": 1, "G": 1, "B": 1},
    "SecondaryColor": {"R": 0, "G": 0, "B": 0},
    "Flippable": True,
    "AutoStraighten": False,
    "ShouldSnap": True,
    "ScriptName": "",
    "Blueprint": "",
    "Models": [],
    "Collision": [],
    "SnapPointsGlobal": False,
    "SnapPoints": [],
    "ZoomViewDirection": {"X": 0, "Y": 0, "Z": 0},
    "Tags": [],
}


def _guid(digest: str) -> str:
    return digest[:32].upper()


def _json(value: Json) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
