"""The source of a document -> the numbers that are typed in its words: in its text, and in texts inside expressions
that are printed, such as captions."""

import re
from collections.abc import Iterator

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.documents.source_map import tags_of
from pawprint.templates.number_words import stated_numbers

#: What is no words: anchors, addresses of links, icons, tables of contents, words of boxes, page breaks.
_NO_WORDS = re.compile(
    r"\{#[\w-]*\}|\]\([^)\n]*\)|:[a-z][\w-]*:|\[\[[^\]\n]*\]\]|^ *:::+ *\w+(?: +\d+)?|\\[a-z]+", re.M
)
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
#: What is before a quoted text that is printed: a caption, the explanation of a callout, what `~` joins to it.
_BEFORE_WORDS = re.compile(r"(?:\bcaption\s*=|:|~)\s*\Z")
_AFTER_WORDS = re.compile(r"\s*~")


def report_typed_numbers(source: Source, language: str, start: int, findings: Findings) -> None:
    """Report each number that is typed in *source* from offset *start* on."""
    for value, span in typed_numbers(source, language, start):
        typed = source.text[span.start : span.end]
        plain = f"{value}" if typed.isdigit() else f"{value}|words"
        help = f"write an expression that counts or names it; for a number that is no fact, {{{{ {plain} }}}}"
        findings.add("typed-number", f"the number '{typed}' is typed", span, help)


def typed_numbers(source: Source, language: str, start: int = 0) -> Iterator[tuple[int, Span]]:
    """The typed numbers from offset *start* on, and their places; but for one, which is an article, too."""
    words = _words_of(source.text, start)
    for value, first, last in stated_numbers(words, language):
        if value != 1:
            yield value, Span(source, first, last)


def _words_of(text: str, start: int) -> str:
    """*text* with spaces in place of all that is not printed as it is typed."""
    parts = [_blank(text[:start])]
    at = start
    for first, last in tags_of(text, start):
        parts += [text[at:first], _words_in_tag(text[first:last])]
        at = last
    parts.append(text[at:])
    return _NO_WORDS.sub(lambda match: _blank(match[0]), "".join(parts))


def _words_in_tag(tag: str) -> str:
    parts, at = [], 0
    if tag.startswith("{{"):
        for match in _QUOTED.finditer(tag):
            if _BEFORE_WORDS.search(tag, 0, match.start()) or _AFTER_WORDS.match(tag, match.end()):
                parts += [_blank(tag[at : match.start() + 1]), match[0][1:-1], " "]
                at = match.end()
    parts.append(_blank(tag[at:]))
    return "".join(parts)


def _blank(text: str) -> str:
    """Spaces, with the ends of lines as they are."""
    return re.sub(r"[^\n]", " ", text)
