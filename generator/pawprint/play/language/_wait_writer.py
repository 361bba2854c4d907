"""Steps at which the game waits, for a player or for chance -> blocks of the program."""

from typing import Any, NamedTuple

from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play.language._expression_code import Code, RulesTooLarge
from pawprint.play.language._program_builder import ProgramBuilder, Verb, Waiting
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language._step_writer import StepWriter
from pawprint.play.language.rule_types import PLAYER_TYPE, TEXT, RuleType
from pawprint.play.language.specification import RuleStep, RuleText

#: The most blocks of a program.
MOST_WRITTEN = 10_000
#: The block that ends the game.
OVER = 0


class Within(NamedTuple):
    """Where steps of the play stand.

    Attributes:
        leave: the block after the innermost loop; -1 if there is none.
        players: the registers of the players of the loops around.
        phase: the part of the game.
        depth: how many steps with names are being written.
    """

    leave: int = -1
    players: tuple[int, ...] = ()
    phase: str = ""
    effects: int = 0


class AtStep(NamedTuple):
    """A step of the play that is being written.

    Attributes:
        rest: the steps after it.
        then: the block after these.
    """

    step: RuleStep
    rest: tuple[RuleStep, ...]
    scope: RuleScope
    then: int
    within: Within


class WaitWriter:
    """Writes what waits; `FlowWriter` writes the rest of the play."""

    def __init__(self, program: ProgramBuilder) -> None:
        self.program = program
        self.spec = program.spec
        self.steps = StepWriter(program, self)
        self.blocks = 1

    def flow(self, steps: tuple[RuleStep, ...], scope: RuleScope, then: int, within: Within) -> int:
        raise NotImplementedError

    def after(self, at: AtStep, scope: RuleScope | None = None) -> int:
        """The block with the steps after a step, with more names if it gives some."""
        return self.flow(at.rest, scope or at.scope, at.then, at.within)

    def pauses_in(self, steps: tuple[RuleStep, ...], setup: bool = False) -> bool:
        raise NotImplementedError

    def block(self, span: Span) -> tuple[int, FunctionText]:
        number = self.blocks
        if number > MOST_WRITTEN:
            raise RulesTooLarge(f"the play has more than {MOST_WRITTEN:,} parts when each step stands where it is done")
        self.blocks += 1
        function = FunctionText(f"def b{number}(s):", span)
        self.program.text.functions.append(function)
        return number, function

    def action_scope(self, number: int, action: Any, me: str, texts: dict[str, str]) -> RuleScope:
        scope = RuleScope(self.program.names, me, {})
        for choice, kind in zip(action.choices, self.program.verbs[number].kinds, strict=False):
            among = None if choice.among is None else self.program.expression(choice.among, scope)
            source = among.source if among is not None else ""
            own = Code(texts.get(choice.name, f"a_{choice.name}"), kind, frozenset([choice.name]), source=source)
            scope = scope.with_names({choice.name: own})
        return scope

    def find_asked(self, step: RuleStep, key: str = "") -> list[int]:
        """The numbers of the actions that a step names, in order; at its verb, or at another *key*."""
        names = [*self.spec.actions]
        found = []
        for text in step.parts.get(key or step.verb, ()):
            if text.text not in names:
                help = suggest(text.text, names, "actions are")
                self.program.add("bad-rules", f"there is no action '{text.text}'", text.span(), help)
                continue
            self.program.asked.add(text.text)
            found.append(names.index(text.text))
        return sorted(set(found))

    def _legal(self, number: int, verbs: list[int], span: Span) -> None:
        function = FunctionText(f"def l{number}(s):", span)
        function.add("me = s.seat")
        function.add("out = []")
        for verb in verbs:
            function.add(f"can_{verb}(s, me, out)")
        function.add("return out")
        self.program.text.functions.append(function)

    def _resume(self, number: int, verbs: list[int], me: str, after: int, within: Within, span: Span) -> FunctionText:
        """`rN`: what an action does, and the block after it."""
        program = self.program
        function = FunctionText(f"def r{number}(s, action):", span)
        shift = program.width * program.fields
        function.add(f"verb = action >> {shift}")
        for verb in verbs:
            spec = [*self.spec.actions.values()][verb]
            pausing = self.pauses_in(spec.steps)
            function.add(f"if verb == {verb}:", spec.node.span)
            function.depth += 1
            known = program.verbs[verb]
            texts: dict[str, str] = {}
            for place, choice in enumerate(spec.choices[: len(known.kinds)]):
                value = f"(action >> {program.width * (program.fields - 1 - place)} & {2**program.width - 1})"
                function.add(f"a_{choice.name} = {self._decoded(value, known.kinds[place], choice.optional)}")
                if pausing:
                    register = program.register()
                    texts[choice.name] = f"f[{register}]"
                    function.add(f"f[{register}] = a_{choice.name}")
            if pausing:
                scope = self.action_scope(verb, spec, me, texts)
                function.add(f"return {self.flow(spec.steps, scope, after, within)}")
            else:
                names = ", ".join(["s", me, *(f"a_{one.name}" for one in spec.choices)])
                may = self.steps.may_leave(spec.steps)
                if not may:
                    function.add(f"do_{verb}({names})")
                else:
                    function.add(f"left = do_{verb}({names})")
                    function.add(f"if left: return {OVER} if left == 1 else {max(within.leave, 0)}")
                function.add(f"return {after}")
            function.depth -= 1
        program.text.functions.append(function)
        return function

    def _decoded(self, value: str, kind: RuleType, optional: bool) -> str:
        """The Python of a choice within an action."""
        plain = f"{value} - 1"
        if kind.kind == TEXT:
            plain = f"L{self.program.words_table(kind)}[{plain}]"
        return f"({plain} if {value} else None)" if optional else plain

    def flow_ask(self, at: AtStep) -> int:
        after = self.after(at)
        otherwise = (
            self.flow(at.step.parts.get("else", ()), at.scope, after, at.within) if "else" in at.step.parts else after
        )
        who = self.steps.player(at.step.parts["who"], at.scope).text if "who" in at.step.parts else at.scope.me
        if not who:
            help = "put it into a loop: each player: [...], turns: [...], or say who: who: leader"
            self.program.add("bad-rules", "nobody is asked here", at.step.node.span, help)
            return after
        number, function = self.block(at.step.node.span)
        verbs = self.find_asked(at.step)
        function.add(f"s.seat = {who}")
        function.add(f"s.pc = {number}")
        function.add(f"legal = l{number}(s)")
        shift = self.program.width * self.program.fields
        alone = [f" or legal == [{verb << shift}]" for verb in self.find_asked(at.step, "unless only")]
        function.add(f"if not legal{''.join(alone)}: return {otherwise}")
        function.add("s._legal = legal")
        function.add("return -1")
        self._legal(number, verbs, at.step.node.span)
        self._resume(number, verbs, "s.seat" if "who" in at.step.parts else who, after, at.within, at.step.node.span)
        players = at.within.players if "who" not in at.step.parts else ()
        self.program.waits[number] = Waiting(
            tuple(verbs), at.step.parts.get("question", {}), at.step.rule, at.within.phase, players
        )
        return number

    def flow_all_choose(self, at: AtStep) -> int:
        after = self.after(at)
        program = self.program
        who, place, me = program.register(), program.register(), program.register()
        start, begin = self.block(at.step.node.span)
        number, function = self.block(at.step.node.span)
        doing, uncover = self.block(at.step.node.span)
        verbs = self.find_asked(at.step)
        listed = (
            self.steps.items(at.step.parts["who"], at.scope).text
            if "who" in at.step.parts
            else f"range({program.players})"
        )
        begin.add(f"f[{who}] = tuple({listed})")
        begin.add(f"f[{place}] = 0")
        begin.add(f"s.chosen = [None] * {program.players}")
        begin.add(f"return {number}")
        function.add(f"if f[{place}] == len(f[{who}]):")
        function.add(f"    f[{place}] = 0")
        function.add(f"    return {doing}")
        function.add(f"s.seat = f[{who}][f[{place}]]")
        function.add(f"s.pc = {number}")
        function.add(f"legal = l{number}(s)")
        function.add("if not legal:")
        function.add(f"    f[{place}] += 1")
        function.add(f"    return {number}")
        function.add("s._legal = legal")
        function.add("return -1")
        self._legal(number, verbs, at.step.node.span)
        resume = FunctionText(f"def r{number}(s, action):", at.step.node.span)
        resume.add("s.chosen[s.seat] = action")
        resume.add(f"f[{place}] += 1")
        resume.add(f"return {number}")
        program.text.functions.append(resume)
        uncover.add(f"if f[{place}] == len(f[{who}]):")
        uncover.add("    s.chosen = None")
        uncover.add(f"    return {after}")
        uncover.add(f"f[{me}] = f[{who}][f[{place}]]")
        uncover.add(f"f[{place}] += 1")
        uncover.add(f"action = s.chosen[f[{me}]]")
        uncover.add(f"return {doing} if action is None else r{doing}(s, action)")
        inner = at.within._replace(players=(*at.within.players, me))
        self._resume(doing, verbs, f"f[{me}]", doing, inner, at.step.node.span)
        program.waits[number] = Waiting(
            tuple(verbs), at.step.parts.get("question", {}), at.step.rule, at.within.phase, (), secret=True
        )
        return start

    def flow_chance(self, at: AtStep) -> int:
        program = self.program
        items = self.steps.outcomes(at.step, at.scope)
        kind = items.type.item or PLAYER_TYPE
        name = at.step.parts.get("as", "chance")
        register = program.register()
        inner = at.scope.with_names({name: Code(f"f[{register}]", kind, frozenset([name]), source=items.source)})
        after = self.after(at, inner)
        number, function = self.block(at.step.node.span)
        says = at.step.parts.get("says", {})
        written = next(iter(says.values()), f"{name} {{{name}}}")
        verb = len(program.verbs)
        program.verbs.append(Verb(name, (name,), (kind,), (False,), written, "", says, at.step.rule, ()))
        function.add("s.seat = CHANCE")
        function.add(f"s.pc = {number}")
        function.add(f"if not {items.text}: raise Empty")
        function.add("return -1")
        shift = program.width * (program.fields - 1)
        index = f"W{program.words_table(kind)}[one]" if kind.kind == TEXT else "one"
        legal = FunctionText(f"def l{number}(s):", at.step.node.span)
        base = verb << program.width * program.fields
        legal.add(f"return [{base} + ({index} + 1 << {shift}) for one in {items.text}]")
        program.text.functions.append(legal)
        resume = FunctionText(f"def r{number}(s, action):", at.step.node.span)
        value = f"(action >> {shift} & {2**program.width - 1})"
        resume.add(f"f[{register}] = {self._decoded(value, kind, False)}")
        resume.add(f"return {after}")
        program.text.functions.append(resume)
        program.waits[number] = Waiting((verb,), {}, at.step.rule, at.within.phase, (), chance=True)
        return number

    def flow_shuffle(self, at: AtStep) -> int:
        after = self.after(at)
        zone = self.steps.zone(at.step.parts["shuffle"], at.scope)
        target = self.steps.zone(at.step.parts["to"], at.scope) if "to" in at.step.parts else zone
        self.steps.touches(zone.zone, target.zone)
        number, function = self.block(at.step.node.span)
        function.add(f"if len({zone.text}) < {2 if target == zone else 1}: return {after}")
        self._wait_for_shuffle(number, function, zone.text, target, after, at.step, at.within)
        return number

    def _wait_for_shuffle(
        self, number: int, function: FunctionText, source: str, target: Code, after: int, step: RuleStep, within: Within
    ) -> None:
        """Wait until chance has put the cards of a zone into an order, of which the first is on top."""
        function.add("s.seat = CHANCE")
        function.add(f"s.pc = {number}")
        function.add("return -1")
        legal = FunctionText(f"def l{number}(s):", step.node.span)
        legal.add(f"return {source}")
        resume = FunctionText(f"def r{number}(s, action):", step.node.span)
        laid = self.steps.is_grid(target)
        if laid:
            resume.add(self.steps.dealt("action"))
            resume.add(f"{source}.clear()")
        elif source != target.text:
            resume.add(f"{source}.clear()")
            resume.add(f"{target.text}.extend(action[::-1])")
        else:
            resume.add(f"{target.text}[:] = action[::-1]")
        for zone in dict.fromkeys((source, target.text)):
            name = self.steps.zone_name(zone)
            if name and self.program.zones[name].remembers:
                resume.add(f"k{zone[1:]}.clear()")
        resume.add(f"return {after}")
        self.program.text.functions += [legal, resume]
        self.program.waits[number] = Waiting((), {}, step.rule, within.phase, (), chance=True, shuffled=True, laid=laid)

    def flow_draw(self, at: AtStep) -> int:
        """Draw cards, and shuffle others into the zone when it is empty."""
        program = self.program
        count, drawn = program.register(), program.register()
        source, target = (
            self.steps.zone(at.step.parts["from"], at.scope),
            self.steps.zone(at.step.parts["to"], at.scope),
        )
        refill = self.program.zones[source.zone].refill
        other = self.steps.zone(RuleText(refill, at.step.parts["from"].node), at.scope)
        inner = at.scope
        if "as" in at.step.parts:
            name = at.step.parts["as"]
            inner = at.scope.with_names(
                {name: Code(f"f[{drawn}]", source.type, frozenset([name]), target.secret, source=target.text)}
            )
        after = self.after(at, inner)
        start, begin = self.block(at.step.node.span)
        number, function = self.block(at.step.node.span)
        begin.add(
            f"f[{count}] = {self.steps.number(at.step.parts['draw'], at.scope).text}", at.step.parts["draw"].span()
        )
        begin.add(f"f[{drawn}] = ()")
        begin.add(f"return {number}")
        function.add(f"source = {source.text}")
        function.add(f"while f[{count}] > 0 and source:")
        function.add(f"    f[{drawn}] += (source[-1],)")
        function.add(f"    {self.steps.put_text(target, 'source.pop()')}")
        function.add(f"    f[{count}] -= 1")
        function.add(f"if f[{count}] <= 0 or not {other.text}: return {after}")
        self._wait_for_shuffle(number, function, other.text, source, number, at.step, at.within)
        return start
