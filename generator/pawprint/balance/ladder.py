"""Bots -> a ladder: how often each wins against every other, with the same deals and exchanged seats."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import process_time

from pawprint.rules.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.rules.bot_names import bot_of
from pawprint.rules.playing import play
from pawprint.rules.simulation import WorkerPool, rules_of
from pawprint.rules.simulation_config import SimulationConfig
from pawprint.rules.statistics import Interval, wilson

#: The pace of a bot is measured for so many CPU seconds.
_MEASURED_S = 0.5


@dataclass(frozen=True)
class LadderPair:
    """A bot against another one.

    Attributes:
        games: that were finished.
        wins: the share of the first bot; half is fair.
    """

    first: str
    second: str
    games: int
    wins: Interval


@dataclass(frozen=True)
class LadderRung:
    """A bot.

    Attributes:
        wins: its share against all other bots.
        pace: games in a CPU second that it plays against itself; None if games broke off. It is the only figure that
            depends on the machine.
    """

    bot: str
    wins: Interval
    pace: float | None


@dataclass(frozen=True)
class Ladder:
    """Bots, the strongest first.

    Attributes:
        config: of the games; `bots` are those that were compared.
        deals: so many deals were played by each pair, twice each.
        failed: games that broke off.
    """

    config: SimulationConfig
    deals: int
    failed: int
    rungs: tuple[LadderRung, ...]
    pairs: tuple[LadderPair, ...]


def play_ladder(
    config: SimulationConfig, games: int, pool: WorkerPool, progress: Callable[[int, int], None] | None = None
) -> Ladder:
    """Let each pair of the bots of *config* play *games*, one more if the number is odd.

    The two bots take seats in turn, and play each deal again with exchanged seats: each has every seat equally often.
    """
    deals = (games + 1) // 2
    pairs = [*combinations(config.bots, 2)]
    orders = [bots for pair in pairs for bots in (pair, pair[::-1])]
    sums = pool.play([(config._replace(bots=bots), 0, deals) for bots in orders], progress)
    parts: Counter[tuple[str, str]] = Counter()
    played: Counter[tuple[str, str]] = Counter()
    decisions: Counter[str] = Counter()
    for bots, total in zip(orders, sums, strict=True):
        for bot, other in (bots, bots[::-1]):
            parts[bot, other] += _parts(total, bots, bot, config.players)
            played[bot, other] += total.games
            decisions[bot] += total.decisions
    failed = sum(total.broken for total in sums)
    rungs = []
    for bot in config.bots:
        others = [(bot, other) for other in config.bots if other != bot]
        count = sum(played[pair] for pair in others)
        wins = wilson(sum(parts[pair] for pair in others) / PARTS_PER_WIN, count)
        rungs.append(LadderRung(bot, wins, None if failed else _pace(config, bot, decisions[bot] / count)))
    rungs.sort(key=lambda rung: -rung.wins.value)
    names = [rung.bot for rung in rungs]
    shares = [
        LadderPair(*pair, played[pair], wilson(parts[pair] / PARTS_PER_WIN, played[pair]))
        for pair in combinations(names, 2)
    ]
    return Ladder(config, deals, failed, tuple(rungs), tuple(shares))


def _parts(total: Aggregate, bots: Sequence[str], bot: str, players: int) -> int:
    """The parts of wins at the seats of *bot*."""
    return sum(total.win_parts[seat] for seat in range(players) if bots[seat % len(bots)] == bot)


def _pace(config: SimulationConfig, bot: str, decisions: float) -> float:
    """Games in a CPU second between seats with this *bot*, from the time that some decisions take.

    Args:
        decisions: in a game, on average.
    """
    rules, done, number = rules_of(config), 0, 0
    start = process_time()
    while process_time() - start < _MEASURED_S:
        for state, _ in play(rules, config.players, [bot_of(bot)], config.seed, "pace", number):
            done += state.actor() >= 0
            if process_time() - start >= _MEASURED_S:
                break
        number += 1
    return done / (process_time() - start) / decisions
