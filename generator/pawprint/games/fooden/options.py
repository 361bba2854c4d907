"""FOODEN: the options, and the tables that depend on them."""

from collections.abc import Callable, Mapping
from typing import Any

from pawprint.games.fooden.actions import LAY, FoodenActions
from pawprint.games.fooden.cards import EFFECTS, FoodenCards
from pawprint.rules.engine import Option
from pawprint.rules.lazy_table import LazyTable

#: FO-2.4: secret objectives of each player.
OBJECTIVES = 2
#: FO-4.4: rounds of a season; the round numbered 0 is Phase 1.
ROUNDS = 4
DAWN = 0
#: FO-2.2, FO-4.24: cubes of each player by food, as in `ROWS`.
ALLOTTED = (0, 2, 3, 1)
#: The most entries of a table that is filled on demand; an organisation has up to 448 hands.
MOST_ENTRIES = 20_000

OPTIONS: Mapping[str, Option] = {
    "max_players": Option((6, 7, 8), "FO-1.8", "how many can play"),
    "organisations": Option(("drawn", "chosen"), "FO-2.3", "how the players get their organisations"),
    "first_leader": Option(("first", "random"), "FO-2.6", "who begins with the Leader pawn"),
    "metric": Option(("manhattan", "chebyshev"), "FO-4.17", "how far a prey is: rows + columns, or the larger one"),
    "leftover_food": Option(("keep", "clear"), "FO-4.22", "what happens to cubes that were not eaten"),
    "shift_range": Option(("any", "one"), "FO-5", "how far the action 'shift' moves a creature"),
    "scavenger_counts": Option(
        ("snapshot", "final"), "FO-7.11", "for whom a scavenger waits: all that lie there, or the doomed only"
    ),
    "ties": Option(("leader", "clockwise"), "FO-6.4", "who wins a tie: whom the Leader names, or the next to it"),
    "simple": Option((False, True), "FO-8.1", "the simple game, without traits"),
    "trait_objectives": Option(("keep", "remove"), "FO-8.1", "whether objectives about traits are dealt"),
    "grand_slam": Option((False, True), "FO-8.2", "seasons without number, until the deck is empty"),
}


class FoodenVariant:
    """The cards with one set of options, as tables.

    Attributes:
        hands: organisation -> the actions that lay its cards.
        playable: organisations with enough action cards.
        does: action -> the function that carries it out.
        spends: action -> the effect that it begins, as a bit; 0 if it begins none.
        without: hand, action card -> the hand without that card.
    """

    does: list[Callable[[Any, int], None]]

    def __init__(self, cards: FoodenCards, chosen: Mapping[str, Any]) -> None:
        self.cards = cards
        self.edition = ""
        self.chosen = chosen
        self.words = FoodenActions(cards, chosen["max_players"])
        self.hands = tuple(
            tuple(
                self.words.first[LAY] + number for number, card in enumerate(cards.actions) if card.organisation == one
            )
            for one in range(len(cards.organisations))
        )
        # FO-4.4: who has fewer cards than there are rounds cannot play
        self.playable = tuple(one for one, hand in enumerate(self.hands) if len(hand) >= ROUNDS)
        self.players = _players(cards, len(self.playable), chosen["max_players"])
        self.spends = [1 << verb if verb < len(EFFECTS) else 0 for verb in self.words.verb]
        self.without = LazyTable(self._without, MOST_ENTRIES)
        self.manhattan: bool = chosen["metric"] == "manhattan"
        self.clears_food: bool = chosen["leftover_food"] == "clear"
        self.shifts_by_one: bool = chosen["shift_range"] == "one"
        self.counts_doomed: bool = chosen["scavenger_counts"] == "snapshot"
        self.leader_chooses: bool = chosen["ties"] == "leader"
        self.grand_slam: bool = chosen["grand_slam"]

    def _without(self, key: tuple[tuple[int, ...], int]) -> tuple[int, ...]:
        hand, card = key
        laid = self.words.first[LAY] + card
        return tuple(action for action in hand if action != laid)


def _players(cards: FoodenCards, organisations: int, most: int) -> range:
    """FO-1.8: 2 to 6, or as many as there are cubes, objectives and organisations for."""
    allowed = [most, len(cards.objectives) // OBJECTIVES, organisations]
    allowed += [cubes // each for cubes, each in zip(cards.cubes, ALLOTTED, strict=True) if each]
    return range(2, min(allowed) + 1)
