"""Colours and images through the profile that comes with Pawprint."""

import pytest
from PIL import Image, ImageCms

from pawprint.core.colour import BLACK, NO_INK, WHITE, Colour, ProcessInks, difference
from pawprint.press.file_metadata import COATED_PROFILE, SRGB_PROFILE
from pawprint.press.print_profile import PrintProfile


@pytest.fixture(scope="module")
def coated() -> PrintProfile:
    return PrintProfile(COATED_PROFILE.read_bytes())


def printed(inks: ProcessInks) -> Colour:
    """What *inks* look like, by the other direction of the profile."""
    back = ImageCms.buildTransform(
        str(COATED_PROFILE),
        str(SRGB_PROFILE),
        "CMYK",
        "RGB",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    pixel = Image.new("CMYK", (1, 1), tuple(round(255 * part) for part in inks))
    shown = ImageCms.applyTransform(pixel, back)
    assert shown is not None
    return Colour(*shown.getpixel((0, 0)))  # type: ignore[misc]


def test_white_is_paper_and_black_the_darkest(coated: PrintProfile) -> None:
    assert coated.inks(WHITE) == NO_INK
    assert coated.inks(BLACK).black > 0.95
    assert coated.inks(BLACK).total == pytest.approx(coated.most)


def test_no_colour_exceeds_the_ink_limit_of_the_profile(coated: PrintProfile) -> None:
    assert 2.4 < coated.most < 2.8
    for colour in (BLACK, Colour(0, 0, 60), Colour(40, 0, 20), Colour(10, 30, 10)):
        assert coated.inks(colour).total <= coated.most + 1e-9


@pytest.mark.parametrize(
    "colour", [Colour(200, 60, 60), Colour(90, 120, 60), Colour(246, 238, 219), Colour(40, 50, 70)]
)
def test_inks_look_like_the_colour(coated: PrintProfile, colour: Colour) -> None:
    assert difference(printed(coated.inks(colour)), colour) < 4


def test_greys_of_black_ink_alone_range_from_solid_to_paper(coated: PrintProfile) -> None:
    shares = [coated.black_for(lightness) for lightness in range(101)]
    assert (shares[0], shares[-1]) == (1, 0)
    assert shares == sorted(shares, reverse=True)


def test_ink_limit_applies_to_colours_and_images(coated: PrintProfile) -> None:
    less = PrintProfile(COATED_PROFILE.read_bytes(), 2.2)
    dark = Image.new("RGB", (2, 1), (20, 10, 40))
    assert less.inks(BLACK).total == pytest.approx(2.18), "a hair below, for rounding"
    assert less.inks(BLACK).black == coated.inks(BLACK).black
    for pixel in list(less.image(dark).get_flattened_data()):  # type: ignore[attr-defined]
        assert sum(pixel) / 255 <= 2.2
    assert less.inks(Colour(246, 238, 219)) == coated.inks(Colour(246, 238, 219))


def test_images_are_converted_as_colours_are(coated: PrintProfile) -> None:
    colour = Colour(90, 120, 60)
    pixel = coated.image(Image.new("RGB", (1, 1), tuple(colour))).getpixel((0, 0))
    assert pixel == tuple(round(255 * part) for part in coated.inks(colour))
    grey = coated.image(Image.new("L", (1, 1), 119))
    assert grey.mode == "L"
    inked = Image.new("CMYK", (1, 1), (1, 2, 3, 4))
    assert coated.image(inked) is inked


@pytest.mark.parametrize("data", [b"", b"no profile", SRGB_PROFILE.read_bytes()])
def test_file_that_is_not_a_cmyk_profile_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"profile"):
        PrintProfile(data)
