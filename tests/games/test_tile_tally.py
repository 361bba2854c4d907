"""Squares of Pocket Cats are counted for looking ahead as at the end of a game, and as a slow statement says."""

from itertools import permutations

import pytest

from games.conformance import cases
from pawprint.games.pocket_cats.cards import CAT, DOG, POINTS, PREY, RAYS, TOUCHING, Tally, duel_of
from pawprint.games.pocket_cats.rules import PocketCats
from pawprint.play.engine import Rng

#: Squares of each two clans.
SQUARES = 12


def lost(tally: Tally, tiles: list[int], turned: list[int]) -> set[int]:
    """The places of cats that the dogs eliminate, arrow by arrow."""
    cards, found = tally.cards, set()
    for place, dog in enumerate(tiles):
        for arrow in cards.arrows[dog] if dog >= 0 else ():
            way = (arrow + 2 * turned[place]) % 8
            target = RAYS[place][way][0] if RAYS[place][way] else -1
            cat = tiles[target] if target >= 0 else -1
            if cat < 0 or cards.kind[cat] != CAT:
                continue
            seat = tally.side[cat]
            ability, chief = tally.duel.abilities[seat], cards.clans[tally.duel.clans[seat]].chief
            spared = ability.does == "dodge" and cat == chief and way % 2 == 1
            guarded = ability.does == "guard" and chief in tiles and target in TOUCHING[tiles.index(chief)]
            if not spared and not guarded:
                found.add(target)
    return found


def attacks(tally: Tally, tiles: list[int], prey: int) -> list[int]:
    """What each seat brings to the prey at a place."""
    cards, brought = tally.cards, [0, 0]
    for place, tile in enumerate(tiles):
        if tile < 0 or cards.kind[tile] != CAT:
            continue
        seat, touches = tally.side[tile], place in TOUCHING[prey]
        ability = tally.duel.abilities[seat]
        worth = cards.value[tile] * touches
        if tile == cards.clans[tally.duel.clans[seat]].chief:
            if ability.does == "wide-reach" and not touches:
                for way in ability.directions:
                    ray = RAYS[place][way][: ability.amount]
                    between = ray[: ray.index(prey)] if prey in ray else ()
                    dogs = [one for one in between if tiles[one] >= 0 and cards.kind[tiles[one]] == DOG]
                    worth = cards.value[tile] if prey in ray and not dogs else worth
            elif ability.does == "multiply" and cards.sort[tiles[prey]] in ability.prey:
                worth *= ability.amount
            elif ability.does == "extra-attack" and touches:
                enemies = [one for one in TOUCHING[prey] if tiles[one] >= 0 and tally.side[tiles[one]] == 1 - seat]
                worth += ability.amount * bool(enemies)
        brought[seat] += worth
    return brought


def points(tally: Tally, tiles: list[int]) -> tuple[int, ...]:
    """What the prey of a square pays after the dogs have attacked."""
    cards = tally.cards
    piles: tuple[list[int], list[int]] = ([], [])
    for place, tile in enumerate(tiles):
        if tile >= 0 and cards.kind[tile] == PREY:
            one, two = attacks(tally, tiles, place)
            if one != two:
                piles[two > one].append(tile)
            elif tally.duel.ties >= 0 and one >= tally.duel.prey_ties > 0:
                piles[tally.duel.ties].append(tile)
    found = []
    for seat, pile in enumerate(piles):
        effect, total = tally.duel.effects[seat], sum(cards.value[tile] for tile in pile)
        for tile in pile:
            other = cards.partner[tile]
            if tile < other and other in pile:
                total += cards.pair[tile] - cards.value[tile] - cards.value[other]
        found.append(total + (effect.amount * len(pile) if effect.does == "extra-points" else 0))
    return tuple(found)


@pytest.mark.parametrize("part", range(3))
def test_count_of_a_square_matches_a_slow_statement(part: int) -> None:
    rules = next(case.rules for case in cases() if case.engine == "pocket-cats")
    assert isinstance(rules, PocketCats)
    cards = rules.tiles
    for number, clans in [*enumerate(permutations(range(len(cards.clans)), 2))][part::3]:
        tally = Tally(cards, duel_of(cards, clans, rules.chosen))
        everything = [cat for clan in clans for cat in cards.clans[clan].cats]
        everything += [tile for tile, kind in enumerate(cards.kind) if kind != CAT]
        for square in range(SQUARES):
            rng = Rng("square", number, square)
            rng.shuffle(everything)
            tiles = [tile if rng.below(5) < 4 else -1 for tile in everything]
            turned = [rng.below(4) if tile >= 0 and cards.kind[tile] == DOG else 0 for tile in tiles]
            gone = lost(tally, tiles, turned)
            assert {place for _, place in tally.bites(tiles, turned)} == gone
            left = [-1 if place in gone else tile for place, tile in enumerate(tiles)]
            both = tally.points(tally.total(tiles, turned), tiles)
            assert (both & (1 << POINTS) - 1, both >> POINTS) == points(tally, left), (clans, square)
            assert tally.points(tally.total(left, turned), left, True) == both
            for prey, place, one, two, _ in tally.claims(tally.total(left, turned), left, True):
                assert [one, two] == attacks(tally, left, place), cards.ids[prey]
