"""Balance report -> lines of text."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import inf

from pawprint.play.game_options import option_text
from pawprint.play.playing import PARTS_OF_GAME
from pawprint.play.statistics import Interval, percentile, rule_of_three
from pawprint.playtests.balance.balance_report import BalanceReport, CourseFigures, PieceFigures, UseFigures

#: In place of a share that is not known.
_UNSEEN = "-"


def text_report(report: BalanceReport) -> list[str]:
    """The statistics of simulated games, for people."""
    lines = [
        f"{played_rules(report)}: {report.games:,} games of {players(report.players)}, "
        f"bots {' and '.join(dict.fromkeys(report.bots))}, seed {report.seed}"
    ]
    if report.broken:
        lines.append(f"{report.broken:,} games more broke off")
    if not report.games:
        return lines
    lines += ["", *aligned(_seat_rows(report), 2), ""]
    lines += [
        f"{one.bot}, {_seats(one.seats)}: wins {rate(one.wins)}; {one.fair:.1%} is its fair share"
        for one in report.by_bot
    ]
    if report.together:
        lines.append(f"won or lost together: {percentage(report.together, report.games)}")
    lines.append(f"shared wins: {percentage(report.shared, report.games)}")
    low, middle, high = (percentile(report.lengths, part) for part in (0.05, 0.5, 0.95))
    lines.append(f"decisions in a game: {middle} (5 to 95 %: {low} to {high}, longest {max(report.lengths)})")
    lines.append(f"decisions without a choice: {percentage(report.forced, report.decisions)}")
    if report.course is not None:
        lines += [f"{what}: {figure}" for what, figure in course_lines(report.course)]
    lines += _piece_lines(report)
    if report.course is not None:
        for component in report.components:
            lines += _use_lines(report, component)
        lines += ["", *(f"{what}: {listed}" for what, listed in never_lines(report))]
        lines += _notable_lines(report)
    return lines


def played_rules(report: BalanceReport) -> str:
    """The game with its edition and the options that were asked for."""
    edition = f", {report.edition}" if report.edition else ""
    return f"{report.game}{edition}" + "".join(f", {key} {option_text(value)}" for key, value in report.chosen)


def players(count: int) -> str:
    """`2 players`."""
    return f"{count} player{'s' if count > 1 else ''}"


def percentage(count: int, whole: int) -> str:
    """*count* in percent of *whole*."""
    return f"{count / whole:.1%}" if whole else "0.0%"


def rate(one: Interval) -> str:
    """A share with its interval."""
    return f"{one.value:.1%} ({one.low:.1%} to {one.high:.1%})"


def gain(one: Interval) -> str:
    """A difference of shares in percentage points, with its interval where there is one."""
    if one.high - one.low > 2:
        return f"{100 * one.value:+.1f}"
    return f"{100 * one.value:+.1f} ({100 * one.low:+.1f} to {100 * one.high:+.1f})"


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(str(seat + 1) for seat in seats)}"


def _seat_rows(report: BalanceReport) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("seat", "bot", "wins", "95 %", "points", "95 %")]
    for one in report.seats:
        points = one.points
        rows.append((
            str(one.seat + 1), one.bot,
            f"{one.wins.value:.1%}", f"{one.wins.low:.1%} to {one.wins.high:.1%}",
            f"{points.value:.2f}", f"{points.low:.2f} to {points.high:.2f}" if points.high < inf else "",
        ))  # fmt: skip
    return rows


def course_lines(course: CourseFigures) -> Iterator[tuple[str, str]]:
    """How games go, as (what, figure)."""
    choices = Counter(course.choices)
    yield "actions to choose from", _spread(choices)
    if not course.contested:
        return
    yield "the lead changes", f"{_spread(Counter(course.lead_changes))} times in a game"
    yield "won by", f"{_spread(Counter(course.margins))} points"
    yield "won from behind after half of the game", rate(course.comebacks)
    late = sum(games for part, games in course.settled.items() if part > 0.8 * PARTS_OF_GAME)
    yield "decided in the last fifth", percentage(late, course.contested)


def _spread(counts: Counter[int]) -> str:
    low, middle, high = (percentile(counts, part) for part in (0.05, 0.5, 0.95))
    return f"{middle} (5 to 95 %: {low} to {high}, most {max(counts)})"


# --- pieces -------------------------------------------------------------------------------------------------


def _piece_lines(report: BalanceReport) -> list[str]:
    """The table of pieces; a column that says the same of all of them is a line below it."""
    header, *pieces = rows = _piece_rows(report)
    if not pieces:
        return []
    numbers = range(1, len(header))
    same = [number for number in numbers if len({piece[number] for piece in pieces}) == 1]
    if len(same) == len(numbers):
        same = []
    table = [tuple(cell for number, cell in enumerate(row) if number not in same) for row in rows]
    lines = ["", *aligned(table, 1), ""]
    lines += [f"{header[number]}: {pieces[0][number]} for each of them" for number in same]
    lines.append(f"in so many games; dealt and offered were counted in {report.sampled:,} of them")
    if any(_UNSEEN in row for row in pieces):
        lines.append(f"{_UNSEEN} means: used, but in none of the games in which this was counted; play more games")
    return lines


def _piece_rows(report: BalanceReport) -> list[tuple[str, ...]]:
    """A row for each piece of the components that players can use, in the order of the catalog."""
    used = {piece.component for piece in report.pieces if piece.offered or piece.used}
    header: tuple[str, ...] = ("piece", "dealt", "offered", "used")
    return [header] + [
        (
            piece.id,
            _sampled(piece.dealt, piece, report),
            _sampled(piece.offered, piece, report),
            f"{piece.used / report.games:.1%}",
        )
        for piece in report.pieces
        if piece.component in used
    ]


def _sampled(count: int, piece: PieceFigures, report: BalanceReport) -> str:
    """The share of the games in which it was counted; nothing is known of what occurred in other games only."""
    return f"{count / max(1, report.sampled):.0%}" if count or not piece.used else _UNSEEN


def _use_lines(report: BalanceReport, component: str) -> list[str]:
    """What seats win that draw, play and keep each piece of *component*, and what the piece adds to that."""
    header = (report.components[component], "drawn", "wins", "played", "wins", "kept", "wins", "points", "swap")
    seats = report.games * report.players
    rows = [
        (
            f"{piece.id}{' *' if piece.swap and piece.swap.stands_out else ''}",
            *_use_cells(piece.drawn, seats),
            *_use_cells(piece.played, seats),
            *_use_cells(piece.kept, seats),
            next((f"{one.points:.1f}" for one in (piece.played, piece.drawn, piece.kept) if one), ""),
            gain(piece.swap.gain) if piece.swap else "",
        )
        for piece in report.pieces
        if piece.component == component and (piece.drawn or piece.played or piece.kept or piece.swap)
    ]
    if len(rows) < 2:  # nothing to compare
        return []
    kept = [0] + [column for column in range(1, len(header)) if any(row[column] for row in rows)]
    table = [tuple(row[column] for column in kept) for row in (header, *rows)]
    return ["", *aligned(table, 1)]


def _use_cells(use: UseFigures | None, seats: int) -> tuple[str, str]:
    return (f"{use.seats / seats:.1%}", rate(use.wins)) if use else ("", "")


# --- what is rare -------------------------------------------------------------------------------------------


def never_lines(report: BalanceReport) -> Iterator[tuple[str, str]]:
    """What never happened, as (what, names)."""
    missing = [
        ("events that never happened", report.never),
        ("never dealt or played", tuple(piece.id for piece in report.pieces if not _is_seen(piece))),
    ]
    for component in report.components:
        pieces = [piece for piece in report.pieces if piece.component == component]
        if any(piece.played for piece in pieces):
            idle = tuple(piece.id for piece in pieces if piece.drawn and not piece.played)
            missing.append((f"drawn but never played, {report.components[component]}", idle))
    for what, names in missing:
        if names:
            yield what, ", ".join(names)
    if report.games:
        yield "what never happened in these games", f"happens in less than {rule_of_three(report.games):.2%} of all"


def _is_seen(piece: PieceFigures) -> bool:
    return bool(piece.dealt or piece.used or piece.drawn or piece.played)


def _notable_lines(report: BalanceReport) -> list[str]:
    return [
        f"the {kind} game: number {number}; see it with --log and --replay, line {number + 1}"
        for kind, number in report.notable.items()
    ]


def aligned(rows: Sequence[tuple[str, ...]], left: int) -> list[str]:
    """The lines of a table; the first *left* columns are aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
