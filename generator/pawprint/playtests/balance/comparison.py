"""Pairs of games -> what is different between two ways to play: by seat, by game and by piece."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pawprint.catalog.model import Game
from pawprint.play.aggregates import PARTS_PER_WIN
from pawprint.play.paired_games import DECISIONS, PLAYS, POINTS, WINS, WINS_WITH, PairedConfig, PairedSums
from pawprint.play.playing import PLAYED
from pawprint.play.statistics import Interval, mean_sequence, paired_evidence, paired_sequence
from pawprint.playtests.balance.balance_report import piece_name, report_language
from pawprint.playtests.balance.precision import win_change

#: An error in so many of all comparisons of points and lengths, and of those of pieces; with that of the wins of seats
#: there is a false alarm in at most 5 of 100 comparisons.
COURSE_ERROR, PIECES_ERROR = 0.01, 0.02


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


@dataclass(frozen=True)
class Comparison:
    """Two ways to play, compared.

    Attributes:
        names: of both.
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
    def differs(self) -> bool:
        course = [*self.wins, *self.points, *([self.decisions] if self.decisions else [])]
        pieces = [one for piece in self.pieces for one in (piece.played, piece.wins_with) if one]
        return any(one.stands_out for one in (*course, *pieces))


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
    before, after = (one.win_parts[seat] / PARTS_PER_WIN / max(1, one.games) for one in total.parts)
    return Change(before, after, change, change.low > 0 or change.high < 0)


def _points(total: PairedSums, seat: int) -> tuple[float, float]:
    before, after = (one.points[seat] / max(1, one.games) for one in total.parts)
    return before, after


def _decisions(total: PairedSums) -> tuple[float, float]:
    before, after = (one.decisions / max(1, one.games) for one in total.parts)
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
        before, after = (one.seats_by_event[PLAYED, name] / max(1, one.games) for one in total.parts)
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
        one.seat_parts_by_event[PLAYED, name] / PARTS_PER_WIN / max(1, one.seats_by_event[PLAYED, name])
        for one in total.parts
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
