"""Raster image -> image object of a PDF. Data that PDF can hold unchanged is not decoded."""

import struct
import warnings
import zlib
from io import BytesIO

from PIL import Image, ImageChops, ImageOps, UnidentifiedImageError

from pawprint.core.raster import image_bytes, image_name
from pawprint.press.pdf_file import PdfFile

#: An A4 page at 600 dpi has 35 million pixels; more than that on a card is a mistake or an attack.
PIXEL_LIMIT = 40_000_000

_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}
_ORIENTATION = 0x0112  # the Exif tag: how a camera was held; 1 is upright
_PNG_START = b"\x89PNG\r\n\x1a\n"


def _too_large(path: str) -> str:
    return f"image '{image_name(path)}' has more than {PIXEL_LIMIT // 1_000_000} million pixels"


def add_image(file: PdfFile, path: str, rgb: bool = False) -> tuple[str, bool]:
    """Add the image file *path*; the reference to it, and whether one can see through it.

    Args:
        rgb: an image in printing inks is brought to the colours of the screen.

    Raises:
        ValueError: it has more than 40 million pixels.
        OSError: it cannot be read, or is no image.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(BytesIO(image_bytes(path)))
    except UnidentifiedImageError as error:
        raise OSError(f"'{image_name(path)}' is no image") from error
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise ValueError(_too_large(path)) from error
    with image:
        if image.width * image.height > PIXEL_LIMIT:
            raise ValueError(_too_large(path))
        if image.format == "PNG":
            ready = _png_as_it_is(file, image_bytes(path))
            if ready:
                return ready, False
        upright = image.getexif().get(_ORIENTATION, 1) == 1
        inks = image.mode == "CMYK" and rgb
        if image.format == "JPEG" and image.mode in _SPACES and upright and not inks:
            entries = _entries(image.width, image.height, _SPACES[image.mode])
            if image.mode == "CMYK" and "adobe" in image.info:  # Adobe's programs write them inverted
                entries += "/Decode[1 0 1 0 1 0 1 0]"
            return file.add(entries + "/Filter/DCTDecode", image_bytes(path), packed=True), False
        pixels = image if upright else ImageOps.exif_transpose(image)
        return _pixels(file, pixels.convert("RGB") if inks else pixels)


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
    at = len(_PNG_START)
    while at + 8 <= len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            rows.append(body)
        else:
            chunks[kind] = body
        at += 12 + length
    width, height, bits, kind_of_colour, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if interlaced or kind_of_colour not in (0, 2, 3) or b"tRNS" in chunks:
        return None
    bands, space = (3, "/DeviceRGB") if kind_of_colour == 2 else (1, "/DeviceGray")
    if kind_of_colour == 3:
        palette = chunks[b"PLTE"]
        space = f"[/Indexed/DeviceRGB {len(palette) // 3 - 1}<{palette.hex()}>]"
    entries = _entries(width, height, space, bits) + _predicted(width, bands, bits)
    return file.add(entries, b"".join(rows), packed=True)


def _pixels(file: PdfFile, image: Image.Image) -> tuple[str, bool]:
    """Encode the pixels of *image*; transparency becomes a soft mask."""
    mask = ""
    if "A" in image.getbands() or "transparency" in image.info:
        image = image.convert("RGBA")
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            mask = "/SMask " + _rows(file, alpha)
        image = image.convert("RGB")
    elif image.mode not in _SPACES:
        image = image.convert("L" if image.mode in ("1", "I;16") else "RGB")
    return _rows(file, image, mask), bool(mask)


def _rows(file: PdfFile, image: Image.Image, mask: str = "") -> str:
    """The pixels, each row as its difference from the one above (filter 2 of PNG), which packs better."""
    width, height = image.size
    bands = len(image.getbands())
    above = Image.new(image.mode, image.size)
    above.paste(image, (0, 1))
    difference = ImageChops.subtract_modulo(image, above).tobytes()
    lines = Image.new("L", (width * bands + 1, height), 2)
    lines.paste(Image.frombuffer("L", (width * bands, height), difference, "raw", "L", 0, 1), (1, 0))
    entries = _entries(width, height, _SPACES[image.mode]) + _predicted(width, bands) + mask
    return file.add(entries, zlib.compress(lines.tobytes(), 6), packed=True)
