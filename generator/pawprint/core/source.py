"""The text of a file, and places in it."""

from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple


class Source:
    """The text of one file, and the name by which messages call it.

    Args:
        name: the name a person would type to open it, usually a path relative to the current folder.
        text: the whole text, without byte order mark.
    """

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(i + 1 for i, letter in enumerate(self.text) if letter == "\n")
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """(line, column) of the character at *offset*, both counted from 1."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def offset(self, line: int) -> int:
        """The offset of *line*, counted from 1; the end of the text if it has fewer lines."""
        starts = self._line_starts
        return starts[line - 1] if 1 <= line <= len(starts) else len(self.text)

    def line(self, number: int) -> str:
        """The text of line *number*, counted from 1, without its end; empty when there is none."""
        start, end = self._ends_of_line(number)
        return self.text[start:end]

    def window(self, number: int, at: int, width: int, before: int) -> tuple[str, int, int]:
        """A part of line *number* without reading all of it: a line may have millions of characters.

        Args:
            at: an index in the line that the part contains. In a long line, *before* characters precede it.
            width: the most characters.

        Returns:
            the part, its index in the line, and the number of characters after it.
        """
        start, end = self._ends_of_line(number)
        first = start + max(0, min(at - before, end - start - width))
        last = min(first + width, end)
        return self.text[first:last], first - start, end - last

    def _ends_of_line(self, number: int) -> tuple[int, int]:
        starts = self._line_starts
        if not 1 <= number <= len(starts):
            return 0, 0
        end = starts[number] if number < len(starts) else len(self.text)
        while end > starts[number - 1] and self.text[end - 1] in "\r\n":
            end -= 1
        return starts[number - 1], end

    def where(self, offset: int) -> str:
        """The place of the character at *offset* as messages say it; a spreadsheet has another way of saying it."""
        line, column = self.place(offset)
        return f"{self.name}:{line}:{column}"

    def __repr__(self) -> str:
        return f"Source({self.name!r})"


class Span(NamedTuple):
    """The characters *start* (included) to *end* (excluded) of a source."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.place(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.place(self.start)[1]

    def within(self, start: int, end: int) -> "Span":
        """Characters *start* to *end* of this span; for pointing into a value."""
        return Span(self.source, min(self.start + start, self.end), min(self.start + end, self.end))

    def __str__(self) -> str:
        return self.source.where(self.start)
