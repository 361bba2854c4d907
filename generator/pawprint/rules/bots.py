"""Players made of rules: one that does anything, and one that takes what it can get at once.

What they do says something about a game only together with their names: bots at random hide what is unfair.
"""

from collections.abc import Sequence

from pawprint.core.registry import Registry
from pawprint.rules.engine import CHANCE, Action, Rng, State
from pawprint.rules.playing import Bot, random_bot

#: Bot by the name that the command line knows.
BOTS: "Registry[Bot]" = Registry("bot")
BOTS("random")(random_bot)

#: So many actions that nobody has a choice about, and throws of dice, are followed after an action.
_FOLLOWED = 4


@BOTS("greedy")
def greedy_bot(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """Whatever leaves it farthest ahead of the best of the others at once, of these what gives most points.

    It cannot cheat: what its seat does not know is dealt anew before it tries anything.
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
    """*state* after what happens by itself, until somebody decides something, or somebody else than *seat* acts."""
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
    """How far *seat* is ahead, and its points."""
    scores = state.scores()
    own = scores[seat]
    others = scores[:seat] + scores[seat + 1 :]
    return (own - max(others) if others else own, own)
