"""What stands on the cover page, in the slug of every sheet, and where sheets are joined: facts of a print run, as
fields and as lines."""

from collections.abc import Iterable, Sequence
from typing import Any

from pawprint.catalog.model import Component, Game, Record
from pawprint.core.colour import Colour
from pawprint.core.geometry import Box
from pawprint.faces.placed import Placed, PlacedText
from pawprint.typography.printed_words import printed_word
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter


def cover_label(language: str) -> str:
    """The bookmark of the cover."""
    return printed_word("cover", language).capitalize()


def sheet_label(language: str, number: int, side: str, tile: str = "") -> str:
    """The bookmark of one side of a sheet.

    *side* is a name from `pawprint.impose.imposition`, *tile* the part of a larger piece that the sheet holds.
    """
    sheet = printed_word("sheet", language).capitalize()
    return f"{sheet} {number} {printed_word(side, language)}{f' · {tile}' if tile else ''}"


def tile_words(language: str, piece: str, name: str, row: int, rows: int, column: int, columns: int) -> str:
    """Which part of a larger *piece* a sheet is; rows and columns count from 1."""
    place = {"name": name, "row": row, "rows": rows, "column": column, "columns": columns}
    return printed_word("tile", language).format(piece=piece, **place)


_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=5.5, min_size=5.5, valign="middle")
_SEAM_INK = Colour(20, 20, 20)
_SEAM_STYLE = TextStyle(size=6.5, min_size=5, align="center", valign="middle")


def cover_fields(
    game: Game,
    language: str,
    pieces: Iterable[tuple[Component, Record]],
    sheets: int,
    per_sheet: int,
    duplex: str,
    paper: str,
    tiles: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    """Fields for the texts of the cover face.

    Args:
        duplex: how backs are printed; `strip` for pieces that stand, `apart` where backs are joined on their own.
        tiles: the names of the sheets that a larger piece is printed on, row by row.

    Returns:
        `game` (with its edition, unless that is the default one), `version`, `language`, `edition`, `edition_title`,
        `credits`, `paper`, `duplex`, `sheets` (of paper), `per_sheet`, `tiles` (sheets of one piece), `rows` of tiles,
        `pieces` (cut out of them), `components`: name, kinds (different records) and pieces of each component.
    """
    counts: dict[str, list[Any]] = {}
    for component, record in pieces:
        line = counts.setdefault(component.name, [component.title[language], 0, 0])
        line[1] += 1
        line[2] += record.copies_in(game.edition)
    return {
        **game.common_fields(language),
        "game": game.full_title(language),
        "credits": game.credits[language],
        "paper": paper,
        "duplex": duplex,
        "sheets": sheets,
        "per_sheet": per_sheet,
        "tiles": sum(map(len, tiles)),
        "rows": tuple({"tiles": tuple(row)} for row in tiles),
        "pieces": sum(line[2] for line in counts.values()),
        "components": tuple({"name": line[0], "kinds": line[1], "pieces": line[2]} for line in counts.values()),
    }


def slug_line(
    setter: TextSetter, game: Game, batch: str, language: str, number: int, total: int, side: str, tile: str = ""
) -> tuple[Placed, ...]:
    """The line outside the marks that says what a sheet is: game, components, language, sheet, version; no date.

    Set from the top-left of its strip, in points.

    Args:
        tile: what part of a larger piece the sheet is.
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
