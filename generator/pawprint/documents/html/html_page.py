"""A manuscript -> a web page in one file, with its fonts, pictures, style and search."""

import base64
import colorsys
from collections.abc import Iterator
from functools import partial
from hashlib import sha256
from pathlib import Path

from pawprint.catalog.model import Game
from pawprint.core.colour import BLACK, WHITE, Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.page_policy import content_policy, css_string, policy_element
from pawprint.documents.content import Manuscript, TableCell, headings_of
from pawprint.documents.html._html_text import HtmlText
from pawprint.documents.html.screen_blocks import anchors_of, description, screen_blocks
from pawprint.documents.html.vector_art import PageArt, class_of
from pawprint.documents.typeset._figures import SIDEBAR
from pawprint.documents.typeset._pages import PageGrounds
from pawprint.documents.typeset._text_flow import counted
from pawprint.documents.typeset.structure import plain, titled
from pawprint.documents.typeset.style_reader import (
    AsideStyle,
    BlockStyle,
    DocumentStyle,
    PageStyle,
    TableStyle,
    check_style_names,
    sheet_for,
)
from pawprint.documents.typeset.typesetter import icon_finder
from pawprint.pieces.composer import Composer
from pawprint.pieces.lower import Lowering
from pawprint.press.web_fonts import font_faces
from pawprint.source.templates.page_template import render_page
from pawprint.typography.languages import is_right_to_left
from pawprint.typography.text_style import TextStyle

# --- Colours of a style -> custom properties, each with a value for light and one for dark ----------------------------


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
    """A ground in the dark: strong colours stay, tints become dark tints of the same hue."""
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
    return Colour(*(round(two + (own - two) * share) for own, two in zip(colour, other, strict=True)))


# --- The style of a document -> the style sheet of its web page -------------------------------------------------------


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


# --- The page ---------------------------------------------------------------------------------------------------------


#: Contents of fewer headings than this are not listed; they go down to this level.
_FEWEST, _DEPTH = 3, 3


def html_page(manuscript: Manuscript, game: Game, composer: Composer, lowering: Lowering, findings: Findings) -> bytes:
    """The page of *manuscript*; what is wrong with it goes to *findings*."""
    style = str(manuscript.page.get("style") or manuscript.kind)
    sheet = sheet_for(style, game, composer.layouts, float("inf"), findings, manuscript.span)
    check_style_names(manuscript.blocks, sheet, findings)
    find_icon, grounds = icon_finder(composer, game, findings), PageGrounds(composer, game, manuscript.language)
    art = PageArt(lowering, find_icon, grounds.art, sheet.base.ink, sheet.palette, sheet.icons)
    blocks = screen_blocks(manuscript, sheet)
    language = manuscript.language.replace("_", "-")
    text = HtmlText(language, art, anchors_of(blocks))
    script = (_ASSETS / "document.js").read_text(encoding="utf-8")
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    policy = content_policy(
        img_src="data:", font_src="data:", style_src="'unsafe-inline'", script_src=f"'sha256-{digest}'"
    )
    headings = [heading for heading in headings_of(blocks) if 2 <= heading.level <= _DEPTH]
    title, credits = game.full_title(manuscript.language), game.credits[manuscript.language]

    def text_style(name: str, page: str) -> TextStyle:
        return (sheet.texts.get(f"{page}-{name}") or sheet.texts.get(name) or sheet.base).text

    def fonts() -> str:
        return font_faces(composer.setter.metrics, text.characters, sheet.base.text.family)

    return render_page(
        _ASSETS / "document.html",
        manuscript=manuscript,
        language=language,
        is_right_to_left=is_right_to_left(manuscript.language),
        title=manuscript.title if title in manuscript.title else f"{manuscript.title} – {title}",
        game_title=title,
        metas={
            "viewport": "width=device-width, initial-scale=1",
            "color-scheme": "light dark",
            "description": description(blocks),
            "author": credits,
        },
        blocks=blocks,
        headings=headings if len(headings) >= _FEWEST else (),
        footer=[line for line in (f"{title} {game.version}", credits) if line.strip()],
        policy=policy_element(policy),
        script=script,
        style_sheet=lambda: style_sheet(sheet, fonts()),
        sheet=sheet,
        text=text,
        art=art,
        text_style=text_style,
        counted=partial(counted, sheet, language),
        sidebar=SIDEBAR,
        kind=lambda block: type(block).__name__,
        head_cell=lambda column: TableCell(column.head),
        is_of_icons=_is_of_icons,
        class_of=class_of,
        plain=plain,
        titled=titled,
    ).encode()


def _is_of_icons(cell: TableCell) -> bool:
    return bool(cell.words) and all(run.kind != "text" or not run.text.strip() for run in cell.words)
