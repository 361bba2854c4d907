"""Rich text: `**bold**`, `*italic*`, `:icon:`, `[words]{rose underline}`, and a backslash before a literal sign.

No HTML and nothing nested deeper than bold italic within brackets: a card has no room for more.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from pawprint.catalog.icon_codes import IconCodes
from pawprint.typography.text_style import PLAIN, RunStyle

#: What stands in braces behind words in brackets: names of colours, `#rrggbb`, `underline`.
_LOOK = r"\]\{([A-Za-z#][\w-]*(?: [A-Za-z#][\w-]*)*)\}"
_MARK = re.compile(r"\\(.)|(\*\*|\*)|:([a-z][a-z0-9/-]*):|(\n)")

#: The words in braces that are kinds of lines below the characters, which `pieces/lower.py` draws; any other word is a
#: colour.
LINES = ("underline",)


class Run(NamedTuple):
    """Characters of one style (`kind` is `text`), an icon (its name is the text) or a new line (`break`)."""

    kind: str
    text: str
    style: RunStyle = PLAIN


@lru_cache(maxsize=8192)
def parse(text: str) -> tuple[tuple[Run, ...], str]:
    """(runs, problem) of a rich text; *problem* is empty if every mark is closed. Tabs become spaces."""
    text = text.replace("\t", " ")
    if "*" not in text and ":" not in text and "\\" not in text and "\n" not in text and "]{" not in text:
        return (Run("text", text),), ""
    runs: list[Run] = []
    style = PLAIN
    inside = False
    pending = ""
    position = 0

    def flush() -> None:
        nonlocal pending
        if pending:
            runs.append(Run("text", pending, style))
            pending = ""

    for match in _marks(text):
        pending += text[position : match.start()]
        position = match.end()
        escaped, stars, icon, newline, *brackets = match.groups()
        if escaped is not None:
            pending += escaped
        elif stars is not None:
            flush()
            if stars == "**":
                style = style._replace(bold=not style.bold)
            else:
                style = style._replace(italic=not style.italic)
        elif icon is not None:
            flush()
            runs.append(Run("icon", icon, style))
        elif newline:
            flush()
            runs.append(Run("break", ""))
        elif brackets[0] is not None:
            flush()
            words = brackets[0].split(" ")
            inside = True
            colour = next((word for word in words if word not in LINES), "")
            style = style._replace(colour=colour, line=next((word for word in words if word in LINES), ""))
        elif inside:
            flush()
            inside, style = False, style._replace(colour="", line="")
        else:
            pending += brackets[1]
    pending += text[position:]
    flush()
    while runs and runs[-1].kind == "break":
        runs.pop()
    open_mark = "**" if style.bold else "*" if style.italic else ""
    return tuple(runs), open_mark and f"{open_mark} is opened and not closed"


def _marks(text: str) -> Iterator[re.Match[str]]:
    """All marks of a rich text, in order."""
    return (_mark_or_bracket() if "]{" in text else _MARK).finditer(text)


@cache
def _mark_or_bracket() -> re.Pattern[str]:
    """A mark, the bracket before words that have a look, or their end."""
    return re.compile(rf"{_MARK.pattern}|\[(?=[^\[\]]*{_LOOK})|({_LOOK})")


def has_unclosed_mark(text: str) -> str:
    """The problem with the marks of a rich text; empty if there is none."""
    return parse(text)[1]


def marked_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where words are bold, italic or have a look, marks included; the last span of a text may have no closing mark."""
    bold = italic = inside = False
    start = 0
    for match in _marks(text):
        was_marked = bold or italic or inside
        _, stars, _, _, *brackets = match.groups()
        if stars == "**":
            bold = not bold
        elif stars:
            italic = not italic
        elif any(brackets):
            inside = brackets[0] is not None
        is_marked = bold or italic or inside
        if is_marked and not was_marked:
            start = match.start()
        elif was_marked and not is_marked:
            yield start, match.end()
    if bold or italic or inside:
        yield start, len(text)


def plain(text: str) -> str:
    """A rich text without its marks; icons become their names. For bookmarks and slugs."""
    runs, _ = parse(text)
    return "".join(run.text if run.kind == "text" else f"[{run.text}]" if run.kind == "icon" else " " for run in runs)


# --- A rich text -> what is probably meant as markup in it, and would be printed as it is typed -----------------------


_HTML = re.compile(
    r"(?<!\\)</?(?:a|b|big|br|center|div|em|font|h[1-6]|hr|i|img|li|ol|p|s|small|span|strike|strong|sub|sup|table|td|tr|u|ul)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)


class MarkupFault(NamedTuple):
    """The code of a finding, its message and its help."""

    code: str
    message: str
    help: str


def markup_faults(text: str, codes: IconCodes) -> Iterator[MarkupFault]:
    """The faults of *text*, in which the *codes* of its game are icons already."""
    problem = has_unclosed_mark(text) if "*" in text else ""
    if problem:
        yield MarkupFault("bad-markup", problem, "close it, or write \\* for a star")
    tag = _HTML.search(text) if "<" in text else None
    if tag:
        help = f"write **bold**, *italic*, or a new line; \\{tag[0]} prints {tag[0]}"
        yield MarkupFault("bad-markup", f"HTML is not read, such as {tag[0]}", help)
    for code, help in codes.unknown_in(text) if codes.has_codes else ():
        if tag is None or code != tag[0]:
            yield MarkupFault("unknown-code", f"'{code}' is not among the codes in 'icons' of the game", help)
