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

# --- Numbers from games -> whether they keep their limits, or how many games would tell -------------------------------

# Games are played in batches, and every number is judged after each, so the tests are those that hold at every look.
# There are two kinds of errors, and each has its own bound:
#
# - A limit that is kept is said to be broken. All numbers of a run share `FALSE_ALARMS`.
# - A limit that is broken is said to be kept. Each number alone has `MISSED`.


#: The share of runs that may say of any kept limit that it is broken.
FALSE_ALARMS = 0.01
#: The share of runs that may say of one broken limit that it is kept.
MISSED = 0.05
#: The expectation that a share is fair counts as much as so many games, where games are foreseen.
_TRUST = 8


class Decision(NamedTuple):
    """What becomes of a number and its limits.

    Attributes:
        games: about how many would decide it, if it is undecided; None if more than a million.
    """

    status: str
    games: int | None = None


class Share(NamedTuple):
    """A share of games, from *low* to *high* if all is well.

    Attributes:
        won: the sum of shares of wins, in *tried* games.
        fair: the share that is expected of a game without faults.
    """

    won: float
    tried: int
    low: float
    high: float
    fair: float

    @property
    def rate(self) -> float:
        """The share that was found; 0 before the first game."""
        return self.won / self.tried if self.tried else 0.0

    @property
    def _likely(self) -> float:
        """The share to be expected of more games: few games say less than that it should be fair."""
        return (self.won + _TRUST * self.fair) / (self.tried + _TRUST)

    @property
    def pressure(self) -> float:
        """How near it is to the limit that it is nearest to; more than 1 beyond."""
        above = self.rate / self.high if self.high else 2.0
        below = self.low / self.rate if self.rate else 2.0 if self.low else 0.0
        return max(above, below)

    def decided(self, alarm: float) -> Decision:
        """Whether it keeps its limits.

        Args:
            alarm: the share of runs that may wrongly say that it does not.
        """
        needed: list[int | None] = []
        for limit, most in ((self.high, True), (self.low, False)):
            if not 0 < limit < 1:
                continue  # no share can be beyond
            beyond, within = (evidence_above, evidence_below) if most else (evidence_below, evidence_above)
            if beyond(self.won, self.tried, limit) * alarm >= 1:
                return Decision("failed")
            if within(self.won, self.tried, limit) * MISSED < 1:
                outside = self._likely > limit if most else self._likely < limit
                needed.append(games_needed(self._likely, limit, alarm if outside else MISSED))
        return _undecided(needed) if needed else Decision("ok")

    def interval(self, status: str, alarm: float) -> Interval:
        return share_sequence(self.won, self.tried, MISSED if status == "ok" else alarm)


class Average(NamedTuple):
    """A number for each game, on average from *low* to *high* if all is well."""

    total: float
    squares: float
    games: int
    low: float
    high: float

    @property
    def rate(self) -> float:
        return self.total / self.games

    @property
    def pressure(self) -> float:
        """How far it is beyond a limit, or from the nearest: the larger, the worse."""
        return max(self.rate - self.high, self.low - self.rate)

    def decided(self, alarm: float) -> Decision:
        """As of `Share`."""
        strict, found = self.interval("failed", alarm), self.interval("ok", alarm)
        if strict.high < self.low or strict.low > self.high:
            return Decision("failed")
        deviation = (max(0.0, self.squares / self.games - found.value**2)) ** 0.5 if self.games else 0.0
        needed = []
        for limit, kept, outside in (
            (self.low, found.low >= self.low, found.value < self.low),
            (self.high, found.high <= self.high, found.value > self.high),
        ):
            if not kept:
                needed.append(games_needed_for_mean(found.value - limit, deviation, alarm if outside else MISSED))
        return _undecided(needed) if needed else Decision("ok")

    def interval(self, status: str, alarm: float) -> Interval:
        """As of `Share`."""
        return mean_sequence(self.total, self.squares, self.games, MISSED if status == "ok" else alarm)


def _undecided(needed: list[int | None]) -> Decision:
    known = [games for games in needed if games is not None]
    return Decision("undecided", max(known) if len(known) == len(needed) else None)


#: Of more than so many faults of one check the rest is counted.
MAX_FAULTS = 8


class Example(NamedTuple):
    """A game that shows something; its number is enough to play it again."""

    table: SimulationConfig
    number: int


class PlayedSetup(NamedTuple):
    """The games that were played in one edition by one number of players.

    Attributes:
        game: with the deck that was played with.
        proofs: between bots at random, every state looked at.
        chance: between bots at random; *greedy*: between greedy ones.
        matched: between greedy bots whose sides were chosen for them; None if bots choose no sides here.
    """

    game: Game
    table: SimulationConfig
    proofs: Aggregate
    chance: Aggregate
    greedy: Aggregate
    matched: Aggregate | None = None

    @property
    def all(self) -> tuple[Aggregate, ...]:
        return (self.proofs, self.chance, self.greedy)

    @property
    def zones(self) -> list[str]:
        """The zones and the counters that there are at the beginning of a game."""
        rules = rules_of(self.table)
        state = rules.start(rules.setup(self.table.players, Rng(self.table.seed, "zones")))
        return [*state.zones(None), *counters_of(state)]

    @property
    def name(self) -> str:
        """Who plays what: `2 players, edition 'full'`."""
        edition = f", edition '{self.table.edition}'" if self.table.edition else ""
        return f"{self.table.players} player{'s' if self.table.players > 1 else ''}{edition}"

    def game_of(self, sums: Aggregate, number: int) -> Example:
        return Example(self.table._replace(bots=("greedy",) if sums is self.greedy else ("random",)), number)


class CheckFault(NamedTuple):
    """A fault, its place, and a game that shows it, where one game can."""

    message: str
    span: Span
    example: Example | None = None


class Need(NamedTuple):
    """Games between greedy bots that would probably decide something.

    Attributes:
        sides: two records that should meet in them; empty for any games at the table.
        games: how many there should be in all; None if more than a million.
    """

    table: SimulationConfig
    sides: tuple[str, ...]
    played: int
    games: int | None


class Verdict(NamedTuple):
    """What became of a check.

    Attributes:
        status: `ok`, `failed`, `undecided` or `needs play`.
    """

    status: str
    note: str = ""
    faults: tuple[CheckFault, ...] = ()
    needs: tuple[Need, ...] = ()


def worse(one: str, other: str) -> str:
    """Of two words for what became of a check the one that counts."""
    return max(one, other, key=("ok", "undecided", "failed").index)


def first_example(plays: Sequence[PlayedSetup], *what: Any) -> Example | None:
    """The first game in which something was counted, by its key in `Aggregate.first`; None if it never was."""
    for play in plays:
        for sums in play.all:
            if what in sums.first:
                return play.game_of(sums, sums.first[what])
    return None


def times(plays: Sequence[PlayedSetup], event: str, identity: str) -> int:
    """Games in which *event* and the record called *identity* met."""
    if event in CARD_USES:
        return sum(getattr(sums, event)[identity] for play in plays for sums in play.all)
    return sum(sums.pieces_by_event[event, identity] for play in plays for sums in play.all)


def games_of(plays: Sequence[PlayedSetup], bots: str = "") -> str:
    """`1,200 games between greedy bots`."""
    chance = sum(sums.games for play in plays for sums in (play.proofs, play.chance))
    greedy = sum(sums.games for play in plays for sums in (play.greedy, play.matched) if sums)
    counts = {"greedy": greedy, "random": chance}
    return " and ".join(
        f"{count:,} game{'s' if count != 1 else ''} between {name} bots"
        for name, count in counts.items()
        if bots in ("", name)
    )
