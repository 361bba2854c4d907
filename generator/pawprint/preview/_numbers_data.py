"""Numbers about a game -> JSON for the page, which draws them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from statistics import median
from typing import Any, NamedTuple

from pawprint.catalog.model import DATA, ChoiceValue, Game, Record, Translated
from pawprint.preview.session import Session
from pawprint.source.reader import Node, ScalarNode, SequenceNode

# --- A game -> numbers about it: copies by two fields, curves, the odds of a hand, words and missing texts ------------

# Nothing here is estimated: counts are counts, and odds are fractions of whole numbers.


#: A field with more values than this is no category.
_MAX_VALUES = 40
#: The value of a record that has none.
NONE = "–"
#: A word has a letter or a digit.
_WORD = re.compile(r"[^\W_]")
#: Marks of rich text that are no words: icons, and looks of words in braces.
_MARKS = re.compile(r"\{[^}]*\}|:[\w-]+:")


class CountTable(NamedTuple):
    """Copies and kinds by two fields.

    Attributes:
        cells: (row, column) -> kinds, copies. A piece that has several values of a field counts for each.
        row_sums, column_sums: the same of whole rows and columns, in which each piece counts once.
        whole: of all pieces.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], tuple[int, int]]
    row_sums: Mapping[str, tuple[int, int]]
    column_sums: Mapping[str, tuple[int, int]]
    whole: tuple[int, int]


class Curve(NamedTuple):
    """How a number is distributed over the copies.

    Attributes:
        counts: value -> kinds, copies.
        mean, middle: of all copies; None if there are none.
        lacking: kinds and copies without the number.
    """

    counts: Mapping[float, tuple[int, int]]
    mean: Fraction | None
    middle: float | None
    lacking: tuple[int, int]


class TextCount(NamedTuple):
    """Texts of the records of a component in one language: those that exist, their words, those that are missing."""

    texts: int
    words: int
    missing: int


def labels(value: Any, language: str) -> tuple[str, ...]:
    """The values that a field of a record counts for, as people read them; none for texts and nested records."""
    if value is None or value == ():
        return (NONE,)
    if isinstance(value, tuple):
        return tuple(dict.fromkeys(label for item in value for label in labels(item, language)))
    if isinstance(value, (Translated, Mapping)):
        return ()
    if isinstance(value, bool):
        return ("true" if value else "false",)
    if isinstance(value, ChoiceValue) and value.labels:
        return (value.labels.get(language) or str(value),)
    if isinstance(value, Record):
        return (value.id,)
    return (f"{value:g}" if isinstance(value, (int, float)) else str(value) or NONE,)


def categories(game: Game, component: str, language: str) -> list[str]:
    """The fields by which the pieces of a component can be counted; those that most pieces do not have come last."""
    pieces = list(game.pieces(component))
    numbers = numeric_fields(game, component)
    found: list[tuple[bool, str]] = []
    for field in game.components[component].fields:
        named = [labels(piece.values.get(field), language) for piece in pieces]
        values = {label for some in named for label in some}
        if all(named) and 1 < len(values) <= _MAX_VALUES and (len(values) < len(pieces) or field in numbers):
            found.append((named.count((NONE,)) * 2 > len(pieces), field))
    return [field for _, field in sorted(found, key=lambda ranked: ranked[0])]


def numeric_fields(game: Game, component: str) -> list[str]:
    """The fields of a component that are numbers."""
    pieces = list(game.pieces(component))
    return [
        field
        for field in game.components[component].fields
        if any(_is_number(piece.values.get(field)) for piece in pieces)
        and all(_is_number(piece.values.get(field)) or piece.values.get(field) is None for piece in pieces)
    ]


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def count_table(game: Game, component: str, rows: str, columns: str, language: str) -> CountTable:
    """The pieces of a component by two fields; by one if *columns* is empty."""
    cells: dict[tuple[str, str], list[Record]] = {}
    by_row: dict[str, list[Record]] = {}
    by_column: dict[str, list[Record]] = {}
    pieces = list(game.pieces(component))
    for piece in pieces:
        across = labels(piece.values.get(columns), language) if columns else ("",)
        for row in (down := labels(piece.values.get(rows), language)):
            by_row.setdefault(row, []).append(piece)
            for column in across:
                cells.setdefault((row, column), []).append(piece)
        for column in across if down else ():
            by_column.setdefault(column, []).append(piece)
    return CountTable(
        tuple(_sorted(by_row)),
        tuple(_sorted(by_column)),
        {cell: _sums(game, some) for cell, some in cells.items()},
        {row: _sums(game, some) for row, some in by_row.items()},
        {column: _sums(game, some) for column, some in by_column.items()},
        _sums(game, pieces),
    )


def _sums(game: Game, pieces: Sequence[Record]) -> tuple[int, int]:
    return len(pieces), sum(piece.copies_in(game.edition) for piece in pieces)


def _sorted(names: Iterable[str]) -> list[str]:
    """Numbers by size before words, and what has no value last."""

    def key(name: str) -> tuple[int, float, str]:
        if name == NONE:
            return 2, 0.0, ""
        try:
            return 0, float(name), ""
        except ValueError:
            return 1, 0.0, name.casefold()

    return sorted(names, key=key)


def curve(game: Game, component: str, field: str) -> Curve:
    """The distribution of a number over the pieces of a component."""
    known: dict[float, list[Record]] = {}
    lacking: list[Record] = []
    for piece in game.pieces(component):
        value = piece.values.get(field)
        if isinstance(value, (int, float)):
            known.setdefault(value, []).append(piece)
        else:
            lacking.append(piece)
    counts = {value: _sums(game, known[value]) for value in sorted(known)}
    copies = [value for value, (_, number) in counts.items() for _ in range(number)]
    mean = sum(map(Fraction, copies), Fraction()) / len(copies) if copies else None
    return Curve(counts, mean, float(median(copies)) if copies else None, _sums(game, lacking))


def having(game: Game, component: str, field: str, value: str, language: str) -> tuple[int, int]:
    """How many copies of a component have *value* in *field*, and how many copies there are."""
    pieces = list(game.pieces(component))
    some = [piece for piece in pieces if value in labels(piece.values.get(field), language)]
    return _sums(game, some)[1], _sums(game, pieces)[1]


def hand_odds(deck: int, wanted: int, hand: int) -> list[Fraction]:
    """The odds that a *hand* drawn from a *deck* has exactly 0, 1, 2, ... of its *wanted* cards.

    Raises:
        ValueError: there are not so many cards.
    """
    if not (0 <= wanted <= deck and 0 <= hand <= deck):
        raise ValueError(f"a hand of {hand} with {wanted} wanted cards of {deck}")
    hands = comb(deck, hand)
    return [Fraction(comb(wanted, k) * comb(deck - wanted, hand - k), hands) for k in range(min(wanted, hand) + 1)]


def at_least(odds: Sequence[Fraction]) -> list[Fraction]:
    """From the odds of exactly 0, 1, 2, ... those of at least as many."""
    return [sum(odds[k:], Fraction()) for k in range(len(odds))]


def text_counts(game: Game, component: str) -> dict[str, TextCount]:
    """Language -> what the records of a component have of texts in it, as they are written, languages into which the
    game is being translated included. A record counts once, whatever its copies."""
    found: dict[str, Counter[str]] = {language: Counter() for language in game.all_languages}
    known = frozenset(found)
    for record in game.records[component].values():
        for name in game.components[component].fields:
            node = record.node.get(name)
            for text in _texts(node, record.values.get(name), known) if node is not None else ():
                for language, count in found.items():
                    count["texts" if text.get(language) else "missing"] += 1
                    count["words"] += word_count(text.get(language, ""))
    return {language: TextCount(count["texts"], count["words"], count["missing"]) for language, count in found.items()}


def _texts(node: Node, value: Any, languages: frozenset[str]) -> Iterator[Mapping[str, str]]:
    """The texts that are written in *node*, language by language. One that lacks a language is no *value*."""
    if isinstance(node, ScalarNode):
        if isinstance(value, Translated):
            yield value
    elif isinstance(node, SequenceNode):
        inner = value if isinstance(value, tuple) and len(value) == len(node.items) else [None] * len(node.items)
        for item, inner_node in zip(node.items, inner, strict=True):
            yield from _texts(item, inner_node, languages)
    elif node.entries and languages.issuperset(node.entries):
        yield {language: getattr(entry, "text", "") for language, entry in node.entries.items()}
    else:
        for name, item in node.entries.items():
            yield from _texts(item, value.get(name) if isinstance(value, Mapping) else None, languages)


def word_count(text: str) -> int:
    """How many words a text has, icons and other marks left out."""
    return sum(bool(_WORD.search(part)) for part in _MARKS.sub(" ", text).split())


# --- numbers data -----------------------------------------------------------------------------------------------------


#: Cards of a hand, if the page does not say.
_HAND = 5


def numbers_data(session: Session, name: str, wanted: Mapping[str, str]) -> dict[str, Any]:
    """The numbers of a game.

    Args:
        wanted: what the page has chosen: `lang`, `edition`, `component`, `rows`, `columns`, `curve`, `property`,
            `value`, `hand`. What it has not chosen, or what is not there, has a default.

    Raises:
        LookupError: there is no such game.
    """
    with session.lock:
        game = session.games[name]
        if game is None:
            return {"components": [], "overview": []}
        if wanted.get("edition") in game.editions:
            game = game.in_edition(wanted["edition"])
        language = _chosen(wanted.get("lang", ""), game.languages)
        shown = [component.name for component in game.components.values() if component.kind != DATA]
        data = {
            "languages": game.all_languages,
            "components": [[name, game.components[name].title] for name in shown],
            "overview": _overview(session, game, name),
        }
        return data | _of_component(game, _chosen(wanted.get("component", ""), shown), wanted, language)


def _chosen(given: str, known: Sequence[str], otherwise: int = 0) -> str:
    """What is *given* if it is *known*, or else the default; empty if there is none."""
    if given in known:
        return given
    return known[otherwise] if len(known) > otherwise else ""


def _overview(session: Session, game: Game, name: str) -> list[dict[str, Any]]:
    """A row for each component, and one for the findings that belong to no piece."""
    found: Counter[tuple[str, str]] = Counter()
    for item in session.findings(name):
        found[item.piece.partition("/")[0], item.finding.severity.value] += 1
    rows = []
    for component in game.components.values():
        pieces = list(game.pieces(component.name)) if component.kind != DATA else []
        rows.append(
            {
                "component": component.name,
                "title": component.title,
                "kinds": len(pieces) if component.kind != DATA else len(game.records[component.name]),
                "copies": sum(piece.copies_in(game.edition) for piece in pieces),
                "texts": {language: count._asdict() for language, count in text_counts(game, component.name).items()},
                "errors": found.pop((component.name, "error"), 0),
                "warnings": found.pop((component.name, "warning"), 0),
            }
        )
    other = {
        severity: sum(n for (_, level), n in found.items() if level == severity) for severity in ("error", "warning")
    }
    if any(other.values()):
        rows.append({"component": "", "errors": other["error"], "warnings": other["warning"]})
    return rows


def _of_component(game: Game, component: str, wanted: Mapping[str, str], language: str) -> dict[str, Any]:
    if not component:
        return {"component": ""}
    fields, numbers = categories(game, component, language), numeric_fields(game, component)
    rows = _chosen(wanted.get("rows", ""), fields)
    columns = wanted.get("columns", "") if wanted.get("columns", "") in ("", *fields) else ""
    if "columns" not in wanted:
        columns = next((field for field in fields if field != rows), "")
    return {
        "component": component,
        "fields": fields,
        "numeric": numbers,
        "table": _table(game, component, rows, "" if columns == rows else columns, language),
        "curve": _curve(game, component, _chosen(wanted.get("curve", ""), numbers)),
        "odds": _odds(game, component, _chosen(wanted.get("property", ""), fields), wanted, language),
    }


def _table(game: Game, component: str, rows: str, columns: str, language: str) -> dict[str, Any] | None:
    if not rows:
        return None
    table = count_table(game, component, rows, columns, language)
    return {
        "by": [rows, columns],
        "rows": table.rows,
        "columns": table.columns if columns else [],
        "cells": [[table.cells.get((row, column), (0, 0)) for column in table.columns] for row in table.rows],
        "rowSums": [table.row_sums[row] for row in table.rows],
        "columnSums": [table.column_sums[column] for column in table.columns],
        "whole": table.whole,
    }


def _curve(game: Game, component: str, field: str) -> dict[str, Any] | None:
    if not field:
        return None
    found = curve(game, component, field)
    return {
        "field": field,
        "counts": [[value, *numbers] for value, numbers in found.counts.items()],
        "mean": None if found.mean is None else float(found.mean),
        "median": found.middle,
        "lacking": found.lacking,
    }


def _odds(game: Game, component: str, field: str, wanted: Mapping[str, str], language: str) -> dict[str, Any] | None:
    if not field:
        return None
    values = count_table(game, component, field, "", language).rows
    value = _chosen(wanted.get("value", ""), values)
    cards, deck = having(game, component, field, value, language)
    given = wanted.get("hand", "")
    hand = min(max(int(given), 0) if given.isascii() and given.isdigit() else _HAND, deck)
    exactly = hand_odds(deck, cards, hand)
    return {
        "field": field,
        "values": values,
        "value": value,
        "with": cards,
        "deck": deck,
        "hand": hand,
        "expected": hand * cards / deck if deck else 0.0,
        "exactly": [float(chance) for chance in exactly],
        "atLeast": [float(chance) for chance in at_least(exactly)],
    }
