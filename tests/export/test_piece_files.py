"""The targets `png`, `webp`, `jpg`, `svg` and `pdf`: sizes, corners, bleed, names and manifests."""

import io
import json
from typing import Any
from xml.etree import ElementTree

import pypdfium2
import pytest
from PIL import Image

from helpers import Toy
from pawprint.core.length import mm
from pawprint.export._file_names import NamePattern
from pawprint.export.export_source import ExportOptions
from pawprint.export.exporter import EXPORTERS, OptionError, export
from pawprint.production import pipeline

FACE = """
- {kind: panel, fill: '#80d8e0', bleeds: true}
- {kind: text, text: '{{ name }}', at: [6 pt, 60 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}
"""
CARD = (72, 144)  # points, with corners of 6


def exported(toy: Toy, target: str, **options: Any) -> dict[str, bytes]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    files = dict(export(workspace, EXPORTERS[target](**options), ExportOptions(languages=("en",))))
    assert [finding.message for finding in workspace.findings] == []
    return files


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def fox(toy: Toy, target: str, **options: Any) -> Image.Image:
    suffix = EXPORTERS[target].suffix  # type: ignore[attr-defined]
    return opened(exported(toy, target, **options)[f"en/beasts/face/fox.{suffix}"])


@pytest.mark.parametrize("target", ["png", "webp", "jpg"])
@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"dpi": 72}, (72, 144)),
        ({"dpi": 144, "bleed": mm(25.4 / 18)}, (160, 304)),
        ({"width": 100}, (100, 200)),
        ({"height": 100}, (50, 100)),
        ({"width": 64, "height": 64}, (64, 64)),
        ({"width": 91, "height": 7, "shadow": True}, (91, 7)),
        ({"width": 90, "shadow": True}, (90, 166)),
    ],
)
def test_picture_has_exactly_its_size(toy: Toy, target: str, options: dict[str, Any], size: tuple[int, int]) -> None:
    assert fox(toy, target, **options).size == size


@pytest.mark.parametrize("target", ["png", "webp"])
def test_outside_of_round_corners_is_transparent(toy: Toy, target: str) -> None:
    picture = fox(toy, target, dpi=144)
    assert picture.mode == "RGBA"
    assert [picture.getpixel(corner)[3] for corner in ((0, 0), (143, 0), (0, 287), (143, 287))] == [0] * 4  # type: ignore[index]
    assert [picture.getpixel(edge)[3] for edge in ((72, 0), (0, 144), (143, 144), (72, 287))] == [255] * 4  # type: ignore[index]


@pytest.mark.parametrize("options", [{"square": True}, {"bleed": mm(1)}])
def test_square_picture_and_picture_with_bleed_are_opaque(toy: Toy, options: dict[str, Any]) -> None:
    picture = fox(toy, "png", dpi=72, **options)
    assert picture.mode == "RGB"
    rust = picture.getpixel((picture.width // 2, 2))
    assert rust not in ((255, 255, 255), (0, 0, 0))
    assert {picture.getpixel((x, y)) for x in (0, picture.width - 1) for y in (0, picture.height - 1)} == {rust}


def test_background_is_around_the_piece(toy: Toy) -> None:
    for target in ("png", "jpg"):
        picture = fox(toy, target, width=200, height=200, background="#0000ff").convert("RGB")
        assert all(abs(a - b) < 4 for a, b in zip(picture.getpixel((9, 9)), (0, 0, 255), strict=True))  # type: ignore[arg-type]


def test_piece_in_a_wider_picture_is_in_the_middle(toy: Toy) -> None:
    picture = fox(toy, "png", width=300, height=100)
    assert picture.getbbox() == (125, 0, 175, 100)


def test_shadow_surrounds_the_piece_and_is_darkest_below(toy: Toy) -> None:
    alpha = fox(toy, "png", width=400, shadow=True).getchannel("A")
    middle = alpha.width // 2
    column = [alpha.getpixel((middle, y)) for y in range(alpha.height)]
    top, bottom = column.index(255), alpha.height - 1 - column[::-1].index(255)
    assert column[0] == column[-1] == 0
    assert 0 < column[top - 3] < column[bottom + 3] < 255  # type: ignore[operator]
    assert column[bottom + 1 :] == sorted(column[bottom + 1 :], reverse=True)  # type: ignore[type-var]


def test_svg_picture_with_a_shadow_has_room_for_it(toy: Toy) -> None:
    plain, shaded = (exported(toy, "svg", shadow=shadow)["en/beasts/face/fox.svg"] for shadow in (False, True))
    widths = [float(ElementTree.fromstring(one).get("viewBox", "").split()[2]) for one in (plain, shaded)]
    assert widths == pytest.approx([72, 72 * 1.18])


def test_pdf_file_has_a_page_for_each_side_with_its_boxes(toy: Toy) -> None:
    files = exported(toy, "pdf", bleed=mm(3))
    assert sorted(files) == ["en/beasts/fox.pdf", "en/beasts/hen.pdf", "en/beasts/mole.pdf", "manifest-en.json"]
    document = pypdfium2.PdfDocument(files["en/beasts/fox.pdf"])
    assert len(document) == 2
    for page in document:
        left, bottom, right, top = page.get_trimbox()
        assert (right - left, top - bottom) == pytest.approx(CARD, abs=0.001)
        assert page.get_size() == pytest.approx((72 + 6 * 72 / 25.4, 144 + 6 * 72 / 25.4), abs=0.001)
    assert "Fox" in document[0].get_textpage().get_text_range()


def test_manifest_lists_every_file_with_its_piece_and_size(toy: Toy) -> None:
    files = exported(toy, "png", dpi=72)
    manifest = json.loads(files.pop("manifest-en.json"))
    assert (manifest["game"], manifest["language"]) == ("toy", "en")
    assert [entry["file"] for entry in manifest["files"]] == list(files)
    assert manifest["files"][1] == {
        "file": "en/beasts/back/fox.png",
        **{"component": "beasts", "id": "fox", "side": "back", "copies": 3, "width": 72, "height": 144},
    }
    assert "only" not in manifest


def test_manifest_of_a_partial_export_names_the_selection(toy: Toy) -> None:
    options = ExportOptions(languages=("en",), components=("beasts",), cards=("fox", "beasts/hen"))
    files = dict(export(pipeline.load(toy.catalog, toy.layout_folders), EXPORTERS["svg"](side="face"), options))
    manifest = json.loads(files["manifest-en.json"])
    assert manifest["only"] == {"components": ["beasts"], "cards": ["fox", "beasts/hen"]}
    assert [entry["id"] for entry in manifest["files"]] == ["fox", "hen"]


@pytest.mark.parametrize(
    ("pattern", "options", "names"),
    [
        ("{component}-{id}-{side}", {}, ["beasts-fox-face", "beasts-fox-back", "beasts-hen-face"]),
        ("{id}", {}, ["fox-face", "fox-back", "hen-face"]),
        ("{id}", {"side": "back"}, ["fox", "hen", "mole"]),
        ("{number:03}/{name}", {"side": "face"}, ["001/Fox", "002/Hen", "003/Mole"]),
        ("cards/{game}", {"side": "face"}, ["cards/toy-fox", "cards/toy-hen", "cards/toy-mole"]),
        ("{copy}-{id}", {"side": "face", "copies": True}, ["1-fox", "2-fox", "3-fox"]),
        ("{id}", {"side": "face", "copies": True}, ["fox-1", "fox-2", "fox-3"]),
        ("../{id}", {"side": "face"}, ["fox", "hen", "mole"]),
    ],
)
def test_names_of_files(toy: Toy, pattern: str, options: dict[str, Any], names: list[str]) -> None:
    assert list(exported(toy, "png", dpi=20, name=pattern, **options))[:3] == [f"{name}.png" for name in names]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Which? Both/none: <a>", "Which- Both-none- -a-"),
        ("con", "_con"),
        ("aux.old", "_aux.old"),
        ("con .old", "_con .old"),
        ("COM¹", "_COM¹"),
        ("CONIN$", "_CONIN$"),
        ("connie", "connie"),
        ("...", "fox"),
        (" dots. ", "dots"),
        ("é" * 200, "é" * 75),
    ],
)
def test_names_are_safe_on_all_systems(name: str, path: str) -> None:
    pattern = NamePattern("{name}/{id}" if path == "fox" else "{name}")
    assert pattern.path({"name": name, "id": "fox"}, "png") == f"{path}.png"


def test_no_two_files_have_the_same_name_on_any_system() -> None:
    pattern = NamePattern("{name}")
    names = ["Fox", "fox", "A?", "A*", "fox"]
    assert [pattern.path({"name": name}, "png") for name in names] == [
        *("Fox.png", "fox-2.png", "A-.png", "A--2.png", "fox-3.png")
    ]


@pytest.mark.parametrize(
    ("target", "options", "option"),
    [
        ("png", {"name": "{card}"}, "--name"),
        ("png", {"name": "{id"}, "--name"),
        ("png", {"name": "{id:>9}"}, "--name"),
        ("png", {"name": "{id.real}"}, "--name"),
        ("png", {"name": "{id!r}"}, "--name"),
        ("png", {"background": "blue"}, "--background"),
        ("jpg", {"background": "transparent"}, "--background"),
        ("png", {"width": 20000, "height": 20000}, "--height"),
        ("png", {"width": 100, "dpi": 300}, "--dpi"),
        ("webp", {"height": 100, "dpi": 300}, "--dpi"),
        ("svg", {"shadow": True, "bleed": mm(1)}, "--shadow"),
    ],
)
def test_values_that_an_option_cannot_have_are_refused(target: str, options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as refused:
        EXPORTERS[target](**options)
    assert refused.value.option == option
