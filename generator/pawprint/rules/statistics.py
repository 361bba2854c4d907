"""Estimates from a sample of games, with confidence intervals."""

from collections import Counter
from math import sqrt
from typing import NamedTuple

#: Standard deviations of a 95 % confidence interval that is read once.
Z_SINGLE = 1.96
#: The same for up to six looks at growing samples, with stopping at any of them.
Z_REPEATED = 2.64


class Interval(NamedTuple):
    """A confidence interval.

    Attributes:
        value: the estimate.
        low, high: the limits of the interval.
    """

    value: float
    low: float
    high: float


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
