"""What stands on the cover page and in the slug of every sheet: facts of a print run, as fields and as a line."""

from collections.abc import Iterable
from typing import Any

from pawprint.base.colour import Colour
from pawprint.base.shapes import Box
from pawprint.catalog.model import Component, Game, Record
from pawprint.compose.placed import Placed, PlacedText
from pawprint.compose.text import TextSetter, TextStyle

#: The words of the slug and cover, for languages that have them; others get English.
_WORDS = {
    "en": {"cover": "cover", "sheet": "sheet", "face": "face", "back": "back", "face and back": "face and back"},
    "fr": {
        "cover": "couverture",
        "sheet": "feuille",
        "face": "recto",
        "back": "verso",
        "face and back": "recto et verso",
    },
}


def cover_label(language: str) -> str:
    """The bookmark of the cover."""
    return _words(language)["cover"].capitalize()


def sheet_label(language: str, number: int, side: str) -> str:
    """The bookmark of one side of a sheet; *side* is a name from `pawprint.impose.build`."""
    words = _words(language)
    return f"{words['sheet'].capitalize()} {number} {words[side]}"


def _words(language: str) -> dict[str, str]:
    return _WORDS.get(language[:2], _WORDS["en"])


_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=5.5, min_size=5.5, valign="middle")


def cover_fields(
    game: Game,
    language: str,
    pieces: Iterable[tuple[Component, Record]],
    sheets: int,
    per_sheet: int,
    duplex: str,
    paper: str,
) -> dict[str, Any]:
    """Fields for the texts of the cover face.

    Returns:
        `game` (with its edition, unless that is the default one), `version`, `language`, `edition`, `edition_title`,
        `credits`, `paper`, `duplex`, `sheets` (of paper), `per_sheet`, `pieces` (cut out of them), `components`: name,
        kinds (different records) and pieces of each component.
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
        "pieces": sum(line[2] for line in counts.values()),
        "components": tuple({"name": line[0], "kinds": line[1], "pieces": line[2]} for line in counts.values()),
    }


def slug_line(
    setter: TextSetter, game: Game, batch: str, language: str, number: int, total: int, side: str
) -> tuple[Placed, ...]:
    """The line outside the marks that says what a sheet is: game, components, language, sheet, version; no date.

    Set from the top-left of its strip, in points.
    """
    words = _words(language)
    line = (
        f"{game.full_title(language)} · {batch} · {language} · {words['sheet']} {number}/{total} {words[side]}"
        f" · version {game.version} · Pawprint"
    )
    box = Box(0.0, 0.0, 560.0, 7.0)
    return (PlacedText(setter.set(line, _STYLE, box, _GREY, language, lambda _: None)),)
