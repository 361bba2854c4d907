"""Blocks -> strips: what stands below one another in a column of a known width."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents.typeset._column_breaks import balanced, moved
from pawprint.documents.typeset._document_style import BlockStyle, DocumentStyle, TableStyle
from pawprint.documents.typeset._paragraphs import ParagraphSetter
from pawprint.documents.typeset._picture_strips import figure_strip, gallery
from pawprint.documents.typeset._side_figures import SIDEBAR, beside, sidebar
from pawprint.documents.typeset._strips import (
    ArtInk,
    BoxInk,
    Frame,
    Ink,
    LineInk,
    PageInk,
    Sign,
    Strip,
    Unit,
    anchored,
    kept_together,
    with_space,
)
from pawprint.documents.typeset._table_shapes import (
    AFTER_NUMBER,
    BY_PICTURE,
    ShapedCell,
    ShapedTable,
    SizedTable,
    TableFlow,
    TableLine,
    column_widths,
    picture_widths,
    sized_table,
)
from pawprint.documents.typeset._text_flow import Room, baseline, strips_of
from pawprint.documents.typeset.structure import marked, plain, titled
from pawprint.graphics.ops import DrawBox, Paint, StructureElement
from pawprint.typography.languages import is_right_to_left
from pawprint.typography.text_style import RunStyle

# --- table rows -------------------------------------------------------------------------------------------------------

# Tables -> strips: a strip for each row, and the head, which is repeated wherever a column begins with a row.


#: Points between the edge of a group's ground and its words.
_IN_GROUP = 3.0
#: How bad it is to divide a table.
_WEIGHT = 1.0
#: A table of so many rows is not divided where a page can hold it.
_SMALL = 3
#: A row that is higher than so much of a page (the head takes the rest) is divided between its lines.
_LONG_ROW = 0.9


def table(flow: TableFlow, block: content.TableBlock, room: Room) -> tuple[list[Strip], list[StructureElement]]:
    """The strips and the element of a table."""
    if not block.columns:
        return [], []
    sized = flow.measured.pop(block, None) or sized_table(flow, block)
    style, (head, body) = sized.style, sized.shaped
    widths = column_widths(sized, block, room.width)
    beside = picture_widths(sized, len(widths))
    total = sum(widths) + style.cell * (len(widths) - 1)
    strips: list[Strip] = []
    read: list[StructureElement] = []
    room = room._replace(unit=room.unit or Unit(_WEIGHT))
    said = flow.counted("table", block.number, block.caption)
    if said:
        caption, read = flow.paragraph(said, flow.style("caption"), block.span, room, "Caption")
        strips = with_space(kept_together(caption), after=2.0 * flow.scale)
    if is_right_to_left(flow.language):
        room = room._replace(x=room.x + room.width - total)
    again: Strip | None = None
    if head is not None:
        first = _strip(flow, head, widths, beside, sized, room, total, block.span)
        again = _again(flow, block, first, room)
        strips.append(replace(first, keep=bool(strips)))
    before = "head" if strips else ""
    for line in body:
        keep = before in ("head", "group") or (before == "second" and line.kind == "row")
        keep = keep or (len(body) <= _SMALL and before != "")
        strip = replace(_strip(flow, line, widths, beside, sized, room, total, block.span), keep=keep, repeat=again)
        # A row alone looks lost, below the head as at the top of a page.
        before = "second" if before in ("head", "group") and line.kind == "row" and len(body) > 3 else line.kind
        strips += _divided(strip) if strip.height > _LONG_ROW * flow.height else [strip]
    if len(body) > 3 and body[-2].kind == "row":
        strips[-1] = replace(strips[-1], keep=True)
    space = max(flow.style("body").after, 3.0 * flow.scale)
    strips = anchored(with_space(strips, before=space, after=space), block.anchor)
    return strips, [StructureElement("Table", (*read, *[line.element for line in sized.shaped.lines]))]


class _CellLines(NamedTuple):
    """The lines of a cell from the top of its text, and where the cell is."""

    column: int
    cell: ShapedCell
    x: float
    width: float
    inks: list[LineInk]
    height: float


def _cell_lines(
    flow: TableFlow,
    line: TableLine,
    widths: Sequence[float],
    pictures_of: Sequence[float],
    table: SizedTable,
    left: float,
    span: Span,
) -> list[_CellLines]:
    """The cells of a row, broken into lines; a finding where a word is too wide."""
    style = table.style
    made: list[_CellLines] = []
    column, start = 0, left
    rtl, total = is_right_to_left(flow.language), sum(widths) + style.cell * (len(widths) - 1)
    for cell in line.cells:
        covered = widths[column : column + cell.across] or widths[-1:]
        width = sum(covered) + style.cell * (len(covered) - 1)
        after_number = column > 0 and cell.variant.align != "right" and line.aligns[column - 1 : column] == ("right",)
        inset = style.cell * AFTER_NUMBER if after_number else _IN_GROUP if line.kind == "group" else 0.0
        x, left = left + inset, left + width + style.cell
        width -= inset
        if rtl:
            x = 2 * start + total - x - width
        inks: list[LineInk] = []
        height = 0.0
        beside = pictures_of[column] if cell.mixed else cell.beside(table.scale)
        if cell.text is not None:
            own = table.styles[cell.variant]
            look = own.text._replace(align="start") if rtl and own.text.align == "left" else own.text
            lines, over = flow.shaper.lines(cell.text.sized(look), max(width - beside, 1.0))
            if over:
                flow.findings.add(
                    "overset",
                    f"a table has a word that is {over / 72 * 25.4:.1f} mm too wide for its column",
                    span,
                    "take fewer columns, or shorter words",
                )
            for set_line in lines:
                inks.append(LineInk(x if rtl else x + beside, height + baseline(own, set_line), set_line))
                height += own.leading
        made.append(_CellLines(column, cell, x, width, inks, height))
        column += cell.across
    return made


def _strip(
    flow: TableFlow,
    line: TableLine,
    widths: Sequence[float],
    pictures_of: Sequence[float],
    table: SizedTable,
    room: Room,
    total: float,
    span: Span,
) -> Strip:
    """One row."""
    style, scale = table.style, table.scale
    cells = _cell_lines(flow, line, widths, pictures_of, table, room.x, span)
    pictures = [cell.art.height * scale for cell in line.cells if cell.art is not None]
    tallest = max([lines.height for lines in cells] + pictures, default=0.0)
    leading = max([table.styles[cell.variant].leading for cell in line.cells], default=style.text.leading)
    middle = bool(pictures) and max(pictures) > leading * 1.2
    inks: list[Ink] = []
    for column, cell, x, width, lines, height in cells:
        down = style.row + ((tallest - height) / 2 if middle else 0.0)
        inks += [LineInk(ink.x, ink.y + down, ink.line) for ink in lines]
        if cell.art is not None:
            tall, wide = cell.art.height * scale, cell.art.width * scale
            free = width - wide
            inwards = free / 2 if cell.variant.align == "center" else free if cell.variant.align == "right" else 0.0
            if cell.text is not None:
                inwards = (pictures_of[column] - BY_PICTURE - wide) / 2
            if is_right_to_left(flow.language):
                inwards = free - inwards
            y = style.row + ((tallest - tall) / 2 if middle else (leading - tall) / 2)
            inks.append(ArtInk(x + inwards, y, cell.art, scale, cell.picture))
    height = max(tallest, leading) + 2 * style.row
    _rules(flow, line, inks, style, room.x, total, height)
    return Strip(height, tuple(inks), span, frames=room.frames, unit=room.unit)


def _rules(
    flow: TableFlow, line: TableLine, inks: list[Ink], style: TableStyle, x: float, width: float, height: float
) -> None:
    """The line below a row, and the ground of a row that begins a group."""
    thick = style.head_rule if line.kind == "head" else style.rule
    role = "accent" if line.kind == "head" else "rule"
    colour = flow.colour(role)
    if line.kind == "group" and (ground := flow.colour("tint")) is not None:
        inks.insert(0, BoxInk(DrawBox(x, 0.0, width, height, Paint(ground))))
    elif thick and colour is not None:
        inks.append(BoxInk(DrawBox(x, height - thick, width, thick, Paint(colour))))


def _again(flow: TableFlow, block: content.TableBlock, head: Strip, room: Room) -> Strip:
    """The head for where the table goes on, with its caption and a word that says so."""
    word = flow.sheet.word("continued", flow.language)
    if not block.caption:
        return head
    words: content.Words = (*block.caption, content.TextRun("text", f" ({word})", RunStyle(italic=True)))
    caption, _ = flow.paragraph(words, flow.style("caption"), block.span, room)
    inks: list[Ink] = []
    y = 0.0
    for strip in caption:
        inks += [moved(ink, 0.0, y) for ink in strip.inks]
        y += strip.height
    y += 2.0 * flow.scale
    inks += [moved(ink, 0.0, y) for ink in head.inks]
    return Strip(y + head.height, tuple(inks), block.span, frames=room.frames)


def _divided(strip: Strip) -> list[Strip]:
    """A row that is too long for one piece, cut between its lines; what is no line stays in the first part."""
    tops = sorted({round(ink.y, 2) for ink in strip.inks if isinstance(ink, LineInk)})
    if len(tops) < 4:
        return [strip]
    cuts = [0.0, *[(upper + lower) / 2 for upper, lower in pairwise(tops)], strip.height]
    parts: list[Strip] = []
    for number, (top, bottom) in enumerate(pairwise(cuts)):
        inks: list[Ink] = []
        for ink in strip.inks:
            if isinstance(ink, BoxInk):
                mine = number == (0 if ink.box.y < 1.0 else len(cuts) - 2)
            elif isinstance(ink, LineInk):
                mine = top <= ink.y < bottom
            else:
                mine = number == 0
            if mine:
                inks.append(moved(ink, 0.0, -top))
        first = number == 0
        parts.append(
            Strip(
                bottom - top,
                tuple(inks),
                strip.span,
                before=strip.before if first else 0.0,
                keep=strip.keep if first else number in (1, len(cuts) - 2),
                frames=strip.frames,
                repeat=strip.repeat,
                unit=strip.unit,
            )
        )
    return parts


# --- flow -------------------------------------------------------------------------------------------------------------


#: A box lower than this (in points) is never divided.
_WHOLE_ASIDE = 150.0
#: How bad it is to divide a list, and a higher box, where a table is 1.
_LIST, _ASIDE = 0.4, 0.6


class Flow(TableFlow):
    """Makes strips of the blocks of one document.

    Args:
        sheet: how it looks. scale: factor on all sizes of text and pictures.
        height: of a whole column, in points; nothing may be higher.
        headings: of the whole document, for its contents.
        shaped: tables that another flow of the same document has shaped; takes those of this one.
    """

    def __init__(
        self,
        sheet: DocumentStyle,
        shaper: ParagraphSetter,
        language: str,
        findings: Findings,
        height: float,
        headings: Sequence[content.Heading] = (),
        scale: float = 1.0,
        shaped: dict[content.TableBlock, ShapedTable] | None = None,
    ) -> None:
        super().__init__(sheet, shaper, language, findings, height, scale, {} if shaped is None else shaped)
        self.headings = headings
        self._frames = 0

    # -- blocks ------------------------------------------------------------------------------

    def blocks(self, blocks: Sequence[content.Block], room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """(the strips of *blocks* in *room*, what is read out)."""
        strips: list[Strip] = []
        elements: list[StructureElement] = []
        at = 0
        before: content.Block | None = None
        while at < len(blocks):
            block = blocks[at]
            at += 1
            if isinstance(block, content.Break):
                strips.append(Strip(0.0, (), block.span, force=block.kind))
                before = None
                continue
            if isinstance(block, content.FigureBlock) and block.place == "side":
                made, read, taken = beside(self, block, blocks[at:], room, self.block)
                at += taken
            elif isinstance(block, content.Aside) and block.style == SIDEBAR:
                made, read, taken = sidebar(self, block, blocks[at:], room, self.block)
                at += taken
            else:
                made, read = self.block(block, room)
            if strips and made and not strips[-1].force and _leads_on(before):
                made[0] = replace(made[0], keep=True)
            before = block
            strips += made
            elements += read
        return strips, elements

    def block(self, block: content.Block, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """The strips and elements of one block."""
        match block:
            case content.Heading():
                return self._heading(block, room)
            case content.Paragraph():
                style = self.style(block.style)
                if block.heading:
                    strips, elements = self.run_in(block.words, block.heading, style, block.span, room)
                else:
                    strips, elements = self.paragraph(block.words, style, block.span, room)
                return anchored(strips, block.anchor), elements
            case content.Listing():
                return self._listing(block, room)
            case content.TableBlock():
                return table(self, block, room)
            case content.FigureBlock():
                strip, elements = figure_strip(self, block, room)
                return [strip], elements
            case content.Gallery():
                return gallery(self, block, room)
            case content.Aside():
                return self._aside(block, room)
            case content.Columns():
                return self._side_by_side(block, room)
            case content.ContentsBlock():
                return self._contents(block, room)
        return [], []

    def _heading(self, block: content.Heading, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        style = self.style("title" if block.level == 1 else f"heading-{block.level}")
        inset = 0.45 * style.text.size if style.fill and not style.bleeds else 0.0
        inner = room._replace(x=room.x + inset, width=room.width - 2 * inset)
        strips, elements = self.paragraph(block.words, style, block.span, inner, f"H{block.level}")
        ground = None
        if style.fill:
            ground = BoxInk(DrawBox(room.x, 0.0, room.width, style.leading, Paint(style.fill)), style.bleeds)
        strips = [
            replace(
                strip,
                inks=(ground, *strip.inks) if ground else strip.inks,
                snap=not room.inside and not ground and number == 0,
                keep=strip.keep or number > 0,
            )
            for number, strip in enumerate(strips)
        ]
        if strips and style.rule:
            last = strips[-1]
            under = DrawBox(room.x, style.leading + style.rule, room.width, style.rule, Paint(style.ink))
            strips[-1] = replace(last, inks=(*last.inks, BoxInk(under)), height=last.height + 2 * style.rule)
        if strips:
            strips[0] = replace(strips[0], signs=(Sign(block.level, titled(block.words), block.anchor),))
        return strips, elements

    def _listing(self, block: content.Listing, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        sheet, style = self.sheet.list, self.style("body")
        labels = [block.label(n) or sheet.bullet for n in range(len(block.items))]
        counted = block.numbered or block.letters
        label_style = BlockStyle(style.text._replace(bold=counted), self.colour("accent") or style.ink)
        indent = sheet.indent * self.scale
        if counted:
            widest = max((len(label) for label in labels), default=0)
            indent = max(indent, (0.55 * widest + 0.5) * style.text.size)
        rtl = is_right_to_left(self.language)
        unit = room.unit or Unit(_LIST)
        inner = Room(room.x if rtl else room.x + indent, room.width - indent, room.frames, True, unit)
        strips: list[Strip] = []
        items: list[StructureElement] = []
        for label, blocks in zip(labels, block.items, strict=True):
            made, read = self.blocks(blocks, inner)
            if not made:
                continue
            words = (content.TextRun("text", label),)
            element, marks = marked("Lbl", words, label_style.ink, label_style.ink)
            line = self.lines(words, label_style, marks, block.span, indent)[0]
            first = next((ink for ink in made[0].inks if isinstance(ink, LineInk)), None)
            y = first.y if first else line.ascent
            apart = indent - line.width - 0.45 * style.text.size if counted else indent * 0.25
            x = room.x + (room.width - apart - line.width - line.x if rtl else apart)
            made[0] = replace(made[0], inks=(LineInk(x, y, line), *made[0].inks))
            if strips:
                gap = sheet.gap * self.scale
                strips, made = with_space(strips, after=gap), with_space(made, before=gap)
            strips += made
            items.append(StructureElement("LI", (element, StructureElement("LBody", tuple(read)))))
        if strips:
            strips[0] = replace(strips[0], snap=not room.inside)
            strips[-1] = replace(strips[-1], after=style.after, keep=len(strips) > 1)  # no item of one line alone
            if len(strips) > 2:
                strips[1] = replace(strips[1], keep=True)
        numbering = "LowerAlpha" if block.letters else "Decimal" if block.numbered else "Disc"
        return strips, [StructureElement("L", tuple(items), numbering=numbering)] if items else []

    # -- boxes -------------------------------------------------------------------------------

    def _aside(self, block: content.Aside, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        asides = self.sheet.asides
        style = asides.get(block.style) or next(iter(asides.values()), None)
        if style is None:
            return self.blocks(block.blocks, room)
        pad = style.pad * self.scale
        self._frames += 1
        rtl = is_right_to_left(self.language)
        frame = Frame(
            self._frames,
            room.x,
            room.width,
            pad * 0.8,
            pad * 0.8,
            style.fill,
            style.bar,
            style.bar_width,
            style.radius,
            rtl,
        )
        beside = style.bar_width if style.bar else 0.0
        left = pad if rtl else pad + beside
        unit = room.unit or Unit(_ASIDE)
        inner = Room(room.x + left, room.width - 2 * pad - beside, (*room.frames, frame), True, unit)
        strips: list[Strip] = []
        read: list[StructureElement] = []
        if block.title:
            strips, read = self.paragraph(block.title, style.title.scaled(self.scale), block.span, inner)
            strips = [replace(strip, after=1.5 * self.scale) for strip in strips]
        made, inside = self.blocks(block.blocks, inner)
        if strips and made:
            made[0] = replace(made[0], keep=True)
        strips += made
        if not strips:
            return [], []
        if sum(strip.height for strip in strips) <= _WHOLE_ASIDE * max(self.scale, 1.0):
            strips = kept_together(strips)
        space = max(self.style("body").after, 8.0 * self.scale)
        return with_space(strips, before=space, after=space), [StructureElement("Div", (*read, *inside))]

    # -- contents ----------------------------------------------------------------------------

    def _contents(self, block: content.ContentsBlock, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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
            lines = self.lines(words, style, marks, block.span, inner.width)
            made = kept_together(strips_of(lines, style, block.span, inner))
            last = made[-1].inks[-1]
            if isinstance(last, LineInk):
                face = self.shaper.metrics.typeface(style.text.family, style.text.bold, style.text.italic)
                dots = self.colour("muted") or style.ink
                start = last.x + last.line.x + last.line.width
                right = room.x + room.width
                page = PageInk(right, last.y, start, heading.anchor, face, style.text.size, marks[-1], dots)
                made[-1] = replace(made[-1], inks=(*made[-1].inks, page))
            strips += made
            items.append(StructureElement("TOCI", (element,)))
        strips = with_space(strips, after=self.style("body").after)
        return strips, [StructureElement("TOC", tuple(items))] if items else []

    def _side_by_side(self, block: content.Columns, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """Columns within a box or list: one strip that is never divided."""
        gutter = self.sheet.gutter
        width = (room.width - gutter * (block.number - 1)) / block.number
        inner = room._replace(x=0.0, width=width, frames=(), inside=True)
        strips, read = self.blocks(block.blocks, inner)
        columns = balanced(strips, block.number, self.height, 0.0)
        if columns is None:
            made, read = self.blocks(block.blocks, room)
            return made, read
        inks: list[Ink] = []
        for number, column in enumerate(columns):
            x = room.x + number * (width + gutter)
            for put in column.puts:
                inks += [moved(ink, x, put.y) for ink in put.strip.inks]
        height, space = max(column.height for column in columns), self.style("body").after
        return [Strip(height, tuple(inks), block.span, space, space, frames=room.frames, unit=room.unit)], read


def _leads_on(block: content.Block | None) -> bool:
    """Whether what follows belongs to *block*: a heading, or words that end with a colon."""
    if isinstance(block, content.Paragraph):
        return plain(block.words[-1:]).endswith(":")
    return isinstance(block, content.Heading)
