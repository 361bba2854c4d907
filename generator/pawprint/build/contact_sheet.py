"""Drawings of many pieces -> one drawing with all of them, each with its id below."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.colour import Colour
from pawprint.core.geometry import Box, Insets, Size
from pawprint.core.length import Length, mm
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import Drawing, Group, Layer, Op, UseDrawing
from pawprint.draw.outlines import outline
from pawprint.faces.fault_marks import RED
from pawprint.faces.placed import PlacedText
from pawprint.typography.text_style import TextStyle

if TYPE_CHECKING:
    from pawprint.catalog.model import Game, Record
    from pawprint.faces.composer import Composer

#: Between the pieces of a contact sheet, and below each for its name; points.
_GAP, _NAME = 6.0, 9.0
_GREY = Colour(90, 90, 90)
_STYLE = TextStyle(size=6, min_size=3, align="center", valign="middle")
#: The width of a contact sheet by its height, if its pieces allow it.
_ASPECT = 1.5


class ContactLook(NamedTuple):
    """How pieces are arranged on contact sheets.

    Attributes:
        columns: as many as make a broad picture if 0.
        rows: of one sheet; all pieces are on one if 0.
        names: whether ids stand below the pieces.
    """

    columns: int = 0
    rows: int = 0
    names: bool = True


def contact_sheets(
    composer: Composer, game: Game, shown: Sequence[tuple[Record, Drawing]], language: str, look: ContactLook
) -> Iterator[Drawing]:
    """Pieces of one size in their order; the id of a piece with an error, which *composer* has found, is red."""
    if not shown:
        return
    faulty = {piece[1:] for finding in composer.findings if finding.is_error for piece in finding.pieces}
    box = shown[0][1].box
    across, down = box.width + _GAP, box.height + _GAP + (_NAME if look.names else 0.0)
    wanted = look.columns or max(1, round(math.sqrt(len(shown) * _ASPECT * down / across)))
    columns = min(len(shown), wanted)
    count = columns * look.rows or len(shown)
    lowering = Lowering()
    for start in range(0, len(shown), count):
        part = shown[start : start + count]
        ops: list[Op] = []
        names: list[PlacedText] = []
        for index, (record, drawing) in enumerate(part):
            x, y = _GAP + index % columns * across, _GAP + index // columns * down
            matrix = (1.0, 0.0, 0.0, 1.0, x - box.x, y - box.y)
            ops.append(Group((UseDrawing(drawing),), matrix, outline(drawing.box)))
            if look.names:
                below = Box(x, y + box.height, box.width, _NAME)
                ink = RED if (record.component, record.id) in game.invalid | faulty else _GREY
                names.append(PlacedText(composer.setter.set(record.id, _STYLE, below, ink, language, lambda _: None)))
        rows = -(-len(part) // columns)
        size = Size(_length(columns * across + _GAP), _length(rows * down + _GAP))
        art = Layer((*ops, *lowering.ops(tuple(names))))
        yield Drawing(f"{game.id} {shown[0][0].component}", size, Insets(), art)


def _length(points: float) -> Length:
    return mm(points * 25.4 / 72)
