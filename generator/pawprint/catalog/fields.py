"""The interface of a field type, and how the declared fields of a component and the values of a record are read."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from pawprint.catalog.texts import ReadContext
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry, suggest
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader, report_unknown
from pawprint.source.reader import Node, ScalarNode

if TYPE_CHECKING:
    from pawprint.catalog.model import Component, Record, TemplatedText, Translated

FIELD_TYPES: "Registry[type[Field]]" = Registry("field type", "pawprint.fields")

#: component -> id -> record.
Records = Mapping[str, Mapping[str, "Record"]]


Components = Mapping[str, "Component"]
#: (code, message, help) of a faulty declaration.
DeclarationFault = tuple[str, str, str]


class UnresolvedReference(NamedTuple):
    """A reference between being read and being resolved, which needs all records."""

    component: str
    id: str
    node: Node


class Filler(Protocol):
    """Evaluates the expressions in the texts of one record; see `text_templates`."""

    record: "Record"
    findings: Findings

    def inside(self, fields: Mapping[str, Any]) -> "Filler":
        """The filler of the texts in a nested record with these *fields*."""

    def filled(self, typed: "TemplatedText", what: str, path: tuple[str | int, ...]) -> "Translated":
        """The text at *path* with its expressions filled in."""


class SchemaContext(NamedTuple):
    """The facts for the schema of a field: the languages of the game, its drafts, and the ids of every component."""

    languages: tuple[str, ...]
    ids: Mapping[str, tuple[str, ...]]
    drafts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Field:
    """A declared field. A field type is a subclass in `FIELD_TYPES`; the rest of the program asks its methods.

    Values are texts, numbers, truths, `Translated`, `ChoiceValue`, records, tuples and dictionaries of these, and None:
    what templates, comparisons and digests know.

    Attributes:
        name: as written; for messages, the path of a nested field.
        required: a record without it is a finding.
        default: the value of a record that leaves it out.
        about: its author's description; editors show it.
    """

    #: The word in `type:`.
    type: ClassVar[str] = ""
    #: The word of the declaration that the short form `{TYPE: ...}` gives; empty for a type without one.
    shorthand: ClassVar[str] = ""
    #: Whether it is computed from other records and must not be typed.
    derived: ClassVar[bool] = False
    #: Whether its values only tell layouts how a piece looks.
    for_layouts: ClassVar[bool] = False
    #: The kind of its cell in a spreadsheet, see `SpreadsheetColumn`.
    cell: ClassVar[str] = "word"

    name: str
    required: bool = True
    default: Any = None
    about: str = ""

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "Field":
        """Read the type's own words of the declaration; the common ones are read by `declare`."""
        return cls(name)

    def read(self, node: Node, reading: ReadContext) -> Any:
        """The value of *node*, or None after a finding."""
        raise NotImplementedError

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        """JSON Schema (draft 2020-12) of a value as written in YAML."""
        raise NotImplementedError

    @property
    def what(self) -> str:
        """Names it in messages."""
        return f"field '{self.name}'"

    @property
    def inner(self) -> Mapping[str, "Field"]:
        """The fields of the record inside it, by name; none for most types."""
        return {}

    @property
    def entry(self) -> "Field | None":
        """The field of each entry of a list; None for other types."""
        return None

    @property
    def by_language(self) -> bool:
        """True if its value may differ between languages."""
        return False

    @property
    def refers(self) -> bool:
        """True if its values lead to other records."""
        return any(field.refers for field in self.parts())

    def parts(self) -> Iterator["Field"]:
        """The fields directly inside it."""
        yield from self.inner.values()
        if self.entry is not None:
            yield self.entry

    def walk(self) -> Iterator["Field"]:
        """It and all fields inside it, at any depth."""
        yield self
        for part in self.parts():
            yield from part.walk()

    def default_for(self, identity: str) -> Any:
        """The value of the record *identity* where it leaves the field out."""
        return self.default

    def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str] | None:
        """Every value that it, or an entry of it, may have, as text; None where they cannot be listed.

        Args:
            ids: the ids of the records of every component.
        """
        return None

    def typed(self, text: str) -> str:
        """The value that a person means who types *text* into a cell, as it is written in a record."""
        return text

    def why_not(self, text: str, ids: Mapping[str, Collection[str]]) -> str:
        """Which values it can have, if it, or an entry of it, can never be *text*; empty if it can be."""
        possible = self.possible_values(ids)
        return "" if possible is None or text in possible else suggest(text, possible, "it can be")

    def test_values(self, constants: Collection[Any], ids: Mapping[str, Collection[str]]) -> Collection[Any] | None:
        """Values that it may have, enough for every outcome of comparisons with *constants*; None if unknown."""
        possible = None if self.entry is not None else self.possible_values(ids)
        return None if possible is None else (*possible, *(() if self.required else (self.default,)))

    def check(self, owner: "Component", components: Components, nested: bool) -> DeclarationFault | None:
        """The fault of its declaration among all *components* of the game, if there is one.

        Args:
            nested: True if the field is inside another field.
        """
        return None

    def resolve(self, value: Any, records: Records, findings: Findings) -> Any:
        """*value* with its references replaced by records; an unknown one is a finding and is left out."""
        return value

    def fill(self, value: Any, filler: "Filler", path: tuple[str | int, ...]) -> Any:
        """*value* at *path* of its record, with the expressions in its texts evaluated."""
        return value

    def derive(self, owner: "Component", records: Records) -> None:
        """Fill the field in all records of *owner*, for a derived type."""


FIELD_TYPES.accept(Field)


class InvalidField(Field):
    """A field whose faulty declaration has been reported: it accepts any value and keeps none."""

    def __init__(self, name: str) -> None:
        super().__init__(name, required=False)

    def read(self, node: Node, reading: ReadContext) -> Any:
        return None

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {}


def declare(name: str, node: Node | None, reading: ReadContext, prefix: str = "") -> Field:
    """A field from its declaration: `{type: int, min: 1}`, or the short forms `{ref: organisms}`,
    `{inverse: prey}` and a bare type name. An `InvalidField` one after a finding.
    """
    path = f"{prefix}.{name}" if prefix else name
    findings = reading.findings
    before = findings.count
    if node is None:
        return InvalidField(path)
    field: Field
    if isinstance(node, ScalarNode) and not node.empty:
        kind = _kind(path, node, findings)
        if kind is None:
            return InvalidField(path)
        field = kind.declared(
            path, FieldReader(reader.MappingNode(node.source, node.start), f"field '{path}'", findings), reading
        )
        return InvalidField(path) if findings.count > before else field
    field_reader = FieldReader(node, f"field '{path}'", findings)
    if not field_reader.ok:
        return InvalidField(path)
    short = next((kind for name in field_reader.names() if (kind := FIELD_TYPES.get(name)) and kind.shorthand), None)
    if short is not None:
        word: dict[str, Any] = {short.shorthand: field_reader.text(short.type) or ""}
        field = short(path, **word)
    else:
        type_node = field_reader.node_of("type", required=True)
        kind = None if type_node is None else _kind(path, type_node, findings)
        if kind is None:
            return InvalidField(path)
        field = kind.declared(path, field_reader, reading)
    default_node = field_reader.node_of("default")
    optional = field_reader.flag("optional", not field.required)
    about = field_reader.node_of("about")
    field_reader.finish()
    if isinstance(about, ScalarNode):
        field = replace(field, about=about.text)
    if default_node is not None:
        field = replace(field, required=False, default=field.read(default_node, reading))
    else:
        field = replace(field, required=not optional)
    return InvalidField(path) if findings.count > before else field


def _kind(path: str, node: Node, findings: Findings) -> "type[Field] | None":
    """The field type that a declaration names; None after a finding."""
    word = scalars.text(node, f"the type of field '{path}'", findings)
    kind = FIELD_TYPES.find(word) if word else None
    if word and kind is None:
        findings.add(
            "bad-declaration",
            f"field '{path}' has the type '{word}', which does not exist",
            node.span,
            FIELD_TYPES.help_for(word, "types are"),
        )
    return kind


def read_fields(
    node: reader.MappingNode,
    fields: Mapping[str, Field],
    what: str,
    reading: ReadContext,
    also: tuple[str, ...] = (),
    identity: str = "",
) -> dict[str, Any]:
    """The values of all *fields*; unknown and missing ones are findings.

    Args:
        node: the record as written.
        also: names that the record may have besides, read elsewhere.
        identity: the id of the record.
    """
    values: dict[str, Any] = {}
    entries = node.entries
    used = 0
    for name, field in fields.items():
        item = entries.get(name)
        if item is None:
            if field.required:
                where = entries.get("id", node).span
                reading.findings.add("missing-field", f"{what} has no '{name}'", where, f"add a line {name}: ...")
            values[name] = field.default_for(identity)
        else:
            used += 1
            value = field.read(item, reading)
            values[name] = field.default_for(identity) if value is None else value
    if used + sum(name in entries for name in also) < len(entries):
        derived = [name for name, field in fields.items() if field.derived]
        known = [*(name for name in fields if name not in derived), *also]
        report_unknown(node, what, known, reading.findings, derived)
    return values


def object_schema(fields: Mapping[str, Field], context: SchemaContext) -> dict[str, Any]:
    """Schema of a mapping with *fields*."""
    typed = {name: field for name, field in fields.items() if not field.derived}
    return {
        "type": "object",
        "properties": {
            name: ({"description": field.about} if field.about else {}) | field.schema(context)
            for name, field in typed.items()
        },
        "required": [name for name, field in typed.items() if field.required],
        "additionalProperties": False,
    }


def field_at(fields: Mapping[str, Field], path: Iterable[str]) -> Field | None:
    """The field at *path*, its steps names of fields; of a list, the field of its entries. None where it ends early."""
    field: Field | None = None
    for step in path:
        field = fields.get(step)
        if field is None:
            return None
        field = field.entry or field
        fields = field.inner
    return field
