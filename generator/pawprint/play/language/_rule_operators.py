"""The operators of expressions -> Python: comparisons, sums, conditions."""

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pawprint.core.registry import suggest
from pawprint.play.language import rule_types as types
from pawprint.play.language._expression_code import Code, ExpressionFault, together
from pawprint.play.language.specification import RuleText
from pawprint.source.templates.expressions import SYNTAX_HELP

_OPERATORS: Mapping[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%",
}  # fmt: skip
_COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in", ast.Is: "==", ast.IsNot: "!=",
}  # fmt: skip
DATA_KINDS = (types.NUMBER, types.PLAYER)
#: A constant as Python.
_CONSTANT = re.compile(r"-?[0-9]+|True|False|'[^'\\\\]*'")


class OperatorCompiler:
    """Compiles operators; `ExpressionCompiler` compiles the rest of an expression."""

    def __init__(self, names: Any, text: RuleText) -> None:
        self.program, self.text = names, text
        self.depth = 0
        #: The kinds of the types of the choices, for conditions on cards of a forest.
        self.kinds: Mapping[str, str] = {}

    def fault(self, message: str, help: str, node: ast.AST) -> ExpressionFault:
        written = self.text.text
        skipped = len(written) - len(written.lstrip())
        start, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", None)
        plain = written.isascii()
        return ExpressionFault(
            message, help, skipped + start if plain else 0, skipped + end if plain and end is not None else None
        )

    def visit(self, node: ast.AST, scope: Any) -> Code:
        raise NotImplementedError

    def want(self, code: Code, kinds: Sequence[str], what: str, node: ast.AST) -> None:
        if code.type.kind not in kinds:
            raise self.fault(f"this should be {what}, and is {code.type.words}", _help_for(code, what), node)

    def visit_BoolOp(self, node: ast.BoolOp, scope: Any) -> Code:
        parts = [self.visit(value, scope).size_only() for value in node.values]
        kinds = {part.type.kind for part in parts}
        if len(kinds) > 1 or not kinds <= {types.NUMBER, types.TEXT}:
            return self.joined([part.truth() for part in parts], isinstance(node.op, ast.And))
        word = " and " if isinstance(node.op, ast.And) else " or "
        return together(f"({word.join(part.text for part in parts)})", parts[0].type, *parts)

    def joined(self, parts: Sequence[Code], both: bool) -> Code:
        """Truths joined by `and`, or by `or`; options that are known decide at once."""
        stop, skip = ("False", "True") if both else ("True", "False")
        left: list[Code] = []
        for part in parts:
            if part.text == stop:
                return together(stop, types.FLAG_TYPE, *left) if not left else self._of(left, stop, both)
            if part.text != skip:
                left.append(part)
        return self._of(left, "", both) if left else Code(skip, types.FLAG_TYPE)

    def _of(self, parts: Sequence[Code], last: str, both: bool) -> Code:
        if last:  # nothing after it counts, and what is before it has no effect
            return Code(last, types.FLAG_TYPE)
        word = " and " if both else " or "
        texts = [part.text for part in parts]
        return together(texts[0] if len(texts) == 1 else f"({word.join(texts)})", types.FLAG_TYPE, *parts)

    def visit_UnaryOp(self, node: ast.UnaryOp, scope: Any) -> Code:
        part = self.visit(node.operand, scope)
        if isinstance(node.op, ast.Not):
            part = part.truth()
            known = {"True": "False", "False": "True"}.get(part.text)
            return part._replace(text=known or f"(not {part.text})")
        if not isinstance(node.op, ast.USub):
            raise self.fault("this operator cannot be used in rules", SYNTAX_HELP, node)
        self.want(part, DATA_KINDS, "a number", node.operand)
        return part._replace(text=f"(-{part.text})", type=types.NUMBER_TYPE)

    def visit_BinOp(self, node: ast.BinOp, scope: Any) -> Code:
        left, right = self.visit(node.left, scope), self.visit(node.right, scope)
        operator = _OPERATORS.get(type(node.op))
        if operator is None:
            help = "divide with //, which leaves the rest out" if isinstance(node.op, ast.Div) else SYNTAX_HELP
            raise self.fault("this operator cannot be used in rules", help, node)
        if operator == "+" and left.type.kind == right.type.kind == types.LIST:
            joined = left.type.joined(right.type)
            if joined is not None:
                return together(f"joined({left.text}, {right.text})", joined, left, right)
        for part, at in ((left, node.left), (right, node.right)):
            self.want(part, DATA_KINDS, "a number", at)
        if right.text == "0" and operator in "+-":  # with these options
            return left._replace(type=types.NUMBER_TYPE)
        limited = "counted" if operator == "*" else ""
        return together(f"{limited}({left.text} {operator} {right.text})", types.NUMBER_TYPE, left, right)

    def visit_IfExp(self, node: ast.IfExp, scope: Any) -> Code:
        test = self.visit(node.test, scope).truth()
        if test.text in ("True", "False"):  # of options: the other value counts for nothing
            return self.visit(node.body if test.text == "True" else node.orelse, scope)
        left, right = self.visit(node.body, scope), self.visit(node.orelse, scope)
        joined = left.type.joined(right.type)
        if joined is None:
            raise self.fault(f"this is {left.type.words} or {right.type.words}", "let both be of one kind", node)
        return together(f"({left.text} if {test.text} else {right.text})", joined, left, test, right)

    def visit_Compare(self, node: ast.Compare, scope: Any) -> Code:
        parts = [self.visit(operand, scope) for operand in (node.left, *node.comparators)]
        nodes = [node.left, *node.comparators]
        texts = []
        for place, operator in enumerate(node.ops):
            texts.append(self.comparison(parts[place], operator, parts[place + 1], nodes[place], nodes[place + 1]))
        text = texts[0] if len(texts) == 1 else f"({' and '.join(texts)})"
        if all(_CONSTANT.fullmatch(part.text) for part in parts):  # options, numbers
            text = str(eval(text, {"__builtins__": {}}))
        return together(text, types.FLAG_TYPE, *parts)

    def comparison(self, left: Code, operator: ast.cmpop, right: Code, first: ast.AST, second: ast.AST) -> str:
        word = _COMPARISONS[type(operator)]
        if word in ("in", "not in"):
            if right.type.kind != types.LIST or right.type.item is None:
                raise self.fault(f"this should be a list, and is {right.type.words}", "'in' looks into a list", second)
            if right.type.item.kind == types.NODE and left.type.kind == types.TEXT:
                raise self.fault(
                    "this is a list of cards on others", "write any(card == 'toad' for card in ...)", first
                )
            left = self.matched(left, right.type.item, first)
            if right.bits:
                return f"({right.bits} >> {left.text} & 1 {'==' if word == 'not in' else '!='} 0)"
            text = self.program.as_set(right.text)
            return f"({left.text} {word} {text})"
        if word in ("==", "!="):
            left, right = self._kind_beside(left, right), self._kind_beside(right, left)
            left, right = self.matched(left, right.type, first), self.matched(right, left.type, second)
            same = left.type.joined(right.type)
            if same is None and {left.type.kind, right.type.kind} & {types.LIST}:
                raise self.fault(f"{left.type.words} is never {right.type.words}", "name one card of the list", first)
            if same is None:
                raise self.fault(
                    f"{left.type.words} is never {right.type.words}", _help_for(right, left.type.words), second
                )
            if types.NODE in (left.type.kind, right.type.kind) and types.NOTHING in (left.type.kind, right.type.kind):
                node = left if left.type.kind == types.NODE else right
                return f"({node.text} {'< 0' if word == '==' else '>= 0'})"
            if types.NOTHING in (left.type.kind, right.type.kind):
                return f"({left.text} {'is' if word == '==' else 'is not'} {right.text})"
            return f"({left.text} {word} {right.text})"
        if left.type == right.type == types.list_of(types.NUMBER_TYPE):
            return f"([*{left.text}] {word} [*{right.text}])"
        for part, at in ((left, first), (right, second)):
            self.want(part, DATA_KINDS, "a number", at)
        return f"({left.text} {word} {right.text})"

    def _kind_beside(self, code: Code, other: Code) -> Code:
        """A card of a forest as its kind, beside the id of a card or a kind."""
        if code.type.kind == types.NODE and other.type.kind in (types.TEXT, types.PIECE):
            return code._replace(text=f"K[{code.text}]", type=types.RuleType(types.PIECE, None, code.type.components))
        return code

    def matched(self, code: Code, other: types.RuleType, node: ast.AST) -> Code:
        """A word as what it stands for beside *other*: the id of a card, or one of the values of a field."""
        if code.type.kind != types.TEXT or not isinstance(node, ast.Constant):
            return code
        word, records = str(node.value), self.program.records
        if other.kind == types.PLACE:
            number = self.program.grid.places.number(word)
            if number is None:
                raise self.fault(f"there is no place '{word}'", "the first one is 'r1c1'", node)
            return Code(str(number), other)
        if other.kind == types.PIECE:
            kind = records.kinds.get(word)
            if kind is None and records.lenient:
                return Code("-9", other)
            if kind is None or records.components[kind] not in other.components:
                known = [
                    record for record, kind in records.kinds.items() if records.components[kind] in other.components
                ]
                raise self.fault(f"there is no card '{word}'", suggest(word, known, "cards are"), node)
            return Code(str(kind), types.RuleType(types.PIECE, None, frozenset([records.components[kind]])))
        if other.kind == types.TEXT and other.values is not None and word not in other.values and other.values:
            raise self.fault(f"it is never '{word}'", suggest(word, sorted(other.values), "it can be"), node)
        return code


def _help_for(code: Code, what: str) -> str:
    if code.type.kind == types.LIST:
        return "count(...) is the number of entries of a list, first(...) its first one"
    if code.type.kind == types.PIECE and "number" in what:
        return "name a field of the card: card.level"
    return "compare values of one kind"
