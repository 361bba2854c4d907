"""An action as it is being written: its choices and conditions, and choices of cards of a forest as sets."""

import ast
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

from pawprint.core.source import Span
from pawprint.rules.language.expression_code import Code
from pawprint.rules.language.node_sets import NodeSets
from pawprint.rules.language.program_builder import ProgramBuilder
from pawprint.rules.language.rule_expressions import ExpressionCompiler
from pawprint.rules.language.rule_names import RuleScope
from pawprint.rules.language.rule_types import NODE, TEXT, RuleType
from pawprint.rules.language.specification import Choice, RuleText, Words


def number_table(program: ProgramBuilder, base: int, kinds: Sequence[RuleType]) -> str:
    """The name of a table of actions by what is chosen, from the first one; empty if it would be large."""
    sizes: list[Sequence[Any]] = [
        program.word_lists[program.words_table(one)] if one.kind == TEXT else range(program.sizes.get(one.kind, 0))
        for one in kinds
    ]
    if len(sizes) > 2 or not 0 < prod(map(len, sizes)) <= 2_000:
        return ""
    program.number_tables.append((base, sizes))
    return f"N{len(program.number_tables) - 1}"


class ActionParts(NamedTuple):
    """An action as it is being written.

    Attributes:
        sources: for each choice what it is among, or its limits; and its type.
        conditions: what must be so, as Python and as it is written.
        refused: what must not be so, where it is written, and the reason: rule, words, condition or choice.
    """

    sources: list[tuple[Any, RuleType]]
    conditions: list[tuple[Code, RuleText]]
    refused: list[tuple[str, Span, tuple[str, Words, RuleText | Choice]]]


class NodeChoices:
    """The choices of cards of a forest in an action, as sets.

    Args:
        kinds: name of a choice -> the type of what is chosen.
    """

    def __init__(self, program: ProgramBuilder, kinds: Mapping[str, RuleType]) -> None:
        self.program = program
        self.kinds = {name: kind.kind for name, kind in kinds.items()}
        names = {name: Code(f"a_{name}", kind, frozenset([name])) for name, kind in kinds.items()}
        self.scope = RuleScope(program.names, "me", names)

    def chosen(self, choice: Choice) -> str | None:
        """The set of all that can be chosen; None if these are no cards of a forest, or no such set."""
        if choice.among is None or choice.optional or self.kinds[choice.name] != NODE:
            return None
        tree = ast.parse(choice.among.text.strip().replace("\n", " "), mode="eval").body
        if isinstance(tree, ast.Name):
            return "s.there" if tree.id == self.program.names.forest else None
        if not isinstance(tree, ast.ListComp):
            return None
        part = tree.generators[0]
        if not isinstance(part.iter, ast.Name) or part.iter.id != self.program.names.forest:
            return None
        if not isinstance(part.target, ast.Name) or ast.dump(tree.elt) != ast.dump(
            ast.Name(part.target.id, ast.Load())
        ):
            return None
        own = self.scope.names[choice.name]
        scope = self.scope.with_names({part.target.id: own})
        tests = [self._set(choice, choice.among, one, part.target.id, scope) for one in part.ifs]
        return None if None in tests else " & ".join(["s.there", *map(str, tests)])

    def split(
        self, choice: Choice, conditions: Sequence[tuple[Code, RuleText]]
    ) -> tuple[list[str], list[tuple[Code, RuleText]]]:
        """Conditions as sets, and those that are none."""
        sets, rest = [], []
        for code, text in conditions:
            tree = ast.parse(text.text.strip().replace("\n", " "), mode="eval").body
            found = self._set(choice, text, tree, choice.name, self.scope)
            if found is None:
                rest.append((code, text))
            else:
                sets.append(found)
        return sets, rest

    def _set(self, choice: Choice, text: RuleText, tree: ast.AST, name: str, scope: RuleScope) -> str | None:
        compiler = ExpressionCompiler(self.program.names, text)
        compiler.kinds = self.kinds
        return NodeSets(compiler, choice.name, f"a_{choice.name}").of(tree, name, scope)
