"""Blocks -> strips: what stands below one another in a column of a known width."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.draw.ops import DrawBox, Paint, StructureElement
from pawprint.typeset.blocks import (
    Aside,
    Block,
    BlockArt,
    Break,
    Columns,
    ContentsBlock,
    FigureBlock,
    Gallery,
    Heading,
    Listing,
    Paragraph,
    TableBlock,
    TextRun,
    Words,
)
from pawprint.typeset.document_style import BlockStyle, DocumentStyle
from pawprint.typeset.paragraphs import ParagraphSetter
from pawprint.typeset.strips import ArtInk, BoxInk, Frame, Ink, LineInk, Mark, PageInk, SetLine, Sign, Strip
from pawprint.typeset.structure import marked, plain, titled

if TYPE_CHECKING:
    from pawprint.typeset.table_rows import ShapedTable, Sized

#: A box lower than this (in points) is never divided.
_WHOLE_ASIDE = 150.0


#: Pictures side by side may shrink to this to stand in one row.
_NEARLY = 0.7

#: A caption may be wider than its picture, up to this part of the column.
_CAPTION = 0.62
#: Of words that are measured only.
_UNREAD = StructureElement("Span")


class Room(NamedTuple):
    """Where blocks are set: from *x* of the column on, *width* points wide; the boxes around them."""

    x: float
    width: float
    frames: tuple[Frame, ...] = ()
    inside: bool = False  # of a list or box, where nothing snaps to the grid


class Flow:
    """Makes strips of the blocks of one document.

    Args:
        sheet: how it looks. scale: factor on all sizes of text and pictures.
        height: of a whole column, in points; nothing may be higher.
        headings: of the whole document, for its contents.
        shaped: tables by id that another flow of the same document has shaped; takes those of this one.
    """

    def __init__(
        self,
        sheet: DocumentStyle,
        shaper: ParagraphSetter,
        language: str,
        findings: Findings,
        height: float,
        headings: Sequence[Heading] = (),
        scale: float = 1.0,
        shaped: "dict[int, ShapedTable] | None" = None,
    ) -> None:
        self.sheet = sheet
        self.shaper = shaper
        self.language = language
        self.findings = findings
        self.height = height
        self.headings = headings
        self.scale = scale
        self.shaped = {} if shaped is None else shaped
        self.begun: set[int] = set()  # tables that have come up
        self.tables: dict[int, Sized] = {}  # those that have been measured and are not yet set
        self._frames = 0
        self._figures = 0
        self._styles: dict[str, BlockStyle] = {}

    # -- styles -------------------------------------------------------------------------------

    def style(self, name: str) -> BlockStyle:
        """The text style *name* at the document's scale; body's where there is none."""
        style = self._styles.get(name)
        if style is None:
            texts = self.sheet.texts
            own = texts.get(name) or texts.get("body") or self.sheet.base
            style = self._styles[name] = own.scaled(self.scale)
        return style

    def colour(self, role: str) -> Colour | None:
        """A colour of the sheet."""
        return self.sheet.colours.get(role)

    # -- blocks ------------------------------------------------------------------------------

    def blocks(self, blocks: Sequence[Block], room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """(the strips of *blocks* in *room*, what is read out)."""
        strips: list[Strip] = []
        elements: list[StructureElement] = []
        at = 0
        before: Block | None = None
        while at < len(blocks):
            block = blocks[at]
            at += 1
            if isinstance(block, Break):
                strips.append(Strip(0.0, [], block.span, force=block.kind))
                continue
            if isinstance(block, FigureBlock) and block.place == "side":
                from pawprint.typeset.side_figures import beside

                made, read, taken = beside(self, block, blocks[at:], room)
                at += taken
            else:
                made, read = self.block(block, room)
            if strips and made and not strips[-1].force and _leads_on(before):
                made[0].keep = True
            before = block
            strips += made
            elements += read
        return strips, elements

    def block(self, block: Block, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """The strips and elements of one block."""
        match block:
            case Heading():
                return self._heading(block, room)
            case Paragraph():
                return self.paragraph(block.words, self.style(block.style), block.span, room)
            case Listing():
                return self._listing(block, room)
            case TableBlock():
                from pawprint.typeset.table_rows import table

                return table(self, block, room)
            case FigureBlock():
                return self._figure(block, room)
            case Gallery():
                return self._gallery(block, room)
            case Aside():
                return self._aside(block, room)
            case Columns():
                from pawprint.typeset.column_breaks import side_by_side

                return side_by_side(self, block, room)
            case ContentsBlock():
                return self._contents(block, room)
        return [], []

    def paragraph(
        self,
        words: Words,
        style: BlockStyle,
        span: Span,
        room: Room,
        role: str = "P",
        first: tuple[int, float] = (0, 0.0),
    ) -> tuple[list[Strip], list[StructureElement]]:
        """The lines of a text; no single line of it is left alone at the end or beginning of a column."""
        link = self.colour("link") or style.ink
        element, marks = marked(role, words, style.ink, link)
        lines = self.lines(words, style, marks, span, room.width, first)
        strips = strips_of(lines, style, span, room)
        return strips, [element] if strips else []

    def lines(
        self,
        words: Words,
        style: BlockStyle,
        marks: Sequence[Mark],
        span: Span,
        width: float,
        first: tuple[int, float] = (0, 0.0),
    ) -> tuple[SetLine, ...]:
        """The lines of a text; a finding where one is too wide."""
        lines, over = self.shaper.lines(self.shaper.shape(words, style.text, marks, span), width, first)
        if over:
            excerpt = plain(words)
            excerpt = excerpt if len(excerpt) <= 30 else excerpt[:29] + "…"
            self.findings.add(
                "overset",
                f"the text '{excerpt}' is {over / 72 * 25.4:.1f} mm too wide for its column",
                span,
                "shorten its longest word, or give it more room",
            )
        return lines

    def _heading(self, block: Heading, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        style = self.style("title" if block.level == 1 else f"heading-{block.level}")
        inset = 0.45 * style.text.size if style.fill else 0.0
        inner = room._replace(x=room.x + inset, width=room.width - 2 * inset)
        strips, elements = self.paragraph(block.words, style, block.span, inner, f"H{block.level}")
        for strip in strips:
            if style.fill:
                ground = DrawBox(room.x, 0.0, room.width, style.leading, Paint(style.fill))
                strip.inks.insert(0, BoxInk(ground))
            strip.snap = not room.inside and not style.fill and strip is strips[0]
        for strip in strips[1:]:
            strip.keep = True
        if strips and style.rule:
            under = DrawBox(room.x, style.leading + style.rule, room.width, style.rule, Paint(style.ink))
            strips[-1].inks.append(BoxInk(under))
            strips[-1].height += 2 * style.rule
        if strips:
            strips[0].signs = (Sign(block.level, titled(block.words), block.anchor),)
        return strips, elements

    def _listing(self, block: Listing, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        sheet, style = self.sheet.list, self.style("body")
        labels = [f"{block.start + n}." if block.numbered else sheet.bullet for n in range(len(block.items))]
        label_style = BlockStyle(style.text._replace(bold=block.numbered), self.colour("accent") or style.ink)
        indent = sheet.indent * self.scale
        if block.numbered:
            widest = max((len(label) for label in labels), default=0)
            indent = max(indent, (0.55 * widest + 0.5) * style.text.size)
        inner = Room(room.x + indent, room.width - indent, room.frames, True)
        strips: list[Strip] = []
        items: list[StructureElement] = []
        for label, blocks in zip(labels, block.items, strict=True):
            made, read = self.blocks(blocks, inner)
            if not made:
                continue
            words = (TextRun("text", label),)
            element, marks = marked("Lbl", words, label_style.ink, label_style.ink)
            line = self.lines(words, label_style, marks, block.span, indent)[0]
            first = next((ink for ink in made[0].inks if isinstance(ink, LineInk)), None)
            y = first.y if first else line.ascent
            x = room.x + (indent - line.width - 0.45 * style.text.size if block.numbered else indent * 0.25)
            made[0].inks.insert(0, LineInk(x, y, line))
            if strips:
                gap = sheet.gap * self.scale
                strips[-1].after = made[0].before = gap
            strips += made
            items.append(StructureElement("LI", (element, StructureElement("LBody", tuple(read)))))
        if strips:
            strips[-1].after = style.after
            strips[0].snap = not room.inside
            strips[-1].keep = len(strips) > 1  # no item of one line alone
            if len(strips) > 2:
                strips[1].keep = True
        numbering = "Decimal" if block.numbered else "Disc"
        return strips, [StructureElement("L", tuple(items), numbering=numbering)] if items else []

    # -- pictures ----------------------------------------------------------------------------

    def _figure(self, block: FigureBlock, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        strip, elements = self.figure_strip(block, room)
        return [strip], elements

    def figure_strip(self, block: FigureBlock, room: Room) -> tuple[Strip, list[StructureElement]]:
        """A figure with its caption, in one piece; it shrinks where it is too wide or too high."""
        gap = 9.0 * self.scale
        rows = self._rows(block.art, room.width, gap)
        caption_style = self.style("caption")
        words = block.caption
        if block.numbered:
            self._figures += 1
            label = f"{self.sheet.word('figure', self.language)} {self._figures}"
            words = (TextRun("text", label + (". " if words else ""), bold=True), *words)
        caption: list[Strip] = []
        read: list[StructureElement] = []
        wide = max((sum(art.width * scale for art, scale in row) + gap * (len(row) - 1) for row in rows), default=0.0)
        if words:
            least = min(room.width, max(wide, _CAPTION * room.width))
            offset = (room.width - least) / 2 if least < room.width else 0.0
            inside = Room(room.x + offset, least, room.frames, True)
            caption, read = self.paragraph(words, caption_style, block.span, inside, "Caption")
            if len(caption) == 1:
                caption, read = self.paragraph(words, caption_style.centred(), block.span, inside, "Caption")
        below = 5.0 * self.scale if caption else 0.0
        room_for_art = self.height - sum(strip.height for strip in caption) - below
        high = sum(max(art.height * scale for art, scale in row) for row in rows) + gap * (len(rows) - 1)
        shrink = min(1.0, room_for_art / high) if high > 0 else 1.0
        if shrink < 0.4:
            self.findings.add(
                "does-not-fit",
                f"a picture is {(high - room_for_art) / 72 * 25.4:.0f} mm too high for its page",
                block.span,
                "make it smaller, or take fewer pictures for one figure",
            )
        inks: list[Ink] = []
        elements: list[StructureElement] = []
        y = 0.0
        for row in rows:
            width = (sum(art.width * scale for art, scale in row) + gap * (len(row) - 1)) * shrink
            tall = max(art.height * scale for art, scale in row) * shrink
            x = room.x + max((room.width - width) / 2, 0.0)
            for art, scale in row:
                element = StructureElement("Figure", alt=art.alt) if art.alt else None
                if element is not None:
                    elements.append(element)
                inks.append(ArtInk(x, y + (tall - art.height * scale * shrink) / 2, art, scale * shrink, element))
                x += (art.width * scale + gap) * shrink
            y += tall + gap * shrink
        y = max(y - gap * shrink, 0.0) + below
        for strip in caption:
            inks += [ink._replace(y=ink.y + y) if isinstance(ink, LineInk) else ink for ink in strip.inks]
            y += strip.height
        space = 10.0 * self.scale
        strip = Strip(y, inks, block.span, space, space, floats=not room.inside, frames=room.frames)
        together = [StructureElement("Div", (*elements, *read))] if read else elements
        return strip, together

    def _rows(self, pictures: Sequence[BlockArt], width: float, gap: float) -> list[list[tuple[BlockArt, float]]]:
        """Pictures in rows no wider than *width*, each with its scale; a few that nearly fit shrink into one row."""
        room = width - gap * (len(pictures) - 1)
        total = sum(art.width for art in pictures) * min(self.scale, 1.0)
        if len(pictures) > 1 and room < total <= room / _NEARLY:
            return [[(art, min(self.scale, 1.0) * room / total) for art in pictures]]
        rows: list[list[tuple[BlockArt, float]]] = []
        used = 0.0
        for art in pictures:
            scale = self.scale if self.scale < 1 else 1.0
            if art.width * scale > width:
                scale = width / art.width
            need = art.width * scale
            if rows and used + gap + need <= width + 0.01:
                rows[-1].append((art, scale))
                used += gap + need
            else:
                rows.append([(art, scale)])
                used = need
        return rows

    def _gallery(self, block: Gallery, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        style = self.style("caption").centred()
        gap, below = 9.0 * self.scale, 3.0 * self.scale
        strips: list[Strip] = []
        read: list[StructureElement] = []
        row: list[tuple[BlockArt, Words, float, float]] = []
        used = 0.0
        for art, words in block.items:
            scale = min(self.scale, 1.0, room.width / art.width, 0.9 * self.height / art.height)
            wide, high = art.width * scale, art.height * scale
            # Pictures of another size begin a row of their own.
            other = row and abs(row[-1][0].height * row[-1][2] - high) > 0.2 * high
            shaped = self.shaper.shape(words, style.text, [Mark(_UNREAD, style.ink)] * len(words), block.span)
            cell = min(max(wide, shaped.natural(style.text.size)[0]), room.width)
            if row and (other or used + gap + cell > room.width + 0.01):
                self._gallery_row(row, style, gap, below, block.span, room, strips, read)
                row, used = [], 0.0
            used += cell + (gap if row else 0.0)
            row.append((art, words, scale, cell))
        if row:
            self._gallery_row(row, style, gap, below, block.span, room, strips, read)
        return strips, read

    def _gallery_row(
        self,
        row: Sequence[tuple[BlockArt, Words, float, float]],
        style: BlockStyle,
        gap: float,
        below: float,
        span: Span,
        room: Room,
        strips: list[Strip],
        read: list[StructureElement],
    ) -> None:
        inks: list[Ink] = []
        tall = max(art.height * scale for art, _, scale, _ in row)
        x, lowest = room.x, tall
        for art, words, scale, width in row:
            figure = StructureElement("Figure", alt=art.alt) if art.alt else None
            inks.append(ArtInk(x + (width - art.width * scale) / 2, tall - art.height * scale, art, scale, figure))
            parts: list[StructureElement] = [figure] if figure is not None else []
            if words:
                caption, own_read = self.paragraph(words, style, span, Room(x, width), "Caption")
                y = tall + below
                for strip in caption:
                    inks += [ink._replace(y=ink.y + y) for ink in strip.inks if isinstance(ink, LineInk)]
                    y += strip.height
                lowest = max(lowest, y)
                parts += own_read
            if parts:
                read.append(StructureElement("Div", tuple(parts)) if len(parts) > 1 else parts[0])
            x += width + gap
        strips.append(Strip(lowest, inks, span, gap, gap, frames=room.frames))

    # -- boxes -------------------------------------------------------------------------------

    def _aside(self, block: Aside, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        asides = self.sheet.asides
        style = asides.get(block.style) or next(iter(asides.values()), None)
        if style is None:
            return self.blocks(block.blocks, room)
        pad = style.pad * self.scale
        self._frames += 1
        frame = Frame(
            self._frames, room.x, room.width, pad * 0.8, pad * 0.8, style.fill, style.bar, style.bar_width, style.radius
        )
        left = pad + (style.bar_width if style.bar else 0.0)
        inner = Room(room.x + left, room.width - left - pad, (*room.frames, frame), True)
        strips: list[Strip] = []
        read: list[StructureElement] = []
        if block.title:
            strips, read = self.paragraph(block.title, style.title.scaled(self.scale), block.span, inner)
            for strip in strips:
                strip.after = 1.5 * self.scale
        made, inside = self.blocks(block.blocks, inner)
        if strips and made:
            made[0].keep = True
        strips += made
        if not strips:
            return [], []
        if sum(strip.height for strip in strips) <= _WHOLE_ASIDE * max(self.scale, 1.0):
            for strip in strips[1:]:
                strip.keep = True
        strips[0].before = strips[-1].after = max(self.style("body").after, 8.0 * self.scale)
        return strips, [StructureElement("Div", (*read, *inside))]

    # -- contents ----------------------------------------------------------------------------

    def _contents(self, block: ContentsBlock, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        strips: list[Strip] = []
        items: list[StructureElement] = []
        for heading in self.headings:
            depth = heading.level - 1
            if not 1 <= depth <= block.depth:
                continue
            style = self.style(f"contents-{depth}")
            indent = (depth - 1) * 10.0 * self.scale
            number = 2.2 * style.text.size
            inner = Room(room.x + indent, room.width - indent - number, room.frames, True)
            target = f"#{heading.anchor}"
            words = tuple(run._replace(link=target) for run in heading.words)
            element, marks = marked("Reference", words, style.ink, style.ink)
            made = strips_of(self.lines(words, style, marks, block.span, inner.width), style, block.span, inner)
            for strip in made[1:]:
                strip.keep = True
            last = made[-1].inks[-1]
            if isinstance(last, LineInk):
                face = self.shaper.metrics.typeface(style.text.family, style.text.bold, style.text.italic)
                dots = self.colour("muted") or style.ink
                start = last.x + last.line.x + last.line.width
                right = room.x + room.width
                made[-1].inks.append(
                    PageInk(right, last.y, start, heading.anchor, face, style.text.size, marks[-1], dots)
                )
            strips += made
            items.append(StructureElement("TOCI", (element,)))
        if strips:
            strips[-1].after = self.style("body").after
        return strips, [StructureElement("TOC", tuple(items))] if items else []


def _leads_on(block: Block | None) -> bool:
    """Whether what follows belongs to *block*: a heading, or words that end with a colon."""
    if isinstance(block, Paragraph):
        return plain(block.words[-1:]).endswith(":")
    return isinstance(block, Heading)


def strips_of(lines: Sequence[SetLine], style: BlockStyle, span: Span, room: Room) -> list[Strip]:
    """A strip for each line; two lines at least stay together at either end."""
    strips: list[Strip] = []
    last = len(lines) - 1
    for number, line in enumerate(lines):
        ink = LineInk(room.x, baseline(style, line), line)
        strips.append(Strip(style.leading, [ink], span, keep=number in (1, last) and number > 0, frames=room.frames))
    if strips:
        strips[0].before, strips[-1].after = style.before, style.after
        strips[0].snap = not room.inside
    return strips


def baseline(style: BlockStyle, line: SetLine) -> float:
    """Where a line's baseline stands below the top of its leading: capitals and tails together in the middle."""
    return (style.leading + 0.5 * style.text.size) / 2 + 0.08 * style.text.size
