"""Images of several kinds for tests: colour profiles, Exif orientations, formats."""

import io
import struct
from collections.abc import Sequence
from typing import Any

from PIL import Image

#: Red, green and blue of colour spaces, adapted to D50; gamma.
ADOBE = ((0.60974, 0.31111, 0.01947), (0.20528, 0.62567, 0.06087), (0.14919, 0.06322, 0.74457)), 2.19921875
P3 = ((0.51512, 0.24120, -0.00105), (0.29198, 0.69225, 0.04189), (0.15710, 0.06657, 0.78407)), 2.2
#: Orientation of Exif -> how an upright picture becomes the stored one.
STORED = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}  # fmt: skip


def profile(space: str, primaries: Sequence[Sequence[float]], gamma: float) -> bytes:
    """An ICC profile of a screen, version 2: `RGB` with three *primaries*, or `GRAY` with none."""

    def xyz(values: Sequence[float]) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(struct.pack(">i", round(value * 65536)) for value in values)

    name = b"desc\0\0\0\0" + struct.pack(">I", 5) + b"test\0" + bytes(79)
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + bytes(2)
    tags = {b"desc": name, b"wtpt": xyz((0.9642, 1.0, 0.8249)), b"cprt": b"text\0\0\0\0none\0\0\0\0"}
    for colour, values in zip((b"r", b"g", b"b"), primaries, strict=False):
        tags |= {colour + b"XYZ": xyz(values), colour + b"TRC": curve}
    tags |= {} if primaries else {b"kTRC": curve}
    at, table, body = 132 + 12 * len(tags), b"", b""
    for kind, content in tags.items():
        content += bytes(-len(content) % 4)
        table += kind + struct.pack(">II", at + len(body), len(content))
        body += content
    head = struct.pack(">I4sI4s4s4s", at + len(body), b"test", 0x02400000, b"mntr", space.encode().ljust(4), b"XYZ ")
    head += bytes(12) + b"acsp" + bytes(28) + struct.pack(">iii", 63190, 65536, 54061) + bytes(48)
    return head + struct.pack(">I", len(tags)) + table + body


def saved(image: Image.Image, form: str, **options: Any) -> bytes:
    """The file of *image*."""
    out = io.BytesIO()
    options = {"JPEG": {"quality": 95, "subsampling": 0}, "WEBP": {"lossless": True}}.get(form, {}) | options
    image.save(out, form, **options)
    return out.getvalue()


def quarters(side: int = 32) -> Image.Image:
    """A portrait, twice as high as wide, with four colours in its quarters."""
    small = Image.new("RGB", (2, 2))
    small.putdata([(220, 30, 30), (30, 200, 40), (30, 40, 210), (230, 210, 40)])
    return small.resize((side, 2 * side), Image.Resampling.NEAREST)


def oriented(orientation: int, form: str = "JPEG") -> bytes:
    """The file of `quarters` as a camera stores it."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = quarters()
    return saved(image.transpose(STORED[orientation]) if orientation in STORED else image, form, exif=exif)


def corners(image: Image.Image) -> list[Any]:
    """The colours in the middle of each quarter, row by row."""
    image = image.convert("RGB")
    width, height = image.size
    return [image.getpixel((width * x // 4, height * y // 4)) for y in (1, 3) for x in (1, 3)]
