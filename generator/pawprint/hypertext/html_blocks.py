"""Blocks -> HTML. A section for each part of the document; tables, lists and figures in the order of reading."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from pawprint.core.source import Span
from pawprint.hypertext.html_text import HtmlText
from pawprint.hypertext.vector_art import PageArt, class_of
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
    PageSection,
    Paragraph,
    TableBlock,
    TableCell,
    TermList,
    TextRun,
    Words,
)
from pawprint.typeset.document_style import BlockStyle, DocumentStyle
from pawprint.typeset.side_figures import SIDEBAR
from pawprint.typeset.structure import plain
from pawprint.typography.text_style import TextStyle


class HtmlBlocks:
    """Writes the blocks of one page.

    Args:
        sheet: names the fonts of texts, and the words that documents add.
        text: writes the words.
        art: writes the pictures.
    """

    def __init__(self, sheet: DocumentStyle, text: HtmlText, art: PageArt) -> None:
        self._sheet, self._text, self._art = sheet, text, art
        self._before = ""
        self._page = ""

    def document(self, blocks: Sequence[Block]) -> str:
        """All *blocks*; what follows a heading of the second level is one section with it."""
        parts: list[str] = []
        is_open = False
        for block in blocks:
            begins = isinstance(block, Heading) and block.level == 2
            if begins or isinstance(block, PageSection) or (isinstance(block, Heading) and block.level == 1):
                parts.append("</section>\n" * is_open + "<section>\n" * begins)
                is_open = begins
            parts.append(self._block(block))
        return "".join(parts) + "</section>\n" * is_open

    def _all(self, blocks: Iterable[Block]) -> str:
        return "".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return self._heading(block)
            case Paragraph():
                look = "" if block.style == "body" else f' class="{class_of("text", block.style)}"'
                return f"<p{_id(block.anchor)}{look}>{self._words(block.words, block.style, block.span)}</p>\n"
            case Listing():
                return self._listing(block)
            case TableBlock():
                return self._table(block)
            case FigureBlock():
                return self._figure(block)
            case Gallery():
                return self._gallery(block)
            case Aside():
                return self._aside(block)
            case Columns():
                inside = self._all(block.blocks)
                return f'<div class="columns" style="--columns:{block.number}">\n{inside}</div>\n' if inside else ""
            case PageSection():
                return self._page_section(block)
            case ContentsBlock() | Break() | TermList():  # contents are at the side, and lists of terms are paragraphs
                return ""
            case _:
                assert_never(block)

    def _words(self, words: Words, style: str, span: Span) -> str:
        texts = self._sheet.texts
        found = texts.get(f"{self._page}-{style}") or texts.get(style) or self._sheet.base
        return self._text.html(words, found.text, span)

    def _counted(self, kind: str, number: int, caption: Words) -> Words:
        """The *caption* of a `figure` or `table` with its number before it, if that is not 0."""
        if not number:
            return caption
        label = f"{self._sheet.word(kind, self._text.language)} {number}"
        return (TextRun("text", label + (". " if caption else ""), bold=True), *caption)

    def _heading(self, block: Heading) -> str:
        self._before = plain(block.words)
        style = "title" if block.level == 1 else f"heading-{block.level}"
        return f'<h{block.level} id="{block.anchor}">{self._words(block.words, style, block.span)}</h{block.level}>\n'

    def _listing(self, block: Listing) -> str:
        items = []
        for blocks in block.items:
            if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
                inside = self._words(blocks[0].words, blocks[0].style, blocks[0].span)
            else:
                inside = "\n" + self._all(blocks)
            items.append(f"<li>{inside}</li>\n")
        name = "ol" if block.numbered or block.letters else "ul"
        kind = ' type="a"' if block.letters else ""
        start = f' start="{block.start}"' if name == "ol" and block.start != 1 else ""
        return f"<{name}{kind}{start}>\n{''.join(items)}</{name}>\n"

    def _aside(self, block: Aside) -> str:
        style = self._sheet.asides.get(block.style)
        title = ""
        if block.title:
            words = self._text.html(block.title, (style.title if style else self._sheet.base).text, block.span)
            title = f'<p class="name">{words}</p>\n'
        beside = " beside" if block.style == SIDEBAR else ""
        return f'<div class="box {class_of("box", block.style)}{beside}">\n{title}{self._all(block.blocks)}</div>\n'

    def _page_section(self, block: PageSection) -> str:
        self._page = block.kind
        inside = self.document(block.blocks)
        self._page = ""
        ground = self._art.ground(self._sheet.page({block.kind})) if block.kind == "cover" else ""
        at_foot = self._sheet.page({block.kind}).place == "bottom"  # there it follows the text, which stays legible
        both = f"{inside}{ground}" if at_foot else f"{ground}\n{inside}"
        return f'<div class="page-{block.kind}">{both}</div>\n'

    # -- pictures ----------------------------------------------------------------------------

    def _figure(self, block: FigureBlock) -> str:
        pictures = "".join(map(self._art.figure, block.art))
        words = self._counted("figure", block.number, block.caption)
        caption = f"<figcaption>{self._words(words, 'caption', block.span)}</figcaption>" if words else ""
        side = ' class="side"' if block.place == "side" else ""
        return f'<figure{_id(block.anchor)}{side}><div class="art-row">{pictures}</div>{caption}</figure>\n'

    def _gallery(self, block: Gallery) -> str:
        parts = []
        for art, words in block.items:
            caption = f"<figcaption>{self._words(words, 'caption', block.span)}</figcaption>" if words else ""
            parts.append(f"<figure>{self._art.figure(art)}{caption}</figure>\n")
        return f'<div class="gallery">\n{"".join(parts)}</div>\n'

    # -- tables ------------------------------------------------------------------------------

    def _table(self, block: TableBlock) -> str:
        style = self._sheet.tables.get(block.style)
        base = self._sheet.base
        text, head, group = (style.text, style.head, style.group) if style else (base, base, base)
        parts = []
        caption = self._counted("table", block.number, block.caption)
        if caption:
            parts.append(f"<caption>{self._words(caption, 'caption', block.span)}</caption>\n")
        if any(column.width for column in block.columns):
            widths = "".join(
                f'<col style="width:{column.width:.3%}">' if column.width else "<col>" for column in block.columns
            )
            parts.append(f"<colgroup>{widths}</colgroup>\n")
        if any(column.head for column in block.columns):
            cells = "".join(
                self._cell("th" if column.head else "td", TableCell(column.head), column.align, head, block.span, "col")
                for column in block.columns
            )
            parts.append(f"<thead><tr>{cells}</tr></thead>\n")
        parts.append(self._rows(block, text, group))
        wide = " wide" if style is None or style.filled else ""
        table = f'<table class="{class_of("table", block.style)}{wide}">\n{"".join(parts)}</table>'
        # A table that is wider than a small screen is moved by itself, by keys, too.
        label = self._text.plain(plain(caption) or self._before or self._sheet.name, base.text)
        label = label.replace('"', "&quot;")
        return f'<div{_id(block.anchor)} class="scroll" role="group" tabindex="0" aria-label="{label}">{table}</div>\n'

    def _rows(self, block: TableBlock, text: BlockStyle, group: BlockStyle) -> str:
        parts = ["<tbody>\n"]
        for number, row in enumerate(block.rows):
            if len(row) == 1 and row[0].across > 1:
                parts.append("</tbody>\n<tbody>\n" if number else "")
                parts.append(f"<tr>{self._cell('th', row[0], 'left', group, block.span, 'rowgroup')}</tr>\n")
                continue
            cells = []
            at = 0
            for cell in row:
                align = block.columns[at].align if at < len(block.columns) else "left"
                name = "th" if cell.head and cell.words else "td"
                cells.append(self._cell(name, cell, align, text, block.span, "row"))
                at += cell.across
            parts.append(f"<tr>{''.join(cells)}</tr>\n")
        return "".join([*parts, "</tbody>\n"])

    def _cell(self, name: str, cell: TableCell, align: str, style: BlockStyle, span: Span, scope: str) -> str:
        text: TextStyle = style.text
        inside = self._text.html(cell.words, text, span)
        if cell.art is not None:
            inside = self._art.figure(cell.art, "thumb") + inside
        looks = [align] if align != "left" else []
        looks += (
            ["icons"] if cell.words and all(run.kind != "text" or not run.text.strip() for run in cell.words) else []
        )
        looks += ["with-thumb"] if cell.art is not None else []
        attributes = f' class="{" ".join(looks)}"' if looks else ""
        attributes += f' scope="{scope}"' if name == "th" else ""
        attributes += f' colspan="{cell.across}"' if cell.across > 1 else ""
        return f"<{name}{attributes}>{inside}</{name}>"


def _id(anchor: str) -> str:
    return f' id="{anchor}"' if anchor else ""
