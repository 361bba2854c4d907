"""Numbers from games -> whether they keep their limits, or how many games would tell.

Games are played in batches, and every number is judged after each, so the tests are those that hold at every look.
There are two kinds of errors, and each has its own bound:

- A limit that is kept is said to be broken. All numbers of a run share `FALSE_ALARMS`.
- A limit that is broken is said to be kept. Each number alone has `MISSED`.
"""

from typing import NamedTuple

from pawprint.rules.statistics import (
    Interval,
    evidence_above,
    evidence_below,
    games_needed,
    games_needed_for_mean,
    mean_sequence,
    share_sequence,
)

#: The share of runs that may say of any kept limit that it is broken.
FALSE_ALARMS = 0.01
#: The share of runs that may say of one broken limit that it is kept.
MISSED = 0.05
#: The expectation that a share is fair counts as much as so many games, where games are foreseen.
_TRUST = 8


class Decision(NamedTuple):
    """What becomes of a number and its limits.

    Attributes:
        status: `ok`, `failed` or `undecided`.
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
        """The interval that belongs to a decision."""
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
        """The average that was found."""
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
