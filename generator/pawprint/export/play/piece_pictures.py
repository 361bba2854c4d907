"""Drawings -> compact pictures in Base64, each once, for a page."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pawprint.export.rasters import RasterRequest
from pawprint.export.tabletop.picture_sheets import cell_size

if TYPE_CHECKING:
    from pawprint.draw.ops import Drawing
    from pawprint.export.export_source import ExportSource

#: The longest side of a picture in pixels, and the quality of WebP at which texts are still clear.
_SIDE, _QUALITY = 1600, 65


class PiecePictures:
    """The pictures of some sides of pieces.

    Attributes:
        files: in Base64; drawings that look the same have one.

    Args:
        dpi: of the pictures, unless one would be very large.
    """

    def __init__(self, source: ExportSource, drawings: Iterable[Drawing], dpi: int) -> None:
        self._dpi = dpi
        wanted = list(dict.fromkeys(drawings))
        numbers: dict[str, int] = {}
        self._numbers: dict[Drawing, int] = {}
        for drawing, data in zip(wanted, source.rasters(self._requests(wanted)), strict=True):
            self._numbers[drawing] = numbers.setdefault(base64.b64encode(data).decode(), len(numbers))
        self.files = list(numbers)

    def number(self, drawing: Drawing) -> int:
        """Which of the files shows *drawing*."""
        return self._numbers[drawing]

    def _requests(self, drawings: Iterable[Drawing]) -> Iterator[RasterRequest]:
        for drawing in drawings:
            width, height = cell_size(drawing, self._dpi, _SIDE)
            shaped = not drawing.outline.is_rectangle(drawing.trim)
            yield RasterRequest(drawing, width, height, form="webp", transparent=shaped, quality=_QUALITY)
