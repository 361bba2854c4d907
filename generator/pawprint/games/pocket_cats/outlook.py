"""Pocket Cats: how the points change with one face-up tile more, or with an exchange.

A square is counted once for a turn; then each action changes only what it can matter to: the prey around the tiles.
Where a chief moves its ability along, everything is counted again.
"""

from collections.abc import Sequence
from operator import or_

from pawprint.games.pocket_cats.cards import CAT, DOG, PREY, TOUCHING
from pawprint.games.pocket_cats.counted_square import CHIEF, MOST, POINTS, Chiefs, CountedSquare, CountingTables
from pawprint.games.pocket_cats.scoring import Pairing
from pawprint.rules.lazy_table import LazyTable


def _both(change: int) -> tuple[int, int]:
    """The changes of both seats."""
    two = change + (1 << POINTS - 1) >> POINTS
    return change - (two << POINTS), two


#: Change of the points of both seats as one number -> by seat.
_CHANGES = LazyTable(_both, MOST)
_NO_CHANGE = (0, 0)
#: Whether a tile is face up, 1 or 0 -> 0 or -1.
_NOT_UP = (-1).__add__


class Outlook(CountingTables):
    """What looking ahead needs to know of two clans that meet.

    Attributes:
        last: what was counted last.
    """

    __slots__ = ("last",)

    def __init__(self, pairing: Pairing) -> None:
        super().__init__(pairing)
        self.last: SquareOutlook | None = None

    def counted(
        self, square: Sequence[int], up: Sequence[int], turned: Sequence[int], lifted: int = -1
    ) -> "SquareOutlook":
        """What the face-up tiles come to, but the one at *lifted*; the same all through a turn."""
        tile_at = [*map(or_, square, map(_NOT_UP, up))]  # a number or -1 is -1
        if lifted >= 0:
            tile_at[lifted] = -1
        last = self.last
        if last is None:
            last = self.last = SquareOutlook(self, tile_at, turned)
        elif last.tile != tile_at or last.dogs_turn(turned):
            last = self.last = last.with_tiles(tile_at, turned)
        return last


class SquareOutlook(CountedSquare):
    """A counted square, and how actions change its points. Dogs that are not face up are turned as in the question."""

    __slots__ = ()

    def revealed(self, places: Sequence[int], square: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how the points change when the tile of *square* there is revealed."""
        kinds, brought, beside, added = self.tables.kind, self.brought, self.beside, self._added
        aimed, attacking, wide = self.tables.aimed, self.attacking, self.wide
        self.turned = turned
        changes = []
        for place in places:
            tile = square[place]
            kind = kinds[tile]
            if kind == CAT:
                matters: object = beside[place]
            elif kind == PREY:
                matters = brought[place]
            else:
                matters = kind != DOG or wide or aimed[tile][turned[tile]][place] & attacking
            changes.append(_CHANGES[added(tile, place)] if matters else _NO_CHANGE)
        return changes

    def exchanged(self, tile: int, here: int, places: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how they change when *tile*, which lies at *here* but is not counted, is exchanged with it."""
        tile_at = self.tile
        self.turned = turned
        before = self._added(tile, here)
        changes = []
        for there in places:
            other = tile_at[there]
            after = self._added(tile, there) if other < 0 else self._exchanged(tile, here, other, there)
            changes.append(_CHANGES[after - before])
        return changes

    def _exchanged(self, tile: int, here: int, other: int, there: int) -> int:
        """How they change when *tile*, which was not counted, comes to *there*, and *other* from there to *here*."""
        tables = self.tables
        kinds, aimed, turned = tables.kind, tables.aimed, self.turned
        kind, gone = kinds[tile], kinds[other]
        if CHIEF in (kind, gone):
            return self._moved(tile, here, other, there)
        # Dogs that point at no cat, before and after, are in nobody's way, but that of a chief who reaches farther.
        if kind == DOG or gone == DOG:
            arrows = aimed[tile][turned[tile]][there] if kind == DOG else 0
            if gone == DOG:
                arrows |= aimed[other][turned[other]][here]
            cats = self.attacking | 1 << here | 1 << there
            if self.wide or arrows & cats or (gone == DOG and self._eliminates(other, there)):
                return self._moved(tile, here, other, there)
        return self._swapped(tile, here, other, there)

    # --- one tile more ------------------------------------------------------------------------------------------

    def _added(self, tile: int, place: int) -> int:
        """How the points change when *tile* is face up at *place*, where none is."""
        tables = self.tables
        kind = tables.kind[tile]
        if kind == PREY:
            by = self.taker_at(place, tile, self.touch[place]) if self.near else tables.taker[self.brought[place]]
            return 0 if by < 0 else tables.pay[tile][by] if tables.partner[tile] < 0 else self.paid({tile: by})
        if kind == DOG:
            return self._dog_added(tile, place)
        eliminated = self.hit[place] & tables.harmful[tile] and self.is_eliminated(tile, place, self.hit[place])
        if kind != CAT:
            return self._chief_added(tile, place, bool(eliminated))
        beside = self.beside[place]
        if not beside or eliminated:
            return 0
        return self._retaken(dict.fromkeys(beside, tables.pairing.attack[tile]))

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

    def _dog_added(self, dog: int, place: int) -> int:
        """The same for a dog: it eliminates cats, and can come between a chief and prey."""
        tables, by = self.tables, self.turned[dog]
        if self.wide and self._comes_between([place]):
            return self._recounted({place: dog})
        if not tables.aimed[dog][by][place] & self.attacking:
            return 0
        attack, hit, beside, changes = self.attack, self.hit, self.beside, dict[int, int]()
        for target, way in tables.pairing.targets[dog][by][place]:
            if attack[target] and self.is_eliminated(self.tile[target], target, hit[target] | 1 << way):
                if tables.kind[self.tile[target]] == CHIEF:
                    return self._recounted({place: dog})
                for one in beside[target]:
                    changes[one] = changes.get(one, 0) - attack[target]
        return self._retaken(changes) if changes else 0

    def _chief_added(self, tile: int, place: int, eliminated: bool) -> int:
        """The same for a chief whose ability depends on where it lies."""
        pairing = self.tables.pairing
        seat = pairing.side[tile]
        if seat in pairing.sparing and self._spares(seat, place):
            return self._recounted({place: tile})
        if eliminated:
            return 0
        changes = dict.fromkeys(self.beside[place], pairing.attack[tile])
        if seat in pairing.sparing:
            return self._retaken(changes)
        if pairing.abilities[seat].does == "wide-reach":
            return self._gained({}, changes, (), dict.fromkeys(self.reached(seat, place), pairing.more[seat]))
        return self._gained({}, changes, ((seat, place),), {})

    def _spares(self, seat: int, chief: int) -> bool:
        """PC-4.1: whether a chief at that place guards a cat that is eliminated without it."""
        pairing = self.tables.pairing
        for line in pairing.lines[seat][chief]:
            for place in line:
                cat = self.tile[place]
                if cat >= 0 and pairing.side[cat] == seat and not self.attack[place]:
                    return True
        return False

    def _comes_between(self, dogs: list[int]) -> bool:
        """Whether dogs at these places are, or were, between a chief and prey that it reaches."""
        for seat, chief in self.wide:
            for line in self.tables.pairing.lines[seat][chief]:
                for place in line[:-1]:
                    if place in dogs:
                        return True
        return False

    def _eliminates(self, dog: int, place: int) -> bool:
        """Whether *dog*, which is counted at *place*, points at a cat that is eliminated."""
        for target, _ in self.tables.pairing.targets[dog][self.turned[dog]][place]:
            cat = self.tile[target]
            if cat >= 0 and self.tables.harmful[cat] and not self.attack[target]:
                return True
        return False

    # --- an exchange of two face-up tiles -----------------------------------------------------------------------

    def _swapped(self, tile: int, here: int, other: int, there: int) -> int:
        """How they change when tiles change places that are cats, prey, or dogs that point at no cat."""
        tables, beside, tile_at = self.tables, self.beside, self.tile
        kinds, worth = tables.kind, tables.pairing.attack
        change_here = change_there = 0
        if kinds[tile] == CAT and not self.is_eliminated(tile, there, self.hit[there]):
            change_there = worth[tile]
        if kinds[other] == CAT:
            change_there -= self.attack[there]
            if not self.is_eliminated(other, here, self.hit[here]):
                change_here = worth[other]
        around_here, around_there = TOUCHING[here], TOUCHING[there]
        attacks = {}  # prey -> its place, and by how much the attack of the cats changes that touch it
        for place in beside[there] if change_there else ():
            attacks[tile_at[place]] = place, change_there + (change_here if place in around_here else 0)
        for place in beside[here] if change_here else ():
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

    def _moved(self, tile: int, here: int, other: int, there: int) -> int:
        """The same for any tiles."""
        tables = self.tables
        kinds, pairing, attack = tables.kind, tables.pairing, self.attack
        kind, gone = kinds[tile], kinds[other]
        placed = {there: tile, here: other}
        if gone == CHIEF or (kind == CHIEF and pairing.side[tile] in pairing.sparing):
            return self._recounted(placed)
        dogs = [here, there] if gone == DOG else [there] if kind == DOG else []
        if dogs and self.wide and self._comes_between(dogs):
            return self._recounted(placed)
        aimed = self._aimed(tile, here, other, there)
        changes = {there: -attack[there]} if attack[there] else {}
        near: Chiefs = ()
        reached: dict[int, int] = {}
        for place, one in placed.items():
            if tables.harmful[one] and not self.is_eliminated(one, place, aimed.get(place, self.hit[place])):
                changes[place] = changes.get(place, 0) + pairing.attack[one]
                if kinds[one] == CHIEF:
                    seat = pairing.side[one]
                    if pairing.abilities[seat].does != "wide-reach":
                        near = ((seat, place),)
                    elif gone == DOG:
                        return self._recounted(placed)
                    else:
                        reached = dict.fromkeys(self.reached(seat, place), pairing.more[seat])
        for place, arrows in aimed.items():
            one = self.tile[place]
            if one >= 0 and tables.harmful[one] and place != there:
                now = 0 if self.is_eliminated(one, place, arrows) else pairing.attack[one]
                if now != attack[place]:
                    if kinds[one] == CHIEF:
                        return self._recounted(placed)
                    changes[place] = now - attack[place]
        touched: dict[int, int] = {}
        for place, change in changes.items():
            for one in TOUCHING[place]:
                touched[one] = touched.get(one, 0) + change
        return self._gained(placed, touched, near, reached)

    def _aimed(self, tile: int, here: int, other: int, there: int) -> dict[int, int]:
        """Place -> directions of the arrows at it, where dogs that come or go may change them; see `_exchanged`."""
        kind, targets, hit, turned = self.tables.kind, self.tables.pairing.targets, self.hit, self.turned
        aimed: dict[int, int] = {}
        if kind[other] == DOG:
            arrows = targets[other][turned[other]]
            for target, way in arrows[there]:
                aimed[target] = hit[target] & ~(1 << way)
            for target, way in arrows[here]:
                aimed[target] = aimed.get(target, hit[target]) | 1 << way
        if kind[tile] == DOG:
            for target, way in targets[tile][turned[tile]][there]:
                aimed[target] = aimed.get(target, hit[target]) | 1 << way
        return aimed

    def _gained(self, placed: dict[int, int], touched: dict[int, int], near: Chiefs, reached: dict[int, int]) -> int:
        """How the points change with tiles at other places.

        Args:
            placed: place -> the tile that comes there.
            touched: place -> by how much the attack of the cats changes that touch it.
            near: a chief that came, as in the attribute; *reached*: place -> the attack that it brings from afar.
        """
        touch, tile_at, kind, taker_at = self.touch, self.tile, self.tables.kind, self.taker_at
        gained: dict[int, int] = {}
        for place in {**touched, **reached} if reached else touched:
            tile = placed[place] if place in placed else tile_at[place]
            if tile >= 0 and kind[tile] == PREY:
                attack = touch[place] + touched.get(place, 0)
                gained[tile] = taker_at(place, tile, attack, near, reached.get(place, 0))
        for place, tile in placed.items():
            if kind[tile] == PREY and tile not in gained:
                gained[tile] = taker_at(place, tile, touch[place], near)
        return self.paid(gained) if gained else 0

    def _recounted(self, placed: dict[int, int]) -> int:
        """How the points change when tiles are *placed*: everything is counted again."""
        tile_at = self.tile[:]
        for place, tile in placed.items():
            tile_at[place] = tile
        return CountedSquare(self.tables, tile_at, self.turned).points - self.points
