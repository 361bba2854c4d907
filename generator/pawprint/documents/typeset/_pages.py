"""Strips -> pages: bands of columns one below the other, running lines, links, bookmarks."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from pawprint.core.colour import WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Box, Size
from pawprint.core.picture import CURRENT, Picture
from pawprint.core.source import Span
from pawprint.documents.content import TERM, TextRun
from pawprint.documents.typeset import page_grounds
from pawprint.documents.typeset._column_breaks import (
    ColumnExtent,
    Filled,
    balanced,
    extents,
    fill,
    fill_or_less,
    lowered,
    stretched,
)
from pawprint.documents.typeset._document_style import DocumentStyle, PageStyle
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset._strips import (
    ArtInk,
    BoxInk,
    IconPiece,
    Ink,
    LineInk,
    Mark,
    PageInk,
    SetLine,
    Strip,
    TextPiece,
    Unit,
)
from pawprint.documents.typeset.page_grounds import PageGrounds
from pawprint.documents.typeset.structure import marked
from pawprint.graphics.ops import DrawBox, DrawText, Group, Marked, Op, Paint, StructureElement, UseSymbol
from pawprint.graphics.traverse import Bookmark, Link, Page
from pawprint.pieces.lower import Lowering
from pawprint.typography.languages import is_right_to_left
from pawprint.typography.metrics import Shaped

# --- Strips -> where pages of one column end: earlier than they must, where that keeps tables and lists whole ---------


#: No page ought to end with more than this of its height empty.
EMPTY_FOOT = 0.2
#: A page with less than this of its height empty is one whose spaces may grow.
NEARLY_FULL = 0.3
#: A page may end so much higher than it must, in parts of its height.
_EARLIER = 0.5
#: What is higher than so much of a page may be divided as well as not.
_WHOLE = 0.9
#: Faults of a page, where a table that is divided is 1: a foot as empty as `EMPTY_FOOT`, one that is emptier, a section
#: of which only a few lines stand at the foot, and a figure that has gone to the next page.
_FOOT, _EMPTY, _BEGUN, _FLOATED = 0.5, 2.0, 0.4, 0.15
#: So few lines of a section look lost at the foot of a page.
_FEW_LINES = 3
#: Pages without any fault that is worse than this are left as they are.
_SLIGHT = 0.25

#: The strips that are left for a page: how many, and the first of them.
_State = tuple[int, Strip | None]


class _Way(NamedTuple):
    """How a state is reached with the fewest pages and faults: from which other, ended before which strip."""

    pages: int
    faults: float
    before: "_Way | None"
    end: Strip | None


class PagePlan:
    """The ends of the pages that a run of strips fills.

    Args:
        height: of a page. first: what is free of the first one. stretch: how much spaces may grow.
    """

    def __init__(self, strips: Sequence[Strip], first: float, height: float, grid: float, stretch: float) -> None:
        self._strips = strips
        self._first, self._height, self._grid, self._stretch = first, height, grid, stretch
        self._heights: dict[Unit, float] = {}
        for strip in strips:
            if strip.unit is not None:
                self._heights[strip.unit] = self._heights.get(strip.unit, 0.0) + strip.height

    def ends(self) -> tuple[frozenset[Strip], float]:
        """The strips before which pages end although they have room for more, and the faults that are left.

        There are as many pages as without it, or fewer.
        """
        slight = self._greedy()
        if slight is not None:
            return frozenset(), slight
        start = list(self._strips)
        ways: dict[_State, _Way] = {_state(start): _Way(0, 0.0, None, None)}
        queue: list[tuple[int, int, list[Strip]]] = [(-len(start), 0, start)]
        while queue:
            _, _, rest = heappop(queue)
            way = ways[_state(rest)]
            if not rest:
                break
            for filled, end in self._columns(rest):
                after = way.faults + self._faults(filled, rest)
                reached = _Way(way.pages + bool(filled.puts), after, way, end)
                state = _state(filled.rest)
                known = ways.get(state)
                if known is None:
                    heappush(queue, (-len(filled.rest), len(ways), filled.rest))
                if known is None or reached[:2] < known[:2]:
                    ways[state] = reached
        last: _Way | None = ways.get((0, None))
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
        """The ways to fill the next page with what is left."""
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
        if not filled.puts:
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
        after, last = filled.rest[waiting], filled.puts[-1].strip
        faults += waiting * _FLOATED
        if last.unit is not None and last.unit is after.unit and self._heights[last.unit] <= _WHOLE * self._height:
            faults += last.unit.weight
        lines = [put.strip for put in filled.puts[-_FEW_LINES - 1 :]]
        begun = any(0 < sign.level <= 2 for strip in lines for sign in strip.signs)
        goes_on = not any(0 < sign.level <= 2 for sign in after.signs)
        return faults + (_BEGUN if begun and goes_on else 0.0)


def _state(rest: Sequence[Strip]) -> _State:
    return len(rest), rest[0] if rest else None


# --- What stands on a page -> operations: its ground, lines of text, pictures, links ----------------------------------


#: How far grounds go on beyond the edges of a page; points.
BLEED = page_grounds.BLEED.pt
#: Words of a lesser contrast with white stand on a dark ground, where icons have their colour.
_DARK = 3.0


class Pen:
    """Draws what stands on one page; what belongs to one element and follows one another is marked together."""

    def __init__(
        self, lowering: Lowering, sheet: DocumentStyle, size: Size, anchors: Mapping[str, tuple[int, float]]
    ) -> None:
        self._lowering = lowering
        self._sheet = sheet
        self._size, self._width, self._height = size, size.width.pt, size.height.pt
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

    def ground(self, style: PageStyle, grounds: PageGrounds) -> None:
        """What lies under the text: a colour, and a face or a drawing."""
        page = Box(-BLEED, -BLEED, self._width + 2 * BLEED, self._height + 2 * BLEED)
        if style.fill is not None:
            self._below.append(DrawBox(*page, Paint(style.fill)))
        if style.face:
            self._below += grounds.face(style.face, self._size, self._lowering)
            return
        picture = grounds.art(style.art) if style.art else None
        if picture is None:
            return
        colours = {**self._sheet.palette, CURRENT: self._sheet.base.ink, **dict(style.colours)}
        symbol = self._lowering.symbol(
            picture, tuple((name, colours.get(name, self._sheet.base.ink)) for name in picture.colours)
        )
        for box in _places(style, page, picture.height / picture.width):
            scale = box.width / picture.width
            matrix = (scale, 0.0, 0.0, scale, box.x - picture.x * scale, box.y - picture.y * scale)
            self._below.append(UseSymbol(symbol, matrix))

    def frame(self, x: float, y: float, extent: ColumnExtent) -> None:
        """A tinted box."""
        frame = extent.frame
        left, top, height = x + frame.x, y + extent.top, extent.bottom - extent.top
        if frame.fill is not None:
            self._below.append(DrawBox(left, top, frame.width, height, Paint(frame.fill), frame.radius))
        if frame.bar is not None and frame.bar_width:
            self._below.append(DrawBox(left + frame.bar_start, top, frame.bar_width, height, Paint(frame.bar)))

    def draw(self, ink: Ink, x: float, y: float, decoration: bool = False) -> None:
        """Draw *ink* of a strip whose column begins at *x* and whose top is *y*; *decoration* is not read out."""
        match ink:
            case LineInk():
                self._line(ink.line, x + ink.x + ink.line.x, y + ink.y, decoration)
            case ArtInk():
                self._art(ink, x, y, decoration)
            case BoxInk():
                box = ink.box._replace(x=ink.box.x + x, y=ink.box.y + y)
                self._ops.append((None, self._bled(box) if ink.bleeds else box))
            case PageInk():
                self._number(ink, x, y)

    def _bled(self, box: DrawBox) -> DrawBox:
        """A box that goes on to the edges of the page beside it."""
        margins = self._sheet.margins
        white = max(margins.inner, margins.outer) + 1.0
        left, right = box.x, box.x + box.width
        if left < white:
            left = -BLEED
        if right > self._width - white:
            right = self._width + BLEED
        return box._replace(x=left, width=right - left)

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
        sheet = self._sheet
        own = sheet.icons.get(picture.name) if ink.contrast(WHITE) >= _DARK else None
        colours = tuple(
            (name, own or ink if name == CURRENT else sheet.palette.get(name, ink)) for name in picture.colours
        )
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
        if self.links and self.links[-1].element is ink.mark.element:  # the line is a link up to its number
            link = self.links[-1]
            self.links[-1] = link._replace(box=link.box._replace(width=right - link.box.x))


def _places(style: PageStyle, page: Box, ratio: float) -> Iterator[Box]:
    """Where a drawing stands that is *ratio* times as high as it is wide."""
    match style.place:
        case "top" | "bottom" | "tile":
            wide = style.width or page.width
            high = wide * ratio
            rows = math.ceil(page.height / high - 1e-6) if style.place == "tile" else 1
            top = page.bottom - high if style.place == "bottom" else page.y
            for row in range(rows):
                for column in range(math.ceil(page.width / wide - 1e-6)):
                    yield Box(page.x + column * wide, top + row * high, wide, high)
        case _:
            wide = max(page.width, page.height / ratio)
            yield Box(page.x + (page.width - wide) / 2, page.y + (page.height - wide * ratio) / 2, wide, wide * ratio)


# --- pages ------------------------------------------------------------------------------------------------------------


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
