"""Runs of a text as Markdown has them -> words as documents have them, and the links among them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it.token import Token

from pawprint.core.source import Span
from pawprint.documents.content import Block, TextRun, Words

_TERM = re.compile(r"\[\[(?!toc(?: [1-3])?\]|glossary\]|index\])([^\[\]|\n]+)(?:\|([^\[\]|\n]+))?\]\]")


class MarkdownLink(NamedTuple):
    """A link or reference within a document; *kind* is what it must lead to: `section`, `figure`, `table`, or any."""

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
    """A term that the document explains: its name, and the paragraphs that say what it means."""

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
