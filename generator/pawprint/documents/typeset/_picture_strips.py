"""Figures and galleries -> strips."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents.typeset._document_style import BlockStyle
from pawprint.documents.typeset._strips import ArtInk, Ink, LineInk, Mark, Strip, anchored
from pawprint.documents.typeset._text_flow import Room, TextFlow
from pawprint.graphics.ops import StructureElement

#: Pictures side by side may shrink to this to stand in one row.
_NEARLY = 0.7
#: A caption may be wider than its picture, up to this part of the column.
_CAPTION = 0.62
#: The sizes of a figure that may shrink differ by this.
_STEP = 0.05
#: Of words that are measured only.
_UNREAD = StructureElement("Span")


def figure_strip(flow: TextFlow, block: content.FigureBlock, room: Room) -> tuple[Strip, list[StructureElement]]:
    """A figure with its caption, in one piece; it shrinks where it is too wide or too high."""
    gap = 9.0 * flow.scale
    rows = _rows(flow, block.art, room.width, gap)
    words = flow.counted("figure", block.number, block.caption)
    caption: list[Strip] = []
    read: list[StructureElement] = []
    wide = max((sum(art.width * scale for art, scale in row) + gap * (len(row) - 1) for row in rows), default=0.0)
    if words:
        style = flow.style("caption")
        least = min(room.width, max(wide, _CAPTION * room.width))
        offset = (room.width - least) / 2 if least < room.width else 0.0
        inside = Room(room.x + offset, least, room.frames, True)
        caption, read = flow.paragraph(words, style, block.span, inside, "Caption")
        if len(caption) == 1:
            caption, read = flow.paragraph(words, style.centred(), block.span, inside, "Caption")
    below = 5.0 * flow.scale if caption else 0.0
    room_for_art = flow.height - sum(strip.height for strip in caption) - below
    high = sum(max(art.height * scale for art, scale in row) for row in rows) + gap * (len(rows) - 1)
    shrink = min(1.0, room_for_art / high) if high > 0 else 1.0
    if shrink < 0.4:
        flow.findings.add(
            "does-not-fit",
            f"a picture is {(high - room_for_art) / 72 * 25.4:.0f} mm too high for its page",
            block.span,
            "make it smaller, or take fewer pictures for one figure",
        )
    elements = [StructureElement("Figure", alt=art.alt) if art.alt else None for row in rows for art, _ in row]
    figure = _SizedFigure(flow, block, room, rows, elements, caption, below)
    strip = figure.strip(shrink)
    least = flow.sheet.shrink
    if least < 1 and not room.inside:
        count = max(round((1 - least) / _STEP), 1)
        sizes = [shrink * (1 - (1 - least) * number / count) for number in range(1, count + 1)]
        strip = replace(strip, smaller=tuple([figure.strip(size) for size in sizes]))
    shown = [element for element in elements if element is not None]
    return strip, [StructureElement("Div", (*shown, *read))] if read else shown


class _SizedFigure(NamedTuple):
    """The rows of a figure, the elements of its pictures and the lines of its caption, for any size of the pictures."""

    flow: TextFlow
    block: content.FigureBlock
    room: Room
    rows: list[list[tuple[content.BlockArt, float]]]
    elements: list[StructureElement | None]
    caption: list[Strip]
    below: float

    def strip(self, shrink: float) -> Strip:
        """The figure, its pictures *shrink* times as large."""
        flow, room = self.flow, self.room
        gap = 9.0 * flow.scale
        inks: list[Ink] = []
        elements = iter(self.elements)
        y = 0.0
        for row in self.rows:
            width = (sum(art.width * scale for art, scale in row) + gap * (len(row) - 1)) * shrink
            tall = max(art.height * scale for art, scale in row) * shrink
            x = room.x + max((room.width - width) / 2, 0.0)
            for art, scale in row:
                middle = y + (tall - art.height * scale * shrink) / 2
                inks.append(ArtInk(x, middle, art, scale * shrink, next(elements)))
                x += (art.width * scale + gap) * shrink
            y += tall + gap * shrink
        y = max(y - gap * shrink, 0.0) + self.below
        for strip in self.caption:
            inks += [ink._replace(y=ink.y + y) if isinstance(ink, LineInk) else ink for ink in strip.inks]
            y += strip.height
        space = 10.0 * flow.scale
        floats = not room.inside
        made = Strip(y, tuple(inks), self.block.span, space, space, floats=floats, frames=room.frames, unit=room.unit)
        return anchored([made], self.block.anchor)[0]


def _rows(
    flow: TextFlow, pictures: Sequence[content.BlockArt], width: float, gap: float
) -> list[list[tuple[content.BlockArt, float]]]:
    """Pictures in rows no wider than *width*, each with its scale; a few that nearly fit shrink into one row."""
    room = width - gap * (len(pictures) - 1)
    total = sum(art.width for art in pictures) * min(flow.scale, 1.0)
    if len(pictures) > 1 and room < total <= room / _NEARLY:
        return [[(art, min(flow.scale, 1.0) * room / total) for art in pictures]]
    rows: list[list[tuple[content.BlockArt, float]]] = []
    used = 0.0
    for art in pictures:
        scale = flow.scale if flow.scale < 1 else 1.0
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


def gallery(flow: TextFlow, block: content.Gallery, room: Room) -> tuple[list[Strip], list[StructureElement]]:
    """Small pictures with captions, in rows."""
    style = flow.style("caption").centred()
    gap, below = 9.0 * flow.scale, 3.0 * flow.scale
    strips: list[Strip] = []
    read: list[StructureElement] = []
    row: list[tuple[content.BlockArt, content.Words, float, float]] = []
    used = 0.0
    for art, words in block.items:
        scale = min(flow.scale, 1.0, room.width / art.width, 0.9 * flow.height / art.height)
        wide, high = art.width * scale, art.height * scale
        # Pictures of another size begin a row of their own.
        other = row and abs(row[-1][0].height * row[-1][2] - high) > 0.2 * high
        shaped = flow.shaper.shape(words, style.text, [Mark(_UNREAD, style.ink)] * len(words), block.span)
        cell = min(max(wide, shaped.natural(style.text.size)[0]), room.width)
        if row and (other or used + gap + cell > room.width + 0.01):
            _gallery_row(flow, row, style, gap, below, block.span, room, strips, read)
            row, used = [], 0.0
        used += cell + (gap if row else 0.0)
        row.append((art, words, scale, cell))
    if row:
        _gallery_row(flow, row, style, gap, below, block.span, room, strips, read)
    return strips, read


def _gallery_row(
    flow: TextFlow,
    row: Sequence[tuple[content.BlockArt, content.Words, float, float]],
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
            caption, own_read = flow.paragraph(words, style, span, Room(x, width), "Caption")
            y = tall + below
            for strip in caption:
                inks += [ink._replace(y=ink.y + y) for ink in strip.inks if isinstance(ink, LineInk)]
                y += strip.height
            lowest = max(lowest, y)
            parts += own_read
        if parts:
            read.append(StructureElement("Div", tuple(parts)) if len(parts) > 1 else parts[0])
        x += width + gap
    strips.append(Strip(lowest, tuple(inks), span, gap, gap, frames=room.frames, unit=room.unit))
