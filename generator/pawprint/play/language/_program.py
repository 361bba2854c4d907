"""A `Specification` and the cards of a game -> the program that plays it, as Python source and as functions.

The play of a game is cut into blocks at each place where it waits: for a player, or for chance. A block is a function
that does what comes next and returns the number of the next block, or `WAIT`. What loops and names remember across a
wait lies in the registers of the state, `f`. Actions are whole numbers: the verb and the choices, each in its own bits.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from types import CodeType
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.play._zone_state import OPEN
from pawprint.play.engine import CHANCE, END, Rng
from pawprint.play.language import forest, grid, groups
from pawprint.play.language._action_writer import ActionWriter
from pawprint.play.language._expression_code import Code, RulesTooLarge
from pawprint.play.language._flow_writer import FlowWriter
from pawprint.play.language._piece_step_writer import StatementPlace
from pawprint.play.language._program_builder import MOST_CHOSEN, MOST_TURNS, ProgramBuilder
from pawprint.play.language._program_text import FunctionText
from pawprint.play.language._record_table import RecordTable, fill_card_tables
from pawprint.play.language._rule_names import RuleScope
from pawprint.play.language._step_writer import StepWriter
from pawprint.play.language.python_calls import Functions, bound_calls
from pawprint.play.language.rule_types import (
    NUMBER,
    PIECE,
    PLAYER,
    RuleType,
)  # fmt: skip
from pawprint.play.language.rule_words import PAUSING
from pawprint.play.language.specification import RuleStep, RuleText, Specification
from pawprint.play.lazy_table import LazyTable

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
            part = FunctionText("", step.span)
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
                self.failed |= bool(seen & stale) or any(self._hidden(value) for value in seen)
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
                out.add(f"{found[0]} += 1", step.span)

    def write_call(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        super().write_call(step, scope, out, place)
        call = self.program.spec.calls.get(step.parts.get("call", ""))
        self.failed |= call is not None and not self.score.isdisjoint(call.changes)

    def write_effects(self, step: RuleStep, scope: RuleScope, out: FunctionText, place: StatementPlace) -> None:
        self.failed = True


#: What a block returns when the game waits.
WAIT = -1
#: The most blocks between two decisions.
MOST_BLOCKS = 5_000
ROUNDS = range(MOST_BLOCKS)
#: Above so many parts of expressions between two decisions, at worst, the time is limited, too.
COSTLY = 100_000_000
#: The most entries of a list that is made of others.
MOST_LISTED = 100_000
#: The largest value of a number that is multiplied.
MOST_VALUE = 10**15

#: Cards -> the different ones of them, in order.
_DIFFERENT = LazyTable[tuple[int, ...], tuple[int, ...]](lambda cards: tuple(sorted({*cards})), 1_000)


class EndlessLoop(Exception):
    """A loop of the rules does not end."""

    span: Span | None = None


class Program(ProgramBuilder):
    """The program of a game, with its functions.

    Attributes:
        costly: whether a decision may take long, at worst.
        functions: those in Python that rules call; functions_file: the path and the text of their file, empty for those
            of bundled games.
    """

    def __init__(
        self, spec: Specification, records: RecordTable, chosen: Mapping[str, Any], players: int, findings: Findings
    ) -> None:
        super().__init__(spec, records, chosen, players, findings)
        self.functions: Functions = {}
        self.functions_file = ("", "")
        self._fields: dict[tuple[str, ...], tuple[Any, ...]] = {}
        self._write()
        self.costly = self.cost * 20 > COSTLY

    # --- writing --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        try:
            self._write_all()
        except RecursionError:
            help = "give fewer steps in one list, and let definitions need each other less deeply"
            self.wrong(self.spec.place("play"), "steps or definitions lie too deep in each other", help)
        except RulesTooLarge as error:
            self.wrong(self.spec.place("play"), str(error), "let steps do each other less often")

    def _write_all(self) -> None:
        writer = FlowWriter(self)
        spec = self.spec
        actions = ActionWriter(self)
        for number, action in enumerate(spec.actions.values()):
            actions.write(number, action)
        writer.write()
        for step in spec.all_steps():
            if step.verb in PAUSING:  # also where an option leaves the step out
                writer.find_asked(step)
        self.text.join_blocks({0, self.entry, *self.phases})
        self.text.join_legal()
        self.text.write_turns(self.spec.words)
        self.text.call_blocks(self.phases)
        for name, action in spec.actions.items():
            if name not in self.asked and not self.findings.failed:  # else it may be asked where the mistake is
                self.wrong(action.node.span, f"no step asks for the action '{name}'", f"name it in a step: ask: {name}")
        if not self.waits and not self.findings.failed:
            self.wrong(spec.node.span, "nobody is ever asked for an action", "write a step: ask: ...")
        self.names.read = set()
        self._write_result("scores", [spec.score] if spec.score else [], NUMBER)
        read = frozenset(self.names.read if spec.score else {"points"})
        if not read & self.flow_changes and not any(wait.chance for wait in self.waits.values()):
            changing = [verb for verb, changed in self.changes.items() if changed is None or changed & read]
            self.scoring = frozenset(changing)
            if read <= {*self.values, "points"} and not self.findings.failed:
                self._write_gains(writer, read)
        if self.grid is not None and self.grid.spec.turned is not None:
            self._write_turnable(self.grid.spec.turned)
        self._write_result("rank", [*spec.rank], NUMBER)
        self._write_result("team", [spec.team] if spec.team else [], NUMBER)
        self._write_result("together", [spec.together] if spec.together else [], "")
        for number, need in enumerate(spec.invariants):
            self._write_result(f"always_{number}", [need.that], "")
        for letter, sets in (("m", self.names.node_sets), ("c", self.names.kind_sets)):
            for number, (test, variable, others) in enumerate(sets):
                head = ", ".join([*(f"a_{other}" for other in others), variable])
                function = FunctionText(f"def {letter}{number}({head}):")
                function.add(f"return {test}")
                self.text.functions.append(function)
        for line, text in self.names.function_lines:
            function = FunctionText(line.partition(": return ")[0] + ":", text.span())
            function.add(f"return {line.partition(': return ')[2]}")
            self.text.functions.insert(0, function)

    def _write_turnable(self, text: RuleText) -> None:
        """Whether nobody knows how a card lies face down on the grid, of its kind."""
        card = Code("a_card", RuleType(PIECE, None, frozenset(self.components)), frozenset(["card"]))
        code = self.expression(text, RuleScope(self.names, "", {"card": card}))
        if code is not None and not code.static:
            self.wrong(text.span(), "this changes in a game", "ask for a field of the card, or for an option")
        elif code is not None:
            function = FunctionText("def turnable(a_card):", text.span())
            function.add(f"return {code.truth().text}")
            self.text.functions.append(function)

    @cached_property
    def turnable(self) -> Sequence[bool]:
        count = len(self.records.ids)
        return _tabled(self.run["turnable"], [count]) if "turnable" in self.run else [False] * count

    def _write_gains(self, writer: FlowWriter, read: frozenset[str]) -> None:
        """`gain_N`: the steps of an action that change the score, where these are independent of its other steps."""
        for number, action in enumerate(self.spec.actions.values()):
            if number not in (self.scoring or ()) or self.changes[number] is None:
                continue
            names = ["s", "me", *(f"a_{choice.name}" for choice in action.choices)]
            function = FunctionText(f"def gain_{number}({', '.join(names)}):", action.node.span)
            part = ScoreSlice(self, writer, read)
            place = StatementPlace("function", leave="return", end="return")
            part.write(action.steps, writer.action_scope(number, action, "me", {}), function, place)
            if not part.failed:
                self.text.functions.append(function)
                self.gains.add(number)

    def _write_result(self, name: str, texts: Sequence[RuleText], kind: str) -> None:
        """A function of the state and a seat that returns one value, or several."""
        if not texts:
            return
        whole = name == "scores"  # of all players at once
        function = FunctionText(f"def {name}(s):" if whole else f"def {name}(s, me):", texts[0].span())
        parts = []
        seats = [str(seat) for seat in range(self.players)] if whole else ["me"]
        for text, me in [(text, me) for text in texts for me in seats]:
            code = self.expression(text, RuleScope(self.names, me, {}))
            if code is not None and kind and code.type.kind not in (NUMBER, PLAYER, "flag"):
                self.wrong(text.span(), f"this should be a number, and is {code.type.words}", "count something")
            parts.append(code.text if code is not None else "0")
        several = name in ("rank", "scores")
        function.add(f"return ({', '.join(parts)},)" if several else f"return {parts[0]}")
        self.text.functions.append(function)

    # --- the program ----------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Any]:
        return self.text.lines(self.known, self.grid.at if self.grid is not None else -1)

    @property
    def source(self) -> str:
        return "\n".join("    " * line.depth + line.text for line in self.lines) + "\n"

    @cached_property
    def run(self) -> dict[str, Callable[..., Any]]:
        seats = range(self.players)
        plain = (any, all, sum, len, max, min, sorted, set, range, dict, list, tuple)
        names: dict[str, Any] = (
            {"__builtins__": {}} | {function.__name__: function for function in plain} | self.names.tables
        )
        names |= {
            "CLOCKWISE": tuple(tuple((seat + steps) % self.players for steps in seats) for seat in seats),
            "OTHERS": tuple(tuple(other for other in seats if other != seat) for seat in seats),
            "END": END, "CHANCE": CHANCE, "ID": _Ids(self.records.ids), "default": _default, "limited": _limited,
            "counted": _counted, "able": _able, "pull": _pull, "joined": _joined, "spread": _spread,
            "moved": _moved, "beside": _beside,
            "put": forest.put, "lift": forest.lift, "swap": forest.swap, "untoken": forest.untoken,
            "K": self.records.kind_of, "NODES": forest.NodeLists(), "NODE": self.node_names,
            "Endless": EndlessLoop, "Empty": LookupError, "DIFFERENT": _DIFFERENT, "BITS": groups.BITS,
            "GroupError": groups.GroupError, "unset": groups.unset, "without": groups.without, **grid.FUNCTIONS,
        }  # fmt: skip
        if self.grid is not None:
            places = self.grid.places
            names |= {
                "PLACES": tuple(range(len(places.names))), "PLACE_NAMES": places.names, "AROUND": places.around,
                "STRAIGHT": places.straight, "DIAGONAL": places.diagonal, "RAYS": places.rays,
                "TURNABLE": lambda: self.turnable,
            }  # fmt: skip
        names |= bound_calls(self.spec.calls, self.functions, self.functions_file)
        names |= {f"G_{name}": zone for name, zone in self.groups.items()}
        names |= {f"I_{name}": {word: n for n, word in enumerate(words)} for name, words in self.spec.words.items()}
        for number, words in enumerate(self.word_lists):
            names |= {f"L{number}": words, f"W{number}": {word: place for place, word in enumerate(words)}}
        for number, (base, chosen) in enumerate(self.number_tables):
            names[f"N{number}"] = _numbered(base, chosen, self.width, self.fields)
        exec(_compiled(self.source, self.file), names)
        fill_card_tables(names, self.names.card_tables, self.records.components)
        for number, (base, kinds) in enumerate(self.action_lists):
            tables = [forest.NodeLists(base + (kind << self.width)) for kind in range(kinds)]
            names[f"A{number}"] = tables or forest.NodeLists(base)
        self._fill_sets(names, "m", "M", self.names.node_sets, len(self.records.kind_of))
        self._fill_sets(names, "c", "B", self.names.kind_sets, len(self.records.ids))
        for number, sizes in enumerate(self.condition_tables):
            names[f"T{number}"] = _tabled(names[f"t{number}"], sizes)
        for number, (sets, lists, condition) in enumerate(self.fitting_tables):
            suits: list[Any] = names[condition] if condition else [True] * len(names[lists])
            joined = zip(names[sets], names[lists], suits, strict=True)
            names[f"P{number}"] = [(known if fit else 0, actions) for known, actions, fit in joined]
        return names

    def field_of(self, path: tuple[str, ...]) -> tuple[Any, ...]:
        if path not in self._fields:
            self._fields[path] = self.records.values(path)
        return self._fields[path]

    def _fill_sets(self, names: dict[str, Any], test: str, table: str, sets: Sequence[Any], size: int) -> None:
        """Fill in the sets of the cards, of so many, for which conditions are true; by kind if they depend on one."""
        for number, (_, _, others) in enumerate(sets):
            condition = names[f"{test}{number}"]
            rows = [partial(condition, kind) for kind in range(len(self.records.ids))] if others else [condition]
            fits = [_tabled(row, [size]) for row in rows]
            masks = [sum(1 << bit for bit in range(size) if fit[bit]) for fit in fits]
            names[f"{table}{number}"] = masks if others else masks[0]

    @property
    def file(self) -> str:
        return f"<rules of {self.spec.source.name}, {self.players} players>"

    @cached_property
    def blocks(self) -> list[Callable[[Any], int]]:
        return self._numbered("b")

    @cached_property
    def resume(self) -> list[Callable[[Any, Any], int]]:
        """What happens after an action, by the place where it was waited for."""
        return self._numbered("r")

    @cached_property
    def legal(self) -> list[Callable[[Any], list[int]]]:
        return self._numbered("l")

    def _numbered(self, letter: str) -> list[Any]:
        found = {int(name[1:]): value for name, value in self.run.items() if re.fullmatch(f"{letter}[0-9]+", name)}
        return [found.get(number) for number in range(max(found, default=0) + 1)]

    def step(self, state: Any, action: Any) -> None:
        self.go_on(state, self.resume[state.pc](state, action))

    def go_on(self, state: Any, block: int) -> None:
        """Go on from a block until the game waits or ends.

        Raises:
            EndlessLoop: it does neither.
        """
        blocks = self.blocks
        for _ in ROUNDS:
            if block < 0:
                return
            block = blocks[block](state)
        self.endless(block)

    def endless(self, block: int) -> None:
        """The game neither waits nor ends.

        Raises:
            EndlessLoop: always.
        """
        error = EndlessLoop("nobody decides anything, and the game does not end")
        error.span = self.span_of_block(block)
        raise error

    @cached_property
    def worth(self) -> dict[int, Callable[[Any, int, Any], int | tuple[int, ...] | None]]:
        """By verb, how an action says that it changes the points: those of the player, or all; None if unknown."""
        return {number: self.run[f"worth_{number}"] for number in self.worths}

    def card_table(self, name: str) -> Any:
        """A definition of cards that is worked out for all of them, by kind.

        Raises:
            KeyError: there is none with that name.
        """
        tables = {table.partition("_")[2]: table for table, _ in self.names.card_tables}
        return self.run[tables[name]]

    def setup(self, state: Any, rng: Rng) -> None:
        self.run["setup"](state, rng)

    def block_of(self, wait: int) -> int:
        heads = [
            function.head
            for function in self.text.functions
            if any(line.text == f"s.pc = {wait}" for line in function.lines)
        ]
        blocks = [int(head[5:].partition("(")[0]) for head in heads if head.startswith("def b")]
        return wait if wait in blocks else blocks[0]

    def span_of_block(self, block: int) -> Span | None:
        return next((function.span for function in self.text.functions if function.head == f"def b{block}(s):"), None)

    def span_of(self, line: int | None) -> Span | None:
        return self.lines[line - 1].span if line and 0 < line <= len(self.lines) else None


def _numbered(base: int, sizes: Sequence[Sequence[Any]], width: int, places: int) -> Any:
    found = [
        base + (number << width * (places - 1)) if len(sizes) == 1
        else _numbered(base + (number << width * (places - 1)), sizes[1:], width, places - 1)
        for number in range(len(sizes[0]))
    ]  # fmt: skip
    return found if isinstance(sizes[0], range) else dict(zip(sizes[0], found, strict=True))


@lru_cache(maxsize=32)
def _compiled(source: str, file: str) -> CodeType:
    """A program, which scenarios and tables with the same options share."""
    return compile(source, file, "exec", dont_inherit=True)


def _tabled(condition: Callable[..., Any], sizes: Sequence[int]) -> list[Any]:
    """A condition for all cards, or pairs of them; false where it makes no sense, as for cards without a field."""

    def value(*cards: int) -> bool:
        try:
            return bool(condition(*cards))
        except (TypeError, LookupError):
            return False

    if len(sizes) == 1:
        return [value(first) for first in range(sizes[0])]
    return [[value(first, other) for other in range(sizes[1])] for first in range(sizes[0])]


class _Ids(tuple[str, ...]):
    """Ids by number; of None, which is nothing, an empty one."""

    __slots__ = ()

    def __getitem__(self, number: Any) -> Any:
        return "" if number is None else super().__getitem__(number)


def _pull(pile: list[int], card: int) -> None:
    """Take the uppermost card of that kind from a pile."""
    del pile[len(pile) - 1 - pile[::-1].index(card)]


def _able(s: Any, actions: Sequence[Callable[..., None]], seat: int) -> bool:
    """Whether a player can do one of these actions."""
    found: list[int] = []
    for can in actions:
        can(s, seat, found)
        if found:
            return True
    return False


def _default(value: Any, other: Any) -> Any:
    return other if value is None else value


def _moved(points: int | None, winner: int, loser: int, players: int) -> tuple[int, ...] | None:
    """Changes of points by seat: one player gets what another one loses."""
    if points is None:
        return None
    return tuple([points * ((seat == winner) - (seat == loser)) for seat in range(players)])


def _beside(row: Sequence[int], card: int, step: int) -> int | None:
    """The card to the left or to the right of one in a row; None if there is none."""
    place = row.index(card) + step
    return row[place] if 0 <= place < len(row) else None


def _limited(count: int) -> int:
    if count > MOST_TURNS:
        raise EndlessLoop(f"something is repeated {count:,} times; {MOST_TURNS:,} is the limit")
    return count


def _joined(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    if len(first) + len(second) > MOST_LISTED:
        raise EndlessLoop(f"a list grows beyond {MOST_LISTED:,} entries")
    return [*first, *second]


def _spread(least: int, most: int) -> range:
    if not 0 <= least <= most <= MOST_CHOSEN:
        raise EndlessLoop(f"chance decides between {least:,} and {most:,}; 0 to {MOST_CHOSEN:,} is possible")
    return range(least, most + 1)


def _counted(value: Any) -> Any:
    """A number that is no count of anything ends the game with an error."""
    if not -MOST_VALUE < value < MOST_VALUE:
        raise EndlessLoop(f"a number grows beyond {MOST_VALUE:,}")
    return value
