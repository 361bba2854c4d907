"""Facts of a game: numbers and ranges, as people read them."""

from typing import Any

import pytest

from pawprint.core.numbers import ages, number_limits, number_range


@pytest.mark.parametrize(
    ("fact", "text", "limits"),
    [
        ({"min": 7, "max": 15}, "7–15", (7, 15)),
        ([2, 4], "2–4", (2, 4)),
        ([2, 3, 4], "2–4", (2, 4)),
        ({"min": 2, "max": 2}, "2", (2, 2)),
        ([2], "2", (2, 2)),
        ({"min": 2}, "2+", (2, None)),
        ({"max": 4}, "≤4", (None, 4)),
        (30, "30", (30, 30)),
        ("an evening", "an evening", ("an evening", "an evening")),
        (None, "", (None, None)),
        ([], "", (None, None)),
        ({}, "", (None, None)),
    ],
)
def test_facts_of_all_forms_are_ranges(fact: Any, text: str, limits: tuple[Any, Any]) -> None:
    assert (number_range(fact), number_limits(fact)) == (text, limits)


@pytest.mark.parametrize(("fact", "text"), [(8, "8+"), ({"min": 8}, "8+"), ([8, 12], "8–12"), ("8+", "8+"), (None, "")])
def test_ages_are_open_upwards(fact: Any, text: str) -> None:
    assert ages(fact) == text
