"""Whole numbers in texts that people write."""

from __future__ import annotations

#: Digits of the longest one; more are no count of anything, and Python reads only some thousands.
_MOST = 15


def whole_number(text: str) -> int | None:
    """The number that *text* is, in 1 to 15 digits; None if it is another text, such as `²`, `-1` or nothing."""
    return int(text) if text.isdecimal() and len(text) <= _MOST else None
