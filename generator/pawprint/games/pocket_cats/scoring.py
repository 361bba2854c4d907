"""The end of a game of Pocket Cats: the dogs attack, the prey is captured, points are counted (PC-4).

Nothing here changes a state: a square goes in, and what becomes of it comes out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pawprint.games.pocket_cats.actions import Reach
from pawprint.games.pocket_cats.cards import AROUND, DOG, PLACES, PREY, RAYS, TOUCHING, CatsCards, Clan, Power

#: Dog -> rotation -> place -> (place, direction) that its arrows point at.
Targets = tuple[tuple[tuple[tuple[tuple[int, int], ...], ...], ...], ...]
#: Place -> lines of places.
Lines = tuple[tuple[tuple[int, ...], ...], ...]

#: Abilities of chiefs that count when the dogs attack.
SPARING = ("dodge", "guard")

#: Sums of attack are two numbers in one: that of seat 0 in so many bits, and that of seat 1 above them.
SHARE = 14
FIRST = (1 << SHARE) - 1

_NO_POWER = Power()


class Pairing(NamedTuple):
    """Two clans that meet, by seat, with all that the end of a game needs to know of them.

    Attributes:
        tiles: the 25 of the game: the cats of seat 0, those of seat 1, prey, dogs.
        side: tile -> the seat whose cat it is; 2 for all others.
        kind, value: of a tile; with the values of mice that were agreed on.
        attack: tile -> its attack if it is a cat, that of seat 1 shifted by `SHARE`, so that sums are of both seats.
        effects, abilities: of the clan and of its chief, by seat; powers of nothing when powers are off.
        ties: the seat that wins ties (PC-5.7), or -1; *prey_ties*: the attack from which it does over a prey, else 0.
        counting: the seats whose chief counts for more when prey is captured; *sparing*: whose chief spares cats.
        more: by seat, the attack by which its chief does, shifted as in *attack*.
        lines: by seat, place of the chief -> the places to which its ability reaches from there, line by line.
        before, after: by the seat that began: who has something to decide before and after the dogs attack, in this
            order, as often as it may.
        watched: tile -> whether more than its exchange may follow when it is revealed.
        looks: by seat, so often may it look at a tile after a turn.
        couples: two prey that pay more together, and how much more.
        moves: seat that reveals -> tile -> place -> the exchanges of the tile.
    """

    clans: tuple[Clan, Clan]
    tiles: tuple[int, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    value: tuple[int, ...]
    attack: tuple[int, ...]
    targets: Targets
    effects: tuple[Power, Power]
    abilities: tuple[Power, Power]
    chiefs: tuple[int, int]
    ties: int
    prey_ties: int
    couples: tuple[tuple[int, int, int], ...]
    sort: tuple[str, ...]
    before: tuple[tuple[int, ...], tuple[int, ...]]
    after: tuple[tuple[int, ...], tuple[int, ...]]
    watched: tuple[bool, ...]
    looks: tuple[int, int]
    counting: tuple[int, ...]
    sparing: tuple[int, ...]
    more: tuple[int, int]
    lines: tuple[Lines, Lines]
    moves: tuple[tuple[Reach, ...], ...] = ()


class CatsResult(NamedTuple):
    """What a game comes to, by seat."""

    prey: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]


#: A prey, its place, what seat 0 and seat 1 bring to it, and who takes it: a seat, or -1.
Claim = tuple[int, int, int, int, int]


def targets_of(cards: CatsCards) -> Targets:
    """Tile -> rotation -> place -> what its arrows point at there: (place, direction)."""
    return tuple(
        tuple(
            tuple(
                # PC-4.1: an arrow that leaves the square points at nothing.
                tuple((ray[0], way) for arrow in arrows if (ray := RAYS[place][way := (arrow + 2 * turned) % 8]))
                for place in range(PLACES)
            )
            for turned in (range(4) if arrows else ())
        )
        for arrows in cards.arrows
    )


def pairing_of(
    cards: CatsCards,
    seats: tuple[int, int],
    value: tuple[int, ...],
    targets: Targets,
    chosen: Mapping[str, Any],
) -> Pairing:
    """The clans numbered *seats* against each other, with a value for every option."""
    one, two = (cards.clans[clan] for clan in seats)
    powers = chosen["powers"] == "on"  # PC-2.4: without powers a clan is no more than its cats
    effects = (one.effect, two.effect) if powers else (_NO_POWER, _NO_POWER)
    abilities = (one.ability, two.ability) if powers else (_NO_POWER, _NO_POWER)
    ties = [seat for seat in (0, 1) if effects[seat].does == "win-ties"]
    side = tuple(seats.index(clan) if clan in seats else 2 for clan in cards.clan)
    judge = ties[0] if len(ties) == 1 else -1  # PC-5.8: two of them cannot meet; if they could, neither would win
    turned = any(effect.timing == "permanent" and effect.does == "turn-dog" for effect in effects)
    turned = turned or chosen["dog_orientation"] == "chosen"
    # PC-5.1: the chief with more attack goes first, or the clan.
    by_chief = chosen["effect_order"] == "chief"
    weight = [value[clan.chief] if by_chief else sum(value[cat] for cat in clan.cats) for clan in (one, two)]
    return Pairing(
        clans=(one, two),
        tiles=(*one.cats, *two.cats, *cards.of_kind(PREY), *cards.of_kind(DOG)),
        side=side,
        kind=cards.kind,
        value=value,
        attack=tuple([(worth << SHARE * one if one < 2 else 0) for one, worth in zip(side, value, strict=True)]),
        targets=targets,
        effects=effects,
        abilities=abilities,
        chiefs=(one.chief, two.chief),
        ties=judge,
        prey_ties=effects[judge].amount if judge >= 0 and chosen["justiciers_scope"] == "all" else 0,
        couples=tuple(
            (tile, other, cards.pair[tile] - value[tile] - value[other])
            for tile, other in enumerate(cards.partner)
            if tile < other
        ),
        sort=cards.sort,
        before=(_in_order(effects, weight, "before_dogs", 0), _in_order(effects, weight, "before_dogs", 1)),
        after=(_in_order(effects, weight, "after_dogs", 0), _in_order(effects, weight, "after_dogs", 1)),
        watched=tuple(turned and kind == DOG for kind in cards.kind),
        looks=(_looks(effects[0]), _looks(effects[1])),
        more=(_more(abilities[0], value[one.chief]), _more(abilities[1], value[two.chief]) << SHARE),
        lines=(_lines(abilities[0]), _lines(abilities[1])),
        counting=tuple(seat for seat in (0, 1) if abilities[seat].does in COUNTING),
        sparing=tuple(seat for seat in (0, 1) if abilities[seat].does in SPARING),
    )


def _in_order(effects: Sequence[Power], weight: Sequence[int], timing: str, first: int) -> tuple[int, ...]:
    """PC-5.1: the seats that have something to do then, in their order, each as often as it may do it."""
    seats = [seat for seat in (first, 1 - first) if effects[seat].timing == timing]
    seats.sort(key=weight.__getitem__, reverse=True)  # of equals, the player who began the game
    times = [effects[seat].amount if effects[seat].does == "revive" else 1 for seat in seats]
    return tuple(seat for seat, count in zip(seats, times, strict=True) for _ in range(count))


def _more(ability: Power, attack: int) -> int:
    """By how much a chief with this *ability* and *attack* counts more for some prey."""
    if ability.does == "extra-attack":
        return ability.amount
    return attack * (ability.amount - 1) if ability.does == "multiply" else attack  # PC-7.3: double


def _lines(ability: Power) -> Lines:
    """Place -> the lines of *ability* from there."""
    return tuple(tuple(rays[way][: ability.amount] for way in ability.directions if rays[way]) for rays in RAYS)


def _looks(effect: Power) -> int:
    """7.3: how often the clan with *effect* looks at a tile after its turn."""
    return effect.amount if effect.does == "peek" else 0


# --- the dogs attack ----------------------------------------------------------------------------------------


def bites(pairing: Pairing, square: Sequence[int], up: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
    """PC-4.1: (dog, place of a cat) for each arrow that eliminates. All dogs at once: nothing changes meanwhile."""
    found = []
    side, targets = pairing.side, pairing.targets
    spared = _spared(pairing, square, up) if pairing.sparing else None
    for place, tile in enumerate(square):
        arrows = targets[tile]
        if arrows and up[place]:
            for target, direction in arrows[turned[tile]][place]:
                cat = square[target]
                # PC-4.1: an arrow at prey, or at another dog, does nothing.
                if side[cat] != 2 and up[target] and not (spared and (cat, direction) in spared):
                    found.append((tile, target))
    return found


def _spared(pairing: Pairing, square: Sequence[int], up: Sequence[int]) -> set[tuple[int, int]]:
    """(cat, direction of an arrow) that does no harm, thanks to the abilities of chiefs who are face up (PC-5.2)."""
    spared: set[tuple[int, int]] = set()
    for seat in pairing.sparing:
        ability = pairing.abilities[seat]
        if ability.does == "dodge":
            # An arrow comes along the line in which it points.
            spared.update((pairing.chiefs[seat], direction) for direction in ability.directions)
        elif (chief := _chief_place(pairing, seat, square, up)) >= 0:  # guard
            for line in pairing.lines[seat][chief]:
                for place in line:
                    if pairing.side[square[place]] == seat:
                        spared.update((square[place], way) for way in range(8))
    return spared


def _chief_place(pairing: Pairing, seat: int, square: Sequence[int], up: Sequence[int]) -> int:
    """Where the chief of *seat* lies; -1 if it is not face up: then it has no ability (PC-5.2)."""
    try:
        place = square.index(pairing.chiefs[seat])
    except ValueError:
        return -1
    return place if up[place] else -1


# --- capture ------------------------------------------------------------------------------------------------


def claims(pairing: Pairing, square: Sequence[int], up: Sequence[int]) -> list[Claim]:
    """PC-4.2: every prey that is face up, and who takes it; on one square, so that their order means nothing."""
    kind, worth = pairing.kind, pairing.attack
    # Place -> the attack of the cat that is face up there; and nothing outside the square.
    attack = [worth[tile] if shown else 0 for tile, shown in zip(square, up, strict=True)]
    attack.append(0)
    brought = _brought(pairing, square, up) if pairing.counting else None
    found = []
    for place, tile in enumerate(square):
        if kind[tile] == PREY and up[place]:
            north, west, east, south = AROUND[place]
            # a cat counts for every prey that it touches
            total = attack[north] + attack[west] + attack[east] + attack[south]
            if brought:
                total += brought.get(place, 0)
            one, two = total & FIRST, total >> SHARE
            found.append((tile, place, one, two, taker(pairing, one, two)))
    return found


def taker(pairing: Pairing, one: int, two: int) -> int:
    """PC-4.2: who takes a prey to which seat 0 brings the attack *one* and seat 1 *two*: a seat, or -1.

    The higher sum takes it; if they are equal, the player who wins ties does (PC-5.7), or neither.
    """
    return 0 if one > two else 1 if two > one else pairing.ties if one >= pairing.prey_ties > 0 else -1


def _brought(pairing: Pairing, square: Sequence[int], up: Sequence[int]) -> dict[int, int]:
    """Place of a prey -> what abilities of chiefs bring there, besides the attack of cats that touch it."""
    brought: dict[int, int] = {}
    for seat in pairing.counting:
        chief = _chief_place(pairing, seat, square, up)
        if chief >= 0:
            more = pairing.more[seat]
            for place in _REACHED[pairing.abilities[seat].does](pairing, seat, chief, square, up):
                brought[place] = brought.get(place, 0) + more
    return brought


def _far(pairing: Pairing, seat: int, chief: int, square: Sequence[int], up: Sequence[int]) -> list[int]:
    """PC-5.4: the diagonals; 7.3: two places away, if no dog is between."""
    kind, found = pairing.kind, []
    for line in pairing.lines[seat][chief]:
        for place in line:
            here = kind[square[place]]
            if here == PREY and place not in TOUCHING[chief]:
                found.append(place)
            elif here == DOG and up[place]:
                break
    return found


def _liked(pairing: Pairing, seat: int, chief: int, square: Sequence[int], up: Sequence[int]) -> list[int]:
    """PC-7.3, multiply: pigeons and flies that the chief touches."""
    sort, liked = pairing.sort, pairing.abilities[seat].prey
    return [place for place in TOUCHING[chief] if sort[square[place]] in liked]


def _contested(pairing: Pairing, seat: int, chief: int, square: Sequence[int], up: Sequence[int]) -> list[int]:
    """7.3, extra-attack: where an enemy touches the prey as well."""
    kind, side, enemy, found = pairing.kind, pairing.side, 1 - seat, []
    for place in TOUCHING[chief]:
        if kind[square[place]] == PREY:
            for near in TOUCHING[place]:
                if side[square[near]] == enemy and up[near]:
                    found.append(place)
                    break
    return found


#: Ability of a chief -> places of the prey for which it counts more, by pairing, its seat, its place, square and faces.
_REACHED = {"wide-reach": _far, "extra-attack": _contested, "multiply": _liked}
#: Abilities of chiefs that count when prey is captured.
COUNTING = tuple(_REACHED)


# --- points -------------------------------------------------------------------------------------------------


def result_of(pairing: Pairing, claimed: Sequence[Claim]) -> CatsResult:
    """PC-4.3: the prey of each seat, and what it pays."""
    one = tuple([claim[0] for claim in claimed if claim[4] == 0])
    two = tuple([claim[0] for claim in claimed if claim[4] == 1])
    return CatsResult((one, two), (points(pairing, 0, one), points(pairing, 1, two)))


def points(pairing: Pairing, seat: int, prey: Sequence[int]) -> int:
    """PC-4.3: the points of these prey, of a pair those of the pair instead."""
    value = pairing.value
    total = 0
    for tile in prey:
        total += value[tile]
    for tile, other, more in pairing.couples:
        if tile in prey and other in prey:
            total += more
    if pairing.effects[seat].does == "extra-points":  # PC-5.3: for each tile, after the pair rule
        total += pairing.effects[seat].amount * len(prey)
    return total


def shares(points: Sequence[int], prey: Sequence[int], ties: int) -> tuple[float, float]:
    """Who has won.

    Args:
        points, prey: by seat; points, and how many prey tiles.
        ties: the seat that wins ties, or -1.
    """
    best = (
        (points[0] > points[1]) - (points[0] < points[1])  # PC-4.4: most points
        or (0 if ties < 0 else 1 - 2 * ties)  # PC-4.5, PC-5.7: at once, before tiles are counted
        or (prey[0] > prey[1]) - (prey[0] < prey[1])  # PC-4.4: most prey tiles
    )
    return (0.5 + best / 2, 0.5 - best / 2)  # PC-4.4: still tied is shared
