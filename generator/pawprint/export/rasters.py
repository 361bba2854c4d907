"""Drawings -> raster pictures of an exact size in pixels, for every exporter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.length import ZERO, Length
from pawprint.impose.imposition import Piece, one_up
from pawprint.press.image_forms import recoded
from pawprint.press.png import PageImages
from pawprint.press.sheet_pdf import write

if TYPE_CHECKING:
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_options import ExportOptions


class RasterRequest(NamedTuple):
    """A raster picture to make.

    Attributes:
        width, height: of the whole picture in pixels.
        bleed: how much of the art beyond the trim is in the picture, on all sides.
        form: `png`, `jpeg` or `webp`.
        transparent: where nothing is drawn, rather than white; not in JPEG.
    """

    drawing: Drawing
    width: int
    height: int
    bleed: Length = ZERO
    form: str = "png"
    transparent: bool = False

    @classmethod
    def at_resolution(
        cls, drawing: Drawing, dpi: int, bleed: Length = ZERO, form: str = "png", transparent: bool = False
    ) -> RasterRequest:
        """A picture with *dpi* pixels to the inch."""
        trim = drawing.trim
        width, height = (max(1, round((side.pt + 2 * bleed.pt) * dpi / 72)) for side in (trim.width, trim.height))
        return cls(drawing, width, height, bleed, form, transparent)


def rasters(requests: Iterable[RasterRequest], language: str, options: ExportOptions) -> Iterator[bytes]:
    """The pictures of *requests*, in their order, drawn from the same PDF as for printing.

    Args:
        language: of the texts on them.
        options: how many processes draw, and where earlier pictures are.
    """
    for request in requests:
        page = one_up(Piece(request.drawing), request.bleed, marks=False)[0]
        with PageImages(write([page], title=request.drawing.name, language=language)) as pages:
            png = pages.png_of_size(0, request.width, request.height, request.transparent)
        yield recoded(png, request.form)
