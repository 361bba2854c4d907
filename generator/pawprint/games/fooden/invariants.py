"""What must always hold in a game of FOODEN: the invariants FO-I-24 to FO-I-29 that one state can show."""

from collections.abc import Iterator
from itertools import pairwise

from pawprint.games.fooden.actions import LAYING, OVER
from pawprint.games.fooden.cards import BACK_HUNTER, FOODS, ROWS
from pawprint.games.fooden.table import FIRST_LAB, NEWCOMERS, FoodenTable


def violations(state: FoodenTable) -> list[str]:
    """Every invariant that *state* breaks, by its id; those about Phase 3 need its events."""
    return [*_creatures(state), *_tokens(state), *_rows(state), *_plays(state), *_meals(state)]


def _creatures(state: FoodenTable) -> Iterator[str]:
    # FO-I-24: every creature is in one place
    rows = [creature for row in state.rows for creature in row]
    somewhere = [*state.deck, *state.looked, *state.lab, *rows, *state.discard, *state.survivors]
    if sorted(somewhere) != [*range(len(state.row))]:
        yield f"FO-I-24: {len(somewhere)} creatures are somewhere, of {len(state.row)}"


def _tokens(state: FoodenTable) -> Iterator[str]:
    # FO-I-25: and so is every cube and token
    cards = state.cards
    for food in FOODS:
        held = [*state.purses, *state.cubes.values()]
        cubes = state.reserve[food] + state.food[food] + sum(one[food] for one in held)
        if cubes != cards.cubes[food] or min(state.reserve[food], state.food[food], *(one[food] for one in held)) < 0:
            yield f"FO-I-25: there are {cubes} {ROWS[food]} cubes, of {cards.cubes[food]}"
    stars = state.vp + sum(state.points) + sum(map(len, state.tokens.values()))
    if stars != cards.vp or state.vp < 0:
        yield f"FO-I-25: there are {stars} VP tokens, of {cards.vp}"


def _rows(state: FoodenTable) -> Iterator[str]:
    # FO-I-26: the strong stand left
    for row, ranks in enumerate(state.ranks):
        if any(left > right for left, right in pairwise(ranks)):
            yield f"FO-I-26: the {ROWS[row]} row is not sorted by Force: {[-rank for rank in ranks]}"
        if len(ranks) != len(state.rows[row]) or any(state.row[one] != row for one in state.rows[row]):
            yield f"FO-I-26: the {ROWS[row]} row has others than those of its diet"


def _plays(state: FoodenTable) -> Iterator[str]:
    # FO-I-29: each seat plays once a round, in 4 seasons; a grand slam ends when the deck does
    rules = state.rules
    for seat, organisation in enumerate(state.organisations):
        if organisation >= 0 and state.stage != OVER:
            played = len(rules.hands[organisation]) - len(state.hands[seat])
            laid = state.stage != LAYING or state.laid[seat] >= 0
            if played != max(0, state.round - 1 + (laid and state.round > 0)):
                yield f"FO-I-29: seat {seat} has played {played} cards in round {state.round}"
    most = len(state.cards.season_names)
    if rules.grand_slam:
        most = -(-(len(state.row) - FIRST_LAB) // NEWCOMERS)
    if state.season > most:
        yield f"FO-I-29: this is season {state.season + 1}, of {most}"


def _meals(state: FoodenTable) -> Iterator[str]:
    """Phase 3, from its events."""
    numbers = state.cards.numbers
    acted: set[str] = set()
    for event in state.events or ():
        if event[0] == "season":
            acted.clear()
        elif event[0] == "fate":
            # FO-I-27: every creature acts once at most, and none attacks the dead
            if event[1] in acted:
                yield f"FO-I-27: '{event[1]}' has acted twice in Phase 3"
            acted.add(event[1])
        elif event[0] == "attacks":
            _, hunter, prey, fate, side = event
            if fate == "dead":
                yield f"FO-I-27: '{hunter}' attacks '{prey}', which is dead"
            # FO-I-28: to the left only hunts who may
            if side == "left" and state.trait[numbers[hunter]] != BACK_HUNTER:
                yield f"FO-I-28: '{hunter}' eats '{prey}' on its left"
