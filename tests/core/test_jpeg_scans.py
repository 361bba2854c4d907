"""A JPEG whose header promises more rows than its scans have is damaged, whatever its kind."""

from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from pawprint.core.image_reader import image_facts_of

#: Options of Pillow for the kinds of files that programs write.
KINDS: dict[str, dict[str, Any]] = {
    "sequential": {},
    "small": {"optimize": True, "quality": 20, "subsampling": 2},
    "progressive": {"progressive": True},
    "restarts": {"restart_marker_rows": 1, "subsampling": 0},
    "both": {"progressive": True, "restart_marker_blocks": 3},
}
HEIGHT = 41


def jpeg(mode: str, kind: str, flat: bool = False) -> bytes:
    """A picture of 37 by 41 pixels: of one colour, or of noise."""
    size = 37, HEIGHT
    count = size[0] * size[1] * len(mode)
    data = bytes([200]) * count if flat else Random(1).randbytes(count)
    file = BytesIO()
    Image.frombytes(mode, size, data).save(file, "JPEG", **KINDS[kind])
    return file.getvalue()


def with_height(data: bytes, height: int) -> bytes:
    """A JPEG with another height in the header of its frame."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data[: at + 5] + height.to_bytes(2, "big") + data[at + 7 :]


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
@pytest.mark.parametrize("kind", KINDS)
def test_complete_picture_is_accepted_and_truncated_picture_refused(mode: str, kind: str) -> None:
    whole = jpeg(mode, kind)
    assert image_facts_of(whole, "fox.jpg")[:2] == (37, HEIGHT)
    for height in (HEIGHT + 23, 4 * HEIGHT, 1000):
        with pytest.raises(ValueError, match=r"'fox\.jpg' is damaged: it has fewer pixels than its header says"):
            image_facts_of(with_height(whole, height), "fox.jpg")


@pytest.mark.parametrize("kind", KINDS)
def test_picture_of_a_single_colour_is_complete(kind: str) -> None:
    assert image_facts_of(jpeg("RGB", kind, flat=True), "sky.jpg")[:2] == (37, HEIGHT)


def test_data_after_a_picture_or_in_its_metadata_is_ignored() -> None:
    whole = jpeg("RGB", "sequential")
    thumbnail = jpeg("L", "restarts")
    note = b"\xff\xe5" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    assert image_facts_of(whole[:2] + note + whole[2:] + b"\xff\xd8 more", "fox.jpg")[:2] == (37, HEIGHT)
