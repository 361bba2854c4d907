"""Strips -> pages: bands of columns one below the other, running lines, links, bookmarks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Size
from pawprint.core.source import Span
from pawprint.draw.lower import Lowering
from pawprint.draw.structure_ops import Bookmark, Page
from pawprint.typeset.blocks import TERM, TextRun
from pawprint.typeset.column_breaks import Filled, balanced, extents, fill, lowered, stretched
from pawprint.typeset.document_style import DocumentStyle
from pawprint.typeset.page_grounds import PageGrounds
from pawprint.typeset.page_plans import EMPTY_FOOT, NEARLY_FULL, PagePlan
from pawprint.typeset.paragraphs import ParagraphSetter
from pawprint.typeset.pen import Pen
from pawprint.typeset.strips import LineInk, Strip
from pawprint.typeset.structure import marked
from pawprint.typography.languages import is_right_to_left

#: So many pages are on a folded sheet.
_FOLDED = 4
#: Less than this (in points) of a page is not worth beginning columns in.
_WORTH_BEGINNING = 36.0


@dataclass(slots=True)
class Band:
    """Columns of even height across a page; what is too much goes on on the next one."""

    strips: list[Strip]
    columns: int
    balance: bool = True
    #: What is free of the page on which they begin, in points; known when they are placed.
    room: float = 0.0


@dataclass(slots=True)
class PageColumn:
    """A column on a page, at (x, y) in points of the page."""

    x: float
    y: float
    filled: Filled


@dataclass(slots=True)
class Paged:
    """A page whose columns are filled; *kind* is `cover` or `back`, or empty."""

    columns: list[PageColumn] = field(default_factory=list)
    section: str = ""
    kind: str = ""


class PageSet:
    """Fills pages, and draws them.

    Args:
        size: of the page, in points.
        fields: for running lines: title, game, version.
        grounds: finds what lies under the text.
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
        grounds: PageGrounds,
    ) -> None:
        self.sheet = sheet
        self.size = size
        self.shaper = shaper
        self.lowering = lowering
        self.findings = findings
        self.fields = fields
        self.scale = scale
        self._grounds = grounds
        self.width, self.height = text_area(sheet, size)
        self.pages: list[Paged] = []
        self._bands: Sequence[Band] = ()
        self._planned: float | None = None
        self._ends: set[Strip] = set()  # before which pages end although they have room
        self._y = 0.0

    @property
    def printed(self) -> int:
        """How many pages have something on them; blank ones before the back page do not count."""
        return sum(bool(page.columns) for page in self.pages)

    def empty_feet(self) -> list[tuple[int, float]]:
        """(number of a page, share of its height that is empty) for those with more than a fifth; not for covers."""
        found: list[tuple[int, float]] = []
        for number, page in enumerate(self.pages, 1):
            ends = [column.y + column.filled.height - self.sheet.margins.top for column in page.columns]
            empty = 1 - max(ends, default=0.0) / self.height
            if ends and not page.kind and empty > EMPTY_FOOT:
                found.append((number, empty))
        return found

    # -- filling -----------------------------------------------------------------------------

    def _new_page(self, force: str = "page") -> Paged:
        while not _suits(len(self.pages) + 1, force):
            self.pages.append(Paged())
        self.pages.append(Paged(kind=force if force in ("cover", "back") else ""))
        self._y = 0.0
        return self.pages[-1]

    def _left(self) -> float:
        """x of the text on the page that is being filled."""
        margins = self.sheet.margins
        verso = self.sheet.mirrored and len(self.pages) % 2 == 0
        return margins.outer if verso else margins.inner

    def plan(self) -> float:
        """Fill no more pages than before once more, where other ends of theirs keep tables, lists and sections whole.

        Returns how bad what is left is, where a table that is divided is 1.
        """
        if self._planned is None:
            self._planned = 0.0
            for band in [band for band in self._bands if band.columns == 1]:
                plan = PagePlan(band.strips, band.room, self.height, self.sheet.grid * self.scale, self.sheet.stretch)
                ends, faults = plan.ends()
                self._ends |= ends
                self._planned += faults
            if self._ends:
                self.pages = []
                self.place(self._bands)
        return self._planned

    def place(self, bands: Sequence[Band]) -> None:
        """Fill as many pages as it takes."""
        grid = self.sheet.grid * self.scale
        self._bands = bands
        self._new_page()
        space = 0.0
        for band in bands:
            strips = band.strips
            band.room = self.height
            while strips:
                if strips[0].force and strips[0].force not in ("column", "fill"):
                    if not self.pages[-1].columns:  # this page may be the one
                        self.pages.pop()
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
                if strips is band.strips:
                    band.room = room
                if self._y and room < _WORTH_BEGINNING:
                    self._new_page()
                    continue
                whole = balanced(strips, band.columns, room, grid) if band.balance or band.columns == 1 else None
                if whole is not None:
                    self._put([lowered(column, room) for column in whole], band.columns, start)
                    space = max((column.puts[-1].strip.after for column in whole if column.puts), default=0.0)
                    break
                columns, strips, force, stuck = self._full(strips, band.columns, room, grid)
                if stuck and self._y:
                    self._new_page()
                    continue
                self._put([self._to_the_foot(column, room) for column in columns], band.columns, start)
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
            column = fill(rest, room, grid, ends=self._ends)
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

    def _to_the_foot(self, filled: Filled, room: float) -> Filled:
        """A column of a page that ends here, its spaces larger if it is nearly full."""
        filled = lowered(filled, room)
        nearly = room - filled.height <= NEARLY_FULL * self.height
        return stretched(filled, room, self.sheet.stretch) if self.sheet.stretch and nearly else filled

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
        rtl = is_right_to_left(self.shaper.language)
        for number, filled in enumerate(columns):
            place = count - 1 - number if rtl else number
            page.columns.append(PageColumn(left + place * (width + gutter), self.sheet.margins.top + y, filled))
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

    def terms(self) -> dict[str, tuple[int, ...]]:
        """Anchor of a term -> the pages, from 1, on which it is used."""
        found: dict[str, dict[int, None]] = {}
        for number, page in enumerate(self.pages, 1):
            inks = (ink for column in page.columns for put in column.filled.puts for ink in put.strip.inks)
            for ink in inks:
                for piece in ink.line.pieces if isinstance(ink, LineInk) else ():
                    if piece.mark.link.startswith(f"#{TERM}"):
                        found.setdefault(piece.mark.link[1:], {})[number] = None
        return {anchor: tuple(pages) for anchor, pages in found.items()}

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
        pen = Pen(self.lowering, self.sheet, self.size, anchors)
        style = self.sheet.page(self._kinds(number))
        pen.ground(style, self._grounds)
        for column in page.columns:
            for extent in extents(column.filled.puts):
                pen.frame(column.x, column.y, extent)
        puts = [put for column in page.columns for put in column.filled.puts]
        if puts and style.running:
            self._running(pen, number, page, puts[0].strip.span)
        for column in page.columns:
            for put in column.filled.puts:
                for ink in put.strip.inks:
                    pen.draw(ink, column.x, column.y + put.y, put.again)
        return Page(self.size, tuple(pen.finished()), tuple(pen.links), str(number + 1))

    def _kinds(self, number: int) -> set[str]:
        """What the page *number*, from 0, is of the `PAGE_KINDS`."""
        kinds = {self.pages[number].kind, "right" if number % 2 == 0 else "left"}
        return kinds | ({"first"} if number == 0 else set()) | ({"last"} if number == len(self.pages) - 1 else set())

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


def _suits(number: int, force: str) -> bool:
    """Whether the page *number*, from 1, may be the one that *force* asks for."""
    match force:
        case "side":
            return number % 2 == 1
        case "spread":
            return number % 2 == 0
        case "back":
            return number % _FOLDED == 0
    return True


def text_area(sheet: DocumentStyle, size: Size) -> tuple[float, float]:
    """Width and height of the text on a page, in points."""
    margins = sheet.margins
    return size.width.pt - margins.inner - margins.outer, size.height.pt - margins.top - margins.bottom


def filled_in(template: str, fields: Mapping[str, str]) -> str:
    """A running line; words in braces are replaced. What is left alone at an end where nothing stands goes, too."""
    for name, value in fields.items():
        template = template.replace("{" + name + "}", value)
    return template.strip(" -\u2013")
