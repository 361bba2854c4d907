"""A rich text -> what is probably meant as markup in it, and would be printed as it is typed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pawprint.catalog.icon_codes import IconCodes
from pawprint.typography.markup import has_unclosed_mark

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
