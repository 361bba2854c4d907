"""Raster images by their path: an absolute file name, or a `data:` URI, which is an image inside of another file."""

import base64
import binascii
from functools import lru_cache
from io import BytesIO
from pathlib import Path

#: More pixels than this serve no card; 40 megapixels cover A3 at 450 dpi.
MAX_PIXELS = 40_000_000

_DATA = "data:"


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
        ValueError: it is no PNG or JPEG, breaks off in the middle, or is absurdly large; the message says which.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(BytesIO(image) if isinstance(image, bytes) else image, formats=("PNG", "JPEG")) as opened:
            width, height = opened.size
            if width * height > MAX_PIXELS:
                raise ValueError(_too_large(name, f"{width} x {height}"))
            opened.load()
    except Image.DecompressionBombError:
        raise ValueError(_too_large(name, "hundreds of millions of")) from None
    except UnidentifiedImageError:
        raise ValueError(f"'{name}' is neither a PNG nor a JPEG image") from None
    except (OSError, SyntaxError):  # what Pillow says of files that break off, or whose parts contradict each other
        raise ValueError(f"'{name}' is damaged") from None
    return width, height


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
