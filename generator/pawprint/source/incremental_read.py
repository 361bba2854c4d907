"""An edited text and the nodes of the text before -> its nodes, as `reader.read_yaml` gives them, most of them reused.

An edit of a catalog mostly changes one record or a few. Where the edit lies within one list of a file, only the
entries from its beginning to its end are read; the others are reused, shifted by some characters. After any other edit
the caller reads the whole file.

Why this is correct. Up to the dash of the first of these entries the text is the same, so the parser is in the same
state there. From the dash after the last one (or the next key, or the end) the text is the same again, and the entries
were read together with that dash, so the state is the same there, too. Only an anchor could connect one entry with
another: a text that may have an anchor is read as a whole.
"""

import re
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source, Span
from pawprint.source.reader import MAX_NODES, MappingNode, Node, ScalarNode, SequenceNode, read_yaml

#: Anything that might be an anchor.
_ANCHOR = re.compile(r"&[0-9A-Za-z_-]")
#: The dash before an entry on its line.
_DASH = re.compile(" *- +")
#: A substitute for the list's key and the text before it.
_HEAD = "k:\n"


class Edit(NamedTuple):
    """*start* to *end* of the old text became *start* to *end* + *shift* of the new one; the rest is the same."""

    start: int
    end: int
    shift: int


def edit_between(old: str, new: str) -> Edit:
    """The shortest single edit that makes *new* of *old*."""
    start = _common(old, new)
    rest = _common(old[start:][::-1], new[start:][::-1])
    return Edit(start, len(old) - rest, len(new) - len(old))


def _common(old: str, new: str) -> int:
    """The length of the common beginning."""
    low, high = 0, min(len(old), len(new))
    while low < high:  # comparing halves is quicker than character by character
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class ShiftedMapping(MappingNode):
    """A mapping read before that is at another place now; its content is shifted on first access.

    Attributes:
        base: the mapping that was read.
        shift: the number of characters by which it has moved.
    """

    __slots__ = ("_entries", "_keys", "base", "shift")

    def __init__(self, base: MappingNode, source: Source, shift: int) -> None:
        self.source, self.start, self.end, self.weight = source, base.start + shift, base.end + shift, base.weight
        self.base, self.shift = base, shift
        self._entries: dict[str, Node] | None = None
        self._keys: dict[str, ScalarNode] | None = None

    @property
    def entries(self) -> dict[str, Node]:  # type: ignore[override]
        """See `MappingNode`."""
        if self._entries is None:
            self._entries = {name: _moved(node, self.source, self.shift) for name, node in self.base.entries.items()}
        return self._entries

    @property
    def keys(self) -> dict[str, ScalarNode]:  # type: ignore[override]
        """See `MappingNode`."""
        if self._keys is None:
            self._keys = {name: _moved_scalar(key, self.source, self.shift) for name, key in self.base.keys.items()}
        return self._keys

    def now(self, span: Span) -> Span:
        """The current place of *span* of the base; a place in another text is returned unchanged."""
        if span.source is not self.base.source:
            return span
        return Span(self.source, span.start + self.shift, span.end + self.shift)


def base_of(node: Node) -> Node:
    """The node that was read, which is the same object as long as its text is unchanged."""
    return node.base if isinstance(node, ShiftedMapping) else node


def _moved(node: Node, source: Source, shift: int) -> Node:
    if isinstance(node, ScalarNode):
        return _moved_scalar(node, source, shift)
    if isinstance(node, ShiftedMapping):
        return ShiftedMapping(node.base, source, node.shift + shift)
    if isinstance(node, MappingNode):
        return ShiftedMapping(node, source, shift)
    return _moved_list(node, [_moved(item, source, shift) for item in node.items], source, shift, shift)


def _moved_scalar(node: ScalarNode, source: Source, shift: int) -> ScalarNode:
    return ScalarNode(source, node.start + shift, node.end + shift, node.text, node.quoted)


def _moved_list(node: SequenceNode, items: list[Node], source: Source, shift: int, shift_of_end: int) -> SequenceNode:
    moved = SequenceNode(source, node.start + shift)
    moved.end, moved.items = node.end + shift_of_end, items
    moved.weight = 1 + sum(item.weight for item in items)
    return moved


def read_incrementally(source: Source, before: MappingNode) -> MappingNode | None:
    """The root of *source*, from that of the text before; None where the whole must be read.

    Args:
        source: the file as it is now.
        before: the root of the text before, read by `read_yaml` or by this function without a finding.
    """
    old, new = before.source.text, source.text
    if old == new:
        return before
    edit = edit_between(old, new)
    place = _place(before, edit)
    if place is None or _ANCHOR.search(old) or _ANCHOR.search(new) or before.weight > MAX_NODES // 4:
        return None
    name, first, last = place
    fresh = _read_entries(source, before, place, edit)
    if fresh is None:
        return None
    root = MappingNode(source, before.start)
    root.end = before.end + edit.shift
    shift = 0
    for key, node in before.entries.items():
        root.keys[key] = _moved_scalar(before.keys[key], source, shift)
        if key != name or not isinstance(node, SequenceNode):
            root.entries[key] = _moved(node, source, shift)
            continue
        shift = edit.shift
        earlier = [_moved(item, source, 0) for item in node.items[:first]]
        later = [_moved(item, source, shift) for item in node.items[last + 1 :]]
        root.entries[key] = _moved_list(node, [*earlier, *fresh, *later], source, 0, shift)
    root.weight = 1 + sum(node.weight + 1 if not isinstance(node, ScalarNode) else 1 for node in root.entries.values())
    return root


def _place(root: MappingNode, edit: Edit) -> tuple[str, int, int] | None:
    """Key of the list that was edited, and the numbers of the first and last entry; None where there is none."""
    place = None
    for name, node in root.entries.items():
        if node.start > edit.start:
            break
        first = bisect_right(node.items, edit.start, key=_start) - 1 if isinstance(node, SequenceNode) else -1
        place = (name, node, first) if isinstance(node, SequenceNode) and first >= 0 else None
    if place is None:
        return None
    name, node, first = place
    last = max(first, bisect_left(node.items, edit.end, key=_start) - 1)
    if last + 1 < len(node.items) and edit.end > _line(root.source.text, node.items[last + 1].start)[0]:
        last += 1  # its dash was edited
    return name, first, last


def _start(node: Node) -> int:
    return node.start


def _read_entries(source: Source, before: MappingNode, place: tuple[str, int, int], edit: Edit) -> list[Node] | None:
    """The entries of *source* at the place of the entries that were edited."""
    name, first, last = place
    old, names = before.source.text, [*before.entries]
    items = before.entries[name].items  # type: ignore[union-attr]  # `_place` has seen that it is a list
    begin, dash = _line(old, items[first].start)
    if dash is None or edit.start < begin + dash + 2:  # the dash and the blank after it are unchanged
        return None
    tail = ""
    if last + 1 < len(items):
        stop, next_dash = _line(old, items[last + 1].start)
        if next_dash is None:
            return None
        tail = old[stop : stop + next_dash + 1]
    elif name != names[-1]:
        stop = before.keys[names[names.index(name) + 1]].start
        if old[stop - 1] != "\n":
            return None
        tail = "z:"
    else:
        stop = len(old)
    if edit.end > stop or before.start not in (0, old.rfind("\n", 0, before.start) + 1):
        return None
    text = _HEAD + source.text[begin : stop + edit.shift] + tail
    found = Findings()
    root = read_yaml(Source(source.name, text), found)
    wanted = ["k", "z"] if tail == "z:" else ["k"]
    if found or not isinstance(root, MappingNode) or [*root.entries] != wanted:
        return None
    if not tail and root.end - len(_HEAD) + begin != before.end + edit.shift:  # a line ... ends it before the text does
        return None
    entry = root.entries["k"]
    if not isinstance(entry, SequenceNode):
        return None
    nodes = entry.items
    if tail and tail != "z:" and nodes.pop().start != len(text):  # the dash of the entry behind them
        return None
    return [_moved(node, source, begin - len(_HEAD)) for node in nodes] or None


def _line(text: str, start: int) -> tuple[int, int | None]:
    """Where the line of an entry that is written at *start* begins, and how far in its dash is; None if there is none,
    or something else stands before."""
    begin = text.rfind("\n", 0, start) + 1
    match = _DASH.fullmatch(text, begin, start)
    return begin, None if match is None else match.group().index("-")
