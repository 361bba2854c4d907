"""Images of any format become PNG or JPEG files of what is printed; what need not change stays as it is."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from PIL import Image, ImageCms

from pawprint.core import image_reader
from pawprint.core.image_reader import ImageFault, image_facts_of, printable_of
from pawprint.core.raster import image_facts
from pawprint.press.file_metadata import COATED_PROFILE, SRGB_PROFILE
from sample_images import ADOBE, P3, corners, oriented, profile, quarters, saved

LOSSY = 6


def printed(data: bytes, inks: bool = False) -> Image.Image:
    return Image.open(io.BytesIO(printable_of(data, "fox", inks)))


def near(found: object, expected: object, most: int) -> bool:
    return all(abs(a - b) <= most for a, b in zip(found, expected, strict=True))  # type: ignore[call-overload]


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_exif_orientation_is_applied(form: str, orientation: int) -> None:
    data = oriented(orientation, form)
    image = printed(data)
    assert image.size == quarters().size == image_facts_of(data, "fox")[:2]
    assert all(near(found, right, LOSSY) for found, right in zip(corners(image), corners(quarters()), strict=True))
    assert image.getexif().get(0x0112, 1) == 1


def test_exif_orientation_behind_the_pixels_of_a_png_is_applied() -> None:
    data = oriented(6, "PNG")
    start = data.index(b"eXIf") - 4
    end = start + 12 + int.from_bytes(data[start : start + 4], "big")
    moved = data[:start] + data[end:-12] + data[start:end] + data[-12:]
    assert corners(printed(moved)) == corners(quarters())


@pytest.mark.parametrize("form", ["JPEG", "PNG"])
@pytest.mark.parametrize("icc", [None, SRGB_PROFILE.read_bytes()])
def test_upright_srgb_image_is_unchanged(form: str, icc: bytes | None) -> None:
    data = saved(quarters(), form, icc_profile=icc)
    assert printable_of(data, "fox") is data
    assert image_facts_of(data, "fox") == (32, 64, "RGB", (), True)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP", "TIFF", "AVIF"])
@pytest.mark.parametrize(
    ("space", "colour", "right"), [(ADOBE, (60, 200, 80), (0, 201, 67)), (P3, (200, 100, 50), (216, 93, 24))]
)
def test_colour_profile_is_converted_to_srgb(
    form: str, space: tuple[tuple[tuple[float, ...], ...], float], colour: tuple[int, ...], right: tuple[int, ...]
) -> None:
    data = saved(Image.new("RGB", (16, 16), colour), form, icc_profile=profile("RGB", *space))
    assert near(printed(data).convert("RGB").getpixel((5, 5)), right, 2 if form in ("JPEG", "AVIF") else 1)
    assert image_facts_of(data, "fox").notes == ()


def test_colour_profile_is_converted_beside_alpha_and_in_palettes() -> None:
    icc = profile("RGB", *ADOBE)
    see_through = printed(saved(Image.new("RGBA", (4, 4), (60, 200, 80, 90)), "PNG", icc_profile=icc))
    assert near(see_through.getpixel((1, 1)), (0, 201, 67, 90), 1)
    palette = printed(saved(Image.new("RGB", (4, 4), (60, 200, 80)).quantize(4), "PNG", icc_profile=icc))
    assert near(palette.getpixel((1, 1)), (0, 201, 67), 1)


@pytest.mark.parametrize("mode", ["L", "LA"])
def test_grey_profile_is_converted(mode: str) -> None:
    data = saved(Image.new("L", (4, 4), 55).convert(mode), "PNG", icc_profile=profile("GRAY", (), 1.0))
    assert printed(data).mode == mode
    assert printed(data).convert("L").getpixel((1, 1)) == pytest.approx(128, abs=2)


@pytest.mark.parametrize("form", ["JPEG", "TIFF"])
def test_cmyk_with_a_profile_has_its_colours_on_screens_and_its_inks_on_a_press(form: str) -> None:
    inks = (0, 255, 255, 0)
    data = saved(Image.new("CMYK", (16, 16), inks), form, icc_profile=COATED_PROFILE.read_bytes())
    screen = printed(data)
    assert screen.mode == image_facts_of(data, "fox").mode == "RGB"
    assert near(screen.getpixel((5, 5)), (228, 6, 18), 10)
    press = printed(data, inks=True)
    assert press.mode == "CMYK"
    assert near(press.getpixel((5, 5)), inks, 2)
    if form == "JPEG":
        assert printable_of(data, "fox", inks=True) is data


def test_cmyk_without_a_profile_stays_in_inks() -> None:
    data = saved(Image.new("CMYK", (16, 16), (0, 255, 255, 0)), "JPEG")
    assert printable_of(data, "fox") is data
    assert image_facts_of(data, "fox").mode == "CMYK"


@pytest.mark.parametrize(
    ("icc", "message"),
    [
        (b"no profile", "has a colour profile that cannot be read"),
        (SRGB_PROFILE.read_bytes()[:200], "has a colour profile that cannot be read"),
        (COATED_PROFILE.read_bytes(), "is for other colours (CMYK) than the image has (RGB)"),
        (ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes(), "is for other colours (XYZ)"),
    ],
    ids=["no profile", "cut off", "CMYK", "XYZ"],
)
def test_unusable_colour_profile_is_a_note(icc: bytes, message: str) -> None:
    data = saved(quarters(), "PNG", icc_profile=icc)
    (note,) = image_facts_of(data, "fox").notes
    assert note.code == "image-colours"
    assert message in note.message
    assert corners(printed(data)) == corners(quarters())


def test_colour_profile_that_is_not_compressed_is_a_note() -> None:
    data = saved(quarters(), "PNG")
    body = b"iCCPname\0\0not compressed"
    chunk = struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    (note,) = image_facts_of(data[:33] + chunk + data[33:], "fox").notes
    assert note.code == "image-colours"


@pytest.mark.parametrize("form", ["GIF", "WEBP", "AVIF", "PNG", "TIFF"])
def test_animated_image_prints_its_first_picture_with_a_note(form: str) -> None:
    frames = [quarters(), Image.new("RGB", quarters().size)]
    data = saved(frames[0], form, save_all=True, append_images=frames[1:])
    assert [note.code for note in image_facts_of(data, "fox").notes] == ["animated-image"]
    assert all(
        near(found, right, LOSSY) for found, right in zip(corners(printed(data)), corners(frames[0]), strict=True)
    )


def test_photo_of_a_phone_with_a_second_picture_is_unchanged() -> None:
    data = saved(quarters(), "MPO", save_all=True, append_images=[quarters(8)])
    assert image_facts_of(data, "fox") == (32, 64, "RGB", (), True)
    assert printable_of(data, "fox") is data


@pytest.mark.parametrize("form", ["GIF", "WEBP", "TIFF", "BMP"])
@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB"])
def test_other_formats_become_png(form: str, mode: str) -> None:
    image = quarters().quantize(8) if mode == "P" else quarters().convert(mode)
    data = saved(image, form)
    assert printable_of(data, "fox").startswith(b"\x89PNG")
    assert corners(printed(data)) == corners(image)


@pytest.mark.parametrize("form", ["GIF", "WEBP", "TIFF", "AVIF"])
def test_alpha_of_other_formats_is_preserved(form: str) -> None:
    image = quarters().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 16, 32))
    result = printed(saved(image, form)).convert("RGBA")
    assert [result.getpixel((x, 10))[3] for x in (4, 28)] == [0, 255]  # type: ignore[index]


@pytest.mark.parametrize("form", ["PNG", "TIFF"])
def test_sixteen_bits_preserve_their_greys(form: str) -> None:
    image = Image.new("I;16", (2, 1))
    image.putpixel((0, 0), 128 * 257)
    image.putpixel((1, 0), 300)
    data = saved(image, form)
    assert image_facts_of(data, "fox")[:2] == (2, 1)
    grey = image_reader.plain(Image.open(io.BytesIO(data)))
    assert [grey.getpixel((x, 0)) for x in (0, 1)] == [128, 1]


def test_image_of_32_bits_is_refused() -> None:
    with pytest.raises(ImageFault, match="32 bits"):
        image_facts_of(saved(Image.new("F", (4, 4)), "TIFF"), "fox")


# -- sizes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "TIFF"])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_large_image_is_reduced(monkeypatch: pytest.MonkeyPatch, form: str, mode: str) -> None:
    monkeypatch.setattr(image_reader, "MAX_PIXELS", 32 * 64 - 1)
    data = saved(quarters(64).convert(mode), form)
    image = printed(data)
    assert image.size == image_facts_of(data, "fox")[:2]
    assert 64 / image.width == pytest.approx(128 / image.height, abs=0.1)
    assert image.width * image.height < 32 * 64
    expected = corners(quarters().convert(mode))
    assert all(near(found, right, LOSSY) for found, right in zip(corners(image), expected, strict=True))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "LA"])
def test_strips_of_a_png_equal_the_whole(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    from pawprint.core import png_chunks

    noise = Image.effect_noise((31, 53), 80).convert("RGB").convert(mode)
    noise.putalpha(Image.effect_noise((31, 53), 90)) if mode != "RGB" else None
    data = saved(noise, "PNG")
    header = png_chunks.png_header(next(png_chunks.png_chunks(data))[1])
    assert header is not None
    assert header.has_strips
    monkeypatch.setattr(png_chunks, "_STRIP", 31 * 2 * 7)
    strips = list(png_chunks.decoded_strips(data, header, 2))
    assert len(strips) > 5
    assert all(strip.height % 2 == 0 for strip in strips[:-1])
    assert b"".join(strip.tobytes() for strip in strips) == noise.tobytes()


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "WEBP", "TIFF", "AVIF", "BMP"])
def test_file_that_breaks_off_is_damaged(form: str) -> None:
    data = saved(Image.effect_noise((90, 60), 90).convert("RGB"), form)
    for share in (0.3, 0.6, 0.9):
        with pytest.raises(ImageFault, match="'fox' is damaged"):
            image_facts_of(data[: int(len(data) * share)], "fox")


def test_large_png_that_breaks_off_is_damaged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(image_reader, "MAX_PIXELS", 1000)
    data = saved(Image.effect_noise((90, 60), 90).convert("RGB"), "PNG")
    (tmp_path / "fox.png").write_bytes(data[: len(data) // 2])
    with pytest.raises(ImageFault, match=r"'fox\.png' is damaged"):
        image_facts(str(tmp_path / "fox.png"))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "GIF", "WEBP", "TIFF", "AVIF", "BMP"])
def test_image_beyond_the_limit_is_refused_with_both_numbers(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    monkeypatch.setitem(image_reader._MILLIONS, form, 0.001)  # type: ignore[misc]
    monkeypatch.setattr(image_reader, "_MILLIONS_SMALL", 0.001)
    with pytest.raises(ImageFault, match=f"'fox' has 32 x 64 pixels; 0 million are the limit of {form} files"):
        image_facts_of(saved(quarters(), form), "fox")


def test_progressive_jpeg_with_too_many_scans_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = saved(quarters(), "JPEG", progressive=True)
    assert image_facts_of(data, "fox")[:2] == (32, 64)
    monkeypatch.setattr(image_reader, "_SCANS", 3)
    monkeypatch.setattr(image_reader, "_SCANNED", 0)
    with pytest.raises(ImageFault, match="scans of 32 x 64 pixels, which takes too long"):
        image_facts_of(data, "fox")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no picture", "is no image; PNG, JPEG, WebP, GIF, TIFF, AVIF or BMP are read"),
        (b"\0\0\0\x18ftypheic", "is a HEIC file; PNG, JPEG,"),
        (b"8BPS\0\1", "is a Photoshop file; PNG, JPEG,"),
        (b"\x89PNG\r\n\x1a\n", "is damaged"),
        (b"\0\0\0\x18ftypavif", "is damaged"),
    ],
)
def test_unsupported_files_are_refused_by_their_kind(data: bytes, message: str) -> None:
    with pytest.raises(ImageFault) as caught:
        image_facts_of(data, "fox")
    assert message in str(caught.value)


def test_kind_that_pillow_cannot_read_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from PIL import features

    monkeypatch.setattr(features, "check", lambda name: False)
    with pytest.raises(ImageFault, match="'fox' is AVIF, which Pillow on this computer cannot read"):
        image_facts_of(b"\0\0\0\x18ftypavif", "fox")


def test_warnings_of_pillow_stay_silent(tmp_path: Path) -> None:
    (tmp_path / "fox.png").write_bytes(saved(Image.new("1", (10_000, 9_000)), "PNG"))
    (tmp_path / "owl.png").write_bytes(oriented(6, "PNG").replace(b"eXIfMM", b"eXIfXX"))
    program = "from pawprint.core.raster import image_facts; print(*map(image_facts, ['fox.png', 'owl.png']))"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Warning" not in done.stderr


def test_messages_of_libtiff_stay_silent(capfd: pytest.CaptureFixture[str]) -> None:
    data = saved(quarters(), "TIFF", compression="tiff_lzw")
    at = data.index(b"\x80", 8)
    with pytest.raises(ImageFault, match="damaged"):
        image_facts_of(data[:at] + b"\xff" * 9 + data[at + 9 :], "fox")
    assert capfd.readouterr().err == ""


def test_palette_that_is_missing_does_not_matter() -> None:
    data = saved(quarters().quantize(8), "PNG")
    start = data.index(b"PLTE") - 4
    end = start + 12 + int.from_bytes(data[start : start + 4], "big")
    image = Image.open(io.BytesIO(data[:start] + data[end:]))
    assert image_reader.plain(image).mode == "RGB"
