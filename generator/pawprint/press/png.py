"""Pages of a PDF file as pictures, drawn by PDFium: for previews, exports and virtual tables."""

from types import TracebackType
from typing import Any

import pypdfium2
from pypdfium2 import raw

from pawprint.core.colour import WHITE, Colour
from pawprint.core.geometry import Box
from pawprint.press.images import QUALITY, PagePixels, encoded

_NOTHING = (255, 255, 255, 0)


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
        return encoded(self._pixels(part, scale, scale, *pixels, dpi, None if transparent else WHITE), "png")

    def pixels(self, page: int, dpi: int, crop: Box | None = None) -> PagePixels:
        """The pixels of `png`, on white."""
        width, height = self._show(page).get_size()
        part = crop or Box(0, 0, width, height)
        columns, rows = max(round(part.width * dpi / 72), 1), max(round(part.height * dpi / 72), 1)
        return self._pixels(part, dpi / 72, dpi / 72, columns, rows, dpi, WHITE)

    def picture(
        self,
        page: int,
        width: int,
        height: int,
        form: str = "png",
        transparent: bool = False,
        ground: Colour = WHITE,
        quality: int = QUALITY,
    ) -> bytes:
        """The page with index *page* (from 0) as a picture of *width* by *height* pixels, which both are at least 1.

        Args:
            form, quality: see `encoded`.
            transparent: where nothing is drawn, the picture is transparent and has no *ground*; not in JPEG.

        Raises:
            IndexError: there is no such page.
        """
        across, down = self._show(page).get_size()
        scale = width / across, height / down
        clear = transparent and form != "jpeg"
        pixels = self._pixels(Box(0, 0, across, down), *scale, width, height, scale[0] * 72, None if clear else ground)
        return encoded(pixels, form, quality)

    def _show(self, page: int) -> Any:
        if not 0 <= page < len(self._document):
            raise IndexError(f"there is no page {page}; the file has {len(self._document)}")
        # several crops of one sheet follow each other, and reading the sheet takes as long as drawing one
        if self._open is None or self._open[0] != page:
            if self._open is not None:
                self._open[1].close()
            self._open = (page, self._document[page])
        return self._open[1]

    def _pixels(
        self, part: Box, across: float, down: float, columns: int, rows: int, dpi: float, ground: Colour | None
    ) -> PagePixels:
        """A part of the open page, scaled by *across* and *down*, on *ground*; None for a transparent one."""
        assert self._open is not None
        kind = raw.FPDFBitmap_BGRA if ground is None else raw.FPDFBitmap_BGR
        bitmap = pypdfium2.PdfBitmap.new_native(columns, rows, kind, rev_byteorder=True)
        bitmap.fill_rect(_NOTHING if ground is None else (*ground, 255), 0, 0, columns, rows)
        matrix = raw.FS_MATRIX(across, 0, 0, down, -part.x * across, -part.y * down)
        clip = raw.FS_RECTF(0, 0, columns, rows)
        sheet = self._open[1]
        raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, sheet.raw, matrix, clip, raw.FPDF_REVERSE_BYTE_ORDER)
        drawn = PagePixels(bytes(bitmap.buffer), bitmap.stride, columns, rows, ground is None, dpi)
        bitmap.close()
        return drawn


def render(pdf: bytes, page: int, dpi: int, crop: Box | None = None, transparent: bool = False) -> bytes:
    """One page of a PDF file; see `PageImages.png`, which is faster for several."""
    with PageImages(pdf) as pages:
        return pages.png(page, dpi, crop, transparent)
