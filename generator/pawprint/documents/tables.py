"""Tables -> strips: a strip for each row, and the head, which is repeated wherever a column begins with a row."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from pawprint.base.source import Span
from pawprint.documents.blocks import Art, Cell, Run, Table, Words
from pawprint.documents.fill import moved
from pawprint.documents.lines import Ready
from pawprint.documents.marks import marked
from pawprint.documents.strips import ArtInk, BoxInk, Ink, LineInk, Strip
from pawprint.documents.stylesheet import Look, TableLook
from pawprint.draw.ops import DrawBox, Element, Paint

if TYPE_CHECKING:
    from pawprint.documents.flow import Flow, Room

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


class _Set(NamedTuple):
    """A cell, shaped: its words, its picture at its scale, and its element."""

    text: Ready | None
    look: Look
    art: Art | None
    scale: float
    picture: Element | None
    element: Element
    align: str
    across: int
    span: Span

    @property
    def beside(self) -> float:
        """Width of the picture, with the space behind it."""
        if self.art is None:
            return 0.0
        return self.art.width * self.scale + (_BY_PICTURE if self.text is not None else 0.0)

    @property
    def mixed(self) -> bool:
        """Whether words stand beside a picture."""
        return self.art is not None and self.text is not None


class _Line(NamedTuple):
    """A row: its cells, and whether it is a head or begins a group."""

    cells: tuple[_Set, ...]
    element: Element
    aligns: tuple[str, ...]
    kind: str = "row"


class Shaped(NamedTuple):
    """A table whose words are shaped: its style, head and rows."""

    look: TableLook
    head: _Line | None
    body: list[_Line]


def table(flow: "Flow", block: Table, room: "Room") -> tuple[list[Strip], list[Element]]:
    """The strips and the element of a table."""
    if not block.columns:
        return [], []
    look, head, body = flow.tables.pop(id(block)) if id(block) in flow.tables else _shaped(flow, block)
    widths = _widths(flow, block, [*([head] if head else []), *body], look, room.width)
    beside = _beside(body, len(widths))
    total = sum(widths) + look.cell * (len(widths) - 1)
    strips: list[Strip] = []
    read: list[Element] = []
    if block.caption:
        caption, read = flow.paragraph(block.caption, flow.look("caption"), block.span, room, "Caption")
        strips += caption
        strips[-1].after = 2.0 * flow.scale
        for strip in strips[1:]:
            strip.keep = True
    again: Strip | None = None
    if head is not None:
        first = _strip(flow, head, widths, beside, look, room, total, block.span)
        first.keep = bool(strips)
        strips.append(first)
        again = _again(flow, block, first, room)
    before = "head" if strips else ""
    for line in body:
        strip = _strip(flow, line, widths, beside, look, room, total, block.span)
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
        space = max(flow.look("body").after, 3.0 * flow.scale)
        strips[0].before, strips[-1].after = space, space
    rows = ([head] if head else []) + body
    return strips, [Element("Table", (*read, *[line.element for line in rows]))]


def least_width(flow: "Flow", block: Table) -> float:
    """How wide a table must be not to look cramped, in points: names and numbers on one line, sentences on a few."""
    look, head, body = flow.tables[id(block)] = _shaped(flow, block)  # set below, as a rule
    lines = [*([head] if head else []), *body]
    needs = zip(*_needs(flow, block, lines, look), strict=True)
    wanted = [min(most, max(least, _SENTENCE * look.text.size)) for least, most in needs]
    return sum(wanted) + look.cell * (len(block.columns) - 1)


def _shaped(flow: "Flow", block: Table) -> Shaped:
    """A table whose words are shaped."""
    look = _look(flow, block.style)
    return Shaped(look, _head(flow, block, look), [_row(flow, block, row, look) for row in block.rows])


def _look(flow: "Flow", style: str) -> TableLook:
    looks = flow.sheet.tables
    look = looks.get(style) or looks.get("plain")
    scale = flow.scale
    if look is None:
        plain = flow.look("body")
        return TableLook(plain, plain._replace(bold=True), plain._replace(bold=True), 2.0, 6.0, 0.4, 0.8, True, 1.35)
    return look._replace(
        text=look.text.scaled(scale),
        head=look.head.scaled(scale),
        group=look.group.scaled(scale),
        row=look.row * scale,
        cell=look.cell * scale,
    )


def _head(flow: "Flow", block: Table, look: TableLook) -> _Line | None:
    if not any(column.head for column in block.columns):
        return None
    cells = tuple(
        _cell(flow, Cell(column.head), look.head, column.align, block.span, "TH", "Column") for column in block.columns
    )
    return _Line(cells, Element("TR", tuple(cell.element for cell in cells)), _aligns(block), "head")


def _row(flow: "Flow", block: Table, row: Sequence[Cell], look: TableLook) -> _Line:
    count = len(block.columns)
    if len(row) == 1 and row[0].across >= count > 1:
        cell = _cell(flow, row[0], look.group, "left", block.span, "TH", "Column", count)
        return _Line((cell,), Element("TR", (cell.element,)), _aligns(block), "group")
    cells: list[_Set] = []
    column = 0
    for said in row:
        align = block.columns[min(column, count - 1)].align
        role, scope = ("TH", "Row") if said.head else ("TD", "")
        own = look.text._replace(bold=True) if said.head else look.text
        if said.words and all(run.kind == "icon" for run in said.words):
            own = own._replace(icon_scale=look.icons)
        cells.append(_cell(flow, said, own, align, block.span, role, scope, said.across))
        column += said.across
    return _Line(tuple(cells), Element("TR", tuple(cell.element for cell in cells)), _aligns(block))


def _aligns(block: Table) -> tuple[str, ...]:
    return tuple(column.align for column in block.columns)


def _cell(
    flow: "Flow", cell: Cell, look: Look, align: str, span: Span, role: str, scope: str = "", across: int = 1
) -> _Set:
    link = flow.colour("link") or look.ink
    look = look._replace(align=align)
    element, marks = marked(role, cell.words, look.ink, link, scope, across)
    picture = None
    scale = min(flow.scale, 1.0)
    if cell.art is not None:
        if cell.art.alt:
            picture = Element("Figure", alt=cell.art.alt)
        inside = element.children or ((Element("Span"),) if cell.words else ())
        if cell.words and not element.children:
            marks = [mark._replace(element=inside[0]) for mark in marks]
        children = (*([picture] if picture else []), *inside)
        element = Element(role, children, scope=scope, across=across)
    text = flow.shaper.shape(cell.words, look, marks, span) if cell.words else None
    return _Set(text, look, cell.art, scale, picture, element, align, across, span)


def _needs(flow: "Flow", block: Table, lines: Sequence[_Line], look: TableLook) -> tuple[list[float], list[float]]:
    """(the least width of each column, the width at which nothing in it goes to a second line)."""
    count = len(block.columns)
    least, most = [0.0] * count, [0.0] * count
    for line in lines:
        column = 0
        for cell in line.cells:
            if cell.across == 1 and column < count:
                word, whole = flow.shaper.natural(cell.text) if cell.text is not None else (0.0, 0.0)
                least[column] = max(least[column], word + cell.beside)
                most[column] = max(most[column], whole + cell.beside)
            column += cell.across
    for index, column_of in enumerate(block.columns[:-1]):  # numbers and the words behind them are kept apart
        if column_of.align == "right" and block.columns[index + 1].align != "right":
            least[index + 1] += look.cell * _AFTER_NUMBER
            most[index + 1] += look.cell * _AFTER_NUMBER
    return least, most


def _widths(flow: "Flow", block: Table, lines: Sequence[_Line], look: TableLook, room: float) -> list[float]:
    """Widths of the columns: as said, or by what stands in them."""
    count = len(block.columns)
    least, most = _needs(flow, block, lines, look)
    room -= look.cell * (count - 1)
    flexible = [column.align == "left" for column in block.columns]
    shares = [column.width for column in block.columns]
    if all(shares):
        return [room * share / sum(shares) for share in shares]
    if any(shares):  # of the table; the others take what they need of the rest
        fixed = [room * min(share, 1.0) for share in shares]
        free = [index for index in range(count) if not shares[index]]
        rest = max(room - sum(fixed), 0.0)
        own = _shared([least[i] for i in free], [most[i] for i in free], [flexible[i] for i in free], rest, look.filled)
        for index, width in zip(free, own, strict=True):
            fixed[index] = width
        return fixed
    return _shared(least, most, flexible, room, look.filled)


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


def _beside(body: Sequence[_Line], count: int) -> list[float]:
    """For each column, where words begin that stand beside pictures, so that they begin below one another."""
    widest = [0.0] * count
    for line in body:
        column = 0
        for cell in line.cells:
            if cell.mixed and column < count:
                widest[column] = max(widest[column], cell.beside)
            column += cell.across
    return widest


def _strip(
    flow: "Flow",
    line: _Line,
    widths: Sequence[float],
    pictures_of: Sequence[float],
    look: TableLook,
    room: "Room",
    total: float,
    span: Span,
) -> Strip:
    """One row."""
    from pawprint.documents.flow import baseline

    rows: list[tuple[int, _Set, float, float, list[Ink], float]] = []
    column = 0
    left = room.x
    for cell in line.cells:
        covered = widths[column : column + cell.across] or widths[-1:]
        width = sum(covered) + look.cell * (len(covered) - 1)
        after_number = column > 0 and cell.align != "right" and line.aligns[column - 1 : column] == ("right",)
        inset = look.cell * _AFTER_NUMBER if after_number else _IN_GROUP if line.kind == "group" else 0.0
        x, left = left + inset, left + width + look.cell
        width -= inset
        inks: list[Ink] = []
        high = 0.0
        beside = pictures_of[column] if cell.mixed else cell.beside
        if cell.text is not None:
            made = flow.shaper.lines(cell.text, max(width - beside, 1.0))
            if made.over:
                flow.findings.add(
                    "overset",
                    f"a table has a word that is {made.over / 72 * 25.4:.1f} mm too wide for its column",
                    span,
                    "take fewer columns, or shorter words",
                )
            for set_line in made.lines:
                inks.append(LineInk(x + beside, high + baseline(cell.look, set_line), set_line))
                high += cell.look.leading
        rows.append((column, cell, x, width, inks, high))
        column += cell.across
    pictures = [cell.art.height * cell.scale for cell in line.cells if cell.art is not None]
    tallest = max([high for *_, high in rows] + pictures, default=0.0)
    leading = max((cell.look.leading for cell in line.cells), default=look.text.leading)
    middle = bool(pictures) and max(pictures) > leading * 1.2
    pad = look.row
    inks_of_all: list[Ink] = []
    for index, cell, x, width, inks, high in rows:
        down = pad + ((tallest - high) / 2 if middle else 0.0)
        inks_of_all += [moved(ink, 0.0, down) for ink in inks]
        if cell.art is not None:
            tall = cell.art.height * cell.scale
            wide = cell.art.width * cell.scale
            free = width - wide
            inwards = free / 2 if cell.align == "center" else free if cell.align == "right" else 0.0
            if cell.text is not None:
                inwards = (pictures_of[index] - _BY_PICTURE - wide) / 2
            y = pad + ((tallest - tall) / 2 if middle else (leading - tall) / 2)
            inks_of_all.append(ArtInk(x + inwards, y, cell.art, cell.scale, cell.picture))
    height = max(tallest, leading) + 2 * pad
    _rules(flow, line, inks_of_all, look, room.x, total, height)
    return Strip(height, inks_of_all, span, frames=room.frames)


def _rules(flow: "Flow", line: _Line, inks: list[Ink], look: TableLook, x: float, width: float, height: float) -> None:
    """The line below a row, and the ground of a row that begins a group."""
    thick = look.head_rule if line.kind == "head" else look.rule
    role = "accent" if line.kind == "head" else "rule"
    colour = flow.colour(role)
    if line.kind == "group" and (ground := flow.colour("tint")) is not None:
        inks.insert(0, BoxInk(DrawBox(x, 0.0, width, height, Paint(ground))))
    elif thick and colour is not None:
        inks.append(BoxInk(DrawBox(x, height - thick, width, thick, Paint(colour))))


def _again(flow: "Flow", block: Table, head: Strip, room: "Room") -> Strip:
    """The head for where the table goes on, with its caption and a word that says so."""
    word = flow.sheet.word("continued", flow.language)
    if not block.caption:
        return head
    words: Words = (*block.caption, Run("text", f" ({word})", italic=True))
    caption, _ = flow.paragraph(words, flow.look("caption"), block.span, room)
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
