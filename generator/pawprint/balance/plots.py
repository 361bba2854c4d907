"""Figures of a report -> small SVG plots without letters, which any size suits; the numbers stand beside them."""

from collections.abc import Iterable, Mapping
from html import escape
from math import isfinite

from pawprint.rules.statistics import Interval

#: Width and height of the plot of an interval, and of a histogram; units of the drawing.
_ROW = (200.0, 16.0)
_BARS = (300.0, 90.0)
#: A histogram of more numbers than this has several in each bar.
_MOST_BARS = 30


class Scale:
    """The common axis of several intervals: it shows all of them, and the value that they are compared with."""

    def __init__(self, intervals: Iterable[Interval], centre: float) -> None:
        self.centre = centre
        shown = [end for one in intervals for end in (one.low, one.high) if isfinite(end)]
        reach = max([abs(end - centre) for end in shown], default=1.0) or 1.0
        self.low, self.high = centre - reach, centre + reach

    def at(self, value: float) -> float:
        """Where *value* is in a plot."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return 4 + share * (_ROW[0] - 8)


def interval_plot(one: Interval, scale: Scale) -> str:
    """A dot with its interval, and a line where the value would make no difference."""
    width, height = _ROW
    middle, centre = height / 2, scale.at(scale.centre)
    far = "far" if one.low > scale.centre or one.high < scale.centre else "near"
    low, high = scale.at(one.low), scale.at(one.high)
    return (
        f'<svg class="interval {far}" viewBox="0 0 {width:g} {height:g}" aria-hidden="true">'
        f'<path class="centre" d="M{centre:.5g} 0V{height:g}"/>'
        f'<path class="reach" d="M{low:.5g} {middle:g}H{high:.5g}"/>'
        f'<circle cx="{scale.at(one.value):.5g}" cy="{middle:g}" r="4"/></svg>'
    )


def histogram(counts: Mapping[int, int], title: str, unit: str = "") -> str:
    """How often each number was there, as a figure with its name; numbers with no bar between them are 0."""
    low, high = min(counts), max(counts)
    step = -(-(high - low + 1) // _MOST_BARS)
    bars = [0] * ((high - low) // step + 1)
    for number, games in counts.items():
        bars[(number - low) // step] += games
    width, height = _BARS
    each, most = width / len(bars), max(bars)
    drawn = "".join(
        f"M{place * each + 0.5:.5g} {height:g}v{-height * games / most:.5g}h{max(each - 1, 0.5):.5g}V{height:g}z"
        for place, games in enumerate(bars)
        if games
    )
    last = high if step == 1 else low + step * len(bars) - 1
    total, top = sum(bars), max(range(len(bars)), key=bars.__getitem__)
    peak = f"{low + top * step}" if step == 1 else f"{low + top * step} to {low + top * step + step - 1}"
    alt = f"{title}: from {low} to {high}{unit}, most often {peak}, in {most / total:.0%}"
    return (
        f'<figure class="histogram"><figcaption>{escape(title)}</figcaption>'
        f'<svg viewBox="0 0 {width:g} {height:g}" preserveAspectRatio="none" role="img" aria-label="{escape(alt)}">'
        f'<path d="{drawn}"/></svg>'
        f'<div class="axis" aria-hidden="true"><span>{low}</span><span>{escape(unit.strip())}</span>'
        f"<span>{last}</span></div></figure>"
    )
