"""Files for a press, read by others: pikepdf walks all content, Ghostscript makes the plates."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from pawprint.press.file_metadata import COATED_PROFILE
from press import sample
from press.sample import MM
from press.separated import card_with_black_text, sample_file, separated_file


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture one can see through."""
    Image.new("RGBA", (60, 30), (200, 30, 30, 128)).save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


def streams(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """The content of all pages and forms."""
    for page in pdf.pages:
        yield page.obj.Contents
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            yield thing


def spaces(pdf: pikepdf.Pdf) -> set[str]:
    """The names of all colour spaces of images, gradients and transparency groups."""
    found = set()
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Stream | pikepdf.Dictionary):
            group = thing.get("/Group")
            for space in (thing.get("/ColorSpace"), group.get("/CS") if group is not None else None):
                if isinstance(space, pikepdf.Name):
                    found.add(str(space))
                elif isinstance(space, pikepdf.Array):
                    found.add(str(space[0]))
    return found


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def test_no_colour_is_rgb(photo: Path) -> None:
    with opened(sample_file(photo)) as pdf:
        operators = {
            str(instruction.operator) for stream in streams(pdf) for instruction in pikepdf.parse_content_stream(stream)
        }
        assert operators >= {"k", "K", "scn", "SCN", "sh", "Do"}
        assert not operators & {"rg", "RG"}
        assert spaces(pdf) == {"/DeviceCMYK", "/DeviceGray"}


def test_black_text_is_black_ink_that_overprints_and_white_text_knocks_out() -> None:
    with opened(separated_file((card_with_black_text(),))) as pdf:
        (page,) = pdf.pages
        states = page.Resources.ExtGState
        ink, overprints, shown = (), False, []
        for operands, operator in pikepdf.parse_content_stream(page):
            match str(operator):
                case "gs":
                    overprints = bool(states[str(operands[0])].get("/op", overprints))
                case "k":
                    ink = tuple(float(one) for one in operands)
                case "Tj" | "TJ":
                    shown.append((ink, overprints))
        assert shown == [((0, 0, 0, 1), True), ((0, 0, 0, 0), False)]
        assert {state.get("/OPM") for state in states.values()} == {1}


def test_spot_inks_are_separate_colour_spaces() -> None:
    with opened(separated_file((card_with_black_text(),))) as pdf:
        found = {str(space[1]): space for space in pdf.pages[0].Resources.ColorSpace.values()}
        assert set(found) == {"/Foil", "/die-cut"}
        for space in found.values():
            assert (space[0], space[2]) == ("/Separation", "/DeviceCMYK")
        assert [float(part) for part in found["/Foil"][3].C1] == [0, 0.2, 0.8, 0.1]


def test_file_declares_its_printing_condition() -> None:
    with opened(separated_file((card_with_black_text(),))) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "FOGRA39")
        assert intent.DestOutputProfile.N == 4
        assert intent.DestOutputProfile.read_bytes() == COATED_PROFILE.read_bytes()
        assert pdf.docinfo.Trapped == "/False"
        assert pdf.pdf_version == "1.6"
        with pdf.open_metadata() as metadata:
            assert metadata["pdfxid:GTS_PDFXVersion"] == "PDF/X-4"
            assert metadata["dc:title"] == str(pdf.docinfo.Title) == "Épreuve"
            assert metadata["pdf:Trapped"] == "False"
            assert metadata["xmpMM:DocumentID"].startswith("uuid:")
        first, second = pdf.trailer.ID
        assert bytes(first) == bytes(second)
        assert re.fullmatch(rb"[0-9a-f]{32}", bytes(first))
        page = pdf.pages[0]
        assert [float(corner) for corner in page.TrimBox] == pytest.approx(
            [3 * MM, 3 * MM, 43 * MM, 63 * MM], abs=0.001
        )
        assert [float(corner) for corner in page.BleedBox] == pytest.approx([0, 0, 46 * MM, 66 * MM], abs=0.001)


def test_older_standard_is_named_on_request() -> None:
    with opened(separated_file((card_with_black_text(),), "x1a")) as pdf:
        assert pdf.pdf_version == "1.4"
        assert pdf.docinfo.GTS_PDFXVersion == "PDF/X-1a:2003"
        with pdf.open_metadata() as metadata:
            assert "pdfxid:GTS_PDFXVersion" not in metadata


def test_pages_have_stable_bytes_and_screen_pages_have_no_inks() -> None:
    assert separated_file((card_with_black_text(),)) == separated_file((card_with_black_text(),))
    screen = sample.write([card_with_black_text()], title="Test", language="en")
    for word in (b"DeviceCMYK", b"Separation", b"Overprint", b"OutputIntent"):
        assert word not in screen


def plates(data: bytes, folder: Path) -> dict[str, Image.Image]:
    """The plates of the first page by Ghostscript, which is another program: 255 is solid."""
    (folder / "card.pdf").write_bytes(data)
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiffsep", "-r100", "-dLastPage=1"]
    subprocess.run([*command, f"-sOutputFile={folder / 'p.tif'}", str(folder / "card.pdf")], check=True)
    return {
        path.stem.partition("(")[2].removesuffix(")"): ImageChops.invert(Image.open(path).convert("L"))
        for path in folder.glob("p(*).tif")
    }


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_ghostscript_prints_the_intended_plates(tmp_path: Path) -> None:
    found = plates(separated_file((card_with_black_text(),)), tmp_path)
    assert set(found) == {"Cyan", "Magenta", "Yellow", "Black", "Foil", "die-cut"}
    scale = 100 / 72

    def part(plate: str, x: float, y: float, width: float, height: float) -> tuple[int, int]:
        left, top = (x + 3 * MM) * scale, (y + 3 * MM) * scale
        box = (left, top, left + width * scale, top + height * scale)
        low, high = found[plate].crop(tuple(round(side) for side in box)).getextrema()  # type: ignore[misc]
        return low, high

    black_text, white_text, foil = (10, 14, 40, 14), (10, 44, 40, 14), (14, 84, 30, 30)
    ground = part("Yellow", 60, 20, 10, 10)
    assert part("Yellow", *black_text) == ground
    assert part("Black", *black_text)[1] == 255
    assert part("Yellow", *white_text) == (0, ground[1])
    assert part("Foil", *foil) == (255, 255)
    assert part("Yellow", *foil) == ground
    assert part("die-cut", -5, 60, 8, 4)[1] > 0
