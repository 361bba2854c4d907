"""The games of `pawprint new --rules NAME`: small, without findings, and played in the same way each time."""

import json
import shlex
from functools import cache
from pathlib import Path

import pytest

from command_line import run
from pawprint.cli import _play_settings as play_settings
from pawprint.interchange.lists.game_folder import NIGHT, sample_names, template_files, write_files

SAMPLES = ("auction", "draft", "garden", "market", "night", "rescue", "spells", "tricks")
#: The most lines of rules of a sample, so that a newcomer reads them all.
MOST_LINES = 80


@cache
def files_of(sample: str) -> dict[str, bytes]:
    """The files of a sample whose game is called as it is."""
    return template_files(sample, sample.title(), rules=sample)


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A sample in the current folder."""
    name: str = request.param
    write_files(tmp_path / name, files_of(name))
    monkeypatch.chdir(tmp_path / name)
    return name


def test_each_sample_is_tested() -> None:
    assert tuple(sample_names()) == SAMPLES
    assert NIGHT in SAMPLES


def test_sample_is_small_has_no_findings_and_breaks_no_promise(sample: str) -> None:
    folder = Path("catalog") / sample
    assert len((folder / "rules.yaml").read_text(encoding="utf-8").splitlines()) <= MOST_LINES
    assert 2 <= len(list((folder / "scenarios").glob("*.yaml"))) <= 4
    checked = run("check")
    assert (checked.exit_code, "no findings" in checked.output) == (0, True), checked.output
    tested = run("rules", "test", sample)
    assert (tested.exit_code, "keep all promises" in tested.output) == (0, True), tested.output


def test_same_seed_gives_the_same_report(sample: str) -> None:
    words = ("play", sample, "--games", "10", "--jobs", "1", "--format", "json", "--seed", "3")
    first, second = (run(*words, "--bots", "greedy,random").output for _ in range(2))
    assert json.loads(first)["games"] == 10
    assert first == second


def test_bot_that_looks_ahead_plays_no_worse_than_at_random(sample: str) -> None:
    if sample == NIGHT:
        return  # who pushes their luck must look more than one card ahead
    words = ("play", sample, "--games", "40", "--jobs", "1", "--format", "json", "--players", "2")
    if sample == "rescue":  # all win or lose together
        both = [json.loads(run(*words, "--bots", bot).output)["seats"][0] for bot in ("greedy", "random")]
    else:
        both = json.loads(run(*words, "--bots", "greedy,random").output)["seats"]
    assert both[0]["wins"]["value"] > both[1]["wins"]["value"]


def test_several_processes_play_the_same_games_as_a_single_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(tmp_path / "draft", files_of("draft"))
    monkeypatch.chdir(tmp_path / "draft")
    words = ("play", "draft", "--games", "8", "--bots", "greedy,random", "--log")
    for jobs in "12":
        assert run(*words, f"{jobs}.jsonl", "--jobs", jobs).exit_code == 0
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes()


def test_commands_of_the_readme_of_a_sample_work(sample: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_settings, "DEFAULT_GAMES", 4)
    text = Path("README.md").read_text(encoding="utf-8")
    blocks = text.split("```sh\n")[1:]
    commands = [line for block in blocks for line in block.partition("```")[0].splitlines()]
    assert any("rules test" in line for line in commands)
    for line in commands:
        if "build" in line or " show " in line:
            continue
        done = run(*shlex.split(line, comments=True)[1:])
        assert (done.exit_code, "[rules" in done.output) == (0, False), done.output
    named = [one for one in text.split("`") if one.startswith(("catalog/", "layouts/")) and " " not in one]
    assert [one for one in named if not Path(one).exists()] == []


def test_unknown_sample_is_refused_with_the_known_samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "mine", "--rules", "poker")
    assert done.exit_code == 2
    assert "no sample 'poker'" in " ".join(done.output.split())
    assert all(name in done.output for name in SAMPLES)
    assert not Path("mine").exists()
    helped = run("new", "--help").output
    assert all(name in helped for name in SAMPLES)


def test_new_game_with_a_sample_can_be_played_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("new", "mine", "--rules", "garden")
    assert "pawprint play mine --bots greedy,random" in done.output
    monkeypatch.chdir(tmp_path / "mine")
    played = run("play", "mine", "--games", "2", "--jobs", "1")
    assert (played.exit_code, "2 games" in played.output) == (0, True)
