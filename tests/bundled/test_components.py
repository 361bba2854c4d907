"""What is in the boxes: the component tables of the four games, in the catalogs and in what was last built."""

import json
from pathlib import Path

import pytest

from pawprint.catalog.model import DATA
from pawprint.production import pipeline

MANIFESTS = Path(__file__).parents[2] / "output"

#: Pieces by component. Rules FC-1.1 and 1.2, FO-1.1 to 1.7, EL-1.1 to 1.4 (mats stand in for bags), PC-1.1 to 1.5.
BOXES = {
    "food-chain": {"organisms": 48, "bonus": 4, "tokens": 16},
    "fooden": {
        "creatures": 170, "objectives": 20, "actions": 63, "nature": 4, "season": 1,
        "season-token": 1, "leader": 1, "cubes": 54, "vp": 20,
    },
    "lake-ecosystem": {"cards": 88, "food": 160, "lake": 1, "mats": 5, "aids": 5},
    "pocket-cats": {"cats": 35, "prey": 10, "dogs": 5, "clans": 7, "aids": 2},
}  # fmt: skip
LANGUAGES = dict.fromkeys(BOXES, ("fr", "en")) | {"pocket-cats": ("fr", "en", "de")}


@pytest.fixture(scope="module")
def library() -> pipeline.Workspace:
    return pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")])


@pytest.mark.parametrize("name", BOXES)
def test_box_is_complete(library: pipeline.Workspace, name: str) -> None:
    game = library.library.games[name]
    found = {
        component.name: sum(record.copies_in(game.edition) for record in game.pieces(component.name))
        for component in game.components.values()
        if component.kind != DATA
    }
    assert found == BOXES[name]
    assert game.languages == LANGUAGES[name]


@pytest.mark.parametrize("name", BOXES)
def test_last_build_printed_the_whole_box(name: str) -> None:
    manifest = json.loads((MANIFESTS / name / "MANIFEST.json").read_text(encoding="utf-8"))
    assert {component: counts["pieces"] for component, counts in manifest["components"].items()} == BOXES[name]
    for language in LANGUAGES[name]:
        files = [file for file in manifest["files"].values() if file["language"] == language]
        assert sum(file.get("pieces", 0) for file in files) == sum(BOXES[name].values())
        assert {file["kind"] for file in files if "pieces" not in file} >= {"rulebook", "reference"}


def test_these_are_all_the_games(library: pipeline.Workspace) -> None:
    assert {*library.library.games} == {*BOXES}


def test_cubes_match_the_rules(library: pipeline.Workspace) -> None:
    cubes = library.library.games["fooden"].pieces("cubes")
    assert {record.id: record.copies for record in cubes} == {"plant-cube": 24, "insect-cube": 18, "meat-cube": 12}
