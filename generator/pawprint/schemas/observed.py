"""Notes of what readers ask for in a sample -> the schema of such files."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pawprint.core.registry import other_spellings
from pawprint.schemas.page_words import meaning
from pawprint.yamlio.reader import MappingNode, Node, SequenceNode
from pawprint.yamlio.value_schemas import TEXT, FieldNotes, Schema, any_of, place_of

_NAMES = re.compile(r" ?('[^']*'|[0-9]+)")
#: What a note of a mapping or list says, which is less than its sample.
_PLAIN: tuple[Schema, ...] = ({}, {"type": "object"}, {"type": "array"})


def schema_of_sample(
    node: Node, notes: FieldNotes, noted: Schema | None = None, what: str = "", kind: str = ""
) -> Schema:
    """The schema of what *node* is a sample of.

    Args:
        noted: what is known from the reader of the field.
        what, kind: what it is and of which kind, for the documentation; by default as in messages.
    """
    noted = noted or {}
    if isinstance(node, SequenceNode):
        if noted != {"type": "array"}:
            return noted
        return noted | _if_any("items", [schema_of_sample(item, notes) for item in node.items])
    if not isinstance(node, MappingNode):
        return noted
    own = _mapping(node, notes, what, kind)
    return own if noted in _PLAIN else any_of(noted, own)


def what_of(subject: str) -> str:
    """What a mapping is, without names: `stock` of `stock 'poker'`."""
    head, of, whole = subject.partition(" of ") if subject.startswith("'") else ("", "", subject)
    return head + of + _NAMES.sub("", whole)


def _mapping(node: MappingNode, notes: FieldNotes, what: str, kind: str) -> Schema:
    place = place_of(node)
    fields = notes.fields.get(place, {})
    rest = [
        schema_of_sample(item, notes, {"type": "array"} if isinstance(item, SequenceNode) else None)
        for name, item in node.entries.items()
        if name not in fields
    ]
    if not fields:
        return {"type": "object"} | _if_any("additionalProperties", rest)
    what = what or what_of(notes.subjects.get(place, ""))
    properties: Schema = {}
    for name, noted in fields.items():
        item = node.get(name)
        schema = noted if item is None else schema_of_sample(item, notes, noted)
        text = meaning(what, name, kind)
        spelled = (name, *other_spellings(name))
        properties |= dict.fromkeys(spelled, ({"description": text} if text else {}) | schema)
    free = merged(rest) if place in notes.free else False
    result: Schema = {"type": "object", "properties": properties, "additionalProperties": free}
    required = notes.required.get(place, [])
    return result | ({"required": required} if required else {})


def _if_any(key: str, schemas: list[Schema]) -> Schema:
    schema = merged(schemas)
    return {key: schema} if schema else {}


def merged(schemas: Iterable[Schema]) -> Schema:
    """One schema for all that the samples *schemas* are of; a scalar among others is a text."""
    objects: list[Schema] = []
    others: list[Schema] = []
    for schema in schemas:
        (objects if "properties" in schema else others).append(schema)
    if not objects:
        return any_of(*others)
    whole = objects[0]
    for one in objects[1:]:
        whole = _joined(whole, one)
    return any_of(*(schema or TEXT for schema in others), whole)


def _joined(first: Schema, second: Schema) -> Schema:
    """What takes the properties of both mappings."""
    properties: dict[str, Any] = dict(first["properties"])
    for name, schema in second["properties"].items():
        properties[name] = _either(properties[name], schema) if name in properties else schema
    required = [name for name in first.get("required", ()) if name in second.get("required", ())]
    result = {**first, "properties": properties, "required": required}
    if not required:
        del result["required"]
    return result


def _either(first: Schema, second: Schema) -> Schema:
    if first == second:
        return first
    text = {key: value for key, value in {**second, **first}.items() if key == "description"}
    bare = [{key: value for key, value in one.items() if key != "description"} for one in (first, second)]
    return text | (merged(bare) if all(bare) else bare[0] or bare[1])


def by_kind(key: str, schemas: Mapping[str, Schema], what: str) -> Schema:
    """A mapping whose field *key* says which of *schemas* it is."""
    choices: Schema = {"enum": [*schemas]}
    text = meaning(what, key)
    cases = [
        {"if": {"properties": {key: {"const": name}}, "required": [key]}, "then": schema}
        for name, schema in schemas.items()
    ]
    return {
        "type": "object",
        "properties": {key: ({"description": text} if text else {}) | choices},
        "required": [key],
        "allOf": cases,
    }
