"""Whether the rules engine that a game names can play with its cards, and tell what its checks ask; without playing."""

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings


def check_rules(game: Game, findings: Findings, edition: str = "") -> None:
    """Note what the engine misses in the catalog: an effect that it does not know, a number that is not there, a check
    that asks for an event which it never tells.

    Args:
        edition: only this one; all if empty.
    """
    if not game.engine or findings.failed:  # what is missing may only follow from what has been found
        return
    from pawprint.check.event_names import check_event_names
    from pawprint.games.engines import ENGINES
    from pawprint.rules.game_options import check_words
    from pawprint.rules.lookup import playable_editions

    before = findings.count
    for known, deck, rules in playable_editions(game, edition):
        known.of(game.in_edition(deck), findings, rules)
    engine = ENGINES.get(game.engine)
    if engine is not None and findings.count == before:  # with other cards, checks might ask for other events
        check_event_names(game, engine, findings)
        check_words(game, findings)
