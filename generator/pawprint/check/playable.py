"""Whether the rules engine that a game names can play with its cards, in every edition; without playing."""

from pawprint.base.diagnostic import Findings
from pawprint.catalog.model import Game


def check_rules(game: Game, findings: Findings, edition: str = "") -> None:
    """Note what the engine misses in the catalog: an effect that it does not know, a number that is not there.

    Args:
        edition: only this one; all if empty.
    """
    rules = game.facts.get("rules")
    name = str(rules.get("engine") or "") if isinstance(rules, dict) else ""
    if not name or findings.failed:  # what is missing may only follow from what has been found
        return
    from pawprint.rules.games import ENGINES

    engine = ENGINES.get(name)
    for one in () if engine is None else engine.editions or ("",):
        deck = one if one in game.editions else next(iter(game.editions), "")
        if edition in ("", deck, one):
            assert engine is not None
            engine.of(game.in_edition(deck), findings, one)
