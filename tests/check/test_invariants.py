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

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from check.broken import BROKEN, LISTED, REVIEWED, Broken
from check.edits import CATALOG, EditedGame
from pawprint.catalog.library import load_game
from pawprint.check.evaluation import CheckResult, run_checks
from pawprint.core.diagnostics import Findings


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, dict[str, Any]], Findings]:
    """What is found in a game after edits."""
    folder = tmp_path_factory.mktemp("edited")
    games = cache(lambda game: EditedGame(game, folder))

    def found(game: str, edits: dict[str, Any]) -> Findings:
        findings = Findings()
        loaded = games(game).load(edits, findings)
        assert loaded is not None, [*findings]
        run_checks(loaded, findings)
        return findings

    return found


# --- tests --------------------------------------------------------------------------------------------------


@cache
def _results(game: str) -> tuple[tuple[str, ...], tuple[CheckResult, ...]]:
    findings = Findings()
    loaded = load_game(CATALOG / game, findings)
    assert loaded is not None, [*findings]
    results = run_checks(loaded, findings)
    return tuple(f"{one.span} {one.message}" for one in findings), results


@pytest.mark.parametrize("game", BROKEN)
def test_every_listed_invariant_passes_or_needs_play(game: str) -> None:
    findings, results = _results(game)
    assert findings == ()
    prefix, count = LISTED[game]
    numbered = [result.id for result in results if result.id.startswith(prefix)]
    assert numbered == [f"{prefix}-{number:02}" for number in range(1, count + 1)]
    assert {result.status for result in results} == {"ok", "needs play"}
    assert all(result.about for result in results)


@pytest.mark.parametrize("game", BROKEN)
def test_every_passing_invariant_has_a_failing_example(game: str) -> None:
    assert [result.id for result in _results(game)[1] if result.status == "ok"] == [*BROKEN[game]]


def cases() -> Iterable[Any]:
    for game, invariants in BROKEN.items():
        for identity, ways in invariants.items():
            for number, broken in enumerate(ways, 1):
                yield pytest.param(game, identity, broken, id=f"{identity}-{number}")


@pytest.mark.parametrize(("game", "identity", "broken"), [*cases()])
def test_broken_game_breaks_its_invariant(
    game: str, identity: str, broken: Broken, edited: Callable[[str, dict[str, Any]], Findings]
) -> None:
    findings = edited(game, broken.edits).sorted()
    said = [f"{one.code} {one.message}" for one in findings]
    if broken.found:
        assert {one.code for one in findings} == {*broken.found}, said
        return
    assert {one.code for one in findings} == {"check-failed"}, said
    also = {*broken.also, REVIEWED[game]} - {identity}
    assert {one.rule for one in findings} - also == {identity}, said
    wanted = ("error", "warning") if broken.severity == "both" else (broken.severity,)
    assert {one.severity.value for one in findings if one.rule == identity} == {*wanted}, said
