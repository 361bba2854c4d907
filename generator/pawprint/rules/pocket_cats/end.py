"""The end of a game of Pocket Cats: the dogs attack, the prey is captured, points are counted (PC-4).

Nothing here changes a state: a square goes in, and what becomes of it comes out.
"""

from collections.abc import Sequence
from typing import NamedTuple

from pawprint.rules.pocket_cats.actions import Reach
from pawprint.rules.pocket_cats.cards import DOG, PLACES, PREY, RAYS, TOUCHING, Cards, Clan, Power

#: Dog -> rotation -> place -> (place, direction) that its arrows point at.
Targets = tuple[tuple[tuple[tuple[tuple[int, int], ...], ...], ...], ...]

#: Abilities of chiefs that count when prey is captured.
COUNTING = ("wide-reach", "extra-attack", "multiply")

_NO_POWER = Power()


class Pairing(NamedTuple):
    """Two clans that meet, by seat, with all that the end of a game needs to know of them.

    Attributes:
        tiles: the 25 of the game: the cats of seat 0, those of seat 1, prey, dogs.
        side: tile -> the seat whose cat it is; 2 for all others.
        kind, value: of a tile; with the values of mice that were agreed on.
        effects, abilities: of the clan and of its chief, by seat; powers of nothing when powers are off.
        ties: the seat that wins ties (PC-5.7), or -1; *prey_ties*: the attack from which it does over a prey, else 0.
        moves: seat that reveals -> tile -> place -> the exchanges of the tile.
    """

    clans: tuple[Clan, Clan]
    tiles: tuple[int, ...]
    side: tuple[int, ...]
    kind: tuple[int, ...]
    value: tuple[int, ...]
    targets: Targets
    effects: tuple[Power, Power]
    abilities: tuple[Power, Power]
    chiefs: tuple[int, int]
    ties: int
    prey_ties: int
    partner: tuple[int, ...]
    pair: tuple[int, ...]
    sort: tuple[str, ...]
    moves: tuple[tuple[Reach, ...], ...] = ()


class Result(NamedTuple):
    """What a game comes to, by seat."""

    prey: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]


#: A prey, its place, what seat 0 and seat 1 bring to it, and who takes it: a seat, or -1.
Claim = tuple[int, int, int, int, int]


def targets_of(cards: Cards) -> Targets:
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
    cards: Cards,
    seats: tuple[int, int],
    value: tuple[int, ...],
    targets: Targets,
    powers: bool,
    ties_over_prey: bool,
) -> Pairing:
    """The clans numbered *seats* against each other."""
    one, two = (cards.clans[clan] for clan in seats)
    # PC-2.4: without powers a clan is no more than its cats.
    effects = (one.effect, two.effect) if powers else (_NO_POWER, _NO_POWER)
    abilities = (one.ability, two.ability) if powers else (_NO_POWER, _NO_POWER)
    ties = [seat for seat in (0, 1) if effects[seat].does == "win-ties"]
    judge = ties[0] if len(ties) == 1 else -1  # PC-5.8: two of them cannot meet; if they could, neither would win
    return Pairing(
        clans=(one, two),
        tiles=(*one.cats, *two.cats, *cards.of_kind(PREY), *cards.of_kind(DOG)),
        side=tuple(seats.index(clan) if clan in seats else 2 for clan in cards.clan),
        kind=cards.kind,
        value=value,
        targets=targets,
        effects=effects,
        abilities=abilities,
        chiefs=(one.chief, two.chief),
        ties=judge,
        prey_ties=effects[judge].amount if judge >= 0 and ties_over_prey else 0,
        partner=cards.partner,
        pair=cards.pair,
        sort=cards.sort,
    )


# --- the dogs attack ----------------------------------------------------------------------------------------


def bites(pairing: Pairing, square: Sequence[int], up: Sequence[int], turned: Sequence[int]) -> list[tuple[int, int]]:
    """PC-4.1: (dog, place of a cat) for each arrow that eliminates. All dogs at once: nothing changes meanwhile."""
    found = []
    spared = _spared(pairing, square, up)
    for place, tile in enumerate(square):
        if pairing.kind[tile] == DOG and up[place]:
            for target, direction in pairing.targets[tile][turned[tile]][place]:
                cat = square[target]
                # PC-4.1: an arrow at prey, or at another dog, does nothing.
                if pairing.side[cat] != 2 and up[target] and not (spared and (cat, direction) in spared):
                    found.append((tile, target))
    return found


def _spared(pairing: Pairing, square: Sequence[int], up: Sequence[int]) -> set[tuple[int, int]]:
    """(cat, direction of an arrow) that does no harm, thanks to the abilities of chiefs who are face up (PC-5.2)."""
    spared: set[tuple[int, int]] = set()
    for seat, ability in enumerate(pairing.abilities):
        if ability.does == "dodge":
            # An arrow comes along the line in which it points.
            spared.update((pairing.chiefs[seat], direction) for direction in ability.directions)
        elif ability.does == "guard" and (chief := _chief_place(pairing, seat, square, up)) >= 0:
            for direction in ability.directions:
                for place in RAYS[chief][direction][: ability.amount]:
                    if pairing.side[square[place]] == seat:
                        spared.update((square[place], way) for way in range(8))
    return spared


def _chief_place(pairing: Pairing, seat: int, square: Sequence[int], up: Sequence[int]) -> int:
    """Where the chief of *seat* lies; -1 if it is not face up: then it has no ability (PC-5.2)."""
    chief = pairing.chiefs[seat]
    if chief not in square:
        return -1
    place = square.index(chief)
    return place if up[place] else -1


# --- capture ------------------------------------------------------------------------------------------------


def claims(pairing: Pairing, square: Sequence[int], up: Sequence[int]) -> list[Claim]:
    """PC-4.2: every prey that is face up, and who takes it; on one square, so that their order means nothing."""
    side, value, kind = pairing.side, pairing.value, pairing.kind
    extras = [(seat, extra) for seat in (0, 1) if (extra := _extra(pairing, seat, square, up))]
    found = []
    for place, tile in enumerate(square):
        if kind[tile] == PREY and up[place]:
            attack = [0, 0, 0]
            for near in TOUCHING[place]:
                if up[near]:
                    # A cat counts for every prey that it touches; what is no cat has the side 2.
                    cat = square[near]
                    attack[side[cat]] += value[cat]
            for seat, extra in extras:
                attack[seat] += extra.get(place, 0)
            one, two, _ = attack
            # The higher sum takes the prey.
            taker = 0 if one > two else 1 if two > one else _of_equals(pairing, one)
            found.append((tile, place, one, two, taker))
    return found


def _of_equals(pairing: Pairing, attack: int) -> int:
    """PC-4.2: of equal sums, 0 and 0 too, nobody takes the prey; PC-5.7: but who wins ties does, with *attack*."""
    return pairing.ties if attack >= pairing.prey_ties > 0 else -1


def _extra(pairing: Pairing, seat: int, square: Sequence[int], up: Sequence[int]) -> dict[int, int]:
    """Place -> what the ability of a chief brings to a prey there, besides the attack of a cat that touches it."""
    ability = pairing.abilities[seat]
    if ability.does not in COUNTING or (chief := _chief_place(pairing, seat, square, up)) < 0:
        return {}
    attack = pairing.value[pairing.chiefs[seat]]
    touching = TOUCHING[chief]
    extra: dict[int, int] = {}
    if ability.does == "wide-reach":  # PC-5.4: the diagonals; 7.3: two places away, if no dog is between
        for direction in ability.directions:
            for place in RAYS[chief][direction][: ability.amount]:
                if place not in touching:
                    extra[place] = attack
                if up[place] and pairing.kind[square[place]] == DOG:
                    break
    elif ability.does == "multiply":  # 7.3: double, of pigeons and flies
        for place in touching:
            if pairing.sort[square[place]] in ability.prey:
                extra[place] = attack * (ability.amount - 1)
    else:  # 7.3, extra-attack: where an enemy touches the prey as well
        for place in touching:
            if any(up[near] and pairing.side[square[near]] == 1 - seat for near in TOUCHING[place]):
                extra[place] = ability.amount
    return extra


# --- points -------------------------------------------------------------------------------------------------


def result_of(pairing: Pairing, claimed: Sequence[Claim]) -> Result:
    """PC-4.3: the prey of each seat, and what it pays."""
    one = tuple([claim[0] for claim in claimed if claim[4] == 0])
    two = tuple([claim[0] for claim in claimed if claim[4] == 1])
    return Result((one, two), (points(pairing, 0, one), points(pairing, 1, two)))


def points(pairing: Pairing, seat: int, prey: Sequence[int]) -> int:
    """PC-4.3: the points of these prey, of a pair those of the pair instead."""
    value, partner = pairing.value, pairing.partner
    total = 0
    for tile in prey:
        if partner[tile] not in prey:
            total += value[tile]
        elif tile < partner[tile]:
            total += pairing.pair[tile]
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
