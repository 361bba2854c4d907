"""The source of a document -> its passages, each with its place, to compare and translate sources.

A passage is a heading, a paragraph, an item of a list, a row of a table, the beginning of a box, a tag, or a helper on
a line of its own.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.core.source import Source
from pawprint.documents.source_map import FRONT_MATTER, inside_tags
from pawprint.source.templates.asked_names import asked_names

TAG = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)
#: The level, the words and the anchor of a heading.
HEADING = re.compile(r"(#+)\s+(.*?)(?:\s*\{#((?:[^{}\s]|\{\{.*?\}\})*)\})?\Z", re.S)
ITEM = re.compile(r"(-|\*|\d+\.)\s+")
#: The kinds of passages that other modules look for.
HEADING_KIND, ROW_KIND, ITEM_KIND, BOX_KIND, PARAGRAPH_KIND = "heading", "row", "item of a list", "box", "paragraph"
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_WORD_OF_TAG = re.compile(r"\{%-?\s*(\w+)")
_HELPER = re.compile(r"\{\{-?\s*(\w+)\((?:.*?)\)\s*-?\}\}\Z", re.S)
_ONLY = re.compile(r"\{%-?\s*if\s+language\b")
#: Tags that are no passage: what they bring about is compared where it is used.
_SILENT = ("set", "endset", "endif", "endfor", "endmacro", "import", "from", "endcall")


class SourcePassage(NamedTuple):
    """A part of a source.

    Attributes:
        kind: its noun for messages; empty for what is no passage, such as the end of a box.
        detail: what must be the same for it to be the same part: level and anchor of a heading, cells of a row.
        line: its first line, counted from 1.
        start: the offset of its first sign.
        end: the offset after its last sign.
        asked: what its expressions ask for.
        typed: its words without expressions.
        alone: whether the source says that it is for one language.
    """

    kind: str
    detail: str
    line: int
    start: int
    end: int
    asked: frozenset[str]
    typed: str
    alone: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What is the same in all languages."""
        return self.kind, self.detail


def front_end(source: Source) -> int:
    """The offset at which the text of *source* begins, after its front matter."""
    front = FRONT_MATTER.match(source.text)
    return front.end() if front else 0


def source_passages(source: Source, start: int) -> Iterator[SourcePassage]:
    """All parts of a source from the offset *start* on, one after the other, with those that are no passages."""
    text = re.sub(r"[^\n]", " ", source.text[:start])
    text += _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), source.text[start:])
    asked = asked_names("\n" * source.text.count("\n", 0, start) + text[start:])
    only = 0
    for line, begin, part in _chunks(text):
        alone = bool(only or _ONLY.match(part))
        if alone:
            only += len(re.findall(r"\{%-?\s*if\b", part)) - len(re.findall(r"\{%-?\s*endif\b", part))
        lines = range(line, line + part.count("\n") + 1)
        names = frozenset(name for number in lines for name in asked.get(number, ()))
        kind, detail = _kind(part)
        yield SourcePassage(kind, detail, line, begin, begin + len(part), names, TAG.sub(" ", part), alone)


def aligned(one: Sequence[SourcePassage], other: Sequence[SourcePassage]) -> list[tuple[int, int]]:
    """Pairs of the numbers of parts that are the same in two languages, in order: as many as possible, and of these
    the most alike."""
    if [part.key for part in one] == [part.key for part in other]:
        return [(number, number) for number in range(len(one))]
    best = [[0.0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for left in range(len(one) - 1, -1, -1):
        for right in range(len(other) - 1, -1, -1):
            without = max(best[left + 1][right], best[left][right + 1])
            likeness = _likeness(one[left], other[right])
            best[left][right] = max(without, best[left + 1][right + 1] + likeness) if likeness else without
    pairs = []
    left = right = 0
    while left < len(one) and right < len(other):
        if best[left][right] == best[left + 1][right]:
            left += 1
        elif best[left][right] == best[left][right + 1]:
            right += 1
        else:
            pairs.append((left, right))
            left, right = left + 1, right + 1
    return pairs


def _likeness(left: SourcePassage, right: SourcePassage) -> float:
    """0 for passages that cannot be the same; else more than the likeness of any passages can differ by."""
    if left.key != right.key:
        return 0.0
    lengths = sorted((len(left.typed) + 1, len(right.typed) + 1))
    common = len(left.asked & right.asked) / max(1, len(left.asked | right.asked))
    return 2.0 + (common + lengths[0] / lengths[1]) / 2


def _chunks(text: str) -> Iterator[tuple[int, int, str]]:
    """(line, offset, text) of each passage; a paragraph goes on to the next blank line, a tag to its end."""
    within = inside_tags(text, 0)
    chunk: list[str] = []
    begun = line_of = offset = 0

    def finished() -> tuple[int, int, str]:
        whole = "\n".join(chunk)
        return line_of, begun + len(whole) - len(whole.lstrip()), whole.strip()

    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        continues = chunk and (offset in within or (bare and not _begins(bare) and not _whole(chunk[0].strip())))
        if not continues and chunk:
            yield finished()
            chunk = []
        if bare or (chunk and offset in within):
            if not chunk:
                begun, line_of = offset, number
            chunk.append(line)
        offset += len(line) + 1
    if chunk:
        yield finished()


def _begins(line: str) -> bool:
    """True if a line begins a passage wherever it stands."""
    return line.startswith((":::", "|", "#", "{%", "\\", "[[")) or bool(ITEM.match(line) or _HELPER.match(line))


def _whole(line: str) -> bool:
    """True if a line is a passage, which the next line does not continue."""
    return line.startswith((":::", "|", "#", "\\", "[[")) or bool(_HELPER.match(line)) or not TAG.sub("", line).strip()


def _kind(part: str) -> tuple[str, str]:
    """The kind of a passage, and what must be the same; no kind for what is none."""
    tag = _WORD_OF_TAG.match(part)
    if tag and not TAG.sub("", part).strip():
        return ("", tag[1]) if tag[1] in _SILENT else (f"tag '{tag[1]}'", "")
    if heading := HEADING.match(part):
        anchor = heading[3] or ""
        return HEADING_KIND, f"{len(heading[1])} {'' if '{' in anchor else anchor}"
    if part.startswith(":::"):
        word = part.lstrip(":").split()
        return (BOX_KIND, word[0]) if word else ("", ":::")
    if part.startswith("|"):
        return ROW_KIND, str(TAG.sub("", part).count("|"))
    if helper := _HELPER.match(part):
        return ("assumption" if helper[1] == "assume" else "figure or table"), helper[1]
    if item := ITEM.match(part):
        return ITEM_KIND, "-" if item[1] in "-*" else "1."
    return ("", part) if part.startswith("\\") else (PARAGRAPH_KIND, "")
