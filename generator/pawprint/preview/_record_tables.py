"""The records of components -> JSON: their columns, with what a widget has to know of each, and the text of cells."""

from collections.abc import Mapping
from typing import Any

from pawprint.catalog.columns import SpreadsheetColumn, columns_of, field_of_column
from pawprint.catalog.fields import SchemaContext
from pawprint.catalog.model import DATA, Component, Game, Record
from pawprint.interchange.spreadsheets.cell_values import cell_text
from pawprint.preview.session import Session


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
        return {"components": [_table(game, one, record) for one in components]}


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
