"""A document -> the bytes of a PDF file that can be read aloud, searched and kept: PDF/UA-1 and PDF/A-2u at once.

Everything on a page is either a part of the document's structure or marked as decoration (ISO 32000-1, 14.8); the tree
of that structure says in which order it is read (14.7). What viewers and archives want to know beside it stands in
the file's metadata and in its colour profile (ISO 14289-1, ISO 19005-2).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, matrix_product
from pawprint.core.geometry import Box
from pawprint.graphics.ops import DrawText, Group, LowInkRule, Marked, Op, StructureElement
from pawprint.graphics.traverse import DocumentInfo, Link, Page
from pawprint.press._pdf_file import PdfFile, pdf_string
from pawprint.press._resources import Resources
from pawprint.press.content_stream import ContentStream, ContentStreams
from pawprint.press.file_metadata import SRGB_PROFILE
from pawprint.press.op_bounds import drawn_box, right_of
from pawprint.press.portable_stream import POINTS, ResourceNames
from pawprint.press.sheet_pdf import add_resources
from pawprint.typography.metrics import SOFT_HYPHEN, Shaped

# --- tagged content ---------------------------------------------------------------------------------------------------

# Operations of a page that is read: its content with the marks of its structure, and with the spaces between lines.
# Without these spaces, a search, a copy and a screen reader would join the last word of a line to the first of the
# next; and they would take a divided word for two. An icon in the line is invisible words as wide as itself, because
# programs that extract text ignore an `ActualText` around nothing but shapes.


#: Ends a text, so that a space is written behind its last word.
_END = Shaped("", 0.0, ())
#: Two texts on a line that are closer, in ems, are one word; and baselines that are closer are one line.
_TOUCHING, _LEVEL = 0.12, 0.1
#: The other half of a divided word is at most so many ems below the first; else it is in another column.
_NEXT_LINE = 3.0


class _PlacedWords(NamedTuple):
    """A text with the element it belongs to, what brings it onto the page, and its size there.

    Attributes:
        narrow: the factor that makes the words of an icon as wide as it is; the *matrix* has it, too.
    """

    text: DrawText
    element: StructureElement | None
    matrix: Matrix
    size: float
    narrow: float = 1.0

    def at(self, x: float) -> tuple[float, float]:
        """Where *x* of its baseline is on the page."""
        a, b, c, d, e, f = self.matrix
        y = self.text.y
        return a * x + c * y + e, b * x + d * y + f


class PageContent(ContentStream):
    """The content of a page on which everything is a part of the structure, or decoration.

    Attributes:
        elements: which element each piece of marked content belongs to, by its number.
        figures: what each `Figure` covers, in points from the top left.
    """

    def __init__(self, names: ResourceNames, contents: ContentStreams, box: Box) -> None:
        super().__init__(names, contents, box)
        self.elements: list[StructureElement] = []
        self.figures: dict[StructureElement, Box] = {}
        self._around: list[StructureElement | None] = []  # the marks that we are inside of
        self._is_open = False
        self._spaced: dict[int, DrawText] = {}  # texts with a space behind them, by id; held, so that no id comes again
        self._icons: dict[int, _PlacedWords] = {}  # the words of icons, by the id of what is marked

    def page(self, ops: tuple[Op, ...]) -> None:
        """The whole page."""
        self.lines.append(f"1 0 0 -1 0 {self._numbers[self.box.height]} cm")
        texts: list[_PlacedWords] = []
        icons: list[tuple[int, Marked, Matrix]] = []
        self._look_through(ops, None, IDENTITY, texts, icons)
        self._put_into_words(icons, texts)
        spaced = (text.text for text, after in zip_longest(texts, texts[1:]) if _apart(text, after))
        self._spaced = {id(op): op for op in spaced}
        self.draw(ops)

    def _look_through(
        self,
        ops: Iterable[Op],
        element: StructureElement | None,
        matrix: Matrix,
        texts: list[_PlacedWords],
        icons: list[tuple[int, Marked, Matrix]],
    ) -> None:
        """Add the texts among *ops* to *texts*, in the order of drawing, and figures to those that are known; and icons
        to *icons*, each with the number of texts before it."""
        a, b, c, d, _, _ = matrix
        scale = abs(a * d - b * c) ** 0.5
        for op in ops:
            match op:
                case DrawText():
                    if op.words:
                        texts.append(_PlacedWords(op, element, matrix, op.size * scale))
                case Marked():
                    if op.element is not None and op.element.role == "Figure":
                        self._cover(op.element, drawn_box(op.ops, matrix))
                    if _is_icon(op):
                        icons.append((len(texts), op, matrix))
                    else:
                        self._look_through(op.ops, op.element, matrix, texts, icons)
                case LowInkRule():
                    self._look_through(op.ops, element, matrix, texts, icons)
                case Group() if op.opacity >= 1:
                    self._look_through(op.ops, element, matrix_product(matrix, op.matrix), texts, icons)

    def _put_into_words(self, icons: list[tuple[int, Marked, Matrix]], texts: list[_PlacedWords]) -> None:
        """Add the words of *icons* to *texts*, in the typeface of the text before or, on another line, behind them."""
        for before, (at, icon, matrix) in enumerate(icons):
            box, number = drawn_box(icon.ops, IDENTITY), at + before
            beside = [text for text in texts[max(number - 1, 0) : number + 1] if text.matrix == matrix]
            if box is None or icon.element is None or not (texts[number - 1 : number] or beside):
                continue
            near = next(
                (heading for heading in beside if _is_level(heading.text, box)), (beside or texts[number - 1 :])[0]
            )
            placed = _words_of_icon(icon.element, box, matrix, near)
            texts.insert(number, placed)
            self._icons[id(icon.ops)] = placed

    def _cover(self, figure: StructureElement, box: Box | None) -> None:
        """*figure* covers *box*, beside what it covers already."""
        if box is not None:
            known = self.figures.get(figure)
            self.figures[figure] = known.union(box) if known else box

    def draw(self, ops: Iterable[Op]) -> None:
        """See `ContentStream.draw`."""
        if self._is_open:
            super().draw(ops)
            return
        plain: list[Op] = []
        for op in _merged(ops):
            if _has_marks(op):
                self._write_marked(plain)
                plain = []
                super().draw((op,))
            else:
                plain.append(op)
        self._write_marked(plain)

    def _marked(self, op: Marked) -> None:
        self._around.append(op.element)
        words = self._icons.get(id(op.ops))
        if words is None or op.element is None:
            self.draw(op.ops)
        else:
            self._icon(op.ops, words, op.element.alt + " " * (id(words.text) in self._spaced))
        self._around.pop()

    def _icon(self, ops: tuple[Op, ...], words: _PlacedWords, said: str) -> None:
        """An icon that stands for *said*, and its words, which are not seen."""
        self._begin(said)
        self._is_open = True
        super().draw(ops)
        self.lines.append(f"3 Tr {self._numbers[100 * words.narrow]} Tz")
        super().draw((words.text,))
        self.lines.append("0 Tr 100 Tz")
        self._is_open = False
        self._end()

    def _write_marked(self, ops: list[Op]) -> None:
        """Operations without marks of their own, between those of the element that we are in."""
        if ops:
            self._begin()
            self._is_open = True
            super().draw(ops)
            self._is_open = False
            self._end()

    def _begin(self, said: str = "") -> None:
        """Begin a piece of marked content, which stands for the words *said* if there are any."""
        element = self._around[-1] if self._around else None
        if element is None:
            self.lines.append("/Artifact BMC")
            return
        role, words = element.role, ""
        if said:
            role, words = "Span", f"/ActualText<FEFF{said.encode('utf-16-be').hex().upper()}>"
        self.lines.append(f"/{role}<</MCID {len(self.elements)}{words}>>BDC")
        self.elements.append(element)

    def _end(self) -> None:
        if self.lines[-1].endswith("BDC"):  # nothing was written
            self.lines.pop()
            self.elements.pop()
        else:
            self.lines.append("EMC")

    def _write(self, texts: list[DrawText]) -> None:
        if not self._around or self._around[-1] is None:
            super()._write(texts)
            return
        spaces = self._spaced
        if not any(map(_is_divided, texts)):
            super()._write([_with_space(op) if id(op) in spaces else op for op in texts])
            return
        ready: list[DrawText] = []
        rest = deque([(op, id(op) in spaces) for op in texts])
        while rest:
            op, spaced = rest.popleft()
            if not _is_divided(op):
                ready.append(_with_space(op) if spaced else op)
                continue
            before, last = _parted(op, len(op.words) - 1)
            if before.words:
                ready.append(_with_space(before))
            if ready:
                super()._write(ready)
                ready = []
            halves, said = [last], last.words[0].text
            while rest and _is_divided(halves[-1]) and _is_below(halves[-1], rest[0][0]):
                below, spaced = rest.popleft()
                half, after = _parted(below, 1)
                if after.words:
                    rest.appendleft((after, spaced))
                halves.append(half)
                said = said.removesuffix(SOFT_HYPHEN) + half.words[0].text
                if (after.words or spaced) and not _is_divided(half):
                    said += " "
            self._end()
            self._begin(said)
            super()._write(halves)
            self._end()
            self._begin()
        if ready:
            super()._write(ready)


def _merged(ops: Iterable[Op]) -> Iterator[Op]:
    """The same, with what is marked as one element in one piece."""
    before: Marked | None = None
    for op in ops:
        marked = op if isinstance(op, Marked) and op.element is not None else None
        if marked and before and marked.element is before.element:
            before = Marked((*before.ops, *marked.ops), before.element)
            continue
        if before:
            yield before
        before = marked
        if not marked:
            yield op
    if before:
        yield before


def _is_icon(op: Marked) -> bool:
    """True if *op* is a picture in the line, which stands for words."""
    element = op.element
    return element is not None and element.role == "Span" and bool(element.alt)


def _is_level(text: DrawText, icon: Box) -> bool:
    """True if *icon* stands on the line of *text*."""
    middle = text.y - text.typeface.cap_height * text.size / 2
    return abs(icon.y + icon.height / 2 - middle) < text.size / 2


def _words_of_icon(element: StructureElement, box: Box, matrix: Matrix, near: _PlacedWords) -> _PlacedWords:
    """What an icon in *box* stands for, in the typeface of the text *near* it; a space if that has not all letters."""
    face, size = near.text.typeface, near.text.size
    blank = face.shape(" ")
    words = tuple([face.shape(word) for word in element.alt.split()])
    if any(word.missing for word in words):
        words = (blank,)
    y = near.text.y if _is_level(near.text, box) else box.y + box.height / 2 + face.cap_height * size / 2
    text = DrawText(box.x, y, face, size, near.text.ink, words, blank.width * size)
    narrow = box.width / ((right_of(text) - box.x) or 1.0)
    around = matrix_product(matrix, (narrow, 0.0, 0.0, 1.0, box.x * (1 - narrow), 0.0))
    return _PlacedWords(text, element, around, near.size, narrow)


def _is_divided(text: DrawText) -> bool:
    """True if its last word continues elsewhere."""
    return text.words[-1].text.endswith(SOFT_HYPHEN)


def _is_below(text: DrawText, other: DrawText) -> bool:
    """True if *other* continues this block."""
    return text.size / 2 < other.y - text.y < text.size * _NEXT_LINE


def _parted(text: DrawText, place: int) -> tuple[DrawText, DrawText]:
    """The words of *text* up to *place*, and from there on; one may have none."""
    before = text._replace(words=text.words[:place])
    x = right_of(before) + text.gap + text.tracking if before.words else text.x
    return before, text._replace(x=x, words=text.words[place:])


def _with_space(text: DrawText) -> DrawText:
    """*text* with a space behind it."""
    gap = text.gap if len(text.words) > 1 else text.typeface.shape(" ").width * text.size
    return DrawText(text.x, text.y, text.typeface, text.size, text.ink, (*text.words, _END), gap, text.tracking)


def _has_marks(op: Op) -> bool:
    """True if there are marks in *op* that count: those in a transparent group do not."""
    if isinstance(op, Group):
        return op.opacity >= 1 and any(map(_has_marks, op.ops))
    return isinstance(op, Marked)


def _apart(text: _PlacedWords, after: _PlacedWords | None) -> bool:
    """True if there is a space between a text and the next one."""
    if text.element is None:
        return False
    if after is None:
        return True
    (x, y), (next_x, next_y) = text.at(right_of(text.text)), after.at(after.text.x)
    em = max(text.size, after.size)
    if abs(next_y - y) <= _LEVEL * em and x - em < next_x:
        return next_x - x > _TOUCHING * em
    return not text.text.words[-1].text.endswith(("-", SOFT_HYPHEN))


# --- tagged pdf -------------------------------------------------------------------------------------------------------


#: The standards that a file follows, as XMP. Level A asks for all that PDF/UA asks for, and for Unicode, as level U.
_CLAIMS = """\
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part>
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
    file = PdfFile(document.language, title=document.title, subject=subject, author=author)
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
        for index, link in enumerate(page.links):
            structure.annotated(number, index, reference, link.element, links[index])
        size = f"{POINTS[page.size.width.pt]} {POINTS[page.size.height.pt]}"
        entry = f"/MediaBox[0 0 {size}]/Resources {dictionary}/Contents {stream}/Tabs/S/StructParents {number}"
        entries.append(entry + (f"/Annots[{' '.join(links)}]" if links else ""))
    entries_of_all, mixing = add_resources(file, dictionary, resources, rgb=True)
    fill(entries_of_all)
    for (_, complete), entry in zip(pages, entries, strict=True):
        complete(entry + mixing)
    heights = [page.size.height.pt for page in document.pages]
    file.outline(
        [
            (mark.title, f"{pages[mark.page][0]}/XYZ 0 {POINTS[heights[mark.page] - mark.y]} null", mark.level)
            for mark in document.bookmarks
        ]
    )
    file.catalog["StructTreeRoot"] = structure.write(document.structure)
    _declare(file, document.pages)
    return file.finish(duplex, packed=True)


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
        for index, element in enumerate(elements):
            self._pieces.setdefault(element, []).append(_Piece((number, index), page, index))

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

    def write(self, root: StructureElement) -> str:
        """Write the tree; the reference to it.

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
        parents += [f"{len(rows) + index} {known[element]}" for index, element in enumerate(self._annotations)]
        of_parents = file.add(f"/Nums[{' '.join(parents)}]")
        names = sorted((name, known[element]) for element, name in self._names.items())
        ids = "".join(f"({name}){place}" for name, place in names)
        named = f"/IDTree {file.add(f'/Names[{ids}]')}" if names else ""
        fill(f"/Type/StructTreeRoot/K {reference}/ParentTree {of_parents}/ParentTreeNextKey {len(parents)}{named}")
        return tree

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
            text += f"/{'ActualText' if element.role == 'Span' else 'Alt'}{pdf_string(element.alt)}"
        if element in self._referred:
            text += f"/ID({self._name(element)})"
        if element.language:
            text += f"/Lang{pdf_string(element.language)}"
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
        where = f"/A<</S/URI/URI{pdf_string(link.target)}>>"
    corners = f"{box.x:.2f} {height - box.bottom:.2f} {box.right:.2f} {height - box.y:.2f}"
    return file.add(
        f"/Type/Annot/Subtype/Link/Rect[{corners}]/Border[0 0 0]/F 4{where}"
        f"/Contents{pdf_string(link.words)}/StructParent {structure.parent_key(link.element, len(pages))}"
    )


def _declare(file: PdfFile, pages: Iterable[Page]) -> None:
    """Add the entries of the catalog that archives and screen readers need beside the structure."""
    file.catalog["MarkInfo"] = "<</Marked true>>"
    labels = _labels(pages)
    if labels:
        file.catalog["PageLabels"] = f"<</Nums[{labels}]>>"
    profile = file.add("/N 3", SRGB_PROFILE.read_bytes())
    file.catalog["OutputIntents"] = (
        "[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)"
        f"/Info(sRGB IEC61966-2.1)/DestOutputProfile {profile}>>]"
    )
    file.describe(_CLAIMS)


def _labels(pages: Iterable[Page]) -> str:
    """The number tree of the printed page numbers; empty if no page has one."""
    rows: list[str] = []
    expected = ""
    for number, page in enumerate(pages):
        printed = page.number
        if printed != expected or not rows:
            if printed.isascii() and printed.isdigit():
                rows.append(f"{number}<</S/D/St {int(printed)}>>")
            else:
                rows.append(f"{number}<<{f'/P{pdf_string(printed)}' if printed else ''}>>")
        expected = str(int(printed) + 1) if printed.isascii() and printed.isdigit() else ""
    return "" if rows == ["0<<>>"] else "".join(rows)
