"""What must be true of every state of the lake game, one function for each invariant of the rules.

Some invariants are about what happened; they look at the events of the last action, if events are on.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from pawprint.games.lake_ecosystem.actions import (
    ATTACK,
    DONE,
    FEED,
    FEEDING,
    GATHERING,
    KIND,
    MASK,
    PHASES,
    SPECIES,
    species_name,
    verb_of,
)
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.engine import END


def violations(state: LakeTable) -> list[str]:
    """Every invariant that does not hold, with its id."""
    return [f"{rule}: {words}" for rule, check in CHECKS.items() for words in check(state)]


def _all_cards(state: LakeTable) -> Iterator[str]:
    found = Counter([*state.deck[state.top :], *state.discard])
    for hand in state.hands:
        found.update(dict(enumerate(hand)))
    for species, cards in state.people.items():
        found.update(card & KIND for card in cards)
        found.update(kind for kind in range(state.rules.width) if state.traits[species] >> kind & 1)
    for kind, copies in enumerate(state.rules.box.copies):
        if found[kind] != copies:
            yield f"there are {found[kind]} cards '{state.rules.box.ids[kind]}' instead of {copies}"


def _all_tokens(state: LakeTable) -> Iterator[str]:
    places = [state.bank, state.lake, *state.bags, *state.fed.values()]
    if sum(places) != len(state.rules.box.tokens) or min(places) < 0:
        yield f"there are {places} tokens, {len(state.rules.box.tokens)} in all"


def _sound_species(state: LakeTable) -> Iterator[str]:
    rows = [species for row in state.rows for species in row]
    if sorted(rows) != rows or sorted(state.people) != rows or sorted(state.traits) != rows:
        yield f"the rows have the species {rows}, the table has {sorted(state.people)}"
    for species, cards in state.people.items():
        if not cards:
            yield f"{species_name(species)} has no population"
        # twice the same trait cannot be, since traits are a set
        if state.traits[species].bit_count() > state.rules.box.places:
            yield f"{species_name(species)} has {state.traits[species].bit_count()} traits"


def _no_tokens_outside_feeding(state: LakeTable) -> Iterator[str]:
    if state.phase != FEEDING and any(state.fed.values()):
        yield f"there are tokens on cards in the phase {PHASES[state.phase]}"


def _diets(state: LakeTable) -> Iterator[str]:
    carnivore = state.rules.carnivore
    if state.phase != FEEDING or state.acting < 0:
        return
    for action in state.legal:
        verb = verb_of(action)
        if verb == FEED and state.traits[action & MASK] & carnivore:
            yield f"the carnivore {species_name(action & MASK)} may eat from the lake"
        if verb == ATTACK and not state.traits[action >> SPECIES & MASK] & carnivore:
            yield f"the herbivore {species_name(action >> SPECIES & MASK)} may attack"


def _nobody_stays_hungry(state: LakeTable) -> Iterator[str]:
    for _, _, lake, herbivores, _, hunters in _told(state, "fed"):
        if lake and herbivores:
            yield f"{', '.join(herbivores)} stayed hungry, and the lake had food"
        if hunters:
            yield f"{', '.join(hunters)} stayed hungry, and had prey"
    if state.phase == FEEDING and state.acting >= 0 and DONE in state.legal:
        for species in state.rows[state.seat]:
            hunts = bool(state.traits[species] & state.rules.carnivore)
            food = state.attacks(species) if hunts else state.lake
            if food and state.fed[species] < len(state.people[species]):
                yield f"{species_name(species)} may stay hungry, and there is food for it"


def _attacks(state: LakeTable) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """(hunter, prey, traits of both) of the attacks that were made, and of those that may be made."""
    for _, _, hunter, prey, keys, traits in _told(state, "attack"):
        yield hunter, prey, keys, traits
    if state.phase == FEEDING and state.acting >= 0:
        for action in state.legal:
            if verb_of(action) == ATTACK:
                pair = action >> SPECIES & MASK, action & MASK
                names = [state.rules.names(state.traits[species]) for species in pair]
                yield species_name(pair[0]), species_name(pair[1]), names[0], names[1]


def _keys_fit(state: LakeTable) -> Iterator[str]:
    locks = set(state.rules.names(state.rules.locks))
    diet = set(state.rules.names(state.rules.carnivore))
    for hunter, prey, keys, traits in _attacks(state):
        if hunter == prey:
            yield f"{hunter} attacks itself"
        if not diet <= set(keys):
            yield f"{hunter} attacks {prey}, but is no carnivore"
        if not set(traits) & locks <= set(keys):
            yield f"{hunter} with {keys} attacks {prey} with {traits}"


def _equal_turns(state: LakeTable) -> Iterator[str]:
    if state.acting == END and state.turn % state.players:
        yield f"the game ends with turn {state.turn} of {state.players} players"
    if max(state.turn, state.last) > state.rules.most_turns(state.players):
        yield f"turn {max(state.turn, state.last)}, and there are no more than {state.rules.most_turns(state.players)}"


def _three_locks(state: LakeTable) -> Iterator[str]:
    for hunter, prey, _, traits in _attacks(state):
        shut = len(set(traits) & set(state.rules.names(state.rules.locks)))
        # EL-3.14 an attacker has no room for so many keys besides the diet
        if shut >= state.rules.box.places:
            yield f"{hunter} attacks {prey} with {shut} locks"


def _draws_after_extinction(state: LakeTable) -> Iterator[str]:
    emitted = state.events or []
    owed = sum(event[4] for event in emitted if event[0] == "extinct")
    if emitted and emitted[0][0] == "shuffle" and emitted[0][4] == "extinction":
        owed += emitted[0][3]  # those of the action before
    done = sum(event[2] == "extinction" for event in emitted if event[0] == "draw")
    done += sum(event[2] for event in emitted if event[0] == "no card" and event[3] == "extinction")
    waiting = len(state.owed) if state.phase != GATHERING and emitted else 0
    if owed != done + waiting:
        yield f"{owed} cards were to be drawn, {done} were, and {waiting} wait"


def _told(state: LakeTable, kind: str) -> Iterator[tuple[Any, ...]]:
    return (event for event in state.events or () if event[0] == kind)


CHECKS: dict[str, Callable[[LakeTable], Iterator[str]]] = {
    "EL-I-17": _all_cards,  # EL-I-17
    "EL-I-18": _all_tokens,  # EL-I-18
    "EL-I-19": _sound_species,  # EL-I-19
    "EL-I-20": _no_tokens_outside_feeding,  # EL-I-20
    "EL-I-21": _diets,  # EL-I-21
    "EL-I-22": _nobody_stays_hungry,  # EL-I-22
    "EL-I-23": _keys_fit,  # EL-I-23
    "EL-I-24": _equal_turns,  # EL-I-24
    "EL-I-25": _three_locks,  # EL-I-25
    "EL-I-26": _draws_after_extinction,  # EL-I-26
}
