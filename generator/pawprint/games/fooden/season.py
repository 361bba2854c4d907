"""Phases 3 and 4 of a season of FOODEN: the traits of creatures decide who eats, who is eaten and who survives."""

from pawprint.games.fooden.cards import AMBUSH, BACK_HUNTER, BASKS, FOODS, POISON, ROWS, SCAVENGER, SYMBIONT, WAITS
from pawprint.games.fooden.events import emit_attack, hidden_from
from pawprint.games.fooden.options import ALLOTTED
from pawprint.games.fooden.table import FoodenTable

# FO-4.9: how a creature stands. Upright ones have eaten, or their turn is still to come; inverted ones will die at the
# end of the season but can still be eaten; face down ones are dead and ignored.
HUNGRY, SATIATED, INVERTED, FACE_DOWN = range(4)
FATES = ("hungry", "satiated", "inverted", "dead")

#: FO-4.18: row -> (row to hunt in, how far it is), in the order in which ties are broken: the own row, rows above,
#: rows below; among these the nearer one.
WAYS = tuple(
    tuple((other, abs(other - row)) for other in (row, *range(row - 1, -1, -1), *range(row + 1, len(ROWS))))
    for row in range(len(ROWS))
)
#: Row -> rows in which its creatures take cubes.
OWN_TABLE = tuple((row,) for row in range(len(ROWS)))
#: FO-7.1: row -> rows in which an omnivore takes cubes, in this order.
TABLES = tuple((*([row] if row in FOODS else []), *(food for food in FOODS if food != row)) for row in range(len(ROWS)))
_FAR = 1 << 30


# --- Phase 3 ------------------------------------------------------------------------------------------------


def survival(state: FoodenTable) -> None:
    """FO-4.8: rows from top to bottom, each from left to right; every creature that is not face down acts once."""
    state.fates = fates = bytearray(len(state.row))  # FO-4.15: who is in the laboratory takes no part
    turn, telling = state.cards.turn, state.events is not None
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
            if telling:
                state.emit("fate", state.name(creature), FATES[fates[creature]])


def _eat(state: FoodenTable, creature: int, row: int, column: int) -> None:
    """FO-4.12: cubes first; FO-4.13: then prey, one creature for each meal that is missing (FO-7.2)."""
    cards = state.cards
    need = cards.need[creature]
    eaten = _cubes(state, creature, row, need)
    if eaten < need:
        # FO-7.2: a group of cubes that makes no whole meal is lost
        for _ in range(cards.meals[creature] - eaten // cards.hunger[creature]):
            prey = nearest(state, creature, row, column)
            if prey < 0:
                state.fates[creature] = INVERTED  # FO-4.14
                return
            if not _attack(state, creature, prey, column):
                return
    if state.events is not None and cards.meals[creature] > 1:
        state.emit_trait(creature)


def _cubes(state: FoodenTable, creature: int, row: int, need: int) -> int:
    """How many cubes *creature* eats: those that lie on it first, if it likes them, then those of its row."""
    omnivorous = state.cards.omnivorous[creature]
    eaten = 0
    if creature in state.cubes:
        on_it = state.cubes[creature]
        eaten = min(need, sum(on_it) if omnivorous else on_it[row])
    there = state.food
    for food in TABLES[row] if omnivorous else OWN_TABLE[row]:
        if there[food] and eaten < need:
            taken = min(need - eaten, there[food])
            there[food] -= taken
            state.reserve[food] += taken  # FO-4.21, already now: nothing reads the Reserve before
            eaten += taken
            if state.events is not None:
                for _ in range(taken):
                    state.emit("eats", state.name(creature), ROWS[food])
                if food != row:
                    state.emit_trait(creature)
    return eaten


def nearest(state: FoodenTable, hunter: int, row: int, column: int) -> int:
    """The prey of *hunter*, or -1; FO-4.19: there is no choice."""
    edible = state.cards.edible[hunter]
    prey = _nearest(state, hunter, row, column, edible)
    if state.events is not None:
        for other in hidden_from(state, hunter):  # FO-7.5: would it have been eaten?
            if _nearest(state, hunter, row, column, edible[:other] + b"\1" + edible[other + 1 :]) == other:
                state.emit_trait(other)
    return prey


def _nearest(state: FoodenTable, hunter: int, row: int, column: int, edible: bytes) -> int:
    if state.trait[hunter] == BACK_HUNTER:  # FO-7.3: to the left first
        prey = _search(state, edible, row, column, -1)
        if prey >= 0:
            return prey
    return _search(state, edible, row, column, 1)


def steps_to_prey(state: FoodenTable, hunter: int, row: int, column: int) -> dict[int, int]:
    """Each creature that the *hunter* could eat before any is eaten -> the steps to it; FO-4.16, FO-4.17."""
    edible = state.cards.edible[hunter]
    steps = {}
    for other, apart in WAYS[row]:
        for place, prey in enumerate(state.rows[other]):
            ahead = place < column if state.trait[hunter] == BACK_HUNTER else place >= column
            if edible[prey] and prey != hunter and ahead:
                away = abs(place - column)
                steps[prey] = apart + away if state.rules.manhattan else max(apart, away)
    return steps


def _search(state: FoodenTable, edible: bytes, row: int, column: int, step: int) -> int:
    """The nearest candidate to the right, from the hunter's column on (FO-4.16), or strictly to the left.

    FO-3.1: the column of a creature is its place in its row. FO-4.17: the rows and columns from one to the other are
    added up, or the larger number counts.
    """
    fates, rows, manhattan = state.fates, state.rows, state.rules.manhattan
    best, found = _FAR, -1
    for other, apart in WAYS[row]:
        line = rows[other]
        for place in range(column, len(line)) if step > 0 else range(min(column, len(line)) - 1, -1, -1):
            prey = line[place]
            if edible[prey] and fates[prey] != FACE_DOWN:  # the nearest one of this row
                away = abs(place - column)
                away = apart + away if manhattan else max(apart, away)
                if away < best:
                    best, found = away, prey
                break
    return found


def _attack(state: FoodenTable, hunter: int, prey: int, column: int) -> bool:
    """The *hunter* in *column* eats *prey*, unless that defends itself; whether the hunter lives."""
    fates = state.fates
    trait = state.trait[prey]
    defends = trait == POISON or (trait == AMBUSH and fates[prey] != SATIATED)
    if state.events is not None:
        emit_attack(state, hunter, prey, column, FATES[fates[prey]])
        if defends:
            state.emit_trait(prey)
    if not defends:
        fates[prey] = FACE_DOWN
        return True
    # FO-7.4: the poisonous prey dies with its attacker; FO-7.6: the ambusher only if its attacker is poisonous.
    fates[hunter] = FACE_DOWN
    fates[prey] = FACE_DOWN if trait == POISON or state.trait[hunter] == POISON else SATIATED
    return False


# --- Phase 4 ------------------------------------------------------------------------------------------------


def end_of_season(state: FoodenTable) -> None:
    """FO-4.20: who waits upside down may be saved; then the survivors leave, and so do the dead."""
    _save(state)
    fates, survivors, discard = state.fates, state.survivors, state.discard
    cubes, tokens = state.cubes, state.tokens
    telling = state.events is not None
    for creatures in state.rows:
        for creature in creatures:
            survives = fates[creature] == SATIATED
            if telling:
                state.emit("survives" if survives else "dies", state.name(creature))
            if survives:
                survivors.append(creature)
                for seat in tokens.pop(creature, ()) if tokens else ():  # FO-4.21: for the seat that put it there
                    state.gain(seat, creature)
            else:
                discard.append(creature)
            if creature in cubes or creature in tokens:
                state.strip(creature)  # FO-4.21
    state.paid = ()
    state.rows = [[] for _ in ROWS]  # FO-4.23: the laboratory stays
    state.ranks = [[] for _ in ROWS]
    if state.rules.clears_food:  # FO-4.22
        for food in FOODS:
            state.reserve[food] += state.food[food]
            state.food[food] = 0


def _save(state: FoodenTable) -> None:
    """FO-7.11, FO-7.12: scavengers first, symbionts then, until nothing changes."""
    fates, trait = state.fates, state.trait
    everyone = [creature for creatures in state.rows for creature in creatures]
    waiting = [one for one in everyone if trait[one] in (SYMBIONT, SCAVENGER) and fates[one] == INVERTED]
    if not waiting:
        return
    dead = [one for one in everyone if fates[one] == FACE_DOWN or fates[one] == INVERTED]
    alive = [one for one in everyone if fates[one] == SATIATED]
    # FO-7.11: as the table stands now; or only those whom nothing can save any more.
    find = _saved if state.rules.counts_doomed else _saved_at_last
    for creature in find(state, waiting, dead, alive):
        _is_saved(state, creature)


def _saved(state: FoodenTable, waiting: list[int], dead: list[int], alive: list[int]) -> list[int]:
    """Those of *waiting* who are saved if just these count as *dead*, in the order in which it happens."""
    trait = state.trait
    saved = [one for one in waiting if trait[one] == SCAVENGER and _another(state, one, dead)]
    symbionts = [one for one in waiting if trait[one] == SYMBIONT]
    while True:
        more = [one for one in symbionts if one not in saved and _another(state, one, alive + saved)]
        if not more:
            return saved
        saved += more


def _saved_at_last(state: FoodenTable, waiting: list[int], dead: list[int], alive: list[int]) -> list[int]:
    """Those of *waiting* who are saved if only the doomed count as dead.

    Who waits is doomed if it is not saved even though everyone counts who may still die. Creatures that would be saved
    only by each other's death are not doomed: they count for none, and die.
    """
    doomed: list[int] = []
    while True:
        certain = [one for one in dead if one not in waiting or one in doomed]
        saved = _saved(state, waiting, certain, alive)
        hoping = _saved(state, waiting, [one for one in dead if one not in saved], alive)
        now_doomed = [one for one in waiting if one not in hoping]
        if now_doomed == doomed:
            return saved
        doomed = now_doomed


def _is_saved(state: FoodenTable, creature: int) -> None:
    state.fates[creature] = SATIATED
    if state.events is not None:
        state.emit_trait(creature)


def _another(state: FoodenTable, creature: int, others: list[int]) -> bool:
    """Whether one of *others* is of the type that *creature* looks for."""
    cards = state.cards
    wanted = cards.parameter[creature]
    return any(cards.type[other] == wanted and other != creature for other in others)


# --- the next season ----------------------------------------------------------------------------------------


def refill(state: FoodenTable) -> None:
    """FO-2.2, FO-4.24: everybody draws cubes up to the allotment, an excess is kept; FO-4.25: or what there is."""
    reserve = state.reserve
    clockwise = [state.purses[(state.leader + step) % state.seats] for step in range(state.seats)]
    for food in FOODS:
        allotted = ALLOTTED[food]
        for _ in range(allotted):
            for purse in clockwise:
                if purse[food] < allotted and reserve[food]:
                    purse[food] += 1
                    reserve[food] -= 1
