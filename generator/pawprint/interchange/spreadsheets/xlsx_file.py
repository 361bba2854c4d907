"""Excel workbooks <-> cells, headers, widths and drop-down lists, with openpyxl.

Formulas are not evaluated, and no text becomes a formula.
"""

import datetime
import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pawprint.core.files import zip_files
from pawprint.interchange.spreadsheets import worksheet as sheets

#: A hidden worksheet with the choices of drop-downs; a list in the validation rule itself may have only 255 characters.
OPTIONS_WORKSHEET = "_lists"
#: Number of rows below the table that also have drop-downs, for new records.
SPARE_ROWS = 200
#: The most characters that a cell can have.
MAX_CELL_CHARACTERS = 32_767
MAX_COLUMN_WIDTH = 60

#: Characters that XML does not allow.
_UNSUPPORTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
#: Text that Excel would take for an escaped character.
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class XlsxColumn(NamedTuple):
    """A column to be written.

    Attributes:
        kind: `text` or `number`.
        options: what a drop-down offers; none if empty.
    """

    header: str
    kind: str
    options: tuple[str, ...] = ()


def unsupported_text(text: str) -> str:
    """Why a cell cannot hold *text*; empty if it can."""
    if len(text) > MAX_CELL_CHARACTERS:
        return f"has {len(text):,} characters; a cell of a workbook takes {MAX_CELL_CHARACTERS:,}"
    sign = _UNSUPPORTED.search(text)
    return f"has the control character U+{ord(sign[0]):04X}, which no workbook can hold" if sign else ""


def write_xlsx(worksheets: Iterable[tuple[str, Sequence[XlsxColumn], Sequence[Sequence[str]]]]) -> bytes:
    """A workbook; the same worksheets make the same bytes.

    Args:
        worksheets: name, columns and rows of each; texts must be sayable. The first column is the one of ids.
    """
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill
    from openpyxl.worksheet.datavalidation import DataValidation

    book = Workbook()
    book.remove(book.active)
    lists: dict[tuple[str, ...], str] = {}
    bold, grey = Font(name="Calibri", size=11, bold=True), PatternFill("solid", start_color="EEEEEE")
    top = Alignment(vertical="top", wrap_text=True)
    for name, columns, rows in worksheets:
        worksheet = book.create_sheet(_title(name, book.sheetnames))
        worksheet.freeze_panes = "B2"
        for number, column in enumerate(columns):
            letter = sheets.column_letters(number)
            worksheet[f"{letter}1"] = column.header
            worksheet[f"{letter}1"].font, worksheet[f"{letter}1"].fill = bold, grey
            longest = max((len(line) for row in rows for line in row[number].split("\n")), default=0)
            worksheet.column_dimensions[letter].width = min(MAX_COLUMN_WIDTH, max(longest, len(column.header)) + 3)
            if column.kind == "text":  # for rows that will be added, too: what is typed there stays as it is typed
                worksheet.column_dimensions[letter].number_format = "@"
            for index, row in enumerate(rows, 2):
                cell = worksheet[f"{letter}{index}"]
                _fill(cell, row[number], column.kind)
                cell.alignment = top
                if number == 0:
                    cell.fill = grey
            if column.options:
                area = lists.setdefault(
                    column.options, f"'{OPTIONS_WORKSHEET}'!${sheets.column_letters(len(lists))}$1:"
                )
                area += f"${area.split('$')[1]}${len(column.options)}"
                rule = DataValidation(type="list", formula1=area, allow_blank=True, showErrorMessage=True)
                rule.errorTitle, rule.error = column.header, f"{column.header} takes one of its list"
                rule.add(f"{letter}2:{letter}{len(rows) + SPARE_ROWS + 1}")
                worksheet.add_data_validation(rule)
    if lists:
        worksheet = book.create_sheet(OPTIONS_WORKSHEET)
        worksheet.sheet_state = "hidden"
        for number, options in enumerate(lists):
            for index, option in enumerate(options):
                _fill(worksheet[f"{sheets.column_letters(number)}{index + 1}"], option, "text")
    out = io.BytesIO()
    book.save(out)
    return _dateless(out)


def _fill(cell: Any, text: str, kind: str) -> None:
    if kind == "text":
        cell.number_format = "@"
    if not text:
        return
    if kind == "number":
        try:
            cell.value = int(text) if "." not in text else float(text)
            return
        except ValueError:
            pass
    cell.value = _ESCAPE.sub("_x005F_", text)
    cell.data_type = "s"  # else openpyxl turns a text that begins with = into a formula
    cell.number_format = "@"


def _title(name: str, taken: Sequence[str]) -> str:
    """A name that a worksheet may have: 31 characters at most, each name once."""
    title, number = name[:31], 1
    while title.lower() in {other.lower() for other in taken}:
        number += 1
        title = f"{name[: 30 - len(str(number))]}~{number}"
    return title


def worksheet_title(name: str) -> str:
    """What the worksheet of a component is called that stands alone in its workbook."""
    return _title(name, ())


def _dateless(written: io.BytesIO) -> bytes:
    """The same workbook without the time of day in it."""
    with zipfile.ZipFile(written) as source:
        files = {name: source.read(name) for name in source.namelist()}
    properties = "docProps/core.xml"
    files[properties] = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2000-01-01T00:00:00Z", files[properties])
    return zip_files(files)


def read_xlsx(name: str, data: bytes) -> Iterator[sheets.Worksheet]:
    """The worksheets of a workbook, in order.

    Args:
        name: of the file, for messages.

    Raises:
        TooLarge: a worksheet has too many rows, columns or cells.
        Exception: whatever openpyxl makes of what is no workbook.
    """
    book = _open(data, formulas=True)
    results: Any = None
    for worksheet in book.worksheets:
        covered = _covered(data, getattr(worksheet, "_worksheet_path", ""))
        rows: list[list[sheets.WorksheetCell]] = []
        last: dict[int, list[Any]] | None = None
        count = 0
        for number, row in enumerate(_cells(worksheet)):
            if any(cell.data_type == "f" for cell in row):
                if last is None:
                    results = results or _open(data, formulas=False)
                    last = {
                        index: [cell.value for cell in cells]
                        for index, cells in enumerate(_cells(results[worksheet.title]))
                    }
                done = last.get(number, [])
                cells = [
                    _cell(done[index] if index < len(done) else None, True)
                    if cell.data_type == "f"
                    else _cell(cell.value, error=cell.data_type == "e")
                    for index, cell in enumerate(row)
                ]
            else:
                cells = [_cell(cell.value, error=cell.data_type == "e") for cell in row]
            for column in covered.get(number, ()):
                cells += [sheets.WorksheetCell()] * (column + 1 - len(cells))
                cells[column] = sheets.WorksheetCell("", "covered")
            cells = sheets.trimmed(cells)
            count += len(cells)
            if len(cells) > sheets.MAX_COLUMNS or count > sheets.MAX_CELLS or (cells and number >= sheets.MAX_ROWS):
                raise sheets.TooLarge(f":{worksheet.title}!{sheets.column_letters(len(cells) - 1)}{number + 1}")
            if number < sheets.MAX_ROWS:
                rows.append(cells)
        yield sheets.trimmed_worksheet(name, worksheet.title, rows, worksheet.sheet_state != "visible")


def _open(data: bytes, formulas: bool) -> Any:
    from openpyxl import load_workbook

    with warnings.catch_warnings():  # it speaks of parts that it does not read
        warnings.simplefilter("ignore")
        return load_workbook(io.BytesIO(data), read_only=True, data_only=not formulas, keep_links=False)


def _cells(worksheet: Any) -> Iterator[tuple[Any, ...]]:
    worksheet.reset_dimensions()  # the size that a worksheet declares is often wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield from worksheet.iter_rows()


def _cell(value: Any, formula: bool = False, error: bool = False) -> sheets.WorksheetCell:
    if value is None:
        return sheets.WorksheetCell("", "error" if formula else "text", formula)
    if isinstance(value, bool):
        return sheets.WorksheetCell("true" if value else "false", "truth", formula)
    if isinstance(value, int | float):
        return sheets.WorksheetCell(f"{value:.15g}", "number", formula)
    if isinstance(value, datetime.date | datetime.time | datetime.timedelta):
        return sheets.WorksheetCell(str(value), "date", formula)
    text = str(value).replace("_x000D_", "\r").replace("_x005F_", "_").replace("\r\n", "\n").replace("\r", "\n")
    return sheets.WorksheetCell(text, "error" if error or (formula and text.startswith("#")) else "text", formula)


def _covered(data: bytes, part: str) -> dict[int, list[int]]:
    """Row -> columns, counted from 0, of the cells that are merged with another one.

    Raises:
        TooLarge: they are more than the cells of any table.
    """
    result: dict[int, list[int]] = {}
    count = 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(part) if part in archive.namelist() else b""
    for match in re.finditer(rb'<mergeCell ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"', text):
        first, last = _number(match[1]), _number(match[3])
        top = int(match[2]) - 1
        rows, columns = range(top, min(int(match[4]), sheets.MAX_ROWS)), range(first, min(last + 1, sheets.MAX_COLUMNS))
        count += len(rows) * len(columns)
        if count > sheets.MAX_CELLS:
            raise sheets.TooLarge
        for row in rows:
            result.setdefault(row, []).extend(column for column in columns if (row, column) != (top, first))
    return result


def _number(name: bytes) -> int:
    number = 0
    for letter in name:
        number = number * 26 + letter - ord("A") + 1
    return number - 1
