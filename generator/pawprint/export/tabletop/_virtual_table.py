"""What the exporters for virtual tables have in common: their options, and the table that they write."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from pawprint.catalog.model import Game, RecordView, SetupPart
from pawprint.core.length import mm
from pawprint.documents.declarations import piece_names
from pawprint.documents.icon_meanings import plain_text
from pawprint.documents.namespace import name_of, view_of
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import Exporter, option
from pawprint.graphics.ops import Drawing
from pawprint.graphics.passes.guides import cut_out
from pawprint.press.fingerprint import Fingerprints
from pawprint.production.options import ImageOptions

CARDS, TILES, TOKENS, BOARDS = "cards", "tiles", "tokens", "boards"
RECTANGLE, DISC, FREE = "rectangle", "disc", "free"


def hashed(*parts: object) -> str:
    """64 hexadecimal digits that depend on *parts* only, and from which none of them can be read."""
    return sha256("\0".join(map(str, parts)).encode()).hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class TablePiece:
    """One kind of piece, with the drawings of its sides; compared by identity.

    Attributes:
        component, id: its record.
        kind: of its component: `CARDS`, `TILES`, `TOKENS` or `BOARDS`.
        name: in the language of the table.
        copies: on the table.
        back: the same drawing for all pieces whose backs look the same; None without one.
        stands: it is folded and stands upright.
    """

    component: str
    id: str
    kind: str
    name: str
    copies: int
    face: Drawing
    back: Drawing | None
    stands: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return self.component, self.id

    @property
    def width(self) -> float:
        """In millimetres."""
        return self.face.trim.width.mm

    @property
    def height(self) -> float:
        """In millimetres."""
        return self.face.trim.height.mm

    @property
    def corner(self) -> float:
        """Radius of its corners in millimetres."""
        return self.face.outline.corner.mm

    @property
    def shape(self) -> str:
        """`RECTANGLE` (its corners may be round), `DISC`, or `FREE` for any other outline."""
        outline, trim = self.face.outline, self.face.trim
        if outline.is_rectangle(trim):
            return RECTANGLE
        return DISC if outline.is_disc(trim) else FREE


class Place(NamedTuple):
    """A point of the table."""

    x: float
    y: float


CENTRE = Place(0.0, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class TableObject:
    """A pile, or a piece that lies alone.

    Attributes:
        id: 64 hexadecimal digits, unique on the table.
        title: what the pile or piece is called; may be seen by all players, as it is not that of a hidden piece.
        pieces: each kind once.
        face_up: whether the pieces show their faces.
        place: of its centre.
    """

    id: str
    title: str
    pieces: tuple[TablePiece, ...]
    face_up: bool
    place: Place = CENTRE

    @property
    def kind(self) -> str:
        """The kind of its pieces; of the first if they differ."""
        return self.pieces[0].kind

    @property
    def width(self) -> float:
        """The width of its widest piece, in millimetres."""
        return max(piece.width for piece in self.pieces)

    @property
    def height(self) -> float:
        """The height of its tallest piece, in millimetres."""
        return max(piece.height for piece in self.pieces)

    @property
    def count(self) -> int:
        """How many pieces there are, at least 1."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def even(self) -> bool:
        """True if all pieces have the same size and outline."""
        first = self.pieces[0].face
        return all((piece.face.trim, piece.face.outline) == (first.trim, first.outline) for piece in self.pieces)

    def stack(self) -> Iterator[tuple[str, TablePiece]]:
        """An id of 64 hexadecimal digits for each piece, and its kind; in an order that tells nothing if hidden."""
        each = [
            (hashed(self.id, piece.component, piece.id, number), piece)
            for piece in self.pieces
            for number in range(piece.copies)
        ]
        return iter(each if self.face_up else sorted(each, key=lambda numbered: numbered[0]))


@dataclass(frozen=True, eq=False)
class VirtualTable:
    """All pieces of a game in one language and edition, on a table.

    Attributes:
        objects: those that lie below others first.
        width, height: of the part of the table that is used, in millimetres; its centre is that of the table.
    """

    game: Game
    language: str
    objects: tuple[TableObject, ...]
    width: float
    height: float

    @property
    def title(self) -> str:
        """The title of the game and its edition."""
        return self.game.full_title(self.language)

    @property
    def file_name(self) -> str:
        """The name of the files for this table, without a suffix."""
        return "-".join(filter(None, (self.game.id, self.game.other_edition, self.language)))

    @cached_property
    def pieces(self) -> dict[str, list[TablePiece]]:
        """Component -> its pieces in the order of the catalog, each kind once with all of its copies."""
        found: dict[tuple[str, str], TablePiece] = {}
        for item in self.objects:
            for piece in item.pieces:
                before = found.get(piece.key)
                found[piece.key] = replace(piece, copies=piece.copies + before.copies) if before else piece
        pieces: dict[str, list[TablePiece]] = {}
        for record in self.game.all_records:
            if (record.component, record.id) in found:
                pieces.setdefault(record.component, []).append(found[record.component, record.id])
        return pieces


# --- Things on a table -> their places: piles first, then boards and open pieces, then tokens -------------------------

#: Between things side by side, above each row, where titles stand, and below it, where buttons are; in millimetres.
_GAP, _ABOVE, _BELOW = 12.0, 32.0, 24.0
#: A small thing takes as much room as its title.
TITLE_WIDTH = 40.0
#: Width by height of the part of a table that all players usually see.
_ASPECT = 2.0

_TableRow = list[tuple[int, TableObject]]


def placed(objects: Sequence[TableObject], aspect: float = _ASPECT) -> tuple[list[Place], float, float]:
    """The place of each of *objects*, none of which covers another, and width and height of the part that they use.

    The rows are as long as makes things largest on a table of that shape.

    Args:
        aspect: width by height of the table.
    """
    if not objects:
        return [], 0.0, 0.0
    longest = sum(_across(item) + _GAP for item in objects)
    widest = max(_across(item) for item in objects)
    steps = 40
    arrangements = [
        _rows(objects, widest + (longest - widest) * step * step / steps / steps) for step in range(steps + 1)
    ]
    rows = min(arrangements, key=lambda each: max(_width(each) / aspect, _height(each)))
    width, height = _width(rows), _height(rows)
    places = [CENTRE] * len(objects)
    top = -height / 2
    for row in rows:
        tall = max(item.height for _, item in row)
        left = -_length(row) / 2
        for index, item in row:
            places[index] = Place(left + _across(item) / 2, top + _ABOVE + tall / 2)
            left += _across(item) + _GAP
        top += _ABOVE + tall + _BELOW
    return places, width, height


def _across(item: TableObject) -> float:
    return max(item.width, TITLE_WIDTH)


def _section(item: TableObject) -> int:
    if item.kind == TOKENS:
        return 2
    return 1 if item.kind == BOARDS or item.count == 1 else 0


def _rows(objects: Sequence[TableObject], most: float) -> list[_TableRow]:
    """*objects* in rows of at most *most* millimetres, section by section."""
    rows: list[_TableRow] = []
    for section in range(3):
        row: _TableRow = []
        for index, item in enumerate(objects):
            if _section(item) != section:
                continue
            if row and _length([*row, (index, item)]) > most:
                rows.append(row)
                row = []
            row.append((index, item))
        if row:
            rows.append(row)
    return _joined(rows, most)


def _joined(rows: list[_TableRow], most: float) -> list[_TableRow]:
    """*rows* without those that have room at the end of the one before."""
    joined = rows[:1]
    for _, row in pairwise(rows):
        if _length([*joined[-1], *row]) <= most:
            joined[-1] = [*joined[-1], *row]
        else:
            joined.append(row)
    return joined


def _length(row: _TableRow) -> float:
    return sum(_across(item) for _, item in row) + _GAP * (len(row) - 1)


def _width(rows: list[_TableRow]) -> float:
    return max(_length(row) for row in rows)


def _height(rows: list[_TableRow]) -> float:
    return sum(_ABOVE + max(item.height for _, item in row) + _BELOW for row in rows)


# --- The pieces of a game -> a table ----------------------------------------------------------------------------------

# --- The pieces of a game -> a table: what is a pile and what lies alone, and which side is up ------------------------

# What `setup:` of the game does not say follows from the pieces: cards and tiles with backs are piles face down, boards
# lie side by side, and each kind of token is a pile.


#: Pieces are drawn with some bleed and cropped, so that their corners are square: virtual tables round them.
_DRAWN = ImageOptions(bleed=mm(1))


def lay_table(source: ExportSource) -> VirtualTable:
    """All pieces that *source* exports, on a table."""
    pieces: dict[str, list[TablePiece]] = {}
    for piece in _pieces(source):
        pieces.setdefault(piece.component, []).append(piece)
    game, language = source.game, source.language
    objects = [item for part in _parts(game, pieces) for item in _objects(part, game, language, pieces)]
    places, width, height = placed(objects)
    laid = [replace(item, place=place) for item, place in zip(objects, places, strict=True)]
    return VirtualTable(game, language, tuple(laid), width, height)


def _pieces(source: ExportSource) -> Iterator[TablePiece]:
    game, stocks = source.game, source.workspace.layouts.stocks
    fingerprints = Fingerprints()
    backs: dict[str, Drawing] = {}
    for piece in source.pieces(_DRAWN):
        component = piece.component
        back = _cut(piece.back)
        if back is not None:
            back = backs.setdefault(fingerprints.of(back), back)
        stock = stocks.get(component.stock)
        yield TablePiece(
            component=component.name,
            id=piece.record.id,
            kind=component.kind,
            name=plain_text(name_of(view_of(game, piece.record, source.language)), game, source.language),
            copies=piece.copies,
            face=_cut(piece.face) or piece.face,
            back=back,
            stands=bool(stock and stock.stand),
        )


def _cut(drawing: Drawing | None) -> Drawing | None:
    """*drawing* cut to its outline if that is no rectangle."""
    if drawing is None or drawing.outline.is_rectangle(drawing.trim):
        return drawing
    return cut_out(drawing)


def _parts(game: Game, pieces: dict[str, list[TablePiece]]) -> Iterator[SetupPart]:
    """What the game declares, then what its other components are usually."""
    declared = {name for part in game.setup for name in part.components}
    yield from game.setup
    for name, own in pieces.items():
        if name not in declared:
            kind = game.components[name].kind
            if kind == BOARDS:
                yield SetupPart((name,), spread=True)
            elif kind == TOKENS:
                yield SetupPart((name,), by="id", face_up=True)
            else:
                yield SetupPart((name,), face_up=len(own) == 1)


def _objects(part: SetupPart, game: Game, language: str, pieces: dict[str, list[TablePiece]]) -> Iterator[TableObject]:
    own = [piece for name in part.components for piece in pieces.get(name, ())]
    if part.spread:
        for piece in own:
            for number in range(piece.copies):
                identity = hashed(game.id, language, piece.component, piece.id, number)
                yield TableObject(identity, piece.name, (replace(piece, copies=1),), True)
        return
    groups: dict[str, list[TablePiece]] = {}
    for piece in own:
        groups.setdefault(_value(piece, part.by, game, language), []).append(piece)
    for value, pile in groups.items():
        identity = hashed(game.id, language, *part.components, value)
        face_up = part.face_up or not all(piece.back for piece in pile)
        title = plain_text(_title(part, value, pile, game, language), game, language)
        yield TableObject(identity, title, tuple(pile), face_up)


def _value(piece: TablePiece, by: str, game: Game, language: str) -> str:
    """What the field *by* prints; empty without a field."""
    if by in ("", "id"):
        return by and f"{piece.component}/{piece.id}"
    value = view_of(game, game.records[piece.component][piece.id], language).fields().get(by)
    if isinstance(value, RecordView):
        return name_of(value)
    return str(getattr(value, "label", value))


def _title(part: SetupPart, value: str, pile: list[TablePiece], game: Game, language: str) -> str:
    """What a pile is called: for its value if it has one, and for its component if its pieces have no names."""
    if part.title and not part.by:
        return part.title[language]
    first = pile[0]
    component = game.components[first.component]
    if part.by == "id":
        named = not {"name", "title"}.isdisjoint(component.fields) or (*first.key, language) in piece_names(game)
        return first.name if named else component.title[language]
    return value or component.title[language]


@dataclass(frozen=True, kw_only=True)
class TableExporter(Exporter):
    """A target that is a virtual table, or a part of one."""

    dpi: int = option(220, "N", "Dots per inch of the pictures; fewer for what would be too large.", least=20, most=600)

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        table = lay_table(source)
        if table.objects:
            yield from self.table_files(source, table)

    @abstractmethod
    def table_files(self, source: ExportSource, table: VirtualTable) -> Iterator[tuple[str, bytes]]:
        """The files for *table*, which has at least one piece."""


@dataclass(frozen=True, kw_only=True)
class PlayableExporter(TableExporter):
    """A target that people play on."""

    names: bool = option(False, "", "Also name the pieces of face-down piles.")

    def shown_name(self, item: TableObject, piece: TablePiece) -> str:
        """What *piece* is called where all players see it; empty if that would tell what lies face down."""
        return piece.name if self.names or item.face_up else ""
