"""Pocket Cats: how the actions of a decision change the points, without doing them."""

from collections.abc import Sequence

from pawprint.games.pocket_cats.actions import BEFORE, CHOOSING, EXCHANGING, LOOKING, PASS, REVEALING, TURN
from pawprint.games.pocket_cats.cards import PLACES
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.games.pocket_cats.view import draws_before_tiles, hidden_draws, shuffled_tiles
from pawprint.rules.engine import Rng

_NOTHING = (0, 0)
#: Phases whose actions can change points in ways that are understood here.
_UNDERSTOOD = (REVEALING, EXCHANGING, BEFORE)


def score_changes(state: CatsTable, legal: Sequence[int], rng: Rng | None) -> list[tuple[int, int]] | None:
    """By legal action, how it changes the points; see `LookaheadState.score_changes`. None if it is not known."""
    phase, seat = state.phase, state.seat
    if phase in (CHOOSING, LOOKING):
        if rng is not None:
            rng.draw(hidden_draws(state, seat))
        return [_NOTHING] * len(legal)
    if state.partial or phase not in _UNDERSTOOD:
        return None
    outlook = state.rules.outlook(*state.clans)
    if not outlook.exact:
        return None
    if phase == REVEALING:
        if rng is not None:
            rng.draw(draws_before_tiles(state))
            tiles, turned = shuffled_tiles(state, seat, rng)
        else:
            tiles, turned = [state.square[place] for place in legal], state.turned
        return outlook.counted(state.square, state.up, state.turned).revealed(legal, tiles, turned)
    # With the last exchange the game is over. The points stay the same, unless the actor then revives a cat (7.3).
    if len(state.hidden) <= 1 and seat in outlook.pairing.after[state.first]:
        return None
    if rng is not None:
        rng.draw(hidden_draws(state, seat))
    here, square, turned = state.at, state.square, state.turned
    if phase == BEFORE:
        return outlook.counted(square, state.up, turned).turned_otherwise(_ways(legal, turned))
    counted = outlook.counted(square, state.up, turned, here)
    return counted.exchanged(square[here], here, [action % PLACES for action in legal], turned)


def _ways(legal: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
    """By action, the dog that it turns and its rotation then; -1 for no dog."""
    ways = []
    for action in legal:
        dog, by = divmod(action - TURN, 4)
        ways.append((dog, (turned[dog] + by) % 4) if action != PASS else (-1, 0))
    return ways
