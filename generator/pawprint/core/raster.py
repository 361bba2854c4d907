"""Raster images by their path: an absolute file name, or a `data:` URI, which is an image inside of another file."""

import base64
import binascii
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from pawprint.core.files import read_bounded
from pawprint.core.image_reader import MAX_BYTES, ImageFacts, ImageFault, image_facts_of, printable_of

_DATA = "data:"
#: Bytes of converted images in memory; the ones that were converted first are dropped first.
_MAX_CONVERTED = 64_000_000


def image_bytes(path: str) -> bytes:
    """The content of the image at *path*.

    Raises:
        OSError: the file cannot be read, or is too large.
    """
    return _decoded(path) if path.startswith(_DATA) else read_bounded(Path(path), MAX_BYTES)


def printable_image(path: str, inks: bool = False) -> bytes:
    """A PNG or JPEG file of what is printed of the image at *path*; what is inside of another file is that already.

    Args:
        inks: see `printable_of`.

    Raises:
        OSError: see `image_bytes`.
        ImageFault: it cannot be printed.
    """
    if path.startswith(_DATA):
        return _decoded(path)
    key = (path, *_stamp(path), inks)
    if key not in _converted:
        data = image_bytes(path)
        printable = printable_of(data, Path(path).name, inks)
        if printable is data:
            return data
        _converted[key] = printable
        while len(_converted) > 1 and sum(map(len, _converted.values())) > _MAX_CONVERTED:
            _converted.pop(next(iter(_converted)), None)
        return printable
    return _converted[key]


#: Path and state of a file, and whether it is for inks -> what is printed of it.
_converted: dict[tuple[object, ...], bytes] = {}


def image_facts(path: str) -> ImageFacts:
    """The facts of the image at *path*, read once.

    Raises:
        ImageFault: it cannot be printed.
    """
    facts = _facts(path, _stamp(path))
    if isinstance(facts, str):
        raise ImageFault(facts)
    return facts


@lru_cache(maxsize=512)
def _facts(path: str, stamp: tuple[int, int]) -> ImageFacts | str:
    """The facts or the fault of an image; *stamp* changes with the file."""
    name = "the image inside" if path.startswith(_DATA) else Path(path).name
    try:
        facts = image_facts_of(image_bytes(path), name)
        if not facts.decoded:
            printable_image(path)
    except OSError as error:
        return f"'{name}' cannot be read: {error.strerror}"
    except ImageFault as fault:
        return str(fault)
    return facts


def _stamp(path: str) -> tuple[int, int]:
    try:
        state = None if path.startswith(_DATA) else Path(path).stat()
    except OSError:  # reading it says why
        state = None
    return (state.st_mtime_ns, state.st_size) if state else (0, 0)


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
