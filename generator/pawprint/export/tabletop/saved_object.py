"""The target `tts`: a game for Tabletop Simulator, as a save with its notebook and as a saved object.

The files lie in folders as the game has them, so that they can be copied there as they are.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import ZERO, mm
from pawprint.core.numbers import number_limits
from pawprint.documents import content
from pawprint.documents.html.screen_blocks import screen_blocks
from pawprint.documents.manuscripts import manuscripts
from pawprint.documents.typeset.structure import plain, read_out
from pawprint.documents.typeset.style_reader import sheet_for
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import EXPORTERS, OptionError, option
from pawprint.export.tabletop import _virtual_table as tables
from pawprint.export.tabletop._picture_sheets import PictureFile, PictureSheet, made, picture, sheets
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseDrawing
from pawprint.press.manifest import Print
from pawprint.production.options import LISTS_FOLDER, BuildOptions
from pawprint.production.pipeline import build

# --- Objects of a save, and the pages of its notebook -----------------------------------------------------------------

# The documents of a game -> pages of plain text with [b] and [i], as the notebook of Tabletop Simulator shows them.


#: The kinds of documents that players read.
_KINDS = ("rulebook", "reference")
#: The game's font has no narrow spaces.
_NARROW = "\N{NARROW NO-BREAK SPACE}"

_EMPTY_LINES, _BLANKS = re.compile(r"\n\s*\n\s*\n"), re.compile(" +")


class NotebookPage(NamedTuple):
    """A page of a notebook; its lines end with a newline.

    Attributes:
        document: the name of the document, as files have it; *title* is another one for each page.
    """

    document: str
    title: str
    text: str


def notebook_pages(source: ExportSource) -> Iterator[NotebookPage]:
    """The rulebook and the reference sheets of the game, without their figures; not the lists that check its box."""
    game, composer = source.game, source.composer(ZERO)
    findings = composer.findings
    titles: Counter[str] = Counter()
    for manuscript in manuscripts(game, source.language, composer, findings, _KINDS):
        if manuscript.is_list:
            continue
        style = str(manuscript.page.get("style") or manuscript.kind)
        sheet = sheet_for(style, game, composer.layouts, float("inf"), findings, manuscript.span)
        text = "\n".join(_lines(screen_blocks(manuscript, sheet)))
        titles[manuscript.title] += 1
        number = titles[manuscript.title]
        title = manuscript.title if number == 1 else f"{manuscript.title} {number}"
        yield NotebookPage(manuscript.name, title, _EMPTY_LINES.sub("\n\n", text).strip() + "\n")


def _lines(blocks: Iterable[content.Block], lead: str = "") -> Iterator[str]:
    """The lines of *blocks*, an empty one after each block.

    Args:
        lead: what the first line begins with; the others are indented as far.
    """
    for block in blocks:
        for line in _block(block):
            yield lead + line if line else ""
            lead = " " * len(lead)
        if lead == "":
            yield ""


def _block(block: content.Block) -> Iterator[str]:
    match block:
        case content.Heading(level, words):
            title = plain(words)
            yield f"[b]{title.upper() if level < 3 else title}[/b]"
        case content.Paragraph(words):
            yield _marked(words)
        case content.Listing(items):
            for position, item in enumerate(items):
                yield from _lines(item, f"{block.label(position) or '-'} ")
        case content.TableBlock():
            heads = [plain(column.head) for column in block.columns]
            if any(heads):
                yield f"[b]{' | '.join(heads)}[/b]"
            for row in block.rows:
                yield " | ".join(_marked(cell.words) for cell in row)
        case content.FigureBlock(_, caption):
            if caption:
                yield f"[i]{plain(caption)}[/i]"
        case content.Aside(inner, _, _, title):
            if title:
                yield f"[b]{plain(title)}[/b]"
            yield from _lines(inner)
        case content.Columns(inner) | content.PageSection(inner):
            yield from _lines(inner)
        case content.Gallery(items):
            for _, words in items:
                yield _marked(words)
        case _:  # contents, lists of terms and breaks, which a notebook has no use for
            return


def _marked(words: content.Words) -> str:
    """*words* with marks for bold and italic letters."""
    line = ""
    for run, text in read_out(words):
        if core := text.strip(" "):
            lead, _, trail = text.partition(core)
            core = f"[i]{core}[/i]" if run.style.italic else core
            text = lead + (f"[b]{core}[/b]" if run.style.bold else core) + trail
        line += text
    return _BLANKS.sub(" ", line.replace(_NARROW, "\N{NO-BREAK SPACE}")).strip()


#: What is one of the game's units, about an inch, in millimetres.
_UNIT = 25.4
#: Height of a card and of a tile whose scale is 1, in millimetres; their widths follow from their pictures.
_CARD, _TILE = 80.0, 2 * _UNIT
#: How high things lie above the middle of the game's world; boards lie below the rest.
_BOARD_LEVEL, _LEVEL = 1.0, 1.2
#: How far from the pieces the documents lie, in millimetres.
_READER = 150.0
#: Of cardboard, in units.
_THICKNESS = 0.1
#: Fields that every object has.
COMMON: dict[str, Any] = {
    "Description": "",
    "GMNotes": "",
    "Tags": [],
    "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
    "Locked": False,
    "Grid": True,
    "Snap": True,
    "IgnoreFoW": False,
    "MeasureMovement": False,
    "DragSelectable": True,
    "Autoraise": True,
    "Sticky": True,
    "Tooltip": True,
    "GridProjection": False,
    "HideWhenFaceDown": True,
    "Hands": False,
    "LuaScript": "",
    "LuaScriptState": "",
    "XmlUI": "",
}

Json = dict[str, Any]


class CardCell(NamedTuple):
    """Where the picture of a card is.

    Attributes:
        sheet: the key of its sheet, 1 and up. cell: its place there, from 0, row by row.
        deck: what a save says of the sheet.
    """

    sheet: int
    cell: int
    deck: Json


def is_deck(item: tables.TableObject) -> bool:
    """True if the game can show a thing as cards: they have one size, and an outline that cards may have."""
    return item.kind == tables.CARDS and item.even and item.pieces[0].shape != tables.FREE


class TtsObjects:
    """Makes the objects of one save.

    Args:
        cells: where the picture of each card is, by component and id.
        addresses: of the picture of each side of the other pieces.
        scale: of all pieces; 1 for true size.
        shown_name: what a piece may be called.
    """

    def __init__(
        self,
        cells: Mapping[tuple[str, str], CardCell],
        addresses: Mapping[Drawing, str],
        scale: float,
        shown_name: Callable[[tables.TableObject, tables.TablePiece], str],
    ) -> None:
        self._cells = cells
        self._addresses = addresses
        self._scale = scale
        self._shown_name = shown_name
        self._guids: set[str] = set()

    def thing(self, item: tables.TableObject) -> Json:
        if is_deck(item):
            return self._deck(item)
        pieces = [self._flat(item, identity, piece) for identity, piece in item.stack()]
        if len(pieces) == 1:
            return pieces[0]
        place = _transform(item.place, _LEVEL, 1.0, self._scale)
        return self._object(item.id, "Bag", item.title, place, Bag={"Order": 0}, ContainedObjects=pieces)

    def _deck(self, item: tables.TableObject) -> Json:
        transform = self._at(item, item.pieces[0].height / _CARD)
        cards = []
        for identity, piece in item.stack():
            cell = self._cells[piece.key]
            cards.append(
                self._object(
                    identity,
                    "CardCustom",
                    self._shown_name(item, piece),
                    transform,
                    Hands=True,
                    CardID=cell.sheet * 100 + cell.cell,
                    SidewaysCard=False,
                    CustomDeck={str(cell.sheet): cell.deck},
                )
            )
        if len(cards) == 1:
            return cards[0]
        decks: Json = {}
        for card in cards:
            decks |= card["CustomDeck"]
        return self._object(
            item.id,
            "DeckCustom",
            item.title,
            transform,
            SidewaysCard=False,
            DeckIDs=[card["CardID"] for card in cards],
            CustomDeck={key: decks[key] for key in sorted(decks, key=int)},
            ContainedObjects=cards,
        )

    def _flat(self, item: tables.TableObject, identity: str, piece: tables.TablePiece) -> Json:
        """A piece that is no card: a tile, a token of any outline, or a figure that stands."""
        transform = self._at(item, piece.height / _TILE)
        front = self._addresses[piece.face]
        back = self._addresses[piece.back] if piece.back is not None else ""
        image: Json = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
        name = self._shown_name(item, piece)
        if piece.stands:
            return self._object(identity, "Figurine_Custom", name, transform, CustomImage=image)
        if piece.shape == tables.FREE:
            token = {"Thickness": _THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
            return self._object(identity, "Custom_Token", name, transform, CustomImage=image | {"CustomToken": token})
        type_ = 2 if piece.shape == tables.DISC else 3 if piece.corner else 0
        tile = {"Type": type_, "Thickness": _THICKNESS, "Stackable": False, "Stretch": True}
        image |= {"CustomTile": tile}
        locked = item.kind == tables.BOARDS
        return self._object(identity, "Custom_Tile", name, transform, Locked=locked, CustomImage=image)

    def _at(self, item: tables.TableObject, scale: float) -> Json:
        level = _BOARD_LEVEL if item.kind == tables.BOARDS else _LEVEL
        return _transform(item.place, level, scale, self._scale, item.face_up)

    def _object(self, identity: str, kind: str, nickname: str, transform: Json, **more: Any) -> Json:
        return _object(self.guid(identity), kind, nickname, transform, more)

    def guid(self, identity: str) -> str:
        """Six hexadecimal digits that no other object of the save has."""
        for at in range(len(identity) - 5):
            guid = identity[at : at + 6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        return self.guid(tables.hashed(identity))


def documents_object(files: Sequence[tuple[str, str]], table: tables.VirtualTable, scale: float) -> Json:
    """One object that shows each of *files*, title and address, as one of its states; to the right of the table."""
    beside = tables.Place(table.width / 2 + _READER, 0.0)
    shown = []
    for title, address in files:
        pdf = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        guid = tables.hashed(table.game.id, table.language, address)[:6]
        shown.append(_object(guid, "Custom_PDF", title, _transform(beside, _LEVEL, 3.0, scale), {"CustomPDF": pdf}))
    states = {str(state): other for state, other in enumerate(shown[1:], 2)}
    return {**shown[0], "States": states} if states else shown[0]


def _object(guid: str, kind: str, nickname: str, transform: Json, more: Json) -> Json:
    return {"GUID": guid, "Name": kind, "Transform": transform, "Nickname": nickname} | COMMON | more


def _transform(place: tables.Place, level: float, size: float, scale: float, face_up: bool = True) -> Json:
    """A place on the table, and the size of what is there, times *scale*; its lower edge is towards the player."""
    return {
        "posX": round(place.x / _UNIT * scale, 3),
        "posY": level,
        "posZ": round(-place.y / _UNIT * scale, 3),
        "rotX": 0.0,
        "rotY": 180.0,
        "rotZ": 0.0 if face_up else 180.0,
        "scaleX": round(size * scale, 4),
        "scaleY": 1.0,
        "scaleZ": round(size * scale, 4),
    }


# --- A table -> a square picture that stands for it in lists: some of its pieces in a fan -----------------------------


#: Degrees between two pieces, and side of the picture in millimetres.
_TURN, _THUMBNAIL_SIDE = 16.0, 100.0
#: The share of the picture that the middle piece takes.
_SHARE = 0.72
_POINTS = 72 / 25.4


def thumbnail(table: tables.VirtualTable, pixels: int) -> RasterRequest:
    """A picture of *pixels* by *pixels*, transparent around the pieces."""
    shown = _shown(table)
    ops: list[Op] = []
    for index, piece in enumerate(shown):
        angle = math.radians((index - (len(shown) - 1) / 2) * _TURN)
        ops.append(_turned(piece, angle))
    side = mm(_THUMBNAIL_SIDE)
    drawing = Drawing(f"{table.game.id} thumbnail", Size(side, side), Insets(), Layer(tuple(ops)))
    return RasterRequest(drawing, pixels, pixels, transparent=True)


def _shown(table: tables.VirtualTable) -> list[tables.TablePiece]:
    """At most three pieces, each of another component; tokens only where there is nothing else."""
    firsts = [pieces[0] for pieces in table.pieces.values()]
    large = [piece for piece in firsts if piece.kind != tables.TOKENS]
    return (large or firsts)[:3]


def _turned(piece: tables.TablePiece, angle: float) -> Op:
    """The face of *piece*, turned about a point below the middle of the picture."""
    drawing = piece.face
    width, height = drawing.trim.width.pt, drawing.trim.height.pt
    scale = _SHARE * _THUMBNAIL_SIDE * _POINTS / max(width, height)
    a, b = scale * math.cos(angle), scale * math.sin(angle)
    middle, pivot = _THUMBNAIL_SIDE * _POINTS / 2, 0.45 * height
    x = middle - a * width / 2 + b * (height / 2 + pivot)
    y = middle + scale * pivot - b * width / 2 - a * (height / 2 + pivot)
    return Group((UseDrawing(drawing),), (a, b, -b, a, x, y), drawing.outline.around(drawing.trim))


# --- Objects and notebook pages -> a save of Tabletop Simulator with seats and their hands, or a saved object ---------

# The fields and their values are those that the game writes itself for its table `Table_RPG`.


_TABLE, _SKY = "Table_RPG", "Sky_Museum"
#: Height of the middle of a hand above the world's middle, and the sizes of a hand: along the edge, up, and inwards.
_HAND_LEVEL, _HAND = 4.81, (11.77, 9.17, 4.87)
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
MAX_SEATS = len(_SEATS)

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
    table: tables.VirtualTable, objects: Sequence[Json], pages: Sequence[NotebookPage], hands: Sequence[Json]
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


def hand_zones(table: tables.VirtualTable, seats: int, scale: float, guid: Callable[[str], str]) -> list[Json]:
    """The hands of the first *seats*; further out than usual where the pieces need the room.

    Args:
        seats: at most `MAX_SEATS`.
        guid: gives an id that no other object of the save has.
    """
    depth = _HAND[2] / 2 + _APART
    width, height = (length / 25.4 * scale / 2 + depth for length in (table.width, table.height))
    zones = []
    for seat in _SEATS[:seats]:
        along = seat.turn in (0.0, 180.0)
        x = seat.x if along else max(abs(seat.x), width) * (1 if seat.x > 0 else -1)
        z = max(abs(seat.z), height) * (1 if seat.z > 0 else -1) if along else seat.z
        place = {
            "posX": round(x, 3),
            "posY": _HAND_LEVEL,
            "posZ": round(z, 3),
            "rotX": 0.0,
            "rotY": seat.turn,
            "rotZ": 0.0,
        }
        place |= {"rotX": 0.0, "rotY": seat.turn, "rotZ": 0.0}
        size = dict(zip(("scaleX", "scaleY", "scaleZ"), _HAND, strict=True))
        red, green, blue = seat.colour
        zone: Json = {
            "GUID": guid(tables.hashed(table.game.id, table.language, "hand", seat.name)),
            "Name": "HandTrigger",
        }
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


#: The longest side of a picture that the game shows as it is, and the side of a thumbnail; pixels.
_SIDE, _THUMBNAIL = 4096, 256
#: Folders in that of the game.
_SAVES, _OBJECTS, _IMAGES, _PDF = "Saves", "Saves/Saved Objects", "Mods/Images", "Mods/PDF"

Pictures = Mapping["RasterRequest", PictureFile]


@EXPORTERS("tts")
@dataclass(frozen=True, kw_only=True)
class TtsExporter(tables.PlayableExporter):
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

    def table_files(self, source: ExportSource, table: tables.VirtualTable) -> Iterator[tuple[str, bytes]]:
        cards = {piece.key for item in table.objects if is_deck(item) for piece in item.pieces}
        grids = [
            sheet
            for pieces in table.pieces.values()
            if (own := [piece for piece in pieces if piece.key in cards])
            for sheet in sheets(own, self.dpi, _SIDE)
        ]
        single = {
            side: picture(side, self.dpi, _SIDE)
            for item in table.objects
            if not is_deck(item)
            for piece in item.pieces
            for side in (piece.face, piece.back)
            if side is not None
        }
        requests = [*(request for sheet in grids for request in sheet.requests), *single.values()]
        cover = thumbnail(table, _THUMBNAIL)
        pictures = made(source, [*requests, cover])
        prefix = f"{table.game.id}-"
        files = {f"{_IMAGES}/{prefix}{pictures[request].name}": pictures[request].data for request in requests}
        pages = list(notebook_pages(source))
        maker = self._maker(table, grids, single, pictures)
        objects = [maker.thing(item) for item in table.objects]
        if self.documents:
            prints = list(_documents(source))
            files |= {f"{_PDF}/{printed.name}": printed.data for printed in prints}
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
        table: tables.VirtualTable,
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
            return MAX_SEATS
        if most > MAX_SEATS:
            source.note(
                f"the table has {MAX_SEATS} seats with hands, for {most} players: add more in the game, with Zones"
            )
        return min(most, MAX_SEATS)

    def _documents(
        self, table: tables.VirtualTable, prints: Sequence[Print], pages: Sequence[NotebookPage]
    ) -> list[Json]:
        titles = {page.document: page.title for page in pages}
        shown = [(titles.get(printed.of, printed.of), self.url_base + printed.name) for printed in prints]
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
            "Type": 4 if first.shape == tables.DISC else 0 if first.corner else 1,
        }
        cells |= {piece.key: CardCell(key, index, deck) for index, piece in enumerate(sheet.pieces)}
    return cells


def _documents(source: ExportSource) -> Iterator[Print]:
    options = BuildOptions(
        kinds=("rulebook", "reference"), languages=(source.language,), edition=source.game.edition, draft=True
    )
    for printed in build(source.workspace, options):
        if printed.folder != LISTS_FOLDER:
            yield printed
