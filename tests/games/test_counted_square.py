"""A square of Pocket Cats that is counted from the one before comes to the same as one that is counted from nothing."""

from itertools import permutations

import pytest

from games.conformance import cases
from pawprint.games.pocket_cats.cards import PLACES
from pawprint.games.pocket_cats.counted_square import CountedSquare
from pawprint.games.pocket_cats.options import CatsVariant
from pawprint.rules.engine import Rng

#: Squares of each two clans, and tiles that come, go or change places in each.
SQUARES, CHANGES = 2, 12
COUNTED = [name for name in CountedSquare.__slots__ if name not in ("tables", "turned")]


def changed(tile: list[int], left: list[int], rng: Rng) -> None:
    """Exchange two places, or let a tile come or go."""
    here, there = rng.below(PLACES), rng.below(PLACES)
    if rng.below(2):
        tile[here], tile[there] = tile[there], tile[here]
    elif tile[here] >= 0:
        left.append(tile[here])
        tile[here] = -1
    elif left:
        tile[here] = left.pop(rng.below(len(left)))


def plain(square: CountedSquare) -> dict[str, object]:
    """What is counted; the order of neighbours and dogs means nothing."""
    found = {name: getattr(square, name) for name in COUNTED}
    found["beside"] = [sorted(places) for places in square.beside]
    found["dogs"] = sorted(square.dogs)
    found["near"], found["wide"] = sorted(square.near), sorted(square.wide)
    return found


@pytest.mark.parametrize("part", range(3))
def test_a_square_is_counted_from_the_one_before(part: int) -> None:
    rules = next(case.rules for case in cases() if case.engine == "pocket-cats")
    assert isinstance(rules, CatsVariant)
    for number, (one, two) in [*enumerate(permutations(range(len(rules.cards.clans)), 2))][part::3]:
        for game in range(SQUARES):
            rng = Rng("square", number, game)
            tables = rules.outlook(one, two)
            tiles = [*tables.pairing.tiles]
            rng.shuffle(tiles)
            tile, left = tiles[:14] + [-1] * (PLACES - 14), tiles[14:]
            rng.shuffle(tile)
            turned = [rng.below(4) for _ in tables.kind]
            counted = CountedSquare(tables, tile, turned)
            for _ in range(CHANGES):
                tile = tile[:]
                changed(tile, left, rng)
                if not rng.below(8):
                    turned = [rng.below(4) for _ in turned]
                before = plain(counted)
                again = counted.with_tiles(tile, turned)
                assert plain(counted) == before, "the square before has changed"
                assert plain(again) == plain(CountedSquare(tables, tile, turned)), (one, two, game)
                counted = again
