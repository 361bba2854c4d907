"""Files of a game -> a new folder, written as a whole or not at all; existing files are never changed."""

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings


def is_available(folder: Path) -> bool:
    """Whether *folder* does not exist, or is empty."""
    return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))


def write_files(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files into a folder; missing folders are made.

    Raises:
        OSError: one cannot be written.
    """
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder that is free (see `is_available`), with everything in it or not at all.

    Raises:
        OSError: it cannot be written, or it has been created in the meantime.
    """
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", suffix=".part", dir=parent) as name:
        made = Path(name) / folder.name
        write_files(made, files)
        if folder.is_dir():
            folder.rmdir()  # fails unless it is empty
        made.rename(folder)


def schema_files(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The `schema.json` of the games among *files*, by path."""
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name), {path: data for path, data in files.items() if path.startswith("catalog/")})
        games = load_library(Path(name) / "catalog", Findings()).games.values()
        return {
            f"catalog/{game.id}/schema.json": (
                json.dumps(game_schema(game), indent=2, ensure_ascii=False) + "\n"
            ).encode()
            for game in games
        }


def editor_files(game: str) -> dict[str, bytes]:
    """Settings that tell editors about the schema, and Git to ignore the output."""
    settings = {
        "yaml.schemas": {f"catalog/{game}/schema.json": [f"catalog/{game}/cards.yaml"]},
        "files.associations": {"*.yaml": "yaml"},
        "editor.tabSize": 2,
    }
    extensions = {"recommendations": ["redhat.vscode-yaml"]}
    return {
        ".vscode/settings.json": _json(settings),
        ".vscode/extensions.json": _json(extensions),
        ".gitignore": b"output/\n",
    }


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()
