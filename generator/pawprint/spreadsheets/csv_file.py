"""CSV text <-> cells. Read by hand, since messages want to know where in the file each cell is."""

import csv
import io
from collections.abc import Iterable, Sequence

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.spreadsheets.worksheet import MAX_COLUMNS, MAX_ROWS, Sheet, SheetCell

#: What may stand between cells, and its names on the command line.
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}

#: With these a spreadsheet takes a text for a formula; `'` before them says that it is none.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def decode(name: str, data: bytes, findings: Findings) -> Source | None:
    """The text of a CSV file: UTF-8, or UTF-16 with its mark, as spreadsheets save "Unicode text"."""
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


def read_csv(source: Source, findings: Findings, delimiter: str = "") -> Sheet | None:
    """The table of a CSV file; None after a finding.

    Args:
        delimiter: what stands between cells; found out from the first line if empty.
    """
    text = source.text
    begin = 0
    if text[:4].lower() == "sep=" and text[5:6] in ("\r", "\n"):  # a line by which Excel is told the delimiter
        delimiter = delimiter or text[4]
        begin = 7 if text[5:7] == "\r\n" else 6
    rows: list[list[SheetCell]] = [[] for _ in range(bool(begin))]
    spans: list[list[tuple[int, int]]] = [[] for _ in range(bool(begin))]
    for cells, places in _rows(text, begin, delimiter or _delimiter(text, begin)):
        if places and places[-1][1] < 0:
            start = places[-1][0]
            message = "a cell begins with a quote here and never ends"
            help = 'put a quote after it; a quote within a cell is written twice: ""'
            findings.add("bad-table", message, Span(source, start, start + 1), help)
            return None
        if len(rows) >= MAX_ROWS or len(cells) > MAX_COLUMNS:
            message = f"a table may have {MAX_ROWS:,} rows and {MAX_COLUMNS} columns"
            findings.add("file-too-large", message, Span(source, *places[0]), "split it, or look for the right file")
            return None
        rows.append(cells)
        spans.append(places)
    while rows and not any(cell.text for cell in rows[-1]):
        rows.pop()
        spans.pop()
    return Sheet("", source, rows, spans)


def _delimiter(text: str, begin: int) -> str:
    """The sign that stands most often between the cells of the first line that has any."""
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


def _rows(text: str, offset: int, delimiter: str) -> Iterable[tuple[list[SheetCell], list[tuple[int, int]]]]:
    """The cells of each line with their places; a place without end (-1) is a quote that is never closed."""
    stops = delimiter + "\r\n"
    length = len(text)
    cells: list[SheetCell] = []
    places: list[tuple[int, int]] = []
    while offset < length:
        start = offset
        content = ""
        if text[offset] == '"':
            while True:
                close = text.find('"', offset + 1)
                if close < 0:
                    yield cells, [*places, (start, -1)]
                    return
                content += text[offset + 1 : close]
                offset = close + 1
                if text[offset : offset + 1] != '"':
                    break
                content += '"'
        rest = offset
        while offset < length and text[offset] not in stops:
            offset += 1
        content += text[rest:offset]
        cells.append(SheetCell(content.replace("\r\n", "\n").replace("\r", "\n")))
        places.append((start, offset))
        if text[offset : offset + 1] == delimiter:
            offset += 1
            if offset < length:
                continue
            cells.append(SheetCell())
            places.append((offset, offset))
        offset += 2 if text[offset : offset + 2] == "\r\n" else 1
        yield cells, places
        cells, places = [], []


def write_csv(rows: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    """CSV as spreadsheets like it best: UTF-8 with its mark, lines that end with CR and LF."""
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return out.getvalue().encode("utf-8-sig")


def escape_formula(text: str) -> str:
    """*text* so that a spreadsheet which opens the CSV file takes it for text: `'=1+1` in place of `=1+1`."""
    return f"'{text}" if text.lstrip("'").startswith(_FORMULA_STARTS) else text


def unescape_formula(text: str) -> str:
    """What `escape_formula` was given."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_FORMULA_STARTS) else text
