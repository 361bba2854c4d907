"""The targets `png` and `svg`: a picture of each side of each piece."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pawprint.build.image_options import ImageOptions
from pawprint.core.length import ZERO, Length
from pawprint.export.exporter import EXPORTERS, Exporter, option
from pawprint.export.rasters import RasterRequest
from pawprint.press.svg_writer import SvgPress

if TYPE_CHECKING:
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportSource


@dataclass(frozen=True, kw_only=True)
class _Pictures(Exporter):
    """A file for each side of each piece: `LANGUAGE/COMPONENT/face/ID.SUFFIX`."""

    bleed: Length = option(ZERO, "LENGTH", "Show the bleed, 0 to 5mm.", most=5)

    def _sides(self, source: ExportSource, suffix: str) -> Iterator[tuple[str, Drawing]]:
        for piece in source.pieces(ImageOptions(bleed=self.bleed)):
            for side, drawing in piece.sides:
                yield f"{source.language}/{piece.component.name}/{side}/{piece.record.id}.{suffix}", drawing


@EXPORTERS("png")
@dataclass(frozen=True, kw_only=True)
class PngExporter(_Pictures):
    """Write a PNG picture of each face and back.

    Without bleed, the pictures have the shape of the piece.

    Examples:

      pawprint export png food-chain

      pawprint export png fooden --lang en --component cards --out pictures
    """

    dpi: int = option(300, "N", "Dots per inch.", least=20, most=1200)

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
        sides = list(self._sides(source, "png"))
        requests = (
            RasterRequest.at_resolution(
                drawing,
                self.dpi,
                self.bleed,
                transparent=not self.bleed and not drawing.outline.is_rectangle(drawing.trim),
            )
            for _, drawing in sides
        )
        return zip((path for path, _ in sides), source.rasters(requests), strict=True)


@EXPORTERS("svg")
@dataclass(frozen=True, kw_only=True)
class SvgExporter(_Pictures):
    """Write an SVG picture of each face and back, with texts as outlines.

    Examples:

      pawprint export svg food-chain
    """

    def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
        """See `Exporter.files`."""
        for path, drawing in self._sides(source, "svg"):
            yield path, SvgPress().write(drawing)
