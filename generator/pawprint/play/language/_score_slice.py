"""The steps of an action that change what the score depends on, without all others -> a function of the program.

A bot asks what an action is worth. Where the score depends on values alone, it is enough to do the steps that change
these values, on a copy of them.
"""

from typing import Any

from pawprint.play._zone_state import OPEN
from pawprint.play.language._piece_step_writer import StatementPlace
from pawprint.play.language._program_builder import ProgramBuilder
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language._step_writer import StepWriter
from pawprint.play.language.specification import RuleStep

#: Steps with steps inside, and those among them that may be done again.
_OUTER, _LOOPS = ("if", "each", "each player", "repeat", "while"), ("each", "each player", "repeat", "while")
#: A slice of more steps is given up: steps that do steps by their names may be very many, written out.
_MOST_STEPS = 2_000


class ScoreSlice(StepWriter):
    """Writes the steps that matter to the score.

    Args:
        score: the values on which the score depends.

    Attributes:
        failed: whether a step that matters depends on one that was left out.
    """

    def __init__(self, program: ProgramBuilder, flow: Any, score: frozenset[str]) -> None:
        super().__init__(program, flow)
        self.score = score
        self.failed = False
        self._kept = self._written = 0
        #: What the steps that were left out would have changed.
        self._stale: set[str] = set()
        #: The Python names of what steps that were left out have named.
        self._unnamed: set[str] = set()

    def write(self, steps: tuple[RuleStep, ...], scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        names = self.program.names
        for step in steps:
            self._written += 1
            self.failed |= self._written > _MOST_STEPS
            if self.failed:
                return
            if step.verb == "do":
                self._inline(step, scope, out, place)
                continue
            written, self.program.written = self.program.written, set()
            read, names.read = names.read, set()
            part = FunctionText("", step.node.span)
            part.depth = out.depth
            kept, before = self._kept, set(self._stale)
            method = getattr(self, f"write_{step.verb.replace(' ', '_')}")
            inner = method(step, scope, part, place) or scope
            changed, seen = self.program.written, names.read
            self.program.written, names.read = written | changed, read | seen
            if step.verb in _OUTER:
                matters = self._kept > kept
                stale = self._stale if step.verb in _LOOPS else before
            else:
                matters = step.verb in ("let", "end", "stop") or bool(changed & self.score)
                self._stale |= changed & {"tokens"} if matters else changed
                self._kept += matters and step.verb != "let"
                stale = before
            if matters:
                self.failed |= bool(seen & stale) or any(self._hidden(one) for one in seen)
                self.failed |= any(name in line for line in map(str, part.lines) for name in self._unnamed)
                out.lines += part.lines
            else:
                self._unnamed |= {code.text for name, code in inner.names.items() if code != scope.names.get(name)}
            scope = inner

    def _hidden(self, name: str) -> bool:
        zone = self.program.zones.get(name)
        return zone is not None and zone.seen != OPEN

    def _inline(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        definition = self.definition(step)
        if definition is None or definition.name in self._open:
            self.failed = True
            return
        texts = zip(definition.parameters, step.parts.get("with", ()), strict=True)
        names = {name: self.expression(text, scope) for name, text in texts}
        self._open.append(definition.name)
        self.write(definition.steps, RuleScope(scope.program, scope.me, names), out, place)
        self._open.pop()

    def write_token(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self.touches("tokens")
        if "to" in step.parts:
            found = self.target(step.parts["to"].text, step.parts["to"].node, scope)
            if found is not None:
                out.add(f"{found[0]} += 1", step.node.span)

    def write_call(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        super().write_call(step, scope, out, place)
        call = self.program.spec.calls.get(step.parts.get("call", ""))
        self.failed |= call is not None and not self.score.isdisjoint(call.changes)

    def write_effects(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self.failed = True
