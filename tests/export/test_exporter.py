"""Exports: the pieces of a game as files for other programs."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

import pytest
from PIL import Image

from helpers import CARDS, Toy
from pawprint.core.length import mm
from pawprint.export._rasters import RasterRequest
from pawprint.export.export_source import ExportOptions, ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, export
from pawprint.production import pipeline

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}"


def exported(toy: Toy, exporter: Exporter, **options: object) -> tuple[dict[str, bytes], list[str]]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    files = dict(export(workspace, exporter, ExportOptions(**options)))  # type: ignore[arg-type]
    return files, [finding.code for finding in workspace.findings]


@pytest.mark.parametrize("target", ["png", "svg"])
def test_pictures_of_each_side_of_each_piece_in_each_language(toy: Toy, target: str) -> None:
    files, findings = exported(toy, EXPORTERS[target]())
    assert findings == []
    assert {*files} == {
        f"{language}/beasts/{side}/{piece}.{target}"
        for language in ("fr", "en")
        for side in ("face", "back")
        for piece in ("fox", "hen", "mole")
    } | {"manifest-fr.json", "manifest-en.json"}


def test_png_pictures_have_the_size_of_the_piece_with_its_bleed(toy: Toy) -> None:
    for bleed, size in ((mm(0), (36, 72)), (mm(2.54), (43, 79))):
        files, _ = exported(toy, EXPORTERS["png"](dpi=36, bleed=bleed), languages=("en",))
        assert Image.open(io.BytesIO(files["en/beasts/face/fox.png"])).size == size
        assert all(name.startswith("en/") for name in files if not name.startswith("manifest"))


def test_svg_picture_depends_only_on_its_piece(toy: Toy) -> None:
    files, _ = exported(toy, EXPORTERS["svg"]())
    assert ElementTree.fromstring(files["en/beasts/face/fox.svg"]).get("viewBox") == "0 0 72 144"
    fewer = CARDS.replace("{id: fox", "{id: cub").replace("prey: [hen, mole]}", "prey: []}")
    toy.write("catalog/toy/cards.yaml", fewer)
    assert exported(toy, EXPORTERS["svg"]())[0]["en/beasts/face/hen.svg"] == files["en/beasts/face/hen.svg"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"components": ("bests",)}, "unknown-component"),
        ({"languages": ("de",)}, "unknown-language"),
        ({"edition": "deluxe"}, "unknown-edition"),
    ],
)
def test_unknown_name_of_the_game_is_a_finding(toy: Toy, options: dict[str, object], code: str) -> None:
    assert exported(toy, EXPORTERS["svg"](), **options) == ({}, [code])


@pytest.mark.parametrize("form", ["png", "jpeg", "webp"])
@pytest.mark.parametrize("size", [(1, 1), (97, 211), (300, 200)])
def test_raster_has_exactly_the_pixels_that_are_requested(toy: Toy, form: str, size: tuple[int, int]) -> None:
    sizes = []

    @dataclass(frozen=True, kw_only=True)
    class Sizes(Exporter):
        """Rasters of one size."""

        def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
            requests = [RasterRequest(piece.face, *size, mm(1), form) for piece in source.pieces()]
            for picture in source.rasters(requests):
                with Image.open(io.BytesIO(picture)) as opened:
                    sizes.append((opened.format, opened.size))
            yield from ()

    exported(toy, Sizes(), languages=("en",))
    assert sizes == [(form.upper(), size)] * 3


def test_defined_exporters_are_registered() -> None:
    for name in EXPORTERS:
        assert EXPORTERS[name].__doc__
        assert all(about.help.endswith(".") for _, about in EXPORTERS[name].options())
