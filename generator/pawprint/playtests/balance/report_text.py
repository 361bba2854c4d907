"""Balance report -> lines of text, and the phrases and tables that the other reports share."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pawprint.play.game_options import option_text
from pawprint.play.playing import PARTS_OF_GAME
from pawprint.play.statistics import Interval, percentile, rule_of_three
from pawprint.playtests.balance.balance_report import USES, BalanceReport, PieceFigures

#: In place of a share that is not known.
_UNSEEN = "-"


def text_report(report: BalanceReport) -> list[str]:
    """The statistics of simulated games, for people."""
    lines = [
        f"{played_rules(report)}: {report.games:,} games of {players(report.players)}, "
        f"bots {bot_names(report.bots)}, seed {report.seed}"
    ]
    if report.broken:
        lines.append(f"{report.broken:,} games more broke off")
    if not report.games:
        return lines
    lines += ["", *aligned(_seat_rows(report), 2), ""]
    lines += [
        f"{bot.bot}, {_seats(bot.seats)}: wins {rate(bot.wins)}; {bot.fair:.1%} is its fair share"
        for bot in report.by_bot
    ]
    lines += [
        f"{what}: {figure}" for what, figure in (*win_facts(report), *length_facts(report), *course_facts(report))
    ]
    lines += _piece_lines(report)
    if report.course is not None:
        for component in report.components:
            lines += _use_lines(report, component)
        lines += ["", *(f"{what}: {listed}" for what, listed in never_lines(report))]
        lines += [
            f"the {kind} game: number {number}; see it with --log and --replay, line {number + 1}"
            for kind, number in report.notable.items()
        ]
    return lines


def played_rules(report: BalanceReport) -> str:
    """The game with its edition and the chosen options."""
    edition = f", {report.edition}" if report.edition else ""
    return f"{report.game}{edition}" + "".join(f", {key} {option_text(value)}" for key, value in report.chosen)


def players(count: int) -> str:
    """`2 players`."""
    return f"{count} player{'s' if count > 1 else ''}"


def bot_names(bots: Sequence[str]) -> str:
    """`greedy and random`, each bot once."""
    return " and ".join(dict.fromkeys(bots))


def _percentage(count: int, whole: int) -> str:
    return f"{count / whole:.1%}" if whole else "0.0%"


def rate(share: Interval) -> str:
    """A share with its interval."""
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def average(number: Interval) -> str:
    """A number with its interval, if that is known."""
    return f"{number.value:.2f}" + (f" ({number.low:.2f} to {number.high:.2f})" if number.known else "")


def gain(share: Interval) -> str:
    """A difference of shares in percentage points, with its interval if that is known."""
    difference = f"{100 * share.value:+.1f}"
    return f"{difference} ({100 * share.low:+.1f} to {100 * share.high:+.1f})" if share.known else difference


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(str(seat + 1) for seat in seats)}"


def _seat_rows(report: BalanceReport) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("seat", "bot", "wins", "95 %", "points", "95 %")]
    for seat in report.seats:
        rows.append((str(seat.seat + 1), seat.bot, *_cells(rate(seat.wins)), *_cells(average(seat.points))))
    return rows


def _cells(figure: str) -> tuple[str, str]:
    value, _, limits = figure.partition(" (")
    return value, limits.rstrip(")")


def win_facts(report: BalanceReport) -> Iterator[tuple[str, str]]:
    """How games are won, as (what, figure)."""
    if report.together:
        yield "won or lost together", _percentage(report.together, report.games)
    yield "shared wins", _percentage(report.shared, report.games)


def length_facts(report: BalanceReport) -> Iterator[tuple[str, str]]:
    """How long games are, as (what, figure)."""
    yield "decisions in a game", _spread(report.lengths, "longest")
    yield "decisions without a choice", _percentage(report.forced, report.decisions)


def course_facts(report: BalanceReport) -> Iterator[tuple[str, str]]:
    """How players choose and lead, as (what, figure); nothing if that was not counted."""
    course = report.course
    if course is None:
        return
    yield "actions to choose from", _spread(Counter(course.choices))
    if not course.contested:
        return
    yield "the lead changes", f"{_spread(Counter(course.lead_changes))} times in a game"
    yield "won by", f"{_spread(Counter(course.margins))} points"
    yield "won from behind after half of the game", rate(course.comebacks)
    late = sum(games for part, games in course.settled.items() if part > 0.8 * PARTS_OF_GAME)
    yield "decided in the last fifth", _percentage(late, course.contested)


def _spread(counts: Counter[int], most: str = "most") -> str:
    low, middle, high = (percentile(counts, part) for part in (0.05, 0.5, 0.95))
    return f"{middle} (5 to 95 %: {low} to {high}, {most} {max(counts)})"


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


def used_pieces(report: BalanceReport, component: str) -> list[PieceFigures]:
    """The pieces of *component* that seats have, in the order of the catalog; none if there is nothing to compare."""
    pieces = [
        piece
        for piece in report.pieces
        if piece.component == component and (piece.drawn or piece.played or piece.kept or piece.swap)
    ]
    return pieces if len(pieces) > 1 else []


def use_columns(report: BalanceReport, pieces: Sequence[PieceFigures]) -> list[tuple[str, list[str]]]:
    """What seats win that draw, play and keep each of the *pieces*: columns with their heads, without empty ones."""
    columns: list[tuple[str, list[str]]] = []
    seats = report.games * report.players
    for name in USES:
        uses = [getattr(piece, name) for piece in pieces]
        columns.append((name, [f"{use.seats / seats:.1%}" if use else "" for use in uses]))
        columns.append(("wins", [rate(use.wins) if use else "" for use in uses]))
    points = [next((use.points for use in (piece.played, piece.drawn, piece.kept) if use), None) for piece in pieces]
    columns.append(("points", ["" if value is None else f"{value:.1f}" for value in points]))
    return [column for column in columns if any(column[1])]


def _use_lines(report: BalanceReport, component: str) -> list[str]:
    pieces = used_pieces(report, component)
    names = [f"{piece.id}{' *' if piece.swap and piece.swap.stands_out else ''}" for piece in pieces]
    columns = [(report.components[component], names), *use_columns(report, pieces)]
    if any(piece.swap for piece in pieces):
        columns.append(("swap", [gain(piece.swap.gain) if piece.swap else "" for piece in pieces]))
    rows = [(head, *cells) for head, cells in columns]
    return ["", *aligned([*zip(*rows, strict=True)], 1)] if pieces else []


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
