"""The own engine of a game -> findings where it breaks a promise of engines; see `play/conformance.py`."""

import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.conformance import BrokenPromise, ConformanceGame
from pawprint.play.engine import Rng, Rules
from pawprint.play.lookup import playable_editions
from pawprint.play.playing import ReplayError, random_bot, record, replay
from pawprint.play.rules_fault import RulesFault

#: Games with each number of players, and seconds after which no other game begins.
_GAMES, _SECONDS = 4, 20.0
#: Promise -> the method that keeps it, if not `act`.
_METHODS = {
    "C1": "actions", "C2": "actions", "C3": "actions", "C4": "refusal", "C10": "invariants", "C11": "actions",
    "C14": "ranking",
}  # fmt: skip


class _Table(NamedTuple):
    """What is played: rules for a number of players."""

    rules: Any
    game: Game
    players: int

    @property
    def name(self) -> str:
        """In words."""
        rules: Rules = self.rules
        edition = f" of the edition {rules.edition}" if rules.edition else ""
        return f"a game{edition} of {self.players} players"


def find_broken_promises(game: Game, findings: Findings, edition: str = "") -> str:
    """Play games with random choices and test every promise in them; what is broken is a finding.

    Args:
        edition: only this one, of the catalog or of the rules; all if empty.

    Returns:
        a line about what was played; empty after findings.
    """
    before = findings.count
    games = 0
    until = time.monotonic() + _SECONDS
    for table in _tables(game, findings, edition):
        for seed in range(_GAMES if time.monotonic() < until else 0):
            games += 1
            if not _keeps_promises(table, seed, findings):
                return ""
    if findings.count > before or not games:
        return ""
    return f"{game.id}: {games} games with random choices keep all promises of an engine"


def _tables(game: Game, findings: Findings, edition: str) -> Iterator[_Table]:
    """Every number of players in each edition, and each option on its own."""
    for engine, deck, name in playable_editions(game, edition):
        cards = game.in_edition(deck)
        rules = engine.of(cards, findings, name)
        if rules is None:
            return
        yield from (_Table(rules, cards, players) for players in rules.players)
        for key, option in engine.options.items():
            for value in option.values:
                if value != rules.chosen[key] and (other := engine.of(cards, findings, name, {key: value})):
                    yield _Table(other, cards, other.players[0])


def _keeps_promises(table: _Table, seed: int, findings: Findings) -> bool:
    """Play one game; False after a finding."""
    rules = table.rules
    walk: ConformanceGame | None = None
    try:
        walk = ConformanceGame(rules, table.game, table.players, Rng(seed, "choices"), seed)
        walk.play()
        replay(rules, record(rules, table.players, [random_bot], seed))
        return True
    except RulesFault as fault:
        fault.add_to(findings)
    except BrokenPromise as broken:
        assert walk is not None
        steps = f"after {len(walk.log)} actions" + (f", the last being '{broken.action}'" if broken.action else "")
        message = f"{broken.message} (promise {broken.promise}, in {table.name}, {steps})"
        rules.fault(message, _METHODS.get(broken.promise, "act")).add_to(findings)
    except ReplayError as error:
        rules.fault(f"a game that is played again from its log differs: {error}", "act").add_to(findings)
    except Exception as error:  # odd values that only show where they are used
        rules.fault(f"{table.name} cannot be played: {type(error).__name__}: {error}", "act").add_to(findings)
    return False
