"""The promises of `check/promises.py`, for the engines of the register.

`test_conformance.py` runs them for each engine of the register, in each edition, with each option on its own, for
each number of players. An engine that is new needs nothing here: it is found in `ENGINES`, its cards in the catalog.
A check that fails says the game so far, so that it can be played again: the log is the bug report.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game
from pawprint.check.promises import ConformanceGame
from pawprint.core.diagnostics import Findings
from pawprint.games.engines import ENGINES
from pawprint.play.engine import Rules, State
from pawprint.play.playing import Bot, play

ROOT = Path(__file__).parents[2]


class Case(NamedTuple):
    """An engine with what was agreed on."""

    engine: str
    edition: str
    options: tuple[tuple[str, Any], ...]
    players: int

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options)
        return f"{self.engine} {self.edition} {self.players}p{options}".replace("  ", " ")

    @property
    def rules(self) -> Rules:
        """The rules, with the cards of the catalog."""
        return rules_of(self.engine, self.edition, self.options)


@cache
def game_of(name: str) -> Game:
    """A bundled game."""
    findings = Findings()
    game = load_game(ROOT / "catalog" / name, findings)
    assert game is not None, [str(one) for one in findings]
    return game


@cache
def rules_of(name: str, edition: str = "", options: tuple[tuple[str, Any], ...] = ()) -> Rules:
    """The engine *name* with the bundled cards."""
    engine = ENGINES.get(name)
    assert engine is not None, f"there is no engine '{name}'"
    findings = Findings()
    rules = engine.of(game_of(name), findings, edition, dict(options))
    assert rules is not None, [f"{one.span}: {one.message}" for one in findings]
    assert not list(findings), "the cards of the catalog are good"
    return rules


def cases() -> list[Case]:
    """Every engine: all numbers of players in each edition, and each option on its own, the players in turn."""
    found: list[Case] = []
    for name in ENGINES:
        engine = ENGINES.get(name)
        assert engine is not None
        for edition in engine.editions or {"": {}}:
            rules = rules_of(name, edition)
            found += [Case(name, edition, (), players) for players in rules.players]
            others = [
                (key, value)
                for key, option in engine.options.items()
                for value in option.values
                if value != rules.chosen[key]
            ]
            for number, option_value in enumerate(others):
                players = rules_of(name, edition, (option_value,)).players
                found.append(Case(name, edition, (option_value,), players[number % len(players)]))
    return found


def conformance_game(rules: Rules, players: int, rng: Any, *labels: object) -> ConformanceGame:
    """A game with the bundled cards, in which every promise is tested."""
    return ConformanceGame(rules, game_of(rules.id), players, rng, *labels)


def finish(rules: Rules, players: int, bots: Sequence[Bot], *labels: object) -> State:
    """The last state of a game; see `playing.play`."""
    *_, (state, _) = play(rules, players, bots, *labels)
    return state
