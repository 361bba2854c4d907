"""The interface of rules engines, and what all of them share.

An engine is a class in `ENGINES`. It reads its cards from the catalog that prints them, so that no number of a card is
written twice. `apply` changes a state in place; callers that need the old state take a `copy` first. All randomness is
data: `setup` returns the deal, and a shuffle or a die during play is an action of `CHANCE`. A log therefore replays a
game without random numbers.
"""

from _random import Random  # the base of random.Random; a game of Pocket Cats, which makes three, is 4 % faster
from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry

T = TypeVar("T")

#: Actors that are no seats: chance is to decide, or the game is over.
CHANCE, END = -1, -2

#: An int, a short text, or a tuple of these; the actions of one state can be sorted.
Action = Hashable
#: A value that JSON can represent: None, bool, int, float, str, list, or dict with str keys.
Json = Any
#: (name, details...), in the order of the rules; details are ints, short texts, or lists of texts.
Event = tuple[Any, ...]
#: The kind of a detail of an event: one of the constants below, or a tuple of the possible words.
DetailKind = str | tuple[str, ...]
#: A seat; the id of a piece, numbered (`toad#1`) if the engine distinguishes copies, empty if there is none; a list of
#: ids; a number; the name of something that is not a piece; a list of such names.
SEAT, PIECE, PIECES, NUMBER, NAME, NAMES = "seat", "piece", "pieces", "number", "name", "names"


class IllegalAction(ValueError):
    """The rules do not allow the action in this state; the message gives the reason."""


class Option(NamedTuple):
    """A rule that players may agree to change.

    Attributes:
        values: the possible values; the first one is the default.
    """

    values: tuple[Any, ...]
    rule: str
    about: str


class RuleNumber(NamedTuple):
    """A number that the rules fix, for cards and documents to print.

    Attributes:
        value: the number, or several by name.
    """

    value: int | Mapping[str, int]
    rule: str
    about: str


class State(Protocol):
    """A game in play. Seats count from 0."""

    #: `apply` appends to it if it is a list; None, the default, costs nothing.
    events: list[Event] | None

    def actor(self) -> int:
        """The seat to act, `CHANCE`, or `END`."""

    def legal_actions(self) -> Sequence[Action]:
        """The legal actions of the actor, sorted, without duplicates; empty only at `END`."""

    def why_not(self, action: Action) -> str:
        """Returns the reason why *action* is illegal now, with the id of the rule; "" if it is legal."""

    def apply(self, action: Action) -> None:
        """Do a legal *action*. For speed, legality is not verified; see `apply_checked`."""

    def copy(self) -> "State":
        """An independent state."""

    def scores(self) -> tuple[int, ...]:
        """Points by seat, in every state."""

    def returns(self) -> tuple[float, ...]:
        """At `END`: shares of the win by seat, with the sum 1; in a cooperative game each seat has 0 or 1."""

    def observation(self, seat: int) -> Json:
        """Exactly what *seat* knows."""

    def chance(self, rng: "Rng") -> Action:
        """At `CHANCE`: a random outcome, by its probability."""

    def resample_hidden(self, seat: int, rng: "Rng") -> None:
        """Replace everything that *seat* does not know by a random possibility.

        With the same random numbers, the possibility depends only on the `observation` of *seat*.
        """

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> its pieces as *seat* sees them, or as they are if None; each piece is in one zone."""

    def progress(self) -> tuple[int, ...]:
        """Decreases with every action, compared as a tuple: the proof that a game ends."""

    def dump(self) -> Json:
        """The whole state; see `Rules.load`."""


#: By action, the changes of the scores by seat, or None if only doing it shows them, as where chance follows; and the
#: state in which it is to be done.
ScoreChanges = tuple[Sequence[tuple[int, ...] | None], State]


class LookaheadState(State, Protocol):
    """A state that can tell how actions change the scores without doing them; bots are faster with it."""

    def score_changes(self, legal: Sequence[Action], rng: "Rng | None") -> ScoreChanges:
        """How each of the *legal* actions, and what is forced upon the actor after it, changes `scores`.

        With None for *rng*, this state is taken as it is. Otherwise `resample_hidden` comes first, for the actor: the
        changes depend only on what it knows and on the random numbers, and as many of these are taken. The state in
        the result is one with hidden information resampled, if that matters: for None among the changes, or for
        `scores` where opponents gain differently.
        """


class Rules(Protocol):
    """The rules of a game with one deck, edition and set of options; immutable.

    Attributes:
        editions: name -> options that differ from the defaults; the first is the default.
        numbers: name -> a number that no option changes and the catalog does not give.
        implements: ids of the rules that the engine implements.
        events: name -> kinds of its details, for all events that a state can emit.
    """

    id: ClassVar[str]
    editions: ClassVar[Mapping[str, Mapping[str, Any]]]
    options: ClassVar[Mapping[str, Option]]
    numbers: ClassVar[Mapping[str, RuleNumber]]
    implements: ClassVar[tuple[str, ...]]
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]]

    edition: str
    chosen: Mapping[str, Any]
    players: range
    #: Upper bound on the number of actions in a game.
    max_decisions: int

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "Rules | None":
        """The rules with the cards of *game*; None after findings.

        Raises:
            ValueError: the edition, an option or its value is unknown.
        """

    def rules_hash(self) -> str:
        """A digest of all that games depend on: cards, options, version of the engine."""

    def setup(self, players: int, rng: "Rng") -> Json:
        """The deal: all chance before the first move, as data."""

    def start(self, setup: Json) -> State:
        """The state before the first move."""

    def load(self, dump: Json) -> State:
        """The state with this `State.dump`."""

    def describe(self, action: Action) -> str:
        """*action* in short words that `parse` reads; unique among the actions of a state."""

    def parse(self, text: str) -> Action:
        """The action with this description.

        Raises:
            ValueError: *text* describes no action.
        """

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        """Catalog ids of the pieces that *action* plays or uses in *state*."""

    def owner_of(self, zone: str) -> int:
        """The seat that has the pieces of a zone of `State.zones`; -1 if no seat has them."""

    def check(self, state: State) -> list[str]:
        """The invariants that *state* violates; each message begins with an id."""

    def remarks(self) -> Mapping[str, str]:
        """Invariant -> a note about the cards for the report of checks; often empty."""


#: Engines by name, as in `rules: {engine: ...}` of a game.
ENGINES: "Registry[type[Rules]]" = Registry("rules engine")


class Rng:
    """Random numbers that depend only on the labels, on every machine and version of Python.

    Args:
        labels: a seed, and the purpose of the numbers: `Rng(7, "deal")`.
    """

    __slots__ = ("random",)

    random: Callable[[], float]

    def __init__(self, *labels: object) -> None:
        digest = blake2b("\0".join(map(str, labels)).encode(), digest_size=16).digest()
        # Python only guarantees that random() stays the same, so everything else is built on it.
        self.random = Random(int.from_bytes(digest, "big")).random

    def below(self, count: int) -> int:
        """A whole number from 0 to *count* - 1."""
        return int(self.random() * count)

    def pick(self, items: Sequence[T]) -> T:
        """One of *items*."""
        return items[int(self.random() * len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Shuffle *items* in place; all orders are equally likely."""
        draw = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]


def resolve_options(rules: type[Rules], edition: str, chosen: Mapping[str, Any] | None) -> tuple[str, dict[str, Any]]:
    """The edition, the first one if empty, and a value for every option: chosen, else the edition's, else the default.

    Raises:
        ValueError: the edition, an option or its value is unknown.
    """
    name = edition or next(iter(rules.editions), "")
    if name and name not in rules.editions:
        raise ValueError(f"{rules.id} has no edition '{name}'; there are {', '.join(rules.editions)}")
    values = {key: option.values[0] for key, option in rules.options.items()}
    values |= rules.editions.get(name, {})
    for key, value in (chosen or {}).items():
        if key not in rules.options:
            raise ValueError(f"{rules.id} has no option '{key}'; there are {', '.join(rules.options)}")
        if value not in rules.options[key].values:
            known = ", ".join(str(value) for value in rules.options[key].values)
            raise ValueError(f"option '{key}' of {rules.id} cannot be '{value}'; it can be {known}")
        values[key] = value
    return name, values


def numbered_owner(zone: str) -> int:
    """The seat at the end of the name of a zone, as in `hand 1`; -1 if there is none (see `Rules.owner_of`)."""
    seat = zone.rpartition(" ")[2]
    return int(seat) if seat.isdecimal() else -1


def apply_checked(state: State, action: Action) -> None:
    """Do *action* if it is legal.

    Raises:
        IllegalAction: it is illegal; *state* is unchanged.
    """
    reason = state.why_not(action)
    if reason:
        raise IllegalAction(reason)
    state.apply(action)


def resampled(state: State, rng: "Rng | None") -> State:
    """A copy with hidden information resampled for the actor, unless *rng* is None; without events."""
    known = state.copy()
    known.events = None
    if rng is not None:
        known.resample_hidden(state.actor(), rng)
    return known


def digest(value: Json) -> str:
    """A short digest of *value*; the order of keys does not matter."""
    import json

    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode(), digest_size=12).hexdigest()
