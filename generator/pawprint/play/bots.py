"""Random and greedy bots, and the registry of all bots; `search_bots` has those that search.

Statistics of games depend on the bots that play them: random play hides what is unfair.
"""

from collections.abc import Sequence
from itertools import compress
from operator import add
from typing import cast

from pawprint.core.registry import Registry
from pawprint.play.engine import CHANCE, Action, LookaheadState, Rng, State, resampled
from pawprint.play.lazy_table import LazyTable
from pawprint.play.playing import Bot, random_bot

#: Bots by name, as on the command line.
BOTS: "Registry[Bot]" = Registry("bot")
BOTS("random")(random_bot)
BOTS.define_in("pawprint.play.search_bots", "flat", "mcts")

#: How many forced actions and outcomes of chance the greedy bot follows after an action.
_FOLLOWED = 4
#: The most scores that are cached for each seat.
_MOST = 20_000

#: Points by seat, or their changes.
_Scores = tuple[int, ...]


@BOTS("greedy")
def greedy_bot(state: State, legal: Sequence[Action], rng: Rng) -> Action:
    """Take the action that leads to the largest lead over the best opponent, then to the most points.

    It cannot cheat: hidden information is resampled before it looks at what an action leads to. It does an action on a
    copy only if the engine cannot tell the change of the scores otherwise (`LookaheadState`).
    """
    if len(legal) == 1:
        return legal[0]
    seat = state.actor()
    changes: Sequence[_Scores | None]
    if hasattr(state, "score_changes"):
        changes, known = cast("LookaheadState", state).score_changes(legal, rng)
        first = changes[0]
        if first is not None and changes.count(first) == len(changes):
            return rng.pick(legal)
    else:
        changes, known = (None,) * len(legal), resampled(state, rng)
    if None in changes or not _is_relative(cast("Sequence[_Scores]", changes), seat):
        changes = _scores_after(known, legal, changes, seat, rng)
    worth = _WORTH[seat]
    worths = [worth[change] for change in cast("Sequence[_Scores]", changes)]
    most = max(worths)
    if worths.count(most) == 1:
        return legal[worths.index(most)]
    return rng.pick([*compress(legal, map(most.__eq__, worths))])


def scores_after(state: State, legal: Sequence[Action], seat: int, rng: Rng) -> list[_Scores]:
    """The scores after each of the *legal* actions of *seat*, and after what is forced upon it then.

    Nothing is resampled: *state* must be one that *seat* may know.
    """
    changes: Sequence[_Scores | None] = (None,) * len(legal)
    if hasattr(state, "score_changes"):
        changes, _ = cast("LookaheadState", state).score_changes(legal, None)
    return _scores_after(state, legal, changes, seat, rng)


def _scores_after(
    state: State, legal: Sequence[Action], changes: Sequence[_Scores | None], seat: int, rng: Rng
) -> list[_Scores]:
    """The same with the *changes* that are known; other actions are tried."""
    before = state.scores()
    return [
        _tried(state, action, seat, rng) if change is None else tuple(map(add, before, change))
        for action, change in zip(legal, changes, strict=True)
    ]


def _is_relative(changes: Sequence[_Scores], seat: int) -> bool:
    """Whether the best change is the best one from any scores: the same opponent stays the best one."""
    first = changes[0]
    if len(first) <= 2:
        return True
    others = first[:seat] + first[seat + 1 :]
    return all(change[:seat] + change[seat + 1 :] == others for change in changes)


def _worth_for(seat: int) -> LazyTable[_Scores, tuple[int, int]]:
    """Scores -> the lead of *seat* over the best opponent, and its points."""

    def worth(scores: _Scores) -> tuple[int, int]:
        own = scores[seat]
        others = scores[:seat] + scores[seat + 1 :]
        return (own - max(others) if others else own, own)

    return LazyTable(worth, _MOST)


#: Seat -> what scores are worth to it.
_WORTH = LazyTable(_worth_for, _MOST)


def _tried(known: State, action: Action, seat: int, rng: Rng) -> _Scores:
    """The scores after *action*, and after forced actions and chance up to the next choice or the turn of another."""
    state = known.copy()
    state.apply(action)
    while _is_secret(state, seat):
        state.apply(rng.pick(state.legal_actions()))
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
    return state.scores()


def _is_secret(state: State, seat: int) -> bool:
    """Whether *seat* has chosen in secret, and others have not: nothing comes of the choice before they have."""
    chosen = getattr(state, "chosen", None)
    return chosen is not None and chosen[seat] is not None
