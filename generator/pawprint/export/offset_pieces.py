"""Pieces of a component, or nets of a box -> what is printed on a press: sides in their final shape, without guides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from pawprint.build.options import BOXES, BuildOptions
from pawprint.core.diagnostics import PieceId
from pawprint.draw import standee
from pawprint.draw.lower import Lowering
from pawprint.draw.ops import Drawing

if TYPE_CHECKING:
    from pawprint.core.length import Length
    from pawprint.core.source import Span
    from pawprint.export.export_source import ExportPiece, ExportSource


class OffsetPiece(NamedTuple):
    """A piece to print.

    Attributes:
        name: its id, or that of a net.
        span: where it is declared. pieces: the record that it is, for findings.
    """

    name: str
    face: Drawing
    back: Drawing | None
    copies: int
    span: Span
    pieces: tuple[PieceId, ...] = ()


class OffsetBatch(NamedTuple):
    """Pieces that have files of their own.

    Attributes:
        name: of the files. shape: that of the file with their die lines.
    """

    name: str
    shape: str
    pieces: tuple[OffsetPiece, ...]


def component_batch(source: ExportSource, pieces: Sequence[ExportPiece], bleed: Length) -> OffsetBatch:
    """The pieces of one component; one that stands is a strip with both of its sides.

    Args:
        pieces: at least one.
    """
    component = pieces[0].component
    stock = source.composer(bleed).stock_of(component)
    made: list[OffsetPiece] = []
    for _, record, copies, face, back in pieces:
        if stock is not None and stock.stand:
            face, back = standee.strip(face, back or standee.reverse(face), stock.foot, marked=False), None
        identity = PieceId(source.game.id, component.name, record.id)
        made.append(OffsetPiece(record.id, face, back, copies, record.span(), (identity,)))
    return OffsetBatch(component.name, stock.name if stock else component.name, tuple(made))


def box_batches(source: ExportSource, sleeves: str) -> Iterator[OffsetBatch]:
    """The boxes of the game, if all of it is exported.

    Args:
        sleeves: which the cards in them have; empty for none.
    """
    game, options = source.game, source.options
    if game.node.get(BOXES) is None or options.components or options.cards:
        return
    from pawprint.boxes.net_drawing import BLEED, NetDrawer
    from pawprint.build.box_sheets import nets_of

    composer = source.composer(BLEED)
    drawer = NetDrawer(composer, game, source.language, Lowering())
    for made in nets_of(game, composer, BuildOptions(sleeves=sleeves)):
        drawings = drawer.drawings(made.box, made.nets, cut_lines=False, marks=False)
        if drawings is not None:
            pieces = [
                OffsetPiece(net.name, replace(drawing, outline=net.outline), None, 1, made.box.span)
                for net, drawing in zip(made.nets, drawings, strict=True)
            ]
            yield OffsetBatch(made.file_name, made.file_name, tuple(pieces))
