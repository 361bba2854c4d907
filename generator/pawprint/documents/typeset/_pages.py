"""Strips -> pages: bands of columns one below the other, running lines, links, bookmarks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Size
from pawprint.core.length import mm
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.source import Span
from pawprint.documents.content import TERM, TextRun
from pawprint.documents.typeset._column_breaks import (
    Filled,
    PlacedStrip,
    balanced,
    extents,
    fill,
    fill_or_less,
    lowered,
    stretched,
)
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset._strips import Anchor, Fragment, PaintItem, Strip, WholeBlock
from pawprint.documents.typeset.structure import marked
from pawprint.documents.typeset.style_reader import DocumentStyle, PageStyle
from pawprint.graphics.ops import DrawBox, DrawText, Group, Marked, Op, Paint, StructureElement, UseSymbol
from pawprint.graphics.traverse import Bookmark, Link, Page
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.typography.languages import is_right_to_left

# --- Ends of pages of one column: earlier than they must be, if that keeps tables and lists whole --------------------


#: No page ought to end with more than this of its height empty.
EMPTY_FOOT = 0.2
#: A page with less than this of its height empty is one whose spaces may grow.
NEARLY_FULL = 0.3
#: How much higher than necessary a page may end, in parts of its height.
_EARLIER = 0.5
#: A block higher than this part of a page may be divided as well as not.
_WHOLE = 0.9
#: Faults of a page, where a table that is divided is 1: a foot as empty as `EMPTY_FOOT`, one that is emptier, a section
#: of which only a few lines stand at the foot, and a figure that has gone to the next page.
_FOOT, _EMPTY, _BEGUN, _FLOATED = 0.5, 2.0, 0.4, 0.15
#: This many lines of a section look lost at the foot of a page.
_FEW_LINES = 3
#: Pages without any fault that is worse than this are left as they are.
_SLIGHT = 0.25

#: The strips that are left for a page: how many, and the first of them.
_State = tuple[int, Strip | None]


class _Path(NamedTuple):
    """The fewest pages and faults to reach a state, the path before, and the strip at which its last page is ended."""

    pages: int
    faults: float
    before: "_Path | None"
    end: Strip | None


class PagePlan:
    """The ends of the pages that a run of strips fills.

    Args:
        height: of a page. first: the free height of the first page. stretch: how much spaces may grow.
    """

    def __init__(self, strips: Sequence[Strip], first: float, height: float, grid: float, stretch: float) -> None:
        self._strips = strips
        self._first, self._height, self._grid, self._stretch = first, height, grid, stretch
        self._heights: dict[WholeBlock, float] = {}
        for strip in strips:
            if strip.whole is not None:
                self._heights[strip.whole] = self._heights.get(strip.whole, 0.0) + strip.height

    def ends(self) -> tuple[frozenset[Strip], float]:
        """The strips before which pages end although they have room for more, and the faults that are left.

        There are as many pages as without it, or fewer.
        """
        slight = self._greedy()
        if slight is not None:
            return frozenset(), slight
        start = list(self._strips)
        paths: dict[_State, _Path] = {_state(start): _Path(0, 0.0, None, None)}
        queue: list[tuple[int, int, list[Strip]]] = [(-len(start), 0, start)]
        while queue:
            _, _, rest = heappop(queue)
            path = paths[_state(rest)]
            if not rest:
                break
            for filled, end in self._columns(rest):
                after = path.faults + self._faults(filled, rest)
                reached = _Path(path.pages + bool(filled.placed), after, path, end)
                state = _state(filled.rest)
                known = paths.get(state)
                if known is None:
                    heappush(queue, (-len(filled.rest), len(paths), filled.rest))
                if known is None or reached[:2] < known[:2]:
                    paths[state] = reached
        last: _Path | None = paths.get((0, None))
        faults = last.faults if last is not None else 0.0
        found: set[Strip] = set()
        while last is not None:
            if last.end is not None:
                found.add(last.end)
            last = last.before
        return frozenset(found), faults

    def _room(self, rest: Sequence[Strip]) -> float:
        return self._first if len(rest) == len(self._strips) else self._height

    def _columns(self, rest: Sequence[Strip]) -> list[tuple[Filled, Strip | None]]:
        """The ways to fill the next page with *rest*."""
        room = self._room(rest)
        least = room - _EARLIER * self._height
        found = fill_or_less(rest, room, self._grid, least)
        first = found[0][0]
        if room < self._height and (first.torn or first.too_high is not None):
            return fill_or_less(rest, self._height, self._grid, least)  # a new page has more room
        return found if first.rest else found[:1]

    def _greedy(self) -> float | None:
        """The faults of pages that are as full as they can be; None if one is worth looking for other ends."""
        rest = list(self._strips)
        total = 0.0
        while rest:
            filled = self._columns(rest)[0][0]
            faults = self._faults(filled, rest)
            if faults > _SLIGHT:
                return None
            total += faults
            rest = filled.rest
        return total

    def _faults(self, filled: Filled, strips: Sequence[Strip]) -> float:
        """How bad a page is that ends like this."""
        if not filled.placed:
            return 0.0
        room = self._room(strips)
        free = room - filled.height
        if self._stretch and 0 < free <= NEARLY_FULL * self._height:
            free = room - stretched(filled, room, self._stretch).height
        empty = max(free, 0.0) / self._height
        if filled.force or not filled.rest:
            return empty**2 + (_FOOT if empty > EMPTY_FOOT else 0.0)
        faults = _FOOT * (empty / EMPTY_FOOT) ** 2 if empty <= EMPTY_FOOT else _EMPTY + empty
        waiting = 0
        while waiting < len(filled.rest) - 1 and filled.rest[waiting].floats:
            waiting += 1
        after, last = filled.rest[waiting], filled.placed[-1].strip
        faults += waiting * _FLOATED
        if last.whole is not None and last.whole is after.whole and self._heights[last.whole] <= _WHOLE * self._height:
            faults += last.whole.penalty
        lines = [put.strip for put in filled.placed[-_FEW_LINES - 1 :]]
        begun = any(0 < anchor.level <= 2 for strip in lines for anchor in strip.anchors)
        goes_on = not any(0 < anchor.level <= 2 for anchor in after.anchors)
        return faults + (_BEGUN if begun and goes_on else 0.0)


def _state(rest: Sequence[Strip]) -> _State:
    return len(rest), rest[0] if rest else None


# --- Strips on a page -> operations -----------------------------------------------------------------------------------


#: How far grounds reach beyond the edges of a page, and the text of a face stays away from them.
_BLEED, _SAFE = mm(3), mm(3)
#: In contents, ems: around dots, between two of them, and from their end to the end of the number.
_BEFORE_DOTS, _AFTER_DOTS, _BETWEEN_DOTS, _NUMBER = 0.6, 0.5, 0.25, 2.2

#: Name -> (page from 0, y in points from its top).
_Anchors = Mapping[str, tuple[int, float]]


class PageGrounds(NamedTuple):
    """Finds the grounds of pages, for the documents of one game in one language."""

    composer: Composer
    game: Game
    language: str

    def art(self, name: str) -> Picture | None:
        """The drawing *name*."""
        return self.composer.layouts.drawings.picture("art", name, self.game, self.composer.setter.shaper)

    def face(self, name: str, size: Size, lowering: Lowering) -> tuple[Op, ...]:
        """The face *name* as large as a page of that *size*, with its bleed; nothing after a finding."""
        fields = self.game.common_fields(self.language)
        face = self.composer.page(self.game, name, size, self.language, fields, _BLEED, _SAFE)
        return () if face is None else lowering.drawing(face).ops

    def ops(self, style: PageStyle, sheet: DocumentStyle, size: Size, lowering: Lowering) -> Iterator[Op]:
        """The ground of a page: a colour, and a face or a drawing."""
        bleed = _BLEED.pt
        page = Box(-bleed, -bleed, size.width.pt + 2 * bleed, size.height.pt + 2 * bleed)
        if style.fill is not None:
            yield DrawBox(*page, Paint(style.fill))
        if style.face:
            yield from self.face(style.face, size, lowering)
            return
        picture = self.art(style.art) if style.art else None
        if picture is None:
            return
        colours = {**sheet.palette, CURRENT: sheet.base.ink, **dict(style.colours)}
        named = tuple((name, colours.get(name, sheet.base.ink)) for name in picture.colours)
        symbol = lowering.symbol(picture, named)
        for box in _places(style, page, picture.height / picture.width):
            scale = box.width / picture.width
            yield UseSymbol(symbol, (scale, 0.0, 0.0, scale, box.x - picture.x * scale, box.y - picture.y * scale))


def _places(style: PageStyle, page: Box, ratio: float) -> Iterator[Box]:
    """The places of a drawing whose height is *ratio* times its width."""
    match style.place:
        case "top" | "bottom" | "tile":
            width = style.width or page.width
            height = width * ratio
            rows = math.ceil(page.height / height - 1e-6) if style.place == "tile" else 1
            top = page.bottom - height if style.place == "bottom" else page.y
            for row in range(rows):
                for column in range(math.ceil(page.width / width - 1e-6)):
                    yield Box(page.x + column * width, top + row * height, width, height)
        case _:
            width = max(page.width, page.height / ratio)
            left, top = page.x + (page.width - width) / 2, page.y + (page.height - width * ratio) / 2
            yield Box(left, top, width, width * ratio)


class _PagePainter:
    """Collects the operations of one page; neighbours of one element are marked together.

    Args:
        ops: below the text.
    """

    def __init__(self, sheet: DocumentStyle, size: Size, anchors: _Anchors, ops: list[Op]) -> None:
        self._sheet, self._width, self._anchors = sheet, size.width.pt, anchors
        self._below = ops
        self._ops: list[tuple[StructureElement | None, Op]] = []
        self.links: list[Link] = []

    def finished(self) -> tuple[Op, ...]:
        """All operations of the page."""
        ops: list[Op] = list(self._below)
        for element, alike in groupby(self._ops, key=itemgetter(0)):
            run = tuple([op for _, op in alike])
            ops += run if element is None else [Marked(run, element)]
        return tuple(ops)

    def paint(self, fragment: Fragment, x: float, y: float, is_decoration: bool = False) -> None:
        """Paint *fragment* of a strip whose column begins at *x* and whose top is *y*; decoration is not read aloud."""
        x, y = x + fragment.x, y + fragment.y
        for item in fragment.items:
            for element, op in self._numbered(item) if item.page else [(item.element, item.op)]:
                op = _moved(op, x, y)
                if item.bleeds and isinstance(op, DrawBox):
                    op = self._bled(op)
                self._ops.append((None if is_decoration else element, op))
        for link in () if is_decoration else fragment.links:
            if not link.target.startswith("#") or link.target[1:] in self._anchors:
                area = link.box._replace(x=x + link.box.x, y=y + link.box.y)
                self.links.append(link._replace(box=area))

    def _bled(self, box: DrawBox) -> DrawBox:
        """A box that reaches to the edges of the page beside it."""
        margins, bleed = self._sheet.margins, _BLEED.pt
        white = max(margins.inner, margins.outer) + 1.0
        left, right = box.x, box.x + box.width
        if left < white:
            left = -bleed
        if right > self._width - white:
            right = self._width + bleed
        return box._replace(x=left, width=right - left)

    def _numbered(self, item: PaintItem) -> Iterator[tuple[StructureElement | None, Op]]:
        """A text with the number of the page of its anchor; an entry of contents has none if there is no anchor."""
        page, text = item.page, item.op
        assert page is not None
        assert isinstance(text, DrawText)
        place = self._anchors.get(page.anchor)
        if place is None:
            if page.dots is None:
                yield item.element, text
            return
        word = text.typeface.shape(page.template.replace("{0}", str(place[0] + 1)))
        if page.dots is None:
            yield item.element, text._replace(words=(word,))
            return
        size, right = text.size, text.x
        start = right - word.width * size
        dot = text.typeface.shape(".")
        step = (dot.width + _BETWEEN_DOTS) * size
        first = page.dots[0] + _BEFORE_DOTS * size
        count = int((start - _AFTER_DOTS * size - first) / step)
        begin = right - size * _NUMBER - step * count  # dots are below one another
        if count > 1:
            if begin < first:
                count, begin = count - 1, begin + step
            gap = step - dot.width * size
            yield None, text._replace(x=begin, ink=page.dots[1], words=(dot,) * count, gap=gap)
        yield item.element, text._replace(x=start, words=(word,))


def _moved(op: Op, x: float, y: float) -> Op:
    match op:
        case DrawBox() | DrawText():
            return op._replace(x=op.x + x, y=op.y + y)
        case UseSymbol() | Group():
            a, b, c, d, left, top = op.matrix
            return op._replace(matrix=(a, b, c, d, left + x, top + y))
    return Group((op,), (1.0, 0.0, 0.0, 1.0, x, y))


# --- pages ------------------------------------------------------------------------------------------------------------


#: Pages of a folded sheet.
_FOLDED = 4
#: Less than this (in points) of a page is not worth beginning columns in.
_WORTH_BEGINNING = 36.0
#: The place of running lines in the margins above and below, from the text, and the part of their size below the line.
_IN_MARGIN, _OF_SIZE = 0.62, 0.7


@dataclass(slots=True)
class Band:
    """Columns of even height across a page; what is left over goes on the next page.

    Attributes:
        room: the free height of the page on which they begin, in points; known when they are placed.
    """

    strips: list[Strip]
    columns: int
    balance: bool = True
    room: float = 0.0


class _PageColumn(NamedTuple):
    """A column on a page, at (x, y) in points of the page."""

    x: float
    y: float
    filled: Filled


@dataclass(slots=True)
class _FilledPage:
    """A page whose columns are filled; *kind* is `cover` or `back`, or empty."""

    columns: list[_PageColumn] = field(default_factory=list)
    section: str = ""
    kind: str = ""

    def strips(self) -> Iterator[tuple[PlacedStrip, float, float]]:
        """The strips, each with its place (x, y) on the page."""
        for column in self.columns:
            for put in column.filled.placed:
                yield put, column.x, column.y + put.y

    def anchors(self) -> Iterator[tuple[Anchor, float]]:
        """The anchors of the page, each with its y."""
        for put, _, y in self.strips():
            for anchor in () if put.repeated else put.strip.anchors:
                yield anchor, y


@dataclass(eq=False, kw_only=True)
class PageSet:
    """Fills pages, and paints them.

    Attributes:
        size: of the page. scale: of the text.
        fields: for running lines: title, game, version.
        elements: of the text, in reading order.
    """

    sheet: DocumentStyle
    size: Size
    shaper: ParagraphSetter
    lowering: Lowering
    findings: Findings
    fields: Mapping[str, str]
    scale: float
    grounds: PageGrounds
    elements: list[StructureElement] = field(default_factory=list)
    pages: list[_FilledPage] = field(default_factory=list)
    _bands: Sequence[Band] = ()
    _planned: float | None = None
    _ends: set[Strip] = field(default_factory=set)  # before which pages end although they have room
    _y: float = 0.0

    def __post_init__(self) -> None:
        self.width, self.height = text_area(self.sheet, self.size)

    @property
    def printed(self) -> int:
        """The number of pages that are not blank."""
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

    def _new_page(self, force: str = "page") -> _FilledPage:
        while not _suits(len(self.pages) + 1, force):
            self.pages.append(_FilledPage())
        self.pages.append(_FilledPage(kind=force if force in ("cover", "back") else ""))
        self._y = 0.0
        return self.pages[-1]

    def _left(self) -> float:
        """x of the text on the page that is being filled."""
        margins = self.sheet.margins
        verso = self.sheet.mirrored and len(self.pages) % 2 == 0
        return margins.outer if verso else margins.inner

    def plan(self) -> float:
        """Fill the pages again, no more of them, if other ends keep tables, lists and sections whole.

        Returns the sum of the faults that are left; a table that is divided counts 1.
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
        """Fill as many pages as *bands* need."""
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
                    space = max((column.placed[-1].strip.after for column in whole if column.placed), default=0.0)
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
                    space = max((column.placed[-1].strip.after for column in columns if column.placed), default=0.0)

    def _full(
        self, strips: list[Strip], count: int, room: float, grid: float
    ) -> tuple[list[Filled], list[Strip], str, list[Strip]]:
        """One page's columns, the strips left, the page that is forced, and the strips as they were if nothing fits."""
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
            page.columns.append(_PageColumn(left + place * (width + gutter), self.sheet.margins.top + y, filled))
        self._y = y + max((column.height for column in columns), default=0.0)

    def anchors(self) -> dict[str, tuple[int, float]]:
        """Name of an anchor -> (page from 0, y in points from its top)."""
        found: dict[str, tuple[int, float]] = {}
        for number, page in enumerate(self.pages):
            for anchor, y in page.anchors():
                found.setdefault(anchor.name, (number, y))
        return found

    def terms(self) -> dict[str, tuple[int, ...]]:
        """Anchor of a term -> the pages, from 1, on which it is used."""
        found: dict[str, dict[int, None]] = {}
        for number, page in enumerate(self.pages, 1):
            links = (link for put, *_ in page.strips() for part in put.strip.fragments for link in part.links)
            for link in links:
                if link.target.startswith(f"#{TERM}"):
                    found.setdefault(link.target[1:], {})[number] = None
        return {anchor: tuple(pages) for anchor, pages in found.items()}

    # -- painting ----------------------------------------------------------------------------

    def painted(self) -> tuple[tuple[Page, ...], tuple[Bookmark, ...], dict[str, tuple[int, float]]]:
        """(pages, bookmarks, anchors)."""
        bookmarks: list[Bookmark] = []
        section = ""
        anchors = self.anchors()
        for number, page in enumerate(self.pages):
            first = ""
            for anchor, y in page.anchors():
                if anchor.level:
                    bookmarks.append(Bookmark(anchor.title, anchor.level, number, y))
                if anchor.level == 2:
                    section, first = anchor.title, first or anchor.title
            page.section = first or section
        pages = tuple(self._page(number, page, anchors) for number, page in enumerate(self.pages))
        return pages, tuple(bookmarks), anchors

    def _page(self, number: int, page: _FilledPage, anchors: _Anchors) -> Page:
        style = self.sheet.page(self._kinds(number))
        below = [*self.grounds.ops(style, self.sheet, self.size, self.lowering)]
        for column in page.columns:
            for extent in extents(column.filled.placed):
                below += extent.frame.boxes(column.x, column.y + extent.top, column.y + extent.bottom)
        painter = _PagePainter(self.sheet, self.size, anchors, below)
        strips = [*page.strips()]
        if strips and style.running:
            self._running(painter, number, page, strips[0][0].strip.span)
        for put, x, y in strips:
            for fragment in put.strip.fragments:
                painter.paint(fragment, x, y, put.repeated)
        return Page(self.size, painter.finished(), tuple(painter.links), str(number + 1))

    def _kinds(self, number: int) -> set[str]:
        """Those of the `PAGE_KINDS` that the page *number*, from 0, is of."""
        kinds = {self.pages[number].kind, "right" if number % 2 == 0 else "left"}
        return kinds | ({"first"} if number == 0 else set()) | ({"last"} if number == len(self.pages) - 1 else set())

    def _running(self, painter: _PagePainter, number: int, page: _FilledPage, span: Span) -> None:
        sheet, margins = self.sheet, self.sheet.margins
        style = sheet.texts.get("running") or sheet.base
        verso = sheet.mirrored and number % 2 == 1
        left = margins.outer if verso else margins.inner
        fields = {**self.fields, "page": str(number + 1), "pages": str(len(self.pages)), "section": page.section}
        height = self.size.height.pt
        places = (
            (sheet.head, margins.top * _IN_MARGIN),
            (sheet.foot, height - margins.bottom * _IN_MARGIN + style.text.size * _OF_SIZE),
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
                        painter.paint(line.fragment, x, y, True)


def _suits(number: int, force: str) -> bool:
    """True if the page *number*, from 1, may be the page that *force* asks for."""
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
    """A running line, its fields in braces replaced; dashes at an end that is empty are left out."""
    for name, value in fields.items():
        template = template.replace("{" + name + "}", value)
    return template.strip(" -\u2013")
