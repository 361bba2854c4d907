"""What a rules engine is: the interface of games that can be played, and what all of them share.

An engine is a module with a class in `ENGINES`. It reads its cards from the catalog that prints them, so that no
number of a card is written twice. A state is changed in place by `apply`; whoever needs it later takes a `copy` first.
All that is random is data: the deal is the result of `setup`, and a shuffle or a die during play is an action of
`CHANCE`, so that a game can be replayed from its log without any dice.
"""

from _random import Random  # what `random.Random` is made of; that one takes half as long again to make
from collections.abc import Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.core.registry import Registry

T = TypeVar("T")

#: Who acts when it is nobody's turn: the dice, or nobody any more.
CHANCE, END = -1, -2

#: An int, a short text, or a tuple of these; sorted within one state.
Action = Hashable
#: What JSON can say: None, bool, int, float, str, list, dict with texts as keys.
Json = Any
#: (what happened, details...) in the order of the rules; details are ints and short texts.
Event = tuple[Any, ...]
#: What may stand at one place of an event: one of the following, or the words that there are.
DetailKind = str | tuple[str, ...]
#: A seat; the id of a piece, numbered (`toad#1`) where the engine tells copies apart, empty where there is none; a list
#: of ids; a number; the name of something that is no piece; a list of such names.
SEAT, PIECE, PIECES, NUMBER, NAME, NAMES = "seat", "piece", "pieces", "number", "name", "names"


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message names the action and the reason."""


class Option(NamedTuple):
    """One thing that players may agree on.

    Attributes:
        values: that it may have; the first is the default.
        rule: id of the rule that it changes.
    """

    values: tuple[Any, ...]
    rule: str
    about: str


class State(Protocol):
    """A game being played. Seats count from 0."""

    #: Filled by `apply` while it is a list; None (the default) costs nothing.
    events: list[Event] | None

    def actor(self) -> int:
        """The seat to act, `CHANCE`, or `END`."""

    def legal_actions(self) -> Sequence[Action]:
        """All that the actor may do, sorted, without repetition; empty at `END` only."""

    def why_not(self, action: Action) -> str:
        """Why *action* is not legal now, with the id of the rule; "" if it is."""

    def apply(self, action: Action) -> None:
        """Do a legal *action*. Speed comes first: an illegal one may do anything; see `apply_checked`."""

    def copy(self) -> "State":
        """An independent state."""

    def scores(self) -> tuple[int, ...]:
        """Points by seat, in every state."""

    def returns(self) -> tuple[float, ...]:
        """At `END`: shares of the win by seat, sum 1; a game won or lost together gives each 0 or 1."""

    def observation(self, seat: int) -> Json:
        """All that *seat* may know, and nothing else."""

    def chance(self, rng: "Rng") -> Action:
        """At `CHANCE`: one outcome, by its probability."""

    def resample_hidden(self, seat: int, rng: "Rng") -> None:
        """Deal anew everything that *seat* does not know."""

    def zones(self, seat: int | None) -> dict[str, list[Json]]:
        """Zone -> the components in it, as *seat* sees them (None: as they are); each component in one zone."""

    def progress(self) -> tuple[int, ...]:
        """Falls, first number first, with every action: the proof that a game ends."""

    def dump(self) -> Json:
        """The whole state; see `Rules.load`."""


class Rules(Protocol):
    """The rules of a game with one deck, edition and set of options; never changes.

    Attributes:
        editions: name -> options that differ from the defaults; the first is the default.
        options: all that may be agreed on.
        implements: ids of the rules that the engine carries out, for the list of what is missing.
        events: all that a state may tell: what happens -> its details.
    """

    id: ClassVar[str]
    editions: ClassVar[Mapping[str, Mapping[str, Any]]]
    options: ClassVar[Mapping[str, Option]]
    implements: ClassVar[tuple[str, ...]]
    events: ClassVar[Mapping[str, tuple[DetailKind, ...]]]

    edition: str
    chosen: Mapping[str, Any]
    players: range
    #: No game is longer, in decisions.
    max_decisions: int

    @classmethod
    def of(
        cls, game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
    ) -> "Rules | None":
        """The rules with the cards of *game*; None after findings, each with its place in the catalog.

        Raises:
            ValueError: the edition or an option is unknown, or has no such value.
        """

    def rules_hash(self) -> str:
        """Differs when anything differs that a game depends on: cards, options, version of the engine."""

    def setup(self, players: int, rng: "Rng") -> Json:
        """All chance before the first move, as data."""

    def start(self, setup: Json) -> State:
        """The state before the first move."""

    def load(self, dump: Json) -> State:
        """The state that `State.dump` has said."""

    def describe(self, action: Action) -> str:
        """*action* in words that `parse` reads; short, and different for different actions of one state."""

    def parse(self, text: str) -> Action:
        """The action that `describe` has said.

        Raises:
            ValueError: it is none.
        """

    def cards_of(self, action: Action, state: State) -> tuple[str, ...]:
        """Catalog ids of the pieces that *action* plays or uses in *state*."""

    def check(self, state: State) -> list[str]:
        """What is wrong with *state*, each message beginning with the id of the invariant; for the validator."""

    def remarks(self) -> Mapping[str, str]:
        """Invariant -> what the cards alone say about it, for people to read; most engines have none."""


#: Engine by the name that `rules: {engine: ...}` of a game says.
ENGINES: "Registry[type[Rules]]" = Registry("rules engine")


class Rng:
    """Random numbers, the same for the same labels on every machine and version of Python.

    Args:
        labels: a seed, and what the numbers are for: `Rng(7, "deal")`.
    """

    __slots__ = ("random",)

    def __init__(self, *labels: object) -> None:
        digest = blake2b("\0".join(map(str, labels)).encode(), digest_size=16).digest()
        # Of Python's generator only random() is promised to stay the same, so all else is built on it.
        self.random = Random(int.from_bytes(digest, "big")).random

    def below(self, count: int) -> int:
        """A whole number from 0 to *count* - 1."""
        return int(self.random() * count)

    def pick(self, items: Sequence[T]) -> T:
        """One of *items*."""
        return items[int(self.random() * len(items))]

    def shuffle(self, items: list[T]) -> None:
        """Put *items* into another order, all orders alike."""
        draw = self.random
        for last in range(len(items) - 1, 0, -1):
            other = int(draw() * (last + 1))
            items[last], items[other] = items[other], items[last]


def resolve_options(rules: type[Rules], edition: str, chosen: Mapping[str, Any] | None) -> tuple[str, dict[str, Any]]:
    """The edition's name, and a value for every option: chosen, else the edition's, else the default.

    Raises:
        ValueError: there is no such edition, option or value.
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
            known = ", ".join(str(one) for one in rules.options[key].values)
            raise ValueError(f"option '{key}' of {rules.id} cannot be '{value}'; it can be {known}")
        values[key] = value
    return name, values


def apply_checked(state: State, action: Action) -> None:
    """`apply`, after making sure that *action* is legal.

    Raises:
        IllegalAction: it is not; *state* is as it was.
    """
    reason = state.why_not(action)
    if reason:
        raise IllegalAction(reason)
    state.apply(action)


def digest(value: Json) -> str:
    """A short text that differs when *value* differs; the order of keys does not matter."""
    import json

    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return blake2b(text.encode(), digest_size=12).hexdigest()
