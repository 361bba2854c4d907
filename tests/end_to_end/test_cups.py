"""A faulty printer behind a real printing system: read its calibration sheet, correct it, and measure what it prints.

The printer is simulated; it receives what any driverless printer receives. Its fault is put into the dots of every
second page: they are moved, rotated and scaled as paper and fuser would do it.
"""

from collections.abc import Iterator
from itertools import product
from math import dist
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from command_line import output_of
from helpers import Toy
from pawprint.core.affine import inverse
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.sheets.printers.calibration_sheet import stations
from pawprint.sheets.printers.misregistration import Misregistration
from pawprint.sheets.printers.print_jobs import PrintJob
from sheets.printing_system import QUEUE, PrintingSystem, RasterPage, is_there, printing_system

pytestmark = pytest.mark.skipif(bool(is_there()), reason=is_there())

A4 = Size(mm(210), mm(297))
FAULT = Misregistration(1.37, -0.82, 0.21, 1.0031, 0.9982)
#: Of the two sides of a sheet this printer prints the last one first unless it is told not to.
OPTIONS = ("ColorModel=Gray", "outputorder=normal")
#: A piece that fills the page, with a cross near each corner on both sides: millimetres from the centre.
CROSS = (88.0, 126.0)
PLACES = [*product((-CROSS[0], CROSS[0]), (-CROSS[1], CROSS[1]))]
GAME = """
    id: toy
    title: Toy
    languages: [en]
    components:
      mats: {kind: boards, stock: mat, face: mat, back: mat}
"""
LINE = "  - {{kind: line, colour: ink, width: 0.2 mm, at: [{} mm, {} mm], size: [{} mm, {} mm]}}\n"
LINES = "".join(
    LINE.format(95 + x - across, 133 + y - up, 2 * across, 2 * up) for x, y in PLACES for across, up in ((4, 0), (0, 4))
)


class Side:
    """The dots of one side of a sheet, as one sees them from the front through the paper."""

    def __init__(self, dots: np.ndarray, dpi: int) -> None:
        self.dots, self.unit = dots, dpi / 25.4

    def column(self, x: float) -> float:
        """The place of x millimetres from the centre, in dots."""
        return self.dots.shape[1] / 2 + x * self.unit

    def row(self, y: float) -> float:
        return self.dots.shape[0] / 2 - y * self.unit

    def strip(self, x: tuple[float, float], y: tuple[float, float], upright: bool) -> tuple[np.ndarray, float]:
        """How dark a rectangle is along x if its lines are *upright*, else along y; and where it begins."""
        left, right = (round(self.column(one)) for one in x)
        top, bottom = round(self.row(y[1])), round(self.row(y[0]))
        found = self.dots[top:bottom, left:right].mean(axis=0 if upright else 1)
        return found, left if upright else top

    def lines(self, x: tuple[float, float], y: tuple[float, float], upright: bool, least: float = 0.5) -> list[float]:
        """Where lines cross a rectangle, in millimetres from the centre, each at the middle of its ink."""
        found, start = self.strip(x, y, upright)
        dark = found > least * found.max()
        edges = np.flatnonzero(np.diff(np.concatenate(([0], dark.view(np.int8), [0]))))
        middles = [
            start + float(np.average(np.arange(a, b), weights=found[a:b])) + 0.5
            for a, b in zip(edges[::2], edges[1::2], strict=True)
        ]
        if upright:
            return [(one - self.dots.shape[1] / 2) / self.unit for one in middles]
        return sorted((self.dots.shape[0] / 2 - one) / self.unit for one in middles)


def printed(pages: list[RasterPage], edge: str) -> Iterator[tuple[Side, Side]]:
    """The sheets that the printer makes of *pages*: the front, and where the back has landed."""
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        assert front.duplex
        assert front.tumble == (edge == "short")
        height, width = back.dots.shape
        unit = back.dpi / 25.4
        # This printer turns sheets over on the short edge, so that for the long edge backs reach it turned by 180°
        # (pwg-raster-document-sheet-back: rotated). Seen from the front, both have top and bottom exchanged.
        through = Image.fromarray((255 * back.dots[::-1]).astype(np.uint8))
        a, b, c, d, e, f = inverse(FAULT.matrix)  # where what lands at a dot comes from; y upwards, from the centre
        x, y = width / 2, height / 2
        a, b, c, d, e, f = a, -b, -c, d, e * unit, -f * unit
        place = (a, c, x - a * x - c * y + e, b, d, y - b * x - d * y + f)
        moved = through.transform(through.size, Image.Transform.AFFINE, place, Image.Resampling.BILINEAR)
        yield Side(front.dots, front.dpi), Side(np.asarray(moved, np.float32) / 255, back.dpi)


def reading(front: Side, back: Side, zero: tuple[float, float], across: bool) -> float:
    """What an eye reads at a vernier: whole millimetres left of the zero, and the line that meets one of the front."""
    x, y = zero
    if across:
        black = front.lines((x - 10.4, x + 20.4), (y + 2.3, y + 2.9), True)
        red = back.lines((x - 3, x + 13), (y - 2.9, y - 2.3), True)
    else:
        black = front.lines((x - 2.9, x - 2.3), (y - 10.4, y + 20.4), False)
        red = back.lines((x + 2.3, x + 2.9), (y - 3, y + 13), False)
    assert (len(black), len(red)) == (31, 11)
    whole = max(number for number, place in enumerate(black, -10) if place <= red[0] + 0.03)
    meets = [min(abs(place - other) for other in black) for place in red[:10]]
    return round(whole + meets.index(min(meets)) / 10, 1)


def crosses(side: Side) -> list[tuple[float, float]]:
    """Where the crosses near the corners are."""
    found = []
    for x, y in PLACES:
        (column,) = side.lines((x - 3, x + 3), (y + 2.6, y + 3.2), True)
        (row,) = side.lines((x + 2.6, x + 3.2), (y - 3, y + 3), False)
        found.append((column, row))
    return found


def at_corners(front: list[tuple[float, float]], back: list[tuple[float, float]]) -> list[float]:
    """How far the back is from the front at the corners of the paper, by the crosses nearest to them."""
    known = np.array([[1, x, y] for x, y in front])
    there = np.array([[bx - fx, by - fy] for (fx, fy), (bx, by) in zip(front, back, strict=True)])
    affine, *_ = np.linalg.lstsq(known, there, rcond=None)
    return [float(np.hypot(*(np.array([1, x, y]) @ affine))) for x, y in product((-105, 105), (-148.5, 148.5))]


@pytest.fixture(scope="module")
def system() -> Iterator[PrintingSystem]:
    with printing_system() as one:
        yield one


def printed_mats(system: PrintingSystem, *words: str) -> list[RasterPage]:
    here = ("--catalog", "catalog", "--layouts", "layouts", "--no-cache", "--no-cover", "--yes")
    more = [word for option in OPTIONS for word in ("--option", option)]
    return system.pages(lambda: output_of("print", "toy", "--queue", QUEUE, *here, *more, *words))


@pytest.mark.parametrize("edge", ["long", "short"])
def test_backs_of_a_faulty_printer_are_right_after_its_calibration(
    system: PrintingSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edge: str
) -> None:
    face = f"palette: toy\nelements:\n{LINES}"
    toy = Toy(tmp_path, game=GAME, cards="{mats: [{id: mat}]}", faces={"mat": face}, fonts=True)
    toy.write("layouts/stocks.yaml", "stocks: {mat: {trim: 190 mm x 266 mm}}")
    toy.write("layouts/papers.yaml", "papers: {A4: {size: 210 mm x 297 mm}}")
    monkeypatch.chdir(tmp_path)

    ((front, back),) = printed(printed_mats(system, "--duplex", f"{edge}-edge"), edge)
    there = crosses(front)
    away = max(dist(*pair) for pair in zip(there, PLACES, strict=True))
    print(f"the front is {away:.3f} mm from its place at most")
    assert away < 0.05
    before = at_corners(there, crosses(back))
    print("without correction:", *(f"{one:.3f}" for one in before), "mm")
    assert max(before) > 1.5

    output_of("printer", "calibrate", "--flip", edge, "--out", "sheet.pdf")
    job = PrintJob(path=Path("sheet.pdf"), queue=QUEUE, paper=A4, pages=2, duplex=f"{edge}-edge", more=OPTIONS)
    ((front, back),) = printed(system.pages(job.send), edge)
    values = [
        reading(front, back, zero, across)
        for station in stations(A4)
        for zero, across in ((station.across, True), (station.up, False))
    ]
    print("readings:", *values)
    print(output_of("printer", "set", "desk", "--flip", edge, "--readings", " ".join(map(str, values))))

    ((front, back),) = printed(
        printed_mats(system, "--duplex", f"{edge}-edge", "--printer", "desk", "--bleed", "5mm"), edge
    )
    left = at_corners(crosses(front), crosses(back))
    print("left at the corners:", *(f"{one:.3f}" for one in left), "mm")
    assert max(left) < 0.15
