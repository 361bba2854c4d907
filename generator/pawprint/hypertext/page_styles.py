"""The style of a document -> the style sheet of its web page: its colours, letters and sizes as rules for classes."""

from collections.abc import Iterator
from pathlib import Path

from pawprint.core.colour import WHITE, Colour
from pawprint.core.page_policy import css_string
from pawprint.hypertext.page_colours import READABLE, PageColours, readable
from pawprint.hypertext.vector_art import class_of
from pawprint.typeset.document_style import AsideStyle, BlockStyle, DocumentStyle, PageStyle, TableStyle

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
