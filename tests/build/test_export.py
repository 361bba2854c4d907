"""Exports: the pieces of a game as files for other programs."""

import io
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from helpers import CARDS, GAME, Toy
from pawprint.build import pipeline
from pawprint.build.export import EXPORTERS, Exporter, ExportOptions, ExportSource, export
from pawprint.build.image_options import ImageOptions
from pawprint.core.length import mm

FACE = "- {kind: text, text: '{{ name }}', at: [6 pt, 6 pt], size: [60 pt, 20 pt], style: {size: 9 pt}}"
BACK = {"toy/back": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]\n"}


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    game = GAME.replace("face: toy/beast", "face: toy/beast\n        back: toy/back")
    return Toy(tmp_path, FACE, game=game, faces=BACK, fonts=True)


def exported(toy: Toy, target: str, **options: object) -> tuple[dict[str, bytes], list[str]]:
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    files = dict(export(workspace, target, ExportOptions(**options)))  # type: ignore[arg-type]
    return files, [finding.code for finding in workspace.findings]


@pytest.mark.parametrize("target", ["png", "svg"])
def test_pictures_of_each_side_of_each_piece_in_each_language(toy: Toy, target: str) -> None:
    files, findings = exported(toy, target, dpi=36)
    assert findings == []
    assert {*files} == {
        f"{language}/beasts/{side}/{piece}.{target}"
        for language in ("fr", "en")
        for side in ("face", "back")
        for piece in ("fox", "hen", "mole")
    }


def test_png_pictures_have_the_size_of_the_piece_with_its_bleed(toy: Toy) -> None:
    for bleed, size in ((mm(0), (36, 72)), (mm(2.54), (43, 79))):
        files, _ = exported(toy, "png", dpi=36, languages=("en",), image=ImageOptions(bleed=bleed))
        assert Image.open(io.BytesIO(files["en/beasts/face/fox.png"])).size == size
        assert all(name.startswith("en/") for name in files)


def test_an_svg_picture_depends_only_on_its_piece(toy: Toy) -> None:
    files, _ = exported(toy, "svg")
    assert ElementTree.fromstring(files["en/beasts/face/fox.svg"]).get("viewBox") == "0 0 72 144"
    fewer = CARDS.replace("{id: fox", "{id: cub").replace("prey: [hen, mole]}", "prey: []}")
    toy.write("catalog/toy/cards.yaml", fewer)
    assert exported(toy, "svg")[0]["en/beasts/face/hen.svg"] == files["en/beasts/face/hen.svg"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"components": ("bests",)}, "unknown-component"),
        ({"languages": ("de",)}, "unknown-language"),
        ({"edition": "deluxe"}, "unknown-edition"),
    ],
)
def test_what_the_game_does_not_have_is_a_finding(toy: Toy, options: dict[str, object], code: str) -> None:
    assert exported(toy, "svg", **options) == ({}, [code])


def test_an_exporter_is_a_registered_class(toy: Toy) -> None:
    class Copies(Exporter):
        """The number of copies of each piece."""

        help = "the number of copies of each piece"

        def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
            lines = [f"{piece.record.id} {piece.copies}\n" for piece in source.pieces()]
            yield f"{source.game.id}-{source.language}.txt", "".join(lines).encode()

    assert EXPORTERS("copies")(Copies) is Copies
    try:
        assert exported(toy, "copies", languages=("fr",))[0] == {"toy-fr.txt": b"fox 3\nhen 2\nmole 1\n"}
    finally:
        EXPORTERS._things.pop("copies")
