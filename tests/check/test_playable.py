"""A plain check asks the rules engine whether it can play with the cards."""

import shutil
from pathlib import Path

from pawprint.build import pipeline


def found(tmp_path: Path, game: str, old: str, new: str) -> list[str]:
    """What a check finds in a bundled game after one word has become another everywhere in its files."""
    shutil.copytree(pipeline.bundled("catalog") / game, tmp_path / game)
    for path in (tmp_path / game).glob("*.yaml"):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    workspace = pipeline.load(tmp_path, [pipeline.bundled("layouts")], [game])
    pipeline.check(workspace)
    return [f"{finding.span} {finding.code}" for finding in workspace.findings.sorted()]


def test_an_action_that_the_engine_does_not_know_is_found_without_playing(tmp_path: Path) -> None:
    codes = found(tmp_path, "pocket-cats", "turn-dog", "spin-dog")
    assert all("clans.yaml" in code for code in codes), codes
    # A power with another name must also be read beside the rules again.
    assert {code.split()[1] for code in codes} == {"unknown-effect", "check-failed"}
    assert sum("unknown-effect" in code for code in codes) == 2, codes


def test_a_game_that_can_be_played_is_passed_over_in_silence(tmp_path: Path) -> None:
    assert found(tmp_path, "pocket-cats", "cats", "cats") == []
