"""What happens in the lake game, told as events for those who listen.

("turn", number, seat)                      a turn begins
("fertile", species)                        a species grows because there is food
("draw", "hand" | "species" | "population", seat)
("no card", n)                              n draws come to nothing
("deck empty", turn, last turn)
("shuffle", cards, draws that waited for it)
("species", species)                        a card of the hand becomes a species
("population", species)
("trait", species, id, id that is replaced or "")
("long neck", species)                      it has a token from the bank
("feed", species)                           it has a token from the lake
("attack", hunter, prey, ids of the hunter's traits, ids of the prey's traits)
("horns", prey, hunter)                     the hunter loses a card
("eat", hunter, tokens)
("scavenge", species)
("extinct", species, "attack" | "hunger", traits that are discarded)
("fed", food in the lake, hungry herbivores, hungry carnivores, those of them that have prey)
("starved", species, cards)
("end", turns)
"""

from typing import TYPE_CHECKING

from pawprint.rules.lake_ecosystem_actions import ALONE, MASK, REPLACE, SPECIES, species_name

if TYPE_CHECKING:
    from pawprint.rules.lake_ecosystem_state import Lake
    from pawprint.rules.lake_ecosystem_table import Table


def tell_draw(state: "Table", whom: int) -> None:
    """A card is drawn; see `lake_ecosystem_table.TO_HAND`."""
    from pawprint.rules.lake_ecosystem_table import NEW_SPECIES, TO_HAND

    assert state.events is not None
    if whom >= TO_HAND:
        state.events.append(("draw", "hand", whom - TO_HAND))
    else:
        state.events.append(("draw", "species" if whom == NEW_SPECIES else "population", state.seat))


def tell_play(state: "Table", action: int, kind: int) -> None:
    """A card of the hand has been played."""
    assert state.events is not None
    if action == ALONE:
        state.events.append(("species", species_name(next(reversed(state.people)))))
        return
    ids, species, way = state.rules.box.ids, species_name(action >> SPECIES & MASK), action & MASK
    if way:
        state.events.append(("trait", species, ids[kind], ids[way - REPLACE] if way >= REPLACE else ""))
    else:
        state.events.append(("population", species))


def tell_attack(state: "Table", hunter: int, prey: int) -> None:
    """An attack begins."""
    assert state.events is not None
    names = state.rules.names
    keys, locks = state.traits[hunter], state.traits[prey]
    state.events.append(("attack", species_name(hunter), species_name(prey), names(keys), names(locks)))


def tell_hungry(state: "Lake") -> None:
    """Feeding is over; who is still hungry."""
    assert state.events is not None
    hungry = [one for one in state.rows[state.seat] if state.fed[one] < len(state.people[one])]
    hunters = [one for one in hungry if state.traits[one] & state.rules.carnivore]
    others = [species_name(one) for one in hungry if one not in hunters]
    prey = [species_name(one) for one in hunters if state.attacks(one)]
    state.events.append(("fed", state.lake, others, [*map(species_name, hunters)], prey))
