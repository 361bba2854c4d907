"""A manuscript -> CommonMark with tables as on GitHub, and its pictures as SVG files in a folder beside it."""

import re
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import groupby
from typing import assert_never

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.geometry import Insets, Size
from pawprint.core.length import Length
from pawprint.core.picture import CURRENT
from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents.html._html_text import set_words
from pawprint.documents.html.screen_blocks import anchors_of, screen_blocks
from pawprint.documents.typeset._text_flow import counted
from pawprint.documents.typeset.structure import said
from pawprint.documents.typeset.style_reader import DocumentStyle, check_style_names, sheet_for
from pawprint.documents.typeset.typesetter import icon_finder
from pawprint.graphics.ops import Drawing, Group, Layer, Op, UseSymbol
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.press.svg_writer import SvgPress

# --- markdown text ----------------------------------------------------------------------------------------------------

# Words -> CommonMark: emphasis, links, icons as small pictures; what would be a sign of Markdown is escaped.


#: The picture of an icon, as Markdown.
WriteIcon = Callable[[content.TextRun, Span], str]

_SIGNS = re.compile(r"([\\`*_\[\]<>|~$])|&(?=#?\w+;)")
#: At the beginning of a block: signs of headings, lists, quotes and rules.
_BEGINNING = re.compile(r"(?:[#+\-=]|\d{1,9}(?=[.)]))")


def escaped(text: str) -> str:
    """*text* as Markdown that prints it, within a block."""
    return _SIGNS.sub(lambda match: f"\\{match[0]}", text)


def begun(line: str) -> str:
    """A line that begins a block and is a text."""
    match = _BEGINNING.match(line)
    if match is None:
        return line
    end = match.end() if line[0].isdigit() else 0
    return f"{line[:end]}\\{line[end:]}"


class MarkdownText:
    """Writes the texts of one document.

    Args:
        anchors: what links may lead to.
    """

    def __init__(self, language: str, write_icon: WriteIcon, anchors: Container[str]) -> None:
        self._language, self._write_icon, self._anchors = language, write_icon, anchors

    def line(self, words: content.Words, span: Span) -> str:
        """*words* on one line; a new line within them is `<br>`."""
        parts = []
        for link, linked in groupby(set_words(words, self._language), key=lambda run: run.link):
            inside = self._runs(list(linked), span)
            if link and (not link.startswith("#") or link[1:] in self._anchors) and inside.strip():
                inside = f"[{inside}]({_address(link)})"
            parts.append(inside)
        return " ".join("".join(parts).split(" ")).strip()

    def _runs(self, runs: list[content.TextRun], span: Span) -> str:
        groups = [
            (bold, italic, "".join(self._run(run, span) for run in alike))
            for (bold, italic), alike in groupby(runs, key=lambda run: run.style[:2])
        ]
        parts = []
        for number, (bold, italic, text) in enumerate(groups):
            before, after = groups[number - 1 : number] or [_NOTHING], groups[number + 1 : number + 2] or [_NOTHING]
            parts.append(_emphasised(text, bold, italic, _end(before[0], -1), _end(after[0], 0)))
        return "".join(parts)

    def _run(self, run: content.TextRun, span: Span) -> str:
        if run.kind == "icon":
            return self._write_icon(run, span)
        return "<br>" if run.kind == "break" else escaped(run.text.replace("\n", " "))


#: A character that has marks of its own.
_MARKED = "*"
#: Nothing beside a text.
_NOTHING = (False, False, "")


def _end(group: tuple[bool, bool, str], at: int) -> str:
    """The first or last character of a group; `_MARKED` where marks are."""
    bold, italic, text = group
    end = text[at:][:1] if at < 0 else text[:1]
    return _MARKED if (bold or italic) and end.strip() else end


def _emphasised(text: str, bold: bool, italic: bool, before: str, after: str) -> str:
    """*text* with the marks of its looks, which touch words and not spaces.

    Args:
        before, after: the characters beside it, or `_MARKED`; where asterisks would not be read as marks, tags are.
    """
    inside = text.strip()
    if not inside or not (bold or italic):
        return text
    left, right = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    stuck = _MARKED in (before if not left else "", after if not right else "")
    stuck |= (before.isalnum() and not left and not inside[0].isalnum()) or (
        after.isalnum() and not right and not inside[-1].isalnum()
    )
    for wanted, mark, tag in ((italic, "*", "em"), (bold, "**", "strong")):
        if wanted:
            inside = f"<{tag}>{inside}</{tag}>" if stuck else f"{mark}{inside}{mark}"
    return f"{left}{inside}{right}"


def _address(link: str) -> str:
    return f"<{link}>" if re.search(r"[\s()<>]", link) else link


# --- markdown document ------------------------------------------------------------------------------------------------


#: How large pictures are on a screen, compared with paper; and the height of an icon in points.
_SCALE, _ICON = 1.5, 12.0
_ALIGN = {"left": "---", "center": ":---:", "right": "---:"}


def markdown_files(
    manuscript: content.Manuscript, game: Game, composer: Composer, lowering: Lowering, findings: Findings, name: str
) -> Iterator[tuple[str, bytes]]:
    """`NAME.md` and its pictures, `NAME/picture-1.svg`; what is wrong with the manuscript goes to *findings*."""
    style = str(manuscript.page.get("style") or manuscript.kind)
    sheet = sheet_for(style, game, composer.layouts, float("inf"), findings, manuscript.span)
    check_style_names(manuscript.blocks, sheet, findings)
    blocks = screen_blocks(manuscript, sheet)
    files = DocumentPictures(name, sheet, game, composer, lowering, findings)
    text = MarkdownText(manuscript.language, files.icon, anchors_of(blocks))
    body = _MarkdownBlocks(sheet, manuscript.language, blocks, text, files).document()
    named = f"{game.full_title(manuscript.language)} {game.version}"
    credits = escaped(" ".join(filter(None, (f"{named}.", game.credits[manuscript.language].strip()))))
    yield f"{name}.md", f"{body}\n---\n\n{begun(credits)}\n".encode()
    yield from files.made.items()


class DocumentPictures:
    """The pictures of one document.

    Attributes:
        made: name of the file -> its content.
    """

    def __init__(
        self, name: str, sheet: DocumentStyle, game: Game, composer: Composer, lowering: Lowering, findings: Findings
    ) -> None:
        self.made: dict[str, bytes] = {}
        self._folder, self._sheet, self._lowering = name, sheet, lowering
        self._find_icon = icon_finder(composer, game, findings)
        self._press = SvgPress(shared=True)
        self._known: dict[content.BlockArt, str] = {}

    def picture(self, art: content.BlockArt) -> str:
        """A picture as Markdown; equal ones are one file."""
        path = self._known.get(art)
        if path is None:
            path = self._known[art] = f"{self._folder}/picture-{len(self._known) + 1}.svg"
            ops = self._lowering.ops(art.items)
            self.made[path] = self._svg(ops, art.width, art.height, _SCALE)
        return f"![{escaped(art.alt)}](<{path}>)" if " " in path else f"![{escaped(art.alt)}]({path})"

    def icon(self, run: content.TextRun, span: Span) -> str:
        """An icon as a small picture; its name if there is no drawing."""
        picture, sheet = self._find_icon(run.text, span), self._sheet
        if picture is None:
            return escaped(said(run))
        path = f"{self._folder}/icon-{run.text.replace('/', '-')}.svg"
        if path not in self.made:
            own = sheet.icons.get(picture.name, sheet.base.ink)
            named = {**sheet.palette, CURRENT: own}
            symbol = self._lowering.symbol(picture, tuple((name, named.get(name, own)) for name in picture.colours))
            use = UseSymbol(symbol, (1.0, 0.0, 0.0, 1.0, -picture.x, -picture.y))
            self.made[path] = self._svg((use,), picture.width, picture.height, _ICON / picture.height)
        return f"![{escaped(said(run))}]({path})"

    def _svg(self, ops: tuple[Op, ...], width: float, height: float, scale: float) -> bytes:
        size = Size(Length.of(round(width * scale, 2), "pt"), Length.of(round(height * scale, 2), "pt"))
        scaled = Group(ops, (scale, 0.0, 0.0, scale, 0.0, 0.0))
        return self._press.write(Drawing("", size, Insets(), Layer((scaled,))))


class _MarkdownBlocks:
    def __init__(
        self,
        sheet: DocumentStyle,
        language: str,
        blocks: tuple[content.Block, ...],
        text: MarkdownText,
        files: DocumentPictures,
    ) -> None:
        self._sheet, self._language, self._blocks = sheet, language, blocks
        self._text, self._files = text, files
        self._linked = {run.link[1:] for run in content.runs_of(blocks) if run.link.startswith("#")}

    def document(self) -> str:
        """The whole text."""
        return "\n".join(self._lines(self._blocks)).rstrip("\n") + "\n"

    def _lines(self, blocks: Iterable[content.Block]) -> Iterator[str]:
        """Lines, with an empty one between any two blocks."""
        before: content.Block | None = None
        for block in blocks:
            lines = list(self._block(block))
            if not lines:
                continue
            if before is not None:
                yield ""
                if isinstance(before, content.Listing) and isinstance(block, content.Listing):
                    yield from ("<!-- -->", "")  # else they are one list
            before = block
            yield from lines

    def _block(self, block: content.Block) -> Iterator[str]:
        match block:
            case content.Heading():
                yield f"{'#' * block.level} {self._anchor(block.anchor)}{self._line(block.words, block.span)}"
            case content.Paragraph():
                line = self._line(block.words, block.span)
                if line:
                    yield self._anchor(block.anchor) + begun(line)
            case content.Listing():
                yield from self._listing(block)
            case content.TableBlock():
                yield from self._table(block)
            case content.FigureBlock():
                yield from self._figure(block)
            case content.Gallery():
                for art, words in block.items:
                    yield f"- {self._files.picture(art)} {self._line(words, block.span)}".rstrip()
            case content.Aside():
                title = (content.Paragraph(_bold(block.title), block.span),) if block.title else ()
                yield from (f"> {line}".rstrip() for line in self._lines((*title, *block.blocks)))
            case content.Columns() | content.PageSection():
                yield from self._lines(block.blocks)
            case content.ContentsBlock():
                yield from self._contents(block)
            case content.Break() | content.TermList():  # there are no pages, and lists of terms are paragraphs
                return
            case _:
                assert_never(block)

    def _line(self, words: content.Words, span: Span) -> str:
        return self._text.line(words, span)

    def _anchor(self, anchor: str) -> str:
        """Where a link of the document leads; renderers make anchors of headings, but not the same ones."""
        return f'<a id="{anchor}"></a>' if anchor in self._linked else ""

    def _listing(self, block: content.Listing) -> Iterator[str]:
        is_tight = all(_is_short(item) for item in block.items)
        for position, item in enumerate(block.items):
            if position and not is_tight:
                yield ""
            label = block.label(position)
            # Markdown has no lists with letters: there a letter is the first word of its item.
            sign, letter = (f"{label} ", "") if block.numbered else ("- ", f"{label} ".lstrip())
            lines = [line for line in self._lines(item) if line or not is_tight]
            for index, line in enumerate(lines or [""]):
                yield (" " * len(sign) + line if index else sign + letter + line).rstrip()

    def _contents(self, block: content.ContentsBlock) -> Iterator[str]:
        for heading in content.headings_of(self._blocks):
            if 1 < heading.level <= block.depth + 1:
                self._linked.add(heading.anchor)
                words = tuple(run._replace(link=f"#{heading.anchor}") for run in heading.words)
                yield f"{'  ' * (heading.level - 2)}- {self._line(words, block.span)}"

    def _figure(self, block: content.FigureBlock) -> Iterator[str]:
        yield self._anchor(block.anchor) + " ".join(map(self._files.picture, block.art))
        caption = self._line(counted(self._sheet, self._language, "figure", block.number, block.caption), block.span)
        if caption:
            yield ""
            yield begun(caption)

    def _table(self, block: content.TableBlock) -> Iterator[str]:
        caption = self._line(counted(self._sheet, self._language, "table", block.number, block.caption), block.span)
        if caption or block.anchor in self._linked:
            yield self._anchor(block.anchor) + begun(caption)
            yield ""
        yield _row(self._line(column.head, block.span) for column in block.columns)
        yield _row(_ALIGN[column.align] for column in block.columns)
        for row in block.rows:
            is_group = len(row) == 1 and row[0].across > 1
            cells: list[str] = []
            for cell in row:
                words = _bold(cell.words) if is_group else cell.words
                cells += [self._cell(cell, words, block.span), *[""] * (cell.across - 1)]
            yield _row(cells)

    def _cell(self, cell: content.TableCell, words: content.Words, span: Span) -> str:
        art = self._files.picture(cell.art) if cell.art is not None else ""
        return " ".join(filter(None, (art, self._line(words, span))))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _is_short(item: tuple[content.Block, ...]) -> bool:
    """True if an item is a text, and perhaps a list that can follow it without an empty line."""
    if not item or not isinstance(item[0], content.Paragraph):
        return False
    rest = item[1:]
    return not rest or (
        len(rest) == 1
        and isinstance(rest[0], content.Listing)
        and (not rest[0].numbered or rest[0].start == 1)
        and all(map(_is_short, rest[0].items))
    )


def _bold(words: content.Words) -> content.Words:
    return tuple(run._replace(style=run.style._replace(bold=True)) for run in words)
