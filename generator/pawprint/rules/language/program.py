"""A `Specification` and the cards of a game -> the program that plays it, as Python source and as functions.

The play of a game is cut into blocks at each place where it waits: for a player, or for chance. A block is a function
that does what comes next and returns the number of the next block, or `WAIT`. What loops and names remember across a
wait lies in the registers of the state, `f`. Actions are whole numbers: the verb and the choices, each in its own bits.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.rules.engine import CHANCE, END, Rng
from pawprint.rules.language.action_writer import ActionWriter
from pawprint.rules.language.flow_writer import FlowWriter
from pawprint.rules.language.program_builder import MOST_TURNS, ProgramBuilder
from pawprint.rules.language.program_text import FunctionText
from pawprint.rules.language.record_table import RecordTable
from pawprint.rules.language.rule_expressions import RuleScope
from pawprint.rules.language.rule_types import (
    NUMBER,
    PLAYER,
)  # fmt: skip
from pawprint.rules.language.specification import RuleText, Specification

#: What a block returns when the game waits.
WAIT = -1
#: The most blocks between two decisions.
MOST_BLOCKS = 5_000
#: Above so many parts of expressions between two decisions, at worst, the time is limited, too.
COSTLY = 100_000_000
#: The largest value of a number that is multiplied.
MOST_VALUE = 10**15


class EndlessLoop(Exception):
    """A loop of the rules does not end."""


class Program(ProgramBuilder):
    """The program of a game, with its functions."""

    def __init__(
        self, spec: Specification, records: RecordTable, chosen: Mapping[str, Any], players: int, findings: Findings
    ) -> None:
        super().__init__(spec, records, chosen, players, findings)
        self._write()

    # --- writing --------------------------------------------------------------------------------------------

    def _write(self) -> None:
        writer = FlowWriter(self)
        spec = self.spec
        actions = ActionWriter(self)
        for number, action in enumerate(spec.actions.values()):
            actions.write(number, action)
        writer.write()
        for name, action in spec.actions.items():
            if name not in self.asked:
                help = f"name it in a step: ask: {name}"
                self.add("bad-rules", f"no step asks for the action '{name}'", action.node.span, help)
        if not self.waits and not self.findings.failed:
            self.add("bad-rules", "nobody is ever asked for an action", spec.node.span, "write a step: ask: ...")
        self._write_result("score", [spec.score] if spec.score else [], NUMBER)
        self._write_result("rank", [*spec.rank], NUMBER)
        self._write_result("team", [spec.team] if spec.team else [], NUMBER)
        self._write_result("together", [spec.together] if spec.together else [], "")
        for number, need in enumerate(spec.invariants):
            self._write_result(f"always_{number}", [need.that], "")
        for line, text in self.names.function_lines:
            function = FunctionText(line.partition(": return ")[0] + ":", text.span())
            function.add(f"return {line.partition(': return ')[2]}")
            self.text.functions.insert(0, function)

    def _write_result(self, name: str, texts: Sequence[RuleText], kind: str) -> None:
        """A function of the state and a seat that returns one value, or several."""
        if not texts:
            return
        function = FunctionText(f"def {name}(s, me):", texts[0].span())
        parts = []
        for text in texts:
            code = self.expression(text, RuleScope(self.names, "me", {}))
            if code is not None and kind and code.type.kind not in (NUMBER, PLAYER, "flag"):
                self.add(
                    "bad-rules", f"this should be a number, and is {code.type.words}", text.span(), "count something"
                )
            parts.append(code.text if code is not None else "0")
        function.add(f"return {parts[0]}" if name != "rank" else f"return ({', '.join(parts)},)")
        self.text.functions.append(function)

    # --- the program ----------------------------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[Any]:
        """The lines of the program, each with its place in the YAML."""
        return self.text.lines()

    @property
    def source(self) -> str:
        """The program as Python."""
        return "\n".join("    " * line.depth + line.text for line in self.lines) + "\n"

    @cached_property
    def run(self) -> dict[str, Callable[..., Any]]:
        """The functions of the program, by name."""
        seats = range(self.players)
        plain = (any, all, sum, len, max, min, sorted, set, range, dict, list, tuple)
        names: dict[str, Any] = {"__builtins__": {}} | {one.__name__: one for one in plain} | self.names.tables
        names |= {
            "CLOCKWISE": tuple(tuple((seat + one) % self.players for one in seats) for seat in seats),
            "OTHERS": tuple(tuple(one for one in seats if one != seat) for seat in seats),
            "END": END, "CHANCE": CHANCE, "ID": tuple(self.records.ids), "default": _default, "limited": _limited,
            "counted": _counted, "Endless": EndlessLoop, "Empty": LookupError,
        }  # fmt: skip
        for number, words in enumerate(self.word_lists):
            names |= {f"L{number}": words, f"W{number}": {word: place for place, word in enumerate(words)}}
        exec(compile(self.source, self.file, "exec", dont_inherit=True), names)
        return names

    @property
    def file(self) -> str:
        """What tracebacks call the program."""
        return f"<rules of {self.spec.source.name}, {self.players} players>"

    @cached_property
    def blocks(self) -> list[Callable[[Any], int]]:
        """The blocks, by number."""
        names = [name for name in self.run if re.fullmatch(r"b[0-9]+", name)]
        found: list[Any] = [None] * (max((int(name[1:]) for name in names), default=0) + 1)
        for name in names:
            found[int(name[1:])] = self.run[name]
        return found

    @cached_property
    def resume(self) -> dict[int, Callable[[Any, Any], int]]:
        """What happens after an action, by the place where it was waited for."""
        return {number: self.run[f"r{number}"] for number in self.waits}

    @cached_property
    def legal(self) -> dict[int, Callable[[Any], list[int]]]:
        """The legal actions, by the place where they are waited for."""
        return {number: self.run[f"l{number}"] for number, wait in self.waits.items() if not wait.shuffled}

    def advance(self, state: Any, block: int) -> None:
        """Go on from a block until the game waits or ends.

        Raises:
            EndlessLoop: it does neither.
        """
        blocks = self.blocks
        for _ in range(MOST_BLOCKS):
            block = blocks[block](state)
            if block < 0:
                return
        raise EndlessLoop("nobody decides anything, and the game does not end")

    @property
    def costly(self) -> bool:
        """Whether a decision may take long, at worst."""
        return self.cost * 20 > COSTLY

    def setup(self, state: Any, rng: Rng) -> None:
        """Prepare a new game."""
        self.run["setup"](state, rng)

    def span_of(self, line: int) -> Span | None:
        """The place in the YAML of a line of the program, from 1."""
        return self.lines[line - 1].span if 0 < line <= len(self.lines) else None


def _default(value: Any, other: Any) -> Any:
    return other if value is None else value


def _limited(count: int) -> int:
    """How often a loop is repeated."""
    if count > MOST_TURNS:
        raise EndlessLoop(f"something is repeated {count:,} times; {MOST_TURNS:,} is the limit")
    return count


def _counted(value: Any) -> Any:
    """A number that is no count of anything ends the game with an error."""
    if not -MOST_VALUE < value < MOST_VALUE:
        raise EndlessLoop(f"a number grows beyond {MOST_VALUE:,}")
    return value
