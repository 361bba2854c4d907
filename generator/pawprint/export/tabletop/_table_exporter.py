"""What the exporters for virtual tables have in common: their options, and the table that they write."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pawprint.catalog.model import Game, RecordView, SetupPart
from pawprint.core.length import mm
from pawprint.documents.declarations import piece_names
from pawprint.documents.icon_meanings import plain_text
from pawprint.documents.namespace import name_of, view_of
from pawprint.export.export_source import ExportSource
from pawprint.export.exporter import Exporter, option
from pawprint.export.tabletop._table_places import placed
from pawprint.export.tabletop._virtual_table import (
    BOARDS,
    TOKENS,
    TableObject,
    TablePiece,
    VirtualTable,
    hashed,
)
from pawprint.graphics.ops import Drawing
from pawprint.graphics.passes.guides import cut_out
from pawprint.press.fingerprint import Fingerprints
from pawprint.production.options import ImageOptions

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
    objects = [one for part in _parts(game, pieces) for one in _objects(part, game, language, pieces)]
    places, width, height = placed(objects)
    laid = [replace(one, place=place) for one, place in zip(objects, places, strict=True)]
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

    def shown_name(self, one: TableObject, piece: TablePiece) -> str:
        """What *piece* is called where all players see it; empty if that would tell what lies face down."""
        return piece.name if self.names or one.face_up else ""
