"""Phases 3 and 4 of a season of FOODEN, in which nobody decides: who eats, who is eaten, and who survives."""

from typing import TYPE_CHECKING

from pawprint.rules.fooden_cards import AMBUSH, BACK_HUNTER, BASKS, FOODS, POISON, ROWS, SCAVENGER, SYMBIONT, WAITS

if TYPE_CHECKING:
    from pawprint.rules.fooden_state import Nature

# FO-4.9: how a creature stands. Upright ones have eaten, or their turn is still to come; inverted ones will die at the
# end of the season but can still be eaten; face down ones are dead and ignored.
HUNGRY, SATIATED, INVERTED, FACE_DOWN = range(4)
FATES = ("hungry", "satiated", "inverted", "face_down")

#: FO-4.18: row -> (row to hunt in, how far it is), in the order in which ties are broken: the own row, rows above,
#: rows below; among these the nearer one.
WAYS = tuple(
    tuple((other, abs(other - row)) for other in (row, *range(row - 1, -1, -1), *range(row + 1, len(ROWS))))
    for row in range(len(ROWS))
)
#: FO-7.1: row -> rows in which an omnivore takes cubes, in this order.
TABLES = tuple((*([row] if row in FOODS else []), *(food for food in FOODS if food != row)) for row in range(len(ROWS)))
_FAR = 1 << 30


# --- Phase 3 ------------------------------------------------------------------------------------------------


def survival(state: "Nature") -> None:
    """FO-4.8: rows from top to bottom, each from left to right; every creature that is not face down acts once."""
    state.fates = fates = bytearray(len(state.row))  # FO-4.15: who is in the laboratory takes no part
    turn = state.rules.cards.turn
    for row, creatures in enumerate(state.rows):
        for column, creature in enumerate(creatures):
            if fates[creature]:
                continue  # FO-4.8: it is dead; FO-4.10: it is satiated already
            kind = turn[creature]
            if kind == BASKS:
                fates[creature] = SATIATED  # FO-4.11
            elif kind == WAITS:
                fates[creature] = INVERTED  # FO-7.6, FO-7.10
            else:
                fates[creature] = SATIATED  # for the time of its meal; nothing looks at it meanwhile
                _eat(state, creature, row, column)
            if state.events is not None:
                state.events.append(("fate", state.name(creature), FATES[fates[creature]]))


def _eat(state: "Nature", creature: int, row: int, column: int) -> None:
    """FO-4.12: cubes first; FO-4.13: then prey, one creature for each meal that is missing (FO-7.2)."""
    cards = state.rules.cards
    need = cards.need[creature]
    eaten = _cubes(state, creature, row, need)
    if eaten >= need:
        return
    # FO-7.2: a group of cubes that makes no whole meal is lost
    for _ in range(cards.meals[creature] - eaten // cards.hunger[creature]):
        prey = nearest(state, creature, row, column)
        if prey < 0:
            state.fates[creature] = INVERTED  # FO-4.14
            return
        if not _attack(state, creature, prey):
            return


def _cubes(state: "Nature", creature: int, row: int, need: int) -> int:
    """How many cubes *creature* eats: those that lie on it first, if it likes them, then those of its row."""
    cards = state.rules.cards
    omnivorous = cards.omnivorous[creature]
    eaten = 0
    if creature in state.cubes:
        on_it = state.cubes[creature]
        eaten = min(need, sum(on_it) if omnivorous else on_it[row])
    for food in TABLES[row] if omnivorous else (row,):
        taken = min(need - eaten, state.food[food])
        if taken:
            state.food[food] -= taken
            state.reserve[food] += taken  # FO-4.21, already now: nobody asks for the Reserve before
            eaten += taken
    return eaten


def nearest(state: "Nature", hunter: int, row: int, column: int) -> int:
    """The prey of *hunter*, or -1; FO-4.19: nobody chooses."""
    rules = state.rules
    if state.trait[hunter] == BACK_HUNTER:  # FO-7.3: to the left first
        prey = _search(state, hunter, row, column, -1, rules.manhattan)
        if prey >= 0:
            return prey
    return _search(state, hunter, row, column, 1, rules.manhattan)


def _search(state: "Nature", hunter: int, row: int, column: int, step: int, manhattan: bool) -> int:
    """The nearest candidate to the right, from the hunter's column on (FO-4.16), or strictly to the left.

    FO-4.17: rows and columns that lie between are added up, or the larger number counts.
    """
    fates, rows, edible = state.fates, state.rows, state.rules.cards.edible[hunter]
    best, found = _FAR, -1
    for other, apart in WAYS[row]:
        line = rows[other]
        reach = best - apart if manhattan else best if apart < best else 0  # only what is nearer than the best so far
        if step > 0:
            columns = range(column, min(len(line), column + reach))
        else:
            columns = range(min(column, len(line)) - 1, max(-1, column - reach), -1)
        for place in columns:
            prey = line[place]
            if edible[prey] and fates[prey] != FACE_DOWN:
                away = abs(place - column)
                best, found = apart + away if manhattan else max(apart, away), prey
                break
    return found


def _attack(state: "Nature", hunter: int, prey: int) -> bool:
    """*hunter* eats *prey*, unless that defends itself; whether the hunter lives."""
    fates = state.fates
    if state.events is not None:
        state.events.append(("attacks", state.name(hunter), state.name(prey), FATES[fates[prey]]))
    trait = state.trait[prey]
    if trait == POISON:  # FO-7.4
        fates[hunter] = fates[prey] = FACE_DOWN
        return False
    if trait == AMBUSH and fates[prey] != SATIATED:  # FO-7.6
        fates[hunter] = FACE_DOWN
        fates[prey] = FACE_DOWN if state.trait[hunter] == POISON else SATIATED
        return False
    fates[prey] = FACE_DOWN
    return True


# --- Phase 4 ------------------------------------------------------------------------------------------------


def end_of_season(state: "Nature") -> None:
    """FO-4.20: who waits upside down may be saved; then the survivors leave, and so do the dead."""
    _save(state)
    fates, meets, tally = state.fates, state.rules.cards.meets, state.tally
    for creatures in state.rows:
        for creature in creatures:
            if fates[creature] == SATIATED:
                state.survivors.append(creature)
                for condition in meets[creature]:
                    tally[condition] += 1
                for seat in state.tokens.pop(creature, ()):  # FO-4.21: for whoever put it there
                    state.points[seat] += 1
            else:
                state.discard.append(creature)
            if creature in state.cubes or creature in state.tokens:
                state.strip(creature)  # FO-4.21
    state.rows = [[] for _ in ROWS]  # FO-4.23: the laboratory stays
    state.ranks = [[] for _ in ROWS]
    if state.rules.clears_food:  # FO-4.22
        for food in FOODS:
            state.reserve[food] += state.food[food]
            state.food[food] = 0


def _save(state: "Nature") -> None:
    """FO-7.11, FO-7.12: scavengers first, symbionts then, until nothing changes."""
    fates, trait = state.fates, state.trait
    waiting = [
        creature
        for creatures in state.rows
        for creature in creatures
        if fates[creature] == INVERTED and trait[creature] in (SYMBIONT, SCAVENGER)
    ]
    if not waiting:
        return
    everyone = [creature for creatures in state.rows for creature in creatures]
    # FO-7.11: as the table stands now; or only those whom nothing can save any more.
    dead = [one for one in everyone if fates[one] == FACE_DOWN or fates[one] == INVERTED]
    if not state.rules.counts_doomed:
        dead = [one for one in dead if one not in waiting]
    for creature in waiting:
        if trait[creature] == SCAVENGER and _another(state, creature, dead):
            fates[creature] = SATIATED
    while True:
        alive = [one for one in everyone if fates[one] == SATIATED]
        saved = [
            creature
            for creature in waiting
            if trait[creature] == SYMBIONT and fates[creature] == INVERTED and _another(state, creature, alive)
        ]
        if not saved:
            return
        for creature in saved:
            fates[creature] = SATIATED


def _another(state: "Nature", creature: int, others: list[int]) -> bool:
    """Whether one of *others* is of the type that *creature* looks for."""
    cards = state.rules.cards
    wanted = cards.parameter[creature]
    return any(cards.type[other] == wanted and other != creature for other in others)


# --- the next season ----------------------------------------------------------------------------------------


def refill(state: "Nature") -> None:
    """FO-4.24: everybody draws cubes up to the allotment, an excess is kept; FO-4.25: or what there is."""
    order = [(state.leader + step) % state.seats for step in range(state.seats)]
    for food in FOODS:
        allotted = state.rules.allotted[food]
        missing = [max(0, allotted - purse[food]) for purse in state.purses]
        while state.reserve[food] and any(missing):
            for seat in order:
                if missing[seat] and state.reserve[food]:
                    missing[seat] -= 1
                    state.reserve[food] -= 1
                    state.purses[seat][food] += 1
