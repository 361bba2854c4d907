"""What image files say of themselves, also where their colour profile is damaged."""

import struct
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from pawprint.core.raster import ImageHeader, image_header, image_size


def png(profile: bytes | None) -> bytes:
    """A picture of 4 by 3 pixels."""
    file = BytesIO()
    Image.new("RGB", (4, 3)).save(file, "PNG", icc_profile=profile)
    return file.getvalue()


def with_chunk(data: bytes, kind: bytes, body: bytes) -> bytes:
    """A PNG with one chunk more behind its header."""
    chunk = struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return data[:33] + chunk + data[33:]


def srgb() -> bytes:
    return ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


@pytest.mark.parametrize(
    ("data", "profile"),
    [
        (png(None), ""),
        (png(srgb()), ""),
        (png(ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()), "XYZ identity built-in"),
        (png(b"no profile"), "unreadable"),
        (png(srgb()[:200]), "unreadable"),
        (with_chunk(png(None), b"iCCP", b"name\0\0not compressed"), ""),
        (with_chunk(png(None), b"iCCP", b"name\0\0" + zlib.compress(srgb())[:-9]), ""),
    ],
    ids=["none", "sRGB", "another", "no profile", "cut off", "not compressed", "half compressed"],
)
def test_the_colour_profile_of_an_image_is_named(tmp_path: Path, data: bytes, profile: str) -> None:
    path = tmp_path / "fox.png"
    path.write_bytes(data)
    assert image_header(str(path)) == ImageHeader(4, 3, "RGB", profile)
    assert image_size(path, "fox.png") == (4, 3)
