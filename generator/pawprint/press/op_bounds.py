"""Operations -> the box that they cover at most: where a figure of a document is, for whoever reads it another way."""

from collections.abc import Iterable, Iterator
from typing import cast

from pawprint.core.geometry import Box
from pawprint.core.paths import compose
from pawprint.core.picture import Matrix, Path
from pawprint.draw.ops import DrawBox, DrawImage, DrawPath, DrawText, Group, Marked, Op, Paint, UseDrawing, UseSymbol

_Point = tuple[float, float]


def extent(ops: Iterable[Op], matrix: Matrix) -> Box | None:
    """The box around *ops*, in the units that *matrix* leads to; None where they draw nothing.

    What is clipped reaches as far as its clip, and curves as far as their handles. A `Marked` within belongs to
    something else.
    """
    points = list(_points(ops, matrix))
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def around(box: Box, other: Box) -> Box:
    """The box around both."""
    x, y = min(box.x, other.x), min(box.y, other.y)
    return Box(x, y, max(box.right, other.right) - x, max(box.bottom, other.bottom) - y)


def right_of(text: DrawText) -> float:
    """Where the pen is behind the last letter."""
    words = text.words
    width = sum([word.width for word in words]) * text.size + text.gap * (len(words) - 1)
    if not text.tracking:
        return text.x + width
    return text.x + width + text.tracking * (sum([len(word.glyphs) for word in words]) + len(words) - 1)


def _points(ops: Iterable[Op], matrix: Matrix) -> Iterator[_Point]:
    """Points that all of *ops* lie between."""
    for op in ops:
        match op:
            case DrawBox():
                yield from _moved(_corners(Box(op.x, op.y, op.width, op.height).inset(-_edge(op.paint))), matrix)
            case DrawPath():
                yield from _moved(_outlined(op.path, _edge(op.paint)), matrix)
            case DrawText():
                above, below = op.typeface.ascent * op.size, op.typeface.descent * op.size
                yield from _moved(_corners(Box(op.x, op.y - above, right_of(op) - op.x, above + below)), matrix)
            case DrawImage():
                yield from _moved(_corners(Box(op.x, op.y, op.width, op.height)), matrix)
            case UseSymbol():
                symbol = op.symbol
                box = Box(symbol.x, symbol.y, symbol.width, symbol.height)
                yield from _moved(_corners(box), compose(matrix, op.matrix))
            case UseDrawing(drawing):
                yield from _moved(_corners(drawing.box), matrix)
            case Group():
                inside = compose(matrix, op.matrix)
                yield from _points(op.ops, inside) if op.clip is None else _moved(_outlined(op.clip, 0.0), inside)
            case Marked():
                pass


def _edge(paint: Paint) -> float:
    """How far a stroke reaches beyond its path."""
    return paint.width / 2 if paint.stroke is not None else 0.0


def _corners(box: Box) -> list[_Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


def _outlined(path: Path, edge: float) -> list[_Point]:
    """The corners of the box around the points of *path*, *edge* beyond it; nothing for a path without points."""
    numbers = [cast(float, number) for segment in path for number in segment[1:]]
    if not numbers:
        return []
    xs, ys = numbers[::2], numbers[1::2]
    return _corners(Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inset(-edge))


def _moved(points: Iterable[_Point], matrix: Matrix) -> list[_Point]:
    a, b, c, d, e, f = matrix
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]
