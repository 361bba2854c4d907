"""A JSON Schema for a game's files, so that editors complete and check fields during typing."""

from typing import Any

from pawprint.catalog.editions import MAX_COPIES
from pawprint.catalog.fields import SchemaContext, object_schema
from pawprint.catalog.model import Game
from pawprint.source.value_schemas import spellings

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def game_schema(game: Game) -> dict[str, Any]:
    """The schema (draft 2020-12) of the record files of *game*, with the game's own fields, choices and ids."""
    ids = {name: tuple(records) for name, records in game.records.items()}
    context = SchemaContext(game.languages, ids, game.draft_languages)
    properties: dict[str, Any] = {}
    sources = {"enum": [spelling for name in game.sources for spelling in spellings(name)]}
    copies: dict[str, Any] = {"type": "integer", "minimum": 0, "maximum": MAX_COPIES}
    common: dict[str, Any] = {
        "id": {"type": ["string", "integer"], "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$", "maxLength": 80},
        "copies": copies | {"default": 1},
        "grammar": {"type": "object", "additionalProperties": {"type": "string"}},
        "assumes": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
    }
    if game.sources:
        common["origin"] = {"anyOf": [sources, {"type": "object", "additionalProperties": sources}]}
    if game.editions:
        names = {"enum": [spelling for name in game.editions for spelling in spellings(name)]}
        common["copies"] = {"anyOf": [copies, _one_for_each(tuple(game.editions), copies)], "default": 1}
        common["editions"] = {"anyOf": [names, {"type": "array", "items": names}]}
    for component in game.components.values():
        record = object_schema(component.fields, context)
        record["properties"] = {**common, **record["properties"]}
        record["required"] = ["id", *record["required"]]
        properties[component.name] = {
            "description": next(iter(component.title.values()), component.name),
            "type": "array",
            "items": record,
        }
    return {
        "$schema": DRAFT,
        "title": f"{game.id}: cards, tiles and tokens",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _one_for_each(names: tuple[str, ...], value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(names, value),
        "required": [*names],
        "additionalProperties": False,
    }
