"""Ladder -> lines of text, or plain data for programs."""

from typing import Any

from pawprint.balance.ladder import Ladder
from pawprint.balance.report_text import aligned, players
from pawprint.rules.agreed_options import option_text
from pawprint.rules.engine import Rules
from pawprint.rules.statistics import Interval

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
    rungs += [(rung.bot, *_share(rung.wins), _pace(rung.pace)) for rung in ladder.rungs]
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
            {
                "bot": rung.bot,
                "wins": _rounded(rung.wins),
                "games_per_second": rung.pace and float(f"{rung.pace:.3g}"),
            }
            for rung in ladder.rungs
        ],
        "pairs": [
            {"bot": pair.first, "against": pair.second, "games": pair.games, "wins": _rounded(pair.wins)}
            for pair in ladder.pairs
        ],
    }


def _share(share: Interval) -> tuple[str, str]:
    return f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _pace(pace: float | None) -> str:
    if pace is None:
        return "-"
    return f"{pace:,.0f}" if pace >= 10 else f"{pace:.2g}"


def _rounded(share: Interval) -> dict[str, float]:
    return {key: round(value, 6) for key, value in share._asdict().items()}
