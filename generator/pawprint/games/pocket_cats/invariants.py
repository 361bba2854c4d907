"""Pocket Cats: the invariants of every state; that no tile gets lost (PC-I-20) is one of all rules that are data."""

from collections.abc import Iterator, Sequence
from typing import Any

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, SIDE
from pawprint.games.pocket_cats.cat_calls import claims_of, face_up
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.play.language.data_state import DataState


def violations(state: DataState) -> Iterator[str]:
    """The invariants that do not hold, each with its id; nothing for a part of a square, as examples have it."""
    table = CatsTable(state)
    if None in table.square:
        return
    yield from _turns(table)
    yield from _dogs(table)
    if table.phase == "exchange":
        yield from _exchanges(table)
    if table.phase == "over":
        yield from _ending(table)
        yield from _names(table)


def _turns(table: CatsTable) -> Iterator[str]:
    down, revealed = table.up.count(0), table.phase in ("lay", "turn", "exchange")
    hidden = len(table.state.down) - len(table.out)
    # PC-I-20
    if sorted(one or 0 for one in table.square) != sorted(table.tiles):
        yield "PC-I-20: the square does not hold the 25 tiles of the two clans, the prey and the dogs"
    # PC-I-21: 24 turns, one hidden tile less in each; the players alternate
    if table.phase in ("reveal", "look") or revealed:
        turn = PLACES - 1 - hidden - revealed - (table.phase == "look")
        if table.state.seat != (table.first + turn) % 2:
            yield f"PC-I-21: turn {turn + 1} is not that of seat {table.state.seat}"
        if not 0 <= turn < PLACES - 1:
            yield f"PC-I-21: there is no turn {turn + 1}"
    elif hidden and table.phase != "deal":
        yield f"PC-I-21: the game ends with {hidden} hidden tiles"
    # PC-I-23: a turn shows one tile
    if table.state.down != [place for place in range(PLACES) if not table.up[place]]:
        yield f"PC-I-23: {down} tiles are face down, but {len(table.state.down)} were hidden"


def _dogs(table: CatsTable) -> Iterator[str]:
    # PC-I-24: a dog turns only by an effect, or by the option of PC-2.8; here: other tiles never do
    for place, turned in enumerate(table.turned):
        if turned and table.kind_at(place) != DOG:
            yield f"PC-I-24: {table.rules.place_names[place]} has turned, and is no dog"


def _exchanges(table: CatsTable) -> Iterator[str]:
    # PC-I-22: every exchange is one of PC-3.2 or of a power
    kind, values = table.kind_at(table.at), table.state.values
    further = max(2, *(values[f"{name} {seat}"] for name in ("far", "leap") for seat in (0, 1)))
    for action in table.state.legal_actions():
        here, there = table.rules.parts_of(action)[1]
        down, right = abs(here // SIDE - there // SIDE), abs(here % SIDE - there % SIDE)
        straight = (down == 0) != (right == 0)
        allowed = {PREY: max(down, right) == 1, CAT: straight and down + right <= further, DOG: straight}
        if here != table.at or not allowed.get(kind):
            names = table.rules.place_names
            yield f"PC-I-22: the tile at {names[here]} does not go to {names[there]}"
    if not table.up[table.at]:
        yield "PC-I-23: the tile that is exchanged has not been revealed"


def _ending(table: CatsTable) -> Iterator[str]:
    tally, tiles, found = table.tally, face_up(table.state), claims_of(table.state)
    # PC-I-26: a prey goes to one clan at most, and only for attack
    for prey, _, one, two, taker in found:
        if taker >= 0 and max(one, two) < 1:
            yield f"PC-I-26: {table.rules.tiles.ids[prey]} is captured without attack"
    # PC-I-25: the order of dogs and prey means nothing
    taken = [(claim[0], claim[4]) for claim in found]
    if tally.worth(taken[::-1]) != tally.worth(taken):
        yield "PC-I-25: another order of the prey gives another result"
    # PC-I-27: the same square seen from another side, with its dogs, ends in the same way
    everything = [one or 0 for one in table.square]
    other, shown = _turned_left(tiles), _turned_left(everything)
    turned = [
        (by + 3) % 4 if tally.kind[shown[place]] == DOG else 0 for place, by in enumerate(_turned_left(table.turned))
    ]
    there = tally.claims(tally.total(other, turned), other, True)
    if {claim[0]: claim[4] for claim in there} != {claim[0]: claim[4] for claim in found}:
        yield "PC-I-27: a square that is turned has another result"
    here = {everything[place] for _, place in tally.bites(everything, table.turned)}
    if here != {shown[place] for _, place in tally.bites(shown, turned)}:
        yield "PC-I-27: a square that is turned loses other cats to its dogs"


def _names(table: CatsTable) -> Iterator[str]:
    # PC-I-28: without powers, clans with equal values that change names change scores
    tally, value = table.tally, table.rules.tiles.value
    clans = [table.rules.tiles.clans[clan].cats for clan in table.clans]
    one, two = (sorted(cats, key=lambda cat: value[cat]) for cats in clans)
    if table.rules.chosen["powers"] == "on" or [value[cat] for cat in one] != [value[cat] for cat in two]:
        return
    other = {**dict(zip(one, two, strict=True)), **dict(zip(two, one, strict=True))}
    tiles = face_up(table.state)
    changed = [other.get(tile, tile) for tile in tiles]
    before, after = (
        {claim[0]: claim[4] for claim in tally.claims(tally.total(some, table.turned), some, True)}
        for some in (tiles, changed)
    )
    if {prey: 1 - by if by >= 0 else by for prey, by in before.items()} != after:
        yield "PC-I-28: the clans have changed names, but not scores"


def _turned_left(square: Sequence[Any]) -> list[Any]:
    """A square after a quarter turn, counterclockwise."""
    return [square[column * SIDE + SIDE - 1 - row] for row in range(SIDE) for column in range(SIDE)]
