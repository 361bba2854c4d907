"""The places of a calibration sheet at which the second side is compared with the first.

Points are in millimetres from the centre of the sheet as one sees its front: x to the right, y upwards.
"""

from typing import NamedTuple

from pawprint.core.geometry import Size

#: How a station is read: against the light, or where the paper is too thick for that, with a pin.
METHODS = ("vernier", "pin")

#: What a sheet must have room for, its shorter side and its longer one: a ruler of 200 mm, and stations that are apart.
SMALLEST = (180.0, 240.0)

#: From the middle of a station to its verniers and to its cross for the pin.
_ACROSS, _UP, _PIN = (0.0, -18.0), (-12.0, 0.0), (6.0, 6.0)
#: How far a station reaches from its middle, and the margin that a printer may leave white.
REACH_RIGHT, REACH_TOP, REACH_BOTTOM, MARGIN = 20.0, 20.0, 25.5, 5.0

Point = tuple[float, float]


class Station(NamedTuple):
    """One of the five places.

    Attributes:
        name: a letter.
        middle: of what is drawn there.
        across, up: the zeros of the vernier that is read across, and of the one that is read upwards.
        pin: the cross to prick through.
    """

    name: str
    middle: Point
    across: Point
    up: Point
    pin: Point


def stations(paper: Size) -> tuple[Station, ...]:
    """The corners and the centre of *paper*, in the order of reading.

    Raises:
        ValueError: the paper is too small.
    """
    if min(paper).mm < SMALLEST[0] or max(paper).mm < SMALLEST[1]:
        raise ValueError(f"a calibration sheet needs paper of at least {SMALLEST[0]:g} x {SMALLEST[1]:g} mm")
    x = float(int(paper.width.mm / 2 - REACH_RIGHT - MARGIN))
    y = float(int(paper.height.mm / 2 - max(REACH_TOP, REACH_BOTTOM) - MARGIN))
    middles = {"A": (-x, y), "B": (x, y), "C": (0.0, 0.0), "D": (-x, -y), "E": (x, -y)}
    return tuple(station_at(name, middle) for name, middle in middles.items())


def station_at(name: str, middle: Point) -> Station:
    """A station around the point *middle*."""
    return Station(name, middle, _from(middle, _ACROSS), _from(middle, _UP), _from(middle, _PIN))


def _from(middle: Point, offset: Point) -> Point:
    return middle[0] + offset[0], middle[1] + offset[1]
