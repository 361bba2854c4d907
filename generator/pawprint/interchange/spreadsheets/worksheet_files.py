"""A CSV, TSV, XLSX or ODS file -> its worksheets."""

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.parsers import expat

from pawprint.core.diagnostics import Findings
from pawprint.core.files import ArchiveTooLarge, FileTooLarge, read_bounded, unzip
from pawprint.core.source import Source, Span
from pawprint.interchange.spreadsheets import worksheet as sheets
from pawprint.interchange.spreadsheets.csv_file import decode, read_csv
from pawprint.source.reader import display_path

# --- Refuses XML of workbooks that would take too much memory or time to read -----------------------------------------


#: In all parts of a workbook together: a cell has at most four, of row, cell, value and formula.
MAX_ELEMENTS = 4 * sheets.MAX_CELLS
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
                raise sheets.TooLarge
        elif kind == "c":
            column = _column(attributes["r"]) if "r" in attributes else self.column + 1
            self.cells += max(0, column - self.column)
            self.column = max(column, self.column)
        if self.elements > MAX_ELEMENTS or self.depth > MAX_DEPTH or self.cells > MAX_ELEMENTS:
            raise sheets.TooLarge

    def end(self, _: str) -> None:
        self.depth -= 1


def _column(reference: str) -> int:
    """The number of the column of a cell, counted from 1; openpyxl refuses more than three letters."""
    number = 0
    letters = _LETTERS.match(reference)
    for letter in letters[0][:4].upper() if letters else "":
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


_SAVE = "save it as .xlsx, .ods or CSV UTF-8 in your spreadsheet"


def read_file(path: Path, findings: Findings, delimiter: str = "") -> tuple[sheets.Worksheet, ...]:
    """The worksheets of a CSV, TSV, XLSX or ODS file; the content decides on the format, not the name.

    Args:
        delimiter: of a CSV file; detected if empty.

    Returns:
        its worksheets in order, hidden ones included; none after a finding.
    """
    data = file_bytes(path, findings)
    return () if data is None else read_data(display_path(path), data, findings, delimiter)


def file_bytes(path: Path, findings: Findings) -> bytes | None:
    """The content of a file with a table; None after a finding."""
    name = display_path(path)
    span = Span(Source(name, ""), 0, 0)
    try:
        return read_bounded(path, sheets.MAX_BYTES)
    except FileTooLarge as error:
        message = f"{name} has {error.size / 1e6:.0f} MB; a table may have {sheets.MAX_BYTES / 1e6:.0f}"
        findings.add("file-too-large", message, span, "remove pictures, and everything else outside the table")
    except FileNotFoundError:
        findings.add("file-missing", f"there is no file {name}", span, "look at its name")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        why = getattr(error, "strerror", None) or error
        findings.add("file-unreadable", f"{name} cannot be read: {why}", span, "it should be a file that you may read")
    return None


def read_data(name: str, data: bytes, findings: Findings, delimiter: str = "") -> tuple[sheets.Worksheet, ...]:
    """The worksheets in the content of a file called *name*; see `read_file`."""
    span = Span(Source(name, ""), 0, 0)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        message = f"{name} is a workbook in an old format, or has a password"
        findings.add("bad-table", message, span, _SAVE)
        return ()
    if not data.startswith(b"PK"):
        wide = data.startswith((b"\xff\xfe", b"\xfe\xff")) and not data.startswith(
            b"\xff\xfe\0\0"
        )  # UTF-16, not UTF-32
        if b"\0" in data[:1000] and not wide:
            findings.add("bad-table", f"{name} is neither a workbook nor text", span, _SAVE)
            return ()
        source = decode(name, data, findings)
        worksheet = read_csv(source, findings, delimiter) if source else None
        return _limited([worksheet], findings) if worksheet else ()
    before = findings.count
    try:
        if worksheets := _limited(_workbook(name, data), findings):
            return worksheets
        if findings.count == before:
            findings.add("bad-table", f"{name} has no worksheet", span, _SAVE)
    except (sheets.TooLarge, ArchiveTooLarge) as error:
        most = f"{sheets.MAX_ROWS:,} rows, {sheets.MAX_COLUMNS} columns and {sheets.MAX_CELLS:,} cells"
        message = f"{name}{error} is too large; a worksheet may have {most}"
        findings.add("file-too-large", message, span, "remove everything outside the table")
    except Exception as error:  # the ways in which a damaged workbook can fail are many
        why = str(error).strip().splitlines()[:1] or [type(error).__name__]
        findings.add("bad-table", f"{name} cannot be read as a workbook: {why[0][:120]}", span, _SAVE)
    return ()


def _limited(worksheets: Iterable[sheets.Worksheet], findings: Findings) -> tuple[sheets.Worksheet, ...]:
    """*worksheets*; none after a finding about a cell that is too long."""
    kept = tuple(worksheets)
    for worksheet in kept:
        for number, row in enumerate(worksheet.rows):
            for index, cell in enumerate(row):
                if len(cell.text) > sheets.MAX_CHARACTERS:
                    message = f"this cell has {len(cell.text):,} characters; the most is {sheets.MAX_CHARACTERS:,}"
                    span = worksheet.span(number, index)
                    begin = Span(span.source, span.start, min(span.end, span.start + 20))
                    findings.add("file-too-large", message, begin, "shorten it; a text of that length fits no card")
                    return ()
    return kept


def _workbook(name: str, data: bytes) -> Iterator[sheets.Worksheet]:
    parts = unzip(data, sheets.MAX_BYTES)
    if "content.xml" in parts:  # of the other parts, some are empty files
        from pawprint.interchange.spreadsheets._ods_file import read_ods

        limit_xml({"content.xml": parts["content.xml"]})
        return read_ods(name, parts["content.xml"])
    parts = {part: parts[part] for part in sorted(parts) if part.endswith((".xml", ".rels"))}
    limit_xml(parts)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:  # a new archive, so that its reader sees only what was checked
        for part, content in parts.items():
            archive.writestr(zipfile.ZipInfo(part), content)
    data = packed.getvalue()
    if "[Content_Types].xml" not in parts:
        raise ValueError("it is an archive of something else")
    from pawprint.interchange.spreadsheets.xlsx_file import read_xlsx

    return read_xlsx(name, data)
