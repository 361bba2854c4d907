"""The Jinja2 of documents: loops and macros, but nothing that could run long, grow large or reach outside."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial, wraps
from math import prod
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from jinja2 import BaseLoader, TemplateNotFound, Undefined, nodes
from jinja2.exceptions import TemplateSyntaxError
from jinja2.filters import FILTERS as DEFAULT_FILTERS
from jinja2.utils import Namespace
from markupsafe import Markup

from pawprint.core.source import Source
from pawprint.source.templates._environment import LimitedEnvironment
from pawprint.source.templates.filters import flat

if TYPE_CHECKING:
    from pawprint.source.templates.document_template import DocumentRenderer

#: Characters of all that a document makes, and of any text in it.
MAX_RESULT = 1_000_000
#: Values in lists; names, operators and the like in one source; numbers in a range.
MAX_VALUES, MAX_PARTS, MAX_RANGE = 20_000, 20_000, 1_000
#: The largest number; more digits are no count of anything, and products of them would never end.
MAX_NUMBER = 10**15

#: What makes a list, a mapping or a text of others.
_GROWING = (nodes.Concat, nodes.List, nodes.Tuple, nodes.Dict)
#: What has a body that may be written more than once; and the whole, which is written once.
_REPEATED = (nodes.Template, nodes.For, nodes.Macro, nodes.CallBlock)
_REFUSED = (nodes.Extends, nodes.Block, nodes.Pow, nodes.ScopedEvalContextModifier, nodes.EvalContextModifier)

#: An `{% else %}` with nothing in it, of which the parser would leave no trace.
_EMPTY_ELSE = re.compile(r"(\{%[-+]?\s*else\s*[-+]?%\})(?=\{%[-+]?\s*endif\b)")

#: All that can be done with a value.
_USES = (
    *("__getattr__", "__getitem__", "__call__", "__neg__", "__pos__"),
    *(f"__{side}{name}__" for side in ("", "r") for name in ("add", "sub", "mul", "truediv", "floordiv", "mod")),
)
_COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__", "__ne__", "__bool__")


class TemplateFault(Exception):
    """A reference of a document to something unknown; *word* is the word to mark on the line.

    Attributes:
        passing: it depends on the current edition, so a part that is never rendered has no fault.
    """

    def __init__(self, code: str, message: str, help: str, word: str = "", passing: bool = False) -> None:
        super().__init__(message)
        self.code, self.message, self.help, self.word, self.passing = code, message, help, word, passing


class LimitExceeded(Exception):
    """A document exceeds a limit; nothing of it can be used."""


class SilentUndefined(Undefined):
    """The rest of a value whose fault is reported: every operation on it gives nothing."""

    __slots__ = ()

    def report(self) -> Undefined:
        """Report the fault of the value, if it has one; gives the value to go on with."""
        return SilentUndefined()

    def __str__(self) -> str:
        self.report()
        return ""

    def __iter__(self) -> Iterator[Any]:
        self.report()
        return iter(())

    def __len__(self) -> int:
        self.report()
        return 0

    __hash__ = Undefined.__hash__


def _used(value: SilentUndefined, *_: Any, **__: Any) -> Undefined:
    return value.report()


def _compared(value: SilentUndefined, *_: Any) -> bool:
    value.report()
    return False


for _name in _USES:
    setattr(SilentUndefined, _name, _used)
for _name in _COMPARISONS:
    setattr(SilentUndefined, _name, _compared)
for _name in ("__int__", "__float__"):
    setattr(SilentUndefined, _name, lambda value: int(_compared(value)))


class TemplateNodes:
    """The nodes of a template, gathered in one walk; each before those within it.

    Attributes:
        count: the number of items.
    """

    def __init__(self, tree: nodes.Template) -> None:
        self._of: dict[type[nodes.Node], list[Any]] = {}
        self._growing: list[tuple[nodes.Node, str, int | None]] = []  # node, field, place in the field
        found: list[nodes.Node] = [tree]
        for node in found:  # which becomes longer on the way
            self._of.setdefault(node.__class__, []).append(node)
            for name in node.fields:
                value = getattr(node, name, None)
                for at, part in enumerate(value) if isinstance(value, list) else ((None, value),):
                    if isinstance(part, nodes.Node):
                        found.append(part)
                        if part.__class__ in _GROWING:
                            self._growing.append((node, name, at))
        self.count = len(found)

    def of(self, *classes: type[nodes.Node]) -> list[Any]:
        """The nodes of just these classes."""
        return [node for cls in classes for node in self._of.get(cls, ())]

    def bound(self, environment: Any) -> None:
        """Put what counts and bounds into the template: a step into each loop and macro, sizes where values grow."""

        def call(name: str, args: list[nodes.Expr], line: int) -> nodes.Call:
            asked = nodes.EnvironmentAttribute(name, lineno=line, environment=environment)
            return nodes.Call(asked, args, [], None, None, lineno=line, environment=environment)

        for node, name, at in self._growing:
            value = getattr(node, name) if at is None else getattr(node, name)[at]
            if isinstance(value, nodes.Concat):
                replacement = call("linked", value.nodes, value.lineno)
            elif getattr(value, "ctx", "load") == "load" and not _fixed(value.items):
                replacement = call("listed", [value], value.lineno)
            else:
                continue
            if at is None:
                setattr(node, name, replacement)
            else:
                getattr(node, name)[at] = replacement
        for repeated in self.of(*_REPEATED):
            line = repeated.lineno
            length = nodes.Const(_literal_length(repeated), lineno=line, environment=environment)
            step = nodes.ExprStmt(call("step", [length], line), lineno=line, environment=environment)
            repeated.body.insert(0, step)


def _literal_length(repeated: nodes.Node) -> int:
    """Characters that one turn of a loop or one call of a macro writes, without those of loops and macros in it."""
    count, inner = 0, [*repeated.iter_child_nodes()]
    while inner:
        node = inner.pop()
        if isinstance(node, nodes.TemplateData):
            count += len(node.data)
        elif not isinstance(node, _REPEATED):
            inner += node.iter_child_nodes()
    return count


def _fixed(items: Iterable[nodes.Node]) -> bool:
    return all(isinstance(item, nodes.Const) for item in items)


def path_of(node: nodes.Node) -> tuple[Any, ...]:
    """`a.b['c'][0]` as its steps; empty for any other expression."""
    steps: list[Any] = []
    while True:
        if isinstance(node, nodes.Getattr):
            steps.append(node.attr)
        elif isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Const):
            steps.append(node.arg.value)
        elif isinstance(node, nodes.Name) and node.ctx == "load":
            return (node.name, *reversed(steps))
        else:
            return ()
        node = node.node


class TemplateNamespace(Namespace):
    """Values that a template may change, by name. It is shown as a word: namespaces in one another would never end."""

    def __repr__(self) -> str:
        return "namespace"


def _leaves(value: Any, left: int = MAX_VALUES) -> int:
    """Values in nested lists and mappings; counting ends a little above `MAX_VALUES`."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)):
        return 1
    count = 1
    for item in value:
        count += _leaves(item, left - count)
        if count > left:
            break
    return count


def bounded(value: Any) -> Any:
    """*value*, unless it has too many values.

    Raises:
        LimitExceeded: it has more than `MAX_VALUES`.
    """
    if _leaves(value) > MAX_VALUES:
        raise LimitExceeded(f"a list of more than {MAX_VALUES:,} values")
    return value


class MissingUndefined(SilentUndefined):
    """A name that does not exist. Using it is a fault, which is reported once; then it is nothing."""

    __slots__ = ("_renderer",)

    def __init__(self, renderer: "DocumentRenderer", *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._renderer = renderer

    def report(self) -> Undefined:
        """Report the fault."""
        if self._undefined_name == "caller":  # of a macro that is called without a {% call %}
            return SilentUndefined()
        fault, renderer = self._undefined_obj, self._renderer
        return renderer.note(fault if isinstance(fault, TemplateFault) else renderer.unknown(str(self._undefined_name)))


class SourceLoader(BaseLoader):
    """Loads the sources that documents include and import."""

    def __init__(self, renderer: "DocumentRenderer") -> None:
        self._renderer = renderer

    def get_source(self, environment: Any, template: str) -> tuple[str, str | None, Callable[[], bool]]:
        """The text of the source called *template*."""
        source = self._renderer.source_called(template)
        if source is None:
            raise TemplateNotFound(template)
        text = self._renderer.text(source)
        self._renderer.sources[template] = source
        return text, None, lambda: True


class DocumentEnvironment(LimitedEnvironment):
    """The Jinja2 of one document.

    Args:
        renderer: counts steps, looks up fields and takes faults.
        more: filters besides those of expressions.
    """

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def __init__(self, renderer: "DocumentRenderer", more: Mapping[str, Callable[..., Any]]) -> None:
        super().__init__(
            autoescape=True,
            finalize=renderer.written,
            keep_trailing_newline=True,
            loader=SourceLoader(renderer),
            optimized=False,  # it looks for constants within constants, again and again; we have hardly any
            comment_start_string="<!--",  # as in Markdown, where {# begins an anchor
            comment_end_string="-->",
        )
        self._renderer = renderer
        self.undefined = partial(MissingUndefined, renderer)  # type: ignore[assignment]  # called, never subclassed
        self.filters |= {name: DEFAULT_FILTERS[name] for name in ("groupby", "dictsort", "items", "batch")}
        self.filters |= {"sum": self._sum, "string": text_of, "flat": flat, **more}
        self.filters = {name: self._counted(name, filter_) for name, filter_ in self.filters.items()}
        self.globals = {"range": _range, "namespace": TemplateNamespace, "dict": _dict}

    def step(self, characters: int = 0) -> None:
        """Count a turn of a loop or the call of a macro, which writes so many characters of its own."""
        self._renderer.step(characters)

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A filter that counts the values it works through, and those it makes."""

        @wraps(function)  # which also copies what Jinja2 is to give to it besides
        def counted(*args: Any, **more: Any) -> Any:
            given = args[1:] if hasattr(function, "jinja_pass_arg") else args
            sizes = [len(argument) for argument in given if isinstance(argument, (str, list, tuple, dict))]
            if name == "batch" and isinstance(given[1], int) and given[1] > MAX_RANGE:
                raise LimitExceeded(f"parts of more than {MAX_RANGE:,} values")
            self._renderer.work(prod(sizes) if name == "shared" else sum(sizes))  # which compares each with each
            result = function(*args, **more)
            return bounded([*result] if isinstance(result, GeneratorType) else result)

        return counted

    def linked(self, *parts: Any) -> str:
        """Texts joined by `~`."""
        marked = any(isinstance(part, Markup) for part in parts)
        texts = [self._renderer.written(part) if marked else text_of(part) for part in parts]
        if sum(map(len, texts)) > MAX_RESULT:
            raise LimitExceeded(f"a text of more than {MAX_RESULT:,} characters")
        return Markup("").join(Markup(text) for text in texts) if marked else "".join(texts)

    def listed(self, value: Any) -> Any:
        """A list that is written in the document."""
        return bounded(value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Operators within bounds: `+` joins texts and lists, the others are for numbers."""
        if isinstance(left, Undefined) or isinstance(right, Undefined) or operator == "**":
            for side in (left, right):
                str(side) if isinstance(side, Undefined) else None
            return SilentUndefined()
        if isinstance(left, str) and isinstance(right, str) and operator == "+":
            return self.linked(left, right)
        if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)) and operator == "+":
            return bounded([*left, *right])
        if not all(isinstance(side, (int, float)) for side in (left, right)):
            raise TypeError(f"the operator {operator} works on numbers; texts are joined by ~")
        result = super().call_binop(context, operator, left, right)
        if not -MAX_NUMBER <= result <= MAX_NUMBER:
            raise LimitExceeded(f"a number of more than {len(str(MAX_NUMBER)) - 1} digits")
        return result

    def field(self, value: Any, name: Any) -> Any:
        """See `DocumentRenderer.look_up`."""
        return self._renderer.look_up(value, name)

    def is_safe_callable(self, obj: Any) -> bool:
        """Every callable that `field` gives is meant for templates."""
        return True

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        tree: nodes.Template = super()._parse(_EMPTY_ELSE.sub(r"\1{{ '' }}", source), name, filename)
        renderer = self._renderer
        known = renderer.sources.get(name or "") or next(reversed(renderer.sources.values()))
        parts = TemplateNodes(tree)
        if parts.count > MAX_PARTS:
            raise LimitExceeded(f"the document has more than {MAX_PARTS:,} names, operators and the like")
        for refused in sorted(parts.of(*_REFUSED), key=lambda node: node.lineno):
            word = type(refused).__name__.lower()
            raise TemplateSyntaxError(f"'{word}' is not available in documents", refused.lineno, known.name)
        if self._without_unavailable(parts, known):
            parts = TemplateNodes(tree)
        renderer.vet(parts, known)
        parts.bound(self)
        return tree

    def _without_unavailable(self, parts: TemplateNodes, known: Source) -> bool:
        """Report unknown filters and tests, and remove them from the template; return whether there were any."""
        missing = False
        for used in parts.of(nodes.Filter, nodes.Test):
            noun, there = ("filter", self.filters) if isinstance(used, nodes.Filter) else ("test", self.tests)
            if used.name not in there:
                self._renderer.unavailable(noun, used.name, there, used.lineno, known)
                used.name = "string" if noun == "filter" else "defined"
                used.args, used.kwargs, used.dyn_args, used.dyn_kwargs = [], [], None, None
                missing = True
        return missing

    def _sum(self, items: Iterable[Any], attribute: str | None = None) -> Any:
        values = [self._renderer.look_up(item, attribute) if attribute else item for item in items]
        return sum(value for value in values if isinstance(value, (int, float)))


def text_of(value: Any) -> str:
    """*value* as plain text; a list with commas.

    Raises:
        TypeError: it is a list of lists.
    """
    if isinstance(value, Undefined):
        str(value)
        return ""
    if value is None or isinstance(value, (str, int, float)) or not isinstance(value, (tuple, list)):
        return "" if value is None else str(value)
    if any(isinstance(item, (tuple, list, dict)) for item in value):
        raise TypeError("a list of lists cannot be printed; name what is meant of each")
    return str(value) if type(value).__str__ is not tuple.__str__ else ", ".join(text_of(item) for item in value)


def _dict(*args: Any, **more: Any) -> dict[Any, Any]:
    """A mapping that is written in the document."""
    mapping: dict[Any, Any] = bounded(dict(*args, **more))
    return mapping


def _range(start: int, stop: int | None = None) -> range:
    first, last = (0, start) if stop is None else (start, stop)
    if last - first > MAX_RANGE:
        raise LimitExceeded(f"a range of more than {MAX_RANGE:,} numbers")
    return range(first, last)
