"""Simulation settings -> statistics of many games between bots.

A game depends only on the seed and its number, and an `Aggregate` can be added in any order. The result is therefore
the same for any number of processes.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings
from pawprint.rules.aggregates import Aggregate
from pawprint.rules.engine import Rules
from pawprint.rules.simulated_game import EventShape, SimulatedGame
from pawprint.rules.simulation_config import SimulationConfig

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext


class LoadedGame(NamedTuple):
    """What a process keeps of the settings of a simulation.

    Attributes:
        shapes: event -> where its details are.
        components: name -> ids of its pieces in the deck.
    """

    rules: Rules
    shapes: dict[str, EventShape]
    components: dict[str, tuple[str, ...]]


_RULES_CACHE: dict[tuple[Any, ...], LoadedGame] = {}


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
    return _cached_rules(config).rules


def _cached_rules(config: SimulationConfig) -> LoadedGame:
    folder = Path(config.folder)
    # An edited deck is another deck.
    files = [(path.name, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in sorted(folder.glob("*.yaml"))]
    key = (folder.resolve(), config.engine, config.deck, config.edition, config.options, *files)
    if key not in _RULES_CACHE:
        findings = Findings()
        game = load_game(folder, findings)
        if game is None:
            raise Unplayable("there is no such game", findings)
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
        _RULES_CACHE[key] = LoadedGame(rules, shapes, pieces)
    return _RULES_CACHE[key]


def play_games(config: SimulationConfig, numbers: Sequence[int]) -> Aggregate:
    """Play the games with these *numbers*."""
    sums = Aggregate()
    loaded = _cached_rules(config)
    for number in numbers:
        game = SimulatedGame(loaded.rules, config, number, loaded.shapes, sums)
        game.play()
        if config.swap_pieces and game.parts:
            game.play_swapped(loaded.components)
    return sums


#: (settings, number of the first game, number of games)
WorkBatch = tuple[SimulationConfig, int, int]


class WorkerPool(AbstractContextManager["WorkerPool"]):
    """Worker processes that play games.

    Args:
        workers: number of processes; 1 plays in this process.
        context: how processes are started; the platform's default if None.
    """

    def __init__(self, workers: int = 1, context: "BaseContext | None" = None) -> None:
        self.workers, self.context = workers, context
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
        results = [Aggregate() for _ in batches]
        shares = [(place, *share) for place, batch in enumerate(batches) for share in _shares(batch, self.workers)]
        done, total = 0, sum(count for _, _, count in batches)
        for place, sums in self._each(shares):
            results[place].add(sums)
            done += sums.games + sums.broken
            if progress:
                progress(done, total)
        for result in results:
            result.logs = dict(sorted(result.logs.items()))
        return results

    def _each(self, shares: list[tuple[int, SimulationConfig, range]]) -> Iterator[tuple[int, Aggregate]]:
        if self.workers < 2 or len(shares) < 2:
            for place, config, numbers in shares:
                yield place, play_games(config, numbers)
            return
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor

            from pawprint.core.workers import end_with_parent

            self._pool = ProcessPoolExecutor(self.workers, self.context, end_with_parent)
        configs = [config for _, config, _ in shares]
        ranges = [numbers for _, _, numbers in shares]
        for (place, _, _), sums in zip(shares, self._pool.map(play_games, configs, ranges), strict=True):
            yield place, sums


def _shares(batch: WorkBatch, workers: int) -> Iterator[tuple[SimulationConfig, range]]:
    """A batch in parts: small enough to keep all workers busy to the end, large enough to cost nothing."""
    config, first, count = batch
    size = max(1, min(200, count // (4 * workers) or 1))
    for start in range(first, first + count, size):
        yield config, range(start, min(start + size, first + count))
