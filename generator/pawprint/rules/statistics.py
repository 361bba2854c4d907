"""How sure a number is that comes from a sample of games."""

from collections import Counter
from math import sqrt
from typing import NamedTuple

#: Standard deviations on either side of a number that is read once: 95 in 100 intervals hold the truth.
Z_SINGLE = 1.96
#: The same where somebody looks up to six times and stops at will.
Z_REPEATED = 2.64


class Interval(NamedTuple):
    """Where a number lies that was estimated from a sample.

    Attributes:
        value: the estimate.
        low, high: the limits of the interval.
    """

    value: float
    low: float
    high: float


def wilson(successes: float, trials: int, z: float = Z_SINGLE) -> Interval:
    """The rate of something that happened *successes* times in *trials*; halves are fine. See Wilson 1927."""
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    rate = successes / trials
    share = z * z / trials
    centre = (rate + share / 2) / (1 + share)
    half = z * sqrt(rate * (1 - rate) / trials + share / trials / 4) / (1 + share)
    # At the ends the formula gives them but for rounding.
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= trials else min(1.0, centre + half)
    return Interval(rate, low, high)


def mean(total: float, squares: float, trials: int, z: float = Z_SINGLE) -> Interval:
    """The mean of numbers, from their *total* and the total of their *squares*."""
    if not trials:
        return Interval(0.0, float("-inf"), float("inf"))
    middle = total / trials
    if trials == 1:
        return Interval(middle, float("-inf"), float("inf"))
    variance = max(0.0, squares - total * middle) / (trials - 1)
    half = z * sqrt(variance / trials)
    return Interval(middle, middle - half, middle + half)


def rule_of_three(trials: int) -> float:
    """The rate below which something lies, as good as surely, that never happened in *trials*: about 3 / trials."""
    return float(1 - 0.05 ** (1 / trials)) if trials else 1.0


def percentile(counts: Counter[int], part: float) -> int:
    """The least number that *part* of all numbers do not exceed; 0 if there are none."""
    left = part * counts.total()
    for number in sorted(counts):
        left -= counts[number]
        if left <= 0:
            return number
    return 0
