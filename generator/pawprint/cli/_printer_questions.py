"""The questions of `pawprint printer set`: the readings of a calibration sheet, one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import typer

from pawprint.cli._messages import fail
from pawprint.cli._terminal import say
from pawprint.sheets.printers.calibration_sheet import Station
from pawprint.sheets.printers.misregistration import DIRECTIONS, Fit, Reading, read_number

T = TypeVar("T")

#: A length of the ruler of 200 mm that is no measuring error any more.
RULER, _MOST_OFF = 200.0, 1.0

_PICTURE = """\
          0         1         2         3         4         5     black: the front
          |         |         |         |         |         |
                       |        |        |        |        |
                       0        1        2        3        4      red: the back

  This reads 1.3: the red 0 is right of the black 1, and the red 3 meets a black line.
  To the left of the black 0, whole millimetres are negative: -1 and 7 tenths are -0.3.
"""
_PIN = """\
  Prick through the black crosses with a pin, and turn the sheet over. Read on the grid where each hole is: 'across' on
  the numbers above the grid, 'up' on those beside it, to a fifth of a millimetre.
"""


def ask_readings(
    stations: tuple[Station, ...],
    fit_of: Callable[[dict[str, Reading]], Fit],
    most: float,
    *,
    pin: bool,
    edge: str,
    ruler: bool,
) -> dict[str, Reading]:
    """Ask for the readings of all stations; again for those of a station that does not agree with the others.

    Args:
        fit_of: what readings say.
        most: the largest residual of readings that agree, in millimetres.
        pin: whether they are read with a pin, because no light comes through.
        edge: that the sheet is flipped on, `long-edge` or `short-edge`.
        ruler: whether to ask for the length of the ruler, too.
    """
    question = "Hold the sheet up to the light, front towards you. Does the red arrow point up, like the black one?"
    if pin:
        question = f"Turn the sheet over on its {edge.replace('-', ' ')}. Is the text on the back upright?"
    if not typer.confirm(question):
        fail(
            "the sheet was flipped on the other edge than it is made for",
            "choose the other edge in the printer dialog, or make the sheet for it with --flip, and print it again",
        )
    if ruler:
        check_ruler(_ask("How long is the ruler of 200 mm on the front, in mm?", _ruler, f"{RULER:g}"))
    say(_PIN if pin else _PICTURE)
    readings = {station.name: _ask_station(station.name) for station in stations}
    while True:
        name, direction, residual = fit_of(readings).worst
        if residual <= most:
            return readings
        say(f"Station {name}, {direction}, differs by {residual:.2f} mm from the others. Read it again.")
        readings[name] = _ask_station(name)


def check_ruler(length: float) -> None:
    """End the command if a ruler of 200 mm that is *length* millimetres long says that the page was scaled."""
    if abs(length - RULER) > _MOST_OFF:
        fail(
            f"the ruler of {RULER:g} mm is {length:g} mm long: the page was scaled to {length / RULER * 100:.1f} %",
            "print the sheet again at 100% ('actual size'), without 'fit to page'",
        )


def _ask_station(name: str) -> Reading:
    return Reading(*(_ask(f"Station {name}, {direction}", read_number) for direction in DIRECTIONS))


def _ask(question: str, read: Callable[[str], T], usual: str | None = None) -> T:
    """The answer, asked for until it can be read."""
    while True:
        try:
            return read(str(typer.prompt(question, default=usual)))
        except ValueError as error:
            say(f"  {error}")


def _ruler(text: str) -> float:
    try:
        return float(text.replace(",", ".").removesuffix("mm"))
    except ValueError:
        raise ValueError(f"'{text}' is not a number of millimetres") from None
