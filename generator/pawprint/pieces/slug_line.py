"""The slug line, which names each sheet in its margin, and the line at the joint of two sheets of a larger piece.

Its words are in `typography/printed_words.yaml`; `impose/sheet_marks` finds its place.
"""

from pawprint.catalog.model import Game
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.pieces.placed import Placed, PlacedText
from pawprint.typography.languages import printed_word
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter

_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=5.5, min_size=5.5, valign="middle")
_SEAM_INK = Colour(20, 20, 20)
_SEAM_STYLE = TextStyle(size=6.5, min_size=5, align="center", valign="middle")


def tile_words(language: str, piece: str, name: str, row: int, rows: int, column: int, columns: int) -> str:
    """Which part of a larger *piece* a sheet is; rows and columns count from 1."""
    place = {"name": name, "row": row, "rows": rows, "column": column, "columns": columns}
    return printed_word("tile", language).format(piece=piece, **place)


def slug_line(
    setter: TextSetter, game: Game, batch: str, language: str, number: int, total: int, side: str, tile: str = ""
) -> tuple[Placed, ...]:
    """The line outside the marks that says what a sheet is: game, components, language, sheet, version; no date.

    Set from the top-left of its strip, in points.

    Args:
        tile: the part of a larger piece that is on the sheet.
    """
    sheet = f"{printed_word('sheet', language)} {number}/{total} {printed_word(side, language)}"
    names = [game.full_title(language), batch, language, sheet, *([tile] if tile else [])]
    line = " · ".join([*names, f"version {game.version}", "Pawprint"])
    box = Box(0.0, 0.0, 560.0, 7.0)
    return (PlacedText(setter.set(line, _STYLE, box, _GREY, language, lambda _: None)),)


def seam_line(
    setter: TextSetter, language: str, name: str, below: bool, width: float, height: float
) -> tuple[Placed, ...]:
    """The line where the sheet *name* is glued upon another one, below it or else to its right.

    Set into a box of *width* by *height* points.
    """
    line = printed_word("glue below" if below else "glue right", language).format(name=name)
    box = Box(0.0, 0.0, width, height)
    return (PlacedText(setter.set(line, _SEAM_STYLE, box, _SEAM_INK, language, lambda _: None)),)
