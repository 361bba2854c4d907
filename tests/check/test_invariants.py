"""The invariants of the bundled games: each one is listed, holds, and fails where the game is broken that way.

`broken.py` says how: for each invariant what is edited, and which finding that gives.

    component/id.field.inside      a field of a record; the record may also be the first with given values:
                                   component/[diet=sun][trait=poison].hunger
    component[diet=sun].hunger     a field of all records with these values; component.hunger of all there are
    component/id                   the whole record
    component+                     one record more
    game.players.max               a place in game.yaml

With `GONE` as its new value, what stands there is removed.
"""

import copy
import re
import shutil
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from check.broken import BROKEN, GONE, LISTED, Broken
from pawprint.base.diagnostic import Findings
from pawprint.catalog.library import load_game
from pawprint.check.declared import Result, run

CATALOG = Path(__file__).parents[2] / "catalog"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


# --- editing ------------------------------------------------------------------------------------------------


@cache
def _data(game: str) -> dict[str, Any]:
    """The files of a game as plain data; not to be changed."""
    files = (CATALOG / game).glob("*.yaml")
    return {path.name: yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER) for path in files}


def _file_of(data: dict[str, Any], component: str) -> list[dict[str, Any]]:
    """The records of a component, wherever they stand."""
    for name, content in data.items():
        if name != "game.yaml" and component in content:
            records: list[dict[str, Any]] = content[component]
            return records
    raise AssertionError(f"no file has {component}")


_PLACE = re.compile(r"([\w-]+)(/[\w-]*)?((?:\[\w+=[^\]]*\])*)(\+?)(?:\.(.+))?")


def _edit(data: dict[str, Any], place: str, value: Any) -> None:
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


def checked(folder: Path) -> tuple[Findings, tuple[Result, ...]]:
    findings = Findings()
    game = load_game(folder, findings)
    assert game is not None, [*findings]
    return findings, run(game, findings)


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[str, dict[str, Any]], Findings]:
    """What is found in a game after edits."""

    def made(game: str, edits: dict[str, Any]) -> Findings:
        data = copy.deepcopy(_data(game))
        before = copy.deepcopy(data)
        for place, value in edits.items():
            _edit(data, place, value)
        folder = tmp_path / game
        shutil.copytree(CATALOG / game, folder)
        for name, content in data.items():
            if content != before[name]:
                text = yaml.dump(content, Dumper=_DUMPER, allow_unicode=True, sort_keys=False, width=10_000)
                (folder / name).write_text(text, encoding="utf-8")
        return checked(folder)[0]

    return made


# --- tests --------------------------------------------------------------------------------------------------


@cache
def _results(game: str) -> tuple[tuple[str, ...], tuple[Result, ...]]:
    findings, results = checked(CATALOG / game)
    return tuple(f"{one.span} {one.message}" for one in findings), results


@pytest.mark.parametrize("game", BROKEN)
def test_every_invariant_is_listed_and_holds_or_needs_play(game: str) -> None:
    findings, results = _results(game)
    assert findings == ()
    prefix, count = LISTED[game]
    numbered = [result.id for result in results if result.id.startswith(prefix)]
    assert numbered == [f"{prefix}-{number:02}" for number in range(1, count + 1)]
    assert {result.status for result in results} == {"ok", "needs play"}
    assert all(result.about for result in results)


@pytest.mark.parametrize("game", BROKEN)
def test_every_invariant_that_holds_has_been_seen_to_fail(game: str) -> None:
    assert [result.id for result in _results(game)[1] if result.status == "ok"] == [*BROKEN[game]]


def cases() -> Iterable[Any]:
    for game, invariants in BROKEN.items():
        for identity, ways in invariants.items():
            for number, broken in enumerate(ways, 1):
                yield pytest.param(game, identity, broken, id=f"{identity}-{number}")


@pytest.mark.parametrize(("game", "identity", "broken"), [*cases()])
def test_a_broken_game_breaks_its_invariant(
    game: str, identity: str, broken: Broken, edited: Callable[[str, dict[str, Any]], Findings]
) -> None:
    findings = edited(game, broken.edits).sorted()
    said = [f"{one.code} {one.message}" for one in findings]
    if broken.found:
        assert {one.code for one in findings} == {*broken.found}, said
        return
    assert {one.code for one in findings} == {"check-failed"}, said
    assert {one.rule for one in findings} - ({*broken.also} - {identity}) == {identity}, said
    wanted = ("error", "warning") if broken.severity == "both" else (broken.severity,)
    assert {one.severity.value for one in findings if one.rule == identity} == {*wanted}, said
