"""The types a game may give to its fields: how each is read, and how an editor's schema says it.

A type is a class: its attributes are what a declaration may say, `read` turns a node into a value (or None after
a finding), `schema` is its JSON Schema. A new type is one more class in this file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from pawprint.catalog.model import ChoiceValue, Translated
from pawprint.catalog.texts import ReadContext, spellings, text_schema, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry, suggest
from pawprint.yamlio import reader, scalars
from pawprint.yamlio.field_reader import FieldReader
from pawprint.yamlio.reader import Node, ScalarNode, SequenceNode

FIELD_TYPES: "Registry[type[Field]]" = Registry("field type")


class UnresolvedReference(NamedTuple):
    """A reference between being read and being resolved, which needs all records."""

    component: str
    id: str
    node: Node


@dataclass(frozen=True, eq=False, repr=False)
class Field:
    """A declared field.

    Attributes:
        name: as written; for messages, the path of a nested field.
        required: a record without it is a finding.
        default: the value of a record that leaves it out.
    """

    #: The word in `type:`.
    type: ClassVar[str] = ""
    #: Whether it is computed and must not be typed.
    derived: ClassVar[bool] = False

    name: str
    required: bool = True
    default: Any = None

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "Field":
        """Read the declaration's own words; the common ones are taken already."""
        return cls(name)

    def read(self, node: Node, reading: ReadContext) -> Any:
        """The value of *node*, or None after a finding."""
        raise NotImplementedError

    def schema(self, context: "SchemaContext") -> dict[str, Any]:
        """JSON Schema (draft 2020-12) of a value as written in YAML."""
        raise NotImplementedError

    @property
    def what(self) -> str:
        """Names it in messages."""
        return f"field '{self.name}'"


class SchemaContext(NamedTuple):
    """What the schema of a field needs: the game's languages and the ids of every component."""

    languages: tuple[str, ...]
    ids: Mapping[str, tuple[str, ...]]


@FIELD_TYPES("text")
@dataclass(frozen=True, eq=False, repr=False)
class TextField(Field):
    """Words for people; `translated: false` for a text that is the same in all languages."""

    type: ClassVar[str] = "text"
    translated: bool = True
    longest: int | None = None

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "TextField":
        return cls(name, translated=take.flag("translated", True), longest=take.integer("max", least=1))

    def read(self, node: Node, reading: ReadContext) -> Any:
        value: str | Translated | None
        if self.translated:
            value = translated(node, self.what, reading)
            texts = dict(value or {})
        else:
            value = scalars.text(node, self.what, reading.findings)
            texts = {} if value is None else {"": value}
        if self.longest is not None:
            for language, words in texts.items():
                if len(words) > self.longest:
                    where = node.entries[language] if isinstance(node, reader.MappingNode) else node
                    reading.findings.add(
                        "out-of-range",
                        f"{self.what} has {len(words)} characters; the most is {self.longest}",
                        where.span,
                        "shorten it",
                    )
        return value

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return text_schema(context.languages if self.translated else ())


@FIELD_TYPES("int")
@dataclass(frozen=True, eq=False, repr=False)
class IntField(Field):
    """A whole number."""

    type: ClassVar[str] = "int"
    least: int | None = None
    most: int | None = None

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "IntField":
        return cls(name, least=take.integer("min"), most=take.integer("max"))

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.integer(node, self.what, reading.findings, self.least, self.most)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "integer"} | _limits(self.least, self.most)


@FIELD_TYPES("number")
@dataclass(frozen=True, eq=False, repr=False)
class NumberField(Field):
    """A number, with a decimal point if needed."""

    type: ClassVar[str] = "number"
    least: float | None = None
    most: float | None = None

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "NumberField":
        return cls(name, least=take.number("min"), most=take.number("max"))

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.number(node, self.what, reading.findings, self.least, self.most)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "number"} | _limits(self.least, self.most)


@FIELD_TYPES("flag")
@dataclass(frozen=True, eq=False, repr=False)
class FlagField(Field):
    """true or false; left out, it is false."""

    type: ClassVar[str] = "flag"
    required: bool = False
    default: Any = False

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.flag(node, self.what, reading.findings)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "boolean"}


@FIELD_TYPES("choice")
@dataclass(frozen=True, eq=False, repr=False)
class ChoiceField(Field):
    """One of the declared choices; a mapping of choices gives each its printed name."""

    type: ClassVar[str] = "choice"
    choices: tuple[ChoiceValue, ...] = ()

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "ChoiceField":
        node = take.node_of("choices", required=True)
        if isinstance(node, reader.MappingNode):
            choices = tuple(
                ChoiceValue(key, translated(item, f"the name of choice '{key}' of {take.what}", reading))
                for key, item in node.entries.items()
            )
        else:
            choices = tuple(ChoiceValue(value) for value in take.texts("choices"))
        return cls(name, choices=choices)

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.choice(node, self.what, reading.findings, self.choices)
        return None if value is None else next(choice for choice in self.choices if choice == value)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"enum": [spelling for choice in self.choices for spelling in spellings(choice)]}


@FIELD_TYPES("ref")
@dataclass(frozen=True, eq=False, repr=False)
class RefField(Field):
    """The id of a record of the component `to`."""

    type: ClassVar[str] = "ref"
    to: str = ""

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "RefField":
        return cls(name, to=take.text("to", required=True) or "")

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.text(node, self.what, reading.findings)
        return None if value is None else UnresolvedReference(self.to, value, node)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        ids = context.ids.get(self.to, ())
        return {"enum": [spelling for one in ids for spelling in spellings(one)]} if ids else text_schema()


@FIELD_TYPES("list")
@dataclass(frozen=True, eq=False, repr=False)
class ListField(Field):
    """Several values of one type; left out, it is empty (unless `min` asks for some)."""

    type: ClassVar[str] = "list"
    required: bool = False
    default: Any = ()
    of: Field | None = None
    least: int = 0
    most: int | None = None
    unique: bool = False

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "ListField":
        inner = declare(name, take.node_of("of", required=True), reading)
        least = take.integer("min", least=0) or 0
        return cls(
            name,
            required=least > 0,
            of=inner,
            least=least,
            most=take.integer("max", least=0),
            unique=take.flag("unique"),
        )

    def read(self, node: Node, reading: ReadContext) -> Any:
        if not isinstance(node, SequenceNode):
            scalars.wrong_type(node, self.what, "a list", reading.findings, "write [a, b, c]")
            return None
        if len(node.items) < self.least or (self.most is not None and len(node.items) > self.most):
            wanted = f"at least {self.least}" if len(node.items) < self.least else f"at most {self.most}"
            reading.findings.add(
                "out-of-range",
                f"{self.what} has {len(node.items)} entries; it takes {wanted}",
                node.span,
                "add some" if len(node.items) < self.least else "remove some",
            )
        if self.unique:
            seen: set[str] = set()
            for item in node.items:
                if isinstance(item, ScalarNode) and item.text in seen:
                    reading.findings.add(
                        "out-of-range", f"{self.what} names '{item.text}' twice", item.span, "remove one"
                    )
                elif isinstance(item, ScalarNode):
                    seen.add(item.text)
        if self.of is None:
            return None
        values = [self.of.read(item, reading) for item in node.items]
        return tuple(value for value in values if value is not None)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        result: dict[str, Any] = {"type": "array", "items": self.of.schema(context) if self.of else {}}
        if self.least:
            result["minItems"] = self.least
        if self.most is not None:
            result["maxItems"] = self.most
        if self.unique:
            result["uniqueItems"] = True
        return result


@FIELD_TYPES("inverse")
@dataclass(frozen=True, eq=False, repr=False)
class InverseField(Field):
    """Derived: the records whose field (`of: prey`, or `of: cats.clan`) names this one."""

    type: ClassVar[str] = "inverse"
    derived: ClassVar[bool] = True
    required: bool = False
    default: Any = ()
    of: str = ""

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "InverseField":
        return cls(name, of=take.text("of", required=True) or "")

    def read(self, node: Node, reading: ReadContext) -> Any:
        reading.findings.add(
            "unknown-field", f"{self.what} is derived from '{self.of}' and must not be typed", node.span, "remove it"
        )

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"not": {}}


@dataclass(frozen=True, eq=False, repr=False)
class _FileName(Field):
    """The name of a drawing, without its ending."""

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.text(node, self.what, reading.findings)
        if value is None or not scalars.escapes_folder(value):
            return value
        message = f"{self.what} is '{value}', which leads out of its folder"
        reading.findings.add("path-outside", message, node.span, "name a file in it")
        return None

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return text_schema()


@FIELD_TYPES("art")
@dataclass(frozen=True, eq=False, repr=False)
class ArtField(_FileName):
    """A drawing in the layouts' `art` folder; left out, the one named as the record's id."""

    type: ClassVar[str] = "art"
    required: bool = False


@FIELD_TYPES("icon")
@dataclass(frozen=True, eq=False, repr=False)
class IconField(_FileName):
    """A drawing in the layouts' `icons` folder."""

    type: ClassVar[str] = "icon"


@FIELD_TYPES("colour")
@dataclass(frozen=True, eq=False, repr=False)
class ColourField(Field):
    """`'#rrggbb'`, or a name of the palette, which the layouts know."""

    type: ClassVar[str] = "colour"

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.text(node, self.what, reading.findings, scalars.UNQUOTED)
        if value is not None and value.startswith("#"):
            parsed = scalars.colour(node, self.what, reading.findings)
            return None if parsed is None else str(parsed)
        return value

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return text_schema() | {"pattern": "^(#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}|[^#].*)$"}


@FIELD_TYPES("record")
@dataclass(frozen=True, eq=False, repr=False)
class RecordField(Field):
    """Fields inside a field."""

    type: ClassVar[str] = "record"
    fields: Mapping[str, Field] | None = None

    @classmethod
    def declared(cls, name: str, take: FieldReader, reading: ReadContext) -> "RecordField":
        fields = {
            key: declare(key, node, reading, prefix=name) for key, _, node in take.entries("fields", required=True)
        }
        return cls(name, fields=fields)

    def read(self, node: Node, reading: ReadContext) -> Any:
        if not isinstance(node, reader.MappingNode):
            scalars.wrong_type(
                node, self.what, "a mapping", reading.findings, f"write {{{', '.join(self.fields or {})}: ...}}"
            )
            return None
        return read_fields(node, self.fields or {}, self.what, reading)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return object_schema(self.fields or {}, context)


@dataclass(frozen=True, eq=False, repr=False)
class InvalidField(Field):
    """A field whose declaration is at fault, which has been said: any value will do, and none is kept."""

    required: bool = False

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
    take = FieldReader(node, f"field '{path}'", findings)
    if not take.ok:
        return InvalidField(path)
    if "ref" in take:
        field = RefField(path, to=take.text("ref") or "")
    elif "inverse" in take:
        field = InverseField(path, of=take.text("inverse") or "")
    else:
        type_node = take.node_of("type", required=True)
        kind = None if type_node is None else _kind(path, type_node, findings)
        if kind is None:
            return InvalidField(path)
        field = kind.declared(path, take, reading)
    default_node = take.node_of("default")
    optional = take.flag("optional", not field.required)
    take.node_of("about")  # a word to the reader of the declaration; shown by editors
    take.finish()
    if default_node is not None:
        field = replace(field, required=False, default=field.read(default_node, reading))
    else:
        field = replace(field, required=not optional)
    return InvalidField(path) if findings.count > before else field


def _kind(path: str, node: Node, findings: Findings) -> "type[Field] | None":
    """The field type that a declaration names; None after a finding."""
    word = scalars.text(node, f"the type of field '{path}'", findings)
    kind = FIELD_TYPES.get(word) if word else None
    if word and kind is None:
        findings.add(
            "bad-declaration",
            f"field '{path}' has the type '{word}', which does not exist",
            node.span,
            suggest(word, FIELD_TYPES, "types are"),
        )
    return kind


def read_fields(
    node: reader.MappingNode, fields: Mapping[str, Field], what: str, reading: ReadContext, also: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The values of all *fields*; unknown and missing ones are findings.

    Args:
        node: the record as written.
        also: names that the record may have besides, read by somebody else.
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
            values[name] = field.default
        else:
            used += 1
            value = field.read(item, reading)
            values[name] = field.default if value is None else value
    if used + sum(name in entries for name in also) < len(entries):
        known = [*(name for name, field in fields.items() if not field.derived), *also]
        for name in entries:
            if name not in fields and name not in also:
                reading.findings.add(
                    "unknown-field",
                    f"{what} has no field '{name}'",
                    node.keys[name].span,
                    suggest(name, known, "fields are"),
                )
    return values


def object_schema(fields: Mapping[str, Field], context: SchemaContext) -> dict[str, Any]:
    """Schema of a mapping with *fields*."""
    typed = {name: field for name, field in fields.items() if not field.derived}
    return {
        "type": "object",
        "properties": {name: field.schema(context) for name, field in typed.items()},
        "required": [name for name, field in typed.items() if field.required],
        "additionalProperties": False,
    }


def _limits(least: float | None, most: float | None) -> dict[str, Any]:
    limits = {"minimum": least, "maximum": most}
    return {word: limit for word, limit in limits.items() if limit is not None}
