"""Strips -> pages: bands of columns one below the other, running lines, links, bookmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Size
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.source import Span
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import DrawBox, DrawText, Group, Marked, Op, Paint, StructureElement, UseSymbol
from pawprint.draw.structure_ops import Bookmark, Link, Page
from pawprint.typeset.blocks import TextRun
from pawprint.typeset.column_breaks import ColumnExtent, Filled, balanced, extents, fill
from pawprint.typeset.document_style import DocumentStyle
from pawprint.typeset.paragraphs import ParagraphSetter
from pawprint.typeset.strips import ArtInk, BoxInk, IconPiece, Ink, LineInk, Mark, PageInk, SetLine, Strip, TextPiece
from pawprint.typeset.structure import marked
from pawprint.typography.metrics import Shaped

#: Less than this (in points) of a page is not worth beginning columns in.
_WORTH_BEGINNING = 36.0


@dataclass(slots=True)
class Band:
    """Columns of even height across a page; what is too much goes on on the next one."""

    strips: list[Strip]
    columns: int
    balance: bool = True


@dataclass(slots=True)
class PageColumn:
    """A column on a page, at (x, y) in points of the page."""

    x: float
    y: float
    filled: Filled


@dataclass(slots=True)
class Paged:
    """A page whose columns are filled."""

    columns: list[PageColumn] = field(default_factory=list)
    section: str = ""


class PageSet:
    """Fills pages, and draws them.

    Args:
        size: of the page, in points.
        fields: for running lines: title, game, version.
    """

    def __init__(
        self,
        sheet: DocumentStyle,
        size: Size,
        shaper: ParagraphSetter,
        lowering: Lowering,
        findings: Findings,
        fields: Mapping[str, str],
        scale: float,
    ) -> None:
        self.sheet = sheet
        self.size = size
        self.shaper = shaper
        self.lowering = lowering
        self.findings = findings
        self.fields = fields
        self.scale = scale
        self.width, self.height = text_area(sheet, size)
        self.pages: list[Paged] = []
        self._y = 0.0

    # -- filling -----------------------------------------------------------------------------

    def _new_page(self, force: str = "page") -> Paged:
        if force == "side" and len(self.pages) % 2:
            self.pages.append(Paged())
        self.pages.append(Paged())
        self._y = 0.0
        return self.pages[-1]

    def _left(self) -> float:
        """x of the text on the page that is being filled."""
        margins = self.sheet.margins
        verso = self.sheet.mirrored and len(self.pages) % 2 == 0
        return margins.outer if verso else margins.inner

    def place(self, bands: Sequence[Band]) -> None:
        """Fill as many pages as it takes."""
        grid = self.sheet.grid * self.scale
        self._new_page()
        space = 0.0
        for band in bands:
            strips = band.strips
            while strips:
                if strips[0].force in ("page", "side"):
                    if self.pages[-1].columns or (strips[0].force == "side" and len(self.pages) % 2 == 0):
                        self._new_page(strips[0].force)
                        space = 0.0
                    strips = strips[1:]
                    continue
                if self._y:
                    space = max(space, strips[0].before)
                    start = self._y + space
                else:
                    start = 0.0
                room = self.height - start
                if self._y and room < _WORTH_BEGINNING:
                    self._new_page()
                    continue
                whole = balanced(strips, band.columns, room, grid) if band.balance or band.columns == 1 else None
                if whole is not None:
                    self._put(whole, band.columns, start)
                    space = max((column.puts[-1].strip.after for column in whole if column.puts), default=0.0)
                    break
                columns, strips, force, stuck = self._full(strips, band.columns, room, grid)
                if stuck and self._y:
                    self._new_page()
                    continue
                self._put(columns, band.columns, start)
                if force:
                    self._new_page(force)
                elif strips:
                    self._new_page()
                else:
                    space = max((column.puts[-1].strip.after for column in columns if column.puts), default=0.0)

    def _full(
        self, strips: list[Strip], count: int, room: float, grid: float
    ) -> tuple[list[Filled], list[Strip], str, list[Strip]]:
        """One page's columns, what is left, whether a page is forced, and strips as they were if nothing fits."""
        columns: list[Filled] = []
        rest = strips
        for _ in range(count):
            column = fill(rest, room, grid)
            if column.too_high is not None or column.torn:
                if self._y:  # a new page has more room
                    return columns, rest, "", [] if columns else strips
                if column.too_high is not None:
                    self._too_high(column.too_high, room)
            columns.append(column)
            rest = column.rest
            if column.force:
                return columns, rest, column.force, []
            if not rest:
                break
        return columns, rest, "", []

    def _too_high(self, strip: Strip, room: float) -> None:
        over = (strip.height - room) / 72 * 25.4
        if over > 0.05:
            self.findings.add(
                "does-not-fit",
                f"something is {over:.1f} mm too high for a page",
                strip.span,
                "make it smaller, or divide it",
            )

    def _put(self, columns: list[Filled], count: int, y: float) -> None:
        page = self.pages[-1]
        gutter = self.sheet.gutter
        width = (self.width - gutter * (count - 1)) / count
        left = self._left()
        for number, filled in enumerate(columns):
            page.columns.append(PageColumn(left + number * (width + gutter), self.sheet.margins.top + y, filled))
        self._y = y + max((column.height for column in columns), default=0.0)

    def anchors(self) -> dict[str, tuple[int, float]]:
        """Anchor -> the page that it is on, from 0, and its y."""
        found: dict[str, tuple[int, float]] = {}
        for number, page in enumerate(self.pages):
            for column in page.columns:
                for put in column.filled.puts:
                    for sign in () if put.again else put.strip.signs:
                        found.setdefault(sign.anchor, (number, column.y + put.y))
        return found

    # -- drawing -----------------------------------------------------------------------------

    def drawn(self) -> tuple[tuple[Page, ...], tuple[Bookmark, ...], dict[str, tuple[int, float]]]:
        """(pages, bookmarks, anchors)."""
        bookmarks: list[Bookmark] = []
        section = ""
        anchors = self.anchors()
        for number, page in enumerate(self.pages):
            first = ""
            for column in page.columns:
                for put in column.filled.puts:
                    for sign in () if put.again else put.strip.signs:
                        y = column.y + put.y
                        if sign.level:
                            bookmarks.append(Bookmark(sign.title, sign.level, number, y))
                        if sign.level == 2:
                            section, first = sign.title, first or sign.title
            page.section = first or section
        pages = tuple(self._page(number, page, anchors) for number, page in enumerate(self.pages))
        return pages, tuple(bookmarks), anchors

    def _page(self, number: int, page: Paged, anchors: Mapping[str, tuple[int, float]]) -> Page:
        pen = Pen(self.lowering, self.sheet.palette, anchors)
        for column in page.columns:
            for extent in extents(column.filled.puts):
                pen.frame(column.x, column.y, extent)
        puts = [put for column in page.columns for put in column.filled.puts]
        if puts:
            self._running(pen, number, page, puts[0].strip.span)
        for column in page.columns:
            for put in column.filled.puts:
                for ink in put.strip.inks:
                    pen.draw(ink, column.x, column.y + put.y, put.again)
        return Page(self.size, tuple(pen.finished()), tuple(pen.links), str(number + 1))

    def _running(self, pen: "Pen", number: int, page: Paged, span: Span) -> None:
        sheet, margins = self.sheet, self.sheet.margins
        style = sheet.texts.get("running") or sheet.base
        verso = sheet.mirrored and number % 2 == 1
        left = margins.outer if verso else margins.inner
        fields = {**self.fields, "page": str(number + 1), "pages": str(len(self.pages)), "section": page.section}
        height = self.size.height.pt
        places = (
            (sheet.head, margins.top * 0.62),
            (sheet.foot, height - margins.bottom * 0.62 + style.text.size * 0.7),
        )
        for running, y in places:
            if running is sheet.head and number == 0:
                continue
            ends = running.inner, running.center, running.outer
            for text, share in zip(ends if not verso else ends[::-1], (0.0, 0.5, 1.0), strict=True):
                words = filled_in(text, fields)
                if words:
                    _, marks = marked("P", (TextRun("text", words),), style.ink, style.ink)
                    shaped = self.shaper.shape((TextRun("text", words),), style.text, marks, span)
                    for line in self.shaper.lines(shaped, self.width).lines[:1]:
                        x = left + (self.width - line.width) * share
                        pen.draw(LineInk(x, y, line), 0.0, 0.0, True)


class Pen:
    """Draws what stands on one page; what belongs to one element and follows one another is marked together."""

    def __init__(
        self, lowering: Lowering, palette: Mapping[str, Colour], anchors: Mapping[str, tuple[int, float]]
    ) -> None:
        self._lowering = lowering
        self._palette = palette
        self._anchors = anchors
        self._below: list[Op] = []
        self._ops: list[tuple[StructureElement | None, Op]] = []
        self.links: list[Link] = []

    def finished(self) -> list[Op]:
        """All operations of the page."""
        ops: list[Op] = list(self._below)
        run: list[Op] = []
        owner: StructureElement | None = None
        for element, op in [*self._ops, (None, None)]:
            if element is not owner or op is None:
                if run:
                    ops += [Marked(tuple(run), owner)] if owner is not None else run
                run, owner = [], element
            if op is not None:
                run.append(op)
        return ops

    def frame(self, x: float, y: float, extent: ColumnExtent) -> None:
        """A tinted box."""
        frame = extent.frame
        left, top, height = x + frame.x, y + extent.top, extent.bottom - extent.top
        if frame.fill is not None:
            self._below.append(DrawBox(left, top, frame.width, height, Paint(frame.fill), frame.radius))
        if frame.bar is not None and frame.bar_width:
            self._below.append(DrawBox(left, top, frame.bar_width, height, Paint(frame.bar)))

    def draw(self, ink: Ink, x: float, y: float, decoration: bool = False) -> None:
        """Draw *ink* of a strip whose column begins at *x* and whose top is *y*; *decoration* is not read out."""
        match ink:
            case LineInk():
                self._line(ink.line, x + ink.x + ink.line.x, y + ink.y, decoration)
            case ArtInk():
                self._art(ink, x, y, decoration)
            case BoxInk():
                box = ink.box
                self._ops.append((None, box._replace(x=box.x + x, y=box.y + y)))
            case PageInk():
                self._number(ink, x, y)

    def _line(self, line: SetLine, x: float, y: float, decoration: bool) -> None:
        boxes: dict[StructureElement, tuple[float, float, Mark]] = {}
        for piece in line.pieces:
            mark = piece.mark
            element = None if decoration else mark.element
            if isinstance(piece, IconPiece):
                op = self._icon(piece.picture, x + piece.box.x, y + piece.box.y, piece.box.height, mark.ink)
                left, right = x + piece.box.x, x + piece.box.right
            else:
                left, right = x + piece.x, x + piece.x + piece.width
                words = self._paged(piece) if mark.page else piece.words
                op = DrawText(left, y, piece.face, line.size, mark.ink, words, piece.gap, line.tracking)
            self._ops.append((element, op))
            if mark.link and element is not None:
                known = boxes.get(element)
                boxes[element] = (known[0] if known else left, right, mark)
        for element, (left, right, mark) in boxes.items():
            if mark.link.startswith("#") and mark.link[1:] not in self._anchors:
                continue
            top = y - line.ascent * 0.9
            box = Box(left, top, right - left, line.ascent * 0.9 + line.descent)
            self.links.append(Link(box, mark.link, mark.words, element))

    def _paged(self, piece: TextPiece) -> tuple[Shaped, ...]:
        """A reference to a page, with the number of the page on which its anchor stands."""
        place = self._anchors.get(piece.mark.link.removeprefix("#"))
        if place is None:
            return piece.words
        return (piece.face.shape(piece.mark.page.replace("{0}", str(place[0] + 1))),)

    def _icon(self, picture: Picture, x: float, y: float, height: float, ink: Colour) -> Op:
        scale = height / picture.height
        colours = tuple((name, ink if name == CURRENT else self._palette.get(name, ink)) for name in picture.colours)
        matrix = (scale, 0.0, 0.0, scale, x - picture.x * scale, y - picture.y * scale)
        return UseSymbol(self._lowering.symbol(picture, colours), matrix)

    def _art(self, ink: ArtInk, x: float, y: float, decoration: bool) -> None:
        ops = self._lowering.ops(ink.art.items)
        placed = Group(ops, (ink.scale, 0.0, 0.0, ink.scale, x + ink.x, y + ink.y))
        self._ops.append((None if decoration else ink.element, placed))

    def _number(self, ink: PageInk, x: float, y: float) -> None:
        place = self._anchors.get(ink.anchor)
        if place is None:
            return
        word = ink.face.shape(str(place[0] + 1))
        dot = ink.face.shape(".")
        right = x + ink.x
        start = right - word.width * ink.size
        step = (dot.width + 0.25) * ink.size
        first = x + ink.start + 0.6 * ink.size
        last = start - 0.5 * ink.size
        count = int((last - first) / step)
        if count > 1:
            words = (dot,) * count
            begin = right - ink.size * 2.2 - step * count  # dots stand below one another
            if begin < first:
                words = words[1:]
                begin += step
            if words:
                gap = step - dot.width * ink.size
                self._ops.append((None, DrawText(begin, y + ink.y, ink.face, ink.size, ink.dots, words, gap)))
        text = DrawText(start, y + ink.y, ink.face, ink.size, ink.mark.ink, (word,), 0.0)
        self._ops.append((ink.mark.element, text))


def text_area(sheet: DocumentStyle, size: Size) -> tuple[float, float]:
    """Width and height of the text on a page, in points."""
    margins = sheet.margins
    return size.width.pt - margins.inner - margins.outer, size.height.pt - margins.top - margins.bottom


def filled_in(template: str, fields: Mapping[str, str]) -> str:
    """A running line; words in braces are replaced. What is left alone at an end where nothing stands goes, too."""
    for name, value in fields.items():
        template = template.replace("{" + name + "}", value)
    return template.strip(" -\u2013")
