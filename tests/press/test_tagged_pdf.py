"""Documents as PDF: valid for archives and for those who listen, as two other programs say, and read back."""

import io
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import page as validators
import pikepdf
import pytest
from pikepdf import pdfa
from PIL import Image, ImageCms

from helpers import extracted, rasters
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import mm
from pawprint.graphics.ops import (
    DrawImage,
    Drawing,
    Group,
    Layer,
    Marked,
    StructureElement,
    UseDrawing,
    UseSymbol,
)
from pawprint.graphics.traverse import DocumentInfo, Link, Page
from pawprint.press.fonts import FontBook
from pawprint.press.tagged_pdf import SRGB_PROFILE, write_document
from pawprint.typography.metrics import SOFT_HYPHEN
from press.leaflet import A5, PAW, Leaflet
from press.sample import BLUE, box, text

Parse = Callable[[bytes], pikepdf.Pdf]

PROFILES = ("2a", "ua1")
#: What pikepdf says of things that it does not judge: gradients, the schema that PDF/UA needs, levels beside B.
UNKNOWN_TO_PIKEPDF = re.compile(r"shadings|pdfaExtension|pdfaSchema|pdfaProperty|pdfuaid|expected 'B'")


@pytest.fixture(scope="module")
def leaflet(book: FontBook) -> Leaflet:
    return Leaflet(book)


@pytest.fixture(scope="module")
def written(leaflet: Leaflet) -> bytes:
    return write_document(leaflet.document, author="Nous & Cie", subject="toy 1")


def faults(data: bytes, profile: str) -> list[str]:
    report = validators.validate_pdf_bytes(data, profile=profile)
    return sorted({failure.rule_id for failure in report.failures})


def simple(book: FontBook, *lines: str) -> bytes:
    """A document of one paragraph, whose lines stand below one another."""
    paragraph = StructureElement("P")
    regular = book.typeface("text")
    ops = tuple(text(regular, line, 20, 40 + 12 * number) for number, line in enumerate(lines))
    return write_document(
        DocumentInfo(
            title="Test",
            language="en",
            pages=(Page(A5, (Marked(ops, paragraph),)),),
            structure=StructureElement("Document", (paragraph,)),
            bookmarks=(),
            anchors={},
        )
    )


# --- judged by others -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("profile", PROFILES)
def test_it_is_valid(written: bytes, profile: str) -> None:
    assert faults(written, profile) == []


def test_pikepdf_agrees(written: bytes) -> None:
    report = pdfa.validate_written(io.BytesIO(written), "2b")
    assert [finding for finding in report.findings if not UNKNOWN_TO_PIKEPDF.search(finding.message)] == []


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("mode", ["RGBA", "CMYK", "L"])
def test_pictures_do_not_break_conformance(book: FontBook, tmp_path: Path, profile: str, mode: str) -> None:
    name = tmp_path / ("picture.jpg" if mode == "CMYK" else "picture.png")
    Image.new(mode, (8, 8), {"RGBA": (9, 99, 9, 90), "CMYK": (90, 0, 90, 0), "L": 90}[mode]).save(name)
    assert faults(write_document(Leaflet(book, name).document), profile) == []


def broken(written: bytes, damage: Callable[[pikepdf.Pdf], None]) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(written)) as pdf:
        damage(pdf)
        pdf.save(out)
    return out.getvalue()


def lose_the_tree(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.StructTreeRoot


def lose_the_metadata(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Metadata


def lose_the_language(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.Lang


def lose_the_profile(pdf: pikepdf.Pdf) -> None:
    del pdf.Root.OutputIntents


def lose_what_a_figure_shows(pdf: pikepdf.Pdf) -> None:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure":
            del thing["/Alt"]


def lose_marks(pdf: pikepdf.Pdf) -> None:
    content = pdf.pages[0].Contents
    content.write(content.read_bytes().replace(b"/Artifact BMC", b"q").replace(b"EMC", b"Q", 1))


def lose_a_font(pdf: pikepdf.Pdf) -> None:
    for font in pdf.pages[0].Resources.Font.values():
        del font.DescendantFonts[0].FontDescriptor["/FontFile2"]


@pytest.mark.parametrize(
    ("profile", "damage"),
    [
        ("ua1", lose_the_tree),
        ("ua1", lose_the_metadata),
        ("ua1", lose_the_language),
        ("ua1", lose_what_a_figure_shows),
        ("ua1", lose_marks),
        ("ua1", lose_a_font),
        ("2a", lose_the_tree),
        ("2a", lose_the_metadata),
        ("2a", lose_the_profile),
        ("2a", lose_a_font),
    ],
)
def test_judges_see_what_is_broken(written: bytes, profile: str, damage: Callable[[pikepdf.Pdf], None]) -> None:
    """Else their silence would mean nothing."""
    assert faults(broken(written, lambda pdf: None), profile) == []
    assert faults(broken(written, damage), profile) != []


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
def test_qpdf_finds_no_fault(written: bytes, tmp_path: Path) -> None:
    file = tmp_path / "leaflet.pdf"
    file.write_bytes(written)
    done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""


# --- the structure --------------------------------------------------------------------------------------------


def tree(element: StructureElement) -> Any:
    """Role, alternative and children of an element as nested tuples."""
    return element.role, element.alt, [tree(child) for child in element.children]


def kids_of(node: Any) -> list[Any]:
    kids = node.get("/K", [])
    return [*kids] if isinstance(kids, pikepdf.Array) else [kids]


def tree_in(node: Any) -> Any:
    alt = str(node.get("/Alt", node.get("/ActualText", "")))
    inner = [kid for kid in kids_of(node) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    return str(node.S)[1:], alt, [tree_in(kid) for kid in inner]


def by_role(pdf: pikepdf.Pdf, role: str) -> list[Any]:
    """The elements of a role in the order of reading."""

    def below(node: Any) -> list[Any]:
        here = [node] if str(node.S)[1:] == role else []
        inner = [kid for kid in kids_of(node) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
        return here + [found for kid in inner for found in below(kid)]

    return below(pdf.Root.StructTreeRoot.K)


def test_written_tree_equals_the_given_tree(leaflet: Leaflet, written: bytes, parsed: Parse) -> None:
    assert tree_in(parsed(written).Root.StructTreeRoot.K) == tree(leaflet.structure)


def test_children_are_placed_among_the_words_around_them(written: bytes, parsed: Parse) -> None:
    (paragraph, _) = by_role(parsed(written), "P")
    kinds = ["words" if isinstance(kid, int) else str(kid.S) for kid in kids_of(paragraph)]
    assert kinds == ["words", "words", "words", "/Link", "words"], "a divided word is a piece of its own"


def test_tree_decides_what_is_read_first(written: bytes, parsed: Parse) -> None:
    """The caption is drawn before its figure."""
    pdf = parsed(written)
    (sect,) = by_role(pdf, "Sect")
    assert [str(kid.S) for kid in kids_of(sect)] == ["/Figure", "/Caption"]


def test_tables_and_lists_declare_their_attributes(written: bytes, parsed: Parse) -> None:
    pdf = parsed(written)
    heads = [(str(head.A.Scope), int(head.A.get("/ColSpan", 1))) for head in by_role(pdf, "TH")]
    assert heads == [("/Column", 1), ("/Column", 1), ("/Row", 2)]
    assert [str(one.A.ListNumbering) for one in by_role(pdf, "L")] == ["/Decimal"]
    assert [str(one.get("/Lang", "")) for one in by_role(pdf, "P")] == ["", "en"]


def test_cell_names_its_heads(book: FontBook, parsed: Parse) -> None:
    regular = book.typeface("text")
    heads = [StructureElement("TH", scope="Column") for _ in range(12)]
    cell = StructureElement("TD", heads=(heads[0], heads[10]))
    other = StructureElement("TD", heads=(heads[10], heads[2]))
    rows = tuple(StructureElement("TR", (one,)) for one in (*heads, cell, other))
    elements = [one for row in rows for one in row.children]
    ops = tuple(Marked((text(regular, "x", 20, 40 + 9 * y),), one) for y, one in enumerate(elements))
    structure = StructureElement("Document", (StructureElement("Table", rows),))
    pages = (Page(A5, ops),)
    document = replace(Leaflet(book).document, pages=pages, structure=structure, bookmarks=(), anchors={})
    data = write_document(document)
    pdf = parsed(data)
    names = [*pdf.Root.StructTreeRoot.IDTree.Names]
    assert names[::2] == sorted(names[::2], key=bytes)
    known = dict(zip(map(bytes, names[::2]), names[1::2], strict=True))
    made = by_role(pdf, "TH")
    for found, wanted in zip(by_role(pdf, "TD"), ([made[0], made[10]], [made[10], made[2]]), strict=True):
        assert [known[bytes(name)].objgen for name in found.A.Headers] == [head.objgen for head in wanted]
    assert [bytes(head.ID) in known for head in made if "/ID" in head] == [True] * 3
    assert faults(data, "ua1") == faults(data, "2a") == []


def test_figure_declares_its_place(written: bytes, parsed: Parse) -> None:
    """As far as its clip: 100 by 90 points at (40, 200)."""
    (figure,) = by_role(parsed(written), "Figure")
    assert str(figure.A.O) == "/Layout"
    height = A5.height.pt
    assert [float(side) for side in figure.A.BBox] == pytest.approx([40, height - 290, 140, height - 200], abs=0.01)


def test_adjacent_marks_with_the_same_element_are_merged(book: FontBook, parsed: Parse) -> None:
    figure, regular = StructureElement("Figure", alt="x"), book.typeface("text")
    page = Page(A5, (Marked((box(40, 30, 9, 9),), figure), Marked((text(regular, "one", 60, 40),), figure)))
    document = replace(
        Leaflet(book).document,
        pages=(page,),
        structure=StructureElement("Document", (figure,)),
        bookmarks=(),
        anchors={},
    )
    pdf = parsed(write_document(document))
    assert kids_of(by_role(pdf, "Figure")[0]) == [0]


def test_tree_of_parents_leads_back(written: bytes, parsed: Parse) -> None:
    """Every marked content, and every link, finds its element."""
    pdf = parsed(written)
    rows = [*pdf.Root.StructTreeRoot.ParentTree.Nums]
    parents = dict(zip(map(int, rows[::2]), rows[1::2], strict=True))
    assert pdf.Root.StructTreeRoot.ParentTreeNextKey == len(parents)
    for page in pdf.pages:
        row = parents[int(page.StructParents)]
        numbers = [int(number) for number in re.findall(rb"/MCID (\d+)", page.Contents.read_bytes())]
        assert numbers == [*range(len(row))]
        for number, element in enumerate(row):
            kids = [kid for kid in kids_of(element) if isinstance(kid, int) or kid.get("/Type") == "/MCR"]
            assert number in [kid if isinstance(kid, int) else int(kid.MCID) for kid in kids]
        for annotation in page.get("/Annots", []):
            element = parents[int(annotation.StructParent)]
            objects = [kid.Obj for kid in kids_of(element) if not isinstance(kid, int) and "/Obj" in kid]
            assert annotation.objgen in [thing.objgen for thing in objects]


def test_element_may_continue_on_the_next_page(book: FontBook, parsed: Parse) -> None:
    paragraph = StructureElement("P")
    pages = tuple(Page(A5, (Marked((text(book.typeface("text"), words, 20, 40),), paragraph),)) for words in "ab")
    document = replace(
        Leaflet(book).document,
        pages=pages,
        structure=StructureElement("Document", (paragraph,)),
        bookmarks=(),
    )
    data = write_document(document)
    pdf = parsed(data)
    first, second = kids_of(by_role(pdf, "P")[0])
    assert first == 0
    assert (second.MCID, second.Pg.objgen) == (0, pdf.pages[1].obj.objgen)
    assert faults(data, "ua1") == []


def test_unmarked_content_is_decoration(written: bytes, parsed: Parse) -> None:
    content = parsed(written).pages[0].Contents.read_bytes()
    green = content.index(b" re f")
    assert content.rindex(b"/Artifact BMC", 0, green) > content.rfind(b"EMC", 0, green)


def test_nested_mark_interrupts_the_outer_mark(book: FontBook, parsed: Parse) -> None:
    inner, outer = StructureElement("Span", alt="x"), StructureElement("P")
    outer = StructureElement("P", (inner,))
    regular = book.typeface("text")
    marked = Marked(
        (text(regular, "one", 20, 40), Marked((box(40, 30, 9, 9),), inner), text(regular, "two", 60, 40)), outer
    )
    document = replace(
        Leaflet(book).document,
        pages=(Page(A5, (marked,)),),
        structure=StructureElement("Document", (outer,)),
        bookmarks=(),
    )
    data = write_document(replace(document, anchors={}))
    content = parsed(data).pages[0].Contents.read_bytes()
    assert [mark.decode() for mark in re.findall(rb"/(?:P|Span)(?=<<)|EMC", content)] == [
        "/P",
        "EMC",
        "/Span",
        "EMC",
        "/P",
        "EMC",
    ]
    assert faults(data, "ua1") == []


# --- what viewers use -----------------------------------------------------------------------------------------


def test_file_declares_its_language_and_title(written: bytes, parsed: Parse) -> None:
    pdf = parsed(written)
    assert str(pdf.Root.Lang) == "fr"
    assert str(pdf.docinfo.Title) == "Épreuve & Cie"
    assert pdf.Root.ViewerPreferences.DisplayDocTitle
    assert pdf.Root.MarkInfo.Marked
    with pdf.open_metadata() as said:
        assert (said["dc:title"], said["dc:creator"]) == ("Épreuve & Cie", ["Nous & Cie"])
        assert (said["pdfaid:part"], said["pdfaid:conformance"], said["pdfuaid:part"]) == ("2", "A", "1")


def test_links_lead_to_their_places(written: bytes, parsed: Parse) -> None:
    pdf = parsed(written)
    links = [*pdf.pages[0].Annots]
    assert [str(link.Contents) for link in links] == ["Le but", "règle des chaînes", "règle des chaînes"]
    here, there = links[0].Dest, links[1].Dest
    assert here[0].objgen == pdf.pages[0].obj.objgen
    assert float(here[3]) == pytest.approx(A5.height.pt - 80, abs=0.01)
    assert there[0].objgen == pdf.pages[1].obj.objgen
    corners = [20, A5.height.pt - 62, 210, A5.height.pt - 50]
    assert [float(corner) for corner in links[0].Rect] == pytest.approx(corners, abs=0.01)


def test_link_may_lead_out(leaflet: Leaflet, parsed: Parse) -> None:
    page = leaflet.document.pages[0]
    links = (*page.links, Link(Box(1, 1, 9, 9), "https://example.org/(a)", "out", leaflet.link))
    data = write_document(leaflet.without(page._replace(links=links), leaflet.document.pages[1]))
    action = parsed(data).pages[0].Annots[3].A
    assert (str(action.S), str(action.URI)) == ("/URI", "https://example.org/(a)")
    assert faults(data, "ua1") == []


def test_bookmarks_are_nested(written: bytes, parsed: Parse) -> None:
    pdf = parsed(written)

    def named(items: Any) -> list[Any]:
        return [(item.title, named(item.children)) for item in items]

    with pdf.open_outline() as outline:
        assert named(outline.root) == [("Épreuve", [("Le but", [("Chaînes", [])]), ("Fin", [])])]
        chains = outline.root[0].children[0].children[0]
        assert chains.destination[0].objgen == pdf.pages[1].obj.objgen


def test_page_labels_match_the_printed_numbers(leaflet: Leaflet, parsed: Parse) -> None:
    first, second = leaflet.document.pages
    pages = [first, second._replace(links=()), *(Page(A5, (), (), number) for number in ("3", "A", "B", "9", "10"))]
    labels = parsed(write_document(leaflet.without(*pages))).Root.PageLabels.Nums
    found = [str(row.get("/P", row.get("/St", ""))) for row in [*labels][1::2]]
    assert [int(key) for key in [*labels][::2]] == [0, 1, 3, 4, 5]
    assert found == ["", "2", "A", "B", "9"]


# --- words ----------------------------------------------------------------------------------------------------


def test_lines_and_columns_are_parted_by_spaces(written: bytes) -> None:
    first, second = extracted(written)
    assert "Le but 2 " in first
    assert "voir la règle des \r\nchaînes, qui dit tout." in first, "no space before the comma"
    assert "Nom Points" in second


def test_letters_are_extracted_as_typed(book: FontBook) -> None:
    words = "Où l’œuf fluet, Ægir « naïf » : 1\u202f000 fins…"
    assert words.replace("\u202f", " ") in extracted(simple(book, words))[0].replace("\u202f", " ")


def test_divided_words_are_whole(book: FontBook) -> None:
    lines = ("dit l’écu" + SOFT_HYPHEN, "reuil qui saute", "vers un arbris" + SOFT_HYPHEN, "seau", "et dort.")
    data = simple(book, *lines)
    assert " ".join(extracted(data)[0].split()) == "dit l’écureuil qui saute vers un arbrisseau et dort."
    assert faults(data, "ua1") == []


def test_word_in_three_parts_is_whole(book: FontBook) -> None:
    data = simple(book, "an" + SOFT_HYPHEN, "ti" + SOFT_HYPHEN, "lope runs")
    assert " ".join(extracted(data)[0].split()) == "antilope runs"


def test_word_divided_between_pages_has_a_hyphen(book: FontBook, parsed: Parse) -> None:
    content = parsed(simple(book, "dit l’écu" + SOFT_HYPHEN)).pages[0].Contents.read_bytes()
    said = ("l’écu" + SOFT_HYPHEN).encode("utf-16-be").hex().upper()
    assert f"/ActualText<FEFF{said}>".encode() in content


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="pdftotext is not installed")
def test_another_program_finds_the_same_words(written: bytes, tmp_path: Path) -> None:
    file = tmp_path / "leaflet.pdf"
    file.write_bytes(written)
    done = subprocess.run(["pdftotext", "-raw", str(file), "-"], capture_output=True, check=True)
    words = " ".join(done.stdout.decode().split())
    assert "« Où es-tu ? » dit l’écureuil au cœur" in words
    assert "voir la règle des chaînes, qui dit tout." in words


@pytest.mark.skipif(not shutil.which("pdfinfo"), reason="pdfinfo is not installed")
def test_another_program_reads_the_structure(written: bytes, tmp_path: Path) -> None:
    file = tmp_path / "leaflet.pdf"
    file.write_bytes(written)
    done = subprocess.run(["pdfinfo", "-struct-text", str(file)], capture_output=True, check=True)
    said = [line.strip() for line in done.stdout.decode().splitlines()]
    figure, caption = said.index("Figure:"), said.index("Caption")
    assert [line for line in said[figure + 1 : caption] if not line.startswith("/BBox")] == ['"Renard rusé "']
    assert said[caption + 1] == '"Figure 1. Une patte. "'


# --- icons and pictures ---------------------------------------------------------------------------------------


def readings(data: bytes, folder: Path) -> dict[str, str]:
    """What programs find on all pages: PDFium, MuPDF, and Poppler in both of its orders if it is installed."""
    import pymupdf

    file = folder / "read.pdf"
    file.write_bytes(data)
    found = {"PDFium": "".join(extracted(data)), "MuPDF": "".join(page.get_text() for page in pymupdf.open(file))}
    if shutil.which("pdftotext"):
        for order in ("-raw", "-layout"):
            done = subprocess.run(["pdftotext", order, str(file), "-"], capture_output=True, check=True)
            found[f"Poppler {order}"] = done.stdout.decode()
    return {program: " ".join(words.split()) for program, words in found.items()}


def test_icon_is_extracted_as_its_words(written: bytes, tmp_path: Path) -> None:
    for program, words in readings(written, tmp_path).items():
        assert "1. Payez 2 plant et jouez." in words, program


def test_icon_on_a_page_without_a_text_needs_no_words(book: FontBook) -> None:
    leaflet = Leaflet(book)
    icon = StructureElement("Span", alt="plant")
    paragraph = StructureElement("P", (icon,))
    ops = (Marked((UseSymbol(PAW, (0.4, 0, 0, 0.4, 70, 161)),), icon),)
    document = replace(
        leaflet.document,
        pages=(Page(A5, (Marked(ops, paragraph),)),),
        structure=StructureElement("Document", (paragraph,)),
        bookmarks=(),
        anchors={},
    )
    assert faults(write_document(document), "ua1") == []


@pytest.mark.parametrize("alt", ["jeton nourriture", "植物"])
def test_words_of_an_icon_need_not_be_in_the_font(book: FontBook, tmp_path: Path, alt: str) -> None:
    leaflet = Leaflet(book)
    icon = StructureElement("Span", alt=alt)
    paragraph = StructureElement("P", (icon,))
    regular = book.typeface("text")
    ops = (text(regular, "Payez 2", 34, 170), Marked((UseSymbol(PAW, (0.4, 0, 0, 0.4, 70, 161)),), icon))
    document = replace(
        leaflet.document,
        pages=(Page(A5, (Marked((*ops, text(regular, ", puis jouez.", 79.6, 170)), paragraph),)),),
        structure=StructureElement("Document", (paragraph,)),
        bookmarks=(),
        anchors={},
    )
    data = write_document(document)
    for program, words in readings(data, tmp_path).items():
        if alt.isascii() or "Poppler" in program:
            assert f"Payez 2 {alt}, puis jouez." in words, program
        assert words.startswith("Payez 2 "), program
        assert words.endswith(", puis jouez."), program
    assert faults(data, "ua1") == faults(data, "2a") == []


def shown_in_a_picture(book: FontBook, words: str, below: str, inline: bool = False) -> DocumentInfo:
    """A page with the face of a card that says *words*, and *below* it in a paragraph; *inline* as text of the page."""
    regular = book.typeface("text")
    layer = Layer((box(0, 0, 90, 60, BLUE), text(regular, words, 2, 20)))
    face = Drawing("card", Size(mm(60), mm(40)), Insets(), layer)
    figure, paragraph = StructureElement("Figure", alt="A card"), StructureElement("P")
    ops = (
        Marked((Group(layer.ops if inline else (UseDrawing(face),), (1, 0, 0, 1, 20, 20)),), figure),
        Marked((text(regular, below, 20, 200),), paragraph),
    )
    structure = StructureElement("Document", (figure, paragraph))
    return replace(Leaflet(book).document, pages=(Page(A5, ops),), structure=structure, bookmarks=(), anchors={})


def test_texts_of_cards_in_pictures_are_not_extracted(book: FontBook, tmp_path: Path) -> None:
    """A search of a rulebook finds its sentences, not the words in letters of 1 mm on the cards in its figures."""
    data = write_document(shown_in_a_picture(book, "Never eats otters", "An otter eats fish"))
    for program, words in readings(data, tmp_path).items():
        assert words == "An otter eats fish", program
    assert faults(data, "ua1") == faults(data, "2a") == []


def test_cards_in_pictures_look_as_on_sheets(book: FontBook) -> None:
    data = write_document(shown_in_a_picture(book, "Never eats otters", "An otter"))
    plain = write_document(shown_in_a_picture(book, "Never eats otters", "An otter", inline=True))
    assert rasters(data, 100) == rasters(plain, 100)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        fonts = [font for font in pdf.pages[0].Resources.Font.values() if "/DescendantFonts" in font]
        programs = {font.DescendantFonts[0].FontDescriptor.FontFile2.objgen for font in fonts}
    assert (len(fonts), len(programs)) == (2, 1), "one font program serves text and pictures"


# --- bytes ----------------------------------------------------------------------------------------------------


def test_same_document_is_the_same_file(book: FontBook, written: bytes) -> None:
    assert write_document(Leaflet(book).document, author="Nous & Cie", subject="toy 1") == written
    assert write_document(Leaflet(book).document) != written


def test_another_process_writes_the_same_file(written: bytes) -> None:
    code = (
        "import sys; sys.path.insert(0, 'tests');"
        "from press import leaflet, sample; from pawprint.press.tagged_pdf import write_document;"
        "sys.stdout.buffer.write(write_document("
        "leaflet.Leaflet(sample.book()).document, author='Nous & Cie', subject='toy 1'))"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, cwd=root)
    assert done.stdout == written


def test_many_small_objects_stay_small(book: FontBook) -> None:
    cells = [StructureElement("TD") for _ in range(1000)]
    regular = book.typeface("text")
    ops = tuple(Marked((text(regular, "7", 20, 20 + at % 500),), cell) for at, cell in enumerate(cells))
    table = StructureElement("Table", tuple(StructureElement("TR", (cell,)) for cell in cells))
    document = replace(
        Leaflet(book).document,
        pages=(Page(A5, ops),),
        structure=StructureElement("Document", (table,)),
        bookmarks=(),
        anchors={},
    )
    assert len(write_document(document)) < 60_000, "30 bytes to a cell"


def test_profile_is_srgb() -> None:
    data = SRGB_PROFILE.read_bytes()
    ours = ImageCms.ImageCmsProfile(io.BytesIO(data))
    theirs = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB"))
    colours = Image.frombytes(
        "RGB", (256, 1), bytes(part for at in range(256) for part in (at, at * 7 % 256, 255 - at))
    )
    seen = ImageCms.profileToProfile(colours, ours, theirs)
    assert seen is not None
    assert all(abs(a - b) <= 1 for a, b in zip(seen.tobytes(), colours.tobytes(), strict=True))
    assert len(data) == int.from_bytes(data[:4], "big")


# --- faults of the caller -------------------------------------------------------------------------------------


def test_document_has_pages(leaflet: Leaflet) -> None:
    with pytest.raises(ValueError, match="at least one page"):
        write_document(leaflet.without())


def test_link_to_nowhere_is_refused(leaflet: Leaflet) -> None:
    with pytest.raises(ValueError, match="'#goal', which is nowhere"):
        write_document(replace(leaflet.document, anchors={}))


def test_structure_contains_all_content_of_a_page(leaflet: Leaflet) -> None:
    page = Page(A5, (Marked((box(0, 0, 9, 9),), StructureElement("Formula")),))
    with pytest.raises(ValueError, match="'Formula' that the document's structure does not have"):
        write_document(leaflet.without(page, page))


def test_images_are_drawn(book: FontBook, tmp_path: Path, parsed: Parse) -> None:
    name = tmp_path / "inks.jpg"
    Image.new("CMYK", (8, 8), (90, 0, 90, 0)).save(name)
    leaflet = Leaflet(book)
    page = Page(A5, (Marked((DrawImage(0, 0, 9, 9, str(name)),), leaflet.figure),))
    (image,) = parsed(write_document(leaflet.without(page, page))).pages[0].Resources.XObject.values()
    assert image.ColorSpace == "/DeviceRGB"
