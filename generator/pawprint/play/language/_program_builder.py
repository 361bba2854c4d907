"""What all writers of the program of rules share: what is declared, and what has been written."""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

from pawprint.core.diagnostics import Findings, Severity
from pawprint.core.registry import suggest
from pawprint.core.source import Span
from pawprint.play._zone_state import FACE, HIDDEN, OPEN, OWNER, ZoneLayout
from pawprint.play.language import rule_types as types
from pawprint.play.language._entry_values import Axis, CardValue, axes_of, entries_of, index_text, place_text
from pawprint.play.language._expression_code import Code, ExpressionFault, Stored
from pawprint.play.language._program_text import ProgramText
from pawprint.play.language._record_table import RecordTable
from pawprint.play.language._rule_expressions import compile_expression
from pawprint.play.language._rule_names import DefinitionFault, RuleNames, RuleScope
from pawprint.play.language.grid import GridZone, grid_places
from pawprint.play.language.groups import MOST_GROUPS, GroupPart, GroupZone, group_zones
from pawprint.play.language.python_calls import call_code
from pawprint.play.language.specification import Choice, RuleText, Specification, ValueSpec, Words, ZoneSpec

# --- Values for words and cards that the rules declare -> where a program has them; `entry_values` says how -----------


def declare_value(program: Any, value: ValueSpec, kind: types.RuleType) -> None:
    """A value of the game, of each player, or of each word or card."""
    if value.over:
        declare_entries(program, value, kind)
        return
    place, players = program.value_count, program.players
    text = (f"v[{place} + {{0}}]" if place else "v[{0}]") if value.each else f"v[{place}]"
    if value.pairs:
        text = f"v[{place} + {{0}} * {players} + {{1}}]"
    stored = Stored(value.name, text, kind, value.each, OPEN, False, value.pairs)
    program.names.stored[value.name] = program.values[value.name] = stored
    seats = [str(seat) for seat in range(players)]
    pairs = [f"{first} {other}" for first in seats for other in seats]
    for seat in pairs if value.pairs else seats if value.each else [""]:
        if kind.kind == types.PIECE:
            program.piece_values.add(program.value_count)
        if kind.kind == types.PLACE:
            program.place_values.add(program.value_count)
        program.value_places[f"{value.name} {seat}".rstrip()] = program.value_count
        program.value_count += 1


def declare_entries(program: Any, value: ValueSpec, kind: types.RuleType) -> None:
    """A value for each word, or each card."""
    axes = value_axes(program, value)
    if axes is None:
        return
    if axes[0].kind == types.PIECE:
        at = max((zone.after for zone in program.groups.values()), default=0) + len(program.card_values)
        program.card_values[value.name] = CardValue(value.name, at, axes, kind.kind == types.PIECE)
        this = Code("{0}", types.RuleType(types.PIECE, None, frozenset([axes[0].name])), frozenset(["this"]))
        code = program.expression(value.start, RuleScope(program.names, "", {"this": this}), wanted=kind)
        if code is not None and not code.static:
            help = "start with a number, a word, or a field of the card, which is 'this'"
            program.wrong(value.start.span(), "this is not the same in every game", help)
        start = "0" if code is None else code.text
        program.starts[value.name] = start.replace("{0}", "this")
        text = f"g{at}.get({index_text(axes)}, {start})"
    else:
        text = place_text(program.value_count, "v", axes)
        for entries in entries_of(axes):
            if kind.kind == types.PIECE:
                program.piece_values.add(program.value_count)
            called = [axis.entries[entry] for axis, entry in zip(axes, entries, strict=True)]
            program.value_places[" ".join([value.name, *called])] = program.value_count
            program.value_count += 1
    stored = Stored(value.name, text, kind, False, OPEN, False, axes=axes)
    program.names.stored[value.name] = program.values[value.name] = stored


def value_axes(program: Any, value: ValueSpec) -> tuple[Axis, ...] | None:
    """What there is a value for each of; None after a finding."""
    spec, records = program.spec, program.records
    known = {*records.components, *spec.components}
    axes = axes_of(value.over, spec.words, program.players, records.ids, known)
    if axes is None or any(axis.kind == types.PIECE for axis in axes[1:]):
        names = ["player", *spec.words, *program.components]
        message = f"there is no '{value.name}' for each of '{', '.join(value.over)}'"
        help = f"write each: {' or '.join(names)}, or two of them, with cards first: [{names[-1]}, player]"
        program.wrong(spec.place("values", value.name, "each"), message, help)
        return None
    return axes


def report_copies(program: Any, zone: ZoneSpec) -> None:
    """Report that of cards whose places are remembered there are several of a kind."""
    held = zone.holds or program.components
    for kind, copies in enumerate(program.records.copies):
        if copies > 1 and program.records.components[kind] in held:
            help = "say which cards it holds: holds: [...], or leave out 'remembered'"
            message = f"there are {copies} copies of '{program.records.ids[kind]}', which nobody can tell apart"
            program.wrong(program.spec.place("zones", zone.name, "remembered"), message, help)
            return


#: The largest number that can be chosen.
MOST_CHOSEN = 4_000
#: The most turns of a loop in which nobody decides.
MOST_TURNS = 10_000


class Verb(NamedTuple):
    """What an action can be: of a player, or an outcome of chance.

    Attributes:
        words: how logs write it, with `{choice}`; without: the same if nothing is chosen.
        reasons: what each number of `why` means: rule, words, and the condition that is not true, or the choice.
    """

    name: str
    choices: tuple[str, ...]
    kinds: tuple[types.RuleType, ...]
    optional: tuple[bool, ...]
    words: str
    without: str
    says: Words
    rule: str
    reasons: tuple[tuple[str, Words, RuleText | Choice], ...]


class Waiting(NamedTuple):
    """A place where the game waits.

    Attributes:
        verbs: the numbers of the verbs that can be chosen.
        legal: (state) -> the legal actions.
        resume: (state, action) -> the next block.
        outcomes: at chance, (state) -> what may happen, each as often as it is likely; None for players.
        players: the registers of the player who acts, so that a situation can be made.
        secret: whether all choose at the same time.
        shuffled: whether an action is the order of shuffled cards; laid: which are laid on a grid.
    """

    verbs: tuple[int, ...]
    question: Words
    rule: str
    phase: str
    players: tuple[int, ...]
    secret: bool = False
    chance: bool = False
    shuffled: bool = False
    laid: bool = False


class ProgramBuilder:
    """The program of a game with its cards, options and number of players, as far as it has been written.

    Attributes:
        verbs: what actions can be, by number.
        waits: number of a block -> what is waited for there.
        events: name -> kinds of details.
        value_places: name of a value, with the seat where each player has one -> its place; piece_values: those places
            that have pieces; place_values: those that have places of a grid.
        cost: the parts of expressions between two decisions, at worst.
        ending: whether steps after the end of the game are being written.
        entry: the block with which the play begins.
    """

    def __init__(
        self, spec: Specification, records: RecordTable, chosen: Mapping[str, Any], players: int, findings: Findings
    ) -> None:
        self.spec, self.records, self.players, self.findings = spec, records, players, findings
        self.names = RuleNames(records, players, compile_expression)
        self.names.definitions = spec.definitions
        self.names.functions = {name: partial(call_code, call, spec.zones) for name, call in spec.calls.items()}
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
        self.place_values: set[int] = set()
        self.asked: set[str] = set()
        self.ending = False
        #: The sizes of the tables of conditions that depend on chosen cards alone.
        self.condition_tables: list[list[int]] = []
        #: Tables of actions: the first action, and how many kinds the choice before has.
        self.action_lists: list[tuple[int, int]] = []
        #: Tables of actions: the first action, and what can be chosen, one or two things.
        self.number_tables: list[tuple[int, list[Sequence[Any]]]] = []
        #: The names of the tables that `fitting` joins.
        self.fitting_tables: list[tuple[str, str, str]] = []
        #: What the steps that are being written change: zones, values, and `tokens` of a forest.
        self.written: set[str] = set()
        #: By verb what its steps change; None where that is not known.
        self.changes: dict[int, set[str] | None] = {}
        #: What steps outside of actions change.
        self.flow_changes: set[str] = set()
        #: The verbs after which the score may differ; None if it may differ without an action.
        self.scoring: frozenset[int] | None = None
        #: Those of them whose change of the score a function `gain_N` makes.
        self.gains: set[int] = set()
        #: The verbs that say themselves what they are worth, by a function `worth_N`.
        self.worths: list[int] = []
        #: The zones on which these depend, and which not all players see; and an empty name.
        self.secret_worths: set[str] = set()
        #: The zones in which players know of hidden cards.
        self.known: set[str] = set()
        self.entry = 0
        #: The blocks with which parts of the game begin that have a name, and these.
        self.phases: dict[int, str] = {}
        #: The zones that have groups.
        self.groups: dict[str, GroupZone] = {}
        #: The values for each card, and the Python of what each of them is at the beginning, for the card `this`.
        self.card_values: dict[str, CardValue] = {}
        self.starts: dict[str, str] = {}
        self._declare(chosen)

    # --- what the rules declare -----------------------------------------------------------------------------

    def _declare(self, chosen: Mapping[str, Any]) -> None:
        spec, names, players = self.spec, self.names, self.players
        names.edition, names.editions = str(chosen.get("edition", "")), spec.editions
        names.constants |= {name: number.value for name, number in spec.numbers.items()}
        names.constants |= {name: value for name, value in chosen.items() if name != "edition"}
        self.names.action_names = [*spec.actions]
        names.words = spec.words
        names.groups = self.groups = group_zones(spec.zones, players)
        every = frozenset(self.components)
        place = 0
        for zone in spec.zones.values():
            held = frozenset(zone.holds) if zone.holds else every
            lists = [name for name, words in spec.words.items() if words == zone.words]
            axes = tuple(Axis(name, types.TEXT, zone.words) for name in lists[:1])
            text = place_text(place, "z", axes) if zone.each or axes else f"z[{place}]"
            kind, seen = types.pieces_of(held or every), zone.seen
            if zone.grouped:
                kind = types.list_of(types.RuleType(types.GROUP, values=frozenset([zone.name])))
            if zone.remembers:
                self.known.add(zone.name)
                report_copies(self, zone)
            if zone.forest:
                names.forest = zone.name
                kind = types.list_of(types.RuleType(types.NODE, None, held or every))
            if zone.grid is not None:
                text, kind, seen = "PLACES", types.list_of(types.RuleType(types.PLACE, None, held or every)), OPEN
                names.grid = GridZone(
                    zone.name, place, zone.grid, zone.seen == FACE, grid_places(zone.grid.rows, zone.grid.columns),
                    lambda: self.turnable,
                )  # fmt: skip
            names.stored[zone.name] = Stored(zone.name, text, kind, zone.each, seen, True, axes=axes)
            place += zone.places(players)
        names.stored["points"] = Stored("points", "points[{0}]", types.NUMBER_TYPE, True, OPEN, False)
        for value in spec.values.values():
            declare_value(self, value, self._kind_of_value(value))
        for name, group in self.groups.items():
            self.groups[name] = group = group._replace(counter=self.value_count)
            for number in range(players if group.each else 1):
                self.value_places[f"{group.name} laid{f' {number}' if group.each else ''}"] = self.value_count
                self.value_count += 1
        for name in [*names.constants, *spec.definitions]:
            if name in names.stored:
                at = self.spec.place("define" if name in spec.definitions else "numbers", name)
                self.wrong(at, f"two things are called '{name}'", "rename one of them")

    @cached_property
    def components(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.records.components[: self.records.played]))

    def _kind_of_value(self, value: ValueSpec) -> types.RuleType:
        kind, start = value.kind, value.start
        wanted = types.RuleType(kind, None, frozenset(self.components) if kind == types.PIECE else frozenset())
        if kind in self.spec.words:
            wanted = types.RuleType(types.TEXT, values=frozenset(self.spec.words[kind]))
        elif kind in self.records.game.components:
            wanted = types.RuleType(types.PIECE, None, frozenset([kind]))
        elif kind not in ("", types.NUMBER, types.TEXT, types.PLAYER, types.PIECE, types.FLAG, types.PLACE):
            known = ["number", "word", "player", "card", "flag", "place"]
            help = suggest(kind, [*known, *self.spec.words, *self.records.game.components], "it can be")
            self.wrong(self.spec.place("values", value.name, "is"), f"no value is a '{kind}'", help)
            return types.NUMBER_TYPE
        if kind == types.PLACE and self.grid is not None:
            wanted = self.names.stored[self.grid.name].type.item or wanted
        axes = value_axes(self, value) if value.over else None
        other_axis = next((axis for axis in axes or () if axis.kind != types.PLAYER), None)
        this = {} if other_axis is None else {"this": other_axis.code(0)}
        code = self.expression(start, RuleScope(self.names, "me", this), wanted=wanted)
        if kind and code is not None and wanted.joined(code.type) is None:
            message, help = (
                f"this should be {wanted.words}, and is {code.type.words}",
                "write another value for 'start'",
            )
            self.wrong(start.span(), message, help)
        if code is not None and code.type.kind == types.LIST:
            help = "a value is one number, word, player or card; cards lie in zones"
            self.wrong(start.span(), f"this is {code.type.words}", help)
        if kind:
            return wanted
        if code is None or code.type.kind == types.NOTHING:
            return types.RuleType(types.PIECE, None, frozenset(self.components))
        return types.RuleType(types.TEXT) if code.type.kind == types.TEXT else code.type

    def words_table(self, kind: types.RuleType) -> int:
        known = kind.values or frozenset()
        declared = next((word for word in self.spec.words.values() if known.issubset(word)), ())
        words = [*declared] if declared else sorted(known)
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
        numbers = numbers or any(step.verb == "chance" and "to" in step.parts for step in self.spec.all_steps())
        groups = self.spec.players.stop * MOST_GROUPS if self.groups else 0
        places = len(self.grid.places.names) + 2 if self.grid is not None else 0
        return max(
            len(self.records.ids) + 2, self.players + 2, 200, groups, places, MOST_CHOSEN if numbers else 0
        ).bit_length()

    # --- for writers ----------------------------------------------------------------------------------------

    def expression(
        self, text: RuleText, scope: RuleScope, times: int = 1, wanted: types.RuleType | None = None
    ) -> Code | None:
        """An expression as Python; None after a finding.

        Args:
            wanted: its type, if that is known: where a card is wanted, the word 'fox' is the card of that id.
        """
        self.names.calls = 1
        try:
            code = self.names.compile(text, scope, wanted)
        except ExpressionFault as fault:
            self.wrong(text.span(fault.start, fault.end), fault.message, fault.help)
            return None
        except DefinitionFault as error:
            inner = error.fault
            self.wrong(error.text.span(inner.start, inner.end), inner.message, inner.help)
            return None
        self.cost += times * self.names.calls * self.names.size**code.loops
        return code

    def wrong(self, span: Span, message: str, help: str) -> None:
        self.findings.add("bad-rules", message, span, help)

    def warn_of_secret(self, code: Code, text: RuleText) -> None:
        """Note a condition whose outcome all players see, although nobody sees what it reads."""
        zone = self.zones.get(code.size_only().secret)
        if zone is None or zone.seen != HIDDEN or self.ending:
            return
        # a card with a name has been drawn or turned by a step above; what a zone holds altogether may be known
        if re.search(rf"\b(top|bottom|first|last)\(\s*{zone.name}\b", text.text):
            message = f"what happens depends on '{zone.name}', which nobody sees"
            help = f"move its card to where players see it; if it is turned here: let: {{card: top({zone.name})}}"
            self.findings.add("bad-rules", message, text.span(), help, severity=Severity.WARNING)

    @cached_property
    def hidden_from(self) -> list[list[int]]:
        """By seat, the places of the zones that this player does not see."""
        owners = [
            (place.seen, seat)
            for place in self.spec.zones.values()
            for seat in (range(self.players) if place.each else [-1] * place.places(0))
        ]
        return [
            [
                place
                for place, (seen, owner) in enumerate(owners)
                if seen not in (OPEN, FACE) and (seen != OWNER or owner != seat)
            ]
            for seat in range(self.players)
        ]

    @property
    def grid(self) -> GridZone | None:
        return self.names.grid

    @cached_property
    def turnable(self) -> Sequence[bool]:
        """By kind, whether nobody knows how a card is turned as long as it lies face down on the grid."""
        raise NotImplementedError

    @cached_property
    def peeked(self) -> list[list[int]]:
        """By seat, the zones that this player does not see, and on which the worth of actions depends."""
        names = [zone.name for zone in self.spec.zones.values() for _ in range(zone.places(self.players))]
        return [[place for place in hidden if names[place] in self.secret_worths] for hidden in self.hidden_from]

    @cached_property
    def forest_place(self) -> int:
        """The place of the forest among the zones; -1 if there is none."""
        place = 0
        for zone in self.spec.zones.values():
            if zone.forest:
                return place
            place += zone.places(self.players)
        return -1

    def node_lists(self, base: int, before: str) -> str:
        """The name of a table: set of nodes -> actions; by kind, if there is a choice *before*.

        Args:
            base: the action with node 0, and kind 0.
        """
        self.action_lists.append((base, len(self.records.ids) if before else 0))
        return f"A{len(self.action_lists) - 1}"

    @cached_property
    def sizes(self) -> dict[str, int]:
        places = 0 if self.grid is None else len(self.grid.places.names)
        kinds, nodes = len(self.records.ids), len(self.records.kind_of)
        return {types.PIECE: kinds, types.NODE: nodes, types.PLACE: places, types.PLAYER: self.players}

    def fitting(self, sets: str, lists: str, condition: str) -> str:
        """The name of a table: kind -> the nodes that fit it, and its table of actions.

        Args:
            condition: that of a table of the kinds that fit at all; empty if all do.
        """
        self.fitting_tables.append((sets, lists, condition))
        return f"P{len(self.fitting_tables) - 1}"

    @cached_property
    def zones(self) -> Mapping[str, ZoneSpec]:
        return self.spec.all_zones

    @cached_property
    def group_places(self) -> dict[int, GroupZone]:
        return {
            place: zone
            for zone in self.groups.values()
            for place in range(zone.place, zone.place + (self.players if zone.each else 1))
        }

    @cached_property
    def secret_parts(self) -> list[tuple[int, int, int, bool]]:
        """(place, owner or -1, index in a state, whether the owner sees all) of parts that not all players see."""
        return [
            (place, place - zone.place if zone.each else -1, part.at, part.zone is not None and part.zone.seen == OWNER)
            for place, zone in self.group_places.items()
            for part in zone.parts.values()
            if part.secret
        ]

    @cached_property
    def group_size(self) -> int:
        return max((zone.after for zone in self.groups.values()), default=0) + len(self.card_values)

    @cached_property
    def group_parts(self) -> dict[int, tuple[GroupZone, GroupPart]]:
        """The parts of groups that have cards, by their index in a state."""
        return {part.at: (zone, part) for zone in self.groups.values() for part in zone.parts.values() if part.zone}

    @cached_property
    def has_forest(self) -> bool:
        return any(zone.forest for zone in self.spec.zones.values())

    def nothing_known(self, layout: ZoneLayout) -> list[Any]:
        """What players know of hidden cards at the beginning, by place; empty if they never know any."""
        if not self.known:
            return []
        zones = [zone for zone in self.spec.zones.values() for _ in range(zone.places(self.players))]
        return [{} if zone.remembers else [] if zone.seen == OWNER else 0 for zone in zones]

    @cached_property
    def node_names(self) -> list[str]:
        """What each card of a forest is called: `toad#0` is the first of the toads."""
        records = self.records
        return [f"{records.ids[kind]}#{node - records.first_node[kind]}" for node, kind in enumerate(records.kind_of)]

    def register(self) -> int:
        self.registers += 1
        return self.registers - 1
