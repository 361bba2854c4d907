"""The cards of Pocket Cats as tables: what the catalog says, in numbers that a game can count with quickly.

Places are 0 to 24, row by row from the top left; directions 0 to 7, clockwise from N; tiles are numbered cats first,
then prey, then dogs, in the order of the catalog, as states do.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from pawprint.play.language.grid import grid_places
from pawprint.play.lazy_table import LazyTable

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
        return tuple(tile for tile, own in enumerate(self.kind) if own == kind)


#: A chief with an ability that depends on where it lies; beside the kinds of `cards`.
CHIEF = 4
#: Sums of attack are two numbers in one: that of seat 0 in so many bits, and that of seat 1 above them.
SHARE = 14
FIRST = (1 << SHARE) - 1
#: Points of both seats are one number, too: those of seat 1 times 2 to this power.
POINTS = 16
#: So many values of a table are remembered.
MOST = 4096
#: Abilities of chiefs that count when prey is captured, and when the dogs attack.
COUNTING, SPARING = ("wide-reach", "extra-attack", "multiply"), ("dodge", "guard")

_ALL_WAYS, _ALL_PLACES = 255, (1 << PLACES) - 1
# What tiles contribute to a square is one large number for each tile, and for a square their sum. Its parts, from the
# lowest bit: for each place the attack that touches it; the places of attacking cats, prey, chiefs and dogs; for each
# place the directions of arrows at it, and the directions of arrows that would eliminate the cat there.
_ATTACK_BITS, _ARROW_BITS = 32, 8
_ATTACK = (1 << _ATTACK_BITS) - 1
_ATTACKING, _PREY, _CHIEFS, _DOGS, _ARROWS = range(PLACES * _ATTACK_BITS, PLACES * _ATTACK_BITS + 5 * 32, 32)
_HARMFUL = _ARROWS + PLACES * _ARROW_BITS
_ALL_ARROWS = (1 << PLACES * _ARROW_BITS) - 1

#: Place -> the places that touch it, as bits.
NEAR = tuple(sum(1 << near for near in places) for places in TOUCHING)
_HALF = (1 << PLACES // 2) - 1
_PLACES_OF = LazyTable[int, tuple[int, ...]](
    lambda bits: tuple(place for place in range(PLACES) if bits >> place & 1), 1 << PLACES - PLACES // 2 + 1
)
#: Place -> 1 for each place that touches it, as attack.
_AROUND = tuple(sum(1 << _ATTACK_BITS * near for near in places) for places in TOUCHING)
_NO_POWER = Power()

#: A prey, its place, what seat 0 and seat 1 bring to it, and who takes it: a seat, or -1.
Claim = tuple[int, int, int, int, int]


def places_of(bits: int) -> tuple[int, ...]:
    """Places as bits -> the places."""
    return _PLACES_OF[bits & _HALF] + _PLACES_OF[bits & ~_HALF]


class Duel(NamedTuple):
    """Two clans that meet, by seat.

    Attributes:
        effects, abilities: of the clan and of its chief; powers of nothing when powers are off.
        ties: the seat that wins ties (PC-5.7), or -1; prey_ties: the attack from which it does over a prey, else 0.
    """

    clans: tuple[int, int]
    effects: tuple[Power, Power]
    abilities: tuple[Power, Power]
    ties: int
    prey_ties: int

    def without(self, seat: int) -> "Duel":
        """The same, but for the ability of one chief."""
        first, two = self.abilities
        return self._replace(abilities=(first, _NO_POWER) if seat else (_NO_POWER, two))


def duel_of(cards: CatsCards, clans: tuple[int, int], chosen: Mapping[str, Any]) -> Duel:
    """The clans numbered *clans* against each other."""
    first, two = (cards.clans[clan] for clan in clans)
    powers = chosen["powers"] == "on"  # PC-2.4: without powers a clan is no more than its cats
    effects = (first.effect, two.effect) if powers else (_NO_POWER, _NO_POWER)
    ties = [seat for seat in (0, 1) if effects[seat].does == "win-ties"]
    judge = ties[0] if len(ties) == 1 else -1  # PC-5.8: two of them cannot meet; if they could, neither would win
    return Duel(
        clans, effects, (first.ability, two.ability) if powers else (_NO_POWER, _NO_POWER), judge,
        effects[judge].amount if judge >= 0 and chosen["justiciers_scope"] == "all" else 0,
    )  # fmt: skip


@cache
def _aims(arrows: tuple[int, ...]) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """Rotation -> place -> what arrows point at there: (place, direction)."""
    return tuple(
        tuple(
            # PC-4.1: an arrow that leaves the square points at nothing.
            tuple((ray[0], way) for arrow in arrows if (ray := RAYS[place][way := (arrow + 2 * turned) % 8]))
            for place in range(PLACES)
        )
        for turned in range(4)
    )


@cache
def _aimed(arrows: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Rotation -> place -> the places at which arrows point there, as bits."""
    return tuple(tuple(sum(1 << place for place, _ in there) for there in places) for places in _aims(arrows))


@cache
def _dog_rows(arrows: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Rotation -> place -> what a dog with these arrows contributes."""
    return tuple(
        tuple(
            (1 << _DOGS + place) + sum(1 << _ARROWS + _ARROW_BITS * target + way for target, way in there)
            for place, there in enumerate(places)
        )
        for places in _aims(arrows)
    )


@cache
def _lines(ability: Power) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Place -> the places to which an ability reaches from there, line by line."""
    return tuple(tuple(rays[way][: ability.amount] for way in ability.directions if rays[way]) for rays in RAYS)


_NOTHING = (0,) * PLACES
_PREY_ROWS = (tuple(1 << _PREY + place for place in range(PLACES)),) * 4


class Tally:
    """Counts squares of two clans that meet. A square is a list by place: the tile that is face up there, or -1.

    Attributes:
        side: tile -> the seat whose cat it is; 2 for all others.
        attack: tile -> its attack if it is a cat of the two, that of seat 1 shifted, so that sums are of both seats.
        aims: tile -> rotation -> place -> (place, direction) of its arrows; aimed: the same places as bits.
        wide: whether the ability of a chief reaches prey that it does not touch.
        lines: seat -> place of the chief -> the places to which its ability reaches from there, line by line.
        rows: tile -> rotation -> place -> what it contributes there.
        meeting: what `cat_calls` remembers of the two clans.
    """

    def __init__(self, cards: CatsCards, duel: Duel) -> None:
        self.cards, self.duel = cards, duel
        self.meeting: Any = None
        clans, value = [cards.clans[clan] for clan in duel.clans], cards.value
        self.side = side = [duel.clans.index(clan) if clan in duel.clans else 2 for clan in cards.clan]
        self.attack = [worth << SHARE * owner if owner < 2 else 0 for owner, worth in zip(side, value, strict=True)]
        self.chiefs = [clan.chief for clan in clans]
        self.kind, self._harmful = [*cards.kind], [_ALL_WAYS if owner < 2 else 0 for owner in side]
        self._more = [0, 0]
        for seat, ability in enumerate(duel.abilities):
            chief = clans[seat].chief
            if ability.does == "dodge":  # an arrow comes along the line in which it points
                self._harmful[chief] -= sum(1 << way for way in ability.directions)
            elif ability.does in (*COUNTING, "guard"):
                self.kind[chief] = CHIEF
            self._more[seat] = _more(ability, value[chief]) << SHARE * seat
        self.wide = any(ability.does == "wide-reach" for ability in duel.abilities)
        self._guards = any(ability.does == "guard" for ability in duel.abilities)
        self._favourites = [
            {tile for tile, sort in enumerate(cards.sort) if sort in power.prey} for power in duel.abilities
        ]
        self.lines = [_lines(ability) for ability in duel.abilities]
        self._takers = LazyTable[int, int](lambda attack: self._taker(attack & FIRST, attack >> SHARE), MOST)
        # PC-5.3: for each tile, after the pair rule
        first, two = (effect.amount if effect.does == "extra-points" else 0 for effect in duel.effects)
        self._pay = [(worth + first, worth + two << POINTS, 0) for worth in value]  # the last one is for nobody
        self._couples = {
            tile: (other, cards.pair[tile] - value[tile] - value[other])
            for tile, other in enumerate(cards.partner)
            if tile < other
        }
        self.aims = [_aims(arrows) if arrows else () for arrows in cards.arrows]
        self.aimed = [_aimed(arrows) if arrows else () for arrows in cards.arrows]
        self._lost = [self._cat_row(tile) if side[tile] < 2 else _NOTHING for tile in range(len(side))]
        self.rows = [self._rows(tile) for tile in range(len(side))]
        self._square: Sequence[int] = ()
        self._turned: Sequence[int] = ()
        self._total = 0

    def _cat_row(self, tile: int) -> list[int]:
        """Place -> what is lost with an eliminated cat."""
        attack = self.attack[tile]
        return [attack * around + (1 << _ATTACKING + place) for place, around in enumerate(_AROUND)]

    def _rows(self, tile: int) -> Sequence[Sequence[int]]:
        kind, harmful = self.kind[tile], self._harmful[tile]
        if kind == DOG:
            return _dog_rows(self.cards.arrows[tile])
        if kind == PREY:
            return _PREY_ROWS
        if self.side[tile] > 1:
            return (_NOTHING,)
        chief = 1 << _CHIEFS if kind == CHIEF else 0
        row = [
            lost + (harmful << _HARMFUL + _ARROW_BITS * place) + (chief << place)
            for place, lost in enumerate(self._lost[tile])
        ]
        return (row,) * 4

    def _taker(self, first: int, two: int) -> int:
        """PC-4.2: the higher sum takes a prey; of equal ones that of the player who wins ties (PC-5.7), or neither."""
        duel = self.duel
        return 0 if first > two else 1 if two > first else duel.ties if first >= duel.prey_ties > 0 else -1

    def total(self, tiles: Sequence[int], turned: Sequence[int]) -> int:
        """What all tiles of a square contribute; *turned*: by place. The last square is remembered."""
        if tiles != self._square or turned != self._turned:
            rows, self._square, self._turned = self.rows, [*tiles], [*turned]
            self._total = sum([rows[tile][turned[place]][place] for place, tile in enumerate(tiles) if tile >= 0])
        return self._total

    def lying(self, total: int) -> tuple[int, int, int]:
        """The places of cats, prey and chiefs whose abilities depend on where they lie, as bits."""
        return total >> _ATTACKING & _ALL_PLACES, total >> _PREY & _ALL_PLACES, total >> _CHIEFS & _ALL_PLACES

    def touched(self, total: int, place: int) -> int:
        """The attack of cats that touch a place, those included that dogs eliminate."""
        return total >> _ATTACK_BITS * place & _ATTACK

    def prey(self, total: int, tiles: Sequence[int], bitten: bool) -> list[tuple[int, int, int]]:
        """The prey of a square: its place, the tile, and the attack of both seats (PC-4.2).

        Args:
            bitten: whether the dogs have attacked before.
        """
        chiefs = total >> _CHIEFS & _ALL_PLACES
        if not bitten and total >> _ARROWS & total >> _HARMFUL & _ALL_ARROWS:
            lost = self._lost
            for place in self.eliminated(total, tiles):
                total -= lost[tiles[place]][place]
        found = [
            (place, tiles[place], total >> _ATTACK_BITS * place & _ATTACK)
            for place in places_of(total >> _PREY & _ALL_PLACES)
        ]
        more = self._for_chiefs(total, tiles, chiefs & total >> _ATTACKING) if chiefs and found else None
        return [(place, tile, attack + more.get(place, 0)) for place, tile, attack in found] if more else found

    def points(self, total: int, tiles: Sequence[int], bitten: bool = False) -> int:
        """PC-4.3: what the prey of a square pays, as one number for both seats."""
        takers = self._takers
        return self.worth([(tile, takers[attack]) for _, tile, attack in self.prey(total, tiles, bitten)])

    def worth(self, prey: Sequence[tuple[int, int]]) -> int:
        pay, points, taken = self._pay, 0, dict(prey)
        for tile, by in prey:
            points += pay[tile][by]
            if by >= 0 and tile in self._couples:
                other, more = self._couples[tile]
                if taken.get(other, -1) == by:
                    points += more << POINTS if by else more
        return points

    def claims(self, total: int, tiles: Sequence[int], bitten: bool) -> list[Claim]:
        """PC-4.2: every prey that is face up, and who takes it."""
        return [
            (tile, place, attack & FIRST, attack >> SHARE, self._takers[attack])
            for place, tile, attack in self.prey(total, tiles, bitten)
        ]

    def bites(self, tiles: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
        """PC-4.1: (dog, place of a cat) for each arrow that eliminates. All dogs at once: nothing changes meanwhile."""
        guarded = self._guarded(tiles, [place for place, tile in enumerate(tiles) if tile in self.chiefs])
        return [
            (dog, target)
            for place, dog in enumerate(tiles)
            if dog >= 0 and self.kind[dog] == DOG
            for target, way in self.aims[dog][turned[place]][place]
            # an arrow at prey, or at another dog, does nothing
            if tiles[target] >= 0 and self._harmful[tiles[target]] >> way & 1 and target not in guarded
        ]

    def _guarded(self, tiles: Sequence[int], chiefs: Sequence[int]) -> set[int]:
        """The places of cats that chiefs who are face up guard (PC-5.2)."""
        found: set[int] = set()
        for chief in chiefs:
            seat = self.side[tiles[chief]]
            if self.duel.abilities[seat].does == "guard":
                found |= {cell for line in self.lines[seat][chief] for cell in line if self.side[tiles[cell]] == seat}
        return found

    def eliminated(self, total: int, tiles: Sequence[int]) -> list[int]:
        """The places of cats at which an arrow points that does them harm."""
        bites, found = total >> _ARROWS & total >> _HARMFUL & _ALL_ARROWS, []
        chiefs = total >> _CHIEFS & _ALL_PLACES
        guarded = self._guarded(tiles, places_of(chiefs)) if self._guards and chiefs and bites else ()
        while bites:
            place = (bites.bit_length() - 1) // _ARROW_BITS
            bites &= (1 << _ARROW_BITS * place) - 1
            if place not in guarded:
                found.append(place)
        return found

    def _for_chiefs(self, total: int, tiles: Sequence[int], chiefs: int) -> dict[int, int]:
        """Place -> what the abilities of *chiefs* bring there that are not eliminated (PC-5.2)."""
        found: dict[int, int] = {}
        for chief in places_of(chiefs):
            seat = self.side[tiles[chief]]
            more = self._more[seat]
            for place in self._reached(seat, chief, total, tiles):
                found[place] = found.get(place, 0) + more
        return found

    def _reached(self, seat: int, chief: int, total: int, tiles: Sequence[int]) -> list[int]:
        """The places at which a chief counts for more, if prey lies there."""
        ability, touching = self.duel.abilities[seat], TOUCHING[chief]
        if ability.does == "multiply":  # 7.3: pigeons and flies that it touches
            return [place for place in touching if tiles[place] in self._favourites[seat]]
        if ability.does == "extra-attack":  # 7.3: where an enemy touches the prey as well
            share = FIRST if seat else FIRST << SHARE
            return [place for place in touching if total >> _ATTACK_BITS * place & share]
        found = []
        for line in self.lines[seat][chief] if ability.does == "wide-reach" else ():
            for place in line:  # PC-5.4: the diagonals; 7.3: two places away, if no dog is between
                if total >> _DOGS + place & 1:
                    break
                if place not in touching:
                    found.append(place)
        return found


def _more(ability: Power, attack: int) -> int:
    """By how much a chief with this *ability* and *attack* counts more for some prey."""
    if ability.does == "extra-attack":
        return ability.amount
    if ability.does == "multiply":
        return attack * (ability.amount - 1)  # 7.3: double
    return attack if ability.does == "wide-reach" else 0
