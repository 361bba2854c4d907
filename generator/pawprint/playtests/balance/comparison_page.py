"""Comparisons of two ways to play -> a page in one file, like that of a balance report."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import isfinite

from pawprint.playtests.balance.comparison import Change, Comparison, PieceComparison
from pawprint.playtests.balance.comparison_text import listed_pieces, stands_out
from pawprint.playtests.balance.page_parts import (
    Scale,
    fact_list,
    histogram,
    interval_plot,
    page,
    plots,
    section,
    table,
)
from pawprint.playtests.balance.report_text import players

_HEADS = ("first", "second", "change", "against 0")
_FOOTER = (
    "<p>Both ways were played with the same deals, and their games are compared pair by pair. In brackets: intervals "
    "that hold however often you look at them. Changes in bold stand out from chance: of 100 comparisons of a game "
    "with itself at most 5 have any. Plots are red where the interval excludes 0.</p>\n<p>Bots do not plan, bluff or "
    "learn as people do. Take this report as a list of questions for the table.</p>\n"
)
#: A number -> text.
_Words = Callable[[float], str]


def comparison_page(made: Sequence[Comparison]) -> str:
    """The page of one comparison, or of several with the same first way to play."""
    first = made[0]
    title = f"{first.names[0]} against {' and '.join(one.names[1] for one in made)}"
    bots = " and ".join(dict.fromkeys(first.bots))
    settings = f"{players(first.players)} · bots: {bots} · {first.games:,} pairs of games · seed {first.seed}"
    body = _summary(made) if len(made) > 1 else ""
    body += "".join(part for one in made for part in _sections(one, f"{one.names[1]}: " if len(made) > 1 else ""))
    return page(title, settings, body, _FOOTER)


def _sections(one: Comparison, prefix: str) -> Iterator[str]:
    """What changes in one comparison; *prefix* begins its headings."""
    if one.broken:
        yield f"<p><strong>{one.broken:,} pairs more broke off.</strong></p>\n"
    if not one.games:
        yield "<p>No pair of games came to its end.</p>\n"
        return
    facts = [("pairs with the same winners", f"{one.same:.1%}")]
    facts.append(("stands out from chance", ", ".join(_outstanding(one)) or "nothing"))
    if one.decisions:
        facts.append(("decisions in a game", f"{one.decisions.before:.1f}, then {one.decisions.after:.1f}"))
    wins = _rows([(f"seat {seat}", change) for seat, change in enumerate(one.wins, 1)], _share, _points)
    numbers = [(f"points of seat {seat}", change) for seat, change in enumerate(one.points, 1)]
    numbers += [("decisions in a game", one.decisions)] if one.decisions else []
    yield section(
        f"{prefix}What changes",
        fact_list(facts)
        + "<h3>Wins</h3>\n" + table(f"{prefix}Wins", ["", *_HEADS], wins)
        + "<h3>Points and length</h3>\n"
        + table(f"{prefix}Points and length", ["", *_HEADS], _rows(numbers, _number, _difference)),
    )  # fmt: skip
    yield section(f"{prefix}Pair by pair", plots(_histograms(one)))
    yield from _pieces(one, prefix)


def _outstanding(one: Comparison) -> Iterator[str]:
    """The names of what stands out."""
    yield from (f"wins of seat {seat}" for seat, change in enumerate(one.wins, 1) if change.stands_out)
    yield from (f"points of seat {seat}" for seat, change in enumerate(one.points, 1) if change.stands_out)
    if one.decisions and one.decisions.stands_out:
        yield "length"
    moved = sum(map(stands_out, one.pieces))
    if moved:
        yield f"{moved} piece{'s' if moved > 1 else ''}"


def _histograms(one: Comparison) -> Iterator[str]:
    for seat, counts in enumerate(one.point_changes, 1):
        yield histogram(counts, f"Points of seat {seat}, second minus first")
    yield histogram(one.decision_changes, "Decisions, second minus first")


# --- tables -------------------------------------------------------------------------------------------------


def _share(value: float) -> str:
    return f"{value:.1%}"


def _points(value: float) -> str:
    """A change of a share, in percentage points."""
    return f"{100 * value:+.1f}"


def _number(value: float) -> str:
    return f"{value:.2f}"


def _difference(value: float) -> str:
    return f"{value:+.2f}"


def _rows(changes: Sequence[tuple[str, Change]], value: _Words, difference: _Words) -> list[tuple[str, ...]]:
    scale = Scale([change.change for _, change in changes], 0.0)
    return [(escape(name), *_cells(change, scale, value, difference)) for name, change in changes]


def _cells(one: Change, scale: Scale, value: _Words, difference: _Words) -> tuple[str, str, str, str]:
    change = difference(one.change.value)
    if one.stands_out:
        change = f"<strong>{change}</strong>"
    if not isfinite(one.change.low):  # too few games to say more
        return value(one.before), value(one.after), change, ""
    change += f" <small>({difference(one.change.low)} to {difference(one.change.high)})</small>"
    return value(one.before), value(one.after), change, interval_plot(one.change, scale)


def _pieces(one: Comparison, prefix: str) -> Iterator[str]:
    """The pieces that stand out, and others with large changes: those that stand out first."""
    pieces = sorted(listed_pieces(one), key=lambda piece: (not stands_out(piece), -abs(piece.played.change.value)))
    if not pieces:
        return
    played = _rows([(piece.name, piece.played) for piece in pieces], _number, _difference)
    body = "<h3>Players in a game that play it</h3>\n" + table(f"{prefix}Played by", ["piece", *_HEADS], played)
    with_it: list[tuple[PieceComparison, Change]] = [(one, one.wins_with) for one in pieces if one.wins_with]
    if with_it:
        wins = _rows([(piece.name, change) for piece, change in with_it], _share, _points)
        rows = [(*row, f"{piece.pairs:,}") for row, (piece, _) in zip(wins, with_it, strict=True)]
        body += "<h3>Wins of those who play it in both games</h3>\n"
        body += table(f"{prefix}Wins with it", ["piece", *_HEADS, "players"], rows)
    more = len(one.pieces) - len(pieces)
    body += f"<p>{more} other pieces changed less.</p>\n" if more else ""
    yield section(f"{prefix}Pieces that moved", body)


def _summary(made: Sequence[Comparison]) -> str:
    """Each way in one line."""
    heads = ["", *(f"wins of seat {seat}" for seat in range(1, made[0].players + 1)), "decisions", "pieces that moved"]
    rows = []
    first = made[0]
    if first.games:
        length = f"{first.decisions.before:.1f}" if first.decisions else ""
        rows.append((escape(first.names[0]), *(_share(change.before) for change in first.wins), length, ""))
    for one in made:
        if one.games:
            wins = [_after(change, _share(change.after), _points(change.change.value)) for change in one.wins]
            length = _after(one.decisions, f"{one.decisions.after:.1f}", "") if one.decisions else ""
            moved = ", ".join(escape(piece.name) for piece in one.pieces if stands_out(piece))
            rows.append((escape(one.names[1]), *wins, length, moved))
    return section("All values", table("All values", heads, rows))


def _after(one: Change, value: str, change: str) -> str:
    text = f"<strong>{value}</strong>" if one.stands_out else value
    return f"{text} <small>({change})</small>" if change else text
