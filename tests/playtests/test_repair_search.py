"""The search for the smallest repair, with a formula in place of games."""

from collections.abc import Mapping, Sequence

import pytest

from pawprint.playtests.balance._repair_search import Gaps, Repair, RepairSearch, TunableField, ValueChange

FIELDS = [TunableField("cards", name, "points", "4", tuple("12345678")) for name in "abcdefghijklmnop"]


class Formula:
    """Strength that is too large by *surplus*; each point of a card adds its weight.

    Args:
        fixed: the sum of all points must stay what it is.
        truth: what the confirmation knows and the games do not show: values that do not pass.
    """

    def __init__(
        self,
        surplus: float,
        weights: Mapping[str, float],
        *,
        fixed: bool = False,
        truth: frozenset[Repair] = frozenset(),
    ) -> None:
        self.surplus, self.weights, self.fixed, self.truth = surplus, weights, fixed, truth
        self.played = 0
        self.confirmations: list[Repair] = []

    def gap(self, repair: Repair) -> float:
        return self.surplus + sum(self.weights.get(one.record, 0.0) * (one.step or 0.0) for one in repair)

    def gaps(self, repairs: Sequence[Repair], effort: int) -> list[Gaps | None]:
        self.played += effort * len(repairs)
        return [{"most": self.gap(repair), "least": -1 - self.gap(repair)} for repair in repairs]

    def broken(self, repair: Repair) -> frozenset[str]:
        return frozenset({"SUM"} if self.fixed and sum(one.step or 0 for one in repair) else ())

    def confirmed(self, repair: Repair) -> bool:
        self.confirmations.append(repair)
        return repair not in self.truth and self.gap(repair) <= 0


def found_repair(trials: Formula, most: int = 3) -> list[str] | None:
    repair = RepairSearch(FIELDS, trials).find(most)
    return None if repair is None else [f"{one.record} {one.new}" for one in repair]


def test_single_field_with_the_smallest_step_is_enough() -> None:
    assert found_repair(Formula(2.0, {"c": 1.0, "d": 0.7})) == ["c 2"]


def test_smaller_change_wins_among_equal_numbers_of_fields() -> None:
    assert found_repair(Formula(2.0, {"b": 1.0, "c": 2.0})) == ["c 3"]


def test_step_back_to_a_usual_number_costs_as_little_as_a_step_of_a_larger_number() -> None:
    """A field that has its least value moves as easily as one that has its greatest."""
    least, greatest = (TunableField("cards", "a", "points", old, tuple("12345678")) for old in "18")
    assert [one.size for one in least.changes] == [one.size for one in reversed(greatest.changes)]
    assert [one.size for one in TunableField("cards", "a", "kind", "day", ("day", "night")).changes] == [1.0]


def test_too_large_a_change_breaks_the_other_limit() -> None:
    trials = Formula(2.0, {"c": 4.0, "d": 1.5})
    assert found_repair(trials) == ["d 2"]


def test_two_fields_change_if_neither_can_repair_alone() -> None:
    assert found_repair(Formula(5.0, {"a": 1.0, "p": -1.0})) == ["a 1", "p 6"]


def test_three_fields_are_the_most() -> None:
    weights = {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}
    assert len(found_repair(Formula(8.0, weights)) or ()) == 3
    assert found_repair(Formula(10.0, weights)) is None


def test_changes_that_break_an_invariant_alone_are_evened_out() -> None:
    repair = found_repair(Formula(2.0, {"a": 1.0}, fixed=True))
    assert repair is not None
    assert repair[0] == "a 2"
    assert len(repair) == 2
    assert repair[1].endswith(" 6")


def test_search_continues_after_an_unconfirmed_change() -> None:
    refused = (ValueChange("cards", "c", "points", "4", "2", 7.0),)
    trials = Formula(2.0, {"c": 1.0}, truth=frozenset({refused}))
    assert found_repair(trials) == ["c 1"]
    assert trials.confirmations[0] == refused


class Stubborn(Formula):
    """Two fields do less together than either alone, unless both have their least value."""

    def gap(self, repair: Repair) -> float:
        return self.surplus if len(repair) > 1 and any(one.new != "1" for one in repair) else super().gap(repair)


def test_large_changes_are_tried_when_no_small_change_is_enough() -> None:
    repair = found_repair(Stubborn(5.0, dict.fromkeys("abcdefghijklmnop", 1.0)), most=2)
    assert [one.partition(" ")[2] for one in repair or ()] == ["1", "1"]


def test_search_without_effective_fields_finds_nothing() -> None:
    trials = Formula(2.0, {})
    assert found_repair(trials) is None
    assert not trials.confirmations


def test_most_games_are_played_for_the_fields_that_matter() -> None:
    trials = Formula(2.0, {"c": 1.0})
    RepairSearch(FIELDS, trials).find(1)
    assert trials.played < 4 * 2 * len(FIELDS)


@pytest.mark.parametrize(
    ("old", "values", "ends"),
    [
        ("4", ("1", "2", "4", "6"), ["1", "6"]),
        ("1", ("1", "2", "3"), ["3"]),
        ("day", ("day", "night", "dusk"), ["night", "dusk"]),
        ("2.5", ("0.5", "10"), ["0.5", "10"]),
    ],
)
def test_ends_of_the_values_of_a_field(old: str, values: tuple[str, ...], ends: list[str]) -> None:
    assert [one.new for one in TunableField("cards", "a", "kind", old, values).ends] == ends
