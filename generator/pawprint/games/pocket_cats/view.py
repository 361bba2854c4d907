"""Pocket Cats as seats see it: observations, zones, resampling, and the whole state as data."""

from collections.abc import Sequence
from typing import Any

from pawprint.games.pocket_cats.actions import CHOOSING, EXCHANGING, LAYING, OVER, PHASES, TURNING, place_name
from pawprint.games.pocket_cats.cards import DOG, PLACES
from pawprint.games.pocket_cats.scoring import CatsResult
from pawprint.games.pocket_cats.table import CatsTable
from pawprint.rules.engine import Json, Rng


def knows(state: CatsTable, seat: int | None, place: int) -> bool:
    """Whether *seat* knows the tile at *place*: it is face up, or was, or the seat has looked at it."""
    seen = state.up[place] or place in state.out or seat is None
    return bool(seen or (state.looked and state.looked[seat or 0] >> state.square[place] & 1))


def looked_at(state: CatsTable) -> list[int] | None:
    """By seat: where the tiles lie face down that it has looked at, as bits of places; None if no seat can look."""
    if state.looked is None:
        return None
    down = [place for place in state.hidden if not state.up[place]]
    return [sum(1 << place for place in down if tiles >> state.square[place] & 1) for tiles in state.looked]


def look_at(state: CatsTable, places: Sequence[int]) -> None:
    """Let each seat have looked at the tiles that lie at these places, as bits; see `looked_at`."""
    state.looked = [sum(1 << tile for place, tile in enumerate(state.square) if bits >> place & 1) for bits in places]


def observation(state: CatsTable, seat: int) -> Json:
    """All that *seat* may know (see `State.observation`)."""
    cards = state.rules.cards
    seen: dict[str, Any] = {
        "phase": PHASES[state.phase],
        "actor": state.seat,
        "first": state.first,
        "game": state.game,
        "clans": [cards.clans[clan].id if _is_open(state, seat, who) else None for who, clan in enumerate(state.clans)],
        "earlier": [_result(cards.ids, *past) for past in state.earlier],
        "left": len(state.queue),
    }
    if state.phase == CHOOSING:
        return seen | {"hand": [cards.clans[clan].id for clan in state.hands[seat]]}
    seen["square"] = [_entry(state, seat, place) for place in range(PLACES)]
    seen["looked"] = looked_at(state)
    return seen | {"at": state.at, "spent": [*state.spent], "out": [*state.out]}


def _is_open(state: CatsTable, seat: int, whose: int) -> bool:
    """Whether *seat* may see the clan of *whose*: drawn cards are kept in secret until both have chosen (PC-2.2)."""
    if state.clans[whose] < 0:
        return False
    return seat == whose or state.phase != CHOOSING or state.rules.mode != "limited"


def _entry(state: CatsTable, seat: int | None, place: int) -> dict[str, Json]:
    """The tile at *place* as *seat* sees it."""
    entry: dict[str, Json] = {"place": place_name(place), "up": bool(state.up[place])}
    if knows(state, seat, place):
        tile = state.square[place]
        entry["id"] = state.rules.cards.ids[tile]
        if state.rules.cards.kind[tile] == DOG:
            entry["turned"] = state.turned[tile]
    return entry


def zones(state: CatsTable, seat: int | None) -> dict[str, list[Json]]:
    """Where every piece is (see `State.zones`); prey that is captured is with the player who took it."""
    cards = state.rules.cards
    found: dict[str, list[Json]] = {"clan 0": [], "clan 1": [], "hand 0": [], "hand 1": [], "square": [], "box": []}
    clans = {*range(len(cards.clans))}
    tiles = {*range(len(cards.ids))}
    if state.phase == CHOOSING:
        drawn = state.rules.mode != "free"
        for who in (0, 1):
            chosen = state.clans[who]
            if chosen >= 0 and state.rules.mode != "limited":  # PC-2.2: a drawn card stays in hand until both know
                found[f"clan {who}"] = [{"id": cards.clans[chosen].id}]
                clans.discard(chosen)
            hand = state.hands[who] if drawn else ()
            open_hand = seat in (None, who) or (state.clans != [-1, -1] and state.rules.mode == "expert")
            found[f"hand {who}"] = [{"id": cards.clans[clan].id} if open_hand else {} for clan in hand]
            clans -= {*hand}
        found["box"] = [{"id": cards.clans[clan].id} if seat is None or not drawn else {} for clan in sorted(clans)]
    else:
        for who, clan in enumerate(state.clans):
            found[f"clan {who}"] = [{"id": cards.clans[clan].id}]
        found["box"] = [{"id": cards.clans[clan].id} for clan in sorted(clans - {*state.clans})]
        tiles -= {*state.pairing.tiles}
        taken: set[int] = set()
        if state.phase == OVER and state.result:
            for who, prey in enumerate(state.result.prey):
                found[f"prey {who}"] = [{"id": cards.ids[tile]} for tile in prey]
                taken |= {*prey}
        taken.add(len(cards.ids))  # a place where nothing lies
        found["square"] = [_entry(state, seat, place) for place in range(PLACES) if state.square[place] not in taken]
    found["box"] += [{"id": cards.ids[tile]} for tile in sorted(tiles)]
    return found


# --- what could be ------------------------------------------------------------------------------------------


def resample_hidden(state: CatsTable, seat: int, rng: Rng) -> None:
    """Replace what *seat* does not know (see `State.resample_hidden`)."""
    deals = [*state.deals]
    for game in range(state.game + (state.phase != CHOOSING), len(deals)):
        deals[game] = {**deals[game], **state.rules.deal(rng)}
    if state.phase == CHOOSING:
        _other_hands(state, seat, rng)
        if "drawn" in deals[state.game]:
            names = [[state.rules.cards.clans[clan].id for clan in hand] for hand in state.hands]
            drawn = [names[state.first], names[1 - state.first]]
            deals[state.game]["drawn"] = drawn[: len(deals[state.game]["drawn"])]
    elif state.hidden:
        looked = looked_at(state)  # the opponent may have looked at some: there, whatever lies there
        state.square, state.turned = other_tiles(state, seat, rng)
        if looked:
            look_at(state, looked)
        dealt = zip(state.rules.dogs, deals[state.game]["rotations"], strict=True)
        down = {state.square[place] for place in state.hidden if not state.up[place]}
        deals[state.game] = {"rotations": [state.turned[dog] if dog in down else by for dog, by in dealt]}
    state.deals = tuple(deals)


def draws_before_tiles(state: CatsTable) -> int:
    """How many random numbers `resample_hidden` takes before the tiles of this game: those of a later game."""
    later = len(state.deals) - state.game - (state.phase != CHOOSING)
    return later * state.rules.draws_of_deal


def hidden_draws(state: CatsTable, seat: int) -> int:
    """How many random numbers `resample_hidden` takes."""
    draws = draws_before_tiles(state)
    if state.phase == CHOOSING:
        other = 1 - seat
        if _is_secret(state, other):
            draws += len(state.rules.cards.clans) - len(state.hands[seat]) - 1 + (state.clans[other] >= 0)
    else:
        places = _unknown(state, seat)
        draws += max(0, len(places) - 1)
        if not state.rules.lays_dogs:
            kind, square = state.rules.cards.kind, state.square
            draws += [kind[square[place]] for place in places].count(DOG)
    return draws


def _other_hands(state: CatsTable, seat: int, rng: Rng) -> None:
    """Other clan cards for the opponent, where these are secret; what it has chosen among them is secret too."""
    other = 1 - seat
    if not _is_secret(state, other):
        return
    cards = [clan for clan in range(len(state.rules.cards.clans)) if clan not in state.hands[seat]]
    rng.shuffle(cards)
    hand = tuple(sorted(cards[: len(state.hands[other])]))
    state.hands = (hand, state.hands[1]) if other == 0 else (state.hands[0], hand)
    if state.clans[other] >= 0:
        state.clans[other] = rng.pick(hand)


def _is_secret(state: CatsTable, whose: int) -> bool:
    """Whether *whose* has clan cards that the other one does not know."""
    secret = state.rules.mode == "limited" or (state.rules.mode == "expert" and state.clans == [-1, -1])
    return secret and bool(state.hands[whose])


def _unknown(state: CatsTable, seat: int) -> list[int]:
    """The places whose tiles *seat* has not seen."""
    up = state.up
    if state.looked is None:
        return [place for place in state.hidden if not up[place]]
    seen, square = state.looked[seat], state.square
    return [place for place in state.hidden if not (up[place] or seen >> square[place] & 1)]


def other_tiles(state: CatsTable, seat: int, rng: Rng) -> tuple[list[int], list[int]]:
    """The square and the turned dogs, with other tiles where *seat* has seen none."""
    places = _unknown(state, seat)
    tiles, turned = _dealt_again(state, places, rng)
    square = state.square[:]
    for place, tile in zip(places, tiles, strict=True):
        square[place] = tile
    return square, turned


def shuffled_tiles(state: CatsTable, seat: int, rng: Rng) -> tuple[list[int], list[int]]:
    """The same when a turn begins: the tiles of the hidden places, and the turned dogs."""
    if state.looked is not None:
        square, turned = other_tiles(state, seat, rng)
        return [square[place] for place in state.hidden], turned
    return _dealt_again(state, state.hidden, rng)


def _dealt_again(state: CatsTable, places: Sequence[int], rng: Rng) -> tuple[list[int], list[int]]:
    """The tiles of *places* in another order, and the dogs, those of them turned by chance."""
    tiles = sorted(map(state.square.__getitem__, places))
    rng.shuffle(tiles)
    if state.rules.lays_dogs:
        return tiles, state.turned
    turned = state.turned[:]
    for dog in filter(state.rules.is_dog, tiles):
        turned[dog] = rng.below(4)
    return tiles, turned


def hidden(state: CatsTable) -> list[int]:
    """The places whose tiles were face down when the turn began."""
    nothing = len(state.rules.cards.ids)
    turn = state.phase in (EXCHANGING, LAYING, TURNING)
    return [
        place
        for place, tile in enumerate(state.square)
        if (turn and place == state.at) or not (state.up[place] or place in state.out or tile == nothing)
    ]


# --- in a file ----------------------------------------------------------------------------------------------


def dump(state: CatsTable) -> Json:
    """Everything (see `State.dump`)."""
    cards = state.rules.cards
    return {
        "phase": PHASES[state.phase],
        "actor": state.seat,
        "first": state.first,
        "game": state.game,
        "deals": [{**deal} for deal in state.deals],
        "clans": [None if clan < 0 else cards.clans[clan].id for clan in state.clans],
        "hands": [[cards.clans[clan].id for clan in hand] for hand in state.hands],
        "square": [None if tile == len(cards.ids) else cards.ids[tile] for tile in state.square],
        "up": [*state.up],
        "turned": {cards.ids[dog]: state.turned[dog] for dog in state.rules.dogs} if state.square else {},
        "at": state.at,
        "queue": [*state.queue],
        "looked": looked_at(state),
        "spent": [*state.spent],
        "out": [*state.out],
        "earlier": [_result(cards.ids, *past) for past in state.earlier],
        "result": state.result and _result(cards.ids, state.result, state.pairing.ties),
    }


def _result(ids: tuple[str, ...], result: CatsResult, ties: int) -> dict[str, Json]:
    """A game that is over, and the seat that won its ties."""
    return {"prey": [[ids[tile] for tile in prey] for prey in result.prey], "points": [*result.points], "ties": ties}


def _read_result(number: dict[str, int], written: Json) -> CatsResult:
    one, two = (tuple(number[name] for name in prey) for prey in written["prey"])
    return CatsResult((one, two), (written["points"][0], written["points"][1]))


def load(state: CatsTable, written: Json) -> None:
    """Make the new *state* the one from which `dump` has made *written*, but for its legal actions."""
    rules = state.rules
    number = {name: tile for tile, name in enumerate(rules.cards.ids)}
    state.phase = PHASES.index(written["phase"])
    state.seat, state.first, state.game = written["actor"], written["first"], written["game"]
    state.deals = tuple(written["deals"])
    state.clans = [-1 if name is None else rules.clan_number[name] for name in written["clans"]]
    one, two = (tuple(rules.clan_number[name] for name in hand) for hand in written["hands"])
    state.hands = (one, two)
    state.square = [len(number) if name is None else number[name] for name in written["square"]]
    state.partial = None in written["square"]
    state.up = [*written["up"]]
    turned = written["turned"]
    state.turned = rules.rotations([turned[rules.cards.ids[dog]] for dog in rules.dogs]) if turned else []
    state.at = written["at"]
    state.spent, state.out = [*written["spent"]], tuple(written["out"])
    state.queue = tuple(written["queue"])
    state.earlier = tuple((_read_result(number, past), past["ties"]) for past in written["earlier"])
    state.result = written["result"] and _read_result(number, written["result"])
    state.looked, state.hidden = None, []
    if state.phase != CHOOSING:
        state.meet()
        if state.looked:
            look_at(state, written["looked"] or (0, 0))
        state.hidden = hidden(state)
