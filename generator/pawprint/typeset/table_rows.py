"""Tables -> strips: a strip for each row, and the head, which is repeated wherever a column begins with a row."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.source import Span
from pawprint.draw.ops import DrawBox, Paint, StructureElement
from pawprint.typeset.blocks import BlockArt, TableBlock, TableCell, TextRun, Words
from pawprint.typeset.column_breaks import moved
from pawprint.typeset.document_style import BlockStyle, TableStyle
from pawprint.typeset.paragraphs import Ready
from pawprint.typeset.strips import ArtInk, BoxInk, Ink, LineInk, Strip
from pawprint.typeset.structure import marked

if TYPE_CHECKING:
    from pawprint.typeset.flow import Flow, Room

#: Points between a picture and the words behind it.
_BY_PICTURE = 4.0
#: Words behind a number stand so many spaces between columns farther away.
_AFTER_NUMBER = 0.6
#: Ems of a column of sentences in which they can be read.
_SENTENCE = 14.0
#: Points between the edge of a group's ground and its words.
_IN_GROUP = 3.0
#: A table of so many rows is not divided where a page can hold it.
_SMALL = 3
#: A row that is higher than so much of a page (the head takes the rest) is divided between its lines.
_LONG_ROW = 0.9


class _CellVariant(NamedTuple):
    """Which style of its table a cell has: *part* is `text`, `head` or `group`; *icons* is of nothing but icons."""

    part: str
    align: str
    bold: bool = False
    icons: bool = False

    def of(self, table: TableStyle) -> BlockStyle:
        """The style of a cell."""
        style = {"text": table.text, "head": table.head, "group": table.group}[self.part]
        scale = table.icons if self.icons else style.text.icon_scale
        text = style.text._replace(align=self.align, bold=style.text.bold or self.bold, icon_scale=scale)
        return style._replace(text=text)


class _Set(NamedTuple):
    """A cell, shaped, of any size: its words, its picture, and its element."""

    text: Ready | None
    variant: _CellVariant
    art: BlockArt | None
    picture: StructureElement | None
    element: StructureElement
    across: int

    def beside(self, scale: float) -> float:
        """Width of the picture at its *scale*, with the space behind it."""
        if self.art is None:
            return 0.0
        return self.art.width * scale + (_BY_PICTURE if self.text is not None else 0.0)

    @property
    def mixed(self) -> bool:
        """Whether words stand beside a picture."""
        return self.art is not None and self.text is not None


class _Line(NamedTuple):
    """A row: its cells, and whether it is a head or begins a group."""

    cells: tuple[_Set, ...]
    element: StructureElement
    aligns: tuple[str, ...]
    kind: str = "row"


class ShapedTable(NamedTuple):
    """A table whose words are shaped, of any size: its head and rows."""

    head: _Line | None
    body: list[_Line]

    @property
    def lines(self) -> list[_Line]:
        """All rows."""
        return [*([self.head] if self.head else []), *self.body]


class Sized:
    """A shaped table at the size of its document.

    Attributes:
        style: how it looks. styles: how its cells style. scale: of its pictures.
        least, most: the least width of each column, and the one at which nothing in it goes to a second line.
    """

    def __init__(self, shaped: ShapedTable, style: TableStyle, block: TableBlock, scale: float) -> None:
        self.shaped = shaped
        self.style = style
        self.scale = scale
        self.styles = {
            variant: variant.of(style) for line in shaped.lines for variant in {cell.variant for cell in line.cells}
        }
        self.least, self.most = _needs(self, block)


def table(flow: "Flow", block: TableBlock, room: "Room") -> tuple[list[Strip], list[StructureElement]]:
    """The strips and the element of a table."""
    if not block.columns:
        return [], []
    sized = flow.tables.pop(id(block)) if id(block) in flow.tables else _sized(flow, block)
    style, (head, body) = sized.style, sized.shaped
    widths = _widths(sized, block, room.width)
    beside = _beside(sized, len(widths))
    total = sum(widths) + style.cell * (len(widths) - 1)
    strips: list[Strip] = []
    read: list[StructureElement] = []
    if block.caption:
        caption, read = flow.paragraph(block.caption, flow.style("caption"), block.span, room, "Caption")
        strips += caption
        strips[-1].after = 2.0 * flow.scale
        for strip in strips[1:]:
            strip.keep = True
    again: Strip | None = None
    if head is not None:
        first = _strip(flow, head, widths, beside, sized, room, total, block.span)
        first.keep = bool(strips)
        strips.append(first)
        again = _again(flow, block, first, room)
    before = "head" if strips else ""
    for line in body:
        strip = _strip(flow, line, widths, beside, sized, room, total, block.span)
        strip.keep = before in ("head", "group") or (before == "second" and line.kind == "row")
        strip.keep = strip.keep or (len(body) <= _SMALL and before != "")
        strip.repeat = again
        # A row alone looks lost, below the head as at the top of a page.
        before = "second" if before in ("head", "group") and line.kind == "row" and len(body) > 3 else line.kind
        pieces = _divided(strip) if strip.height > _LONG_ROW * flow.height else [strip]
        strips += pieces
    if len(body) > 3 and body[-2].kind == "row":
        strips[-1].keep = True
    if strips:
        space = max(flow.style("body").after, 3.0 * flow.scale)
        strips[0].before, strips[-1].after = space, space
    return strips, [StructureElement("Table", (*read, *[line.element for line in sized.shaped.lines]))]


def least_width(flow: "Flow", block: TableBlock) -> float:
    """How wide a table must be not to look cramped, in points: names and numbers on one line, sentences on a few."""
    sized = flow.tables[id(block)] = _sized(flow, block)  # set below, as a rule
    needs = zip(sized.least, sized.most, strict=True)
    wanted = [min(most, max(least, _SENTENCE * sized.style.text.text.size)) for least, most in needs]
    return sum(wanted) + sized.style.cell * (len(block.columns) - 1)


def _sized(flow: "Flow", block: TableBlock) -> Sized:
    """A table at the size of the document; shaped once for all its sizes, but each time that it stands in it."""
    style = _style(flow, block.style)
    shaped = flow.shaped.get(id(block)) if id(block) not in flow.begun else None
    if shaped is None:
        shaped = ShapedTable(_head(flow, block, style), [_row(flow, block, row, style) for row in block.rows])
        flow.shaped[id(block)] = shaped
    flow.begun.add(id(block))
    return Sized(shaped, style, block, min(flow.scale, 1.0))


def _style(flow: "Flow", name: str) -> TableStyle:
    styles = flow.sheet.tables
    style = styles.get(name) or styles.get("plain")
    scale = flow.scale
    if style is None:
        plain = flow.style("body")
        bold = plain._replace(text=plain.text._replace(bold=True))
        return TableStyle(plain, bold, bold, 2.0, 6.0, 0.4, 0.8, True, 1.35)
    return style._replace(
        text=style.text.scaled(scale),
        head=style.head.scaled(scale),
        group=style.group.scaled(scale),
        row=style.row * scale,
        cell=style.cell * scale,
    )


def _head(flow: "Flow", block: TableBlock, style: TableStyle) -> _Line | None:
    if not any(column.head for column in block.columns):
        return None
    cells = tuple(
        _cell(flow, TableCell(column.head), _CellVariant("head", column.align), style, block.span, "TH", "Column")
        for column in block.columns
    )
    return _Line(cells, StructureElement("TR", tuple(cell.element for cell in cells)), _aligns(block), "head")


def _row(flow: "Flow", block: TableBlock, row: Sequence[TableCell], style: TableStyle) -> _Line:
    count = len(block.columns)
    if len(row) == 1 and row[0].across >= count > 1:
        cell = _cell(flow, row[0], _CellVariant("group", "left"), style, block.span, "TH", "Column", count)
        return _Line((cell,), StructureElement("TR", (cell.element,)), _aligns(block), "group")
    cells: list[_Set] = []
    column = 0
    for said in row:
        align = block.columns[min(column, count - 1)].align
        role, scope = ("TH", "Row") if said.head else ("TD", "")
        icons = bool(said.words) and all(run.kind == "icon" for run in said.words)
        variant = _CellVariant("text", align, said.head, icons)
        cells.append(_cell(flow, said, variant, style, block.span, role, scope, said.across))
        column += said.across
    return _Line(tuple(cells), StructureElement("TR", tuple([cell.element for cell in cells])), _aligns(block))


def _aligns(block: TableBlock) -> tuple[str, ...]:
    return tuple(column.align for column in block.columns)


def _cell(
    flow: "Flow",
    cell: TableCell,
    variant: _CellVariant,
    table: TableStyle,
    span: Span,
    role: str,
    scope: str = "",
    across: int = 1,
) -> _Set:
    style = variant.of(table)
    link = flow.colour("link") or style.ink
    element, marks = marked(role, cell.words, style.ink, link, scope, across)
    picture = None
    if cell.art is not None:
        if cell.art.alt:
            picture = StructureElement("Figure", alt=cell.art.alt)
        inside = element.children or ((StructureElement("Span"),) if cell.words else ())
        if cell.words and not element.children:
            marks = [mark._replace(element=inside[0]) for mark in marks]
        children = (*([picture] if picture else []), *inside)
        element = StructureElement(role, children, scope=scope, across=across)
    text = flow.shaper.shape(cell.words, style.text, marks, span) if cell.words else None
    return _Set(text, variant, cell.art, picture, element, across)


def _needs(table: Sized, block: TableBlock) -> tuple[list[float], list[float]]:
    """(the least width of each column, the width at which nothing in it goes to a second line)."""
    count = len(block.columns)
    least, most = [0.0] * count, [0.0] * count
    for line in table.shaped.lines:
        column = 0
        for cell in line.cells:
            if cell.across == 1 and column < count:
                word, whole = (
                    cell.text.natural(table.styles[cell.variant].text.size) if cell.text is not None else (0.0, 0.0)
                )
                beside = cell.beside(table.scale)
                least[column] = max(least[column], word + beside)
                most[column] = max(most[column], whole + beside)
            column += cell.across
    for index, column_of in enumerate(block.columns[:-1]):  # numbers and the words behind them are kept apart
        if column_of.align == "right" and block.columns[index + 1].align != "right":
            least[index + 1] += table.style.cell * _AFTER_NUMBER
            most[index + 1] += table.style.cell * _AFTER_NUMBER
    return least, most


def _widths(table: Sized, block: TableBlock, room: float) -> list[float]:
    """Widths of the columns: as said, or by what stands in them."""
    count = len(block.columns)
    least, most, style = table.least, table.most, table.style
    room -= style.cell * (count - 1)
    flexible = [column.align == "left" for column in block.columns]
    shares = [column.width for column in block.columns]
    if all(shares):
        return [room * share / sum(shares) for share in shares]
    if any(shares):  # of the table; the others take what they need of the rest
        fixed = [room * min(share, 1.0) for share in shares]
        free = [index for index in range(count) if not shares[index]]
        rest = max(room - sum(fixed), 0.0)
        own = _shared(
            [least[i] for i in free], [most[i] for i in free], [flexible[i] for i in free], rest, style.filled
        )
        for index, width in zip(free, own, strict=True):
            fixed[index] = width
        return fixed
    return _shared(least, most, flexible, room, style.filled)


def _shared(
    least: Sequence[float], most: Sequence[float], flexible: Sequence[bool], room: float, filled: bool
) -> list[float]:
    """*room* shared out among columns that need at least and at most so much; what is too much, among words."""
    wanted = sum(most)
    if wanted <= room:
        if not filled or not wanted:
            return list(most)
        more = room - wanted
        words = flexible if any(flexible) else [True] * len(most)
        weights = [max(width, 1.0) * (1.0 if word else 0.15) for width, word in zip(most, words, strict=True)]
        return [width + more * weight / sum(weights) for width, weight in zip(most, weights, strict=True)]
    tight = sum(least)
    if tight >= room:
        return [width * room / tight for width in least]
    share = (room - tight) / (wanted - tight)
    widths = [low + (high - low) * share for low, high in zip(least, most, strict=True)]
    # A column that needs little is not made to break for the sake of one that breaks anyway.
    short = [index for index, width in enumerate(most) if width <= 0.18 * room and width > widths[index]]
    for index in sorted(short, key=lambda index: most[index]):
        others = [n for n in range(len(widths)) if n != index and n not in short]
        spare = sum(widths[n] - least[n] for n in others)
        need = most[index] - widths[index]
        if need < 0.5 * spare:
            for n in others:
                widths[n] -= need * (widths[n] - least[n]) / spare
            widths[index] = most[index]
    return widths


def _beside(table: Sized, count: int) -> list[float]:
    """For each column, where words begin that stand beside pictures, so that they begin below one another."""
    widest = [0.0] * count
    for line in table.shaped.body:
        column = 0
        for cell in line.cells:
            if cell.mixed and column < count:
                widest[column] = max(widest[column], cell.beside(table.scale))
            column += cell.across
    return widest


def _strip(
    flow: "Flow",
    line: _Line,
    widths: Sequence[float],
    pictures_of: Sequence[float],
    table: Sized,
    room: "Room",
    total: float,
    span: Span,
) -> Strip:
    """One row."""
    from pawprint.typeset.flow import baseline

    style, scale = table.style, table.scale
    rows: list[tuple[int, _Set, float, float, list[LineInk], float]] = []
    column = 0
    left = room.x
    for cell in line.cells:
        covered = widths[column : column + cell.across] or widths[-1:]
        width = sum(covered) + style.cell * (len(covered) - 1)
        after_number = column > 0 and cell.variant.align != "right" and line.aligns[column - 1 : column] == ("right",)
        inset = style.cell * _AFTER_NUMBER if after_number else _IN_GROUP if line.kind == "group" else 0.0
        x, left = left + inset, left + width + style.cell
        width -= inset
        inks: list[LineInk] = []
        high = 0.0
        beside = pictures_of[column] if cell.mixed else cell.beside(scale)
        if cell.text is not None:
            own = table.styles[cell.variant]
            made = flow.shaper.lines(cell.text.sized(own.text), max(width - beside, 1.0))
            if made.over:
                flow.findings.add(
                    "overset",
                    f"a table has a word that is {made.over / 72 * 25.4:.1f} mm too wide for its column",
                    span,
                    "take fewer columns, or shorter words",
                )
            for set_line in made.lines:
                inks.append(LineInk(x + beside, high + baseline(own, set_line), set_line))
                high += own.leading
        rows.append((column, cell, x, width, inks, high))
        column += cell.across
    pictures = [cell.art.height * scale for cell in line.cells if cell.art is not None]
    tallest = max([high for *_, high in rows] + pictures, default=0.0)
    leading = max([table.styles[cell.variant].leading for cell in line.cells], default=style.text.leading)
    middle = bool(pictures) and max(pictures) > leading * 1.2
    pad = style.row
    inks_of_all: list[Ink] = []
    for index, cell, x, width, inks, high in rows:
        down = pad + ((tallest - high) / 2 if middle else 0.0)
        inks_of_all += [LineInk(ink.x, ink.y + down, ink.line) for ink in inks]
        if cell.art is not None:
            tall = cell.art.height * scale
            wide = cell.art.width * scale
            free = width - wide
            inwards = free / 2 if cell.variant.align == "center" else free if cell.variant.align == "right" else 0.0
            if cell.text is not None:
                inwards = (pictures_of[index] - _BY_PICTURE - wide) / 2
            y = pad + ((tallest - tall) / 2 if middle else (leading - tall) / 2)
            inks_of_all.append(ArtInk(x + inwards, y, cell.art, scale, cell.picture))
    height = max(tallest, leading) + 2 * pad
    _rules(flow, line, inks_of_all, style, room.x, total, height)
    return Strip(height, inks_of_all, span, frames=room.frames)


def _rules(
    flow: "Flow", line: _Line, inks: list[Ink], style: TableStyle, x: float, width: float, height: float
) -> None:
    """The line below a row, and the ground of a row that begins a group."""
    thick = style.head_rule if line.kind == "head" else style.rule
    role = "accent" if line.kind == "head" else "rule"
    colour = flow.colour(role)
    if line.kind == "group" and (ground := flow.colour("tint")) is not None:
        inks.insert(0, BoxInk(DrawBox(x, 0.0, width, height, Paint(ground))))
    elif thick and colour is not None:
        inks.append(BoxInk(DrawBox(x, height - thick, width, thick, Paint(colour))))


def _again(flow: "Flow", block: TableBlock, head: Strip, room: "Room") -> Strip:
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
    return Strip(y + head.height, inks, block.span, frames=room.frames)


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
        parts.append(Strip(bottom - top, inks, strip.span, frames=strip.frames, repeat=strip.repeat))
    parts[0].keep, parts[0].before = strip.keep, strip.before
    parts[1].keep = parts[-1].keep = True
    return parts
