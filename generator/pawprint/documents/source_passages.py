"""The source of a document -> its passages, each with its place, to compare and translate sources.

A passage is a heading, a paragraph, an item of a list, a row of a table, the beginning of a box, a tag, or a helper on
a line of its own.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.documents.source_map import FRONT_MATTER, inside_tags
from pawprint.source.templates.asked_names import asked_names
from pawprint.source.templates.document_template import span_of_word
from pawprint.source.templates.number_words import has_number_words, stated_numbers

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
        """The part that is the same in all languages."""
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


def aligned(first: Sequence[SourcePassage], other: Sequence[SourcePassage]) -> list[tuple[int, int]]:
    """Pairs of the numbers of parts that are the same in two languages, in order: as many as possible, and of these
    the most alike."""
    if [part.key for part in first] == [part.key for part in other]:
        return [(number, number) for number in range(len(first))]
    best = [[0.0] * (len(other) + 1) for _ in range(len(first) + 1)]
    for left in range(len(first) - 1, -1, -1):
        for right in range(len(other) - 1, -1, -1):
            without = max(best[left + 1][right], best[left][right + 1])
            likeness = _likeness(first[left], other[right])
            best[left][right] = max(without, best[left + 1][right + 1] + likeness) if likeness else without
    pairs = []
    left = right = 0
    while left < len(first) and right < len(other):
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
    """True if a line begins a passage in any place."""
    return line.startswith((":::", "|", "#", "{%", "\\", "[[")) or bool(ITEM.match(line) or _HELPER.match(line))


def _whole(line: str) -> bool:
    """True if a line is a passage, which the next line does not continue."""
    return line.startswith((":::", "|", "#", "\\", "[[")) or bool(_HELPER.match(line)) or not TAG.sub("", line).strip()


def _kind(part: str) -> tuple[str, str]:
    """The kind and the detail of a passage; an empty kind if it is none."""
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


# --- Two languages of a document: the same parts, which ask and say the same ------------------------------------------

# Sources are compared, not what they print: texts of the catalog are in all languages anyway.

_ICON = re.compile(r":([a-z][a-z0-9/-]*):")
_LINK = re.compile(r"\]\(([^)\s]*)\)")
#: Numbers that have other words as well: "one" and "a", "two" and "both"; `neuf` is also "new".
_LOOSE, _AMBIGUOUS = (1, 2), ("neuf",)


def compare(sources: Sequence[tuple[str, Source]], starts: Sequence[int], findings: Findings) -> None:
    """Report where two languages of a document differ.

    Args:
        sources: (language, source) of each.
        starts: the offsets at which their texts begin.
    """
    sides = [_Side(language, source, start) for (language, source), start in zip(sources, starts, strict=True)]
    first, other = ([*side.passages()] for side in sides)
    pairs = aligned(first, other)
    for left, right in pairs:
        _compare_passages(sides, first[left], other[right], findings)
    ends = [(-1, -1), *pairs, (len(first), len(other))]
    for (left, right), (next_left, next_right) in itertools.pairwise(ends):
        _alone(sides[0], first[left + 1 : next_left], sides[1], other[next_right:], findings)
        _alone(sides[1], other[right + 1 : next_right], sides[0], first[next_left:], findings)


class _Side(NamedTuple):
    language: str
    source: Source
    start: int

    def span(self, line: int, word: str = "") -> Span:
        return span_of_word(self.source, line, word)

    def place(self, line: int) -> str:
        return f"{self.source.name}:{line}" if line else f"the end of {self.source.name}"

    def passages(self) -> Iterator[SourcePassage]:
        """The passages of the source, without those that are said to be for one language."""
        return (part for part in source_passages(self.source, self.start) if part.kind and not part.alone)


def _alone(
    side: _Side, parts: list[SourcePassage], other: _Side, following: list[SourcePassage], findings: Findings
) -> None:
    """Report *parts* that the *other* side does not have before the *following* passages."""
    if not parts:
        return
    more = f", with {len(parts) - 1} more passages" if len(parts) > 2 else ", with one more" if len(parts) > 1 else ""
    place = other.place(following[0].line if following else 0)
    help = f"add it to '{other.language}', which goes on at {place}; or "
    help += f'write {{% if language == "{side.language}" %}} around it'
    message = f"only '{side.language}' has this {parts[0].kind}{more}"
    findings.add("languages-differ", message, side.span(parts[0].line), help)


def _compare_passages(sides: Sequence[_Side], left: SourcePassage, right: SourcePassage, findings: Findings) -> None:
    """Report what one of two passages asks for, says in numbers, shows or links to, and the other does not."""
    if left.typed == right.typed and left.asked == right.asked:
        return
    words = all(has_number_words(side.language) for side in sides)
    numbers = [_numbers(part.typed, side.language, words) for part, side in zip((left, right), sides, strict=True)]
    for at, part, opposite in ((0, left, right), (1, right, left)):
        side, other = sides[at], sides[1 - at]
        lacking = numbers[at][0] - numbers[1 - at][0] - numbers[1 - at][1]
        noun, word = next(_differences(part, opposite, lacking), ("", ""))
        if noun:
            message = f"{noun} '{word}' is in this {part.kind} in '{side.language}', but not in '{other.language}'"
            help = f"compare it with {other.place(opposite.line)}; both should say the same"
            findings.add("languages-differ", message, side.span(part.line, word), help)


def _differences(part: SourcePassage, opposite: SourcePassage, numbers: set[int]) -> Iterator[tuple[str, str]]:
    """What only *part* has: expressions, *numbers*, icons, links."""
    for name in sorted(part.asked - opposite.asked):
        if not any(question.startswith(f"{name}.") for question in opposite.asked):  # which is about the same piece
            yield "the expression", name
    for number in sorted(numbers):
        yield "the number", str(number)
    for noun, pattern in (("the icon", _ICON), ("the link", _LINK)):
        for word in sorted({*pattern.findall(part.typed)} - {*pattern.findall(opposite.typed)}):
            yield noun, word


def _numbers(text: str, language: str, words: bool) -> tuple[set[int], set[int]]:
    """The numbers that another language must have as well, and those that it may say in other words: all numbers in
    words if *words* are not known in both languages.
    """
    strict: set[int] = set()
    loose: set[int] = set()
    for number in stated_numbers(text, language):
        word = text[number.start : number.end].lower()
        easy = (number.value in _LOOSE and not (word.isdigit() and number.value != 1)) or word in _AMBIGUOUS
        easy = easy or not (words or word.isdigit())
        (loose if easy else strict).add(number.value)
    return strict, loose
