"""Pictures of pages are exact, small and always the same."""

import io
import struct
from collections.abc import Callable

import pytest
from PIL import Image

from pawprint.core.geometry import Box
from pawprint.press.png import PageImages, render
from press import sample
from press.sample import MM, RED


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


@pytest.mark.parametrize(("dpi", "size"), [(72, (298, 420)), (300, (1240, 1748))])
def test_page_has_the_pixels_of_its_size(everything: bytes, dpi: int, size: tuple[int, int]) -> None:
    image = opened(render(everything, 0, dpi))
    assert image.size == size
    assert image.mode == "RGB"
    assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_poker_card_at_300_dpi_has_750_pixels() -> None:
    data = render(sample.page(), 0, 300, Box(10.1 * MM, 7.7 * MM, 63.5 * MM, 88.9 * MM))
    assert opened(data).size == (750, 1050)


def test_crop_starts_exactly_where_it_should() -> None:
    data = sample.page(sample.box(20 * MM, 30 * MM, 10 * MM, 10 * MM, RED))
    image = opened(render(data, 0, 508, Box(20 * MM, 30 * MM, 10 * MM, 10 * MM)))
    assert image.getcolors() == [(200 * 200, tuple(RED))]


def test_several_pages_are_drawn_from_a_single_open_file(everything: bytes) -> None:
    crop = Box(10, 10, 50, 50)
    with PageImages(everything) as pages:
        assert len(pages) == 3
        for page in (0, 2, 2, 1, 0):
            assert pages.png(page, 100, crop) == render(everything, page, 100, crop)


def test_chunks_are_in_order_and_hold_no_time(everything: bytes) -> None:
    data = render(everything, 2, 100)
    kinds, at = [], 8
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        kinds.append(kind)
        at += 12 + length
    assert kinds == [b"IHDR", b"sRGB", b"pHYs", b"IDAT", b"IEND"]


def test_white_is_paper(picture: Callable[..., Image.Image]) -> None:
    assert picture(sample.page(), dpi=20).getcolors() == [(83 * 117, (255, 255, 255))]


@pytest.mark.parametrize("page", [-1, 3])
def test_missing_page_is_refused(everything: bytes, page: int) -> None:
    with pytest.raises(IndexError, match="the file has 3"):
        render(everything, page, 72)
