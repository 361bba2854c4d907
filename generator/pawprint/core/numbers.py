"""Facts of a game such as its players and minutes: a number, a range, or a text, as `game.yaml` has them."""

from __future__ import annotations

from typing import Any

#: The keys of a range, in the order in which it is printed.
LEAST, MOST = "min", "max"


def is_range(value: Any) -> bool:
    """True for a mapping with `min`, `max` or both, and no other key."""
    return isinstance(value, dict) and bool(value) and value.keys() <= {LEAST, MOST}


def number_limits(value: Any) -> tuple[Any, Any]:
    """The first and the last number of a number, a list, or a mapping with `min` and `max`; None where it has none."""
    if isinstance(value, dict):
        return value.get(LEAST), value.get(MOST)
    return (value[0], value[-1]) if isinstance(value, (list, tuple)) and value else (value or None, value or None)


def number_range(value: Any, dash: str = "–", first: int | None = None) -> str:
    """`2–4` for a list or a mapping, `2+` and `≤4` for half a mapping, and one number if both are equal; "" for None.

    Args:
        first: the first number if there is only a last one.
    """
    least, most = number_limits(value)
    if most is not None and least is None:
        least = first
    if least is None or most is None:
        return "" if least == most else f"≤{most}" if least is None else f"{least}+"
    return str(least) if least == most else f"{least}{dash}{most}"


def ages(value: Any) -> str:
    """The ages of players, as they are printed: `8+` for one number."""
    text = number_range(value)
    return f"{text}+" if text.isdigit() else text


# --- Whole numbers in texts that people write -------------------------------------------------------------------------


#: More digits are no count of anything, and Python converts only some thousands of them.
_MAX_DIGITS = 15


def whole_number(text: str) -> int | None:
    """The number that *text* is, in 1 to 15 digits; None if it is another text, such as `²`, `-1` or nothing."""
    return int(text) if text.isdecimal() and len(text) <= _MAX_DIGITS else None
