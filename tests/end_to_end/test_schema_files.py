"""The schemas beside the bundled games are what `pawprint schema --write` would write now."""

import json
from pathlib import Path

import pytest

from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.library import load_game
from pawprint.core.diagnostics import Findings

CATALOG = Path(__file__).parents[2] / "catalog"
GAMES = sorted(path.parent for path in CATALOG.glob("*/game.yaml"))


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_schema_beside_a_game_is_fresh(folder: Path) -> None:
    game = load_game(folder, Findings())
    assert game is not None
    written = json.loads((folder / "schema.json").read_text(encoding="utf-8"))
    assert written == game_schema(game), "run: pawprint schema --write"


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_record_file_names_its_schema(folder: Path) -> None:
    for path in folder.glob("*.yaml"):
        if path.name not in ("game.yaml", "reviewed.yaml"):
            first = path.read_text(encoding="utf-8").splitlines()[0]
            assert first == "# yaml-language-server: $schema=schema.json", path.name
