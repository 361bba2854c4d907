"""A dictionary that computes the values it does not have yet: the fastest cache for tables of small values."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LazyTable(dict[K, V]):
    """Maps each key to ``make(key)``; computed at the first look-up.

    Args:
        make: a pure function.
        limit: when the table has so many entries, it is cleared before the next one is added.
    """

    __slots__ = ("limit", "make")

    def __init__(self, make: Callable[[K], V], limit: int) -> None:
        self.make, self.limit = make, limit

    def __missing__(self, key: K) -> V:
        if len(self) >= self.limit:
            self.clear()
        value = self[key] = self.make(key)
        return value
