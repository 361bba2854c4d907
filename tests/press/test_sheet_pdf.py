"""What stands in a PDF file, read by other programs than the one that wrote it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from fixed_metrics import FixedTypeface
from pawprint.core.colour import WHITE
from pawprint.core.geometry import Box
from pawprint.graphics.ops import (
    DrawBox,
    Drawing,
    DrawPath,
    DrawText,
    Group,
    Layer,
    Marked,
    Paint,
    Shading,
    StructureElement,
    Symbol,
    UseSymbol,
)
from pawprint.press._pdf_file import PdfFile
from pawprint.press.fonts import FontBook, FontFile, RealTypeface
from pawprint.press.sheet_pdf import write
from pawprint.sheets.sheet import Side
from press import sample
from press.sample import A6, MM

Parse = Callable[[bytes], pikepdf.Pdf]


def fonts_of(pdf: pikepdf.Pdf) -> dict[str, Any]:
    return {str(font.BaseFont): font for font in pdf.pages[0].Resources.Font.values()}


def forms_of(pdf: pikepdf.Pdf) -> list[bytes]:
    return [form.read_bytes() for form in pdf.pages[0].Resources.XObject.values() if form.Subtype == "/Form"]


def corners(box: Any) -> Any:
    return pytest.approx([float(number) for number in box], abs=0.001)


def words_of(data: bytes, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(data)
    text: str = document[page].get_textpage().get_text_bounded()
    document.close()
    return text


def test_catalog_has_the_entries_for_viewers_and_printers(everything: bytes, parsed: Parse) -> None:
    assert everything.startswith(b"%PDF-1.7")
    pdf = parsed(everything)
    preferences = pdf.Root.ViewerPreferences
    assert str(pdf.Root.Lang) == "fr"
    assert str(pdf.docinfo.Title) == "Épreuve"
    assert preferences.DisplayDocTitle
    assert preferences.PrintScaling == "/None"
    assert preferences.Duplex == "/DuplexFlipLongEdge"
    assert all("/Trans" not in page for page in pdf.pages)


@pytest.mark.parametrize("seconds", ["0", "1700000000", "yesterday"])
def test_environment_has_no_influence_on_the_date(seconds: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = sample.page()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", seconds)
    assert sample.page() == usual


def test_labels_are_bookmarks(everything: bytes, parsed: Parse) -> None:
    pdf = parsed(everything)
    with pdf.open_outline() as outline:
        root: list[Any] = list(outline.root)
        entries = [(item.title, item.destination[0]) for item in root]
    assert [title for title, _ in entries] == ["Fronts – recto", "Piece"]
    assert [target.objgen for _, target in entries] == [pdf.pages[0].obj.objgen, pdf.pages[2].obj.objgen]


def test_file_without_labels_has_no_bookmarks(parsed: Parse) -> None:
    assert "/Outlines" not in parsed(sample.page(sample.box(0, 0, 9, 9))).Root


def test_boxes_are_measured_from_the_lower_left_corner(everything: bytes, parsed: Parse) -> None:
    sheet, _, piece = parsed(everything).pages
    assert corners(sheet.MediaBox) == [0, 0, 105 * MM, 148 * MM]
    assert "/TrimBox" not in sheet
    assert corners(piece.TrimBox) == [3 * MM, 3 * MM, 43 * MM, 63 * MM]
    assert corners(piece.BleedBox) == [0, 0, 46 * MM, 66 * MM]


def test_uneven_trim_box_is_turned_over(parsed: Parse) -> None:
    side = Side(A6, (), (), "", Box(10, 20, 30, 40))
    (page,) = parsed(write([side], title="", language="en")).pages
    height = A6.height.pt
    assert [10, height - 60, 40, height - 20] == corners(page.TrimBox)


def test_every_font_is_embedded_and_subset(everything: bytes, parsed: Parse) -> None:
    fonts = fonts_of(parsed(everything))
    assert {name[8:] for name in fonts} == {"SourceSans3_400wght", "SourceSans3_700wght", "Baloo2_800wght"}
    for name, font in fonts.items():
        (descendant,) = font.DescendantFonts
        descriptor = descendant.FontDescriptor
        assert re.fullmatch(r"/[A-Z]{6}\+.+", name)
        assert name == str(descendant.BaseFont) == str(descriptor.FontName)
        assert font.Encoding == "/Identity-H"
        assert len(descriptor.FontFile2.read_bytes()) < 40_000
        left, bottom, right, top = (float(number) for number in descriptor.FontBBox)
        assert left < right
        assert bottom < 0 < 600 < top


def test_bold_differs_from_regular(everything: bytes, parsed: Parse) -> None:
    fonts = fonts_of(parsed(everything))
    regular, bold = (
        next(font for name, font in fonts.items() if name.endswith(weight)).DescendantFonts[0].FontDescriptor
        for weight in ("400wght", "700wght")
    )
    assert regular.FontFile2.read_bytes() != bold.FontFile2.read_bytes()
    assert bold.StemV > regular.StemV


@pytest.mark.parametrize("beside", ["", "Event", "x"])
def test_word_in_another_cut_than_it_was_shaped_in_is_refused(book: FontBook, beside: str) -> None:
    regular, bold = book.typeface("text"), book.typeface("text", bold=True)
    wrong = sample.text(bold, "Event", 10, 20)._replace(typeface=regular)
    right = [sample.text(regular, beside, 10, 40)] if beside else []
    with pytest.raises(AssertionError, match=r"glyph \d+ of typeface 'text' is \d+ wide, and was set at \d+"):
        sample.page(*right, wrong)


def test_embedded_font_is_static_in_the_requested_weight(parsed: Parse, tmp_path: Path) -> None:
    ttlib = pytest.importorskip("fontTools.ttLib")
    face = RealTypeface("black", FontFile(sample.SOURCE_SANS, {"wght": 900}))
    pdf = parsed(sample.page(sample.text(face, "H", 10, 20)))
    (font,) = fonts_of(pdf).values()
    path = tmp_path / "subset.ttf"
    path.write_bytes(font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes())
    program = ttlib.TTFont(path)
    assert not {"fvar", "gvar", "GSUB", "GPOS", "fpgm", "prep"} & set(program.keys())
    glyph, advance, _ = face.shape("H").glyphs[0]
    assert program["hmtx"][program.getGlyphName(glyph)][0] == pytest.approx(advance * face.em)


def test_widths_match_shaping(parsed: Parse, book: FontBook) -> None:
    face = book.typeface("text")
    pdf = parsed(sample.page(sample.text(face, "Renard rusé", 10, 20)))
    (font,) = fonts_of(pdf).values()
    runs = list(font.DescendantFonts[0].W)
    widths = {
        int(first) + step: float(width)
        for first, run in zip(runs[::2], runs[1::2], strict=True)
        for step, width in enumerate(run)
    }
    for letter in "Renard usé":
        glyph, advance, _ = face.shape(letter).glyphs[0]
        assert widths[glyph] == pytest.approx(1000 * advance, abs=0.05)


def test_blocks_of_the_character_map_have_at_most_100_rows(parsed: Parse, book: FontBook) -> None:
    letters = "".join(map(chr, [*range(0x21, 0x7F), *range(0xA1, 0x17F)]))
    pdf = parsed(sample.page(sample.text(book.typeface("text"), letters, 10, 20)))
    (font,) = fonts_of(pdf).values()
    cmap = font.ToUnicode.read_bytes().decode().replace("<0000> <FFFF>", "")
    counts = [int(count) for count in re.findall(r"(\d+) beginbfchar", cmap)]
    assert len(counts) > 1
    assert max(counts) == 100
    assert sum(counts) == len(re.findall(r"^<[0-9A-F]{4}> <[0-9A-F]+>$", cmap, re.MULTILINE))
    assert "<0000> <" not in cmap


@pytest.mark.parametrize("family", ["text", "title", "serif"])
def test_words_can_be_copied_out(book: FontBook, family: str) -> None:
    face = book.typeface(family)
    data = sample.page(
        sample.text(face, "Où êtes-vous, AVATAR ? (l’œuf \\ Noël)", 10, 30),
        sample.text(face, "« Ça »\u202f: 1\u202f000\u00a0€ peut\u2011être", 10, 60),
    )
    first, second = words_of(data).splitlines()
    assert first == "Où êtes-vous, AVATAR ? (l’œuf \\ Noël)"
    plain = second.translate({0x202F: " ", 0xA0: " ", 0x2011: "-", 2: "-"})  # pdfium tells a hyphen by 2
    assert plain == "« Ça » : 1 000 € peut-être"


def test_words_are_separated_by_a_space_for_any_gap(book: FontBook) -> None:
    face = book.typeface("text")
    words = tuple(face.shape(word) for word in ("tight", "but", "two"))
    data = sample.page(DrawText(10, 30, face, 10, sample.RED, words, gap=0.2))
    assert words_of(data) == "tight but two"


def test_text_with_soft_hyphens_and_accents_can_be_copied_out(book: FontBook) -> None:
    data = sample.page(sample.text(book.typeface("text"), "co\u00adop x\u0302", 10, 30))
    assert words_of(data).replace("\u00ad", "") == "coop x\u0302"


def test_fonts_with_postscript_outlines_are_embedded(parsed: Parse, tmp_path: Path, picture: Any) -> None:
    builder = pytest.importorskip("fontTools.fontBuilder")
    pens = pytest.importorskip("fontTools.pens.t2CharStringPen")

    def square(side: int) -> Any:
        pen = pens.T2CharStringPen(600, None)
        pen.moveTo((50, 0))
        for point in ((50 + side, 0), (50 + side, side), (50, side)):
            pen.lineTo(point)
        pen.closePath()
        return pen.getCharString()

    names = [".notdef", "space", *(f"filler{number}" for number in range(40)), "A", "V"]
    font = builder.FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder(names)
    font.setupCharacterMap({32: "space", 65: "A", 86: "V"})
    font.setupCFF("Squares", {}, {name: square(500 if name == "A" else 250) for name in names}, {})
    font.setupHorizontalMetrics(dict.fromkeys(names, (600, 50)))
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupOS2()
    font.setupNameTable({"familyName": "Squares", "styleName": "Regular", "psName": "Squares-Regular"})
    font.setupPost()
    path = tmp_path / "squares.otf"
    font.save(path)

    squares = RealTypeface("squares", FontFile(path))
    data = sample.page(sample.text(squares, "AV A", 10 * MM, 30 * MM, 10 * MM))
    (embedded,) = fonts_of(parsed(data)).values()
    assert embedded.DescendantFonts[0].Subtype == "/CIDFontType0"
    assert embedded.DescendantFonts[0].FontDescriptor.FontFile3.Subtype == "/CIDFontType0C"
    assert words_of(data) == "AV A"
    image = picture(data)
    assert image.getpixel((220, 590)) == (0, 0, 0), "a large square stands on the baseline"
    assert image.getpixel((220, 510)) == (0, 0, 0)
    assert image.getpixel((340, 590)) == (0, 0, 0), "and a small one beside it"
    assert image.getpixel((340, 510)) == (255, 255, 255)


def test_typeface_without_a_file_is_refused() -> None:
    face = FixedTypeface("fixed")
    with pytest.raises(TypeError, match="fixed"):
        sample.page(DrawText(0, 0, face, 10, sample.RED, (face.shape("a"),), 0))


def test_drawing_that_is_placed_often_is_stored_once(parsed: Parse, book: FontBook) -> None:
    card = sample.drawing(sample.text(book.typeface("text"), "Renard", 10, 20))
    side = Side(A6, tuple(sample.placed(card, 2 + 41 * at, 5) for at in (0, 1)))
    pdf = parsed(write([side, side, side], title="", language="en"))
    (form,) = forms_of(pdf)
    assert form.count(b"Tm") == 1
    assert all(page.Contents.read_bytes().count(b"Do") == 2 for page in pdf.pages)
    assert len({page.Contents.objgen for page in pdf.pages}) == 1, "pages that are alike share their content"


def test_drawing_placed_once_is_inline_in_its_page(parsed: Parse, book: FontBook) -> None:
    card = sample.drawing(sample.text(book.typeface("text"), "Renard", 10, 20))
    pdf = parsed(write([Side(A6, (sample.placed(card, 5, 5),))], title="", language="en"))
    assert "/XObject" not in pdf.pages[0].Resources
    assert pdf.pages[0].Contents.read_bytes().count(b"Tm") == 1


def test_shared_parts_of_drawings_are_stored_once(parsed: Parse) -> None:
    common = Layer((sample.box(0, 0, 50, 50, sample.GREEN),))
    cards = [sample.drawing(sample.box(at, 0, 5, 5), common=common) for at in range(3)]
    side = Side(A6, tuple(sample.placed(card, 5, 5) for card in cards))
    (form,) = forms_of(parsed(write([side], title="", language="en")))
    assert form.count(b"re") == 1


def test_more_copies_cost_little(book: FontBook) -> None:
    def card(number: int) -> Drawing:
        lines = (f"carte {number} ligne {line}" for line in range(1, 15))
        return sample.drawing(*(sample.text(book.typeface("text"), line, 10, 10) for line in lines))

    cards = [card(number) for number in range(40)]

    def size(copies: int) -> int:
        placements = tuple(sample.placed(card, 5, 5) for card in cards * copies)
        return len(write([Side(A6, placements)], title="", language="en"))

    assert size(6) < 1.1 * size(2)


def test_symbol_is_stored_once(parsed: Parse) -> None:
    dot = Symbol("dot", 0, 0, 10, 10, (sample.box(0, 0, 10, 10),))
    twice = Symbol("twice", 0, 0, 20, 10, tuple(UseSymbol(dot, (1, 0, 0, 1, x, 0)) for x in (0, 10)))
    data = sample.page(*(UseSymbol(twice, (1, 0, 0, 1, 20 * at, 0)) for at in range(5)))
    assert len(forms_of(parsed(data))) == 2


def test_only_changes_of_state_are_written(parsed: Parse, book: FontBook) -> None:
    face = book.typeface("text")
    content = parsed(sample.page(*(sample.text(face, "ligne", 10, 12 * line) for line in range(9)))).pages[0]
    operators = content.Contents.read_bytes()
    assert operators.count(b" Tf") == operators.count(b"BT") == operators.count(b"0 g") == 1
    assert operators.count(b" Tm") == 9


def test_numbers_have_no_exponents(parsed: Parse) -> None:
    tiny = 1.5e-7
    data = sample.page(
        DrawBox(tiny, -tiny, 10, 1 / 3, Paint(fill=WHITE)),
        DrawPath((("M", tiny, 0), ("L", -tiny, 20)), Paint(stroke=WHITE, width=1)),
        Group((sample.box(0, 0, 1, 1),), (1, tiny, 0, 1, 0, 0)),
    )
    operators = parsed(data).pages[0].Contents.read_bytes().decode()
    assert not re.search(r"\d[eE]", operators)
    assert "0 0 10 0.333 re" in operators


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 1e9])
def test_invalid_number_is_refused(number: float) -> None:
    with pytest.raises(ValueError, match="no place on paper"):
        sample.page(sample.box(number, 0, 1, 1))
    with pytest.raises(ValueError, match="no place on paper"):
        sample.page(DrawPath((("M", 0, 0), ("L", number, 0)), Paint(stroke=WHITE, width=1)))


def test_forms_name_the_resources_that_they_use(everything: bytes, parsed: Parse) -> None:
    pdf = parsed(everything)
    page = pdf.pages[0].Resources
    assert {"/Font", "/XObject", "/ExtGState", "/Shading"} <= set(page.keys())
    for form in page.XObject.values():
        assert form.Resources.objgen == page.objgen


def test_see_through_groups_are_flattened_first(everything: bytes, parsed: Parse) -> None:
    pdf = parsed(everything)
    groups = [form.Group for form in pdf.pages[0].Resources.XObject.values() if "/Group" in form]
    assert groups
    assert all(group.S == "/Transparency" and group.I for group in groups)
    assert pdf.pages[0].Group.CS == "/DeviceRGB"
    assert "/Group" not in parsed(sample.page(sample.box(0, 0, 1, 1))).pages[0], "opaque pages stay plain"


def test_stops_of_a_gradient_are_stitched(parsed: Parse) -> None:
    shading = Shading(0, 0, 10, 0, ((0.2, sample.RED), (0.5, WHITE), (0.5, sample.BLUE), (0.8, sample.GREEN)))
    data = sample.page(DrawBox(0, 0, 10, 10, Paint(fill=shading)))
    (dictionary,) = parsed(data).pages[0].Resources.Shading.values()
    function = dictionary.Function
    assert function.FunctionType == 3
    assert [float(bound) for bound in function.Bounds] == [0.2, 0.5, 0.8]
    assert len(function.Functions) == 4


def test_duplex_must_be_known() -> None:
    with pytest.raises(ValueError, match="long-edge"):
        write([Side(A6, ())], title="", language="en", duplex="both")


def test_file_needs_a_side() -> None:
    with pytest.raises(ValueError, match="at least one"):
        write([], title="", language="en")


def test_progress_counts_pages(book: FontBook) -> None:
    seen: list[int] = []
    write(iter(sample.sides(book)), title="", language="en", progress=seen.append)
    assert seen == [1, 2, 3]


@pytest.mark.parametrize("title", ["Plain", "Été – 🐾", "(a \\ b)", ""])
def test_any_title_survives(parsed: Parse, title: str) -> None:
    data = write([Side(A6, (), label=title)], title=title, language="en", author=title, keywords="a, b")
    assert str(parsed(data).docinfo.Title) == title


def test_same_sides_print_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    from PIL import Image

    image = tmp_path / "art.png"
    Image.new("RGBA", (4, 4), (10, 20, 30, 128)).save(image)

    def run(seed: str, zone: str) -> str:
        surroundings = os.environ | {
            "PYTHONHASHSEED": seed,
            "TZ": zone,
            "LANG": "tr_TR.UTF-8" if seed == "2" else "C",
        }
        result = subprocess.run(
            [sys.executable, sample.__file__, str(image)],
            env=surroundings,
            check=True,
            capture_output=True,
            text=True,
        )
        return result.stdout.strip()

    assert run("1", "UTC") == run("2", "Asia/Tokyo")


def test_same_sides_print_the_same_bytes_after_any_other_file(book: FontBook, everything: bytes) -> None:
    for face in (book.typeface("text"), book.typeface("title")):
        sample.page(sample.text(face, "other words: µ μ Ω", 10, 10))
    for fonts in (book, sample.book()):
        assert write(sample.sides(fonts), title="Épreuve", language="fr", duplex="long-edge") == everything


def test_different_contents_have_different_ids(parsed: Parse) -> None:
    first, second = (parsed(sample.page(sample.box(0, 0, size, size))).trailer.ID[0] for size in (1, 2))
    assert bytes(first) != bytes(second)


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_qpdf_finds_no_fault(everything: bytes, tmp_path: Path) -> None:
    path = tmp_path / "everything.pdf"
    path.write_bytes(everything)
    result = subprocess.run(["qpdf", "--check", path], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_marks_have_no_structure_on_sheets(book: FontBook) -> None:
    word = sample.text(book.typeface("text"), "word", 10, 20)
    assert sample.page(Marked((word,), StructureElement("P")), Marked((), None)) == sample.page(word)


def test_stream_that_ends_in_a_carriage_return_has_its_declared_length(parsed: Parse) -> None:
    """Some readers take the last one for a part of the end of the line."""
    file = PdfFile("en")
    stream = file.add("", b"q Q\r", packed=True)
    file.page(f"/MediaBox[0 0 9 9]/Contents {stream}")
    data = file.finish()
    assert b"/Length 4>>\nstream\nq Q\r\r\nendstream" in data
    assert parsed(data).pages[0].Contents.read_raw_bytes() == b"q Q\r"


@pytest.mark.parametrize("pages", [1, 250])
def test_packed_file_has_the_same_content(parsed: Parse, pages: int) -> None:
    def made(packed: bool) -> bytes:
        file = PdfFile("en", title="T", subject="S", author="A")
        for number in range(pages):
            file.page(f"/MediaBox[0 0 {number + 9} 9]/Contents {file.add('', b'q Q')}")
        return file.finish(packed=packed)

    plain, packed = parsed(made(False)), parsed(made(True))
    assert [page.MediaBox[2] for page in plain.pages] == [page.MediaBox[2] for page in packed.pages]
    assert [str(packed.docinfo[key]) for key in ("/Title", "/Subject", "/Author")] == ["T", "S", "A"]
    assert str(packed.Root.Lang) == "en"
    assert pages < 200 or len(made(True)) < len(made(False)) / 2
