"""OpenDocument spreadsheets (LibreOffice) -> cells: the few parts of `content.xml` that hold them."""

from collections.abc import Iterator
from typing import Any
from xml.parsers import expat

from pawprint.interchange.spreadsheets import worksheet as worksheets

#: office:value-type -> what kind of cell it makes, and the attribute with its value.
_KINDS = {
    "float": ("number", "office:value"),
    "percentage": ("number", "office:value"),
    "currency": ("number", "office:value"),
    "boolean": ("truth", "office:boolean-value"),
    "date": ("date", "office:date-value"),
    "time": ("date", "office:time-value"),
    "string": ("text", "office:string-value"),
}


def read_ods(name: str, content: bytes) -> Iterator[worksheets.Worksheet]:
    """The worksheets of a spreadsheet whose `content.xml` is *content*, in order.

    Raises:
        TooLarge: a worksheet has too many rows, columns or cells.
        expat.ExpatError, KeyError, ValueError: it is no spreadsheet.
    """
    reader = _OdsReader(name)
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.words
    parser.StartDoctypeDeclHandler = _no_doctype
    parser.Parse(content, True)
    yield from reader.worksheets


def _no_doctype(*_: Any) -> None:
    raise ValueError("a document type")


class _OdsReader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.worksheets: list[worksheets.Worksheet] = []
        self.hidden_styles: set[str] = set()
        self.style = ""
        self.name = ""
        self.hidden = False
        self.rows: list[list[worksheets.WorksheetCell]] = []
        self.row: list[worksheets.WorksheetCell] = []
        self.repeat_row = self.repeat_cell = 1
        self.cell: tuple[str, str | None, bool] | None = None
        self.pieces: list[str] = []
        self.length = self.paragraphs = 0  # of the cell: characters, and paragraphs that have begun
        self.cells = 0  # of the worksheet
        self.skipping = 0  # depth within a comment or drawing
        self.in_paragraph = False

    def begin(self, tag: str, words: dict[str, str]) -> None:
        if self.skipping or tag.startswith("draw:") or tag in ("office:annotation", "table:shapes"):
            self.skipping += 1
        elif tag == "style:style":
            self.style = words.get("style:name", "")
        elif tag == "style:table-properties" and words.get("table:display") == "false":
            self.hidden_styles.add(self.style)
        elif tag == "table:table":
            self.name = words.get("table:name", "")
            self.hidden = words.get("table:style-name") in self.hidden_styles
            self.rows, self.cells = [], 0
        elif tag == "table:table-row":
            self.row, self.repeat_row = [], _count(words, "table:number-rows-repeated")
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            kind, attribute = _KINDS.get(words.get("office:value-type", ""), ("text", ""))
            if tag == "table:covered-table-cell":
                kind = "covered"
            self.cell = kind, words.get(attribute), "table:formula" in words
            self.repeat_cell = _count(words, "table:number-columns-repeated")
            self.pieces, self.length, self.paragraphs = [], 0, 0
        elif tag == "text:p" and self.cell:
            self.in_paragraph = True
            if self.paragraphs:
                self.words("\n")
            self.paragraphs += 1
        elif self.in_paragraph and tag == "text:s":
            self.words(" " * min(_count(words, "text:c"), worksheets.MAX_CHARACTERS + 1))
        elif self.in_paragraph and tag in ("text:tab", "text:line-break"):
            self.words("\t" if tag == "text:tab" else "\n")

    def words(self, text: str) -> None:
        if self.in_paragraph and not self.skipping and self.length <= worksheets.MAX_CHARACTERS:
            self.pieces.append(text)
            self.length += len(text)

    def end(self, tag: str) -> None:
        if self.skipping:
            self.skipping -= 1
        elif tag == "text:p":
            self.in_paragraph = False
        elif tag in ("table:table-cell", "table:covered-table-cell") and self.cell:
            self._add_cell(*self.cell)
            self.cell = None
        elif tag == "table:table-row":
            self._add_row()
        elif tag == "table:table":
            self.worksheets.append(worksheets.trimmed_worksheet(self.file, self.name, self.rows, self.hidden))

    def _add_cell(self, kind: str, value: str | None, formula: bool) -> None:
        shown = "".join(self.pieces)
        text = shown if value is None else value
        if kind == "number" and value is not None:
            text = f"{float(value):.15g}"
        if kind == "covered":
            text = ""
        elif formula and (shown.startswith(("#", "Err:")) or not text):
            text, kind = shown, "error"
        many = min(self.repeat_cell, worksheets.MAX_COLUMNS + 1 - len(self.row))
        self.row.extend([worksheets.WorksheetCell(text, kind, formula)] * many)

    def _add_row(self) -> None:
        # LibreOffice writes empty rows and columns at the end of a worksheet as one that is repeated a million times.
        row = worksheets.trimmed(self.row)
        while row and row[-1].kind == "covered":
            row = worksheets.trimmed(row[:-1])
        self.cells += len(row) * self.repeat_row
        below = len(self.rows) + self.repeat_row
        if (
            len(row) > worksheets.MAX_COLUMNS
            or self.cells > worksheets.MAX_CELLS
            or (row and below > worksheets.MAX_ROWS)
        ):
            raise worksheets.TooLarge(f":{self.name}!{worksheets.column_letters(len(row) - 1)}{below}")
        many = min(self.repeat_row, worksheets.MAX_ROWS + 1 - len(self.rows))
        self.rows.extend([row] * many)


def _count(words: dict[str, str], name: str) -> int:
    return max(1, int(words.get(name, "1")))
