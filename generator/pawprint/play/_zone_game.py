"""What all games have in common whose pieces lie in declared zones, whether their rules are Python or YAML.

Logs, notation, diagrams and the table for people ask it alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import suggest
from pawprint.play import engine
from pawprint.play._zone_state import OPEN, OWNER, Zone, ZoneLayout, ZoneState, zone_layout
from pawprint.play.time_limit import RulesFault

#: Words of a language, or in several.
Words = str | Mapping[str, str]


class Spoken(NamedTuple):
    """An action in words.

    Attributes:
        words: by language, with `{name}` where something is named.
        others: name -> the words of anything else.
    """

    words: Mapping[str, str]
    pieces: Mapping[str, str]
    others: Mapping[str, str]


class ZoneGame:
    """Rules of a game whose pieces lie in zones; see `Rules` in `play/engine.py` for what is kept here.

    Attributes:
        players: how many can play: `range(2, 5)` for two to four.
        longest: the most actions that a game may have, those of chance included.
        lowest_wins: whether few points are good; bots and reports then count them as negative.
        components: of the catalog, whose pieces are played with. Their ids must differ.
        zones: where pieces lie. The first one has all pieces at the beginning.
        conserved: the rule that no piece gets lost.
    """

    id: ClassVar[str] = ""
    editions: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    options: ClassVar[Mapping[str, engine.Option]] = {}
    numbers: ClassVar[Mapping[str, engine.RuleNumber]] = {}
    implements: ClassVar[tuple[str, ...]] = ()
    events: ClassVar[Mapping[str, tuple[engine.DetailKind, ...]]] = {}
    players: range = range(2, 3)
    longest: ClassVar[int] = 1000
    lowest_wins: bool = False
    components: ClassVar[tuple[str, ...]] = ()
    zones: ClassVar[tuple[Zone, ...]] = ()
    conserved: ClassVar[str] = "pieces"
    path: ClassVar[str] = ""
    text: ClassVar[str] = ""

    def __init__(self, game: Game, edition: str, chosen: Mapping[str, Any]) -> None:
        self.edition, self.chosen = edition, chosen
        self.max_decisions = self.longest
        self.cards: dict[str, Mapping[str, Any]] = {}
        self._components: dict[str, str] = {}
        self._copies: dict[str, int] = {}
        self._declared = {zone.name: zone for zone in self.zones}
        self._layouts: dict[int, ZoneLayout] = {}
        for component in self.components:
            for record in game.pieces(component):
                self.cards[record.id] = record.values
                self._components[record.id] = component
                self._copies[record.id] = self.copies(record, game)

    def refusal(self, state: Any, action: str) -> str:
        """Why *action* is not among the actions, as in "G-2: the hand is empty"; "" for the usual words."""
        return ""

    def ranking(self, state: Any, seat: int) -> Any:
        """By this players are compared at the end: the highest one wins; by default the points."""
        return state.scores()[seat]

    def invariants(self, state: Any) -> Iterable[str]:
        """What is wrong with a state, as in "G-5: there are two kings"; pieces are counted in any case."""
        return ()

    def says(self, state: Any, action: str) -> Words:
        """What a button says, and the record of the game; "" for the action with the names of its pieces."""
        return ""

    def spoken(self, state: Any, action: engine.Action) -> Spoken | None:
        """*action* in words, with what it names; None if `says` has them."""
        return None

    def refusals(self) -> Iterable[Mapping[str, str]]:
        """The words of all refusals by language, with `{name}` where something is named."""
        return ()

    def shown_values(self, state: Any, seat: int) -> Iterable[tuple[Mapping[str, str], Any]]:
        """(title by language, value) of what the table shows of a player, or of all players if *seat* is -1."""
        return ()

    def question(self, state: Any) -> Words:
        """What the player decides now; "" for the usual words."""
        return ""

    def situation(self, state: Any, asked: str, turn: int) -> None:
        """Make *state* one in which the seat *turn* is asked for an action.

        Args:
            asked: the action; "" for the first one of the rules.

        Raises:
            ValueError: the rules never ask for it.
        """
        state.seat = turn

    def component_of(self, piece: str) -> str:
        return self._components[piece]

    def copies(self, record: Record, game: Game) -> int:
        return record.copies_in(game.edition)

    def back_of(self, piece: str) -> str:
        return self._components[piece]

    def id_of(self, piece: Any) -> str:
        return str(piece)

    def piece_of(self, identity: str) -> Any:
        """A piece as states have it, by its id."""
        return identity

    def home_of(self, piece: str) -> str:
        """The zone in which a piece begins, by its id."""
        return self.first_zone

    def layout(self, players: int) -> ZoneLayout:
        found = self._layouts.get(players)
        if found is None:
            found = self._layouts[players] = zone_layout(self.zones, players)
        return found

    def sees(self, seat: int, zone: str) -> bool:
        """Whether *seat* sees the pieces of *zone*, such as `hand 1`."""
        return self.declared(zone).seen == OPEN or (
            self.declared(zone).seen == OWNER and engine.numbered_owner(zone) == seat
        )

    @property
    def place_names(self) -> tuple[str, ...]:
        """The names of the places of a grid; none if there is none."""
        return ()

    def grid_size(self, zone: str) -> tuple[int, int]:
        raise NotImplementedError

    def declared(self, zone: str) -> Zone:
        return self._declared.get(zone) or self._declared[zone.rpartition(" ")[0]]

    @property
    def first_zone(self) -> str:
        return self.zones[0].name

    def all_pieces(self) -> list[str]:
        """Every piece of the game, as often as there are copies."""
        return [piece for piece, copies in self._copies.items() for _ in range(copies)]

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "ZoneGame | None":
        raise NotImplementedError

    @classmethod
    def add_wrong_components(cls, game: Game, findings: Findings) -> bool:
        """Note components that the game does not have, and pieces with the same id; whether there are such."""
        at = game.node.entries["rules"].span
        for component in cls.components:
            if component not in game.components:
                message = f"the rules play with '{component}', which is no component of the game"
                findings.add("unknown-component", message, at, suggest(component, game.components, "components are"))
                return True
        records: list[Record] = [record for name in cls.components for record in game.pieces(name)]
        twice = [name for name, count in Counter(record.id for record in records).items() if count > 1]
        if twice:
            message = f"the rules play with two pieces of the id '{twice[0]}'"
            findings.add("duplicate-id", message, at, "give pieces of different components different ids")
        return bool(twice)

    def source_text(self) -> str:
        return self.text

    def rules_hash(self) -> str:
        fields = {
            piece: {name: value for name, value in fields.items() if isinstance(value, str | int | bool)}
            for piece, fields in self.cards.items()
        }
        return engine.digest([self.source_text(), self.edition, dict(self.chosen), self._copies, fields])

    def start(self, setup: engine.Json) -> Any:
        return self.load(setup)

    def load(self, dump: engine.Json) -> Any:
        return ZoneState(self, len(dump["points"])).restore(dump)

    def setup(self, players: int, rng: engine.Rng) -> engine.Json:
        raise NotImplementedError

    def sorted_actions(self, state: Any) -> tuple[engine.Action, ...]:
        raise NotImplementedError

    def all_outcomes(self, state: Any) -> Sequence[engine.Action]:
        raise NotImplementedError

    def do(self, state: Any, action: Any) -> None:
        raise NotImplementedError

    def describe(self, action: engine.Action) -> str:
        return str(action)

    def parse(self, text: str) -> engine.Action:
        if not text.strip():
            raise ValueError("it has no words")
        return text

    def cards_of(self, action: engine.Action, state: engine.State) -> tuple[str, ...]:
        return tuple(dict.fromkeys(word for word in self.describe(action).split() if word in self.cards))

    def owner_of(self, zone: str) -> int:
        return engine.numbered_owner(zone)

    def check(self, state: engine.State) -> list[str]:
        assert isinstance(state, ZoneState)
        here = Counter(piece for pieces in state.contents.values() for piece in pieces)
        wrong = [f"{piece} {count:+}" for piece, count in _differences(here, Counter(self.all_pieces()))]
        lost = [f"{self.conserved}: there are too many or too few: {', '.join(wrong[:6])}"] if wrong else []
        return [*lost, *self.invariants(state)]

    def remarks(self) -> Mapping[str, str]:
        return {}

    def fault(self, message: str, hook: str = "") -> RulesFault:
        return RulesFault(message, self.path, 0, self.text)

    def refusal_of(self, state: Any, action: engine.Action) -> str:
        rule = self.implements[0] if self.implements else "rules"
        if state.seat == engine.END:
            return f"{rule}: the game is over"
        own = self.refusal(state, self.describe(action)) if state.seat >= 0 else ""
        return own or f"{rule}: now one can only {' or '.join(map(self.describe, state.legal_actions()))}"

    def shares(self, state: Any) -> tuple[float, ...]:
        ranks = [self.ranking(state, seat) for seat in range(state.players)]
        best = max(ranks)
        return tuple((rank == best) / ranks.count(best) for rank in ranks)


def _differences(here: Counter[str], there: Counter[str]) -> list[tuple[str, int]]:
    return [(name, here[name] - there[name]) for name in sorted({*here, *there}) if here[name] != there[name]]
