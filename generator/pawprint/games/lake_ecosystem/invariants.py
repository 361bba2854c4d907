"""What must be true of what happens in the lake game and of what may happen; what must lie where is in `rules.yaml`."""

from collections.abc import Iterator
from typing import Any

from pawprint.games.lake_ecosystem.table import LakeTable
from pawprint.play.engine import END
from pawprint.play.language.data_state import DataState


def violations(state: DataState) -> Iterator[str]:
    """Every invariant of events and of legal actions that does not hold, with its id.

    EL-I-21 and EL-I-22: who eats what; EL-I-23 and EL-I-25: attacks; EL-I-24: the end; EL-I-26: draws.
    """
    table, rules = LakeTable(state), state.rules
    if state.seat == END and table.turn % state.players:
        yield f"EL-I-24: the game ends with turn {table.turn} of {state.players} players"
    if max(table.turn, table.last) > rules.most_turns(state.players):
        yield f"EL-I-24: turn {max(table.turn, table.last)} of at most {rules.most_turns(state.players)}"
    events = [*(state.events or ())]
    legal = [rules.named(one) for one in state.legal_actions()] if state.seat >= 0 else []
    chosen = [(verb.name, words) for verb, words in filter(None, legal)]
    diets, locks = rules.diets(), rules.locks()
    traits = {table.name(one): {*map(rules.id_of, table.traits(one))} for row in table.rows for one in row}
    for verb, words in chosen:
        if verb in ("feed", "attack") and bool(traits[words["s"]] & diets) == (verb == "feed"):
            yield f"EL-I-21: {words['s']} may {verb} with {sorted(traits[words['s']])}"
    attacks = [
        (words["s"], words["t"], traits[words["s"]], traits[words["t"]]) for verb, words in chosen if verb == "attack"
    ]
    attacks += [(one[2], one[3], {*one[4]}, {*one[5]}) for one in events if one[0] == "attack"]
    for hunter, prey, keys, has in attacks:
        if hunter == prey or not keys & diets or has & locks - keys:
            yield f"EL-I-23: {hunter} with {sorted(keys)} attacks {prey} with {sorted(has)}"
        if len(has & locks) >= rules.box.places:  # EL-3.14: an attacker has no room for so many keys
            yield f"EL-I-25: {hunter} attacks {prey} with {len(has & locks)} locks"
    yield from _hunger(table, events, chosen, traits, diets)
    yield from _draws(table, events)


def _hunger(
    table: LakeTable, events: list[Any], chosen: list[Any], traits: dict[str, set[str]], diets: set[str]
) -> Iterator[str]:
    for _, _, lake, herbivores, _, hunters in (one for one in events if one[0] == "fed"):
        if (lake and herbivores) or hunters:
            yield f"EL-I-22: {', '.join([*herbivores, *hunters])} stayed hungry, and had food"
    if table.state.phase != "feeding" or not any(verb == "done" for verb, _ in chosen):
        return
    able = {words["s"] for verb, words in chosen if verb in ("feed", "attack")}
    for species in table.rows[table.active]:
        if table.food(species) < table.population(species) and table.name(species) in able:
            yield f"EL-I-22: {table.name(species)} may stay hungry, and there is food for it"


def _draws(table: LakeTable, events: list[Any]) -> Iterator[str]:
    """EL-I-26: each draw after an extinction is made, waits, or comes to nothing."""
    owed = sum(one[4] for one in events if one[0] == "extinct")
    if events and events[0][0] == "shuffle" and events[0][4] == "extinction":
        owed += events[0][3]  # those of the action before
    done = sum(one[2] == "extinction" for one in events if one[0] == "draw")
    done += sum(one[2] for one in events if one[0] == "no card" and one[3] == "extinction")
    waiting = table.state.values["owed"] if events and table.state.phase != "gathering" else 0
    if owed != done + waiting:
        yield f"EL-I-26: {owed} cards were to be drawn, {done} were, and {waiting} wait"
