"""Drawing of a piece -> the drawing of the whole picture that a service wants: the piece in the middle, with bleed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pawprint.core.geometry import Insets
from pawprint.core.length import ZERO, Length
from pawprint.core.piece_outline import RECTANGLE
from pawprint.draw.ops import Drawing, Group, Layer, UseDrawing

if TYPE_CHECKING:
    from pawprint.core.affine import Matrix
    from pawprint.core.geometry import Size
    from pawprint.export.services.choose_product import ProductFit


def bleed_of(fit: ProductFit, trim: Size) -> Length:
    """How far the art of a piece of size *trim* must reach beyond it, to fill the picture of the product."""
    canvas = fit.product.canvas
    whole = canvas.turned() if fit.turned else canvas
    return max(ZERO, *((outer - inner).half() + Length(1) for outer, inner in zip(whole, trim, strict=True)))


def placing(fit: ProductFit, trim: Size, side: str) -> Matrix:
    """The matrix from the face of a piece of size *trim* to the canvas of its product, in points.

    A piece that lies on its side is turned clockwise, and its back the other way: turned over, both are upright.
    """
    middle_x, middle_y = fit.product.canvas.width.pt / 2, fit.product.canvas.height.pt / 2
    across, down = trim.width.pt / 2, trim.height.pt / 2
    if not fit.turned:
        return (1.0, 0.0, 0.0, 1.0, middle_x - across, middle_y - down)
    if side == "back":
        return (0.0, -1.0, 1.0, 0.0, middle_x - down, middle_y + across)
    return (0.0, 1.0, -1.0, 0.0, middle_x + down, middle_y - across)


def on_canvas(drawing: Drawing, fit: ProductFit, side: str) -> Drawing:
    """*drawing*, with its bleed, in the middle of the canvas of its product."""
    matrix = placing(fit, drawing.trim, side)
    key = drawing.key and f"{drawing.key} on {' '.join(f'{number:.4f}' for number in matrix)}"
    art = Layer((Group((UseDrawing(drawing),), matrix),), key)
    return Drawing(drawing.name, fit.product.canvas, Insets(), art, RECTANGLE)
