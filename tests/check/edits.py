"""Edits of the bundled games, for tests that break them; how places are written is said in `test_invariants.py`."""

import copy
import json
import pickle
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from check.broken import GONE
from pawprint.catalog.library import GameReader
from pawprint.catalog.model import Game
from pawprint.core.diagnostics import Findings

CATALOG = Path(__file__).parents[2] / "catalog"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def data_of(game: str) -> dict[str, Any]:
    """The files of a game as plain data; not to be changed."""
    files = (CATALOG / game).glob("*.yaml")
    return {path.name: yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER) for path in files}


def _file_of(data: dict[str, Any], component: str) -> list[dict[str, Any]]:
    """The records of a component, wherever they stand."""
    for name, content in data.items():
        if name not in ("game.yaml", "reviewed.yaml") and component in content:
            records: list[dict[str, Any]] = content[component]
            return records
    raise AssertionError(f"no file has {component}")


_PLACE = re.compile(r"([\w-]+)(/[\w-]*)?((?:\[\w+=[^\]]*\])*)(\+?)(?:\.(.+))?")


def edit(data: dict[str, Any], place: str, value: Any) -> None:
    """Change what stands at *place*."""
    match = _PLACE.fullmatch(place)
    assert match, f"'{place}' is no place"
    component, one, tests, more, way = match.groups()
    path = way.split(".") if way else []
    if component == "game":
        _put(data["game.yaml"], path, value)
        return
    records = _file_of(data, component)
    if more:
        records.append(value)
        return
    wanted = re.findall(r"\[(\w+)=([^\]]*)\]", tests) + ([("id", one[1:])] if one and one != "/" else [])
    found = [record for record in records if all(str(record.get(name, "none")) == text for name, text in wanted)]
    assert found, f"there is nothing at '{place}'"
    for record in found[:1] if one else found:
        if path:
            _put(record, path, value)
        else:
            records.remove(record)


def _put(target: Any, path: list[str], value: Any) -> None:
    for step in path[:-1]:
        target[step] = copy.deepcopy(target[step])  # what an alias shares stays as it is elsewhere
        target = target[step]
    if value is GONE:
        del target[path[-1]]
    else:
        target[path[-1]] = value


def write(game: str, edits: dict[str, Any], folder: Path) -> Path:
    """A copy of *game* in *folder*, with *edits*: place -> new value."""
    shutil.copytree(CATALOG / game, folder / game)
    for name, content in edited(game, edits).items():
        (folder / game / name).write_text(dump(content), encoding="utf-8")
    return folder / game


def edited(game: str, edits: dict[str, Any]) -> dict[str, Any]:
    """The files of *game* that *edits* change, as plain data."""
    before = data_of(game)
    data = pickle.loads(_pickled(game))
    for place, value in edits.items():
        edit(data, place, value)
    return {name: content for name, content in data.items() if content != before[name]}


@cache
def _pickled(game: str) -> bytes:
    return pickle.dumps(data_of(game))


def dump(content: dict[str, Any]) -> str:
    """Plain data as YAML: a line for each record. JSON is YAML, too, and is written in no time."""
    return "".join(
        f"{json.dumps(key)}:\n" + "".join(f"- {json.dumps(one, ensure_ascii=False)}\n" for one in value)
        if isinstance(value, list) and value
        else f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}\n"
        for key, value in content.items()
    )


class EditedGame:
    """A copy of *game* in *folder* that is edited many times: only what an edit changes is read again."""

    def __init__(self, game: str, folder: Path) -> None:
        self._game, self._folder = game, folder / game
        self._reader = GameReader(self._folder)
        shutil.copytree(CATALOG / game, self._folder)
        self._texts = {name: dump(content) for name, content in data_of(game).items()}
        self._now: dict[str, str] = {}

    def load(self, edits: dict[str, Any], findings: Findings) -> Game | None:
        """The game with these edits alone."""
        wanted = self._texts | {name: dump(content) for name, content in edited(self._game, edits).items()}
        for name, text in wanted.items():
            if self._now.get(name) != text:
                (self._folder / name).write_text(text, encoding="utf-8")
        self._now = wanted
        return self._reader.read(findings)
