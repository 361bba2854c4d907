"""Actions -> functions of the program: which of them are legal, and why others are not."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pawprint.core.source import Span
from pawprint.rules.language.expression_code import Code
from pawprint.rules.language.program_builder import MOST_CHOSEN, ProgramBuilder, Verb
from pawprint.rules.language.program_text import FunctionText
from pawprint.rules.language.rule_expressions import RuleScope
from pawprint.rules.language.rule_types import LIST, NUMBER_TYPE, TEXT, RuleType
from pawprint.rules.language.specification import ActionCondition, ActionSpec, Words


class ActionParts(NamedTuple):
    """An action as it is being written.

    Attributes:
        sources: for each choice what it is among, or its limits; and its type.
        conditions: what must be so, and where it is written.
        refused: what must not be so, where it is written, and the reason: rule, words, condition.
    """

    sources: list[tuple[Any, RuleType]]
    conditions: list[tuple[Code, Span]]
    refused: list[tuple[str, Span, tuple[str, Words, str]]]


class ActionWriter:
    """Writes the functions of actions.

    Args:
        program: the program to which they belong.
    """

    def __init__(self, program: ProgramBuilder) -> None:
        self.program = program

    def write(self, number: int, action: ActionSpec) -> None:
        """`can_N` adds the legal actions, `why_N` says which condition is not true."""
        parts = self._read(action)
        verb = Verb(action.name, (), (), (), action.name, {}, "", ())  # of a wrong one, so that the numbers stay
        if parts is not None:
            self.program.text.functions += [self._can(number, action, parts), self._why(number, action, parts)]
            verb = Verb(
                action.name, tuple(one.name for one in action.choices), tuple(kind for _, kind in parts.sources),
                tuple(one.optional for one in action.choices), action.written, action.says, action.rule,
                tuple(reason for _, _, reason in parts.refused),
            )  # fmt: skip
        self.program.verbs.append(verb)

    def _read(self, action: ActionSpec) -> ActionParts | None:
        """The choices and conditions of an action as Python; None after findings."""
        scope = RuleScope(self.program.names, "me", {})
        parts = ActionParts([], [], [])
        for choice in action.choices:
            found = self._choice(choice, scope)
            if found is None:
                return None
            source, kind = found
            parts.sources.append(found)
            own = source.source if isinstance(source, Code) else ""
            scope = scope.with_names(
                {choice.name: Code(f"a_{choice.name}", kind, frozenset([choice.name]), source=own)}
            )
            self._secret_choice(source, choice)
            words = f"this is not in '{choice.among.text}'" if choice.among else "there is another limit"
            reason = (choice.rule or action.rule, {"": words}, "")
            parts.refused.append((self._outside(choice, source), choice.node.span, reason))
            self._conditions(choice.needs, scope, choice.rule or action.rule, parts)
        self._conditions(action.needs, scope, action.rule, parts)
        return parts

    def _can(self, number: int, action: ActionSpec, parts: ActionParts) -> FunctionText:
        """Loops over the choices, with each condition in the first loop that knows its names."""
        program = self.program
        can = FunctionText(f"def can_{number}(s, me, add):", action.node.span)
        known: set[str] = set()
        waiting = [*parts.conditions]

        def test() -> None:
            for code, span in [*waiting]:
                if code.names <= known:
                    waiting.remove((code, span))
                    can.add(f"if {code.text}:", span)
                    can.depth += 1

        test()
        shift = program.width * program.fields
        sum_ = [f"{number << shift}"]
        for choice, (source, kind) in zip(action.choices, parts.sources, strict=True):
            name, shift = f"a_{choice.name}", shift - program.width
            self._write_loop(can, choice.name, source, choice, kind)
            known.add(choice.name)
            test()
            index = f"W{program.words_table(kind)}[{name}]" if kind.kind == TEXT else name
            part = f"(0 if {name} is None else {index} + 1)" if choice.optional else f"({index} + 1)"
            sum_.append(f"({part} << {shift})" if shift else part)
        can.add(f"add({' + '.join(sum_)})")
        return can

    def _why(self, number: int, action: ActionSpec, parts: ActionParts) -> FunctionText:
        """The number of the first reason why an action is illegal; 0 if none is."""
        names = ", ".join(["s", "me", *(f"a_{one.name}" for one in action.choices)])
        why = FunctionText(f"def why_{number}({names}):", action.node.span)
        for reason, (test, span, _) in enumerate(parts.refused, 1):
            why.add(f"if {test}: return {reason}", span)
        why.add("return 0")
        return why

    def _choice(self, choice: Any, scope: RuleScope) -> tuple[Code | tuple[Code, Code], RuleType] | None:
        """What a choice is among, and its type."""
        if choice.among is None:
            least, most = self.program.expression(choice.least, scope), self.program.expression(choice.most, scope)
            if least is None or most is None:
                return None
            return (least, most), NUMBER_TYPE
        code = self.program.expression(choice.among, scope)
        if code is None:
            return None
        if code.type.kind != LIST or code.type.item is None:
            help = "name a zone, everyone, others, or a list of words"
            self.program.add("bad-rules", f"a choice is among a list, not {code.type.words}", choice.among.span(), help)
            return None
        return code, code.type.item

    def _secret_choice(self, source: Any, choice: Any) -> None:
        if isinstance(source, Code) and source.secret:
            message = f"a player chooses from '{source.secret}' without seeing it"
            self.program.add("bad-rules", message, choice.among.span(), "let chance choose: chance: ..., as: card")

    def _conditions(self, needs: Sequence[ActionCondition], scope: RuleScope, rule: str, parts: ActionParts) -> None:
        """Add conditions to *parts*."""
        for need in needs:
            code = self.program.expression(need.that, scope)
            if code is None:
                continue
            code, span = code.size_only(), need.that.span()
            if code.secret:
                message = f"what a player may do depends on '{code.secret}', which that player does not see"
                self.program.add("bad-rules", message, span, "ask for what players see, such as count(...)")
            if code.text in ("True", "False"):
                self.program.add("bad-rules", f"this is always {code.text.lower()}", span, "correct the condition")
            parts.conditions.append((code, span))
            parts.refused.append((f"not {code.text}", span, (need.rule or rule, need.refusal, need.that.text)))

    def _outside(self, choice: Any, source: Any) -> str:
        """The Python that is true if what was chosen cannot be chosen."""
        name = f"a_{choice.name}"
        if not isinstance(source, Code):
            test = f"not {source[0].text} <= {name} <= {source[1].text}"
        else:
            test = f"{name} not in {source.text}"
        return f"{name} is not None and {test}" if choice.optional else test

    def _write_loop(self, can: FunctionText, name: str, source: Any, choice: Any, kind: RuleType) -> None:
        """A loop over what can be chosen, in order."""
        nothing = "None, *" if choice.optional else ""
        if not isinstance(source, Code):
            items = f"range({source[0].text}, min({source[1].text}, {MOST_CHOSEN}) + 1)"
        elif kind.kind == TEXT:
            items = f"sorted(set({source.text}), key=W{self.program.words_table(kind)}.get)"
        elif source.text.startswith(("OTHERS[", "(0, 1")):
            items = source.text
        else:
            items = f"sorted(set({source.text}))"
        can.add(f"for a_{name} in {f'({nothing}{items})' if nothing else items}:", choice.node.span)
        can.depth += 1
