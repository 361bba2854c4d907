"""Pixels -> the bytes of a picture: PNG, JPEG, WebP.

PNG is written here, because packing takes longer than drawing, and flat art needs no clever filters.
"""

import struct
import zlib
from io import BytesIO
from typing import NamedTuple

from pawprint.core.png_chunks import PNG_START, png_chunk

_INCH_IN_METRES = 0.0254
#: Rows that are packed at once, so that no large picture is in memory a second time.
_ROWS = 64
#: The quality at which flat art shows no blocks, of JPEG and of WebP.
QUALITY = 92
FORMS = ("png", "jpeg", "webp")


class PagePixels(NamedTuple):
    """A picture in memory.

    Attributes:
        data: rows of red, green and blue, and of alpha if it has one, *stride* bytes apart.
        dpi: how many pixels are an inch, > 0.
    """

    data: bytes
    stride: int
    width: int
    height: int
    has_alpha: bool
    dpi: float


def encoded(pixels: PagePixels, form: str, quality: int = QUALITY) -> bytes:
    """The file of *pixels*; in JPEG they must not have an alpha.

    Args:
        form: one of `FORMS`.
        quality: 1 to 100; PNG has no loss.

    Raises:
        ValueError: there is no such form.
    """
    if form == "png":
        return _png(pixels)
    if form not in FORMS:
        raise ValueError(f"there is no form '{form}'")
    from PIL import Image, ImageFile

    mode = "RGBA" if pixels.has_alpha else "RGB"
    size = pixels.width, pixels.height
    picture = Image.frombuffer(mode, size, pixels.data, "raw", mode, pixels.stride, 1)
    out = BytesIO()
    if form == "jpeg":
        density = (pixels.dpi, pixels.dpi)
        # Pillow packs such a file in one go, into a block that is too small for art with many details.
        ImageFile.MAXBLOCK = max(ImageFile.MAXBLOCK, 4 * pixels.width * pixels.height)
        picture.save(out, "JPEG", quality=quality, subsampling=0, optimize=True, dpi=density)
    else:
        picture.save(out, "WEBP", quality=quality, method=2)
    return out.getvalue()


def palette_webp(pixels: PagePixels) -> bytes:
    """A WebP file of at most 256 colours, without other loss; *pixels* must not have an alpha.

    Pages are mostly flat, so it is smaller than a PNG file of these colours, and than WebP of a lower quality.
    """
    from PIL import Image

    size = pixels.width, pixels.height
    picture = Image.frombuffer("RGB", size, pixels.data, "raw", "RGB", pixels.stride, 1)
    out = BytesIO()
    picture.quantize(256, Image.Quantize.FASTOCTREE).convert("RGB").save(out, "WEBP", lossless=True, method=2)
    return out.getvalue()


def _png(pixels: PagePixels) -> bytes:
    """A PNG file whose rows are not filtered."""
    data, stride = pixels.data, pixels.stride
    length = (4 if pixels.has_alpha else 3) * pixels.width
    starts = range(0, pixels.height * stride, stride)
    packer = zlib.compressobj(1)
    packed = [
        packer.compress(b"".join([b"\0" + data[at : at + length] for at in starts[first : first + _ROWS]]))
        for first in range(0, pixels.height, _ROWS)
    ]
    density = round(pixels.dpi / _INCH_IN_METRES)
    kind = 6 if pixels.has_alpha else 2
    return b"".join(
        [
            PNG_START,
            png_chunk(b"IHDR", struct.pack(">IIBBBBB", pixels.width, pixels.height, 8, kind, 0, 0, 0)),
            png_chunk(b"sRGB", b"\0"),
            png_chunk(b"pHYs", struct.pack(">IIB", density, density, 1)),
            png_chunk(b"IDAT", b"".join(packed) + packer.flush()),
            png_chunk(b"IEND", b""),
        ]
    )
