"""Two versions of a game -> the pieces that look different, and the findings that still apply."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from pawprint.catalog.model import DATA, Game, Record
from pawprint.catalog.plain_values import plain_value
from pawprint.catalog.text_templates import BEGIN
from pawprint.core.diagnostics import Diagnostic
from pawprint.core.source import Source, Span
from pawprint.source.incremental_read import Edit, base_of, edit_between
from pawprint.source.reader import MappingNode as Node

#: The sign of a value that is elsewhere -> what a file with such signs has: an alias and its anchor, an expression.
_ELSEWHERE = {"*": "&", BEGIN: BEGIN}


def key_of(record: Record) -> str:
    """`component/id`."""
    return f"{record.component}/{record.id}"


def changed_records(before: Game, after: Game) -> set[Record]:
    """The records of *after* that differ from *before*. Both versions have the same declaration."""
    differ: set[Record] = set()
    sources = _sources(after).values()
    signs = tuple(sign for sign, begin in _ELSEWHERE.items() if any(begin in source.text for source in sources))
    for name, records in after.records.items():
        derived = [field.name for field in after.components[name].fields.values() if field.derived]
        old = before.records.get(name, {})
        differ.update(record for record in records.values() if _differs(old.get(record.id), record, derived, signs))
    return differ


def changed_pieces(after: Game, differ: Collection[Record]) -> tuple[str, ...]:
    """`component/id` of the pieces among the records that *differ*, followed by the pieces that refer to such a record.
    Pieces that show others in a different way are not found."""
    first: list[str] = []
    near: list[str] = []
    for name, component in after.components.items():
        if component.kind == DATA:
            continue
        pointing = [field.name for field in component.fields.values() if field.refers]
        for record in after.pieces(name):
            if record in differ:
                first.append(key_of(record))
            elif any(other in differ for field in pointing for other in _records_in(record.values[field])):
                near.append(key_of(record))
    return (*first, *near)


def _differs(old: Record | None, new: Record, derived: list[str], signs: tuple[str, ...]) -> bool:
    """True if two versions of a record have different values. Records with the same YAML text can differ only through
    one of the *signs* of values that are elsewhere, and through *derived* fields, which depend on other records."""
    if old is None:
        return True
    if signs or base_of(old.node) is not base_of(new.node):
        text = _text(new.node)
        if _text(old.node) != text or any(sign in text for sign in signs):
            return _plain(old) != _plain(new)
    return any(_value(old.values[name]) != _value(new.values[name]) for name in derived)


def _text(node: Node) -> str:
    return node.source.text[node.start : node.end]


def _plain(record: Record) -> tuple[Any, ...]:
    """All values of a record."""
    return (_value(dict(record.values)), record.copies, dict(record.by_edition), record.editions)


def _value(value: Any) -> Any:
    return plain_value(value, dict, lambda record: ("record", record.component, record.id))


def _records_in(value: Any) -> Iterator[Record]:
    if value.__class__ is Record:
        yield value
    elif value.__class__ is tuple or value.__class__ is dict:
        for item in value.values() if value.__class__ is dict else value:
            yield from _records_in(item)


class RecordSpans:
    """Finds the record that contains a span.

    Args:
        game: the version that the spans refer to.
    """

    def __init__(self, game: Game) -> None:
        self._of: dict[str, list[tuple[int, int, str]]] = {}
        for records in game.records.values():
            for record in records.values():
                node: Node = record.node
                self._of.setdefault(node.source.name, []).append((node.start, node.end, key_of(record)))

    def piece(self, span: Span | None) -> str:
        """`component/id` of the record around *span*; empty if there is none."""
        if span is None:
            return ""
        return next((key for start, end, key in self._of.get(span.source.name, ()) if start <= span.start < end), "")


class FileEdits:
    """The edited parts of a game's files.

    Args:
        before, after: two versions of the game; None for one that could not be read, which makes the edits unknown.
    """

    def __init__(self, before: Game | None, after: Game | None) -> None:
        old, new = _sources(before), _sources(after)
        self._edits: dict[str, tuple[Edit, Source]] = {}
        for name, now in new.items():
            was = old.get(name)
            if was is not None and was.text != now.text:
                self._edits[name] = edit_between(was.text, now.text), now

    def still_valid(
        self, older: Iterable[Diagnostic], gone: Collection[tuple[str, int, str, str]]
    ) -> tuple[Diagnostic, ...]:
        """The findings of an earlier check that may still apply: those outside the edited characters, with spans moved
        to where their text is now.

        Args:
            gone: orders of findings to leave out.
        """
        kept: list[Diagnostic] = []
        for finding in older:
            if finding.order in gone:
                continue
            edit = self._edits.get(finding.span.source.name) if finding.span else None
            if edit is None or finding.span is None:
                kept.append(finding)
            elif (span := _moved(finding.span, *edit)) is not None:
                kept.append(replace(finding, span=span))
        return tuple(kept)


def _moved(span: Span, edit: Edit, now: Source) -> Span | None:
    """The span of the same text now; None if it was edited."""
    if span.end <= edit.start:
        return Span(now, span.start, span.end)
    if span.start >= edit.end:
        return Span(now, span.start + edit.shift, span.end + edit.shift)
    return None


def _sources(game: Game | None) -> dict[str, Source]:
    if game is None:
        return {}
    sources = {record.node.source for records in game.records.values() for record in records.values()}
    return {source.name: source for source in (game.node.source, *sources)}
