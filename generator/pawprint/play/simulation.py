"""Simulation settings -> statistics of many games between bots.

A game depends only on the seed and its number, and an `Aggregate` can be added in any order. The result is therefore
the same for any number of processes.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rules
from pawprint.play.playing import PLAYED
from pawprint.play.simulated_game import EventShape, SimulatedGame
from pawprint.play.simulation_config import SimulationConfig

if TYPE_CHECKING:
    from concurrent.futures import Executor


class LoadedGame(NamedTuple):
    """What a process keeps of the settings of a simulation.

    Attributes:
        shapes: event -> where its details are.
    """

    rules: Rules
    shapes: dict[str, EventShape]
    components: dict[str, tuple[str, ...]]


#: The most findings about changed records.
_SHOWN = 3
_RULES_CACHE: dict[tuple[Any, ...], LoadedGame] = {}
#: Of more decks than that, such as those that a search tries, the oldest is forgotten.
_MOST_DECKS = 64


class Unplayable(ValueError):
    """The settings cannot be played; the findings or the message give the reason."""

    def __init__(self, message: str, findings: Findings) -> None:
        super().__init__(message)
        self.findings = findings


def rules_of(config: SimulationConfig) -> Rules:
    """The rules for *config*, read once per process.

    Raises:
        Unplayable: the game cannot be read, or its cards do not suit the engine.
    """
    return loaded_game(config).rules


def loaded_game(config: SimulationConfig) -> LoadedGame:
    """The rules for *config* with what goes with them; see `rules_of`."""
    folder = Path(config.folder)
    # An edited deck is another deck.
    files = [(path.name, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in sorted(folder.glob("*.yaml"))]
    key = (folder.resolve(), config.engine, config.deck, config.edition, config.options, config.texts, *files)
    if key not in _RULES_CACHE:
        findings = Findings()
        game = load_game(folder, findings, dict(config.texts))
        if game is None:
            raise Unplayable("there is no such game", findings)
        if config.texts and findings.failed:
            few = Findings()
            few.extend([finding for finding in findings.sorted() if finding.is_error][:_SHOWN])
            raise Unplayable(f"the changed records have {findings.errors} errors", few)
        deck = game.in_edition(config.deck)
        try:
            rules = config.engine.of(deck, findings, config.edition, dict(config.options))
        except ValueError as error:
            raise Unplayable(str(error), findings) from None
        if rules is None:
            raise Unplayable("the engine cannot play its cards", findings)
        shapes = {name: EventShape(details) for name, details in rules.events.items()}
        pieces = {
            name: tuple(record.id for record in deck.pieces(name) if record.copies_in(config.deck))
            for name in deck.components
        }
        if len(_RULES_CACHE) >= _MOST_DECKS:
            del _RULES_CACHE[next(iter(_RULES_CACHE))]
        _RULES_CACHE[key] = LoadedGame(rules, shapes, pieces)
    return _RULES_CACHE[key]


def play_games(config: SimulationConfig, numbers: Sequence[int]) -> Aggregate:
    """Play the games with these *numbers*."""
    sums = Aggregate()
    loaded = loaded_game(config)
    for number in numbers:
        game = SimulatedGame(loaded.rules, config, number, loaded.shapes, sums)
        game.play()
        if config.swap_pieces and game.parts:
            game.play_swapped(loaded.components)
    return sums


class Sums(Protocol):
    """Sums over games, which can be added in any order: `Aggregate`, or those of pairs of games."""

    games: int
    broken: int

    def add(self, other: Any) -> None:
        """Add the sums of *other*, which must be of different games."""


S = TypeVar("S", bound=Sums)
#: (settings, number of the first game, number of games)
WorkBatch = tuple[SimulationConfig, int, int]
#: Plays the games with these numbers.
Work = Callable[[Any, Sequence[int]], S]


class PoolError(Exception):
    """Workers cannot play; the message gives the reason."""


class WorkerPool(AbstractContextManager["WorkerPool"]):
    """Worker processes that play games.

    Args:
        method: how processes are started, see `process_pool`.
    """

    def __init__(self, workers: int = 1, method: str = "") -> None:
        self.workers, self.method = workers, method
        self._pool: Any = None

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def play(self, batches: Sequence[WorkBatch], progress: Callable[[int, int], None] | None = None) -> list[Aggregate]:
        """The sums of each batch, the same for any number of workers.

        Raises:
            Unplayable: the settings of a batch cannot be played.
        """
        for config, _, _ in batches:
            rules_of(config)  # errors appear here, once; processes that are forked afterwards have the rules already
        results = self.run(play_games, [(Aggregate(), *batch) for batch in batches], progress)
        for result in results:
            result.logs = dict(sorted(result.logs.items()))
        return results

    def run(
        self, work: Work[S], batches: Sequence[tuple[S, Any, int, int]], progress: Callable[[int, int], None] | None
    ) -> list[S]:
        """The sums of each batch, the same for any number of workers.

        Args:
            work: a function at the top level of its module.
            batches: (sums to add to, settings, number of the first game, number of games).
        """
        shares = [
            (place, config, numbers)
            for place, (_, config, first, count) in enumerate(batches)
            for numbers in _shares(first, count, self.workers)
        ]
        done, total = 0, sum(count for _, _, _, count in batches)
        for place, sums in self._each(work, shares):
            batches[place][0].add(sums)
            done += sums.games + sums.broken
            if progress:
                progress(done, total)
        return [into for into, _, _, _ in batches]

    def _each(self, work: Work[S], shares: list[tuple[int, Any, range]]) -> Iterator[tuple[int, S]]:
        if self.workers < 2 or len(shares) < 2:
            for place, config, numbers in shares:
                yield place, work(config, numbers)
            return
        if self._pool is None:
            self._pool = self._start()
        configs = [config for _, config, _ in shares]
        ranges = [numbers for _, _, numbers in shares]
        sent = self._sent(work, configs)
        for (place, _, _), sums in zip(shares, self._pool.map(sent, configs, ranges), strict=True):
            yield place, sums

    def _sent(self, work: Work[S], configs: Sequence[Any]) -> Work[S]:
        return work

    def _start(self) -> "Executor":
        from pawprint.core.workers import process_pool

        return process_pool(self.workers, method=self.method)


def _shares(first: int, count: int, workers: int) -> Iterator[range]:
    """The numbers of games in parts: small enough to keep all workers busy to the end, large enough to cost nothing."""
    size = max(1, min(200, count // (4 * workers) or 1))
    for start in range(first, first + count, size):
        yield range(start, min(start + size, first + count))


# --- pairs of games ---------------------------------------------------------------------------------------------------


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
        (loaded.rules, part._replace(count_course=True), loaded.shapes, into)
        for part, into in zip(config, sums.parts, strict=True)
        for loaded in [loaded_game(part)]
    ]
    for number in numbers:
        old, new = (_played(rules, part, number, shapes, into) for rules, part, shapes, into in sides)
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
