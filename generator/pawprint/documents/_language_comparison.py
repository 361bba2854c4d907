"""The sources of a document in two languages: whether they have the same parts, and ask and say the same in each.

Sources are compared, not what they print: texts of the catalog are in all languages anyway.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.documents.source_passages import SourcePassage, aligned, source_passages
from pawprint.source.templates.document_template import span_of_word
from pawprint.source.templates.number_words import has_number_words, stated_numbers

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
    one, other = ([*side.passages()] for side in sides)
    pairs = aligned(one, other)
    for left, right in pairs:
        _compare_passages(sides, one[left], other[right], findings)
    ends = [(-1, -1), *pairs, (len(one), len(other))]
    for (left, right), (next_left, next_right) in itertools.pairwise(ends):
        _alone(sides[0], one[left + 1 : next_left], sides[1], other[next_right:], findings)
        _alone(sides[1], other[right + 1 : next_right], sides[0], one[next_left:], findings)


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
        if not any(one.startswith(f"{name}.") for one in opposite.asked):  # which is about the same piece
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
