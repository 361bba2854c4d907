"""A game of the catalog -> its engine, deck and rules."""

from collections.abc import Iterator, Mapping
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.play.engine import ENGINES, Rules

#: What the name of an engine ends with that is a file in the folder of its game: a program, or rules as data.
DATA_ENGINE = ".yaml"
OWN_ENGINES = (".py", DATA_ENGINE)


def deck_of(game: Game, edition: str) -> str:
    """The edition of the catalog for an *edition* of the rules: the one of the same name, else the first."""
    return edition if edition in game.editions else next(iter(game.editions), "")


def has_own_engine(game: Game) -> bool:
    """Whether the engine of *game* is a file in its folder."""
    return game.engine.endswith(OWN_ENGINES)


def rules_name(game: Game) -> str:
    """What logs and scenarios call the rules of *game*: the name of its engine, its own id if the engine is its own."""
    return game.id if has_own_engine(game) else game.engine


def playable_editions(game: Game, wanted: str = "") -> Iterator[tuple[type[Rules], str, str]]:
    """(engine, edition of the catalog, edition of the rules) for all playable editions; nothing without an engine.

    Args:
        wanted: only this edition, of the catalog or of the rules.
    """
    engine = ENGINES.get(game.engine)
    for edition in () if engine is None else engine.editions or ("",):
        deck = deck_of(game, edition)
        if engine is not None and wanted in ("", deck, edition):
            yield engine, deck, edition


def rules_for(
    engine: type[Rules], game: Game, findings: Findings, edition: str = "", chosen: Mapping[str, Any] | None = None
) -> Rules | None:
    """`Rules.of`, cached by game, edition and options.

    Raises:
        ValueError: the edition, an option or its value is unknown.
    """
    known = game.memory("rules")
    key = (engine, edition, repr(sorted((chosen or {}).items())))  # unknown options may have any value
    if key not in known:
        rules = engine.of(game, findings, edition, chosen)
        if rules is None:  # not cached, so that the next caller gets the findings, too
            return None
        known[key] = rules
    found: Rules = known[key]
    return found
