"""The greedy bot as it is defined: every action is done on a copy of the state.

`test_greedy.py` compares the bot with it, which looks ahead without copies where an engine can.
"""

from collections.abc import Sequence

from pawprint.play.engine import CHANCE, Action, Rng, State

#: How many forced actions and outcomes of chance follow an action.
FOLLOWED = 4


def best_actions(state: State, legal: Sequence[Action], rng: Rng) -> list[Action]:
    """The actions with the largest lead over the best opponent, and with the most points among these."""
    seat = state.actor()
    known = state.copy()
    known.events = None
    known.resample_hidden(seat, rng)
    worths: list[tuple[int, int]] = []
    for action in legal:
        scores = scores_after(known, action, rng)
        own = scores.pop(seat)
        worths.append((own - max(scores, default=0), own))
    return [action for action, worth in zip(legal, worths, strict=True) if worth == max(worths)]


def choice(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """One of the best actions."""
    if len(legal) == 1:
        return legal[0]
    best = best_actions(state, legal, rng)
    return best[0] if len(best) == 1 else rng.pick(best)


def scores_after(known: State, action: Action, rng: Rng) -> list[int]:
    """The scores after *action*, forced actions and chance, up to the next choice or the turn of another seat."""
    seat, after = known.actor(), known.copy()
    after.apply(action)
    for _ in range(FOLLOWED):
        if after.actor() == CHANCE:
            after.apply(after.chance(rng))
        elif after.actor() == seat and len(after.legal_actions()) == 1:
            after.apply(after.legal_actions()[0])
        else:
            break
    return [*after.scores()]
