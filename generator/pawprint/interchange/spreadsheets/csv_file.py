"""CSV text <-> cells. The module csv does not say where a cell is in its file, so it is used for writing only."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets.worksheet import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, Worksheet, WorksheetCell

#: Delimiters of cells, and their names on the command line.
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}

#: A cell up to its delimiter (`{0}`), the end of its line or of the text: its quoted part, the rest, and what ends it.
_CELL = r'(?:"([^"]*(?:""[^"]*)*)"(?!"))?([^{0}\r\n]*)({0}|\r\n|[\r\n]|\Z)'
#: First characters of a formula. A `'` before them makes the cell a text.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def decode(name: str, data: bytes, findings: Findings) -> Source | None:
    """The text of a CSV file: UTF-8, or UTF-16 with a byte order mark ("Unicode text" in spreadsheets).

    None after a finding.
    """
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    encoding = "utf-16" if wide else "utf-8-sig"
    try:
        return Source(name, data.decode(encoding))
    except UnicodeDecodeError as error:
        good = data[: error.start].decode(encoding, "replace")
        span = Span(Source(name, good + "\N{REPLACEMENT CHARACTER}"), len(good), len(good) + 1)
        message = f"{name} is not {'UTF-16' if wide else 'UTF-8'}: byte 0x{data[error.start]:02X} cannot be read"
        findings.add("file-unreadable", message, span, "save it as CSV UTF-8 in your spreadsheet, or as .xlsx")
        return None


def read_csv(source: Source, findings: Findings, delimiter: str = "") -> Worksheet | None:
    """The table of a CSV file; None after a finding.

    Args:
        delimiter: detected from the first line if empty.
    """
    text = source.text
    begin = 0
    if text[:4].lower() == "sep=" and text[5:6] in ("\r", "\n"):  # a line that tells Excel the delimiter
        delimiter = delimiter or text[4]
        begin = 7 if text[5:7] == "\r\n" else 6
    rows: list[list[WorksheetCell]] = [[] for _ in range(bool(begin))]
    spans: list[list[tuple[int, int]]] = [[] for _ in range(bool(begin))]
    count = 0
    for cells, places in _rows(text, begin, delimiter or _delimiter(text, begin)):
        if places and places[-1][1] < 0:
            start = places[-1][0]
            message = "the quoted cell that begins here has no closing quote"
            help = 'add a quote after it; a quote within a cell is written twice: ""'
            findings.add("bad-table", message, Span(source, start, start + 1), help)
            return None
        count += len(cells)
        if len(rows) >= MAX_ROWS or len(cells) > MAX_COLUMNS or count > MAX_CELLS:
            message = f"a table may have {MAX_ROWS:,} rows, {MAX_COLUMNS} columns and {MAX_CELLS:,} cells"
            findings.add("file-too-large", message, Span(source, *places[0]), "split it, or look for the right file")
            return None
        rows.append(cells)
        spans.append(places)
    while rows and not any(cell.text for cell in rows[-1]):
        rows.pop()
        spans.pop()
    return Worksheet("", source, rows, spans)


def _delimiter(text: str, begin: int) -> str:
    """The most frequent delimiter outside quotes in the first line that has one."""
    counts = dict.fromkeys(DELIMITERS, 0)
    quoted = False
    for sign in text[begin:]:
        if sign == '"':
            quoted = not quoted
        elif sign in "\r\n" and not quoted and any(counts.values()):
            break
        elif sign in counts and not quoted:
            counts[sign] += 1
    return max(counts, key=lambda sign: counts[sign])


def _rows(text: str, offset: int, delimiter: str) -> Iterator[tuple[list[WorksheetCell], list[tuple[int, int]]]]:
    """The cells of each line with their spans; a span that ends at -1 is a quote that is never closed."""
    cell = re.compile(_CELL.format(re.escape(delimiter)))
    cells: list[WorksheetCell] = []
    spans: list[tuple[int, int]] = []
    while offset < len(text) and (match := cell.match(text, offset)):
        quoted, rest, end = match.groups()
        if quoted is None and rest.startswith('"'):
            yield cells, [*spans, (offset, -1)]
            return
        content = (quoted or "").replace('""', '"') + rest
        cells.append(WorksheetCell(content.replace("\r\n", "\n").replace("\r", "\n")))
        spans.append((offset, match.start(3)))
        offset = match.end()
        if end == delimiter and offset == len(text):
            cells.append(WorksheetCell())
            spans.append((offset, offset))
        if end != delimiter or offset == len(text) or len(cells) > MAX_COLUMNS:
            yield cells, spans
            cells, spans = [], []


def write_csv(rows: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """CSV for spreadsheets: UTF-8 with a byte order mark, lines that end with CR and LF."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def escape_formula(text: str) -> str:
    """*text* for a CSV file, so that a spreadsheet does not take it for a formula: `'=1+1` for `=1+1`."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """The text that `escape_formula` was given."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA_STARTS) else text
