"""Estimates from a sample of games, with intervals and evidence.

Two kinds: `wilson` and `mean` are for a number of games that was fixed beforehand. The sequences and the evidence hold
at every look, so games may go on until something is decided.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from math import exp, inf, isfinite, lgamma, log, log1p, sqrt
from typing import NamedTuple

#: The share of all runs in which a confidence sequence may miss the truth.
ERROR = 0.05

#: Standard deviations of a 95 % confidence interval that is read once.
Z_SINGLE = 1.96
#: How closely the alternatives of a test of a share lie around it, in games that say as much: for differences of about
#: 30, 12 and 4 percentage points.
_CONCENTRATIONS = (2.0, 20.0, 200.0)
#: The variance of the alternatives of a test of a mean, in standard deviations of the numbers.
_EFFECT = 0.1
#: Stakes of a test of differences, as parts of the largest possible one, on either side.
_STAKES = tuple(sign * 0.9 * 0.5**step for step in range(11) for sign in (1, -1))
#: Fewer numbers say nothing about their mean: how they vary is not yet known.
_FEW = 30
#: More games than anybody plays.
_MANY = 1_000_000
#: exp of more than this is infinite.
_LARGEST_EXPONENT = 700.0


class Interval(NamedTuple):
    """A confidence interval."""

    value: float
    low: float
    high: float

    @property
    def known(self) -> bool:
        """False without limits, as after a single game."""
        return isfinite(self.low) and isfinite(self.high)

    def data(self) -> dict[str, float | None]:
        """The interval for JSON; an unknown limit is None."""
        return {key: round(value, 6) if isfinite(value) else None for key, value in self._asdict().items()}


def wilson(successes: float, trials: int, z: float = Z_SINGLE) -> Interval:
    """The rate of *successes* in *trials*, which need not be whole: the score interval of Wilson 1927."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    rate = successes / trials
    share = z * z / trials
    centre = (rate + share / 2) / (1 + share)
    half = z * sqrt(rate * (1 - rate) / trials + share / trials / 4) / (1 + share)
    # The exact limits at the ends, without rounding errors.
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= trials else min(1.0, centre + half)
    return Interval(rate, low, high)


def mean(total: float, squares: float, trials: int, z: float = Z_SINGLE) -> Interval:
    """The mean of numbers, from their sum and the sum of their squares."""
    if not trials:
        return Interval(0.0, float("-inf"), float("inf"))
    middle = total / trials
    if trials == 1:
        return Interval(middle, float("-inf"), float("inf"))
    variance = max(0.0, squares - total * middle) / (trials - 1)
    half = z * sqrt(variance / trials)
    return Interval(middle, middle - half, middle + half)


def rule_of_three(trials: int) -> float:
    """The upper 95 % limit for the rate of what never happened in *trials*: about 3 / trials."""
    return float(1 - 0.05 ** (1 / trials)) if trials else 1.0


def percentile(counts: Counter[int], part: float) -> int:
    """The smallest number that at least *part* of all numbers do not exceed; 0 if there are none."""
    left = part * counts.total()
    for number in sorted(counts):
        left -= counts[number]
        if left <= 0:
            return number
    return 0


# --- intervals and evidence that hold at every look -----------------------------------------------------------
#
# An e-value is what bets against a hypothesis have won. As long as it is true, bets win nothing on average, so the
# e-value exceeds 1 / error at some time in at most that share of all runs (Ville 1939), however often one looks.


def evidence_above(successes: float, trials: int, limit: float) -> float:
    """An e-value against "the share is at most *limit*": reject that as soon as it is at least 1 / error.

    It may be computed as often as one likes: with another test at every game the error remains the same.

    Args:
        successes: the sum of numbers from 0 to 1, one for each trial; shared wins count in part.
        limit: above 0 and below 1.
    """
    rate = successes / trials if trials else 0.0
    # Of all shares that are no larger than the limit the one that is hardest to reject.
    return exp(min(_LARGEST_EXPONENT, _log_evidence(successes, trials, min(rate, limit))))


def evidence_below(successes: float, trials: int, limit: float) -> float:
    """An e-value against "the share is at least *limit*"; see `evidence_above`."""
    return evidence_above(trials - successes, trials, 1 - limit)


def share_sequence(successes: float, trials: int, error: float = ERROR) -> Interval:
    """A confidence sequence for a share: its intervals for all numbers of games hold together, but in *error* of all
    runs. It has the shares that no evidence rejects; arguments as of `evidence_above`."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    rate, most = successes / trials, -log(error)
    low = _border(lambda share: _log_evidence(successes, trials, share) < most, rate, 0.0)
    high = _border(lambda share: _log_evidence(successes, trials, share) < most, rate, 1.0)
    return Interval(rate, low, high)


def games_needed(rate: float, limit: float, error: float = ERROR) -> int | None:
    """About how many games tell a share of *rate* from *limit*; None if a million are too few."""
    most = -log(error)
    return _first_enough(lambda games: _log_evidence(rate * games, games, limit) >= most)


def games_needed_for_mean(distance: float, deviation: float, error: float = ERROR) -> int | None:
    """The same of a mean at a *distance* from its limit, for numbers with this standard *deviation*."""
    if not distance:
        return None

    def enough(games: int) -> bool:
        numbers = deviation * deviation * (games - 1)
        return mean_sequence(0.0, numbers, games, error).high < abs(distance)

    return _first_enough(enough)


def mean_sequence(total: float, squares: float, trials: int, error: float = ERROR) -> Interval:
    """A confidence sequence for the mean of numbers without limits, such as scores, from their sum and that of their
    squares; exact if they are normal, else nearly so.

    It inverts a sequential t-test with normal alternatives. For numbers of which most are equal, such as differences
    of wins, use `paired_sequence`.
    """
    if not trials:
        return Interval(0.0, -inf, inf)
    middle, freedom = total / trials, trials - 1
    prior = 1 + trials * _EFFECT
    bound = exp(2 / trials * (log(prior) / 2 - log(error)))
    if bound >= prior or trials < _FEW:
        return Interval(middle, -inf, inf)
    variance = max(0.0, squares - total * middle) / freedom
    half = sqrt(variance / trials * freedom * (bound - 1) / (1 - bound / prior))
    return Interval(middle, middle - half, middle + half)


def paired_sequence(differences: Mapping[float, int], largest: float = 1.0, error: float = ERROR) -> Interval:
    """A confidence sequence for the mean of paired differences, such as those of wins with the same deal.

    The narrower, the more differences are 0.

    Args:
        differences: difference -> how many pairs have it.
        largest: no difference can be further from 0.
    """
    trials = sum(differences.values())
    if not trials:
        return Interval(0.0, -largest, largest)
    # As numbers from 0 to 1.
    numbers = {(value / largest + 1) / 2: count for value, count in differences.items()}
    rate, most = sum(number * count for number, count in numbers.items()) / trials, -log(error)
    low = _border(lambda value: _log_wealth(numbers, value) < most, rate, 0.0)
    high = _border(lambda value: _log_wealth(numbers, value) < most, rate, 1.0)
    return Interval(*((2 * value - 1) * largest for value in (rate, low, high)))


def paired_evidence(differences: Mapping[float, int], largest: float = 1.0) -> float:
    """An e-value against "the mean of the differences is 0"; arguments as of `paired_sequence`."""
    numbers = {(value / largest + 1) / 2: count for value, count in differences.items()}
    return exp(min(_LARGEST_EXPONENT, _log_wealth(numbers, 0.5)))


def _log_evidence(successes: float, trials: int, share: float) -> float:
    """The logarithm of an e-value against exactly this *share*: the mean of some tests with Beta alternatives."""
    failures = trials - successes
    if share <= 0 or share >= 1:
        return 0.0 if (successes if share <= 0 else failures) <= 0 else inf
    null = successes * log(share) + failures * log1p(-share)
    logs = []
    for weight in _CONCENTRATIONS:
        yes, no = weight * share, weight * (1 - share)
        likelihood = lgamma(yes + successes) - lgamma(yes) + lgamma(no + failures) - lgamma(no)
        logs.append(likelihood + lgamma(weight) - lgamma(weight + trials) - null)
    return _log_mean(logs)


def _log_wealth(numbers: Mapping[float, int], mean: float) -> float:
    """The logarithm of an e-value against this *mean* of numbers from 0 to 1: bets on each, with fixed stakes."""
    logs = []
    for stake in _STAKES:
        most = mean if stake > 0 else 1 - mean
        if most > 0:
            bet = stake / most
            logs.append(sum(count * log1p(bet * (number - mean)) for number, count in numbers.items()))
        elif any(number != mean for number in numbers):
            return inf
    return _log_mean(logs) if logs else 0.0


def _log_mean(logs: list[float]) -> float:
    largest = max(logs)
    return largest + log(sum(exp(value - largest) for value in logs) / len(logs))


def _border(inside: Callable[[float], bool], start: float, end: float) -> float:
    """The last number from *start*, which is inside, towards *end* that is inside."""
    if inside(end):
        return end
    for _ in range(40):
        middle = (start + end) / 2
        if inside(middle):
            start = middle
        else:
            end = middle
    return end


def _first_enough(enough: Callable[[int], bool]) -> int | None:
    """The first number of games that is enough, within a few percent; None if a million are not."""
    few, many = 0, 1
    while not enough(many):
        few, many = many, many * 2
        if many > _MANY:
            return None
    while many - few > 1 + many // 64:
        middle = (few + many) // 2
        if enough(middle):
            many = middle
        else:
            few = middle
    return many
