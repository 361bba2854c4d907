"""Food Chain: the invariants of every state."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.options import FoodChainVariant
from pawprint.games.food_chain.table import FoodChainTable
from pawprint.rules.engine import CHANCE, END


def violations(rules: FoodChainVariant, state: FoodChainTable) -> Iterator[str]:
    """What is wrong with *state*, by invariants of section 13."""
    cards, players = state.cards, state.players
    here = Counter([*state.deck, *state.aside, *state.discard])
    here.update(cards.kind_of[node] for node in nodes_in(state.table))
    for kinds in (*(hand.kinds for hand in state.hands), *state.piles):
        here.update(kinds)
    all_cards = Counter(cards.kind_of)  # FC-I-21
    if here != all_cards:
        more, fewer = (sorted(cards.ids[kind] for kind in some) for some in (here - all_cards, all_cards - here))
        yield f"FC-I-21: cards are not conserved: {more} are too many, {fewer} too few"
    for owner in range(players):  # FC-I-22, FC-I-23
        held = sum(state.captured[owner::players])
        total = state.supply[owner] + state.own[owner].bit_count() + held
        if total != rules.box.tokens or state.supply[owner] < 0:
            yield f"FC-I-22: seat {owner} has {total} tokens instead of {rules.box.tokens}"
        for other in range(owner):
            if state.captured[owner * players + other] and state.captured[other * players + owner]:
                yield f"FC-I-23: seats {other} and {owner} hold a token of each other"
    yield from _wrong_table(rules, state)
    # FC-I-25
    organisms_left = any(kind < cards.organisms for kind in state.deck)
    if state.trees < state.enough and organisms_left and not state.ended:
        yield f"FC-I-25: there are {state.trees} trees after the refill, and cards to begin more"
    chance, over = bool(state.aside or state.ransoms), bool(state.ended and not state.ransoms)
    if (state.seat == CHANCE, state.seat == END) != (chance, over):
        yield f"FC-4.1: {state.seat} acts, with the end '{state.ended}'"


def _wrong_table(rules: FoodChainVariant, state: FoodChainTable) -> Iterator[str]:
    """The table is a forest, every non-root has a token, every edge is a hunt that was allowed."""  # FC-I-24
    cards, parent = state.cards, state.parent
    children = Counter[int]()
    for node in nodes_in(state.table):
        name, food = cards.node_name(node), parent[node]
        if food >= 0:
            children[food] |= 1 << node
            hunter = cards.kind_of[node]
            if not state.table >> food & 1:
                yield f"FC-I-24: {name} preys on {cards.node_name(food)}, which is not there"
            elif not cards.food[hunter] >> food & 1 and (rules.must_match or not rules.switch_own):
                yield f"FC-I-24: {name} preys on {cards.node_name(food)}, which it does not eat"
            if state.owner[node] < 0 and not state.ended:
                yield f"FC-I-24: {name} preys without a token"
        if state.owner[node] >= 0 and not state.own[state.owner[node]] >> node & 1:
            yield f"FC-I-24: the token on {name} is not among those of its owner"
        if _goes_round(parent, node):
            yield f"FC-I-24: {name} preys on itself, by way of others"
    tokened = 0
    for nodes in state.own:
        if nodes & tokened or nodes & ~state.table:
            yield "FC-I-24: a token lies on two cards, or on none"
        tokened |= nodes
    covered = sum(1 << food for food in children)
    roots = [node for node in nodes_in(state.table) if parent[node] < 0]
    starts = sum(1 << node for node in roots if not tokened >> node & 1)
    counted = (state.covered, state.trees, {food: state.children[food] for food in children})
    if counted != (covered, len(roots), dict(children)) or (state.starts != starts and not state.ended):
        yield "FC-I-24: the table is counted wrongly"


def _goes_round(parent: Sequence[int], node: int) -> bool:
    steps, below = 0, parent[node]
    while below >= 0 and below != node and steps <= len(parent):
        steps, below = steps + 1, parent[below]
    return below >= 0
