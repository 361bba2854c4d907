"""The source lines of rendered lines: an invisible sign begins each line of a source.

The sign stays with its line through loops, macros and conditions. A line that holds nothing but tags, and so renders
to nothing but signs, is taken out, so that tags on lines of their own leave no blank lines.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pawprint.core.source import Source, Span
from pawprint.source.templates.document_template import span_of_word

#: Private characters: a sign is MARK, its number in digits from ZERO on, and END.
MARK, ZERO, END = "\ue000", 0xE020, "\ue00a"
#: What may not stand in a source, since it would mean something here.
PRIVATE = re.compile("[\ue000-\uf8ff]")
#: The properties between --- lines at the beginning of a source.
FRONT_MATTER = re.compile(r"---[ \t]*\r?\n(?:.*?\r?\n)?---[ \t]*(?:\r?\n|\Z)", re.S)
_SIGN = re.compile(f"{MARK}([\ue020-\ue029]+){END}")
_TAG = re.compile(r"\{\{|\{%|<!--")
_QUOTED = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""
_ENDS = {"{{": re.compile(r"\}\}|" + _QUOTED), "{%": re.compile(r"%\}|" + _QUOTED), "<!--": re.compile("-->")}
_RAW = re.compile(r"\{%[-+]?\s*raw\s*[-+]?%\}")
_END_RAW = re.compile(r"\{%[-+]?\s*endraw\s*[-+]?%\}")


def digits(number: int) -> str:
    """*number* in private characters."""
    return "".join(chr(ZERO + int(digit)) for digit in str(number))


def number_of(text: str) -> int:
    """What `digits` has written."""
    return int("".join(str(ord(letter) - ZERO) for letter in text))


def unsigned(text: str) -> str:
    """*text* without the signs of its lines."""
    return _SIGN.sub("", text)


def at(span: Span, words: str) -> Span:
    """Where *words* stand on a line; the line, if they are not there as they are."""
    start = span.source.text.find(words, span.start, span.end) if words else -1
    return span if start < 0 else Span(span.source, start, start + len(words))


class Rendered(NamedTuple):
    """A line of Markdown, and where its source line is."""

    text: str
    span: Span


class SourceMap:
    """The signs of one document: the lines of all its sources, in the order in which they were signed."""

    def __init__(self) -> None:
        self._lines: list[tuple[Source, int]] = []

    def sign(self, source: Source, start: int = 0) -> str:
        """The text of *source* with a sign on each line from offset *start* on; lines before it become blank."""
        text = source.text
        before = text.count("\n", 0, start)
        signed = ["\n" * before]
        inside = inside_tags(text, start)
        offset = start
        for number, line in enumerate(text[start:].split("\n"), before + 1):
            bare = line.lstrip()
            if bare and offset not in inside and not bare.startswith(("{%-", "{{-")):
                self._lines.append((source, number))
                indent = len(line) - len(bare)
                signed.append(f"{line[:indent]}{MARK}{digits(len(self._lines) - 1)}{END}{bare}\n")
            else:
                signed.append(line + "\n")
            offset += len(line) + 1
        return "".join(signed)

    def lines(self, text: str) -> list[Rendered]:
        """The lines of a rendered text, without signs."""
        result: list[Rendered] = []
        last: Span | None = None
        for line in text.split("\n"):
            signs = _SIGN.findall(line)
            bare = unsigned(line) if signs else line
            if signs:
                last = span_of_word(*self._lines[number_of(signs[0])])
                if not bare.strip():
                    continue
            if last is None:
                last = span_of_word(*(self._lines[0] if self._lines else (Source("", ""), 1)))
            result.append(Rendered(bare.rstrip(), last))
        return result


def tags_of(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where tags and comments begin and end, from offset *start* on. What is raw is text, even if tags are in it."""
    position = start
    while match := _TAG.search(text, position):
        begin = match.start()
        position = _end_of(text, match.end(), match[0])
        raw = _RAW.match(text, begin)
        if raw:
            closing = _END_RAW.search(text, raw.end())
            position = closing.end() if closing else len(text)
        else:
            yield begin, position


def inside_tags(text: str, start: int) -> set[int]:
    """Offsets of lines that begin inside of a tag."""
    inside: set[int] = set()
    for begin, position in tags_of(text, start):
        line = text.find("\n", begin, position)
        while line >= 0:
            inside.add(line + 1)
            line = text.find("\n", line + 1, position)
    return inside


def _end_of(text: str, position: int, opening: str) -> int:
    """The offset after the end of a tag; texts in quotes may hold what looks like one."""
    for match in _ENDS[opening].finditer(text, position):
        if match[0][0] not in "'\"":
            return match.end()
    return len(text)
