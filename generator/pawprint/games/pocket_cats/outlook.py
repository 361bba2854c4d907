"""Pocket Cats: how the points change with one face-up tile more, or with an exchange.

A square is counted once for a turn; then most actions change only what they can matter to: the prey around the tiles.
Where dogs or chiefs move, everything is counted again.
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from operator import ne, or_

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, TOUCHING
from pawprint.games.pocket_cats.counted_square import (
    CHIEF,
    MOST,
    NEAR,
    PLACES_OF,
    POINTS,
    CountedSquare,
    CountingTables,
)
from pawprint.games.pocket_cats.scoring import Pairing
from pawprint.rules.lazy_table import LazyTable


def _both(change: int) -> tuple[int, int]:
    """The changes of both seats."""
    two = change + (1 << POINTS - 1) >> POINTS
    return change - (two << POINTS), two


#: Change of the points of both seats as one number -> by seat.
_CHANGES = LazyTable(_both, MOST)
_NO_CHANGE = (0, 0)
_SQUARE = range(PLACES)
#: Whether a tile is face up, 1 or 0 -> 0 or -1.
_NOT_UP = (-1).__add__


class Outlook(CountingTables):
    """What looking ahead needs to know of two clans that meet.

    Attributes:
        last: what was counted last; *turned*: how the tiles were turned then.
    """

    __slots__ = ("last", "turned")

    def __init__(self, pairing: Pairing) -> None:
        super().__init__(pairing)
        self.last: SquareOutlook | None = None
        self.turned: list[int] = []

    def counted(
        self, square: Sequence[int], up: Sequence[int], turned: Sequence[int], lifted: int = -1
    ) -> "SquareOutlook":
        """What the face-up tiles come to, but the one at *lifted*; the same all through a turn."""
        tile_at = [*map(or_, square, map(_NOT_UP, up))]  # a number or -1 is -1
        if lifted >= 0:
            tile_at[lifted] = -1
        last = self.last
        if last is None or self.turned != turned:
            self.turned = [*turned]
            total = self.contributed(tile_at, turned)
        elif last.tile == tile_at:
            return last
        else:
            old, total, rows = last.tile, last.total, self.rows
            for place in compress(_SQUARE, map(ne, old, tile_at)):
                gone, come = old[place], tile_at[place]
                if gone >= 0:
                    total -= rows[gone][turned[gone]][place]
                if come >= 0:
                    total += rows[come][turned[come]][place]
        last = self.last = SquareOutlook(self, tile_at, turned, total)
        return last


class SquareOutlook(CountedSquare):
    """A counted square, and how actions change its points. Dogs that are not face up are turned as in the question."""

    __slots__ = ()

    def revealed(self, places: Sequence[int], tiles: Iterable[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how the points change when this tile is revealed there."""
        kinds, brought, prey, added = self.tables.kind, self.brought, self.prey, self._added
        aimed, attacking, between = self.tables.aimed, self.attacking, self.between
        self.turned = turned
        changes = []
        for place, tile in zip(places, tiles, strict=True):
            kind = kinds[tile]
            if kind == CAT:
                matters = NEAR[place] & prey
            elif kind == PREY:
                matters = brought[place]
            else:
                matters = kind != DOG or between or aimed[tile][turned[tile]][place] & attacking
            changes.append(_CHANGES[added(tile, place)] if matters else _NO_CHANGE)
        return changes

    def exchanged(self, tile: int, here: int, places: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how they change when *tile*, which lies at *here* but is not counted, is exchanged with it."""
        tile_at, added, kind = self.tile, self._added, self.tables.kind[tile]
        self.turned = turned
        before = added(tile, here)
        interest = self.prey if kind == CAT else self.attacking if kind == PREY and self.brought is self.touch else -1
        changes = []
        for there in places:
            other = tile_at[there]
            if other >= 0:
                after = self._exchanged(tile, here, other, there)
            else:
                after = added(tile, there) if NEAR[there] & interest else 0
            changes.append(_CHANGES[after - before])
        return changes

    def turned_otherwise(self, ways: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """By dog and rotation, how they change when that dog, which is face up, is turned so; -1 is no dog."""
        tables, tile_at, changes = self.tables, self.tile, []
        for dog, by in ways:
            if dog < 0:
                changes.append(_NO_CHANGE)
                continue
            turned, place, rows = [*self.turned], tile_at.index(dog), tables.rows[dog]
            turned[dog] = by
            total = self.total - rows[self.turned[dog]][place] + rows[by][place]
            changes.append(_CHANGES[CountedSquare(tables, tile_at, turned, total).points - self.points])
        return changes

    def _exchanged(self, tile: int, here: int, other: int, there: int) -> int:
        """How they change when *tile*, which was not counted, comes to *there*, and *other* from there to *here*."""
        tables = self.tables
        kinds, aimed, turned = tables.kind, tables.aimed, self.turned
        kind, gone = kinds[tile], kinds[other]
        if kind == CHIEF or gone == CHIEF:
            return self._recounted(tile, there, other, here)
        # Dogs that point at no cat, before and after, are in nobody's way, but that of a chief who reaches farther.
        if kind == DOG or gone == DOG:
            arrows = aimed[tile][turned[tile]][there] if kind == DOG else 0
            if gone == DOG:
                arrows |= aimed[other][turned[other]][here]
            cats = self.attacking | 1 << here | 1 << there
            if self.between or arrows & cats or (gone == DOG and self._eliminates(other, there)):
                return self._recounted(tile, there, other, here)
        return self._swapped(tile, here, other, there)

    # --- one tile more ------------------------------------------------------------------------------------------

    def _added(self, tile: int, place: int) -> int:
        """How the points change when *tile* is face up at *place*, where none is."""
        tables = self.tables
        kind = tables.kind[tile]
        if kind == PREY:
            by = self.taker_at(place, tile, self.touch[place]) if self.near else tables.taker[self.brought[place]]
            return 0 if by < 0 else tables.pay[tile][by] if tables.partner[tile] < 0 else self.paid({tile: by})
        if kind == DOG and not self.between and not tables.aimed[tile][self.turned[tile]][place] & self.attacking:
            return 0
        if kind != CAT:
            return self._recounted(tile, place)
        beside = NEAR[place] & self.prey
        arrows = self.hit[place]
        if not beside or (arrows & tables.harmful[tile] and self.is_eliminated(tile, place, arrows)):
            return 0
        return self._retaken(dict.fromkeys(PLACES_OF[beside], tables.pairing.attack[tile]))

    def _retaken(self, changes: dict[int, int]) -> int:
        """How the points change with the attack of the cats that touch prey: *changes* by its place."""
        taken, tile_at, taker = self.taken, self.tile, self.tables.taker
        touch, brought, near, gained = self.touch, self.brought, self.near, {}
        for place, change in changes.items():
            prey = tile_at[place]
            by = self.taker_at(place, prey, touch[place] + change) if near else taker[brought[place] + change]
            if by != taken[prey]:
                gained[prey] = by
        return self.paid(gained) if gained else 0

    def _eliminates(self, dog: int, place: int) -> bool:
        """Whether *dog*, which is counted at *place*, points at a cat that is eliminated."""
        for target, _ in self.tables.pairing.targets[dog][self.turned[dog]][place]:
            cat = self.tile[target]
            if cat >= 0 and self.tables.harmful[cat] and not self.attacking >> target & 1:
                return True
        return False

    # --- an exchange of two face-up tiles -----------------------------------------------------------------------

    def _swapped(self, tile: int, here: int, other: int, there: int) -> int:
        """How they change when tiles change places that are cats, prey, or dogs that point at no cat."""
        tables, prey_at, tile_at = self.tables, self.prey, self.tile
        kinds, worth = tables.kind, tables.pairing.attack
        change_here = change_there = 0
        if kinds[tile] == CAT and not self.is_eliminated(tile, there, self.hit[there]):
            change_there = worth[tile]
        if kinds[other] == CAT:
            if self.attacking >> there & 1:
                change_there -= worth[other]
            if not self.is_eliminated(other, here, self.hit[here]):
                change_here = worth[other]
        around_here, around_there = TOUCHING[here], TOUCHING[there]
        attacks = {}  # prey -> its place, and by how much the attack of the cats changes that touch it
        for place in PLACES_OF[NEAR[there] & prey_at] if change_there else ():
            attacks[tile_at[place]] = place, change_there + (change_here if place in around_here else 0)
        for place in PLACES_OF[NEAR[here] & prey_at] if change_here else ():
            if not (change_there and place in around_there):
                attacks[tile_at[place]] = place, change_here
        if kinds[tile] == PREY:
            attacks[tile] = there, change_here if there in around_here else 0
        if kinds[other] == PREY:
            attacks[other] = here, change_there if here in around_there else 0
        if not attacks:
            return 0
        if self.near:
            touch, taker_at = self.touch, self.taker_at
            return self.paid({prey: taker_at(at, prey, touch[at] + more) for prey, (at, more) in attacks.items()})
        brought, taker = self.brought, tables.taker
        return self.paid({prey: taker[brought[at] + more] for prey, (at, more) in attacks.items()})

    def _recounted(self, tile: int, place: int, other: int = -1, here: int = -1) -> int:
        """How the points change when *tile* comes to *place*, and *other*, if there is one, from there to *here*."""
        rows, turned, tile_at = self.tables.rows, self.turned, self.tile[:]
        tile_at[place] = tile
        total = self.total + rows[tile][turned[tile]][place]
        if other >= 0:
            tile_at[here] = other
            row = rows[other][turned[other]]
            total += row[here] - row[place]
        return CountedSquare(self.tables, tile_at, turned, total).points - self.points
