"""What all writers of the program of rules share: what is declared, and what has been written."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Span
from pawprint.rules.language.expression_code import Code, ExpressionFault, Stored
from pawprint.rules.language.program_text import ProgramText
from pawprint.rules.language.record_table import RecordTable
from pawprint.rules.language.rule_expressions import DefinitionFault, RuleNames, RuleScope
from pawprint.rules.language.rule_types import NOTHING, NUMBER_TYPE, PIECE, TEXT, RuleType, pieces_of
from pawprint.rules.language.specification import RuleText, Specification, Words
from pawprint.rules.zone_state import OPEN

#: The largest number that can be chosen.
MOST_CHOSEN = 4_000
#: The most turns of a loop in which nobody decides.
MOST_TURNS = 10_000


class Verb(NamedTuple):
    """What an action can be: of a player, or an outcome of chance.

    Attributes:
        kinds: the types of its choices.
        optional: which of them may be nothing.
        words: how logs write it, with `{choice}`.
        reasons: what each number of `why` means: rule, words, and the expression that is not true.
    """

    name: str
    choices: tuple[str, ...]
    kinds: tuple[RuleType, ...]
    optional: tuple[bool, ...]
    words: str
    says: Words
    rule: str
    reasons: tuple[tuple[str, Words, str], ...]


class Waiting(NamedTuple):
    """A place where the game waits.

    Attributes:
        verbs: the numbers of the verbs that can be chosen.
        legal: (state) -> the legal actions.
        resume: (state, action) -> the next block.
        outcomes: at chance, (state) -> what may happen, each as often as it is likely; None for players.
        players: the registers of the player who acts, so that a situation can be made.
        secret: whether all choose at the same time.
        shuffled: whether an action is the order of shuffled cards.
    """

    verbs: tuple[int, ...]
    question: Words
    rule: str
    phase: str
    players: tuple[int, ...]
    secret: bool = False
    chance: bool = False
    shuffled: bool = False


class ProgramBuilder:
    """The program of a game with its cards, options and number of players, as far as it has been written.

    Args:
        findings: takes what is wrong.

    Attributes:
        verbs: what actions can be, by number.
        waits: number of a block -> what is waited for there.
        registers: how many a state has.
        events: name -> kinds of details.
        value_places: name of a value, with the seat where each player has one -> its place; piece_values: those places
            that have pieces.
        cost: the parts of expressions between two decisions, at worst.
        entry: the block with which the play begins.
    """

    def __init__(
        self, spec: Specification, records: RecordTable, chosen: Mapping[str, Any], players: int, findings: Findings
    ) -> None:
        self.spec, self.records, self.players, self.findings = spec, records, players, findings
        self.names = RuleNames(records, players)
        self.names.definitions = spec.definitions
        self.text = ProgramText()
        self.verbs: list[Verb] = []
        self.waits: dict[int, Waiting] = {}
        self.events: dict[str, tuple[Any, ...]] = {}
        self.registers = 0
        self.cost = 0
        self.values: dict[str, Stored] = {}
        self.value_count = 0
        #: Name of a value, with the seat where each player has one -> its place; the places of pieces.
        self.value_places: dict[str, int] = {}
        self.piece_values: set[int] = set()
        self.asked: set[str] = set()
        self.entry = 0
        self._declare(chosen)

    # --- what the rules declare -----------------------------------------------------------------------------

    def _declare(self, chosen: Mapping[str, Any]) -> None:
        spec, names, players = self.spec, self.names, self.players
        names.constants |= {name: number.value for name, number in spec.numbers.items()} | dict(chosen)
        every = frozenset(self.components)
        place = 0
        for zone in spec.zones.values():
            held = frozenset(zone.holds) if zone.holds else every
            text = f"z[{place} + {{0}}]" if zone.each else f"z[{place}]"
            text = text.replace("0 + ", "") if place == 0 and zone.each else text
            names.stored[zone.name] = Stored(zone.name, text, pieces_of(held or every), zone.each, zone.seen, True)
            place += players if zone.each else 1
        names.stored["points"] = Stored("points", "points[{0}]", NUMBER_TYPE, True, OPEN, False)
        for value in spec.values.values():
            kind = self._kind_of_value(value.kind, value.start)
            text = f"v[{self.value_count} + {{0}}]" if value.each else f"v[{self.value_count}]"
            text = text.replace("0 + ", "") if self.value_count == 0 and value.each else text
            one = Stored(value.name, text, kind, value.each, OPEN, False)
            names.stored[value.name] = self.values[value.name] = one
            for seat in range(players) if value.each else (-1,):
                if kind.kind == PIECE:
                    self.piece_values.add(self.value_count)
                self.value_places[f"{value.name} {seat}" if value.each else value.name] = self.value_count
                self.value_count += 1
        for name in [*names.constants, *spec.definitions]:
            if name in names.stored:
                self.add("bad-rules", f"two things are called '{name}'", self.spec.node.span, "rename one of them")

    @cached_property
    def components(self) -> tuple[str, ...]:
        """The components whose pieces are played with."""
        return tuple(dict.fromkeys(self.records.components[: self.records.played]))

    def _kind_of_value(self, kind: str, start: RuleText) -> RuleType:
        if kind == PIECE:
            return RuleType(PIECE, None, frozenset(self.components))
        if kind:
            return RuleType(kind)
        code = self.expression(start, RuleScope(self.names, "me", {}))
        if code is None or code.type.kind == NOTHING:
            return RuleType(PIECE, None, frozenset(self.components))
        return RuleType(TEXT) if code.type.kind == TEXT else code.type

    def words_table(self, kind: RuleType) -> int:
        """The number of the table of the words that a choice may be."""
        words = sorted(kind.values or ())
        if words not in self.word_lists:
            self.word_lists.append(words)
        return self.word_lists.index(words)

    @cached_property
    def word_lists(self) -> list[list[str]]:
        """The words of the choices among words."""
        return []

    @cached_property
    def fields(self) -> int:
        """How many choices an action can have; outcomes of chance have one."""
        return max([1, *(len(action.choices) for action in self.spec.actions.values())])

    @cached_property
    def width(self) -> int:
        """The bits of a choice."""
        numbers = any(choice.among is None for action in self.spec.actions.values() for choice in action.choices)
        return max(len(self.records.ids) + 2, self.players + 2, 200, MOST_CHOSEN if numbers else 0).bit_length()

    # --- for writers ----------------------------------------------------------------------------------------

    def expression(self, text: RuleText, scope: RuleScope, times: int = 1) -> Code | None:
        """An expression as Python; None after a finding."""
        try:
            code = self.names.compile(text, scope)
        except ExpressionFault as fault:
            self.add("bad-rules", fault.message, text.span(fault.start, fault.end), fault.help)
            return None
        except DefinitionFault as error:
            inner = error.fault
            self.add("bad-rules", inner.message, error.text.span(inner.start, inner.end), inner.help)
            return None
        self.cost += times * max(len(self.records.pieces()), 1) ** code.loops
        return code

    def add(self, code: str, message: str, span: Span, help: str) -> None:
        """Note what is wrong."""
        self.findings.add(code, message, span, help)

    def register(self) -> int:
        """A new register."""
        self.registers += 1
        return self.registers - 1
