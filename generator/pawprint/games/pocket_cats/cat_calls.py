"""Functions that the rules of Pocket Cats call: what two clans can do, the end of a game, and looking ahead (PC-4)."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.games.pocket_cats.cards import (
    CAT,
    CHIEF,
    COUNTING,
    MOST,
    NEAR,
    POINTS,
    PREY,
    SPARING,
    TOUCHING,
    Claim,
    Tally,
)
from pawprint.play.language.grid import turn_over
from pawprint.play.language.python_calls import Foresight, GameView
from pawprint.play.lazy_table import LazyTable

#: Points of both seats as one number -> by seat.
_BY_SEAT = LazyTable[int, tuple[int, int]](lambda both: _by_seat(both), MOST)
_NO_CHANGE = (0, 0)


def _by_seat(both: int) -> tuple[int, int]:
    two = both + (1 << POINTS - 1) >> POINTS
    return both - (two << POINTS), two


def tally_of(state: Any) -> Tally:
    """The tally of the two clans of a state."""
    (first,), (two,) = state.zone("clan", 0), state.zone("clan", 1)
    found: Tally = state.rules.tally(first, two)
    return found


def face_up(state: Any) -> list[int]:
    """Place -> the tile that is face up there, or -1."""
    return [tile if up else -1 for tile, up in zip(state.zone("square"), state.up, strict=True)]


# --- a game begins ------------------------------------------------------------------------------------------------


class _Meeting(NamedTuple):
    """What two clans bring when they meet.

    Attributes:
        tiles, others: those that are laid out, and those that are not.
        can: (place of a value, what it is) for what the clans can do.
        weights: by seat, what decides who does it first.
    """

    tiles: list[int]
    others: list[int]
    can: list[tuple[int, Any]]
    weights: tuple[int, int]


def _meeting(tally: Tally, places: Mapping[str, int], by_chief: bool) -> _Meeting:
    cards, duel = tally.cards, tally.duel
    clans = [cards.clans[clan] for clan in duel.clans]
    tiles = [tile for clan in clans for tile in clan.cats]
    tiles += [tile for tile, kind in enumerate(cards.kind) if kind != CAT]
    can: list[tuple[int, Any]] = []
    for seat, (effect, ability) in enumerate(zip(duel.effects, duel.abilities, strict=True)):
        for name, wanted in _POWERS.items():
            can.append((places[f"{name} {seat}"], effect.amount if (effect.does, effect.timing) == wanted else 0))
        can.append((places[f"leap {seat}"], ability.amount if ability.does == "long-move" else 0))
        if duel.ties == seat:  # in a match it stays so in the second game
            can.append((places[f"judge {seat}"], True))
    value = cards.value
    first, two = (value[clan.chief] if by_chief else sum(value[cat] for cat in clan.cats) for clan in clans)
    return _Meeting(tiles, [tile for tile in range(len(cards.ids)) if tile not in tiles], can, (first, two))


def meet(game: GameView) -> None:
    """PC-2.6: the tiles of both clans, prey and dogs; what the clans can do (7.3), and who does it first (PC-5.1)."""
    state, tally = game.state, tally_of(game.state)
    if tally.meeting is None:
        tally.meeting = _meeting(tally, state.program.value_places, state.rules.chosen["effect_order"] == "chief")
    tiles, others, can, weights = tally.meeting
    state.zone("heap")[:], state.zone("bag")[:] = tiles, others
    for place, value in can:
        state.v[place] = value
    first = game.value("first")  # of equals, the player who began the game
    game.set("early", first if weights[first] >= weights[1 - first] else 1 - first)


#: Value of the rules -> the power and the moment that it is about.
_POWERS = {
    "far": ("long-move", "permanent"), "whistles": ("turn-dog", "permanent"), "looks": ("peek", "permanent"),
    "turns_dog": ("turn-dog", "before_dogs"), "revives": ("revive", "after_dogs"),
}  # fmt: skip


# --- a game ends --------------------------------------------------------------------------------------------------


def attack(game: GameView) -> None:
    """PC-4.1: the cats to which arrows of dogs point are turned face down."""
    state, tally = game.state, tally_of(game.state)
    tiles = face_up(state)
    lost = sorted(tally.eliminated(tally.total(tiles, state.turned), tiles))
    if state.events is not None:
        _tell_attack(game, tally, tiles, lost)
    square = state.zone("square")
    for place in lost:
        turn_over(state, square, place)


def _tell_attack(game: GameView, tally: Tally, tiles: Sequence[int], lost: Sequence[int]) -> None:
    state, ids = game.state, tally.cards.ids
    for dog, place in tally.bites(tiles, state.turned):
        game.event("bite", ids[dog], ids[tiles[place]])
    for place in lost:
        game.event("eliminated", ids[tiles[place]])
    for seat, ability in enumerate(tally.duel.abilities):
        if ability.does in SPARING:
            other = state.rules.tally_without(tally.duel, seat)
            if sorted(other.eliminated(other.total(tiles, state.turned), tiles)) != lost:
                game.event("power", state.rules.clan_name(tally, seat), ability.does)


def claims_of(state: Any) -> list[Claim]:
    """PC-4.2: who takes which prey of a square after the dogs have attacked, or if there were none."""
    tally, tiles = tally_of(state), face_up(state)
    return tally.claims(tally.total(tiles, state.turned), tiles, True)


def capture(game: GameView) -> None:
    """PC-4.2, PC-4.3: the prey is captured, and the tiles are counted."""
    state, claimed = game.state, claims_of(game.state)
    places, takers = state.program.value_places, [claim[4] for claim in claimed]
    for seat in (0, 1):
        state.v[places["caught 0"] + seat] += takers.count(seat)
    if state.events is not None:
        _tell_capture(game, tally_of(state), claimed)


def _tell_capture(game: GameView, tally: Tally, claimed: Sequence[Claim]) -> None:
    state, ids, points = game.state, tally.cards.ids, _BY_SEAT[_standing(game.state)]
    tiles = face_up(state)
    for prey, place, first, two, taker in claimed:
        game.event("claim", ids[prey], first, two, taker)
        for near in TOUCHING[place]:
            if tiles[near] >= 0 and tally.side[tiles[near]] == taker:
                game.event("catch", ids[tiles[near]], ids[prey])
    for seat, (effect, ability) in enumerate(zip(tally.duel.effects, tally.duel.abilities, strict=True)):
        name = state.rules.clan_name(tally, seat)
        other = state.rules.tally_without(tally.duel, seat) if ability.does in COUNTING else tally
        if other is not tally and other.claims(other.total(tiles, state.turned), tiles, True) != claimed:
            game.event("power", name, ability.does)
        if effect.does == "extra-points" and any(claim[4] == seat for claim in claimed):
            game.event("power", name, effect.does)
        tied = any(first == two and taker == seat for _, _, first, two, taker in claimed) or points[0] == points[1]
        if effect.does == "win-ties" and tied:
            game.event("power", name, effect.does)
    for seat in (0, 1):
        game.event("points", seat, points[seat])


def standing(game: GameView, who: int) -> int:
    """PC-4.3: what the tiles that are face up would pay a player if the game ended now."""
    state = game.state
    return _BY_SEAT[_standing(state)][who] if state.zone("clan", 0) and state.zone("clan", 1) else 0


def _standing(state: Any) -> int:
    tally, tiles = tally_of(state), face_up(state)
    total = tally.total(tiles, state.turned)
    return tally.points(total, tiles, state.v[state.program.value_places["bitten"]])


# --- looking ahead ------------------------------------------------------------------------------------------------


def foresee(game: Foresight, actions: Sequence[Any]) -> list[tuple[int, int]] | None:
    """By action, how it changes the points; None where chance or a forced action may follow."""
    state, program = game.state, game.state.program
    verb = program.verbs[actions[0] >> program.width * program.fields].name
    if verb in ("choose", "leave it"):  # looks at tiles stand after "leave it"
        mixed = verb == "choose" and any(state.zone(zone, 1 - state.seat) for zone in ("clan", "picked"))
        return None if mixed else [_NO_CHANGE] * len(actions)
    shift, mask = program.width * (program.fields - 1), (1 << program.width) - 1
    if verb == "reveal":
        return _Counted(state, -1).revealed([(action >> shift & mask) - 1 for action in actions], game.known_state)
    at = state.v[program.value_places["at"]]
    if verb not in ("exchange", "turn") or (not state.down and (verb == "exchange" or at is None) and _mixes(state)):
        return None
    if verb == "turn":
        return _Counted(state, -1).turned([game.action(action) for action in actions])
    shift -= program.width
    return _Counted(state, at).exchanged(at, [(action >> shift & mask) - 1 for action in actions])


def _mixes(state: Any) -> bool:
    """Whether the end of a game may go on with chance, or with the same player, who revives a cat (7.3)."""
    places, chosen = state.program.value_places, state.rules.chosen
    more = chosen["mode"] != "free" and state.v[places["game"]] + 1 < chosen["games"]
    return more or bool(state.v[places["revives 0"] + state.seat])


class _Counted:
    """A square that is counted once, and then with one change after the other.

    Args:
        lifted: the place of a tile that is not counted; -1 if all are.
    """

    def __init__(self, state: Any, lifted: int) -> None:
        self.state, self.tally = state, tally_of(state)
        self.tiles, self.turns = face_up(state), state.turned
        if lifted >= 0:
            self.tiles[lifted] = -1
        self.total = self.tally.total(self.tiles, self.turns)
        self.cats, self.prey, self.chiefs = self.tally.lying(self.total)
        self.before = self.tally.points(self.total, self.tiles)

    def revealed(self, places: Sequence[int], known: Any) -> list[tuple[int, int]]:
        """By place, how the points change when its tile is revealed there."""
        square, turned, before, added = known.zone("square"), known.turned, self.before, self.added
        return [_BY_SEAT[added(square[place], place, turned[place]) - before] for place in places]

    def added(self, tile: int, place: int, turned: int) -> int:
        """The points with one tile more."""
        tally = self.tally
        kind = tally.kind[tile]  # most tiles matter only to what is around them
        if kind == CAT:
            matters = NEAR[place] & self.prey
        elif kind == CHIEF or (self.chiefs and tally.wide):
            matters = 1
        elif kind == PREY:
            matters = tally.touched(self.total, place)
        else:
            matters = tally.aimed[tile][turned][place] & self.cats
        if not matters:
            return self.before
        tiles = self.tiles
        tiles[place] = tile
        points = tally.points(self.total + tally.rows[tile][turned][place], tiles)
        tiles[place] = -1
        return points

    def exchanged(self, here: int, places: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how they change when the tile at *here*, which is not counted, is exchanged with that there."""
        tally, tiles, turns, total = self.tally, self.tiles, self.turns, self.total
        tile = self.state.zone("square")[here]
        rows = tally.rows[tile][turns[here]]
        before = self.added(tile, here, turns[here])
        changes = []
        for there in places:
            other = tiles[there]
            if other < 0:
                after = self.added(tile, there, turns[here])
            else:
                tiles[there], tiles[here] = tile, other
                row = tally.rows[other][turns[there]]
                after = tally.points(total + rows[there] + row[here] - row[there], tiles)
                tiles[there], tiles[here] = other, -1
            changes.append(_BY_SEAT[after - before])
        return changes

    def turned(self, actions: Sequence[tuple[str, list[Any]]]) -> list[tuple[int, int]]:
        """By action, how they change when a dog is turned so, or none."""
        changes = []
        for name, chosen in actions:
            if name == "leave it":
                changes.append(_NO_CHANGE)
                continue
            place, by = self.tiles.index(chosen[0]), {"right": 1, "round": 2, "left": 3}[chosen[1]]
            rows, turned = self.tally.rows[chosen[0]], self.turns[place]
            total = self.total - rows[turned][place] + rows[(turned + by) % 4][place]
            changes.append(_BY_SEAT[self.tally.points(total, self.tiles) - self.before])
        return changes
