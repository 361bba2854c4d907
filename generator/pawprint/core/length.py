"""Lengths that add up exactly.

Everything a person writes (trim sizes, margins, bleed) is a `Length`. Inside the text and drawing loops
plain floats in PostScript points are used, because millions of them are made; `Length.pt` is the door.
"""

import re
from dataclasses import dataclass

#: Grains in each unit. The grain is the largest step in which mm, cm, pt and in are all whole:
#: 1 in = 25.4 mm = 72 pt, hence 9 144 000 grains.
GRAINS_PER = {"mm": 360_000, "cm": 3_600_000, "pt": 127_000, "in": 9_144_000}

#: The maximum, ten metres; a longer one is a typing error.
MAX_LENGTH = 10_000 * GRAINS_PER["mm"]

_LENGTH = re.compile(r"\s*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+))\s*([a-zA-Z]+)\s*\Z")


@dataclass(frozen=True, slots=True)
class Length:
    """A distance on paper in whole grains; 360 000 grains are one millimetre."""

    grains: int

    @classmethod
    def of(cls, value: float, unit: str) -> "Length":
        """*value* in *unit* (`mm`, `cm`, `pt`, `in`), rounded to the nearest grain.

        Raises:
            ValueError: the unit is unknown.
        """
        if unit not in GRAINS_PER:
            raise ValueError(f"unknown unit '{unit}'; units are {', '.join(GRAINS_PER)}")
        return cls(round(value * GRAINS_PER[unit]))

    @classmethod
    def parse(cls, text: str) -> "Length":
        """Read `63.5 mm`, `2.5in`, `0.25 pt`.

        Raises:
            ValueError: the text is not a number followed by a unit, or more than ten metres; the message says which.
        """
        match = _LENGTH.match(text) if len(text) < 40 else None
        if not match:
            number = re.fullmatch(r"\s*[+-]?[0-9.]+\s*", text)
            shown = text if len(text) < 40 else text[:37] + "..."
            raise ValueError(f"'{shown}' has no unit" if number else f"'{shown}' is not a length")
        length = cls.of(float(match[1]), match[2])
        if abs(length.grains) > MAX_LENGTH:
            raise ValueError(f"'{text}' exceeds the maximum of 10 m")
        return length

    @property
    def pt(self) -> float:
        """PostScript points, 72 to the inch."""
        return self.grains / 127_000

    @property
    def mm(self) -> float:
        """Millimetres."""
        return self.grains / 360_000

    # Python finds `>` and `>=` by them, too; a dataclass would compile all four at every start.
    def __lt__(self, other: "Length") -> bool:
        return self.grains < other.grains if isinstance(other, Length) else NotImplemented

    def __le__(self, other: "Length") -> bool:
        return self.grains <= other.grains if isinstance(other, Length) else NotImplemented

    def __add__(self, other: "Length") -> "Length":
        return Length(self.grains + other.grains) if isinstance(other, Length) else NotImplemented

    def __sub__(self, other: "Length") -> "Length":
        return Length(self.grains - other.grains) if isinstance(other, Length) else NotImplemented

    def __mul__(self, factor: int) -> "Length":
        return Length(self.grains * factor) if isinstance(factor, int) else NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other: "Length") -> int:
        return self.grains // other.grains if isinstance(other, Length) else NotImplemented

    def __neg__(self) -> "Length":
        return Length(-self.grains)

    def __bool__(self) -> bool:
        return self.grains != 0

    def half(self) -> "Length":
        """Half of it; an odd grain is dropped."""
        return Length(self.grains // 2)

    def __str__(self) -> str:
        """In millimetres, with as many decimals as it takes to read the same length again."""
        return f"{self.mm:.6f}".rstrip("0").rstrip(".") + " mm"


def mm(value: float) -> Length:
    """*value* millimetres."""
    return Length.of(value, "mm")


def inch(value: float) -> Length:
    """*value* inches of 25.4 mm."""
    return Length.of(value, "in")


def pt(value: float) -> Length:
    """*value* PostScript points."""
    return Length.of(value, "pt")


ZERO = Length(0)


# --- How far faces are composed beyond their cut ----------------------------------------------------------------------


#: Faces are composed with at least this bleed and cut to the one asked for, so that art does not grow with it.
DESIGN_BLEED = mm(3)
