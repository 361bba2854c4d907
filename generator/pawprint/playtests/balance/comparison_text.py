"""Comparisons of two ways to play -> lines of text, and plain data."""

from collections.abc import Iterator, Sequence
from typing import Any

from pawprint.play.statistics import Interval
from pawprint.playtests.balance.comparison import Change, Comparison, PieceComparison
from pawprint.playtests.balance.report_text import aligned, players

#: Marks what stands out from chance.
_MARK = " *"
#: Of the pieces of which nothing stands out, so many with the largest changes are listed.
_OTHERS = 10


def comparison_lines(one: Comparison) -> list[str]:
    """A comparison, for people."""
    lines = [
        f"{one.names[0]} against {one.names[1]}: {one.games:,} pairs of games of {players(one.players)}, "
        f"bots {' and '.join(dict.fromkeys(one.bots))}, seed {one.seed}"
    ]
    if one.broken:
        lines.append(f"{one.broken:,} pairs more broke off")
    if not one.games:
        return lines
    rows = [("", "first", "second", "change", "")]
    rows += [(f"wins of seat {seat}", *_shares(change)) for seat, change in enumerate(one.wins, 1)]
    rows += [(f"points of seat {seat}", *_numbers(change)) for seat, change in enumerate(one.points, 1)]
    rows += [("decisions in a game", *_numbers(one.decisions))] if one.decisions else []
    lines += ["", *aligned(rows, 1), ""]
    lines.append(f"{one.same:.1%} of the pairs have the same winners")
    lines += _piece_lines(one)
    lines.append("* stands out from chance" if one.differs else "nothing stands out from chance")
    return lines


def _shares(one: Change) -> tuple[str, str, str, str]:
    """A change of shares, in percentage points."""
    change = f"{100 * one.change.value:+.1f} ({100 * one.change.low:+.1f} to {100 * one.change.high:+.1f})"
    return f"{one.before:.1%}", f"{one.after:.1%}", change, _MARK * one.stands_out


def _numbers(one: Change) -> tuple[str, str, str, str]:
    change = f"{one.change.value:+.2f} ({one.change.low:+.2f} to {one.change.high:+.2f})"
    return f"{one.before:.2f}", f"{one.after:.2f}", change, _MARK * one.stands_out


def _piece_lines(one: Comparison) -> list[str]:
    pieces = [*listed_pieces(one)]
    if not pieces:
        return []
    rows: list[tuple[str, ...]] = [("piece", "played by", "", "change", "", "wins with it", "", "change", "")]
    for piece in pieces:
        wins = _shares(piece.wins_with) if piece.wins_with else ("", "", "", "")
        rows.append((piece.id, *_numbers(piece.played), *wins))
    more = len(one.pieces) - len(pieces)
    note = [f"{more} other pieces changed less"] if more else []
    return ["", *aligned(rows, 1), "", "played by: players in a game, on average", *note]


def listed_pieces(one: Comparison) -> Iterator[PieceComparison]:
    """The pieces that stand out, and some others with large changes, in the order of the catalog."""
    others = [piece for piece in one.pieces if not stands_out(piece)]
    others.sort(key=lambda piece: -abs(piece.played.change.value))
    shown = {piece.id for piece in others[:_OTHERS] if piece.played.change.value}
    return (piece for piece in one.pieces if stands_out(piece) or piece.id in shown)


def stands_out(piece: PieceComparison) -> bool:
    """Whether anything about *piece* stands out from chance."""
    return piece.played.stands_out or bool(piece.wins_with and piece.wins_with.stands_out)


def sweep_lines(comparisons: Sequence[Comparison]) -> list[str]:
    """Comparisons of several values with the same game, one a line."""
    first = comparisons[0]
    lines = [
        f"{first.names[0]}: {first.games:,} pairs of games of {players(first.players)} for each value, "
        f"bots {' and '.join(dict.fromkeys(first.bots))}, seed {first.seed}",
        "",
    ]
    header = [
        "",
        *(f"wins of seat {seat + 1}" for seat in range(first.players)),
        "points",
        "decisions",
        "pieces that moved",
    ]
    rows: list[tuple[str, ...]] = [tuple(header)]
    if first.games:
        points = sum(one.before for one in first.points) / first.players
        decisions = f"{first.decisions.before:.1f}" if first.decisions else ""
        rows.append((first.names[0], *(f"{one.before:.1%}" for one in first.wins), f"{points:.2f}", decisions, ""))
    for one in comparisons:
        wins = [
            f"{change.after:.1%} ({100 * change.change.value:+.1f}{_MARK * change.stands_out})" for change in one.wins
        ]
        points = sum(change.after for change in one.points) / one.players
        mark = _MARK * any(change.stands_out for change in one.points)
        decisions = f"{one.decisions.after:.1f}{_MARK * one.decisions.stands_out}" if one.decisions else ""
        moved = ", ".join(piece.id for piece in one.pieces if stands_out(piece))
        rows.append((one.names[1], *wins, f"{points:.2f}{mark}", decisions, moved))
    return [*lines, *aligned(rows, 1), "", "in brackets: change in percentage points; * stands out from chance"]


# --- data ---------------------------------------------------------------------------------------------------


def comparison_data(one: Comparison) -> dict[str, Any]:
    """A comparison, for programs; `version` changes with the meaning of a key."""
    return {
        "version": 1,
        "first": one.names[0],
        "second": one.names[1],
        "rules": [*one.rules],
        "players": one.players,
        "bots": [*one.bots],
        "seed": one.seed,
        "games": one.games,
        "broken": one.broken,
        "same": round(one.same, 6),
        "differs": one.differs,
        "wins": [*map(_change, one.wins)],
        "points": [*map(_change, one.points)],
        "decisions": one.decisions and _change(one.decisions),
        "pieces": {
            piece.id: {
                "played": _change(piece.played),
                "wins_with": piece.wins_with and _change(piece.wins_with),
                "pairs": piece.pairs,
            }
            for piece in one.pieces
        },
    }


def sweep_data(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Comparisons of several values, for programs."""
    return {"version": 1, "comparisons": [*map(comparison_data, comparisons)]}


def _change(one: Change) -> dict[str, Any]:
    return {
        "first": round(one.before, 6),
        "second": round(one.after, 6),
        "change": _interval(one.change),
        "stands_out": one.stands_out,
    }


def _interval(one: Interval) -> dict[str, float | None]:
    """An interval; an end that is not known is null."""
    return {key: round(value, 6) if abs(value) < float("inf") else None for key, value in one._asdict().items()}
