"""A game of the catalog -> the engine, deck and rules that it is played with."""

from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.rules.engine import ENGINES, Rules


def deck_of(game: Game, edition: str) -> str:
    """The edition of the catalog that is played by an *edition* of the rules: that of the same name, or the first."""
    return edition if edition in game.editions else next(iter(game.editions), "")


def playable_editions(game: Game, wanted: str = "") -> Iterator[tuple[type[Rules], str, str]]:
    """(engine, edition of the catalog, edition of the rules) for all that can be played; nothing without an engine.

    Args:
        wanted: only this edition, of either.
    """
    engine = ENGINES.get(game.engine)
    for edition in () if engine is None else engine.editions or ("",):
        deck = deck_of(game, edition)
        if engine is not None and wanted in ("", deck, edition):
            yield engine, deck, edition


def rules_for(
    engine: type[Rules], game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
) -> Rules | None:
    """`Rules.of`, worked out once for the same game, edition and options.

    Raises:
        ValueError: the edition or an option is unknown, or has no such value.
    """
    known = game.memory("rules")
    key = (engine, edition, repr(sorted((chosen or {}).items())))  # what is no option may be anything
    if key not in known:
        rules = engine.of(game, findings, edition, chosen)
        if rules is None:  # to be told again, to whoever asks next
            return None
        known[key] = rules
    found: Rules = known[key]
    return found
