"""Raster image in any of several formats -> a PNG or JPEG file of what is printed.

What is printed is upright, in sRGB, grey or inks, the first picture of the file, and at most `MAX_PIXELS` large. A PNG
or JPEG file that is all of this is not written again.
"""

import os
import re
import struct
import warnings
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from io import BytesIO
from itertools import islice, product
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from pawprint.core.png_chunks import PngHeader, decoded_strips, png_chunks, png_header

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageCms import ImageCmsTransform


# --- jpeg scans -------------------------------------------------------------------------------------------------------

# The scans of a JPEG: how many there are, and whether they have the data of all pixels that the header promises.


#: Markers of a JPEG; one of eight restarts; and what ends the data of a scan: neither an escaped 255 nor a restart.
_END_OF_IMAGE, _START_OF_SCAN, _RESTART_INTERVAL, _RESTART = 0xD9, 0xDA, 0xDD, 0xD0
_RESTARTS = re.compile(rb"\xff[\xd0-\xd7]")
_MARKER = re.compile(rb"\xff+[^\x00\xd0-\xd7\xff]")
#: The next marker with a length, as decoders find it: they skip anything else.
_NEXT = re.compile(rb"\xff+([^\x00\x01\xd0-\xd7\xff])", re.DOTALL)
#: Bytes whose compressed form is added to the data of a scan.
_ADDED = 256
#: Data are added to so many scans; programs write about ten.
_JPEG_SCANS_SCANS = 1000


def count_scans(jpeg: bytes) -> int:
    """The number of scans; a decoder goes through all pixels for each."""
    return sum(1 for _ in _scan_ends(jpeg))


def with_more_data(jpeg: bytes) -> bytes:
    """A JPEG with something added to the data of each scan: a decoder that has all pixels skips it.

    If data are missing, a decoder fills up with grey and says nothing, but reads whatever is added. So the pixels of
    both files are the same only if none are missing.
    """
    noise = zlib.compress(jpeg[-_ADDED:]).replace(b"\xff", b"\0")  # any bytes without markers among them
    parts: list[bytes] = []
    start = 0
    for end, restart in islice(_scan_ends(jpeg), _JPEG_SCANS_SCANS):
        parts += [jpeg[start:end], noise]
        if restart is not None:
            parts += [bytes((0xFF, _RESTART + (restart + further) % 8)) + noise for further in range(8)]
        start = end
    return b"".join([*parts, jpeg[start:]])


def _scan_ends(jpeg: bytes) -> Iterator[tuple[int, int | None]]:
    """The end of each scan of a JPEG, and the number of its next restart marker; None without restart markers."""
    at, restarts = 2, False
    while (marker := _NEXT.search(jpeg, at)) and marker.end() + 2 <= len(jpeg):
        kind, at = marker[1][0], marker.end()
        (length,) = struct.unpack_from(">H", jpeg, at)
        if kind == _END_OF_IMAGE or length < 2:
            return
        if kind == _RESTART_INTERVAL:
            restarts = any(jpeg[at + 2 : at + 4])
        at += length
        if kind == _START_OF_SCAN:
            end = _MARKER.search(jpeg, at)
            if end is None:
                return
            done = len(_RESTARTS.findall(jpeg, at, end.start()))
            at = end.start()
            yield at, done if restarts else None


# --- image reader -----------------------------------------------------------------------------------------------------


#: The suffixes of the files that are read.
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".avif", ".bmp")
READ = "PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP"
#: What is printed has at most so many pixels: 40 megapixels cover A3 at 450 dpi.
MAX_PIXELS = 40_000_000
#: The longer side of an image, or of a drawing, divided by the shorter one: a wilder one is no picture of anything.
MAX_RATIO = 1_000
MAX_BYTES = 100_000_000

#: Format -> the most millions of pixels that are read: as many as 400 MB of memory hold.
_MILLIONS = {"JPEG": 175, "MPO": 175, "PNG": 70, "GIF": 70, "TIFF": 40, "BMP": 40, "AVIF": 25, "WEBP": 20}
#: That of PNG files that take no memory, or little: in strips, or one byte for a pixel.
_MILLIONS_SMALL = 175
#: Memory for a JPEG that is stored in several scans, which a decoder reads as a whole: two bytes for each sample.
_SCAN_MEMORY = 360_000_000
#: As many scans may always be there, and more as long as their pixels add up to this: a decoder takes time for each.
_SCANS, _SCANNED = 12, 100_000_000
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "AVIF", "BMP")
#: The beginnings of files, also of some that are not read.
_BEGINNINGS = {
    "PNG": (0, b"\x89PNG"), "JPEG": (0, b"\xff\xd8\xff"), "GIF": (0, b"GIF8"), "BMP": (0, b"BM"), "WebP": (8, b"WEBP"),
    "TIFF": (0, b"II*\0"), "AVIF": (4, b"ftypavi"), "HEIC": (4, b"ftyphei"), "Photoshop": (0, b"8BPS"),
}  # fmt: skip
#: All data of a JPEG are read, but its pixels are made as small as they can be: an eighth of its sides.
_SMALLEST = (1, 1)
#: Pixels that change their form at a time.
_STRIP = 2_000_000
#: Of photographs that are compressed again, 1 to 95.
_QUALITY = 95
_PACKING = 1
_ORIENTATION = 0x0112  # the Exif tag: how a camera was held; 1 is upright
#: Colours that differ by no more than this in a conversion to sRGB are in sRGB already.
_SAME = 2
#: The mode of an image -> the mode of its colours without alpha, if that is not RGB.
_COLOURS = {**dict.fromkeys(("1", "L", "LA", "La", "I;16", "I;16B", "I;16L"), "L"), "CMYK": "CMYK", "LAB": "LAB"}
#: That mode -> the kind of colours of profiles for it.
_SPACES = {"L": "GRAY", "RGB": "RGB", "CMYK": "CMYK"}
#: Guards the standard error of the process, which threads share.
_ERRORS = Lock()
#: What Pillow raises for files that break off, or whose parts contradict each other.
_DAMAGED = (
    OSError,
    SyntaxError,
    LookupError,
    ArithmeticError,
    AttributeError,
    AssertionError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
    EOFError,
    struct.error,
    zlib.error,
)


class ImageFault(ValueError):
    """An image cannot be printed; the message says why."""


class ImageNote(NamedTuple):
    """Something that a picture loses: a warning. *message* comes after the name of the file."""

    code: str
    message: str
    help: str


class ImageFacts(NamedTuple):
    """An image as it is printed.

    Attributes:
        mode: the colour mode, as in Pillow: `RGB`, `CMYK`, `L`, ...
        decoded: False for an image so large that it is known to be whole only when `printable_of` has reduced it.
    """

    width: int
    height: int
    mode: str
    notes: tuple[ImageNote, ...] = ()
    decoded: bool = True


class _Change(NamedTuple):
    """How an image differs from what is printed.

    Attributes:
        factor: its sides are divided by this.
        turn: its Exif orientation.
        transform: converts its colours to sRGB.
    """

    factor: int
    turn: int
    transform: "ImageCmsTransform | None"
    notes: tuple[ImageNote, ...]


def image_facts_of(data: bytes, name: str) -> ImageFacts:
    """The facts of the image in *data*. *name* is how messages call it.

    Raises:
        ImageFault: it cannot be printed.
    """
    with _opened(data, name) as image:
        change = _change_of(image, data, name, inks=False)
        width, height = (-(-side // change.factor) for side in image.size)
        if change.turn >= 5:
            width, height = height, width
        photo = image.format in ("JPEG", "MPO")
        if photo:
            _check_scans(image, data, name)
        elif change.factor == 1:
            image.load()
        mode = image.mode if change.transform is None or image.mode != "CMYK" else "RGB"
    return ImageFacts(width, height, mode, change.notes, photo or change.factor == 1)


def printable_of(data: bytes, name: str, inks: bool = False) -> bytes:
    """The PNG or JPEG file of what is printed of the image in *data*; the same object if nothing changes.

    Args:
        inks: the numbers of a CMYK image are for the press that prints it; otherwise a profile in it says which
            colours they are.

    Raises:
        ImageFault: it cannot be printed.
    """
    with _opened(data, name) as image:
        change = _change_of(image, data, name, inks)
        if image.format in ("PNG", "JPEG", "MPO") and change[:3] == (1, 1, None):
            return data
        photo = image.format in ("JPEG", "MPO", "AVIF") or (image.format == "WEBP" and b"VP8L" not in data)
        picture = _in_srgb(_turned(_decoded(image, data, change.factor), change.turn), change.transform)
    picture.info.clear()
    out = BytesIO()
    if picture.mode == "CMYK" or (photo and picture.mode in ("L", "RGB")):
        picture.save(out, "JPEG", quality=_QUALITY, subsampling=0)
    else:
        picture.save(out, "PNG", compress_level=_PACKING)
    return out.getvalue()


@contextmanager
def quiet_pillow() -> Iterator[None]:
    """Drop the warnings of Pillow; the ones that matter are findings."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def _quiet_libtiff() -> Iterator[None]:
    """Drop what libtiff writes to the standard error of the process."""
    with _ERRORS:
        try:
            saved_stderr = os.dup(2)
        except OSError:  # there is none
            yield
            return
        try:
            with Path(os.devnull).open("wb") as nowhere:
                os.dup2(nowhere.fileno(), 2)
            yield
        finally:
            os.dup2(saved_stderr, 2)
            os.close(saved_stderr)


@contextmanager
def _opened(data: bytes, name: str) -> "Iterator[Image]":
    """The image, of a size that is allowed; whatever is wrong with the file is an `ImageFault`."""
    from PIL import Image, UnidentifiedImageError

    try:
        quiet_libtiff = _quiet_libtiff() if data[:2] in (b"II", b"MM") else nullcontext()
        with quiet_pillow(), quiet_libtiff, Image.open(BytesIO(data), formats=_FORMATS) as image:
            _check_size(image, data, name)
            yield image
    except ImageFault:
        raise
    except Image.DecompressionBombError:
        raise ImageFault(f"'{name}' has more than {_MILLIONS_SMALL} million pixels, which is the limit") from None
    except UnidentifiedImageError:
        raise ImageFault(f"'{name}' {_unidentified(data)}") from None
    except _DAMAGED as error:
        if "not available" in str(error):  # a codec
            raise ImageFault(f"'{name}' cannot be read on this computer: {error}") from None
        raise ImageFault(f"'{name}' is damaged") from None


def _unidentified(data: bytes) -> str:
    """The reason why Pillow opens no image in *data*."""
    from PIL import features

    kind = next((kind for kind, (at, begin) in _BEGINNINGS.items() if data.startswith(begin, at)), "")
    if not kind or kind.upper() not in _FORMATS:
        return f"is {f'a {kind} file' if kind else 'no image'}; {READ} are read"
    if kind in ("WebP", "AVIF") and not features.check(kind.lower()):
        return f"is {kind}, which Pillow on this computer cannot read"
    return "is damaged"


def _check_size(image: "Image", data: bytes, name: str) -> None:
    width, height = image.size
    if max(width, height) > MAX_RATIO * min(width, height):
        raise ImageFault(f"'{name}' has {width} x {height} pixels; one side may be {MAX_RATIO} times the other")
    kind, most = str(image.format), _MILLIONS[str(image.format)] * 1_000_000
    header = _header_of(data) if kind == "PNG" else None
    if kind == "PNG" and (image.mode in ("1", "L", "P") or (header and header.has_strips)):
        most = _MILLIONS_SMALL * 1_000_000
    elif kind in ("JPEG", "MPO") and (scans := count_scans(data)) > 1:
        kind, most = "progressive JPEG", min(most, _SCAN_MEMORY // (2 * len(image.getbands())))
        if scans > _SCANS + _SCANNED // (width * height):
            raise ImageFault(f"'{name}' has {scans} scans of {width} x {height} pixels, which takes too long to read")
    if width * height > most:
        limit = f"{most / 1e6:.0f} million are the limit of {kind} files"
        raise ImageFault(f"'{name}' has {width} x {height} pixels; {limit}")
    if image.mode in ("I", "F"):
        raise ImageFault(f"'{name}' has 32 bits for each pixel; 8 and 16 are read")


def _header_of(png: bytes) -> PngHeader | None:
    return png_header(next((body for kind, body in png_chunks(png) if kind == b"IHDR"), b""))


def _check_scans(image: "Image", jpeg: bytes, name: str) -> None:
    """See `with_more_data`."""
    from PIL import Image

    image.draft(None, _SMALLEST)
    image.load()
    with Image.open(BytesIO(with_more_data(jpeg)), formats=("JPEG",)) as longer:
        longer.draft(None, _SMALLEST)
        if longer.tobytes() != image.tobytes():
            raise ImageFault(f"'{name}' is damaged: it has fewer pixels than its header says")


def _change_of(image: "Image", data: bytes, name: str, inks: bool) -> _Change:
    notes: list[ImageNote] = []
    if getattr(image, "is_animated", False) and image.format != "MPO":  # which adds a smaller copy, or a map of lights
        help = "save the picture that you want as a separate file"
        notes.append(ImageNote("animated-image", "has several pictures, and only the first is printed", help))
    transform = None
    mode = _COLOURS.get(image.mode, "RGB")
    profile = image.info.get("icc_profile")
    if (profile or "icc_profile" in image.info) and not (inks and mode == "CMYK"):
        try:
            transform = _transform(profile or b"", mode)
        except ValueError as error:
            message = f"has a colour profile that {error}, and its colours are printed as if it had none"
            notes.append(ImageNote("image-colours", message, "save it again as sRGB"))
    elif image.mode == "LAB":
        transform = _transform(b"", "LAB")
    factor = 1
    while -(-image.width // factor) * -(-image.height // factor) > MAX_PIXELS:
        factor += factor if image.format in ("JPEG", "MPO") else 1  # a decoder of JPEG halves
    return _Change(factor, _orientation(image, data), transform, tuple(notes))


def _orientation(image: "Image", data: bytes) -> int:
    """1 to 8, as Exif has it; a file whose Exif data are damaged does not say otherwise."""
    from PIL import Image

    if image.format == "TIFF":  # put upright as it is read
        return 1
    if image.format == "PNG" and "exif" not in image.info:  # it may come after the pixels
        exif = next((body for kind, body in png_chunks(data) if kind == b"eXIf"), None)
        image.info |= {"exif": exif} if exif else {}
    try:
        turn = Image.Image.getexif(image).get(_ORIENTATION, 1)  # that of a PNG would decode it
    except _DAMAGED:
        return 1
    return turn if turn in range(1, 9) else 1


@lru_cache(maxsize=16)
def _transform(profile: bytes, mode: str) -> "ImageCmsTransform | None":
    """The conversion from a profile to sRGB; None if that changes nothing.

    Raises:
        ValueError: the profile cannot be used; the message continues "a colour profile that".
    """
    from PIL import Image, ImageCms

    try:
        source = ImageCms.createProfile("LAB") if mode == "LAB" else ImageCms.ImageCmsProfile(BytesIO(profile))
        if mode != "LAB":
            space = str(source.profile.xcolor_space).strip()  # type: ignore[union-attr]
            if space != _SPACES.get(mode):
                raise ValueError(f"is for other colours ({space}) than the image has ({mode})")
        intent, flags = ImageCms.Intent.RELATIVE_COLORIMETRIC, ImageCms.Flags.BLACKPOINTCOMPENSATION
        transform = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), mode, "RGB", intent, flags)
        if mode not in ("L", "RGB"):
            return transform
        steps = bytes(range(0, 256, 51))
        sample = Image.frombytes("RGB", (216, 1), bytes(part for colour in product(steps, repeat=3) for part in colour))
        sample = sample if mode == "RGB" else Image.linear_gradient("L")
        before, after = sample.tobytes(), _applied(sample, transform).tobytes()
    except (OSError, TypeError, AttributeError, ImageCms.PyCMSError):
        raise ValueError("cannot be read") from None
    return transform if max(abs(a - b) for a, b in zip(before, after, strict=True)) > _SAME else None


def _applied(image: "Image", transform: "ImageCmsTransform") -> "Image":
    from PIL import ImageCms

    if image.mode == "RGB":  # in place, which saves memory
        ImageCms.applyTransform(image, transform, inPlace=True)
        return image
    converted = ImageCms.applyTransform(image, transform)
    assert converted is not None, "only a conversion in place gives nothing"
    return converted.convert("L") if image.mode == "L" else converted


def _in_srgb(image: "Image", transform: "ImageCmsTransform | None") -> "Image":
    if transform is None:
        return image
    alpha = image.getchannel("A") if "A" in image.getbands() and image.mode != "LAB" else None
    if alpha is None:
        return _applied(image, transform)
    converted = _applied(image.convert(image.mode.removesuffix("A")), transform)
    converted.putalpha(alpha)
    return converted


def _decoded(image: "Image", data: bytes, factor: int) -> "Image":
    """The pixels in a form that `plain` gives, with the sides divided by *factor*."""
    from PIL import Image

    width, height = (-(-side // factor) for side in image.size)
    if image.format in ("JPEG", "MPO"):
        image.draft(None, (image.width // factor, image.height // factor))
    if image.size == (width, height):
        image.load()
        return plain(image)
    small: Image.Image | None = None
    top = 0
    for strip in _strips(image, data, factor):
        reduced = plain(strip).reduce(factor)
        small = small or Image.new(reduced.mode, (width, height))
        small.paste(reduced, (0, top))
        top += reduced.height
    assert small is not None, "an image has rows"
    return small


def _strips(image: "Image", data: bytes, step: int) -> "Iterable[Image]":
    """The image in strips with a multiple of *step* rows, decoded one after the other if the format allows it."""
    if image.format == "PNG" and (header := _header_of(data)) and header.has_strips:
        return decoded_strips(data, header, step)
    rows = max(_STRIP // image.width // step, 1) * step
    tops = range(0, image.height, rows)
    return (image.crop((0, top, image.width, min(top + rows, image.height))) for top in tops)


def plain(image: "Image") -> "Image":
    """*image* in grey (L), red, green and blue (RGB), both with an alpha (LA, RGBA), inks (CMYK) or LAB."""
    if image.mode.startswith("I;16"):
        return image.convert("I").point(lambda value: value * (1 / 257) + 0.5).convert("L")
    if image.mode in ("L", "RGB", "CMYK", "LAB") and "transparency" not in image.info:
        return image
    if image.mode in ("LA", "RGBA"):
        return image
    if image.mode in ("PA", "La", "RGBa") or "transparency" in image.info:
        return image.convert("RGBA")
    if image.mode == "P" and image.palette is None:  # a copy gets the usual one
        image = image.crop((0, 0, *image.size))
    return image.convert("L" if image.mode == "1" else "RGB")


def _turned(image: "Image", orientation: int) -> "Image":
    """*image* upright."""
    from PIL.Image import Transpose

    turns = {
        2: Transpose.FLIP_LEFT_RIGHT, 3: Transpose.ROTATE_180, 4: Transpose.FLIP_TOP_BOTTOM, 5: Transpose.TRANSPOSE,
        6: Transpose.ROTATE_270, 7: Transpose.TRANSVERSE, 8: Transpose.ROTATE_90,
    }  # fmt: skip
    return image.transpose(turns[orientation]) if orientation in turns else image
