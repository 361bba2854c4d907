"""Food Chain: the state of a game as data: all of it, what a seat may know, what lies where, and what is wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pawprint.rules.engine import CHANCE, END, Json, Rng
from pawprint.rules.food_chain_cards import nodes_in

if TYPE_CHECKING:
    from pawprint.rules.food_chain import FoodChain
    from pawprint.rules.food_chain_table import Table


def dump(state: "Table") -> Json:
    """The whole state; see `load`."""
    ids = state.cards.ids
    return _public(state) | {
        "deck": [ids[kind] for kind in reversed(state.deck)],
        "hands": [[ids[kind] for kind in hand.kinds] for hand in state.hands],
    }


def observation(state: "Table", seat: int) -> Json:
    """What *seat* knows. Eaten cards lie face down, but everybody has seen what they were."""
    ids = state.cards.ids
    return _public(state) | {
        "seat": seat,
        "hand": [ids[kind] for kind in state.hands[seat].kinds],
        "cards": [len(hand.kinds) for hand in state.hands],
        "deck": len(state.deck),
        "below": [ids[kind] for kind in reversed(state.deck[: state.bottom])],
    }


def _public(state: "Table") -> dict[str, Json]:
    """What everybody knows."""
    cards, ids, players = state.cards, state.cards.ids, state.players
    return {
        "first": state.first,
        "turn": state.seat if state.seat >= 0 else state.turn,
        "actor": state.seat,
        "ended": state.ended,
        "passes": state.passes,
        "bottom": state.bottom,
        "aside": [ids[kind] for kind in state.aside],
        "discard": [ids[kind] for kind in state.discard],
        "known": [[ids[kind] for kind in known] for known in state.known],
        "table": [
            [cards.node_name(node), cards.node_name(state.parent[node]) if state.parent[node] >= 0 else "", owner]
            for node in nodes_in(state.table)
            for owner in [state.owner[node]]
        ],
        "supply": list(state.supply),
        "captured": [state.captured[seat * players : seat * players + players] for seat in range(players)],
        "piles": [[ids[kind] for kind in pile] for pile in state.piles],
        "ransoms": [list(ransom) for ransom in state.ransoms],
    }


def load(state: "Table", said: Json) -> None:
    """Make the bare table *state* what `dump` has said of another."""
    cards = state.cards
    number = cards.number
    state.first, state.turn, state.seat = said["first"], said["turn"], said["actor"]
    state.ended, state.passes, state.bottom = said["ended"], said["passes"], said["bottom"]
    state.deck = [number[name] for name in reversed(said["deck"])]
    state.aside = tuple(number[name] for name in said["aside"])
    state.discard = [number[name] for name in said["discard"]]
    state.hands = [cards.hand(number[name] for name in hand) for hand in said["hands"]]
    state.known = [tuple(number[name] for name in known) for known in said["known"]]
    state.piles = [[number[name] for name in pile] for pile in said["piles"]]
    state.points = [sum(cards.points[kind] for kind in pile) for pile in state.piles]
    state.supply = list(said["supply"])
    state.captured = [tokens for row in said["captured"] for tokens in row]
    state.ransoms = tuple((captor, owner) for captor, owner in said["ransoms"])
    for name, food, owner in said["table"]:
        place(state, cards.node_called(name), cards.node_called(food) if food else -1, owner)
    settle(state)


def place(state: "Table", node: int, food: int, owner: int) -> None:
    """Put a card on the table; see `settle`."""
    bit = 1 << node
    state.table |= bit
    state.parent[node], state.owner[node] = food, owner
    state.trees += food < 0
    if owner >= 0:
        state.own[owner] |= bit
    elif food < 0:
        state.starts |= bit
    if food >= 0:
        state.children[food] |= bit
        state.covered |= 1 << food


def settle(state: "Table") -> None:
    """Work out what follows from the cards that were placed."""
    for food in nodes_in(state.covered):
        state.judge(food)


def redeal(state: "Table", seat: int, rng: Rng) -> None:
    """Shuffle what *seat* has not seen: most of the deck, and of the other hands what nobody saw going there."""
    others = [other for other in range(state.players) if other != seat]
    unseen = state.deck[state.bottom :]
    secret = {other: Counter(state.hands[other].kinds) - Counter(state.known[other]) for other in others}
    for other in others:
        unseen += sorted(secret[other].elements())
    rng.shuffle(unseen)
    for other in others:
        number = secret[other].total()
        state.hands[other] = state.cards.hand((*state.known[other], *unseen[:number]))
        del unseen[:number]
    state.deck[state.bottom :] = unseen


def zones(state: "Table", seat: int | None) -> dict[str, list[Json]]:
    """Zone -> what lies there. Of what *seat* does not know there is an entry without id."""
    cards, ids, colours = state.cards, state.cards.ids, state.rules.box.colours
    found: dict[str, list[Json]] = {
        "deck": [
            {"id": ids[kind]} if seat is None or place < state.bottom else {}
            for place, kind in reversed([*enumerate(state.deck)])
        ],
        "aside": [{"id": ids[kind]} for kind in state.aside],
        "discard": [{"id": ids[kind]} for kind in state.discard],
        "table": [
            {
                "id": ids[cards.kind_of[node]],
                "node": cards.node_name(node),
                "on": cards.node_name(state.parent[node]) if state.parent[node] >= 0 else None,
            }
            for node in nodes_in(state.table)
        ],
        "tokens on the table": [
            {"id": colours[owner], "node": cards.node_name(node)}
            for owner, nodes in enumerate(state.own)
            for node in nodes_in(nodes)
        ],
    }
    for other in range(state.players):
        known = state.known[other]
        rest = sorted((Counter(state.hands[other].kinds) - Counter(known)).elements())
        found[f"hand {other}"] = [
            *({"id": ids[kind]} for kind in known),
            *({"id": ids[kind]} if seat in (None, other) else {} for kind in rest),
        ]
        found[f"pile {other}"] = [{"id": ids[kind]} for kind in state.piles[other]]
        found[f"supply {other}"] = [{"id": colours[other]}] * state.supply[other]
        found[f"captured {other}"] = [
            {"id": colours[owner]}
            for owner in range(state.players)
            for _ in range(state.captured[other * state.players + owner])
        ]
    return found


def wrong(rules: "FoodChain", state: "Table") -> Iterator[str]:
    """What is wrong with *state*, by invariants of section 13."""
    cards, players = state.cards, state.players
    here = Counter([*state.deck, *state.aside, *state.discard])
    here.update(cards.kind_of[node] for node in nodes_in(state.table))
    for kinds in (*(hand.kinds for hand in state.hands), *state.piles):
        here.update(kinds)
    all_cards = Counter(cards.kind_of)
    if here != all_cards:
        more, fewer = (sorted(cards.ids[kind] for kind in some) for some in (here - all_cards, all_cards - here))
        yield f"FC-I-21: cards are not conserved: {more} are too many, {fewer} too few"
    for owner in range(players):
        held = sum(state.captured[owner::players])
        total = state.supply[owner] + state.own[owner].bit_count() + held
        if total != rules.box.tokens or state.supply[owner] < 0:
            yield f"FC-I-22: seat {owner} has {total} tokens instead of {rules.box.tokens}"
        for other in range(owner):
            if state.captured[owner * players + other] and state.captured[other * players + owner]:
                yield f"FC-I-23: seats {other} and {owner} hold a token of each other"
    yield from _wrong_table(rules, state)
    organisms_left = any(kind < cards.organisms for kind in state.deck)
    if state.trees < state.enough and organisms_left and not state.ended:
        yield f"FC-I-25: there are {state.trees} trees after the refill, and cards to begin more"
    chance, over = bool(state.aside or state.ransoms), bool(state.ended and not state.ransoms)
    if (state.seat == CHANCE, state.seat == END) != (chance, over):
        yield f"FC-4.1: {state.seat} acts, with the end '{state.ended}'"


def _wrong_table(rules: "FoodChain", state: "Table") -> Iterator[str]:
    """FC-I-24: the table is a forest, every non-root has a token, every edge is a hunt that was allowed."""
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
