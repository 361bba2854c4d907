"""What the action cards of FOODEN do: for each effect which actions carry it out, and what each of them changes.

An effect without an action cannot be applied, and is skipped (FO-4.7). Some go on after their first action: creatures
are discarded one by one, cards that were looked at are put back one by one, and what a cohort brings is chosen.
"""

from bisect import insort
from collections.abc import Callable, Sequence

from pawprint.games.fooden import actions as verbs
from pawprint.games.fooden.actions import ACTING, FORESEEING, JOINING, RENEWING, SHIFTING, effects_in
from pawprint.games.fooden.cards import (
    ADD_FOOD,
    BARTER,
    COHORT,
    EFFECTS,
    FEED,
    FOODS,
    FORESEE,
    INTRODUCE,
    LEAD,
    RECALL,
    RENEW,
    RESCUE,
    REVEAL,
    SHIFT,
    SPONSOR,
    SUPPLY,
)
from pawprint.games.fooden.table import FoodenTable
from pawprint.rules.lazy_table import LazyTable

Choices = Callable[[FoodenTable], Sequence[int]]
Doing = Callable[[FoodenTable, int], None]


# --- A0a to A0d ---------------------------------------------------------------------------------------------


def _owned(state: FoodenTable) -> Sequence[int]:
    first, purse = state.first_action[ADD_FOOD], state.purses[state.seat]
    return [first + food for food in FOODS if purse[food]]


def _add_food(state: FoodenTable, food: int) -> None:
    state.purses[state.seat][food] -= 1
    state.food[food] += 1
    state.go_on()


def _deck(state: FoodenTable) -> Sequence[int]:
    # FO-8.2: in a grand slam a draw that cannot be completed can be begun: it ends the game.
    possible = state.deck or state.discard or state.rules.grand_slam
    return (state.first_action[REVEAL],) if possible else ()


def _reveal(state: FoodenTable, _: int) -> None:
    if state.draw(1):
        state.go_on()


def in_lab(state: FoodenTable) -> Sequence[int]:
    """Introducing any creature of the laboratory."""
    first = state.first_action[INTRODUCE]
    return [first + creature for creature in state.lab]


def _introduce(state: FoodenTable, creature: int) -> None:
    state.lab.remove(creature)
    _arrive(state, creature)


def _arrive(state: FoodenTable, creature: int) -> None:
    """An action adds *creature* to Nature; FO-7.9: who comes with a cohort brings another from the laboratory."""
    state.add(creature)
    if state.trait[creature] == COHORT and state.lab:
        state.stage, state.legal = JOINING, in_lab(state)
        if state.events is not None:
            state.emit_trait(creature)
    else:
        state.go_on()


def _pawn(state: FoodenTable) -> Sequence[int]:
    return (state.first_action[LEAD],)


def _lead(state: FoodenTable, _: int) -> None:
    state.leader = state.seat  # FO-4.6: acts from the next round
    if state.events is not None:
        state.emit("leads", state.seat)
    state.go_on()


# --- A1 to A9 -----------------------------------------------------------------------------------------------


def _in_lab_or_discard(state: FoodenTable) -> Sequence[int]:
    first = state.first_action[RESCUE]
    return [first + creature for creature in sorted([*state.lab, *state.discard])]


def _rescue(state: FoodenTable, creature: int) -> None:
    (state.lab if creature in state.lab else state.discard).remove(creature)
    _arrive(state, creature)


def _anyone(effect: int) -> Choices:
    """One action for each creature of Nature."""

    def choices(state: FoodenTable) -> Sequence[int]:
        first = state.first_action[effect]
        return sorted([first + creature for row in state.rows for creature in row])

    return choices


def _recall(state: FoodenTable, creature: int) -> None:
    row = state.row[creature]
    place = state.rows[row].index(creature)
    del state.rows[row][place]  # FO-3.3: the row closes up
    del state.ranks[row][place]  # A7: another Force is cancelled
    insort(state.lab, creature)
    state.go_on()


def _cubes_to_swap(state: FoodenTable) -> Sequence[int]:
    first, purse, food = state.first_action[BARTER], state.purses[state.seat], state.food
    return [
        first + 4 * given + taken
        for given in FOODS
        if purse[given]
        for taken in FOODS
        if food[taken] and taken != given
    ]


def _barter(state: FoodenTable, both: int) -> None:
    given, taken = divmod(both, 4)
    purse = state.purses[state.seat]
    purse[given] -= 1
    purse[taken] += 1
    state.food[given] += 1
    state.food[taken] -= 1
    state.go_on()


def _in_reserve(state: FoodenTable) -> Sequence[int]:
    first, reserve = state.first_action[SUPPLY], state.reserve
    return [first + food for food in FOODS if reserve[food]]  # FO-5.1


def _supply(state: FoodenTable, food: int) -> None:
    state.reserve[food] -= 1
    state.food[food] += 1
    state.go_on()


def _to_discard(state: FoodenTable) -> Sequence[int]:
    first = state.first_action[RENEW]
    return [first + creature for creature in state.lab]


def _renew(state: FoodenTable, creature: int) -> None:
    if state.stage == ACTING:
        state.count = state.owed = min(state.count, len(state.lab))  # fewer if the laboratory is smaller
    state.lab.remove(creature)
    state.strip(creature)
    state.discard.append(creature)
    state.owed -= 1
    if state.owed:
        state.stage, state.legal = RENEWING, _to_discard(state)
    elif state.draw(state.count):  # draws count as reveals by an action
        state.go_on()


def _deck_to_look_at(state: FoodenTable) -> Sequence[int]:
    return (state.first_action[FORESEE],) if state.deck else ()  # no reshuffle


def _foresee(state: FoodenTable, _: int) -> None:
    deck = state.deck
    looked = deck[-state.count :]  # fewer if the deck is short
    del deck[-state.count :]
    for creature in looked:
        state.seen.pop(creature, None)
    state.looked, state.kept = tuple(sorted(looked)), 0
    state.stage, state.legal = FORESEEING, to_put_back(state)


def to_put_back(state: FoodenTable) -> Sequence[int]:
    """The next card on top of the deck, each below the one before; or under the deck, and then all others too."""
    keep, sink = state.first_action[verbs.KEEP], state.first_action[verbs.SINK]
    on_top = [] if state.kept < 0 else [keep + creature for creature in state.looked]
    return [*on_top, *(sink + creature for creature in state.looked)]


def _put_back(state: FoodenTable, creature: int, place: int) -> None:
    state.deck.insert(place, creature)
    state.seen[creature] = 1 << state.seat
    state.looked = tuple(one for one in state.looked if one != creature)
    if state.looked:
        state.legal = to_put_back(state)
    else:
        state.go_on()


def _keep(state: FoodenTable, creature: int) -> None:
    state.kept += 1
    _put_back(state, creature, len(state.deck) + 1 - state.kept)


def _sink(state: FoodenTable, creature: int) -> None:
    state.kept = -1
    _put_back(state, creature, 0)


def _neighbours(state: FoodenTable) -> Sequence[int]:
    first = state.first_action[SHIFT]
    return sorted([first + creature for row in state.rows if len(row) > 1 for creature in row])


def _shift(state: FoodenTable, creature: int) -> None:
    state.moving = creature
    state.stage, state.legal = SHIFTING, places_for(state)


def places_for(state: FoodenTable) -> Sequence[int]:
    """Where the creature that is being shifted may go: anywhere else in its row, or one place to either side."""
    first, row = state.first_action[verbs.TO], state.rows[state.row[state.moving]]
    here = row.index(state.moving)
    far = 1 if state.rules.shifts_by_one else len(row)
    return [first + place for place in range(max(0, here - far), min(len(row), here + far + 1)) if place != here]


def _to(state: FoodenTable, place: int) -> None:
    row, ranks = state.rows[state.row[state.moving]], state.ranks[state.row[state.moving]]
    here = row.index(state.moving)
    del row[here], ranks[here]
    # its Force becomes that of its new right neighbour, or of the left one if there is none
    ranks.insert(place, ranks[place] if place < len(ranks) else ranks[-1])
    row.insert(place, state.moving)
    state.moving = -1
    state.go_on()


def _cubes_for_creatures(state: FoodenTable) -> Sequence[int]:
    first, count, purse = state.first_action[FEED], len(state.row), state.purses[state.seat]
    everyone = sorted([creature for row in state.rows for creature in row])
    return [first + count * food + creature for food in FOODS if purse[food] for creature in everyone]


def _feed(state: FoodenTable, both: int) -> None:
    food, creature = divmod(both, len(state.row))
    state.purses[state.seat][food] -= 1
    state.put_on(creature, food)
    state.go_on()


def _to_sponsor(state: FoodenTable) -> Sequence[int]:
    return _anyone(SPONSOR)(state) if state.vp else ()  # FO-5.1


def _sponsor(state: FoodenTable, creature: int) -> None:
    state.vp -= 1
    state.tokens[creature] = (*state.tokens.get(creature, ()), state.seat)
    state.go_on()


#: Effect -> the actions that begin it, as far as it can be applied now.
CHOICES: tuple[Choices, ...] = (
    _owned, _deck, in_lab, _pawn, _in_lab_or_discard, _anyone(RECALL), _cubes_to_swap, _in_reserve, _to_discard,
    _deck_to_look_at, _neighbours, _cubes_for_creatures, _to_sponsor,
)  # fmt: skip
#: Verb -> what an action does with what it is about. Those that begin an effect find it spent already.
DOES: tuple[Doing, ...] = (
    _add_food, _reveal, _introduce, _lead, _rescue, _recall, _barter, _supply, _renew, _foresee, _shift, _feed,
    _sponsor,
    _keep, _sink, _to,
)  # fmt: skip
assert len(CHOICES) == len(EFFECTS), "every effect has a handler"


def _choices_of(pending: int) -> tuple[Choices, tuple[Choices, ...]]:
    first, *others = [CHOICES[effect] for effect in effects_in(pending)]
    return first, tuple(others)


#: Effects as bits, one at least -> the choices of the first, those of the others.
CHOICES_OF = LazyTable(_choices_of, 1 << len(EFFECTS))
