"""Games are played in blocks until figures are precise enough, or a limit is reached.

Blocks depend on nothing but their number, so that the same seed stops at the same game with any number of processes.
"""

from collections.abc import Callable, Iterator

from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.simulation import WINS, PairedConfig, PairedSums, WorkerPool, play_pairs, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import Interval, paired_sequence, wilson

#: The smallest number of games of a block; later ones are a part of all games before.
_SMALLEST, _PART = 400, 5
#: The share of comparisons with an error about the wins of seats.
WINS_ERROR = 0.02

#: Called with the number of games that are done, and with that of all games, as far as it is known.
Progress = Callable[[int, int], None]


def blocks(most: int) -> Iterator[tuple[int, int]]:
    """(number of the first game, number of games) of each block, up to *most* games."""
    first = 0
    while first < most:
        count = min(max(_SMALLEST, first // _PART), most - first)
        yield first, count
        first += count


def play_until(
    pool: WorkerPool, config: SimulationConfig, most: int, width: float, progress: Progress | None = None
) -> Aggregate:
    """Play until the share of wins of every seat is known to plus or minus *width*, at most so many games.

    The width of an interval says nothing about where it is, so stopping by it does not bias what is found.
    """
    total = Aggregate()
    for first, count in blocks(most):
        (more,) = pool.play([(config, first, count)], _within(progress, first, total, width, most))
        total.add(more)
        if _reach(_shares(total, config.players)) <= width:
            break
    total.logs = dict(sorted(total.logs.items()))
    return total


def _shares(total: Aggregate, seats: int) -> list[Interval]:
    return [wilson(total.win_parts[seat] / PARTS_PER_WIN, total.games) for seat in range(seats)]


def _reach(intervals: list[Interval]) -> float:
    return max(interval.high - interval.low for interval in intervals) / 2


def _within(
    progress: Progress | None, first: int, total: Aggregate, width: float, most: int
) -> Callable[[int, int], None] | None:
    """Reports the progress of a block as that of all games that are expected."""
    if progress is None:
        return None
    seats = max(1, len(total.points))
    reach = _reach(_shares(total, seats)) if total.games else 1.0
    expected = min(most, max(first + 1, int(first * (reach / width) ** 2))) if total.games else most
    return lambda done, _: progress(first + done, max(first + done, expected))


def play_paired(
    pool: WorkerPool, config: PairedConfig, most: int, width: float | None = None, progress: Progress | None = None
) -> PairedSums:
    """Play *most* pairs of games, or until the change of the wins of every seat is known to plus or minus *width*.

    Raises:
        Unplayable: one of the settings cannot be played.
    """
    for one in config:
        rules_of(one)
    total = PairedSums()
    for first, count in blocks(most) if width is not None else [(0, most)]:
        step = None if progress is None else (lambda done, _, first=first: progress(first + done, most))
        pool.run(play_pairs, [(total, config, first, count)], step)
        if (
            width is not None
            and _reach([win_change(total, seat, config) for seat in range(config.first.players)]) <= width
        ):
            break
    return total


def win_change(total: PairedSums, seat: int, config: PairedConfig) -> Interval:
    """By how much a seat wins more in the second games: an interval that holds at every look, and for all seats."""
    counts = total.of(WINS, seat)
    free = max(1, config.first.players - 1)  # the share of the last seat follows from those of the others
    return paired_sequence({value / PARTS_PER_WIN: count for value, count in counts.items()}, error=WINS_ERROR / free)
