"""Expressions of rules -> phrases of a language, with the conditions among them."""

import ast
from collections.abc import Mapping

from pawprint.rules.language.amount_phrases import FOREST, PLAYERS, AmountPhrases, Names
from pawprint.rules.language.rule_types import FLAG, PIECE, PLAYER

_COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.In: "in",
    ast.NotIn: "not in",
}  # fmt: skip
_LISTS = (*PLAYERS, "ordered", "different")
#: What a place of a grid has that may not be so.
_OF_PLACES = ("up", "known", "card")


class ExpressionPhrases(AmountPhrases):
    """Writes phrases and conditions for the rules of one game."""

    def condition(self, node: ast.expr, names: Names) -> str:
        """What must be so, as a clause."""
        if isinstance(node, ast.Constant):
            return self.say("always" if node.value else "never")
        if isinstance(node, ast.BoolOp):
            return self._joined(node, names)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._truth(node.operand, names, False)
        if isinstance(node, ast.Compare):
            return self._comparison(node.left, node.ops[0], node.comparators[0], names)
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if isinstance(node, ast.Call) and name == "possible":
            return self._possible(node, names, True)
        if isinstance(node, ast.Call) and name in ("any", "all", "none"):
            only = node.args[0]
            if isinstance(only, ast.GeneratorExp):
                return self._quantified(name, only, names)
            if name == "all":
                return self.say("every", a=self.phrase(only, names))
            return self._truth(only, names, name == "any")
        return self._truth(node, names, True)

    def _joined(self, node: ast.BoolOp, names: Names) -> str:
        word = "or" if isinstance(node.op, ast.Or) else "and"
        parts = [self.condition(one, names) for one in node.values]
        compound = [isinstance(one, ast.BoolOp) for one in node.values]
        if word == "and":
            parts = [self.say("either", a=one) if deep else one for one, deep in zip(parts, compound, strict=True)]
        return self.language.apart(parts, word) if any(compound) else self.language.listed(parts, word)

    def _quantified(self, name: str, node: ast.GeneratorExp, names: Names) -> str:
        loop, names = self.last_loop(node, names)
        elt = node.elt
        among, inner = self.among(loop, names), self.inner(loop, names)
        if isinstance(loop.iter, ast.Name) and self.of_players(loop.iter) and not loop.ifs and name != "none":
            who = {"any": "a player", "all": "every player" if loop.iter.id == "everyone" else "another player"}[name]
            if name == "any" or loop.iter.id == "everyone":
                return self.condition(elt, {**names, getattr(loop.target, "id", ""): self.say(who)})
        sort, condition = self.sort(loop.iter), self.condition(elt, inner)
        if sort:
            return self.say(f"{name}{sort}", a=among, condition=condition)
        noun = self.noun(loop.iter, getattr(loop.target, "id", ""))
        return self.say(name, noun=noun, a=among, condition=condition)

    def _truth(self, node: ast.expr, names: Names, so: bool) -> str:
        """A value alone as a condition, or its opposite."""
        called = node.func if isinstance(node, ast.Call) else node
        name = called.id if isinstance(called, ast.Name) else ""
        if name == "possible" and isinstance(node, ast.Call):
            return self._possible(node, names, so)
        text, no = self.phrase(node, names), "" if so else "not "
        if name in self.spec.definitions:
            negative = "" if so else self._negative(name, node, names)
            if isinstance(ast.parse(self.spec.definitions[name].body.text, mode="eval").body, ast.ListComp):
                return negative or self.say("not empty" if so else "empty", a=text)
            return text if so else negative or self.say("not", condition=text)
        if name in names:
            if name in self.optional:
                return self.say(f"{no}chosen", a=text)
            return self.say("some value" if so else "no value", a=text)
        base = node.value if isinstance(node, ast.Subscript) else node
        declared = getattr(base, "id", "")
        if declared in self.spec.zones or isinstance(node, ast.ListComp) or name in _LISTS:
            return self.say("not empty" if so else "empty", a=text)
        value = self.spec.values.get(declared)
        if value is not None and (value.kind == FLAG or value.start.text in ("true", "false")):
            return self.flag(node, names, "has" if so else "has not") or self.say(f"{no}set", a=text)
        if value is not None and value.kind in (PLAYER, PIECE):
            return self.say("some value" if so else "no value", a=text)
        if isinstance(node, ast.Attribute) and node.attr in (*FOREST, *_OF_PLACES):
            return self.say(f"{'something' if so else 'nothing'} {node.attr}", a=self.phrase(node.value, names))
        if isinstance(node, ast.BoolOp | ast.Compare | ast.Call) and name not in ("sum", "count", "max", "min"):
            return text if so else self.say("not", condition=text)
        return self.say("not zero" if so else "zero", a=text)

    def _negative(self, name: str, node: ast.expr, names: Names) -> str:
        """The author's words for what a definition says if it is not so."""
        definition = self.spec.definitions[name]
        given = (self.phrase(one, names) for one in (node.args if isinstance(node, ast.Call) else ()))
        return self.language.filled(
            self.author(f"not {definition.written}"), dict(zip(definition.parameters, given, strict=False))
        )

    def flag(self, node: ast.expr, names: Names, key: str) -> str:
        """A value of a player that is true or false as something that the player has; empty if it has no such name.

        Args:
            key: of the pattern: has, has not, gets, loses.
        """
        base = node.value if isinstance(node, ast.Subscript) else node
        name = getattr(base, "id", "")
        if not (self.author(name) and self.spec.values[name].each):
            return ""
        who = self.phrase(node.slice, names) if isinstance(node, ast.Subscript) else self.say("me")
        return self.say(f"you {key}" if who == self.say("me") else key, who=who, name=self.author(name))

    def _possible(self, node: ast.Call, names: Names, so: bool) -> str:
        who, others = self.phrase(node.args[0], names), [ast.unparse(one).strip("'") for one in node.args[1:]]
        labels = self.language.listed([self.say("label", a=self.author(one) or one) for one in others], "or")
        text = self.say("possible without", a=who, b=labels) if others else self.say("possible", a=who)
        return text if so else self.say("not", condition=text)

    def _comparison(self, left: ast.expr, operator: ast.cmpop, right: ast.expr, names: Names) -> str:
        key = _COMPARED[type(operator)]
        if isinstance(left, ast.Constant) and key in ("eq", "ne"):
            left, right = right, left
        first, same = self.phrase(left, names), key == "eq"
        if key in ("in", "not in"):
            if isinstance(right, ast.Attribute):
                return self.say("among" if key == "in" else "not among", a=first, b=self.phrase(right, names))
            if isinstance(left, ast.Constant):
                return self.say("list has" if key == "in" else "list has not", a=self.phrase(right, names), b=first)
            return self.say(key, a=first, b=self.phrase(right, names))
        if isinstance(left, ast.Attribute) and left.attr in FOREST and isinstance(right, ast.Name):
            lying = self.phrase(left.value, names)
            if right.id in ("nothing", "nobody"):
                return self.say(f"{'nothing' if same else 'something'} {left.attr}", a=lying)
            if left.attr == "owner" and right.id == "me" and key in ("eq", "ne"):
                return self.say("your owner" if same else "not your owner", a=lying)
        if isinstance(right, ast.Name) and right.id in ("nothing", "nobody"):
            player = self.is_player(left)
            if isinstance(left, ast.Name) and left.id in self.optional:
                return self.say("not chosen" if same else "chosen", a=first)
            return self.say(
                ("nobody" if same else "somebody") if player else "no value" if same else "some value", a=first
            )
        if isinstance(right, ast.Constant) and isinstance(right.value, bool):
            return self._truth(left, names, right.value == same)
        second = self.phrase(right, names)
        if isinstance(right, ast.Constant) and isinstance(right.value, str):
            if not right.value:
                return self.say("no value" if same else "some value", a=first)
            component = self.records.game.components.get(right.value)
            if component is not None and isinstance(left, ast.Attribute) and left.attr == "component":
                card, kind = self.phrase(left.value, names), self.author(right.value)
                if kind:
                    return self.say("is" if same else "is not", a=card, b=kind)
                title = component.title.get(self.language.code, right.value)
                return self.say("component" if same else "not component", a=card, b=title)
            second = self.word(right.value, isinstance(left, ast.Attribute))
            return self.say("is" if same else "is not", a=first, b=second)
        if second == self.say("me") and key in ("eq", "ne"):
            return self.say("is you" if same else "is not you", a=first)
        counted = left.args[0] if isinstance(left, ast.Call) and getattr(left.func, "id", "") == "count" else None
        if counted is not None and not isinstance(counted, ast.GeneratorExp | ast.ListComp | ast.Call):
            listed = self.phrase(counted, names)
            if key == "eq" and second == "0":
                return self.say("empty", a=listed)
            if second.isdecimal() and not self.language.is_plural(listed):
                return self.say(f"has {key}", a=listed, b=second)
        return self.say(key, a=first, b=second)
