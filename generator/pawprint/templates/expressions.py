"""Texts with `{{ field }}` in them, and expressions of checks: small, harmless, and quick.

A dotted name (`{{ item.name }}`) is looked up by ourselves, so that most layouts never load Jinja2. Anything more
goes to Jinja2 in a sandbox that has been cut down until it cannot run long or grow large: no loops, no macros,
no calls, no powers, no multiplied texts, and only the filters listed here. Whole documents are `template`'s.
"""

import math
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, reduce, wraps
from typing import TYPE_CHECKING, Any

from pawprint.core.registry import suggest

if TYPE_CHECKING:
    from jinja2 import Environment
    from jinja2.runtime import Context

#: A template longer than this is no card text.
MAX_TEMPLATE = 4_000
#: A text longer than this comes of a template that has gone wrong.
MAX_RESULT = 50_000
#: Names, operators, filters and the like: a template of more is a program.
MAX_PARTS = 400

_SIMPLE = re.compile(r"\{\{\s*([a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*)\s*\}\}")
# fmt: off
_FILTERS = (
    "abs", "capitalize", "default", "first", "float", "int", "join", "last", "length", "list", "lower", "map", "max",
    "min", "reject", "rejectattr", "round", "select", "selectattr", "sort", "string", "sum", "title", "trim",
    "unique", "upper",
)
# fmt: on
#: Filters of Jinja2 that give an iterator, which has no length, is always true, and prints as an address.
_LAZY = ("map", "reject", "rejectattr", "select", "selectattr", "unique")


class ExpressionError(ValueError):
    """A template or expression that is wrong; the message says what, `help` what to do."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class Scope:
    """The fields that a template may name, and the Jinja2 context made of them once if one is needed."""

    __slots__ = ("_context", "fields")

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields
        self._context: Context | None = None

    def context(self) -> "Context":
        """A Jinja2 context of the fields."""
        if self._context is None:
            environment = _environment()
            self._context = environment.context_class(environment, dict(self.fields), None, {})
        return self._context

    def look_up(self, path: tuple[str, ...]) -> Any:
        """The value at a dotted path.

        Raises:
            ExpressionError: there is no such field; the help names close ones.
        """
        value: Any = self.fields
        for step in path:
            try:
                value = value[step]
            except (LookupError, TypeError):
                known = list(value) if isinstance(value, Mapping) else list(getattr(value, "fields", dict)())
                help = suggest(step, known, "fields are") if known else "it stands in a value that has no fields"
                raise ExpressionError(f"there is no field '{step}'", help) from None
        return value


class Template:
    """A text with `{{ ... }}` parts. `constant` when it has none.

    Raises:
        ExpressionError: the template is wrong or uses what the sandbox does not have.
    """

    __slots__ = ("_parts", "_program", "constant", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._program: Any = None
        self._parts: list[str | tuple[str, ...]] = []
        self.constant = "{{" not in text and "{%" not in text and "{#" not in text
        if self.constant:
            self._parts = [text]
            return
        pieces = _SIMPLE.split(text)
        literals, names = pieces[::2], pieces[1::2]
        if any("{{" in part or "{%" in part or "{#" in part for part in literals):
            self._program = _compile(text)
            return
        for i, literal in enumerate(literals):
            if literal:
                self._parts.append(literal)
            if i < len(names):
                self._parts.append(tuple(names[i].split(".")))

    def render(self, scope: Scope) -> str:
        """The text for the fields of *scope*.

        Raises:
            ExpressionError: a field does not exist, or the result is absurdly long.
        """
        if self._program is not None:
            return _run(self._program, scope)
        return "".join([part if isinstance(part, str) else _printed(scope.look_up(part)) for part in self._parts])


def evaluate(expression: str, fields: Mapping[str, Any]) -> Any:
    """The value of a Jinja2 expression such as `level >= prey.level`.

    Raises:
        ExpressionError: it is wrong, or names a field that does not exist.
    """
    program = _compile_expression(expression)
    try:
        context = Scope(fields).context()
        for _ in program.root_render_func(context):
            pass
        value = context.vars["result"]
        bool(value)  # a field that does not exist raises here
        return value
    except Exception as error:
        raise _explained(error, fields) from None


def filters() -> dict[str, Callable[..., Any]]:
    """The filters that there are, by name."""
    return dict(_environment().filters)


def _listing(lazy: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that gives the entries of *lazy* as a tuple."""

    @wraps(lazy)  # which also copies what Jinja2 is to give to it besides
    def filtered(*args: Any, **more: Any) -> tuple[Any, ...]:
        return tuple(lazy(*args, **more))

    return filtered


def _printed(value: Any) -> str:
    if value is None:
        return ""
    if value.__class__ is tuple or value.__class__ is list:
        return ", ".join([str(item) for item in value])
    return value if value.__class__ is str else str(value)


@lru_cache(maxsize=1)
def _environment() -> "Environment":
    from jinja2 import StrictUndefined, nodes
    from jinja2.exceptions import SecurityError
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    allowed = (
        nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.Expr, nodes.Pair, nodes.Keyword,
        nodes.Operand,
    )  # fmt: skip
    refused = (nodes.Call, nodes.Pow)

    class Sandbox(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%"})

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            if operator == "**" or not all(isinstance(side, (int, float)) for side in (left, right)):
                raise SecurityError(f"the operator {operator} works on numbers only")
            return super().call_binop(context, operator, left, right)

        # Fields and entries alone: what else a Python object has is not the business of a layout.
        def getattr(self, obj: Any, attribute: str) -> Any:
            try:
                return obj[attribute]
            except (LookupError, TypeError):
                return self.undefined(obj=obj, name=attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            return self.getattr(obj, argument)

        def vet(self, source: str) -> nodes.Template:
            """What *source* means, once it is known not to run long; parse errors come out as they are."""
            tree = self.parse(source)
            for count, node in enumerate(tree.find_all(nodes.Node)):
                if isinstance(node, refused) or not isinstance(node, allowed):
                    name = type(node).__name__.lower()
                    raise SecurityError(f"'{name}' is not available in layouts and checks")
                if count > MAX_PARTS:
                    raise SecurityError(f"it has more than {MAX_PARTS} parts")
            return tree

    sandbox = Sandbox(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False, finalize=_printed)
    sandbox.filters = {name: sandbox.filters[name] for name in _FILTERS}
    sandbox.filters |= {name: _listing(sandbox.filters[name]) for name in _LAZY}
    sandbox.filters |= {"roman": _roman, "join": _join, "round": _round, **_OWN_FILTERS}
    sandbox.globals = {}
    return sandbox


def _explained(error: Exception, fields: Mapping[str, Any] | None = None) -> ExpressionError:
    """What Jinja2 or Python says of a template, in our words. Whatever goes wrong in one is the template's fault."""
    from jinja2.exceptions import SecurityError, TemplateSyntaxError

    message = str(error).split("\n")[0].rstrip(".") or type(error).__name__
    match = re.match(r"No filter named '([^']+)'", message)
    if match:
        known = [*_FILTERS, "roman", *_OWN_FILTERS]
        return ExpressionError(f"there is no filter '{match[1]}'", suggest(match[1], known, "filters are"))
    match = re.match(r"'(\w+)' is undefined|'[\w. ]+' has no attribute '(.+)'", message)
    if match:
        help = suggest(match[1], fields or (), "fields are") if match[1] else "look at the fields of its component"
        return ExpressionError(f"there is no field '{match[1] or match[2]}'", help)
    if isinstance(error, SecurityError):
        return ExpressionError(message, "there are fields, filters, comparisons, + - * / ~ and {% if %}; nothing more")
    if isinstance(error, (RecursionError, MemoryError)):
        return ExpressionError("it is nested too deeply", "write it more simply")
    if isinstance(error, TemplateSyntaxError):
        return ExpressionError(message, "it takes {{ field }}, {{ field|filter }}, {% if field %}...{% endif %}")
    return ExpressionError(message, "look at the values of the fields that it names")


@lru_cache(maxsize=2048)
def _compile(text: str) -> Any:
    if len(text) > MAX_TEMPLATE:
        raise ExpressionError(
            f"a template of {len(text):,} characters; {MAX_TEMPLATE:,} is the limit", "move words into a field"
        )
    environment = _environment()
    try:
        return environment.from_string(environment.vet(text))  # type: ignore[attr-defined]
    except Exception as error:
        raise _explained(error) from None


@lru_cache(maxsize=2048)
def _compile_expression(text: str) -> Any:
    if len(text) > MAX_TEMPLATE:
        raise ExpressionError(
            f"an expression of {len(text):,} characters; {MAX_TEMPLATE:,} is the limit", "split it into several checks"
        )
    from jinja2 import nodes

    environment = _environment()
    try:
        tree = environment.vet("{{ (" + text + ") }}")  # type: ignore[attr-defined]
        if len(tree.body) != 1 or len(tree.body[0].nodes) != 1:
            raise ExpressionError("it is more than one expression", "write one, without braces")
        # As Environment.compile_expression does, but for the second parsing.
        body = [nodes.Assign(nodes.Name("result", "store"), tree.body[0].nodes[0], lineno=1)]
        return environment.from_string(nodes.Template(body, lineno=1))
    except ExpressionError:
        raise
    except Exception as error:
        raise _explained(error) from None


def _run(program: Any, scope: Scope) -> str:
    try:
        text = "".join(program.root_render_func(scope.context()))
    except Exception as error:
        raise _explained(error, scope.fields) from None
    if len(text) > MAX_RESULT:
        raise ExpressionError(
            f"the template makes {len(text):,} characters; {MAX_RESULT:,} is the limit", "shorten the texts in it"
        )
    return text


def _join(items: Any, between: Any = "", attribute: str | None = None) -> str:
    """Texts as one text, with *between* between them; never longer than `MAX_RESULT`."""
    steps = attribute.split(".") if attribute else ()
    texts = [str(reduce(lambda value, step: value[step], steps, item)) for item in items]
    glue = str(between)
    length = sum(map(len, texts)) + len(glue) * max(len(texts) - 1, 0)
    if length > MAX_RESULT:
        raise ValueError(f"join makes {length:,} characters; {MAX_RESULT:,} is the limit")
    return glue.join(texts)


def _round(value: Any, places: int = 0, method: str = "common") -> float:
    """A number with at most ten places after the point; *method*: common, ceil (up) or floor (down)."""
    ways: dict[str, Callable[[float], float]] = {"common": round, "ceil": math.ceil, "floor": math.floor}
    if method not in ways or not 0 <= places <= 10:
        raise ValueError("round takes 0 to 10 places, and common, ceil or floor")
    return float(ways[method](value * 10**places) / 10**places)


def _roman(value: int) -> str:
    """Roman numeral of 1..39, in plain letters so that every font has them."""
    if not 0 < int(value) < 40:
        return str(value)
    tens, ones = divmod(int(value), 10)
    return "X" * tens + ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")[ones]


def _has(items: Any, value: Any) -> bool:
    """Whether a list has *value* (an id, for a list of references)."""
    return any(item == value for item in items)


def _shared(items: Any, others: Any) -> tuple[Any, ...]:
    """The entries of one list that another one has, too."""
    return tuple(item for item in items if _has(others, item))


def _flat(items: Any) -> tuple[Any, ...]:
    """A list of lists as one list."""
    return tuple(entry for item in items for entry in (item if isinstance(item, (tuple, list)) else (item,)))


def _through(items: Any, mapping: Any) -> tuple[Any, ...]:
    """Each entry of a list as *mapping* translates it."""
    missing = [str(item) for item in items if str(item) not in mapping]
    if missing:
        raise ValueError(f"what it goes through has no '{missing[0]}'")
    return tuple(mapping[str(item)] for item in items)


_OWN_FILTERS: dict[str, Callable[..., Any]] = {"has": _has, "shared": _shared, "flat": _flat, "through": _through}
