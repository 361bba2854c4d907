"""A list of cards in a tree -> the names of its columns, and rows of texts."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pawprint.importer.card_trees import TreeList, texts_of
from pawprint.importer.column_names import language_code

#: A list within a card is written on the card if all cards have no more than this, in characters.
_MAX_INNER = 600
_MAX_WORD = 26


class TreeRows(NamedTuple):
    """The table of a list in a tree.

    Attributes:
        left_out: the names of lists within the cards that are too long for a card.
    """

    header: list[str]
    rows: list[list[str]]
    left_out: list[str]


def rows_of(found: TreeList) -> TreeRows:
    """The entries of a list as rows; what is nested gets a name with a point (`name.fr`) if it needs one."""
    inner: Counter[str] = Counter()
    cards: list[dict[str, str]] = []
    for entry, groups in zip(texts_of(found.entries), found.groups, strict=True):
        card = dict(_flat(entry, "", inner))
        group = {(name if name not in card else f"{name} group"): title for name, title in groups.items() if title}
        cards.append({**group, **card})
    left_out = [name for name, length in inner.items() if length > _MAX_INNER]
    header = [head for head in dict.fromkeys(key for card in cards for key in card) if head not in left_out]
    shown = _short_names(header)
    rows = [[card.get(head, "").strip() for head in header] for card in cards]
    return TreeRows(shown, [row for row in rows if any(row)], left_out)


def _short_names(header: list[str]) -> list[str]:
    """Names without the names of what they are nested in, where that is clear: `type` for `prop.type`."""
    lasts = Counter(head.rpartition(".")[2] for head in header)
    inner: dict[str, list[str]] = {}
    for head in header:
        inner.setdefault(head.rpartition(".")[0], []).append(head.rpartition(".")[2])
    languages = {parent for parent, names in inner.items() if parent and all(map(language_code, names))}
    return [
        last if lasts[last] == 1 and parent not in languages else head
        for head in header
        for parent, _, last in (head.rpartition("."),)
    ]


def _flat(value: object, name: str, inner: Counter[str]) -> Iterable[tuple[str, str]]:
    """Fields and their texts.

    Args:
        inner: collects the most characters of each list of entries within a card.
    """
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(item, f"{name}.{key}" if name and key else str(key) or name, inner)
    elif isinstance(value, list):
        texts = [_line(item) if isinstance(item, Mapping) else _scalar(item) for item in value]
        texts = [text for text in texts if text]
        lines = any(isinstance(item, Mapping) for item in value)
        text = ("\n" if lines or any(len(one) > _MAX_WORD for one in texts) else ", ").join(texts)
        if lines:
            inner[name] = max(inner[name], len(text))
        yield name, text
    else:
        yield name, _scalar(value)


def _line(entry: Mapping[object, object]) -> str:
    """An entry of a list within a card, on one line: `**Bite** 2: Sleep.`"""
    texts = [text for _, text in _flat(entry, "", Counter()) if text]
    return " · ".join([f"<b>{texts[0]}</b>", *texts[1:]]) if len(texts) > 1 else "".join(texts)


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else " ".join(_scalar(one) for one in value) if isinstance(value, list) else _text(value)


def _text(value: object) -> str:
    return re.sub(r"\r\n?", "\n", str(value))
