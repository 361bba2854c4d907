"""What happens in a game of FOODEN, as events: for logs, and for counts of what was decisive.

By seats: ("plays", seat, card, organisation) as cards are turned up, ("applies", seat, effect),
("skips", seat, effect), ("gains", seat, creature) a VP token, ("leads", seat).
By creatures: ("revealed", creature), ("added", creature), ("eats", creature, food) for each cube,
("attacks", hunter, prey, how the prey stands, left or right), ("fate", creature, fate) after its turn,
("survives", creature) or ("dies", creature) at the end of a season.
Besides: ("trait", creature, trait) where a trait made a difference, ("season", which) as one begins.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pawprint.rules.fooden.cards import (
    BACK_HUNTER,
    DISGUISE,
    EATEN_BY,
    EFFECTS,
    ROWS,
    TRAITS,
    TYPES,
)

if TYPE_CHECKING:
    from pawprint.rules.fooden.state import Nature


def tell_cards(state: "Nature") -> None:
    """The cards of a round are turned up."""
    cards = state.cards
    for step in range(state.seats):
        seat = (state.first + step) % state.seats
        card = cards.actions[state.laid[seat]]
        state.tell("plays", seat, card.name, cards.organisations[card.organisation])


def tell_skipped(state: "Nature") -> None:
    """What is left of a card cannot be applied."""
    for effect, name in enumerate(EFFECTS):
        if state.pending >> effect & 1:
            state.tell("skips", state.seat, name)


def tell_trait(state: "Nature", creature: int) -> None:
    """The trait of *creature* makes a difference."""
    state.tell("trait", state.name(creature), TRAITS[state.trait[creature]])


def tell_attack(state: "Nature", hunter: int, prey: int, column: int, stands: str) -> None:
    """*hunter* in *column* attacks; its own trait may have let it."""
    left = state.rows[state.row[prey]].index(prey) < column
    state.tell("attacks", state.name(hunter), state.name(prey), stands, "left" if left else "right")
    types = EATEN_BY[TYPES[state.cards.type[prey]]]
    if (state.trait[hunter] == BACK_HUNTER and left) or types != ROWS[state.row[hunter]]:
        tell_trait(state, hunter)


def hidden_from(state: "Nature", hunter: int) -> Iterator[int]:
    """Creatures whose disguise keeps *hunter* from eating them, wherever they stand."""
    creatures = state.cards.creatures
    for row in state.rows:
        for creature in row:
            if state.trait[creature] == DISGUISE and not creatures[hunter].eats(creatures[creature]):
                plain = creatures[creature]._replace(trait=0)
                if creature != hunter and creatures[hunter].eats(plain):
                    yield creature
