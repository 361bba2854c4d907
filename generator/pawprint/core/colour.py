"""Colours as a press sees them, and the contrast between two."""

import math
import re
from functools import lru_cache
from typing import NamedTuple

_HEX = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\Z")


class Colour(NamedTuple):
    """An sRGB colour; each part 0..255."""

    red: int
    green: int
    blue: int

    @classmethod
    def parse(cls, text: str) -> "Colour":
        """Read `#rrggbb` or `#rgb`.

        Raises:
            ValueError: anything else.
        """
        match = _HEX.match(text)
        if not match:
            raise ValueError(f"'{text}' is not a colour; write #rrggbb")
        digits = match[1] if len(match[1]) == 6 else "".join(d + d for d in match[1])
        return cls(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))

    @property
    def luminance(self) -> float:
        """Relative luminance, 0 (black) to 1 (white), as WCAG 2.2 defines it."""
        parts = [
            value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
            for value in (self.red / 255, self.green / 255, self.blue / 255)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    @lru_cache(maxsize=1024)  # noqa: B019 - colours are few and small
    def contrast(self, other: "Colour") -> float:
        """WCAG 2.2 contrast ratio with *other*, 1 to 21; 4.5 is the floor for small text."""
        light, dark = sorted((self.luminance, other.luminance), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    def __str__(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Colour(0, 0, 0)
WHITE = Colour(255, 255, 255)


# --- Simulated colour vision deficiencies, and the distance of two colours --------------------------------------------


_Row = tuple[float, float, float]

#: Full loss of one kind of cone, on linear light: Machado, Oliveira and Fernandes, "A physiologically-based model for
#: simulation of color vision deficiency", 2009, severity 1. `grey` is luminance as WCAG 2.2 has it: a grey print.
SIMULATIONS: dict[str, tuple[_Row, _Row, _Row]] = {
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}

#: Two colours closer than this are easily taken for each other on the table: five times the smallest difference that
#: is seen side by side, 2.3 (Mahy, Van Eycken and Oosterlinck 1994).
MIN_DIFFERENCE = 11.5


#: Colours that are remembered: more than a few decks have.
_KEPT = 4096


@lru_cache(_KEPT)
def simulate(colour: Colour, sight: str) -> Colour:
    """*colour* under one of `SIMULATIONS`.

    Raises:
        KeyError: there is no such sight.
    """
    light = [_linear(part) for part in colour]
    return Colour(*(_coded(sum(w * x for w, x in zip(row, light, strict=True))) for row in SIMULATIONS[sight]))


def difference(first: Colour, second: Colour) -> float:
    """The distance of two colours in CIE L*a*b* (CIE 1976), 0 to about 260; 2.3 is just seen side by side."""
    return math.dist(lab(first), lab(second))


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _coded(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(value * 255)


@lru_cache(_KEPT)
def lab(colour: Colour) -> tuple[float, float, float]:
    """CIE L*a*b* under D65, from IEC 61966-2-1 (sRGB)."""
    red, green, blue = (_linear(part) for part in colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else t * 841 / 108 + 4 / 29 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# --- Colours that know the inks that print them; in files without inks they are colours as all others -----------------


class ProcessInks(NamedTuple):
    """Shares of the four process inks, each 0 (none) to 1 (solid)."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All four together, 0 to 4."""
        return sum(self)


NO_INK = ProcessInks(0.0, 0.0, 0.0, 0.0)
BLACK_INK = ProcessInks(0.0, 0.0, 0.0, 1.0)


class _InkColour(Colour):
    """A colour with inks, which count when it is compared.

    Args:
        colour: its look on a screen.
    """

    inks: ProcessInks | None
    spot: str
    overprint: bool

    def __new__(
        cls, colour: Colour, inks: ProcessInks | None = None, spot: str = "", overprint: bool = False
    ) -> "_InkColour":
        self = super().__new__(cls, *colour)
        self.inks, self.spot, self.overprint = inks, spot, overprint
        return self

    def __getnewargs__(self) -> tuple[Colour, ProcessInks | None, str, bool]:
        return (Colour(*self), *self._printed)

    @property
    def _printed(self) -> tuple[ProcessInks | None, str, bool]:
        return self.inks, self.spot, self.overprint

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and tuple(self) == tuple(other) and self._printed == other._printed

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((*self, *self._printed))


class DeclaredColour(_InkColour):
    """A colour whose inks a palette declares.

    Attributes:
        inks: None to convert the colour as all others.
        spot: the name of an ink of its own; empty for none.
        overprint: the inks below it are kept.
    """


class SeparatedColour(_InkColour):
    """A colour as it is printed.

    Attributes:
        inks: process inks; with a *spot*, those that show it where there is no such ink.
        spot, overprint: see `DeclaredColour`.
    """

    inks: ProcessInks
