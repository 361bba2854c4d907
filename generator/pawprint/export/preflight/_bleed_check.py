"""A picture of a side on a transparent ground -> the sides of the cut where the art does not fill the bleed.

Vector art may end anywhere, so this check looks at pixels: art that one sees just inside of the cut must be there all
the way to the edge of the picture.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from pawprint.catalog.model import Game, Record
from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings, PieceId
from pawprint.core.geometry import Box
from pawprint.core.length import mm
from pawprint.core.paths import points_box
from pawprint.core.piece_outline import RECTANGLE
from pawprint.core.polygon import signed_area
from pawprint.core.raster import rgba_pixels
from pawprint.core.source import Span
from pawprint.export.preflight._requirements import ENOUGH, Requirements
from pawprint.graphics.ops import DrawPath, DrawText
from pawprint.graphics.traverse import DrawOp, seen_ops
from pawprint.pieces.composer import Composer
from pawprint.pieces.context import Makers
from pawprint.pieces.lower import Lowering
from pawprint.pieces.placements import SingleItem, single_items
from pawprint.press.op_bounds import right_of

# One side of a piece -> its items and the operations that draw them, as they lie on the canvas of a service.


class SideReport:
    """Takes the faults of one side of a piece as findings, each at the element that shows it."""

    def __init__(self, findings: Findings, game: Game, record: Record, language: str, side: str) -> None:
        self.findings, self.game, self.record, self.language, self.side = findings, game, record, language, side
        self._fallback = game.components[record.component].span(side)

    def add(self, code: str, item: SingleItem | None, message: str, help: str, at: Span | None = None) -> None:
        """A finding about *item*; its place is *at*, if that is not where the element is written."""
        maker = None if item is None else item.maker
        fault = message if maker is None else f"{maker.what}: {message}"
        record, language = self.record, self.language
        piece = PieceId(self.game.id, record.component, record.id)
        which = f"{record.id} ({language})" if self.side == "face" else f"{record.id} ({language}, back)"
        span = at or (self._fallback if maker is None else maker.span)
        self.findings.add(code, f"{which}: {fault}", span, help, fault=fault, pieces=(piece,))


class SeenOp(NamedTuple):
    """An operation, the matrix from its units to the canvas, and the part of the canvas that shows it."""

    op: DrawOp
    matrix: Matrix
    clip: Box | None

    @property
    def scale(self) -> float:
        """How many times as large as it says it is drawn."""
        a, b, c, d, *_ = self.matrix
        return math.sqrt(abs(a * d - b * c))

    @property
    def box(self) -> Box | None:
        """The rectangle around what can be seen of it."""
        op = self.op
        if isinstance(op, DrawText):
            above, below = op.typeface.ascent * op.size, op.typeface.descent * op.size
            box: Box | None = Box(op.x, op.y - above, right_of(op) - op.x, above + below)
        elif isinstance(op, DrawPath):
            box = points_box(op.path)
        else:
            box = Box(op.x, op.y, op.width, op.height)
        if box is None:
            return None
        box = box.mapped(self.matrix)
        return box if self.clip is None else box.intersection(self.clip)


class PlacedSide:
    """One side of a piece as it lies on the canvas: its items, and the operations that draw them."""

    def __init__(
        self, composer: Composer, game: Game, record: Record, language: str, side: str, needs: Requirements
    ) -> None:
        makers: Makers = {}
        items = composer.place_again(game, record, language, side, makers=makers)
        self.needs = needs
        self.items = tuple(single_items(items, makers, needs.to_canvas(side)))
        self._lowering = Lowering()

    def ops(self, item: SingleItem) -> Iterator[SeenOp]:
        """What draws *item*."""
        for found in seen_ops(self._lowering.ops((item.placed,)), item.matrix, item.clip):
            yield SeenOp(*found)

    def topmost(self, x: float, y: float) -> SingleItem | None:
        """The uppermost item that covers a point of the canvas, as far as rectangles tell."""
        for item in reversed(self.items):
            boxes = (seen.box for seen in self.ops(item))
            if any(box is not None and box.contains(x, y) for box in boxes):
                return item
        return None


#: Dots per inch of the pictures that are looked at.
CHECK_DPI = 80
#: Between two places along the cut; from the cut to the place inside; and from the cut or the edge to those beyond.
_STEP, _IN, _OFF = mm(1).pt, mm(0.2).pt, mm(0.4).pt
#: So many places in a row where nothing is drawn are a fault; so many where art ends along the cut.
_LEAST, _LEAST_LINED = 2, 6
#: Colours that differ by more are different to the eye; those that differ by less are one colour.
_CLEARLY, _SLIGHTLY = 60, 16
#: Corners are cut round: how far from them nothing is looked at.
_CORNER = mm(3).pt
_SEEN, _PAPER = 128, 244
#: The colour of a pixel; None where nothing is drawn.
_Pixel = tuple[int, int, int] | None
#: Reads some pixels of all of a picture, each a number of four bytes.
_Reader = Callable[[memoryview], tuple[int, ...]]


class Probe(NamedTuple):
    """A place along the cut, in points of the canvas.

    Attributes:
        side: `left`, `top`, `right`, `bottom`.
        inside: a point just inside of the cut; *beyond* are those on the way to the edge, each after how far it is
            from the cut.
    """

    side: str
    inside: tuple[float, float]
    beyond: tuple[tuple[float, tuple[float, float]], ...]


def probes(needs: Requirements) -> list[Probe]:
    """The places to look at, in their order along the cut."""
    x, y = needs.corner
    rectangle = needs.outline.is_rectangle(needs.trim)
    outline = RECTANGLE if rectangle else needs.outline
    found: list[Probe] = []
    for polygon in outline.polygons(needs.trim):
        outward = 1.0 if signed_area(polygon) > 0 else -1.0
        for start, end in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
            for side, at, out in _along(start, end, outward, _CORNER if rectangle else 0.0):
                found.append(_probe(needs, side, (at[0] + x, at[1] + y), out))
    return found


def _along(
    start: tuple[float, float], end: tuple[float, float], outward: float, corner: float
) -> Iterator[tuple[str, tuple[float, float], tuple[float, float]]]:
    """The places along one line of the outline: the side of the cut, the point, and the direction outwards."""
    whole = math.dist(start, end)
    length = whole - 2 * corner
    if length <= 0:
        return
    across, down = (end[0] - start[0]) / whole, (end[1] - start[1]) / whole
    out_x, out_y = down * outward, -across * outward
    side = ("left" if out_x < 0 else "right") if abs(out_x) > abs(out_y) else ("top" if out_y < 0 else "bottom")
    count = max(1, round(length / _STEP))
    for index in range(count):
        along = corner + (index + 0.5) * length / count
        yield side, (start[0] + across * along, start[1] + down * along), (out_x, out_y)


def _probe(needs: Requirements, side: str, at: tuple[float, float], out: tuple[float, float]) -> Probe:
    """The probe at one point of the cut; *out* is the direction outwards."""
    across, down = needs.least_bleed
    reach = (abs(out[0]) * across + abs(out[1]) * down) * ENOUGH - _OFF
    steps = max(1, math.ceil((reach - _OFF) / _OFF))
    ways = [_OFF + (reach - _OFF) * step / steps for step in range(steps + 1)] if reach > _OFF else []
    beyond = tuple((way, (at[0] + out[0] * way, at[1] + out[1] * way)) for way in ways)
    return Probe(side, (at[0] - out[0] * _IN, at[1] - out[1] * _IN), beyond)


class Gap(NamedTuple):
    """Art that ends before the edge.

    Attributes:
        at: a point just inside of the cut where it can be seen.
        beyond: how far it goes on beyond the cut, in points.
    """

    at: tuple[float, float]
    beyond: float


def unfilled(png: bytes, needs: Requirements) -> dict[str, Gap]:
    """The sides of the cut where art ends before the edge.

    Art ends where nothing is drawn behind it, or along the cut: where one colour follows on it all the way to the edge,
    from the same distance on in many places side by side.

    Args:
        png: the whole canvas on a transparent ground.
    """
    width, height, data = rgba_pixels(png)

    values = memoryview(data).cast("I")
    known: dict[int, _Pixel] = {}

    def colour(value: int) -> _Pixel:
        if value not in known:
            red, green, blue, alpha = value.to_bytes(4, sys.byteorder)
            known[value] = (red, green, blue) if alpha >= _SEEN else None
        return known[value]

    found: dict[str, Gap] = {}
    bare, lined = _ProbeRun(_LEAST), _ProbeRun(_LEAST_LINED)
    for probe, read in _pixels(needs, width, height):
        seen = read(values)
        if seen.count(seen[0]) == len(seen):  # one colour all the way, or nothing
            bare.add(probe, None)
            lined.add(probe, None)
            continue
        inside = colour(seen[0])
        art = inside is not None and min(inside) < _PAPER
        beyond = [colour(value) for value in seen[2:]] if art else []
        for run, end in (
            (bare, beyond.index(None) if None in beyond else None),
            (lined, _end_of_art(inside, beyond)),
        ):
            gap = run.add(probe, end)
            if gap is not None and (probe.side not in found or gap.beyond < found[probe.side].beyond):
                found[probe.side] = gap
    return found


@lru_cache(maxsize=32)
def _pixels(needs: Requirements, width: int, height: int) -> Sequence[tuple[Probe, _Reader]]:
    """The probes, each with what reads its pixels in a picture: that inside of the cut twice, and those beyond."""
    across, down = width / needs.canvas.width.pt, height / needs.canvas.height.pt

    def number(point: tuple[float, float]) -> int:
        x = min(max(int(point[0] * across), 0), width - 1)
        y = min(max(int(point[1] * down), 0), height - 1)
        return y * width + x

    found: list[tuple[Probe, _Reader]] = []
    for probe in probes(needs):
        inside = number(probe.inside)
        found.append((probe, itemgetter(inside, inside, *[number(point) for _, point in probe.beyond])))
    return found


def _end_of_art(inside: _Pixel, beyond: list[_Pixel]) -> int | None:
    """From which step on everything is of one colour that the art inside of the cut has not; None if it is not so."""
    if len(beyond) < 2 or beyond[-1] is None or not _differ(inside, beyond[-1], _CLEARLY):
        return None
    end = len(beyond)
    while end and not _differ(beyond[end - 1], beyond[-1], _SLIGHTLY):
        end -= 1
    return end if end <= len(beyond) - 2 else None


def _differ(one: _Pixel, other: _Pixel, by: int) -> bool:
    if one is None or other is None:
        return one is not other
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) > by


class _ProbeRun:
    """Probes side by side at which art ends, all at about the same distance from the cut.

    Args:
        least: how many of them are a fault, and no speck.
    """

    def __init__(self, least: int) -> None:
        self._least = least
        self._probes: list[tuple[Probe, int]] = []

    def add(self, probe: Probe, end: int | None) -> Gap | None:
        """The gap that *probe* belongs to, if there are enough probes; *end* is the step at which art ends there."""
        run = self._probes
        if run and (end is None or run[-1][0].side != probe.side or abs(run[0][1] - end) > 1):
            run.clear()
        if end is None:
            return None
        run.append((probe, end))
        if len(run) < self._least:
            return None
        first = min(step for _, step in run)
        return Gap(probe.inside, probe.beyond[first - 1][0] if first else 0.0)
