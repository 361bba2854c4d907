"""Random and greedy bots, and the registry of all bots; `search_bots` has those that search.

Statistics of games depend on the bots that play them: random play hides what is unfair.
"""

from collections.abc import Sequence
from operator import add
from typing import cast

from pawprint.core.registry import Registry
from pawprint.rules.engine import CHANCE, Action, LookaheadState, RecordedRng, Rng, State
from pawprint.rules.playing import Bot, random_bot

#: Bots by name, as on the command line.
BOTS: "Registry[Bot]" = Registry("bot")
BOTS("random")(random_bot)
BOTS.define_in("pawprint.rules.search_bots", "flat", "mcts")

#: How many forced actions and outcomes of chance the greedy bot follows after an action.
_FOLLOWED = 4

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
    if hasattr(state, "score_changes"):
        found = _best_by_changes(cast("LookaheadState", state), legal, seat, rng)
    else:
        known = _resampled(state, seat, rng)
        found = _best(legal, [_tried(known, action, seat, rng) for action in legal], seat)
    return found[0] if len(found) == 1 else rng.pick(found)


def scores_after(state: State, legal: Sequence[Action], seat: int, rng: Rng) -> list[_Scores]:
    """The scores after each of the *legal* actions of *seat*, and after what is forced upon it then.

    Nothing is resampled: *state* must be one that *seat* may know.
    """
    if not hasattr(state, "score_changes"):
        return [_tried(state, action, seat, rng) for action in legal]
    changes = cast("LookaheadState", state).score_changes(legal, None)
    before = state.scores()
    return [
        _tried(state, action, seat, rng) if change is None else tuple(map(add, before, change))
        for action, change in zip(legal, changes, strict=True)
    ]


def _best_by_changes(state: LookaheadState, legal: Sequence[Action], seat: int, rng: Rng) -> Sequence[Action]:
    """The best actions; hidden information is resampled only if they depend on it, always with the same numbers."""
    draw = rng.random
    draws = [draw() for _ in range(state.hidden_draws(seat))]
    changes = state.score_changes(legal, seat)
    if None not in changes:
        found = _best_by_known_changes(legal, cast("Sequence[_Scores]", changes), seat)
        if found is not None:
            return found
    known = cast("LookaheadState", _resampled(state, seat, RecordedRng(draws)))
    if None in changes:
        changes = known.score_changes(legal, None)
        if None not in changes:
            found = _best_by_known_changes(legal, cast("Sequence[_Scores]", changes), seat)
            if found is not None:
                return found
    before = known.scores()
    scores = [
        _tried(known, action, seat, rng) if change is None else tuple(map(add, before, change))
        for action, change in zip(legal, changes, strict=True)
    ]
    return _best(legal, scores, seat)


def _best_by_known_changes(legal: Sequence[Action], changes: Sequence[_Scores], seat: int) -> Sequence[Action] | None:
    """The best actions; None if that depends on the scores before them."""
    first = changes[0]
    if changes.count(first) == len(changes):
        return legal
    if len(first) > 2:
        others = first[:seat] + first[seat + 1 :]
        for change in changes:
            if change[:seat] + change[seat + 1 :] != others:
                return None  # which opponent is the best one may change
    return _best(legal, changes, seat)


def _best(legal: Sequence[Action], scores: Sequence[_Scores], seat: int) -> list[Action]:
    """The actions with the largest lead of *seat* over the best opponent, and with the most points among these."""
    worth = {one: _worth(one, seat) for one in set(scores)}
    most = max(worth.values())
    return [action for action, one in zip(legal, scores, strict=True) if worth[one] == most]


def _worth(scores: _Scores, seat: int) -> tuple[int, int]:
    """The lead of *seat* over the best opponent, and its points."""
    own = scores[seat]
    others = scores[:seat] + scores[seat + 1 :]
    return (own - max(others) if others else own, own)


def _resampled(state: State, seat: int, rng: Rng) -> State:
    """A copy with hidden information as *seat* could imagine it."""
    known = state.copy()
    known.events = None
    known.resample_hidden(seat, rng)
    return known


def _tried(known: State, action: Action, seat: int, rng: Rng) -> _Scores:
    """The scores after *action*, and after forced actions and chance up to the next choice or the turn of another."""
    state = known.copy()
    state.apply(action)
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
