"""A table -> a page with a free table: the pieces, their pictures, and the scripts that move them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pawprint.core.number_range import number_limits
from pawprint.draw.ops import DrawText
from pawprint.draw.traverse import flat_ops
from pawprint.export.play.piece_pictures import PiecePictures
from pawprint.export.play.script_bundle import script_of
from pawprint.export.play.single_file import ASSETS, PAGE_ASSETS, SingleFile
from pawprint.export.tabletop.table_places import placed
from pawprint.export.tabletop.virtual_table import BOARDS

if TYPE_CHECKING:
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportSource
    from pawprint.export.tabletop.virtual_table import TableObject, TablePiece, VirtualTable

#: The languages of the words of the page; the first one is for games in all other languages.
_LANGUAGES = ("en", "fr")
#: Width by height of the table on a wide screen, and on that of a phone.
_ASPECTS = {"wide": 2.0, "tall": 0.6}
#: Players at a table that does not say how many there may be, and at most.
_USUAL_PLAYERS, _MOST_PLAYERS = (1, 4), 12


def free_table_page(source: ExportSource, table: VirtualTable, dpi: int) -> bytes:
    """The page of *table*.

    Args:
        dpi: of the pictures, unless one would be very large.
    """
    words_of = table.language if table.language in _LANGUAGES else _LANGUAGES[0]
    words = json.loads((ASSETS / f"table_words_{words_of}.json").read_text(encoding="utf-8"))
    data = {"language": words_of, "words": words, **_TableData(source, table, dpi).values()}
    style = (ASSETS / "free_table.css").read_text(encoding="utf-8")
    script = script_of(ASSETS / "free_table.js", PAGE_ASSETS)
    return SingleFile(table.title, table.language, style, script, data).html()


class _TableData:
    """What the scripts need to know of one table."""

    def __init__(self, source: ExportSource, table: VirtualTable, dpi: int) -> None:
        self._table = table
        self._kinds: dict[TablePiece, int] = {}
        for one in table.objects:
            for piece in one.pieces:
                self._kinds.setdefault(piece, len(self._kinds))
        drawings = (drawing for piece in self._kinds for drawing in (piece.face, piece.back) if drawing is not None)
        self._pictures = PiecePictures(source, drawings, dpi)

    def values(self) -> dict[str, Any]:
        """All of them, as JSON has them."""
        table = self._table
        game = table.game
        least, most = _players(game.facts.get("players"))
        return {
            "game": {"id": game.id, "edition": game.edition, "title": table.title, "version": game.version},
            "players": {"min": least, "max": most},
            "arrangements": {name: self._arrangement(aspect) for name, aspect in _ASPECTS.items()},
            "kinds": [self._kind(piece) for piece in self._kinds],
            "objects": [self._object(one) for one in table.objects],
            "pictures": self._pictures.files,
        }

    def _arrangement(self, aspect: float) -> dict[str, Any]:
        """Where the objects lie on a table of another shape."""
        places, width, height = placed(self._table.objects, aspect)
        centres = [[round(place.x + width / 2, 1), round(place.y + height / 2, 1)] for place in places]
        return {"width": round(width, 1), "height": round(height, 1), "places": centres}

    def _kind(self, piece: TablePiece) -> dict[str, Any]:
        return {
            "key": "/".join(piece.key),
            "name": piece.name,
            "text": _text_of(piece.face),
            "width": round(piece.width, 2),
            "height": round(piece.height, 2),
            "corner": round(piece.corner, 2),
            "shape": piece.shape,
            "face": self._pictures.number(piece.face),
            "back": None if piece.back is None else self._pictures.number(piece.back),
        }

    def _object(self, one: TableObject) -> dict[str, Any]:
        stack = [self._kinds[piece] for _, piece in one.stack()]
        return {"title": one.title, "up": one.face_up, "fixed": one.kind == BOARDS and one.count == 1, "stack": stack}


def _players(declared: Any) -> tuple[int, int]:
    """The fewest and the most players."""
    least, most = number_limits(declared)
    if isinstance(least, int) and isinstance(most, int) and 1 <= least <= most <= _MOST_PLAYERS:
        return least, most
    return _USUAL_PLAYERS


def _text_of(face: Drawing) -> str:
    """The words on a face, in the order in which they are drawn, for people who hear it."""
    lines = (" ".join(word.text for word in op.words) for op in flat_ops(face.ops) if isinstance(op, DrawText))
    return "\n".join(dict.fromkeys(line for line in lines if line.strip()))
