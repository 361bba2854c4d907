"""Blocks -> strips: what stands below one another in a column of a known width."""

from collections.abc import Sequence
from dataclasses import replace

from pawprint.core.diagnostics import Findings
from pawprint.draw.ops import DrawBox, Paint, StructureElement
from pawprint.typeset.blocks import (
    Aside,
    Block,
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
)
from pawprint.typeset.column_breaks import balanced, moved
from pawprint.typeset.document_style import BlockStyle, DocumentStyle
from pawprint.typeset.paragraphs import ParagraphSetter
from pawprint.typeset.picture_strips import figure_strip, gallery
from pawprint.typeset.side_figures import SIDEBAR, beside, sidebar
from pawprint.typeset.strips import (
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
from pawprint.typeset.structure import marked, plain, titled
from pawprint.typeset.table_rows import table
from pawprint.typeset.table_shapes import ShapedTable, TableFlow
from pawprint.typeset.text_flow import Room, strips_of
from pawprint.typography.languages import is_right_to_left

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
        headings: Sequence[Heading] = (),
        scale: float = 1.0,
        shaped: dict[TableBlock, ShapedTable] | None = None,
    ) -> None:
        super().__init__(sheet, shaper, language, findings, height, scale, {} if shaped is None else shaped)
        self.headings = headings
        self._frames = 0

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
                strips.append(Strip(0.0, (), block.span, force=block.kind))
                before = None
                continue
            if isinstance(block, FigureBlock) and block.place == "side":
                made, read, taken = beside(self, block, blocks[at:], room, self.block)
                at += taken
            elif isinstance(block, Aside) and block.style == SIDEBAR:
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

    def block(self, block: Block, room: Room) -> tuple[list[Strip], list[StructureElement]]:
        """The strips and elements of one block."""
        match block:
            case Heading():
                return self._heading(block, room)
            case Paragraph():
                style = self.style(block.style)
                if block.heading:
                    strips, elements = self.run_in(block.words, block.heading, style, block.span, room)
                else:
                    strips, elements = self.paragraph(block.words, style, block.span, room)
                return anchored(strips, block.anchor), elements
            case Listing():
                return self._listing(block, room)
            case TableBlock():
                return table(self, block, room)
            case FigureBlock():
                strip, elements = figure_strip(self, block, room)
                return [strip], elements
            case Gallery():
                return gallery(self, block, room)
            case Aside():
                return self._aside(block, room)
            case Columns():
                return self._side_by_side(block, room)
            case ContentsBlock():
                return self._contents(block, room)
        return [], []

    def _heading(self, block: Heading, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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

    def _listing(self, block: Listing, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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
            words = (TextRun("text", label),)
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

    def _aside(self, block: Aside, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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

    def _side_by_side(self, block: Columns, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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


def _leads_on(block: Block | None) -> bool:
    """Whether what follows belongs to *block*: a heading, or words that end with a colon."""
    if isinstance(block, Paragraph):
        return plain(block.words[-1:]).endswith(":")
    return isinstance(block, Heading)
