"""FOODEN: how the actions of a decision change the points, without doing them.

Within a season only the pawn and bounty pay. So an action matters only by itself, and by what the actor is forced to do
after it; where a season may end, or what follows is not clear here, the action must be done to find out.
"""

from collections.abc import Callable, Sequence

from pawprint.games.fooden.actions import (
    ACTING,
    CHOOSING,
    FORESEEING,
    JOINING,
    LAY,
    LAYING,
    NAMING,
    RENEWING,
    SHIFTING,
)
from pawprint.games.fooden.cards import (
    ADD_FOOD,
    BOUNTY,
    COHORT,
    FOODS,
    FORESEE,
    INTRODUCE,
    LEAD,
    RECALL,
    RENEW,
    RESCUE,
    REVEAL,
    SHIFT,
)
from pawprint.games.fooden.options import ROUNDS
from pawprint.games.fooden.table import FIRST_LAB, LEADS, NEWCOMERS, FoodenTable

#: Changes of points by seat; None if they are not known.
Change = tuple[int, ...] | None

#: More creatures than any card draws.
_MANY = 12


def score_changes(state: FoodenTable, legal: Sequence[int], deck: Callable[[], Sequence[int]]) -> list[Change]:
    """By legal action, how it changes the points.

    Args:
        deck: gives the deck as the actor may imagine it.
    """
    nothing: Change = (0,) * state.seats
    stage = state.stage
    if stage == LAYING:
        return [nothing if _is_quiet_to_lay(state) else None] * len(legal)
    if stage == CHOOSING:
        last = state.organisations.count(-1) == 1
        return [nothing if not last or len(state.deck) > FIRST_LAB + NEWCOMERS else None] * len(legal)
    if stage == NAMING:
        return [nothing] * len(legal)
    ahead = _Ahead(state, deck)
    if stage == ACTING:
        return [ahead.begun(action) for action in legal]
    if stage == JOINING:
        first = state.first_action[INTRODUCE]
        return [ahead.arrived(action - first, state.pending) for action in legal]
    if stage == FORESEEING and len(state.looked) > 2:
        return [nothing] * len(legal)
    if stage == RENEWING and state.owed > 1 and len(state.lab) > 2:
        return [nothing] * len(legal)
    if stage == SHIFTING:
        return [ahead.rest(state.pending, len(state.lab), 0)] * len(legal)
    return [None] * len(legal)


def _is_quiet_to_lay(state: FoodenTable) -> bool:
    """Whether only another decision can follow when a card is laid."""
    if state.laid.count(-1) > 1:
        return True
    # FO-4.4: the last one turns up all cards; which one is the first is not known before.
    first, lay = state.first, state.first_action[LAY]
    cards = [state.laid[first], *(action - lay for action in state.hands[first])]
    return all(_can_be_applied(state, first, card) for card in cards)


def _can_be_applied(state: FoodenTable, seat: int, card: int) -> bool:
    """Whether *seat* certainly has a choice with *card*, whatever the one before does."""
    effects = state.cards.effects[card]
    return bool(
        effects >> LEAD & 1
        or (effects >> ADD_FOOD & 1 and any(state.purses[seat]))
        or (effects >> REVEAL & 1 and (state.discard or len(state.deck) > _MANY))
        or (effects >> INTRODUCE & 1 and len(state.lab) > 2)
    )


class _Ahead:
    """What follows an action of a card.

    Attributes:
        deck: as the actor may imagine it; None until it matters.
        quiet: whether the card can end without a change of points.
        nothing: the change of points by nothing.
    """

    __slots__ = ("_deck", "deck", "nothing", "quiet", "state")

    def __init__(self, state: FoodenTable, deck: Callable[[], Sequence[int]]) -> None:
        self.state, self._deck = state, deck
        self.deck: Sequence[int] | None = None
        self.nothing = (0,) * state.seats
        after = (state.seat + 1) % state.seats
        if after != state.first:
            self.quiet = _can_be_applied(state, after, state.laid[after])
        else:
            # FO-4.4: the next round begins with a choice; after the last one the season ends.
            self.quiet = state.round < ROUNDS and all(len(hand) > 1 for hand in state.hands)

    def begun(self, action: int) -> Change:
        """The change by an action that begins an effect."""
        state = self.state
        rest = state.pending ^ state.rules.spends[action]
        effect = state.rules.words.verb[action]
        lab = len(state.lab)
        if effect == LEAD:
            return self._led(self.rest(rest, lab, 0))
        if effect == REVEAL:
            return self._revealed(rest, lab)
        if effect in (INTRODUCE, RESCUE):
            return self.arrived(state.about[action], rest)
        if effect == RENEW:
            return self.nothing if min(state.count, lab) > 1 and lab > 2 else None
        if effect == FORESEE:
            return self.nothing  # one card can at least be kept or sunk
        if effect == SHIFT:
            row = len(state.rows[state.row[state.about[action]]])
            return self.nothing if row > 2 and not state.rules.shifts_by_one else self.rest(rest, lab, 0)
        food = state.about[action] if effect == ADD_FOOD else -1
        return self.rest(rest, lab + (effect == RECALL), 0, food)

    def arrived(self, creature: int, rest: int) -> Change:
        """The change by a creature that is added to Nature; FO-7.9: with a cohort another one is chosen."""
        state = self.state
        lab = len(state.lab) - (creature in state.lab)
        if state.trait[creature] == COHORT and lab:
            if lab > 1:
                return self.nothing
            lab = 0
        return self.rest(rest, lab, 0)

    def rest(self, rest: int, lab: int, drawn: int, spent: int = -1) -> Change:
        """The change by what is forced when the effects *rest* are left.

        Args:
            lab: so many creatures are in the laboratory.
            drawn: so many were drawn from the deck.
            spent: the food of a cube that was added.
        """
        if rest & rest - 1:
            return None  # no printed card has more than two effects
        state = self.state
        if not rest:
            return self.nothing if self.quiet else None
        effect = rest.bit_length() - 1
        if effect == LEAD:
            return self._led(self.rest(0, lab, drawn))
        if effect == REVEAL:
            return self._revealed(0, lab) if not drawn else None
        if effect == RENEW:
            return self.nothing if lab > 1 or (not lab and self.quiet) else None
        if effect == FORESEE:
            return self.nothing if len(state.deck) > drawn else None
        if self.quiet:
            return self.nothing  # whether it is forced or skipped
        if effect == INTRODUCE:
            return self.nothing if lab > 1 else None
        if effect == ADD_FOOD:
            purse = state.purses[state.seat]
            return self.nothing if sum(purse[food] > (food == spent) for food in FOODS) > 1 else None
        return None

    def _led(self, change: Change) -> Change:
        """FO-6.3: *change*, and that by the pawn."""
        state = self.state
        if change is None or state.leader == state.seat:
            return change
        changes = [*change]
        changes[state.seat] += LEADS
        changes[state.leader] -= LEADS
        return tuple(changes)

    def _revealed(self, rest: int, lab: int) -> Change:
        """The change by a creature that is revealed, and by what comes with it."""
        state, owed, drawn, won = self.state, 1, 0, 0
        if self.deck is None:
            self.deck = self._deck()
        deck = self.deck
        while owed:
            if drawn == len(deck):
                return None  # FO-4.3: the discard pile is shuffled
            drawn += 1
            owed -= 1
            kind = state.trait[deck[-drawn]]
            if kind == COHORT:  # FO-7.9
                owed += 1
            elif kind == BOUNTY and state.vp > won:  # FO-7.7
                won += 1
        change = self.rest(rest, lab + drawn, drawn)
        if change is None or not won:
            return change
        changes = [*change]
        changes[state.seat] += won
        return tuple(changes)
