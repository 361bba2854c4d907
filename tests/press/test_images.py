"""Raster images keep their pixels, and PNG and JPEG data is not packed anew."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import pikepdf
import pytest
from PIL import Image

from pawprint.graphics.ops import DrawImage, Op
from pawprint.press import images
from pawprint.press._pdf_file import PdfFile
from pawprint.press.file_metadata import COATED_PROFILE
from pawprint.press.print_profile import PrintProfile
from press import sample
from press.sample import MM
from sample_images import corners, oriented, quarters

Parse = Callable[[bytes], pikepdf.Pdf]
Picture = Callable[..., Image.Image]


def shown(path: Path, x: float = 10, y: float = 10, width: float = 40, height: float = 20) -> DrawImage:
    return DrawImage(x * MM, y * MM, width * MM, height * MM, str(path))


def pixels(mode: str = "RGB") -> Image.Image:
    """Four by two pixels, all different."""
    image = Image.new("RGB", (4, 2))
    image.putdata([(60 * x, 200 * y, 255 - 60 * x) for y in range(2) for x in range(4)])
    return image.convert(mode)


def colours(image: Image.Image) -> list[Any]:
    """The pixels of four by two, row by row."""
    return [image.getpixel((x, y)) for y in range(2) for x in range(4)]


def image_in(pdf: pikepdf.Pdf) -> Any:
    (image,) = (thing for thing in pdf.pages[0].Resources.XObject.values() if thing.Subtype == "/Image")
    return image


def middles(page: Image.Image) -> list[Any]:
    """The colours in the middle of each of the eight pixels, as `shown` places them."""
    return [page.getpixel((20 * (15 + 10 * x), 20 * (15 + 10 * y))) for y in range(2) for x in range(4)]


@pytest.mark.parametrize("name", ["art.png", "art.tiff"])
@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1"])
def test_pixels_are_upright_and_in_order(tmp_path: Path, picture: Picture, mode: str, name: str) -> None:
    path = tmp_path / name
    pixels(mode).save(path)
    expected = pixels(mode).convert("RGB")
    assert middles(picture(sample.page(shown(path)))) == colours(expected)


def test_png_is_not_recompressed(tmp_path: Path, parsed: Parse) -> None:
    path = tmp_path / "image.png"
    pixels().save(path)
    assert image_in(parsed(sample.page(shown(path)))).read_raw_bytes() in path.read_bytes()


@pytest.mark.parametrize("palette", [b"", b"\1\2\3\4"])
def test_png_with_a_damaged_palette_is_printed_as_other_programs_show_it(
    tmp_path: Path, parsed: Parse, palette: bytes
) -> None:
    path = tmp_path / "image.png"
    pixels("P").save(path)
    data = path.read_bytes()
    at = data.index(b"PLTE") - 4
    end = at + 12 + int.from_bytes(data[at : at + 4], "big")
    chunk = len(palette).to_bytes(4, "big") + b"PLTE" + palette + crc32(b"PLTE" + palette).to_bytes(4, "big")
    path.write_bytes(data[:at] + (chunk if palette else b"") + data[end:])
    assert image_in(parsed(sample.page(shown(path)))).Width == 4


def test_png_with_a_longer_header_is_printed_as_other_programs_show_it(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.png"
    pixels().save(path)
    data = path.read_bytes()
    header = b"IHDR" + data[16:29] + b"x"
    path.write_bytes(data[:8] + b"\0\0\0\x0e" + header + crc32(header).to_bytes(4, "big") + data[33:])
    assert middles(picture(sample.page(shown(path)))) == colours(pixels())


def test_picture_with_damaged_exif_data_is_upright(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.png"
    pixels("RGBA").save(path, exif=b"Exif\0\0no tiff")
    assert middles(picture(sample.page(shown(path)))) == colours(pixels())


def test_jpeg_is_passed_through(tmp_path: Path, parsed: Parse, picture: Picture) -> None:
    path = tmp_path / "image.jpg"
    pixels().resize((160, 80), 0).save(path, quality=95)
    data = sample.page(shown(path))
    image = image_in(parsed(data))
    assert image.Filter == "/DCTDecode"
    assert image.read_raw_bytes() == path.read_bytes()
    for ours, real in zip(middles(picture(data)), colours(pixels()), strict=True):
        assert ours == pytest.approx(real, abs=12)


def test_jpeg_for_print_preserves_its_colours(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.jpg"
    Image.new("CMYK", (16, 16), (0, 255, 255, 0)).save(path, quality=95)
    red, green, blue = middles(picture(sample.page(shown(path))))[0]
    assert red > 200
    assert green < 80
    assert blue < 80


def test_photo_on_its_side_is_turned_upright(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.jpg"
    path.write_bytes(oriented(6))
    page = picture(sample.page(shown(path, width=20, height=40)))
    assert all(
        a == pytest.approx(b, abs=12)
        for a, b in zip(
            [page.getpixel((20 * x, 20 * y)) for y in (20, 40) for x in (15, 25)], corners(quarters()), strict=True
        )
    )


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
def test_transparent_image_shows_its_ground(tmp_path: Path, parsed: Parse, picture: Picture, mode: str) -> None:
    path = tmp_path / "image.png"
    image = pixels().convert(mode)
    image.putalpha(128)
    image.save(path)
    data = sample.page(shown(path))
    assert image_in(parsed(data)).SMask.ColorSpace == "/DeviceGray"
    assert parsed(data).pages[0].Group.S == "/Transparency"
    expected = [tuple((255 + part) / 2 for part in colour) for colour in colours(image.convert("RGB"))]
    for ours, real in zip(middles(picture(data)), expected, strict=True):
        assert ours == pytest.approx(real, abs=3)


def test_opaque_alpha_is_left_out(tmp_path: Path, parsed: Parse) -> None:
    path = tmp_path / "image.png"
    pixels("RGBA").save(path)
    pdf = parsed(sample.page(shown(path)))
    assert "/SMask" not in image_in(pdf)
    assert "/Group" not in pdf.pages[0]


def test_png_with_a_single_clear_colour_is_transparent(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.png"
    pixels().save(path, transparency=(0, 0, 255))
    colours = middles(picture(sample.page(shown(path))))
    assert colours[0] == (255, 255, 255)
    assert colours[1] == (60, 0, 195)


def test_interlaced_png_is_unpacked(tmp_path: Path, picture: Picture) -> None:
    path = tmp_path / "image.png"
    path.write_bytes(_interlaced())
    assert middles(picture(sample.page(shown(path)))) == [(255, 0, 0)] * 8


def _interlaced() -> bytes:
    """One red pixel, marked as interlaced, which makes no difference for one pixel."""
    import struct
    import zlib

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I4s", len(body), kind) + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 1)
    row = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", row) + chunk(b"IEND", b"")


def test_file_is_embedded_once(tmp_path: Path, parsed: Parse) -> None:
    path = tmp_path / "image.png"
    noise = random.Random(1)
    Image.frombytes("RGBA", (60, 60), noise.randbytes(60 * 60 * 4)).save(path)
    ops: tuple[Op, ...] = tuple(shown(path, 5 * number) for number in range(9))
    data = sample.page(*ops)
    assert image_in(parsed(data)).Width == 60
    assert len(data) < 1.2 * 60 * 60 * 4


def test_file_that_cannot_be_printed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "image.png"
    path.write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"'image\.png' is no image"):
        sample.page(shown(path))


def test_inks_of_a_cmyk_photo_are_unchanged_on_a_press(tmp_path: Path, parsed: Parse) -> None:
    path = tmp_path / "image.jpg"
    Image.new("CMYK", (16, 16), (0, 255, 255, 0)).save(path, icc_profile=COATED_PROFILE.read_bytes())
    file = PdfFile("en")
    printed = images.add_image(file, str(path), profile=PrintProfile(COATED_PROFILE.read_bytes()))
    assert printed[1] is False
    assert path.read_bytes() in file.finish()
    assert image_in(parsed(sample.page(shown(path)))).ColorSpace == "/DeviceRGB"


@pytest.mark.parametrize(("mode", "rows"), [("RGBA", 7), ("LA", 1), ("P", 3), ("RGB", 50)])
def test_image_encoded_in_strips_equals_the_whole_image(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, rows: int
) -> None:
    image = Image.effect_noise((40, 50), 90).convert("RGB")
    if mode == "P":
        image = image.quantize(16)
        image.info["transparency"] = 3
    elif mode != "RGB":
        image = image.convert(mode)
        image.putalpha(Image.effect_noise((40, 50), 90))
    path = tmp_path / "image.tiff" if mode == "RGB" else tmp_path / "image.png"
    image.save(path)
    whole = sample.page(shown(path))
    monkeypatch.setattr(images, "_STRIP", rows * 40)
    assert sample.page(shown(path)) == whole
    assert b"/SMask" in whole or mode == "RGB"
