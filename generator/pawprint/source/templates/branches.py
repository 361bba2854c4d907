"""What a template asks of names that have a few possible values, and whether its branches are for all of them."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from jinja2 import nodes

from pawprint.core.source import Source
from pawprint.source.templates.sandbox import TemplateNodes, path_of

#: A name and its fields: ("rules", "eat_tie").
Path = tuple[str, ...]
#: Path -> the values that it can have; None if these are not known.
Values = Callable[[Path], tuple[Any, ...] | None]
#: Is given the nodes of each source of a document.
Inspector = Callable[[TemplateNodes, Source], None]


class TemplateText(NamedTuple):
    """A literal text of a template, with its line."""

    text: str
    line: int


class TemplateUse(NamedTuple):
    """A name with its fields, used on a line of a template."""

    path: Path
    line: int


class ImpossibleComparison(NamedTuple):
    """A comparison of a name with a value that it cannot have."""

    path: Path
    value: Any
    line: int


class IncompleteBranches(NamedTuple):
    """An `{% if %}`, or an `if` within an expression, that has nothing for some values of a name."""

    path: Path
    values: tuple[Any, ...]
    line: int


class TemplateKeyword(NamedTuple):
    """A keyword argument of a call, and its value if that is a literal."""

    name: str
    literal: bool
    value: Any
    line: int


def uses(parts: TemplateNodes) -> Iterator[TemplateUse]:
    """Every name of a template, with as many of its fields as are named."""
    steps = parts.of(nodes.Getattr, nodes.Getitem)
    inner = {node.node for node in steps}
    for chain in (*parts.of(nodes.Name), *steps):
        path = _path(chain) if chain not in inner else ()
        if path:
            yield TemplateUse(path, chain.lineno)


def keywords(parts: TemplateNodes, function: str) -> Iterator[TemplateKeyword]:
    """The keyword arguments of all calls of *function*."""
    for call in parts.of(nodes.Call):
        if getattr(call.node, "name", "") == function:
            for keyword in call.kwargs:
                literal = isinstance(keyword.value, nodes.Const)
                value = keyword.value.value if literal else None
                yield TemplateKeyword(keyword.key, literal, value, keyword.value.lineno)


def keyword_texts(parts: TemplateNodes, name: str) -> Iterator[TemplateText]:
    """The literal texts and numbers that a keyword argument is made of, in all calls; no arguments of calls in it."""
    for call in parts.of(nodes.Call):
        for keyword in call.kwargs:
            if keyword.key == name:
                yield from _texts_of(keyword.value)


def _texts_of(node: nodes.Node) -> Iterator[TemplateText]:
    match node:
        case nodes.Const() if isinstance(node.value, (str, int)):
            yield TemplateText(str(node.value), node.lineno)
        case nodes.Concat() | nodes.Add() | nodes.Or() | nodes.And():
            for part in node.iter_child_nodes():
                yield from _texts_of(part)
        case nodes.CondExpr():
            yield from _texts_of(node.expr1)
            if node.expr2 is not None:
                yield from _texts_of(node.expr2)
        case nodes.Filter() if node.node is not None:
            yield from _texts_of(node.node)


class _NotDecidable(Exception):
    """A condition depends on more than the value of one name."""


def impossible(parts: TemplateNodes, values: Values) -> Iterator[ImpossibleComparison]:
    """Comparisons that can never be true, or always are."""
    for compare in parts.of(nodes.Compare):
        path = _path(compare.expr)
        known = values(path) if path else None
        for operand in compare.ops if known is not None else ():
            literals = operand.expr.items if isinstance(operand.expr, (nodes.List, nodes.Tuple)) else [operand.expr]
            for literal in literals:
                if isinstance(literal, nodes.Const) and not any(_same(literal.value, value) for value in known or ()):
                    yield ImpossibleComparison(path, literal.value, literal.lineno)


def incomplete(parts: TemplateNodes, values: Values) -> Iterator[IncompleteBranches]:
    """Branches without `else` that ask for one name alone, and have nothing for some of its values."""
    within = {inner for node in parts.of(nodes.If) for inner in node.elif_}
    for node in parts.of(nodes.If):
        if node not in within and not node.else_:
            yield from _left_out([node.test, *(inner.test for inner in node.elif_)], node.lineno, values)
    for node in parts.of(nodes.CondExpr):
        if node.expr2 is None:
            yield from _left_out([node.test], node.lineno, values)


def _left_out(tests: list[nodes.Expr], line: int, values: Values) -> Iterator[IncompleteBranches]:
    paths = {path for test in tests for path in _paths(test)}
    known = values(next(iter(paths))) if len(paths) == 1 else None
    if known is None:
        return
    try:
        missing = tuple(value for value in known if not any(_holds(test, value) for test in tests))
    except _NotDecidable:  # it asks for more than a value
        return
    if missing:
        yield IncompleteBranches(next(iter(paths)), missing, line)


def _paths(test: nodes.Node) -> set[Path]:
    path = _path(test)
    return {path} if path else {inner for child in test.iter_child_nodes() for inner in _paths(child)}


def _holds(test: nodes.Node, value: Any) -> bool:
    """True if *test* is true if the only name in it has *value*.

    Raises:
        _NotDecidable: it does not only compare that name with literals.
    """
    match test:
        case nodes.Not():
            return not _holds(test.node, value)
        case nodes.And():
            return _holds(test.left, value) and _holds(test.right, value)
        case nodes.Or():
            return _holds(test.left, value) or _holds(test.right, value)
        case nodes.Compare() if len(test.ops) == 1 and _path(test.expr):
            operator = test.ops[0].op
            wanted = _literals(test.ops[0].expr)
            if operator in ("eq", "ne", "in", "notin"):
                return any(_same(constant, value) for constant in wanted) == (operator in ("eq", "in"))
        case nodes.Name() | nodes.Getattr() | nodes.Getitem():
            return bool(value)
    raise _NotDecidable


def _literals(node: nodes.Node) -> list[Any]:
    items = node.items if isinstance(node, (nodes.List, nodes.Tuple)) else [node]
    values = [item.value for item in items if isinstance(item, nodes.Const)]
    if len(values) < len(items):
        raise _NotDecidable
    return values


def _same(left: Any, right: Any) -> bool:
    """Equal, and a truth is no number."""
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def _path(node: nodes.Node) -> Path:
    return tuple(map(str, path_of(node)))
