"""Pocket Cats: the face-up tiles of a square -> who takes which prey, and what it pays.

`scoring` counts the whole square of a state. Here a square is counted for looking ahead: with sums for each place, so
that a square that differs in one or two tiles is counted from the one before.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, TOUCHING
from pawprint.games.pocket_cats.scoring import FIRST, SHARE, Pairing, taker
from pawprint.rules.lazy_table import LazyTable

if TYPE_CHECKING:
    from typing import Self

#: Points of both seats are one number: those of seat 0, and those of seat 1 times 2 to this power.
POINTS = 16
#: A cat with an ability that depends on where it lies; beside the kinds of `cards`.
CHIEF = 4
#: So many values of a table are remembered.
MOST = 4096

#: All directions of arrows, as bits.
_ALL_WAYS = 255
_SQUARE = range(PLACES)
_NO_PLACES: frozenset[int] = frozenset()

#: Chiefs: (seat, place).
Chiefs = tuple[tuple[int, int], ...]


class CountingTables:
    """What counting needs to know of two clans that meet; by tile where nothing else is said.

    Attributes:
        pairing: all the rest.
        kind: as in `cards`, or `CHIEF`.
        harmful: directions of the arrows that eliminate the cat, as bits; 0 of other tiles.
        pay: points for seat 0, for seat 1 and for neither, each as one number for both.
        partner: the prey with which it pays more, -1 if there is none; *bonus*: by seat, how much more, as one number.
        taker: attack of both seats at a prey -> who takes it.
        aimed: dog -> rotation -> place -> the places that its arrows point at, as bits.
        exact: whether all abilities are understood here.
    """

    __slots__ = ("aimed", "bonus", "exact", "harmful", "kind", "pairing", "partner", "pay", "taker")

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        abilities, kind = pairing.abilities, [*pairing.kind]
        harmful = [_ALL_WAYS if one == CAT else 0 for one in kind]
        for seat, tile in enumerate(pairing.chiefs):
            if abilities[seat].does == "dodge":
                harmful[tile] -= sum(1 << way for way in abilities[seat].directions)
            elif seat in pairing.counting or seat in pairing.sparing:
                kind[tile] = CHIEF
        one, two = (effect.amount if effect.does == "extra-points" else 0 for effect in pairing.effects)
        self.kind, self.harmful = tuple(kind), tuple(harmful)
        self.pay = tuple([(value + one, value + two << POINTS, 0) for value in pairing.value])
        partner, bonus = {}, {}
        for tile, other, more in pairing.couples:
            partner[tile], partner[other] = other, tile
            bonus[tile] = bonus[other] = (more, more << POINTS)
        self.partner = tuple([partner.get(tile, -1) for tile in range(len(kind))])
        self.bonus = tuple([bonus.get(tile, (0, 0)) for tile in range(len(kind))])
        self.taker = LazyTable[int, int](lambda attack: taker(pairing, attack & FIRST, attack >> SHARE), MOST)
        self.aimed = tuple(
            tuple(tuple(sum(1 << place for place, _ in there) for there in places) for places in rotations)
            for rotations in pairing.targets
        )
        # 7.3, extra-attack: an enemy touches the prey if it brings attack there.
        cats = [cat for clan in pairing.clans for cat in clan.cats]
        contested = any(ability.does == "extra-attack" for ability in abilities)
        self.exact = not contested or all(pairing.value[cat] for cat in cats)


class CountedSquare:
    """What the face-up tiles of a square come to. Sums of attack are of both seats, as in `Pairing.attack`.

    Args:
        tile: place -> the tile there; -1 if none is face up.
        turned: tile -> rotation.

    Attributes:
        hit: place -> directions of the arrows at it, as bits.
        attack: place -> the attack of the cat there that is not eliminated; *attacking*: the places that have one, as
            bits.
        touch: place -> the attack of the cats that touch it; *brought*: with that of a chief from farther away, the
            same list if there is none.
        beside: place -> places of the prey that touch it.
        near: the chiefs that count more for some prey that they touch; *wide*: those that reach farther.
        guarded: by seat, the places where its cats are not eliminated.
        taken: tile -> who takes it if it is a prey that is face up; else -1.
        points: of both seats, as one number.
        dogs: (dog, rotation) of those that are face up.
    """

    __slots__ = (
        "attack", "attacking", "beside", "brought", "dogs", "guarded", "hit", "near", "points", "tables", "taken",
        "tile", "touch", "turned", "wide",
    )  # fmt: skip

    def __init__(self, tables: CountingTables, tile: list[int], turned: Sequence[int]) -> None:
        self.tables, self.tile, self.turned = tables, tile, turned
        kinds, targets = tables.kind, tables.pairing.targets
        self.hit = hit = [0] * PLACES
        self.attack = [0] * PLACES
        self.attacking = 0
        self.touch = self.brought = [0] * PLACES
        self.beside: list[tuple[int, ...]] = [()] * PLACES
        self.near: Chiefs = ()
        self.wide: Chiefs = ()
        self.guarded = [_NO_PLACES, _NO_PLACES]
        self.taken = [-1] * len(kinds)
        self.points = 0
        beside, cats, prey, chiefs, dogs = self.beside, [], [], [], []
        for place, one in enumerate(tile):
            if one < 0:
                continue
            kind = kinds[one]
            if kind == CAT:
                cats.append(place)
            elif kind == PREY:
                prey.append(place)
                for near in TOUCHING[place]:
                    beside[near] += (place,)
            elif kind == DOG:
                dogs.append((one, turned[one]))
                for target, way in targets[one][turned[one]][place]:
                    hit[target] |= 1 << way
            else:
                cats.append(place)
                chiefs.append(place)
        self.dogs = dogs
        if chiefs:
            self._guard(chiefs)
        self._count_cats(cats)
        if chiefs:
            self._count_chiefs(chiefs)
        touch = self.touch
        gained = {tile[place]: self.taker_at(place, tile[place], touch[place]) for place in prey}
        self.points = self.paid(gained)
        for one, by in gained.items():
            self.taken[one] = by

    def _guard(self, chiefs: list[int]) -> None:
        """PC-4.1: cats on the lines of a chief that guards are not eliminated."""
        pairing = self.tables.pairing
        for place in chiefs:
            seat = pairing.side[self.tile[place]]
            if seat in pairing.sparing:
                self.guarded[seat] = frozenset([one for line in pairing.lines[seat][place] for one in line])

    def _count_cats(self, cats: list[int]) -> None:
        """PC-4.1, PC-4.2: the attack of the cats that are not eliminated."""
        hit, harmful, worth, touch = self.hit, self.tables.harmful, self.tables.pairing.attack, self.touch
        for place in cats:
            tile = self.tile[place]
            if hit[place] & harmful[tile] and self.is_eliminated(tile, place, hit[place]):
                continue
            self.attack[place] = brought = worth[tile]
            if brought:
                self.attacking |= 1 << place
            for near in TOUCHING[place]:
                touch[near] += brought

    def _count_chiefs(self, chiefs: list[int]) -> None:
        """PC-5.2: the abilities of chiefs that count when prey is captured."""
        pairing = self.tables.pairing
        for place in chiefs:
            seat = pairing.side[self.tile[place]]
            if not self.attack[place] or seat not in pairing.counting:
                continue
            if pairing.abilities[seat].does == "wide-reach":
                self.wide += ((seat, place),)
                self.brought = self.brought[:]
                for one in self.reached(seat, place):
                    self.brought[one] += pairing.more[seat]
            else:
                self.near += ((seat, place),)

    def reached(self, seat: int, chief: int) -> list[int]:
        """PC-5.4, 7.3: the places that the wide reach of a chief adds, up to the first dog."""
        found = []
        for line in self.tables.pairing.lines[seat][chief]:
            for place in line:
                tile = self.tile[place]
                if tile >= 0 and self.tables.kind[tile] == DOG:
                    break
                if place not in TOUCHING[chief]:
                    found.append(place)
        return found

    def is_eliminated(self, cat: int, place: int, arrows: int) -> bool:
        """PC-4.1: whether one of these *arrows*, directions as bits, eliminates *cat* at *place*."""
        tables = self.tables
        harmful = arrows & tables.harmful[cat]
        return harmful > 0 and place not in self.guarded[tables.pairing.side[cat]]

    def taker_at(self, place: int, tile: int, touched: int, near: Chiefs = (), reached: int = 0) -> int:
        """Who takes the prey *tile* at *place*.

        Args:
            touched: the attack of the cats that touch it.
            near: a chief that came, as in the attribute; *reached*: the attack that it brings from afar.
        """
        attack = touched + self.brought[place] - self.touch[place] + reached
        for seat, chief in self.near + near if near else self.near:
            if place in TOUCHING[chief]:
                pairing = self.tables.pairing
                ability = pairing.abilities[seat]
                if ability.does == "multiply":  # PC-7.3
                    if pairing.sort[tile] in ability.prey:
                        attack += pairing.more[seat]
                elif touched & FIRST if seat else touched >> SHARE:  # 7.3, extra-attack
                    attack += pairing.more[seat]
        return self.tables.taker[attack]

    def paid(self, gained: dict[int, int]) -> int:
        """How the points change if these prey are taken by these seats."""
        taken, pay, partner, change = self.taken, self.tables.pay, self.tables.partner, 0
        for tile, by in gained.items():
            old = taken[tile]
            if by == old:
                continue
            row = pay[tile]
            change += row[by] - row[old]  # -1, neither, is the last one
            other = partner[tile]
            if other < 0:
                continue
            before = taken[other]
            now = gained.get(other, before)
            if now != before and other < tile:  # both change, and the pair has been counted
                continue
            if old == before >= 0:
                change -= self.tables.bonus[tile][old]
            if by == now >= 0:
                change += self.tables.bonus[tile][by]
        return change

    # --- another square -----------------------------------------------------------------------------------------

    def with_tiles(self, tile: list[int], turned: Sequence[int]) -> "Self":
        """The same with other tiles: only what differs is counted, if it is little."""
        old = self.tile
        places = [place for place in _SQUARE if old[place] != tile[place]]
        if len(places) <= 2 and not self.dogs_turn(turned) and self._is_plain(places, tile):
            other = self._copied(tile, turned)
            if other._counts_anew(self, places):
                return other
        return type(self)(self.tables, tile, turned)

    def dogs_turn(self, turned: Sequence[int]) -> bool:
        """Whether dogs that are face up are rotated otherwise."""
        return self.dogs != [(dog, turned[dog]) for dog, _ in self.dogs]

    def _is_plain(self, places: Iterable[int], tile: list[int]) -> bool:
        """Whether no chief comes or goes at these places, and no dog where it may come between a chief and prey."""
        kinds = self.tables.kind
        for place in places:
            for one in (self.tile[place], tile[place]):
                if one >= 0 and (kinds[one] == CHIEF or (self.wide and kinds[one] == DOG)):
                    return False
        return True

    def _copied(self, tile: list[int], turned: Sequence[int]) -> "Self":
        """A copy with other tiles, in which nothing is counted yet."""
        other = object.__new__(type(self))
        other.tables, other.tile, other.turned = self.tables, tile, turned
        other.hit, other.attack, other.attacking = self.hit[:], self.attack[:], self.attacking
        other.touch, other.beside, other.taken = self.touch[:], self.beside[:], self.taken[:]
        other.brought = other.touch if self.brought is self.touch else self.brought[:]
        other.near, other.wide, other.guarded = self.near, self.wide, self.guarded
        other.points, other.dogs = self.points, self.dogs
        return other

    def _counts_anew(self, before: "CountedSquare", places: list[int]) -> bool:
        """Count what differs from *before*, at these places; False if a chief is, or was, eliminated by that."""
        tables, old, tile, beside = self.tables, before.tile, self.tile, self.beside
        kinds, gained = tables.kind, {}
        cats, prey = {*places}, set()
        for place in places:  # what went
            one = old[place]
            if one >= 0 and kinds[one] == DOG:
                cats.update(self._aim(one, place, False))
            elif one >= 0 and kinds[one] == PREY:
                gained[one] = -1
                for near in TOUCHING[place]:
                    beside[near] = tuple([other for other in beside[near] if other != place])
        for place in places:  # what came
            one = tile[place]
            if one >= 0 and kinds[one] == DOG:
                cats.update(self._aim(one, place, True))
            elif one >= 0 and kinds[one] == PREY:
                prey.add(place)
                for near in TOUCHING[place]:
                    beside[near] += (place,)
        for place in cats:
            if not self._recount_cat(place, prey):
                return False
        touch = self.touch
        for place in prey:
            gained[tile[place]] = self.taker_at(place, tile[place], touch[place])
        self.points += before.paid(gained)
        for one, by in gained.items():
            self.taken[one] = by
        return True

    def _aim(self, dog: int, place: int, comes: bool) -> list[int]:
        """The places that *dog* points at from *place*, where it comes or goes."""
        by, hit, found = self.turned[dog], self.hit, []
        for target, way in self.tables.pairing.targets[dog][by][place]:  # only from *place* comes an arrow this way
            hit[target] = hit[target] | 1 << way if comes else hit[target] & ~(1 << way)
            found.append(target)
        self.dogs = [*self.dogs, (dog, by)] if comes else [one for one in self.dogs if one[0] != dog]
        return found

    def _recount_cat(self, place: int, prey: set[int]) -> bool:
        """Count the cat at *place*, if there is one, and note the *prey* to which it matters; see `_counts_anew`."""
        tile, tables, brought = self.tile[place], self.tables, 0
        kind = tables.kind[tile] if tile >= 0 else -1
        if kind in (CAT, CHIEF) and not self.is_eliminated(tile, place, self.hit[place]):
            brought = tables.pairing.attack[tile]
        change = brought - self.attack[place]
        if change:
            if kind == CHIEF:
                return False
            self.attack[place] = brought
            self.attacking = self.attacking | 1 << place if brought else self.attacking & ~(1 << place)
            prey.update(self.beside[place])
            for near in TOUCHING[place]:
                self.touch[near] += change
                if self.brought is not self.touch:
                    self.brought[near] += change
        return True
