"""Spreadsheets of every kind are read as what they are, and none of them does harm."""

import datetime
import io
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.interchange.spreadsheets import csv_file, worksheet, worksheet_files
from pawprint.interchange.spreadsheets import worksheet_files as xml_limits
from pawprint.interchange.spreadsheets.csv_file import escape_formula, read_csv, unescape_formula, write_csv
from pawprint.interchange.spreadsheets.worksheet import Worksheet
from pawprint.interchange.spreadsheets.worksheet_files import read_data
from pawprint.interchange.spreadsheets.xlsx_file import XlsxColumn, unsupported_text, write_xlsx


def read(name: str, data: bytes, delimiter: str = "") -> tuple[tuple[Worksheet, ...], list[str]]:
    findings = Findings()
    worksheets = read_data(name, data, findings, delimiter)
    return worksheets, [f"{one.span} {one.code}: {one.message}" for one in findings.sorted()]


def texts(data: bytes, name: str = "t.csv", delimiter: str = "") -> list[list[str]]:
    worksheets, findings = read(name, data, delimiter)
    assert findings == []
    return [[cell.text for cell in row] for row in worksheets[0].rows]


# --- CSV ----------------------------------------------------------------------------------------------------

cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\0"), max_size=12)


@given(st.lists(st.lists(cells, min_size=2, max_size=4), min_size=1, max_size=5), st.sampled_from(",;\t"))
def test_written_table_is_read_back(rows: list[list[str]], delimiter: str) -> None:
    read = texts(write_csv(rows, delimiter), delimiter=delimiter)
    while rows and not any(rows[-1]):
        rows = rows[:-1]
    if rows and not rows[0][0].lower().startswith("sep="):
        assert read == rows


@given(st.text("'=+-@a\t", max_size=5))
def test_no_text_is_a_formula(text: str) -> None:
    assert not escape_formula(text).startswith(("=", "+", "-", "@", "\t"))
    assert unescape_formula(escape_formula(text)) == text


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        (b"id;a\nx;1,5\n", [["id", "a"], ["x", "1,5"]]),
        (b"id\ta\nx\t1;5\n", [["id", "a"], ["x", "1;5"]]),
        (b'id,"a;b;c"\nx,1\n', [["id", "a;b;c"], ["x", "1"]]),
        (b"id,a\rx,1\r", [["id", "a"], ["x", "1"]]),
        (b"sep=;\r\nid;a,b\r\n", [[], ["id", "a,b"]]),
        ("\ufeffid,é\n".encode(), [["id", "é"]]),
        ("id\té\n".encode("utf-16"), [["id", "é"]]),
        (b'id,a\nx,"1\r\n2 ""3"""\n,\n,\n', [["id", "a"], ["x", '1\n2 "3"']]),
        (b"id,a\n\nx,\n", [["id", "a"], [""], ["x", ""]]),
        (b"", []),
    ],
)
def test_csv_of_spreadsheets_is_read(data: bytes, rows: list[list[str]]) -> None:
    assert texts(data) == rows


def test_cell_points_at_its_place_in_the_file() -> None:
    source = Source("t.csv", 'id,a\nx,"1\n2",3\n')
    table = read_csv(source, Findings())
    assert table is not None
    span = table.span(1, 1)
    assert (str(span), source.text[span.start : span.end]) == ("t.csv:2:3", '"1\n2"')
    assert str(table.span(1, 2)) == "t.csv:3:4"
    assert str(table.span(1, 9)) == "t.csv:3:4", "a cell that is not there is at the last one before"


# --- workbooks ----------------------------------------------------------------------------------------------


def test_workbook_survives_writing_and_reading() -> None:
    columns = [
        XlsxColumn("id", "text"),
        XlsxColumn("n", "number"),
        XlsxColumn("home", "text", ("a", "b")),
        XlsxColumn("x", "text"),
    ]
    rows = [
        ["fox", "3", "a", "=1+1"],
        ["07", "0.25", "", "-x\ny"],
        ["1-2", "", "b", "_x0041_ é \t z"],
        ["true", "x", "b", " a "],
    ]
    data = write_xlsx([("beasts", columns, rows), ("more", columns, rows)])
    assert data == write_xlsx([("beasts", columns, rows), ("more", columns, rows)])
    worksheets, findings = read("t.xlsx", data)
    assert findings == []
    assert [(one.name, one.hidden) for one in worksheets] == [("beasts", False), ("more", False), ("_lists", True)]
    for one in worksheets[:2]:
        assert [[cell.text for cell in row] for row in one.rows] == [["id", "n", "home", "x"], *rows]
        assert {cell.kind for row in one.rows for cell in row} == {"text", "number"}
        assert not any(cell.formula for row in one.rows for cell in row)


def test_workbook_is_easy_to_edit() -> None:
    columns = [XlsxColumn("id", "text"), XlsxColumn("home", "text", tuple(f"place-{n}" for n in range(90)))]
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx([("beasts", columns, [["fox", "place-7"]])])))
    made = book["beasts"]
    assert made.freeze_panes == "B2"
    assert {made["A2"].number_format, made["B2"].number_format} == {"@"}
    assert made.column_dimensions["A"].number_format == "@", "what is typed below stays text, too"
    (rule,) = made.data_validations.dataValidation
    assert (rule.type, rule.formula1) == ("list", "'_lists'!$A$1:$A$90")
    assert "B3" in rule.sqref
    assert [book["_lists"][f"A{n}"].value for n in (1, 90)] == ["place-0", "place-89"]
    assert book["_lists"].sheet_state == "hidden"


def test_lists_that_are_alike_are_written_once() -> None:
    columns = [
        XlsxColumn("id", "text"),
        *(XlsxColumn(head, "text", ("a", "b")) for head in "xyz"),
        XlsxColumn("w", "text", ("c",)),
    ]
    book = openpyxl.load_workbook(io.BytesIO(write_xlsx([("beasts", columns, [])])))
    assert book["_lists"].dimensions == "A1:B2"


def test_long_names_of_sheets_stay_apart() -> None:
    names = ["beasts-of-the-forest-and-of-the-" + end for end in ("lake", "sea", "sky")]
    worksheets, _ = read("t.xlsx", write_xlsx([(name, [XlsxColumn("id", "text")], []) for name in names]))
    assert len({one.name for one in worksheets}) == 3
    assert max(len(one.name) for one in worksheets) <= 31


def test_unsupported_characters_of_cells_are_known() -> None:
    assert unsupported_text("a\nb\té") == ""
    assert "U+0007" in unsupported_text("a\x07")
    assert "32,768" in unsupported_text("x" * 32_768)


def workbook(fill: Callable[[Any], None]) -> bytes:
    book = openpyxl.Workbook()
    fill(book.active)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_cells_have_the_values_of_the_spreadsheet() -> None:
    def fill(made: Any) -> None:
        made.append(["id", 1, 2.5, True, datetime.date(2026, 1, 2), datetime.time(12, 30), "#REF!", 1e20])
        made["A2"] = "=1+1"
        made["C5"] = "far"

    (one,), findings = read("t.xlsx", workbook(fill))
    assert findings == []
    kinds = ["text", "number", "number", "truth", "date", "date", "error", "number"]
    assert [cell.kind for cell in one.rows[0]] == kinds
    assert [cell.text for cell in one.rows[0]][:4] == ["id", "1", "2.5", "true"]
    assert one.rows[0][4].text.startswith("2026-01-02")
    assert one.rows[1] == [worksheet.WorksheetCell("", "error", True)], "a formula that nobody has calculated"
    assert str(one.span(4, 2)) == "t.xlsx:Sheet!C5"
    assert one.cell(4, 2).text == "far"
    assert one.cell(99, 99) == worksheet.WorksheetCell()


def test_last_result_of_a_formula_is_used() -> None:
    data = workbook(lambda made: made.append(["id", "=1+1", "=1/0", "=A1"]))
    text = rewritten(data, "xl/worksheets/sheet1.xml", lambda xml: (
        xml.replace(b"<f>1+1</f><v/>", b"<f>1+1</f><v>2</v>").replace(b"<f>1+1</f><v></v>", b"<f>1+1</f><v>2</v>")
        .replace(b'<c r="C1"><f>1/0</f><v/>', b'<c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v>')
        .replace(b'<c r="C1"><f>1/0</f><v></v>', b'<c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v>')
    ))  # fmt: skip
    (one,), findings = read("t.xlsx", text)
    assert findings == []
    assert one.rows[0][1] == worksheet.WorksheetCell("2", "number", True)
    assert one.rows[0][2] == worksheet.WorksheetCell("#DIV/0!", "error", True)
    assert one.rows[0][3].kind == "error"


def rewritten(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The archive *data* with one member changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for member in source.namelist():
            content = source.read(member)
            target.writestr(member, change(content) if member == name else content)
    return out.getvalue()


def test_merged_cells_are_covered() -> None:
    def fill(made: Any) -> None:
        made.append(["id", "a", "b"])
        made.append(["x", "1", "2"])
        made.merge_cells("B2:C3")

    (one,), _ = read("t.xlsx", workbook(fill))
    assert [cell.kind for cell in one.rows[1]] == ["text", "text", "covered"]
    assert [cell.kind for cell in one.rows[2]] == ["text", "covered", "covered"]


def test_format_far_below_the_table_is_not_a_row() -> None:
    def fill(made: Any) -> None:
        made.append(["id"])
        made["A30000"].number_format = "@"

    (one,), findings = read("t.xlsx", workbook(fill))
    assert (len(one.rows), findings) == (1, [])


# --- OpenDocument -------------------------------------------------------------------------------------------

ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" xmlns:style="s" xmlns:draw="d" xmlns:dc="c">
<office:automatic-styles><style:style style:name="ta2" style:family="table">
<style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body><office:spreadsheet>%s</office:spreadsheet></office:body></office:document-content>"""


def ods(body: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS % body)
        archive.writestr("Configurations2/accelerator/current.xml", "")  # as LibreOffice writes it
    return out.getvalue()


def ods_table(rows: str, name: str = "beasts", style: str = "ta1") -> str:
    return f'<table:table table:name="{name}" table:style-name="{style}">{rows}</table:table>'


def ods_cell(text: str, kind: str = "string", more: str = "") -> str:
    return f'<table:table-cell office:value-type="{kind}" {more}><text:p>{text}</text:p></table:table-cell>'


KINDS = ["text", "number", "truth", "date", "number", "error", "text", "text", "text"]


def test_spreadsheet_of_libreoffice_is_read() -> None:
    row = "<table:table-row>" + "".join([
        ods_cell("id"),
        ods_cell("1,50", "float", 'office:value="1.5"'),
        ods_cell("WAHR", "boolean", 'office:boolean-value="true"'),
        ods_cell("02.01.26", "date", 'office:date-value="2026-01-02"'),
        ods_cell("7", "float", 'table:formula="of:=3+4" office:value="7"'),
        ods_cell("#REF!", "string", 'table:formula="of:=A9" office:string-value=""'),
        '<table:table-cell office:value-type="string"><office:annotation><text:p>no</text:p></office:annotation>'
        '<text:p>a<text:s text:c="2"/><text:span>b</text:span><text:tab/></text:p>'
        '<text:p>c</text:p></table:table-cell>',
        ods_cell("z", more='table:number-columns-repeated="2"'),
        "<table:covered-table-cell/>",
        '<table:table-cell table:number-columns-repeated="16000"/>',
    ]) + "</table:table-row>"  # fmt: skip
    blank = '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
    last = '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    data = ods(ods_table(row + blank + row + last) + ods_table("", "other", "ta2"))
    (one, other), findings = read("t.ods", data)
    assert findings == []
    assert (one.name, one.hidden, other.name, other.hidden) == ("beasts", False, "other", True)
    assert len(one.rows) == 4
    cells = one.rows[0]
    assert [cell.kind for cell in cells] == KINDS
    assert [cell.text for cell in cells] == ["id", "1.5", "true", "2026-01-02", "7", "#REF!", "a  b\t\nc", "z", "z"]
    assert [cell.formula for cell in cells][4:7] == [True, True, False]
    assert one.rows[1] == []
    assert one.rows[3] == cells
    assert str(one.span(3, 1)) == "t.ods:beasts!B4"


# --- what is none, or would do harm -------------------------------------------------------------------------

ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'


def archive(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name.replace("__", "."), content)
    return out.getvalue()


def sheet_xml(more: str = "", rows: str = "") -> bytes:
    """A workbook with one cell, and with XML after its rows and after its cells."""

    def change(content: bytes) -> bytes:
        return content.replace(b"</sheetData>", f"{rows}</sheetData>{more}".encode())

    return rewritten(workbook(lambda made: made.cell(1, 1, "id")), "xl/worksheets/sheet1.xml", change)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04 nonsense", "bad-table"),
        (archive(hello__txt=b"hello"), "bad-table"),
        (archive(**{"[Content_Types]__xml": b"<x"}), "bad-table"),
        (archive(content__xml=b"<a"), "bad-table"),
        (archive(content__xml=(ENTITIES + "<a>&b;</a>").encode()), "bad-table"),
        (archive(**{"[Content_Types]__xml": b"<x/>", "xl/workbook__xml": (ENTITIES + "<a>&b;</a>").encode()}),
         "bad-table: t cannot be read as a workbook: xl/workbook.xml has a document type"),
        (archive(content__xml=b"<a>" + b" " * 41_000_000 + b"</a>"), "file-too-large"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "bad-table: t is a workbook in an old format, or has a password"),
        (b"%PDF\0\0", "bad-table"),
        (b"id,name\nx,H\xe9ron\n", "file-unreadable: t is not UTF-8: byte 0xE9"),
        (b'id,name\nx,"open\n', "bad-table: the quoted cell that begins here has no closing quote"),
        (b"id\n" + b"x\n" * 20_001, "file-too-large"),
        (b"id" + b"," * 600 + b"\n", "file-too-large"),
        (ods(ods_table(f'<table:table-row table:number-rows-repeated="900000">{ods_cell("x")}</table:table-row>')),
         "file-too-large"),
        (ods(ods_table("<table:table-row>" + ods_cell("x", more='table:number-columns-repeated="16000"')
                       + "</table:table-row>")), "file-too-large"),
        (workbook(lambda made: made.cell(1_000_000, 1, "x")), "file-too-large: t:Sheet!A1000000 is"),
        (workbook(lambda made: made.cell(1, 16_000, "x")), "file-too-large: t:Sheet!WQJ1 is"),
        (ods(ods_table("<table:table-row>" + ods_cell("x<text:s text:c=\"999999999\"/>" * 99) + "</table:table-row>")),
         "file-too-large: this cell has 50,00"),
        (ods(""), "bad-table: t has no worksheet"),
        (sheet_xml('<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'), "file-too-large"),
        (sheet_xml(rows='<row r="99999999999"/>'), "file-too-large"),
        (sheet_xml("<a>" * 300 + "</a>" * 300), "file-too-large"),
        (sheet_xml("<a>"), "bad-table: t cannot be read as a workbook: xl/worksheets/sheet1.xml mismatched tag"),
    ],
)  # fmt: skip
def test_unreadable_file_is_reported(data: bytes, said: str) -> None:
    worksheets, findings = read("t", data)
    assert worksheets == ()
    assert len(findings) == 1
    assert findings[0].split(" ", 1)[1].startswith(said)


def test_last_column_that_is_allowed_is_read() -> None:
    for column, expected in ((worksheet.MAX_COLUMNS, 0), (worksheet.MAX_COLUMNS + 1, 1)):
        data = workbook(lambda made, at=column: made.cell(1, at, "x"))  # type: ignore[misc]
        assert len(read("t", data)[1]) == expected


@pytest.mark.parametrize(
    "data",
    [
        b"id\n" + (b"," * 499 + b"\n") * 3,
        ods(ods_table('<table:table-row table:number-rows-repeated="3">'
                      + ods_cell("x", more='table:number-columns-repeated="400"') + "</table:table-row>")),
        sheet_xml(rows='<row><c r="SF2"/><c r="SF2" t="inlineStr"><is><t>x</t></is></c></row>' * 3),
        sheet_xml(rows="<row/>" * 5_000),
        sheet_xml(rows='<row><c r="ZZZ1"/></row>'),
    ],
)  # fmt: skip
def test_cells_are_limited_in_all_rows_together(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (csv_file, worksheet):
        monkeypatch.setattr(module, "MAX_CELLS", 1_000)
    monkeypatch.setattr(xml_limits, "MAX_ELEMENTS", 4_000)
    worksheets, findings = read("t", data)
    assert worksheets == ()
    assert [one.split(" ")[1] for one in findings] == ["file-too-large:"]


@pytest.mark.parametrize(("rows", "fits"), [(100, True), (101, False)])
def test_cells_before_the_first_cell_with_a_column_name_are_counted(
    rows: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xml_limits, "MAX_ELEMENTS", 1_000)
    part = b"<data>" + b'<row><c r="J1"/></row>' * rows + b"</data>"
    if fits:
        xml_limits.limit_xml({"sheet": part})
    else:
        with pytest.raises(worksheet.TooLarge):
            xml_limits.limit_xml({"sheet": part})


def test_missing_file_is_reported(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    findings = Findings()
    assert worksheet_files.read_file(tmp_path / "t.csv", findings) == ()
    assert worksheet_files.read_file(tmp_path, findings) == ()
    assert [one.code for one in findings.sorted()] == ["file-unreadable", "file-missing"]
    monkeypatch.setattr(worksheet, "MAX_BYTES", 3)
    (tmp_path / "t.csv").write_bytes(b"id,a")
    assert worksheet_files.read_file(tmp_path / "t.csv", findings) == ()
    assert "file-too-large" in [one.code for one in findings.sorted()]


def test_truncated_workbook_is_reported() -> None:
    data = write_xlsx([("beasts", [XlsxColumn("id", "text")], [["fox"]])])
    for cut in range(0, len(data), 97):
        worksheets, findings = read("t.xlsx", data[:cut])
        assert bool(worksheets) != bool(findings) or cut == 0


def test_declared_size_of_an_archive_is_not_trusted() -> None:
    begin, size = b" " * 1000, 30_000_000
    packed = io.BytesIO()
    plain = io.BytesIO(workbook(lambda made: None))
    with zipfile.ZipFile(plain) as book, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        for name in book.namelist():
            bomb.writestr(name, book.read(name))
        bomb.writestr("large.xml", b" " * size)
    honest = packed.getvalue()
    lie = honest.replace(size.to_bytes(4, "little"), len(begin).to_bytes(4, "little"))
    lie = lie.replace(zlib.crc32(b" " * size).to_bytes(4, "little"), zlib.crc32(begin).to_bytes(4, "little"))
    assert lie != honest
    tracemalloc.start()
    read("t.xlsx", lie)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size / 2


def test_archive_with_large_contents_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    data = workbook(lambda made: made.cell(1, 1, "a" * 30_000))
    assert read("t.xlsx", data)[1] == []
    monkeypatch.setattr(worksheet, "MAX_BYTES", 20_000)
    assert read("t.xlsx", data)[1][0].split(" ")[1] == "file-too-large:"


@pytest.mark.parametrize("book", [False, True])
def test_cell_as_long_as_a_book_is_too_large(book: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worksheet, "MAX_CHARACTERS", 50)
    table = [["id", "a"], ["fox", "x" * 51]]
    data = write_xlsx([("t", [XlsxColumn(head, "text") for head in table[0]], table[1:])]) if book else write_csv(table)
    worksheets, findings = read("t", data)
    assert worksheets == ()
    assert findings == [f"{'t:t!B2' if book else 't:2:5'} file-too-large: this cell has 51 characters; the most is 50"]


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-32", "bad-table: t is neither"),
        ("utf-16-le", "bad-table: t is neither"),
        ("cp1252", "file-unreadable: t is"),
    ],
)
def test_other_encodings_are_reported(encoding: str, said: str) -> None:
    worksheets, findings = read("t", "id,name\nfox,H\u00e9ron\n".encode(encoding))
    assert worksheets == ()
    assert findings[0].split(" ", 1)[1].startswith(said)
    half = "id,name\nfox,H\u00e9ron\n".encode("utf-16")[:-1]
    assert "is not UTF-16" in read("t", half)[1][0]


def test_stray_cell_is_reported_with_its_place() -> None:
    assert "Sheet!A1000000" in read("t", workbook(lambda made: made.cell(1_000_000, 1, "x")))[1][0]
