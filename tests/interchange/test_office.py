"""A real office program opens our tables and saves them again: nothing is lost, and nothing is made of the texts."""

import io
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from interchange.toy import Toy
from pawprint.core.diagnostics import Findings
from pawprint.interchange.spreadsheets.exchange import as_csv, as_xlsx
from pawprint.interchange.spreadsheets.worksheet_files import read_data

OFFICE = shutil.which("soffice") or ""
pytestmark = pytest.mark.skipif(not OFFICE, reason="LibreOffice is not installed")

#: CSV in UTF-8 with quotes; each worksheet into a file of its own.
CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
#: What spreadsheets like to take for something else, or to tidy up. LibreOffice itself loses tabs from ODS to XLSX.
TEXTS = (
    *("=1+1", "+3", "-", "-x", "@home", "0755", "1-2", "3/4", "12:30", "50%", "1e5", "1,5", "TRUE", "vrai", "#REF!"),
    *("'quoted", "''", " before", "behind ", "two  spaces", "two\nlines", "\nline", '"said"', "a;b,c"),
    *(
        "_x0041_",
        "A\u00a0b\u00adc",
        "\u2019\u00e9 \u2013 \u732b \U0001f43e",
        "<b>&amp;",
        "https://example.org",
        "&",
        "*",
    ),
)


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    """Beasts whose texts are difficult in every language."""
    made = Toy(tmp_path)
    records = "".join(
        f"  - {{id: b{number}, name: B, text: {quoted}, code: {quoted}, level: {number % 8}}}\n"
        for number, quoted in enumerate(map(_quoted, TEXTS))
    )
    made.write("beasts.yaml", f"beasts:\n{records}")
    return made


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def saved(folder: Path, name: str, data: bytes, form: str, *words: str) -> dict[str, bytes]:
    """The files that the program makes of one file, in the form that is asked for."""
    folder.mkdir()
    (folder / name).write_bytes(data)
    home = f"-env:UserInstallation={(folder.parent / 'home').as_uri()}"
    command = [OFFICE, home, "--headless", *words, "--convert-to", form, "--outdir", str(folder / "out"), name]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300)
    made = {path.name: path.read_bytes() for path in (folder / "out").glob("*")}
    assert made, done.stdout + done.stderr
    return made


def book(toy: Toy) -> bytes:
    game, findings = toy.load(), Findings()
    data = as_xlsx(game, [*game.components.values()], findings)
    assert data is not None
    assert not findings.sorted()
    return data


def unchanged(toy: Toy, name: str, data: bytes) -> None:
    done = toy.take(data, name)
    assert done.findings == []
    assert [(one.old, one.new) for one in done.plan.found[0].changes] == []
    assert done.plan.files == {}
    assert done.plan.found[0].missing == []
    assert done.after == done.before


def test_workbook_is_saved_as_workbooks_and_as_csv(toy: Toy, tmp_path: Path) -> None:
    plain = book(toy)
    excel = saved(tmp_path / "a", "t.xlsx", plain, "xlsx")["t.xlsx"]
    open_document = saved(tmp_path / "b", "t.xlsx", plain, "ods")["t.ods"]
    there_and_back = saved(tmp_path / "c", "t.ods", open_document, "xlsx")["t.xlsx"]
    from_excel = saved(tmp_path / "d", "t.xlsx", plain, CSV)["t-beasts.csv"]
    from_open_document = saved(tmp_path / "e", "t.ods", open_document, CSV)["t-beasts.csv"]
    unchanged(toy, "t.xlsx", excel)
    unchanged(toy, "t.ods", open_document)
    unchanged(toy, "t.xlsx", there_and_back)
    unchanged(toy, "t.csv", from_excel)
    unchanged(toy, "t.csv", from_open_document)
    for data in (plain, excel, there_and_back):
        assert drop_downs(data) == drop_downs(plain) != {}
    (worksheet, lists) = read_data("t.ods", open_document, Findings())
    assert (worksheet.hidden, lists.hidden) == (False, True)


def drop_downs(data: bytes) -> dict[str, str]:
    """Cells -> where their choices stand."""
    rules = openpyxl.load_workbook(io.BytesIO(data))["beasts"].data_validations.dataValidation
    return {str(rule.sqref): rule.formula1.replace("'", "") for rule in rules if rule.type == "list"}


def test_csv_file_is_opened_and_saved(toy: Toy, tmp_path: Path) -> None:
    game = toy.load()
    data = as_csv(game, game.components["beasts"], ",")
    opened = saved(tmp_path / "a", "t.csv", data, CSV, "--infilter=CSV:44,34,76,1")
    (made,) = opened.values()
    done = toy.take(made)
    assert done.plan.found[0].changes == [], "what was taken for something else is told, and stays"
    assert set(done.codes) == {"converted-cell"}
