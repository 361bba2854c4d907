"""The operators of expressions -> Python: comparisons, sums, conditions."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.core.registry import suggest
from pawprint.rules.language.expression_code import Code, ExpressionFault, together
from pawprint.rules.language.rule_types import (
    FLAG_TYPE,
    LIST,
    NOTHING,
    NUMBER,
    NUMBER_TYPE,
    PIECE,
    PLAYER,
    TEXT,
    RuleType,
)  # fmt: skip
from pawprint.rules.language.specification import RuleText
from pawprint.templates.expressions import SYNTAX_HELP

_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "==", ast.IsNot: "!=",
}  # fmt: skip
DATA_KINDS = (NUMBER, PLAYER)


class OperatorCompiler:
    """Compiles operators; `ExpressionCompiler` compiles the rest of an expression."""

    def __init__(self, names: Any, text: RuleText) -> None:
        self.program, self.text = names, text
        self.depth = 0

    def fault(self, message: str, help: str, node: ast.AST) -> ExpressionFault:
        """A fault at the place of *node*."""
        written = self.text.text
        skipped = len(written) - len(written.lstrip())
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        plain = written.isascii()
        return ExpressionFault(
            message, help, skipped + start if plain else 0, skipped + end if plain and end is not None else None
        )

    def visit(self, node: ast.AST, scope: Any) -> Code:
        """A part of an expression as Python."""
        raise NotImplementedError

    def want(self, code: Code, kinds: Sequence[str], what: str, node: ast.AST) -> None:
        """Refuse a value of another type."""
        if code.type.kind not in kinds:
            raise self.fault(f"this should be {what}, and is {code.type.words}", _help_for(code, what), node)

    def visit_BoolOp(self, node: ast.BoolOp, scope: Any) -> Code:
        parts = [self.visit(one, scope).size_only() for one in node.values]
        word = " and " if isinstance(node.op, ast.And) else " or "
        kinds = {part.type.kind for part in parts}
        kind = parts[0].type if len(kinds) == 1 and kinds != {LIST} else FLAG_TYPE
        return together(f"({word.join(part.text for part in parts)})", kind, *parts)

    def visit_UnaryOp(self, node: ast.UnaryOp, scope: Any) -> Code:
        part = self.visit(node.operand, scope)
        if isinstance(node.op, ast.Not):
            return part.size_only()._replace(text=f"(not {part.text})", type=FLAG_TYPE, zone="")
        if not isinstance(node.op, ast.USub):
            raise self.fault("this operator cannot be used in rules", SYNTAX_HELP, node)
        self.want(part, DATA_KINDS, "a number", node.operand)
        return part._replace(text=f"(-{part.text})", type=NUMBER_TYPE)

    def visit_BinOp(self, node: ast.BinOp, scope: Any) -> Code:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        operator = _OPERATORS.get(type(node.op))
        if operator is None:
            help = "divide with //, which leaves the rest out" if isinstance(node.op, ast.Div) else SYNTAX_HELP
            raise self.fault("this operator cannot be used in rules", help, node)
        if operator == "+" and left.type.kind == right.type.kind == LIST:
            joined = left.type.joined(right.type)
            if joined is not None:
                return together(f"[*{left.text}, *{right.text}]", joined, left, right)
        for part, at in ((left, node.left), (right, node.right)):
            self.want(part, DATA_KINDS, "a number", at)
        return together(f"({left.text} {operator} {right.text})", NUMBER_TYPE, left, right)

    def visit_IfExp(self, node: ast.IfExp, scope: Any) -> Code:
        test = self.visit(node.test, scope).size_only()
        left, right = self.visit(node.body, scope), self.visit(node.orelse, scope)
        joined = left.type.joined(right.type)
        if joined is None:
            raise self.fault(f"this is {left.type.words} or {right.type.words}", "let both be of one kind", node)
        return together(f"({left.text} if {test.text} else {right.text})", joined, left, test, right)

    def visit_Compare(self, node: ast.Compare, scope: Any) -> Code:
        parts = [self.visit(one, scope) for one in (node.left, *node.comparators)]
        nodes = [node.left, *node.comparators]
        texts = []
        for place, operator in enumerate(node.ops):
            texts.append(self.comparison(parts[place], operator, parts[place + 1], nodes[place], nodes[place + 1]))
        return together(texts[0] if len(texts) == 1 else f"({' and '.join(texts)})", FLAG_TYPE, *parts)

    def comparison(self, left: Code, operator: ast.cmpop, right: Code, first: ast.AST, second: ast.AST) -> str:
        """Two values compared, as Python."""
        word = _COMPARISONS[type(operator)]
        if word in ("in", "not in"):
            if right.type.kind != LIST or right.type.item is None:
                raise self.fault(f"this should be a list, and is {right.type.words}", "'in' looks into a list", second)
            left = self.matched(left, right.type.item, first)
            return f"({left.text} {word} {right.text})"
        if word in ("==", "!="):
            left, right = self.matched(left, right.type, first), self.matched(right, left.type, second)
            same = left.type.joined(right.type)
            if same is None and {left.type.kind, right.type.kind} & {LIST}:
                raise self.fault(f"{left.type.words} is never {right.type.words}", "name one card of the list", first)
            if same is None:
                raise self.fault(
                    f"{left.type.words} is never {right.type.words}", _help_for(right, left.type.words), second
                )
            if NOTHING in (left.type.kind, right.type.kind):
                return f"({left.text} {'is' if word == '==' else 'is not'} {right.text})"
            return f"({left.text} {word} {right.text})"
        for part, at in ((left, first), (right, second)):
            self.want(part, DATA_KINDS, "a number", at)
        return f"({left.text} {word} {right.text})"

    def matched(self, code: Code, other: RuleType, node: ast.AST) -> Code:
        """A word as what it stands for beside *other*: the id of a card, or one of the values of a field."""
        if code.type.kind != TEXT or not isinstance(node, ast.Constant):
            return code
        word, records = str(node.value), self.program.records
        if other.kind == PIECE:
            kind = records.kinds.get(word)
            if kind is None or records.components[kind] not in other.components:
                known = [one for one, kind in records.kinds.items() if records.components[kind] in other.components]
                raise self.fault(f"there is no card '{word}'", suggest(word, known, "cards are"), node)
            return Code(str(kind), RuleType(PIECE, None, frozenset([records.components[kind]])))
        if other.kind == TEXT and other.values is not None and word not in other.values and other.values:
            raise self.fault(f"it is never '{word}'", suggest(word, sorted(other.values), "it can be"), node)
        return code


def _help_for(code: Code, what: str) -> str:
    if code.type.kind == LIST:
        return "count(...) is the number of entries of a list, first(...) its first one"
    if code.type.kind == PIECE and "number" in what:
        return "name a field of the card: card.level"
    return "compare values of one kind"
