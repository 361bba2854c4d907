"""Expressions of rules -> the same with options and numbers worked out, and without what never counts."""

import ast
from collections.abc import Callable, Container, Mapping
from typing import Any

from pawprint.play.language._record_table import FieldFault
from pawprint.play.language.specification import Definition

_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TESTS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip
_SUMS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
}
#: The deepest that definitions may name each other; the compiler reports those that do so for ever.
_DEEPEST = 12


def parsed(text: str) -> ast.expr:
    """The tree of an expression."""
    written = text.strip().replace("\n", " ")
    tree = ast.parse(written, mode="eval").body
    return tree


class PlainExpressions(ast.NodeTransformer):
    """Works out what is known before the game.

    Args:
        constants: options and numbers by name.
        definitions: by name; those that the author gives a name in sentences, which are in *named*, stay.
        declared: gives a value below `rules` in `game.yaml` by its path; raises `FieldFault`.
    """

    def __init__(
        self,
        constants: Mapping[str, Any],
        definitions: Mapping[str, Definition],
        named: Container[str],
        declared: Callable[[tuple[str, ...]], Any],
    ) -> None:
        self.constants = {"true": True, "false": False, **constants}
        self.definitions, self.named, self.declared = definitions, named, declared
        self._scopes: list[Mapping[str, ast.expr]] = [{}]

    def plain(self, text: str, names: Mapping[str, ast.expr] | None = None) -> ast.expr:
        """The tree of *text*, in which *names* stand for other trees."""
        self._scopes.append(names or {})
        tree: ast.expr = self.visit(parsed(text))
        self._scopes.pop()
        return tree

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Store):
            return node
        if node.id in self._scopes[-1]:
            return self._scopes[-1][node.id]
        if node.id in self.constants:
            return ast.Constant(self.constants[node.id])
        return self._expanded(node.id, node, [])

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        first, *path = ast.unparse(node).split(".")
        if first == "rules" and first not in self._scopes[-1]:
            try:
                return ast.Constant(self.declared(tuple(path)))
            except FieldFault:
                return node
        return ast.Attribute(self.visit(node.value), node.attr, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        arguments = [self.visit(one) for one in node.args]
        loop = arguments[0] if arguments and isinstance(arguments[0], ast.GeneratorExp) else None
        if loop is not None and getattr(node.func, "id", "") == "any" and (found := _is_in_list(loop)):
            return found
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        return self._expanded(name, ast.Call(node.func, arguments, []), arguments)

    def _expanded(self, name: str, node: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        known = self.definitions.get(name)
        if known is None or known.written in self.named or len(self._scopes) > _DEEPEST:
            return node
        return self.plain(known.body.text, dict(zip(known.parameters, arguments, strict=False)))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        decisive = isinstance(node.op, ast.Or)
        parts: list[ast.expr] = []
        for one in node.values:
            part = self.visit(one)
            if isinstance(part, ast.Constant):
                if bool(part.value) == decisive:
                    return ast.Constant(decisive)
            elif isinstance(part, ast.BoolOp) and type(part.op) is type(node.op):
                parts += part.values
            else:
                parts.append(part)
        return parts[0] if len(parts) == 1 else ast.BoolOp(node.op, parts) if parts else ast.Constant(not decisive)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        part = self.visit(node.operand)
        if isinstance(node.op, ast.Not):
            return negated(part)
        if isinstance(node.op, ast.USub) and isinstance(part, ast.Constant) and isinstance(part.value, int):
            return ast.Constant(-part.value)
        return ast.UnaryOp(node.op, part)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        first, second = (one.value if isinstance(one, ast.Constant) else None for one in (left, right))
        work = _SUMS.get(type(node.op))
        if work and isinstance(first, int) and isinstance(second, int):
            return ast.Constant(work(first, second))
        if (second == 0 and isinstance(node.op, ast.Add | ast.Sub)) or (second == 1 and isinstance(node.op, ast.Mult)):
            kept: ast.expr = left
            return kept
        return ast.BinOp(left, node.op, right)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self.visit(node.test)
        if isinstance(test, ast.Constant):
            body: ast.expr = self.visit(node.body if test.value else node.orelse)
            return body
        return ast.IfExp(test, self.visit(node.body), self.visit(node.orelse))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        parts = [self.visit(one) for one in (node.left, *node.comparators)]
        pairs = [ast.Compare(parts[at], [one], [parts[at + 1]]) for at, one in enumerate(node.ops)]
        found = [self._decided(one) for one in pairs]
        return found[0] if len(found) == 1 else self.visit_BoolOp(ast.BoolOp(ast.And(), found))

    @staticmethod
    def _decided(node: ast.Compare) -> ast.expr:
        right, test = node.comparators[0], _TESTS.get(type(node.ops[0]))
        if test and isinstance(node.left, ast.Constant) and isinstance(right, ast.Constant):
            return ast.Constant(test(node.left.value, right.value))
        return node


def _is_in_list(loop: ast.GeneratorExp) -> ast.expr | None:
    """`a in list` for `any(one == a for one in list)`."""
    elt, part = loop.elt, loop.generators[0]
    if part.ifs or len(loop.generators) > 1 or not isinstance(elt, ast.Compare) or not isinstance(elt.ops[0], ast.Eq):
        return None
    variable, other = ast.unparse(part.target), elt.comparators[0]
    sides = (elt.left, other) if ast.unparse(elt.left) == variable else (other, elt.left)
    own = ast.unparse(sides[0]) == variable and variable not in (
        one.id for one in ast.walk(sides[1]) if isinstance(one, ast.Name)
    )
    return ast.Compare(sides[1], [ast.In()], [part.iter]) if own else None


def negated(node: ast.expr) -> ast.expr:
    """What is so if *node* is not."""
    if isinstance(node, ast.Constant):
        return ast.Constant(not node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return node.operand
    if isinstance(node, ast.BoolOp):
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        return ast.BoolOp(other, [negated(one) for one in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
        return ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("any", "none"):
        return ast.Call(ast.Name("none" if node.func.id == "any" else "any", ast.Load()), node.args, [])
    return ast.UnaryOp(ast.Not(), node)
