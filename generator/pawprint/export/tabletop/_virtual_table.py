"""A game laid out on a table: what lies where before the first turn, from which every virtual table is written.

Places are in millimetres from the centre of the table, x to the right and y towards the person who looks at it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.graphics.ops import Drawing

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
        """Component and id."""
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
        """Of its widest piece, in millimetres."""
        return max(piece.width for piece in self.pieces)

    @property
    def height(self) -> float:
        """Of its tallest piece, in millimetres."""
        return max(piece.height for piece in self.pieces)

    @property
    def count(self) -> int:
        """How many pieces there are, at least 1."""
        return sum(piece.copies for piece in self.pieces)

    @property
    def even(self) -> bool:
        """Whether all pieces have the same size and outline."""
        first = self.pieces[0].face
        return all((piece.face.trim, piece.face.outline) == (first.trim, first.outline) for piece in self.pieces)

    def stack(self) -> Iterator[tuple[str, TablePiece]]:
        """An id of 64 hexadecimal digits for each piece, and its kind; in an order that tells nothing if hidden."""
        each = [
            (hashed(self.id, piece.component, piece.id, number), piece)
            for piece in self.pieces
            for number in range(piece.copies)
        ]
        return iter(each if self.face_up else sorted(each, key=lambda one: one[0]))


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
        """Of the game and its edition."""
        return self.game.full_title(self.language)

    @property
    def file_name(self) -> str:
        """Of the files for this table, without a suffix."""
        return "-".join(filter(None, (self.game.id, self.game.other_edition, self.language)))

    @cached_property
    def pieces(self) -> dict[str, list[TablePiece]]:
        """Component -> its pieces in the order of the catalog, each kind once with all of its copies."""
        found: dict[tuple[str, str], TablePiece] = {}
        for one in self.objects:
            for piece in one.pieces:
                before = found.get(piece.key)
                found[piece.key] = replace(piece, copies=piece.copies + before.copies) if before else piece
        pieces: dict[str, list[TablePiece]] = {}
        for record in self.game.all_records:
            if (record.component, record.id) in found:
                pieces.setdefault(record.component, []).append(found[record.component, record.id])
        return pieces
