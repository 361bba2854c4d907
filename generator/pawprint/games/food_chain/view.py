"""Food Chain: the state of a game as data: all of it, what a seat may know, what lies where."""

from collections import Counter

from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.table import FoodChainTable
from pawprint.rules.engine import Json, Rng


def dump(state: FoodChainTable) -> Json:
    """The whole state; see `load`."""
    ids = state.cards.ids
    return _public(state) | {
        "deck": [ids[kind] for kind in reversed(state.deck)],
        "hands": [[ids[kind] for kind in hand.kinds] for hand in state.hands],
    }


def observation(state: FoodChainTable, seat: int) -> Json:
    """What *seat* knows. Eaten cards lie face down, but everybody has seen what they were."""
    ids = state.cards.ids
    return _public(state) | {
        "seat": seat,
        "hand": [ids[kind] for kind in state.hands[seat].kinds],
        "cards": [len(hand.kinds) for hand in state.hands],
        "deck": len(state.deck),
        "below": [ids[kind] for kind in reversed(state.deck[: state.bottom])],
    }


def _public(state: FoodChainTable) -> dict[str, Json]:
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
        "known": [[ids[kind] for kind in known.kinds] for known in state.known],
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


def load(state: FoodChainTable, said: Json) -> None:
    """Make the bare table *state* what `dump` has said of another."""
    cards = state.cards
    number = cards.number
    state.first, state.turn, state.seat = said["first"], said["turn"], said["actor"]
    state.ended, state.passes, state.bottom = said["ended"], said["passes"], said["bottom"]
    state.deck = [number[name] for name in reversed(said["deck"])]
    state.aside = tuple(number[name] for name in said["aside"])
    state.discard = [number[name] for name in said["discard"]]
    state.hands = [cards.hand(number[name] for name in hand) for hand in said["hands"]]
    state.known = [cards.hand(number[name] for name in known) for known in said["known"]]
    state.piles = [[number[name] for name in pile] for pile in said["piles"]]
    state.points = [sum(cards.points[kind] for kind in pile) for pile in state.piles]
    state.supply = list(said["supply"])
    state.captured = [tokens for row in said["captured"] for tokens in row]
    state.ransoms = tuple((captor, owner) for captor, owner in said["ransoms"])
    for name, food, owner in said["table"]:
        state.place(cards.node_called(name), cards.node_called(food) if food else -1, owner)
    state.judge_all()


def resample_hidden(state: FoodChainTable, seat: int, rng: Rng) -> None:
    """Shuffle what *seat* has not seen: most of the deck, and of the other hands the cards that went there unseen.

    That a bonus card which was shuffled in (FC-3.4) cannot be among older cards of a hand is not thought of.
    """
    others = [other for other in range(state.players) if other != seat]
    unseen = state.deck[state.bottom :]
    secret = {other: Counter(state.hands[other].kinds) - Counter(state.known[other].kinds) for other in others}
    for other in others:
        unseen += sorted(secret[other].elements())
    unseen.sort()
    rng.shuffle(unseen)
    for other in others:
        number = secret[other].total()
        state.hands[other] = state.cards.hand((*state.known[other].kinds, *unseen[:number]))
        del unseen[:number]
    state.deck[state.bottom :] = unseen


def hidden_draws(state: FoodChainTable, seat: int) -> int:
    """How many random numbers `resample_hidden` takes."""
    unseen = len(state.deck) - state.bottom
    for other, hand in enumerate(state.hands):
        if other != seat:
            unseen += len(hand.kinds) - len(state.known[other].kinds)
    return max(0, unseen - 1)


def zones(state: FoodChainTable, seat: int | None) -> dict[str, list[Json]]:
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
        known = state.known[other].kinds
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
