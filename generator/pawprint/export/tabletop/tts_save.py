"""Objects and notebook pages -> a save of Tabletop Simulator with seats and their hands, or a saved object.

The fields and their values are those that the game writes itself for its table `Table_RPG`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from pawprint.export.exporter import OptionError
from pawprint.export.tabletop.tts_objects import COMMON
from pawprint.export.tabletop.virtual_table import hashed

if TYPE_CHECKING:
    from pawprint.export.tabletop.notebook_text import NotebookPage
    from pawprint.export.tabletop.tts_objects import Json
    from pawprint.export.tabletop.virtual_table import VirtualTable

_TABLE, _SKY = "Table_RPG", "Sky_Museum"
#: Height of the middle of a hand above the world's middle, and the sizes of a hand: along the edge, up, and inwards.
_LEVEL, _HAND = 4.81, (11.77, 9.17, 4.87)
#: Between the pieces and the nearest hand, in units of the game.
_APART = 1.0
#: Hosts whose links show a page and end in no name of a file.
_PAGES = ("drive.google.com", "docs.google.com", "dropbox.com", "1drv.ms", "onedrive.live.com", "photos.app.goo.gl")


class _Seat(NamedTuple):
    """A place at the table; *turn* is that of the hand, in degrees, and *colour* that of its player, 0 to 1."""

    name: str
    x: float
    z: float
    turn: float
    colour: tuple[float, float, float]


#: In the order in which they are given to players: the long sides first, and neighbours last.
_SEATS = (
    _Seat("White", 15.2, -20.14, 0.0, (1.0, 1.0, 1.0)),
    _Seat("Blue", 15.47, 19.84, 180.0, (0.118, 0.53, 1.0)),
    _Seat("Red", -15.11, -20.11, 0.0, (0.856, 0.1, 0.094)),
    _Seat("Green", -15.19, 19.79, 180.0, (0.192, 0.701, 0.168)),
    _Seat("Yellow", -30.22, 10.18, 90.0, (0.905, 0.898, 0.172)),
    _Seat("Pink", 30.1, -8.45, 270.0, (0.96, 0.439, 0.807)),
    _Seat("Orange", -30.25, -8.82, 90.0, (0.956, 0.392, 0.113)),
    _Seat("Purple", 30.25, 9.59, 270.0, (0.627, 0.125, 0.941)),
)
MOST_SEATS = len(_SEATS)

_GREY, _NO_COLOUR = {"r": 0.5, "g": 0.5, "b": 0.5}, {"r": 0.0, "g": 0.0, "b": 0.0}
_SETTINGS: dict[str, Any] = {
    "Grid": {"Type": 0, "Lines": False, "Color": _NO_COLOUR, "Opacity": 0.75, "ThickLines": False, "Snapping": False}
    | {"Offset": False, "BothSnapping": False, "xSize": 2.0, "ySize": 2.0, "PosOffset": {"x": 0.0, "y": 1.0, "z": 0.0}},
    "Lighting": {"LightIntensity": 0.54, "LightColor": {"r": 1.0, "g": 0.9804, "b": 0.8902}, "AmbientIntensity": 1.3}
    | {"AmbientType": 0, "AmbientSkyColor": _GREY, "AmbientEquatorColor": _GREY, "AmbientGroundColor": _GREY}
    | {"ReflectionIntensity": 1.0, "LutIndex": 0, "LutContribution": 1.0},
    "Hands": {"Enable": True, "DisableUnused": False, "Hiding": 0},
    "Turns": {"Enable": False, "Type": 0, "TurnOrder": [], "Reverse": False, "SkipEmpty": False}
    | {"DisableInteractions": False, "PassTurns": True, "TurnColor": ""},
    "ComponentTags": {"labels": []},
    "DecalPallet": [],
}


def whole_save(
    table: VirtualTable, objects: Sequence[Json], pages: Sequence[NotebookPage], hands: Sequence[Json]
) -> Json:
    """A game: a table with *objects*, a hand for each seat, and a notebook."""
    tabs = {
        str(number): {"title": page.title, "body": page.text, "color": "Grey", "visibleColor": _GREY, "id": number}
        for number, page in enumerate(pages)
    }
    title = {"SaveName": table.title, "GameMode": table.title, "Table": _TABLE, "Sky": _SKY, "TabStates": tabs}
    return _empty() | title | _SETTINGS | {"ObjectStates": [*hands, *objects]}


def saved_object(objects: Sequence[Json]) -> Json:
    """Objects that are added to any table, with its own hands and settings."""
    return _empty() | {"ObjectStates": [*objects]}


def _empty() -> Json:
    texts = ("SaveName", "GameMode", "Date", "VersionNumber", "Table", "Sky", "Note", "Rules")
    scripts = ("LuaScript", "LuaScriptState", "XmlUI")
    return dict.fromkeys((*texts, *scripts), "") | {"Gravity": 0.5, "PlayArea": 0.5, "Tags": [], "TabStates": {}}


def hand_zones(table: VirtualTable, seats: int, scale: float, guid: Callable[[str], str]) -> list[Json]:
    """The hands of the first *seats*; further out than usual where the pieces need the room.

    Args:
        seats: at most `MOST_SEATS`.
        guid: gives an id that no other object of the save has.
    """
    depth = _HAND[2] / 2 + _APART
    width, height = (length / 25.4 * scale / 2 + depth for length in (table.width, table.height))
    zones = []
    for seat in _SEATS[:seats]:
        along = seat.turn in (0.0, 180.0)
        x = seat.x if along else max(abs(seat.x), width) * (1 if seat.x > 0 else -1)
        z = max(abs(seat.z), height) * (1 if seat.z > 0 else -1) if along else seat.z
        place = {"posX": round(x, 3), "posY": _LEVEL, "posZ": round(z, 3), "rotX": 0.0, "rotY": seat.turn, "rotZ": 0.0}
        size = dict(zip(("scaleX", "scaleY", "scaleZ"), _HAND, strict=True))
        red, green, blue = seat.colour
        zone: Json = {"GUID": guid(hashed(table.game.id, table.language, "hand", seat.name)), "Name": "HandTrigger"}
        zone |= {"Transform": place | size, "Nickname": ""} | COMMON
        zone |= {"ColorDiffuse": {"r": red, "g": green, "b": blue, "a": 0.0}, "FogColor": seat.name}
        zones.append(zone | {"Locked": True, "Grid": False, "HideWhenFaceDown": False})
    return zones


def folder_address(text: str) -> str:
    """The address of a folder on the web, with a slash at its end; empty if *text* is.

    Raises:
        OptionError: names of files cannot follow it.
    """
    if not (address := text.strip()):
        return ""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    example = "write the address of a folder, as https://example.org/garden/"
    if parts.scheme not in ("http", "https") or not host:
        fault = f"'{address}' is no address that begins with http:// or https://; {example}"
    elif "?" in address or "#" in address:
        fault = f"'{address}' has a '{'?' if '?' in address else '#'}', after which no file can be named; {example}"
    elif any(character.isspace() for character in address):
        fault = f"'{address}' has a blank; write %20 for it"
    elif any(host == name or host.endswith(f".{name}") for name in _PAGES):
        fault = (
            f"{host} gives each file its own address, so no folder there can be named; leave --url-base out and"
            " choose Upload All in the game's Cloud Manager, or put the pictures on a web space of your own"
        )
    else:
        return address if address.endswith("/") else f"{address}/"
    raise OptionError("--url-base", fault)
