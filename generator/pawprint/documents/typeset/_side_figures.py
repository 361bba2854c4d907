"""A picture beside the text that follows, which goes on below it at its full width."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from pawprint.documents import content
from pawprint.documents.typeset._column_breaks import extents, fill, moved
from pawprint.documents.typeset._picture_strips import figure_strip
from pawprint.documents.typeset._strips import BoxInk, Ink, LineInk, Strip, with_space
from pawprint.documents.typeset._text_flow import Room, TextFlow
from pawprint.graphics.ops import DrawBox, Paint, StructureElement

#: (the strips of a block in a room, what is read out).
SetBlock = Callable[[content.Block, Room], tuple[list[Strip], list[StructureElement]]]

#: The style of boxes that stand beside text.
SIDEBAR = "sidebar"
#: Points between the picture and the text, and the least that the text must be wide.
_GUTTER, _LEAST = 12.0, 110.0


def beside(
    flow: TextFlow,
    figure: content.FigureBlock,
    following: Sequence[content.Block],
    room: Room,
    set_block: SetBlock,
) -> tuple[list[Strip], list[StructureElement], int]:
    """(strips, elements, how many of the blocks that follow are among them).

    A picture that leaves no room for text, or is followed by none, stands where it is.
    """
    art = sum(picture.width for picture in figure.art) * min(flow.scale, 1.0) + 9.0 * (len(figure.art) - 1)
    wide = max(art, min(90.0, room.width * 0.3)) if figure.caption else art
    narrow = room.width - wide - _GUTTER * flow.scale
    if (
        narrow < _LEAST * flow.scale
        or not following
        or not isinstance(following[0], content.Paragraph | content.Listing)
    ):
        strip, elements = figure_strip(flow, figure, room)
        return [strip], elements, 0
    place = room._replace(x=room.x + narrow + _GUTTER * flow.scale, width=wide, inside=True)
    picture, elements = figure_strip(flow, figure, place)
    strips, read, taken = _with_text(flow, picture, narrow, following, room, set_block)
    return strips, [*elements, *read], taken


def sidebar(
    flow: TextFlow, box: content.Aside, following: Sequence[content.Block], room: Room, set_block: SetBlock
) -> tuple[list[Strip], list[StructureElement], int]:
    """(strips, elements, how many of the blocks that follow are among them) of a box beside the text that follows."""
    wide = flow.sheet.sidebar * flow.scale
    narrow = room.width - wide - _GUTTER * flow.scale
    if (
        narrow < _LEAST * flow.scale
        or not following
        or not isinstance(following[0], content.Paragraph | content.Listing)
    ):
        made, read = set_block(box, room)
        return made, read, 0
    place = room._replace(x=room.x + narrow + _GUTTER * flow.scale, width=wide, inside=True)
    strips, elements = set_block(box, place)
    filled = fill(strips, 1e6, 0.0)
    inks: list[Ink] = []
    for extent in extents(filled.puts):
        frame = extent.frame
        high = extent.bottom - extent.top
        if frame.fill is not None:
            ground = DrawBox(frame.x + frame.bar_start, extent.top, frame.width, high, Paint(frame.fill), frame.radius)
            inks.append(BoxInk(ground))
        if frame.bar is not None and frame.bar_width:
            inks.append(BoxInk(DrawBox(frame.x, extent.top, frame.bar_width, high, Paint(frame.bar))))
    for put in filled.puts:
        inks += [moved(ink, 0.0, put.y) for ink in put.strip.inks]
    whole = Strip(filled.height, tuple(inks), box.span)
    made, read, taken = _with_text(flow, whole, narrow, following, room, set_block)
    return made, [*elements, *read], taken


def _with_text(
    flow: TextFlow, picture: Strip, narrow: float, following: Sequence[content.Block], room: Room, set_block: SetBlock
) -> tuple[list[Strip], list[StructureElement], int]:
    """The blocks that follow, *narrow* points wide beside *picture*, and as wide as *room* below it."""
    elements: list[StructureElement] = []
    grid = flow.style("body").leading
    high = picture.height + 0.4 * grid
    strips: list[Strip] = []
    taken, down = 0, 0.0
    for block in following:
        if down >= high or not isinstance(block, content.Paragraph | content.Listing):
            break
        if isinstance(block, content.Paragraph):
            style = flow.style(block.style)
            lines = max(int((high - down) / style.leading + 0.999), 0)
            made, read = flow.paragraph(block.words, style, block.span, room, first=(lines, narrow))
        else:
            made, read = set_block(block, room._replace(width=narrow))
        for strip in made:
            space = max(strips[-1].after, strip.before) if strips else 0.0
            # What stands beside the picture stays with it.
            strips.append(replace(strip, keep=strip.keep or (bool(strips) and down < high)))
            down += space + strip.height
        elements += read
        taken += 1
    first = strips[0]
    lift = _cap_gap(first)
    inks = (*first.inks, *[moved(ink, 0.0, lift) for ink in picture.inks])
    strips[0] = replace(
        first, inks=inks, before=max(first.before, flow.style("body").after), signs=(*first.signs, *picture.signs)
    )
    if down < high:
        after = strips[-1].after
        filler = Strip(high - down, (), picture.span, after=after, keep=True, frames=room.frames)
        strips = [*with_space(strips, after=0.0), filler]
    return strips, elements, taken


def _cap_gap(strip: Strip) -> float:
    """How far below its top the capitals of a line begin: the picture's top is level with them."""
    line = next((ink for ink in strip.inks if isinstance(ink, LineInk)), None)
    return max(line.y - line.line.ascent * 0.72, 0.0) if line is not None else 0.0
