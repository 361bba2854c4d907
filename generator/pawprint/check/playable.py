"""Whether the rules engine that a game names can play with its cards, in every edition; without playing."""

from pawprint.base.diagnostic import Findings
from pawprint.catalog.model import Game


def check_rules(game: Game, findings: Findings, edition: str = "") -> None:
    """Note what the engine misses in the catalog: an effect that it does not know, a number that is not there.

    Args:
        edition: only this one; all if empty.
    """
    if not game.engine or findings.failed:  # what is missing may only follow from what has been found
        return
    from pawprint.rules.games import decks

    for engine, deck, rules in decks(game, edition):
        engine.of(game.in_edition(deck), findings, rules)
