"""Texts with `{{ field }}` in them, and expressions of checks: small, harmless, and quick.

A dotted name (`{{ item.name }}`) is looked up by ourselves, so that most layouts never load Jinja2. Anything more
goes to Jinja2 in a sandbox that has been cut down until it cannot run long or grow large: no loops, no macros,
no calls, no powers, no multiplied texts, and only the filters listed here. Whole documents are `template`'s.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pawprint.core.numbers import is_range, number_range
from pawprint.core.registry import suggest
from pawprint.source.templates.filters import JINJA_FILTERS, MAX_RESULT, OWN_FILTERS

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.runtime import Context

    from pawprint.source.templates._environment import ExpressionEnvironment


# --- What Python says of a wrong value in a template -> the same in plain words ---------------------------------------


_KINDS = {
    "NoneType": "a value that is missing", "int": "a number", "float": "a number", "str": "a text",
    "bool": "true or false", "list": "a list", "tuple": "a list", "set": "a list", "frozenset": "a list",
    "dict": "a mapping",
}  # fmt: skip
#: Each with what it means; {0} and {1} are kinds of values, {op} is an operator.
_MEANINGS = (
    (r"object of type '(\w+)' has no len\(\)", "{0} has no length"),
    (r"(?:argument of type )?'(\w+)'(?: object)? is not (?:iterable|a container or iterable)", "{0} has no entries"),
    (r"unsupported operand type\(s\) for (?P<op>\S+): '(\w+)' and '(\w+)'", "{0} {op} {1} cannot be calculated"),
    (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+", "{0} + {1} cannot be calculated"),
    (r"'(?P<op>[<>]=?)' not supported between instances of '(\w+)' and '(\w+)'", "{0} {op} {1} cannot be compared"),
    (r"bad operand type for unary (?P<op>\S+): '(\w+)'", "{op} cannot be calculated of {0}"),
    (r"'(\w+)' object is not callable", "{0} cannot be called with brackets"),
)


def in_plain_words(message: str) -> str:
    """*message* of Python about values; others stay as they are."""
    for pattern, meaning in _MEANINGS:
        match = re.match(pattern, message)
        if match:
            named = match.groupdict()
            operator = named.get("op", "").rstrip(":")
            kinds = [_KINDS.get(kind, "this value") for kind in match.groups() if kind != named.get("op")]
            return meaning.format(*kinds, op=operator)
    return message


# --- expressions ------------------------------------------------------------------------------------------------------


#: A template longer than this is no card text.
MAX_TEMPLATE = 4_000

SYNTAX_HELP = (
    "compare with == != < <= > >=, join with and, or, not, and put words in quotes: level > 2 and home == 'pond'"
)

_SIMPLE = re.compile(r"\{\{\s*([a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*)\s*\}\}")


class ExpressionError(ValueError):
    """A fault in a template or expression; the message describes it, `help` says how to correct it."""

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

    def extended(self, more: Mapping[str, Any]) -> "Scope":
        """The same fields and *more* of them, which come before those of the same names."""
        return Scope({**self.fields, **more})

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
                help = suggest(step, known, "fields are") if known else "this value has no fields"
                raise ExpressionError(f"there is no field '{step}'", help) from None
        return value


class Template:
    """A text with `{{ ... }}` parts. `constant` when they name no field, or there are none.

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
            self._program, self.constant = _compile(text)
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

    def tree(self) -> "nodes.Template":
        """Its syntax tree."""
        return _environment().parse_limited(self.text)


def evaluate(expression: str, fields: Mapping[str, Any]) -> Any:
    """The value of a Jinja2 expression such as `level >= prey.level`.

    Raises:
        ExpressionError: it is wrong, or names a field that does not exist.
    """
    return Expression(expression).value(Scope(fields))


class Expression:
    """An expression such as `level > 2 and home == 'pond'`.

    Raises:
        ExpressionError: it is wrong or uses what the sandbox does not have.
    """

    __slots__ = ("_program", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._program = _compile_expression(text)

    def value(self, scope: Scope) -> Any:
        """Its value for the fields of *scope*.

        Raises:
            ExpressionError: it names a field that does not exist, or compares what cannot be compared.
        """
        try:
            context = scope.context()
            for _ in self._program.root_render_func(context):
                pass
            value = context.vars.pop("result")  # templates of the same scope must not see it
            bool(value)  # a field that does not exist raises here
            return value
        except Exception as error:
            raise _explained(error, scope.fields) from None

    def tree(self) -> "nodes.Expr":
        """Its syntax tree."""
        return _expression_tree(self.text)


def _printed(value: Any) -> str:
    if value is None:
        return ""
    if value.__class__ is tuple or value.__class__ is list:
        return ", ".join([str(item) for item in value])
    if is_range(value):
        return number_range(value)
    return value if value.__class__ is str else str(value)


@lru_cache(maxsize=1)
def _environment() -> "ExpressionEnvironment":
    from pawprint.source.templates._environment import ExpressionEnvironment  # loads Jinja2

    return ExpressionEnvironment(finalize=_printed)


def _explained(error: Exception, fields: Mapping[str, Any] | None = None) -> ExpressionError:
    """The message of an error of Jinja2 or Python, in plain words. Any error in a template is the template's fault."""
    from jinja2.exceptions import SecurityError, TemplateSyntaxError

    message = str(error).split("\n")[0].rstrip(".") or type(error).__name__
    match = re.match(r"No filter named '([^']+)'", message)
    if match:
        known = {*JINJA_FILTERS, *OWN_FILTERS, "words"}
        return ExpressionError(f"there is no filter '{match[1]}'", suggest(match[1], known, "filters are"))
    match = re.match(r"'(\w+)' is undefined|'[\w. ]+' has no attribute '(.+)'", message)
    if match:
        help = suggest(match[1], fields or (), "fields are") if match[1] else "look at the fields of its component"
        return ExpressionError(f"there is no field '{match[1] or match[2]}'", help)
    match = re.match(r"'[<>]=?' not supported between instances of '(\w+)' and '(\w+)'", message)
    if match and "NoneType" in match.groups():
        return ExpressionError("it compares a field that has no value", "ask for the field first: level and level > 2")
    if match:
        return ExpressionError("it compares values of different types", "compare a number with a number")
    if isinstance(error, SecurityError):
        return ExpressionError(message, "there are fields, filters, comparisons, + - * / ~ and {% if %}; nothing more")
    if isinstance(error, (RecursionError, MemoryError)):
        return ExpressionError("it is nested too deeply", "write it more simply")
    if isinstance(error, TemplateSyntaxError):
        return ExpressionError(message, "it takes {{ field }}, {{ field|filter }}, {% if field %}...{% endif %}")

    return ExpressionError(in_plain_words(message), "look at the values of the fields that it names")


@lru_cache(maxsize=2048)
def _compile(text: str) -> tuple[Any, bool]:
    """The program of a template, and whether it names no field."""
    if len(text) > MAX_TEMPLATE:
        raise ExpressionError(
            f"a template of {len(text):,} characters; {MAX_TEMPLATE:,} is the limit", "move words into a field"
        )
    from jinja2 import nodes

    environment = _environment()
    try:
        tree = environment.parse_limited(text)
        constant = tree.find(nodes.Name) is None
        return environment.from_string(tree), constant
    except Exception as error:
        raise _explained(error) from None


@lru_cache(maxsize=2048)
def _compile_expression(text: str) -> Any:
    from jinja2 import nodes

    expression = _expression_tree(text)
    try:
        # As Environment.compile_expression does, but for the second parsing.
        body = [nodes.Assign(nodes.Name("result", "store"), expression, lineno=1)]
        return _environment().from_string(nodes.Template(body, lineno=1))
    except Exception as error:
        raise _explained(error) from None


def _expression_tree(text: str) -> "nodes.Expr":
    if len(text) > MAX_TEMPLATE:
        raise ExpressionError(
            f"an expression of {len(text):,} characters; {MAX_TEMPLATE:,} is the limit", "split it into several checks"
        )
    from jinja2 import nodes
    from jinja2.exceptions import TemplateSyntaxError

    try:
        tree = _environment().parse_limited("{{ (" + text + ") }}")
        outputs = [node for node in tree.body if isinstance(node, nodes.Output)]
        if len(tree.body) != 1 or len(outputs) != 1 or len(outputs[0].nodes) != 1:
            raise ExpressionError("it is more than one expression", "write one, without braces")
        return outputs[0].nodes[0]
    except ExpressionError:
        raise
    except TemplateSyntaxError as error:
        if "{{" in text or "{%" in text:
            raise ExpressionError("an expression stands without braces", f"write {text.strip('{}% ')}") from None
        message = str(error).split("\n")[0].rstrip(".")
        raise ExpressionError(message, SYNTAX_HELP) from None
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
