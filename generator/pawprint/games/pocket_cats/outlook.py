"""Pocket Cats: what the face-up tiles come to, and how that changes with one tile more or with an exchange.

`scoring` counts the whole square. Here a square is counted once for a turn; then each action changes only what it can
matter to: the prey around the tiles. Where a chief moves its ability along, everything is counted again.
"""

from collections.abc import Sequence

from pawprint.games.pocket_cats.cards import CAT, DOG, PLACES, PREY, TOUCHING
from pawprint.games.pocket_cats.scoring import FIRST, SHARE, Pairing, taker
from pawprint.rules.lazy_table import LazyTable

#: Points of both seats are one number: those of seat 0, and those of seat 1 times 2 to this power.
_POINTS = 16
#: So many values of a table are remembered.
_MOST = 4096
#: All directions of arrows, as bits.
_ALL_WAYS = 255
#: A cat with an ability that depends on where it lies; beside the kinds of `cards`.
_CHIEF = 4

_SQUARE = range(PLACES)
_NO_PLACES: frozenset[int] = frozenset()

#: (tile, place).
_Placed = tuple[tuple[int, int], ...]


def _both(change: int) -> tuple[int, int]:
    """The changes of both seats."""
    two = change + (1 << _POINTS - 1) >> _POINTS
    return change - (two << _POINTS), two


#: Change of the points of both seats as one number -> by seat.
_CHANGES = LazyTable(_both, _MOST)


class Outlook:
    """What looking ahead needs to know of two clans that meet; by tile where nothing else is said.

    Attributes:
        pairing: all the rest.
        kind: as in `cards`, or `_CHIEF`.
        harmful: directions of the arrows that eliminate the cat, as bits; 0 of other tiles.
        pay: points for seat 0, for seat 1 and for neither, each as one number for both.
        paired: whether it is a prey that pays more with another one.
        taker: attack of both seats at a prey -> who takes it.
        exact: whether all abilities are understood here.
        last: what was counted last.
    """

    __slots__ = ("exact", "harmful", "kind", "last", "paired", "pairing", "pay", "taker")

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        abilities, kind = pairing.abilities, [*pairing.kind]
        harmful = [_ALL_WAYS if one == CAT else 0 for one in kind]
        for seat, tile in enumerate(pairing.chiefs):
            if abilities[seat].does == "dodge":
                harmful[tile] -= sum(1 << way for way in abilities[seat].directions)
            elif seat in pairing.counting or seat in pairing.sparing:
                kind[tile] = _CHIEF
        one, two = (effect.amount if effect.does == "extra-points" else 0 for effect in pairing.effects)
        self.kind, self.harmful = tuple(kind), tuple(harmful)
        self.pay = tuple([(value + one, value + two << _POINTS, 0) for value in pairing.value])
        coupled = {tile for couple in pairing.couples for tile in couple[:2]}
        self.paired = tuple([tile in coupled for tile in range(len(kind))])
        self.taker = LazyTable[int, int](lambda attack: taker(pairing, attack & FIRST, attack >> SHARE), _MOST)
        # 7.3, extra-attack: an enemy touches the prey if it brings attack there.
        cats = [cat for clan in pairing.clans for cat in clan.cats]
        contested = any(ability.does == "extra-attack" for ability in abilities)
        self.exact = not contested or all(pairing.value[cat] for cat in cats)
        self.last: Counted | None = None

    def counted(self, square: Sequence[int], up: Sequence[int], turned: Sequence[int], lifted: int = -1) -> "Counted":
        """What the face-up tiles come to, but the one at *lifted*; the same all through a turn."""
        shown = [place for place in _SQUARE if up[place] and place != lifted]
        tiles = [square[place] for place in shown]
        kind = self.kind
        key = (shown, tiles, [turned[tile] for tile in tiles if kind[tile] == DOG])
        if self.last is None or self.last.key != key:
            self.last = Counted(self, key)
        return self.last


class Counted:
    """What the face-up tiles of a square come to. Sums of attack are of both seats, as in `Pairing.attack`.

    Args:
        key: places, the tiles there, and the rotations of the dogs among them.

    Attributes:
        tile: place -> the tile there; -1 if none is face up.
        hit: place -> directions of the arrows at it, as bits.
        attack: place -> the attack of the cat there that is not eliminated.
        touch: place -> the attack of the cats that touch it; *brought*: with that of a chief from farther away.
        beside: place -> places of the prey that touch it.
        near: the chiefs that count more for some prey that they touch: (seat, place).
        wide: those that reach farther.
        guarded: by seat, the places where its cats are not eliminated.
        taken: prey -> who takes it.
        turned: tile -> rotation; those that are not counted come with each question.
    """

    __slots__ = (
        "attack", "beside", "brought", "guarded", "hit", "key", "near", "outlook", "taken", "tile", "touch", "turned",
        "wide",
    )  # fmt: skip

    def __init__(self, outlook: Outlook, key: tuple[list[int], list[int], list[int]]) -> None:
        self.outlook, self.key = outlook, key
        kinds, targets = outlook.kind, outlook.pairing.targets
        self.tile = tile_at = [-1] * PLACES
        self.hit = hit = [0] * PLACES
        self.attack = [0] * PLACES
        self.touch = self.brought = [0] * PLACES
        self.beside: list[tuple[int, ...]] = [()] * PLACES
        self.near: tuple[tuple[int, int], ...] = ()
        self.wide: tuple[tuple[int, int], ...] = ()
        self.guarded = [_NO_PLACES, _NO_PLACES]
        self.turned: Sequence[int] = ()
        beside, cats, prey, chiefs = self.beside, [], [], []
        rotations = iter(key[2])
        for place, tile in zip(key[0], key[1], strict=True):
            tile_at[place] = tile
            kind = kinds[tile]
            if kind == CAT:
                cats.append(place)
            elif kind == PREY:
                prey.append(place)
                for near in TOUCHING[place]:
                    beside[near] += (place,)
            elif kind == DOG:
                for target, way in targets[tile][next(rotations)][place]:
                    hit[target] |= 1 << way
            else:
                cats.append(place)
                chiefs.append(place)
        if chiefs:
            self._guard(chiefs)
        self._count_cats(cats)
        if chiefs:
            self._count_chiefs(chiefs)
        taker_at, touch = self._taker, self.touch
        self.taken = {tile_at[place]: taker_at(place, tile_at[place], touch[place]) for place in prey}

    def _guard(self, chiefs: list[int]) -> None:
        """PC-4.1: cats on the lines of a chief that guards are not eliminated."""
        pairing = self.outlook.pairing
        for place in chiefs:
            seat = pairing.side[self.tile[place]]
            if seat in pairing.sparing:
                self.guarded[seat] = frozenset([one for line in pairing.lines[seat][place] for one in line])

    def _count_cats(self, cats: list[int]) -> None:
        """PC-4.1, PC-4.2: the attack of the cats that are not eliminated."""
        hit, harmful, worth, touch = self.hit, self.outlook.harmful, self.outlook.pairing.attack, self.touch
        for place in cats:
            tile = self.tile[place]
            if hit[place] & harmful[tile] and self._is_eliminated(tile, place, {}):
                continue
            self.attack[place] = brought = worth[tile]
            for near in TOUCHING[place]:
                touch[near] += brought

    def _count_chiefs(self, chiefs: list[int]) -> None:
        """PC-5.2: the abilities of chiefs that count when prey is captured."""
        pairing = self.outlook.pairing
        for place in chiefs:
            seat = pairing.side[self.tile[place]]
            if not self.attack[place] or seat not in pairing.counting:
                continue
            if pairing.abilities[seat].does == "wide-reach":
                self.wide += ((seat, place),)
                self.brought = self.brought[:]
                for one in self._reached(seat, place):
                    self.brought[one] += pairing.more[seat]
            else:
                self.near += ((seat, place),)

    def _reached(self, seat: int, chief: int) -> list[int]:
        """PC-5.4, 7.3: the places that the wide reach of a chief adds, up to the first dog."""
        found = []
        for line in self.outlook.pairing.lines[seat][chief]:
            for place in line:
                tile = self.tile[place]
                if tile >= 0 and self.outlook.kind[tile] == DOG:
                    break
                if place not in TOUCHING[chief]:
                    found.append(place)
        return found

    def _is_eliminated(self, cat: int, place: int, aimed: dict[int, int]) -> bool:
        """PC-4.1: whether an arrow eliminates *cat* at *place*; *aimed* comes before `hit`."""
        outlook = self.outlook
        arrows = (aimed[place] if place in aimed else self.hit[place]) & outlook.harmful[cat]
        return arrows > 0 and place not in self.guarded[outlook.pairing.side[cat]]

    def _taker(
        self, place: int, tile: int, touched: int, near: tuple[tuple[int, int], ...] = (), reached: int = 0
    ) -> int:
        """Who takes the prey *tile* at *place*, where cats bring the attack *touched*; for the rest see `_gained`."""
        attack = touched + self.brought[place] - self.touch[place] + reached
        for seat, chief in self.near + near if near else self.near:
            if place in TOUCHING[chief]:
                pairing = self.outlook.pairing
                ability = pairing.abilities[seat]
                if ability.does == "multiply":  # PC-7.3
                    if pairing.sort[tile] in ability.prey:
                        attack += pairing.more[seat]
                elif touched & FIRST if seat else touched >> SHARE:  # 7.3, extra-attack
                    attack += pairing.more[seat]
        return self.outlook.taker[attack]

    # --- questions ----------------------------------------------------------------------------------------------

    def revealed(self, places: Sequence[int], square: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how the points change when the tile of *square* there is revealed."""
        kinds, brought, beside, added = self.outlook.kind, self.brought, self.beside, self._added
        self.turned = turned
        changes = []
        for place in places:
            tile = square[place]
            kind = kinds[tile]
            if beside[place] if kind == CAT else brought[place] if kind == PREY else True:
                changes.append(_CHANGES[added(tile, place)])
            else:
                changes.append((0, 0))
        return changes

    def exchanged(self, tile: int, here: int, places: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """By place, how they change when *tile*, which lies at *here* but is not counted, is exchanged with it."""
        outlook, tile_at = self.outlook, self.tile
        self.turned = turned
        simple = outlook.kind[tile] in (CAT, PREY) and not self.near
        before = self._added(tile, here)
        changes = []
        for there in places:
            other = tile_at[there]
            if other < 0:
                after = self._added(tile, there)
            elif simple and outlook.kind[other] in (CAT, PREY):
                after = self._swapped(tile, here, other, there)
            else:
                after = self._moved(((tile, there), (other, here)), there)
            changes.append(_CHANGES[after - before])
        return changes

    def _added(self, tile: int, place: int) -> int:
        """How the points change when *tile* is face up at *place*, where none is."""
        outlook = self.outlook
        kind = outlook.kind[tile]
        if kind == PREY:
            by = self._taker(place, tile, self.touch[place])
            return self._paid({tile: by}) if by >= 0 else 0
        if kind == DOG and not self._bites(tile, place) and not self._comes_between([place], self.wide):
            return 0
        if kind != CAT:
            return self._moved(((tile, place),), -1)
        beside = self.beside[place]
        if not beside or (self.hit[place] & outlook.harmful[tile] and self._is_eliminated(tile, place, {})):
            return 0
        worth, taken, gained = outlook.pairing.attack[tile], self.taken, {}
        for one in beside:
            prey = self.tile[one]
            if self.near:
                by = self._taker(one, prey, self.touch[one] + worth)
            else:
                by = outlook.taker[self.brought[one] + worth]
            if by != taken[prey]:
                gained[prey] = by
        return self._paid(gained) if gained else 0

    def _bites(self, dog: int, place: int) -> bool:
        """Whether an arrow of *dog* at *place* points at a cat that is not eliminated."""
        arrows = self.outlook.pairing.targets[dog][self.turned[dog]][place]
        return any(self.attack[target] for target, _ in arrows)

    def _comes_between(self, dogs: list[int], wide: tuple[tuple[int, int], ...]) -> bool:
        """Whether dogs at these places are, or were, between a chief and prey that it reaches."""
        for seat, chief in wide:
            for line in self.outlook.pairing.lines[seat][chief]:
                for place in line[:-1]:
                    if place in dogs:
                        return True
        return False

    def _swapped(self, tile: int, here: int, other: int, there: int) -> int:
        """How they change when cats or prey change places, *tile* that was not counted and *other* that was."""
        outlook, beside, brought, tile_at = self.outlook, self.beside, self.brought, self.tile
        worth, taker_of = outlook.pairing.attack, outlook.taker
        change_here = change_there = 0
        if outlook.kind[tile] == CAT and not self._is_eliminated(tile, there, {}):
            change_there = worth[tile]
        if outlook.kind[other] == CAT:
            change_there -= self.attack[there]
            if not self._is_eliminated(other, here, {}):
                change_here = worth[other]
        gained = {}
        around_here, around_there = TOUCHING[here], TOUCHING[there]
        for place in beside[there] if change_there else ():
            attack = brought[place] + change_there
            if place in around_here:
                attack += change_here
            gained[tile_at[place]] = taker_of[attack]
        for place in beside[here] if change_here else ():
            if not (change_there and place in around_there):
                gained[tile_at[place]] = taker_of[brought[place] + change_here]
        if outlook.kind[tile] == PREY:
            gained[tile] = taker_of[brought[there] + (change_here if there in around_here else 0)]
        if outlook.kind[other] == PREY:
            gained[other] = taker_of[brought[here] + (change_there if here in around_there else 0)]
        return self._paid(gained) if gained else 0

    def _moved(self, placed: _Placed, left: int) -> int:
        """How they change when tiles are *placed* after the one at *left*, if it is not -1, was taken away."""
        outlook, kinds = self.outlook, self.outlook.kind
        pairing = outlook.pairing
        if left >= 0 and kinds[self.tile[left]] == _CHIEF:
            return self._recounted(placed)
        aimed = self._aimed(placed, left)
        changes = {left: -self.attack[left]} if left >= 0 else {}
        near: tuple[tuple[int, int], ...] = ()
        wide = self.wide
        reached: dict[int, int] = {}
        for tile, place in placed:
            if kinds[tile] in (CAT, _CHIEF):
                if not self._is_eliminated(tile, place, aimed):
                    changes[place] = changes.get(place, 0) + pairing.attack[tile]
                    if kinds[tile] == _CHIEF:
                        seat = pairing.side[tile]
                        if pairing.abilities[seat].does == "wide-reach":
                            wide = (*wide, (seat, place))
                            reached = dict.fromkeys(self._reached(seat, place), pairing.more[seat])
                        else:
                            near = ((seat, place),)
                if kinds[tile] == _CHIEF and pairing.side[tile] in pairing.sparing:
                    return self._recounted(placed)
        dogs = [place for tile, place in placed if kinds[tile] == DOG]
        if left >= 0 and kinds[self.tile[left]] == DOG:
            dogs.append(left)
        if dogs and wide and self._comes_between(dogs, wide):
            return self._recounted(placed)
        for place in aimed:
            tile = self.tile[place]
            if tile >= 0 and kinds[tile] in (CAT, _CHIEF) and place != left:
                attack = 0 if self._is_eliminated(tile, place, aimed) else pairing.attack[tile]
                if attack != self.attack[place]:
                    if kinds[tile] == _CHIEF:
                        return self._recounted(placed)
                    changes[place] = attack - self.attack[place]
        gained = self._gained(placed, left, changes, near, reached)
        return self._paid(gained) if gained else 0

    def _aimed(self, placed: _Placed, left: int) -> dict[int, int]:
        """Place -> directions of the arrows at it, where dogs that come or go may change them."""
        kind, targets, hit, turned = self.outlook.kind, self.outlook.pairing.targets, self.hit, self.turned
        aimed: dict[int, int] = {}
        if left >= 0:
            gone = self.tile[left]
            if kind[gone] == DOG:
                for target, way in targets[gone][turned[gone]][left]:
                    aimed[target] = hit[target] & ~(1 << way)
        for tile, place in placed:
            if kind[tile] == DOG:
                for target, way in targets[tile][turned[tile]][place]:
                    aimed[target] = aimed.get(target, hit[target]) | 1 << way
        return aimed

    def _gained(
        self,
        placed: _Placed,
        left: int,
        changes: dict[int, int],
        near: tuple[tuple[int, int], ...],
        reached: dict[int, int],
    ) -> dict[int, int]:
        """Prey -> who takes it, for all to which cats or prey that come or go can matter.

        Args:
            placed, left: see `_moved`.
            changes: place -> by how much the attack of the cat there changes.
            near: a chief that came, as in the attribute; *reached*: place -> the attack that it brings from afar.
        """
        touch, tile_at, kind = self.touch, self.tile, self.outlook.kind
        touched: dict[int, int] = {}
        for place, change in changes.items():
            if change:
                for one in TOUCHING[place]:
                    touched[one] = touched.get(one, 0) + change
        gained: dict[int, int] = {}
        for place in {**touched, **reached} if reached else touched:
            tile = tile_at[place]
            if tile >= 0 and kind[tile] == PREY and place != left:
                attack = touch[place] + touched.get(place, 0)
                gained[tile] = self._taker(place, tile, attack, near, reached.get(place, 0))
        for tile, place in placed:
            if kind[tile] == PREY:
                attack = touch[place] + touched.get(place, 0)
                gained[tile] = self._taker(place, tile, attack, near, reached.get(place, 0))
        return gained

    # --- points -------------------------------------------------------------------------------------------------

    def _paid(self, gained: dict[int, int]) -> int:
        """How the points change if these prey are taken by these seats."""
        taken, pay, paired, change = self.taken, self.outlook.pay, self.outlook.paired, 0
        pairs = False
        for tile, by in gained.items():
            change += pay[tile][by] - (pay[tile][taken[tile]] if tile in taken else 0)
            pairs = pairs or paired[tile]
        for tile, other, more in self.outlook.pairing.couples if pairs else ():
            if tile in gained or other in gained:
                one, two = taken.get(tile, -1), taken.get(other, -1)
                if one == two >= 0:
                    change -= more << _POINTS * one
                one, two = gained.get(tile, one), gained.get(other, two)
                if one == two >= 0:
                    change += more << _POINTS * one
        return change

    def _recounted(self, placed: _Placed) -> int:
        """How the points change when tiles are *placed*: everything is counted again."""
        tile_at = self.tile[:]
        for tile, place in placed:
            tile_at[place] = tile
        shown = [place for place in _SQUARE if tile_at[place] >= 0]
        tiles = [tile_at[place] for place in shown]
        turned = [self.turned[tile] for tile in tiles if self.outlook.kind[tile] == DOG]
        return Counted(self.outlook, (shown, tiles, turned))._points() - self._points()

    def _points(self) -> int:
        """The points of both seats, as one number."""
        taken, self.taken = self.taken, {}
        points = self._paid(taken)
        self.taken = taken
        return points
