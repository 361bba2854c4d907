"""Readers of the files of virtual tables, which know nothing of how they are written and return what is on the table.

A reader fails where a reference leads nowhere, a picture is missing, unused or too large, or two things have one name.
"""

import io
import json
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from math import cos, radians, sin
from typing import Any, NamedTuple

from PIL import Image

Json = dict[str, Any]
#: How often each face is on the table; a face is an address, perhaps with a cell.
Faces = Counter[tuple[str, int]]


class Found(NamedTuple):
    """What a table has.

    Attributes:
        faces: face -> pieces with it.
        boxes: of what lies on the table, without the hand: x, y, width and height in the units of the table.
        texts: names that players may read of pieces that lie face down.
        ids: of everything.
    """

    faces: Faces
    boxes: list[tuple[float, float, float, float]]
    texts: set[str]
    ids: list[str]


def picture_size(data: bytes) -> tuple[int, int]:
    with Image.open(io.BytesIO(data)) as picture:
        picture.load()
        assert picture.mode in ("RGB", "RGBA")
        return picture.size


def overlaps(found: Found) -> list[tuple[int, int]]:
    """The pairs of things of which one covers the other."""
    pairs = []
    for at, (x, y, width, height) in enumerate(found.boxes):
        for other, (x2, y2, width2, height2) in enumerate(found.boxes[:at]):
            if x < x2 + width2 and x2 < x + width and y < y2 + height2 and y2 < y + height:
                pairs.append((other, at))
    return pairs


#: What the game itself writes into a save, and the seats of its table that may have a hand.
_SETTINGS = {
    "Grid": {"Type", "Lines", "Color", "Opacity", "ThickLines", "Snapping", "Offset", "BothSnapping", "xSize", "ySize"}
    | {"PosOffset"},
    "Lighting": {"LightIntensity", "LightColor", "AmbientIntensity", "AmbientType", "AmbientSkyColor", "LutIndex"}
    | {"AmbientEquatorColor", "AmbientGroundColor", "ReflectionIntensity", "LutContribution"},
    "Hands": {"Enable", "DisableUnused", "Hiding"},
    "Turns": {"Enable", "Type", "TurnOrder", "Reverse", "SkipEmpty", "DisableInteractions", "PassTurns", "TurnColor"},
    "ComponentTags": {"labels"},
}
_SEATS = ("White", "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink")


def read_hands(save: Json) -> list[str]:
    """The colours of the seats with a hand, each of which faces the middle of the table and touches no other."""
    assert {name: set(save[name]) for name in _SETTINGS} == _SETTINGS
    assert save["Hands"]["Enable"]
    assert not save["Turns"]["Enable"]
    assert save["DecalPallet"] == []
    colours, boxes = [], []
    for one in save["ObjectStates"]:
        if one["Name"] != "HandTrigger":
            continue
        at, turn = one["Transform"], radians(one["Transform"]["rotY"])
        assert at["posX"] * sin(turn) + at["posZ"] * cos(turn) < 0, "its player looks away from the table"
        assert (one["Locked"], one["Grid"], one["HideWhenFaceDown"]) == (True, False, False)
        assert one["ColorDiffuse"]["a"] == 0
        assert at["posY"] - at["scaleY"] / 2 < 1 < at["posY"] + at["scaleY"] / 2, "cards on the table are below it"
        long, deep = at["scaleX"], at["scaleZ"]
        width, depth = (long, deep) if abs(cos(turn)) > 0.5 else (deep, long)
        boxes.append((at["posX"] - width / 2, -at["posZ"] - depth / 2, width, depth))
        colours.append(one["FogColor"])
    assert len(set(colours)) == len(colours)
    assert set(colours) <= set(_SEATS)
    assert not overlaps(Found(Counter(), boxes, set(), []))
    return colours


class SaveReader:
    """Reads a save of Tabletop Simulator and its pictures, by their names in `Mods/Images`."""

    def __init__(self, files: Mapping[str, bytes], name: str) -> None:
        self.save: Json = json.loads(files[name])
        prefix = "Mods/Images/"
        self.images = {path.removeprefix(prefix): data for path, data in files.items() if path.startswith(prefix)}
        self.sizes = {path: picture_size(data) for path, data in self.images.items()}
        self.used: set[str] = set()
        self.found = Found(Counter(), [], set(), [])

    def read(self) -> Found:
        for one in self.save["ObjectStates"]:
            self._box(one)
            self._object(one)
        assert self.used == set(self.images), "a picture that nothing shows"
        assert len(set(self.found.ids)) == len(self.found.ids), "two things with one GUID"
        assert all(len(guid) == 6 and int(guid, 16) >= 0 for guid in self.found.ids)
        assert all(max(size) <= 4096 for size in self.sizes.values())
        return self.found

    def _picture(self, address: str) -> tuple[int, int]:
        self.used.add(address)
        return self.sizes[address]

    def _box(self, one: Json) -> None:
        place, first = one["Transform"], one.get("ContainedObjects", [one])[0]
        if one["Name"] == "HandTrigger":
            width, height = place["scaleX"], place["scaleZ"]
            if place["rotY"] in (90, 270):
                width, height = height, width
            self.found.boxes.append((place["posX"] - width / 2, -place["posZ"] - height / 2, width, height))
            return
        if first["Name"] == "CardCustom":
            key, width, height = str(first["CardID"] // 100), 1.0, 80 / 25.4
            sheet = first["CustomDeck"][key]
            size = self._picture(sheet["FaceURL"])
            width = height * (size[0] / sheet["NumWidth"]) / (size[1] / sheet["NumHeight"])
        else:
            size, height = self._picture(first["CustomImage"]["ImageURL"]), 2.0
            width = height * size[0] / size[1]
        width, height = width * first["Transform"]["scaleX"], height * first["Transform"]["scaleZ"]
        self.found.boxes.append((place["posX"] - width / 2, -place["posZ"] - height / 2, width, height))

    def _object(self, one: Json) -> None:
        self.found.ids.append(one["GUID"])
        kind, hidden = one["Name"], one["Transform"]["rotZ"] == 180
        match kind:
            case "DeckCustom":
                cards = one["ContainedObjects"]
                assert len(cards) > 1, "a deck of one card"
                assert [card["CardID"] for card in cards] == one["DeckIDs"]
                assert {key for card in cards for key in card["CustomDeck"]} == set(one["CustomDeck"])
                for card in cards:
                    assert card["Transform"]["rotZ"] == one["Transform"]["rotZ"]
                    self._object(card)
            case "CardCustom":
                self._card(one)
            case "Bag":
                assert one["Bag"] == {"Order": 0}
                for inner in one["ContainedObjects"]:
                    self._object(inner)
            case "HandTrigger":
                assert self.save["Table"] == "Table_RPG"
            case _:
                assert kind in ("Custom_Tile", "Custom_Token", "Figurine_Custom"), kind
                image = one["CustomImage"]
                self._picture(image["ImageURL"])
                if image["ImageSecondaryURL"]:
                    self._picture(image["ImageSecondaryURL"])
                self.found.faces[image["ImageURL"], 0] += 1
        if hidden and kind != "DeckCustom" and one["Nickname"]:
            self.found.texts.add(one["Nickname"])

    def _card(self, card: Json) -> None:
        key, cell = divmod(card["CardID"], 100)
        sheet = card["CustomDeck"][str(key)]
        columns, rows = sheet["NumWidth"], sheet["NumHeight"]
        assert cell < columns * rows <= 70
        assert columns <= 10
        assert rows <= 7
        width, height = self._picture(sheet["FaceURL"])
        assert (width % columns, height % rows) == (0, 0), "cells that are not whole pixels"
        assert sheet["BackIsHidden"], "the last cell would be the hidden face"
        back = self._picture(sheet["BackURL"])
        assert back == ((width, height) if sheet["UniqueBack"] else (width // columns, height // rows))
        self.found.faces[sheet["FaceURL"], cell] += 1


def read_vtt(data: bytes) -> tuple[Json, Found]:
    """The widgets of a `.vtt` file, and what lies in its room of 1600 by 1000."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert all(info.date_time == (1980, 1, 1, 0, 0, 0) for info in archive.infolist())
        assert archive.namelist() == sorted(archive.namelist())
        contents = {name: archive.read(name) for name in archive.namelist()}
    widgets = json.loads(contents.pop("0.json"))
    assets = {}
    for name, picture in contents.items():
        signed = int.from_bytes(zlib.crc32(picture).to_bytes(4, "big"), "big", signed=True)
        assert name == f"assets/{signed}_{len(picture)}"
        assert len(picture) < 10 << 20
        assets[f"/{name}"] = picture_size(picture)
    room = _VttRoom(widgets, assets)
    return widgets, room.read()


class _VttRoom:
    def __init__(self, widgets: Json, assets: Mapping[str, tuple[int, int]]) -> None:
        self.widgets = {key: widget for key, widget in widgets.items() if key != "_meta"}
        self.assets = assets
        self.used: set[str] = set()

    def read(self) -> Found:
        found = Found(Counter(), [], set(), list(self.widgets))
        for key, widget in self.widgets.items():
            assert widget["id"] == key
            if "parent" in widget:
                assert widget["parent"] in self.widgets
            match widget.get("type"):
                case "card":
                    deck = self.widgets[widget["deck"]]
                    kind = deck["cardTypes"][widget["cardType"]]
                    found.faces[self._asset(kind["face"]), 0] += 1
                    self._asset(kind["back"])
                    if not widget.get("activeFace"):
                        found.texts.update({kind.get("label", "")} - {""})
                case "deck":
                    sides = [side["objects"][0]["value"] for side in widget["faceTemplates"]]
                    assert sides == ["back", "face"]
                case "holder":
                    for target in widget.get("dropTarget", ()):
                        assert target["deck"] in self.widgets
                case None:
                    faces = widget.get("faces") or [{"image": widget["image"]}]
                    for side in faces:
                        self._asset(side["image"])
                    found.faces[faces[-1]["image"], 0] += 1
            if "parent" not in widget and key != "hand":
                box = (widget["x"], widget["y"], widget["width"], widget["height"])
                assert min(box) >= 0, box
                assert box[0] + box[2] <= 1600, box
                assert box[1] + box[3] <= 820, box
                found.boxes.append(box)
        assert self.used == set(self.assets), "a picture that nothing shows"
        return found

    def _asset(self, address: str) -> str:
        assert address in self.assets
        self.used.add(address)
        return address


def read_pcio(data: bytes) -> tuple[list[Json], Found]:
    """The widgets of a `.pcio` file, and what lies in its room."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    assert contents.pop("schemaVersion") == b"3"
    widgets: list[Json] = json.loads(contents.pop("widgets.json"))
    assert all(name.startswith("userassets/") and len(one) < 2 << 20 for name, one in contents.items())
    assets = {f"package://{name}": picture_size(one) for name, one in contents.items()}
    found = Found(Counter(), [], set(), [widget["id"] for widget in widgets])
    assert len(set(found.ids)) == len(found.ids) <= 1200
    used: set[str] = set()
    by_id = {widget["id"]: widget for widget in widgets}
    for widget in widgets:
        used |= set(_pcio_widget(widget, by_id, found))
    assert used == set(assets)
    return widgets, found


def _pcio_widget(widget: Json, by_id: Mapping[str, Json], found: Found) -> Iterator[str]:
    """The addresses of its pictures; what it is, is added to *found*."""
    if widget["type"] in ("card", "cardDeck"):
        parent = by_id[widget["parent"]]
        assert parent["type"] == "cardPile"
        assert (widget["x"], widget["y"]) == (parent["x"] + 4, parent["y"] + 4)
    if widget["type"] == "card":
        kind = by_id[widget["deck"]]["cardTypes"][widget["cardType"]]
        found.faces[kind["face"], 0] += 1
        if not widget["faceup"] and kind["label"]:
            found.texts.add(kind["label"])
        yield kind["face"]
        yield kind["back"]
    elif widget["type"] == "board":
        found.faces[widget["boardImage"], 0] += 1
        yield widget["boardImage"]
    if widget["type"] in ("board", "cardPile"):
        found.boxes.append((widget["x"], widget["y"], widget["width"], widget["height"]))


def read_playground(files: Mapping[str, bytes]) -> tuple[list[Json], Found]:
    """The templates of a package, and the pieces in them."""
    folder = next(iter(files)).split("/")[0]
    manifest = json.loads(files[f"{folder}/manifest.json"])
    textures = {path.rpartition("/")[2]: picture_size(data) for path, data in files.items() if "/Textures/" in path}
    templates = [json.loads(data) for path, data in files.items() if "/Templates/" in path]
    found = Found(Counter(), [], set(), [manifest["GUID"], *(template["GUID"] for template in templates)])
    assert len(set(found.ids)) == len(found.ids)
    assert all(len(guid) == 32 and guid == guid.upper() and int(guid, 16) for guid in found.ids)
    used = set()
    for template in templates:
        assert f"{folder}/Templates/{template['GUID']}.json" in files
        front, back = template["FrontTexture"], template["BackTexture"]
        used |= {front, back} - {""}
        columns, rows = template["NumHorizontal"], template["NumVertical"]
        size = textures[front]
        assert max(size) <= 4096
        assert size[0] % columns == 0
        assert size[1] % rows == 0
        cell = (size[0] // columns, size[1] // rows)
        assert abs(cell[0] / cell[1] - template["Width"] / template["Height"]) < 0.02
        if back:
            assert textures[back] == (size if template["BackIndex"] == -3 else cell)
        for index in template["Indices"]:
            assert index < columns * rows
            found.faces[front, index] += 1
        if len(set(template["Indices"])) > 1:
            found.texts.update(template["CardNames"].values())
    assert used == set(textures)
    return templates, found
