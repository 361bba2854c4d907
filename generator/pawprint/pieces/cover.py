"""The fields of the cover page, and the bookmarks of the cover and of sheets."""

from collections.abc import Iterable, Sequence
from typing import Any

from pawprint.catalog.model import Component, Game, Record
from pawprint.typography.languages import printed_word


def cover_label(language: str) -> str:
    """The bookmark of the cover."""
    return printed_word("cover", language).capitalize()


def sheet_label(language: str, number: int, side: str, tile: str = "") -> str:
    """The bookmark of one side of a sheet.

    *side* is a name from `pawprint.sheets.imposition`, *tile* the part of a larger piece that the sheet holds.
    """
    sheet = printed_word("sheet", language).capitalize()
    return f"{sheet} {number} {printed_word(side, language)}{f' · {tile}' if tile else ''}"


#: So many pieces are shown on a cover.
_SAMPLES = 5


def _spread(names: Sequence[str]) -> tuple[str, ...]:
    """Up to five of *names*, from the first to the last at equal distances."""
    count = min(len(names), _SAMPLES)
    return tuple(names[index * (len(names) - 1) // max(count - 1, 1)] for index in range(count))


def cover_fields(
    game: Game,
    language: str,
    pieces: Iterable[tuple[Component, Record]],
    sheets: int,
    per_sheet: int,
    duplex: str,
    paper: str,
    tiles: Sequence[Sequence[str]] = (),
    printer: str = "",
    correction: str = "",
    stands: bool = False,
    low_ink: bool = False,
) -> dict[str, Any]:
    """Fields for the texts of the cover face.

    Args:
        duplex: how backs are printed; `strip` for pieces that stand, `apart` where backs are joined on their own.
        tiles: the names of the sheets that a larger piece is printed on, row by row.
        printer: for which backs are corrected, by *correction* in numbers; both empty if they are not.
        stands: True if any of the pieces stands.
        low_ink: True if the file is printed with less ink.

    Returns:
        `game` (with its edition, unless that is the default one), `version`, `language`, `edition`, `edition_title`,
        `credits`, `paper`, `duplex`, `sheets` (of paper), `per_sheet`, `tiles` (sheets of one piece), `rows` of tiles,
        `pieces` (cut out of them), `components`: name, kinds (different records) and pieces of each component,
        `samples`: up to five of the pieces, as `component/id`, `printer`, `correction`, `stands`,
        `low_ink`.
    """
    counts: dict[str, list[Any]] = {}
    names: list[str] = []
    for component, record in pieces:
        names.append(f"{component.name}/{record.id}")
        line = counts.setdefault(component.name, [component.title[language], 0, 0])
        line[1] += 1
        line[2] += record.copies_in(game.edition)
    return {
        **game.common_fields(language),
        "game": game.full_title(language),
        "credits": game.credits[language],
        "paper": paper,
        "printer": printer,
        "correction": correction,
        "duplex": duplex,
        "stands": stands,
        "low_ink": low_ink,
        "sheets": sheets,
        "per_sheet": per_sheet,
        "tiles": sum(map(len, tiles)),
        "rows": tuple({"tiles": tuple(row)} for row in tiles),
        "samples": _spread(names),
        "pieces": sum(line[2] for line in counts.values()),
        "components": tuple({"name": line[0], "kinds": line[1], "pieces": line[2]} for line in counts.values()),
    }
