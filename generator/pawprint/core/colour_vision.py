"""Simulated colour vision deficiencies, and the distance of two colours."""

import math
from functools import lru_cache

from pawprint.core.colour import Colour

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


def difference(one: Colour, other: Colour) -> float:
    """The distance of two colours in CIE L*a*b* (CIE 1976), 0 to about 260; 2.3 is just seen side by side."""
    return math.dist(lab(one), lab(other))


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
