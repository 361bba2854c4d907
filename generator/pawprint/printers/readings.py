"""The readings of a calibration sheet -> how far its second side is off."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pawprint.printers.misregistration import Misregistration
from pawprint.printers.stations import METHODS, Station

#: The largest residual of readings that agree with each other, by the way of reading, in millimetres.
MOST_RESIDUAL = {"vernier": 0.3, "pin": 0.5}
#: What is read at each station.
DIRECTIONS = ("across", "up")
#: What a vernier shows at most.
_RANGE = 11.0

#: One value: a decimal comma is as good as a point.
_NUMBER = re.compile(r"[-+\u2212]?(?=[0-9.,])[0-9]{0,2}([.,][0-9]{1,2})?\Z")


class Reading(NamedTuple):
    """What one station shows: millimetres to the right and upwards, as the sheet says."""

    across: float
    up: float


class Fit(NamedTuple):
    """What readings say.

    Attributes:
        residuals: station -> what is left of its reading, which the misregistration does not explain: across, up.
    """

    misregistration: Misregistration
    residuals: Mapping[str, Reading]

    @property
    def worst(self) -> tuple[str, str, float]:
        """The station and the direction with the largest residual, and that residual, in millimetres."""
        found = [
            (name, direction, abs(value))
            for name, left in self.residuals.items()
            for direction, value in zip(DIRECTIONS, left, strict=True)
        ]
        return max(found, key=lambda entry: entry[2])


class _Equation(NamedTuple):
    """One value of a reading: what it was, and the factors of dx, dy, ex, ey and the angle in it."""

    value: float
    factors: tuple[float, float, float, float, float]


def read_number(text: str) -> float:
    """One value of a reading: `0.3`, `-1,2`.

    Raises:
        ValueError: it is not a number, or more than the sheet can show.
    """
    text = text.strip()
    if not _NUMBER.match(text):
        raise ValueError(f"'{text}' is not a number of millimetres, such as 0.3 or -1.2")
    value = float(text.replace(",", ".").replace("\u2212", "-"))
    if abs(value) > _RANGE:
        raise ValueError(f"{value:g} mm is more than the sheet can show")
    return value


def read_values(text: str, stations: Sequence[Station]) -> dict[str, Reading]:
    """The readings of all *stations* in their order: two values for each, across and up, with spaces or commas between.

    Raises:
        ValueError: one is not a number, or there are too many or too few.
    """
    words = [word.strip(",") for word in re.split(r"[\s;]+", text)]  # commas in them are decimal ones
    if len([*filter(None, words)]) != 2 * len(stations):
        words = re.split(r"[\s,;]+", text)
    values = [read_number(word) for word in words if word]
    if len(values) != 2 * len(stations):
        raise ValueError(f"there are {len(values)} values; the sheet has {2 * len(stations)}, two for each station")
    return {
        station.name: Reading(across, up)
        for station, across, up in zip(stations, values[::2], values[1::2], strict=True)
    }


def fit(stations: Sequence[Station], readings: Mapping[str, Reading], method: str = "vernier") -> Fit:
    """Shift, rotation and scale by least squares: two equations for each station, five unknowns.

    Args:
        readings: of each station, by its name.
        method: how they were read, one of `METHODS`.
    """
    equations = {station.name: _equations(station, readings[station.name], method) for station in stations}
    every = [equation for pair in equations.values() for equation in pair]
    products = [
        [sum(one.factors[row] * one.factors[column] for one in every) for column in range(5)]
        + [sum(one.factors[row] * one.value for one in every)]
        for row in range(5)
    ]
    solution = _solved(products)
    dx, dy, ex, ey, angle = solution
    residuals = {
        name: Reading(*(one.value - _product(one.factors, solution) for one in pair))
        for name, pair in equations.items()
    }
    return Fit(Misregistration(dx, dy, math.degrees(angle), 1 + ex, 1 + ey), residuals)


def _equations(station: Station, reading: Reading, method: str) -> tuple[_Equation, _Equation]:
    """The two values of *reading*, each with the place on the sheet where it was read."""
    if method == METHODS[0]:
        across, up = station.across, station.up
    else:  # a hole through the front shows which point of the back lands there
        x, y = station.pin
        across = up = (x - reading.across, y - reading.up)
    return (
        _Equation(reading.across, (1.0, 0.0, across[0], 0.0, -across[1])),
        _Equation(reading.up, (0.0, 1.0, 0.0, up[1], up[0])),
    )


def _solved(rows: list[list[float]]) -> list[float]:
    """The solution of linear equations, each given as its factors and then its value, by Gaussian elimination."""
    count = len(rows)
    for at in range(count):
        pivot = max(range(at, count), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in range(at + 1, count):
            factor = rows[row][at] / rows[at][at]
            rows[row] = [value - factor * above for value, above in zip(rows[row], rows[at], strict=True)]
    solution = [0.0] * count
    for at in reversed(range(count)):
        known = sum(rows[at][column] * solution[column] for column in range(at + 1, count))
        solution[at] = (rows[at][count] - known) / rows[at][at]
    return solution


def _product(factors: Sequence[float], values: Sequence[float]) -> float:
    return sum(factor * value for factor, value in zip(factors, values, strict=True))
