"""Steps -> functions of the program: setup, blocks of the play, and what actions do.

Steps in which nobody waits become plain statements (`StepWriter`); this module cuts the others into blocks.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pawprint.catalog.field_types import RuleSteps
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play.language._entry_values import entries_of, filled_text
from pawprint.play.language._expression_code import Code, RulesTooLarge, Stored
from pawprint.play.language._piece_step_writer import StatementPlace
from pawprint.play.language._program_builder import ProgramBuilder, Verb, Waiting
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language._rules_reader import RulesReader
from pawprint.play.language._step_writer import StepWriter
from pawprint.play.language.rule_types import LIST, PIECE, PLAYER_TYPE, TEXT, RuleType
from pawprint.play.language.specification import RuleStep, RuleText, ValueSpec

#: The most blocks of a program.
MOST_WRITTEN = 10_000
#: The block that ends the game.
OVER = 0


class Within(NamedTuple):
    """Where steps of the play stand.

    Attributes:
        leave: the block after the innermost loop; -1 if there is none.
        players: the registers of the players of the loops around.
        depth: how many steps with names are being written.
    """

    leave: int = -1
    players: tuple[int, ...] = ()
    phase: str = ""
    effects: int = 0


class AtStep(NamedTuple):
    """A step of the play that is being written.

    Attributes:
        then: the block after these.
    """

    step: RuleStep
    rest: tuple[RuleStep, ...]
    scope: RuleScope
    then: int
    within: Within

    @property
    def parts(self) -> Mapping[str, Any]:
        return self.step.parts

    @property
    def span(self) -> Span:
        return self.step.span


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
                self.program.wrong(text.span(), f"there is no action '{text.text}'", help)
                continue
            self.program.asked.add(text.text)
            found.append(names.index(text.text))
        return sorted(set(found))

    def _legal(self, number: int, verbs: list[int], span: Span) -> None:
        lines = [f"can_{verb}(s, me, out)" for verb in verbs]
        self.program.text.write(f"def l{number}(s):", span, "me = s.seat", "out = []", *lines, "return out")

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
                names = ", ".join(["s", me, *(f"a_{part.name}" for part in spec.choices)])
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
        plain = f"{value} - 1"
        if kind.kind == TEXT:
            plain = f"L{self.program.words_table(kind)}[{plain}]"
        return f"({plain} if {value} else None)" if optional else plain

    def flow_ask(self, at: AtStep) -> int:
        after = self.after(at)
        otherwise = self.flow(at.parts.get("else", ()), at.scope, after, at.within) if "else" in at.parts else after
        who = self.steps.player(at.parts["who"], at.scope).text if "who" in at.parts else at.scope.me
        if not who:
            help = "put it into a loop: each player: [...], turns: [...], or say who: who: leader"
            self.program.wrong(at.span, "nobody is asked here", help)
            return after
        number, function = self.block(at.span)
        verbs = self.find_asked(at.step)
        function.add(f"s.seat = {who}")
        function.add(f"s.pc = {number}")
        function.add(f"legal = l{number}(s)")
        shift = self.program.width * self.program.fields
        alone = [f" or legal == [{verb << shift}]" for verb in self.find_asked(at.step, "unless only")]
        function.add(f"if not legal{''.join(alone)}: return {otherwise}")
        function.add("s._legal = legal")
        function.add("return -1")
        self._legal(number, verbs, at.span)
        self._resume(number, verbs, "s.seat" if "who" in at.parts else who, after, at.within, at.span)
        players = at.within.players if "who" not in at.parts else ()
        self.program.waits[number] = Waiting(
            tuple(verbs), at.parts.get("question", {}), at.step.rule, at.within.phase, players
        )
        return number

    def flow_all_choose(self, at: AtStep) -> int:
        after = self.after(at)
        program = self.program
        who, place, me = program.register(), program.register(), program.register()
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        doing, uncover = self.block(at.span)
        verbs = self.find_asked(at.step)
        listed = self.steps.items(at.parts["who"], at.scope).text if "who" in at.parts else f"range({program.players})"
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
        self._legal(number, verbs, at.span)
        lines = "s.chosen[s.seat] = action", f"f[{place}] += 1", f"return {number}"
        program.text.write(f"def r{number}(s, action):", at.span, *lines)
        uncover.add(f"if f[{place}] == len(f[{who}]):")
        uncover.add("    s.chosen = None")
        uncover.add(f"    return {after}")
        uncover.add(f"f[{me}] = f[{who}][f[{place}]]")
        uncover.add(f"f[{place}] += 1")
        uncover.add(f"action = s.chosen[f[{me}]]")
        uncover.add(f"return {doing} if action is None else r{doing}(s, action)")
        inner = at.within._replace(players=(*at.within.players, me))
        self._resume(doing, verbs, f"f[{me}]", doing, inner, at.span)
        program.waits[number] = Waiting(
            tuple(verbs), at.parts.get("question", {}), at.step.rule, at.within.phase, (), secret=True
        )
        return start

    def flow_chance(self, at: AtStep) -> int:
        program = self.program
        items = self.steps.outcomes(at.step, at.scope)
        kind = items.type.item or PLAYER_TYPE
        name = at.parts.get("as", "chance")
        register = program.register()
        inner = at.scope.with_names({name: Code(f"f[{register}]", kind, frozenset([name]), source=items.source)})
        after = self.after(at, inner)
        number, function = self.block(at.span)
        says = at.parts.get("says", {})
        written = next(iter(says.values()), f"{name} {{{name}}}")
        verb = len(program.verbs)
        program.verbs.append(Verb(name, (name,), (kind,), (False,), written, "", says, at.step.rule, ()))
        function.add("s.seat = CHANCE")
        function.add(f"s.pc = {number}")
        function.add(f"if not {items.text}: raise Empty")
        function.add("return -1")
        shift = program.width * (program.fields - 1)
        index = f"W{program.words_table(kind)}[one]" if kind.kind == TEXT else "one"
        base = verb << program.width * program.fields
        legal = f"return [{base} + ({index} + 1 << {shift}) for one in {items.text}]"
        program.text.write(f"def l{number}(s):", at.span, legal)
        value = self._decoded(f"(action >> {shift} & {2**program.width - 1})", kind, False)
        program.text.write(f"def r{number}(s, action):", at.span, f"f[{register}] = {value}", f"return {after}")
        program.waits[number] = Waiting((verb,), {}, at.step.rule, at.within.phase, (), chance=True)
        return number

    def flow_shuffle(self, at: AtStep) -> int:
        after = self.after(at)
        zone = self.steps.zone(at.parts["shuffle"], at.scope)
        target = self.steps.zone(at.parts["to"], at.scope) if "to" in at.parts else zone
        self.steps.touches(zone.zone, target.zone)
        number, function = self.block(at.span)
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
        legal = FunctionText(f"def l{number}(s):", step.span)
        legal.add(f"return {source}")
        resume = FunctionText(f"def r{number}(s, action):", step.span)
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
        source, target = (self.steps.zone(at.parts["from"], at.scope), self.steps.zone(at.parts["to"], at.scope))
        refill = self.program.zones[source.zone].refill
        other = self.steps.zone(RuleText(refill, at.parts["from"].node), at.scope)
        inner = at.scope
        if "as" in at.parts:
            name = at.parts["as"]
            inner = at.scope.with_names(
                {name: Code(f"f[{drawn}]", source.type, frozenset([name]), target.secret, source=target.text)}
            )
        after = self.after(at, inner)
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        begin.add(f"f[{count}] = {self.steps.number(at.parts['draw'], at.scope).text}", at.parts["draw"].span())
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


class FlowWriter(WaitWriter):
    """Writes all functions of steps."""

    def __init__(self, program: ProgramBuilder) -> None:
        super().__init__(program)
        self._open: list[str] = []
        self._pausing: dict[tuple[str, bool], bool] = {}
        #: The steps with names that are being written.
        self.doing: list[str] = []
        self._effects: dict[tuple[str, int], tuple[RuleStep, ...]] = {}

    def write(self) -> None:
        program = self.program
        setup = FunctionText("def setup(s, rng):", self.spec.node.span)
        for value in self.spec.values.values():
            stored = program.values.get(value.name)
            if stored is None or value.over:
                self._write_starts(value, stored, setup)
                continue
            scope = RuleScope(program.names, "a_seat" if value.each else "", {})
            code = program.expression(value.start, scope, wanted=stored.type)
            if code is None:
                continue
            if value.pairs:
                each = stored.text.format("a_seat", "a_other")
                seats = f"range({program.players})"
                setup.add(f"for a_seat in {seats}:")
                setup.add(f"    for a_other in {seats}: {each} = {code.text}")
            elif value.each:
                setup.add(f"for a_seat in range({program.players}): {stored.text.format('a_seat')} = {code.text}")
            else:
                setup.add(f"{stored.text} = {code.text}")
        self.steps.write(
            self.spec.setup, RuleScope(program.names, "", {}), setup, StatementPlace("setup", end="return")
        )
        program.text.functions.append(setup)
        for number, action in enumerate(self.spec.actions.values()):
            if program.verbs[number].choices or not action.choices:
                self._write_action(number, action)
        program.written = program.flow_changes
        scope = RuleScope(program.names, "", {})
        over = self.block(self.spec.node.span)
        over[1].add("s.seat = END")
        over[1].add("s.pc = -1")
        over[1].add("return -1")
        last = over[0]
        program.ending = True
        ending = self.flow(self.spec.at_end, scope, last, Within())
        program.ending = False
        program.text.write(f"def b{OVER}(s):", self.spec.node.span, f"return {ending}")
        program.entry = self.flow(self.spec.play, scope, OVER, Within())

    def _write_starts(self, value: ValueSpec, stored: Stored | None, setup: FunctionText) -> None:
        """The values for words at the beginning; `start_NAME` has those for cards."""
        program = self.program
        if value.name in program.card_values:
            start = f"return {program.starts[value.name]}"
            program.text.write(f"def start_{value.name}(this):", value.start.span(), start)
            return
        for entries in entries_of(stored.axes) if stored is not None else ():
            assert stored is not None
            codes = [axis.code(entry) for axis, entry in zip(stored.axes, entries, strict=True)]
            me = next((argument.text for argument in codes if argument.type == PLAYER_TYPE), "")
            this = next((argument for argument in codes if argument.type != PLAYER_TYPE), codes[0])
            code = program.expression(value.start, RuleScope(program.names, me, {"this": this}), wanted=stored.type)
            if code is not None:
                setup.add(f"{filled_text(stored, [*map(str, entries)])} = {code.text}")

    def _write_action(self, number: int, action: Any) -> None:
        """`do_N`: what an action does, if nobody waits in it."""
        if self.pauses_in(action.steps):
            self.program.changes[number] = None
            return
        names = ["s", "me", *(f"a_{choice.name}" for choice in action.choices)]
        function = FunctionText(f"def do_{number}({', '.join(names)}):", action.node.span)
        place = StatementPlace("function", leave="return 2", end="return 1")
        self.program.written = set()
        self.steps.write(action.steps, self.action_scope(number, action, "me", {}), function, place)
        self.program.changes[number] = self.program.written
        self.program.text.functions.append(function)

    # --- what pauses ----------------------------------------------------------------------------------------

    def pauses_in(self, steps: tuple[RuleStep, ...], setup: bool = False) -> bool:
        return any(self.pauses(step, setup) for step in steps)

    def pauses(self, step: RuleStep, setup: bool = False) -> bool:
        verb = step.verb
        if verb in ("ask", "all choose", "turns"):
            return True
        if not setup and verb in ("chance", "shuffle"):
            return True
        if verb == "draw" and not setup:
            written = step.parts["from"].text.partition("[")[0].strip() if "from" in step.parts else ""
            zone = self.spec.zones.get(written)
            return zone is not None and bool(zone.refill)
        if verb == "do":
            definition = self.spec.steps.get(step.parts.get("do", ""))
            if definition is None or definition.name in self._open:
                return False
            return self._pauses_within(definition.name, [definition.steps], setup)
        if verb == "effects":
            return "effects" not in self._open and self._pauses_within("effects", self.all_effects().values(), setup)
        return any(self.pauses_in(steps, setup) for steps in step.steps())

    def _pauses_within(self, name: str, lists: Iterable[tuple[RuleStep, ...]], setup: bool) -> bool:
        """Whether the game may wait in steps with a name, or in effects; each is looked at once."""
        if (name, setup) not in self._pausing:
            self._open.append(name)
            self._pausing[name, setup] = any(self.pauses_in(steps, setup) for steps in lists)
            self._open.pop()
        return self._pausing[name, setup]

    # --- effects of cards -----------------------------------------------------------------------------------

    def all_effects(self) -> dict[tuple[str, int], tuple[RuleStep, ...]]:
        """(field, kind) -> the steps that a card has there; one within another is called `night.effect`."""
        if not self._effects:
            for kind, record in enumerate(self.program.records.records):
                for name, value in _steps_in(record.values):
                    reader = RulesReader(value.node.source, self.program.findings)
                    self._effects[name, kind] = reader.steps(value.node)
        return self._effects

    # --- the play -------------------------------------------------------------------------------------------

    def flow(self, steps: tuple[RuleStep, ...], scope: RuleScope, then: int, within: Within) -> int:
        """The block that begins *steps*, after which the block *then* comes."""
        if not steps:
            return then
        first = steps[0]
        if self.pauses(first) or first.verb in ("phase", "end", "stop", "turn"):
            method = getattr(self, f"flow_{first.verb.replace(' ', '_')}")
            found: int = method(AtStep(first, steps[1:], scope, then, within))
            return found
        plain = 0
        while plain < len(steps) and not self.pauses(steps[plain]) and steps[plain].verb not in ("phase", "let", "new"):
            plain += 1
        if first.verb == "let":
            return self._let(AtStep(first, steps[1:], scope, then, within))
        if first.verb == "new":
            return self._new(AtStep(first, steps[1:], scope, then, within))
        after = self.flow(steps[plain:], scope, then, within)
        number, function = self.block(first.node.span)
        place = StatementPlace(
            "flow", leave=f"return {within.leave}" if within.leave >= 0 else "", end=f"return {OVER}"
        )
        self.steps.write(steps[:plain], scope, function, place)
        function.add(f"return {after}")
        return number

    def _let(self, at: AtStep) -> int:
        scope = at.scope
        number, function = self.block(at.span)
        for name, (_, text) in at.parts.get("let", {}).items():
            code = self.program.expression(text, scope)
            if code is None:
                continue
            register = self.program.register()
            copied = f"tuple({code.text})" if code.type.kind == LIST else code.text
            function.add(f"f[{register}] = {copied}", text.span())
            own = Code(f"f[{register}]", code.type, frozenset([name]), code.secret, source=code.source)
            scope = scope.with_names({name: own})
        function.add(f"return {self.after(at, scope)}")
        return number

    def _new(self, at: AtStep) -> int:
        number, function = self.block(at.span)
        register, name = self.program.register(), at.parts.get("as", "group")
        kind = self.steps.new_group(at.step, at.scope, f"f[{register}]", function)
        scope = at.scope.with_names({name: Code(f"f[{register}]", kind, frozenset([name]))})
        function.add(f"return {self.after(at, scope)}")
        return number

    def flow_phase(self, at: AtStep) -> int:
        name = at.parts.get("phase", "")
        number, function = self.block(at.span)
        function.add(f"return {self.flow(at.rest, at.scope, at.then, at.within._replace(phase=name))}")
        self.program.phases[number] = name
        return number

    def flow_end(self, at: AtStep) -> int:
        self._unreachable(at.rest)
        return OVER

    def flow_stop(self, at: AtStep) -> int:
        self._unreachable(at.rest)
        if at.within.leave < 0:
            self.program.wrong(at.span, "'stop' stands in no loop", "end the game with: end")
            return OVER
        return at.within.leave

    def _unreachable(self, rest: tuple[RuleStep, ...]) -> None:
        if rest:
            self.program.wrong(rest[0].node.span, "this step is never done", "move it before the step above")

    def flow_turn(self, at: AtStep) -> int:
        after = self.after(at)
        number, function = self.block(at.span)
        self.steps.write((at.step,), at.scope, function, StatementPlace("flow"))
        function.add(f"return {after}")
        return number

    def flow_if(self, at: AtStep) -> int:
        after = self.after(at)
        test = self.steps.condition(at.parts["if"], at.scope).truth().text
        if test in ("True", "False"):  # of options
            return self.flow(at.parts.get("then" if test == "True" else "else", ()), at.scope, after, at.within)
        yes = self.flow(at.parts.get("then", ()), at.scope, after, at.within)
        no = self.flow(at.parts.get("else", ()), at.scope, after, at.within)
        number, function = self.block(at.span)
        function.add(f"if {test}:", at.parts["if"].span())
        function.add(f"    return {yes}")
        function.add(f"return {no}")
        return number

    def flow_while(self, at: AtStep) -> int:
        after = self.after(at)
        number, function = self.block(at.span)
        body = self.flow(at.parts.get("do", ()), at.scope, number, at.within._replace(leave=after))
        code = self.steps.condition(at.parts["while"], at.scope).truth()
        function.add(f"if {code.text}:", at.parts["while"].span())
        function.add(f"    return {body}")
        function.add(f"return {after}")
        return number

    def flow_repeat(self, at: AtStep) -> int:
        after = self.after(at)
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        counter = self.program.register()
        code = self.steps.number(at.parts["repeat"], at.scope)
        body = self.flow(at.parts.get("do", ()), at.scope, number, at.within._replace(leave=after))
        begin.add(f"f[{counter}] = {code.text}", at.parts["repeat"].span())
        begin.add(f"return {number}")
        function.add(f"f[{counter}] -= 1")
        function.add(f"return {body} if f[{counter}] >= 0 else {after}")
        return start

    def flow_each(self, at: AtStep) -> int:
        after = self.after(at)
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        left, entry = self.program.register(), self.program.register()
        items = self.steps.items(at.parts["in"], at.scope)
        kind = items.type.item or PLAYER_TYPE
        name = at.parts.get("each", "")
        own = Code(f"f[{entry}]", kind, frozenset([name]), items.secret, source=items.source)
        inner = at.scope.with_names({name: own})
        players = (*at.within.players, entry) if kind == PLAYER_TYPE else at.within.players
        body = self.flow(at.parts.get("do", ()), inner, number, at.within._replace(leave=after, players=players))
        begin.add(f"f[{left}] = tuple({items.text})", at.parts["in"].span())
        begin.add(f"return {number}")
        function.add(f"if not f[{left}]: return {after}")
        function.add(f"f[{entry}] = f[{left}][0]")
        function.add(f"f[{left}] = f[{left}][1:]")
        function.add(f"return {body}")
        return start

    def _starting(self, step: RuleStep, scope: RuleScope) -> str:
        if "starting" not in step.parts:
            return scope.me or "0"
        return self.steps.player(step.parts["starting"], scope).text

    def flow_each_player(self, at: AtStep) -> int:
        after = self.after(at)
        me, first = self.program.register(), self.program.register()
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        inner = at.within._replace(leave=after, players=(*at.within.players, me))
        body = self.flow(at.parts["each player"], at.scope.for_player(f"f[{me}]"), number, inner)
        begin.add(f"f[{me}] = f[{first}] = {self._starting(at.step, at.scope)}")
        begin.add(f"return {body}")
        function.add(f"f[{me}] = (f[{me}] + 1) % {self.program.players}")
        function.add(f"return {after} if f[{me}] == f[{first}] else {body}")
        return start

    def flow_turns(self, at: AtStep) -> int:
        after = self.after(at)
        me, outer = self.program.register(), self.program.register()
        start, begin = self.block(at.span)
        number, function = self.block(at.span)
        inner_scope = at.scope.for_player(f"f[{me}]")
        leave, restore = self.block(at.span)
        inner = at.within._replace(leave=leave, players=(*at.within.players, me))
        body = self.flow(at.parts["turns"], inner_scope, number, inner)
        following = f"(f[{me}] + 1) % {self.program.players}"
        begin.add(f"f[{outer}] = s.turn")
        begin.add(f"f[{me}] = {self._starting(at.step, at.scope)}")
        begin.add(f"s.turn = {following}")
        begin.add(f"return {body}")
        if "until" in at.parts:
            code = self.steps.condition(at.parts["until"], inner_scope)
            function.add(f"if {code.truth().text}: return {leave}", at.parts["until"].span())
        function.add(f"f[{me}] = s.turn")
        function.add(f"s.turn = {following}")
        function.add(f"return {body}")
        restore.add(f"s.turn = f[{outer}]")
        restore.add(f"return {after}")
        return start

    def flow_do(self, at: AtStep) -> int:
        after = self.after(at)
        definition = self.steps.definition(at.step)
        if definition is None:
            return after
        if definition.name in self._open:
            self.program.wrong(at.span, f"the steps '{definition.name}' do themselves", "use a loop")
            return after
        number, function = self.block(at.span)
        names = {}
        for name, text in zip(definition.parameters, at.parts.get("with", ()), strict=False):
            code = self.program.expression(text, at.scope)
            if code is not None:
                register = self.program.register()
                function.add(f"f[{register}] = {code.text}", text.span())
                names[name] = Code(f"f[{register}]", code.type, frozenset([name]), code.secret)
        self._open.append(definition.name)
        self.doing.append(definition.name)
        body = self.flow(
            definition.steps, RuleScope(at.scope.program, at.scope.me, names), after, at.within._replace(leave=-1)
        )
        self._open.pop()
        self.doing.pop()
        function.add(f"return {body}")
        return number

    def flow_effects(self, at: AtStep) -> int:
        after = self.after(at)
        number, function = self.block(at.span)
        base, field = self.steps.effect(at.step, at.scope)
        names: dict[str, Code] = {}
        for name, (_, text) in at.parts.get("with", {}).items():
            code, own = self.steps.expression(text, at.scope), self.program.register()
            function.add(f"f[{own}] = {code.text}", text.span())
            names[name] = code._replace(text=f"f[{own}]", names=frozenset([name]), zone="", static=True)
        if base is None or at.within.effects:
            if at.within.effects:
                help = "let the effect of a card do no effects of others in which a player chooses"
                self.program.wrong(at.span, "effects lie within effects", help)
            return after
        register = self.program.register()
        kinds = {}
        for (name, kind), steps in self.all_effects().items():
            record = self.program.records.records[kind]
            if name == field and record.component in base.type.components:
                this = Code(f"f[{register}]", RuleType(PIECE, None, frozenset([record.component])), frozenset(["this"]))
                inner = RuleScope(at.scope.program, at.scope.me, {"this": this, **names})
                kinds[kind] = self.flow(steps, inner, after, at.within._replace(leave=-1, effects=1))
        function.add(f"f[{register}] = {base.text}", at.parts["effects"].span())
        table = ", ".join(f"{kind}: {block}" for kind, block in kinds.items())
        function.add(f"return {{{table}}}.get(f[{register}], {after})")
        return number


def _steps_in(values: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, RuleSteps]]:
    for name, value in values.items():
        if isinstance(value, RuleSteps):
            yield f"{path}{name}", value
        elif isinstance(value, dict):
            yield from _steps_in(value, f"{path}{name}.")
