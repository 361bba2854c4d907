"""The check that a file must pass before it says that it is PDF/X: one fault at a time is put into a good file."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String
from PIL import Image

from pawprint.core.colour import Colour
from pawprint.graphics.ops import DrawImage
from pawprint.press.pdfx_check import pdfx_faults
from press import sample
from press.separated import card_side, card_with_black_text, separated_file


@pytest.mark.parametrize("standard", ["x4", "x1a"])
def test_good_files_have_no_faults(standard: str) -> None:
    assert pdfx_faults(separated_file((card_with_black_text(),), standard), standard) == []


def test_transparency_is_a_fault_of_the_older_standard_only(tmp_path: Path) -> None:
    Image.new("RGBA", (60, 30), (200, 30, 30, 128)).save(tmp_path / "photo.png")
    for op in (
        sample.box(0, 0, 9, 9, Colour(9, 9, 200), fill_opacity=0.5),
        DrawImage(0, 0, 9, 9, str(tmp_path / "photo.png")),
    ):
        assert pdfx_faults(separated_file((card_side(op),), "x4"), "x4") == []
        assert "it has transparency" in pdfx_faults(separated_file((card_side(op),), "x1a"), "x1a")


def test_file_for_the_screen_is_not_pdfx() -> None:
    faults = pdfx_faults(sample.write([card_with_black_text()], title="Test", language="en"), "x4")
    assert "page 1: it has colours in RGB" in faults
    assert "it has 0 printing conditions and not one" in faults
    assert pdfx_faults(b"no file", "x4")[0].startswith("the file cannot be read")


def _content(pdf: Pdf, text: bytes) -> None:
    pdf.pages[0].contents_add(pdf.make_stream(text))


def _image(pdf: Pdf, **entries: object) -> None:
    image = pdf.make_stream(b"\0\0\0", Type=Name.XObject, Subtype=Name.Image, Width=1, Height=1, BitsPerComponent=8)
    for key, value in entries.items():
        image[f"/{key}"] = value
    pdf.pages[0].Resources.XObject = Dictionary(Im=image)


def _without(key: str) -> Callable[[Pdf], None]:
    def change(pdf: Pdf) -> None:
        del pdf.pages[0].obj[key]

    return change


def _metadata(pdf: Pdf, old: bytes, new: bytes) -> None:
    data = pdf.Root.Metadata.read_bytes()
    assert old in data
    pdf.Root.Metadata.write(data.replace(old, new))


def _unembedded(pdf: Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and thing.get("/Type") == Name.FontDescriptor:
            del thing["/FontFile2"]


FAULTS: list[tuple[str, Callable[[Pdf], object]]] = [
    ("colours in RGB", lambda pdf: _content(pdf, b"1 0 0 rg 0 0 9 9 re f")),
    ("colours in Lab", lambda pdf: _content(pdf, b"/Lab cs")),
    ("white that overprints", lambda pdf: _content(pdf, b"/Overprint gs 0 0 0 0 k 0 0 9 9 re f")),
    ("a graphics state /Other", lambda pdf: _content(pdf, b"/Other gs")),
    ("images within its content", lambda pdf: _content(pdf, b"BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI")),
    ("an image or a gradient in DeviceRGB", lambda pdf: _image(pdf, ColorSpace=Name.DeviceRGB)),
    (
        "an image or a gradient in DeviceRGB",
        lambda pdf: _image(pdf, ColorSpace=Array([Name.Indexed, Name.DeviceRGB, 0, String("abc")])),
    ),
    ("LZWDecode", lambda pdf: _image(pdf, ColorSpace=Name.DeviceGray, Filter=Name.LZWDecode)),
    ("an entry Alternates", lambda pdf: _image(pdf, ColorSpace=Name.DeviceGray, Alternates=Array())),
    (
        "mixes colours in DeviceRGB",
        lambda pdf: setattr(pdf.pages[0].obj, "Group", Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)),
    ),
    ("no TrimBox", _without("/TrimBox")),
    ("no BleedBox", _without("/BleedBox")),
    ("do not lie within", lambda pdf: setattr(pdf.pages[0].obj, "TrimBox", Array([-9, 0, 50, 50]))),
    ("TrimBox and an ArtBox", lambda pdf: setattr(pdf.pages[0].obj, "ArtBox", Array([9, 9, 50, 50]))),
    ("annotations", lambda pdf: setattr(pdf.pages[0].obj, "Annots", Array())),
    ("an action", lambda pdf: setattr(pdf.pages[0].obj, "AA", Dictionary())),
    ("OpenAction", lambda pdf: setattr(pdf.Root, "OpenAction", Dictionary())),
    ("AcroForm", lambda pdf: setattr(pdf.Root, "AcroForm", Dictionary())),
    ("EmbeddedFiles", lambda pdf: setattr(pdf.Root, "Names", Dictionary(EmbeddedFiles=Dictionary()))),
    ("0 printing conditions", lambda pdf: pdf.Root.__delattr__("OutputIntents")),
    ("2 printing conditions", lambda pdf: pdf.Root.OutputIntents.append(pdf.Root.OutputIntents[0])),
    (
        "profile of the printing condition is not embedded",
        lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/DestOutputProfile"),
    ),
    ("not that of a printer", lambda pdf: pdf.Root.OutputIntents[0].DestOutputProfile.write(b"\0" * 200)),
    ("no OutputConditionIdentifier", lambda pdf: pdf.Root.OutputIntents[0].__delitem__("/OutputConditionIdentifier")),
    ("whether it is trapped", lambda pdf: pdf.docinfo.__setitem__("/Trapped", Name.Unknown)),
    ("no Title", lambda pdf: pdf.docinfo.__delitem__("/Title")),
    ("title is not the same", lambda pdf: pdf.docinfo.__setitem__("/Title", String("Another"))),
    ("does not say that it is PDF/X-4", lambda pdf: _metadata(pdf, b"PDF/X-4", b"PDF/X-3")),
    ("no xmp:MetadataDate", lambda pdf: _metadata(pdf, b"MetadataDate>", b"OtherDate>")),
    ("no metadata", lambda pdf: pdf.Root.__delattr__("Metadata")),
    ("is not embedded", _unembedded),
]


@pytest.mark.parametrize(("fault", "change"), FAULTS, ids=[fault for fault, _ in FAULTS])
def test_each_fault_is_found(fault: str, change: Callable[[Pdf], object]) -> None:
    out = BytesIO()
    with pikepdf.open(BytesIO(separated_file((card_with_black_text(),)))) as pdf:
        change(pdf)
        how = {"compress_streams": False, "stream_decode_level": pikepdf.StreamDecodeLevel.none}
        pdf.save(out, fix_metadata_version=False, object_stream_mode=pikepdf.ObjectStreamMode.disable, **how)
    faults = pdfx_faults(out.getvalue(), "x4")
    assert any(fault in found for found in faults), faults


def test_newer_features_are_faults_of_the_older_standard() -> None:
    data = separated_file((card_with_black_text(),), "x1a")
    out = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        pdf.save(out, min_version="1.5", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    faults = pdfx_faults(out.getvalue(), "x1a")
    assert "it is PDF 1.5, and PDF/X-1a:2003 is PDF 1.4" in faults
