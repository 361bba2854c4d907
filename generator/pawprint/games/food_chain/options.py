"""Food Chain: the options and editions, and the tables that depend on them.

The first value of an option is that of the default edition. D1 to D16 are the differences between the editions, as
section 10 of the rules numbers them; D3 and D9 are the same in both, and the rest are words and colours.
"""

from collections.abc import Mapping
from typing import Any

from pawprint.games.food_chain.cards import CardBox, FoodChainCards
from pawprint.rules.engine import Option

OPTIONS: Mapping[str, Option] = {
    # D1
    "hunt_match": Option(("hunter", "both"), "FC-5.1.2", "whose list must show the hunt: the hunter's, or both"),
    # D2
    "eat_tie": Option(
        ("second_predators", "blocked"), "FC-5.2.3", "among equals the next best predators decide, or nobody eats"
    ),
    # D4
    "switch_direction": Option(("higher", "lower"), "FC-5.4.4", "the card from the table is the higher or the lower"),
    # D5
    "switch_token": Option(("none", "own"), "FC-5.4.4", "a token on the card from the table: none, or one's own"),
    # D6
    "switch_target": Option(("start", "any"), "FC-5.4.2", "the card from the table: a start card, or any free card"),
    # D7
    "huntsman_can_eat": Option((False, True), "FC-6.3", "the huntsman eats, or only blocks"),
    # D8
    "swarm_target": Option(("predator", "creature"), "FC-6.4", "a swarm chases predators, or any free animal"),
    # D9
    "bonus_copies": Option(("printed", "none"), "FC-1.1", "the bonus cards are shuffled in, or left out"),
    # D10
    "end_on_token_loss": Option((True, False), "FC-8.3", "the game ends when a player's tokens are all captured"),
    # D11
    "token_score": Option(("captured", "all"), "FC-9.2", "a point for each captured token, or for one's own as well"),
    # D12
    "token_ransom": Option((False, True), "FC-9.4", "captured tokens are exchanged for cards instead of points"),
    "own_predators_block": Option((False, True), "FC-2.6", "one's own other predators count as rivals"),
    "lone_remainder": Option(("keep", "discard"), "FC-5.2.4", "a card left alone below the eaten one"),
    "switch_must_match": Option((True, False), "FC-5.4.3", "what replaces a predator must be able to hunt its prey"),
    "bonus_as_start": Option(
        ("bottom", "reshuffle"), "FC-3.4", "a bonus card turned up goes below the deck, or is shuffled into it"
    ),
    "stall_end": Option((True, False), "FC-8.2", "the game ends when everybody has passed with nothing left to draw"),
    "tie_break": Option(("shared", "most_cards", "most_captured"), "FC-9.3", "who wins among the best"),
    "first_player": Option(("first_seat", "random"), "FC-3.6", "who begins"),
}

#: Only their names: `rules.editions` of the catalog says what is agreed on in each.
EDITIONS: Mapping[str, Mapping[str, Any]] = {"fr-yannibus": {}, "en-2012": {}}


class FoodChainVariant:
    """The cards with one edition and one set of options, as tables.

    Attributes:
        box: the cards and tokens.
        cards: the deck that is played with, as tables.
    """

    def __init__(self, box: CardBox, edition: str, chosen: Mapping[str, Any]) -> None:
        self.box, self.edition, self.chosen = box, edition, chosen
        # D9
        played = [card for card in box.cards if not card.bonus or chosen["bonus_copies"] == "printed"]
        self.cards = FoodChainCards(played, chosen)
        self.players = box.players
        self.switch_own = chosen["switch_token"] == "own" and chosen["switch_target"] == "any"
        self.switch_sign = -1 if chosen["switch_direction"] == "higher" else 1
        self.must_match: bool = chosen["switch_must_match"]
        self.chases_starts = chosen["swarm_target"] == "creature"
        self.lone_discard = chosen["lone_remainder"] == "discard"
        self.reshuffles = chosen["bonus_as_start"] == "reshuffle"
        self.stall_end: bool = chosen["stall_end"]
        self.ends_on_loss: bool = chosen["end_on_token_loss"]
        self.counts_own = chosen["token_score"] == "all"
        self.ransom: bool = chosen["token_ransom"]
        self.tie_break: str = chosen["tie_break"]
