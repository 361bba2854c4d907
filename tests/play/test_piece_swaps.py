"""Games that are played twice, the second time with two pieces exchanged."""

from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from pawprint.play.aggregates import Aggregate
from pawprint.play.engine import Rng
from pawprint.play.simulated_game import PieceSwap, add_swap, swap_of
from pawprint.play.simulation import play_games, rules_of
from pawprint.play.simulation_config import SimulationConfig
from play.garden import Garden, plant

FOLDER = Path(__file__).parents[2] / "docs" / "gallery" / "catalog" / "garden"
TABLE = SimulationConfig(
    FOLDER.as_posix(), Garden, "", "", (), 2, ("greedy",), 0,
    count_events=True, count_course=True, swap_pieces=True,
)  # fmt: skip
ANIMALS = {"animals": ("snail", "toad", "heron")}


@pytest.fixture(autouse=True)
def garden(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch)


def swaps(setup: Any) -> list[PieceSwap]:
    found = [swap_of(rules_of(TABLE), setup, ["snail"], ANIMALS, Rng(number)) for number in range(30)]
    return [swap for swap in found if swap]


def test_swap_exchanges_two_pieces_and_leaves_all_others() -> None:
    setup = {"players": 2, "deck": ["snail", "toad", "heron", "snail", "toad", "toad", "heron"]}
    before = rules_of(TABLE).start(setup).dump()
    found = swaps(setup)
    assert {(swap.one, swap.other) for swap in found} == {*permutations(ANIMALS["animals"], 2)}
    for swap in found:
        old, new = ([*state["deck"], *state["hands"][0], *state["hands"][1]] for state in (before, swap.dump))
        assert sorted([(a, b) for a, b in zip(old, new, strict=True) if a != b]) == sorted(
            [(swap.one, swap.other), (swap.other, swap.one)]
        )
        assert swap.step == 0


def test_deal_with_a_single_kind_of_piece_has_no_swaps() -> None:
    assert swaps({"players": 2, "deck": ["snail"] * 6}) == []


def test_swap_counts_seats_with_more_of_a_piece_in_either_game() -> None:
    sums = Aggregate()
    swap = PieceSwap(0, None, "owl", "fox")
    before = {("owl", 0): 2, ("fox", 1): 1}, (2520, 0)
    after = {("owl", 0): 1, ("owl", 1): 1, ("fox", 0): 1}, (0, 2520)
    add_swap(sums, swap, before, after)
    # The first seat loses an owl and a win, the second gains both.
    assert (sums.swaps["games", "owl"], sums.swaps["gain", "owl"], sums.swaps["weight", "owl"]) == (1, 5040, 2)
    assert (sums.swaps["gain", "fox"], sums.swaps["weight", "fox"]) == (-5040, 2)
    add_swap(sums, swap, before, before)
    assert sums.swaps["games", "owl"] == 1, "where nothing differs nothing is learned"


def test_swap_finds_what_a_piece_is_worth() -> None:
    """A heron scores only after a toad or a snail has been played; a snail always."""
    sums = play_games(TABLE, range(60))
    worth = {name: sums.swaps["gain", name] / sums.swaps["weight", name] for name in ANIMALS["animals"]}
    assert worth["heron"] > worth["snail"], worth
    again = Aggregate()
    for start in (5, 0, 10):
        again.add(play_games(TABLE, range(start, start + 5)))
    assert again.swaps == play_games(TABLE, range(15)).swaps, "in whichever order they are played"


def test_swaps_do_not_change_what_else_is_counted() -> None:
    one = play_games(TABLE, range(10))
    two = play_games(TABLE._replace(swap_pieces=False), range(10))
    assert one.swaps
    one.swaps = Counter()
    assert one == two
