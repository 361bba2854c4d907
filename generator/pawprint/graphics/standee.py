"""Face and back of a piece that stands -> the strip that is cut out, folded at its top, and set on its feet."""

from dataclasses import replace

from pawprint.core.affine import Matrix
from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box, Size
from pawprint.core.length import Length, mm
from pawprint.core.picture import Path
from pawprint.core.piece_outline import PieceOutline
from pawprint.graphics.ops import Drawing, DrawPath, DrawText, Group, Layer, Op, Paint, nothing
from pawprint.graphics.ops import outline as rectangle
from pawprint.graphics.traverse import flat_ops

#: White with grey dashes shows on every ink, and hardly at all on the edge of a folded strip.
_FOLD = (
    Paint(stroke=WHITE, width=0.4),
    Paint(stroke=Colour(110, 110, 110), width=0.4, dash=(3.0, 2.0)),
)

#: How far the art continues below the fold, so that an inexact fold shows no white at the bottom.
_SPILL = mm(1)


def reverse(face: Drawing) -> Drawing:
    """The back of a standee that has none: the face mirrored, so that the figure looks in the same direction from both
    sides. A face with text is not mirrored, because mirrored text cannot be read."""
    if any(isinstance(op, DrawText) for op in flat_ops(face.ops)):
        return face
    mirrored: Matrix = (-1.0, 0.0, 0.0, 1.0, face.trim.width.pt, 0.0)
    return replace(face, name=f"{face.name} back", art=Layer((Group(face.ops, mirrored),)), common=nothing())


def strip(face: Drawing, back: Drawing, foot: Length, marked: bool = True) -> Drawing:
    """From below: a foot, the face, the back upside down, a foot.

    Args:
        back: of the face's size.
        foot: height of each foot, >= 0.
        marked: with dashed lines where to fold.
    """
    width, height = face.trim.width, face.trim.height
    fold = (foot + height).pt
    upright: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, fold)
    around: Matrix = (-1.0, 0.0, 0.0, -1.0, width.pt, fold)
    reach = height + min(foot, _SPILL)
    folds = tuple(
        (("M", 0.0, y.pt), ("L", width.pt, y.pt))
        for y in ((foot, foot + height, foot + 2 * height) if foot else (height,))
    )
    lines: Path = tuple(segment for fold in folds for segment in fold)
    dashes = tuple(DrawPath(lines, paint) for paint in _FOLD) if marked else ()
    ops = (_side(back, around, reach), _side(face, upright, reach), *dashes)
    outline = PieceOutline(folds=folds)
    return Drawing(face.name, Size(width, 2 * (foot + height)), face.bleed, Layer(ops), outline)


def _side(drawing: Drawing, matrix: Matrix, reach: Length) -> Op:
    """One side in its place: from the fold at the top to *reach*, with its bleed to the left and right."""
    bleed = drawing.bleed
    width = (bleed.left + drawing.trim.width + bleed.right).pt
    seen = rectangle(Box(-bleed.left.pt, 0.0, width, reach.pt))
    return Group(drawing.ops, matrix, seen)
