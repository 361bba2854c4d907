"""Blocks -> strips, one below the other in a column of a known width."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pawprint.documents import content
from pawprint.documents.typeset import _strips
from pawprint.documents.typeset._column_breaks import balanced
from pawprint.documents.typeset._figures import SIDEBAR, beside, figure, gallery
from pawprint.documents.typeset._strips import Anchor, Column, Flowed, Fragment, PageNumber, PaintItem, Strip
from pawprint.documents.typeset._tables import TableFlow, table
from pawprint.documents.typeset._text_flow import strips_of
from pawprint.documents.typeset.structure import marked, plain, titled
from pawprint.documents.typeset.style_reader import BlockStyle
from pawprint.graphics.ops import DrawText, StructureElement

#: A box lower than this (in points) is never divided.
_SMALL_BOX = 150.0
#: The penalties for dividing a list, and a higher box.
_LIST, _BOX = 0.4, 0.6
#: Points around a box, and below its title; its padding above and below, in parts of that at its sides.
_AROUND, _BELOW_TITLE, _PADDING = 8.0, 1.5, 0.8
#: Ems: the width of a digit and the space around the words in a heading's ground; of entries of contents, the room for
#: the number of a page; points: the indent of each level.
_DIGIT, _INSET, _NUMBER, _INDENT = 0.55, 0.45, 2.2, 10.0


@dataclass(eq=False, kw_only=True)
class Flow(TableFlow):
    """Makes strips of the blocks of one document; *headings* are those of the whole document, for its contents."""

    headings: Sequence[content.Heading] = ()
    _frames: int = 0

    def blocks(self, blocks: Sequence[content.Block], column: Column) -> Flowed:
        """The strips and elements of *blocks*."""
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
            if (isinstance(block, content.FigureBlock) and block.place == "side") or (
                isinstance(block, content.Aside) and block.style == SIDEBAR
            ):
                made, read, count = beside(self, block, blocks[at:], column, self.block)
                at += count
            else:
                made, read = self.block(block, column)
            if strips and made and not strips[-1].force and _leads_on(before):
                made[0] = replace(made[0], keep=True)
            before = block
            strips += made
            elements += read
        return strips, elements

    def block(self, block: content.Block, column: Column) -> Flowed:
        """The strips and elements of one block."""
        match block:
            case content.Heading():
                return self._heading(block, column)
            case content.Paragraph():
                style = self.style(block.style)
                if block.heading:
                    strips, elements = self.run_in(block.words, block.heading, style, block.span, column)
                else:
                    strips, elements = self.paragraph(block.words, style, block.span, column)
                return _strips.anchored(strips, Anchor(0, "", block.anchor)), elements
            case content.Listing():
                return self._listing(block, column)
            case content.TableBlock():
                return table(self, block, column)
            case content.FigureBlock():
                return figure(self, block, column)
            case content.Gallery():
                return gallery(self, block, column)
            case content.Aside():
                return self._aside(block, column)
            case content.Columns():
                return self._side_by_side(block, column)
            case content.ContentsBlock():
                return self._contents(block, column)
        return [], []

    def _heading(self, block: content.Heading, column: Column) -> Flowed:
        style = self.style("title" if block.level == 1 else f"heading-{block.level}")
        inset = _INSET * style.text.size if style.fill and not style.bleeds else 0.0
        inner = column._replace(x=column.x + inset, width=column.width - 2 * inset)
        strips, elements = self.paragraph(block.words, style, block.span, inner, f"H{block.level}")
        if style.fill:
            ground = _strips.box(column.x, 0.0, column.width, style.leading, style.fill, style.bleeds)
            strips = [replace(strip, fragments=(ground, *strip.fragments)) for strip in strips]
        snaps = not column.inside and not style.fill
        strips = [
            replace(strip, snap=snaps and number == 0, keep=strip.keep or number > 0)
            for number, strip in enumerate(strips)
        ]
        if strips and style.rule:
            last = strips[-1]
            under = _strips.box(column.x, style.leading + style.rule, column.width, style.rule, style.ink)
            height = last.height + 2 * style.rule
            strips[-1] = replace(last, fragments=(*last.fragments, under), height=height)
        return _strips.anchored(strips, Anchor(block.level, titled(block.words), block.anchor)), elements

    def _listing(self, block: content.Listing, column: Column) -> Flowed:
        sheet, style = self.sheet.list, self.style("body")
        labels = [block.label(n) or sheet.bullet for n in range(len(block.items))]
        is_counted = block.numbered or block.letters
        indent = sheet.indent * self.scale
        if is_counted:
            widest = max((len(label) for label in labels), default=0)
            indent = max(indent, (_DIGIT * widest + 0.5) * style.text.size)
        whole = column.whole or _strips.WholeBlock(_LIST)
        left = column.x if self.is_right_to_left else column.x + indent
        inner = Column(left, column.width - indent, column.frames, True, whole)
        strips: list[Strip] = []
        items: list[StructureElement] = []
        for label, blocks in zip(labels, block.items, strict=True):
            made, read = self.blocks(blocks, inner)
            if not made:
                continue
            fragment, element = self._label(label, is_counted, made[0], indent, column)
            made[0] = replace(made[0], fragments=(fragment, *made[0].fragments))
            if strips:
                gap = sheet.gap * self.scale
                strips, made = _strips.with_space(strips, after=gap), _strips.with_space(made, before=gap)
            strips += made
            items.append(StructureElement("LI", (element, StructureElement("LBody", tuple(read)))))
        if strips:
            strips[0] = replace(strips[0], snap=not column.inside)
            strips[-1] = replace(strips[-1], after=style.after, keep=len(strips) > 1)  # no item of one line alone
            if len(strips) > 2:
                strips[1] = replace(strips[1], keep=True)
        numbering = "LowerAlpha" if block.letters else "Decimal" if block.numbered else "Disc"
        return strips, [StructureElement("L", tuple(items), numbering=numbering)] if items else []

    def _label(
        self, label: str, is_counted: bool, item: Strip, indent: float, column: Column
    ) -> tuple[Fragment, StructureElement]:
        """The number or bullet beside *item*, and its element."""
        style = self.style("body")
        own = BlockStyle(style.text._replace(bold=is_counted), self.colour("accent") or style.ink)
        words = (content.TextRun("text", label),)
        element, marks = marked("Lbl", words, own.ink, own.ink)
        line, width = self.lines(words, own, marks, item.span, indent)[0]
        apart = indent - width - _INSET * style.text.size if is_counted else indent * 0.25
        x = column.x + (column.width - apart - width - line.x if self.is_right_to_left else apart)
        return line.moved(x, item.line.y if item.line else line.ascent), element

    # -- boxes -------------------------------------------------------------------------------

    def _aside(self, block: content.Aside, column: Column) -> Flowed:
        asides = self.sheet.asides
        style = asides.get(block.style) or next(iter(asides.values()), None)
        if style is None:
            return self.blocks(block.blocks, column)
        pad = style.pad * self.scale
        self._frames += 1
        rtl = self.is_right_to_left
        look = (style.fill, style.bar, style.bar_width, style.radius, rtl)
        frame = _strips.Frame(self._frames, column.x, column.width, pad * _PADDING, *look)
        beside = style.bar_width if style.bar else 0.0
        left = column.x + (pad if rtl else pad + beside)
        whole = column.whole or _strips.WholeBlock(_BOX)
        inner = Column(left, column.width - 2 * pad - beside, (*column.frames, frame), True, whole)
        strips: list[Strip] = []
        read: list[StructureElement] = []
        if block.title:
            strips, read = self.paragraph(block.title, style.title.scaled(self.scale), block.span, inner)
            strips = [replace(strip, after=_BELOW_TITLE * self.scale) for strip in strips]
        made, inside = self.blocks(block.blocks, inner)
        if strips and made:
            made[0] = replace(made[0], keep=True)
        strips += made
        if not strips:
            return [], []
        if sum(strip.height for strip in strips) <= _SMALL_BOX * max(self.scale, 1.0):
            strips = _strips.kept_together(strips)
        space = max(self.style("body").after, _AROUND * self.scale)
        return _strips.with_space(strips, before=space, after=space), [StructureElement("Div", (*read, *inside))]

    # -- contents ----------------------------------------------------------------------------

    def _contents(self, block: content.ContentsBlock, column: Column) -> Flowed:
        strips: list[Strip] = []
        items: list[StructureElement] = []
        for heading in self.headings:
            depth = heading.level - 1
            if not 1 <= depth <= block.depth:
                continue
            style = self.style(f"contents-{depth}")
            indent = (depth - 1) * _INDENT * self.scale
            number = _NUMBER * style.text.size
            inner = Column(column.x + indent, column.width - indent - number, column.frames, True)
            words = tuple(run._replace(link=f"#{heading.anchor}") for run in heading.words)
            element, marks = marked("Reference", words, style.ink, style.ink)
            lines = self.lines(words, style, marks, block.span, inner.width)
            made = _strips.kept_together(strips_of(lines, style, block.span, inner))
            last, right = made[-1].fragments[-1], column.x + column.width
            dots = lines[-1].width, self.colour("muted") or style.ink
            face = self.shaper.metrics.typeface(style.text.family, style.text.bold, style.text.italic)
            text = DrawText(right - last.x, 0.0, face, style.text.size, marks[-1].ink, (), 0.0)
            item = PaintItem(text, marks[-1].element, PageNumber(heading.anchor, dots=dots))
            links = last.links
            if links and links[-1].element is marks[-1].element:  # the line is a link up to its number
                area = links[-1].box._replace(width=right - last.x - links[-1].box.x)
                links = (*links[:-1], links[-1]._replace(box=area))
            line = last._replace(items=(*last.items, item), links=links)
            made[-1] = replace(made[-1], fragments=(*made[-1].fragments[:-1], line))
            strips += made
            items.append(StructureElement("TOCI", (element,)))
        strips = _strips.with_space(strips, after=self.style("body").after)
        return strips, [StructureElement("TOC", tuple(items))] if items else []

    def _side_by_side(self, block: content.Columns, column: Column) -> Flowed:
        """Columns within a box or list: one strip that is never divided."""
        gutter = self.sheet.gutter
        width = (column.width - gutter * (block.number - 1)) / block.number
        inner = column._replace(x=0.0, width=width, frames=(), inside=True)
        strips, read = self.blocks(block.blocks, inner)
        columns = balanced(strips, block.number, self.height, 0.0)
        if columns is None:
            return self.blocks(block.blocks, column)
        fragments: list[Fragment] = []
        for number, filled in enumerate(columns):
            x = column.x + number * (width + gutter)
            fragments += [part.moved(x, put.y) for put in filled.placed for part in put.strip.fragments]
        height, space = max(filled.height for filled in columns), self.style("body").after
        strip = Strip(height, tuple(fragments), block.span, space, space, frames=column.frames, whole=column.whole)
        return [strip], read


def _leads_on(block: content.Block | None) -> bool:
    """True if the next block belongs to *block*: a heading, or words that end with a colon."""
    if isinstance(block, content.Paragraph):
        return plain(block.words[-1:]).endswith(":")
    return isinstance(block, content.Heading)
