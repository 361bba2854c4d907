"""Bots that search: flat Monte Carlo, and Monte Carlo tree search.

Both guess what their seat does not know, play on from there, and prefer the actions after which they were farthest
ahead. They decide by the observation of their seat: they read nothing but copies of the state with resampled hidden
information. With a budget of rollouts, games depend on nothing but the seed; roots are the only irrational numbers,
because not all machines round logarithms alike.
"""

from collections.abc import Sequence
from math import sqrt
from time import monotonic

from pawprint.rules.bot_names import SearchBudget
from pawprint.rules.bots import BOTS, scores_after
from pawprint.rules.engine import CHANCE, END, Action, Rng, State

#: Different guesses at the hidden information for one decision; rollouts take them in turn.
_GUESSES = 32
#: In so many guesses the actions at the root are compared before the first rollout.
_COMPARED = 8
#: A rollout ends after so many random choices, and its scores are compared.
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
        self.lead = _leads(self.guess(0).scores())[self.seat]
        # The mean change of the lead, from a sum that begins with one point.
        self.changed, self.changes = 1.0, 1
        self.scale = _SPREADS

    def guess(self, number: int) -> State:
        """One of the guesses; the caller copies it."""
        number %= min(_GUESSES, self.budget.rollouts or _GUESSES)
        while number >= len(self.guesses):
            guess = self.state.copy()
            guess.events = None
            guess.resample_hidden(self.seat, self.rng)
            self.guesses.append(guess)
        return self.guesses[number]

    def spent(self) -> float:
        """The part of the budget that is spent."""
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
        draw, left = rng.random, _DEPTH
        while (seat := state.actor()) != END:
            if seat == CHANCE:
                state.apply(state.chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) == 1:
                state.apply(legal[0])
            elif left:
                left -= 1
                state.apply(legal[int(draw() * len(legal))])
            else:
                break
        self.count += 1
        leads = _leads(state.scores())
        self.note(leads[self.seat])
        rewards = [self.reward(lead) for lead in leads]
        if seat == END:
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
        totals = dict.fromkeys(legal, 0.0)
        left = [*legal]
        halvings, halved, rounds = (len(legal) - 1).bit_length(), 0, 0
        while len(left) > 1 and (not rounds or rollouts.spent() < 1):
            guess = rollouts.guess(rounds)
            rounds += 1
            for action in left:
                after = guess.copy()
                after.apply(action)
                totals[action] += rollouts.finish(after)[rollouts.seat]
            if rollouts.spent() * halvings >= halved + 1:
                halved += 1
                left.sort(key=totals.__getitem__, reverse=True)
                del left[(len(left) + 1) // 2 :]
        return max(left, key=totals.__getitem__)


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


class TreeBot:
    """Searches one tree of the choices of all seats, in which each seat maximizes its own reward.

    This is information-set tree search with a single observer (Cowling, Powley, Whitehouse 2012): every rollout has
    another guess, and takes only actions that are legal with it. A new edge counts as if one rollout had given the
    reward of its lead, and edges with better leads are tried sooner. Chance is sampled, without nodes of its own.
    """

    def __init__(self, budget: SearchBudget) -> None:
        self.budget = budget

    def __call__(self, state: State, legal: Sequence[Action], rng: Rng) -> Action:
        if len(legal) == 1:
            return legal[0]
        rollouts = _Rollouts(state, self.budget, rng)
        root = _root(rollouts, legal)
        while rollouts.spent() < 1 and not self._decided(root, rollouts.count):
            after = rollouts.guess(rollouts.count).copy()
            path = _descend(root, after, rollouts)
            rewards = rollouts.finish(after)
            for seat, edge in path:
                edge.visits += 1
                edge.total += rewards[seat]
        return max(legal, key=lambda action: (root[action].visits, root[action].total))

    def _decided(self, root: _Node, count: int) -> bool:
        """Whether no other action can be visited most often with what is left of the budget."""
        left = self.budget.rollouts - count
        if left < 0 or left * 2 > self.budget.rollouts or count % 8:
            return False
        second, first = sorted([edge.visits for edge in root.values()])[-2:]
        return first - second > left


def _root(rollouts: _Rollouts, legal: Sequence[Action]) -> _Node:
    """The node of the decision, with mean leads in some guesses."""
    totals = [0] * len(legal)
    seat = rollouts.seat
    for number in range(_COMPARED):
        for place, scores in enumerate(scores_after(rollouts.guess(number), legal, seat, rollouts.rng)):
            lead = _leads(scores)[seat]
            totals[place] += lead
            rollouts.note(lead)
    return {action: _Edge(total / _COMPARED) for action, total in zip(legal, totals, strict=True)}


def _descend(root: _Node, state: State, rollouts: _Rollouts) -> list[tuple[int, _Edge]]:
    """Apply choices to *state* up to an edge that was not visited before; return them, each with its actor."""
    node: _Node | None = root
    path: list[tuple[int, _Edge]] = []
    rng = rollouts.rng
    while (seat := state.actor()) != END:
        if seat == CHANCE:
            state.apply(state.chance(rng))
            continue
        legal = state.legal_actions()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        if node is None:
            node = path[-1][1].nodes.setdefault(seat, {})
        new = [action for action in legal if action not in node]
        if new:
            for action, scores in zip(new, scores_after(state, new, seat, rng), strict=True):
                node[action] = _Edge(_leads(scores)[seat])
        action, edge = _promising(node, legal, rollouts)
        path.append((seat, edge))
        state.apply(action)
        if not edge.visits:
            break
        node = None
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
