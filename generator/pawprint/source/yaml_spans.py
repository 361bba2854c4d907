"""YAML nodes -> the spans of their parts in the text, including aliases."""

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pawprint.core.source import Source, Span
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

#: Text between a key's colon and its value, and between two entries of a list.
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BETWEEN = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*(?:-(?=[ \t\r\n])(?:[ \t\r\n]|#[^\n]*)*)?")
_COLON = re.compile(r"[ \t]*:")
_MERGE = re.compile(r"<<[ \t]*:[ \t]*(?:\*[^\s,\[\]{}]+|\[[^\]\n]*\])")
_ALIAS = re.compile(r"\*[^\s,\[\]{}]+")
ANCHOR = re.compile(r"&[^\s,\[\]{}]+[ \t\r\n]*")


class CannotEdit(Exception):
    """The YAML text is written in a way that does not allow this change.

    Args:
        why: a clause that says so.
        span: the cell that changes.
    """

    def __init__(self, why: str, span: Span | None = None) -> None:
        super().__init__(why)
        self.span = span


class YamlPlace(NamedTuple):
    """The span of a value: of an alias where it is used; of another value without comments that follow it.

    Attributes:
        begin: behind the colon or the comma or dash before it.
    """

    begin: int
    start: int
    end: int
    alias: bool


class WrittenSpans:
    """A YAML text and the spans of its nodes.

    Args:
        source: the text; nodes that it is asked about are of this source, or of one with the same text.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self._items: dict[SequenceNode, list[YamlPlace]] = {}

    def entry(self, mapping: MappingNode, name: str) -> YamlPlace | None:
        """The span of the value of *name*; None if it comes from a merge or does not exist.

        Raises:
            CannotEdit: it is written as `? key`.
        """
        key, value = mapping.keys.get(name), mapping.get(name)
        if key is None or value is None or not mapping.start <= key.start < mapping.end:
            return None
        colon = _COLON.match(self.text, key.end)
        if colon is None:
            raise CannotEdit(f"the key '{name}' is written in an unusual way")
        return self._place(value, colon.end(), _GAP)

    def items(self, sequence: SequenceNode) -> list[YamlPlace]:
        """The span of each entry of a list, in order."""
        if sequence in self._items:
            return self._items[sequence]
        places = []
        at = sequence.start
        anchor = ANCHOR.match(self.text, at)
        at = anchor.end() if anchor else at
        at += self.text[at] == "["
        for item in sequence.items:
            places.append(self._place(item, at, _BETWEEN))
            at = places[-1].end
        self._items[sequence] = places
        return places

    def _place(self, node: Node, begin: int, between: re.Pattern[str]) -> YamlPlace:
        gap = between.match(self.text, begin)
        start = gap.end() if gap else begin
        alias = _ALIAS.match(self.text, start) if node.start < start else None
        if alias:
            return YamlPlace(begin, alias.start(), alias.end(), True)
        return YamlPlace(begin, node.start, self._end(node), False)

    def _end(self, node: Node) -> int:
        """The end of *node*, without the comments and empty lines after it."""
        if isinstance(node, ScalarNode):
            return node.start + len(self.text[node.start : node.end].rstrip())
        if self.is_flow(node):
            return node.end
        if isinstance(node, SequenceNode):
            return self.items(node)[-1].end
        ends = [place.end for name in node.entries if (place := self.entry(node, name))]
        ends += [match.end() for match in _MERGE.finditer(self.text, node.start, node.end)]
        return max(ends)

    def is_flow(self, node: SequenceNode | MappingNode) -> bool:
        """True if the collection is written in brackets."""
        anchor = ANCHOR.match(self.text, node.start)
        return self.text[anchor.end() if anchor else node.start] in "[{"

    def line_start(self, at: int) -> int:
        """The start of the line that contains the offset *at*."""
        return self.text.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """The end of the line that *at* is in, before the characters that end it."""
        end = self.text.find("\n", at)
        end = len(self.text) if end < 0 else end
        return end - (self.text[end - 1 : end] == "\r" and end > at)

    def next_line(self, at: int) -> int:
        """The start of the line after the one that contains the offset *at*."""
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def dash(self, place: YamlPlace) -> int:
        """The dash before an entry of a block list, which must be the first sign of its line.

        Raises:
            CannotEdit: it is not.
        """
        start = self.line_start(place.start)
        before = self.text[start : place.start]
        dash = start + len(before) - len(before.lstrip(" "))
        if self.text[dash] != "-" or self.text[dash + 1 : place.start].strip():
            raise CannotEdit("the list is written in an unusual way")
        return dash

    def has_gaps(self, sequence: SequenceNode) -> bool:
        """True if empty lines stand between most entries of a block list."""
        places = self.items(sequence)
        between = [self.text[place.end : following.start] for place, following in itertools.pairwise(places)]
        return 2 * sum("\n\n" in text.replace("\r", "") for text in between) > len(between)


def nodes_in(nodes: Iterable[Node]) -> Iterator[Node]:
    """Every node under *nodes*, and they themselves."""
    for node in nodes:
        yield node
        if isinstance(node, SequenceNode):
            yield from nodes_in(node.items)
        elif isinstance(node, MappingNode):
            yield from nodes_in(node.entries.values())
