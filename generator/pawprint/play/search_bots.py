"""Bots that search: flat Monte Carlo, and Monte Carlo tree search.

Both guess what their seat does not know, play on from there, and prefer the actions after which they were farthest
ahead. They decide by the observation of their seat: they read nothing but copies of the state with resampled hidden
information. With a budget of rollouts, games depend on nothing but the seed; roots are the only irrational numbers,
because not all machines round logarithms alike.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from time import monotonic

from pawprint.play.bot_names import SearchBudget
from pawprint.play.bots import BOTS, scores_after
from pawprint.play.engine import CHANCE, END, Action, Rng, State

#: Different guesses at the hidden information for one decision; rollouts take them in turn.
_GUESSES = 32
#: A rollout ends after so many random choices for each seat, and its scores are compared. In games in which points come
#: late, shorter ones lead nowhere.
_DEPTH = 8
#: At the end of a game, the part of the reward that is the share of the win; the rest is the lead.
_WIN = 0.7
#: How much actions are tried that have been tried less than others.
_EXPLORATION = 1.0
#: The lead that is worth half of all rewards beyond an even game, in mean changes of the lead.
_SPREADS = 2.0


class _Rollouts:
    """Guesses at what *state* hides from its actor, and rewards of what follows from there.

    A reward is a number from 0 to 1 for each seat, 0.5 if it leads by nothing.

    Attributes:
        count: how many rollouts there were.
    """

    def __init__(self, state: State, budget: SearchBudget, rng: Rng) -> None:
        self.state, self.budget, self.rng = state, budget, rng
        self.seat = state.actor()
        self.guesses: list[State] = []
        self.count = 0
        self.started = monotonic()
        scores = self.guess(0).scores()
        self.lead = _leads(scores)[self.seat]
        self.depth = _DEPTH * len(scores)
        # The mean change of the lead, from a sum that begins with one point.
        self.changed, self.changes = 1.0, 1
        self.scale = _SPREADS

    def guess(self, number: int) -> State:
        number %= min(_GUESSES, self.budget.rollouts or _GUESSES)
        while number >= len(self.guesses):
            guess = self.state.copy()
            guess.events = None
            guess.resample_hidden(self.seat, self.rng)
            self.guesses.append(guess)
        return self.guesses[number]

    def spent(self) -> float:
        if self.budget.rollouts:
            return self.count / self.budget.rollouts
        return (monotonic() - self.started) / self.budget.seconds

    def note(self, lead: float) -> None:
        """Scale rewards by how far the lead of the seat changes."""
        self.changed += abs(lead - self.lead)
        self.changes += 1
        self.scale = _SPREADS * max(0.5, self.changed / self.changes)

    def finish(self, state: State) -> list[float]:
        """Play on at random for some choices, or to the end; the rewards by seat."""
        rng = self.rng
        draw, left = rng.random, self.depth
        legal = _next_choice(state, rng)
        while legal and left:
            left -= 1
            state.apply(legal[int(draw() * len(legal))])
            legal = _next_choice(state, rng)
        self.count += 1
        leads = _leads(state.scores())
        self.note(leads[self.seat])
        rewards = [self.reward(lead) for lead in leads]
        if not legal:
            shares = state.returns()
            rewards = [_WIN * share + (1 - _WIN) * reward for share, reward in zip(shares, rewards, strict=True)]
        return rewards

    def reward(self, lead: float) -> float:
        """The reward for a *lead* over the best opponent."""
        return 0.5 + 0.5 * lead / (self.scale + abs(lead))


def _leads(scores: Sequence[int]) -> list[int]:
    """By seat, the lead over the best opponent; the points if there is none."""
    if len(scores) == 1:
        return [*scores]
    second, best = sorted(scores)[-2:]
    return [score - (best if score < best else second) for score in scores]


# --- flat Monte Carlo ---------------------------------------------------------------------------------------


class FlatBot:
    """Tries every action equally often, with the same guesses, then only the better half of them, and so on.

    A budget that is too small for this is exceeded, so that each action is tried once.
    """

    def __init__(self, budget: SearchBudget) -> None:
        self.budget = budget

    def __call__(self, state: State, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        rollouts = _Rollouts(state, self.budget, rng)
        attempt = self.attempts(rollouts)
        totals = dict.fromkeys(legal, 0.0)
        left = [*legal]
        halvings, halved, rounds = (len(legal) - 1).bit_length(), 0, 0
        while len(left) > 1 and (not rounds or rollouts.spent() < 1):
            guess = rollouts.guess(rounds)
            rounds += 1
            for action in left:
                after = guess.copy()
                after.apply(action)
                totals[action] += attempt(action, after)
            if rollouts.spent() * halvings >= halved + 1:
                halved += 1
                left.sort(key=totals.__getitem__, reverse=True)
                del left[(len(left) + 1) // 2 :]
        return max(left, key=totals.__getitem__)

    def attempts(self, rollouts: _Rollouts) -> Callable[[Action, State], float]:
        """A function that plays on after an action, and returns the reward of the seat."""
        return lambda _, after: rollouts.finish(after)[rollouts.seat]


def _next_choice(state: State, rng: Rng) -> Sequence[Action]:
    """Apply chance and single actions to *state* until a seat has a choice; return its actions, none at the end."""
    while (seat := state.actor()) != END:
        if seat == CHANCE:
            state.apply(state.chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) > 1:
            return legal
        state.apply(legal[0])
    return ()


# --- Monte Carlo tree search --------------------------------------------------------------------------------


class _Edge:
    """An action at a node.

    Attributes:
        lead: of the actor after the action.
        visits, total: the rollouts that took it, and the sum of their rewards for the actor.
        offered: the rollouts in which it was legal.
        nodes: actor -> what follows; guesses differ in who has the next choice.
    """

    __slots__ = ("lead", "nodes", "offered", "total", "visits")

    def __init__(self, lead: float) -> None:
        self.lead, self.visits, self.total, self.offered = lead, 0, 0.0, 0
        self.nodes: dict[int, _Node] = {}


#: Action -> edge, for all actions that were legal in one of the guesses. A node is given by the choices before it, and
#: has one actor.
_Node = dict[Action, _Edge]


class TreeBot(FlatBot):
    """Remembers in a tree what follows each action: all seats choose what has been best for them so far.

    This is information-set tree search with a single observer (Cowling, Powley, Whitehouse 2012): every rollout has
    another guess, and takes only actions that are legal with it. A new edge counts as if one rollout had given the
    reward of its lead, and edges with better leads are tried sooner. Chance is sampled and has no nodes. The
    actions of the decision itself share the budget as in `FlatBot`, since there only the choice counts.
    """

    def attempts(self, rollouts: _Rollouts) -> Callable[[Action, State], float]:
        roots: dict[Action, _Edge] = {}

        def attempt(action: Action, after: State) -> float:
            root = roots.setdefault(action, _Edge(0))
            path = _descend(root, after, rollouts)
            rewards = rollouts.finish(after)
            for seat, edge in path:
                edge.visits += 1
                edge.total += rewards[seat]
            return rewards[rollouts.seat]

        return attempt


def _descend(root: _Edge, state: State, rollouts: _Rollouts) -> list[tuple[int, _Edge]]:
    """Apply choices to *state* up to an edge that was not visited before; return them, each with its actor."""
    last = root
    path: list[tuple[int, _Edge]] = []
    rng = rollouts.rng
    while legal := _next_choice(state, rng):
        seat = state.actor()
        node = last.nodes.setdefault(seat, {})
        new = [action for action in legal if action not in node]
        if new:
            for action, scores in zip(new, scores_after(state, new, seat, rng), strict=True):
                node[action] = _Edge(_leads(scores)[seat])
        action, last = _promising(node, legal, rollouts)
        path.append((seat, last))
        state.apply(action)
        if not last.visits:
            break
    return path


def _promising(node: _Node, legal: Sequence[Action], rollouts: _Rollouts) -> tuple[Action, _Edge]:
    """The edge with the best sum of its mean reward and of a bonus, which is larger the fewer visits it has had."""
    edges = [node[action] for action in legal]
    best, scale = max([edge.lead for edge in edges]), rollouts.scale
    weights = [1 / (scale + best - edge.lead) for edge in edges]
    whole = _EXPLORATION / sum(weights)
    most, chosen = -1.0, 0
    for place, edge in enumerate(edges):
        edge.offered += 1
        lead, visits = edge.lead, edge.visits
        reward = 0.5 + 0.5 * lead / (scale + abs(lead))  # as in `_Rollouts.reward`
        value = (reward + edge.total + whole * weights[place] * sqrt(edge.offered)) / (1 + visits)
        if value > most:
            most, chosen = value, place
    return legal[chosen], edges[chosen]


BOTS("flat")(FlatBot(SearchBudget(200)))
BOTS("mcts")(TreeBot(SearchBudget(200)))
