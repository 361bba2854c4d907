"""A passage of a document's source <-> the texts in it that are translated, without what surrounds them.

What a translator gets of a heading has no `#` and no anchor, of a row it has its cells one by one. Of a figure it has
the caption and labels; where a caption is put together (`"The " ~ snail.name`), it is a text with expressions
(`The {{ snail.name }}`), so that the words may come in another order.
"""

import re
from ast import literal_eval
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pawprint.core.source import Source
from pawprint.documents.source_map import tags_of
from pawprint.documents.source_passages import (
    BOX_KIND,
    HEADING,
    HEADING_KIND,
    ITEM,
    ITEM_KIND,
    ROW_KIND,
    TAG,
    SourcePassage,
)

#: The arguments of helpers, and the keys of their mappings, that are words.
_WORDS = ("caption", "head")
#: The helpers whose mappings have a label in each entry.
_LABELLING = ("anatomy",)
#: The boxes without a title: what follows their name is a number, a style or nothing.
_UNTITLED = ("text", "questions", "cover", "back", "wide", "columns", "side")
_BOX = re.compile(r":::+\s*(\w+)\s+")
#: What has letters and is no word: tags, icons, entities, comments, lists of contents.
_NO_WORDS = re.compile(
    TAG.pattern + r"|(?<![\w\\]):[a-z][a-z0-9/-]*:|&#?\w+;|<!--.*?-->|\[\[.*?\]\]|\]\([^)\s]*\)", re.S
)
_LETTER = re.compile(r"[^\W\d_]")
_QUOTED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", re.S)
_TOKEN = re.compile(_QUOTED.pattern + r"|\w+|[=!<>]=|\S", re.S)


class PassageText(NamedTuple):
    """A text of a passage.

    Attributes:
        label: names it in its passage: the number of a cell, `caption`, the key of a label; empty for all of it.
        start: the offset of where it is written.
        end: the offset after that.
        text: what is translated.
        code: whether it is an argument of a helper, where it is put together of texts in quotes and expressions.
    """

    label: str
    start: int
    end: int
    text: str
    code: bool = False

    def written(self, text: str) -> str:
        """*text* as it is written in the place of this one."""
        return _as_code(text) if self.code else text.strip()


def passage_texts(source: Source, passage: SourcePassage) -> list[PassageText]:
    """The texts of *passage* in their order; none for a passage without words, and for one of a single language."""
    if not passage.kind or passage.alone:
        return []
    found: list[PassageText] = []
    labels: dict[str, int] = {}
    for label, start, end in _parts(source.text, passage):
        for one in _texts_in(source.text, label, start, end):
            labels[one.label] = number = labels.get(one.label, 0) + 1
            found.append(one if number == 1 else one._replace(label=f"{one.label}.{number}"))
    return found


def _parts(text: str, passage: SourcePassage) -> Iterator[tuple[str, int, int]]:
    """(label, start, end) of the parts of a passage that can be a text."""
    start, end = passage.start, passage.end
    written = text[start:end]
    if passage.kind == ROW_KIND:
        yield from _cells(text, start, end)
    elif passage.kind == HEADING_KIND and (heading := HEADING.match(written)):
        yield "", start + heading.start(2), start + heading.end(2)
    elif passage.kind == ITEM_KIND and (item := ITEM.match(written)):
        yield "", start + item.end(), end
    elif passage.kind == BOX_KIND:
        box = _BOX.match(written)
        if box and box[1] not in _UNTITLED:
            yield "", start + box.end(), end
    else:
        yield "", start, end


def _cells(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The cells of a row; a stroke in a tag, or with a backslash, ends none."""
    inside = TAG.sub(lambda match: "x" * len(match[0]), text[start:end])
    bars = [start + match.start() for match in re.finditer(r"(?<!\\)\|", inside)]
    for number, begin in enumerate(bars, 1):
        stop = bars[number] if number < len(bars) else end
        cell = text[begin + 1 : stop]
        if cell.strip():
            yield str(number), begin + 1 + len(cell) - len(cell.lstrip()), begin + 1 + len(cell.rstrip())


def _texts_in(text: str, label: str, start: int, end: int) -> Iterator[PassageText]:
    """The whole of a part if it has words; else the words in its tags."""
    part = text[start:end]
    if _LETTER.search(_NO_WORDS.sub(" ", part)):
        yield PassageText(label, start, end, part)
        return
    for begin, stop in tags_of(part, 0):
        if part.startswith("{{", begin):
            for name, first, last in _arguments(text, start + begin + 2, start + stop - 2):
                put_together = _as_text(text[first:last])
                if put_together is not None:
                    yield PassageText(f"{label}.{name}".strip("."), first, last, put_together, code=True)


def _arguments(text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of the words among the arguments of the calls in a tag."""
    stack = [("", "", "", 0)]  # the bracket, the helper before it, the name of the argument, where its value begins
    before = ("", "")
    for match in _TOKEN.finditer(text, start, end):
        token = match[0]
        bracket, helper, name, begin = stack[-1]
        if token in "([{":
            stack.append((token, before[1] if token == "(" else helper, "", 0))
        elif token in ",)]}":
            if name:
                value = text[begin : match.start()]
                yield name, begin + len(value) - len(value.lstrip()), begin + len(value.rstrip())
            stack[-1] = (bracket, helper, "", 0)
            if token != "," and len(stack) > 1:
                stack.pop()
        elif token == "=" and bracket == "(" and before[1] in _WORDS:
            stack[-1] = (bracket, helper, before[1], match.end())
        elif token == ":" and bracket == "{" and _QUOTED.fullmatch(before[1]):
            key = before[1][1:-1]
            if key in _WORDS or helper in _LABELLING:
                stack[-1] = (bracket, helper, key, match.end())
        before = (before[1], token)


def _as_text(code: str) -> str | None:
    """A value that is put together, as a text with expressions; None if it has no words."""
    parts = []
    for operand in _operands(code):
        literal = _literal(operand)
        parts.append(f"{{{{ {operand} }}}}" if literal is None else literal)
    text = "".join(parts)
    words = _NO_WORDS.sub(" ", text) if len(parts) > 1 or text != code else ""
    quoted = "".join(_QUOTED.findall(code)) if len(parts) == 1 and " " in code else ""
    return text if _LETTER.search(words) or _LETTER.search(quoted) else None


def _operands(code: str) -> Iterator[str]:
    """What a `~` outside of brackets joins."""
    depth = begin = 0
    for match in _TOKEN.finditer(code):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        if match[0] == "~" and not depth:
            yield code[begin : match.start()].strip()
            begin = match.end()
    yield code[begin:].strip()


def _literal(operand: str) -> str | None:
    """The text that *operand* is; None for an expression, and for a text that looks like a tag."""
    if not _QUOTED.fullmatch(operand):
        return None
    try:
        text = literal_eval(operand.replace("\n", "\\n"))
    except (SyntaxError, ValueError):
        return None
    return None if not isinstance(text, str) or "{{" in text or "{%" in text else text


def _as_code(text: str) -> str:
    """A text with expressions as a value that is put together."""
    operands = []
    at = 0
    for match in re.finditer(r"\{\{(.*?)\}\}", text, re.S):
        operands += [_quoted(text[at : match.start()]), match[1].strip()]
        at = match.end()
    operands.append(_quoted(text[at:]))
    return " ~ ".join(one for one in operands if one) or '""'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"' if text else ""


def with_texts(source: Source, start: int, end: int, new: Iterable[tuple[PassageText, str]]) -> str:
    """The characters *start* to *end* of a source with other texts in the place of some."""
    pieces = []
    at = start
    for old, text in sorted(new, key=lambda one: one[0].start):
        pieces += [source.text[at : old.start], old.written(text)]
        at = old.end
    return "".join([*pieces, source.text[at:end]])
