"""The tables of the documentation -> what each property means, for the hover texts of editors."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from pawprint.core.files import bundled

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CELL = re.compile(r"(?<!\\)\|")
#: What a cell says of a property that another kind has, too.
_SAME = re.compile(r"As for ([a-z-]+)")

#: What a mapping is, as messages say it without names -> page, heading, and which of the tables there; a number from 0.
_TABLES: Mapping[str, tuple[str, str, int]] = {
    "game": ("catalog", "The file game.yaml", 0),
    "component": ("catalog", "The file game.yaml", 1),
    "source": ("catalog", "Where facts come from", 0),
    "edition": ("catalog", "Several editions", 0),
    "an entry of": ("catalog", "Setup on a virtual table", 0),
    "'documents' of game": ("documents", "What a game says about its documents", 0),
    "the front matter": ("documents", "Front matter", 0),
    "field": ("catalog", "Fields", 0),
    "check": ("checks", "How a check is written", 0),
    "box": ("boxes", "Declare a box", 0),
    "stock": ("layouts", "Stocks", 0),
    "the outline of stock": ("layouts", "Outlines", 0),
    "sheet": ("layouts", "Sheets with their own places", 0),
    "a place of sheet": ("layouts", "Sheets with their own places", 0),
    "paper": ("layouts", "Papers", 0),
    "font family": ("layouts", "Fonts", 0),
    "'regular' of font family": ("layouts", "Fonts", 0),
    "colour of palette": ("layouts", "Inks", 0),
    "a text style": ("layouts", "Styles", 0),
    "face": ("layouts", "Faces", 0),
    "element": ("layouts", "Elements", 0),
    "figure": ("layouts", "Figure files", 0),
    "part": ("layouts", "Figure files", 1),
    "a comment in comments.yaml": ("preview", "Comments", 0),
    "scenario": ("scenarios", "The words of a scenario", 0),
    "step": ("scenarios", "Steps", 0),
    "a document's style": ("documents", "How documents look", 0),
}
#: Things whose kinds have a section each, under the name of the kind.
_PAGES_OF_KINDS = {"element": "layouts", "field": "catalog", "check": "checks", "box": "boxes"}


def meaning(what: str, word: str, kind: str = "") -> str:
    """What *word* of *what* means, of an element, field, check or box of that *kind*; empty if no page says it."""
    if kind:
        for table in _tables(_PAGES_OF_KINDS[what], kind):
            if word in table:
                same = _SAME.fullmatch(table[word])
                return meaning(what, word, same[1]) if same else table[word]
    page, heading, number = _TABLES.get(what, ("", "", 0))
    tables = _tables(page, heading) if page else []
    if what == "a document's style":
        return next((table[word] for table in tables if word in table), "")
    return tables[number].get(word, "") if number < len(tables) else ""


@cache
def _tables(page: str, heading: str) -> list[dict[str, str]]:
    """The tables below a heading, before the next one: the words of the first column, and what the others say."""
    path = bundled("docs") / f"{page}.md"
    if not path.is_file():
        return []
    tables: list[dict[str, str]] = []
    inside = row = False
    default = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip() == heading
        elif inside and line.startswith("|"):
            cells = [cell.strip() for cell in _CELL.split(line)[1:-1]]
            if not row:
                tables.append({})
                default = cells[2] if len(cells) > 2 else ""
            elif len(cells) > 1:
                tables[-1] |= dict.fromkeys(_words(cells[0]), _plain(cells, default))
        row = inside and line.startswith("|")
    return tables


def _words(cell: str) -> Iterator[str]:
    yield from re.findall(r"`([^`]+)`", cell)


def _plain(cells: list[str], title: str) -> str:
    text = _LINK.sub(r"\1", cells[1]).replace("\\|", "|")
    text = text[:1].upper() + text[1:]
    usual = _LINK.sub(r"\1", cells[2]) if title == "default" and len(cells) > 2 else ""
    return f"{text}. Default: {usual}" if usual else text
