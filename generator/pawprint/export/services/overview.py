"""A deck -> one picture of all that is uploaded, with the lines of bleed, cut and safe zone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length
from pawprint.core.piece_outline import RECTANGLE
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import DrawBox, Drawing, DrawPath, Group, Layer, Op, Paint, UseDrawing
from pawprint.export.rasters import RasterRequest
from pawprint.faces.placed import PlacedText
from pawprint.typography.text_style import TextStyle

if TYPE_CHECKING:
    from pawprint.export.preflight.requirements import Requirements
    from pawprint.export.services.deck import ServiceDeck
    from pawprint.typography.textbox import TextSetter

#: Between the pictures, and below each for its name; points.
_GAP, _NAME = 8.0, 11.0
_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=7, min_size=3, align="center", valign="middle")
_ASPECT = 1.5
#: The longest side in pixels, and dots per inch where all of it fits.
_MAX_PIXELS, _DPI = 3_600, 110
#: As many pictures are shown; the others look like them.
MOST = 400
_BLEED = Paint(None, Colour(0, 158, 224), 0.6, (3.0, 2.0))
_CUT = Paint(None, Colour(230, 0, 126), 0.6)
_SAFE = Paint(None, Colour(0, 150, 64), 0.6, (1.5, 1.5))
#: Below each line, so that it shows on art of any colour.
_HALO = Paint(None, WHITE, 1.4, stroke_opacity=0.55)


def overview(deck: ServiceDeck, needs: Requirements, setter: TextSetter, language: str) -> RasterRequest:
    """The request for the picture: each face, then the backs, each back once."""
    shown: dict[str, Drawing] = {}
    for wanted in ("face", "back"):
        for piece in deck.pieces:
            for side, drawing, file in piece.sides:
                if side == wanted:
                    shown.setdefault(file, drawing)
    names = list(shown)[:MOST]
    canvas = deck.product.canvas
    across, down = canvas.width.pt + _GAP, canvas.height.pt + _GAP + _NAME
    columns = min(len(names), max(1, round(math.sqrt(len(names) * _ASPECT * down / across))))
    ops: list[Op] = []
    texts: list[PlacedText] = []
    lines = _lines(needs)
    for index, name in enumerate(names):
        x, y = _GAP + index % columns * across, _GAP + index // columns * down
        ops.append(Group((UseDrawing(shown[name]), *lines), (1.0, 0.0, 0.0, 1.0, x, y)))
        below = Box(x, y + canvas.height.pt, canvas.width.pt, _NAME)
        label = name.rpartition("/")[2].rpartition(".")[0]
        texts.append(PlacedText(setter.set(label, _STYLE, below, _GREY, language, lambda _: None)))
    rows = -(-len(names) // columns)
    size = Size(Length.of(columns * across + _GAP, "pt"), Length.of(rows * down + _GAP, "pt"))
    art = Layer((*ops, *Lowering().ops(tuple(texts))))
    dpi = min(_DPI, int(_MAX_PIXELS / max(size.width.pt, size.height.pt) * 72))
    drawing = Drawing(f"{deck.name} {language}", size, Insets(), art, RECTANGLE)
    return RasterRequest.at_resolution(drawing, max(10, dpi))


def _lines(needs: Requirements) -> tuple[Op, ...]:
    """The edge of the picture (cyan, dashed), the cut (magenta) and the safe zone (green, dotted)."""
    x, y = needs.corner
    around = needs.outline.around
    return (
        DrawBox(0.0, 0.0, needs.canvas.width.pt, needs.canvas.height.pt, _BLEED),
        Group(
            tuple(
                DrawPath(line, paint)
                for line, own in ((around(needs.trim), _CUT), (around(needs.trim, -needs.safe.pt), _SAFE))
                for paint in (_HALO, own)
            ),
            (1.0, 0.0, 0.0, 1.0, x, y),
        ),
    )
