"""Tables -> shaped words, and the widths of their columns."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.documents.content import BlockArt, TableBlock, TableCell
from pawprint.documents.typeset._document_style import BlockStyle, DocumentStyle, TableStyle
from pawprint.documents.typeset._paragraphs import ParagraphSetter, Ready
from pawprint.documents.typeset._text_flow import TextFlow
from pawprint.documents.typeset.structure import marked
from pawprint.graphics.ops import StructureElement

#: Points between a picture and the words behind it.
BY_PICTURE = 4.0
#: Words behind a number stand so many spaces between columns farther away.
AFTER_NUMBER = 0.6
#: Ems of a column of sentences in which they can be read.
_SENTENCE = 14.0


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


class ShapedCell(NamedTuple):
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
        return self.art.width * scale + (BY_PICTURE if self.text is not None else 0.0)

    @property
    def mixed(self) -> bool:
        """Whether words stand beside a picture."""
        return self.art is not None and self.text is not None


class TableLine(NamedTuple):
    """A row: its cells, and whether it is a head or begins a group."""

    cells: tuple[ShapedCell, ...]
    element: StructureElement
    aligns: tuple[str, ...]
    kind: str = "row"


class ShapedTable(NamedTuple):
    """A table whose words are shaped, of any size: its head and rows."""

    head: TableLine | None
    body: list[TableLine]

    @property
    def lines(self) -> list[TableLine]:
        """All rows."""
        return [*([self.head] if self.head else []), *self.body]


class SizedTable:
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


class TableFlow(TextFlow):
    """Makes strips of the texts and tables of one document.

    Args:
        sheet, height, scale: see `TextFlow`.
        shaped: tables that another flow of the same document has shaped; takes those of this one.

    Attributes:
        begun: tables that this flow has come to.
        measured: tables that have been measured and are not yet set.
    """

    def __init__(
        self,
        sheet: DocumentStyle,
        shaper: ParagraphSetter,
        language: str,
        findings: Findings,
        height: float,
        scale: float,
        shaped: dict[TableBlock, ShapedTable],
    ) -> None:
        super().__init__(sheet, shaper, language, findings, height, scale)
        self.shaped = shaped
        self.begun: set[TableBlock] = set()
        self.measured: dict[TableBlock, SizedTable] = {}


def least_width(flow: TableFlow, block: TableBlock) -> float:
    """How wide a table must be not to look cramped, in points: names and numbers on one line, sentences on a few."""
    sized = flow.measured[block] = sized_table(flow, block)  # set below, as a rule
    needs = zip(sized.least, sized.most, strict=True)
    wanted = [min(most, max(least, _SENTENCE * sized.style.text.text.size)) for least, most in needs]
    return sum(wanted) + sized.style.cell * (len(block.columns) - 1)


def sized_table(flow: TableFlow, block: TableBlock) -> SizedTable:
    """A table at the size of the document; shaped once for all its sizes, but each time that it stands in it."""
    style = _style(flow, block.style)
    shaped = flow.shaped.get(block) if block not in flow.begun else None
    if shaped is None:
        shaped = flow.shaped[block] = _shaped(flow, block, style)
    flow.begun.add(block)
    return SizedTable(shaped, style, block, min(flow.scale, 1.0))


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


def _shaped(flow: TableFlow, block: TableBlock, style: TableStyle) -> ShapedTable:
    head = _head(flow, block, style)
    body: list[TableLine] = []
    group: StructureElement | None = None
    has_groups = any(map(partial(_is_group, block), block.rows))
    for row in block.rows:
        if _is_group(block, row):
            body.append(_group(flow, block, row[0], style))
            group = body[-1].cells[0].element
        else:
            columns = [cell.element for cell in head.cells] if head and has_groups else []
            body.append(_row(flow, block, row, style, columns, group))
    return ShapedTable(head, body)


def _head(flow: TableFlow, block: TableBlock, style: TableStyle) -> TableLine | None:
    if not any(column.head for column in block.columns):
        return None
    cells = []
    for column in block.columns:
        role, scope = ("TH", "Column") if column.head else ("TD", "")
        variant = _CellVariant("head", column.align)
        cells.append(_cell(flow, TableCell(column.head), variant, style, block.span, role, scope))
    return TableLine(
        tuple(cells), StructureElement("TR", tuple(cell.element for cell in cells)), _aligns(block), "head"
    )


def _is_group(block: TableBlock, row: Sequence[TableCell]) -> bool:
    return len(row) == 1 and row[0].across >= len(block.columns) > 1


def _group(flow: TableFlow, block: TableBlock, cell: TableCell, style: TableStyle) -> TableLine:
    variant = _CellVariant("group", "left")
    made = _cell(flow, cell, variant, style, block.span, "TH", "Column", len(block.columns))
    return TableLine((made,), StructureElement("TR", (made.element,)), _aligns(block), "group")


def _row(
    flow: TableFlow,
    block: TableBlock,
    row: Sequence[TableCell],
    style: TableStyle,
    columns: Sequence[StructureElement],
    group: StructureElement | None,
) -> TableLine:
    """A row; its data name their heads if there are *columns* or a *group* that a title between rows would hide."""
    cells: list[ShapedCell] = []
    heads: list[StructureElement] = []
    column = 0
    for index, said in enumerate(row):
        align = block.columns[min(column, len(block.columns) - 1)].align
        icons = _is_of_icons(said)
        variant = _CellVariant("text", align, said.head, icons)
        if _is_head(block, row, index):
            cells.append(_cell(flow, said, variant, style, block.span, "TH", "Row", said.across))
            heads = [cells[-1].element]
        else:
            own = (*columns[column : column + 1], *([group] if group else []), *heads)
            named = tuple(one for one in own if one.role == "TH") if group or columns else ()
            cells.append(_cell(flow, said, variant, style, block.span, "TD", "", said.across, named))
        column += said.across
    return TableLine(tuple(cells), StructureElement("TR", tuple([cell.element for cell in cells])), _aligns(block))


def _is_head(block: TableBlock, row: Sequence[TableCell], index: int) -> bool:
    """Whether a cell says what its row is about.

    Below heads, it does where at least two columns ask for it, or where its own column has none: a single word behind
    it is read right after it. In a table without heads the first cell does, and any icon before words.
    """
    cell = row[index]
    if not cell.words and cell.art is None:
        return False
    if not any(column.head for column in block.columns):
        return index == 0 or (_is_of_icons(cell) and index + 1 < len(row))
    if not block.columns[0].head:
        return index == 0
    return cell.head and len(block.columns) > 2


def _is_of_icons(cell: TableCell) -> bool:
    return bool(cell.words) and all(run.kind == "icon" for run in cell.words)


def _aligns(block: TableBlock) -> tuple[str, ...]:
    return tuple(column.align for column in block.columns)


def _cell(
    flow: TableFlow,
    cell: TableCell,
    variant: _CellVariant,
    table: TableStyle,
    span: Span,
    role: str,
    scope: str = "",
    across: int = 1,
    heads: tuple[StructureElement, ...] = (),
) -> ShapedCell:
    style = variant.of(table)
    link = flow.colour("link") or style.ink
    element, marks = marked(role, cell.words, style.ink, link, scope, across, heads)
    picture = None
    if cell.art is not None:
        if cell.art.alt:
            picture = StructureElement("Figure", alt=cell.art.alt)
        inside = element.children or ((StructureElement("Span"),) if cell.words else ())
        if cell.words and not element.children:
            marks = [mark._replace(element=inside[0]) for mark in marks]
        children = (*([picture] if picture else []), *inside)
        element = StructureElement(role, children, scope=scope, across=across, heads=heads)
    text = flow.shaper.shape(cell.words, style.text, marks, span) if cell.words else None
    return ShapedCell(text, variant, cell.art, picture, element, across)


def _needs(table: SizedTable, block: TableBlock) -> tuple[list[float], list[float]]:
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
            least[index + 1] += table.style.cell * AFTER_NUMBER
            most[index + 1] += table.style.cell * AFTER_NUMBER
    return least, most


def column_widths(table: SizedTable, block: TableBlock, room: float) -> list[float]:
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


def picture_widths(table: SizedTable, count: int) -> list[float]:
    """For each column, where words begin that stand beside pictures, so that they begin below one another."""
    widest = [0.0] * count
    for line in table.shaped.body:
        column = 0
        for cell in line.cells:
            if cell.mixed and column < count:
                widest[column] = max(widest[column], cell.beside(table.scale))
            column += cell.across
    return widest
