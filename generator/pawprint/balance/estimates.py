"""Estimates for the pieces of a balance report: slopes, and which of many differences stand out."""

from collections.abc import Mapping
from math import erfc, inf, sqrt

from pawprint.rules.statistics import Z_SINGLE, Interval

#: Of the differences that are said to stand out, at most this share is due to chance (Benjamini and Hochberg 1995).
FALSE_SHARE = 0.05
#: Estimates from fewer games have no interval.
_FEW = 10


def slope(
    gain: float, weight: float, gain_squares: float, weight_squares: float, products: float, games: int
) -> Interval:
    """The ratio of two sums over independent *games*, from their sums of squares and products."""
    value = gain / weight
    if games < _FEW:
        return Interval(value, -inf, inf)
    spread = max(0.0, gain_squares - 2 * value * products + value * value * weight_squares)
    half = Z_SINGLE * sqrt(spread * games / (games - 1)) / weight
    return Interval(value, value - half, value + half)


def standing_out(intervals: Mapping[str, Interval]) -> frozenset[str]:
    """The names of the values that differ from 0 even considering how many of them there are."""
    chances = []
    for name, one in intervals.items():
        half = (one.high - one.low) / 2
        if 0 < half < inf:
            chances.append((erfc(abs(one.value) / (half / Z_SINGLE) / sqrt(2)), name))
    chances.sort()
    most = max((place for place, (chance, _) in enumerate(chances, 1) if chance <= FALSE_SHARE * place / len(chances)),
               default=0)  # fmt: skip
    return frozenset(name for _, name in chances[:most])
