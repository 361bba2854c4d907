"""Things on a table -> objects of a save of Tabletop Simulator: decks, cards, tiles, tokens, figures and bags."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.core.length import ZERO
from pawprint.documents import content
from pawprint.documents.drafts import drafts
from pawprint.documents.html.screen_blocks import screen_blocks
from pawprint.documents.typeset.structure import plain, read_out
from pawprint.documents.typeset.style_reader import sheet_for
from pawprint.export.export_source import ExportSource
from pawprint.export.tabletop._virtual_table import (
    BOARDS,
    CARDS,
    DISC,
    FREE,
    Place,
    TableObject,
    TablePiece,
    VirtualTable,
    hashed,
)
from pawprint.graphics.ops import Drawing

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
    for draft in drafts(game, source.language, composer, findings, _KINDS):
        if draft.is_list:
            continue
        style = str(draft.page.get("style") or draft.kind)
        sheet = sheet_for(style, game, composer.layouts, float("inf"), findings, draft.span)
        text = "\n".join(_lines(screen_blocks(draft, sheet)))
        titles[draft.title] += 1
        number = titles[draft.title]
        title = draft.title if number == 1 else f"{draft.title} {number}"
        yield NotebookPage(draft.name, title, _EMPTY_LINES.sub("\n\n", text).strip() + "\n")


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


def is_deck(one: TableObject) -> bool:
    """Whether the game can show a thing as cards: they have one size, and an outline that cards may have."""
    return one.kind == CARDS and one.even and one.pieces[0].shape != FREE


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
        shown_name: Callable[[TableObject, TablePiece], str],
    ) -> None:
        self._cells = cells
        self._addresses = addresses
        self._scale = scale
        self._shown_name = shown_name
        self._guids: set[str] = set()

    def thing(self, one: TableObject) -> Json:
        """A pile or a piece alone."""
        if is_deck(one):
            return self._deck(one)
        pieces = [self._flat(one, identity, piece) for identity, piece in one.stack()]
        if len(pieces) == 1:
            return pieces[0]
        place = _transform(one.place, _LEVEL, 1.0, self._scale)
        return self._object(one.id, "Bag", one.title, place, Bag={"Order": 0}, ContainedObjects=pieces)

    def _deck(self, one: TableObject) -> Json:
        transform = self._at(one, one.pieces[0].height / _CARD)
        cards = []
        for identity, piece in one.stack():
            cell = self._cells[piece.key]
            cards.append(
                self._object(
                    identity,
                    "CardCustom",
                    self._shown_name(one, piece),
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
            one.id,
            "DeckCustom",
            one.title,
            transform,
            SidewaysCard=False,
            DeckIDs=[card["CardID"] for card in cards],
            CustomDeck={key: decks[key] for key in sorted(decks, key=int)},
            ContainedObjects=cards,
        )

    def _flat(self, one: TableObject, identity: str, piece: TablePiece) -> Json:
        """A piece that is no card: a tile, a token of any outline, or a figure that stands."""
        transform = self._at(one, piece.height / _TILE)
        front = self._addresses[piece.face]
        back = self._addresses[piece.back] if piece.back is not None else ""
        image: Json = {"ImageURL": front, "ImageSecondaryURL": back, "ImageScalar": 1.0, "WidthScale": 0.0}
        name = self._shown_name(one, piece)
        if piece.stands:
            return self._object(identity, "Figurine_Custom", name, transform, CustomImage=image)
        if piece.shape == FREE:
            token = {"Thickness": _THICKNESS, "MergeDistancePixels": 15.0, "StandUp": False, "Stackable": False}
            return self._object(identity, "Custom_Token", name, transform, CustomImage=image | {"CustomToken": token})
        type_ = 2 if piece.shape == DISC else 3 if piece.corner else 0
        tile = {"Type": type_, "Thickness": _THICKNESS, "Stackable": False, "Stretch": True}
        image |= {"CustomTile": tile}
        locked = one.kind == BOARDS
        return self._object(identity, "Custom_Tile", name, transform, Locked=locked, CustomImage=image)

    def _at(self, one: TableObject, scale: float) -> Json:
        level = _BOARD_LEVEL if one.kind == BOARDS else _LEVEL
        return _transform(one.place, level, scale, self._scale, one.face_up)

    def _object(self, identity: str, kind: str, nickname: str, transform: Json, **more: Any) -> Json:
        return _object(self.guid(identity), kind, nickname, transform, more)

    def guid(self, identity: str) -> str:
        """Six hexadecimal digits that no other object of the save has."""
        for at in range(len(identity) - 5):
            guid = identity[at : at + 6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        return self.guid(hashed(identity))


def documents_object(files: Sequence[tuple[str, str]], table: VirtualTable, scale: float) -> Json:
    """One object that shows each of *files*, title and address, as one of its states; to the right of the table."""
    beside = Place(table.width / 2 + _READER, 0.0)
    shown = []
    for title, address in files:
        pdf = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        guid = hashed(table.game.id, table.language, address)[:6]
        shown.append(_object(guid, "Custom_PDF", title, _transform(beside, _LEVEL, 3.0, scale), {"CustomPDF": pdf}))
    states = {str(state): other for state, other in enumerate(shown[1:], 2)}
    return {**shown[0], "States": states} if states else shown[0]


def _object(guid: str, kind: str, nickname: str, transform: Json, more: Json) -> Json:
    return {"GUID": guid, "Name": kind, "Transform": transform, "Nickname": nickname} | COMMON | more


def _transform(place: Place, level: float, size: float, scale: float, face_up: bool = True) -> Json:
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
