"""A draft -> a web page in one file, with its fonts, pictures, style and search in it; it loads nothing else."""

import base64
import colorsys
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import assert_never

from pawprint.catalog.model import Game
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.page_policy import content_policy, css_string, policy_element
from pawprint.core.source import Span
from pawprint.documents import content
from pawprint.documents.html._html_text import HtmlText
from pawprint.documents.html.screen_blocks import anchors_of, description, screen_blocks
from pawprint.documents.html.vector_art import PageArt, class_of
from pawprint.documents.typeset._document_style import AsideStyle, BlockStyle, DocumentStyle, PageStyle, TableStyle
from pawprint.documents.typeset._figures import SIDEBAR
from pawprint.documents.typeset._pages import PageGrounds
from pawprint.documents.typeset._text_flow import counted
from pawprint.documents.typeset.structure import plain, titled
from pawprint.documents.typeset.style_reader import check_style_names, sheet_for
from pawprint.documents.typeset.typesetter import icon_finder
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.press.web_fonts import font_faces
from pawprint.typography.languages import is_right_to_left
from pawprint.typography.text_style import TextStyle

# --- page styles ------------------------------------------------------------------------------------------------------

# The style of a document -> the style sheet of its web page: its colours, letters and sizes as rules for classes.


# --- page colours -----------------------------------------------------------------------------------------------------

# Colours of a document's style -> custom properties of a web page, each with a value for light and one for dark.


#: The ground of a page in the dark, and of pictures that are drawn for paper.
NIGHT = Colour(24, 26, 29)
#: WCAG 2.2's floor for small text; below it no words are set.
READABLE = 4.5
#: The contrast of plain words in the dark, which tires the eyes if it is higher.
_PLAIN = 12.0
#: A fill that white words are legible on is as good in the dark.
_STRONG = 3.0


class PageColours:
    """Gives each pair of colours, for light and for dark, a custom property."""

    def __init__(self) -> None:
        self._names: dict[tuple[Colour, Colour], str] = {}

    def ink(self, colour: Colour, fill: Colour | None = None) -> str:
        """The CSS value of words in *colour*: on the ground of the page, or on a *fill*."""
        ground = WHITE if fill is None else fill
        dark = NIGHT if fill is None else night_fill(fill)
        contrast = min(_PLAIN, colour.contrast(ground) * 0.75)  # what is black or almost black is almost white
        return self._value(readable(colour, ground, READABLE), readable(colour, dark, max(READABLE, contrast)))

    def fill(self, colour: Colour) -> str:
        """The CSS value of a ground, or of a line."""
        return self._value(colour, night_fill(colour))

    def line(self, colour: Colour) -> str:
        """The CSS value of a line that parts rows or boxes."""
        return self._value(colour, mixed(colour, NIGHT, 0.45))

    def bar(self, colour: Colour) -> str:
        """The CSS value of the bar of a box."""
        return self._value(colour, mixed(colour, NIGHT, 0.75))

    def _value(self, light: Colour, dark: Colour) -> str:
        return f"var(--{self._names.setdefault((light, dark), f'c{len(self._names)}')})"

    def rules(self) -> str:
        """The style rules that define the properties."""
        light = "".join(f"--{name}:{pair[0]};" for pair, name in self._names.items())
        dark = "".join(f"--{name}:{pair[1]};" for pair, name in self._names.items())
        return (
            f":root{{{light}--ground:{WHITE}}}\n"
            f"@media screen and (prefers-color-scheme:dark){{:root{{{dark}--ground:{NIGHT}}}}}"
        )


def night_fill(colour: Colour) -> Colour:
    """A ground as it is in the dark: strong colours stay, tints become dark tints of the same hue."""
    if colour.contrast(WHITE) >= _STRONG:
        return colour
    hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in colour))
    parts = colorsys.hls_to_rgb(hue, 0.15 + 0.14 * (1 - light), min(saturation, 0.32))
    return Colour(*(round(255 * part) for part in parts))


def readable(colour: Colour, ground: Colour, ratio: float) -> Colour:
    """*colour*, or the nearest one towards black or white that has a contrast of *ratio* with *ground*."""
    end = BLACK if ground.contrast(BLACK) > ground.contrast(WHITE) else WHITE
    for share in range(21):
        found = mixed(colour, end, 1 - share / 20)
        if found.contrast(ground) >= ratio:
            return found
    return end


def mixed(colour: Colour, other: Colour, share: float) -> Colour:
    """So much of *colour*, the rest of *other*."""
    return Colour(*(round(two + (one - two) * share) for one, two in zip(colour, other, strict=True)))


# --- page styles ------------------------------------------------------------------------------------------------------


_ASSETS = Path(__file__).parent / "assets"
_SYSTEM = 'system-ui,"Segoe UI",Roboto,"Helvetica Neue",sans-serif'
#: Font sizes on a screen in rems: what body text is, and the least and most of any other.
_LEAST, _MOST = 0.8, 2.9
#: The parts of a document whose texts may have styles of their own.
_SECTIONS = ("cover", "back")
#: The height of icons, in cap heights, as part of the font size.
_CAP = 0.66


def style_sheet(sheet: DocumentStyle, fonts: str) -> str:
    """All of the page's style.

    Args:
        fonts: the `@font-face` rules.
    """
    colours = PageColours()
    rules = [*_rules(sheet, colours)]
    common = (_ASSETS / "document.css").read_text(encoding="utf-8")
    return "\n".join([fonts, colours.rules(), common, *rules])


def _rules(sheet: DocumentStyle, colours: PageColours) -> Iterator[str]:
    ink, accent = sheet.base.ink, sheet.colours.get("accent", sheet.base.ink)
    bar = accent if accent.contrast(WHITE) >= READABLE else ink
    values = {
        "ink": colours.ink(ink),
        "accent": colours.ink(accent),
        "muted": colours.ink(sheet.colours.get("muted", ink)),
        "link": colours.ink(sheet.colours.get("link", accent)),
        "rule": colours.line(sheet.colours.get("rule", ink)),
        "tint": colours.fill(sheet.colours.get("tint", WHITE)),
        "pale": colours.fill(sheet.colours.get("pale", WHITE)),
        "bar": colours.fill(bar),
        "text": _family(sheet.base, sheet),
        "bullet": css_string(f"{sheet.list.bullet} "),
    }
    yield ":root{" + "".join(f"--{name}:{value};" for name, value in values.items()) + "}"
    for name, style in sheet.texts.items():
        kind, _, rest = name.partition("-")
        if kind in _SECTIONS and rest:
            yield f".page-{kind} {_selector(rest)}{{{_text(style, sheet, colours, sheet.page({kind}))}}}"
        elif name != "body":  # its colour is that of the box around it
            yield f"{_selector(name)}{{{_text(style, sheet, colours)}}}"
    for kind in _SECTIONS:
        fill = sheet.page({kind}).fill
        if fill is not None:
            yield f".page-{kind}{{background:{fill};{_on(fill, sheet, colours)}}}"
    for name, colour in sheet.icons.items():
        yield f".{class_of('icon', name)}{{color:{colours.ink(colour)}}}"
    for name, table in sheet.tables.items():
        yield from _table(f".{class_of('table', name)}", table, sheet, colours)
    for name, aside in sheet.asides.items():
        yield from _aside(f".{class_of('box', name)}", aside, sheet, colours)


def _selector(name: str) -> str:
    """The elements that have the text style *name*."""
    elements = {"title": "h1", "heading-2": "h2", "heading-3": "h3", "heading-4": "h4", "caption": "figcaption"}
    return elements.get(name) or ("p:not([class])" if name == "body" else f".{class_of('text', name)}")


def _on(fill: Colour, sheet: DocumentStyle, colours: PageColours) -> str:
    """The colours of words on a *fill* that is the same in the dark."""
    roles = ("ink", "accent", "muted", "link")
    values = [f"--{role}:{readable(sheet.colours.get(role, sheet.base.ink), fill, READABLE)};" for role in roles]
    return "".join(values) + "color:var(--ink)"


def _family(style: BlockStyle, sheet: DocumentStyle) -> str:
    families = dict.fromkeys([style.text.family, sheet.base.text.family])
    return ",".join([*map(css_string, families), _SYSTEM])


def _text(style: BlockStyle, sheet: DocumentStyle, colours: PageColours, page: PageStyle | None = None) -> str:
    """The declarations of a style of text.

    Args:
        page: the page whose texts have it; one with a ground of its own has the same colours in the dark.
    """
    text, base = style.text, sheet.base.text
    size = min(max(text.size / base.size, _LEAST), _MOST)
    of_page = page is not None and (page.fill is not None or page.art) and style.fill is None
    parts = [f"color:{style.ink if of_page else colours.ink(style.ink, style.fill)}"]
    if size > 1.2:
        parts += [f"font-size:clamp({min(size, 1 + (size - 1) * 0.6):.3g}rem,{size * 2.2:.3g}vw + .5rem,{size:.3g}rem)"]
        parts += [f"line-height:{max(text.leading, 1.12):.3g}"]
    elif size != 1:
        parts += [f"font-size:{size:.3g}em"]
    if text.family != base.family:
        parts.append(f"font-family:{_family(style, sheet)}")
    parts.append(f"font-weight:{700 if text.bold else 400}")
    parts += ["font-style:italic"] if text.italic else []
    parts += ["text-transform:uppercase"] if text.case == "upper" else []
    parts += [f"letter-spacing:{text.tracking:g}em"] if text.tracking else []
    parts += [f"text-align:{text.align}"] if text.align not in ("start", "justify") else []
    parts += ["text-wrap:balance"] if text.balance else []
    if style.fill is not None:
        parts.append(f"background:{colours.fill(style.fill)};padding:.18em .5em;border-radius:.12em")
    if style.rule:
        parts.append(f"border-bottom:{style.rule:g}pt solid;padding-bottom:.12em")
    return ";".join(parts)


def _table(selector: str, table: TableStyle, sheet: DocumentStyle, colours: PageColours) -> Iterator[str]:
    line = f"{table.rule:g}pt solid var(--rule)" if table.rule else "0"
    head = f"{table.head_rule:g}pt solid {colours.ink(table.head.ink)}" if table.head_rule else "0"
    row, cell = table.row / sheet.size, table.cell / sheet.size / 2
    yield (
        f"{selector}{{{_text(table.text, sheet, colours)};--icons:{max(table.icons, 1.6) * _CAP:.3g}em;"
        f"--row:{max(row, 0.2):.3g}em;--cell:{max(cell, 0.35):.3g}em;--line:{line}}}"
    )
    yield f"{selector} thead :is(th,td){{{_in_table(table.head, table, colours)};border-bottom:{head}}}"
    yield f"{selector} th[scope=rowgroup]{{{_in_table(table.group, table, colours)}}}"


def _in_table(style: BlockStyle, table: TableStyle, colours: PageColours) -> str:
    """The declarations of a style within a table, whose sizes are those of the table."""
    size = max(style.text.size / table.text.text.size, 0.94)
    return f"color:{colours.ink(style.ink)};font-size:{size:.3g}em;font-weight:{700 if style.text.bold else 400}"


def _aside(selector: str, aside: AsideStyle, sheet: DocumentStyle, colours: PageColours) -> Iterator[str]:
    parts = []
    if aside.fill is not None:
        parts.append(f"background:{colours.fill(aside.fill)}")
        # Words of the page stand on this ground.
        for role in ("ink", "accent", "muted", "link"):
            parts.append(f"--{role}:{colours.ink(sheet.colours.get(role, sheet.base.ink), aside.fill)}")
        parts.append("color:var(--ink)")
    if aside.bar is not None:
        parts.append(f"border-inline-start:{max(aside.bar_width, 3):g}px solid {colours.bar(aside.bar)}")
    yield f"{selector}{{{';'.join(parts)}}}"
    title = aside.title
    yield (
        f"{selector}>.name{{color:{colours.ink(title.ink, aside.fill)};font-weight:{700 if title.text.bold else 400}"
        + (f";font-family:{_family(title, sheet)}" if title.text.family != sheet.base.text.family else "")
        + "}"
    )


# --- html page --------------------------------------------------------------------------------------------------------


# --- html blocks ------------------------------------------------------------------------------------------------------

# Blocks -> HTML. A section for each part of the document; tables, lists and figures in the order of reading.


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

    def document(self, blocks: Sequence[content.Block]) -> str:
        """All *blocks*; what follows a heading of the second level is one section with it."""
        parts: list[str] = []
        is_open = False
        for block in blocks:
            begins = isinstance(block, content.Heading) and block.level == 2
            if (
                begins
                or isinstance(block, content.PageSection)
                or (isinstance(block, content.Heading) and block.level == 1)
            ):
                parts.append("</section>\n" * is_open + "<section>\n" * begins)
                is_open = begins
            parts.append(self._block(block))
        return "".join(parts) + "</section>\n" * is_open

    def _all(self, blocks: Iterable[content.Block]) -> str:
        return "".join(map(self._block, blocks))

    def _block(self, block: content.Block) -> str:
        match block:
            case content.Heading():
                return self._heading(block)
            case content.Paragraph():
                look = "" if block.style == "body" else f' class="{class_of("text", block.style)}"'
                return f"<p{_id(block.anchor)}{look}>{self._words(block.words, block.style, block.span)}</p>\n"
            case content.Listing():
                return self._listing(block)
            case content.TableBlock():
                return self._table(block)
            case content.FigureBlock():
                return self._figure(block)
            case content.Gallery():
                return self._gallery(block)
            case content.Aside():
                return self._aside(block)
            case content.Columns():
                inside = self._all(block.blocks)
                return f'<div class="columns" style="--columns:{block.number}">\n{inside}</div>\n' if inside else ""
            case content.PageSection():
                return self._page_section(block)
            case (
                content.ContentsBlock() | content.Break() | content.TermList()
            ):  # contents are at the side, and lists of terms are paragraphs
                return ""
            case _:
                assert_never(block)

    def _words(self, words: content.Words, style: str, span: Span) -> str:
        texts = self._sheet.texts
        found = texts.get(f"{self._page}-{style}") or texts.get(style) or self._sheet.base
        return self._text.html(words, found.text, span)

    def _heading(self, block: content.Heading) -> str:
        self._before = plain(block.words)
        style = "title" if block.level == 1 else f"heading-{block.level}"
        return f'<h{block.level} id="{block.anchor}">{self._words(block.words, style, block.span)}</h{block.level}>\n'

    def _listing(self, block: content.Listing) -> str:
        items = []
        for blocks in block.items:
            if len(blocks) == 1 and isinstance(blocks[0], content.Paragraph):
                inside = self._words(blocks[0].words, blocks[0].style, blocks[0].span)
            else:
                inside = "\n" + self._all(blocks)
            items.append(f"<li>{inside}</li>\n")
        name = "ol" if block.numbered or block.letters else "ul"
        kind = ' type="a"' if block.letters else ""
        start = f' start="{block.start}"' if name == "ol" and block.start != 1 else ""
        return f"<{name}{kind}{start}>\n{''.join(items)}</{name}>\n"

    def _aside(self, block: content.Aside) -> str:
        style = self._sheet.asides.get(block.style)
        title = ""
        if block.title:
            words = self._text.html(block.title, (style.title if style else self._sheet.base).text, block.span)
            title = f'<p class="name">{words}</p>\n'
        beside = " beside" if block.style == SIDEBAR else ""
        return f'<div class="box {class_of("box", block.style)}{beside}">\n{title}{self._all(block.blocks)}</div>\n'

    def _page_section(self, block: content.PageSection) -> str:
        self._page = block.kind
        inside = self.document(block.blocks)
        self._page = ""
        ground = self._art.ground(self._sheet.page({block.kind})) if block.kind == "cover" else ""
        at_foot = self._sheet.page({block.kind}).place == "bottom"  # there it follows the text, which stays legible
        both = f"{inside}{ground}" if at_foot else f"{ground}\n{inside}"
        return f'<div class="page-{block.kind}">{both}</div>\n'

    # -- pictures ----------------------------------------------------------------------------

    def _figure(self, block: content.FigureBlock) -> str:
        pictures = "".join(map(self._art.figure, block.art))
        words = counted(self._sheet, self._text.language, "figure", block.number, block.caption)
        caption = f"<figcaption>{self._words(words, 'caption', block.span)}</figcaption>" if words else ""
        side = ' class="side"' if block.place == "side" else ""
        return f'<figure{_id(block.anchor)}{side}><div class="art-row">{pictures}</div>{caption}</figure>\n'

    def _gallery(self, block: content.Gallery) -> str:
        parts = []
        for art, words in block.items:
            caption = f"<figcaption>{self._words(words, 'caption', block.span)}</figcaption>" if words else ""
            parts.append(f"<figure>{self._art.figure(art)}{caption}</figure>\n")
        return f'<div class="gallery">\n{"".join(parts)}</div>\n'

    # -- tables ------------------------------------------------------------------------------

    def _table(self, block: content.TableBlock) -> str:
        style = self._sheet.tables.get(block.style)
        base = self._sheet.base
        text, head, group = (style.text, style.head, style.group) if style else (base, base, base)
        parts = []
        caption = counted(self._sheet, self._text.language, "table", block.number, block.caption)
        if caption:
            parts.append(f"<caption>{self._words(caption, 'caption', block.span)}</caption>\n")
        if any(column.width for column in block.columns):
            widths = "".join(
                f'<col style="width:{column.width:.3%}">' if column.width else "<col>" for column in block.columns
            )
            parts.append(f"<colgroup>{widths}</colgroup>\n")
        if any(column.head for column in block.columns):
            cells = "".join(
                self._cell(
                    "th" if column.head else "td", content.TableCell(column.head), column.align, head, block.span, "col"
                )
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

    def _rows(self, block: content.TableBlock, text: BlockStyle, group: BlockStyle) -> str:
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

    def _cell(self, name: str, cell: content.TableCell, align: str, style: BlockStyle, span: Span, scope: str) -> str:
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


# --- html page --------------------------------------------------------------------------------------------------------


#: Contents of fewer headings than this are not listed; they go down to this level.
_FEWEST, _DEPTH = 3, 3


def html_page(draft: content.Draft, game: Game, composer: Composer, lowering: Lowering, findings: Findings) -> bytes:
    """The page of *draft*; what is wrong with it goes to *findings*."""
    sheet = sheet_for(
        str(draft.page.get("style") or draft.kind), game, composer.layouts, float("inf"), findings, draft.span
    )
    check_style_names(draft.blocks, sheet, findings)
    find_icon, grounds = icon_finder(composer, game, findings), PageGrounds(composer, game, draft.language)
    art = PageArt(lowering, find_icon, grounds.art, sheet.base.ink, sheet.palette, sheet.icons)
    blocks = screen_blocks(draft, sheet)
    text = HtmlText(draft.language.replace("_", "-"), art, anchors_of(blocks))
    return _Page(draft, game, sheet, text, art).html(blocks, composer).encode()


class _Page:
    """One page being written."""

    def __init__(self, draft: content.Draft, game: Game, sheet: DocumentStyle, text: HtmlText, art: PageArt) -> None:
        self._draft, self._game, self._sheet, self._text, self._art = draft, game, sheet, text, art

    def html(self, blocks: Sequence[content.Block], composer: Composer) -> str:
        """The whole page; *composer* has its fonts."""
        draft, game = self._draft, self._game
        body = HtmlBlocks(self._sheet, self._text, self._art).document(blocks)
        contents = self._contents(blocks)
        parts = [
            self._bar(game.full_title(draft.language)),
            f'<div class="frame{"" if contents else " alone"}">\n{contents}',
            f'<main id="_text" tabindex="-1">\n{body}</main>\n</div>\n',
            self._footer(),
            self._art.definitions(),
        ]
        script = (_ASSETS / "document.js").read_text(encoding="utf-8")
        inside = "".join(parts)
        return self._head(blocks, composer, script) + inside + f"\n<script>{script}</script>\n</body>\n</html>\n"

    def _word(self, name: str) -> str:
        """A word that pages add, in the language of the document."""
        return self._text.plain(self._sheet.word(name, self._draft.language), self._sheet.base.text)

    def _head(self, blocks: Sequence[content.Block], composer: Composer, script: str) -> str:
        draft, game, sheet = self._draft, self._game, self._sheet
        # The last part to be made: only now it is known which characters the page has.
        fonts = font_faces(composer.setter.metrics, self._text.characters, sheet.base.text.family)
        digest = base64.b64encode(sha256(script.encode()).digest()).decode()
        policy = content_policy(
            img_src="data:", font_src="data:", style_src="'unsafe-inline'", script_src=f"'sha256-{digest}'"
        )
        language = draft.language.replace("_", "-")
        direction = ' dir="rtl"' if is_right_to_left(draft.language) else ""
        game_title = game.full_title(draft.language)
        title = draft.title if game_title in draft.title else f"{draft.title} – {game_title}"
        metas = {
            "viewport": "width=device-width, initial-scale=1",
            "color-scheme": "light dark",
            "description": description(blocks),
            "author": game.credits[draft.language],
        }
        return "\n".join(
            [
                "<!DOCTYPE html>",
                f'<html lang="{escape(language)}"{direction}>',
                '<head>\n<meta charset="utf-8">',
                policy_element(policy),
                *[f'<meta name="{name}" content="{escape(text)}">' for name, text in metas.items() if text],
                f"<title>{escape(title)}</title>",
                f"<style>\n{style_sheet(sheet, fonts)}\n</style>\n</head>\n<body>\n",
            ]
        )

    def _bar(self, title: str) -> str:
        """The link past the contents, and the search, which appears when its script runs."""
        search = self._word("search")
        return (
            f'<header class="bar"><a class="skip" href="#_text">{self._word("skip")}</a>\n'
            f'<p class="game">{self._text.plain(title, self._sheet.base.text)}</p>\n'
            f'<form role="search" id="_search" hidden><label for="_query">{search}</label>'
            f'<input type="search" id="_query" autocomplete="off" spellcheck="false" aria-controls="_results">\n'
            f'<p id="_found" role="status" data-results="{self._word("results")}"></p></form>\n'
            f'<ol id="_results" hidden aria-label="{search}"></ol></header>\n'
        )

    def _contents(self, blocks: Sequence[content.Block]) -> str:
        headings = [one for one in content.headings_of(blocks) if 2 <= one.level <= _DEPTH]
        if len(headings) < _FEWEST:
            return ""
        base = self._sheet.base.text
        lines: list[str] = []
        level = 2
        for number, heading in enumerate(headings):
            here = heading.level if number else 2
            if here > level:
                lines.append("\n<ol>\n" * (here - level))
            elif number:
                lines.append("</li>\n" + "</ol>\n</li>\n" * (level - here))
            level = here
            words = self._text.plain(titled(heading.words), base)
            lines.append(f'<li><a href="#{heading.anchor}">{words}</a>')
        lines.append("</li>\n" + "</ol>\n</li>\n" * (level - 2))
        name = self._word("contents")
        return (
            f'<nav class="contents" aria-label="{name}"><details open><summary>{name}</summary>\n'
            f"<ol>\n{''.join(lines)}</ol>\n</details></nav>\n"
        )

    def _footer(self) -> str:
        game, base = self._game, self._sheet.base.text
        credits = game.credits[self._draft.language]
        named = f"{game.full_title(self._draft.language)} {game.version}"
        lines = [self._text.plain(line, base) for line in (named, credits) if line.strip()]
        return "<footer>" + "".join(f"<p>{line}</p>" for line in lines) + "</footer>\n"
