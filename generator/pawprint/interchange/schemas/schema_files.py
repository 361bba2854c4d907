"""The layouts and games of a project -> the files with their schemas, and how editors find these."""

import json
import posixpath
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.model import Game
from pawprint.interchange.schemas._project_schemas import GAME_SCHEMAS, LAYOUT_SCHEMAS, Names
from pawprint.pieces.layouts import Layouts
from pawprint.play.lookup import DATA_ENGINE
from pawprint.source.value_schemas import Schema

#: The folder of schemas, in the folder of layouts and in that of a game.
FOLDER = "schemas"
#: The schema of the records of a game, in its folder.
RECORDS = "schema.json"
#: The names of all schemas, as `pawprint schema --of` takes them.
NAMES = ("records", *(schema.name for schema in (*GAME_SCHEMAS, *LAYOUT_SCHEMAS)))


def schema_of(name: str, game: "Game", layouts: "Layouts") -> Schema:
    """The schema *name* of `NAMES`, with the names of *game* and *layouts*."""
    if name == "records":
        return game_schema(game)
    make = next(schema.make for schema in (*GAME_SCHEMAS, *LAYOUT_SCHEMAS) if schema.name == name)
    return make(Names.of(layouts, game))


def files_of_game(game: "Game", layouts: "Layouts") -> dict[str, bytes]:
    """The schemas of the files of *game*, by path in its folder. One without an engine has no scenarios."""
    names = Names.of(layouts, game)
    absent = {"scenario"} if not game.engine else set[str]()
    absent |= set() if game.engine.endswith(DATA_ENGINE) else {"rules"}
    made = {
        f"{FOLDER}/{schema.name}.json": as_json(schema.make(names))
        for schema in GAME_SCHEMAS
        if schema.name not in absent
    }
    return {RECORDS: as_json(game_schema(game)), **made}


def files_of_layouts(layouts: "Layouts") -> dict[str, bytes]:
    """The schemas of the files of layouts, by path in their folder."""
    names = Names.of(layouts)
    return {f"{FOLDER}/{schema.name}.json": as_json(schema.make(names)) for schema in LAYOUT_SCHEMAS}


def as_json(value: object) -> bytes:
    """The contents of a JSON file."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def associations(game: str, records: Iterable[str]) -> dict[str, list[str]]:
    """Schema -> the files that it is for, as patterns, by path in the folder of a project with one game.

    Args:
        records: the files with records.
    """
    found = {f"catalog/{game}/{RECORDS}": sorted(records)}
    for place, schemas in ((f"catalog/{game}", GAME_SCHEMAS), ("layouts", LAYOUT_SCHEMAS)):
        for schema in schemas:
            if schema.name not in ("scenario", "rules", "front-matter"):
                found[f"{place}/{FOLDER}/{schema.name}.json"] = [f"{place}/{pattern}" for pattern in schema.patterns]
    return found


def with_schema_lines(files: dict[str, bytes], game: str) -> dict[str, bytes]:
    """YAML *files* of a new project, by path, with a first line that names the schema for editors."""
    return {path: _with_line(path, data, game) for path, data in files.items()}


def _with_line(path: str, data: bytes, game: str) -> bytes:
    schema = next(_schemas_for(path, game), None)
    if schema is None or data.startswith(b"# yaml-language-server:"):
        return data
    way = posixpath.relpath(schema, posixpath.dirname(path))
    return f"# yaml-language-server: $schema={way}\n".encode() + data


def _schemas_for(path: str, game: str) -> Iterator[str]:
    if not path.endswith(".yaml"):
        return
    for place, schemas in ((f"catalog/{game}", GAME_SCHEMAS), ("layouts", LAYOUT_SCHEMAS)):
        for schema in schemas:
            if any(_matches(path, f"{place}/{pattern}") for pattern in schema.patterns):
                yield f"{place}/{FOLDER}/{schema.name}.json"
    if PurePosixPath(path).parent.as_posix() == f"catalog/{game}":
        yield f"catalog/{game}/{RECORDS}"


def _matches(path: str, pattern: str) -> bool:
    """True if *path* matches *pattern*, in which `**` stands for any folders."""
    folder, deep, name = pattern.rpartition("/**/")
    if deep:
        return path.startswith(f"{folder}/") and PurePosixPath(path).match(name)
    return PurePosixPath(path).match(pattern) and path.count("/") == pattern.count("/")
