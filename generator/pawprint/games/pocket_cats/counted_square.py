"""Pocket Cats: the face-up tiles of a square -> who takes which prey, and what it pays.

`scoring` counts the square of a state, with all that a game reports. Here squares are counted for looking ahead: only
what changes points, in one pass.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from struct import Struct

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, TOUCHING
from pawprint.games.pocket_cats.scoring import FIRST, SHARE, Lines, Pairing, taker
from pawprint.rules.lazy_table import LazyTable

#: Points of both seats are one number: those of seat 0, and those of seat 1 times 2 to this power.
POINTS = 16
#: A cat with an ability that depends on where it lies; beside the kinds of `cards`.
CHIEF = 4
#: So many values of a table are remembered.
MOST = 4096

#: All directions of arrows, and all places, as bits.
_ALL_WAYS, _ALL_PLACES = 255, (1 << PLACES) - 1
#: By seat, no places.
_NO_GUARDS = (0, 0)

# What tiles contribute to a square is one large number for each tile, and for a square their sum. Its parts, from the
# lowest bit: for each place the attack that touches it; the places of attacking cats, prey, chiefs and dogs; for each
# place the directions of arrows at it, and the directions of arrows that would eliminate the cat there.
_ATTACK_BITS, _ARROW_BITS = 32, 8
_PARTS = Struct(f"<{PLACES}I4I{PLACES}s{PLACES}s")
_ATTACKING, _PREY, _CHIEFS, _DOGS, _ARROWS = range(PLACES * _ATTACK_BITS, PLACES * _ATTACK_BITS + 5 * 32, 32)
_HARMFUL = _ARROWS + PLACES * _ARROW_BITS
#: Place -> 1 for each place that touches it, as attack.
_AROUND = tuple(sum(1 << _ATTACK_BITS * near for near in places) for places in TOUCHING)
#: Place -> what a prey contributes there.
_PREY_ROW = tuple(1 << _PREY + place for place in range(PLACES))

#: Place -> the places that touch it, as bits.
NEAR = tuple(sum(1 << near for near in places) for places in TOUCHING)
#: Half of the places, as bits.
_HALF = (1 << PLACES // 2) - 1
#: Places that touch a place, or in one half, as bits -> the places.
PLACES_OF = LazyTable[int, tuple[int, ...]](
    lambda bits: tuple(place for place in range(PLACES) if bits >> place & 1), 1 << PLACES - PLACES // 2 + 1
)

#: Rotation -> place -> (place, direction), as of a dog in `Targets`.
_DogTargets = tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
#: Place -> what a tile contributes there.
_Row = tuple[int, ...]
#: Chiefs: (seat, place).
Chiefs = tuple[tuple[int, int], ...]


def places_of(bits: int) -> tuple[int, ...]:
    """Any places, as bits -> the places."""
    return PLACES_OF[bits & _HALF] + PLACES_OF[bits & ~_HALF]


@cache
def _dog_rows(targets: _DogTargets) -> tuple[_Row, ...]:
    """By rotation, what a dog with these `Pairing.targets` contributes."""
    return tuple(
        tuple(
            (1 << _DOGS + place) + sum(1 << _ARROWS + _ARROW_BITS * target + way for target, way in there)
            for place, there in enumerate(places)
        )
        for places in targets
    )


@cache
def _aimed(targets: _DogTargets) -> tuple[tuple[int, ...], ...]:
    """Rotation -> place -> the places that its arrows point at, as bits."""
    return tuple(tuple(sum(1 << place for place, _ in there) for there in places) for places in targets)


def _reach(lines: Lines) -> tuple[tuple[tuple[int, ...], int], ...]:
    """See `CountingTables.reach`."""
    return tuple(
        (
            tuple(place for line in there for place in line if place not in TOUCHING[chief]),
            sum(1 << place for line in there for place in line[:-1]),
        )
        for chief, there in enumerate(lines)
    )


class CountingTables:
    """What counting needs to know of two clans that meet; by tile where nothing else is said.

    Attributes:
        pairing: all the rest.
        kind: as in `cards`, or `CHIEF`.
        harmful: directions of the arrows that eliminate the cat, as bits; 0 of other tiles.
        pay: points for seat 0, for seat 1 and for neither, each as one number for both.
        partner: the prey with which it pays more, -1 if there is none; *bonus*: by seat, how much more, as one number.
        couples: two prey that pay more together, and *bonus* of both.
        taker: attack of both seats at a prey -> who takes it.
        rows: rotation -> place -> what it contributes there.
        lost: of a cat: place -> the part of it that is lost with an eliminated cat.
        reach: by seat, of a chief who reaches farther: place -> what it reaches beside what it touches if there are no
            dogs, and the places where dogs would come between, as bits.
        aimed: dog -> rotation -> place -> the places that its arrows point at, as bits.
        exact: whether all abilities are understood here.
    """

    __slots__ = (
        "aimed", "bonus", "couples", "exact", "harmful", "kind", "lost", "pairing", "partner", "pay", "reach", "rows",
        "taker",
    )  # fmt: skip

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
        self.couples = tuple([(tile, other, self.bonus[tile]) for tile, other, _ in pairing.couples])
        self.taker = LazyTable[int, int](lambda attack: taker(pairing, attack & FIRST, attack >> SHARE), MOST)
        self.aimed = tuple([_aimed(targets) for targets in pairing.targets])
        self.reach = (_reach(pairing.lines[0]), _reach(pairing.lines[1]))
        self.lost = tuple([self._lost(tile) for tile in range(len(kind))])
        self.rows = tuple([self._rows(tile) for tile in range(len(kind))])
        # 7.3, extra-attack: an enemy touches the prey if it brings attack there.
        cats = [cat for clan in pairing.clans for cat in clan.cats]
        contested = any(ability.does == "extra-attack" for ability in abilities)
        self.exact = not contested or all(pairing.value[cat] for cat in cats)

    def _lost(self, cat: int) -> _Row:
        attack = self.pairing.attack[cat]
        if not attack or cat not in self.pairing.tiles:
            return (0,) * PLACES
        return tuple([attack * around + (1 << _ATTACKING + place) for place, around in enumerate(_AROUND)])

    def _rows(self, tile: int) -> tuple[_Row, ...]:
        kind, harmful = self.kind[tile], self.harmful[tile]
        if kind == DOG:
            return _dog_rows(self.pairing.targets[tile])
        if kind == PREY:
            return (_PREY_ROW,) * 4
        chief = 1 << _CHIEFS if kind == CHIEF else 0
        return (
            tuple([
                attack + (harmful << _HARMFUL + _ARROW_BITS * place) + (chief << place)
                for place, attack in enumerate(self.lost[tile])
            ]),
        ) * 4  # fmt: skip

    def contributed(self, tile_at: Sequence[int], turned: Sequence[int]) -> int:
        """What all tiles of a square contribute; -1 is no tile."""
        return sum(self.rows[tile][turned[tile]][place] for place, tile in enumerate(tile_at) if tile >= 0)


class CountedSquare:
    """What the face-up tiles of a square come to. Sums of attack are of both seats, as in `Pairing.attack`.

    Args:
        tile: place -> the tile there; -1 if none is face up.
        turned: tile -> rotation.
        total: what the tiles contribute, see `CountingTables.contributed`.

    Attributes:
        prey: the places of prey, as bits.
        hit: place -> directions of the arrows at it, as bits.
        attacking: the places of cats that are not eliminated, as bits.
        touch: place -> the attack of the cats that touch it; *brought*: with that of a chief from farther away, the
            same list if there is none.
        near: the chiefs that count more for some prey that they touch.
        between: places where a dog would come between a chief and what it reaches from farther away, as bits.
        guarded: by seat, the places where its cats are not eliminated, as bits.
        taken: prey that is face up -> who takes it.
        points: of both seats, as one number.
    """

    __slots__ = (
        "attacking", "between", "brought", "guarded", "hit", "near", "points", "prey", "tables", "taken", "tile",
        "total", "touch", "turned",
    )  # fmt: skip

    def __init__(self, tables: CountingTables, tile: list[int], turned: Sequence[int], total: int) -> None:
        self.tables, self.tile, self.turned, self.total = tables, tile, turned, total
        self.guarded = _NO_GUARDS
        if tables.pairing.sparing:
            self.guarded = self._guards(total >> _CHIEFS & _ALL_PLACES)
        bitten = total >> _ARROWS & total >> _HARMFUL
        left = self._without_eliminated(total, bitten) if bitten else total
        parts = _PARTS.unpack(left.to_bytes(_PARTS.size, "little"))
        *touch, self.attacking, self.prey, chiefs, dogs, self.hit, _ = parts
        self.touch = self.brought = touch
        self.near: Chiefs = ()
        self.between = 0
        if chiefs:
            self._count_chiefs(places_of(chiefs), dogs)
        self._count_prey()

    def _guards(self, chiefs: int) -> tuple[int, int]:
        """PC-4.1: cats on the lines of a chief that guards are not eliminated."""
        pairing, guarded = self.tables.pairing, [0, 0]
        for place in places_of(chiefs) if chiefs else ():
            seat = pairing.side[self.tile[place]]
            if seat in pairing.sparing:
                guarded[seat] = sum([1 << one for line in pairing.lines[seat][place] for one in line])
        return guarded[0], guarded[1]

    def _without_eliminated(self, total: int, bitten: int) -> int:
        """PC-4.1: what is left without the cats at which an arrow points that does them harm."""
        side, lost, tile_at = self.tables.pairing.side, self.tables.lost, self.tile
        while bitten:
            place = (bitten.bit_length() - 1) // _ARROW_BITS
            bitten &= (1 << _ARROW_BITS * place) - 1
            cat = tile_at[place]
            if not self.guarded[side[cat]] >> place & 1:
                total -= lost[cat][place]
        return total

    def _count_chiefs(self, chiefs: Sequence[int], dogs: int) -> None:
        """PC-5.2: the abilities of chiefs that count when prey is captured."""
        pairing = self.tables.pairing
        for place in chiefs:
            seat = pairing.side[self.tile[place]]
            if seat not in pairing.counting or not self.attacking >> place & 1:
                continue
            if pairing.abilities[seat].does != "wide-reach":
                self.near += ((seat, place),)
                continue
            far, between = self.tables.reach[seat][place]
            self.between |= between
            self.brought, more = self.brought[:], pairing.more[seat]
            for one in self._reached(seat, place) if dogs & between else far:
                self.brought[one] += more

    def _reached(self, seat: int, chief: int) -> list[int]:
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

    def _count_prey(self) -> None:
        """PC-4.2, PC-4.3: who takes which prey, and what it pays."""
        tables, tile_at, brought, takers = self.tables, self.tile, self.brought, self.tables.taker
        pay, near, points = tables.pay, self.near, 0
        taken: dict[int, int] = {}
        for place in places_of(self.prey):
            tile = tile_at[place]
            attack = brought[place]
            if near:
                attack += self._more_near(place, tile, self.touch[place])
            taken[tile] = by = takers[attack]
            points += pay[tile][by]  # -1, neither, is the last one
        for tile, other, bonus in tables.couples:
            if tile in taken and other in taken and taken[tile] == taken[other] >= 0:
                points += bonus[taken[tile]]
        self.points, self.taken = points, taken

    def is_eliminated(self, cat: int, place: int, arrows: int) -> bool:
        """PC-4.1: whether one of these *arrows*, directions as bits, eliminates *cat* at *place*."""
        tables = self.tables
        harmful = arrows & tables.harmful[cat]
        return harmful > 0 and not self.guarded[tables.pairing.side[cat]] >> place & 1

    def taker_at(self, place: int, tile: int, touched: int) -> int:
        """Who takes the prey *tile* at *place*; *touched*: the attack of the cats that touch it."""
        attack = touched + self.brought[place] - self.touch[place]
        if self.near:
            attack += self._more_near(place, tile, touched)
        return self.tables.taker[attack]

    def _more_near(self, place: int, tile: int, touched: int) -> int:
        """By how much chiefs count more for the prey *tile* at *place*; as of `taker_at`."""
        pairing, more = self.tables.pairing, 0
        for seat, chief in self.near:
            if NEAR[chief] >> place & 1:
                ability = pairing.abilities[seat]
                if ability.does == "multiply":  # PC-7.3
                    if pairing.sort[tile] in ability.prey:
                        more += pairing.more[seat]
                elif touched & FIRST if seat else touched >> SHARE:  # 7.3, extra-attack
                    more += pairing.more[seat]
        return more

    def paid(self, gained: Mapping[int, int]) -> int:
        """How the points change if these prey are taken by these seats."""
        taken, tables, change = self.taken, self.tables, 0
        for tile, by in gained.items():
            old = taken.get(tile, -1)
            if by == old:
                continue
            row = tables.pay[tile]
            change += row[by] - row[old]  # -1, neither, is the last one
            other = tables.partner[tile]
            if other < 0:
                continue
            before = taken.get(other, -1)
            now = gained.get(other, before)
            if now != before and other < tile:  # both change, and the pair has been counted
                continue
            if old == before >= 0:
                change -= tables.bonus[tile][old]
            if by == now >= 0:
                change += tables.bonus[tile][by]
        return change
