"""A document -> the bytes of a PDF file that can be read aloud, searched and kept: PDF/UA-1 and PDF/A-2u at once.

Everything on a page is either a part of the document's structure or marked as decoration (ISO 32000-1, 14.8); the tree
of that structure says in which order it is read (14.7). What viewers and archives want to know beside it stands in
the file's metadata and in its colour profile (ISO 14289-1, ISO 19005-2).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pawprint.core.geometry import Box
from pawprint.draw.ops import StructureElement
from pawprint.draw.structure_ops import DocumentInfo, Link, Page
from pawprint.press.content_stream import ContentStreams
from pawprint.press.icc_files import SRGB_PROFILE
from pawprint.press.operands import POINTS
from pawprint.press.pdf_file import PdfFile
from pawprint.press.resources import Resources
from pawprint.press.sheet_pdf import add_resources
from pawprint.press.tagged_content import PageContent
from pawprint.press.xmp import xmp_packet, xmp_text

_METADATA = """\
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>{producer}</pdf:Producer><pdf:Keywords></pdf:Keywords><xmp:CreatorTool>Pawprint</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate><xmp:ModifyDate>{date}</xmp:ModifyDate>
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>{conformance}</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>"""
#: Level A asks for what PDF/UA asks for as well, and for Unicode, as level U does.
CONFORMANCE = "A"


class _Piece(NamedTuple):
    """Something on a page that belongs to an element; its own place in the order of reading.

    Attributes:
        order: page, and the place on it.
        number: of the marked content on that page; or else *annotation* is a reference to one.
    """

    order: tuple[int, int]
    page: str
    number: int = 0
    annotation: str = ""


def write_document(
    document: DocumentInfo,
    *,
    author: str = "",
    subject: str = "",
    duplex: str | None = None,
    contents: ContentStreams | None = None,
) -> bytes:
    """A tagged PDF file. Same document, same bytes.

    Args:
        duplex: what print dialogs start with; see `pawprint.press.sheet_pdf.write`, also for *contents*.

    Raises:
        ValueError: no pages; a link to nowhere; a part of a page that is not in the structure; a coordinate that is no
            place on paper; an image above 40 megapixels. All but the last are bugs in the caller.
        TypeError: a typeface that has no font file.
    """
    if not document.pages:
        raise ValueError("a document needs at least one page")
    file = PdfFile(document.language)
    resources, contents = Resources(pictured=True), contents or ContentStreams()
    dictionary, fill = file.reserve()
    pages = [file.reserve_page() for _ in document.pages]
    structure = _Structure(file)
    entries: list[str] = []
    for number, page in enumerate(document.pages):
        reference = pages[number][0]
        content = PageContent(resources, contents, Box(0, 0, page.size.width.pt, page.size.height.pt))
        content.page(page.ops)
        stream = file.add("", content.text().encode("latin-1"))
        structure.marked(number, reference, content.elements)
        structure.covered(content.figures, page.size.height.pt)
        links = [_link(file, document, page, link, [place for place, _ in pages], structure) for link in page.links]
        for at, link in enumerate(page.links):
            structure.annotated(number, at, reference, link.element, links[at])
        size = f"{POINTS[page.size.width.pt]} {POINTS[page.size.height.pt]}"
        entry = f"/MediaBox[0 0 {size}]/Resources {dictionary}/Contents {stream}/Tabs/S/StructParents {number}"
        entries.append(entry + (f"/Annots[{' '.join(links)}]" if links else ""))
    entries_of_all, mixing = add_resources(file, dictionary, resources, rgb=True)
    fill(entries_of_all)
    for (_, complete), entry in zip(pages, entries, strict=True):
        complete(entry + mixing)
    places = [(page, made.size.height.pt) for (page, _), made in zip(pages, document.pages, strict=True)]
    file.outline(
        [
            (
                mark.title,
                f"{places[mark.page][0]}/XYZ 0 {POINTS[places[mark.page][1] - mark.y]} null",
                mark.level,
            )
            for mark in document.bookmarks
        ]
    )
    file.catalog(structure.written(document.structure) + _labels(file, document.pages) + _intent(file))
    file.catalog(f"/MarkInfo<</Marked true>>/Metadata {_metadata(file, document, author, subject)}")
    return file.finish(title=document.title, subject=subject, author=author, keywords="", duplex=duplex, packed=True)


class _Structure:
    """The tree of a document's parts while it is filled with what is on the pages."""

    def __init__(self, file: PdfFile) -> None:
        self._file = file
        self._pieces: dict[StructureElement, list[_Piece]] = {}
        self._pages: list[
            list[StructureElement]
        ] = []  # the elements of each page, by the numbers of their marked content
        self._boxes: dict[StructureElement, str] = {}
        self._annotations: list[StructureElement] = []
        self._references: dict[StructureElement, str] = {}
        self._first: dict[StructureElement, tuple[int, int]] = {}
        self._referred: set[StructureElement] = set()
        self._names: dict[StructureElement, str] = {}  # of heads that cells refer to

    def marked(self, number: int, page: str, elements: list[StructureElement]) -> None:
        """Page *number* (from 0, in their order) has marked content of these *elements*."""
        self._pages.append(elements)
        for at, element in enumerate(elements):
            self._pieces.setdefault(element, []).append(_Piece((number, at), page, at))

    def covered(self, figures: Mapping[StructureElement, Box], height: float) -> None:
        """On a page of that height *figures* cover these boxes; only the first page counts for each."""
        for element, box in figures.items():
            corners = f"{box.x:.2f} {height - box.bottom:.2f} {box.right:.2f} {height - box.y:.2f}"
            self._boxes.setdefault(element, corners)

    def annotated(self, number: int, at: int, page: str, element: StructureElement, annotation: str) -> None:
        """The *annotation* belongs to *element*."""
        place = (number, len(self._pages[number]) + at)
        self._pieces.setdefault(element, []).append(_Piece(place, page, annotation=annotation))

    def parent_key(self, element: StructureElement, pages: int) -> int:
        """A new key in the tree of parents, for an annotation of *element* in a document of so many *pages*."""
        self._annotations.append(element)
        return pages + len(self._annotations) - 1

    def written(self, root: StructureElement) -> str:
        """Write the tree; the entry of the catalog that names it.

        Raises:
            ValueError: an element with a place on a page is not below *root*.
        """
        file = self._file
        self._referred = set(_heads(root))
        tree, fill = file.reserve()
        reference = self._element(root, tree)
        known = self._references
        for element in self._pieces:
            if element not in known:
                raise ValueError(f"a part of a page is a '{element.role}' that the document's structure does not have")
        rows = [" ".join([known[element] for element in elements]) for elements in self._pages]
        parents = [f"{number}[{row}]" for number, row in enumerate(rows)]
        parents += [f"{len(rows) + at} {known[element]}" for at, element in enumerate(self._annotations)]
        of_parents = file.add(f"/Nums[{' '.join(parents)}]")
        names = sorted((name, known[element]) for element, name in self._names.items())
        ids = "".join(f"({name}){place}" for name, place in names)
        named = f"/IDTree {file.add(f'/Names[{ids}]')}" if names else ""
        fill(f"/Type/StructTreeRoot/K {reference}/ParentTree {of_parents}/ParentTreeNextKey {len(parents)}{named}")
        return f"/StructTreeRoot {tree}"

    def _begins(self, element: StructureElement) -> tuple[int, int]:
        """Where on the pages the first part of *element* is; behind all pages where it has none."""
        first = self._first.get(element)
        if first is None:
            own = [piece.order for piece in self._pieces.get(element, ())]
            first = min([*own, *map(self._begins, element.children)], default=(len(self._pages), 0))
            self._first[element] = first
        return first

    def _element(self, element: StructureElement, parent: str) -> str:
        """Write *element* and what is below it; its reference."""
        reference, fill = self._file.reserve()
        self._references[element] = reference
        pieces = self._pieces.get(element, [])
        page = pieces[0].page if pieces else ""
        kids: list[str] = []
        at = 0
        for child in element.children:  # in their order, whatever the order on the page
            if at < len(pieces):
                begins = self._begins(child)
                while at < len(pieces) and pieces[at].order < begins:
                    kids.append(_kid(pieces[at], page))
                    at += 1
            kids.append(self._element(child, reference))
        kids += [_kid(piece, page) for piece in pieces[at:]]
        entries = f"/Type/StructElem/S/{element.role}/P {parent}{self._attributes(element)}"
        if page:
            entries += f"/Pg {page}"
        if kids:
            entries += f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(kids)}]"
        fill(entries)
        return reference

    def _name(self, element: StructureElement) -> str:
        """By which others refer to *element*."""
        return self._names.setdefault(element, f"h{len(self._names) + 1}")

    def _attributes(self, element: StructureElement) -> str:
        """What there is to know about *element* beside its place in the tree."""
        text = ""
        if element.alt:
            text += f"/{'ActualText' if element.role == 'Span' else 'Alt'}{self._file.string(element.alt)}"
        if element in self._referred:
            text += f"/ID({self._name(element)})"
        if element.language:
            text += f"/Lang{self._file.string(element.language)}"
        table = f"/Scope/{element.scope}" if element.scope else ""
        table += f"/ColSpan {element.across}" if element.across > 1 else ""
        if element.heads:
            table += f"/Headers[{''.join(f'({self._name(head)})' for head in element.heads)}]"
        if table:
            text += f"/A<</O/Table{table}>>"
        if element in self._boxes:
            text += f"/A<</O/Layout/BBox[{self._boxes[element]}]>>"
        if element.numbering:
            text += f"/A<</O/List/ListNumbering/{element.numbering}>>"
        return text


def _heads(element: StructureElement) -> Iterator[StructureElement]:
    """The heads that cells below *element* name."""
    yield from element.heads
    for child in element.children:
        yield from _heads(child)


def _kid(piece: _Piece, page: str) -> str:
    """How an element whose own page is *page* names a piece of itself."""
    if piece.annotation:
        return f"<</Type/OBJR/Obj {piece.annotation}/Pg {piece.page}>>"
    if piece.page != page:
        return f"<</Type/MCR/Pg {piece.page}/MCID {piece.number}>>"
    return str(piece.number)


def _link(
    file: PdfFile, document: DocumentInfo, page: Page, link: Link, pages: list[str], structure: _Structure
) -> str:
    """Add the annotation of a *link*; its reference."""
    height, box = page.size.height.pt, link.box
    if link.target.startswith("#"):
        if link.target[1:] not in document.anchors:
            raise ValueError(f"a link leads to '{link.target}', which is nowhere in the document")
        number, y = document.anchors[link.target[1:]]
        where = f"/Dest[{pages[number]}/XYZ 0 {document.pages[number].size.height.pt - y:.2f} null]"
    else:
        where = f"/A<</S/URI/URI{file.string(link.target)}>>"
    corners = f"{box.x:.2f} {height - box.bottom:.2f} {box.right:.2f} {height - box.y:.2f}"
    return file.add(
        f"/Type/Annot/Subtype/Link/Rect[{corners}]/Border[0 0 0]/F 4{where}"
        f"/Contents{file.string(link.words)}/StructParent {structure.parent_key(link.element, len(pages))}"
    )


def _labels(file: PdfFile, pages: Iterable[Page]) -> str:
    """The entry of the catalog that says which number is printed on each page; nothing where none is."""
    rows: list[str] = []
    expected = ""
    for number, page in enumerate(pages):
        printed = page.number
        if printed != expected or not rows:
            if printed.isascii() and printed.isdigit():
                rows.append(f"{number}<</S/D/St {int(printed)}>>")
            else:
                rows.append(f"{number}<<{f'/P{file.string(printed)}' if printed else ''}>>")
        expected = str(int(printed) + 1) if printed.isascii() and printed.isdigit() else ""
    if rows == ["0<<>>"]:
        return ""
    return f"/PageLabels<</Nums[{''.join(rows)}]>>"


def _intent(file: PdfFile) -> str:
    """The entry of the catalog that says what colours mean."""
    profile = file.add("/N 3", SRGB_PROFILE.read_bytes())
    return (
        "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)"
        f"/Info(sRGB IEC61966-2.1)/DestOutputProfile {profile}>>]"
    )


def _metadata(file: PdfFile, document: DocumentInfo, author: str, subject: str) -> str:
    """Add what the file says about itself, word for word as in its information dictionary; the reference to it."""
    text = _METADATA.format(
        title=xmp_text(document.title),
        subject=xmp_text(subject),
        author=xmp_text(author),
        language=xmp_text(document.language),
        producer=xmp_text(file.producer),
        date=file.date,
        conformance=CONFORMANCE,
    )
    return file.add("/Type/Metadata/Subtype/XML", xmp_packet(text), packed=True)
