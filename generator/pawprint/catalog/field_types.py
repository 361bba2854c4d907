"""The types a game may give to its fields.

A type is a class with all its sides: its attributes are what a declaration may say, `read` turns a node into a value
(or None after a finding), `schema` is its JSON Schema, and the other methods of `Field` say how spreadsheets, layouts,
checks and references treat its values. A new type is one more class in this module; texts have their own.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath
from typing import Any, ClassVar

from pawprint.catalog.fields import (
    FIELD_TYPES,
    Components,
    DeclarationFault,
    Field,
    Filler,
    InvalidField,
    Records,
    SchemaContext,
    UnresolvedReference,
    declare,
    object_schema,
    read_fields,
)
from pawprint.catalog.model import ChoiceValue, Component, Record, TemplatedText, Translated
from pawprint.catalog.text_templates import BEGIN
from pawprint.catalog.texts import ReadContext, text_schema, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.value_schemas import spellings

# --- What the types of fields for numbers have in common: limits, and which numbers tell comparisons apart ------------


@dataclass(frozen=True, eq=False, repr=False)
class RangedField(Field):
    """A number from *least* to *most*; None for no limit."""

    #: Whether it has no decimals.
    whole: ClassVar[bool] = False
    least: float | None = None
    most: float | None = None

    @property
    def limits(self) -> dict[str, float]:
        """Its limits as words of JSON Schema."""
        limits = {"minimum": self.least, "maximum": self.most}
        return {word: limit for word, limit in limits.items() if limit is not None}

    def _within(self, number: float) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def why_not(self, text: str, ids: Mapping[str, Collection[str]]) -> str:
        try:
            good = math.isfinite(float(text)) and self._within(float(text))
        except ValueError:
            good = False
        if good or text == str(self.default):
            return ""
        limits = [f"at least {self.least:g}"] if self.least is not None else []
        limits += [f"at most {self.most:g}"] if self.most is not None else []
        return f"it is a number{', ' if limits else ''}{' and '.join(limits)}"

    def test_values(self, constants: Collection[Any], ids: Mapping[str, Collection[str]]) -> Collection[Any]:
        """The numbers of *constants* and others between, below and above them."""
        numbers: list[float] = [
            constant for constant in constants if isinstance(constant, (int, float)) and math.isfinite(constant)
        ]
        numbers = sorted({0, *numbers, *(limit for limit in (self.least, self.most) if limit is not None)})
        near: list[float]
        if self.whole:
            near = [math.floor(constant) + away for constant in numbers for away in (-1, 0, 1, 2)]
        else:
            near = [
                numbers[0] - 1,
                *numbers,
                *((lower + upper) / 2 for lower, upper in pairwise(numbers)),
                numbers[-1] + 1,
            ]
        return [*filter(self._within, sorted({*near})), *(() if self.required else (self.default,))]


# --- field types ------------------------------------------------------------------------------------------------------


@FIELD_TYPES("int")
@dataclass(frozen=True, eq=False, repr=False)
class IntField(RangedField):
    """A whole number."""

    type: ClassVar[str] = "int"
    whole: ClassVar[bool] = True
    cell: ClassVar[str] = "number"
    least: int | None = None
    most: int | None = None

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "IntField":
        return cls(name, least=field_reader.integer("min"), most=field_reader.integer("max"))

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.integer(node, self.what, reading.findings, self.least, self.most)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "integer"} | self.limits


@FIELD_TYPES("number")
class NumberField(RangedField):
    """A number, with a decimal point if needed."""

    type: ClassVar[str] = "number"
    cell: ClassVar[str] = "number"

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "NumberField":
        return cls(name, least=field_reader.number("min"), most=field_reader.number("max"))

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.number(node, self.what, reading.findings, self.least, self.most)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "number"} | self.limits


@FIELD_TYPES("flag")
class FlagField(Field):
    """true or false; left out, it is false."""

    type: ClassVar[str] = "flag"
    cell: ClassVar[str] = "flag"

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "FlagField":
        return cls(name, required=False, default=False)

    def read(self, node: Node, reading: ReadContext) -> Any:
        return scalars.flag(node, self.what, reading.findings)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": "boolean"}

    def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str]:
        return ("true", "false")

    def test_values(self, constants: Collection[Any], ids: Mapping[str, Collection[str]]) -> Collection[Any]:
        return (True, False)


@FIELD_TYPES("choice")
@dataclass(frozen=True, eq=False, repr=False)
class ChoiceField(Field):
    """One of the declared choices; a mapping of choices gives each its printed name."""

    type: ClassVar[str] = "choice"
    choices: tuple[ChoiceValue, ...] = ()

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "ChoiceField":
        field_reader.describe("choices", {"type": "object"})
        node = field_reader.node_of("choices", required=True)
        if isinstance(node, reader.MappingNode):
            choices = tuple(
                ChoiceValue(key, translated(item, f"the name of choice '{key}' of {field_reader.what}", reading))
                for key, item in node.entries.items()
            )
        else:
            choices = tuple(ChoiceValue(value) for value in field_reader.texts("choices"))
        return cls(name, choices=choices)

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.choice(node, self.what, reading.findings, self.choices)
        return None if value is None else next(choice for choice in self.choices if choice == value)

    def typed(self, text: str) -> str:
        word = text.strip().casefold()
        for choice in self.choices if text not in self.choices else ():
            if word in (choice.casefold(), *(label.casefold() for label in (choice.labels or {}).values())):
                return str(choice)
        return text

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"enum": [spelling for choice in self.choices for spelling in spellings(choice)]}

    def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str]:
        return tuple(str(choice) for choice in self.choices)


@FIELD_TYPES("ref")
@dataclass(frozen=True, eq=False, repr=False)
class RefField(Field):
    """The id of a record of the component `to`."""

    type: ClassVar[str] = "ref"
    shorthand: ClassVar[str] = "to"
    to: str = ""

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "RefField":
        return cls(name, to=field_reader.text("to", required=True) or "")

    def read(self, node: Node, reading: ReadContext) -> Any:
        value = scalars.text(node, self.what, reading.findings)
        return None if value is None else UnresolvedReference(self.to, value, node)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        ids = context.ids.get(self.to, ())
        return {"enum": [spelling for identity in ids for spelling in spellings(identity)]} if ids else text_schema()

    @property
    def refers(self) -> bool:
        return True

    def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str]:
        return ids.get(self.to, ())

    def check(self, owner: Component, components: Components, nested: bool) -> DeclarationFault | None:
        if self.to in components:
            return None
        message = f"field '{self.name}' refers to the component '{self.to}', which the game does not have"
        return "unknown-component", message, suggest(self.to, components, "components are")

    def resolve(self, value: Any, records: Records, findings: Findings) -> Any:
        if value.__class__ is not UnresolvedReference:
            return value
        record = records.get(value.component, {}).get(value.id)
        if record is None and value.component in records:  # an unknown component is reported at its declaration
            findings.add(
                "unknown-reference",
                f"{self.what} names '{value.id}', which is not among the {value.component}",
                value.node.span,
                suggest(value.id, records[value.component]),
            )
        return record


@FIELD_TYPES("list")
@dataclass(frozen=True, eq=False, repr=False)
class ListField(Field):
    """Several values of one type; empty if omitted, unless `min` requires values."""

    type: ClassVar[str] = "list"
    cell: ClassVar[str] = "tree"
    required: bool = False
    default: Any = ()
    of: Field | None = None
    least: int = 0
    most: int | None = None
    unique: bool = False

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "ListField":
        inner = declare(name, field_reader.node_of("of", required=True), reading)
        least = field_reader.integer("min", least=0) or 0
        return cls(
            name,
            required=least > 0,
            of=inner,
            least=least,
            most=field_reader.integer("max", least=0),
            unique=field_reader.flag("unique"),
        )

    def read(self, node: Node, reading: ReadContext) -> Any:
        if not isinstance(node, SequenceNode):
            scalars.wrong_type(node, self.what, "a list", reading.findings, "write [a, b, c]")
            return None
        if len(node.items) < self.least or (self.most is not None and len(node.items) > self.most):
            limit = f"at least {self.least}" if len(node.items) < self.least else f"at most {self.most}"
            reading.findings.add(
                "out-of-range",
                f"{self.what} has {len(node.items)} entries; it takes {limit}",
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

    @property
    def entry(self) -> Field | None:
        return self.of

    def possible_values(self, ids: Mapping[str, Collection[str]]) -> Collection[str] | None:
        return None if self.of is None else self.of.possible_values(ids)

    def resolve(self, value: Any, records: Records, findings: Findings) -> Any:
        if self.of is None or value.__class__ is not tuple:
            return value
        items = [self.of.resolve(item, records, findings) for item in value]
        return tuple(item for item in items if item is not None)

    def fill(self, value: Any, filler: Filler, path: tuple[str | int, ...]) -> Any:
        if self.of is None or value.__class__ is not tuple:
            return value
        return tuple(self.of.fill(item, filler, (*path, index)) for index, item in enumerate(value))


@FIELD_TYPES("inverse")
@dataclass(frozen=True, eq=False, repr=False)
class InverseField(Field):
    """Derived: the records whose field (`of: prey`, or `of: cats.clan`) names this one."""

    type: ClassVar[str] = "inverse"
    shorthand: ClassVar[str] = "of"
    derived: ClassVar[bool] = True
    required: bool = False
    default: Any = ()
    of: str = ""

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "InverseField":
        return cls(name, of=field_reader.text("of", required=True) or "")

    def read(self, node: Node, reading: ReadContext) -> Any:
        reading.findings.add(
            "unknown-field", f"{self.what} is derived from '{self.of}' and must not be typed", node.span, "remove it"
        )

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"not": {}}

    @property
    def refers(self) -> bool:
        return True

    def source_of(self, owner: str) -> tuple[str, str]:
        """(component, field) whose references it collects, for a field of the component *owner*."""
        component, dot, name = self.of.rpartition(".")
        return (component, name) if dot else (owner, self.of)

    def check(self, owner: Component, components: Components, nested: bool) -> DeclarationFault | None:
        if nested:
            message = f"field '{self.name}' is an inverse inside another field"
            return "bad-declaration", message, "declare it beside the other fields of the component"
        source, name = self.source_of(owner.name)
        fields = components[source].fields if source in components else {}
        there = fields.get(name)
        pointing = there and (there.entry or there)
        if isinstance(there, InvalidField) or (isinstance(pointing, RefField) and pointing.to == owner.name):
            return None
        able = [candidate for candidate, field in fields.items() if not field.derived and field.refers]
        help = (
            suggest(name, able, "fields with references are") if source in components else suggest(source, components)
        )
        why = "which is not a field" if there is None else f"which does not refer to the {owner.name}"
        return "bad-declaration", f"field '{self.name}' is the inverse of '{self.of}', {why}", help

    def derive(self, owner: Component, records: Records) -> None:
        source, name = self.source_of(owner.name)
        pointed: dict[str, list[Record]] = {identity: [] for identity in records[owner.name]}
        for record in records.get(source, {}).values():
            value = record.values.get(name)
            for target in value if isinstance(value, tuple) else (value,):
                if isinstance(target, Record) and pointed.get(target.id) is not None:
                    pointed[target.id].append(record)
        for identity, pointing in pointed.items():
            records[owner.name][identity].values[self.name] = tuple(pointing)  # type: ignore[index]


class _FileName(Field):
    """The name of a drawing, without its ending."""

    for_layouts: ClassVar[bool] = True

    def typed(self, text: str) -> str:
        return PurePosixPath(text.replace("\\", "/")).stem if text.lower().endswith(".svg") else text

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
class ArtField(_FileName):
    """A drawing in the layouts' `art` folder; left out, the one named as the record's id."""

    type: ClassVar[str] = "art"

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "ArtField":
        return cls(name, required=False)

    def default_for(self, identity: str) -> Any:
        return identity if self.default is None else self.default


@FIELD_TYPES("icon")
class IconField(_FileName):
    """A drawing in the layouts' `icons` folder."""

    type: ClassVar[str] = "icon"


@FIELD_TYPES("colour")
class ColourField(Field):
    """`'#rrggbb'`, or a name of the palette, which the layouts know."""

    type: ClassVar[str] = "colour"
    for_layouts: ClassVar[bool] = True

    def typed(self, text: str) -> str:
        return PurePosixPath(text.replace("\\", "/")).stem if text.lower().endswith(".svg") else text

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
    cell: ClassVar[str] = "tree"
    fields: Mapping[str, Field] | None = None

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "RecordField":
        fields = {
            key: declare(key, node, reading, prefix=name)
            for key, _, node in field_reader.entries("fields", required=True)
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

    @property
    def inner(self) -> Mapping[str, Field]:
        return self.fields or {}

    def resolve(self, value: Any, records: Records, findings: Findings) -> Any:
        if value.__class__ is not dict:
            return value
        return {name: self.inner[name].resolve(item, records, findings) for name, item in value.items()}

    def fill(self, value: Any, filler: Filler, path: tuple[str | int, ...]) -> Any:
        if value.__class__ is not dict:
            return value
        inside = filler.inside(value)
        return {name: self.inner[name].fill(item, inside, (*path, name)) for name, item in value.items()}


# --- Texts ------------------------------------------------------------------------------------------------------------


@FIELD_TYPES("text")
@dataclass(frozen=True, eq=False, repr=False)
class TextField(Field):
    """Words for people; `translated: false` for a text that is the same in all languages."""

    type: ClassVar[str] = "text"
    cell: ClassVar[str] = "text"
    translated: bool = True
    longest: int | None = None

    @classmethod
    def declared(cls, name: str, field_reader: FieldReader, reading: ReadContext) -> "TextField":
        return cls(name, translated=field_reader.flag("translated", True), longest=field_reader.integer("max", least=1))

    def read(self, node: Node, reading: ReadContext) -> Any:
        if not self.translated:
            text = scalars.text(node, self.what, reading.findings)
            self._limit(text or "", node.span, reading.findings)
            return text
        value = translated(node, self.what, reading)
        if value and any(BEGIN in text for text in value.values()):
            return TemplatedText(value)
        for language, text in (value or {}).items():
            where = node.get(language) if isinstance(node, MappingNode) else node
            if where is not None:  # else it is the text of the first language, for a draft
                self._limit(text, where.span, reading.findings)
        return value

    def _limit(self, text: str, span: Span, findings: Findings) -> None:
        if self.longest is not None and len(text) > self.longest:
            message = f"{self.what} has {len(text)} characters; the most is {self.longest}"
            findings.add("out-of-range", message, span, "shorten it")

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return text_schema(context.languages, context.drafts) if self.translated else text_schema()

    @property
    def by_language(self) -> bool:
        return self.translated

    def fill(self, value: Any, filler: Filler, path: tuple[str | int, ...]) -> Any:
        if value.__class__ is not TemplatedText:
            return value
        filled: Translated = filler.filled(value, self.what, path)
        for language, text in filled.items():
            if BEGIN not in text:  # else there was a fault
                self._limit(text, filler.record.span(*path, language), filler.findings)
        return filled


# --- Steps of rules ---------------------------------------------------------------------------------------------------


class RuleSteps(str):
    """Steps as they are written in YAML, which the rules of the game read."""

    __slots__ = ("node",)

    node: Node

    @classmethod
    def of(cls, node: Node) -> "RuleSteps":
        """The steps that are written at a node."""
        steps = cls(node.source.text[node.start : node.end])
        steps.node = node
        return steps


@FIELD_TYPES("steps")
class StepsField(Field):
    """Steps of the rules: `[{draw: 1, from: pile, to: hand}]`; see docs/own-rules.md."""

    type: ClassVar[str] = "steps"

    def read(self, node: Node, reading: ReadContext) -> Any:
        return RuleSteps.of(node)

    def schema(self, context: SchemaContext) -> dict[str, Any]:
        return {"type": ["array", "object", "string"]}
