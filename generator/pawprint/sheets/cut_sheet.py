"""A side of a sheet -> the lines along which a machine cuts and folds it."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length, mm
from pawprint.core.paths import path_bounds, place_path
from pawprint.core.picture import Path
from pawprint.core.polygon import closed_path, contains, flattened, grown
from pawprint.graphics.ops import AnyDrawing
from pawprint.sheets.plan import Flip
from pawprint.sheets.sheet import Side

# --- A closed line -> the parts of it that are cut when pieces stay in their sheet, as in a punch board ---------------


Point = tuple[float, float]

#: Small pieces have three bridges, those with a longer side than this four.
_SMALL = mm(40).pt
#: Lines that a curve is measured by, and places that are tried for the first bridge.
_STEPS = 32
_TRIES = 48


class _Stroke(NamedTuple):
    """A line or a curve of the path: its points, and the lengths up to equal steps of its parameter."""

    points: tuple[Point, ...]
    lengths: tuple[float, ...]

    @property
    def length(self) -> float:
        return self.lengths[-1]

    @property
    def is_straight(self) -> bool:
        return len(self.points) == 2

    def parameter(self, length: float) -> float:
        """The parameter after *length* points, from 0 to 1."""
        if self.is_straight:
            return length / self.length if self.length else 0.0
        for step, (before, after) in enumerate(pairwise(self.lengths)):
            if length <= after:
                return (step + (length - before) / (after - before if after > before else 1.0)) / _STEPS
        return 1.0

    def part(self, start: float, stop: float) -> tuple[Point, ...]:
        """The points of what lies between two lengths."""
        first, last = self.parameter(start), self.parameter(stop)
        points = _split(self.points, last)[0]
        return _split(points, first / last if last else 0.0)[1]


def bridged(path: Path, width: float) -> tuple[Path, ...]:
    """Open parts of the closed *path*, between them bridges of *width* points, spread and away from corners.

    A line that is too short for its bridges is cut as it is.
    """
    strokes = [*_strokes(path)]
    whole = sum(stroke.length for stroke in strokes)
    box = path_bounds([*path])
    count = 3 if max(box.width, box.height) <= _SMALL else 4
    step = whole / count
    if step < 4 * width:
        return (path,)
    first = max((step * index / _TRIES for index in range(_TRIES)), key=lambda at: _clearance(strokes, at))
    middles = [_near(strokes, first + step * index, step / 3, width) for index in range(count)]
    ends = [*middles[1:], middles[0] + whole]
    return tuple(
        _cut(strokes, whole, start + width / 2, stop - width / 2) for start, stop in zip(middles, ends, strict=True)
    )


def _near(strokes: list[_Stroke], at: float, most: float, width: float) -> float:
    """The place nearest to *at*, at most so far away, where a bridge has its own width to the ends of its stroke; where
    there is none, the one that is farthest from these ends."""
    moves = sorted((most * (index - _TRIES) / _TRIES for index in range(2 * _TRIES + 1)), key=abs)
    for move in moves:
        if _clearance(strokes, at + move) >= 1.5 * width:
            return at + move
    return at + max(moves, key=lambda move: _clearance(strokes, at + move))


def _strokes(path: Path) -> Iterator[_Stroke]:
    begin = here = (0.0, 0.0)
    for segment in path:
        if segment[0] == "M":
            begin = here = float(segment[1]), float(segment[2])
            continue
        points = (here, begin) if segment[0] == "Z" else (here, *_pairs(segment[1:]))
        here = points[-1]
        lengths = [0.0]
        steps = 1 if len(points) == 2 else _STEPS
        for start, end in pairwise(_split(points, index / steps)[0][-1] for index in range(steps + 1)):
            lengths.append(lengths[-1] + math.dist(start, end))
        if lengths[-1] > 1e-6:
            yield _Stroke(points, tuple(lengths))


def _pairs(numbers: tuple[Any, ...]) -> list[Point]:
    return [*zip(numbers[::2], numbers[1::2], strict=True)]


def _split(points: tuple[Point, ...], at: float) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
    """A line or a curve before and after the parameter *at*, by de Casteljau's algorithm."""
    rows = [points]
    while len(rows[-1]) > 1:
        rows.append(tuple((x0 + (x1 - x0) * at, y0 + (y1 - y0) * at) for (x0, y0), (x1, y1) in pairwise(rows[-1])))
    return tuple(row[0] for row in rows), tuple(row[-1] for row in reversed(rows))


def _clearance(strokes: list[_Stroke], at: float) -> float:
    """The distance of a bridge, along the path, from the ends of the stroke that it is on; 0 on the curve of a round
    corner."""
    at %= sum(stroke.length for stroke in strokes)
    for stroke in strokes:
        if at <= stroke.length:
            on_side = stroke.is_straight or not any(line.is_straight for line in strokes)
            return min(at, stroke.length - at) if on_side else 0.0
        at -= stroke.length
    return 0.0


def _cut(strokes: list[_Stroke], whole: float, start: float, stop: float) -> Path:
    """The path from one length to another; they may lie beyond its end."""
    start, stop = start % whole, start % whole + stop - start
    segments: list[Any] = []
    offset = 0.0
    for stroke in strokes * 2:
        low, high = max(start - offset, 0.0), min(stop - offset, stroke.length)
        offset += stroke.length
        if high - low <= 1e-6:
            continue
        points = stroke.part(low, high)
        if not segments:
            segments.append(("M", *points[0]))
        flat = tuple(number for point in points[1:] for number in point)
        segments.append(("L" if len(points) == 2 else "C", *flat))
    return tuple(segments)


# --- cut sheet --------------------------------------------------------------------------------------------------------


#: How points of a face lie on the back of the sheet.
_FLIPPED: dict[Flip, Callable[[Size], Matrix]] = {
    Flip.TURN: lambda paper: (-1.0, 0.0, 0.0, 1.0, paper.width.pt, 0.0),
    Flip.TUMBLE: lambda paper: (1.0, 0.0, 0.0, -1.0, 0.0, paper.height.pt),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CutSheet:
    """The lines of a sheet, in points from the top-left corner of the side that the machine looks at; in the order in
    which they are to be cut.

    Attributes:
        folds: open paths, to be scored.
        slits: open cuts within pieces.
        inside: holes in pieces, closed.
        outlines: the outlines of pieces, open at bridges; outlines in holes of others come first.
        marks: registration marks: closed paths are filled.
    """

    paper: Size
    folds: tuple[Path, ...] = ()
    slits: tuple[Path, ...] = ()
    inside: tuple[Path, ...] = ()
    outlines: tuple[Path, ...] = ()
    marks: tuple[Path, ...] = ()


def cut_sheet(
    side: Side,
    marks: Iterable[Path] = (),
    *,
    kerf: Length = ZERO,
    bridge: Length = ZERO,
    shift: tuple[Length, Length] = (ZERO, ZERO),
    over: Flip | None = None,
) -> CutSheet:
    """The lines of the faces on *side*.

    Args:
        marks: the marks of the machine, which never move.
        kerf: the width of what a cut takes away: lines are half of it outside of pieces, and inside of holes.
        bridge: the width of what is left uncut in some places, so that pieces stay in the sheet; 0 for none.
        shift: moves all lines but the marks, to the right and down.
        over: the machine looks at the back of a sheet that flips like this; None: at *side* itself.
    """
    grow, moved = kerf.pt / 2, (1.0, 0.0, 0.0, 1.0, shift[0].pt, shift[1].pt)
    flipped = _FLIPPED[over](side.size) if over else IDENTITY
    folds: list[Path] = []
    inside: list[Path] = []
    outlines: list[Path] = []
    for drawing, matrix, _ in side.placements:
        steps = matrix, flipped, moved
        outline = drawing.outline
        folds += (_placed(path, steps) for path in outline.folds)
        inside += (_placed(path, steps) for contour in outline.inside for path in _shrunk(contour, grow))
        outlines.append(_placed(_around(drawing, grow), steps))
    ordered = _inner_first([path for path in outlines if path])
    if bridge:
        ordered = tuple(part for path in ordered for part in bridged(path, (bridge + kerf).pt))
    return CutSheet(
        paper=side.size,
        folds=tuple(folds),
        slits=tuple(path for path in inside if path[-1] != ("Z",)),
        inside=tuple(path for path in inside if path[-1] == ("Z",)),
        outlines=ordered,
        marks=tuple(marks),
    )


def _around(drawing: AnyDrawing, grow: float) -> Path:
    return drawing.outline.around(drawing.trim, grow)


def _shrunk(path: Path, by: float) -> list[Path]:
    """A hole smaller by *by* on all sides; a slit as it is."""
    if not by or path[-1] != ("Z",):
        return [path]
    return [closed_path([part]) for polygon in flattened(path) for part in grown(polygon, -by)]


def _placed(path: Path, steps: Iterable[Matrix]) -> Path:
    for matrix in steps:
        path = place_path(path, matrix)
    return path


def _inner_first(paths: list[Path]) -> tuple[Path, ...]:
    """Paths in their order, but those within others before these."""
    boxes = [path_bounds([*path]) for path in paths]
    depths = [sum(_within(paths, boxes, index, other) for other in range(len(paths))) for index in range(len(paths))]
    return tuple(path for _, path in sorted(zip(depths, paths, strict=True), key=lambda pair: -pair[0]))


def _within(paths: list[Path], boxes: list[Box], inner: int, outer: int) -> bool:
    """True if the path *inner* lies inside of the path *outer* (indices of *paths*)."""
    box, around = boxes[inner], boxes[outer]
    if inner == outer or not (around.contains(box.x, box.y) and around.contains(box.right, box.bottom)):
        return False
    return all(contains(flattened(paths[outer])[0], point) for point in flattened(paths[inner])[0])
