"""Raster images by their path: an absolute file name, or a `data:` URI, which is an image inside of another file."""

import base64
import binascii
import struct
import zlib
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from pawprint.core.jpeg_scans import with_more_data

#: More pixels than this serve no card; 40 megapixels cover A3 at 450 dpi.
MAX_PIXELS = 40_000_000
#: The longer side of an image, or of a drawing, divided by the shorter one: a wilder one is no picture of anything.
MAX_RATIO = 1_000

#: All data of a JPEG are read, but its pixels are made as small as they can be: an eighth of its sides.
_SMALLEST = (1, 1)

_DATA = "data:"
#: What Pillow raises for files that break off, or whose parts contradict each other.
DAMAGED = (
    OSError,
    SyntaxError,
    LookupError,
    ArithmeticError,
    AttributeError,
    TypeError,
    EOFError,
    struct.error,
    zlib.error,
)
#: Names of colour profiles that mean sRGB.
_SRGB = ("srgb", "iec61966-2.1", "iec 61966-2.1")


def image_bytes(path: str) -> bytes:
    """The content of the image at *path*.

    Raises:
        OSError: the file cannot be read.
    """
    return _decoded(path) if path.startswith(_DATA) else Path(path).read_bytes()


def image_name(path: str) -> str:
    """What messages call the image at *path*."""
    return "inside of a drawing" if path.startswith(_DATA) else path


@lru_cache(maxsize=64)
def _decoded(uri: str) -> bytes:
    return base64.b64decode(uri.partition(",")[2])


def data_uri(data: bytes) -> str:
    """The path of an image that is not in a file of its own: PNG, TIFF or JPEG."""
    kind = "png" if data.startswith(b"\x89PNG") else "tiff" if data.startswith(b"II*\0") else "jpeg"
    return f"{_DATA}image/{kind};base64,{base64.b64encode(data).decode()}"


def embedded_image(uri: str) -> bytes:
    """The image in a `data:` URI as another program has written it.

    Raises:
        ValueError: it is not base64.
    """
    head, comma, text = uri.partition(",")
    if not comma or not head.lower().rstrip().endswith(";base64"):
        raise ValueError("the image is not written in base64")
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("the image is not base64") from None


def image_size(image: Path | bytes, name: str) -> tuple[int, int]:
    """Width and height in pixels of a file or its content; all of it is read. *name* is how messages call it.

    Raises:
        ValueError: it is no PNG or JPEG, has fewer pixels than it says, or is absurdly large; the message says which.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        # Not from the file itself: a damaged one says that it is huge, and room for all of that would be made
        data = BytesIO(image if isinstance(image, bytes) else image.read_bytes())
        with Image.open(data, formats=("PNG", "JPEG")) as opened:
            width, height = opened.size
            if width * height > MAX_PIXELS:
                raise ValueError(_too_large(name, f"{width} x {height}"))
            if max(width, height) > MAX_RATIO * min(width, height):
                message = f"'{name}' has {width} x {height} pixels; one side may be {MAX_RATIO} times the other"
                raise ValueError(message)
            opened.draft(None, _SMALLEST)
            opened.load()
            if opened.format == "JPEG":
                with Image.open(BytesIO(with_more_data(data.getvalue())), formats=("JPEG",)) as longer:
                    longer.draft(None, _SMALLEST)
                    if longer.tobytes() != opened.tobytes():
                        raise ValueError(f"'{name}' is damaged: it has fewer pixels than its header says")
    except Image.DecompressionBombError:
        raise ValueError(_too_large(name, "hundreds of millions of")) from None
    except UnidentifiedImageError:
        raise ValueError(f"'{name}' is neither a PNG nor a JPEG image") from None
    except DAMAGED:
        raise ValueError(f"'{name}' is damaged") from None
    return width, height


class ImageHeader(NamedTuple):
    """What an image file says of itself.

    Attributes:
        mode: of its colours, as Pillow calls it: `RGB`, `CMYK`, `L`, ...
        profile: the name of its colour profile; empty for sRGB, and where it has none.
    """

    width: int
    height: int
    mode: str
    profile: str


def image_header(path: str) -> ImageHeader:
    """The header of the image at *path*, read once.

    Raises:
        OSError: it cannot be read, or is no image.
    """
    return _header(path, 0 if path.startswith(_DATA) else Path(path).stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _header(path: str, stamp: int) -> ImageHeader:
    """See `image_header`; *stamp* changes with the file."""
    from PIL import Image, ImageCms

    with Image.open(BytesIO(image_bytes(path))) as image:
        data = image.info.get("icc_profile")
        width, height, mode = image.width, image.height, image.mode
    profile = ""
    if data:
        try:
            profile = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(data))).strip()
        except (OSError, ImageCms.PyCMSError):
            profile = "unreadable"
    return ImageHeader(width, height, mode, "" if any(name in profile.lower() for name in _SRGB) else profile)


def rgba_pixels(png: bytes) -> tuple[int, int, bytes]:
    """Width and height of a PNG, and red, green, blue and alpha of its pixels, row by row."""
    from PIL import Image

    with Image.open(BytesIO(png)) as opened:
        image = opened.convert("RGBA")
    return image.width, image.height, image.tobytes()


def visible_part(png: bytes) -> tuple[bytes, tuple[int, int, int, int]] | None:
    """A PNG without its empty margins, and the left, top, right and bottom of what is left; None if all is empty."""
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        pixels = image.convert("RGBA")
    box = pixels.getchannel("A").getbbox()
    if box is None:
        return None
    out = BytesIO()
    pixels.crop(box).save(out, "PNG")
    return out.getvalue(), box


def _too_large(name: str, count: str) -> str:
    return f"'{name}' has {count} pixels; {MAX_PIXELS / 1e6:.0f} million are the limit"
