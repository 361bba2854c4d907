"""Tables -> strips: a strip for each row, and the head, which is repeated if a column begins with a row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import NamedTuple

from pawprint.documents.content import BlockArt, TableBlock, TableCell, TextRun
from pawprint.documents.typeset import _strips
from pawprint.documents.typeset._figures import art_element, art_item
from pawprint.documents.typeset._paragraphs import ShapedWords
from pawprint.documents.typeset._strips import Column, Flowed, Fragment, Strip
from pawprint.documents.typeset._text_flow import TextFlow, baseline, counted
from pawprint.documents.typeset.structure import marked
from pawprint.documents.typeset.style_reader import BlockStyle, TableStyle
from pawprint.graphics.ops import DrawBox, StructureElement
from pawprint.typography.text_style import RunStyle

#: Points between a picture and the words behind it, between the edge of a group's ground and its words, below a
#: caption, and around a table.
_BY_PICTURE, _IN_GROUP, _BELOW_CAPTION, _AROUND = 4.0, 3.0, 2.0, 3.0
#: Words behind a number have this many more spaces between columns before them.
_AFTER_NUMBER = 0.6
#: Ems of a column of sentences that can be read.
_SENTENCE = 14.0
#: The penalty for dividing a table.
_PENALTY = 1.0
#: A table of this many rows is not divided if a page can hold it.
_SMALL = 3
#: A row that is higher than this part of a page (the head needs the rest) is divided between its lines, if it has at
#: least this many.
_LONG_ROW, _LINES_TO_DIVIDE = 0.9, 4
#: A picture this many times as high as a line of text is in the middle of its row, and so is the text.
_HIGH_PICTURE = 1.2


@dataclass(eq=False, kw_only=True)
class TableFlow(TextFlow):
    """Makes strips of the texts and tables of one document.

    Attributes:
        shaped: tables that another flow of the same document has shaped; receives those of this one.
        begun: tables that this flow has come to. measured: those of them that are not yet set.
    """

    shaped: "dict[TableBlock, _ShapedTable]" = field(default_factory=dict)
    begun: set[TableBlock] = field(default_factory=set)
    measured: "dict[TableBlock, _SizedTable]" = field(default_factory=dict)


def table(flow: TableFlow, block: TableBlock, column: Column) -> Flowed:
    """The strips and the element of a table."""
    if not block.columns:
        return [], []
    sized = flow.measured.pop(block, None) or _sized(flow, block)
    return _TableSetter(flow, block, sized, column).table()


def least_width(flow: TableFlow, block: TableBlock) -> float:
    """The width in points at which a table is not cramped: names and numbers on one line, sentences on a few."""
    sized = flow.measured[block] = _sized(flow, block)  # set below, as a rule
    needs = zip(sized.least, sized.most, strict=True)
    wanted = [min(most, max(least, _SENTENCE * sized.style.text.text.size)) for least, most in needs]
    return sum(wanted) + sized.style.cell * (len(block.columns) - 1)


def _sized(flow: TableFlow, block: TableBlock) -> "_SizedTable":
    """A table at the size of the document; shaped once for all its sizes, but each time that it stands in it."""
    style = _style(flow, block.style)
    shaped = flow.shaped.get(block) if block not in flow.begun else None
    if shaped is None:
        shaped = flow.shaped[block] = _TableShaper(flow, block, style).table()
    flow.begun.add(block)
    return _SizedTable(shaped, style, block, min(flow.scale, 1.0))


def _style(flow: TableFlow, name: str) -> TableStyle:
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


# --- Words of a table, shaped for any size ----------------------------------------------------------------------------


class _CellVariant(NamedTuple):
    """The style of a cell: the *part* of its table's (`text`, `head`, `group`); *icons*: it has nothing but icons."""

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


class _ShapedCell(NamedTuple):
    text: ShapedWords | None
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
    def is_mixed(self) -> bool:
        """True if words stand beside a picture."""
        return self.art is not None and self.text is not None


class _ShapedRow(NamedTuple):
    """A row; *kind* is `row`, `head`, or `group` for a row that begins a group."""

    cells: tuple[_ShapedCell, ...]
    kind: str
    element: StructureElement

    @classmethod
    def of(cls, cells: Sequence[_ShapedCell], kind: str) -> "_ShapedRow":
        return cls(tuple(cells), kind, StructureElement("TR", tuple([cell.element for cell in cells])))


class _ShapedTable(NamedTuple):
    """A table whose words are shaped, of any size."""

    head: _ShapedRow | None
    body: list[_ShapedRow]

    @property
    def rows(self) -> list[_ShapedRow]:
        """The head, and all rows."""
        return [*([self.head] if self.head else []), *self.body]


class _TableShaper(NamedTuple):
    flow: TableFlow
    block: TableBlock
    style: TableStyle

    def table(self) -> _ShapedTable:
        """All words of the table, shaped."""
        block = self.block
        head = self._head()
        body: list[_ShapedRow] = []
        group: StructureElement | None = None
        has_groups = any(map(self._is_group, block.rows))
        for row in block.rows:
            if self._is_group(row):
                variant = _CellVariant("group", "left")
                body.append(_ShapedRow.of([self._cell(row[0], variant, "TH", "Column", len(block.columns))], "group"))
                group = body[-1].cells[0].element
            else:
                columns = [cell.element for cell in head.cells] if head and has_groups else []
                body.append(self._row(row, columns, group))
        return _ShapedTable(head, body)

    def _head(self) -> _ShapedRow | None:
        columns = self.block.columns
        if not any(column.head for column in columns):
            return None
        cells = [
            self._cell(
                TableCell(column.head),
                _CellVariant("head", column.align),
                *(("TH", "Column") if column.head else ("TD", "")),
            )
            for column in columns
        ]
        return _ShapedRow.of(cells, "head")

    def _is_group(self, row: Sequence[TableCell]) -> bool:
        return len(row) == 1 and row[0].across >= len(self.block.columns) > 1

    def _row(
        self, row: Sequence[TableCell], columns: Sequence[StructureElement], group: StructureElement | None
    ) -> _ShapedRow:
        """A row; its data name their heads if there are *columns* or a *group* that a title between rows would hide."""
        cells: list[_ShapedCell] = []
        heads: list[StructureElement] = []
        at = 0
        for index, cell in enumerate(row):
            align = self.block.columns[min(at, len(self.block.columns) - 1)].align
            variant = _CellVariant("text", align, cell.head, _is_of_icons(cell))
            if self._is_head(row, index):
                cells.append(self._cell(cell, variant, "TH", "Row", cell.across))
                heads = [cells[-1].element]
            else:
                own = (*columns[at : at + 1], *([group] if group else []), *heads)
                named = tuple(element for element in own if element.role == "TH") if group or columns else ()
                cells.append(self._cell(cell, variant, "TD", "", cell.across, named))
            at += cell.across
        return _ShapedRow.of(cells, "row")

    def _is_head(self, row: Sequence[TableCell], index: int) -> bool:
        """True if a cell says what its row is about.

        Below heads, it does if at least two columns ask for it, or if its own column has none: a single word behind it
        is read right after it. In a table without heads the first cell does, and any icon before words.
        """
        cell, columns = row[index], self.block.columns
        if not cell.words and cell.art is None:
            return False
        if not any(column.head for column in columns):
            return index == 0 or (_is_of_icons(cell) and index + 1 < len(row))
        if not columns[0].head:
            return index == 0
        return cell.head and len(columns) > 2

    def _cell(
        self,
        cell: TableCell,
        variant: _CellVariant,
        role: str,
        scope: str,
        across: int = 1,
        heads: tuple[StructureElement, ...] = (),
    ) -> _ShapedCell:
        style = variant.of(self.style)
        link = self.flow.colour("link") or style.ink
        element, marks = marked(role, cell.words, style.ink, link, scope, across, heads)
        picture = None
        if cell.art is not None:
            picture = art_element(cell.art)
            inside = element.children or ((StructureElement("Span"),) if cell.words else ())
            if cell.words and not element.children:
                marks = [mark._replace(element=inside[0]) for mark in marks]
            children = (*([picture] if picture else []), *inside)
            element = StructureElement(role, children, scope=scope, across=across, heads=heads)
        text = self.flow.shaper.shape(cell.words, style.text, marks, self.block.span) if cell.words else None
        return _ShapedCell(text, variant, cell.art, picture, element, across)


def _is_of_icons(cell: TableCell) -> bool:
    return bool(cell.words) and all(run.kind == "icon" for run in cell.words)


# --- Widths of columns ------------------------------------------------------------------------------------------------


class _SizedTable:
    """A shaped table at the size of its document.

    Attributes:
        styles: of its cells. scale: of its pictures.
        least, most: the least width of each column, and the one at which nothing in it needs a second line.
        beside: for each column, where the words begin that stand beside pictures, so that they begin below one another.
    """

    def __init__(self, shaped: _ShapedTable, style: TableStyle, block: TableBlock, scale: float) -> None:
        self.shaped, self.style, self.block, self.scale = shaped, style, block, scale
        variants = {cell.variant for row in shaped.rows for cell in row.cells}
        self.styles = {variant: variant.of(style) for variant in variants}
        count = len(block.columns)
        self.least, self.most, self.beside = [0.0] * count, [0.0] * count, [0.0] * count
        for row in shaped.rows:
            for at, cell in _placed(row):
                if at < count:
                    self._measure(at, cell, row.kind)
        for at, column in enumerate(block.columns[:-1]):  # numbers and the words behind them are kept apart
            if column.align == "right" and block.columns[at + 1].align != "right":
                self.least[at + 1] += style.cell * _AFTER_NUMBER
                self.most[at + 1] += style.cell * _AFTER_NUMBER

    def _measure(self, at: int, cell: _ShapedCell, kind: str) -> None:
        beside = cell.beside(self.scale)
        if cell.across == 1:
            size = self.styles[cell.variant].text.size
            word, whole = cell.text.natural(size) if cell.text is not None else (0.0, 0.0)
            self.least[at] = max(self.least[at], word + beside)
            self.most[at] = max(self.most[at], whole + beside)
        if cell.is_mixed and kind != "head":
            self.beside[at] = max(self.beside[at], beside)

    def widths(self, room: float) -> list[float]:
        """Widths of the columns: as the source says, or by their contents."""
        count, filled = len(self.block.columns), self.style.filled
        least, most = self.least, self.most
        room -= self.style.cell * (count - 1)
        flexible = [column.align == "left" for column in self.block.columns]
        shares = [column.width for column in self.block.columns]
        if all(shares):
            return [room * share / sum(shares) for share in shares]
        if any(shares):  # of the table; the others get what they need of the rest
            fixed = [room * min(share, 1.0) for share in shares]
            free = [at for at in range(count) if not shares[at]]
            rest = max(room - sum(fixed), 0.0)
            own = _shared(
                [least[at] for at in free], [most[at] for at in free], [flexible[at] for at in free], rest, filled
            )
            for at, width in zip(free, own, strict=True):
                fixed[at] = width
            return fixed
        return _shared(least, most, flexible, room, filled)


def _placed(row: _ShapedRow) -> Iterator[tuple[int, _ShapedCell]]:
    """The cells of a row, each with the number of its column."""
    at = 0
    for cell in row.cells:
        yield at, cell
        at += cell.across


def _shared(
    least: Sequence[float], most: Sequence[float], flexible: Sequence[bool], room: float, filled: bool
) -> list[float]:
    """*room* shared out among columns by the least and most width of each; a surplus goes to columns of words."""
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
    # A column that needs little is not made to break for the sake of another that breaks anyway.
    short = [at for at, width in enumerate(most) if width <= 0.18 * room and width > widths[at]]
    for at in sorted(short, key=lambda at: most[at]):
        others = [n for n in range(len(widths)) if n != at and n not in short]
        spare = sum(widths[n] - least[n] for n in others)
        need = most[at] - widths[at]
        if need < 0.5 * spare:
            for n in others:
                widths[n] -= need * (widths[n] - least[n]) / spare
            widths[at] = most[at]
    return widths


# --- Rows -------------------------------------------------------------------------------------------------------------


class _CellLines(NamedTuple):
    """The lines of a cell from the top of its text, and the place of the cell."""

    at: int
    cell: _ShapedCell
    x: float
    width: float
    lines: list[Fragment]
    height: float


class _TableSetter:
    def __init__(self, flow: TableFlow, block: TableBlock, sized: _SizedTable, column: Column) -> None:
        self.flow, self.block, self.sized, self.style = flow, block, sized, sized.style
        self.widths = sized.widths(column.width)
        self.total = sum(self.widths) + self.style.cell * (len(self.widths) - 1)
        self.column = column._replace(whole=column.whole or _strips.WholeBlock(_PENALTY))

    def table(self) -> Flowed:
        """All strips, and the element."""
        flow, block, sized = self.flow, self.block, self.sized
        head, body = sized.shaped
        strips: list[Strip] = []
        elements: list[StructureElement] = []
        words = counted(flow.sheet, flow.shaper.language, "table", block.number, block.caption)
        if words:
            caption, elements = flow.paragraph(words, flow.style("caption"), block.span, self.column, "Caption")
            strips = _strips.with_space(_strips.kept_together(caption), after=_BELOW_CAPTION * flow.scale)
        if flow.is_right_to_left:
            self.column = self.column._replace(x=self.column.x + self.column.width - self.total)
        repeated: Strip | None = None
        if head is not None:
            first = self._strip(head)
            repeated = self._repeated(first)
            strips.append(replace(first, keep=bool(strips)))
        before = "head" if strips else ""
        for row in body:
            keep = before in ("head", "group") or (before == "second" and row.kind == "row")
            keep = keep or (len(body) <= _SMALL and before != "")
            strip = replace(self._strip(row), keep=keep, repeat=repeated)
            # A single row looks lost, below the head and at the top of a page.
            before = "second" if before in ("head", "group") and row.kind == "row" and len(body) > _SMALL else row.kind
            strips += _divided(strip) if strip.height > _LONG_ROW * flow.height else [strip]
        if len(body) > _SMALL and body[-2].kind == "row":
            strips[-1] = replace(strips[-1], keep=True)
        space = max(flow.style("body").after, _AROUND * flow.scale)
        spaced = _strips.with_space(strips, before=space, after=space)
        element = StructureElement("Table", (*elements, *[row.element for row in sized.shaped.rows]))
        return _strips.anchored(spaced, _strips.Anchor(0, "", block.anchor)), [element]

    def _strip(self, row: _ShapedRow) -> Strip:
        style, scale = self.style, self.sized.scale
        cells = [*self._cells(row)]
        pictures = [cell.art.height * scale for cell in row.cells if cell.art is not None]
        tallest = max([lines.height for lines in cells] + pictures, default=0.0)
        leading = max([self.sized.styles[cell.variant].leading for cell in row.cells], default=style.text.leading)
        is_centred = bool(pictures) and max(pictures) > leading * _HIGH_PICTURE
        fragments: list[Fragment] = []
        for lines in cells:
            y = style.row + ((tallest - lines.height) / 2 if is_centred else 0.0)
            fragments += [line.moved(0.0, y) for line in lines.lines]
            if lines.cell.art is not None:
                height = lines.cell.art.height * scale
                y = style.row + ((tallest - height) / 2 if is_centred else (leading - height) / 2)
                fragments.append(self._picture(lines, lines.cell.art, y))
        height = max(tallest, leading) + 2 * style.row
        self._add_rule(row, fragments, height)
        column = self.column
        return Strip(height, tuple(fragments), self.block.span, frames=column.frames, whole=column.whole)

    def _picture(self, lines: _CellLines, art: BlockArt, y: float) -> Fragment:
        width = art.width * self.sized.scale
        free = lines.width - width
        align = lines.cell.variant.align
        inset = free / 2 if align == "center" else free if align == "right" else 0.0
        if lines.cell.text is not None:
            inset = (self.sized.beside[lines.at] - _BY_PICTURE - width) / 2
        if self.flow.is_right_to_left:
            inset = free - inset
        return Fragment(lines.x + inset, y, (art_item(self.flow, art, self.sized.scale, lines.cell.picture),))

    def _cells(self, row: _ShapedRow) -> Iterator[_CellLines]:
        """The cells of a row, broken into lines; a finding if a word is too wide."""
        flow, style, sized = self.flow, self.style, self.sized
        rtl, start = flow.is_right_to_left, self.column.x
        left = start
        for at, cell in _placed(row):
            covered = self.widths[at : at + cell.across] or self.widths[-1:]
            width = sum(covered) + style.cell * (len(covered) - 1)
            columns = self.block.columns[at - 1 : at] if at else ()
            after_number = cell.variant.align != "right" and any(column.align == "right" for column in columns)
            inset = style.cell * _AFTER_NUMBER if after_number else _IN_GROUP if row.kind == "group" else 0.0
            x, left = left + inset, left + width + style.cell
            width -= inset
            if rtl:
                x = 2 * start + self.total - x - width
            lines: list[Fragment] = []
            height = 0.0
            beside = sized.beside[at] if cell.is_mixed else cell.beside(sized.scale)
            if cell.text is not None:
                own = sized.styles[cell.variant]
                look = own.text._replace(align="start") if rtl and own.text.align == "left" else own.text
                broken, over = flow.shaper.lines(cell.text.sized(look), max(width - beside, 1.0))
                if over:
                    message = f"a table has a word that is {over / 72 * 25.4:.1f} mm too wide for its column"
                    flow.findings.add("overset", message, self.block.span, "take fewer columns, or shorter words")
                for line in broken:
                    lines.append(line.fragment.moved(x if rtl else x + beside, height + baseline(own)))
                    height += own.leading
            yield _CellLines(at, cell, x, width, lines, height)

    def _add_rule(self, row: _ShapedRow, fragments: list[Fragment], height: float) -> None:
        """Add the line below a row, or the ground of a row that begins a group."""
        is_head = row.kind == "head"
        thick = self.style.head_rule if is_head else self.style.rule
        colour = self.flow.colour("accent" if is_head else "rule")
        if row.kind == "group" and (ground := self.flow.colour("tint")) is not None:
            fragments.insert(0, _strips.box(self.column.x, 0.0, self.total, height, ground))
        elif thick and colour is not None:
            fragments.append(_strips.box(self.column.x, height - thick, self.total, thick, colour))

    def _repeated(self, head: Strip) -> Strip:
        """The head for a column in which the table goes on, with its caption and the word "continued"."""
        flow, block = self.flow, self.block
        if not block.caption:
            return head
        word = flow.sheet.word("continued", flow.shaper.language)
        words = (*block.caption, TextRun("text", f" ({word})", RunStyle(italic=True)))
        caption, _ = flow.paragraph(words, flow.style("caption"), block.span, self.column)
        fragments, y = _strips.stacked(caption)
        below, bottom = _strips.stacked([head], y + _BELOW_CAPTION * flow.scale)
        return Strip(bottom, (*fragments, *below), block.span, frames=self.column.frames)


def _divided(strip: Strip) -> list[Strip]:
    """A row that is too long for one page, cut between its lines; pictures stay in the first part."""
    tops = sorted({round(fragment.y, 2) for fragment in strip.fragments if fragment.ascent})
    if len(tops) < _LINES_TO_DIVIDE:
        return [strip]
    cuts = [0.0, *[(upper + lower) / 2 for upper, lower in pairwise(tops)], strip.height]
    last = len(cuts) - 2
    parts: list[Strip] = []
    for number, (top, bottom) in enumerate(pairwise(cuts)):

        def is_here(fragment: Fragment, number: int = number, top: float = top, bottom: float = bottom) -> bool:
            if fragment.ascent:
                return top <= fragment.y < bottom
            is_rule = isinstance(fragment.items[0].op, DrawBox) and fragment.y >= 1.0
            return number == (last if is_rule else 0)

        part = replace(
            strip,
            height=bottom - top,
            fragments=tuple([fragment.moved(0.0, -top) for fragment in strip.fragments if is_here(fragment)]),
        )
        parts.append(part if number == 0 else replace(part, before=0.0, keep=number in (1, last)))
    return parts
