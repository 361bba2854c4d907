"""FOODEN as seats see it: observations, zones, resampling, and the whole state as data.

Hidden are the order of the deck, but for cards that a seat has put back itself; the objectives of the others, until the
end; and the cards that are laid, until all are. A seat is assumed to know nothing of cards that
another seat has put back, even if it could remember them.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pawprint.games.fooden.actions import CHOOSING, LAY, LAYING, NAMING, STAGES, effects_in
from pawprint.games.fooden.cards import EFFECTS, FOODS, ROWS
from pawprint.games.fooden.table import FoodenTable
from pawprint.rules.engine import Json, Rng

# --- what a seat knows --------------------------------------------------------------------------------------


def knows_objectives(state: FoodenTable, seat: int, whose: int) -> bool:
    """FO-2.4: they are secret until the scoring, and dealt when everybody has an organisation."""
    return state.stage >= NAMING or (seat == whose and state.stage != CHOOSING)


def sees_laid(state: FoodenTable, seat: int, whose: int) -> bool:
    """FO-4.4: cards are laid in secret, and revealed when all are."""
    return seat == whose or state.stage != LAYING


def _sees_looked(state: FoodenTable, seat: int) -> bool:
    return seat == state.seat


def _knows_place(state: FoodenTable, seat: int, creature: int) -> bool:
    return bool(state.seen.get(creature, 0) >> seat & 1)


def observation(state: FoodenTable, seat: int) -> Json:
    """All that *seat* may know (see `State.observation`)."""
    names = state.cards.names
    known = state.seen
    return _public(state) | {
        "deck": [names[one] if one in known and _knows_place(state, seat, one) else None for one in state.deck[::-1]],
        "looked": [names[creature] for creature in state.looked] if _sees_looked(state, seat) else len(state.looked),
        "objectives": [
            _objectives(state, whose) if knows_objectives(state, seat, whose) else None for whose in range(state.seats)
        ],
        "laid": [
            _card(state, card) if sees_laid(state, seat, whose) else card >= 0 for whose, card in enumerate(state.laid)
        ],
        "played": [[_card(state, card) for card in _played(state, whose)] for whose in range(state.seats)],
        "hand": _hand(state, seat),
    }


def _objectives(state: FoodenTable, seat: int) -> list[str]:
    return [state.cards.objectives[number].name for number in state.objectives[seat]]


def _card(state: FoodenTable, card: int) -> str | None:
    return state.cards.actions[card].name if card >= 0 else None


def _hand(state: FoodenTable, seat: int) -> list[str]:
    return [state.rules.words.words[action].removeprefix("lay ") for action in state.hands[seat]]


def _played(state: FoodenTable, seat: int) -> list[int]:
    """Cards of this season that lie face up, but for that of the round."""
    organisation = state.organisations[seat]
    if organisation < 0:
        return []
    first, laid = state.first_action[LAY], state.laid[seat]
    hand = state.hands[seat]
    return [
        action - first for action in state.rules.hands[organisation] if action not in hand and action - first != laid
    ]


def _amounts(foods: Any) -> dict[str, int]:
    return {ROWS[food]: foods[food] for food in FOODS}


def _public(state: FoodenTable) -> dict[str, Any]:
    """What everybody sees, as JSON."""
    cards = state.cards
    names = cards.names
    return {
        "stage": STAGES[state.stage],
        "season": state.season,
        "round": state.round,
        "leader": state.leader,
        "first": state.first,
        "seat": state.seat,
        "organisations": [cards.organisations[one] if one >= 0 else None for one in state.organisations],
        "pending": [EFFECTS[effect] for effect in effects_in(state.pending)],
        "count": state.count,
        "owed": state.owed,
        "kept": state.kept,
        "moving": names[state.moving] if state.moving >= 0 else None,
        "lab": [names[creature] for creature in state.lab],
        "rows": {ROWS[row]: [names[one] for one in line] for row, line in enumerate(state.rows)},
        "forces": {ROWS[row]: [-rank for rank in ranks] for row, ranks in enumerate(state.ranks)},
        "discard": [names[creature] for creature in state.discard],
        "survivors": [names[creature] for creature in state.survivors],
        "food": _amounts(state.food),
        "reserve": _amounts(state.reserve),
        "vp": state.vp,
        "purses": [_amounts(purse) for purse in state.purses],
        "points": [*state.points],
        "cubes": {names[creature]: _amounts(cubes) for creature, cubes in sorted(state.cubes.items())},
        "tokens": {names[creature]: [*seats] for creature, seats in sorted(state.tokens.items())},
        "winner": state.winner if state.winner >= 0 else None,
    }


# --- the whole state ----------------------------------------------------------------------------------------


def dump(state: FoodenTable) -> Json:
    """All of it (see `State.dump`)."""
    names = state.cards.names
    objectives = [objective.name for objective in state.cards.objectives]
    return _public(state) | {
        "deck": [names[creature] for creature in reversed(state.deck)],
        "seen": {
            names[creature]: [seat for seat in range(state.seats) if seats >> seat & 1]
            for creature, seats in sorted(state.seen.items())
        },
        "looked": [names[creature] for creature in state.looked],
        "hands": [_hand(state, seat) for seat in range(state.seats)],
        "laid": [_card(state, card) for card in state.laid],
        "objectives": [_objectives(state, seat) for seat in range(state.seats)],
        "box": [objectives[number] for number in state.box],
    }


def load(state: FoodenTable, said: Json) -> None:
    """Make the new *state* the one from which `dump` has made *said*, but for its legal actions."""
    cards = state.cards
    number = cards.numbers
    objective = cards.objective_numbers
    card = {one.name: index for index, one in enumerate(cards.actions)}
    state.stage = STAGES.index(said["stage"])
    for name in ("season", "round", "leader", "first", "seat", "count", "owed", "kept", "vp"):
        setattr(state, name, said[name])
    state.organisations = [-1 if one is None else cards.organisations.index(one) for one in said["organisations"]]
    state.pending = sum(1 << EFFECTS.index(effect) for effect in said["pending"])
    state.moving = -1 if said["moving"] is None else number[said["moving"]]
    state.winner = -1 if said["winner"] is None else said["winner"]
    state.lab, state.discard, state.survivors = (
        [number[name] for name in said[zone]] for zone in ("lab", "discard", "survivors")
    )
    state.deck = [number[name] for name in reversed(said["deck"])]
    state.looked = tuple(number[name] for name in said["looked"])
    state.rows = [[number[name] for name in said["rows"][row]] for row in ROWS]
    state.ranks = [[-force for force in said["forces"][row]] for row in ROWS]
    state.food, state.reserve = _foods(said["food"]), _foods(said["reserve"])
    state.purses = [_foods(purse) for purse in said["purses"]]
    state.points = [*said["points"]]
    state.cubes = {number[name]: tuple(_foods(cubes)) for name, cubes in said["cubes"].items()}
    state.tokens = {number[name]: tuple(seats) for name, seats in said["tokens"].items()}
    state.seen = {number[name]: sum(1 << seat for seat in seats) for name, seats in said["seen"].items()}
    state.hands = [tuple(state.first_action[LAY] + card[name] for name in hand) for hand in said["hands"]]
    state.laid = [-1 if name is None else card[name] for name in said["laid"]]
    state.objectives = [tuple(objective[name] for name in names) for names in said["objectives"]]
    state.box = tuple(objective[name] for name in said["box"])


def _foods(amounts: Json) -> list[int]:
    return [amounts.get(row, 0) for row in ROWS]


def resample_hidden(state: FoodenTable, seat: int, rng: Rng) -> None:
    """Replace what *seat* does not know (see `State.resample_hidden`)."""
    _redeal_deck(state, seat, rng)
    if state.stage < NAMING:
        _redeal_objectives(state, seat, rng)
    if state.stage == LAYING:
        for other, card in enumerate(state.laid):
            if card >= 0 and other != seat:
                first = state.first_action[LAY]
                hand = sorted([*state.hands[other], first + card])
                laid = rng.pick(hand)
                state.laid[other] = laid - first
                state.hands[other] = tuple(action for action in hand if action != laid)


def hidden_draws(state: FoodenTable, seat: int) -> int:
    """How many random numbers `resample_hidden` takes."""
    known = sum(1 for seats in state.seen.values() if seats >> seat & 1)
    unknown = len(state.deck) - known + (0 if _sees_looked(state, seat) else len(state.looked))
    draws = max(0, unknown - 1)
    if state.stage < NAMING:
        dealt = [
            len(state.objectives[whose]) for whose in range(state.seats) if not knows_objectives(state, seat, whose)
        ]
        draws += max(0, len(state.box) + sum(dealt) - 1)
    if state.stage == LAYING:
        draws += sum(1 for other, card in enumerate(state.laid) if card >= 0 and other != seat)
    return draws


def other_deck(state: FoodenTable, seat: int, rng: Rng) -> tuple[list[int], tuple[int, ...]]:
    """The deck, and the cards that were looked at, as *seat* may imagine them."""
    deck, seen = state.deck[:], state.seen
    known = sorted([(deck.index(creature), creature) for creature, seats in seen.items() if seats >> seat & 1])
    for place, _ in reversed(known):
        del deck[place]
    looked = () if _sees_looked(state, seat) else state.looked
    deck += looked
    deck.sort()
    rng.shuffle(deck)
    if looked:
        looked = tuple(sorted(deck[: len(looked)]))
        del deck[: len(looked)]
    deck.reverse()
    for place, creature in known:
        deck.insert(place, creature)
    return deck, looked or state.looked


def _redeal_deck(state: FoodenTable, seat: int, rng: Rng) -> None:
    """What others know of the deck stays with the places that they know."""
    placed = sorted([(state.deck.index(creature), seats) for creature, seats in state.seen.items()])
    state.deck, state.looked = other_deck(state, seat, rng)
    state.seen = {state.deck[place]: seats for place, seats in placed}


def _redeal_objectives(state: FoodenTable, seat: int, rng: Rng) -> None:
    unknown = [whose for whose in range(state.seats) if not knows_objectives(state, seat, whose)]
    objectives = sorted([*state.box, *(one for whose in unknown for one in state.objectives[whose])])
    rng.shuffle(objectives)
    for whose in unknown:
        state.objectives[whose] = tuple(sorted(objectives.pop() for _ in state.objectives[whose]))
    state.box = tuple(sorted(objectives))
    state.reckon()  # here, for all who copy the state


# --- zones --------------------------------------------------------------------------------------------------

#: A card of which only the back is seen.
_BACK: dict[str, Json] = {}


def zones(state: FoodenTable, seat: int | None) -> dict[str, list[Json]]:
    """Where every piece is (see `State.zones`). What lies on a creature says so; a deck begins with its top.

    The entries are shared: copy one before changing it.
    """
    cards = state.cards
    faces, pieces = cards.faces, cards.pieces
    everything = seat is None
    found: dict[str, list[Json]] = {
        "table": [*pieces["nature"], *pieces["season"]],
        "season": [piece | {"at": _season(state)} for piece in pieces["season-token"]],
        "pawn": [piece | {"seat": state.leader} for piece in pieces["leader"]],
        "deck": _faces(state, state.deck[::-1], seat),
        "looked": [faces[one] if everything or _sees_looked(state, seat or 0) else _BACK for one in state.looked],
        "lab": [faces[one] for one in state.lab],
        "discard": [faces[one] for one in state.discard],
        "survivors": [faces[one] for one in state.survivors],
        "box": [cards.objective_faces[one] if everything else _BACK for one in state.box],
        "unclaimed": [
            face
            for card, face in zip(cards.actions, cards.action_faces, strict=True)
            if card.organisation not in state.organisations
        ],
        "reserve": [*_cubes(state, state.reserve), *_stars(state, state.vp)],
    }
    for row, line in enumerate(state.rows):
        found[f"row {ROWS[row]}"] = [
            faces[one] | {"force": -rank} for one, rank in zip(line, state.ranks[row], strict=True)
        ]
        found[f"food {ROWS[row]}"] = [cards.cube_faces[row]] * state.food[row]
    found["on creatures"] = [*_on_creatures(state)]
    for whose in range(state.seats):
        _seat_zones(state, whose, seat, found)
    return found


def _faces(state: FoodenTable, creatures: list[int], seat: int | None) -> list[Json]:
    """Cards of the deck as *seat* sees them."""
    faces = state.cards.faces
    if seat is None:
        return [faces[one] for one in creatures]
    if not state.seen:
        return [_BACK] * len(creatures)
    return [faces[one] if _knows_place(state, seat, one) else _BACK for one in creatures]


def _on_creatures(state: FoodenTable) -> Iterator[Json]:
    for one, cubes in sorted(state.cubes.items()):
        yield from (cube | {"on": state.name(one)} for cube in _cubes(state, cubes))
    for one, seats in sorted(state.tokens.items()):
        for of, star in zip(seats, _stars(state, len(seats)), strict=True):
            yield star | {"on": state.name(one), "of": of}


def _seat_zones(state: FoodenTable, whose: int, seat: int | None, found: dict[str, list[Json]]) -> None:
    """What *whose* has, as *seat* sees it."""
    cards = state.cards
    own = seat is None or whose == seat
    shown = seat is None or knows_objectives(state, seat, whose)
    open_laid = seat is None or sees_laid(state, seat, whose)
    laid, hand = state.laid[whose], state.hands[whose]
    first = state.first_action[LAY]
    found[f"objectives {whose}"] = [cards.objective_faces[one] if shown else _BACK for one in state.objectives[whose]]
    found[f"hand {whose}"] = [cards.action_faces[action - first] if own else _BACK for action in hand]
    found[f"laid {whose}"] = [cards.action_faces[laid] if open_laid else _BACK] if laid >= 0 else []
    found[f"played {whose}"] = [cards.action_faces[card] for card in _played(state, whose)]
    found[f"stock {whose}"] = [*_cubes(state, state.purses[whose]), *_stars(state, state.points[whose])]


def _season(state: FoodenTable) -> str:
    names = state.cards.season_names
    last = state.stage >= NAMING and not state.rules.grand_slam
    return names[-1] if last else names[state.season % len(names)]


def _cubes(state: FoodenTable, amounts: Sequence[int]) -> Iterator[dict[str, Json]]:
    """So many cubes of each food."""
    for food in FOODS:
        if amounts[food]:
            yield from [state.cards.cube_faces[food]] * amounts[food]


def _stars(state: FoodenTable, amount: int) -> list[dict[str, Json]]:
    """So many VP tokens."""
    return [state.cards.pieces["vp"][0]] * amount if amount else []
