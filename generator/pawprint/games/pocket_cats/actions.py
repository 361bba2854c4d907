"""The decisions of Pocket Cats as numbers, in words, and how far a tile may go."""

from collections.abc import Iterable, Sequence
from functools import cache

from pawprint.games.pocket_cats.cards import CAT, DOG, LINES, NOTHING, PLACES, PREY, RAYS, SIDE, CatsCards

#: Actions: 0 to 24 reveal the tile at that place, SWAP + 25 * p + q exchanges the tiles at p and q, LOOK + p looks at
#: the tile at p, PASS leaves a power unused; the others are about a clan, a dog (4 * tile + quarter turns) or a cat.
SWAP = PLACES
LOOK = SWAP + PLACES * PLACES
PASS = LOOK + PLACES
CHOOSE, LAY, TURN, REVIVE = 1_000, 10_000, 100_000, 1_000_000

#: What is to be decided. Within a turn, and at the end, the numbers fall.
CHOOSING, LAYING, TURNING, EXCHANGING, LOOKING, REVEALING, BEFORE, AFTER, OVER = range(8, -1, -1)
PHASES = ("over", "after dogs", "before dogs", "reveal", "look", "exchange", "turn", "lay", "choose")

#: PC-3.2: how far a cat goes.
CAT_GOES = 2
#: Place -> the exchanges of a tile there, as actions.
Reach = tuple[tuple[int, ...], ...]

_SIDES = ("upright", "to the right", "upside down", "to the left")
_WAYS = ("", "right", "round", "left")


def place_name(place: int) -> str:
    """`r1c1` is the place at the top left."""
    return f"r{place // SIDE + 1}c{place % SIDE + 1}"


#: Place by its name.
NAMES = {place_name(place): place for place in range(PLACES)}


def _reach(directions: Sequence[int], most: int) -> Reach:
    """The exchanges with all tiles up to *most* places away in *directions*; jumping over others is fine."""
    return tuple(
        tuple(sorted(SWAP + PLACES * place + other for way in directions for other in RAYS[place][way][:most]))
        for place in range(PLACES)
    )


def reaches(amounts: Iterable[int]) -> dict[tuple[int, int], Reach]:
    """(kind, how far a power lets a cat go, else 0) -> its exchanges.

    Args:
        amounts: of the powers that there are.
    """
    straight = LINES["straight"]
    return {
        (PREY, 0): _reach(range(8), 1),  # PC-3.2: any of the up to 8 neighbouring tiles
        (CAT, 0): _reach(straight, CAT_GOES),  # PC-3.2: 1 or 2 places away in its row or column
        (DOG, 0): _reach(straight, SIDE - 1),  # PC-3.2: any tile of its row or column
        (NOTHING, 0): ((),) * PLACES,
        **{(CAT, most): _reach(straight, max(CAT_GOES, most)) for most in amounts},
    }


def words_of(cards: CatsCards) -> dict[int, str]:
    """Every action in words."""
    words = {place: f"reveal {name}" for name, place in NAMES.items()}
    for here, place in NAMES.items():
        words |= {SWAP + PLACES * place + other: f"exchange {here} with {there}" for there, other in NAMES.items()}
    words |= {LOOK + place: f"look at {name}" for name, place in NAMES.items()}
    words[PASS] = "leave it"
    words |= {CHOOSE + number: f"choose {clan.id}" for number, clan in enumerate(cards.clans)}
    for dog in cards.of_kind(DOG):
        words |= {LAY + 4 * dog + turned: f"lay {cards.ids[dog]} {side}" for turned, side in enumerate(_SIDES)}
        words |= {TURN + 4 * dog + by: f"turn {cards.ids[dog]} {way}" for by, way in enumerate(_WAYS) if by}
    return words | {REVIVE + cat: f"revive {cards.ids[cat]}" for cat in cards.of_kind(CAT)}


@cache
def choices(hand: tuple[int, ...]) -> tuple[int, ...]:
    """PC-2.1: to take one of these clans, as actions."""
    return tuple([CHOOSE + clan for clan in hand])


@cache
def turns(dogs: tuple[int, ...], amount: int) -> tuple[int, ...]:
    """PC-5.5: *amount* quarter turns of one of these dogs in either direction, or none, as actions."""
    ways = {by for by in (amount % 4, -amount % 4) if by}  # a whole turn is none
    return (PASS, *sorted(TURN + 4 * dog + by for dog in dogs for by in ways))
