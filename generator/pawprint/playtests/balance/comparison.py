"""Pairs of games -> what is different between two ways to play: by seat, game and piece; as text and as data."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pawprint.catalog.model import Game
from pawprint.play.aggregates import PARTS_PER_WIN
from pawprint.play.playing import PLAYED
from pawprint.play.simulation import DECISIONS, PLAYS, POINTS, WINS, WINS_WITH, PairedConfig, PairedSums
from pawprint.play.statistics import Interval, mean_sequence, paired_evidence, paired_sequence
from pawprint.playtests.balance.balance_report import piece_name, report_language
from pawprint.playtests.balance.precision import win_change
from pawprint.playtests.balance.report_text import aligned, bot_names, players

#: An error in so many of all comparisons of points and lengths, and of those of pieces; with that of the wins of seats
#: there is a false alarm in at most 5 of 100 comparisons.
COURSE_ERROR, PIECES_ERROR = 0.01, 0.02
#: Of the pieces of which nothing stands out, this many with the largest changes are listed.
_OTHERS = 10
#: Marks what stands out from chance.
_MARK = " *"


@dataclass(frozen=True)
class Change:
    """A figure in both kinds of games, and the difference: an interval that holds at every look.

    Attributes:
        stands_out: from chance, see `COURSE_ERROR`.
    """

    before: float
    after: float
    change: Interval
    stands_out: bool


@dataclass(frozen=True)
class PieceComparison:
    """What is different about a piece.

    Attributes:
        played: players that play it, per game.
        wins_with: the gain of the players who play it in both games, with how many there were; None if there are none.
    """

    id: str
    name: str
    played: Change
    wins_with: Change | None
    pairs: int

    @property
    def stands_out(self) -> bool:
        """Whether anything about the piece stands out from chance."""
        return self.played.stands_out or bool(self.wins_with and self.wins_with.stands_out)


@dataclass(frozen=True)
class Comparison:
    """Two ways to play, compared.

    Attributes:
        rules: digests of cards and options of both.
        same: share of the pairs in which every seat wins as much in one game as in the other.
        point_changes: by seat: points more in the second game of a pair -> pairs; *decision_changes*: of decisions.
    """

    names: tuple[str, str]
    rules: tuple[str, str]
    players: int
    bots: tuple[str, ...]
    seed: int
    games: int
    broken: int
    same: float
    wins: tuple[Change, ...]
    points: tuple[Change, ...]
    decisions: Change | None
    pieces: tuple[PieceComparison, ...]
    point_changes: tuple[Mapping[int, int], ...]
    decision_changes: Mapping[int, int]

    @property
    def numbers(self) -> list[tuple[str, Change]]:
        points = [(f"points of seat {seat}", change) for seat, change in enumerate(self.points, 1)]
        return points + ([("decisions in a game", self.decisions)] if self.decisions else [])

    @property
    def differs(self) -> bool:
        """Whether anything stands out."""
        changes = [*self.wins, *(change for _, change in self.numbers)]
        return any(change.stands_out for change in changes) or any(piece.stands_out for piece in self.pieces)

    def listed_pieces(self) -> list[PieceComparison]:
        """The pieces that stand out, and some others with large changes, in the order of the catalog."""
        others = [piece for piece in self.pieces if not piece.stands_out]
        others.sort(key=lambda piece: -abs(piece.played.change.value))
        listed = {piece.id for piece in others[:_OTHERS] if piece.played.change.value}
        return [piece for piece in self.pieces if piece.stands_out or piece.id in listed]


def compare(
    game: Game, names: tuple[str, str], rules: tuple[str, str], config: PairedConfig, total: PairedSums
) -> Comparison:
    """The comparison of the games that *total* has counted.

    Args:
        game: has the names of the pieces.
        rules: digests of both.
    """
    players, games = config.first.players, total.games
    seats = range(players) if games else range(0)
    same = total.of(WINS, 0)[0] / max(1, games)
    return Comparison(
        names, rules, players, config.first.bots, config.first.seed, games, total.broken, same,
        wins=tuple(_wins(config, total, seat) for seat in seats),
        points=tuple(_mean(total, POINTS, seat, players + 1, _points(total, seat)) for seat in seats),
        decisions=_mean(total, DECISIONS, "", players + 1, _decisions(total)) if games else None,
        pieces=_pieces(game, config, total),
        point_changes=tuple(total.of(POINTS, seat) for seat in seats),
        decision_changes=total.of(DECISIONS, ""),
    )  # fmt: skip


def _wins(config: PairedConfig, total: PairedSums, seat: int) -> Change:
    change = win_change(total, seat, config)
    before, after = (part.win_parts[seat] / PARTS_PER_WIN / max(1, part.games) for part in total.parts)
    return Change(before, after, change, change.low > 0 or change.high < 0)


def _points(total: PairedSums, seat: int) -> tuple[float, float]:
    before, after = (part.points[seat] / max(1, part.games) for part in total.parts)
    return before, after


def _decisions(total: PairedSums) -> tuple[float, float]:
    before, after = (part.decisions / max(1, part.games) for part in total.parts)
    return before, after


def _mean(total: PairedSums, what: str, of: Any, tests: int, both: tuple[float, float]) -> Change:
    """The change of a number without limits; one of so many *tests*."""
    counts = total.of(what, of)
    sums = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    change = mean_sequence(sums, squares, sum(counts.values()), COURSE_ERROR / tests)
    return Change(*both, change, change.low > 0 or change.high < 0)


# --- pieces -------------------------------------------------------------------------------------------------


def _pieces(game: Game, config: PairedConfig, total: PairedSums) -> tuple[PieceComparison, ...]:
    deck, language = game.in_edition(config.first.deck), report_language(game)
    names = {
        record.id: piece_name(deck, record, language)
        for component in deck.components
        for record in deck.pieces(component)
    }
    played = {identity for what, identity in total.differences if what == PLAYS}
    order = [name for name in names if name in played] + sorted(played - names.keys())
    evidence = {}
    for name in order:
        evidence[PLAYS, name] = paired_evidence(_full(total, name), config.first.players)
        evidence[WINS_WITH, name] = paired_evidence(_exactly(total.of(WINS_WITH, name)))
    out = strongest(evidence, PIECES_ERROR)
    found = []
    for name in order:
        before, after = (part.seats_by_event[PLAYED, name] / max(1, part.games) for part in total.parts)
        change = paired_sequence(_full(total, name), config.first.players)
        pairs = total.of(WINS_WITH, name).total()
        found.append(PieceComparison(
            name, names.get(name) or name, Change(before, after, change, (PLAYS, name) in out),
            _wins_with(total, name, (WINS_WITH, name) in out), pairs,
        ))  # fmt: skip
    return tuple(found)


def _full(total: PairedSums, name: str) -> dict[float, int]:
    """How many more players play a piece; 0 in the pairs in which there was nothing to note."""
    counts = total.of(PLAYS, name)
    full: dict[float, int] = dict(counts.items())
    full[0] = counts[0] + total.games - counts.total()
    return full


def _exactly(counts: Counter[int]) -> dict[float, int]:
    """Differences in parts of a win as shares of one."""
    return {value / PARTS_PER_WIN: count for value, count in counts.items()}


def _wins_with(total: PairedSums, name: str, stands_out: bool) -> Change | None:
    counts = total.of(WINS_WITH, name)
    if not counts:
        return None
    change = paired_sequence(_exactly(counts))
    before, after = (
        part.seat_parts_by_event[PLAYED, name] / PARTS_PER_WIN / max(1, part.seats_by_event[PLAYED, name])
        for part in total.parts
    )
    return Change(before, after, change, stands_out)


def strongest(evidence: Mapping[Any, float], error: float) -> frozenset[Any]:
    """The hypotheses to reject by their e-values, so that at most *error* of the rejected ones are true on average
    (Wang and Ramdas 2022)."""
    ranked = sorted(evidence, key=lambda one: -evidence[one])
    most = max(
        (place for place, one in enumerate(ranked, 1) if evidence[one] * place >= len(ranked) / error), default=0
    )
    return frozenset(ranked[:most])


# --- text -------------------------------------------------------------------------------------------------------------


def comparison_lines(comparison: Comparison) -> list[str]:
    """A comparison, for people."""
    first, second = comparison.names
    lines = [f"{first} against {second}: {comparison.games:,} pairs of games of {_setting(comparison)}"]
    if comparison.broken:
        lines.append(f"{comparison.broken:,} pairs more broke off")
    if not comparison.games:
        return lines
    rows: list[tuple[str, ...]] = [("", "first", "second", "change", "")]
    rows += [(f"wins of seat {seat}", *_shares(change)) for seat, change in enumerate(comparison.wins, 1)]
    rows += [(name, *_numbers(change)) for name, change in comparison.numbers]
    lines += ["", *aligned(rows, 1), ""]
    lines.append(f"{comparison.same:.1%} of the pairs have the same winners")
    lines += _piece_lines(comparison)
    lines.append("* stands out from chance" if comparison.differs else "nothing stands out from chance")
    return lines


def _setting(comparison: Comparison, more: str = "") -> str:
    return f"{players(comparison.players)}{more}, bots {bot_names(comparison.bots)}, seed {comparison.seed}"


def percentage_points(change: Interval) -> str:
    """A difference of shares with its interval."""
    return f"{100 * change.value:+.1f} ({100 * change.low:+.1f} to {100 * change.high:+.1f})"


def difference(change: Interval) -> str:
    """A difference of numbers with its interval."""
    return f"{change.value:+.2f} ({change.low:+.2f} to {change.high:+.2f})"


def _shares(change: Change) -> tuple[str, str, str, str]:
    mark = _MARK * change.stands_out
    return f"{change.before:.1%}", f"{change.after:.1%}", percentage_points(change.change), mark


def _numbers(change: Change) -> tuple[str, str, str, str]:
    return f"{change.before:.2f}", f"{change.after:.2f}", difference(change.change), _MARK * change.stands_out


def _piece_lines(comparison: Comparison) -> list[str]:
    pieces = comparison.listed_pieces()
    if not pieces:
        return []
    rows: list[tuple[str, ...]] = [("piece", "played by", "", "change", "", "wins with it", "", "change", "")]
    for piece in pieces:
        wins = _shares(piece.wins_with) if piece.wins_with else ("", "", "", "")
        rows.append((piece.id, *_numbers(piece.played), *wins))
    more = len(comparison.pieces) - len(pieces)
    note = [f"{more} other pieces changed less"] if more else []
    return ["", *aligned(rows, 1), "", "played by: players in a game, on average", *note]


def sweep_lines(comparisons: Sequence[Comparison]) -> list[str]:
    """Comparisons of several values with the same game, one a line."""
    first = comparisons[0]
    wins = [f"wins of seat {seat + 1}" for seat in range(first.players)]
    rows: list[tuple[str, ...]] = [("", *wins, "points", "decisions", "pieces that moved")]
    if first.games:
        points = sum(change.before for change in first.points) / first.players
        decisions = f"{first.decisions.before:.1f}" if first.decisions else ""
        rows.append((first.names[0], *(f"{win.before:.1%}" for win in first.wins), f"{points:.2f}", decisions, ""))
    for comparison in comparisons:
        wins = [f"{win.after:.1%} ({100 * win.change.value:+.1f}{_MARK * win.stands_out})" for win in comparison.wins]
        points = sum(change.after for change in comparison.points) / comparison.players
        mark = _MARK * any(change.stands_out for change in comparison.points)
        length = comparison.decisions
        decisions = f"{length.after:.1f}{_MARK * length.stands_out}" if length else ""
        moved = ", ".join(piece.id for piece in comparison.pieces if piece.stands_out)
        rows.append((comparison.names[1], *wins, f"{points:.2f}{mark}", decisions, moved))
    return [
        f"{first.names[0]}: {first.games:,} pairs of games of {_setting(first, ' for each value')}",
        "",
        *aligned(rows, 1),
        "",
        "in brackets: change in percentage points; * stands out from chance",
    ]


# --- data -------------------------------------------------------------------------------------------------------------


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """A comparison, for programs; `version` changes with the meaning of a key."""
    return {
        "version": 1,
        "first": comparison.names[0],
        "second": comparison.names[1],
        "rules": [*comparison.rules],
        "players": comparison.players,
        "bots": [*comparison.bots],
        "seed": comparison.seed,
        "games": comparison.games,
        "broken": comparison.broken,
        "same": round(comparison.same, 6),
        "differs": comparison.differs,
        "wins": [*map(_change_data, comparison.wins)],
        "points": [*map(_change_data, comparison.points)],
        "decisions": comparison.decisions and _change_data(comparison.decisions),
        "pieces": {
            piece.id: {
                "played": _change_data(piece.played),
                "wins_with": piece.wins_with and _change_data(piece.wins_with),
                "pairs": piece.pairs,
            }
            for piece in comparison.pieces
        },
    }


def sweep_data(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """Comparisons of several values, for programs."""
    return {"version": 1, "comparisons": [*map(comparison_data, comparisons)]}


def _change_data(change: Change) -> dict[str, Any]:
    return {
        "first": round(change.before, 6),
        "second": round(change.after, 6),
        "change": change.change.data(),
        "stands_out": change.stands_out,
    }
