"""The events of FOODEN, for logs and statistics."""

from collections.abc import Iterator, Mapping

from pawprint.games.fooden.cards import (
    BACK_HUNTER,
    DISGUISE,
    EATEN_BY,
    EFFECTS,
    ROWS,
    TYPES,
)
from pawprint.games.fooden.table import FoodenTable
from pawprint.rules.engine import NAME, NUMBER, PIECE, SEAT, DetailKind

#: How a creature stands: after its turn, or when it is attacked.
_STANDS = ("hungry", "satiated", "inverted", "dead")
#: Event -> its details.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "season": (NAME,),  # as it begins
    "plays": (SEAT, PIECE, PIECE),  # the action card, as it is turned up, and its organisation
    "applies": (SEAT, EFFECTS),
    "skips": (SEAT, EFFECTS),  # what cannot be applied
    "leads": (SEAT,),
    "gains": (SEAT, PIECE),  # a VP token, for a creature
    "revealed": (PIECE,),
    "added": (PIECE,),
    "eats": (PIECE, ROWS),  # a cube of that row
    "attacks": (PIECE, PIECE, _STANDS, ("left", "right")),  # who, whom, how the prey stands, and where
    "fate": (PIECE, _STANDS),  # after its turn
    "trait": (PIECE, PIECE),  # where its trait makes a difference
    "survives": (PIECE,),  # at the end of a season
    "dies": (PIECE,),
    "pays": (PIECE, NUMBER),  # at the end of the game: each objective, what it pays or would pay
}


def emit_cards(state: FoodenTable) -> None:
    """The cards of a round are turned up."""
    cards = state.cards
    for step in range(state.seats):
        seat = (state.first + step) % state.seats
        card = cards.actions[state.laid[seat]]
        state.emit("plays", seat, card.name, cards.organisations[card.organisation])


def emit_effect(state: FoodenTable, action: int) -> None:
    """An effect of the card is being applied."""
    state.emit("applies", state.seat, EFFECTS[state.rules.words.verb[action]])


def emit_skipped(state: FoodenTable) -> None:
    """What is left of a card cannot be applied."""
    for effect, name in enumerate(EFFECTS):
        if state.pending >> effect & 1:
            state.emit("skips", state.seat, name)


def emit_attack(state: FoodenTable, hunter: int, prey: int, column: int, stands: str) -> None:
    """*hunter* in *column* attacks; its own trait may have let it."""
    left = state.rows[state.row[prey]].index(prey) < column
    state.emit("attacks", state.name(hunter), state.name(prey), stands, "left" if left else "right")
    types = EATEN_BY[TYPES[state.cards.type[prey]]]
    if (state.trait[hunter] == BACK_HUNTER and left) or types != ROWS[state.row[hunter]]:
        state.emit_trait(hunter)


def hidden_from(state: FoodenTable, hunter: int) -> Iterator[int]:
    """Creatures whose disguise keeps *hunter* from eating them, wherever they stand."""
    creatures = state.cards.creatures
    for row in state.rows:
        for creature in row:
            if state.trait[creature] == DISGUISE and not creatures[hunter].eats(creatures[creature]):
                plain = creatures[creature]._replace(trait=0)
                if creature != hunter and creatures[hunter].eats(plain):
                    yield creature


def emit_objectives(state: FoodenTable) -> None:
    """The game is over: the points of each objective, dealt or not."""
    tally = state.cards.tally(state.survivors)
    for objective in state.cards.objectives:
        state.emit("pays", objective.id, objective.pays(tally))
