"""What the types of fields for numbers have in common: limits, and which numbers tell comparisons apart."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from pawprint.catalog.fields import Field


@dataclass(frozen=True, eq=False, repr=False)
class RangedField(Field):
    """A number from *least* to *most*; None for no limit."""

    #: Whether it has no decimals.
    whole: ClassVar[bool] = False
    least: float | None = None
    most: float | None = None

    @property
    def limits(self) -> dict[str, float]:
        """Its limits as words of JSON Schema."""
        limits = {"minimum": self.least, "maximum": self.most}
        return {word: limit for word, limit in limits.items() if limit is not None}

    def _within(self, number: float) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def why_not(self, text: str, ids: Mapping[str, Collection[str]]) -> str:
        try:
            good = math.isfinite(float(text)) and self._within(float(text))
        except ValueError:
            good = False
        if good or text == str(self.default):
            return ""
        limits = [f"at least {self.least:g}"] if self.least is not None else []
        limits += [f"at most {self.most:g}"] if self.most is not None else []
        return f"it is a number{', ' if limits else ''}{' and '.join(limits)}"

    def test_values(self, constants: Collection[Any], ids: Mapping[str, Collection[str]]) -> Collection[Any]:
        """The numbers of *constants* and others between, below and above them."""
        numbers: list[float] = [one for one in constants if isinstance(one, (int, float)) and math.isfinite(one)]
        numbers = sorted({0, *numbers, *(limit for limit in (self.least, self.most) if limit is not None)})
        near: list[float]
        if self.whole:
            near = [math.floor(one) + away for one in numbers for away in (-1, 0, 1, 2)]
        else:
            near = [numbers[0] - 1, *numbers, *((one + other) / 2 for one, other in pairwise(numbers)), numbers[-1] + 1]
        return [*filter(self._within, sorted({*near})), *(() if self.required else (self.default,))]
