"""A worksheet of any spreadsheet format: rows of cells, each with its span in the source."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pawprint.core.source import Source, Span

#: Limits far beyond any game; a larger table is a mistake or an attack.
MAX_BYTES = 40_000_000
MAX_ROWS = 20_000
MAX_COLUMNS = 500
#: The limit for a worksheet; a worksheet of this size takes about 200 MB of memory.
MAX_CELLS = 500_000
#: Per cell; texts of the catalog have the same limit.
MAX_CHARACTERS = 50_000


class TooLarge(Exception):
    """A workbook exceeds the limits; the message is the cell, such as `:cards!A20001`, if it is known."""


class WorksheetCell(NamedTuple):
    """The content of a cell.

    Attributes:
        text: as typed; numbers with a point, truth values as `true` and `false`, dates as `2026-01-02`, lines separated
            by `\\n`.
        kind: `text`, `number`, `truth`, `date`, `error` (of a formula) or `covered` (merged with another cell). Cells
            of a CSV file are always text.
        formula: whether the text is the last result of a formula.
    """

    text: str = ""
    kind: str = "text"
    formula: bool = False


class Worksheet:
    """One table.

    Args:
        name: of the worksheet within its file; empty for a CSV file.
        source: where its cells are.
        rows: its cells, from the first row and column on, without empty ones at the end.
        spans: start and end of each cell in the source.
        hidden: whether the worksheet is hidden in the workbook.
    """

    def __init__(
        self,
        name: str,
        source: Source,
        rows: Sequence[Sequence[WorksheetCell]],
        spans: Sequence[Sequence[tuple[int, int]]],
        hidden: bool = False,
    ) -> None:
        self.name = name
        self.source = source
        self.rows = rows
        self.hidden = hidden
        self.spans = spans

    def cell(self, row: int, column: int) -> WorksheetCell:
        """The cell in a row and column, both counted from 0; an empty one beyond the last."""
        cells = self.rows[row] if row < len(self.rows) else ()
        return cells[column] if column < len(cells) else WorksheetCell()

    def span(self, row: int, column: int) -> Span:
        """The span of a cell; of a missing cell, that of the last one before it."""
        spans = self.spans[min(row, len(self.spans) - 1)] if self.spans else ()
        start, end = spans[min(column, len(spans) - 1)] if spans else (0, 0)
        return Span(self.source, start, end)


class CellGrid(Source):
    """The cells of a workbook's worksheet as a source with a line for each row, so that messages can quote it.

    Args:
        file: name of the workbook.
        worksheet: name of the worksheet.
        rows: its texts.
    """

    def __init__(self, file: str, worksheet: str, rows: Iterable[Sequence[str]]) -> None:
        self.starts: list[list[int]] = []
        lines: list[str] = []
        offset = 0
        for row in rows:
            cells = [" ".join(text.split()) for text in row]
            starts = []
            for text in cells:
                starts.append(offset)
                offset += len(text) + len(_SEPARATOR)
            self.starts.append(starts or [offset])
            lines.append(_SEPARATOR.join(cells))
            offset = offset - len(_SEPARATOR) * bool(cells) + 1
        super().__init__(f"{file}:{worksheet}", "\n".join(lines))

    def where(self, offset: int) -> str:
        """The cell at *offset*: `cards.xlsx:organisms!C7`."""
        row = self.place(offset)[0]
        starts = self.starts[row - 1] if row <= len(self.starts) else [0]
        return f"{self.name}!{column_letters(max(0, bisect_right(starts, offset) - 1))}{row}"


_SEPARATOR = " | "


def trimmed_worksheet(file: str, name: str, rows: Sequence[Sequence[WorksheetCell]], hidden: bool = False) -> Worksheet:
    """A worksheet of a workbook, without empty cells and rows at the end."""
    kept = [trimmed(row) for row in rows]
    while kept and not kept[-1]:
        kept.pop()
    # Empty cells have spans too, so that a message can point at a missing value.
    wide = max((len(row) for row in kept), default=0)
    source = CellGrid(file, name, [[cell.text for cell in row] + [""] * (wide - len(row)) for row in kept])
    ends = [[len(" ".join(cell.text.split())) for cell in row] + [0] * (wide - len(row)) for row in kept]
    spans = [
        [(start, start + length) for start, length in zip(starts, lengths, strict=False)]
        for starts, lengths in zip(source.starts, ends, strict=True)
    ]
    return Worksheet(name, source, kept, spans, hidden)


def trimmed(row: Sequence[WorksheetCell]) -> list[WorksheetCell]:
    """*row* without the empty cells at its end."""
    end = len(row)
    while end and not row[end - 1].text and row[end - 1].kind == "text":
        end -= 1
    return list(row[:end])


def column_letters(column: int) -> str:
    """The letters of a column counted from 0: A, B, ..., Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
