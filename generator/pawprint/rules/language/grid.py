"""Places in rows and columns, each for one card: what a program of rules does with a grid, and how its places lie.

A place is a number, row by row from the top left; in words the first one is `r1c1`. The list of the zone has the kind
of the card at each place, None where none lies. Beside it a state keeps, by place, whether the card is face `up`, how
many quarter turns it is `turned` clockwise, and, as bits of seats, who has `looked` at a card that lies face down;
`down` are the places of these, in order.
"""

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pawprint.rules.engine import Rng
from pawprint.rules.language.specification import GridSpec

#: (down, right) of each direction, clockwise from the one that leads up.
_STEPS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
#: Directions along rows and columns, and along diagonals.
STRAIGHT, DIAGONAL = (0, 2, 4, 6), (1, 3, 5, 7)


class GridError(Exception):
    """Cards are laid or turned as they cannot be."""


class PlacesWithin(dict[int, tuple[tuple[int, ...], ...]]):
    """How far -> place -> the places up to so far away in some directions, in order."""

    def __init__(self, rays: Sequence[Sequence[tuple[int, ...]]], directions: Sequence[int]) -> None:
        self.rays, self.directions = rays, directions

    def __missing__(self, far: int) -> tuple[tuple[int, ...], ...]:
        self[far] = found = tuple(
            tuple(sorted(place for way in self.directions for place in rays[way][: max(0, far)])) for rays in self.rays
        )
        return found


class GridPlaces(NamedTuple):
    """How the places of a grid lie.

    Attributes:
        names: by place.
        rays: place -> direction -> the places from there to the edge, the next one first.
        straight, diagonal: how far -> place -> the places up to so far away.
        around: place -> the up to 8 places that touch it.
    """

    rows: int
    columns: int
    names: tuple[str, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    straight: PlacesWithin
    diagonal: PlacesWithin
    around: tuple[tuple[int, ...], ...]

    def number(self, name: str) -> int | None:
        """The place of that name; None if there is none."""
        return self.names.index(name) if name in self.names else None


@cache
def grid_places(rows: int, columns: int) -> GridPlaces:
    """The places of a grid of that size."""

    def ray(place: int, step: tuple[int, int]) -> tuple[int, ...]:
        row, column = place // columns + step[0], place % columns + step[1]
        found = []
        while 0 <= row < rows and 0 <= column < columns:
            found.append(row * columns + column)
            row, column = row + step[0], column + step[1]
        return tuple(found)

    places = range(rows * columns)
    rays = tuple(tuple(ray(place, step) for step in _STEPS) for place in places)
    around = tuple(tuple(sorted(ray[0] for ray in rays[place] if ray)) for place in places)
    names = tuple(f"r{place // columns + 1}c{place % columns + 1}" for place in places)
    return GridPlaces(rows, columns, names, rays, PlacesWithin(rays, STRAIGHT), PlacesWithin(rays, DIAGONAL), around)


class GridZone(NamedTuple):
    """Where the grid of a game is in a state.

    Attributes:
        at: the place of the zone among the zones.
        faces: whether its cards lie face up or face down.
        turnable: by kind, whether nobody knows how its cards are turned as long as they lie face down.
    """

    name: str
    at: int
    spec: GridSpec
    faces: bool
    places: GridPlaces
    turnable: Callable[[], Sequence[bool]]


# --- what steps do ------------------------------------------------------------------------------------------------


def lay(s: Any, board: list[int | None], kind: int, place: int, up: bool, looked: int) -> None:
    """Lay a card on a place.

    Args:
        looked: the seats that know the card, as bits.

    Raises:
        GridError: a card lies there.
    """
    if board[place] is not None:
        raise GridError("a card is laid where another one lies")
    board[place], s.up[place], s.turned[place], s.looked[place] = kind, int(up), 0, 0 if up else looked
    if not up:
        insort(s.down, place)


def lift(s: Any, board: list[int | None], place: int) -> int:
    """Take the card from a place; its kind.

    Raises:
        GridError: none lies there.
    """
    kind = board[place]
    if kind is None:
        raise GridError("a card is taken from a place where none lies")
    if not s.up[place]:
        s.down.remove(place)
    board[place] = None
    s.up[place] = s.turned[place] = s.looked[place] = 0
    return kind


def turn_over(s: Any, board: list[int | None], place: int) -> None:
    """Turn a card over. One that was face up is known to all.

    Raises:
        GridError: none lies there.
    """
    if board[place] is None:
        raise GridError("a card is turned over where none lies")
    if s.up[place]:
        s.up[place], s.looked[place] = 0, (1 << len(s.points)) - 1
        insort(s.down, place)
    else:
        s.up[place], s.looked[place] = 1, 0
        s.down.remove(place)


def exchange(s: Any, board: list[int | None], one: int, other: int) -> None:
    """Let the cards at two places change places; faces, turns and what is known of them go along."""
    up, turned, looked = s.up, s.turned, s.looked
    board[one], board[other] = board[other], board[one]
    if turned[one] != turned[other]:
        turned[one], turned[other] = turned[other], turned[one]
    if looked[one] != looked[other]:
        looked[one], looked[other] = looked[other], looked[one]
    if up[one] != up[other]:
        up[one], up[other] = up[other], up[one]
        gone, come = (one, other) if up[one] else (other, one)
        if board[come] is not None:
            s.down.remove(gone)
            insort(s.down, come)


def deal(s: Any, board: list[int | None], cards: Sequence[int], up: bool) -> None:
    """Lay cards on the free places, in order; each is a kind, and its quarter turns times the number of kinds.

    Raises:
        GridError: there are too few places.
    """
    free, count = [place for place, kind in enumerate(board) if kind is None], len(s.rules.records.ids)
    if len(cards) > len(free):
        raise GridError("there are more cards than free places")
    if len(cards) == len(board):  # all at once
        board[:], s.turned[:] = [card % count for card in cards], [card // count for card in cards]
        s.up[:], s.looked[:], s.down = [int(up)] * len(board), [0] * len(board), [] if up else [*range(len(board))]
        return
    for place, card in zip(free, cards, strict=False):
        lay(s, board, card % count, place, up, 0)
        s.turned[place] = card // count


def turned_by_chance(cards: Sequence[int], turnable: Sequence[bool], rng: Rng) -> list[int]:
    """*cards* as `deal` takes them, those of them turned by chance that can be."""
    return [card + rng.below(4) * len(turnable) if turnable[card] else card for card in cards]


def clear(s: Any, board: list[int | None]) -> list[int]:
    """Take all cards; their kinds, in order."""
    cards = [kind for kind in board if kind is not None]
    board[:], s.down = [None] * len(board), []
    s.up[:] = s.turned[:] = s.looked[:] = [0] * len(board)
    return cards


def in_sight(board: Sequence[int | None], ray: Sequence[int]) -> list[int]:
    """The places of a ray up to the first one with a card."""
    for count, place in enumerate(ray, 1):
        if board[place] is not None:
            return [*ray[:count]]
    return [*ray]


#: What programs call them.
FUNCTIONS: Mapping[str, Any] = {
    "lay": lay, "lift_from": lift, "turn_over": turn_over, "exchange": exchange, "deal": deal, "clear": clear,
    "turned_by_chance": turned_by_chance, "in_sight": in_sight, "GridError": GridError,
}  # fmt: skip
