"""Balance report -> plain data for programs."""

from math import inf
from typing import Any

from pawprint.play.statistics import Interval, percentile
from pawprint.playtests.balance.balance_report import BalanceReport, CourseFigures, PieceFigures, UseFigures

#: Changes with the meaning of a key.
VERSION = 1


def data_report(report: BalanceReport) -> dict[str, Any]:
    """The statistics of simulated games, for programs."""
    data: dict[str, Any] = {
        "version": VERSION,
        "game": report.game,
        "rules": report.rules,
        "edition": report.edition,
        "options": dict(report.options),
        "players": report.players,
        "seed": report.seed,
        "games": report.games,
        "broken": report.broken,
        "seats": [
            {
                "bot": one.bot,
                "wins": _interval(one.wins),
                "points": _interval(one.points) if one.points.high < inf else None,
            }
            | ({"scores": _counts(one.scores)} if one.scores else {})
            for one in report.seats
        ],
        "shared": report.shared,
        "together": report.together,
        "decisions": {
            "total": report.decisions,
            "forced": report.forced,
            "percentiles": {str(part): percentile(report.lengths, part / 100) for part in (5, 50, 95, 100)},
        },
        "sampled": report.sampled,
        "pieces": {piece.id: _piece(piece) for piece in report.pieces},
    }
    if report.by_bot:
        data["bots"] = {
            one.bot: {
                "seats": [seat + 1 for seat in one.seats],
                "wins": _interval(one.wins),
                "fair": round(one.fair, 6),
            }
            for one in report.by_bot
        }
    if report.course is not None:
        data |= {"lengths": _counts(report.lengths), "course": _course(report.course), "sides": [*report.sides]}
        data |= {"never": [*report.never], "notable": dict(report.notable)}
    return data


def _course(course: CourseFigures) -> dict[str, Any]:
    counted = ("choices", "lead_changes", "margins", "settled")
    return {
        "games": course.games,
        "contested": course.contested,
        **{name: _counts(getattr(course, name)) for name in counted},
        "comebacks": _interval(course.comebacks),
    }


def _piece(piece: PieceFigures) -> dict[str, Any]:
    data: dict[str, Any] = {"dealt": piece.dealt, "offered": piece.offered, "used": piece.used}
    uses: dict[str, UseFigures | None] = {"drawn": piece.drawn, "played": piece.played, "kept": piece.kept}
    for name, use in uses.items():
        if use is not None:
            data[name] = {"seats": use.seats, "wins": _interval(use.wins), "points": round(use.points, 6)}
    if piece.swap is not None:
        gain = _interval(piece.swap.gain) if piece.swap.gain.high < float("inf") else None
        data["swap"] = {"games": piece.swap.games, "gain": gain, "stands_out": piece.swap.stands_out}
    return data


def _interval(one: Interval) -> dict[str, float]:
    return {key: round(value, 6) for key, value in one._asdict().items()}


def _counts(counts: Any) -> dict[str, int]:
    """Number -> how often, with texts as keys, as JSON has them."""
    return {str(number): count for number, count in sorted(counts.items())}


def _known(one: Interval) -> dict[str, float] | None:
    return _interval(one) if one.high < inf else None
