"""Food Chain, as printed: windows that can be read, and levels that can be told apart in any light."""

from itertools import pairwise

import pytest

from pawprint.catalog.model import Game
from pawprint.core.colour import SIMULATIONS, lab, simulate
from pawprint.core.length import mm
from pawprint.pieces.placed import PlacedPicture
from pawprint.production import pipeline

#: Width of a window in millimetres, by the number of windows in its strip.
WIDTHS = {1: 12.5, 2: 12.5, 3: 12.5, 4: 11, 5: 9}


@pytest.fixture(scope="module")
def workspace() -> pipeline.Workspace:
    return pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], ["food-chain"])


@pytest.fixture(scope="module")
def game(workspace: pipeline.Workspace) -> Game:
    return workspace.library.games["food-chain"]


def test_windows_are_as_large_as_their_number_allows_and_show_small_drawings(
    workspace: pipeline.Workspace, game: Game
) -> None:
    composer = workspace.composer(mm(0))
    for record in game.pieces("organisms"):
        face = composer.face(game, record, "fr")
        assert face
        pictures = [item for item in face.all_items if isinstance(item, PlacedPicture)]
        for strip, field in (("window-prey", "prey"), ("window-predator", "predators")):
            eaten = [other.id for other in record[field]]
            windows = [item.matrix[0] * 100 / mm(1).pt for item in pictures if item.picture.name == strip]
            assert windows == pytest.approx([WIDTHS[len(eaten)]] * len(eaten) if eaten else [12.5]), record.id
        small = [item.picture.name for item in pictures if item.picture.name.endswith("-small")]
        assert small == [f"{other.id}-small" for other in (*record["prey"], *record["predators"])]


def test_skies_grow_darker_from_level_to_level_for_all_eyes(workspace: pipeline.Workspace) -> None:
    palette = workspace.layouts.palettes["food-chain"]
    skies = [palette[f"sky-{level}"] for level in range(1, 6)]
    assert all(lab(below)[0] - lab(above)[0] >= 8 for below, above in pairwise(skies))
    for sight in SIMULATIONS:
        seen = [lab(simulate(sky, sight))[0] for sky in skies]
        assert all(below - above >= 7 for below, above in pairwise(seen)), sight
