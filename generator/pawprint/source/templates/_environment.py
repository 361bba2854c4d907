"""The Jinja2 environment that expressions and documents share, and that of expressions."""

from collections.abc import Callable
from typing import Any

from jinja2 import StrictUndefined, nodes, pass_context
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pawprint.source.templates.filters import expression_filters
from pawprint.source.templates.number_words import in_words

#: Names, operators, filters and the like: a template of more is a program.
MAX_PARTS = 400

#: What a template of a text may have.
_ALLOWED = (
    nodes.Template, nodes.Output, nodes.TemplateData, nodes.If, nodes.Expr, nodes.Pair, nodes.Keyword, nodes.Operand,
)  # fmt: skip
_REFUSED = (nodes.Call, nodes.Pow)


class LimitedEnvironment(ImmutableSandboxedEnvironment):
    """Jinja2 without globals, with our filters, and with fields and entries instead of attributes.

    Args:
        options: those of `jinja2.Environment`.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.filters = expression_filters(self.filters)
        self.globals = {}

    def field(self, value: Any, name: Any) -> Any:
        """The field *name* of a value, or its entry at an index."""
        raise NotImplementedError

    def getattr(self, obj: Any, attribute: str) -> Any:
        """See `field`: no template sees the attributes of a Python object."""
        return self.field(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """See `field`."""
        return self.field(obj, argument)


class ExpressionEnvironment(LimitedEnvironment):
    """The Jinja2 of texts and checks: no loops, macros or calls, and no operation that could run long.

    Args:
        finalize: turns the value of an expression into text.
    """

    intercepted_binops = frozenset({"*", "**", "%"})

    def __init__(self, finalize: Callable[[Any], str]) -> None:
        super().__init__(undefined=StrictUndefined, autoescape=False, keep_trailing_newline=False, finalize=finalize)
        self.filters["words"] = _words

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """The operators that could make long texts, for numbers only."""
        if operator == "**" or not all(isinstance(side, (int, float)) for side in (left, right)):
            raise SecurityError(f"the operator {operator} works on numbers only")
        return super().call_binop(context, operator, left, right)

    def field(self, value: Any, name: Any) -> Any:
        """The field or entry *name* of *value*."""
        try:
            return value[name]
        except (LookupError, TypeError):
            return self.undefined(obj=value, name=name)

    def parse_limited(self, source: str) -> nodes.Template:
        """The tree of *source*, after checking that it cannot run long.

        Raises:
            SecurityError: it has parts that are not available, or too many.
            TemplateSyntaxError: it is not Jinja2.
        """
        tree = self.parse(source)
        for count, node in enumerate(tree.find_all(nodes.Node)):
            if isinstance(node, _REFUSED) or not isinstance(node, _ALLOWED):
                raise SecurityError(f"'{type(node).__name__.lower()}' is not available in layouts and checks")
            if count > MAX_PARTS:
                raise SecurityError(f"it has more than {MAX_PARTS} parts")
        return tree


@pass_context
def _words(context: Context, number: Any, feminine: bool = False) -> str:
    """A number in words of the language of the text."""
    return "" if number is None else in_words(int(number), str(context.get("language") or "en"), feminine)
