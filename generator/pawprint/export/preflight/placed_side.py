"""One side of a piece -> its items and the operations that draw them, as they lie on the canvas of a service."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.affine import Matrix
from pawprint.core.diagnostics import Findings, PieceId
from pawprint.core.geometry import Box
from pawprint.core.paths import points_box
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import DrawPath, DrawText
from pawprint.draw.traverse import DrawOp, seen_ops
from pawprint.faces.single_items import SingleItem, single_items
from pawprint.press.op_bounds import right_of

if TYPE_CHECKING:
    from pawprint.catalog.model import Game, Record
    from pawprint.core.source import Span
    from pawprint.export.preflight.requirements import Requirements
    from pawprint.faces.composer import Composer
    from pawprint.faces.context import Makers


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
