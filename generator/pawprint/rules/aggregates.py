"""What games add up to. Sums can be added in any order, so they are the same for any number of processes.

Shares of a win are counted in whole parts, `PARTS_PER_WIN` of them, because sums of fractions depend on the order.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

#: One win, in parts: shared by up to ten players, the parts stay whole.
PARTS_PER_WIN = 2520
#: So many troubles of one kind are kept, those of the first games.
_MAX_PER_KIND = 2


class MinimumByKey(dict[tuple[str, Any], Any]):
    """The least value that was noted for each key."""

    def note(self, key: tuple[str, Any], value: Any) -> None:
        """Keep *value*, unless there is a smaller one."""
        if key not in self or value < self[key]:
            self[key] = value


class MaximumByKey(dict[tuple[str, str], int]):
    """The largest number that was noted for each key."""

    def note(self, key: tuple[str, str], value: int) -> None:
        """Keep *value*, unless there is a larger one."""
        if key not in self or value > self[key]:
            self[key] = value


class Failure(NamedTuple):
    """A game that the engine did not get through as it should.

    Attributes:
        kind: `crash`, `long`, `progress`, `pieces`, `repeats`, or the id of an invariant.
        number: of the game.
        step: actions that were done before.
        log: the game so far, as a line of a log.
    """

    kind: str
    number: int
    step: int
    message: str
    log: str


@dataclass
class Aggregate:
    """What games add up to; made of sums, so that `add` may come in any order.

    Attributes:
        games: that came to their end; *broken*: that did not.
        sampled: games of which `dealt` and `offered` were counted.
        parts: of wins, by seat; *shared*: games with several winners; *together*: games won or lost by all.
        points, squares: of scores, by seat; *totals*, *total_squares*: of what all seats together score.
        lengths: decisions -> games.
        decisions, forced: all of them, and those with one legal action.
        tried: legal actions of the other decisions.
        dealt, offered, used: id -> games in which somebody saw it, could play it, played it.
        happened: event -> how often; *happened_squares*: of how often in each game.
            An event with one of its words (`end draw`) counts as an event besides.
        met: (event, id) -> games in which they met; `eat.1` is the first piece of an event.
        highest: (event, id) -> the highest number that an event has said of it.
        sides: (event, id) -> seats to which that happened; *side_parts*: the parts of a win that they had.
        duels: (event, id, other id) -> pairs of seats to which that happened; *duel_parts*: the parts of a win that
            the first one had, of those that the two had.
        stuck: seat -> games that it lost without ever having had a choice.
        lowest: (zone, id) -> the fewest that there were; the id is empty for all pieces of the zone.
        first: what was counted (`("event_counts", event)`) -> the least number of a game in which it was.
        troubles: the first ones of each kind.
        lines: number of the game -> its log.
    """

    games: int = 0
    broken: int = 0
    sampled: int = 0
    shared: int = 0
    together: int = 0
    decisions: int = 0
    forced: int = 0
    tried: int = 0
    totals: int = 0
    total_squares: int = 0
    win_parts: Counter[int] = field(default_factory=Counter)
    points: Counter[int] = field(default_factory=Counter)
    squares: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    offered: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)
    event_counts: Counter[str] = field(default_factory=Counter)
    event_count_squares: Counter[str] = field(default_factory=Counter)
    pieces_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    event_maxima: MaximumByKey = field(default_factory=MaximumByKey)
    seats_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    seat_parts_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    head_to_head: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    head_to_head_parts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    no_choice: Counter[int] = field(default_factory=Counter)
    zone_minima: MinimumByKey = field(default_factory=MinimumByKey)
    first: MinimumByKey = field(default_factory=MinimumByKey)
    failures: tuple[Failure, ...] = ()
    logs: dict[int, str] = field(default_factory=dict)

    def add(self, other: "Aggregate") -> None:
        """Add the games of *other*, which are other games."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(value, int):
                setattr(self, name, mine + value)
            elif isinstance(value, MinimumByKey | MaximumByKey):
                for key, extreme in value.items():
                    mine.note(key, extreme)
            elif isinstance(value, Counter | dict):
                mine.update(value)
        self.failures = first_failures((*self.failures, *other.failures))


def first_failures(troubles: Iterable[Failure]) -> tuple[Failure, ...]:
    """The first ones of each kind."""
    kept: list[Failure] = []
    kinds: Counter[str] = Counter()
    for trouble in sorted(troubles):
        kinds[trouble.kind] += 1
        if kinds[trouble.kind] <= _MAX_PER_KIND:
            kept.append(trouble)
    return tuple(kept)
