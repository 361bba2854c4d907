"""An expression of a condition -> the fields that it names, the values that it compares them with, and whether it can
ever be true."""

from collections.abc import Callable, Collection, Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.source.templates.expressions import Expression, ExpressionError, Scope, Template

if TYPE_CHECKING:
    from jinja2 import nodes

#: A field: its name, then the names of fields inside it.
Path = tuple[str, ...]

#: Whether a condition can be true is tried with at most so many combinations of values.
MAX_COMBINATIONS = 4_000


class ConditionFacts(NamedTuple):
    """The facts about an expression that need no record.

    Attributes:
        fields: the fields that it names, in order.
        equals: pairs of a field and a constant that it is compared with by `==`, `!=` or `in`.
        constants: every constant that a field is compared with.
        simple: it consists of comparisons of one field with constants, joined by and, or, not.
    """

    fields: tuple[Path, ...]
    equals: tuple[tuple[Path, Any], ...]
    constants: dict[Path, tuple[Any, ...]]
    simple: bool


def condition_facts(expression: Expression) -> ConditionFacts:
    """The facts about *expression*."""
    from jinja2 import nodes

    tree = expression.tree()
    everything = [tree, *tree.find_all(nodes.Expr)]
    equals: list[tuple[Path, Any]] = []
    constants: dict[Path, tuple[Any, ...]] = {}
    for node in everything:
        for path, operator, value in _pairs(node) if isinstance(node, nodes.Compare) else ():
            constants[path] = (*constants.get(path, ()), *value)
            if operator in ("eq", "ne", "in", "notin"):
                equals += [(path, item) for item in value]
    return ConditionFacts(_fields_in(tree), tuple(equals), constants, _is_simple(tree))


def template_fields(template: Template) -> tuple[Path, ...]:
    """The fields that *template* names."""
    return _fields_in(template.tree())


def _fields_in(tree: "nodes.Node") -> tuple[Path, ...]:
    """The fields that a syntax tree names, each once."""
    from jinja2 import nodes

    inner = {id(node.node) for node in tree.find_all(nodes.Getattr)}
    named = [tree, *tree.find_all(nodes.Expr)]
    return tuple(dict.fromkeys(path for node in named if id(node) not in inner and (path := _path(node))))


def can_be_true(
    expression: Expression, facts: ConditionFacts, values: Callable[[Path, Collection[Any]], Collection[Any] | None]
) -> bool:
    """True if there are values of its fields for which *expression* is true. True where that cannot be found out.

    Args:
        values: (field, the constants that it is compared with) -> values enough to tell them apart; None if unknown.
    """
    if not facts.simple:
        return True
    known = [values(path, facts.constants.get(path, ())) for path in facts.fields]
    if any(constants is None for constants in known):
        return True
    candidates = [tuple(constants) for constants in known if constants is not None]
    if prod(map(len, candidates)) > MAX_COMBINATIONS:
        return True
    for combination in product(*candidates):
        fields: dict[str, Any] = {}
        for path, value in zip(facts.fields, combination, strict=True):
            inside = fields
            for step in path[:-1]:
                inside = inside.setdefault(step, {})
            inside[path[-1]] = value
        try:
            if expression.value(Scope(fields)):
                return True
        except ExpressionError:
            continue  # a comparison with a value that is missing
    return False


def _path(node: "nodes.Node") -> Path:
    """The field that *node* is; empty if it is something else."""
    from jinja2 import nodes

    if isinstance(node, nodes.Name):
        return (node.name,)
    if isinstance(node, nodes.Getattr) and (below := _path(node.node)):
        return (*below, node.attr)
    return ()


def _constant(node: "nodes.Expr") -> tuple[Any, ...] | None:
    """The constants that *node* consists of, a list's one by one; None if it has something else."""
    from jinja2 import nodes

    if isinstance(node, (nodes.List, nodes.Tuple)):
        parts = [_constant(item) for item in node.items]
        return None if any(part is None for part in parts) else tuple(value for part in parts if part for value in part)
    if isinstance(node, nodes.Neg) and isinstance(node.node, nodes.Const):
        return (-node.node.value,) if isinstance(node.node.value, (int, float)) else None
    return (node.value,) if isinstance(node, nodes.Const) else None


def _pairs(node: "nodes.Compare") -> Iterator[tuple[Path, str, tuple[Any, ...]]]:
    """Field, operator and constants of each comparison of a chain such as `1 < level <= 3`."""
    left = node.expr
    for operand in node.ops:
        right = operand.expr
        for first, second in ((left, right), (right, left)):
            path, value = _path(first), _constant(second)
            if path and value is not None:
                yield path, operand.op, value
        left = right


def _is_simple(node: "nodes.Expr") -> bool:
    from jinja2 import nodes

    if isinstance(node, (nodes.And, nodes.Or)):
        return _is_simple(node.left) and _is_simple(node.right)
    if isinstance(node, nodes.Not):
        return _is_simple(node.node)
    if isinstance(node, nodes.Compare):
        sides = [node.expr, *(operand.expr for operand in node.ops)]
        return sum(bool(_path(side)) for side in sides) <= 1 and all(
            _path(side) or _constant(side) is not None for side in sides
        )
    return bool(_path(node)) or _constant(node) is not None
