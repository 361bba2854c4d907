"""The events of Pocket Cats, for logs, figures and statistics."""

from collections.abc import Mapping, Sequence

from pawprint.games.pocket_cats.cards import CHIEF_POWERS, CLAN_POWERS, TOUCHING, Power
from pawprint.games.pocket_cats.scoring import COUNTING, Claim, Pairing, bites, claims
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.rules.engine import NAME, NUMBER, PIECE, SEAT, DetailKind

_NO_POWER = Power()

#: Event -> its details; a name is a place of the square.
EVENTS: Mapping[str, tuple[DetailKind, ...]] = {
    "choose": (SEAT, PIECE),  # a clan
    "reveal": (SEAT, PIECE, NAME),
    "lay": (PIECE, NUMBER),  # quarter turns of a dog
    "turn": (SEAT, PIECE, NUMBER),  # the same, more or less than before
    "exchange": (SEAT, PIECE, NAME, PIECE, NAME),  # a partner that is face down has no id
    "look": (SEAT, NAME),
    "bite": (PIECE, PIECE),  # a dog, a cat: for each arrow that hits
    "eliminated": (PIECE,),
    "revive": (SEAT, PIECE),
    "claim": (PIECE, NUMBER, NUMBER, NUMBER),  # prey, attack of both seats, who takes it or -1
    "catch": (PIECE, PIECE),  # a cat that has helped, prey
    "power": (PIECE, tuple(dict.fromkeys([*CLAN_POWERS, *CHIEF_POWERS]))),  # a clan whose power has mattered
    "points": (SEAT, NUMBER),
}


def emit_bites(state: CatsTable, hits: Sequence[tuple[int, int]]) -> None:
    """The dogs have attacked: the cats that they hit, and the powers that spared cats."""
    ids = state.rules.cards.ids
    for dog, place in hits:
        state.emit("bite", ids[dog], ids[state.square[place]])
    for place in sorted({place for _, place in hits}):
        state.emit("eliminated", ids[state.square[place]])
    for seat, ability in enumerate(state.pairing.abilities):
        if ability.does in ("dodge", "guard"):
            without = bites(_without(state.pairing, seat), state.square, state.up, state.turned)
            if {place for _, place in without} != {place for _, place in hits}:
                state.emit("power", state.pairing.clans[seat].id, ability.does)


def emit_claims(state: CatsTable, claimed: Sequence[Claim]) -> None:
    """The prey is captured: by whom, who helped, which powers mattered, and what it pays."""
    ids, pairing = state.rules.cards.ids, state.pairing
    for prey, place, one, two, taker in claimed:
        state.emit("claim", ids[prey], one, two, taker)
        for near in TOUCHING[place]:
            if state.up[near] and pairing.side[state.square[near]] == taker:
                state.emit("catch", ids[state.square[near]], ids[prey])
    assert state.result is not None
    for seat, (effect, ability) in enumerate(zip(pairing.effects, pairing.abilities, strict=True)):
        if ability.does in COUNTING and claims(_without(pairing, seat), state.square, state.up) != [*claimed]:
            state.emit("power", pairing.clans[seat].id, ability.does)
        if effect.does == "extra-points" and state.result.prey[seat]:
            state.emit("power", pairing.clans[seat].id, effect.does)
        if effect.does == "win-ties":
            tied = any(one == two and taker == seat for _, _, one, two, taker in claimed)
            if tied or state.result.points[0] == state.result.points[1]:
                state.emit("power", pairing.clans[seat].id, effect.does)
    for seat, points in enumerate(state.result.points):
        state.emit("points", seat, points)


def _without(pairing: Pairing, seat: int) -> Pairing:
    """The same clans, but for the ability of one chief."""
    one, two = pairing.abilities
    abilities = (one, _NO_POWER) if seat else (_NO_POWER, two)
    counting = tuple([other for other in pairing.counting if other != seat])
    sparing = tuple([other for other in pairing.sparing if other != seat])
    return pairing._replace(abilities=abilities, counting=counting, sparing=sparing)
