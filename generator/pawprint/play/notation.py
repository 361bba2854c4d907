"""Situations in a scenario file <-> states: one `Notation` per engine.

What people write comes in as JSON (see `to_python`), what the rules make of it goes out as JSON; the words are the
game's own. A notation that cannot read something raises `Unreadable` with the way to it; the runner finds the place.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from pawprint.catalog.model import DATA, Component, Game, Origin, Record, Translated
from pawprint.core.registry import Registry, suggest
from pawprint.play.engine import CHANCE, END, Action, Json, Rng, Rules, State
from pawprint.source import reader

R = TypeVar("R", bound=Rules)
S = TypeVar("S", bound=State)

#: component -> id -> fields, for cards that a scenario brings along; `copies` may be among the fields.
Deck = Mapping[str, Mapping[str, Mapping[str, Any]]]


class Unreadable(ValueError):
    """A value that a notation cannot read.

    Args:
        path: keys of mappings and indexes of lists, from the argument of the notation to the faulty value.
    """

    def __init__(self, message: str, *path: str | int, help: str = "") -> None:
        super().__init__(message)
        self.path = path
        self.help = help


class NotationLink(NamedTuple):
    """In a `Deck`: a reference to another of its cards."""

    component: str
    id: str


class Notation(Generic[R, S]):
    """Reads and writes situations of one game. A subclass overrides what its game has.

    Attributes:
        names: of the players in the situation that was read, by seat; empty if they have none.
        incomplete: the invariants that a situation may break, because it need not be written down completely.
    """

    incomplete: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, rules: R) -> None:
        self.rules = rules
        self.names: Sequence[str] = ()

    @classmethod
    def deck(cls, fixture: Json) -> Deck:
        """The cards that a scenario uses in place of the catalog's."""
        raise Unreadable("scenarios of this game cannot bring cards of their own", help="leave 'fixture' out")

    def read_state(self, written: Json) -> S:
        """The state that *written* describes; what it omits is empty."""
        raise Unreadable("situations of this game cannot be written down", help="leave 'state' out")

    def check_situation(self, state: S) -> None:
        """Refuse a situation that no game can reach.

        Raises:
            Unreadable: *state*, which has been read, breaks an invariant of the rules.
        """
        for message in self.rules.check(state):
            if message.partition(":")[0] not in self.incomplete:
                raise Unreadable(f"this situation cannot occur: {message}", help="correct the situation")

    def read_action(self, written: Json, state: S) -> Action:
        """The action that *written* describes; by default the words of `Rules.describe`."""
        if not isinstance(written, str):
            raise Unreadable("an action is written in words", help="write it as the game's log does")
        try:
            return self.rules.parse(written)
        except ValueError as error:
            raise Unreadable(f"'{written}' is not an action: {error}") from None

    def which(self, query: Json, state: S) -> Collection[Json]:
        """The legal actions that match *query*, in short words; by default all of them, for `any`."""
        if query != "any":
            raise Unreadable("this game can only be asked for 'any' action", help="write which: any")
        return [self.rules.describe(action) for action in state.legal_actions()]

    def run(self, what: Json, state: S) -> None:
        """Carry out an automatic part of the rules, such as a phase or the scoring."""
        raise Unreadable("there is nothing to run in this game", help="write do: and an action")

    def facts(self, state: S) -> dict[str, Json]:
        """Facts about *state* by name, for `expect`. A set or a Counter is compared without regard to order.

        The runner turns `state.events` on, so facts may be about what the last action did.
        """
        return self.common(state, self.seats(state))

    def seats(self, state: S) -> list[str]:
        """The names of the players, by seat."""
        return [*self.names] or [str(seat) for seat in range(len(state.scores()))]

    def seat_of(self, written: Json, *path: str | int) -> int:
        """The seat of the player with a name.

        Raises:
            Unreadable: no player has it.
        """
        return [*self.names].index(one_of(written, self.names, "player", *path))

    def common(self, state: S, seats: list[str]) -> dict[str, Json]:
        """Facts of every game: `over`, `actor`, `scores`, and at the end `winners`."""
        actor = state.actor()
        facts: dict[str, Json] = {
            "over": actor == END,
            "actor": {END: None, CHANCE: "chance"}.get(actor) if actor < 0 else seats[actor],
            "scores": dict(zip(seats, state.scores(), strict=True)),
        }
        if actor == END:
            facts["winners"] = {seat for seat, share in zip(seats, state.returns(), strict=True) if share > 0}
        return facts


#: Notation by the name of the engine.
NOTATIONS: "Registry[type[Notation[Any, Any]]]" = Registry("notation")


class CardSupply:
    """The cards of a game, to be laid down: first those that are named, then any others.

    Args:
        cards: ids, as often as there are copies.
    """

    def __init__(self, cards: Iterable[str]) -> None:
        self.left = Counter(cards)

    def named(self, written: Json, *path: str | int) -> list[str]:
        """The ids of these cards, which are no longer left."""
        found = []
        for index, card in enumerate(sequence(written, *path)):
            name = one_of(card, self.left, "card", *path, index)
            if not self.left[name]:
                raise Unreadable(f"there are not so many cards '{card}'", *path, index)
            self.left[name] -= 1
            found.append(name)
        return found

    def any(self, counts: Mapping[tuple[str, ...], int]) -> list[list[str]]:
        """So many cards for each path, by chance, and at the end all that are left."""
        cards = [*self.left.elements()]
        Rng("any cards", len(cards)).shuffle(cards)
        found: list[list[str]] = []
        for path, count in counts.items():
            if count > len(cards):
                raise Unreadable(f"only {len(cards)} cards are left", *path)
            found, cards = [*found, cards[:count]], cards[count:]
        return [*found, cards]


def mapping(written: Json, known: Iterable[str] | None, *path: str | int) -> dict[str, Json]:
    """*written*, if it is a mapping with only *known* keys, or any keys if None.

    Raises:
        Unreadable: it is not.
    """
    names = None if known is None else [*known]
    if not isinstance(written, dict):
        help = "write name: value" + (f", with {', '.join(names)}" if names else "")
        raise Unreadable("this should be a mapping", *path, help=help)
    for name in written:
        if names is not None and name not in names:
            raise Unreadable(f"'{name}' means nothing here", *path, name, help=suggest(name, names))
    return written


def sequence(written: Json, *path: str | int) -> list[Json]:
    """*written*, if it is a list; an absent one is empty.

    Raises:
        Unreadable: it is not a list.
    """
    if not isinstance(written, list | None):
        raise Unreadable("this should be a list", *path, help="write [one, another]")
    return written or []


def one_of(written: Json, known: Collection[str], noun: str, *path: str | int) -> str:
    """*written*, if it is one of *known*.

    Raises:
        Unreadable: it is not.
    """
    if not isinstance(written, str) or written not in known:
        raise Unreadable(f"there is no {noun} '{written}' here", *path, help=suggest(str(written), known))
    return written


def number(written: Json, least: int, most: int, noun: str, *path: str | int) -> int:
    """*written*, if it is a whole number from *least* to *most*.

    Raises:
        Unreadable: it is not.
    """
    if not isinstance(written, int) or isinstance(written, bool) or not least <= written <= most:
        raise Unreadable(f"{noun} should be a whole number from {least} to {most}, not {written}", *path)
    return written


def game_from_deck(name: str, deck: Deck, node: reader.MappingNode) -> Game:
    """A game with the cards of *deck*, all written at *node*.

    Raises:
        Unreadable: a `NotationLink` leads nowhere.
    """
    records: dict[str, dict[str, Record]] = {}
    filled: list[tuple[dict[str, Any], Mapping[str, Any], Record]] = []
    for component, cards in deck.items():
        records[component] = {}
        for identity, fields in cards.items():
            values: dict[str, Any] = {}
            group = node.get(component)
            here = (group if isinstance(group, reader.MappingNode) else node).get(identity)
            at = here if isinstance(here, reader.MappingNode) else node
            record = Record(component, identity, fields.get("copies", 1), values, Origin(), at)
            records[component][identity] = record
            filled.append((values, fields, record))
    for values, fields, record in filled:
        values |= {key: _linked(value, records, record) for key, value in fields.items() if key != "copies"}
    components = {
        component: Component(component, DATA, Translated(), (), "", (), (), {}, node) for component in records
    }
    return Game(
        name, Translated(), "", ("en",), Path(), components, {}, records, Translated(), {}, node
    )  # fmt: skip


def _linked(value: Any, records: Mapping[str, Mapping[str, Record]], record: Record) -> Any:
    if isinstance(value, NotationLink):
        cards = records.get(value.component, {})
        if value.id not in cards:
            raise Unreadable(f"'{record.id}' names '{value.id}', which is not there", help=suggest(value.id, cards))
        return cards[value.id]
    if isinstance(value, tuple | list):
        return tuple(_linked(item, records, record) for item in value)
    if isinstance(value, dict):
        return {name: _linked(item, records, record) for name, item in value.items()}
    return value
