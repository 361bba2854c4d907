"""How far the second side of a sheet lies from where it should be, and the matrix that corrects it.

Points are in millimetres from the centre of the sheet as one sees its front: x to the right, y upwards. The back that
is meant for the point p lands at q = A p + d.
"""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from pawprint.core.affine import IDENTITY, Matrix, inverse, matrix_product
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.calibration_sheet import METHODS, Station

# Larger values are a wrong setting of the printer, not a misregistration.
#: In millimetres.
MAX_SHIFT = 10.0
#: In degrees.
MAX_ROTATION = 2.0
#: Difference from a scale of 1.
MAX_SCALE = 0.02

#: How a back, seen from behind, lies on the front.
_MIRRORS: dict[Flip, Matrix] = {Flip.TURN: (-1, 0, 0, 1, 0, 0), Flip.TUMBLE: (1, 0, 0, -1, 0, 0)}


@dataclass(frozen=True, slots=True)
class Misregistration:
    """The misplacement of backs.

    Attributes:
        dx, dy: millimetres to the right and upwards, seen from the front.
        rotation: degrees, counterclockwise as seen from the front.
        scale_x, scale_y: the scale of the back relative to the front.
    """

    dx: float = 0.0
    dy: float = 0.0
    rotation: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    @property
    def matrix(self) -> Matrix:
        """Maps the intended points of a back to the points where they land."""
        turn = math.radians(self.rotation)
        return (self.scale_x, turn, -turn, self.scale_y, self.dx, self.dy)

    def landing(self, x: float, y: float) -> tuple[float, float]:
        """The point where a point of the back lands."""
        a, b, c, d, e, f = self.matrix
        return a * x + c * y + e, b * x + d * y + f

    def after(self, first: "Misregistration") -> "Misregistration":
        """The whole of it, where this one was read from a sheet on which *first* had been corrected.

        The product of two such matrices is almost one; the rest, less than the product of two small angles, is dropped.
        """
        a, b, c, d, e, f = matrix_product(self.matrix, first.matrix)
        return Misregistration(e, f, math.degrees((b - c) / 2), a, d)

    def correction(self, flip: Flip, paper: Size) -> Matrix:
        """The matrix with which a back is drawn so that it lands behind its front.

        It maps points of the page, as a press has them: from the top left of the back as one reads it, y downwards.

        Args:
            paper: the page, as it lies in the printer dialog.
        """
        mirror = _MIRRORS[flip]
        a, b, c, d, e, f = matrix_product(mirror, matrix_product(inverse(self.matrix), mirror))
        unit, x, y = mm(1).pt, paper.width.pt / 2, paper.height.pt / 2
        turned: Matrix = (a, -b, -c, d, e * unit, -f * unit)  # y downwards
        around = matrix_product((1, 0, 0, 1, x, y), matrix_product(turned, (1, 0, 0, 1, -x, -y)))
        return around if self != Misregistration() else IDENTITY

    def largest_move(self, paper: Size) -> float:
        """The largest distance by which the correction moves a corner of the page, in millimetres."""
        x, y = paper.width.mm / 2, paper.height.mm / 2
        back = inverse(self.matrix)
        return max(
            math.hypot(back[0] * px + back[2] * py + back[4] - px, back[1] * px + back[3] * py + back[5] - py)
            for px, py in product((-x, x), (-y, y))
        )

    def faults(self) -> list[str]:
        """The values that are too large for a misregistration, in words."""
        excesses = []
        if max(abs(self.dx), abs(self.dy)) > MAX_SHIFT:
            excesses.append(f"a shift of {math.hypot(self.dx, self.dy):.1f} mm")
        if abs(self.rotation) > MAX_ROTATION:
            excesses.append(f"a rotation of {self.rotation:.1f}°")
        if max(abs(self.scale_x - 1), abs(self.scale_y - 1)) > MAX_SCALE:
            worst = max(self.scale_x, self.scale_y, key=lambda scale: abs(scale - 1))
            excesses.append(f"a scale of {worst * 100:.1f} %")
        return excesses

    def __str__(self) -> str:
        return (
            f"x {self.dx:+.2f} mm, y {self.dy:+.2f} mm, {round(self.rotation, 3) + 0.0:+.3f}°,"
            f" {self.scale_x * 100:.2f} % × {self.scale_y * 100:.2f} %"
        )


# --- The readings of a calibration sheet -> how far its second side is off --------------------------------------------


#: The largest residual of readings that agree with each other, by the way of reading, in millimetres.
MAX_RESIDUAL = {"vernier": 0.3, "pin": 0.5}
#: What is read at each station.
DIRECTIONS = ("across", "up")
#: What a vernier shows at most.
_RANGE = 11.0

#: One value: a decimal comma is as good as a point.
_NUMBER = re.compile(r"[-+\u2212]?(?=[0-9.,])[0-9]{0,2}([.,][0-9]{1,2})?\Z")


class Reading(NamedTuple):
    """The reading of a station: millimetres to the right and upwards, as printed on the sheet."""

    across: float
    up: float


class Fit(NamedTuple):
    """The result of readings.

    Attributes:
        residuals: station -> what is left of its reading, which the misregistration does not explain: across, up.
    """

    misregistration: Misregistration
    residuals: Mapping[str, Reading]

    @property
    def worst(self) -> tuple[str, str, float]:
        """The station and the direction with the largest residual, and that residual, in millimetres."""
        residuals = [
            (name, direction, abs(value))
            for name, values in self.residuals.items()
            for direction, value in zip(DIRECTIONS, values, strict=True)
        ]
        return max(residuals, key=lambda entry: entry[2])


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
        readings: station name -> its reading.
        method: how they were read, one of `METHODS`.
    """
    equations = {station.name: _equations(station, readings[station.name], method) for station in stations}
    every = [equation for pair in equations.values() for equation in pair]
    products = [
        [sum(sample.factors[row] * sample.factors[column] for sample in every) for column in range(5)]
        + [sum(sample.factors[row] * sample.value for sample in every)]
        for row in range(5)
    ]
    solution = _solved(products)
    dx, dy, ex, ey, angle = solution
    residuals = {
        name: Reading(*(sample.value - _product(sample.factors, solution) for sample in pair))
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
    for step in range(count):
        pivot = max(range(step, count), key=lambda row: abs(rows[row][step]))
        rows[step], rows[pivot] = rows[pivot], rows[step]
        for row in range(step + 1, count):
            factor = rows[row][step] / rows[step][step]
            rows[row] = [value - factor * above for value, above in zip(rows[row], rows[step], strict=True)]
    solution = [0.0] * count
    for step in reversed(range(count)):
        known = sum(rows[step][column] * solution[column] for column in range(step + 1, count))
        solution[step] = (rows[step][count] - known) / rows[step][step]
    return solution


def _product(factors: Sequence[float], values: Sequence[float]) -> float:
    return sum(factor * value for factor, value in zip(factors, values, strict=True))
