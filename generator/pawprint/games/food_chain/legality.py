"""Food Chain: the reason why an action is illegal, rule by rule, from the cards rather than the tables."""

from collections.abc import Callable, Mapping

from pawprint.games.food_chain.actions import BACK_OFF, CHASE, EAT, HUNT, NOTHING, PASS, SWITCH, fields_of
from pawprint.games.food_chain.cards import OrganismCard, nodes_in
from pawprint.games.food_chain.table import FoodChainTable
from pawprint.rules.engine import CHANCE, END, Action


def why_not(state: FoodChainTable, action: Action) -> str:
    """Why the actor may not do *action*; "" if it may."""
    if state.seat == END:
        return f"{state.ended}: the game is over"
    if not isinstance(action, int) or isinstance(action, bool) or action < 0:
        return f"FC-4.1: {action!r} is not an action of this game"
    if state.seat == CHANCE:
        rule = "FC-9.4" if state.ransoms else "FC-3.4"
        return "" if action in state.legal_actions() else f"{rule}: chance decides now"
    verb, upper, lower = fields_of(action)
    if verb not in _REASONS or not _sound(state, verb, upper, lower):
        return f"FC-4.1: {action!r} is not an action of this game"
    return _REASONS[verb](state, upper, lower)


def _sound(state: FoodChainTable, verb: int, upper: int, lower: int) -> bool:
    """Whether the numbers in an action are of cards and nodes where they should be."""
    kinds, slots = len(state.cards.ids), len(state.cards.kind_of)
    if verb == PASS:
        return (upper < kinds or upper == NOTHING) and lower == 0
    if verb == EAT:
        return upper < slots and lower < slots
    return lower < slots and (upper < kinds if verb in (HUNT, SWITCH) else upper == 0)


def _card(state: FoodChainTable, node: int) -> OrganismCard:
    return state.cards.cards[state.cards.kind_of[node]]


def _lies(state: FoodChainTable, node: int) -> bool:
    return bool(state.table >> node & 1)


def _holds(state: FoodChainTable, kind: int) -> bool:
    return kind in state.hands[state.seat].kinds


def _on_top(state: FoodChainTable, node: int) -> str:
    """The names of what preys on *node*; empty if it is free (FC-2.3)."""
    return " and ".join(state.cards.node_name(kid) for kid in nodes_in(state.table) if state.parent[kid] == node)


def _hunt(state: FoodChainTable, kind: int, food: int) -> str:
    cards, hunter, name = state.cards, state.cards.cards[kind], state.cards.node_name(food)
    if not _holds(state, kind):
        return f"FC-5.1.1: there is no {hunter.id} in the hand"
    if kind == cards.swarm:
        return f"FC-6.4: a {hunter.id} preys on nothing; it only drives off"
    if not _lies(state, food):
        return f"FC-5.1.1: there is no {name} on the table"
    if not state.supply[state.seat]:
        return "FC-5.1.1: you have no token left to mark the hunter with"
    prey = _card(state, food)
    if prey.bonus:
        return f"FC-5.1.5: the {prey.id} cannot be hunted"
    if hunter.bonus:
        return ""  # FC-6.1
    if prey.id not in hunter.prey:
        return f"FC-5.1.2: {hunter.id} does not eat {prey.id}"
    if state.rules.chosen["hunt_match"] == "both" and hunter.id not in prey.predators:
        return f"FC-5.1.2: {prey.id} does not show {hunter.id} among its predators"
    return ""


def _eat(state: FoodChainTable, hunter: int, food: int) -> str:
    name, seat = state.cards.node_name, state.seat
    if not _lies(state, hunter) or state.owner[hunter] != seat:
        return f"FC-5.2.1: you have no {name(hunter)} on the table"
    if state.parent[hunter] < 0:
        return f"FC-5.2.5: {name(hunter)} is an orphan and preys on nothing"
    if state.parent[hunter] != food:
        return f"FC-5.2.1: {name(hunter)} preys on {name(state.parent[hunter])}, not on {name(food)}"
    above = _on_top(state, hunter)
    if above:
        return f"FC-5.2.1: {name(hunter)} is not free, since {above} preys on it"
    if _card(state, hunter).bonus and not state.rules.chosen["huntsman_can_eat"]:
        return f"FC-6.3: the {_card(state, hunter).id} only blocks, and never eats"
    return _rivals(state, hunter, food)


def _rivals(state: FoodChainTable, hunter: int, food: int) -> str:
    """FC-5.2.2 or FC-5.2.3: the first rival who stops *hunter* from eating."""
    cards, owner = state.cards, state.owner
    level = cards.levels[cards.kind_of[hunter]]
    packs: dict[int, list[int]] = {seat: [] for seat in range(state.players)}
    for kid in nodes_in(state.table):
        if state.parent[kid] == food and kid != hunter:
            other = cards.levels[cards.kind_of[kid]]
            packs[owner[kid]].append(other)
            if owner[kid] == state.seat:
                if other >= level and state.rules.chosen["own_predators_block"]:
                    return f"FC-2.6: your own {cards.node_name(kid)} of level {other} counts as a rival"
            elif other > level or (other == level and state.rules.chosen["eat_tie"] == "blocked"):
                rule = "FC-5.2.2" if state.rules.chosen["eat_tie"] == "blocked" else "FC-5.2.3"
                return f"{rule}: its rival {cards.node_name(kid)} has level {other}, it has {level}"
    mine = [level, *sorted(packs.pop(state.seat), reverse=True)]
    for seat, pack in packs.items():
        theirs = sorted(pack, reverse=True)
        if theirs[:1] == [level] and mine <= theirs:
            return f"FC-5.2.3: a tie, and the levels {mine} do not beat the levels {theirs} of seat {seat}"
    return ""


def _back_off(state: FoodChainTable, _: int, node: int) -> str:
    name = state.cards.node_name(node)
    if not _lies(state, node) or state.owner[node] != state.seat:
        return f"FC-5.3.1: you have no {name} on the table"
    above = _on_top(state, node)
    return f"FC-5.3.1: {name} is not free, since {above} preys on it" if above else ""


def _chase(state: FoodChainTable, _: int, node: int) -> str:
    name, target = state.cards.node_name(node), _card(state, node)
    if not _holds(state, state.cards.swarm):
        return "FC-6.4: there is no swarm in the hand"
    if not _lies(state, node):
        return f"FC-6.5: there is no {name} on the table"
    above = _on_top(state, node)
    if above:
        return f"FC-6.4: {name} is not free, since {above} preys on it"
    if state.rules.chosen["swarm_target"] == "creature":
        return f"FC-6.4: {name} is a plant, which no swarm drives off" if target.plant else ""
    return f"FC-6.4: {name} is a start card, which no swarm drives off" if state.owner[node] < 0 else ""


def _switch(state: FoodChainTable, kind: int, node: int) -> str:
    cards, chosen, name = state.cards, state.rules.chosen, state.cards.node_name(node)
    new, old, owner = cards.cards[kind], _card(state, node), state.owner[node]
    if not _holds(state, kind):
        return f"FC-5.4.1: there is no {new.id} in the hand"
    if not _lies(state, node):
        return f"FC-5.4.1: there is no {name} on the table"
    if new.bonus or old.bonus:
        return "FC-5.4.1: bonus cards are never switched"
    above = _on_top(state, node)
    if above:
        return f"FC-5.4.1: {name} is not free, since {above} preys on it"
    if owner >= 0 and (chosen["switch_token"] == "none" or chosen["switch_target"] == "start"):
        return f"FC-5.4.4: there is a token on {name}"
    if owner >= 0 and owner != state.seat:
        return f"FC-5.4.2: there is an opponent's token on {name}"
    if chosen["switch_direction"] == "higher" and not old.level > new.level:
        return f"FC-5.4.4: {name} has level {old.level}, which is not above {new.level}"
    if chosen["switch_direction"] == "lower" and not old.level < new.level:
        return f"FC-5.4.2: {name} has level {old.level}, which is not below {new.level}"
    food = state.parent[node]
    if food >= 0 and chosen["switch_must_match"]:
        prey = _card(state, food)
        both = chosen["hunt_match"] == "hunter" or new.id in prey.predators
        if prey.id not in new.prey or not both:
            return f"FC-5.4.3: {new.id} does not eat {prey.id}, on which {name} preys"
    return ""


def _pass(state: FoodChainTable, kind: int, _: int) -> str:
    hand = state.hands[state.seat].kinds
    if kind != NOTHING and kind not in hand:
        return f"FC-5.5.1: there is no {state.cards.ids[kind]} in the hand"
    if kind == NOTHING and hand:
        return "FC-5.5.1: to pass with cards in hand, you must discard one"
    if kind == NOTHING and not state.rules.chosen["stall_end"] and state.legal_actions()[0] < PASS:
        return "FC-8.2: unless passing can end the game, you may not pass while you can do something else"
    return ""


_REASONS: Mapping[int, Callable[[FoodChainTable, int, int], str]] = {
    HUNT: _hunt,
    EAT: _eat,
    BACK_OFF: _back_off,
    CHASE: _chase,
    SWITCH: _switch,
    PASS: _pass,
}
