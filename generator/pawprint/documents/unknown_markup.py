"""Text of a document -> markup of other dialects in it, which would be printed as it is typed."""

import re
from collections.abc import Callable

from pawprint.core.source import Span
from pawprint.documents.source_map import at

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
