"""Intervals and evidence hold at every look at a growing sample, in as many runs as they say."""

import math
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from pawprint.play.statistics import (
    Interval,
    evidence_above,
    evidence_below,
    games_needed,
    mean_sequence,
    paired_sequence,
    share_sequence,
)

RUNS, GAMES, LOOK = 300, 1000, 20


def _misses(error_at: Callable[[Random], bool]) -> float:
    """The share of runs that go wrong at some look."""
    return sum(error_at(Random(run)) for run in range(RUNS)) / RUNS


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_evidence_stopped_at_any_look_is_wrong_as_rarely_as_promised(share: float) -> None:
    def wrong(random: Random) -> bool:
        won = 0
        for game in range(1, GAMES + 1):
            won += random.random() < share
            if game % LOOK == 0:
                value = max(evidence_above(won, game, share), evidence_below(won, game, share))
                if value >= 20:
                    return True
        return False

    assert 0.002 < _misses(wrong) <= 0.05


def test_fixed_interval_read_at_every_look_is_wrong_too_often() -> None:
    """Why there are sequences: the usual interval, read in the same runs, misses far more often."""
    from pawprint.play.statistics import wilson

    def wrong(random: Random) -> bool:
        won = 0
        for game in range(1, GAMES + 1):
            won += random.random() < 0.5
            if game % LOOK == 0 and not wilson(won, game).low <= 0.5 <= wilson(won, game).high:
                return True
        return False

    assert _misses(wrong) > 0.2


@pytest.mark.parametrize("draw", [lambda random: random.gauss(3, 2), lambda random: random.expovariate(1 / 3)])
def test_sequence_of_means_misses_the_mean_in_few_runs(draw: Callable[[Random], float]) -> None:
    def wrong(random: Random) -> bool:
        total = squares = 0.0
        for game in range(1, GAMES // 2 + 1):
            number = draw(random)
            total, squares = total + number, squares + number * number
            if game % LOOK == 0:
                found = mean_sequence(total, squares, game)
                if not found.low <= 3 <= found.high:
                    return True
        return False

    assert _misses(wrong) <= 0.05


def test_sequence_of_pairs_misses_the_difference_in_few_runs() -> None:
    def wrong(random: Random) -> bool:
        counts: Counter[float] = Counter()
        for pair in range(1, 301):
            counts[random.choices((-1, 0, 0.5, 1), (2, 20, 2, 1))[0]] += 1
            if pair % 150 == 0 and not (found := paired_sequence(counts)).low <= 0 <= found.high:
                return True
        return False

    assert sum(wrong(Random(run)) for run in range(60)) <= 3


def test_sequence_has_the_shares_that_no_evidence_rejects() -> None:
    found = share_sequence(60.5, 100)
    assert evidence_above(60.5, 100, found.low - 0.001) > 20 > evidence_above(60.5, 100, found.low + 0.001)
    assert evidence_below(60.5, 100, found.high + 0.001) > 20 > evidence_below(60.5, 100, found.high - 0.001)
    assert found.value == 0.605


def test_evidence_for_the_other_side_is_weak() -> None:
    assert evidence_above(30, 100, 0.5) <= 1 < 20 < evidence_below(30, 100, 0.5)
    assert evidence_below(70, 100, 0.5) <= 1 < 20 < evidence_above(70, 100, 0.5)


@pytest.mark.parametrize("won", [0, 40])
def test_shares_at_the_end_of_their_range(won: int) -> None:
    found = share_sequence(won, 40)
    assert (found.low == 0, found.high == 1) == (won == 0, won == 40)
    assert found.high - found.low < 0.2


def test_intervals_are_unbounded_before_the_first_game() -> None:
    assert share_sequence(0, 0) == Interval(0, 0, 1)
    assert paired_sequence({}) == Interval(0, -1, 1)
    assert mean_sequence(0, 0, 0) == Interval(0, -math.inf, math.inf)
    assert evidence_above(0, 0, 0.5) == 1


def test_pairs_that_seldom_differ_give_a_narrow_interval() -> None:
    seldom, often = paired_sequence({0: 950, 1: 30, -1: 20}), paired_sequence({1: 505, -1: 495})
    assert seldom.value == pytest.approx(often.value)
    assert seldom.high - seldom.low < (often.high - often.low) / 2
    assert paired_sequence({0: 950, 7: 30, -7: 20}, largest=7).high == pytest.approx(7 * seldom.high)


@pytest.mark.parametrize(("rate", "limit"), [(0.6, 0.5), (0.2, 0.3), (0.0, 0.1)])
def test_number_of_games_that_is_needed_is_enough(rate: float, limit: float) -> None:
    games = games_needed(rate, limit)
    assert games is not None
    test = evidence_above if rate > limit else evidence_below
    assert test(rate * games, games, limit) >= 20 > test(rate * games * 0.9, int(games * 0.9), limit)
    assert (games_needed(rate, limit, 0.001) or 0) > games


def test_value_at_its_limit_can_never_be_decided() -> None:
    assert games_needed(0.5, 0.5) is None
