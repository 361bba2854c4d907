"""Aggregate of simulated games, or one logged game -> a report as lines of text, or as plain data."""

from collections.abc import Iterator, Sequence
from typing import Any

from pawprint.catalog.model import Game
from pawprint.rules.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.rules.agreed_options import option_text
from pawprint.rules.engine import Rules
from pawprint.rules.game_logs import replay_steps
from pawprint.rules.playing import GameLog
from pawprint.rules.simulation_config import SimulationConfig
from pawprint.rules.statistics import Z_SINGLE, Interval, mean, percentile, wilson

#: In place of a share that is not known.
_UNSEEN = "-"


def text_report(game: Game, rules: Rules, config: SimulationConfig, total: Aggregate) -> list[str]:
    """The statistics of simulated games, for people."""
    edition = f", {config.edition}" if config.edition else ""
    options = "".join(f", {key} {option_text(value)}" for key, value in config.options)
    bots = " and ".join(dict.fromkeys(config.bots))
    lines = [
        f"{rules.id}{edition}{options}: {total.games:,} games of {_players(config.players)}, "
        f"bots {bots}, seed {config.seed}"
    ]  # fmt: skip
    if total.broken:
        lines.append(f"{total.broken:,} games more broke off")
    if not total.games:
        return lines
    lines += ["", *_aligned(_seat_rows(config, total), 2), ""]
    if total.together:
        lines.append(f"won or lost together: {_percentage(total.together, total.games)}")
    lines.append(f"shared wins: {_percentage(total.shared, total.games)}")
    low, middle, high = (percentile(total.lengths, part) for part in (0.05, 0.5, 0.95))
    lines.append(f"decisions in a game: {middle} (5 to 95 %: {low} to {high}, longest {max(total.lengths)})")
    lines.append(f"decisions without a choice: {_percentage(total.forced, total.decisions)}")
    return lines + _piece_lines(_piece_rows(game, config, total), total)


def _piece_lines(rows: list[tuple[str, ...]], total: Aggregate) -> list[str]:
    """The table of pieces; a column that says the same of all of them is a line below it."""
    header, *pieces = rows
    if not pieces:
        return []
    numbers = range(1, len(header))
    same = [number for number in numbers if len({piece[number] for piece in pieces}) == 1]
    if len(same) == len(numbers):
        same = []
    table = [tuple(cell for number, cell in enumerate(row) if number not in same) for row in rows]
    lines = ["", *_aligned(table, 1), ""]
    lines += [f"{header[number]}: {pieces[0][number]} for each of them" for number in same]
    lines.append(f"in so many games; dealt and offered were counted in {total.sampled:,} of them")
    if any(_UNSEEN in row for row in pieces):
        lines.append(f"{_UNSEEN} means: used, but in none of the games in which this was counted; play more games")
    return lines


def _wins(total: Aggregate, seat: int) -> Interval:
    """The share of games that a seat wins, with its interval of 95 %."""
    return wilson(total.win_parts[seat] / PARTS_PER_WIN, total.games)


def _points(total: Aggregate, seat: int) -> Interval:
    """The mean points of a seat, with its interval of 95 %."""
    return mean(total.points[seat], total.squares[seat], total.games, Z_SINGLE)


def _seat_rows(config: SimulationConfig, total: Aggregate) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("seat", "bot", "wins", "95 %", "points", "95 %")]
    for seat in range(config.players):
        won, points = _wins(total, seat), _points(total, seat)
        rows.append((
            str(seat + 1), config.bots[seat % len(config.bots)],
            f"{won.value:.1%}", f"{won.low:.1%} to {won.high:.1%}",
            f"{points.value:.2f}", f"{points.low:.2f} to {points.high:.2f}",
        ))  # fmt: skip
    return rows


def _piece_rows(game: Game, config: SimulationConfig, total: Aggregate) -> list[tuple[str, ...]]:
    """A row for each piece of the components that players can use, in the order of the catalog."""
    played = total.offered.keys() | total.used.keys()  # tokens are only dealt
    deck = game.in_edition(config.deck)
    names: dict[str, None] = {}
    for component in deck.components:
        pieces = [record.id for record in deck.pieces(component)]
        if not played.isdisjoint(pieces):
            names |= dict.fromkeys(pieces)
    header: tuple[str, ...] = ("piece", "dealt", "offered", "used")
    return [header] + [
        (
            name,
            _sampled(total.dealt[name], name, total),
            _sampled(total.offered[name], name, total),
            f"{total.used[name] / total.games:.1%}",
        )
        for name in names
    ]


def _sampled(count: int, name: str, total: Aggregate) -> str:
    """The share of the games in which it was counted; nothing is known of what occurred in other games only."""
    return f"{count / max(1, total.sampled):.0%}" if count or not total.used[name] else _UNSEEN


def _players(count: int) -> str:
    return f"{count} player{'s' if count > 1 else ''}"


def _percentage(count: int, whole: int) -> str:
    return f"{count / whole:.1%}" if whole else "0.0%"


def _aligned(rows: Sequence[tuple[str, ...]], left: int) -> list[str]:
    """The lines of a table; the first *left* columns are aligned left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def data_report(rules: Rules, config: SimulationConfig, total: Aggregate) -> dict[str, Any]:
    """The statistics of simulated games, for programs; `version` changes with the meaning of a key."""
    seats = []
    for seat in range(config.players):
        won, points = _wins(total, seat), _points(total, seat) if total.games > 1 else None
        seats.append({
            "bot": config.bots[seat % len(config.bots)],
            "wins": {"value": round(won.value, 6), "low": round(won.low, 6), "high": round(won.high, 6)},
            "points": points and {key: round(value, 6) for key, value in points._asdict().items()},
        })  # fmt: skip
    return {
        "version": 1,
        "game": rules.id,
        "rules": rules.rules_hash(),
        "edition": config.edition,
        "options": dict(rules.chosen),
        "players": config.players,
        "seed": config.seed,
        "games": total.games,
        "broken": total.broken,
        "seats": seats,
        "shared": total.shared,
        "together": total.together,
        "decisions": {
            "total": total.decisions,
            "forced": total.forced,
            "percentiles": {str(part): percentile(total.lengths, part / 100) for part in (5, 50, 95, 100)},
        },
        "sampled": total.sampled,
        "pieces": {
            name: {"dealt": total.dealt[name], "offered": total.offered[name], "used": total.used[name]}
            for name in sorted(total.dealt.keys() | total.offered.keys() | total.used.keys())
        },
    }


def replay_lines(rules: Rules, log: GameLog) -> Iterator[str]:
    """A logged game, step by step, and its result.

    Raises:
        ReplayError: the game does not go on as it did; the lines before have been given.
    """
    title = f"{rules.id}, {log.edition}" if log.edition else rules.id
    yield f"{title}: {len(log.actions)} actions, {_players(log.players)}"
    state = None
    for number, step in enumerate(replay_steps(rules, log), 1):
        actor = f"player {step.seat + 1}" if step.seat >= 0 else "chance"
        yield f"{number:4}. {actor}: {step.words}"
        for event in step.events:
            yield "        " + " ".join([str(event[0]), *(str(part) for part in event[1:] if part not in ("", None))])
        state = step.state
    if state is not None:
        yield "points: " + ", ".join(f"player {seat + 1} {score}" for seat, score in enumerate(state.scores()))
        if log.returns:
            yield "wins: " + ", ".join(f"player {seat + 1} {share:g}" for seat, share in enumerate(log.returns))
