"""Game -> JSON data for the page: components, pieces with their fields and places, findings, and tables of records."""

from collections.abc import Mapping
from typing import Any

from pawprint.catalog.columns import SpreadsheetColumn, columns_of, field_of_column
from pawprint.catalog.fields import SchemaContext
from pawprint.catalog.model import DATA, Component, Game, Record
from pawprint.catalog.plain_values import plain_value
from pawprint.core.source import Span
from pawprint.documents.declarations import piece_names
from pawprint.interchange.spreadsheets.cell_values import cell_text
from pawprint.preview._changed_pieces import key_of
from pawprint.preview._play_tables import can_be_played
from pawprint.preview.session import PieceFinding, Session

#: Values that the page leaves out.
_EMPTY: tuple[Any, ...] = (None, [], {}, "")


def overview(session: Session) -> list[dict[str, Any]]:
    """Id and title of each game."""
    return [{"id": name, "title": game.title if game else {"": name}} for name, game in session.games.items()]


def game_data(session: Session, name: str, edition: str = "") -> dict[str, Any]:
    """Everything that the page shows of a game but its pictures; no pieces if the game could never be read."""
    with session.lock:
        game = session.games[name]
        data: dict[str, Any] = {
            "id": name,
            "papers": session.papers,
            "findings": findings_data(session, name),
            "outdated": session.outdated(name),
        }
        if game is None:
            return data | {"title": {"": name}, "languages": [], "editions": {}, "components": [], "pieces": []}
        if edition in game.editions:
            game = game.in_edition(edition)
        sizes = session.sizes(game)
        components = [
            {
                "name": component.name,
                "title": component.title,
                "kind": component.kind,
                "back": bool(component.backs),
                "size": sizes.get(component.name),
                "fields": {field: kind.type for field, kind in component.fields.items()},
            }
            for component in game.components.values()
            if component.kind != DATA
        ]
        names = piece_names(game)
        pieces = [
            _piece(record, game, names) for component in components for record in game.pieces(str(component["name"]))
        ]
        return data | {
            "title": game.title,
            "languages": game.languages,
            "editions": {edition.name: edition.title for edition in game.editions.values()},
            "edition": game.edition,
            "playable": can_be_played(game),
            "revision": session.revision(name),
            "components": components,
            "pieces": pieces,
        }


def findings_data(session: Session, name: str) -> list[dict[str, Any]]:
    """The findings of a game, by place."""
    return [_finding(item) for item in session.findings(name)]


def _piece(record: Record, game: Game, names: Mapping[tuple[str, str, str], str]) -> dict[str, Any]:
    fields = {name: data for name, value in record.values.items() if (data := _value(value)) not in _EMPTY}
    named = {language: names.get((record.component, record.id, language), "") for language in game.languages}
    name = {"name": {"text": named}} if any(named.values()) else {}
    return name | {
        "key": key_of(record),
        "component": record.component,
        "id": record.id,
        "copies": record.copies_in(game.edition),
        "place": _place(record.span()),
        "fields": fields,
    }


def _value(value: Any) -> Any:
    """A value as JSON: a text in several languages is {"text": {language: text}}, a reference its id."""
    return plain_value(
        value,
        text=lambda words: {"text": dict(words)},
        reference=lambda record: record.id,
        choice=lambda choice: {"text": dict(choice.labels), "id": str(choice)} if choice.labels else str(choice),
        nested=lambda fields: {"record": {name: item for name, item in fields.items() if item not in _EMPTY}},
    )


def _place(span: Span) -> str:
    """`file:line`."""
    return f"{span.source.name}:{span.line}"


def _finding(item: PieceFinding) -> dict[str, Any]:
    finding, span = item.finding, item.finding.span
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "help": finding.help,
        "rule": finding.rule,
        "place": "" if span is None else str(span),
        "line": "" if span is None else span.source.window(span.line, 0, 200, 0)[0],
        "piece": item.piece,
    }


# --- the records of components as tables ------------------------------------------------------------------------------


def tables_data(session: Session, name: str, component: str = "", record: str = "") -> dict[str, Any]:
    """The table of each component of a game, of *component* alone, or with *record* alone.

    Raises:
        LookupError: there is no such game, component or record.
    """
    with session.lock:
        game = session.games[name]
        if game is None:
            raise LookupError(name)
        components = [game.components[component]] if component else [*game.components.values()]
        if record:
            _ = game.records[component][record]
        return {"components": [_table(game, component, record) for component in components]}


def _table(game: Game, component: Component, only: str) -> dict[str, Any]:
    columns = columns_of(game, component)
    ids = {name: tuple(records) for name, records in game.records.items()}
    records: Mapping[str, Record] = game.records[component.name]
    return {
        "name": component.name,
        "title": component.title,
        "data": component.kind == DATA,
        "columns": [_column(game, component, column, ids) for column in columns],
        "rows": [
            {
                "id": record.id,
                "place": f"{record.node.source.name}:{record.span().line}",
                "cells": [cell_text(record.node, column) for column in columns],
            }
            for record in records.values()
            if not only or record.id == only
        ],
    }


def _column(
    game: Game, component: Component, column: SpreadsheetColumn, ids: Mapping[str, tuple[str, ...]]
) -> dict[str, Any]:
    """A column: `field` is what its languages or editions have in common, `variant` the language or edition."""
    path = column.path[:-1] if column.each else column.path
    field = field_of_column(component, column)
    options = column.options
    limits: Mapping[str, Any] = {}
    required = False
    if field is not None:
        required = field.required
        limits = field.schema(SchemaContext(game.languages, ids)) if column.kind == "number" else {}
        if column.kind == "list":
            options = tuple(field.possible_values(game.records) or ())
    elif path == ("editions",):
        options = component.editions or tuple(game.editions)
    elif path == ("copies",):
        limits = {"type": "integer", "minimum": 0}
    return {
        "header": column.header,
        "field": ".".join(path),
        "variant": column.path[-1] if column.each else "",
        "kind": column.kind,
        "of": column.of,
        "options": options,
        "required": required,
        "whole": limits.get("type") == "integer",
        "least": limits.get("minimum"),
        "most": limits.get("maximum"),
    }
