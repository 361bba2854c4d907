"""Drawings of whole pictures -> files in the form that is asked for, raster or vector."""

from collections.abc import Iterator, Sequence

from pawprint.core.length import ZERO
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportSource
from pawprint.graphics.ops import Drawing
from pawprint.press.sheet_pdf import write
from pawprint.press.svg_writer import SvgPress
from pawprint.sheets.imposition import Piece, one_up

#: Suffixes of raster pictures -> what `RasterRequest` calls their forms.
RASTERS = {"png": "png", "jpg": "jpeg", "webp": "webp"}
#: All suffixes.
FORMS = (*RASTERS, "svg", "pdf")
#: So many pixels a picture may have.
MOST_PIXELS = 100_000_000


def picture_files(
    source: ExportSource, form: str, drawings: Sequence[Drawing], pixels: Sequence[tuple[int, int]]
) -> Iterator[bytes]:
    """The files of *drawings*, which have no bleed.

    Args:
        form: one of `FORMS`.
        pixels: width and height of each raster picture.
    """
    if form in RASTERS:
        yield from source.rasters(
            RasterRequest(drawing, width, height, form=RASTERS[form])
            for drawing, (width, height) in zip(drawings, pixels, strict=True)
        )
    elif form == "svg":
        yield from (SvgPress(shared=True).write(drawing) for drawing in drawings)
    else:
        for drawing in drawings:
            yield write(one_up(Piece(drawing), ZERO, marks=False), title=drawing.name, language=source.language)
