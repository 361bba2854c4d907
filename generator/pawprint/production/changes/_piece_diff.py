"""Two states of a game -> what differs, piece by piece, and what that means for a box of printed pieces."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.production.snapshot import Deck, Entry

#: What can become of a piece. `changed` looks different; `values` and `renamed` look as before.
NEW, GONE, CHANGED, VALUES, COPIES, RENAMED = "new", "gone", "changed", "values", "copies", "renamed"


class FieldChange(NamedTuple):
    """A field and its values; None for a field that was not there, or is not any more."""

    field: str
    old: Any
    new: Any


class PieceChange(NamedTuple):
    """What became of one piece in one language and edition.

    Attributes:
        piece: `component/id`, as it is called now; of one that is gone, as it was called.
        what: `new`, `gone`, `changed`, `values`, `copies` or `renamed`; the weightiest of what there is.
        was: what it was called, if it was called something else.
        old, new: what is known of it; None where it was not, or is not.
        fields: those whose values differ.
        sides: those that look different: `face`, `back`.
        print, pull: how many to print, and to take out of the box.
    """

    piece: str
    what: str
    was: str
    old: Entry | None
    new: Entry | None
    fields: tuple[FieldChange, ...]
    sides: tuple[str, ...]
    print: int
    pull: int


def compare(old: Deck, new: Deck, wanted: Callable[[str], bool] = lambda _: True) -> tuple[PieceChange, ...]:
    """What differs between two decks, by the names of pieces; nothing for pieces that are the same.

    Components of which the old deck was printed without any piece are left out, as they were then.

    A piece that is gone and one that is new, of one component and with the same looks, are one piece with another id.

    Args:
        wanted: whether a piece, by its name, is to be looked at.
    """
    before = {name: entry for name, entry in old.pieces.items() if wanted(name)}
    now = {name: entry for name, entry in new.without(old.missing).pieces.items() if wanted(name)}
    renamed = _renamed(before, now)
    result = []
    for name in sorted({*before, *now} - {*renamed.values()}):
        was = renamed.get(name, name)
        change = _change(name, was, before.get(was), now.get(name))
        if change is not None:
            result.append(change)
    return tuple(result)


def _renamed(before: Mapping[str, Entry], now: Mapping[str, Entry]) -> dict[str, str]:
    """Name now -> name before. Of several that look alike, the first one is the first."""
    lost: dict[tuple[str, str, str], list[str]] = {}
    for name in sorted({*before} - {*now}):
        entry = before[name]
        if entry.face:
            lost.setdefault((name.partition("/")[0], entry.face, entry.back), []).append(name)
    renamed = {}
    for name in sorted({*now} - {*before}):
        alike = lost.get((name.partition("/")[0], now[name].face, now[name].back))
        if alike:
            renamed[name] = alike.pop(0)
    return renamed


def _change(name: str, was: str, old: Entry | None, new: Entry | None) -> PieceChange | None:
    if old is None or new is None:
        printed, pulled = new.copies if new else 0, old.copies if old else 0
        return PieceChange(name, NEW if new else GONE, "", old, new, (), (), printed, pulled)
    sides = tuple(_sides(old, new))
    fields = tuple(_fields(old.values, new.values))
    more = new.copies - old.copies
    printed, pulled = (new.copies, old.copies) if sides else (max(more, 0), max(-more, 0))
    whats = ((bool(sides), CHANGED), (was != name, RENAMED), (more != 0, COPIES), (bool(fields), VALUES))
    what = next((what for holds, what in whats if holds), "")
    return (
        PieceChange(name, what, was if was != name else "", old, new, fields, sides, printed, pulled) if what else None
    )


def _sides(old: Entry, new: Entry) -> Iterator[str]:
    """The sides that look different; a face that could not be composed at some time differs from nothing."""
    if old.face and new.face:
        if old.face != new.face:
            yield "face"
        if old.back != new.back:
            yield "back"


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[FieldChange]:
    """Fields that differ, in the order of the new values, then those that are not there any more."""
    for name in [*new, *(name for name in old if name not in new)]:
        if old.get(name) != new.get(name):
            yield FieldChange(name, old.get(name), new.get(name))


class MergedChange(NamedTuple):
    """The same change in several languages of one edition, merged so that it is listed once.

    Attributes:
        languages: in which it is so; of *fields* and *sides* each has its own.
    """

    change: PieceChange
    languages: tuple[str, ...]
    fields: tuple[tuple[FieldChange, tuple[str, ...]], ...]
    sides: tuple[tuple[str, tuple[str, ...]], ...]


def together(changes: Mapping[str, tuple[PieceChange, ...]]) -> tuple[MergedChange, ...]:
    """Merge equal *changes* (language -> changes of pieces) of several languages."""
    groups: dict[tuple[Any, ...], dict[str, PieceChange]] = {}
    for language, several in changes.items():
        for change in several:
            counts = (change.old.copies if change.old else 0, change.new.copies if change.new else 0)
            key = (change.piece, change.what == NEW, change.what == GONE, change.was, *counts)
            groups.setdefault(key, {})[language] = change
    merged = []
    for _, group in sorted(groups.items(), key=lambda entry: entry[0]):
        fields: dict[str, tuple[FieldChange, list[str]]] = {}
        sides: dict[str, list[str]] = {}
        for language, change in group.items():
            for field in change.fields:
                fields.setdefault(repr(field), (field, []))[1].append(language)
            for side in change.sides:
                sides.setdefault(side, []).append(language)
        weightiest = min(
            group.values(), key=lambda change: (NEW, GONE, CHANGED, RENAMED, COPIES, VALUES).index(change.what)
        )
        merged.append(
            MergedChange(
                weightiest,
                tuple(group),
                tuple((field, tuple(languages)) for field, languages in fields.values()),
                tuple((side, tuple(languages)) for side, languages in sides.items()),
            )
        )
    return tuple(merged)
