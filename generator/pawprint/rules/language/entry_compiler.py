"""Expressions such as `food['plant']` and `force[card]`: a value or a zone of one word, card or player -> Python."""

import ast
import re
from typing import Any

from pawprint.core.registry import suggest
from pawprint.rules.language.entry_values import Axis, filled_text
from pawprint.rules.language.expression_code import Code, Stored, stored_code, together
from pawprint.rules.language.rule_operators import DATA_KINDS, OperatorCompiler
from pawprint.rules.language.rule_types import PIECE, PLAYER, PLAYER_TYPE, TEXT, RuleType, list_of

#: A word of a field as Python, and a word.
_FIELD, _WORD = re.compile(r"([FN]_\w+)\[(.+)\]"), re.compile(r"'([^'\\]*)'")


class EntryCompiler(OperatorCompiler):
    """Compiles values and zones of which there are several; `ExpressionCompiler` compiles the rest of an expression."""

    def words_of(self, name: str) -> Code:
        """A list of words."""
        words = self.program.words[name]
        return Code(str(tuple(words)), list_of(RuleType(TEXT, values=frozenset(words))))

    def all_of(self, one: Stored) -> Code:
        """The cards of the zones for all words, in order."""
        places = [filled_text(one, [str(place)]) for place in range(len(one.axes[0].entries))]
        return Code(f"({', '.join(f'*{text}' for text in places)})", one.type, static=False)

    def of_pair(self, one: Stored, first: Code, second: Code | None, node: ast.AST) -> Code:
        """What a player has of another, or of all as a list."""
        for part in (first, second):
            if part is not None:
                self.want(part, DATA_KINDS, "a player", node)
        if second is not None:
            code = together(one.text.format(first.text, second.text), one.type, first, second)
        else:
            start = one.text[2:-1].format(first.text, "0")
            code = together(f"v[{start}:{start} + {self.program.players}]", list_of(one.type), first)
        return code._replace(static=False)

    def entry(self, node: ast.Subscript, scope: Any) -> Code | None:
        """The value or the zone of a word, a card or a player; None if there is only one for all, or for players alone.

        Where the first of two is the player who acts, it need not be named.
        """
        slices: list[ast.expr] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Subscript):
            slices.insert(0, inner.slice)
            inner = inner.value
        one = self.program.stored.get(inner.id) if isinstance(inner, ast.Name) and inner.id not in scope.names else None
        if one is None or not one.axes or len(slices) > len(one.axes):
            return None
        self.program.read.add(one.name)
        codes = [self.visit(part, scope) for part in slices]
        parts: list[ast.expr] = slices
        if len(codes) < len(one.axes) and one.axes[0].kind == PLAYER and scope.me:
            codes, parts = [Code(scope.me, PLAYER_TYPE, static=False), *codes], [node, *slices]
        if len(codes) < len(one.axes):
            example = "][".join(axis.name for axis in one.axes)
            raise self.fault(f"'{one.name}' needs {len(one.axes)} entries", f"write {one.name}[{example}]", node)
        indexes = [self.index(axis, code, at) for axis, code, at in zip(one.axes, codes, parts, strict=True)]
        read = together("", one.type, *codes)
        return stored_code(one, filled_text(one, indexes), read.names, read.secret)

    def index(self, axis: Axis, code: Code, node: ast.AST) -> str:
        """The Python of the place of an entry."""
        if axis.kind == PLAYER:
            self.want(code, DATA_KINDS, "a player", node)
            return code.text
        if axis.kind == PIECE:
            code = self.matched(code, RuleType(PIECE, None, frozenset([axis.name])), node)
            self.want(code, (PIECE,), "a card", node)
            if not code.type.components <= {axis.name}:
                raise self.fault(f"not all of these cards are {axis.name}", f"name one of the {axis.name}", node)
            return code.text
        self.want(code, (TEXT,), "a word", node)
        known = code.type.values or frozenset()
        wrong = sorted(known - {*axis.entries})
        if wrong and len(wrong) == len(known):
            raise self.fault(f"'{axis.name}' has no '{wrong[0]}'", suggest(wrong[0], axis.entries, "it has"), node)
        word, field = _WORD.fullmatch(code.text), _FIELD.fullmatch(code.text)
        if word is not None:
            return str(axis.entries.index(word[1]))
        table = self.program.tables.get(field[1]) if field is not None else None
        if field is None or table is None:
            return f"I_{axis.name}[{code.text}]"
        places = {one: place for place, one in enumerate(axis.entries)}
        self.program.tables[f"{field[1]}_in_{axis.name}"] = tuple(places.get(one) for one in table)
        return f"{field[1]}_in_{axis.name}[{field[2]}]"
