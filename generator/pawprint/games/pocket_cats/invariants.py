"""Pocket Cats: the invariants of every state."""

from collections.abc import Iterator

from pawprint.games.pocket_cats.actions import (
    BEFORE,
    CHOOSING,
    EXCHANGING,
    LAYING,
    LOOKING,
    OVER,
    SWAP,
    TURNING,
    place_name,
)
from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, SIDE
from pawprint.games.pocket_cats.scoring import CatsResult, bites, claims, result_of
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.games.pocket_cats.view import hidden


def violations(state: CatsTable) -> list[str]:
    """The invariants that do not hold, each with its id; nothing for a part of a square, as examples have it."""
    if state.phase == CHOOSING or state.partial:
        return []
    found = [*_tiles(state), *_turns(state), *_dogs(state)]
    if state.phase == EXCHANGING:
        found += _exchanges(state)
    if state.phase == OVER:
        found += [*_ending(state), *_names(state)]
    return found


def _tiles(state: CatsTable) -> Iterator[str]:
    # PC-I-20
    if sorted(state.square) != sorted(state.pairing.tiles):
        yield "PC-I-20: the square does not hold the 25 tiles of the two clans, the prey and the dogs"
    # PC-I-23: what is neither face up nor hidden has been eliminated; a turn shows one tile
    down = state.up.count(0)
    if hidden(state) != state.hidden or len(state.hidden) + len(state.out) - _turning(state) != down:
        yield f"PC-I-23: {down} tiles are face down, but {len(state.hidden)} were hidden, {len(state.out)} eliminated"


def _turns(state: CatsTable) -> Iterator[str]:
    # PC-I-21: 24 turns, one hidden tile less in each; the players alternate
    if state.phase > BEFORE:
        turn = PLACES - 1 - len(state.hidden) - (state.phase == LOOKING)
        if state.seat != (state.first + turn) % 2:
            yield f"PC-I-21: turn {turn + 1} is not that of seat {state.seat}"
        if not 0 <= turn < PLACES - 1:
            yield f"PC-I-21: there is no turn {turn + 1}"
    elif state.hidden:
        yield f"PC-I-21: the game ends with {len(state.hidden)} hidden tiles"


def _turning(state: CatsTable) -> bool:
    """Whether a tile is revealed and not yet exchanged."""
    return state.phase in (LAYING, TURNING, EXCHANGING)


def _dogs(state: CatsTable) -> Iterator[str]:
    # PC-I-24: a dog turns only by an effect, or by the option of PC-2.8
    may = "turn-dog" in {effect.does for effect in state.pairing.effects}
    if state.rules.chosen["dog_orientation"] == "random" and not may:
        for dog, dealt in zip(state.rules.dogs, state.deals[state.game]["rotations"], strict=True):
            if state.turned[dog] != dealt:
                yield f"PC-I-24: {state.rules.cards.ids[dog]} has turned, although no power turns dogs"


def _exchanges(state: CatsTable) -> Iterator[str]:
    # PC-I-22: every exchange is one of PC-3.2 or of a power, and undoes itself when it is repeated
    tile = state.square[state.at]
    kind = state.rules.cards.kind[tile]
    powers = (*state.pairing.effects, *state.pairing.abilities)
    further = max((power.amount for power in powers if power.does == "long-move"), default=0)
    for action in state.legal:
        here, there = divmod(action - SWAP, PLACES)
        down, right = abs(here // SIDE - there // SIDE), abs(here % SIDE - there % SIDE)
        straight = (down == 0) != (right == 0)
        allowed = {
            PREY: max(down, right) == 1,
            CAT: straight and down + right <= max(2, further),
            DOG: straight,
        }
        if here != state.at or not allowed.get(kind):
            yield f"PC-I-22: {state.rules.cards.ids[tile]} at {place_name(here)} does not go to {place_name(there)}"
        square = [*state.square]
        for _ in range(2):
            square[here], square[there] = square[there], square[here]
        if square != state.square:
            yield "PC-I-22: an exchange that is repeated does not restore the square"
    if not state.up[state.at] or state.at not in state.hidden:
        yield "PC-I-23: the tile that is exchanged has not been revealed"


def _ending(state: CatsTable) -> Iterator[str]:
    pairing, square, up = state.pairing, state.square, state.up
    found = claims(pairing, square, up)
    # PC-I-25: the order of dogs and prey means nothing
    if result_of(pairing, found) != state.result or not _same(result_of(pairing, found[::-1]), state.result):
        yield "PC-I-25: another order of the prey gives another result"
    # PC-I-26: a prey goes to one clan at most, and only for attack
    taken = [tile for prey in state.result.prey for tile in prey] if state.result else []
    if len(taken) != len({*taken}):
        yield "PC-I-26: a prey is captured twice"
    for prey, _, one, two, taker in found:
        if taker >= 0 and max(one, two) < 1:
            yield f"PC-I-26: {state.rules.cards.ids[prey]} is captured without attack"
    # PC-I-27: the same square seen from another side, with its dogs, ends in the same way
    for _ in range(3):
        square, up = _quarter(square), _quarter(up)
    turned = [(by + 3) % 4 for by in state.turned]
    if not _same(result_of(pairing, claims(pairing, square, up)), state.result):
        yield "PC-I-27: a square that is turned has another result"
    all_up = [1] * PLACES
    here = _bitten(state, state.square, state.turned, all_up)
    if here != _bitten(state, square, turned, all_up):
        yield "PC-I-27: a square that is turned loses other cats to its dogs"


def _names(state: CatsTable) -> Iterator[str]:
    # PC-I-28: without powers, clans with equal values that change names change scores
    clans, value = state.pairing.clans, state.pairing.value
    one, two = (sorted(clan.cats, key=lambda cat: value[cat]) for clan in clans)
    if state.rules.chosen["powers"] == "on" or [value[cat] for cat in one] != [value[cat] for cat in two]:
        return
    other = {**dict(zip(one, two, strict=True)), **dict(zip(two, one, strict=True))}
    square = [other.get(tile, tile) for tile in state.square]
    result = result_of(state.pairing, claims(state.pairing, square, state.up))
    if not _same(CatsResult(result.prey[::-1], result.points[::-1]), state.result):
        yield "PC-I-28: the clans have changed names, but not scores"


def _same(one: CatsResult, other: CatsResult | None) -> bool:
    """Whether two results are one, whatever the order of the prey."""
    return other is not None and one.points == other.points and [*map(sorted, one.prey)] == [*map(sorted, other.prey)]


def _bitten(state: CatsTable, square: list[int], turned: list[int], up: list[int]) -> set[int]:
    return {square[place] for _, place in bites(state.pairing, square, up, turned)}


def _quarter(square: list[int]) -> list[int]:
    """A square after a quarter turn, clockwise."""
    return [square[(SIDE - 1 - column) * SIDE + row] for row in range(SIDE) for column in range(SIDE)]
