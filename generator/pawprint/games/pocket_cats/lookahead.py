"""Pocket Cats: how the actions of a decision change the points, without doing them."""

from collections.abc import Sequence

from pawprint.games.pocket_cats.actions import CHOOSING, EXCHANGING, LOOKING, REVEALING
from pawprint.games.pocket_cats.cards import PLACES
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.games.pocket_cats.view import draws_before_tiles, hidden_draws, other_tiles
from pawprint.rules.engine import Rng

_NOTHING = (0, 0)


def score_changes(state: CatsTable, legal: Sequence[int], rng: Rng | None) -> list[tuple[int, int]] | None:
    """By legal action, how it changes the points; see `LookaheadState.score_changes`. None if it is not known."""
    phase, seat = state.phase, state.seat
    if phase in (CHOOSING, LOOKING):
        if rng is not None:
            rng.draw(hidden_draws(state, seat))
        return [_NOTHING] * len(legal)
    if state.partial or phase not in (REVEALING, EXCHANGING):
        return None
    outlook = state.rules.outlook(*state.clans)
    if not outlook.exact:
        return None
    if phase == REVEALING:
        square, turned = state.square, state.turned
        if rng is not None:
            rng.draw(draws_before_tiles(state))
            square, turned = other_tiles(state, seat, rng)
        return outlook.counted(square, state.up, turned).revealed(legal, square, turned)
    # With the last exchange the game is over. The points stay the same, unless the actor then revives a cat (7.3).
    if len(state.hidden) == 1 and seat in outlook.pairing.after[state.first]:
        return None
    if rng is not None:
        rng.draw(hidden_draws(state, seat))
    here, square, turned = state.at, state.square, state.turned
    counted = outlook.counted(square, state.up, turned, here)
    return counted.exchanged(square[here], here, [action % PLACES for action in legal], turned)
