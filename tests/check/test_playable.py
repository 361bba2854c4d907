"""A plain check asks the rules engine whether it can play with the cards."""

import shutil
from pathlib import Path

import pytest

from pawprint.check.playable import check_scenarios
from pawprint.production import pipeline


@pytest.fixture(autouse=True)
def without_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check without setting all documents, which say nothing of the engine and take most of the time."""
    monkeypatch.setattr(pipeline, "check_documents", lambda *_: None)


def outcome(tmp_path: Path, game: str, old: str, new: str, files: str = "*.yaml") -> list[str]:
    """What a check finds in a bundled game after one word has become another everywhere in its files."""
    shutil.copytree(pipeline.bundled("catalog") / game, tmp_path / game)
    for path in (tmp_path / game).glob(files):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    workspace = pipeline.load(tmp_path, [pipeline.bundled("layouts")], [game])
    pipeline.check(workspace)
    return [f"{finding.span} {finding.code}" for finding in workspace.findings.sorted()]


def test_action_that_the_engine_does_not_know_is_found_without_playing(tmp_path: Path) -> None:
    codes = outcome(tmp_path, "pocket-cats", "turn-dog", "spin-dog")
    assert all("clans.yaml" in code for code in codes), codes
    # A power with another name must also be read beside the rules again.
    assert {code.split()[1] for code in codes} == {"unknown-effect", "check-failed"}
    assert sum("unknown-effect" in code for code in codes) == 2, codes


def test_game_that_can_be_played_is_passed_over_in_silence(tmp_path: Path) -> None:
    assert outcome(tmp_path, "pocket-cats", "cats", "cats") == []


def test_scenario_that_no_document_shows_is_played_too(tmp_path: Path) -> None:
    codes = outcome(tmp_path, "pocket-cats", "scores: {G: 1, R: 0}", "scores: {G: 1, R: 2}", "scenarios/PC-4.1.yaml")
    assert [code.split()[1] for code in codes] == ["scenario-failed"], codes
    assert "scenarios/PC-4.1.yaml" in codes[0]


def test_scenarios_of_another_edition_are_left_out(tmp_path: Path) -> None:
    shutil.copytree(pipeline.bundled("catalog") / "food-chain", tmp_path / "food-chain")
    scenario = tmp_path / "food-chain" / "scenarios" / "only.yaml"
    scenario.write_text("game: food-chain\nedition: en-2012\nplayers: 2\nexpect: {over: true}\n", encoding="utf-8")
    for edition, failed in (("fr-yannibus", 0), ("en-2012", 1), ("", 1)):
        workspace = pipeline.load(tmp_path, [pipeline.bundled("layouts")], ["food-chain"])
        check_scenarios(workspace.library.games["food-chain"], workspace.findings, edition)
        assert [one.code for one in workspace.findings.sorted()] == ["scenario-failed"] * failed
