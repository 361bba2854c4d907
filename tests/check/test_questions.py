"""Every invariant that needs play is seen to fail, alone, where the deck or the engine is broken that way."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from check.edits import CATALOG, write
from check.faults import ONLY_TELL, PLAYED, Broken
from pawprint.catalog.library import load_game
from pawprint.check import playtest, questions
from pawprint.check.check_reader import DeclaredChecks, checks_of
from pawprint.check.evaluation import run_checks
from pawprint.core.diagnostics import Findings
from pawprint.play.bots import BOTS
from pawprint.play.playing import random_bot
from pawprint.play.simulation import WorkerPool

Play = Callable[[str, Broken], Findings]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Plays a broken game at one table; bots are all random, which is fast and as good here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(BOTS._things, "greedy", random_bot)
    tables_of = playtest.tables_of

    def played(game: str, broken: Broken) -> Findings:
        def one_table(*given: Any) -> list[Any]:
            edition, players = broken.table
            tables = [one for one in tables_of(*given) if one.players == players and edition in ("", one.edition)]
            return tables[:1]

        monkeypatch.setattr(playtest, "tables_of", one_table)
        monkeypatch.setattr(questions, "ENOUGH", broken.enough)
        monkeypatch.setattr(playtest, "ENOUGH", 10**9)  # cards that nobody plays are another matter
        if broken.fault is not None:
            broken.fault(monkeypatch)
        findings = Findings()
        folder = write(game, dict(broken.edits), tmp_path) if broken.edits else CATALOG / game
        loaded = load_game(folder, findings)
        assert loaded is not None, [*findings]
        if broken.about:
            kept = [check for check in checks_of(loaded) if check.words.get("to", (broken.about,)) == (broken.about,)]
            loaded.memory("checks")["declared"] = DeclaredChecks(tuple(kept), Findings())
        with WorkerPool(1) as crew:
            playtest.play(loaded, run_checks(loaded, findings), findings, crew, games=broken.games)
        return findings

    return played


def cases() -> Iterable[Any]:
    for game, invariants in PLAYED.items():
        for identity, ways in invariants.items():
            for number, broken in enumerate(ways, 1):
                yield pytest.param(game, identity, broken, id=f"{identity}-{number}")


@pytest.mark.parametrize(("game", "identity", "broken"), [*cases()])
def test_broken_game_breaks_only_its_invariant(game: str, identity: str, broken: Broken, play: Play) -> None:
    findings = play(game, broken).sorted()
    said = [f"{one.severity.value} {one.code} {one.message}" for one in findings]
    assert {one.rule or one.code for one in findings} - {broken.also} == {identity}, said
    assert {one.severity.value for one in findings} == {broken.severity}, said
    assert any(broken.words in line for line in said), said


def settings() -> Iterable[Any]:
    """The tables of the cases that need many games, without any fault."""
    for game, invariants in PLAYED.items():
        ways = {
            (one.table, one.games, one.enough, one.about)
            for some in invariants.values() for one in some if one.enough < 1000
        }  # fmt: skip
        for table, games, enough, about in sorted(ways):
            whole = Broken("", table=table, games=games, enough=enough, about=about)
            yield pytest.param(game, whole, id=f"{game}-{games}-{about}")


@pytest.mark.parametrize(("game", "whole"), [*settings()])
def test_game_without_the_fault_has_no_findings(game: str, whole: Broken, play: Play) -> None:
    assert [f"{one.code} {one.message}" for one in play(game, whole)] == []


@pytest.mark.parametrize("game", PLAYED)
def test_every_invariant_that_needs_play_has_been_seen_to_fail(game: str) -> None:
    findings = Findings()
    loaded = load_game(CATALOG / game, findings)
    assert loaded is not None
    needed = {result.id for result in run_checks(loaded, findings) if result.status == "needs play"}
    assert needed - ONLY_TELL == {*PLAYED[game]}
    errors = {check.id for check in checks_of(loaded) if check.needs_play and check.severity.value == "error"}
    assert errors - ONLY_TELL <= {
        identity for identity, ways in PLAYED[game].items() for broken in ways if broken.severity == "error"
    }
