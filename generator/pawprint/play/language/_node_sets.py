"""Conditions on cards of a forest -> operations on sets of them, where that is possible.

`[p for p in table if not p.above and p.owner == me]` becomes `s.there & ~s.covered & s.own[me]`: one operation on ints
for all cards, in place of a loop.
"""

import ast
from collections.abc import Sequence
from typing import Any

from pawprint.play.language._expression_code import Code, ExpressionFault
from pawprint.play.language.rule_types import NODE, PIECE


class NodeSets:
    """Compiles conditions on one card of a forest; `KindSets` on one of a set of different cards.

    Args:
        compiler: of the expression; it compiles what does not depend on the card.
        variable: what the names of code call the card; python: what its text calls it.

    Attributes:
        names: the other names that have been used.
    """

    #: The Python of the set of all cards.
    everything = "s.there"

    def __init__(self, compiler: Any, variable: str, python: str) -> None:
        self.compiler, self.variable, self.python = compiler, variable, python
        self.names: set[str] = set()

    def visit(self, node: ast.AST, scope: Any) -> Code:
        code: Code = self.compiler.visit(node, scope)
        self.names |= code.names - {self.variable}
        return code

    def of(self, node: ast.AST, name: str, scope: Any) -> str | None:
        """The set of the cards for which a condition is true, as Python; None if that is not possible."""
        whole = self.other(node, name, scope) if isinstance(node, ast.BoolOp | ast.UnaryOp | ast.Compare) else None
        if whole is not None:
            return whole
        method = getattr(self, f"of_{type(node).__name__}", self.other)
        found: str | None = method(node, name, scope)
        return found

    def of_BoolOp(self, node: ast.BoolOp, name: str, scope: Any) -> str | None:
        both = isinstance(node.op, ast.And)
        nothing, everything = ("0", "-1") if both else ("-1", "0")
        parts = []
        for value in node.values:
            part = self.of(value, name, scope)
            if part is None or part == nothing:
                return part
            if part != everything:
                parts.append(part)
        return f"({(' & ' if both else ' | ').join(parts)})" if parts else everything

    def of_IfExp(self, node: ast.IfExp, name: str, scope: Any) -> str | None:
        if not _mentions(node.test, name):
            test = self.visit(node.test, scope).truth().text
            if test in ("True", "False"):  # of options
                return self.of(node.body if test == "True" else node.orelse, name, scope)
        return self.other(node, name, scope)

    def of_UnaryOp(self, node: ast.UnaryOp, name: str, scope: Any) -> str | None:
        part = self.of(node.operand, name, scope) if isinstance(node.op, ast.Not) else None
        known = {"0": "-1", "-1": "0"}.get(str(part))
        return None if part is None else known or (part[1:] if part.startswith("~") else f"~{part}")

    def of_Attribute(self, node: ast.Attribute, name: str, scope: Any) -> str | None:
        if isinstance(node.value, ast.Name) and node.value.id == name and node.attr in ("above", "below"):
            return "s.covered" if node.attr == "above" else "~s.roots"
        return self.other(node, name, scope)

    def of_Compare(self, node: ast.Compare, name: str, scope: Any) -> str | None:
        left, right = node.left, node.comparators[0]
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            sign = "~" if isinstance(node.ops[0], ast.NotEq) else ""
            owner = isinstance(left, ast.Attribute) and left.attr == "owner" and _is(left.value, name)
            if (owner or _is(left, name)) and not _mentions(right, name):
                value = self.visit(right, scope)
                if owner:
                    self.compiler.program.read.add("tokens")
                if owner and value.text == "-1":
                    return "s.tokened" if sign else "~s.tokened"
                if owner:
                    return f"{sign}s.own[{value.text}]"
                if value.type.kind == NODE:
                    return f"{sign}(1 << {value.text})"
        return self.other(node, name, scope)

    def of_Call(self, node: ast.Call, name: str, scope: Any) -> str | None:
        """A definition with the card as one of its values: its body, with other names."""
        program = self.compiler.program
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        definition = program.definitions.get(called)
        own = [place for place, arg in enumerate(node.args) if _is(arg, name)]
        if definition is None or len(own) != 1 or len(node.args) != len(definition.parameters):
            return self.other(node, name, scope)
        others = {
            parameter: self.visit(argument, scope)
            for parameter, argument in zip(definition.parameters, node.args, strict=True)
            if not _mentions(argument, name)
        }
        if len(others) != len(node.args) - 1:
            return self.other(node, name, scope)
        try:
            body = ast.parse(definition.body.text.strip().replace("\n", " "), mode="eval").body
        except (SyntaxError, ValueError):
            return None
        inner = scope.with_only({**others, definition.parameters[own[0]]: scope.names[name]})
        found = self.of(body, definition.parameters[own[0]], inner)
        return found if found is not None else self.other(node, name, scope)

    def other(self, node: ast.AST, name: str, scope: Any) -> str | None:
        """A condition that depends on the card alone, or on it and a kind, or not on it at all."""
        if isinstance(node, ast.Name) and node.id == name:
            return self.everything
        try:
            code = self.visit(node, scope).truth()
        except ExpressionFault:
            return None
        if code.text in ("True", "False"):
            return "-1" if code.text == "True" else "0"
        if self.variable not in code.names:
            return f"(-1 if {code.text} else 0)"
        others = sorted(code.names - {self.variable})
        if not code.static or len(others) > 1 or any(self.compiler.kinds.get(other) != PIECE for other in others):
            return None
        return self.constant(code.text, others)

    def constant(self, text: str, others: Sequence[str]) -> str:
        """The Python of the set of the cards for which a condition is true that depends on nothing in the state."""
        found: str = self.compiler.program.node_set(text, self.python, others)
        return found


class KindSets(NodeSets):
    """Compiles conditions on one kind of a set of different cards, which are an int with a bit for each kind."""

    everything = "-1"

    def of_Attribute(self, node: ast.Attribute, name: str, scope: Any) -> str | None:
        return self.other(node, name, scope)

    def of_Compare(self, node: ast.Compare, name: str, scope: Any) -> str | None:
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        if len(node.ops) == 1 and _is(left, name) and not _mentions(right, name):
            sign = "~" if isinstance(operator, ast.NotEq | ast.NotIn) else ""
            value = self.visit(right, scope)
            if isinstance(operator, ast.In | ast.NotIn) and value.bits:
                return f"{sign}{value.bits}"
            if isinstance(operator, ast.Eq | ast.NotEq) and value.type.kind == PIECE:
                return f"{sign}(1 << {value.text})"
        return self.other(node, name, scope)

    def constant(self, text: str, others: Sequence[str]) -> str:
        found: str = self.compiler.program.kind_set(text, self.python, others)
        return found


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _mentions(node: ast.AST, name: str) -> bool:
    return any(_is(part, name) for part in ast.walk(node))
