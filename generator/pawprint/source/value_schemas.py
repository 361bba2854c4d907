"""JSON Schemas of what the readers of values take, and the notes that the readers of mappings make of their fields.

So a schema for editors says what the reader says: nothing about a field is written twice.
"""

import json
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from pawprint.core.diagnostics import Findings

if TYPE_CHECKING:
    from pawprint.source.reader import MappingNode, Node

Place = tuple[str, int]
#: A JSON Schema (draft 2020-12).
Schema = dict[str, Any]

F = TypeVar("F", bound=Callable[..., Any])
_SCHEMAS: dict[Any, Schema | Callable[..., Schema]] = {}

#: What an editor takes for a number or a truth is a text too.
TEXT: Schema = {"type": ["string", "number", "boolean"]}
#: `Length.parse` says more about it.
LENGTH: Schema = {"type": "string", "pattern": r"^\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)\s*(mm|cm|in|pt)\s*$"}
COLOUR: Schema = {"type": "string", "pattern": "^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$"}


def takes(schema: Schema | Callable[..., Schema]) -> Callable[[F], F]:
    """Declare what the decorated reader of values takes; a function gets the keywords that limit it."""

    def declare(function: F) -> F:
        _SCHEMAS[function] = schema
        return function

    return declare


def schema_of(parse: Callable[..., Any]) -> Schema:
    """The schema of the values that a reader accepts: `{}` (anything) if it declares none."""
    if isinstance(parse, partial):
        schema = _SCHEMAS.get(parse.func, {})
        return schema(**parse.keywords) if callable(schema) else schema
    schema = _SCHEMAS.get(getattr(parse, "__func__", parse), {})
    return schema() if callable(schema) else schema


def spellings(text: str) -> list[str | int | float | bool | None]:
    """*text*, and what an editor takes it for where it stands without quotes: `7` is a number there, `true` a truth."""
    try:
        value = json.loads(text)
    except ValueError:
        return [text]
    return [text] if isinstance(value, (str, list, dict)) else [text, value]


def any_of(*schemas: Schema) -> Schema:
    """A schema that accepts what any of *schemas* accepts; empty schemas are left out."""
    kinds: list[Schema] = []
    for schema in schemas:
        for kind in schema["anyOf"] if set(schema) == {"anyOf"} else [schema]:
            if kind and kind not in kinds:
                kinds.append(kind)
    return kinds[0] if len(kinds) == 1 else {"anyOf": kinds} if kinds else {}


class FieldNotes(Findings):
    """Findings about samples, with notes of the fields that readers ask for.

    Attributes:
        fields: place of a mapping -> field -> what it takes.
        required: place -> fields that the mapping must have.
        subjects: place -> what the mapping is, as messages say it: `stock 'poker'`.
        free: places of mappings that may have any names.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[Place, dict[str, Schema]] = {}
        self.required: dict[Place, list[str]] = {}
        self.subjects: dict[Place, str] = {}
        self.free: set[Place] = set()

    def begin(self, node: "MappingNode", what: str) -> None:
        """Note that *node* is read as *what*."""
        self.fields.setdefault(place_of(node), {})
        self.subjects[place_of(node)] = what

    def note(self, node: "MappingNode", key: str, schema: Schema | None = None, required: bool = False) -> None:
        """Note a field of *node*."""
        place = place_of(node)
        known = self.fields.setdefault(place, {})
        known[key] = any_of(known.get(key, {}), schema or {})
        if required and key not in self.required.setdefault(place, []):
            self.required[place].append(key)

    def note_free(self, node: "Node") -> None:
        """Note that *node* may have any names."""
        self.free.add(place_of(node))


def place_of(node: "Node") -> Place:
    """The name of the file, and the offset at which *node* begins. A mapping that is merged of others keeps one."""
    return node.source.name, node.start
