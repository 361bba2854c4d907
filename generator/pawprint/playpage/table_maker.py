"""A game -> the rules of its editions, and play tables for them."""

from collections.abc import Mapping
from typing import Any

from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings
from pawprint.playpage.play_session import PlayError
from pawprint.rules.diagram import DIAGRAM_BUILDERS, DiagramSpace
from pawprint.rules.engine import ENGINES, Rules
from pawprint.rules.lookup import deck_of, rules_for
from pawprint.rules.notation import NOTATIONS, Notation
from pawprint.rules.play_table import PLAY_TABLES, PlayTable

#: Millimetres that stand beside each other on the table.
WIDTH = 420.0


class TableMaker:
    """Makes play tables of one game.

    Args:
        game: with an engine.
        sizes: component -> width and height of its pieces in millimetres.
    """

    def __init__(self, game: Game, sizes: Mapping[str, tuple[float, float]]) -> None:
        self.game = game
        self.sizes = sizes

    def rules(self, edition: str, chosen: Mapping[str, Any]) -> Rules:
        """The rules of an edition, with options that differ from it.

        Raises:
            PlayError: there are no such rules, or the cards have errors.
        """
        rules = self.find_rules(edition, chosen)
        if rules is None:
            raise PlayError("the cards of this edition have errors, so that it cannot be played")
        return rules

    def find_rules(self, edition: str, chosen: Mapping[str, Any]) -> Rules | None:
        """The same; None if the cards have errors."""
        try:
            deck = self.game.in_edition(deck_of(self.game, edition))
            return rules_for(ENGINES[self.game.engine], deck, Findings(), edition, chosen)
        except ValueError as error:
            raise PlayError(str(error)) from None

    def table_of(self, rules: Rules, notation: Notation[Any, Any] | None = None) -> PlayTable[Any, Any]:
        """The play table for *rules*.

        Args:
            notation: that has read a situation; a new one if None.
        """
        deck = self.game.in_edition(deck_of(self.game, rules.edition))
        space = DiagramSpace(self.size, WIDTH, deck)
        notation = notation or NOTATIONS[self.game.engine](rules)
        return PLAY_TABLES[self.game.engine](
            DIAGRAM_BUILDERS[self.game.engine](notation, space, Findings()), Findings()
        )  # fmt: skip

    def size(self, component: str) -> tuple[float, float]:
        """Width and height of the pieces of *component*; those of a playing card if it has none."""
        return self.sizes.get(component, (63.5, 88.9))
