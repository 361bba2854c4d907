"""Raster image -> image object of a PDF. Data that PDF can hold unchanged is not decoded."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from PIL import Image, ImageChops

from pawprint.core.image_reader import plain, quiet_pillow
from pawprint.core.png_chunks import PNG_START, png_chunk, png_chunks, png_header
from pawprint.core.raster import printable_image
from pawprint.press._pdf_file import PdfFile

if TYPE_CHECKING:
    from pawprint.press.print_profile import PrintProfile


# --- Pixels -> the bytes of a picture: PNG, JPEG, WebP ----------------------------------------------------------------

# PNG is written here, because packing takes longer than drawing, and flat art needs no clever filters.


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


# --- images -----------------------------------------------------------------------------------------------------------


_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
#: The JPEG quality of photographs that are compressed again in inks, 1 to 95.
_PHOTO_QUALITY = 95
#: The pixels that are encoded at a time: a large image takes several times its size in all forms that it goes through.
_STRIP = 1_000_000


@contextmanager
def open_image(path: str, inks: bool = False) -> Iterator[Image.Image]:
    """What is printed of the image file *path*; see `printable_image`.

    Raises:
        ValueError, OSError: it cannot be read or printed.
    """
    with _opened(printable_image(path, inks)) as image:
        yield image


@contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    with quiet_pillow(), Image.open(BytesIO(data), formats=("PNG", "JPEG", "TIFF")) as image:
        yield image


@lru_cache(maxsize=4096)
def has_alpha(path: str) -> bool:
    """True if a part of the image file *path* is transparent; see `open_image`."""
    with open_image(path) as image:
        return _opacity(image) is not None


def add_image(file: PdfFile, path: str, rgb: bool = False, profile: "PrintProfile | None" = None) -> tuple[str, bool]:
    """Add the image file *path*; the reference to it, and whether it is transparent.

    Args:
        rgb: an image in printing inks is brought to the colours of the screen.
        profile: all images are brought to its inks.

    Raises:
        ValueError, OSError: see `open_image`.
    """
    data = printable_image(path, inks=profile is not None)
    with _opened(data) as image:
        if image.format == "PNG" and profile is None:
            ready = _png_as_it_is(file, data)
            if ready:
                return ready, False
        inks = image.mode == "CMYK" and rgb
        as_it_is = not inks if profile is None else image.mode == "CMYK"
        if image.format in ("JPEG", "MPO") and image.mode in _SPACES and as_it_is:
            entries = _entries(image.width, image.height, _SPACES[image.mode])
            if image.mode == "CMYK" and "adobe" in image.info:  # Adobe's programs write them inverted
                entries += "/Decode[1 0 1 0 1 0 1 0]"
            return file.add(entries + "/Filter/DCTDecode", data, packed=True), False
        if profile is not None:
            return _separated(file, image, profile, image.format in ("JPEG", "MPO"))
        return _pixels(file, image.convert("RGB") if inks else image)


def inks_of(image: Image.Image, profile: "PrintProfile") -> tuple[Image.Image, Image.Image | None]:
    """*image* in inks (CMYK, or grey for black alone), and its opacity; None if it is opaque."""
    return profile.image(_without_alpha(image)), _opacity(image)


def _separated(file: PdfFile, image: Image.Image, profile: "PrintProfile", photo: bool) -> tuple[str, bool]:
    """Encode the pixels of *image* in inks; those of a *photo* as JPEG."""
    pixels, alpha = inks_of(image, profile)
    mask = "/SMask " + _rows(file, alpha) if alpha else ""
    if not photo:
        return _rows(file, pixels, mask), alpha is not None
    out = BytesIO()
    pixels.save(out, "JPEG", quality=_PHOTO_QUALITY, subsampling=0)
    entries = _entries(pixels.width, pixels.height, _SPACES[pixels.mode])
    entries += "/Decode[1 0 1 0 1 0 1 0]" if pixels.mode == "CMYK" else ""  # Pillow writes inks inverted
    return file.add(entries + "/Filter/DCTDecode", out.getvalue(), packed=True), False


def _entries(width: int, height: int, space: str, bits: int = 8) -> str:
    size = f"/Width {width}/Height {height}"
    return f"/Type/XObject/Subtype/Image{size}/ColorSpace{space}/BitsPerComponent {bits}"


def _predicted(width: int, bands: int, bits: int = 8) -> str:
    """The filter of rows that are filtered and packed as PNG does it."""
    parameters = f"/Predictor 15/Colors {bands}/BitsPerComponent {bits}/Columns {width}"
    return f"/Filter/FlateDecode/DecodeParms<<{parameters}>>"


def _png_as_it_is(file: PdfFile, data: bytes) -> str | None:
    """Take over the rows of a PNG that is neither interlaced nor see-through; None if it is."""
    chunks: dict[bytes, bytes] = {}
    rows: list[bytes] = []
    for kind, body in png_chunks(data):
        if kind == b"IDAT":
            rows.append(body)
        else:
            chunks[kind] = body
    header = png_header(chunks.get(b"IHDR", b""))
    if header is None:  # damaged: printed as image programs show it
        return None
    width, height, bits, kind_of_colour = header[:4]
    if header.interlaced or kind_of_colour not in (0, 2, 3) or b"tRNS" in chunks:
        return None
    bands, space = (3, "/DeviceRGB") if kind_of_colour == 2 else (1, "/DeviceGray")
    if kind_of_colour == 3:
        palette = chunks.get(b"PLTE", b"")
        if not palette or len(palette) % 3:  # damaged: printed as image programs show it
            return None
        space = f"[/Indexed/DeviceRGB {len(palette) // 3 - 1}<{palette.hex()}>]"
    entries = _entries(width, height, space, bits) + _predicted(width, bands, bits)
    return file.add(entries, b"".join(rows), packed=True)


def _pixels(file: PdfFile, image: Image.Image) -> tuple[str, bool]:
    """Encode the pixels of *image*; transparency becomes a soft mask."""
    alpha = _opacity(image)
    mask = "/SMask " + _rows(file, alpha) if alpha else ""
    return _rows(file, image, mask), bool(mask)


def _opacity(image: Image.Image) -> Image.Image | None:
    """The opacity of *image*; None if it is opaque."""
    if "A" in image.getbands():
        alpha = image.getchannel("A")
    elif "transparency" in image.info:
        alpha = Image.new("L", image.size)
        for top, strip in _strips(image):
            alpha.paste(strip.convert("RGBA").getchannel("A"), (0, top))
    else:
        return None
    return alpha if alpha.getextrema() != (255, 255) else None


def _without_alpha(image: Image.Image) -> Image.Image:
    """*image*, or a strip of it, in a mode of `_SPACES`."""
    colours = plain(image)
    return colours.convert("L" if colours.mode == "LA" else "RGB") if "A" in colours.mode else colours


def _strips(image: Image.Image, above: int = 0) -> Iterator[tuple[int, Image.Image]]:
    """*image* in strips, each with the number of its first row, and with *above* more rows before that."""
    rows = max(1, _STRIP // image.width)
    for top in range(0, image.height, rows):
        yield top, image.crop((0, top - above, image.width, min(top + rows, image.height)))


def _rows(file: PdfFile, image: Image.Image, mask: str = "") -> str:
    """The pixels, each row as its difference from the one above (filter 2 of PNG), which packs better."""
    width = image.width
    pack, packed, mode = zlib.compressobj(6), [], ""
    for top, strip in _strips(image, above=1):
        pixels = _without_alpha(strip)
        mode, bands, height = pixels.mode, len(pixels.getbands()), pixels.height - 1
        before = pixels.crop((0, 0, width, height))
        if not top:  # nothing is above the first row
            before.paste(0, (0, 0, width, 1))
        difference = ImageChops.subtract_modulo(pixels.crop((0, 1, width, height + 1)), before).tobytes()
        lines = Image.new("L", (width * bands + 1, height), 2)
        lines.paste(Image.frombuffer("L", (width * bands, height), difference, "raw", "L", 0, 1), (1, 0))
        packed.append(pack.compress(lines.tobytes()))
    packed.append(pack.flush())
    entries = _entries(width, image.height, _SPACES[mode]) + _predicted(width, len(mode)) + mask
    return file.add(entries, b"".join(packed), packed=True)
