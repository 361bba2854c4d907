"""Tables -> strips: a strip for each row, and the head, which is repeated wherever a column begins with a row."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from pawprint.core.source import Span
from pawprint.draw.ops import DrawBox, Paint, StructureElement
from pawprint.typeset.blocks import TableBlock, TextRun, Words
from pawprint.typeset.column_breaks import moved
from pawprint.typeset.document_style import TableStyle
from pawprint.typeset.strips import ArtInk, BoxInk, Ink, LineInk, Strip, Unit, anchored, kept_together, with_space
from pawprint.typeset.table_shapes import (
    AFTER_NUMBER,
    BY_PICTURE,
    ShapedCell,
    SizedTable,
    TableFlow,
    TableLine,
    column_widths,
    picture_widths,
    sized_table,
)
from pawprint.typeset.text_flow import Room, baseline
from pawprint.typography.languages import is_right_to_left

#: Points between the edge of a group's ground and its words.
_IN_GROUP = 3.0
#: How bad it is to divide a table.
_WEIGHT = 1.0
#: A table of so many rows is not divided where a page can hold it.
_SMALL = 3
#: A row that is higher than so much of a page (the head takes the rest) is divided between its lines.
_LONG_ROW = 0.9


def table(flow: TableFlow, block: TableBlock, room: Room) -> tuple[list[Strip], list[StructureElement]]:
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


def _again(flow: TableFlow, block: TableBlock, head: Strip, room: Room) -> Strip:
    """The head for where the table goes on, with its caption and a word that says so."""
    word = flow.sheet.word("continued", flow.language)
    if not block.caption:
        return head
    words: Words = (*block.caption, TextRun("text", f" ({word})", italic=True))
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
