"""Elements find images and drawings in both folders, and report what is lost of them or too coarse."""

from pathlib import Path

import pytest
from PIL import Image

from fixed_metrics import FixedMetrics
from helpers import CARDS, Toy, items
from pawprint.core.diagnostics import Severity
from pawprint.graphics.ops import DrawImage
from pawprint.pieces.placed import PlacedPicture
from pawprint.press.font_metrics import PressMetrics
from sample_images import quarters, saved

PLACE = "at: [0, 0], size: [36 pt, 36 pt]"


class ImageMetrics(FixedMetrics):
    """Images are measured, letters are not."""

    def image_facts(self, path: Path):  # type: ignore[no-untyped-def]
        return PressMetrics({}).image_facts(path)


def with_file(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def table(folder: Path, element: str, cards: str = CARDS):  # type: ignore[no-untyped-def]
    return Toy(folder, f"- {element}", cards=cards).table(ImageMetrics())


@pytest.mark.parametrize("file", ["photo.png", "photo.PNG", "photo.webp", "photo.jpg"])
@pytest.mark.parametrize("place", ["layouts/art/toy", "layouts/images", "catalog/toy/images", "catalog/toy/art"])
def test_image_serves_art_and_image_elements(tmp_path: Path, place: str, file: str) -> None:
    form = {".webp": "WEBP", ".jpg": "JPEG"}.get(Path(file).suffix, "PNG")
    with_file(tmp_path, f"{place}/{file}", saved(quarters(200), form))
    for name in ("photo", file):
        shown = table(tmp_path, f"{{kind: art, art: {name}, {PLACE}}}")
        (item,) = items(shown.face())
        assert isinstance(item, PlacedPicture)
        assert (item.picture.width, item.picture.height) == (200, 400)
        shown = table(tmp_path, f"{{kind: image, image: {name}, {PLACE}}}")
        (item,) = items(shown.face())
        assert isinstance(item, DrawImage)
        assert (item.box.width, item.box.height) == (18, 36)
        assert shown.codes == []


def test_field_of_type_art_names_an_image(tmp_path: Path) -> None:
    with_file(tmp_path, "layouts/art/toy/photo.png", saved(quarters(200), "PNG"))
    cards = CARDS.replace("level: 1", "art: photo, level: 1")
    shown = table(tmp_path, f"{{kind: art, art: '{{{{ art }}}}', {PLACE}}}", cards)
    assert items(shown.face("hen"))
    assert shown.codes == []


def test_drawing_comes_before_an_image_of_its_name(tmp_path: Path) -> None:
    with_file(tmp_path, "catalog/toy/art/fox.png", saved(quarters(200), "PNG"))
    (item,) = items(table(tmp_path, f"{{kind: art, art: fox, {PLACE}}}").face())
    assert not isinstance(item.picture.items[0], DrawImage)
    assert (item.picture.width, item.picture.height) != (200, 400)


@pytest.mark.parametrize(
    ("element", "help"),
    [
        ("kind: art, art: phto", "did you mean 'photo'?"),
        ("kind: image, image: phto.png", "did you mean 'photo.png'?"),
        ("kind: image, image: phto", "did you mean 'photo.png'?"),
        ("kind: image, image: fox", "fox.svg is a drawing: write kind: art, art: fox"),
        ("kind: image, image: fox.svg", "fox.svg is a drawing: write kind: art, art: fox"),
    ],
)
def test_missing_picture_suggests_a_picture_of_either_folder(tmp_path: Path, element: str, help: str) -> None:
    with_file(tmp_path, "layouts/art/toy/photo.png", saved(quarters(200), "PNG"))
    shown = table(tmp_path, f"{{{element}, {PLACE}}}")
    shown.face()
    assert shown.the_finding("missing-art").help == help


@pytest.mark.parametrize("kind", ["art", "image"])
def test_coarse_image_is_a_warning_with_its_figure(tmp_path: Path, kind: str) -> None:
    with_file(tmp_path, "layouts/images/photo.png", saved(quarters(40), "PNG"))
    shown = table(tmp_path, f"{{kind: {kind}, {kind}: photo, {PLACE}}}")
    shown.face()
    assert shown.codes == []  # 80 pixels on half an inch
    shown = table(tmp_path, f"{{kind: {kind}, {kind}: photo, at: [0, 0], size: [72 pt, 72 pt], turn: 90}}")
    shown.face()
    found = shown.the_finding("low-resolution")
    assert found.severity is Severity.WARNING
    assert (
        "the image 'photo.png' has 80 pixels to the inch at this size, and 150 are the least for print" in found.message
    )
    assert found.help == "take one of 75 x 150 pixels, or show it smaller"


def test_coarse_image_that_a_card_names_points_at_the_card(tmp_path: Path) -> None:
    with_file(tmp_path, "layouts/art/toy/photo.png", saved(quarters(4), "PNG"))
    cards = CARDS.replace("level: 1", "art: photo, level: 1")
    shown = table(tmp_path, f"{{kind: art, art: '{{{{ art }}}}', {PLACE}}}", cards)
    shown.face("hen")
    span = shown.the_finding("low-resolution").span
    assert span is not None
    assert span.source.text[span.start : span.end] == "photo"


def test_coarse_image_inside_a_drawing_is_a_warning(tmp_path: Path) -> None:
    from pawprint.core.raster import data_uri

    uri = data_uri(saved(Image.new("RGB", (9, 9)), "PNG"))
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><image width="9" height="9" href="{uri}"/></svg>'
    with_file(tmp_path, "layouts/art/toy/wood.svg", svg.encode())
    shown = table(tmp_path, f"{{kind: art, art: wood, {PLACE}}}")
    shown.face()
    assert "an image inside of a drawing has 18 pixels" in shown.the_finding("low-resolution").message


@pytest.mark.parametrize("kind", ["art", "image"])
def test_animation_and_broken_profile_are_warnings(tmp_path: Path, kind: str) -> None:
    frames = [quarters(200), Image.new("RGB", (200, 400))]
    with_file(tmp_path, "layouts/images/film.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:]))
    with_file(tmp_path, "layouts/images/odd.png", saved(quarters(200), "PNG", icc_profile=b"no profile"))
    for name, code in (("film", "animated-image"), ("odd", "image-colours")):
        shown = table(tmp_path, f"{{kind: {kind}, {kind}: {name}, {PLACE}}}")
        shown.face()
        assert shown.the_finding(code).severity is Severity.WARNING
