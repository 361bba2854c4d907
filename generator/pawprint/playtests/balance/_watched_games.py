"""Games worth watching: the closest, the longest and the strangest, as pictures step by step."""

from collections.abc import Iterator
from math import log
from typing import NamedTuple

from pawprint.play.aggregates import Aggregate
from pawprint.play.game_logs import read_log
from pawprint.play.playing import GameLog
from pawprint.play.simulation import play_games
from pawprint.play.simulation_config import SimulationConfig

#: The strangest game is looked for among the first games, and those in which something happened for the first time.
_COMPARED = 60
#: So many of its rarest events make a game strange.
_RAREST = 10


class WatchedStep(NamedTuple):
    """A step of a game: what is done, and its picture as SVG."""

    says: str
    picture: str


class WatchedGame(NamedTuple):
    """A game with what makes it worth watching.

    Attributes:
        kind: `closest`, `longest` or `strangest`.
    """

    kind: str
    number: int
    about: str
    steps: tuple[WatchedStep, ...]


def strangest_game(config: SimulationConfig, total: Aggregate) -> int:
    """The number of the game whose rarest events are the rarest."""
    numbers = {number for number in total.first.values() if isinstance(number, int)}
    compared = sorted(numbers | {*range(min(_COMPARED, total.games))})
    plain = config._replace(count_course=False, swap_pieces=False, keep_logs=False)
    surprises = []
    for number in compared[: 2 * _COMPARED]:
        sums = play_games(plain, [number])
        if sums.games:
            surprises.append((-sum(sorted(_surprises(sums, total))[-_RAREST:]), number))
    return min(surprises, default=(0.0, 0))[1]


def log_of_game(config: SimulationConfig, number: int) -> GameLog | None:
    """The log of a game, which is played again; None if it breaks off."""
    plain = config._replace(count_course=False, count_events=False, swap_pieces=False, keep_logs=True)
    line = play_games(plain, [number]).logs.get(number)
    return None if line is None else read_log(line)


def _surprises(sums: Aggregate, total: Aggregate) -> Iterator[float]:
    """For each event of a game with a piece: how rare it is; 0 if it is in every game."""
    for key in sums.pieces_by_event:
        games = total.pieces_by_event[key]
        if games:
            yield log(total.games / games)
