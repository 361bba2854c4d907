"""The events of the lake game."""

from collections.abc import Mapping

from pawprint.games.lake_ecosystem.actions import (
    ALONE,
    MASK,
    REPLACE,
    SPECIES,
    species_name,
)
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.engine import NAME, NAMES, NUMBER, PIECE, PIECES, SEAT, DetailKind

#: Event -> its details; the seat is that to which it happens, a name is that of a species.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "turn": (SEAT, NUMBER),
    "fertile": (SEAT, NAME),  # it grows because there is food
    "draw": (SEAT, ("hand", "species", "population", "extinction")),
    "no card": (SEAT, NUMBER, ("gathering", "extinction")),  # draws that come to nothing, and why they were due
    "deck empty": (SEAT, NUMBER),  # the last turn
    "shuffle": (SEAT, NUMBER, NUMBER, ("gathering", "extinction")),  # cards, draws that waited for it, and why
    "species": (SEAT, NAME),  # a card of the hand becomes a species
    "population": (SEAT, NAME),
    "trait": (SEAT, NAME, PIECE, PIECE),  # the trait, the one that it replaces
    "long neck": (SEAT, NAME),  # it has a token from the bank
    "feed": (SEAT, NAME),  # it has a token from the lake
    "attack": (SEAT, NAME, NAME, PIECES, PIECES),  # hunter and prey, traits of both
    "horns": (SEAT, NAME, NAME),  # the hunter loses a card, to the prey
    "eat": (SEAT, NAME, NUMBER),  # the hunter, tokens
    "scavenge": (SEAT, NAME),
    "extinct": (SEAT, NAME, ("attack", "hunger"), NUMBER),  # the number of its traits
    # when Feeding is over: food in the lake, herbivores that are hungry, carnivores, those of them that have prey
    "fed": (SEAT, NUMBER, NAMES, NAMES, NAMES),
    "starve": (SEAT, NAME, NUMBER),  # cards
    "survive": (SEAT, NAME, PIECES),  # its traits, after Clean-up
    "bank empty": (SEAT,),  # after a turn
    "end": (SEAT,),
}


def emit_shuffle(state: LakeTable, cards: int) -> None:
    """The discard pile becomes the deck."""
    assert state.events is not None
    state.events.append(("shuffle", state.seat, cards, len(state.owed), state.cause_of_draw()))


def emit_play(state: LakeTable, action: int, kind: int) -> None:
    """A card of the hand has been played."""
    assert state.events is not None
    if action == ALONE:
        state.events.append(("species", state.seat, species_name(next(reversed(state.people)))))
        return
    ids, species, way = state.rules.box.ids, species_name(action >> SPECIES & MASK), action & MASK
    if way:
        state.events.append(("trait", state.seat, species, ids[kind], ids[way - REPLACE] if way >= REPLACE else ""))
    else:
        state.events.append(("population", state.seat, species))


def emit_attack(state: LakeTable, hunter: int, prey: int) -> None:
    """An attack begins."""
    assert state.events is not None
    names = state.rules.names
    keys, locks = state.traits[hunter], state.traits[prey]
    state.events.append(("attack", state.seat, species_name(hunter), species_name(prey), names(keys), names(locks)))


def emit_hungry(state: LakeTable) -> None:
    """Feeding is over; who is still hungry."""
    assert state.events is not None
    hungry = [one for one in state.rows[state.seat] if state.fed[one] < len(state.people[one])]
    hunters = [one for one in hungry if state.traits[one] & state.rules.carnivore]
    others = [species_name(one) for one in hungry if one not in hunters]
    prey = [species_name(one) for one in hunters if state.attacks(one)]
    state.events.append(("fed", state.seat, state.lake, others, [*map(species_name, hunters)], prey))


def emit_survivors(state: LakeTable) -> None:
    """A turn is over; what is left of the seat's species, and of the bank."""
    assert state.events is not None
    for species in state.rows[state.seat]:
        traits = state.rules.names(state.traits[species])
        state.events.append(("survive", state.seat, species_name(species), traits))
    if not state.bank:
        state.events.append(("bank empty", state.seat))
