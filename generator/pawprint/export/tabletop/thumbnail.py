"""A table -> a square picture that stands for it in lists: some of its pieces in a fan."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from pawprint.core.geometry import Insets, Size
from pawprint.core.length import mm
from pawprint.draw.ops import Drawing, Group, Layer, Op, UseDrawing
from pawprint.export.rasters import RasterRequest
from pawprint.export.tabletop.virtual_table import TOKENS

if TYPE_CHECKING:
    from pawprint.export.tabletop.virtual_table import TablePiece, VirtualTable

#: Degrees between two pieces, and side of the picture in millimetres.
_TURN, _SIDE = 16.0, 100.0
#: The share of the picture that the middle piece takes.
_SHARE = 0.72
_POINTS = 72 / 25.4


def thumbnail(table: VirtualTable, pixels: int) -> RasterRequest:
    """A picture of *pixels* by *pixels*, transparent around the pieces."""
    shown = _shown(table)
    ops: list[Op] = []
    for at, piece in enumerate(shown):
        angle = math.radians((at - (len(shown) - 1) / 2) * _TURN)
        ops.append(_turned(piece, angle))
    side = mm(_SIDE)
    drawing = Drawing(f"{table.game.id} thumbnail", Size(side, side), Insets(), Layer(tuple(ops)))
    return RasterRequest(drawing, pixels, pixels, transparent=True)


def _shown(table: VirtualTable) -> list[TablePiece]:
    """At most three pieces, each of another component; tokens only where there is nothing else."""
    firsts = [pieces[0] for pieces in table.pieces.values()]
    large = [piece for piece in firsts if piece.kind != TOKENS]
    return (large or firsts)[:3]


def _turned(piece: TablePiece, angle: float) -> Op:
    """The face of *piece*, turned about a point below the middle of the picture."""
    drawing = piece.face
    width, height = drawing.trim.width.pt, drawing.trim.height.pt
    scale = _SHARE * _SIDE * _POINTS / max(width, height)
    a, b = scale * math.cos(angle), scale * math.sin(angle)
    middle, pivot = _SIDE * _POINTS / 2, 0.45 * height
    x = middle - a * width / 2 + b * (height / 2 + pivot)
    y = middle + scale * pivot - b * width / 2 - a * (height / 2 + pivot)
    return Group((UseDrawing(drawing),), (a, b, -b, a, x, y), drawing.outline.around(drawing.trim))
