"""Files of a game -> a new folder, written as a whole or not at all; existing files are never changed."""

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.core.files import bundled, move_into_place, naming, part_of
from pawprint.faces.layouts import Layouts
from pawprint.schemas.schema_files import as_json, associations, files_of_game, files_of_layouts, with_schema_lines


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
        with naming(path):
            path.write_bytes(data)


def create_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder that is free (see `is_available`), with everything in it or not at all.

    Raises:
        OSError: it cannot be written, or it has been created in the meantime.
    """
    parent = folder.absolute().parent
    parent.mkdir(parents=True, exist_ok=True)
    made = part_of(folder.absolute())
    try:
        write_files(made, files)
        if os.name == "nt" and folder.is_dir():
            folder.rmdir()  # fails unless it is empty, as renaming does elsewhere
        move_into_place(made, folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


def with_editor_files(files: Mapping[str, bytes], game: str) -> dict[str, bytes]:
    """The files of a new project, by path, with schemas for editors, settings that name these, and a `.gitignore`."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        write_files(folder, {path: data for path, data in files.items() if path.endswith(".yaml")})
        layouts = Layouts([folder / "layouts", bundled("layouts")], Findings())
        games = load_library(folder / "catalog", Findings()).games.values()
        parts = [(one.id, part) for one in games for part in one.components.values()]
        records = {f"catalog/{identity}/{path}" for identity, part in parts for path in part.files}
        schemas = {f"layouts/{path}": data for path, data in files_of_layouts(layouts).items()}
        for one in games:
            schemas |= {f"catalog/{one.id}/{path}": data for path, data in files_of_game(one, layouts).items()}
    settings = {
        "yaml.schemas": associations(game, records),
        "files.associations": {"*.yaml": "yaml"},
        "editor.tabSize": 2,
    }
    return {
        **with_schema_lines(dict(files), game),
        ".vscode/settings.json": as_json(settings),
        ".vscode/extensions.json": as_json({"recommendations": ["redhat.vscode-yaml"]}),
        ".gitignore": b"output/\n",
        **schemas,
    }
