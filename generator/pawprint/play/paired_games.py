"""Two ways to play a game, such as two decks -> the same deals played both ways, and the differences pair by pair.

Most of the luck is the same in both games of a pair, so that a small difference shows in far fewer games than it would
between two separate samples.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rules
from pawprint.play.playing import PLAYED
from pawprint.play.simulated_game import EventShape, SimulatedGame
from pawprint.play.simulation import loaded_game
from pawprint.play.simulation_config import SimulationConfig

#: What is compared: parts of a win of a seat, its points, decisions of a game, seats that play a piece, and parts of a
#: win of seats that play the piece in both games.
WINS, POINTS, DECISIONS, PLAYS, WINS_WITH = "wins", "points", "decisions", "plays", "wins with"


class PairedConfig(NamedTuple):
    """Two ways to play, with the same seed, players and bots."""

    first: SimulationConfig
    second: SimulationConfig


@dataclass
class PairedSums:
    """Sums over pairs of games; `add` is commutative.

    Attributes:
        games: pairs of which both games were finished; *broken*: other ones.
        differences: (what, of what) -> second minus first -> how often; a seat is its number, a piece its id.
    """

    games: int = 0
    broken: int = 0
    first: Aggregate = field(default_factory=Aggregate)
    second: Aggregate = field(default_factory=Aggregate)
    differences: dict[tuple[str, Any], Counter[int]] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[Aggregate, ...]:
        """The sums of each kind of game."""
        return (self.first, self.second)

    def add(self, other: "PairedSums") -> None:
        self.games += other.games
        self.broken += other.broken
        self.first.add(other.first)
        self.second.add(other.second)
        for key, counts in other.differences.items():
            self.differences.setdefault(key, Counter()).update(counts)

    def of(self, what: str, of: Any) -> Counter[int]:
        """Difference -> how often it was noted."""
        return self.differences.get((what, of)) or Counter()

    def note(self, what: str, of: Any, difference: int) -> None:
        self.differences.setdefault((what, of), Counter())[difference] += 1


def play_pairs(config: PairedConfig, numbers: Sequence[int]) -> PairedSums:
    """Play the games with these *numbers* both ways."""
    sums = PairedSums()
    sides = [
        (loaded.rules, one._replace(count_course=True), loaded.shapes, into)
        for one, into in zip(config, sums.parts, strict=True)
        for loaded in [loaded_game(one)]
    ]
    for number in numbers:
        old, new = (_played(rules, one, number, shapes, into) for rules, one, shapes, into in sides)
        if old.parts and new.parts:
            sums.games += 1
            _compare(old, new, sums)
        else:
            sums.broken += 1
    return sums


def _played(
    rules: Rules, config: SimulationConfig, number: int, shapes: Mapping[str, EventShape], sums: Aggregate
) -> SimulatedGame:
    game = SimulatedGame(rules, config, number, shapes, sums)
    game.play()
    return game


def _compare(old: SimulatedGame, new: SimulatedGame, sums: PairedSums) -> None:
    """Note how the second game of a pair differs from the first."""
    for seat, (before, after) in enumerate(zip(old.parts, new.parts, strict=True)):
        sums.note(WINS, seat, after - before)
        sums.note(POINTS, seat, new.scores[seat] - old.scores[seat])
    sums.note(DECISIONS, "", new.decisions - old.decisions)
    played = [{(identity, seat) for event, identity, seat in game.involved if event == PLAYED} for game in (old, new)]
    change = Counter([identity for identity, _ in played[1]])
    change.subtract([identity for identity, _ in played[0]])
    for identity, seats in change.items():
        sums.note(PLAYS, identity, seats)
    for identity, seat in played[0] & played[1]:
        sums.note(WINS_WITH, identity, new.parts[seat] - old.parts[seat])
