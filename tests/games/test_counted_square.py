"""Squares of Pocket Cats that are counted for looking ahead pay what they pay at the end of a game."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from games.conformance import cases
from pawprint.games.pocket_cats.cards import PLACES
from pawprint.games.pocket_cats.counted_square import POINTS, CountedSquare
from pawprint.games.pocket_cats.options import CatsVariant
from pawprint.games.pocket_cats.outlook import Outlook
from pawprint.games.pocket_cats.scoring import bites, claims, result_of
from pawprint.rules.engine import Rng

#: Squares of each two clans, and tiles that come, go or change places in each.
SQUARES, CHANGES = 2, 12


def changed(up: list[int], square: list[int], rng: Rng) -> None:
    """Exchange two places, or turn a tile over."""
    here, there = rng.below(PLACES), rng.below(PLACES)
    if rng.below(2):
        for of_place in (up, square):
            of_place[here], of_place[there] = of_place[there], of_place[here]
    else:
        up[here] ^= 1


def squares(tables: Outlook, rng: Rng) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """A square of tiles, which of them are face up, and how they are turned, little by little."""
    tiles = [*tables.pairing.tiles]
    rng.shuffle(tiles)
    up, turned = [int(rng.below(5) < 3) for _ in tiles], [0] * (len(tables.kind) + 1)
    for change in range(CHANGES):
        changed(up, tiles, rng)
        if not change or not rng.below(8):
            turned = [rng.below(4) if len(rotations) > 1 else 0 for rotations in tables.pairing.targets] + [0]
        yield tiles[:], up[:], turned


def points_at_the_end(tables: Outlook, square: list[int], up: list[int], turned: list[int]) -> tuple[int, int]:
    """What `scoring` pays if the game ends now."""
    left = up[:]
    for _, place in bites(tables.pairing, square, up, turned):
        left[place] = 0
    return result_of(tables.pairing, claims(tables.pairing, square, left)).points


@pytest.mark.parametrize("part", range(3))
def test_a_square_is_counted_from_the_one_before(part: int) -> None:
    rules = next(case.rules for case in cases() if case.engine == "pocket-cats")
    assert isinstance(rules, CatsVariant)
    for number, (one, two) in [*enumerate(permutations(range(len(rules.cards.clans)), 2))][part::3]:
        tables = Outlook(rules.pairing(one, two))
        for game in range(SQUARES):
            for square, up, turned in squares(tables, Rng("square", number, game)):
                counted = tables.counted(square, up, turned)
                tile = [tile if shown else -1 for tile, shown in zip(square, up, strict=True)]
                assert counted.tile == tile
                assert counted.total == tables.contributed(tile, turned), (one, two, game)
                points = counted.points & (1 << POINTS) - 1, counted.points >> POINTS
                assert points == points_at_the_end(tables, square, up, turned), (one, two, game)


def test_a_square_does_not_change_when_another_one_is_counted_from_it() -> None:
    rules = next(case.rules for case in cases() if case.engine == "pocket-cats")
    assert isinstance(rules, CatsVariant)
    tables = Outlook(rules.pairing(0, 1))
    seen: list[tuple[CountedSquare, dict[str, object]]] = []
    for square, up, turned in squares(tables, Rng("kept")):
        counted = tables.counted(square, up, turned)
        seen.append((counted, {name: repr(getattr(counted, name)) for name in CountedSquare.__slots__}))
        for kept, before in seen:
            assert {name: repr(getattr(kept, name)) for name in CountedSquare.__slots__} == before
