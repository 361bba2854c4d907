"""Operations -> the box around them: it says in a tagged PDF where a figure is."""

from collections.abc import Iterable, Iterator

from pawprint.core.affine import Matrix, matrix_product
from pawprint.core.geometry import Box
from pawprint.core.paths import points_box
from pawprint.graphics import ops


def drawn_box(operations: Iterable[ops.Op], matrix: Matrix) -> Box | None:
    """The box around *operations*, in the units that *matrix* leads to; None where they draw nothing.

    A clipped group counts as its clip, a curve as its control points. A `Marked` inside is left out: it belongs to
    another element.
    """
    return Box.around(_boxes(operations, matrix))


def right_of(text: ops.DrawText) -> float:
    """The x coordinate of the pen behind the last letter."""
    words = text.words
    width = sum([word.width for word in words]) * text.size + text.gap * (len(words) - 1)
    if not text.tracking:
        return text.x + width
    return text.x + width + text.tracking * (sum([len(word.glyphs) for word in words]) + len(words) - 1)


def _boxes(operations: Iterable[ops.Op], matrix: Matrix) -> Iterator[Box]:
    for op in operations:
        box: Box | None = None
        match op:
            case ops.DrawBox():
                box = Box(op.x, op.y, op.width, op.height).inset(-_half_stroke(op.paint))
            case ops.DrawPath():
                outline = points_box(op.path)
                box = outline and outline.inset(-_half_stroke(op.paint))
            case ops.DrawText():
                above, below = op.typeface.ascent * op.size, op.typeface.descent * op.size
                box = Box(op.x, op.y - above, right_of(op) - op.x, above + below)
            case ops.DrawImage():
                box = Box(op.x, op.y, op.width, op.height)
            case ops.UseSymbol():
                symbol = op.symbol
                yield Box(symbol.x, symbol.y, symbol.width, symbol.height).mapped(matrix_product(matrix, op.matrix))
            case ops.UseDrawing(drawing):
                box = drawing.box
            case ops.Group():
                inside = matrix_product(matrix, op.matrix)
                if op.clip is None:
                    yield from _boxes(op.ops, inside)
                elif (clip := points_box(op.clip)) is not None:
                    yield clip.mapped(inside)
            case ops.LowInkRule():
                yield from _boxes(op.ops, matrix)
            case ops.Marked():
                pass
        if box is not None:
            yield box.mapped(matrix)


def _half_stroke(paint: ops.Paint) -> float:
    """How far a stroke reaches beyond its path."""
    return paint.width / 2 if paint.stroke is not None else 0.0
