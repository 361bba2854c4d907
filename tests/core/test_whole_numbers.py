"""Whole numbers in texts."""

import pytest

from pawprint.core.numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("12", 12), ("007", 7), ("٣", 3), ("9" * 15, 10**15 - 1)]
    + [(text, None) for text in ("", "²", "①", "-1", "+1", "1.0", " 1", "1_0", "many", "9" * 16, "9" * 5000)],
)
def test_only_digits_are_a_whole_number(text: str, number: int | None) -> None:
    assert whole_number(text) == number
