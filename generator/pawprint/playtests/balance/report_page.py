"""Balance report, or comparisons -> a page in one file, with plots and pictures; it loads nothing and runs nothing.

The templates in `assets` make the page; a plot is a line of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any

from pawprint.core.page_policy import content_policy, policy_element
from pawprint.play.playing import PARTS_OF_GAME
from pawprint.play.statistics import Interval
from pawprint.playtests.balance import report_text as text
from pawprint.playtests.balance.balance_report import BalanceReport, PieceFigures
from pawprint.playtests.balance.comparison import Comparison, PieceComparison, difference, percentage_points
from pawprint.playtests.balance.watched_games import WatchedGame
from pawprint.source.templates.page_template import render_page

#: The first lines of a report, so that a later one may replace it.
START = "<!DOCTYPE html>\n<!-- A balance report by Pawprint -->\n"
_ASSETS = Path(__file__).parent / "assets"


def report_page(report: BalanceReport, watched: Sequence[WatchedGame] = (), definitions: str = "") -> str:
    """The page of a balance report."""
    settings = (
        f"{text.played_rules(report)} · {text.players(report.players)} · bots: {text.bot_names(report.bots)} · "
        f"{report.games:,} games · seed {report.seed}"
    )
    return _page(
        "balance.html",
        f"{report.title}: balance",
        settings,
        report=report,
        facts=[*text.length_facts(report), *text.win_facts(report), *text.course_facts(report)] if report.games else (),
        settled=_settled(report),
        uses=[*_uses(report)] if report.games else (),
        never=[*text.never_lines(report)],
        watched=watched,
        definitions=definitions,
    )


def _settled(report: BalanceReport) -> Mapping[int, int]:
    """Part of the game after which the winner stays ahead -> games."""
    settled = report.course.settled if report.course is not None else {}
    return {part: settled.get(part, 0) for part in range(PARTS_OF_GAME + 1)}


def _uses(report: BalanceReport) -> Iterator[tuple[str, list[PieceFigures], list[tuple[str, list[str]]]]]:
    """For each component: its pieces, those with the largest gain first, and the columns of their table."""
    for component in report.components:
        pieces = text.used_pieces(report, component)
        pieces.sort(key=lambda piece: -piece.gain.value if piece.gain else 0.0)
        if pieces:
            yield component, pieces, text.use_columns(report, pieces)


def comparison_page(comparisons: Sequence[Comparison]) -> str:
    """The page of one comparison, or of several with the same first way to play."""
    first = comparisons[0]
    settings = (
        f"{text.players(first.players)} · bots: {text.bot_names(first.bots)} · {first.games:,} pairs of games · "
        f"seed {first.seed}"
    )
    title = f"{first.names[0]} against {' and '.join(comparison.names[1] for comparison in comparisons)}"
    return _page(
        "comparison.html",
        title,
        settings,
        comparisons=comparisons,
        win_heads=[f"wins of seat {seat}" for seat in range(1, first.players + 1)],
        outstanding=_outstanding,
        moved_pieces=_moved_pieces,
    )


def _page(template: str, title: str, settings: str, **values: Any) -> str:
    return render_page(
        _ASSETS / template,
        start=START,
        policy=policy_element(content_policy(style_src="'unsafe-inline'", img_src="data:")),
        style=(_ASSETS / "report.css").read_text(encoding="utf-8"),
        title=title,
        settings=settings,
        Scale=Scale,
        interval_plot=interval_plot,
        histogram=histogram,
        text=text,
        difference=difference,
        percentage_points=percentage_points,
        **values,
    )


def _outstanding(comparison: Comparison) -> str:
    names = [f"wins of seat {seat}" for seat, change in enumerate(comparison.wins, 1) if change.stands_out]
    names += [name.replace("decisions in a game", "length") for name, change in comparison.numbers if change.stands_out]
    moved = sum(piece.stands_out for piece in comparison.pieces)
    if moved:
        names.append(f"{moved} piece{'s' if moved > 1 else ''}")
    return ", ".join(names) or "nothing"


def _moved_pieces(comparison: Comparison) -> list[PieceComparison]:
    """The listed pieces: those that stand out first."""
    return sorted(comparison.listed_pieces(), key=lambda piece: (not piece.stands_out, -abs(piece.played.change.value)))


# --- plots ------------------------------------------------------------------------------------------------------------

# Small SVG plots without letters, so that any size suits; the numbers are beside them.

#: Width and height of the plot of an interval, and of a histogram; units of the drawing.
_ROW = (200.0, 16.0)
_BARS = (300.0, 90.0)
#: A histogram of more numbers than this has several in each bar.
_MOST_BARS = 30


class Scale:
    """The common axis of several intervals: it shows all of them, and the value that they are compared with."""

    def __init__(self, intervals: Iterable[Interval], centre: float) -> None:
        self.centre = centre
        shown = [end for interval in intervals for end in (interval.low, interval.high) if isfinite(end)]
        reach = max([abs(end - centre) for end in shown], default=1.0) or 1.0
        self.low, self.high = centre - reach, centre + reach

    def at(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return 4 + share * (_ROW[0] - 8)


def interval_plot(interval: Interval, scale: Scale) -> str:
    """A dot with its interval, and a line where the value would make no difference."""
    width, height = _ROW
    middle, centre = height / 2, scale.at(scale.centre)
    far = "far" if interval.low > scale.centre or interval.high < scale.centre else "near"
    low, high = scale.at(interval.low), scale.at(interval.high)
    return (
        f'<svg class="interval {far}" viewBox="0 0 {width:g} {height:g}" aria-hidden="true">'
        f'<path class="centre" d="M{centre:.5g} 0V{height:g}"/>'
        f'<path class="reach" d="M{low:.5g} {middle:g}H{high:.5g}"/>'
        f'<circle cx="{scale.at(interval.value):.5g}" cy="{middle:g}" r="4"/></svg>'
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
