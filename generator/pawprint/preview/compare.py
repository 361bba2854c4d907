"""Two readings of a game -> which pieces look different, and which findings still hold."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from pawprint.base.diagnostic import Diagnostic
from pawprint.base.reader import Mapping as Node
from pawprint.base.source import Source, Span
from pawprint.catalog.model import DATA, Game, Record


def key_of(record: Record) -> str:
    """`component/id`."""
    return f"{record.component}/{record.id}"


def changed_pieces(before: Game, after: Game) -> tuple[str, ...]:
    """`component/id` of the pieces of *after* whose records say something else than in *before*, and behind them of
    those that refer to such a record. What shows pieces in other ways may look different, too.

    Both have the same declaration.
    """
    differ: set[str] = set()
    anchors = any("&" in source.text for source in _sources(after).values())
    for name, records in after.records.items():
        derived = [field.name for field in after.components[name].fields.values() if field.derived]
        old = before.records.get(name, {})
        differ.update(
            key_of(record) for record in records.values() if _differs(old.get(record.id), record, derived, anchors)
        )
    first: list[str] = []
    near: list[str] = []
    for record in after.all_records if differ else ():
        if after.components[record.component].kind == DATA:
            continue
        if key_of(record) in differ:
            first.append(key_of(record))
        elif any(key_of(other) in differ for other in _references(record.values)):
            near.append(key_of(record))
    return (*first, *near)


def _differs(old: Record | None, new: Record, derived: list[str], anchors: bool) -> bool:
    """Whether two readings of a record say different things; that is so only if their texts differ, unless these refer
    to *anchors* elsewhere in the file, or other records decide about a field."""
    if old is None:
        return True
    text = _text(new.node)
    if _text(old.node) == text and not (anchors and "*" in text):
        return any(_value(old.values[name]) != _value(new.values[name]) for name in derived)
    return _plain(old) != _plain(new)


def _text(node: Node) -> str:
    return node.source.text[node.start : node.end]


def _plain(record: Record) -> tuple[Any, ...]:
    """All that a record says."""
    return (_value(record.values), record.copies, dict(record.by_edition), record.editions)


def _value(value: Any) -> Any:
    if isinstance(value, Record):
        return ("record", value.component, value.id)
    if isinstance(value, Mapping):
        return {name: _value(item) for name, item in value.items()}
    if isinstance(value, tuple):
        return tuple([_value(item) for item in value])
    return value


def _references(values: Mapping[str, Any]) -> Iterator[Record]:
    for value in values.values():
        if value.__class__ is Record:
            yield value
        elif value.__class__ is tuple:
            yield from _references({str(number): item for number, item in enumerate(value)})
        elif value.__class__ is dict:
            yield from _references(value)


class Places:
    """Finds the record in which something stands.

    Args:
        game: as it was read when the places were noted.
    """

    def __init__(self, game: Game) -> None:
        self._of: dict[str, list[tuple[int, int, str]]] = {}
        for records in game.records.values():
            for record in records.values():
                node: Node = record.node
                self._of.setdefault(node.source.name, []).append((node.start, node.end, key_of(record)))

    def piece(self, span: Span | None) -> str:
        """`component/id` of the record around *span*; empty if it is in none."""
        if span is None:
            return ""
        return next((key for start, end, key in self._of.get(span.source.name, ()) if start <= span.start < end), "")


def carried_over(
    older: Collection[Diagnostic], gone: Collection[tuple[str, int, str, str]], before: Game | None, after: Game | None
) -> tuple[Diagnostic, ...]:
    """The findings of an earlier check that may still hold after an edit: those outside of the characters that were
    edited, each moved to where its text is now.

    Args:
        gone: orders of findings that another step answers for.
    """
    if before is None or after is None or not older:
        return tuple(older)
    edits = _edits(before, after)
    kept: list[Diagnostic] = []
    for finding in older:
        if finding.order in gone:
            continue
        edit = edits.get(finding.span.source.name) if finding.span else None
        if edit is None or finding.span is None:
            kept.append(finding)
        elif (span := edit.moved(finding.span)) is not None:
            kept.append(replace(finding, span=span))
    return tuple(kept)


class _Edit(NamedTuple):
    """Between *start* and *end* a text has become another one, so that what follows is moved by *shift*."""

    start: int
    end: int
    shift: int
    now: Source

    def moved(self, span: Span) -> Span | None:
        """Where the text at *span* stands now; None if it was edited."""
        if span.end <= self.start:
            return Span(self.now, span.start, span.end)
        if span.start >= self.end:
            return Span(self.now, span.start + self.shift, span.end + self.shift)
        return None


def _edits(before: Game, after: Game) -> dict[str, _Edit]:
    """The files of a game that say something else now, by name."""
    old, new = _sources(before), _sources(after)
    edits: dict[str, _Edit] = {}
    for name, now in new.items():
        was = old.get(name)
        if was is not None and was.text != now.text:
            same = _common(was.text, now.text)
            rest = _common(was.text[same:][::-1], now.text[same:][::-1])
            edits[name] = _Edit(same, len(was.text) - rest, len(now.text) - len(was.text), now)
    return edits


def _sources(game: Game) -> dict[str, Source]:
    nodes = [record.node for records in game.records.values() for record in records.values()]
    return {node.source.name: node.source for node in (game.node, *nodes)}


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # comparing halves is quicker than character by character
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low
