"""Properties of elements: a fixed value, a value looked up by a field, or a `{{ template }}`.

Read once per layout, asked once per piece. Whether a property is constant decides whether its element can be
composed once for a whole deck.
"""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from pawprint.core.diagnostics import Findings
from pawprint.core.length import Length
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.pieces.context import PlacingContext
from pawprint.source import scalars
from pawprint.source.field_reader import MappingReader, Parser
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode
from pawprint.source.templates.expressions import Expression, ExpressionError, Scope, Template
from pawprint.source.value_schemas import Schema, any_of, schema_of

T = TypeVar("T")

#: What an editor takes for a template, and for a lookup.
TEMPLATE: Schema = {"type": "string", "pattern": r"\{[{%]"}
LOOKUP: Schema = {"type": "object", "required": ["by"]}


class InvalidValue(ValueError):
    """A text that is no value of its property: the code of the finding, what is wrong, and what to do."""

    def __init__(self, code: str, message: str, help: str) -> None:
        super().__init__(message)
        self.code, self.help = code, help


class Property(Generic[T]):
    """A property that has a value for every piece."""

    constant = True

    def get(self, scene: PlacingContext) -> T | None:
        """The value for the piece of *scene*; None after a finding, or where there is none."""
        raise NotImplementedError

    @property
    def is_never(self) -> bool:
        """True if the property has no value for any piece."""
        return False

    @property
    def parts(self) -> Iterable["Property[Any]"]:
        """The properties that it consists of."""
        return ()


class HasProperties:
    """Something of a layout that keeps what was written about it as properties, conditions, and more of its like."""


class Fixed(Property[T]):
    """The same for every piece."""

    def __init__(self, value: T | None) -> None:
        self.value = value

    @property
    def is_never(self) -> bool:
        return self.value is None

    def get(self, scene: PlacingContext) -> T | None:
        return self.value


class Lookup(Property[T]):
    """`{by: level, 1: moss, 2: fern, else: ink}`: one property per value of a field."""

    constant = False

    def __init__(self, path: tuple[str, ...], cases: Mapping[str, Property[T]], what: str, span: Span) -> None:
        self.path = path
        self.cases = cases
        self.what = what
        self.span = span

    def get(self, scene: PlacingContext) -> T | None:
        try:
            value = scene.scope.look_up(self.path)
        except ExpressionError as error:
            scene.report("bad-template", f"{self.what}: {error}", self.span, error.help)
            return None
        key = case_of(value)
        case = self.cases.get(key) or self.cases.get("else")
        if case is not None:
            return case.get(scene)
        scene.report(
            "bad-template",
            f"{self.what} has no case for {'.'.join(self.path)} '{key}'",
            self.span,
            suggest(key, self.cases, "cases are") + "; or add else:",
        )
        return None

    @property
    def parts(self) -> Iterable[Property[T]]:
        return self.cases.values()


class Templated(Property[T]):
    """A text with `{{ ... }}`, turned into a value for each piece."""

    constant = False

    def __init__(self, template: Template, convert: Callable[[str], T | None], what: str, span: Span) -> None:
        self.template = template
        self.convert = convert
        self.what = what
        self.span = span
        # The field behind `{{ name }}`, so that a finding can point at the value itself.
        field = template.text.strip().removeprefix("{{").removesuffix("}}").strip()
        sole = field.replace(".", "").isidentifier() and field.partition(".")[0] not in ("item", "index")
        self.field = field if sole else None

    def get(self, scene: PlacingContext) -> T | None:
        try:
            return self.convert(self.template.render(scene.scope))
        except ExpressionError as error:
            scene.report("bad-template", f"{self.what}: {error}", self.span, error.help)
        except InvalidValue as error:
            scene.report(error.code, f"{self.what}: {error}", self.span, error.help, self.field)
        return None


class PerLanguage(Property[T]):
    """`{fr: ..., en: ...}`: one property per language of the game. What is common is composed for each language."""

    def __init__(self, props: Mapping[str, Property[T]], what: str, span: Span) -> None:
        self.constant = all(prop.constant for prop in props.values())
        self.props = props
        self.what = what
        self.span = span

    def get(self, scene: PlacingContext) -> T | None:
        prop = self.props.get(scene.language) or self.props.get(scene.otherwise)
        if prop is None:
            message = f"{self.what} has no text for '{scene.language}'"
            scene.report("missing-translation", message, self.span, f"add {scene.language}: to its texts")
            return None
        return prop.get(scene)

    @property
    def parts(self) -> Iterable[Property[T]]:
        return self.props.values()


def case_of(value: Any) -> str:
    """The word under which `by:` looks up *value*."""
    if value is True:
        return "true"
    if value is False:
        return "false"
    return "" if value is None else str(value)


class PropertyReader(MappingReader):
    """Reads the properties of one element.

    Args:
        node: the element as written.
        what: names the element in messages.
    """

    node: MappingNode

    def __init__(self, node: MappingNode, what: str, findings: Findings) -> None:
        super().__init__(node, what, findings)

    def read(
        self,
        key: str,
        parse: Parser[T],
        default: T | None = None,
        convert: Callable[[str], T | None] | None = None,
        by_language: bool = False,
    ) -> Property[T]:
        """The property *key*: fixed, looked up (`by`), or (with *convert*) a template."""
        if self._notes is not None:
            self.describe_property(key, schema_of(parse), convert is not None, by_language)
        node = self.node_of(key)
        if node is None:
            return Fixed(default)
        what = self._field(key)
        return self.varying(node, lambda item: self.one(item, parse, convert, what), what, by_language)

    def describe_property(
        self, key: str, schema: Schema, template: bool = False, by_language: bool = False, required: bool = False
    ) -> None:
        """Note for editors that *key* takes *schema*, a lookup, and what else is said."""
        more = [TEMPLATE] * template + [{"type": "object"} if by_language else LOOKUP]
        self.describe(key, any_of(schema, *more) if schema else {}, required)

    def varying(
        self, node: Node, read_one: Callable[[Node], Property[T]], what: str, by_language: bool = False
    ) -> Property[T]:
        """*node* as `read_one` reads it, or a lookup of what it reads."""
        if isinstance(node, MappingNode) and "by" in node.entries:
            return self._lookup(node, read_one, what, by_language)
        if isinstance(node, MappingNode) and by_language:
            return PerLanguage({name: read_one(item) for name, item in node.entries.items()}, what, node.span)
        return read_one(node)

    def one(self, node: Node, parse: Parser[T], convert: Callable[[str], T | None] | None, what: str) -> Property[T]:
        """A fixed value, or (with *convert*) a template."""
        if convert is None or not isinstance(node, ScalarNode) or ("{{" not in node.text and "{%" not in node.text):
            return Fixed(parse(node, what, self.findings))
        try:
            template = Template(node.text)
            return (
                Fixed(convert(template.render(Scope({}))))
                if template.constant
                else Templated(template, convert, what, node.span)
            )
        except ExpressionError as error:
            self.findings.add("bad-template", f"{what}: {error}", node.span, error.help)
        except InvalidValue as error:
            self.findings.add(error.code, f"{what}: {error}", node.span, error.help)
        return Fixed(None)

    def _lookup(
        self, node: MappingNode, read_one: Callable[[Node], Property[T]], what: str, by_language: bool
    ) -> Property[T]:
        by = node.entries["by"]
        if not isinstance(by, ScalarNode):
            scalars.wrong_type(by, f"'by' of {what}", "the name of a field", self.findings, "write by: level")
            return Fixed(None)
        cases = {
            name: self.varying(item, read_one, what, by_language) for name, item in node.entries.items() if name != "by"
        }
        return Lookup(tuple(by.text.split(".")), cases, what, node.span)


#: The name of a field, and of fields inside it.
_PATH = re.compile(r"[A-Za-z_][\w-]*(\.[\w-]+)*")
#: Names that are constants of expressions.
_CONSTANTS = frozenset({"true", "True", "false", "False", "none", "None"})


class Condition:
    """`when:` - a field that must have a value, an expression, or fields that must have given values.

    `when: bonus`, `when: level > 3 and not bonus`, `when: {level: [4, 5]}`, `when: {not: bonus}`. For a list field,
    one of its entries is enough.

    Attributes:
        tests: fields, and the values that they must have; None for any.
        opposite: a condition that must not be true.
        expression: that of a condition which is one.
    """

    def __init__(self, node: Node, what: str, findings: Findings) -> None:
        self.what = what
        self.span = node.span
        self.tests: list[tuple[tuple[str, ...], frozenset[str] | None]] = []
        self.opposite: Condition | None = None
        self.expression: Expression | None = None
        if isinstance(node, ScalarNode):
            self._read_text(node, findings)
        elif isinstance(node, MappingNode):
            for name, value in node.entries.items():
                if name == "not":
                    self.opposite = Condition(value, what, findings)
                    continue
                if not _PATH.fullmatch(name):
                    help = "write an expression without braces: when: level > 3"
                    findings.add("bad-template", f"'when' of {what}: '{name}' is no field", value.span, help)
                    continue
                items = value.items if isinstance(value, SequenceNode) else [value]
                wanted = frozenset(item.text for item in items if isinstance(item, ScalarNode))
                self.tests.append((tuple(name.split(".")), wanted))
        else:
            help = "write when: field, when: level > 3, or when: {field: value}"
            scalars.wrong_type(node, f"'when' of {what}", "a condition", findings, help)

    def _read_text(self, node: ScalarNode, findings: Findings) -> None:
        if _PATH.fullmatch(node.text) and node.text not in _CONSTANTS:
            self.tests.append((tuple(node.text.split(".")), None))
            return
        try:
            self.expression = Expression(node.text)
        except ExpressionError as error:
            findings.add("bad-template", f"'when' of {self.what}: {error}", node.span, error.help)

    def holds(self, scene: PlacingContext) -> bool:
        """True if the element is shown for the piece of *scene*."""
        try:
            if self.expression is not None:
                return bool(self.expression.value(scene.scope))
            for path, wanted in self.tests:
                value = scene.scope.look_up(path)
                if wanted is None:
                    met = value not in (None, "", (), False, 0)
                elif isinstance(value, tuple):
                    met = any(case_of(item) in wanted for item in value)
                else:
                    met = case_of(value) in wanted
                if not met:
                    return False
        except ExpressionError as error:
            scene.report("bad-template", f"'when' of {self.what}: {error}", self.span, error.help)
            return False
        return self.opposite is None or not self.opposite.holds(scene)


# --- Places and sizes: `at: [5 mm, 50%]`, `size: ["{{ power * 4 }} mm", auto]` -> pairs of dimensions -----------------


class Dimension(NamedTuple):
    """A length along one axis: points, plus a share of what contains it; or `auto` (as large as its content),
    or `fill` (what is left)."""

    points: float = 0.0
    share: float = 0.0
    word: str = ""

    def of(self, whole: float) -> float:
        """In points, inside something *whole* points long."""
        return self.points + self.share * whole


FILL = Dimension(word="fill")
AUTO = Dimension(word="auto")

#: What an editor takes for two dimensions.
_EXTENTS: Schema = {"type": "array", "items": {"type": ["string", "number", "object"]}, "minItems": 2, "maxItems": 2}

#: Along and down.
Extents = tuple[Dimension, Dimension]


class _Pair(Property[Extents]):
    """Two dimensions, at least one of which depends on the piece; *otherwise* stands for one that has a finding."""

    def __init__(self, across: Property[Dimension], down: Property[Dimension], otherwise: Dimension) -> None:
        self.constant = across.constant and down.constant
        self._across, self._down, self._otherwise = across, down, otherwise

    def get(self, scene: PlacingContext) -> Extents:
        return self._across.get(scene) or self._otherwise, self._down.get(scene) or self._otherwise

    @property
    def parts(self) -> tuple[Property[Dimension], ...]:
        return self._across, self._down


def read_extents(reader: PropertyReader, key: str, missing: Dimension) -> Property[Extents]:
    """Two dimensions, such as *key* `at` or `size`; *missing* where there are none, or after a finding."""
    reader.describe_property(key, _EXTENTS)
    node = reader.node_of(key)
    if node is None:
        return Fixed((missing, missing))
    what = f"'{key}' of {reader.what}"
    computed_from = -math.inf if key == "at" else 0.0

    def parse(node: Node, what: str, findings: Findings) -> Dimension | None:
        text = scalars.text(node, what, findings)
        if text is None:
            return None
        try:
            return _dimension(text)
        except InvalidValue as error:
            findings.add(error.code, f"{what}: {error}", node.span, error.help)
            return None

    def convert(text: str) -> Dimension:
        dimension = _dimension(text.strip())
        if min(dimension.points, dimension.share) < computed_from:
            raise InvalidValue("bad-length", f"'{text}' is less than nothing", "leave the element out with when:")
        return dimension

    def pair(node: Node) -> Property[Extents]:
        if not isinstance(node, SequenceNode) or len(node.items) != 2:
            reader.findings.add("bad-length", f"{what} takes two lengths", node.span, "[10 mm, 5 mm]")
            return Fixed((missing, missing))
        across, down = (
            reader.varying(item, lambda it: reader.one(it, parse, convert, what), what) for item in node.items
        )
        if isinstance(across, Fixed) and isinstance(down, Fixed):
            return Fixed((across.value or Dimension(), down.value or Dimension()))
        return _Pair(across, down, Dimension())

    return reader.varying(node, pair, what)


def _dimension(text: str) -> Dimension:
    """The dimension that *text* describes.

    Raises:
        InvalidValue: it describes none.
    """
    if text in ("fill", "auto"):
        return FILL if text == "fill" else AUTO
    if text.endswith("%"):
        try:
            share = float(text[:-1]) / 100
        except ValueError:
            share = math.nan
        if not -10 <= share <= 10:
            help = "write a number from -1000 to 1000 before the %"
            raise InvalidValue("bad-length", f"'{text}' is not a percentage", help)
        return Dimension(share=share)
    return Dimension(points=points_of(text, "write 3 mm, 0.25 in, 8 pt, 50%, fill or auto"))


def points_of(text: str, help: str) -> float:
    """A length as it is written, in points; 0 needs no unit.

    Raises:
        InvalidValue: it is no length.
    """
    if text == "0":
        return 0.0
    try:
        return Length.parse(text).pt
    except ValueError as error:
        raise InvalidValue("bad-length", str(error), help) from None
