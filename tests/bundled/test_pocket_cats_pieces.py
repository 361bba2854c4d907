"""Pocket Cats, as printed: skylines that join, edges that forgive a cut, frames and arrows where they are seen."""

import io

import pytest
from PIL import Image

from pawprint.catalog.model import Game
from pawprint.core.length import mm
from pawprint.graphics.ops import DrawBox
from pawprint.production import pipeline
from pawprint.production.images import picture_of
from pawprint.production.options import ImageOptions

DOTS = 3  # to the millimetre, of the pictures here


@pytest.fixture(scope="module")
def workspace() -> pipeline.Workspace:
    return pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["pocket-cats"])


@pytest.fixture(scope="module")
def game(workspace: pipeline.Workspace) -> Game:
    return workspace.library.games["pocket-cats"]


@pytest.fixture(scope="module")
def tiles(workspace: pipeline.Workspace, game: Game) -> dict[str, Image.Image]:
    """The picture of the first cat of each clan that leads nobody, by clan."""
    composer = workspace.composer(mm(0))
    pictures: dict[str, Image.Image] = {}
    for cat in game.pieces("cats"):
        if cat["clan"].id not in pictures and not cat["chief"]:
            content = picture_of(composer, game, cat, "fr", ImageOptions(square=True), round(DOTS * 25.4))
            assert content
            pictures[cat["clan"].id] = Image.open(io.BytesIO(content)).convert("RGB")
    return pictures


def test_each_clan_has_its_own_skyline_and_all_join(tiles: dict[str, Image.Image]) -> None:
    assert len(tiles) == 7
    sides = set()
    for picture in tiles.values():
        strip = picture.crop((0, 17 * DOTS, picture.width, 35 * DOTS))
        sides.add(strip.crop((0, 0, 1, strip.height)).tobytes())
        sides.add(strip.crop((strip.width - 1, 0, strip.width, strip.height)).tobytes())
    # The sky itself falls a little from the left to the right; apart from that all edges are the same.
    assert len(sides) == 2
    assert len({picture.crop((0, 17 * DOTS, 8 * DOTS, 30 * DOTS)).tobytes() for picture in tiles.values()}) == 7


def test_bottom_of_a_tile_continues_on_the_next_tile(tiles: dict[str, Image.Image]) -> None:
    for clan, picture in tiles.items():
        middle = range(15 * DOTS, 45 * DOTS)
        top = {picture.getpixel((x, 0)) for x in middle}
        bottom = {picture.getpixel((x, picture.height - 1 - drift)) for x in middle for drift in range(2)}
        assert top == bottom, clan


#: Where the middle of each edge and each corner are: parts of the width and height.
PLACES = {
    "N": (0.5, 0), "NE": (1, 0), "E": (1, 0.5), "SE": (1, 1), "S": (0.5, 1), "SW": (0, 1), "W": (0, 0.5), "NW": (0, 0),
}  # fmt: skip


def test_dog_lights_only_the_edges_and_corners_that_it_bites(workspace: pipeline.Workspace, game: Game) -> None:
    composer = workspace.composer(mm(0))
    lamp = workspace.layouts.palettes["pocket-cats"]["lamp"]
    for dog in game.pieces("dogs"):
        content = picture_of(composer, game, dog, "fr", ImageOptions(square=True), round(DOTS * 25.4))
        assert content
        picture = Image.open(io.BytesIO(content)).convert("RGB")
        far = picture.width - 1
        lit = {name for name, (x, y) in PLACES.items() if picture.getpixel((int(x * far), int(y * far))) == lamp}
        assert lit == {str(arrow) for arrow in dog["arrows"]}, dog.id


def test_frame_of_a_chief_is_out_of_reach_of_a_bad_cut(workspace: pipeline.Workspace, game: Game) -> None:
    composer = workspace.composer(mm(0))
    lamp = workspace.layouts.palettes["pocket-cats"]["lamp"]
    for cat in game.pieces("cats"):
        face = composer.face(game, cat, "fr")
        assert face
        frames = [item for item in face.all_items if isinstance(item, DrawBox) and item.paint.stroke == lamp]
        assert len(frames) == bool(cat["chief"])
        assert all(frame.box.x - frame.paint.width / 2 >= mm(2.2).pt for frame in frames)
