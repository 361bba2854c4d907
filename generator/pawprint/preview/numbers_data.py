"""Numbers about a game -> JSON for the page, which draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.catalog.model import DATA, Game
from pawprint.preview.game_numbers import (
    at_least,
    categories,
    count_table,
    curve,
    hand_odds,
    having,
    numeric_fields,
    text_counts,
)
from pawprint.preview.session import Session

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
            "components": [[one, game.components[one].title] for one in shown],
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
                "texts": {one: count._asdict() for one, count in text_counts(game, component.name).items()},
                "errors": found.pop((component.name, "error"), 0),
                "warnings": found.pop((component.name, "warning"), 0),
            }
        )
    other = {severity: sum(n for (_, one), n in found.items() if one == severity) for severity in ("error", "warning")}
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
        "exactly": [float(one) for one in exactly],
        "atLeast": [float(one) for one in at_least(exactly)],
    }
