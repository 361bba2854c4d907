"""Games that were played, and the results of checks that need them."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.check.kinds.play import CARD_USES
from pawprint.core.source import Span
from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rng
from pawprint.play.simulated_game import counters_of
from pawprint.play.simulation import rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import (
    Interval,
    evidence_above,
    evidence_below,
    games_needed,
    games_needed_for_mean,
    mean_sequence,
    share_sequence,
)

# --- A number from games and its limits -> kept, broken, or how many games would decide it ----------------------------

# Games are played in batches, and every number is judged after each batch, so the intervals are confidence sequences
# (valid at every look; see `play.statistics`). There are two kinds of errors, and each has its own bound:
#
# - A kept limit is reported as broken. All numbers of a run share `FALSE_FAILURE_RATE`.
# - A broken limit is reported as kept. `FALSE_PASS_RATE` applies to each number alone.


#: The share of runs in which any kept limit may be reported as broken.
FALSE_FAILURE_RATE = 0.01
#: The share of runs in which a single broken limit may be reported as kept.
FALSE_PASS_RATE = 0.05
#: Weight of the prior, in games: forecasts assume a fair share until about this many games say otherwise.
_PRIOR_GAMES = 8


class Decision(NamedTuple):
    """The status of a number with limits.

    Attributes:
        status: `ok`, `failed` or `undecided`.
        games: the approximate number that would decide it, if it is undecided; None if more than a million.
    """

    status: str
    games: int | None = None


class Share(NamedTuple):
    """A share of games, which should be from *low* to *high*.

    Attributes:
        won: the sum of shares of wins, in *games* games.
        fair: the share that is expected of a game without faults.
    """

    won: float
    games: int
    low: float
    high: float
    fair: float

    @property
    def rate(self) -> float:
        """The measured share; 0 before the first game."""
        return self.won / self.games if self.games else 0.0

    @property
    def _likely(self) -> float:
        """The share that is expected of more games: near the fair share after few games."""
        return (self.won + _PRIOR_GAMES * self.fair) / (self.games + _PRIOR_GAMES)

    @property
    def limit_excess(self) -> float:
        """The ratio of the share to its nearest limit; more than 1 beyond the limit."""
        above = self.rate / self.high if self.high else 2.0
        below = self.low / self.rate if self.rate else 2.0 if self.low else 0.0
        return max(above, below)

    def judge(self, error_rate: float) -> Decision:
        """Compare the share with its limits.

        Args:
            error_rate: the share of runs in which it may wrongly fail.
        """
        needed: list[int | None] = []
        for limit, is_maximum in ((self.high, True), (self.low, False)):
            if not 0 < limit < 1:
                continue  # no share can be beyond
            beyond, within = (evidence_above, evidence_below) if is_maximum else (evidence_below, evidence_above)
            if beyond(self.won, self.games, limit) * error_rate >= 1:
                return Decision("failed")
            if within(self.won, self.games, limit) * FALSE_PASS_RATE < 1:
                outside = self._likely > limit if is_maximum else self._likely < limit
                needed.append(games_needed(self._likely, limit, error_rate if outside else FALSE_PASS_RATE))
        return _undecided(needed) if needed else Decision("ok")

    def interval(self, status: str, error_rate: float) -> Interval:
        """The confidence interval: at `FALSE_PASS_RATE` for the status `ok`, at *error_rate* for the others."""
        return share_sequence(self.won, self.games, FALSE_PASS_RATE if status == "ok" else error_rate)


class Average(NamedTuple):
    """A number in each game, whose average should be from *low* to *high*."""

    total: float
    squares: float
    games: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        return self.total / self.games

    @property
    def limit_excess(self) -> float:
        """The distance beyond the nearest limit; negative within the limits."""
        return max(self.rate - self.high, self.low - self.rate)

    def judge(self, error_rate: float) -> Decision:
        """See `Share.judge`."""
        strict, interval = self.interval("failed", error_rate), self.interval("ok", error_rate)
        if strict.high < self.low or strict.low > self.high:
            return Decision("failed")
        deviation = (max(0.0, self.squares / self.games - interval.value**2)) ** 0.5 if self.games else 0.0
        needed = []
        for limit, kept, outside in (
            (self.low, interval.low >= self.low, interval.value < self.low),
            (self.high, interval.high <= self.high, interval.value > self.high),
        ):
            if not kept:
                needed.append(
                    games_needed_for_mean(interval.value - limit, deviation, error_rate if outside else FALSE_PASS_RATE)
                )
        return _undecided(needed) if needed else Decision("ok")

    def interval(self, status: str, error_rate: float) -> Interval:
        """See `Share.interval`."""
        return mean_sequence(self.total, self.squares, self.games, FALSE_PASS_RATE if status == "ok" else error_rate)


def _undecided(needed: list[int | None]) -> Decision:
    known = [games for games in needed if games is not None]
    return Decision("undecided", max(known) if len(known) == len(needed) else None)


#: The most faults of a check that are reported; the others are only counted.
MAX_FAULTS = 8


class Example(NamedTuple):
    """A game as an example; its number is enough to play it again."""

    table: SimulationConfig
    number: int


class PlayedSetup(NamedTuple):
    """The games that were played in one edition by one number of players.

    Attributes:
        game: the game with the deck of the edition.
        inspected: games between random bots, in which every state was inspected.
        random: other games between random bots.
        greedy: games between greedy bots.
        matched: games between greedy bots whose sides were chosen for them, which most sums leave out; None if bots
            choose no sides here.
    """

    game: Game
    table: SimulationConfig
    inspected: Aggregate
    random: Aggregate
    greedy: Aggregate
    matched: Aggregate | None = None

    @property
    def unmatched_games(self) -> tuple[Aggregate, ...]:
        """The games in which no sides were chosen for the bots."""
        return (self.inspected, self.random, self.greedy)

    @property
    def zones(self) -> list[str]:
        """The zones and counters at the beginning of a game."""
        rules = rules_of(self.table)
        state = rules.start(rules.setup(self.table.players, Rng(self.table.seed, "zones")))
        return [*state.zones(None), *counters_of(state)]

    @property
    def name(self) -> str:
        """The players and the edition: `2 players, edition 'full'`."""
        edition = f", edition '{self.table.edition}'" if self.table.edition else ""
        return f"{self.table.players} player{'s' if self.table.players > 1 else ''}{edition}"

    def game_of(self, sums: Aggregate, number: int) -> Example:
        return Example(self.table._replace(bots=("greedy",) if sums is self.greedy else ("random",)), number)


class CheckFault(NamedTuple):
    """A fault, its place, and a game that shows it; None if no single game can."""

    message: str
    span: Span
    example: Example | None = None


class Need(NamedTuple):
    """Games between greedy bots that would probably decide a check.

    Attributes:
        sides: two records that should meet in them; empty for any games at the table.
        games: the number needed in all; None if more than a million.
    """

    table: SimulationConfig
    sides: tuple[str, ...]
    played: int
    games: int | None


class Verdict(NamedTuple):
    """The result of a check.

    Attributes:
        status: `ok`, `failed`, `undecided` or `needs play`.
    """

    status: str
    note: str = ""
    faults: tuple[CheckFault, ...] = ()
    needs: tuple[Need, ...] = ()


def worse(first: str, second: str) -> str:
    """The worse of two statuses: `failed`, then `undecided`, then `ok`."""
    return max(first, second, key=("ok", "undecided", "failed").index)


def first_example(plays: Sequence[PlayedSetup], *key: Any) -> Example | None:
    """The first game in which something was counted, by its *key* in `Aggregate.first`; None if it never was."""
    for play in plays:
        for sums in play.unmatched_games:
            if key in sums.first:
                return play.game_of(sums, sums.first[key])
    return None


def games_with(plays: Sequence[PlayedSetup], event: str, identity: str) -> int:
    """The number of games in which *event* involved the record called *identity*."""
    if event in CARD_USES:
        return sum(getattr(sums, event)[identity] for play in plays for sums in play.unmatched_games)
    return sum(sums.pieces_by_event[event, identity] for play in plays for sums in play.unmatched_games)


def games_of(plays: Sequence[PlayedSetup], bots: str = "") -> str:
    """The numbers of games, for messages: `1,200 games between greedy bots`."""
    random = sum(sums.games for play in plays for sums in (play.inspected, play.random))
    greedy = sum(sums.games for play in plays for sums in (play.greedy, play.matched) if sums)
    counts = {"greedy": greedy, "random": random}
    return " and ".join(
        f"{count:,} game{'s' if count != 1 else ''} between {name} bots"
        for name, count in counts.items()
        if bots in ("", name)
    )
