"""Random and greedy bots.

Statistics of games depend on the bots that play them: random play hides what is unfair.
"""

from collections.abc import Sequence

from pawprint.core.registry import Registry
from pawprint.rules.engine import CHANCE, Action, Rng, State
from pawprint.rules.playing import Bot, random_bot

#: Bots by name, as on the command line.
BOTS: "Registry[Bot]" = Registry("bot")
BOTS("random")(random_bot)

#: How many forced actions and outcomes of chance the greedy bot follows after an action.
_FOLLOWED = 4


@BOTS("greedy")
def greedy_bot(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """Take the action that leads to the largest lead over the best opponent, then to the most points.

    It cannot cheat: hidden information is resampled before it tries an action.
    """
    if len(legal) == 1:
        return legal[0]
    seat = state.actor()
    known = state.copy()
    known.events = None
    known.resample_hidden(seat, rng)
    best: tuple[float, float] | None = None
    found: list[Action] = []
    for action in legal:
        after = known.copy()
        after.apply(action)
        worth = _worth(_settled(after, seat, rng), seat)
        if best is None or worth > best:
            best, found = worth, [action]
        elif worth == best:
            found.append(action)
    return found[0] if len(found) == 1 else rng.pick(found)


def _settled(state: State, seat: int, rng: Rng) -> State:
    """*state* after forced actions and chance, up to the next choice or the turn of another seat."""
    for _ in range(_FOLLOWED):
        actor = state.actor()
        if actor == CHANCE:
            state.apply(state.chance(rng))
            continue
        if actor != seat:
            break
        legal = state.legal_actions()
        if len(legal) > 1:
            break
        state.apply(legal[0])
    return state


def _worth(state: State, seat: int) -> tuple[float, float]:
    """The lead of *seat* over the best opponent, and its points."""
    scores = state.scores()
    own = scores[seat]
    others = scores[:seat] + scores[seat + 1 :]
    return (own - max(others) if others else own, own)
