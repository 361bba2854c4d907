"""Markdown -> blocks. What expressions came to is already data in slots, which no Markdown can be made of."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from pawprint.catalog.icon_codes import IconCodes
from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents._word_forms import sorting
from pawprint.documents.content import Block, TextRun, Words
from pawprint.documents.source_map import Rendered, at, digits, number_of, unsigned
from pawprint.typography.markup import plain
from pawprint.typography.text_style import RunStyle

# --- Runs of a text as Markdown has them -> words as documents have them, and the links among them --------------------

_TERM = re.compile(r"\[\[(?!toc(?: [1-3])?\]|glossary\]|index\])([^\[\]|\n]+)(?:\|([^\[\]|\n]+))?\]\]")


class MarkdownLink(NamedTuple):
    """A link or reference within a document; *kind* is the kind of its target: `section`, `figure`, `table`, or any."""

    anchor: str
    span: Span
    kind: str = ""


def reference_link(run: TextRun, span: Span) -> MarkdownLink:
    """The link that a reference is."""
    return MarkdownLink(
        run.link.removeprefix("#"), span, run.text if run.text in ("figure", "table", "section", "rule") else ""
    )


def joined(runs: list[TextRun]) -> Words:
    """Runs of one look as one; no space at either end."""
    result: list[TextRun] = []
    for run in runs:
        last = result[-1] if result else None
        if last and run.kind == last.kind == "text" and last[2:] == run[2:]:
            result[-1] = last._replace(text=last.text + run.text)
        elif last or run.kind != "text" or run.text.strip():
            result.append(run)
    if result and result[0].kind == "text":
        result[0] = result[0]._replace(text=result[0].text.lstrip())
    if result and result[-1].kind == "text":
        result[-1] = result[-1]._replace(text=result[-1].text.rstrip())
    while result and (result[-1].kind == "break" or (result[-1].kind == "text" and not result[-1].text)):
        result.pop()
    return tuple(result)


class Term(NamedTuple):
    """A term that the document explains, and the paragraphs that explain it."""

    name: str
    blocks: tuple[Block, ...]
    span: Span


def term_parts(text: str) -> Iterator[tuple[str, str]]:
    """(words, the name of the term that they are, or empty) of a text with `[[term]]` or `[[words|term]]`."""
    end = 0
    for match in _TERM.finditer(text) if "[[" in text else ():
        if match.start() > end:
            yield text[end : match.start()], ""
        yield match[1], match[2] or match[1]
        end = match.end()
    if end < len(text):
        yield text[end:], ""


def column_align(token: Token) -> str:
    """How the column of a head is aligned."""
    return str(token.attrs.get("style", "")).removeprefix("text-align:") or "left"


def without_anchor(words: Words, pattern: "re.Pattern[str]") -> Words:
    """*words* without the `{#anchor}` at their end, which *pattern* finds; with slots in it, it is several runs."""
    match = pattern.search(words[-1].text) if words and words[-1].kind == "text" else None
    if match:
        last = words[-1]
        kept = last.text[: match.start()]
        return (*words[:-1], last._replace(text=kept)) if kept else words[:-1]
    for index in range(len(words) - 1, -1, -1):
        cut = words[index].text.rfind("{#")
        if words[index].kind == "text" and cut >= 0:
            kept = words[index].text[:cut].rstrip()
            return (*words[:index], words[index]._replace(text=kept)) if kept else words[:index]
    return words


# --- The Markdown of documents: CommonMark with tables and with boxes, without HTML, code and references --------------


_BOX = re.compile(r":{3,}[ \t]*([^\s:].*)?$")

_PARSER: list[MarkdownIt] = []


def markdown_parser() -> MarkdownIt:
    """The parser; made once."""
    if not _PARSER:
        parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20}).enable("table")
        parser.disable(["code", "html_block", "html_inline", "reference", "lheading", "text_join"])
        parser.block.ruler.before("fence", "box", _box, {"alt": ["paragraph", "blockquote", "list", "table"]})
        _PARSER.append(parser)
    return _PARSER[0]


def _box(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """`::: name title` down to its `:::`; boxes may stand in boxes."""
    opening = _BOX.match(_line(state, start))
    if not opening or not opening[1] or state.is_code_block(start):
        return False
    if silent:
        return True
    depth, row = 1, start + 1
    while row < end:
        if state.sCount[row] < state.blkIndent and state.bMarks[row] + state.tShift[row] < state.eMarks[row]:
            break  # out of the list that the box stands in
        mark = _BOX.match(_line(state, row))
        if mark:
            depth += 1 if mark[1] else -1
            if not depth:
                break
        row += 1
    token: Any = state.push("box_open", "div", 1)
    token.info, token.map, token.block = opening[1].strip(), [start, row], True
    token.meta = {"open": depth > 0}
    limit, parent = state.lineMax, state.parentType
    state.lineMax = row
    state.md.block.tokenize(state, start + 1, row)
    state.lineMax, state.parentType = limit, parent
    state.push("box_close", "div", -1).block = True
    state.line = row + (0 if depth else 1)
    return True


def _line(state: StateBlock, row: int) -> str:
    return state.src[state.bMarks[row] + state.tShift[row] : state.eMarks[row]]


# --- Paragraphs that begin with bold words -> headings in the line, as in a list of questions -------------------------


def run_in_headings(blocks: Iterable[content.Block], around: int) -> list[content.Block]:
    """The same blocks; a paragraph that begins with bold words has them as a heading below one of level *around*."""
    return [
        block._replace(heading=around + 1)
        if isinstance(block, content.Paragraph) and block.words[0].style.bold
        else block
        for block in blocks
    ]


# --- Text of a document -> markup of other dialects, which would be printed literally ----------------------


#: What other dialects of Markdown have -> (its name, what to write).
_DIALECTS = {
    r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>]*)?/?>": ("HTML", "write **bold**, *italic*, a box or {{ card(...) }}"),
    r"\[\^[^\]\s]+\]": ("footnotes", "write the note in brackets, or in a box"),
    r"~~[^~\s][^~]*~~": ("text with a line through it", "leave the text out"),
    r"^\[[ xX]\](?=\s)": ("check boxes", "leave [ ] out; a checklist is a document of its own"),
    r"\[\[[^\[\]\n]*\]\]": ("such a list", "write [[toc]], [[toc 1]], [[glossary]] or [[index]] on a line of its own"),
    r"\{\.[\w-]+\}": ("attributes of words", "name the style in a box: ::: text small"),
}
_ANY = re.compile("|".join(f"(?P<d{number}>{pattern})" for number, pattern in enumerate(_DIALECTS)))


def check_markup(text: str, span: Span, report: Callable[[str, str, Span, str], None]) -> None:
    """Report each piece of markup that documents do not have.

    Args:
        text: as it would be printed, from the beginning of a paragraph or after other markup.
        span: the line that *text* is in.
    """
    if not any(sign in text for sign in "<[~{"):
        return
    for match in _ANY.finditer(text):
        assert match.lastgroup is not None
        what, help = list(_DIALECTS.values())[int(match.lastgroup[1:])]
        help = f"{help}; \\{match[0][0]} prints the character itself"
        report("bad-markdown", f"documents have no {what}", at(span, match[0]), help)


# --- markdown ---------------------------------------------------------------------------------------------------------


#: The private characters around the number of a slot.
_OPEN, _CLOSE = "\ue00b", "\ue00c"
_SLOT = re.compile(f"{_OPEN}([\ue020-\ue029]+){_CLOSE}")
_ANCHOR = re.compile(r"(?:(?<!\s)\s+)?\{#([^{}\s]+)\}\s*$")
_CONTENTS = re.compile(r"\[\[toc(?: ([1-3]))?\]\]")
_BREAKS = {
    "\\pagebreak": "page",
    "\\columnbreak": "column",
    "\\rightpage": "side",
    "\\spread": "spread",
    "\\lastpage": "back",
    "\\fill": "fill",
}
_LINKS = ("#", "https://", "http://", "mailto:")
#: The deepest level of headings; the mark of a link that is kept only if its anchor exists.
DEEPEST, IF_THERE = 4, "?#"

#: (code, message, place, help).
Report = Callable[[str, str, Span, str], None]


class Product(NamedTuple):
    """What a helper makes.

    Attributes:
        words: for a line of text.
        blocks: for a line of its own.
        arts: pictures, which may also stand in a cell of a table.
    """

    words: content.Words = ()
    blocks: tuple[content.Block, ...] = ()
    arts: tuple[content.BlockArt, ...] = ()


class Slots:
    """What expressions came to, each under a number that stands for it in the text."""

    def __init__(self) -> None:
        self._products: list[Product] = []

    def keep(self, product: Product) -> str:
        """The text that stands for *product*."""
        self._products.append(product)
        return f"{_OPEN}{digits(len(self._products) - 1)}{_CLOSE}"

    def at(self, number: str) -> Product:
        """What `keep` was given."""
        return self._products[number_of(number)]

    def split(self, text: str) -> Iterator[str | Product]:
        """Texts and products in their order."""
        parts = _SLOT.split(text)
        for index, part in enumerate(parts):
            if index % 2:
                yield self.at(part)
            elif part:
                yield part

    def plain(self, text: str) -> str:
        """*text* with the words of its slots in place; for anchors and names."""
        return "".join(part if isinstance(part, str) else said(part.words) for part in self.split(text))


def said(words: content.Words) -> str:
    """The words alone, without icons; for anchors and for titles."""
    return "".join(run.text if run.kind == "text" else " " if run.kind == "break" else "" for run in words)


def slug(text: str) -> str:
    """An anchor made of words, without accents: `la-fin-de-l-ete`."""
    kept = re.sub(r"[^\w -]", "", sorting(plain(text)).replace("’", "-").replace("'", "-"))
    return re.sub(r"[\s_-]+", "-", kept).strip("-") or "part"


def inline(text: str, slots: Slots, report: Report, span: Span, codes: IconCodes) -> content.Words:
    """A line of Markdown as words; *text* may hold signs of lines, which are dropped."""
    reader = MarkdownReader([Rendered(unsigned(text), span)], slots, report, codes)
    return reader.line(unsigned(text).strip())


class MarkdownReader:
    """Reads one rendered text.

    Args:
        lines: of Markdown, with their places.
        slots: what stands in them for data.
        report: takes faults.
        codes: that are printed as icons.
    """

    def __init__(self, lines: Sequence[Rendered], slots: Slots, report: Report, codes: IconCodes) -> None:
        self._lines = lines
        self._slots = slots
        self._report, self._codes = report, codes
        self._anchors: dict[str, Span] = {}
        #: Anchor -> `section`, `figure`, `table` or `term`.
        self.kinds: dict[str, str] = {}
        self._chosen: set[str] = set()
        self._level = 0
        self.links: list[MarkdownLink] = []
        self.terms: dict[str, Term] = {}
        self.icons: list[tuple[str, Span]] = []

    @property
    def anchors(self) -> dict[str, Span]:
        """Anchor -> its heading, figure or table."""
        return self._anchors

    def blocks(self) -> tuple[content.Block, ...]:
        """All blocks of the text."""
        tokens = markdown_parser().parse("\n".join(line.text for line in self._lines))
        self._chosen = {m[1] for token in tokens if token.type == "inline" and (m := _ANCHOR.search(token.content))}
        blocks, _ = self._until(tokens, 0, "", "body")
        return tuple(blocks)

    def line(self, text: str) -> content.Words:
        """The words of one line."""
        tokens = markdown_parser().parseInline(" ".join(text.split()))
        return self._runs(tokens[0].children or [], self._lines[0].span)

    # -- blocks ------------------------------------------------------------------------------

    def _span(self, token: Token, more: int = 0) -> Span:
        row = (token.map[0] if token.map else 0) + more
        return self._lines[min(row, len(self._lines) - 1)].span

    def _until(self, tokens: list[Token], start: int, end: str, style: str) -> tuple[list[content.Block], int]:
        """Blocks from *start* to the closing token *end*, and the index after it."""
        blocks: list[content.Block] = []
        index = start
        while index < len(tokens) and tokens[index].type != end:
            token = tokens[index]
            match token.type:
                case "heading_open":
                    blocks.append(self._heading(token, tokens[index + 1]))
                    index += 3
                case "paragraph_open":
                    blocks += self._paragraph(tokens[index + 1], style)
                    index += 3
                case "bullet_list_open" | "ordered_list_open":
                    items, after = self._items(tokens, index + 1, token.type.replace("open", "close"), style)
                    first = int(token.attrs.get("start", 1))
                    blocks.append(content.Listing(items, self._span(token), token.type.startswith("ordered"), first))
                    index = after
                case "table_open":
                    table, index = self._table(tokens, index)
                    blocks.append(table)
                case "box_open":
                    inner, after = self._until(tokens, index + 1, "box_close", self._style_in(token, style))
                    blocks += self._boxed(token, inner)
                    index = after
                case "blockquote_open":
                    inner, index = self._until(tokens, index + 1, "blockquote_close", style)
                    blocks.append(content.Aside(tuple(inner), self._span(token), "quote"))
                case _:
                    self._refuse(token)
                    index += 1
        return blocks, index + 1

    def _refuse(self, token: Token) -> None:
        what, help = {
            "fence": ("a block of code", "indent nothing, and leave the backticks out"),
            "hr": ("a rule", "write \\pagebreak for a new page, or leave it out"),
        }.get(token.type, (f"'{token.markup or token.type}'", "leave it out"))
        self._report("bad-markdown", f"documents have no {what.removeprefix('a ')}", self._span(token), help)

    def _heading(self, token: Token, inline: Token) -> content.Heading:
        span = self._span(token)
        level = int(token.tag[1:])
        if level > DEEPEST or level > self._level + 1:
            wanted = min(self._level + 1, DEEPEST)
            before = f"below one of level {self._level}" if self._level else "at the beginning"
            message = f"a heading of level {level} {before}"
            help = f"write {'#' * wanted}: levels follow one another without a gap, and end at {DEEPEST}"
            self._report("bad-markdown", message, span, help)
            level = wanted
        self._level = level
        words, anchor = self._named(inline, "section", span)
        if not anchor:
            anchor = self._free(slug(said(words)))
            self._anchors.setdefault(anchor, span)
            self.kinds.setdefault(anchor, "section")
        return content.Heading(level, words, anchor, span)

    def _named(self, inline: Token, kind: str, span: Span) -> tuple[content.Words, str]:
        """(the words of a heading or paragraph, the anchor at their end if there is one)."""
        words, tail = self._words(inline), _ANCHOR.search(inline.content)
        if not tail:
            return words, ""
        return without_anchor(words, _ANCHOR), self._anchor(tail[1], kind, span)

    def _anchor(self, written: str, kind: str, span: Span) -> str:
        """The anchor for the name that is *written*; a finding if the name is used twice."""
        anchor = slug(self._slots.plain(written))
        if anchor in self._anchors:
            message = f"the anchor '{anchor}' is used twice"
            self._report("duplicate-id", message, span, f"the first is at {self._anchors[anchor]}")
        self._anchors.setdefault(anchor, span)
        self.kinds.setdefault(anchor, kind)
        return anchor

    def _free(self, anchor: str) -> str:
        names = (f"{anchor}-{number}" if number > 1 else anchor for number in count(1))
        return next(name for name in names if name not in self._anchors and name not in self._chosen)

    def _paragraph(self, inline: Token, style: str) -> list[content.Block]:
        text, span = inline.content.strip(), self._span(inline)
        if text in _BREAKS:
            return [content.Break(span, _BREAKS[text])]
        if contents := _CONTENTS.fullmatch(text):
            return [content.ContentsBlock(span, int(contents[1] or 2))]
        if text in ("[[glossary]]", "[[index]]"):
            return [content.TermList(span, text.strip("[]"))]
        tail = _ANCHOR.search(text)
        bare = text[: tail.start()] if tail else text
        parts = [part for part in self._slots.split(bare) if not isinstance(part, str) or part.strip()]
        if parts and all(not isinstance(part, str) and (part.blocks or part.arts) for part in parts):
            blocks = [block for part in parts if isinstance(part, Product) for block in _as_blocks(part, span)]
            return self._called(blocks, tail[1], span) if tail else blocks
        words, anchor = self._named(inline, "rule", span)
        return [content.Paragraph(words, span, style, anchor)] if words else []

    def _define(self, inner: list[content.Block], title: str, span: Span) -> None:
        name = self._slots.plain(title)
        if not name or any(not isinstance(block, content.Paragraph) for block in inner):
            help = "write ::: term NAME, a paragraph that explains it, and :::"
            return self._report("bad-markdown", "a term consists of a name and paragraphs", span, help)
        anchor = self._anchor(f"{content.TERM}{name}", "term", span)
        self.terms.setdefault(anchor, Term(name, tuple(inner), span))

    def _called(self, blocks: list[content.Block], written: str, span: Span) -> list[content.Block]:
        """*blocks*, the first figure or table of which has the anchor that is *written*."""
        for index, block in enumerate(blocks):
            if isinstance(block, content.FigureBlock):
                anchor = self._anchor(written, "figure", span)
                return [*blocks[:index], block._replace(anchor=anchor, numbered=True), *blocks[index + 1 :]]
            if isinstance(block, content.TableBlock):
                anchor = self._anchor(written, "table", span)
                return [*blocks[:index], replace(block, anchor=anchor), *blocks[index + 1 :]]
        help = "write it at the end of a heading, or of the line of a picture or table"
        self._report("bad-markdown", f"the anchor '{written}' is not that of a figure or table", span, help)
        return blocks

    def _items(
        self, tokens: list[Token], index: int, end: str, style: str
    ) -> tuple[tuple[tuple[content.Block, ...], ...], int]:
        items: list[tuple[content.Block, ...]] = []
        while tokens[index].type != end:
            blocks, index = self._until(tokens, index + 1, "list_item_close", style)
            items.append(tuple(blocks))
        return tuple(items), index + 1

    def _style_in(self, token: Token, style: str) -> str:
        kind, _, name = token.info.partition(" ")
        return name.strip() or style if kind == "text" else style

    def _boxed(self, token: Token, inner: list[content.Block]) -> list[content.Block]:
        span = self._span(token)
        kind, _, rest = token.info.partition(" ")
        kind, rest = self._slots.plain(kind), rest.strip()
        if token.meta.get("open"):
            self._report("bad-markdown", f"the box '{kind}' is opened and not closed", span, "write ::: below it")
        if kind in ("text", "questions"):
            return inner if kind == "text" else run_in_headings(inner, self._level)
        if kind == "term":
            self._define(inner, rest, span)
            return []
        if kind in ("cover", "back"):
            return [content.PageSection(tuple(inner), span, kind)]
        if kind == "wide":
            return [content.Columns(tuple(inner), span, 1)]
        if kind == "columns":
            if rest not in ("1", "2", "3", "4"):
                self._report("bad-markdown", f"columns are 1 to 4, not '{rest}'", span, "write ::: columns 2")
                return inner
            return [content.Columns(tuple(inner), span, int(rest))]
        if kind == "side":
            return [b._replace(place="side") if isinstance(b, content.FigureBlock) else b for b in inner]
        title = self._runs(markdown_parser().parseInline(rest)[0].children or [], span) if rest else ()
        return [content.Aside(tuple(inner), span, kind, title)]

    def _table(self, tokens: list[Token], index: int) -> tuple[content.TableBlock, int]:
        span = self._span(tokens[index])
        columns: list[content.TableColumn] = []
        rows: list[tuple[content.TableCell, ...]] = []
        row: list[content.TableCell] = []
        while tokens[index].type != "table_close":
            token = tokens[index]
            if token.type == "th_open":
                columns.append(content.TableColumn(self._words(tokens[index + 1]), column_align(token)))
            elif token.type == "td_open":
                row.append(self._cell(tokens[index + 1]))
            elif token.type == "tr_close" and row:
                rows.append(tuple(row))
                row = []
            index += 1
        # Markdown reads an anchor on the line below a table as a row.
        tail = _ANCHOR.fullmatch("".join(said(cell.words) for cell in rows[-1])) if rows else None
        anchor = self._anchor(tail[1], "table", span) if tail else ""
        return content.TableBlock((*columns,), (*rows[: -1 if tail else None],), span, anchor=anchor), index + 1

    def _cell(self, inline: Token) -> content.TableCell:
        for part in self._slots.split(inline.content):
            if isinstance(part, Product) and part.arts and not part.words:
                return content.TableCell(self._words(inline, arts=False), part.arts[0])
        return content.TableCell(self._words(inline))

    # -- words -------------------------------------------------------------------------------

    def _words(self, inline: Token, arts: bool = True) -> content.Words:
        return self._runs(inline.children or [], self._span(inline), inline, arts)

    def _runs(self, children: list[Token], span: Span, inline: Token | None = None, arts: bool = True) -> content.Words:
        runs: list[content.TextRun] = []
        bold = italic = line = link_from = 0
        link = ""

        def here() -> Span:
            return self._span(inline, line) if inline is not None else span

        for token in children:
            match token.type:
                case "text" | "text_special":
                    literal = token.type == "text_special"
                    self._text(runs, token.content, RunStyle(bold > 0, italic > 0), link, here(), literal, arts)
                case "softbreak":
                    line += 1
                    runs.append(content.TextRun("text", " ", RunStyle(bold > 0, italic > 0), link))
                case "hardbreak":
                    line += 1
                    runs.append(content.TextRun("break", ""))
                case "strong_open" | "strong_close":
                    bold += token.nesting
                case "em_open" | "em_close":
                    italic += token.nesting
                case "link_open":
                    link = self._target(self._slots.plain(unquote(str(token.attrs.get("href", "")))), here())
                    link_from = len(runs)
                case "link_close":
                    if link.startswith("#") and link_from == len(runs):  # no words: those of the target
                        runs.append(content.TextRun("reference", "name", RunStyle(bold > 0, italic > 0), link))
                    link = ""
                case _:
                    what = {"image": "pictures by address", "code_inline": "code"}.get(token.type, token.type)
                    help = "write {{ card(...) }} or {{ icon(...) }}" if token.type == "image" else "write **bold**"
                    shown = at(here(), "![" if token.type == "image" else token.markup + token.content)
                    self._report("bad-markdown", f"documents have no {what}", shown, help)
        return joined(runs)

    def _target(self, target: str, span: Span) -> str:
        if not target.startswith(_LINKS):
            help = "it leads to a heading (#anchor), or to an address with https: or mailto:"
            self._report("bad-markdown", f"a link leads to '{target}'", at(span, target), help)
            return ""
        if target.startswith("#"):
            anchor = slug(target[1:])
            self.links.append(MarkdownLink(anchor, at(span, target)))
            return f"#{anchor}"
        return target

    def _text(
        self, runs: list[content.TextRun], text: str, style: RunStyle, link: str, span: Span, literal: bool, arts: bool
    ) -> None:
        for part in self._slots.split(text):
            if isinstance(part, Product):
                if part.words:
                    self.icons += [(run.text, span) for run in part.words if run.kind == "icon"]
                    self.links += [reference_link(run, span) for run in part.words if run.kind == "reference"]
                    for run in part.words:
                        own = RunStyle(run.style.bold or style.bold, run.style.italic != style.italic)
                        runs.append(run._replace(style=own, link=run.link or link))
                elif (part.blocks or part.arts) and arts:
                    help = "give it a line of its own, between blank lines"
                    self._report("bad-markdown", "a picture or table stands amid words", span, help)
                continue
            if literal:
                runs.append(content.TextRun("text", part, style, link))
                continue
            for piece, term in term_parts(part):
                if term:
                    self.links.append(MarkdownLink(f"{content.TERM}{slug(term)}", at(span, piece), "term"))
                self._plain(runs, piece, style, link or (f"#{content.TERM}{slug(term)}" if term else ""), span)

    def _plain(self, runs: list[content.TextRun], text: str, style: RunStyle, link: str, span: Span) -> None:
        """Add a text with its icons."""
        pieces = self._codes.split(text)
        check_markup("\ufffc".join(pieces[::2]), span, self._report)
        for index, piece in enumerate(pieces):
            if piece and index % 2:
                self.icons.append((piece, at(span, f":{piece}:")))
            if piece:
                runs.append(content.TextRun("icon" if index % 2 else "text", piece, style, link))


def _as_blocks(product: Product, span: Span) -> tuple[content.Block, ...]:
    return product.blocks or (content.FigureBlock(product.arts, (), span, numbered=False),)
