"""Steps in which nobody waits -> statements of Python."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.fields import Field
from pawprint.core.registry import suggest
from pawprint.play.engine import NAME, NAMES, PIECES, SEAT
from pawprint.play.engine import NUMBER as NUMBER_DETAIL
from pawprint.play.engine import PIECE as PIECE_DETAIL
from pawprint.play.language import rule_types
from pawprint.play.language._expression_code import Code, RulesTooLarge
from pawprint.play.language._piece_step_writer import StatementPlace
from pawprint.play.language._program_builder import MOST_TURNS, ProgramBuilder
from pawprint.play.language._program_text import FunctionText, ProgramLine
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language._structure_steps import ForestStepWriter
from pawprint.play.language.specification import Definition, RuleStep, RuleText

_DETAILS = {
    rule_types.PLACE: NAME,
    rule_types.PLAYER: SEAT,
    rule_types.PIECE: PIECE_DETAIL,
    rule_types.NODE: PIECE_DETAIL,
    rule_types.NUMBER: NUMBER_DETAIL,
    rule_types.FLAG: NUMBER_DETAIL,
}
#: Who asks for events gets them.
_EVENT = "if s.events is not None:"
_LISTED = {rule_types.PIECE: PIECES, rule_types.NODE: PIECES, rule_types.GROUP: NAMES, rule_types.PLACE: NAMES}
#: The most functions of steps with names.
MOST_FUNCTIONS = 2_000
#: The largest cost that is told from larger ones.
_MOST_COST = 10**15
#: How often a loop is done at worst, where that is not known.
_OFTEN = 100


class StepWriter(ForestStepWriter):
    """Writes statements."""

    def __init__(self, program: ProgramBuilder, flow: Any) -> None:
        super().__init__(program)
        self.flow = flow
        self._open: list[str] = []
        self._functions: dict[tuple[Any, ...], str] = {}
        #: What the steps of these functions change.
        self._changes: dict[tuple[Any, ...], set[str]] = {}
        #: Name of steps -> whether they may end the game or leave a loop; function -> the cost of a call.
        self._leaving: dict[str, bool] = {}
        self._costs: dict[str, int] = {}

    def write(self, steps: tuple[RuleStep, ...], scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        if not steps:
            out.add("pass")
        for number, step in enumerate(steps):
            if place.kind != "flow" and self.flow.pauses(step, place.kind == "setup"):
                help = "steps of 'setup' wait for nobody: move it to the beginning of 'play'"
                self.program.wrong(step.span, "nobody can be asked in 'setup'", help)
                continue
            method = getattr(self, f"write_{step.verb.replace(' ', '_')}")
            scope = method(step, scope, out, place) or scope
            if step.verb in ("end", "stop") and number + 1 < len(steps):
                self.program.wrong(
                    steps[number + 1].node.span, "this step is never done", "move it before the step above"
                )
                break

    def may_leave(self, steps: tuple[RuleStep, ...]) -> bool:
        """Whether *steps* may end the game or leave a loop around them."""
        for step in steps:
            if step.verb in ("end", "stop"):
                return True
            if step.verb == "do":
                definition = self.program.spec.steps.get(step.parts.get("do", ""))
                if definition is not None and definition.name not in self._open:
                    if definition.name not in self._leaving:
                        self._open.append(definition.name)
                        self._leaving[definition.name] = self.may_leave(definition.steps)
                        self._open.pop()
                    if self._leaving[definition.name]:
                        return True
            if step.verb == "effects" and any(map(self.may_leave, self.flow.all_effects().values())):
                return True
            if any(self.may_leave(inner) for inner in step.steps()):
                return True
        return False

    def definition(self, step: RuleStep) -> Definition | None:
        """The steps that a step names; None after a finding."""
        from pawprint.play.language.rule_words import STEP_WORDS

        name = step.parts.get("do", "")
        definition = self.program.spec.steps.get(name)
        if definition is None:
            known = [*self.program.spec.steps, *STEP_WORDS]
            word = max((verb for verb in STEP_WORDS if name.startswith(f"{verb} ")), key=len, default="")
            help = f"write {{{STEP_WORDS[word].example}}}" if word else suggest(name, known, "steps are")
            if name in self.program.spec.actions:
                help = f"'{name}' is an action: write ask: {name}"
            self.program.wrong(step.span, f"there are no steps '{name}'", help)
            return None
        given = len(step.parts.get("with", ()))
        if given != len(definition.parameters):
            message = f"the steps '{name}' take {len(definition.parameters)} values, not {given}"
            self.program.wrong(step.span, message, f"write with: [{', '.join(definition.parameters)}]")
            return None
        return definition

    # --- order ----------------------------------------------------------------------------------------------

    def write_if(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        code = self.condition(step.parts["if"], scope, place.times).truth()
        if code.text in ("True", "False"):  # of options
            steps = step.parts.get("then" if code.text == "True" else "else", ())
            if steps:
                self.write(steps, scope, out, place)
            return
        first = len(out.lines)
        out.add(f"if {code.text}:", step.parts["if"].span())
        self.inside(step.parts.get("then", ()), scope, out, place)
        if not step.parts.get("else") and all(line.text.startswith(_EVENT) for line in out.lines[first + 1 :]):
            out.lines[first] = out.lines[first]._replace(text=f"{_EVENT[:-1]} and {code.text}:")
        if step.parts.get("else"):
            out.add("else:", step.span)
            self.inside(step.parts["else"], scope, out, place)

    def inside(self, steps: tuple[RuleStep, ...], scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        before = len(out.lines)
        out.depth += 1
        self.write(steps, scope, out, place)
        if len(out.lines) == before:
            out.add("pass")
        out.depth -= 1

    def _loop(self, place: StatementPlace, times: int) -> StatementPlace:
        many = min(place.times * times, 10**12)
        self.program.cost += many
        return place._replace(leave="break", times=many)

    def write_each(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        items = self.items(step.parts["in"], scope)
        if items.text == "()":  # never, with these options
            return
        name = step.parts.get("each", "entry")
        python = self.local(name)
        listed = f"[*{items.text}]" if items.zone and not items.bits else items.text
        kind = items.type.item or rule_types.PLAYER_TYPE
        inner = scope.with_names({name: Code(python, kind, frozenset([name]), items.secret, source=items.source)})
        first = len(out.lines)
        out.add(f"for {python} in {listed}:", step.parts["in"].span())
        self.inside(step.parts.get("do", ()), inner, out, self._loop(place, max(len(self.program.records.pieces()), 1)))
        body = [line.text for line in out.lines[first + 1 :]]
        if all(text == "pass" for text in body):  # with these options
            del out.lines[first:]
        elif all(text.startswith(_EVENT) for text in body):
            out.lines[first:] = [line._replace(depth=line.depth + 1) for line in out.lines[first:]]
            out.lines.insert(first, ProgramLine(out.depth, _EVENT, step.span))

    def write_each_player(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        start = self.player(step.parts["starting"], scope).text if "starting" in step.parts else scope.me or "0"
        python = self.local("me")
        out.add(f"for {python} in CLOCKWISE[{start}]:", step.span)
        inner = scope.for_player(python)
        self.inside(step.parts["each player"], inner, out, self._loop(place, self.program.players))

    def write_repeat(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        code = self.number(step.parts["repeat"], scope)
        if code.text == "1" and not self.may_leave(step.parts.get("do", ())):
            self.write(step.parts.get("do", ()), scope, out, place)
            return
        count = code.text if len(code.text) < 4 and code.text.isdigit() else f"limited({code.text})"
        out.add(f"for {self.local('turn')} in range({count}):", step.parts["repeat"].span())
        self.inside(
            step.parts.get("do", ()),
            scope,
            out,
            self._loop(place, 10_000 if not code.text.isdigit() else int(code.text)),
        )

    def write_while(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        code = self.condition(step.parts["while"], scope, place.times * _OFTEN)
        out.add(f"if {code.truth().text}:", step.parts["while"].span())  # mostly it is not, which ends sooner so
        out.depth += 1
        out.add(f"for {self.local('turn')} in range({MOST_TURNS + 1}):", step.span)
        self.inside(step.parts.get("do", ()), scope, out, self._loop(place, 10_000))
        out.add(f"    if not {code.truth().text}: break", step.parts["while"].span())
        out.add("else: raise Endless('this does not end')", step.span)
        out.depth -= 1

    def write_turn(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        out.add(f"s.turn = {self.player(step.parts['turn'], scope).text}", step.parts["turn"].span())

    def write_end(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        out.add(place.end, step.span)

    def write_stop(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        if not place.leave:
            self.program.wrong(step.span, "'stop' stands in no loop", "end the game with: end")
        out.add(place.leave or "pass", step.span)

    def write_phase(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        """A part of the game has a name; nothing is done."""

    def write_event(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        parts, kinds = [repr(step.parts.get("event", ""))], []
        for text in step.parts.get("of", ()):
            code = self.expression(text, scope)
            item = code.type.item
            if item is not None and item.kind not in _LISTED:
                self.wrong(text, "a number, a word, a player, a card, or a list of cards or groups", code)
                continue
            kinds.append(_DETAILS.get(code.type.kind, NAME) if item is None else _LISTED[item.kind])
            listed = f"[{self._detail('one', item)} for one in {code.text}]" if item is not None else ""
            parts.append(listed or self._detail(code.text, code.type))
        name = step.parts.get("event", "")
        known = self.program.events.setdefault(name, tuple(kinds))
        if known != tuple(kinds):
            help = "name another event, or the same kinds of things"
            self.program.wrong(step.span, f"the event '{name}' is reported with other things elsewhere", help)
        out.add(f"{_EVENT} s.events.append(({', '.join(parts)},))", step.span)

    def _detail(self, text: str, kind: rule_types.RuleType) -> str:
        if kind.kind == rule_types.GROUP:
            return f"G_{next(iter(kind.values or ()))}.name_of({text})"
        name = {rule_types.PIECE: "ID", rule_types.NODE: "NODE", rule_types.PLACE: "PLACE_NAMES"}.get(kind.kind)
        return f"{name}[{text}]" if name else text

    # --- other steps ----------------------------------------------------------------------------------------

    def write_do(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        definition = self.definition(step)
        if definition is None:
            return
        if definition.name in self._open or definition.name in self.flow.doing:
            self.program.wrong(step.span, f"the steps '{definition.name}' do themselves", "use a loop")
            return
        codes = [self.expression(text, scope) for text in step.parts.get("with", ())]
        me = scope.me or "-1"
        setup = place.kind == "setup"
        key = (definition.name, tuple(code.type for code in codes), bool(scope.me), setup)
        if len(self._functions) > MOST_FUNCTIONS:
            raise RulesTooLarge(f"steps are done with more than {MOST_FUNCTIONS:,} kinds of values")
        written, self.program.written = self.program.written, self._changes.get(key, set())
        if key not in self._functions:
            before = self.program.cost
            python = f"p{len(self._functions)}_{definition.name.replace(' ', '_')}"
            self._functions[key] = python
            names = {
                name: Code(f"a_{name}", code.type, frozenset([name]))
                for name, code in zip(definition.parameters, codes, strict=True)
            }
            head = ", ".join(["s", "me", *(f"a_{name}" for name in definition.parameters), *(["rng"] if setup else [])])
            function = FunctionText(f"def {python}({head}):", definition.node.span)
            self._open.append(definition.name)
            inner = RuleScope(scope.program, "me" if scope.me else "", names)
            self.write(
                definition.steps, inner, function, StatementPlace(place.kind if setup else "function", "", "return 1")
            )
            self._open.pop()
            self.program.text.functions.append(function)
            self._changes[key] = self.program.written
            self._costs[python] = min(self.program.cost - before + len(definition.steps), _MOST_COST)
        self.program.cost += place.times * self._costs.get(self._functions[key], 1)
        written |= self._changes[key]
        self.program.written = written
        arguments = ", ".join(["s", me, *(code.text for code in codes), *(["rng"] if setup else [])])
        self._called(f"{self._functions[key]}({arguments})", definition.steps, out, place, step)

    def write_call(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        name, codes = step.parts.get("call", ""), [self.expression(text, scope) for text in step.parts.get("with", ())]
        call = self.program.spec.calls.get(name)
        if call is None:
            known = self.program.spec.calls
            help = suggest(name, known, "functions are") if known else "declare it below 'calls'"
            self.program.wrong(step.span, f"there is no function '{name}'", help)
        elif len(codes) != len(call.parameters):
            help = f"write with: [{', '.join(call.parameters)}]" if call.parameters else "leave out 'with'"
            self.program.wrong(step.span, f"'{name}' takes {len(call.parameters)} values, not {len(codes)}", help)
        else:
            self.touches(*call.changes)
            self.program.names.read |= {*call.reads}
            values = ", ".join(["s", scope.me or "-1", *(code.text for code in codes)])
            out.add(f"D_{name}({values})", step.span)

    def _called(
        self, call: str, steps: tuple[RuleStep, ...], out: FunctionText, place: StatementPlace, step: RuleStep
    ) -> None:
        if self.may_leave(steps):
            out.add(f"if {call}: {place.end}", step.span)
        else:
            out.add(call, step.span)

    def effect(self, step: RuleStep, scope: RuleScope) -> tuple[Code | None, str]:
        """The card whose effects are done, and the field that has them; None after a finding."""
        text = step.parts["effects"]
        tree = ast.parse(text.text.strip().replace("\n", " "), mode="eval").body if _parses(text.text) else None
        if not isinstance(tree, ast.Attribute):
            self.program.wrong(text.span(), "this is no field with steps", "name the field of a card: card.effect")
            return None, ""
        fields = {name for name, _ in self.flow.all_effects()}
        for component in self.program.records.game.components.values():
            fields.update(_fields_of_steps(component.fields))
        name, inner = tree.attr, tree.value
        while name not in fields and isinstance(inner, ast.Attribute):
            name, inner = f"{inner.attr}.{name}", inner.value
        base = None
        if name in fields:
            base = self.program.expression(RuleText(ast.unparse(inner), text.node), scope)
        if name not in fields and self.program.records.lenient:
            return None, ""  # no card of a scenario does anything here
        if base is not None and base.type.kind == rule_types.NOTHING:  # with these options
            return None, ""
        if base is None or base.type.kind != rule_types.PIECE:
            help = suggest(tree.attr, fields, "fields with steps are")
            self.program.wrong(text.span(), f"'{tree.attr}' is no field with steps", help)
            return None, ""
        return base, name

    def write_effects(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        base, field = self.effect(step, scope)
        if base is None:
            return
        if "effects" in self._open:
            self.program.wrong(step.span, "effects do effects without end", "use a loop")
            return
        number = len(self._functions)
        name = f"E_{field.replace('.', '_')}_{number}"
        codes = {parameter: self.expression(text, scope) for parameter, (_, text) in step.parts.get("with", {}).items()}
        types = tuple((parameter, code.type) for parameter, code in codes.items())
        key = ("effects", field, base.type.components, bool(scope.me), types)
        head = ", ".join(["s", "me", "a_this", *(f"a_{parameter}" for parameter in codes)])
        before, self.program.written = self.program.written, self._changes.get(key, set())
        if key not in self._functions:
            self._functions[key] = name
            self._open.append("effects")
            rows = []
            for (known, kind), steps in self.flow.all_effects().items():
                record = self.program.records.records[kind]
                if known != field or record.component not in base.type.components:
                    continue
                function = FunctionText(f"def e{number}_{kind}({head}):", step.span)
                this = Code(
                    "a_this",
                    rule_types.RuleType(rule_types.PIECE, None, frozenset([record.component])),
                    frozenset(["this"]),
                )
                names = {parameter: Code(f"a_{parameter}", type_, frozenset([parameter])) for parameter, type_ in types}
                inner = RuleScope(scope.program, "me" if scope.me else "", {"this": this, **names})
                self.write(steps, inner, function, StatementPlace("function", "", "return 1"))
                self.program.text.functions.append(function)
                rows.append(f"{kind}: e{number}_{kind}")
            self._open.pop()
            lines = "effect = effects.get(a_this)", f"return effect({head}) if effect is not None else 0"
            self.program.text.write(f"def {name}({head}, effects={{{', '.join(rows)}}}):", step.span, *lines)
        self._changes.setdefault(key, self.program.written)
        before |= self._changes[key]
        self.program.written = before
        values = ", ".join(["s", scope.me or "-1", base.text, *(code.text for code in codes.values())])
        call = f"{self._functions[key]}({values})"
        out.add(f"if {call}: {place.end}" if self.may_leave((step,)) else call, step.span)


def _parses(text: str) -> bool:
    try:
        ast.parse(text.strip().replace("\n", " "), mode="eval")
    except (SyntaxError, ValueError):
        return False
    return True


def _fields_of_steps(fields: Mapping[str, Field], path: str = "") -> Iterator[str]:
    for name, field in fields.items():
        if field.type == "steps":
            yield f"{path}{name}"
        yield from _fields_of_steps(field.inner, f"{path}{name}.")
