"""Reading the verniers of printed pages, as a person does it against the light."""

from math import dist

from pawprint.core.length import mm
from pawprint.sheets.plan import Flip
from pawprint.sheets.printers.calibration_sheet import Point
from pawprint.sheets.printers.misregistration import Misregistration

Line = tuple[Point, Point]


def lines(pdf: bytes, page: int) -> list[Line]:
    """All straight lines of a page, in mm from its centre, y upwards."""
    import pymupdf  # a second of CPU time, with all that it imports

    unit, found = mm(1).pt, []
    with pymupdf.open(stream=pdf, filetype="pdf") as document:
        box = document[page].rect
        for drawing in document[page].get_drawings():
            for item in drawing["items"]:
                if item[0] == "l":
                    ends = [((at.x - box.width / 2) / unit, (box.height / 2 - at.y) / unit) for at in item[1:]]
                    found.append((ends[0], ends[1]))
    return found


def seen(line: Line, axis: Flip, printer: Misregistration) -> Line:
    """Where a line of the back is printed, as seen from the front."""
    ends = [(-x, y) if axis is Flip.TURN else (x, -y) for x, y in line]
    return printer.landing(*ends[0]), printer.landing(*ends[1])


def scale(found: list[Line], zero: Point, step: float, first: int, last: int, upright: bool) -> list[float]:
    """Where the lines of a scale are, along it, each next to where it is meant to be."""
    along, aside = (0, 1) if upright else (1, 0)
    here = [
        (start[along] + end[along]) / 2
        for start, end in found
        if abs(start[along] - end[along]) < 0.2
        and 4 < dist(start, end) < 8
        and abs((start[aside] + end[aside]) / 2 - zero[aside]) < 3
    ]
    return [min(here, key=lambda place: abs(place - zero[along] - step * at)) for at in range(first, last + 1)]


def reading(front: list[float], back: list[float]) -> float:
    """What a person reads: whole millimetres left of the zero, tenths by the line that meets one of the front."""
    whole = max(number for number, place in enumerate(front, -10) if place <= back[0] + 0.05)
    meets = [min(abs(place - other) for other in front) for place in back[:10]]
    return whole + meets.index(min(meets)) / 10
