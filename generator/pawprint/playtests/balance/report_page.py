"""Balance report -> a page in one file, with its plots and pictures; it loads nothing and runs nothing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from math import inf, isfinite

from pawprint.play.playing import PARTS_OF_GAME
from pawprint.play.statistics import Interval, percentile
from pawprint.playtests.balance._watched_games import WatchedGame
from pawprint.playtests.balance.balance_report import BalanceReport, PieceFigures, UseFigures
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
from pawprint.playtests.balance.report_text import (
    course_lines,
    gain,
    never_lines,
    percentage,
    played_rules,
    players,
    rate,
)

_FOOTER = (
    "<p>Shares are of games or, for pieces, of players. In brackets: intervals of 95 %; over very many "
    "games a share lies in its interval 19 times out of 20. Plots are red where the interval excludes what they "
    "are compared with. <em>Swap</em>: what a copy of the piece adds to the chance to win. To find it, each game "
    "was played again with two pieces exchanged; figures in bold stand out even considering how many pieces "
    "there are.</p>\n<p>Bots do not plan, bluff or learn as people do. Take this report as a list of questions "
    "for the table.</p>\n"
)


def report_page(report: BalanceReport, watched: Sequence[WatchedGame] = (), definitions: str = "") -> str:
    """The page.

    Args:
        watched: games to show step by step.
        definitions: what their pictures refer to.
    """
    title = f"{report.title}: balance"
    body = "".join(_sections(report, watched))
    return page(title, _settings(report), body, _FOOTER, definitions)


def _settings(report: BalanceReport) -> str:
    bots = " and ".join(dict.fromkeys(report.bots))
    played = f"{players(report.players)} · bots: {bots} · {report.games:,} games · seed {report.seed}"
    return f"{played_rules(report)} · {played}"


def _sections(report: BalanceReport, watched: Sequence[WatchedGame]) -> Iterator[str]:
    if report.broken:
        yield f"<p><strong>{report.broken:,} games more broke off.</strong></p>\n"
    if not report.games:
        yield "<p>No game came to its end.</p>\n"
        return
    yield _facts(report)
    yield _who_wins(report)
    yield _how_games_go(report)
    for component in report.components:
        yield _component(report, component)
    yield _never(report)
    if watched:
        yield section("Games worth watching", "".join(map(_film, watched)))


def _facts(report: BalanceReport) -> str:
    low, middle, high = (percentile(report.lengths, part) for part in (0.05, 0.5, 0.95))
    facts = [("decisions in a game", f"{middle} (5 to 95 %: {low} to {high}, longest {max(report.lengths)})")]
    facts.append(("decisions without a choice", percentage(report.forced, report.decisions)))
    facts.append(("shared wins", percentage(report.shared, report.games)))
    if report.together:
        facts.append(("won or lost together", percentage(report.together, report.games)))
    facts += course_lines(report.course) if report.course else []
    return fact_list(facts)


# --- tables -------------------------------------------------------------------------------------------------


def _rate(one: Interval) -> str:
    """A share, and its interval in small letters."""
    first, _, rest = rate(one).partition(" ")
    return f"{first} <small>{escape(rest)}</small>"


def _who_wins(report: BalanceReport) -> str:
    fair = 1 / report.players
    heads = ["seat", "bot", "wins", f"against {fair:.1%}", "points"]
    scale = Scale([one.wins for one in report.seats], fair)
    rows = [
        (
            str(one.seat + 1), escape(one.bot), _rate(one.wins), interval_plot(one.wins, scale),
            f"{one.points.value:.2f}"
            + (f" <small>({one.points.low:.2f} to {one.points.high:.2f})</small>" if one.points.high < inf else ""),
        )
        for one in report.seats
    ]  # fmt: skip
    body = table("Wins by seat", heads, rows)
    if report.by_bot:
        scale = Scale([one.wins for one in report.by_bot], report.by_bot[0].fair)
        bots = [
            (
                escape(one.bot), ", ".join(str(seat + 1) for seat in one.seats), _rate(one.wins),
                interval_plot(one.wins, scale), f"{one.fair:.1%}",
            )
            for one in report.by_bot
        ]  # fmt: skip
        body += "<h3>By bot</h3>\n" + table("Wins by bot", ["bot", "seats", "wins", "", "fair share"], bots)
    for component in report.sides:
        pieces = [piece for piece in report.pieces if piece.component == component and piece.kept]
        body += f"<h3>By side: {escape(report.components[component])}</h3>\n"
        body += _sides(pieces, report)
    return section("Who wins", body)


def _sides(pieces: Sequence[PieceFigures], report: BalanceReport) -> str:
    fair = 1 / report.players
    uses = [(piece, piece.kept) for piece in pieces if piece.kept]
    scale = Scale([use.wins for _, use in uses], fair)
    rows = [
        (
            escape(piece.name),
            f"{use.seats:,}",
            _rate(use.wins),
            interval_plot(use.wins, scale),
            f"{use.points:.1f}",
        )
        for piece, use in sorted(uses, key=lambda one: -one[1].wins.value)
    ]
    return table("Wins by side", ["side", "games", "wins", f"against {fair:.1%}", "points"], rows)


def _how_games_go(report: BalanceReport) -> str:
    figures = [histogram(report.lengths, "Decisions in a game")]
    course = report.course
    if course is not None:
        figures.append(histogram(course.choices, "Actions to choose from"))
        if course.contested:
            figures.append(histogram(course.lead_changes, "Changes of the lead"))
            figures.append(histogram(course.margins, "Margin of the winner", " points"))
            settled = Counter({part: course.settled.get(part, 0) for part in range(PARTS_OF_GAME + 1)})
            figures.append(histogram(settled, "The winner is ahead for good after", " tenths of the game"))
        for one in report.seats:
            if one.scores:
                figures.append(histogram(one.scores, f"Points of seat {one.seat + 1}"))
    return section("How games go", plots(figures))


# --- pieces -------------------------------------------------------------------------------------------------


def _component(report: BalanceReport, component: str) -> str:
    pieces = [
        piece
        for piece in report.pieces
        if piece.component == component and (piece.drawn or piece.played or piece.kept or piece.swap)
    ]
    if len(pieces) < 2:  # nothing to compare
        return ""
    pieces.sort(key=lambda piece: -piece.swap.gain.value if piece.swap and _is_known(piece.swap.gain) else 0.0)
    scale = Scale([piece.swap.gain for piece in pieces if piece.swap], 0.0)
    seats = report.games * report.players
    columns: list[tuple[str, list[str]]] = [
        ("drawn", [_share(piece.drawn, seats) for piece in pieces]),
        ("wins", [_wins(piece.drawn) for piece in pieces]),
        ("played", [_share(piece.played, seats) for piece in pieces]),
        ("wins", [_wins(piece.played) for piece in pieces]),
        ("kept", [_share(piece.kept, seats) for piece in pieces]),
        ("wins", [_wins(piece.kept) for piece in pieces]),
        ("points", [_points(piece) for piece in pieces]),
        ("swap, in percentage points", [_gain(piece) for piece in pieces]),
        ("against 0", [_gain_plot(piece, scale) for piece in pieces]),
    ]
    shown = [column for column in columns if any(column[1])]
    rows = [(escape(piece.name), *(column[1][place] for column in shown)) for place, piece in enumerate(pieces)]
    title = report.components[component]
    return section(title, table(title, ["piece", *(name for name, _ in shown)], rows))


def _is_known(one: Interval) -> bool:
    return isfinite(one.low)


def _share(use: UseFigures | None, seats: int) -> str:
    return f"{use.seats / seats:.1%}" if use else ""


def _wins(use: UseFigures | None) -> str:
    return _rate(use.wins) if use else ""


def _points(piece: PieceFigures) -> str:
    return next((f"{one.points:.1f}" for one in (piece.played, piece.drawn, piece.kept) if one), "")


def _gain(piece: PieceFigures) -> str:
    if piece.swap is None or not _is_known(piece.swap.gain):
        return ""
    first, _, rest = gain(piece.swap.gain).partition(" ")
    if piece.swap.stands_out:
        first = f"<strong>{first}</strong>"
    return f"{first} <small>{escape(rest)}</small>"


def _gain_plot(piece: PieceFigures, scale: Scale) -> str:
    return interval_plot(piece.swap.gain, scale) if piece.swap and _is_known(piece.swap.gain) else ""


def _never(report: BalanceReport) -> str:
    lines = "".join(f"<p>{escape(what.capitalize())}: {escape(names)}.</p>\n" for what, names in never_lines(report))
    return section("What never happens", lines)


# --- games --------------------------------------------------------------------------------------------------


def _film(game: WatchedGame) -> str:
    steps = "".join(f"<li><p>{escape(step.says)}</p>{step.picture}</li>\n" for step in game.steps)
    name = f"The {game.kind} game"
    return (
        f"<details>\n<summary>{escape(name)}: number {game.number}</summary>\n<p>{escape(game.about)}</p>\n"
        f'<ol class="film" tabindex="0" aria-label="{escape(name)}, step by step">\n{steps}</ol>\n</details>\n'
    )
