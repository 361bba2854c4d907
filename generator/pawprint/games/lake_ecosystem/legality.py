"""The lake game: the reason why an action is illegal, with the rule that forbids it."""

from pawprint.games.lake_ecosystem.actions import (
    ADAPTATION,
    ALONE,
    ATTACK,
    CLEAN_UP,
    DONE,
    FEED,
    FEEDING,
    MASK,
    PLACE,
    REPLACE,
    ROW,
    SPECIES,
    TAKE,
    species_name,
    verb_of,
)
from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.rules.engine import CHANCE, END, Action


def why_not(state: LakeTable, action: Action) -> str:
    """The reason, or "" if *action* is legal."""
    if state.acting == CHANCE:
        if isinstance(action, tuple) and sorted(map(str, action)) == sorted(map(str, state.discard)):
            return ""
        return "EL-5.2: the deck is empty; the discard pile must be shuffled first"
    if isinstance(action, int) and action in state.legal:
        return ""
    if state.acting == END:
        return f"EL-5.3: the game is over after {state.turn} turns"
    if not isinstance(action, int) or not _makes_sense(state, action):
        return "EL-3.5: this game has no such action"
    return _REASONS[verb_of(action)](state, action >> SPECIES & MASK, action & MASK)


def _makes_sense(state: LakeTable, action: int) -> bool:
    kinds = {TAKE: state.rules.width, PLACE: REPLACE + state.rules.width}
    verb = verb_of(action)
    return verb >= 0 and action & MASK < kinds.get(verb, MASK)


def _taking(state: LakeTable, _: int, kind: int) -> str:
    if state.phase != ADAPTATION:
        return "EL-3.4: cards are played in Adaptation"
    if state.held >= 0:
        return _held(state)
    return f"EL-3.4: there is no '{state.rules.box.ids[kind]}' in the hand"


def _held(state: LakeTable) -> str:
    return f"EL-3.5: '{state.rules.box.ids[state.held]}' is being played; decide first what it becomes"


def _placing(state: LakeTable, species: int, way: int) -> str:
    if state.phase != ADAPTATION or state.held < 0:
        return "EL-3.5: first choose a card of your hand, in Adaptation"
    name = species_name(species)
    if species not in state.people:
        return f"EL-3.5: there is no species {name}"
    if species >> ROW != state.seat:
        return f"EL-3.5: {name} is on another player's side"
    if not way:
        return f"EL-3.5: with this option only a species founded this turn can grow, and {name} is not one"
    ids, held, traits = state.rules.box.ids, state.held, state.traits[species]
    if way >= REPLACE:
        if not traits >> way - REPLACE & 1:
            return f"EL-3.7: {name} has no '{ids[way - REPLACE]}' to replace"
        return f"EL-3.6: {name} would have '{ids[held]}' twice"
    if traits >> held & 1:
        return f"EL-3.6: {name} already has '{ids[held]}'"
    return f"EL-3.6: {name} already has {traits.bit_count()} traits; one of them must be replaced"


def _stopping(state: LakeTable, _: int, __: int) -> str:
    if state.phase == ADAPTATION:
        return _held(state) if state.held >= 0 else "EL-3.4: with this option at least one card must be played"
    if state.phase == FEEDING:
        for species in state.rows[state.seat]:
            if state.fed.get(species, 0) < len(state.people[species]):
                name = species_name(species)
                if not state.traits[species] & state.rules.carnivore and state.lake:
                    return f"EL-3.10: {name} is hungry, and the lake has food"
                if state.traits[species] & state.rules.carnivore and state.attacks(species):
                    return f"EL-3.17: {name} is hungry, and there is prey for it"
    return "EL-3.4: there is nothing to decide"


def _eating(state: LakeTable, _: int, species: int) -> str:
    name = species_name(species)
    found = _eater(state, species, "EL-3.10")
    if found:
        return found
    if state.traits[species] & state.rules.carnivore:
        return f"EL-3.11: {name} is a carnivore and never takes food from the lake"
    if state.fed.get(species, 0) >= len(state.people[species]):
        return f"EL-3.10: {name} is not hungry"
    if state.phase != FEEDING:
        return "EL-3.10: Feeding is over"
    return "EL-3.10: there is no food in the lake"


def _eater(state: LakeTable, species: int, rule: str) -> str:
    name = species_name(species)
    if state.phase not in (FEEDING, CLEAN_UP):  # Feeding ends by itself if there is nothing to eat
        return f"{rule}: species eat in Feeding"
    if species not in state.people:
        return f"{rule}: there is no species {name}"
    return f"{rule}: {name} is not yours" if species >> ROW != state.seat else ""


def _attacking(state: LakeTable, hunter: int, prey: int) -> str:
    found = _eater(state, hunter, "EL-3.12")
    if found:
        return found
    name, other = species_name(hunter), species_name(prey)
    rules, keys = state.rules, state.traits[hunter]
    if not keys & rules.carnivore:
        return f"EL-3.12: {name} is not a carnivore"
    if prey not in state.people:
        return f"EL-3.12: there is no species {other}"
    if prey == hunter:
        return f"EL-3.12: {name} cannot attack itself"
    locks = state.traits[prey] & rules.locks
    if locks & ~keys:
        missing = ", ".join(rules.names(locks & ~keys))
        if locks.bit_count() >= rules.box.places:
            return f"EL-3.13: {name} lacks {missing}, and EL-3.14: no species can have all the keys to {other}"
        return f"EL-3.13: {name} lacks {missing}, which {other} has"
    if state.phase == CLEAN_UP and state.fed.get(hunter, 0) < len(state.people[hunter]):
        return "EL-3.12: Feeding is over"
    return f"EL-3.12: {name} is not hungry"


_REASONS = {
    DONE: _stopping,
    TAKE: _taking,
    ALONE: _placing,
    PLACE: _placing,
    FEED: _eating,
    ATTACK: _attacking,
}
