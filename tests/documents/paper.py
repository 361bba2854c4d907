"""Documents made by hand, set with letters half an em wide, and what became of them as text."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from fixed_metrics import FixedMetrics
from helpers import Toy
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length
from pawprint.core.source import Source, Span
from pawprint.documents import content
from pawprint.documents.typeset.typesetter import typeset
from pawprint.graphics.ops import DrawBox, DrawText, Group, Marked, Op, Paint, StructureElement, UseSymbol
from pawprint.graphics.traverse import DocumentInfo, Page
from pawprint.pieces.layouts import Paper
from pawprint.pieces.lower import Lowering
from pawprint.typography.text_style import BOLD

SOURCE = Source("rulebook/en.md", "".join(f"line {number}\n" for number in range(1, 400)))
AT = Span(SOURCE, 0, 1)

#: A page of 220 x 320 pt with 20 pt of white all round and lines of 10 pt: 28 lines of 36 letters.
STYLE = """
    sheets:
      plain:
        size: 10 pt
        leading: 10 pt
        smallest: 5 pt
        largest: 20 pt
        margins: {top: 20 pt, bottom: 20 pt, inner: 20 pt, outer: 20 pt}
        gutter: 20 pt
        narrowest: 40 pt
        balance: false
        colours: {ink: ink, accent: moss, rule: sky, tint: sky 20%, link: rust}
        texts:
          body: {}
          title: {size: 20 pt, leading: 20 pt, after: 10 pt}
          heading-2: {bold: true, before: 10 pt}
          caption: {italic: true}
        list: {indent: 15 pt, gap: 0 pt, bullet: "-"}
        tables:
          plain: {text: {size: 10 pt, leading: 10 pt}, row: 0 pt, cell: 10 pt}
        asides:
          note: {fill: tint, bar: accent, bar_width: 2 pt, pad: 10 pt}
      columns: {extends: plain, columns: 2, balance: true}
      book:
        extends: plain
        mirrored: true
        head: {inner: "{title}", outer: "{section}"}
        foot: {outer: "{page}/{pages}"}
    words:
      figure: {en: Figure, fr: Figure}
      table: {en: Table, fr: Tableau}
      page: {en: "p. {0}", fr: "p. {0}"}
      continued: {en: continued, fr: suite}
"""
PAGE = Paper("small", Size(Length.of(220, "pt"), Length.of(320, "pt")), Insets())
TEXT = Box(20, 20, 180, 280)


def at(line: int) -> Span:
    """A line of the source."""
    start = SOURCE.text.index(f"line {line}\n")
    return Span(SOURCE, start, start + 4)


_RUN = re.compile(r"\*\*(.+?)\*\*|:([a-z-]+):|\[(.+?)\]\((.+?)\)|((?:[^*:\[]|:(?![a-z-]+:))+)")


def words(text: str) -> content.Words:
    """`**bold**`, `:icon:`, `[link](#anchor)`."""
    runs = []
    for bold, icon, label, target, plain in _RUN.findall(text):
        if bold:
            runs.append(content.TextRun("text", bold, BOLD))
        elif icon:
            runs.append(content.TextRun("icon", icon))
        else:
            runs.append(content.TextRun("text", label or plain, link=target))
    return tuple(runs)


def heading(text: str, level: int = 2, anchor: str = "") -> content.Heading:
    return content.Heading(level, words(text), anchor or text.lower(), AT)


def paragraph(text: str, style: str = "body", span: Span = AT) -> content.Paragraph:
    return content.Paragraph(words(text), span, style)


def numbered(count: int, first: int = 0) -> str:
    """*count* words of five letters, each another one."""
    return " ".join(f"w{number:04d}" for number in range(first, first + count))


def lines_of(count: int, first: int = 0) -> str:
    """A text of *count* lines on the page of these tests: six words in each."""
    return numbered(6 * count, first)


def listing(*items: str, is_numbered: bool = False) -> content.Listing:
    return content.Listing(tuple((paragraph(item),) for item in items), AT, is_numbered)


def table(heads: str, *rows: str, aligns: str = "", caption: str = "", style: str = "plain") -> content.TableBlock:
    """`name|points` and rows of that form; a row without a bar begins a group."""
    names = heads.split("|")
    columns = tuple(
        content.TableColumn(words(name), {"r": "right", "c": "center"}.get(aligns[n : n + 1], "left"))
        for n, name in enumerate(names)
    )
    made = tuple(
        tuple(content.TableCell(words(cell)) for cell in row.split("|"))
        if "|" in row or len(names) == 1
        else (content.TableCell(words(row), across=len(names)),)
        for row in rows
    )
    return content.TableBlock(columns, made, AT, words(caption), style)


def art(width: float, height: float, alt: str = "a picture") -> content.BlockArt:
    panel = DrawBox(0, 0, width, height, Paint())
    return content.BlockArt(width, height, (panel,), alt, AT)


def figure(height: float, caption: str = "", width: float = 60.0, place: str = "here") -> content.FigureBlock:
    return content.FigureBlock((art(width, height),), words(caption), AT, place, bool(caption))


def force(kind: str) -> content.Break:
    return content.Break(AT, kind)


class Desk:
    """A toy game at which documents are set.

    Args:
        style: `documents.yaml`. game: what the game changes of it, in its folder.
        missing: letters that no font has.
    """

    def __init__(self, folder: Path, style: str = STYLE, game: str = "", missing: str = "") -> None:
        toy = Toy(folder)
        toy.write("layouts/documents.yaml", style)
        if game:
            toy.write("catalog/toy/documents.yaml", game)
        self.table = toy.table(FixedMetrics(missing))
        self.findings = self.table.findings

    def set(
        self,
        *blocks: content.Block,
        style: str = "plain",
        language: str = "en",
        paper: Paper = PAGE,
        title: str = "The Book",
        **page: object,
    ) -> DocumentInfo:
        """A document with these *blocks*."""
        draft = content.Manuscript(
            name="rulebook",
            kind="rulebook",
            title=title,
            language=language,
            blocks=blocks,
            page={"style": style, **page},
            span=AT,
        )
        table = self.table
        made = typeset(draft, table.game, paper, table.composer, Lowering(), self.findings)
        assert made is not None, [*self.findings]
        return made

    def good(self, *blocks: content.Block, **page: object) -> DocumentInfo:
        """The same, without any finding."""
        made = self.set(*blocks, **page)  # type: ignore[arg-type]
        assert not list(self.findings)
        return made


def flat(ops: Iterable[Op], owner: StructureElement | None = None) -> Iterator[tuple[Op, StructureElement | None]]:
    """Each operation with the element that it belongs to."""
    for op in ops:
        if isinstance(op, Marked):
            yield from flat(op.ops, op.element)
        else:
            yield op, owner


def text_of(op: DrawText) -> str:
    return " ".join(word.text for word in op.words).replace("\u00ad", "-")


def lines(page: Page, read: bool = True) -> list[tuple[float, float, str]]:
    """(x, baseline, words) of each text that is read out, in the order of drawing; or of those that are not."""
    return [
        (round(op.x, 2), round(op.y, 2), text_of(op))
        for op, owner in flat(page.ops)
        if isinstance(op, DrawText) and (owner is not None) is read
    ]


def texts(page: Page, read: bool = True) -> list[str]:
    """The words of each line, parts on one baseline joined."""
    result: list[str] = []
    before: tuple[float, float] | None = None
    for x, y, text in lines(page, read):
        if before is not None and before[1] == y and x >= before[0]:
            result[-1] += " " + text
        else:
            result.append(text)
        before = x, y
    return result


def tree(element: StructureElement, depth: int = 0) -> str:
    """A structure as indented lines."""
    extra = "".join(
        f" {name}={value}"
        for name, value in (
            ("alt", element.alt),
            ("scope", element.scope),
            ("across", element.across if element.across > 1 else ""),
            ("numbering", element.numbering),
        )
        if value
    )
    inner = "".join(tree(child, depth + 1) for child in element.children)
    return f"{'  ' * depth}{element.role}{extra}\n{inner}"


def leaves(element: StructureElement) -> Iterator[StructureElement]:
    """The elements without children, in the order of reading."""
    if not element.children:
        yield element
    for child in element.children:
        yield from leaves(child)


def spoken(document: DocumentInfo) -> dict[StructureElement, str]:
    """The words that are drawn for each element."""
    said: dict[StructureElement, list[str]] = {}
    for page in document.pages:
        for op, owner in flat(page.ops):
            if owner is not None and isinstance(op, DrawText):
                said.setdefault(owner, []).extend(word.text for word in op.words)
    return {element: " ".join(parts) for element, parts in said.items()}


def dump(document: DocumentInfo) -> str:
    """A document as a page of text, for golden files: points."""
    out = []
    for number, page in enumerate(document.pages, 1):
        out.append(f"--- page {number} ---\n")
        for op, owner in flat(page.ops):
            role = owner.role if owner is not None else "-"
            match op:
                case DrawText():
                    bold = " " + op.typeface.name.partition("-")[2] if "-" in op.typeface.name else ""
                    out.append(f"{op.x:7.2f} {op.y:7.2f} {role:9} {op.size:g}pt{bold} {text_of(op)}\n")
                case DrawBox():
                    fill = f" {op.paint.fill}" if op.paint.fill else ""
                    out.append(f"{op.x:7.2f} {op.y:7.2f} {role:9} box {op.width:.2f} x {op.height:.2f}{fill}\n")
                case Group():
                    out.append(f"{op.matrix[4]:7.2f} {op.matrix[5]:7.2f} {role:9} picture {op.matrix[0]:.3g}\n")
                case UseSymbol():
                    out.append(f"{op.matrix[4]:7.2f} {op.matrix[5]:7.2f} {role:9} icon {op.symbol.name}\n")
                case _:
                    out.append(f"{role} {op}\n")
        out += [f"link {link.target} {link.words!r} at {link.box.x:.2f} {link.box.y:.2f}\n" for link in page.links]
    out += [f"bookmark {mark.level} {mark.title} on {mark.page + 1} at {mark.y:.2f}\n" for mark in document.bookmarks]
    return "".join(out) + tree(document.structure)
