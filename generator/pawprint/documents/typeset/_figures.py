"""Figures, galleries, and pictures and boxes beside text -> strips."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pawprint.documents.content import Aside, Block, BlockArt, FigureBlock, Gallery, Listing, Paragraph, Words
from pawprint.documents.typeset._column_breaks import extents, fill
from pawprint.documents.typeset._strips import (
    Anchor,
    Column,
    Flowed,
    Fragment,
    PaintItem,
    Strip,
    anchored,
    stacked,
    with_space,
)
from pawprint.documents.typeset._text_flow import TextFlow, counted
from pawprint.documents.typeset.structure import Mark
from pawprint.graphics.ops import Group, StructureElement

#: Points between two pictures, above a caption in a figure and in a gallery, and around a figure.
_GAP, _ABOVE_CAPTION, _ABOVE_NAME, _AROUND = 9.0, 5.0, 3.0, 10.0
#: Pictures side by side may shrink to this part of their size to fit in one row.
_NEARLY = 0.7
#: A caption may be wider than its picture, up to this part of the column.
_CAPTION = 0.62
#: The sizes of a figure that may shrink differ by this.
_STEP = 0.05
#: A figure that must shrink to less than this to fit its page is reported.
_TOO_SMALL = 0.4
#: The most of a page's height that a picture of a gallery uses; pictures in one row differ less than this in height.
_OF_PAGE, _ALIKE = 0.9, 0.2
#: Points that may be lost to rounding.
_HAIR = 0.01

# --- Figures ----------------------------------------------------------------------------------------------------------


class _Scaled(NamedTuple):
    """A picture, its scale, and its element; None for decoration."""

    art: BlockArt
    scale: float
    element: StructureElement | None

    @property
    def width(self) -> float:
        return self.art.width * self.scale

    @property
    def height(self) -> float:
        return self.art.height * self.scale

    def fragment(self, flow: TextFlow, x: float, y: float, shrink: float = 1.0) -> Fragment:
        scale = self.scale * shrink
        return Fragment(x, y, (art_item(flow, self.art, scale, self.element),))


def art_item(flow: TextFlow, art: BlockArt, scale: float, element: StructureElement | None) -> PaintItem:
    """A picture with its top left at the origin."""
    return PaintItem(Group(flow.draw(art), (scale, 0.0, 0.0, scale, 0.0, 0.0)), element)


def art_element(art: BlockArt) -> StructureElement | None:
    """The element of a picture; None for decoration."""
    return StructureElement("Figure", alt=art.alt) if art.alt else None


def figure(flow: TextFlow, block: FigureBlock, column: Column) -> Flowed:
    """A figure with its caption, in one strip; it shrinks if it is too wide or too high."""
    gap = _GAP * flow.scale
    rows = _rows(flow, block.art, column.width, gap)
    caption, elements = _caption(flow, block, column, max((_row_width(row, gap) for row in rows), default=0.0))
    below = _ABOVE_CAPTION * flow.scale if caption else 0.0
    free = flow.height - sum(strip.height for strip in caption) - below
    height = sum(max(scaled.height for scaled in row) for row in rows) + gap * (len(rows) - 1)
    shrink = min(1.0, free / height) if height > 0 else 1.0
    if shrink < _TOO_SMALL:
        message = f"a picture is {(height - free) / 72 * 25.4:.0f} mm too high for its page"
        help = "make it smaller, or take fewer pictures for one figure"
        flow.findings.add("does-not-fit", message, block.span, help)

    def sized(size: float) -> Strip:
        fragments, y = _fragments(flow, rows, column, size)
        own, bottom = stacked(caption, y + below)
        space = _AROUND * flow.scale
        strip = Strip(bottom, (*fragments, *own), block.span, space, space, floats=not column.inside)
        strip = replace(strip, frames=column.frames, whole=column.whole)
        return anchored([strip], Anchor(0, "", block.anchor))[0]

    strip, least = sized(shrink), flow.sheet.shrink
    if least < 1 and not column.inside:
        count = max(round((1 - least) / _STEP), 1)
        sizes = [shrink * (1 - (1 - least) * number / count) for number in range(1, count + 1)]
        strip = replace(strip, smaller=tuple([sized(size) for size in sizes]))
    shown = [scaled.element for row in rows for scaled in row if scaled.element is not None]
    return [strip], [StructureElement("Div", (*shown, *elements))] if elements else shown


def _row_width(row: Sequence[_Scaled], gap: float) -> float:
    return sum(scaled.width for scaled in row) + gap * (len(row) - 1)


def _caption(flow: TextFlow, block: FigureBlock, column: Column, width: float) -> Flowed:
    """The lines below pictures of that *width*; a single one is centred."""
    words = counted(flow.sheet, flow.shaper.language, "figure", block.number, block.caption)
    if not words:
        return [], []
    least = min(column.width, max(width, _CAPTION * column.width))
    offset = (column.width - least) / 2 if least < column.width else 0.0
    inside = Column(column.x + offset, least, column.frames, True)
    style = flow.style("caption")
    caption, elements = flow.paragraph(words, style, block.span, inside, "Caption")
    if len(caption) == 1:
        caption, elements = flow.paragraph(words, style.centred(), block.span, inside, "Caption")
    return caption, elements


def _fragments(
    flow: TextFlow, rows: Sequence[Sequence[_Scaled]], column: Column, shrink: float
) -> tuple[list[Fragment], float]:
    """The pictures, *shrink* times as large, and the y of their end."""
    gap = _GAP * flow.scale
    fragments: list[Fragment] = []
    y = 0.0
    for row in rows:
        width = _row_width(row, gap) * shrink
        tallest = max(scaled.height for scaled in row) * shrink
        x = column.x + max((column.width - width) / 2, 0.0)
        for scaled in row:
            fragments.append(scaled.fragment(flow, x, y + (tallest - scaled.height * shrink) / 2, shrink))
            x += (scaled.width + gap) * shrink
        y += tallest + gap * shrink
    return fragments, max(y - gap * shrink, 0.0)


def _rows(flow: TextFlow, pictures: Sequence[BlockArt], width: float, gap: float) -> list[list[_Scaled]]:
    """Pictures in rows no wider than *width*; a few that nearly fit shrink into one row."""
    room = width - gap * (len(pictures) - 1)
    natural = min(flow.scale, 1.0)
    total = sum(art.width for art in pictures) * natural
    if len(pictures) > 1 and room < total <= room / _NEARLY:
        return [[_Scaled(art, natural * room / total, art_element(art)) for art in pictures]]
    rows: list[list[_Scaled]] = []
    used = 0.0
    for art in pictures:
        scaled = _Scaled(art, width / art.width if art.width * natural > width else natural, art_element(art))
        if rows and used + gap + scaled.width <= width + _HAIR:
            rows[-1].append(scaled)
            used += gap + scaled.width
        else:
            rows.append([scaled])
            used = scaled.width
    return rows


# --- Galleries --------------------------------------------------------------------------------------------------------

#: A picture, its name, and the width of both.
_Cell = tuple[_Scaled, Words, float]


def gallery(flow: TextFlow, block: Gallery, column: Column) -> Flowed:
    """Small pictures with captions, in rows."""
    style = flow.style("caption").centred()
    gap = _GAP * flow.scale
    strips: list[Strip] = []
    elements: list[StructureElement] = []
    for row in _gallery_rows(flow, block, column.width, gap):
        tallest = max(scaled.height for scaled, _, _ in row)
        x, bottom = column.x, tallest
        fragments: list[Fragment] = []
        for scaled, words, width in row:
            fragments.append(scaled.fragment(flow, x + (width - scaled.width) / 2, tallest - scaled.height))
            parts = [scaled.element] if scaled.element is not None else []
            if words:
                caption, own = flow.paragraph(words, style, block.span, Column(x, width), "Caption")
                lines, end = stacked(caption, tallest + _ABOVE_NAME * flow.scale)
                fragments += lines
                bottom = max(bottom, end)
                parts += own
            elements += [StructureElement("Div", tuple(parts))] if len(parts) > 1 else parts
            x += width + gap
        strips.append(Strip(bottom, tuple(fragments), block.span, gap, gap, frames=column.frames, whole=column.whole))
    return strips, elements


def _gallery_rows(flow: TextFlow, block: Gallery, width: float, gap: float) -> Iterator[list[_Cell]]:
    """As many pictures in a row as fit; a picture of another height begins a row."""
    style = flow.style("caption").centred()
    measured = Mark(StructureElement("Span"), style.ink)
    row: list[_Cell] = []
    used = 0.0
    for art, words in block.items:
        scale = min(flow.scale, 1.0, width / art.width, _OF_PAGE * flow.height / art.height)
        scaled = _Scaled(art, scale, art_element(art))
        shaped = flow.shaper.shape(words, style.text, [measured] * len(words), block.span)
        cell = min(max(scaled.width, shaped.natural(style.text.size)[0]), width)
        other = row and abs(row[-1][0].height - scaled.height) > _ALIKE * scaled.height
        if row and (other or used + gap + cell > width + _HAIR):
            yield row
            row, used = [], 0.0
        used += cell + (gap if row else 0.0)
        row.append((scaled, words, cell))
    if row:
        yield row


# --- Beside text ------------------------------------------------------------------------------------------------------

#: The style of boxes that stand beside text.
SIDEBAR = "sidebar"
#: Points between a picture and the text beside it, and the least width of this text.
_GUTTER, _LEAST = 12.0, 110.0
#: The least width of a picture with a caption: points, or a part of the column.
_CAPTIONED, _CAPTIONED_PART = 90.0, 0.3
#: The height of capitals, in ascents; the part of a line of text that is left free below a picture.
_CAPITALS, _BELOW = 0.72, 0.4
#: A line begins beside the picture if more than this part of it would be there.
_BESIDE = 0.001
#: Points; no box is higher.
_ENDLESS = 1e6


def beside(
    flow: TextFlow,
    block: FigureBlock | Aside,
    following: Sequence[Block],
    column: Column,
    set_block: Callable[[Block, Column], Flowed],
) -> tuple[list[Strip], list[StructureElement], int]:
    """A figure or a box beside the text that follows, which goes on below it at its full width.

    Returns (strips, elements, how many of the blocks that follow are among them). Without text, or without room for
    it, the figure or box has the whole width.
    """
    if isinstance(block, Aside):
        width = flow.sheet.sidebar * flow.scale
    else:
        art = sum(picture.width for picture in block.art) * min(flow.scale, 1.0) + _GAP * (len(block.art) - 1)
        width = max(art, min(_CAPTIONED, column.width * _CAPTIONED_PART)) if block.caption else art
    narrow = column.width - width - _GUTTER * flow.scale
    is_text = bool(following) and isinstance(following[0], Paragraph | Listing)
    if narrow < _LEAST * flow.scale or not is_text:
        return *set_block(block, column), 0
    place = Column(column.x + narrow + _GUTTER * flow.scale, width, inside=True)
    strips, elements = set_block(block, place)
    filled = fill(strips, _ENDLESS, 0.0)
    fragments = [
        Fragment(op.x, op.y, (PaintItem(op._replace(x=0.0, y=0.0)),))
        for extent in extents(filled.placed)
        for op in extent.frame.boxes(0.0, extent.top, extent.bottom)
    ]
    fragments += [fragment.moved(0.0, put.y) for put in filled.placed for fragment in put.strip.fragments]
    anchors = tuple(anchor for put in filled.placed for anchor in put.strip.anchors)
    side = Strip(filled.height, tuple(fragments), block.span, anchors=anchors)
    text, read, count = _text_beside(flow, side, narrow, following, column, set_block)
    return text, [*elements, *read], count


def _text_beside(
    flow: TextFlow,
    side: Strip,
    narrow: float,
    following: Sequence[Block],
    column: Column,
    set_block: Callable[[Block, Column], Flowed],
) -> tuple[list[Strip], list[StructureElement], int]:
    """The blocks that follow, *narrow* points wide beside *side*, and as wide as *column* below it."""
    elements: list[StructureElement] = []
    height = side.height + _BELOW * flow.style("body").leading
    strips: list[Strip] = []
    count, y = 0, 0.0
    for block in following:
        if y >= height or not isinstance(block, Paragraph | Listing):
            break
        if isinstance(block, Paragraph):
            style = flow.style(block.style)
            lines = max(int((height - y) / style.leading + 1 - _BESIDE), 0)
            made, read = flow.paragraph(block.words, style, block.span, column, first=(lines, narrow))
        else:
            made, read = set_block(block, column._replace(width=narrow))
        for strip in made:
            space = max(strips[-1].after, strip.before) if strips else 0.0
            # The text beside the picture stays with it.
            strips.append(replace(strip, keep=strip.keep or (bool(strips) and y < height)))
            y += space + strip.height
        elements += read
        count += 1
    first, line = strips[0], strips[0].line
    # The top of the picture is level with the capitals of the first line.
    lift = max(line.y - line.ascent * _CAPITALS, 0.0) if line is not None else 0.0
    strips[0] = replace(
        first,
        fragments=(*first.fragments, *[fragment.moved(0.0, lift) for fragment in side.fragments]),
        before=max(first.before, flow.style("body").after),
        anchors=(*first.anchors, *side.anchors),
    )
    if y < height:
        filler = Strip(height - y, (), side.span, after=strips[-1].after, keep=True, frames=column.frames)
        strips = [*with_space(strips, after=0.0), filler]
    return strips, elements, count
