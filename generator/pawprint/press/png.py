"""Pages of a PDF file as PNG pictures, for previews and virtual tables.

PDFium draws; the picture is written here, because packing takes longer than drawing and flat art needs no
clever filters.
"""

import struct
import zlib
from types import TracebackType
from typing import Any

import pypdfium2
from pypdfium2 import raw

from pawprint.core.geometry import Box

_INCH_IN_METRES = 0.0254
_WHITE, _NOTHING = (255, 255, 255, 255), (255, 255, 255, 0)


class PageImages:
    """A PDF file that is open for drawing; use it in a `with` statement. PDFium is not for several threads.

    Args:
        pdf: the bytes of the file.
    """

    def __init__(self, pdf: bytes) -> None:
        self._document: Any = pypdfium2.PdfDocument(pdf)
        self._open: tuple[int, Any] | None = None

    def __enter__(self) -> "PageImages":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._document.close()  # and with it the page that is open

    def __len__(self) -> int:
        return len(self._document)

    def png(self, page: int, dpi: int, crop: Box | None = None, transparent: bool = False) -> bytes:
        """The page with index *page* (from 0) as a PNG of *dpi* pixels to the inch.

        Args:
            crop: the part to draw, in points from the top-left corner of the page; None for all of it.
            transparent: where nothing is drawn, the picture is transparent and not white.

        Raises:
            IndexError: there is no such page.
        """
        width, height = self._show(page).get_size()
        part = crop or Box(0, 0, width, height)
        scale = dpi / 72
        pixels = max(round(part.width * scale), 1), max(round(part.height * scale), 1)
        return self._drawn(part, scale, scale, *pixels, dpi, transparent)

    def png_of_size(self, page: int, width: int, height: int, transparent: bool = False) -> bytes:
        """The page with index *page* (from 0) as a PNG of *width* by *height* pixels, which both are at least 1.

        Args:
            transparent: where nothing is drawn, the picture is transparent and not white.

        Raises:
            IndexError: there is no such page.
        """
        across, down = self._show(page).get_size()
        return self._drawn(
            Box(0, 0, across, down), width / across, height / down, width, height, width / across * 72, transparent
        )

    def _show(self, page: int) -> Any:
        if not 0 <= page < len(self._document):
            raise IndexError(f"there is no page {page}; the file has {len(self._document)}")
        # several crops of one sheet follow each other, and reading the sheet takes as long as drawing one
        if self._open is None or self._open[0] != page:
            if self._open is not None:
                self._open[1].close()
            self._open = (page, self._document[page])
        return self._open[1]

    def _drawn(
        self, part: Box, across: float, down: float, columns: int, rows: int, dpi: float, transparent: bool
    ) -> bytes:
        """A part of the open page, scaled by *across* and *down*."""
        assert self._open is not None
        kind = raw.FPDFBitmap_BGRA if transparent else raw.FPDFBitmap_BGR
        bitmap = pypdfium2.PdfBitmap.new_native(columns, rows, kind, rev_byteorder=True)
        bitmap.fill_rect(_NOTHING if transparent else _WHITE, 0, 0, columns, rows)
        matrix = raw.FS_MATRIX(across, 0, 0, down, -part.x * across, -part.y * down)
        clip = raw.FS_RECTF(0, 0, columns, rows)
        sheet = self._open[1]
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, sheet.raw, matrix, clip, raw.FPDF_REVERSE_BYTE_ORDER)
        pixels, stride = bytes(bitmap.buffer), bitmap.stride
        bitmap.close()
        return _png(pixels, stride, columns, rows, dpi, 4 if transparent else 3)


def render(pdf: bytes, page: int, dpi: int, crop: Box | None = None, transparent: bool = False) -> bytes:
    """One page of a PDF file; see `PageImages.png`, which is faster for several."""
    with PageImages(pdf) as pages:
        return pages.png(page, dpi, crop, transparent)


def _png(pixels: bytes, stride: int, columns: int, rows: int, dpi: float, channels: int) -> bytes:
    """A PNG file of pixels with 3 or 4 channels (RGB, alpha), its rows unfiltered, *stride* bytes apart."""
    length = channels * columns
    lines = b"".join([b"\0" + pixels[at : at + length] for at in range(0, rows * stride, stride)])
    density = round(dpi / _INCH_IN_METRES)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", columns, rows, 8, 2 if channels == 3 else 6, 0, 0, 0)),
            _chunk(b"sRGB", b"\0"),
            _chunk(b"pHYs", struct.pack(">IIB", density, density, 1)),
            _chunk(b"IDAT", zlib.compress(lines, 1)),
            _chunk(b"IEND", b""),
        ]
    )


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))
