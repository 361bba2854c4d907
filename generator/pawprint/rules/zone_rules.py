"""The base class of a game's own rules: a file in its folder has a subclass that says what happens, and no more.

A subclass declares zones and fills in `deal`, `actions` and `act`; `docs/own-rules.md` builds one. What people write
runs within a limit of time, and an error in it becomes a `RulesFault` with the line.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, ClassVar

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.rules.agreed_options import agreed_options
from pawprint.rules.engine import (
    CHANCE,
    END,
    NUMBER,
    PIECE,
    SEAT,
    Action,
    DetailKind,
    Json,
    Option,
    Rng,
    RuleNumber,
    State,
    digest,
    numbered_owner,
)  # fmt: skip
from pawprint.rules.guarded_rules import within_rules
from pawprint.rules.rules_fault import RulesFault
from pawprint.rules.zone_state import HIDDEN, OPEN, OWNER, Zone, ZoneState

__all__ = [
    "CHANCE", "END", "HIDDEN", "NUMBER", "OPEN", "OWNER", "PIECE", "SEAT",
    "Option", "Rng", "RuleNumber", "Zone", "ZoneRules", "ZoneState",
]  # fmt: skip

#: Words of a language, or in several.
Words = str | Mapping[str, str]

#: The methods that a subclass writes.
HOOKS = (
    "prepare", "deal", "actions", "outcomes", "act", "refusal", "ranking", "invariants", "says", "question",
)  # fmt: skip


class RulesClass(type):
    """The class of classes of rules. Those of a game's own file are sent to other processes with that file."""

    def __init__(cls, name: str, bases: tuple[type, ...], members: dict[str, Any]) -> None:
        super().__init__(name, bases, members)
        for hook in HOOKS if bases else ():
            if hook in members and callable(members[hook]):
                setattr(cls, hook, _guarded(members[hook]))


def _guarded(hook: Callable[..., Any]) -> Callable[..., Any]:
    """A method that a user has written, within a limit of time, whose errors have their line."""

    @wraps(hook)
    def call(rules: Any, *arguments: Any) -> Any:
        with within_rules(rules.path, rules.text, f"{hook.__name__}()", hook.__code__.co_firstlineno):
            found = hook(rules, *arguments)
            return [*found] if hasattr(found, "__next__") else found  # what a generator does belongs to the method

    return call


class ZoneRules(metaclass=RulesClass):
    """Rules of a game whose pieces lie in zones; see `Rules` in `rules/engine.py` for what is kept here.

    Attributes:
        players: how many can play: `range(2, 5)` for two to four.
        longest: the most actions that a game may have, those of chance included.
        lowest_wins: whether few points are good; bots and reports then count them as negative.
        components: of the catalog, whose pieces are played with. Their ids must differ.
        zones: where pieces lie. The first one has all pieces at the beginning.
        cards: id of a piece -> its fields in the catalog.
    """

    id: ClassVar[str] = ""
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    options: ClassVar[Mapping[str, Option]] = {}
    numbers: ClassVar[Mapping[str, RuleNumber]] = {}
    implements: ClassVar[tuple[str, ...]] = ()
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]] = {}
    players: range = range(2, 3)
    longest: ClassVar[int] = 1000
    lowest_wins: bool = False
    components: ClassVar[tuple[str, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = ()
    #: The file of the subclass, and its text.
    path: ClassVar[str] = ""
    text: ClassVar[str] = ""

    def __init__(self, game: Game, edition: str, chosen: Mapping[str, Any]) -> None:
        self.edition, self.chosen = edition, chosen
        self.max_decisions = self.longest
        self.cards: dict[str, Mapping[str, Any]] = {}
        self._components: dict[str, str] = {}
        self._copies: dict[str, int] = {}
        self._seen = {zone.name: zone for zone in self.zones}
        for component in self.components:
            for record in game.pieces(component):
                self.cards[record.id] = record.values
                self._components[record.id] = component
                self._copies[record.id] = record.copies_in(game.edition)

    # --- what a subclass says -------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Compute what the other methods need of the cards; called once."""

    def deal(self, state: ZoneState, rng: Rng) -> None:
        """Prepare a new game, whose pieces are all in the first zone."""
        raise NotImplementedError("write deal(self, state, rng)")

    def actions(self, state: ZoneState) -> Iterable[str]:
        """What the player `state.seat` may do, in words that scenarios and logs use: `play toad`."""
        raise NotImplementedError("write actions(self, state)")

    def act(self, state: ZoneState, action: str) -> None:
        """Do *action*, or let the outcome of chance *action* happen; then set `state.seat`."""
        raise NotImplementedError("write act(self, state, action)")

    def outcomes(self, state: ZoneState) -> Iterable[str]:
        """What may happen where `state.seat` is `CHANCE`, each as often as it is likely."""
        raise NotImplementedError("write outcomes(self, state), because state.seat is CHANCE")

    def refusal(self, state: ZoneState, action: str) -> str:
        """Why *action* is not among the actions, as in "G-2: the hand is empty"; "" for the usual words."""
        return ""

    def ranking(self, state: ZoneState, seat: int) -> Any:
        """By this players are compared at the end: the highest one wins; by default the points."""
        return state.scores()[seat]

    def invariants(self, state: ZoneState) -> Iterable[str]:
        """What is wrong with a state, as in "G-5: there are two kings"; pieces are counted in any case."""
        return ()

    def says(self, state: ZoneState, action: str) -> Words:
        """What a button says, and the record of the game; "" for the action with the names of its pieces."""
        return ""

    def question(self, state: ZoneState) -> Words:
        """What the player decides now; "" for the usual words."""
        return ""

    # --- for subclasses -------------------------------------------------------------------------------------

    def component_of(self, piece: str) -> str:
        """The component of a piece."""
        return self._components[piece]

    def sees(self, seat: int, zone: str) -> bool:
        """Whether *seat* sees the pieces of *zone*, such as `hand 1`."""
        return self.declared(zone).seen == OPEN or (self.declared(zone).seen == OWNER and numbered_owner(zone) == seat)

    def declared(self, zone: str) -> Zone:
        """The declaration of *zone*, such as `hand 1`."""
        return self._seen.get(zone) or self._seen[zone.rpartition(" ")[0]]

    def zone_names(self, players: int) -> list[str]:
        """The names of all zones, in their order."""
        return [
            name
            for zone in self.zones
            for name in ([f"{zone.name} {seat}" for seat in range(players)] if zone.each else [zone.name])
        ]

    @property
    def first_zone(self) -> str:
        """The zone that has all pieces at the beginning."""
        return self.zones[0].name

    def all_pieces(self) -> list[str]:
        """Every piece of the game, as often as there are copies."""
        return [piece for piece, copies in self._copies.items() for _ in range(copies)]

    def fault(self, message: str, hook: str = "") -> RulesFault:
        """An error at the line of a method, else at that of the class."""
        method = type(self).__dict__.get(hook)
        line = getattr(getattr(method, "__wrapped__", None), "__code__", None)
        return RulesFault(message, self.path, line.co_firstlineno if line else _line_of_class(type(self)), self.text)

    # --- the engine: see `Rules` ----------------------------------------------------------------------------

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "ZoneRules | None":
        """See `Rules.of`."""
        wrong = _wrong_declaration(cls)
        if wrong:
            RulesFault(wrong, cls.path, _line_of_class(cls), cls.text).add_to(findings)
            return None
        agreed = agreed_options(cls, game, findings, edition, chosen)
        at = game.node.entries["rules"].span
        for component in cls.components:
            if component not in game.components:
                message = f"the rules play with '{component}', which is no component of the game"
                findings.add("unknown-component", message, at, suggest(component, game.components, "components are"))
                return None
        records: list[Record] = [record for name in cls.components for record in game.pieces(name)]
        twice = [name for name, count in Counter(record.id for record in records).items() if count > 1]
        if twice:
            message = f"the rules play with two pieces of the id '{twice[0]}'"
            findings.add("duplicate-id", message, at, "give pieces of different components different ids")
            return None
        if agreed is None:
            return None
        try:
            rules = cls(game, *agreed)
            rules.prepare()
        except RulesFault as fault:
            fault.add_to(findings)
            return None
        return rules

    def rules_hash(self) -> str:
        """See `Rules.rules_hash`."""
        fields = {
            piece: {name: value for name, value in fields.items() if isinstance(value, str | int | bool)}
            for piece, fields in self.cards.items()
        }
        return digest([self.text, self.edition, dict(self.chosen), self._copies, fields])

    def setup(self, players: int, rng: Rng) -> Json:
        """See `Rules.setup`."""
        state = ZoneState(self, players)
        state.contents[self.first_zone] = self.all_pieces()
        self.deal(state, rng)
        return state.dump()

    def start(self, setup: Json) -> ZoneState:
        """See `Rules.start`."""
        return self.load(setup)

    def load(self, dump: Json) -> ZoneState:
        """See `Rules.load`."""
        return ZoneState(self, len(dump["points"])).restore(dump)

    def describe(self, action: Action) -> str:
        """See `Rules.describe`."""
        return str(action)

    def parse(self, text: str) -> Action:
        """See `Rules.parse`."""
        if not text.strip():
            raise ValueError("it has no words")
        return text

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        """See `Rules.cards_of`."""
        return tuple(dict.fromkeys(word for word in str(action).split() if word in self.cards))

    def owner_of(self, zone: str) -> int:
        """See `Rules.owner_of`."""
        return numbered_owner(zone)

    def check(self, state: State) -> list[str]:
        """See `Rules.check`."""
        assert isinstance(state, ZoneState)
        here = Counter(piece for pieces in state.contents.values() for piece in pieces)
        wrong = [f"{piece} {count:+}" for piece, count in _differences(here, Counter(self.all_pieces()))]
        lost = [f"pieces: there are too many or too few: {', '.join(wrong[:6])}"] if wrong else []
        return [*lost, *self.invariants(state)]

    def remarks(self) -> Mapping[str, str]:
        """See `Rules.remarks`."""
        return {}

    # --- for the state --------------------------------------------------------------------------------------

    def sorted_actions(self, state: ZoneState) -> tuple[Action, ...]:
        """The legal actions; where chance is to decide, what may happen.

        Raises:
            RulesFault: there are none, or not all of them are texts.
        """
        hook = "outcomes" if state.seat == CHANCE else "actions"
        found = [*(self.outcomes(state) if state.seat == CHANCE else self.actions(state))]
        odd = [one for one in found if not isinstance(one, str)]
        if odd or not found:
            message = f"{hook}() gives {odd[0]!r}, which is not a text" if odd else f"{hook}() gives nothing to do"
            raise self.fault(f"{message}; state.seat is {state.seat}", hook)
        return tuple(sorted(set(found)))

    def all_outcomes(self, state: ZoneState) -> Sequence[Action]:
        """What may happen, each as often as it is likely."""
        self.sorted_actions(state)
        return [*self.outcomes(state)]

    def refusal_of(self, state: ZoneState, action: Action) -> str:
        """Why *action* is not legal."""
        rule = self.implements[0] if self.implements else "rules"
        if state.seat == END:
            return f"{rule}: the game is over"
        own = self.refusal(state, action) if isinstance(action, str) and state.seat != CHANCE else ""
        return own or f"{rule}: now one can only {' or '.join(map(str, state.legal_actions()))}"

    def shares(self, state: ZoneState) -> tuple[float, ...]:
        """The shares of the win."""
        ranks = [self.ranking(state, seat) for seat in range(state.players)]
        best = max(ranks)
        return tuple((rank == best) / ranks.count(best) for rank in ranks)


def _differences(here: Counter[str], there: Counter[str]) -> list[tuple[str, int]]:
    return [(name, here[name] - there[name]) for name in sorted({*here, *there}) if here[name] != there[name]]


def _wrong_declaration(rules: type[ZoneRules]) -> str:
    """Which attribute of a class has a value that it cannot have; "" if none has."""
    texts = {"components": rules.components, "implements": rules.implements}
    for name, value in texts.items():
        if not isinstance(value, tuple) or not all(isinstance(one, str) for one in value):
            return f'{name} should be a tuple of texts, as in {name} = ("one",)'
    zones: Any = rules.zones
    if not zones or type(zones) is not tuple or not all(isinstance(zone, Zone) for zone in zones):
        return 'zones should be a tuple of zones, as in zones = (Zone("pile"),)'
    for zone in zones:
        if zone.seen not in (OPEN, OWNER, HIDDEN):
            return f"the zone '{zone.name}' is seen '{zone.seen}'; it can be {OPEN}, {OWNER} or {HIDDEN}"
        if zone.seen == OWNER and not zone.each:
            return f"the zone '{zone.name}' is seen by its owner, so that each player should have one: each=True"
    twice = [name for name, count in Counter(zone.name for zone in zones).items() if count > 1]
    if twice:
        return f"there are two zones '{twice[0]}'"
    if not isinstance(rules.players, range) or not rules.players or rules.players[0] < 1:
        return "players should be a range, as in players = range(2, 5) for two to four"
    if not isinstance(rules.lowest_wins, bool):
        return "lowest_wins should be True or False"
    if not isinstance(rules.longest, int) or rules.longest < 1:
        return "longest should be a number of actions"
    return "" if rules.components else 'the rules name no components, as in components = ("cards",)'


def _line_of_class(rules: type[ZoneRules]) -> int:
    """The line at which a class begins; 0 if it is not found."""
    lines = rules.text.splitlines()
    name = f"class {rules.__name__}"
    return next((number for number, line in enumerate(lines, 1) if line.startswith(name)), 0)
