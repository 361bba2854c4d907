"""A side of a sheet -> the lines along which a machine cuts and folds it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pawprint.core.affine import IDENTITY, Matrix
from pawprint.core.geometry import Box, Size
from pawprint.core.length import ZERO, Length
from pawprint.core.paths import path_bounds, place_path
from pawprint.core.picture import Path
from pawprint.core.polygon import closed_path, contains, flattened, grown
from pawprint.draw.ops import AnyDrawing
from pawprint.impose.plan import Flip
from pawprint.impose.sheet import Side

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
        outlines: of pieces, open where they have bridges; those that lie in holes of others first.
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
        marks: of the machine, which never move.
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
        inside += (_placed(path, steps) for one in outline.inside for path in _shrunk(one, grow))
        outlines.append(_placed(_around(drawing, grow), steps))
    ordered = _inner_first([path for path in outlines if path])
    if bridge:
        from pawprint.impose.bridges import bridged

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
    depths = [sum(_within(paths, boxes, one, other) for other in range(len(paths))) for one in range(len(paths))]
    return tuple(path for _, path in sorted(zip(depths, paths, strict=True), key=lambda pair: -pair[0]))


def _within(paths: list[Path], boxes: list[Box], one: int, other: int) -> bool:
    """Whether a path lies inside of another one."""
    box, around = boxes[one], boxes[other]
    if one == other or not (around.contains(box.x, box.y) and around.contains(box.right, box.bottom)):
        return False
    return all(contains(flattened(paths[other])[0], point) for point in flattened(paths[one])[0])
