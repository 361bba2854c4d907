"""`pawprint play --fix`: a small game whose players score too much is repaired."""

import subprocess
from pathlib import Path

import pytest
from typer.testing import Result

from command_line import run
from pawprint.interchange.lists.game_folder import template_files, write_files
from pawprint.playtests.balance.check_repair import OutOfTime, RepairGames

CARDS, GAME = Path("catalog/mine/cards.yaml"), Path("catalog/mine/game.yaml")
TUNE = "    tune: {copies: 1..9}\n"
#: Two players score 20 points on average.
CHECKS = """
  - {id: B-1, about: points stay small, needs: play, scores: mean, min: 5, max: 18}
  - {id: B-2, needs: play, scores: mean, min: 5, max: 25}
  - {id: B-3, needs: play, scores: mean, min: 40}
  - {id: P-1, needs: play, ends: 60}
"""


def play(*words: str) -> Result:
    return run("play", "mine", "--jobs", "1", *words)


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game Garden, with checks about balance, in the current folder."""
    write_files(tmp_path / "mine", template_files("mine", "Mine", rules="garden"))
    monkeypatch.chdir(tmp_path / "mine")
    text = GAME.read_text(encoding="utf-8").rstrip()
    GAME.write_text(text.replace("    fields:", TUNE + "    fields:") + CHECKS, encoding="utf-8")
    rules = GAME.with_name("rules.yaml")
    rules.write_text(rules.read_text(encoding="utf-8").replace("players: 2..4", "players: 2"), encoding="utf-8")
    return tmp_path / "mine"


@pytest.mark.usefixtures("mine")
def test_change_is_shown_as_a_diff_and_written_only_on_request() -> None:
    before = CARDS.read_text(encoding="utf-8")
    shown = play("--fix", "B-1", "--games", "120")
    assert shown.exit_code == 0, shown.output
    assert CARDS.read_text(encoding="utf-8") == before
    assert "2 players: 20" not in shown.stdout
    lines = shown.stdout.splitlines()
    assert lines[0] == "B-1 is beyond its limits:"
    assert "fresh deals (seed 1):" in lines
    assert lines[-1] == "nothing was written; --write applies the change"
    diff = shown.stdout[shown.stdout.index("--- a/") : shown.stdout.index("fields changed")].rsplit("\n", 1)[0]

    written = play("--fix", "B-1", "--games", "120", "--write")
    assert written.stdout.splitlines()[-1] == "written to catalog/mine/cards.yaml"
    after = CARDS.read_text(encoding="utf-8")
    changed = [line[1:] for line in diff.splitlines() if line.startswith("+ ")]
    assert 1 <= len(changed) <= 3
    assert [line for line in after.splitlines() if line not in before.splitlines()] == changed
    again = play("--fix", "B-1", "--games", "120")
    assert again.stdout == "B-1 passes; there is nothing to change\n"
    CARDS.write_text(before, encoding="utf-8")
    subprocess.run(["git", "apply", "-"], input=diff + "\n", text=True, check=True)
    assert CARDS.read_text(encoding="utf-8") == after


@pytest.mark.usefixtures("mine")
def test_any_number_of_processes_finds_the_same() -> None:
    one, two = (play("--fix", "B-1", "--games", "120", "--jobs", jobs).stdout for jobs in ("1", "2"))
    times = [[line for line in text.splitlines() if "CPU time" not in line] for text in (one, two)]
    assert times[0] == times[1]


@pytest.mark.usefixtures("mine")
def test_nearest_change_is_named_if_no_change_passes() -> None:
    done = play("--fix", "B-3", "--games", "60")
    assert done.exit_code == 1
    assert "no change within the limits of tune: was found that passes" in done.stdout
    assert "the nearest is animals/" in done.stdout


@pytest.mark.usefixtures("mine")
def test_search_ends_with_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    done = play("--fix", "B-1", "--games", "40000", "--minutes", "0.01")
    assert done.exit_code == 1
    assert done.stdout == "B-1 is undecided after 0.01 minutes; --minutes sets another budget\n"

    def confirmed(*_: object) -> bool:
        raise OutOfTime

    monkeypatch.setattr(RepairGames, "confirmed", confirmed)
    done = play("--fix", "B-1", "--games", "120")
    assert done.exit_code == 1
    assert "was found that passes within 10 minutes (--minutes)" in done.stdout
    assert "the nearest is animals/" in done.stdout


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--fix", "B-9"], "mine has no check 'B-9'; did you mean 'B-3'"),
        (["--fix", "P-1"], "'P-1' sets no limits to numbers of games between greedy bots; did you mean 'B-1'"),
        (["--fix", "B-1", "--vary", "powers=on,off"], "it does not go with --fix"),
        (["--write"], "it goes with --fix only"),
    ],
)
def test_wrong_words(words: list[str], message: str) -> None:
    done = play(*words)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.usefixtures("mine")
def test_game_without_tunable_fields_is_reported() -> None:
    GAME.write_text(GAME.read_text(encoding="utf-8").replace(TUNE, ""), encoding="utf-8")
    done = play("--fix", "B-1")
    assert done.exit_code == 1
    assert "no component of mine declares which fields may change" in done.stderr
    assert "tune: {points: 1..5}" in done.stderr


def test_bundled_games_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("play", "pocket-cats", "--fix", "PC-I-30", "--write")
    assert done.exit_code == 2
    assert "the bundled games cannot be changed" in " ".join(done.stderr.replace("│", " ").split())
