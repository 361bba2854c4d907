"""A text that is longer than its card -> its beginning, and the rest on the back or on another card."""

import re
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace

from pawprint.importer.card_list import CardList, GuessedColumn
from pawprint.importer.slugs import field_name, unique
from pawprint.typography.markup import marked_spans

_PROSE = ("text", "long", "flavour")
#: Where a text may be cut: after a line, after a sentence, or between two words.
_BREAKS = (re.compile(r"\n"), re.compile(r"(?<=[.!?…。！？])\s+"), re.compile(r"\s+"))
#: A cut after a line or a sentence is better than one a little later.
_GIVES_UP = 0.15
_MARK = "…"


def may_be_cut(deck: CardList, card: str, side: str) -> bool:
    """Whether a side of a card has a text that can be cut."""
    column = _longest(deck, card, side)
    return column is not None and _cut(column.texts[deck.ids.index(card)], 0.5)[0] != ""


def cut_at(deck: CardList, shares: Mapping[str, tuple[str, float]], way: str) -> CardList:
    """*deck* with texts cut.

    Args:
        shares: card -> its side, and how much of the longest text there stays.
        way: `back` or `cards`, where the rest of a text on a face goes; the rest of one on a back goes to a new card.
    """
    columns = [replace(column, values=[dict(one) for one in column.values]) for column in deck.columns]
    made = replace(deck, ids=list(deck.ids), copies=list(deck.copies), columns=columns)
    for card, (side, share) in shares.items():
        at = made.ids.index(card)
        column = _longest(made, card, side)
        if column is None:
            continue
        first, rest = {}, {}
        for language, text in column.values[at].items():
            first[language], rest[language] = _cut(text, share)
        column.values[at] = first
        if side == "face" and way == "back":
            _more(made).values[at] = rest
        else:
            _insert(made, at, rest)
    return made


def _longest(deck: CardList, card: str, side: str) -> GuessedColumn | None:
    at = deck.ids.index(card)
    columns = deck.with_role(*(_PROSE if side == "face" else ("back",)))
    return max((one for one in columns if one.texts[at]), key=lambda one: len(one.texts[at]), default=None)


def _more(deck: CardList) -> GuessedColumn:
    """The column with the rests of texts; added if there is none."""
    found = next((column for column in deck.columns if column.continues), None)
    if found is None:
        name = field_name("more", "more", [column.name for column in deck.columns])
        found = GuessedColumn("more", [{"": ""} for _ in deck.ids], name, "back", continues=True)
        deck.columns.append(found)
    return found


def _insert(deck: CardList, at: int, rest: dict[str, str]) -> None:
    """Add a card after the card *at*, with its name, its kind and the rest of its text."""
    before = re.sub(r"-\d+$", "", deck.ids[at])
    deck.ids.insert(at + 1, unique(before if before in deck.ids else deck.ids[at], deck.ids))
    deck.copies.insert(at + 1, deck.copies[at])
    texts = deck.with_role("text") or deck.with_role("long")
    for column in deck.columns:
        value: dict[str, str] = dict.fromkeys(column.values[at], "")
        if column in texts[:1]:
            value = rest
        elif column.role in ("name", "category"):
            value = dict(column.values[at])
        if column.role == "name":
            value = {code: _numbered(text) for code, text in value.items()}
        column.values.insert(at + 1, value)
        if column.type in ("int", "number") and any(float(text) == 0 for text in column.filled):
            column.type = "plain"  # a condition on a number cannot tell 0 from nothing


def _numbered(name: str) -> str:
    """The name of the next card: `Fox (2)` after `Fox`, `Fox (3)` after `Fox (2)`."""
    match = re.fullmatch(r"(.*) \((\d{1,15})\)", name)
    return (f"{match[1]} ({int(match[2]) + 1})" if match else f"{name} (2)") if name else ""


def _cut(text: str, share: float) -> tuple[str, str]:
    """The beginning of a text with a mark, and the rest; cut at a good place before *share* of it."""
    end = int(len(text) * share)
    spans = [*marked_spans(text)]
    starts = [start for start, _ in spans]

    def whole(place: int) -> bool:
        """Whether no bold, italic or coloured words go on after a place."""
        before = bisect_left(starts, place)
        return not before or spans[before - 1][1] <= place

    places: list[int] = []
    for breaks in _BREAKS:
        found = (one.start() for one in breaks.finditer(text) if 0 < one.start() <= end and whole(one.start()))
        places.append(max(found, default=0))
    best = next((at for at in places if at and at >= end - _GIVES_UP * len(text)), max(places))
    if not best:
        return "", text
    return f"{text[:best].rstrip()} {_MARK}", f"{_MARK} {text[best:].lstrip()}"
