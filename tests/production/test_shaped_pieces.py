"""Pieces that are not rectangles, from YAML to the pixels of their sheets and pictures."""

import io
from pathlib import Path

import numpy
import pytest
from PIL import Image

from helpers import Toy
from pawprint.core.length import ZERO, mm
from pawprint.core.polygon import contains
from pawprint.graphics.ops import DrawBox
from pawprint.pieces.placed import PlacedText
from pawprint.pieces.stamp import stamp
from pawprint.press.manifest import Print
from pawprint.press.png import render
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import BuildOptions, ImageOptions

STOCKS = """
    stocks:
      flat: {trim: 50 mm x 43.3 mm, safe: 2 mm, outline: hexagon}
      tall: {trim: 43.3 mm x 50 mm, safe: 2 mm, outline: hexagon}
      shard: {trim: 40 mm x 34.64 mm, safe: 2 mm, corner: 1 mm, outline: triangle}
      gem: {trim: 30 mm x 28.53 mm, safe: 2 mm, outline: {sides: 5, turn: 180}}
      flag: {trim: 40 mm x 30 mm, safe: 2 mm, outline: {points: [[0, 0], [100, 0], [60, 50], [100, 100], [0, 100]]}}
      shield: {trim: 40 mm x 48 mm, safe: 2 mm, outline: {path: M0 0H10V6C10 9 7 11 5 12C3 11 0 9 0 6Z}}
      label: {trim: 30 mm x 20 mm, safe: 2 mm, sheet: labels}
"""
SHAPES = ("flat", "tall", "shard", "gem", "flag", "shield", "label")
GAME = """
    id: toy
    title: Toy
    version: "7"
    languages: [en]
    credits: Us
    components:
      pieces: {kind: tiles, stock: SHAPE, face: toy/face, back: toy/back}
"""
FACES = {
    "toy/face": "palette: toy\nelements: [{kind: panel, fill: moss, bleeds: true}]",
    "toy/back": "palette: toy\nelements: [{kind: panel, fill: rust, bleeds: true}]",
}
LABELS = "paper: A6\nplaces: [{at: [12 mm, 15 mm], turn: 20}, {at: [60 mm, 30 mm], turn: -75}, {at: [30 mm, 90 mm]}]"
MOSS, RUST, GREY = (64, 96, 32), (160, 64, 32), (128, 128, 128)
#: Ten pixels to the millimetre.
DPI = 254

Pixels = numpy.ndarray[tuple[int, int], numpy.dtype[numpy.bool_]]


def load(folder: Path, shape: str, copies: int = 200) -> pipeline.Workspace:
    game, cards = GAME.replace("SHAPE", shape), f"pieces: [{{id: one, copies: {copies}}}]"
    toy = Toy(folder, game=game, cards=cards, stocks=STOCKS, faces=FACES, fonts=True)
    toy.write("layouts/papers.yaml", "papers: {A6: {size: 105 mm x 148 mm}}")
    toy.write("layouts/sheets/labels.yaml", LABELS)
    return pipeline.load(toy.catalog, toy.layout_folders)


def printed(folder: Path, shape: str, **options: object) -> Print:
    workspace = load(folder, shape)
    choice = BuildOptions(kinds=("tiles",), cover=False, paper="A6", **options)  # type: ignore[arg-type]
    (made,) = pipeline.build(workspace, choice)
    assert [*workspace.findings] == []
    return made


def page(made: Print, number: int) -> Image.Image:
    return Image.open(io.BytesIO(render(made.data, number, DPI))).convert("RGB")


def inked(picture: Image.Image) -> Pixels:
    """Where there is colour; lines of text are grey or black."""
    pixels = numpy.asarray(picture).astype(numpy.int16)
    return (pixels.max(axis=2) - pixels.min(axis=2)) > 50


def grown(mask: Pixels) -> Pixels:
    """*mask* and the pixels around it."""
    out = mask.copy()
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            out |= numpy.roll(mask, (down, right), (0, 1))
    return out


@pytest.mark.parametrize("duplex", ["long-edge", "short-edge"])
@pytest.mark.parametrize("shape", SHAPES)
def test_each_back_is_printed_behind_its_face_to_a_tenth_of_a_millimetre(
    tmp_path: Path, shape: str, duplex: str
) -> None:
    made = printed(tmp_path, shape, duplex=duplex, bleed=mm(1.5), cut_lines=False)
    front, back = inked(page(made, 0)), inked(page(made, 1))
    behind = back[:, ::-1] if duplex == "long-edge" else back[::-1]
    assert front.sum() > 50_000
    assert not (front & ~grown(behind)).any()
    assert not (behind & ~grown(front)).any()


@pytest.mark.parametrize("shape", ["flat", "label"])
def test_cut_lines_are_only_on_faces_and_can_be_left_out(tmp_path: Path, shape: str) -> None:
    made = printed(tmp_path / "with", shape, bleed=mm(2))
    front, back = (numpy.asarray(page(made, number)).astype(numpy.int16) for number in (0, 1))
    greyer = abs(front - numpy.array(MOSS)).max(axis=2) > 8
    assert (greyer & inked(page(made, 0))).sum() > 500, "a line between the piece and its bleed"
    assert (abs(back - numpy.array(RUST)).max(axis=2) < 3).sum() > 0.99 * inked(page(made, 1)).sum()
    without = numpy.asarray(page(printed(tmp_path / "without", shape, bleed=mm(2), cut_lines=False), 0)).astype(
        numpy.int16
    )
    assert (abs(without - numpy.array(MOSS)).max(axis=2) < 3).sum() > (
        abs(front - numpy.array(MOSS)).max(axis=2) < 3
    ).sum()


def test_wide_hexagon_has_a_side_at_the_top_and_a_tall_hexagon_a_corner(tmp_path: Path) -> None:
    stocks = load(tmp_path, "flat").layouts.stocks
    for name, at_top in (("flat", 2), ("tall", 1)):
        (polygon,) = stocks[name].outline.polygons(stocks[name].trim)
        assert len(polygon) == 6
        assert sum(abs(y) < 0.01 for _, y in polygon) == at_top


@pytest.mark.parametrize(("side", "notch"), [("face", (0.9, 0.5)), ("back", (0.1, 0.5))])
def test_picture_is_transparent_outside_of_the_outline(tmp_path: Path, side: str, notch: tuple[float, float]) -> None:
    workspace = load(tmp_path, "flag")
    game = workspace.library.games["toy"]
    (record,) = game.find("one")
    png = picture_of(workspace.composer(ZERO), game, record, "en", ImageOptions(side=side), 100)
    assert png is not None
    picture = Image.open(io.BytesIO(png))
    assert picture.mode == "RGBA"
    seen = [picture.getpixel((int(picture.width * x), int(picture.height * 0.5))) for x in (notch[0], 1 - notch[0])]
    assert seen[0][3] == 0  # type: ignore[index]
    assert seen[1] == (*(MOSS if side == "face" else RUST), 255)


@pytest.mark.parametrize("shape", ["flat", "tall", "gem", "shield"])
def test_stamp_of_a_piece_is_within_its_safe_area(tmp_path: Path, shape: str) -> None:
    workspace = load(tmp_path, shape)
    game = workspace.library.games["toy"]
    (record,) = game.find("one")
    composer = workspace.composer(ZERO)
    face = composer.face(game, record, "en")
    assert face is not None
    ground, words = stamp(composer.setter, game, record, "en", face)
    assert isinstance(ground, DrawBox)
    assert isinstance(words, PlacedText)
    (safe,) = face.outline.polygons(face.trim, -face.safe.left.pt)
    assert all(contains(safe, corner) for corner in ground.box.corners)
    assert ground.box.y > face.trim.height.pt / 2


def test_text_beside_the_outline_is_a_finding(tmp_path: Path) -> None:
    workspace = load(tmp_path, "flat")
    face = "palette: toy\nelements:\n  - {kind: text, text: Corner, at: [3 mm, 3 mm], size: [20 mm, 5 mm]}\n"
    (tmp_path / "layouts" / "faces" / "toy" / "face.yaml").write_text(face, encoding="utf-8")
    workspace = pipeline.load(tmp_path / "catalog", workspace.layouts.folders)
    pipeline.check(workspace)
    assert [finding.code for finding in workspace.findings] == ["outside-safe-area"]
