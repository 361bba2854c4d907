"""Plates that are drawn here, compared with those of Ghostscript, and the ink on them."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from pawprint.core.colour import BLACK, WHITE, Colour, DeclaredColour, ProcessInks
from pawprint.core.geometry import Size
from pawprint.core.length import mm
from pawprint.graphics.ops import AnyDrawing, DrawBox, DrawImage, Drawing, DrawText, Group, Layer, Op, Paint
from pawprint.graphics.passes.separation import Separation
from pawprint.press.flattened import flattened, knocked_out, spots_lost
from pawprint.press.pdfx_check import pdfx_faults
from pawprint.press.print_profile import PrintProfile
from pawprint.press.separations import MEASURE, PlatePart, dots_near_black, ink_figures, separations
from press import sample
from press.sample import MM
from press.separated import FOIL, card_side, profile, separated_file

BLEED = mm(3)
HEAVY = DeclaredColour(Colour(10, 10, 10), ProcessInks(0.9, 0.8, 0.7, 1.0))
RED = Colour(200, 30, 30)


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A picture one can see through in one half."""
    picture = Image.new("RGBA", (60, 30), (200, 30, 30, 128))
    picture.paste((30, 60, 200, 255), (0, 0, 30, 30))
    picture.save(tmp_path / "photo.png")
    return tmp_path / "photo.png"


def drawing(*ops: Op) -> Drawing:
    return Separation(profile()).drawing(sample.drawing(*ops))


def plates_of(one: AnyDrawing) -> Image.Image:
    assert isinstance(one, Drawing)
    (picture,) = separations([PlatePart(one)], profile(), BLEED)
    return picture


def see_through(photo: Path) -> tuple[Op, ...]:
    """Everything one can see through, above a ground."""
    return (
        sample.box(-9, -9, 140, 200, Colour(240, 200, 30)),
        sample.box(20, 20, 60, 60, Colour(40, 90, 160), fill_opacity=0.5),
        DrawBox(30, 60, 60, 60, Paint(stroke=RED, width=8, stroke_opacity=0.4)),
        Group((sample.box(10, 100, 40, 30, RED), sample.box(30, 110, 40, 30, BLACK)), opacity=0.6),
        DrawImage(60, 120, 40, 20, str(photo)),
    )


def ghostscript(data: bytes, folder: Path) -> Image.Image:
    """The process plates of the first page by Ghostscript."""
    (folder / "card.pdf").write_bytes(data)
    command = ["gs", "-q", "-dBATCH", "-dNOPAUSE", "-dSAFER", "-sDEVICE=tiff32nc", "-r150", "-dLastPage=1"]
    subprocess.run([*command, f"-sOutputFile={folder / 'p.tif'}", str(folder / "card.pdf")], check=True)
    with Image.open(folder / "p.tif") as picture:
        return picture.copy()


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed")
def test_plates_match_ghostscript(tmp_path: Path, photo: Path) -> None:
    regular = sample.book().typeface("text")
    words = (sample.text(regular, "MMM", 10, 30, 24), sample.text(regular, "MMM", 10, 60, 24, WHITE))
    side = card_side(*see_through(photo), *words)
    one = side.placements[0].drawing
    assert isinstance(one, Drawing)
    ours = plates_of(Separation(profile()).drawing(one))
    theirs = ghostscript(separated_file((side,)), tmp_path)
    assert ours.size == theirs.size
    for plate, other in zip(ours.split(), theirs.split(), strict=True):
        # what differs are edges, which each of the two smooths in its own way
        assert ImageStat.Stat(ImageChops.difference(plate, other)).mean[0] < 1


def test_heaviest_place_is_found(photo: Path) -> None:
    figures = ink_figures(plates_of(drawing(*see_through(photo), sample.box(50, 40, 20, 10, HEAVY))), 3.0)
    assert figures.most == pytest.approx(3.4, abs=0.02)
    assert (figures.x, figures.y) == pytest.approx((50 + 3 * MM, 40 + 3 * MM), abs=0.6)
    assert figures.area == pytest.approx(200, rel=0.05)


def test_black_text_adds_to_the_inks_below_it() -> None:
    blue = DeclaredColour(Colour(0, 40, 120), ProcessInks(1.0, 0.8, 0.0, 0.5))
    regular = sample.book().typeface("text")
    below = sample.box(-9, -9, 140, 200, blue)
    assert ink_figures(plates_of(drawing(below)), 3.0).most == pytest.approx(2.3, abs=0.02)
    assert ink_figures(plates_of(drawing(below, sample.text(regular, "MMM", 10, 60, 40))), 3.0).most == pytest.approx(
        2.8, abs=0.02
    )


def test_black_knocks_out_its_ground_only_above_the_ink_limit() -> None:
    regular = sample.book().typeface("text")
    dark = DeclaredColour(Colour(0, 40, 120), ProcessInks(0.9, 0.7, 0.0, 0.3))
    pale = DeclaredColour(Colour(200, 220, 255), ProcessInks(0.2, 0.1, 0.0, 0.0))
    before = drawing(
        *(sample.box(-9, -9, 140, 100, dark), sample.box(-9, 91, 140, 120, pale)),
        *(sample.text(regular, "MMM", 10, 60, 40), sample.text(regular, "MMM", 10, 160, 40)),
    )
    plates = plates_of(before)
    after = knocked_out(before, dots_near_black(plates, 2.4), BLEED, MEASURE)
    overprints = [op.ink.overprint for op in after.ops if isinstance(op, DrawText)]  # type: ignore[attr-defined]
    assert overprints == [False, True]
    assert ink_figures(plates, 2.4).most == pytest.approx(2.6, abs=0.02)
    assert ink_figures(plates_of(after), 2.4).most == pytest.approx(1.9, abs=0.02)
    assert knocked_out(before, dots_near_black(plates, 2.7), BLEED, MEASURE) is before


def test_page_within_the_limit_has_no_area_above_it() -> None:
    figures = ink_figures(plates_of(drawing(sample.box(-9, -9, 140, 200, BLACK))), profile().most)
    assert figures.area == 0
    assert figures.most == pytest.approx(profile().most, abs=0.02)
    assert sum(figures.shares) == pytest.approx(profile().most, abs=0.02)


def test_converted_colours_and_images_respect_the_limit_on_the_page(tmp_path: Path) -> None:
    less = PrintProfile(profile().data, 2.2)
    Image.linear_gradient("L").convert("RGB").save(tmp_path / "dark.png")
    ops = (sample.box(-9, -9, 140, 100, BLACK), DrawImage(0, 90, 100, 60, str(tmp_path / "dark.png")))
    one = Separation(less).drawing(sample.drawing(*ops))
    (picture,) = separations([PlatePart(one)], less, BLEED)
    assert ink_figures(picture, 2.2).area == 0


def test_flattened_drawing_looks_the_same_and_has_no_transparency(photo: Path) -> None:
    before = drawing(*see_through(photo), sample.text(sample.book().typeface("text"), "above", 20, 40, 12))
    (after,) = flattened([before], profile(), BLEED)
    assert isinstance(after.ops[-1], type(before.ops[-1]))
    for plate, other in zip(plates_of(before).split(), plates_of(after).split(), strict=True):
        assert ImageStat.Stat(ImageChops.difference(plate, other)).mean[0] < 1
    side = card_side()
    flat = side._replace(placements=(side.placements[0]._replace(drawing=after),))
    assert "page 1: it has transparency" in pdfx_faults(separated_file((card_side(*see_through(photo)),), "x1a"), "x1a")
    assert pdfx_faults(separated_file((flat,), "x1a"), "x1a") == []


def test_opaque_drawing_is_unchanged() -> None:
    before = drawing(sample.box(0, 0, 50, 50, RED), sample.text(sample.book().typeface("text"), "words", 20, 40, 12))
    assert flattened([before], profile(), BLEED) == [before]


def test_only_a_spot_ink_below_something_see_through_is_lost() -> None:
    foil, veil = sample.box(10, 10, 30, 30, FOIL), sample.box(20, 20, 40, 40, RED, fill_opacity=0.5)
    beside = sample.box(80, 80, 20, 20, RED, fill_opacity=0.5)
    assert spots_lost(drawing(foil, veil), BLEED) == {"Foil"}
    assert spots_lost(drawing(veil, foil), BLEED) == set()
    assert spots_lost(drawing(foil, beside), BLEED) == set()


def test_large_pictures_are_in_parts_without_gaps(photo: Path) -> None:
    size = Size(mm(150), mm(120))
    side = mm(150).pt
    ops = (sample.box(-9, -9, side + 18, side + 18, RED), sample.box(-9, -9, side + 18, side + 18, fill_opacity=0.3))
    before = Separation(profile()).drawing(replace(sample.drawing(*ops), trim=size))
    (after,) = flattened([before], profile(), BLEED)
    assert len([op for op in after.ops if isinstance(op, DrawImage)]) == 4
    (picture,) = separations([PlatePart(after)], profile(), BLEED, 600)
    for low, high in picture.getextrema():
        assert high - low <= 1


def test_shared_ground_of_two_pieces_is_a_single_picture(photo: Path) -> None:
    ground = Layer(see_through(photo))
    regular = sample.book().typeface("text")
    pieces = [
        Separation(profile()).drawing(sample.drawing(sample.text(regular, name, 10, 20), common=ground))
        for name in ("fox", "hen")
    ]
    paths = [{op.path for op in one.ops if isinstance(op, DrawImage)} for one in flattened(pieces, profile(), BLEED)]
    assert paths[0]
    assert paths[0] == paths[1]


def test_overprinting_ink_leaves_the_other_plates_unchanged() -> None:
    ground = DeclaredColour(Colour(90, 160, 90), ProcessInks(0.5, 0.0, 0.6, 0.0))
    rose = DeclaredColour(Colour(230, 120, 160), ProcessInks(0.0, 0.4, 0.0, 0.0), overprint=True)
    picture = plates_of(drawing(sample.box(-9, -9, 140, 200, ground), sample.box(20, 20, 40, 40, rose)))
    inside = tuple(round((at + 3 * MM) * 150 / 72) for at in (40, 40))
    assert [part / 255 for part in picture.getpixel(inside)] == pytest.approx([0.5, 0.4, 0.6, 0.0], abs=0.01)
