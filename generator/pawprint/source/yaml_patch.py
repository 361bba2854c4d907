"""Edits of a YAML text at the places of its nodes; every other byte stays the same."""

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple, Union

from pawprint.core.source import Source, Span
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.yaml_spans import ANCHOR, CannotEdit, WrittenSpans, YamlPlace
from pawprint.source.yaml_writer import flow_text, nodes_equal, scalar_text

#: Changes of a mapping: name -> new value, None to remove the entry, or an overlay of the mapping there.
Overlay = dict[str, Union[Node, "Overlay", None]]


class EntryOrigins:
    """The cell that each new value comes from."""

    def __init__(self) -> None:
        self._cells: dict[Node, Span] = {}

    def add(self, node: Node, cell: Span) -> None:
        """*node* comes from *cell*, if it does not come from another one."""
        self._cells.setdefault(node, cell)

    def of(self, node: Node | None) -> Span | None:
        """The cell that *node* comes from."""
        return None if node is None else self._cells.get(node)


class TextEdit(NamedTuple):
    """*text* in place of the characters *start* to *end*.

    Attributes:
        cells: where the edit comes from: offset in *text*, cell.
    """

    start: int
    end: int
    text: str
    cells: tuple[tuple[int, Span], ...] = ()


class Patch(WrittenSpans):
    """The edits of one file.

    Args:
        source: its text.
    """

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.newline = "\r\n" if "\r\n" in source.text else "\n"
        self.edits: list[TextEdit] = []
        self.touched: dict[Node, Span] = {}
        self._origins = EntryOrigins()

    def change(self, mapping: MappingNode, overlay: Overlay, order: "PatchOrder", origins: EntryOrigins) -> None:
        """Give *mapping* the values of *overlay*.

        Args:
            order: names of its fields, in which new ones are put.
            origins: the cells from which new values come.

        Raises:
            CannotEdit: nothing has been changed by this call then.
        """
        self._origins = origins
        before = len(self.edits)
        try:
            self._mapping(mapping, overlay, order)
        except CannotEdit:
            del self.edits[before:]
            raise

    def result(self) -> tuple[str, list[tuple[int, int, Span]]]:
        """The edited text, and which of its characters come from which cell: start, end, cell.

        Raises:
            CannotEdit: edits overlap.
        """
        pieces: list[str] = []
        cells: list[tuple[int, int, Span]] = []
        at = length = 0
        for edit in sorted(self.edits, key=lambda edit: (edit.start, edit.end)):
            if edit.start < at:
                raise CannotEdit(
                    "two changes of one line get in each other's way", next((c for _, c in edit.cells), None)
                )
            pieces += [self.text[at : edit.start], edit.text]
            length += edit.start - at
            offsets = [offset for offset, _ in edit.cells] + [len(edit.text)]
            cells += [
                (length + offset, length + end, cell)
                for (offset, cell), end in zip(edit.cells, offsets[1:], strict=True)
            ]
            length += len(edit.text)
            at = edit.end
        pieces.append(self.text[at:])
        return "".join(pieces), cells

    # --- edits --------------------------------------------------------------------------------------------------

    def _put(self, start: int, end: int, text: str, *cells: tuple[int, Span]) -> None:
        self.edits.append(TextEdit(start, end, text, cells))

    def _origin(self, node: Node | None) -> Span | None:
        return self._origins.of(node)

    def _cells(self, node: Node, offset: int = 0) -> tuple[tuple[int, Span], ...]:
        span = self._origin(node)
        return ((offset, span),) if span else ()

    def _mapping(self, mapping: MappingNode, overlay: Overlay, order: "PatchOrder") -> None:
        arriving: list[tuple[str, Node]] = []
        gone: list[str] = []
        for name, new in overlay.items():
            place, old = self.entry(mapping, name), mapping.get(name)
            if isinstance(new, dict):
                if place and not place.alias and isinstance(old, MappingNode) and _keeps_some(old, new):
                    self._mapping(old, new, order.inside(name))
                    continue
                new = apply_overlay(old, new, self._origins)
            if new is None:
                if place:
                    gone.append(name)
                elif old is not None:
                    raise CannotEdit(f"'{name}' comes from a merge (<<) and cannot be removed here")
            elif place and old is not None:
                self._value(place, old, new, self.is_flow(mapping))
            else:
                arriving.append((name, new))
        for name in gone:
            self._remove(mapping, name, gone)
        for name, new in sorted(arriving, key=lambda entry: order.rank(entry[0])):
            self._insert(mapping, name, new, order, gone)

    def _value(self, place: YamlPlace, old: Node, new: Node, inside: bool) -> None:
        """Replace *old* by *new*, with as few changes as possible."""
        if nodes_equal(old, new):
            return
        if not place.alias:
            span = self._origin(new)
            if span:
                self.touched.setdefault(old, span)
            if isinstance(old, ScalarNode) and isinstance(new, ScalarNode):
                anchor = ANCHOR.match(self.text, place.start)
                start = anchor.end() if anchor else place.start
                like = self.text[start : place.end]
                text = scalar_text(new.text, inside=inside, bare=not new.quoted, like=like, newline=self.newline)
                self._put(start, place.end, text, *self._cells(new))
                return
            if isinstance(old, MappingNode) and isinstance(new, MappingNode):
                self._inherit(new, *new.entries.values())
                overlay: Overlay = {name: None for name in old.entries if name not in new.entries}
                overlay |= {name: node for name, node in new.entries.items() if not nodes_equal(node, old.get(name))}
                if _keeps_some(old, overlay):
                    self._mapping(old, overlay, PatchOrder(list(new.entries)))
                    return
            if isinstance(old, SequenceNode) and isinstance(new, SequenceNode) and old.items and new.items:
                self._inherit(new, *new.items)
                self._sequence(old, new)
                return
        self._keeps_anchors(old, place)
        start, opening = place.start, ""
        if not place.alias and not isinstance(old, ScalarNode) and "\n" in self.text[place.begin : place.start]:
            start, opening = place.begin, " "  # a block begins on the line below its key
        self._put(start, place.end, opening + flow_text(new, inside), *self._cells(new, len(opening)))

    def _inherit(self, whole: Node, *parts: Node) -> None:
        """Record that *parts* come from the same cell as *whole*."""
        span = self._origin(whole)
        if span:
            for part in parts:
                self._origins.add(part, span)

    def _keeps_anchors(self, node: Node, place: YamlPlace) -> None:
        """Raise `CannotEdit` if *node* contains an anchor that is used elsewhere."""
        if place.alias:
            return
        for anchor in re.findall(r"&([^\s,\[\]{}]+)", self.text[place.start : place.end]):
            uses = re.compile(r"\*" + re.escape(anchor) + r"(?![^\s,\[\]{}])")
            if any(not place.start <= use.start() < place.end for use in uses.finditer(self.text)):
                raise CannotEdit(f"it holds the anchor &{anchor}, which is used elsewhere")

    def _insert(self, mapping: MappingNode, name: str, new: Node, order: "PatchOrder", gone: list[str]) -> None:
        """Write a new field behind the one that comes before it."""
        label = scalar_text(name, inside=True) + ": "
        own = {other: place for other in mapping.entries if other not in gone and (place := self.entry(mapping, other))}
        if not own:
            raise CannotEdit("every field beside it comes from a merge (<<)")
        before = [other for other in own if order.rank(other) < order.rank(name)]
        beside = own[max(before, key=order.rank) if before else next(iter(own))].end
        if self.is_flow(mapping):
            at, opening, text = beside, ", " + label, flow_text(new)
        else:
            first = mapping.keys[next(iter(own))].start
            indent = " " * (first - self.line_start(first))
            at, opening, text = self.line_end(beside), self.newline + indent + label, flow_text(new, False)
        self._put(at, at, opening + text, *self._cells(new, len(opening)))

    def _remove(self, mapping: MappingNode, name: str, gone: list[str]) -> None:
        key, place = mapping.keys[name], self.entry(mapping, name)
        assert place is not None
        self._keeps_anchors(mapping.entries[name], place)
        names = [other for other in mapping.entries if self.entry(mapping, other)]
        at = names.index(name)
        ahead = [other for other in names[:at] if other not in gone]
        behind = names[at + 1 :]
        starts_line = not self.text[self.line_start(key.start) : key.start].strip()
        if not self.is_flow(mapping) and starts_line:
            self._put(self.line_start(key.start), self.next_line(place.end), "")
        elif ahead and self.is_flow(mapping):
            last = self.entry(mapping, names[at - 1])
            assert last is not None
            self._put(last.end, place.end, "")
        elif behind:
            self._put(key.start, mapping.keys[behind[0]].start, "")
        else:
            raise CannotEdit("nothing would be left beside it")

    # --- lists --------------------------------------------------------------------------------------------------

    def _sequence(self, old: SequenceNode, new: SequenceNode) -> None:
        places = self.items(old)
        inside = self.is_flow(old)
        before, after = [flow_text(item) for item in old.items], [flow_text(item) for item in new.items]
        steps = difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
        remaining: list[tuple[int, int]] = []  # entries that stay, perhaps changed: old and new number
        for step, i1, i2, j1, j2 in steps:
            if step in ("equal", "replace"):
                remaining += zip(range(i1, i2), range(j1, j2), strict=False)
        if inside and len(remaining) < max(len(before), len(after)):
            self._rebuild(old, new, places, {j: i for i, j in remaining})
            return
        for i, j in remaining:
            self._value(places[i], old.items[i], new.items[j], inside)
        if inside:
            return
        for i in sorted({*range(len(before))} - {i for i, _ in remaining}):
            self.remove_item(old, i)
        stays = {j: i for i, j in remaining}
        behind = -1
        for j, item in enumerate(new.items):
            if j in stays:
                behind = stays[j]
            else:
                self.insert_item(old, behind, flow_text(item, False), self._cells(item))

    def _rebuild(self, old: SequenceNode, new: SequenceNode, places: list[YamlPlace], stays: dict[int, int]) -> None:
        """Write a list in brackets again, from the entries that stay and the new ones."""
        taken = {*stays.values()}
        for i, item in enumerate(old.items):
            if i not in taken:
                self._keeps_anchors(item, places[i])
        text, last = "", -2
        for j, item in enumerate(new.items):
            i = stays.get(j, -2)
            if j:
                text += self.text[places[last].end : places[i].start] if i == last + 1 and last >= 0 else ", "
            text += (
                self.text[places[i].start : places[i].end]
                if i >= 0 and nodes_equal(old.items[i], item)
                else flow_text(item)
            )
            last = i
        self._put(places[0].start, places[-1].end, text, *self._cells(new))

    def remove_item(self, sequence: SequenceNode, number: int) -> None:
        """Take an entry out of a block list, with the line that it ends in, and one of two empty lines around it."""
        place = self.items(sequence)[number]
        self._keeps_anchors(sequence.items[number], place)
        start, end = self.line_start(self.dash(place)), self.next_line(place.end)
        above = self.text[self.line_start(max(0, start - 1)) : start]
        below = self.text[end : self.next_line(end)]
        if start and not above.strip() and not below.strip():
            end = self.next_line(end) if below else end
        self._put(start, end, "")

    def write_list(self, root: MappingNode, name: str, texts: Iterable[tuple[str, Iterable[tuple[int, Span]]]]) -> None:
        """Write a list of records where *root* has an empty one, or none.

        Args:
            texts: the texts of the entries, and where they come from; see `insert_item`. None makes an empty list.
        """
        text, cells = "", []
        for body, origins in texts:
            opening = self.newline + "  - "
            start = len(text) + len(opening)
            text += opening + body.replace("\n", self.newline + "    ")
            further = len(self.newline) + 3
            cells += [(start + offset + body.count("\n", 0, offset) * further, cell) for offset, cell in origins]
        place = self.entry(root, name)
        if place:
            self._put(place.begin, place.end, text or " []", *cells)
            return
        opening = self.newline * (not self.text.endswith("\n")) + f"{name}:"
        moved = [(offset + len(opening), cell) for offset, cell in cells]
        self._put(len(self.text), len(self.text), opening + text + self.newline, *moved)

    def insert_item(
        self, sequence: SequenceNode, behind: int, text: str, cells: Iterable[tuple[int, Span]], gap: bool = False
    ) -> None:
        """Write an entry into a block list.

        Args:
            behind: number of the entry that it follows; -1 for the beginning.
            text: the entry without its dash; further lines are indented as far as it is.
            cells: where the text comes from: offset in it, cell.
            gap: True if an empty line stands before it.
        """
        place = self.items(sequence)[max(behind, 0)]
        dash = self.dash(place)
        indent = self.text[self.line_start(dash) : place.start]
        width = len(indent)
        body = text.replace("\n", self.newline + " " * width)
        further = len(self.newline) + width - 1
        moved = [(offset + text.count("\n", 0, offset) * further, cell) for offset, cell in cells]
        if behind < 0:
            at, opening, tail = self.line_start(dash), indent, self.newline
        else:
            at, opening, tail = self.line_end(place.end), self.newline * (1 + gap) + indent, ""
        self._put(at, at, opening + body + tail, *((offset + len(opening), cell) for offset, cell in moved))


class PatchOrder:
    """The order of a mapping's names: those of a component's fields, of a nested one's, of languages."""

    def __init__(self, names: list[str], inner: "dict[str, PatchOrder] | None" = None) -> None:
        self.names = names
        self._inner = inner or {}

    def rank(self, name: str) -> int:
        """The position of a name; unknown names come last."""
        return self.names.index(name) if name in self.names else len(self.names)

    def inside(self, name: str) -> "PatchOrder":
        """The order within the value of *name*."""
        return self._inner.get(name) or PatchOrder([])


def _keeps_some(old: MappingNode, overlay: Overlay) -> bool:
    """True if something that *old* has is still there under *overlay*."""
    for name, node in old.entries.items():
        new = overlay.get(name, node)
        if isinstance(new, dict):
            new = apply_overlay(node, new, EntryOrigins())
        if new is not None:
            return True
    return False


def apply_overlay(old: Node | None, overlay: Overlay, origins: EntryOrigins) -> MappingNode | None:
    """*old*, if it is a mapping, with *overlay* on it; None if nothing is left."""
    result = MappingNode(Source("", ""), 0)
    entries: dict[str, Node | None] = dict(old.entries) if isinstance(old, MappingNode) else {}
    for name, new in overlay.items():
        entries[name] = apply_overlay(entries.get(name), new, origins) if isinstance(new, dict) else new
    for name, node in entries.items():
        if node is not None:
            result.entries[name] = node
            result.keys[name] = ScalarNode(result.source, 0, 0, name, False)
    for node in result.entries.values():
        cell = origins.of(node)
        if cell:
            origins.add(result, cell)
    return result if result.entries else None
