"""Pocket Cats: the reason why an action is illegal, in a sentence with the rule."""

from pawprint.games.pocket_cats.actions import (
    AFTER,
    BEFORE,
    CHOOSE,
    CHOOSING,
    EXCHANGING,
    LAY,
    LAYING,
    LOOK,
    LOOKING,
    OVER,
    PASS,
    REVEALING,
    REVIVE,
    SWAP,
    TURN,
    TURNING,
    place_name,
)
from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.rules.engine import Action

#: What there is to do, by phase.
_NOW = {
    CHOOSING: "PC-2.1: the players choose their clans first",
    LAYING: "PC-2.8: the player who revealed a dog first chooses its orientation",
    TURNING: "PC-3.5: first decide whether to turn the dog just revealed",
    EXCHANGING: "PC-3.3: the tile just revealed must be exchanged first",
    LOOKING: "PC-3.5: first look at a face-down tile, or decline",
    REVEALING: "PC-3.1: a turn begins with revealing a face-down tile",
    BEFORE: "PC-4.0: the game ends; a dog may be turned before the dogs attack",
    AFTER: "PC-4.1b: the dogs have attacked; first revive an eliminated cat",
    OVER: "PC-3.6: the game is over after its 24 turns",
}
#: PC-3.2, by the kind of the tile.
_GOES = {
    PREY: "a prey is exchanged with one of the up to 8 tiles around it",
    CAT: "a cat is exchanged with a tile 1 or 2 places away in its row or column",
    DOG: "a dog is exchanged with a tile of its row or column",
}


def why_not(state: CatsTable, action: Action) -> str:
    """Why *action* is not allowed now; "" if it is."""
    if type(action) is int and action in state.legal:
        return ""
    if type(action) is not int or action not in state.rules.words:
        return f"PC-3.1: {action!r} is not an action of this game"
    if state.phase == REVEALING and action < SWAP:
        return f"PC-3.1: the tile at {place_name(action)} is already face up"
    if state.phase == EXCHANGING and SWAP <= action < LOOK:
        return _no_exchange(state, action)
    if state.phase == LOOKING and LOOK <= action < PASS:
        return f"PC-3.5: the tile at {place_name(action - LOOK)} is face up: there is nothing to look at"
    if state.phase == CHOOSING and CHOOSE <= action < LAY:
        return _no_clan(state, action - CHOOSE)
    if action >= CHOOSE and state.phase != OVER:
        return _no_power(state, action) or _NOW[state.phase]
    return _NOW[state.phase]


def _no_exchange(state: CatsTable, action: int) -> str:
    here, there = divmod(action - SWAP, PLACES)
    if here != state.at:
        return f"PC-3.2: the tile that is exchanged is the one just revealed, at {place_name(state.at)}"
    tile = state.square[here]
    kind = state.rules.cards.kind[tile]
    if here == there:
        return f"PC-3.3: a tile is exchanged with another tile; {place_name(here)} is its own place"
    if state.square[there] == len(state.rules.cards.ids):
        return f"PC-3.2: no tile lies at {place_name(there)}"
    return f"PC-3.2: {_GOES[kind]}; {place_name(there)} is too far from {place_name(here)}, or in another line"


def _no_clan(state: CatsTable, clan: int) -> str:
    name = state.rules.cards.clans[clan].id
    if state.rules.mode != "limited" and clan in state.clans:
        return f"PC-2.5: the two clans must differ, and {name} is taken"
    rule = "PC-2.2" if state.rules.mode == "limited" else "PC-2.3"
    return f"{rule}: {name} is not among the clan cards that were drawn"


def _no_power(state: CatsTable, action: int) -> str:
    """The reason why a tile cannot be laid, turned or revived now."""
    if state.phase == CHOOSING or action < LAY:
        return ""
    base = next(base for base in (REVIVE, TURN, LAY) if action >= base)
    tile = action - REVIVE if base == REVIVE else (action - base) // 4
    name = state.rules.cards.ids[tile]
    if tile not in state.square:
        return f"PC-2.6: {name} is not in this game"
    if base == LAY:
        if state.rules.chosen["dog_orientation"] == "random":
            return "PC-2.8: chance decides the orientation of dogs before the game; the players do not choose it"
        return f"PC-2.8: {name} is not the dog just revealed"
    if base == TURN and state.phase == TURNING:
        return f"PC-3.5: only the dog just revealed may be turned, by a quarter turn; {name} may not be turned this way"
    if base == TURN and state.phase == BEFORE:
        return (
            f"PC-5.5: {name} cannot be turned this way: one dog may be turned, by a quarter turn, and with the option "
            "only a dog next to the chief"
        )
    if base == TURN:
        return f"PC-I-24: dogs turn only by a power; {name} may not be turned now"
    if state.phase == AFTER:
        return f"PC-4.1b: {name} is not an eliminated cat of the clan that revives one"
    return ""
