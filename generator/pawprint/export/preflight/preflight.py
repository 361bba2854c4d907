"""Sides of pieces -> findings: the checks that all print services and printers share, in one place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from pawprint.export.preflight.bleed_check import CHECK_DPI, unfilled
from pawprint.export.preflight.piece_checks import check_side, report_end
from pawprint.export.preflight.placed_side import PlacedSide, SideReport
from pawprint.export.rasters import RasterRequest

if TYPE_CHECKING:
    from pawprint.catalog.model import Record
    from pawprint.core.length import Length
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportSource
    from pawprint.export.preflight.requirements import Requirements


class CheckedSide(NamedTuple):
    """One side of a piece that is going to be printed.

    Attributes:
        drawing: the whole canvas; its trim is the canvas, and it has no bleed of its own.
        needs: what its print must meet.
    """

    record: Record
    side: str
    drawing: Drawing
    needs: Requirements


def preflight(source: ExportSource, sides: Iterable[CheckedSide], bleed: Length) -> None:
    """Report what a print of *sides* would suffer from, each fault with its piece and the element that shows it.

    Args:
        bleed: that the drawings are composed with.
    """
    checked = list(sides)
    composer, findings = source.composer(bleed), source.workspace.findings
    requests = (_request(one) for one in checked)
    for one, png in zip(checked, source.rasters(requests), strict=True):
        report = SideReport(findings, source.game, one.record, source.language, one.side)
        placed = PlacedSide(composer, source.game, one.record, source.language, one.side, one.needs)
        ended = check_side(placed, report)
        gaps = {edge: gap for edge, gap in unfilled(png, one.needs).items() if edge not in ended}
        if gaps:
            worst = min(gaps.values(), key=lambda gap: gap.beyond)
            report_end(one.needs, placed.topmost(*worst.at), list(gaps), worst.beyond, report)


def _request(one: CheckedSide) -> RasterRequest:
    return RasterRequest.at_resolution(one.drawing, CHECK_DPI, transparent=True)
