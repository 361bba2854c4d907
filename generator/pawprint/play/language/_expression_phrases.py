"""Expressions of rules -> phrases of a language, with the conditions among them."""

import ast
from collections.abc import Callable, Container, Mapping
from functools import cached_property
from typing import Any

from pawprint.catalog.model import ChoiceValue, RecordView
from pawprint.play.language._expression_functions import EXAMPLES
from pawprint.play.language._record_table import FieldFault
from pawprint.play.language.rule_types import FLAG, PIECE, PLACE, PLAYER
from pawprint.play.language.sentence_language import SentenceLanguage
from pawprint.play.language.specification import Definition, RuleText
from pawprint.source.reader import MappingNode, ScalarNode

_OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_TESTS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
}  # fmt: skip
_RESULTS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
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
        arguments = [self.visit(argument) for argument in node.args]
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
        for value in node.values:
            part = self.visit(value)
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
        first, second = (operand.value if isinstance(operand, ast.Constant) else None for operand in (left, right))
        work = _RESULTS.get(type(node.op))
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
        parts = [self.visit(operand) for operand in (node.left, *node.comparators)]
        pairs = [ast.Compare(parts[at], [operator], [parts[at + 1]]) for at, operator in enumerate(node.ops)]
        found = [self._decided(comparison) for comparison in pairs]
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
        name.id for name in ast.walk(sides[1]) if isinstance(name, ast.Name)
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
        return ast.BoolOp(other, [negated(value) for value in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OPPOSITE:
        return ast.Compare(node.left, [_OPPOSITE[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("any", "none"):
        return ast.Call(ast.Name("none" if node.func.id == "any" else "any", ast.Load()), node.args, [])
    return ast.UnaryOp(ast.Not(), node)


# --- Amounts, cards, players and lists in expressions of rules -> phrases of a language -------------------------------

#: Name of a variable -> its phrase.
Names = Mapping[str, str]

_SUMS = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times", ast.FloorDiv: "divided", ast.Mod: "rest"}
PLAYERS = ("everyone", "others", "clockwise")
#: What cards of a forest have beside the fields of cards.
FOREST = ("below", "above", "owner")


class AmountPhrases:
    """Writes phrases for the rules of one game; `ExpressionPhrases` writes the conditions in them."""

    def __init__(self, rules: Any, constants: Mapping[str, Any], language: SentenceLanguage) -> None:
        self.spec, self.records, self.language = rules.spec, rules.records, language
        self.say = language.say
        self._plain = PlainExpressions(constants, self.spec.definitions, self.spec.names, self.records.declared)
        #: Choices that may be nothing.
        self.optional = {
            choice.name for action in self.spec.actions.values() for choice in action.choices if choice.optional
        }

    def tree(self, text: RuleText, names: Mapping[str, ast.expr] | None = None) -> ast.expr:
        return self._plain.plain(text.text, names)

    # --- names ----------------------------------------------------------------------------------------------

    def author(self, name: str) -> str:
        """The author's name in this language, or in that of all languages; empty if there is none."""
        words = self.spec.names.get(name, {})
        return self.language.own(words)

    def silent(self, name: str) -> bool:
        """Whether the author's name for a value, for steps or for a phase is empty: it only keeps account."""
        words = self.spec.names.get(name, {"": "?"})
        return not any(words.values())

    def name_of(self, name: str) -> str:
        """What a zone, a value, a choice or a field is called, with its article."""
        declared = self.spec.zones.get(name) or self.spec.values.get(name)
        titles = declared.titles if declared is not None else self._column_titles.get(name, {})
        return self.author(name) or self.language.unnamed(name, self.language.own(titles))

    @cached_property
    def _column_titles(self) -> Mapping[str, Mapping[str, str]]:
        """Field -> what documents call it, by language."""
        documents = self.records.game.node.get("documents")
        words = documents.get("words") if isinstance(documents, MappingNode) else None
        return {
            name: {code: title.text for code, title in node.entries.items() if isinstance(title, ScalarNode)}
            for name, node in (words.entries.items() if isinstance(words, MappingNode) else ())
            if isinstance(node, MappingNode)
        }

    @cached_property
    def _labels(self) -> Mapping[str, str]:
        """Value of a choice -> its printed name."""
        values = (value for record in self.records.records for value in record.values.values())
        return {
            str(value): value.labels.get(self.language.code, str(value))
            for value in values
            if isinstance(value, ChoiceValue) and value.labels
        }

    def record(self, identity: str) -> str:
        kind = self.records.kinds.get(identity)
        if kind is None:
            return ""
        fields = RecordView(self.records.records[kind], self.language.code, self.records.game.edition).fields()
        return str(fields.get("name") or fields.get("title") or identity.replace("-", " "))

    def word(self, text: str, of_field: bool) -> str:
        if not text:
            return self.say("no word")
        found = (self._labels.get(text), self.record(text))
        return (
            (found[0] if of_field else found[1])
            or found[0]
            or found[1]
            or self.author(text)
            or self.language.quoted(text)
        )

    def _owned(self, name: str, owner: str) -> str:
        phrase = self.name_of(name) if name != "points" else self.author(name) or self.language.unnamed(name)
        if owner == self.say("me"):
            return self.language.possessive(phrase)
        return self.say("of", name=phrase, owner=owner)

    def condition(self, node: ast.expr, names: Names) -> str:
        raise NotImplementedError

    def flag(self, node: ast.expr, names: Names, key: str) -> str:
        """A value that is true or false as something that a player has; see `ExpressionPhrases.flag`."""
        raise NotImplementedError

    # --- phrases --------------------------------------------------------------------------------------------

    def phrase(self, node: ast.expr, names: Names) -> str:
        method = getattr(self, f"_{type(node).__name__}", None)
        return ast.unparse(node) if method is None else str(method(node, names))

    def _Constant(self, node: ast.Constant, names: Names) -> str:
        if isinstance(node.value, bool):
            return self.say("true" if node.value else "false")
        return self.word(node.value, False) if isinstance(node.value, str) else str(node.value)

    def _Name(self, node: ast.Name, names: Names) -> str:
        name, declared = node.id, self.spec.zones.get(node.id) or self.spec.values.get(node.id)
        if name in names:
            return names[name]
        if name in ("me", "everyone", "others", "players"):
            return self.say(name)
        if name in ("nothing", "nobody"):
            return self.say("nothing")
        if name == "points" or (declared is not None and declared.each):
            return self._owned(name, self.say("me"))
        return self.name_of(name)

    def _Attribute(self, node: ast.Attribute, names: Names) -> str:
        card = self.phrase(node.value, names)
        if node.attr in FOREST:
            forest = any(zone.forest for zone in self.spec.zones.values())
            return self.say(node.attr if forest else "group owner", a=card)
        if node.attr == "card":
            return card
        name = self.name_of(node.attr)
        return self.language.filled(name, {"card": card}) if "{card" in name else self.say("field", name=name, a=card)

    def _Subscript(self, node: ast.Subscript, names: Names) -> str:
        if isinstance(node.value, ast.Name) and (
            node.value.id in self.spec.zones or node.value.id in self.spec.values or node.value.id == "points"
        ):
            return self._owned(node.value.id, self.phrase(node.slice, names))
        if isinstance(node.value, ast.Subscript):  # of a player for another one
            return self.say("pair", name=self.phrase(node.value, names), owner=self.phrase(node.slice, names))
        return self.say("entry", a=self.phrase(node.value, names), b=self.phrase(node.slice, names))

    def _UnaryOp(self, node: ast.UnaryOp, names: Names) -> str:
        if isinstance(node.op, ast.Not):
            return self.condition(node, names)
        return self.say("negative", a=self.phrase(node.operand, names))

    def _BinOp(self, node: ast.BinOp, names: Names) -> str:
        if isinstance(node.op, ast.Mod) and ast.unparse(node.right) == "players" and isinstance(node.left, ast.BinOp):
            first, places = self.phrase(node.left.left, names), self.phrase(node.left.right, names)
            return self.say("places" if places.isdecimal() else "places amount", a=first, n=places)
        key = _SUMS.get(type(node.op), "plus")
        return self.say(key, a=self._operand(node.left, key, names), b=self._operand(node.right, key, names))

    def _operand(self, node: ast.expr, key: str, names: Names) -> str:
        """A part of a sum or a product, in brackets if it has words that might belong to the whole."""
        text = self.phrase(node, names)
        sum_ = isinstance(node, ast.BinOp) and (
            key in ("minus", "times", "divided", "rest") or _SUMS.get(type(node.op)) != "plus"
        )
        choice = isinstance(node, ast.IfExp) or (
            isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("min", "max")
        )
        return f"({text})" if (sum_ and not (key == "plus" and isinstance(node.op, ast.Mult))) or choice else text  # type: ignore[attr-defined]

    def _IfExp(self, node: ast.IfExp, names: Names) -> str:
        test, first, second = self.condition(node.test, names), node.body, node.orelse
        return self.say("otherwise", a=self.phrase(first, names), condition=test, b=self.phrase(second, names))

    def _BoolOp(self, node: ast.BoolOp, names: Names) -> str:
        return self.condition(node, names)

    def _Compare(self, node: ast.Compare, names: Names) -> str:
        return self.condition(node, names)

    def _List(self, node: ast.List, names: Names) -> str:
        return self.language.listed([self.phrase(element, names) for element in node.elts])

    def _ListComp(self, node: ast.ListComp, names: Names) -> str:
        loop, names = self.last_loop(node, names)
        inner, among = self.inner(loop, names), self.phrase(loop.iter, names)
        if loop.ifs:
            key = f"where{self.sort(loop.iter)}"
            among = self.say(key, a=among, condition=self._filter(loop, inner))
        same = isinstance(node.elt, ast.Name) or (isinstance(node.elt, ast.Attribute) and node.elt.attr == "card")
        return among if same else self.say("values", value=self.phrase(node.elt, inner), a=among)

    def _Call(self, node: ast.Call, names: Names) -> str:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        known, only = self.spec.definitions.get(name) or self.spec.calls.get(name), node.args[0] if node.args else None
        if known is not None:
            parts = dict(zip(known.parameters, (self.phrase(argument, names) for argument in node.args), strict=False))
            return self.language.filled(self.author(known.written), parts) or self.language.quoted(
                name.replace("_", " ")
            )
        if only is None or name in ("any", "all", "none", "possible"):
            return self.condition(node, names)
        if name == "card" and isinstance(only, ast.Constant):
            return self.word(str(only.value), False)
        if name == "default":
            return self.phrase(only, names)
        if isinstance(only, ast.GeneratorExp):
            return self._looped(name, only, names)
        words = [self.phrase(argument, names) for argument in node.args]
        if name in ("next", "previous"):
            return self.say(name) if words[0] == self.say("me") else self.say(f"{name} of", a=words[0])
        if name in ("max", "min") and len(words) > 1:
            return self.say("lower" if name == "min" else "higher", list=self.language.listed(words))
        if name == "count" and isinstance(only, ast.Call) and getattr(only.func, "id", "") == "different":
            return self.say("count kinds", a=words[0])
        key = f"{name} of" if name in ("sum", "max", "min") else name if name in EXAMPLES else "function"
        return self.say(key, a=words[0], b=words[-1], name=name)

    def _looped(self, name: str, node: ast.GeneratorExp, names: Names) -> str:
        """count, sum, max, min, best, worst, ordered, different of something for each entry of a list."""
        loop, names = self.last_loop(node, names)
        inner = self.inner(loop, names)
        players = self.of_players(loop.iter)
        if name == "count":
            owned = node.elt.value if isinstance(node.elt, ast.Subscript) else None
            if players and not loop.ifs and owned is not None and self.flag(owned, names, "has"):
                return self.say("count flag", name=self.author(getattr(owned, "id", "")))
            simple = self._count_of(loop, node.elt, names)
            if simple:
                return simple
            tests = [*loop.ifs, node.elt]
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            key = f"count where{self.sort(loop.iter)}"
            return self.say(key, a=self.phrase(loop.iter, names), condition=self.condition(test, inner))
        among = self.among(loop, names)
        if (
            name in ("sum", "max", "min")
            and isinstance(node.elt, ast.Attribute)
            and isinstance(node.elt.value, ast.Name)
        ):
            every = among if loop.ifs else self.say(f"all of{self.sort(loop.iter) or ' cards'}", a=among)
            return self.say(f"{name} of", a=self.phrase(node.elt, {**names, node.elt.value.id: every}))
        value = self.phrase(node.elt, inner)
        if name in ("ordered", "different"):
            return self.say(name, a=self.say("values", value=value, a=among))
        if name == "sum" and players:
            return self.say("sum players", value=value)
        return self.say(f"{name} for" if name in ("max", "min") else name, a=among, value=value)

    def _count_of(self, loop: ast.comprehension, elt: ast.expr, names: Names) -> str:
        """How many cards of a list are a certain one, or have a certain value in a field; empty if it asks for else."""
        if loop.ifs or not isinstance(elt, ast.Compare) or not isinstance(elt.ops[0], ast.Eq):
            return ""
        left, right, among = elt.left, elt.comparators[0], self.phrase(loop.iter, names)
        if not isinstance(right, ast.Constant | ast.Name) or self.of_players(loop.iter):
            return ""
        if isinstance(left, ast.Attribute):
            field = "" if left.attr in FOREST else self.name_of(left.attr)
            return field and self.say("count field", a=among, b=self._operand_word(right, names), name=field)
        return self.say("count card", a=among, b=self.phrase(right, names)) if isinstance(right, ast.Constant) else ""

    def _operand_word(self, node: ast.expr, names: Names) -> str:
        word = node.value if isinstance(node, ast.Constant) else None
        return self.word(word, True) if isinstance(word, str) else self.phrase(node, names)

    def last_loop(
        self, node: ast.ListComp | ast.GeneratorExp, names: Names
    ) -> tuple[ast.comprehension, Mapping[str, str]]:
        """The innermost loop, and *names* with the variables of those around it."""
        *outer, loop = node.generators
        every = dict(names)
        for generator in outer:
            variable = getattr(generator.target, "id", "")
            every[variable] = (
                self.say("every player") if self.of_players(generator.iter) else self.noun(generator.iter, variable)
            )
        return loop, every

    def among(self, loop: ast.comprehension, names: Names) -> str:
        listed = ast.ListComp(loop.target, [loop])
        return self._ListComp(listed, names)

    def inner(self, loop: ast.comprehension, names: Names) -> Names:
        variable = getattr(loop.target, "id", "")
        return {**names, variable: self.this(loop.iter, names, variable)}

    def this(self, among: ast.expr, names: Names, variable: str) -> str:
        """What the entries of a list are called one by one: the author's name of the *variable*, or "this card"."""
        sort = self.sort(among)
        named = "" if sort == " players" else self.author(variable)
        if named or sort == " groups":
            return named or self.say("this group")
        noun = "player" if sort else "card"
        this = self.say(f"this {noun}")
        return self.say(f"that {noun}") if this in names.values() else this

    def noun(self, among: ast.expr, variable: str) -> str:
        """What one entry of a list is called, with its article: by the author, or "the card"."""
        if self.sort(among) == " groups":
            return self.author(variable) or self.say("this group")
        return self.author(variable) or self.say("other noun" if isinstance(among, ast.Attribute) else "card noun")

    def sort(self, among: ast.expr) -> str:
        """What a list has if not cards: " players", or " groups"; the end of the keys of patterns."""
        if self.of_players(among):
            return " players"
        while isinstance(among, ast.ListComp | ast.Subscript):
            among = among.value if isinstance(among, ast.Subscript) else among.generators[-1].iter
        zone = self.spec.zones.get(getattr(among, "id", ""))
        return " groups" if zone is not None and zone.grouped else ""

    def _filter(self, loop: ast.comprehension, names: Names) -> str:
        return self.condition(loop.ifs[0] if len(loop.ifs) == 1 else ast.BoolOp(ast.And(), loop.ifs), names)

    def of_players(self, node: ast.expr) -> bool:
        if isinstance(node, ast.ListComp):
            return self.of_players(node.generators[-1].iter)
        name = node.func if isinstance(node, ast.Call) else node
        return isinstance(name, ast.Name) and name.id in PLAYERS

    def role(self, node: ast.expr) -> str:
        """The kind of a value that says which player, card or place is something; empty for others."""
        value = self.spec.values.get(node.id) if isinstance(node, ast.Name) else None
        return value.kind if value is not None and value.kind in (PLAYER, PIECE, PLACE) else ""

    def is_player(self, node: ast.expr) -> bool:
        return self.role(node) == PLAYER or (isinstance(node, ast.Attribute) and node.attr == "owner")


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
        parts = [self.condition(value, names) for value in node.values]
        compound = [isinstance(value, ast.BoolOp) for value in node.values]
        if word == "and":
            parts = [self.say("either", a=part) if deep else part for part, deep in zip(parts, compound, strict=True)]
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
        definition = self.spec.definitions[name]
        given = (self.phrase(argument, names) for argument in (node.args if isinstance(node, ast.Call) else ()))
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
        who, others = self.phrase(node.args[0], names), [ast.unparse(argument).strip("'") for argument in node.args[1:]]
        labels = self.language.listed([self.say("label", a=self.author(label) or label) for label in others], "or")
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
