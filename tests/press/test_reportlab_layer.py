"""ReportLab's document layer, imported alone, writes the files that the whole of ReportLab writes."""

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from pawprint.press import _pdf_file as pdf_file
from pawprint.press import _reportlab_layer as reportlab_layer

TEXTS = ["", "plain", "(a) b\\c)", "Épreuve – œuf", "2 €", "\t\r\n\x7f", "žluť", "猫と犬", "🐾", "\ufeff", "a\u202eb"]

PROGRAM = """
import sys
from pawprint.press._pdf_file import PdfFile
file = PdfFile("en")
file.outline([("Fronts", file.page("/MediaBox[0 0 9 9]") + " /Fit", 1)])
sys.stdout.buffer.write(file.finish(title="T", subject="", author="", keywords="", duplex=None))
"""


@pytest.fixture(scope="module")
def whole() -> Iterator[ModuleType]:
    """The module `pdf_file`, executed again with the whole of ReportLab."""
    layer = import_module("reportlab.pdfbase.pdfdoc")
    spec = spec_from_file_location("pdf_file_with_all_of_reportlab", pdf_file.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reportlab_layer, "document_layer", lambda: layer)
        patch.setattr(layer, "TimeStamp", reportlab_layer.FixedTime)
        spec.loader.exec_module(module)
        yield module


def written(module: ModuleType, text: str, packed: bool) -> bytes:
    """A file with everything that ReportLab writes in it, and *text* in all places that have one."""
    file = module.PdfFile("fr")
    file.fonts({"F1": file.add("/Type/Font/Subtype/Type1/BaseFont/Helvetica")})
    contents = file.add("", b"BT ET\r", packed=True)
    first, second = (file.page(f"/MediaBox[0 0 9 9]/Contents {contents}") for _ in "12")
    file.outline([(text, f"{first} /Fit", 1), (f"{text}.", f"{second} /Fit", 2), (text, f"{second} /Fit", 1)])
    file.catalog("/MarkInfo<</Marked true>>")
    file.information(f"/GTS{file.string(text)}")
    data: bytes = file.finish(title=text, subject=text, author=text, keywords=text, duplex="simplex", packed=packed)
    return data


@pytest.mark.parametrize("packed", [False, True])
def test_files_are_those_that_the_whole_of_reportlab_writes(whole: ModuleType, packed: bool) -> None:
    assert pdf_file.pdfdoc is not whole.pdfdoc
    for text in TEXTS:
        assert written(pdf_file, text, packed) == written(whole, text, packed), text


def test_others_in_the_same_process_get_the_whole_of_reportlab() -> None:
    utils = import_module("reportlab.lib.utils")
    before = dict(sys.modules)
    reportlab_layer.document_layer()
    assert sys.modules["reportlab.lib.utils"] is utils
    assert hasattr(utils, "ImageReader")
    assert {name for name in sys.modules if "reportlab" in name} == {name for name in before if "reportlab" in name}


def test_a_reportlab_that_needs_other_names_is_imported_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = import_module("reportlab.pdfbase.pdfdoc")
    monkeypatch.setattr(usual, "TimeStamp", usual.TimeStamp)  # replaced below, and restored at the end
    monkeypatch.setattr(reportlab_layer, "_utilities", dict)
    assert reportlab_layer.document_layer() is usual


def test_settings_of_reportlab_have_no_influence(tmp_path: Path) -> None:
    (tmp_path / ".reportlab_mods").write_text("raise SystemExit('this ran')\n", encoding="utf-8")
    run = [sys.executable, "-c", PROGRAM]
    settings = {"RL_pdfMultiLine": "1", "RL_pdfComments": "1", "RL_invariant": "0", "HOME": str(tmp_path)}
    result = subprocess.run(run, check=True, capture_output=True, env=settings)
    assert result.stdout == subprocess.run(run, check=True, capture_output=True).stdout
