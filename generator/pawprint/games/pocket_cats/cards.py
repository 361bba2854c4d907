"""The cards of Pocket Cats as tables: what the catalog says, in numbers that a game can count with quickly.

Places are 0 to 24, row by row from the top left; directions 0 to 7, clockwise from N; tiles are numbered cats first,
then prey, then dogs, in the order of the catalog, as states do.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pawprint.play.language.grid import grid_places

SIDE = 5
PLACES = SIDE * SIDE
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
#: PC-1.1, PC-1.2, PC-1.3: what a tile is.
CAT, PREY, DOG = 0, 1, 2
KINDS = ("cat", "prey", "dog")

#: place -> direction -> the places that lie there, the next one first.
RAYS = grid_places(SIDE, SIDE).rays
#: Directions by the lines that a card may name.
LINES = {"straight": (0, 2, 4, 6), "diagonal": (1, 3, 5, 7)}
#: place -> the up to 4 places that touch it by a side.
TOUCHING = tuple(tuple(sorted(ray[0] for ray in rays[::2] if ray)) for rays in RAYS)


class Power(NamedTuple):
    """What a clan, or its chief, can do (PC-1.10).

    Attributes:
        does: one of `CLAN_POWERS` or `CHIEF_POWERS`.
        timing: when; empty for a chief.
        directions: along the lines that the card names.
        prey: only these kinds of it, where any are named.
    """

    does: str = ""
    timing: str = ""
    amount: int = 1
    directions: tuple[int, ...] = ()
    prey: tuple[str, ...] = ()
    once: bool = False


#: What a clan effect may do, at which moments (PC-I-14, PC-I-15), and which tiles that is about.
CLAN_POWERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "turn-dog": (("permanent", "before_dogs"), ("dog",)),
    "long-move": (("permanent",), ("cat",)),
    "peek": (("permanent",), KINDS),
    "revive": (("after_dogs",), ("cat",)),
    "extra-points": (("scoring",), ("prey",)),
    "win-ties": (("scoring",), ("prey",)),
}
#: What a chief may do, and which tiles that is about.
CHIEF_POWERS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "long-move": (("",), ("cat",)),
    "wide-reach": (("",), ("prey",)),
    "extra-attack": (("",), ("prey",)),
    "multiply": (("",), ("prey",)),
    "dodge": (("",), ("dog",)),
    "guard": (("",), ("cat",)),
}


class Clan(NamedTuple):
    """A clan card and its cats (PC-1.4, PC-1.7)."""

    id: str
    cats: tuple[int, ...]
    chief: int
    effect: Power
    ability: Power


class CatsCards(NamedTuple):
    """All tiles by number, and the clans.

    Attributes:
        value: attack of a cat, victory points of a prey.
        clan: of a cat, by number; -1 for other tiles.
        sort: of a prey: mouse, pigeon, fly.
        partner: of a prey: the tile that it pays more with; -1 if there is none.
        pair: victory points of both partners together.
        arrows: of a dog, as printed.
    """

    ids: tuple[str, ...]
    kind: tuple[int, ...]
    value: tuple[int, ...]
    clan: tuple[int, ...]
    sort: tuple[str, ...]
    partner: tuple[int, ...]
    pair: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]
    clans: tuple[Clan, ...]

    def of_kind(self, kind: int) -> tuple[int, ...]:
        """The numbers of all tiles that are a cat, a prey or a dog."""
        return tuple(tile for tile, one in enumerate(self.kind) if one == kind)
