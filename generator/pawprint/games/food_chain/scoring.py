"""Food Chain: the end of a game. Tokens go home, ransoms are paid, points are counted."""

from collections.abc import Sequence

from pawprint.games.food_chain.actions import BACK_OFF, EAT, NOTHING
from pawprint.games.food_chain.cards import nodes_in
from pawprint.games.food_chain.table import FoodChainTable
from pawprint.rules.engine import CHANCE, END


def close_game(state: FoodChainTable) -> None:
    """End the game; with the option `token_ransom`, chance pays the ransoms."""
    if state.events is not None:
        state.events.append(("end", state.ended))
    for seat, nodes in enumerate(state.own):
        state.supply[seat] += nodes.bit_count()  # FC-8.4 all tokens on the table return to their owners
        state.own[seat] = 0
        for node in nodes_in(nodes):
            state.owner[node] = -1
    state.turn = state.seat
    if state.rules.ransom:
        state.ransoms = _ransoms(state)
    _next_ransom(state)


def _ransoms(state: FoodChainTable) -> tuple[tuple[int, int], ...]:
    """(captor, owner) of each captured token, in the order in which they are exchanged."""
    players = state.players
    clockwise = [(state.first + step) % players for step in range(players)]
    held = {
        seat: [
            owner
            for step in range(1, players)
            for owner in [(seat + step) % players]
            for _ in range(state.captured[seat * players + owner])
        ]
        for seat in clockwise
    }
    # FC-9.4 clockwise from the first player, one token at a time, round after round
    rounds = range(max(map(len, held.values())))
    return tuple((seat, held[seat][number]) for number in rounds for seat in clockwise if number < len(held[seat]))


def _next_ransom(state: FoodChainTable) -> None:
    while state.ransoms and not state.piles[state.ransoms[0][1]]:
        state.ransoms = state.ransoms[1:]  # FC-9.4 an empty pile gives nothing
    state.seat = CHANCE if state.ransoms else END


def pay_ransom(state: FoodChainTable, kind: int) -> None:
    """The next token is exchanged for a card of *kind* from its owner's pile."""
    (captor, owner), state.ransoms = state.ransoms[0], state.ransoms[1:]
    state.captured[captor * state.players + owner] -= 1
    state.supply[owner] += 1
    state.piles[owner].remove(kind)
    state.piles[captor].append(kind)
    state.points[owner] -= state.cards.points[kind]
    state.points[captor] += state.cards.points[kind]
    if state.events is not None:
        state.events.append(("ransom", captor, owner, state.cards.ids[kind]))
    _next_ransom(state)


def scores(state: FoodChainTable) -> tuple[int, ...]:
    """Points by seat, if the game ended now."""
    rules = state.rules
    if rules.ransom:
        return tuple(state.points)  # FC-9.4 cards instead of points for tokens
    return tuple(
        [
            points  # FC-9.1 the cards eaten
            + _captured(state, seat)  # FC-9.2 a point for each captured token, or for every token
            + (state.supply[seat] + state.own[seat].bit_count() if rules.counts_own else 0)
            for seat, points in enumerate(state.points)
        ]
    )


def score_changes(state: FoodChainTable, legal: Sequence[int]) -> list[tuple[int, ...]]:
    """By legal action, how it changes the points, unless chance follows. Only eating does."""
    nothing = (0,) * state.players
    return [_eaten(state, action & NOTHING) if EAT <= action < BACK_OFF else nothing for action in legal]


def _eaten(state: FoodChainTable, food: int) -> tuple[int, ...]:
    """The points for *food* and for the token on it."""
    seat, owner, players = state.seat, state.owner[food], state.players
    changes = [0] * players
    changes[seat] = state.cards.points[state.cards.kind_of[food]]
    if owner not in (-1, seat):
        exchanged = state.captured[owner * players + seat] > 0  # FC-5.2.4.3
        counts_own = state.rules.counts_own
        # FC-9.2 an exchange takes a captured token from both, and gives both an own one
        changes[seat] += 1 - (exchanged and not counts_own)
        changes[owner] -= exchanged if not counts_own else 1
    return tuple(changes)


def returns(state: FoodChainTable) -> tuple[float, ...]:
    """Shares of the win by seat."""
    second = [0] * state.players
    if state.rules.tie_break == "most_cards":
        second = [len(pile) for pile in state.piles]
    elif state.rules.tie_break == "most_captured":
        second = [_captured(state, seat) for seat in range(state.players)]
    totals = [*zip(scores(state), second, strict=True)]
    best = max(totals)
    # FC-9.3 the highest total wins; a tie that is left is shared
    return tuple((total == best) / totals.count(best) for total in totals)


def _captured(state: FoodChainTable, seat: int) -> int:
    return sum(state.captured[seat * state.players : (seat + 1) * state.players])
