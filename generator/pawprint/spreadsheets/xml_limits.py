"""Refuses XML of workbooks that would take too much memory or time to read."""

import re
from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from pawprint.spreadsheets.worksheet import MAX_CELLS, TooLarge

#: In all parts of a workbook together: a cell has at most four, of row, cell, value and formula.
MAX_ELEMENTS = 4 * MAX_CELLS
#: Elements within elements; spreadsheets have about ten.
MAX_DEPTH = 256
#: The last row that Excel knows; openpyxl returns every row before the last one.
LAST_ROW = 1_048_576

#: The letters of a reference to a cell, `AB12`.
_LETTERS = re.compile("[A-Za-z]*")


def limit_xml(parts: Mapping[str, bytes]) -> None:
    """Read the XML *parts* of a workbook (name -> content) once, and keep nothing.

    Raises:
        TooLarge: they have more elements, deeper elements, or rows and columns farther out, than any table.
        ValueError: a part has a document type: its entities could grow without end, and no spreadsheet declares any.
            Or a part is not well-formed.
    """
    counter = _XmlCounter()
    for name, content in parts.items():
        parser = expat.ParserCreate()
        parser.StartElementHandler = counter.begin
        parser.EndElementHandler = counter.end
        parser.StartDoctypeDeclHandler = _refuse_doctype
        counter.depth = 0
        try:
            parser.Parse(content, True)
        except (ValueError, expat.ExpatError) as error:
            raise ValueError(f"{name} {error}") from None


def _refuse_doctype(*_: Any) -> None:
    raise ValueError("has a document type")


class _XmlCounter:
    """Counts elements, and the cells that openpyxl makes: those before a cell in its row are made too."""

    def __init__(self) -> None:
        self.elements = self.depth = self.cells = self.column = 0

    def begin(self, tag: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        self.depth += 1
        kind = tag.rpartition(":")[2]
        if kind == "row":
            self.column = 0
            if float(attributes.get("r", 1)) > LAST_ROW:
                raise TooLarge
        elif kind == "c":
            column = _column(attributes["r"]) if "r" in attributes else self.column + 1
            self.cells += max(0, column - self.column)
            self.column = max(column, self.column)
        if self.elements > MAX_ELEMENTS or self.depth > MAX_DEPTH or self.cells > MAX_ELEMENTS:
            raise TooLarge

    def end(self, _: str) -> None:
        self.depth -= 1


def _column(reference: str) -> int:
    """The number of the column of a cell, counted from 1; openpyxl refuses more than three letters."""
    number = 0
    letters = _LETTERS.match(reference)
    for letter in letters[0][:4].upper() if letters else "":
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
