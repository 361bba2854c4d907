"""Bots -> a ladder: how often each wins against every other, with the same deals and exchanged seats."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import process_time
from typing import Any

from pawprint.play.aggregates import PARTS_PER_WIN, Aggregate
from pawprint.play.bot_names import bot_of
from pawprint.play.engine import Rules
from pawprint.play.game_options import option_text
from pawprint.play.playing import play
from pawprint.play.simulation import WorkerPool, rules_of
from pawprint.play.simulation_config import SimulationConfig
from pawprint.play.statistics import Interval, wilson
from pawprint.playtests.balance.report_text import aligned, players

#: CPU seconds for which the pace of a bot is measured.
_MEASURED_S = 0.5


@dataclass(frozen=True)
class LadderPair:
    """A bot against another one.

    Attributes:
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


# --- Ladder -> lines of text, or plain data for programs --------------------------------------------------------------

#: Changes with the meaning of a key.
VERSION = 1


def ladder_lines(rules: Rules, ladder: Ladder) -> list[str]:
    """The ladder, for people."""
    config = ladder.config
    edition = f", {config.edition}" if config.edition else ""
    options = "".join(f", {key} {option_text(value)}" for key, value in config.options)
    deals = f"{ladder.deals:,} deals" if ladder.deals > 1 else "one deal"
    lines = [
        f"{rules.id}{edition}{options}: {players(config.players)}, seed {config.seed}; each pair of bots plays {deals} "
        "twice, with exchanged seats"
    ]
    if ladder.failed:
        lines.append(f"{ladder.failed:,} games more broke off")
    rungs: list[tuple[str, ...]] = [("bot", "wins", "95 %", "games a second")]
    rungs += [(rung.bot, *_share(rung.wins), _pace_text(rung.pace)) for rung in ladder.rungs]
    pairs: list[tuple[str, ...]] = [("bot", "against", "games", "wins", "95 %")]
    pairs += [(pair.first, pair.second, f"{pair.games:,}", *_share(pair.wins)) for pair in ladder.pairs]
    return [*lines, "", *aligned(rungs, 1), "", *aligned(pairs, 2)]


def ladder_data(rules: Rules, ladder: Ladder) -> dict[str, Any]:
    """The ladder, for programs."""
    config = ladder.config
    return {
        "version": VERSION,
        "game": rules.id,
        "rules": rules.rules_hash(),
        "edition": config.edition,
        "options": dict(rules.chosen),
        "players": config.players,
        "seed": config.seed,
        "deals": ladder.deals,
        "broken": ladder.failed,
        "bots": [
            {"bot": rung.bot, "wins": rung.wins.data(), "games_per_second": rung.pace and float(f"{rung.pace:.3g}")}
            for rung in ladder.rungs
        ],
        "pairs": [
            {"bot": pair.first, "against": pair.second, "games": pair.games, "wins": pair.wins.data()}
            for pair in ladder.pairs
        ],
    }


def _share(share: Interval) -> tuple[str, str]:
    return f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _pace_text(pace: float | None) -> str:
    if pace is None:
        return "-"
    return f"{pace:,.0f}" if pace >= 10 else f"{pace:.2g}"
