"""Sums over many games. They can be added in any order, so they are the same for any number of processes.

Shares of a win are counted in whole parts, `PARTS_PER_WIN` of them, because sums of fractions depend on the order.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

#: Parts of one win: up to ten players can share it in whole parts.
PARTS_PER_WIN = 2520
#: How many failures of one kind are kept: those of the first games.
_MAX_PER_KIND = 2


class MinimumByKey(dict[tuple[str, Any], Any]):
    """The smallest value noted for each key."""

    def note(self, key: tuple[str, Any], value: Any) -> None:
        if key not in self or value < self[key]:
            self[key] = value


class MaximumByKey(dict[tuple[str, str], int]):
    """The largest number noted for each key."""

    def note(self, key: tuple[str, str], value: int) -> None:
        if key not in self or value > self[key]:
            self[key] = value


class Failure(NamedTuple):
    """An error of an engine during a game.

    Attributes:
        kind: `crash`, `long`, `progress`, `pieces`, `repeats`, or the id of an invariant.
        log: the unfinished game, as a line of a log.
    """

    kind: str
    number: int
    step: int
    message: str
    log: str


@dataclass
class Aggregate:
    """Sums over games; `add` is commutative.

    Attributes:
        games: finished games; *broken*: unfinished ones.
        sampled: games in which `dealt` and `offered` were counted.
        win_parts: by seat; *shared*: games with several winners; *together*: games that all seats won or lost.
        points, squares: sums of scores and of their squares, by seat; *totals*, *total_squares*: of all seats together.
        lengths: decisions -> games.
        decisions, forced: number of decisions, and of those with a single legal action.
        tried: legal actions of the other decisions.
        dealt, offered, used: id -> games in which at least one seat saw, could play, played the piece.
        event_counts: event -> how often it happened; *event_count_squares*: sums of the squares per game.
            An event with one of its words (`end draw`) is counted as a separate event, too.
        pieces_by_event: (event, id) -> games in which the event concerned the piece; `eat.1` is the first piece of an
            event.
        event_maxima: (event, id) -> the highest number in such an event.
        event_totals: (event, id) -> the numbers in such events; *event_total_squares*: sums of the squares per game.
        seats_by_event: (event, id) -> seats to which that happened; *seat_parts_by_event*: their parts of wins;
            *seat_points_by_event*: their points.
        courses: games of which these are counted, too: choices, scores, notable; *contested*: those of them that some
            seats won and others did not, of which also lead_changes, margins, settled and comebacks are counted.
        choices: number of legal actions -> decisions.
        scores: (seat, points at the end) -> games.
        lead_changes: how often the lead went to another seat -> games.
        margins: by how many points the winner was ahead of the next, 0 if several won -> games.
        settled: the part of the game, of `PARTS_OF_GAME`, after which only winners led -> games.
        comebacks: games in which another seat led alone after half of the decisions.
        notable: the games that are `closest` and `longest`: what makes them so, and at last the number of the game.
        swaps: (quantity, id) -> sums over games that were played twice: games, gain, weight, their squares and
            product; see `piece_swaps.add_swap`.
        head_to_head: (event, id, other id) -> pairs of seats to one of which the event happened with the first piece,
            to the other with the second; *head_to_head_parts*: the parts of a win of the first seat, of those of both.
        no_choice: seat -> games that it lost without ever having had a choice.
        zone_minima: (zone, id) -> the smallest number of such pieces, and a game; all pieces if the id is empty.
        first: key of a count, such as `("event_counts", event)` -> the lowest number of a game that contributed.
        failures: the first ones of each kind.
        logs: number of a game -> its log.
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
    courses: int = 0
    contested: int = 0
    comebacks: int = 0
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
    event_totals: Counter[tuple[str, str]] = field(default_factory=Counter)
    event_total_squares: Counter[tuple[str, str]] = field(default_factory=Counter)
    seats_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    seat_parts_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    seat_points_by_event: Counter[tuple[str, str]] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    scores: Counter[tuple[int, int]] = field(default_factory=Counter)
    lead_changes: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    settled: Counter[int] = field(default_factory=Counter)
    notable: MinimumByKey = field(default_factory=MinimumByKey)
    swaps: Counter[tuple[str, str]] = field(default_factory=Counter)
    head_to_head: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    head_to_head_parts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    no_choice: Counter[int] = field(default_factory=Counter)
    zone_minima: MinimumByKey = field(default_factory=MinimumByKey)
    first: MinimumByKey = field(default_factory=MinimumByKey)
    failures: tuple[Failure, ...] = ()
    logs: dict[int, str] = field(default_factory=dict)

    def add(self, other: "Aggregate") -> None:
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
    """The first failures of each kind."""
    kept: list[Failure] = []
    kinds: Counter[str] = Counter()
    for trouble in sorted(troubles):
        kinds[trouble.kind] += 1
        if kinds[trouble.kind] <= _MAX_PER_KIND:
            kept.append(trouble)
    return tuple(kept)
