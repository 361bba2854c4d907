"""Functions in Python that rules call by name: what they see and change, and what is wrong with them.

`calls:` in `rules.yaml` declares each of them. Those of a bundled game are in a module of its package, those of another
game in `rules.py` beside its rules, which runs only if the user allows it.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from linecache import getlines
from types import FunctionType
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry, suggest
from pawprint.play._zone_state import HIDDEN
from pawprint.play.engine import Rng, ScoreChanges, resampled
from pawprint.play.language._expression_code import Code
from pawprint.play.language.rule_types import RuleType, list_of
from pawprint.play.language.specification import CallSpec, Specification, ZoneSpec
from pawprint.play.time_limit import RulesFault, within_rules

Functions = Mapping[str, Callable[..., Any]]

#: Functions of plug-ins, which rules call as they call those of their own file.
FUNCTIONS: Registry[Callable[..., Any]] = Registry("function", "pawprint.functions")
FUNCTIONS.accept(FunctionType, instances=True)


class GameView:
    """The situation of a game, as a function that rules call sees it.

    Cards are whole numbers, one for each record of the catalog. Only what `reads` or `changes` declare can be seen, and
    only a step changes something.

    Attributes:
        me: the seat of the player who acts; -1 where nobody does.
        state: all of it, for bundled games.
    """

    __slots__ = ("_call", "_step", "me", "state")

    def __init__(self, state: Any, me: int, call: CallSpec, step: bool) -> None:
        self.state, self.me, self._call, self._step = state, me, call, step

    @property
    def players(self) -> int:
        return len(self.state.points)

    # --- what is so -----------------------------------------------------------------------------------------

    def cards(self, zone: str, seat: int | None = None) -> tuple[int, ...]:
        """The cards of a zone, in order; of a *seat*, where each player has one.

        Raises:
            LookupError: there is no such zone, or the rules do not declare that it is read.
        """
        self._must(zone, {*self._call.reads, *self._call.changes}, "reads")
        return tuple(self.state.zone(zone, seat))

    def value(self, name: str, *seats: int) -> Any:
        """A value, a number of the rules or an option; of one or two *seats*, where players have one.

        Raises:
            LookupError: there is no such value, or the rules do not declare that it is read.
        """
        constants = self.state.program.names.constants
        if name in constants:
            return constants[name]
        self._must(name, {*self._call.reads, *self._call.changes}, "reads")
        if name == "points":
            return self.state.points[seats[0]]
        return self.state.v[self._place(name, seats)]

    def field(self, card: int, name: str) -> Any:
        return self.state.program.field_of(tuple(name.split(".")))[card]

    def name_of(self, card: int) -> str:
        found: str = self.state.rules.id_of(card)
        return found

    def card(self, name: str) -> int:
        """The card with this id.

        Raises:
            LookupError: there is none.
        """
        found: int = self.state.rules.piece_of(name)
        return found

    # --- what becomes of it ---------------------------------------------------------------------------------

    def set(self, name: str, value: Any, *seats: int) -> None:
        """Give a value, or the points of a seat, another value.

        Raises:
            LookupError: the rules do not declare that it is changed.
        """
        self._may_change(name)
        if name == "points":
            self.state.points[seats[0]] = value
        else:
            self.state.v[self._place(name, seats)] = value

    def move(self, card: int, source: str, target: str, *, of: int | None = None, to: int | None = None) -> None:
        """Move a card on top of another zone.

        Args:
            of, to: the seats of both zones, where each player has one.

        Raises:
            LookupError: the card does not lie there, or the rules do not declare that both zones are changed.
        """
        self._may_change(source)
        self._may_change(target)
        state = self.state
        pieces, place = state.zone(source, of), state.layout.places[source] + (of or 0)
        if card not in pieces:
            raise LookupError(f"there is no '{self.name_of(card)}' in '{source}'")
        pieces.remove(card)
        state.zone(target, to).append(card)
        known = state.k[place] if state.k else 0
        if known.__class__ is list and card in known:
            known.remove(card)
        elif state.k and known.__class__ is not list:
            state.k[place] = min(known, len(pieces))

    def event(self, name: str, *details: Any) -> None:
        """Report an event, as the step `event` does."""
        if self._step and self.state.events is not None:
            self.state.events.append((name, *details))

    # --- limits ---------------------------------------------------------------------------------------------

    def _place(self, name: str, seats: tuple[int, ...]) -> int:
        called = " ".join([name, *map(str, seats)])
        places: Mapping[str, int] = self.state.program.value_places
        if called not in places:
            raise LookupError(f"there is no value '{called}'")
        return places[called]

    def _may_change(self, name: str) -> None:
        if not self._step:
            raise LookupError(f"'{self._call.name}' changes '{name}', which only a step does: call: {self._call.name}")
        self._must(name, self._call.changes, "changes")

    def _must(self, name: str, declared: Any, key: str) -> None:
        if name not in declared:
            raise LookupError(f"'{name}' is not among '{key}' of '{self._call.name}' in the rules")


class Foresight(GameView):
    """The same before a decision, for a function that says how actions change the scores.

    Such a function gives, for each action in order, the change of the score of each player, or None where only trying
    the action shows that; or None for all.
    """

    __slots__ = ("_known", "_rng")

    def __init__(self, state: Any, call: CallSpec, rng: Rng | None) -> None:
        super().__init__(state, state.seat, call, False)
        self._rng, self._known = rng, state if rng is None else None

    def action(self, number: int) -> tuple[str, list[Any]]:
        """The name of an action, and what is chosen."""
        verb, values = self.state.rules.parts_of(number)
        return verb.name, [*values]

    @property
    def known(self) -> "GameView":
        """The situation with other cards where the player who acts knows none, as it may be."""
        return GameView(self.known_state, self.me, self._call, False)

    @property
    def known_state(self) -> Any:
        """All of it, for bundled games."""
        if self._known is None:
            self._known = resampled(self.state, self._rng)
        return self._known


def foreseen(state: Any, legal: Sequence[Any], rng: Rng | None) -> ScoreChanges:
    """How actions change the scores, by the function of the rules that says so; see `LookaheadState`."""
    program, name = state.program, state.program.spec.outlook
    view = Foresight(state, program.spec.calls[name], rng)
    changes = program.run[f"O_{name}"](view, legal)
    if changes is None:
        changes = (None,) * len(legal)
    known = view.known_state  # in any case, for its random numbers
    return changes, known if None in changes else state


# --- in the program of the rules ----------------------------------------------------------------------------------


def call_code(
    call: CallSpec, zones: Mapping[str, ZoneSpec], compiler: Any, arguments: list[Code], scope: Any, node: Any
) -> Code:
    """A function of Python in an expression."""
    wanted = len(call.parameters)
    if len(arguments) != wanted:
        raise compiler.fault(
            f"'{call.name}' takes {wanted} values, not {len(arguments)}", f"write {call.written}", node
        )
    if not call.gives:
        help = f"do it as a step, call: {call.name}, or declare what it gives: gives: number"
        raise compiler.fault(f"'{call.name}' gives nothing", help, node)
    compiler.program.read |= {*call.reads}
    hidden = next((name for name in call.reads if name in zones and zones[name].seen == HIDDEN), "")
    secret = hidden or next((argument.secret for argument in arguments if argument.secret), "")
    names = frozenset[str]().union(*(argument.names for argument in arguments))
    loops = max((argument.loops for argument in arguments), default=0)
    text = ", ".join(["s", scope.me or "-1", *(argument.text for argument in arguments)])
    return Code(f"C_{call.name}({text})", _type_of(call, compiler), names, secret, "", loops, static=False)


def _type_of(call: CallSpec, compiler: Any) -> RuleType:
    records = compiler.program.records
    kind = RuleType(call.gives, None, frozenset(records.components[: records.played]))
    return list_of(kind) if call.several else kind


def bound_calls(calls: Mapping[str, CallSpec], functions: Functions, program: tuple[str, str]) -> dict[str, Any]:
    """What the program of the rules calls: `C_NAME` in expressions, `D_NAME` as steps.

    Args:
        program: the path and the text of the file of the functions; both empty for those of a bundled game.
    """
    found = {}
    for name, call in calls.items():
        function = functions[name]
        file = _file_of(function) if name in FUNCTIONS and FUNCTIONS[name] is function else program
        for letter, step in (("C", False), ("D", True)):
            found[f"{letter}_{name}"] = _bound(call, function, file, step)
        found[f"O_{name}"] = _guarded(name, function, file) if file[0] else function
    return found


def _file_of(function: Callable[..., Any]) -> tuple[str, str]:
    """The path and the text of the file of a plug-in's function."""
    path = function.__code__.co_filename
    return path, "".join(getlines(path))


def _guarded(name: str, function: Callable[..., Any], program: tuple[str, str]) -> Callable[..., Any]:
    """A function of a user that looks ahead."""
    line = function.__code__.co_firstlineno

    def guarded(view: Foresight, actions: Sequence[Any]) -> Any:
        with within_rules(*program, f"{name}()", line):
            result = function(view, actions)
        if result is not None and not _are_changes(result, len(actions), view.players):
            message = f"{name}() should give a change for each action and player, and gives {result!r}"
            help = "return a list with (1, 0) or None for each action, or None"
            raise RulesFault(message[:200], program[0], line, program[1], help)
        return result

    return guarded


def _are_changes(result: Any, actions: int, players: int) -> bool:
    if not isinstance(result, list | tuple) or len(result) != actions:
        return False
    rows = [row for row in result if row is not None]
    return all(
        isinstance(row, list | tuple) and len(row) == players and all(isinstance(part, int) for part in row)
        for row in rows
    )


def _bound(call: CallSpec, function: Callable[..., Any], program: tuple[str, str], step: bool) -> Callable[..., Any]:
    path, text = program
    if not path:
        return lambda state, me, *values: function(GameView(state, me, call, step), *values)
    line = function.__code__.co_firstlineno

    def guarded(state: Any, me: int, *values: Any) -> Any:
        with within_rules(path, text, f"{call.name}()", line):
            result = function(GameView(state, me, call, step), *values)
        wanted = _PYTHON[call.gives]
        parts = result if call.several and isinstance(result, list | tuple) else (result,)
        if not step and ((call.several and parts is not result) or not all(isinstance(part, wanted) for part in parts)):
            message = f"{call.name}() should give {call.gives}{'s' if call.several else ''}, and gives {result!r}"
            raise RulesFault(message[:200], path, line, text, f"return what 'gives' of {call.name} in the rules says")
        return tuple(result) if call.several and not step else result

    return guarded


#: What a function gives -> the types of Python; a card may be nothing.
_PYTHON: Mapping[str, tuple[type, ...]] = {
    "number": (int,), "flag": (bool,), "text": (str,), "player": (int,), "piece": (int, type(None)), "": (object,),
}  # fmt: skip


# --- what is wrong with them --------------------------------------------------------------------------------------


def _report_functions(calls: Mapping[str, CallSpec], functions: Functions, findings: Findings) -> None:
    """Report functions that are not there, or take other values than the rules say."""
    for name, call in calls.items():
        function = functions.get(name)
        if not inspect.isfunction(function):
            known = suggest(name, functions, "its functions are") if functions else f"write: def {_head(call)}: ..."
            help = FUNCTIONS.fault(name) or known
            findings.add("bad-rules", f"there is no function '{name}' in rules.py", call.node.span, help)
            continue
        try:
            inspect.signature(function).bind(None, *call.parameters)
        except TypeError:
            message = f"the function '{name}' takes other values than the rules give it"
            findings.add("bad-rules", message, call.node.span, f"write: def {_head(call)}: ...")


def _head(call: CallSpec) -> str:
    return f"{call.name}({', '.join(['game', *call.parameters])})"


def functions_in(path: str, text: str, calls: Mapping[str, CallSpec], findings: Findings) -> Functions | None:
    """The functions of *calls*, from the file *path* or of plug-ins; None after findings.

    This runs the file: it must be allowed.

    Args:
        path: empty if there is no file.
    """
    if not path:
        return functions_of_plugins(calls)
    found: dict[str, Any] = {"__name__": "pawprint_functions", "__file__": path}
    try:
        with within_rules(path, text, "the file"):
            exec(compile(text, path, "exec", dont_inherit=True), found)
    except RulesFault as fault:
        fault.add_to(findings)
        return None
    own: dict[str, Callable[..., Any]] = {
        name: function for name, function in found.items() if inspect.isfunction(function)
    }
    functions = {**own, **functions_of_plugins(calls.keys() - own.keys())}
    _report_functions(calls, functions, findings)
    return None if findings.failed else functions


def functions_of_plugins(names: Iterable[str]) -> Functions:
    """The functions among *names* that plug-ins have."""
    return {name: function for name in sorted(names) if (function := FUNCTIONS.find(name)) is not None}


def report_calls(spec: Specification, findings: Findings) -> None:
    """Report what functions are to read or to change, and is nothing that games have."""
    known, calls = [*spec.zones, *spec.values, "points"], spec.calls
    foresees = calls.get(spec.outlook)
    if spec.outlook and (foresees is None or len(foresees.parameters) != 1):
        help = f"declare it: calls: {{{spec.outlook}(actions): {{reads: [{known[0]}]}}}}"
        findings.add("bad-rules", f"no function '{spec.outlook}' gets actions", spec.place("outlook"), help)
    for call in calls.values():
        for key, names in (("reads", call.reads), ("changes", call.changes)):
            for name in names:
                if name not in known:
                    node: Any = call.node
                    at = node.get(key) if hasattr(node, "get") else None
                    message, help = f"there is no zone or value '{name}'", suggest(name, known, "there are")
                    findings.add("bad-rules", message, (at or node).span, help)
