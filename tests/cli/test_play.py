"""The commands that play: reports, logs, replays, scenarios, and `check --deep`."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import run
from pawprint.cli._play_comparison import bots_to_compare
from pawprint.playtests.balance import ladder
from play.garden import plant

GALLERY = Path(__file__).parents[2] / "docs" / "gallery"

Plot = Callable[..., Path]


@pytest.fixture
def plot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Plot:
    """Makes a folder with the garden in it, which can be played; the engine has a fault if one is named."""

    def planted(fault: str = "") -> Path:
        plant(monkeypatch, fault)
        if fault:  # other processes may start without it, as they may be no copies of this one
            monkeypatch.setattr(os, "cpu_count", lambda: 1)
            monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        shutil.copytree(GALLERY / "catalog" / "garden", tmp_path / "catalog" / "garden")
        shutil.copytree(GALLERY / "layouts", tmp_path / "layouts")
        file = tmp_path / "catalog" / "garden" / "game.yaml"
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("languages: [en]", "languages: [en]\nrules: {engine: garden}"), encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("NO_COLOR", "1")
        return tmp_path

    return planted


# --- reports ------------------------------------------------------------------------------------------------


def test_report(plot: Plot) -> None:
    plot()
    done = run("play", "garden", "--games", "40", "--jobs", "1")
    assert done.exit_code == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "garden: 40 games of 2 players, bots random, seed 0"
    assert lines[2].split() == ["seat", "bot", "wins", "95", "%", "points", "95", "%"]
    assert "decisions in a game: 9 (5 to 95 %: 9 to 9, longest 9)" in lines
    assert [line.split()[0] for line in lines[-5:-2]] == ["snail", "toad", "heron"]
    assert lines[-1].endswith("counted in 4 of them")


def test_report_for_programs_is_the_same_for_any_number_of_processes(plot: Plot) -> None:
    plot()
    words = ["play", "garden", "--games", "40", "--format", "json", "--bots", "greedy,random,random"]
    one, two = (run(*words, "--players", "3", "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two
    data = json.loads(one)
    assert (data["version"], data["games"], data["players"], data["broken"]) == (1, 40, 3, 0)
    assert [seat["bot"] for seat in data["seats"]] == ["greedy", "random", "random"]
    assert sum(seat["wins"]["value"] for seat in data["seats"]) == pytest.approx(1, abs=1e-5)
    assert data["pieces"]["toad"]["used"] == 40


def test_broken_game_is_reported(plot: Plot) -> None:
    plot("crash")
    done = run("play", "garden", "--games", "5", "--jobs", "1")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[1] == "5 games more broke off"
    assert "KeyError: 'heron'" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bots", "gredy"], "did you mean 'greedy'?"),
        (["--bots", ","], "name at least one"),
        (["--ladder", "--bots", "greedy"], "at least two different bots"),
        (["--ladder", "--log", "games.jsonl"], "a ladder cannot be combined with it"),
        (["--bots", "greedy:3"], "greedy has no budget"),
        (["--bots", "random,mcts:2s"], "the same seed plays other games"),
        (["--players", "7"], "garden is for 2, 3 players, not for 7"),
        (["--edition", "long"], "'long'"),
        (["--option", "fault"], "should be NAME=VALUE"),
        (["--option", "falt=none"], "did you mean 'fault'?"),
        (["--option", "fault=nonne"], "did you mean 'none'?"),
        (["--format", "xml"], "choices are json, text"),
        (["--games", "0"], "0 is less than 1"),
        (["--replay", "none.jsonl"], "there is no file none.jsonl"),
    ],
)
def test_wrong_usage(words: list[str], message: str, plot: Plot) -> None:
    plot()
    done = run("play", "garden", *words)
    assert done.exit_code == 2
    assert message in " ".join(done.stderr.split())


def test_game_that_cannot_be_played(plot: Plot) -> None:
    folder = plot()
    file = folder / "catalog" / "garden" / "game.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("engine: garden", "engine: gardn"), encoding="utf-8")
    assert "there is no engine 'gardn'; did you mean 'garden'?" in run("play", "garden").stderr
    file.write_text(text.replace("rules: {engine: garden}\n", ""), encoding="utf-8")
    done = run("play", "garden")
    assert (done.exit_code, "has no rules engine" in done.stderr) == (1, True)
    done = run("play", "forest")
    assert (done.exit_code, "unknown-game" in done.stderr) == (1, True)


def test_ladder(plot: Plot, monkeypatch: pytest.MonkeyPatch) -> None:
    plot()
    monkeypatch.setattr(ladder, "_MEASURED_S", 0.01)
    words = ["play", "garden", "--ladder", "--games", "6", "--jobs", "1"]
    lines = run(*words, "--bots", "random,greedy,random").stdout.splitlines()
    assert lines[0].endswith("each pair of bots plays 3 deals twice, with exchanged seats")
    assert [line.split()[0] for line in lines[3:5]] == ["greedy", "random"]
    assert lines[-1].split()[:3] == ["greedy", "random", "6"]
    done = run(*words, "--format", "json", "--bots", "flat:3,random")
    assert [pair["games"] for pair in json.loads(done.stdout)["pairs"]] == [6]
    assert bots_to_compare((), {}) == ("flat:200", "greedy", "mcts:200", "random")


# --- logs ---------------------------------------------------------------------------------------------------


def test_games_are_logged_and_replayed(plot: Plot) -> None:
    folder = plot()
    words = ["play", "garden", "--games", "12", "--log", "games.jsonl"]
    run(*words, "--jobs", "2")
    text = (folder / "games.jsonl").read_text(encoding="utf-8")
    assert len(text.splitlines()) == 12
    run(*words, "--jobs", "1")
    assert (folder / "games.jsonl").read_text(encoding="utf-8") == text
    done = run("play", "garden", "--replay", "games.jsonl", "--line", "3")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "garden: 9 actions, 2 players"
    assert lines[1].startswith("   1. player 1: play ")
    assert lines[-1].startswith("wins: player 1 ")
    done = run("play", "garden", "--replay", "games.jsonl", "--line", "13")
    assert (done.exit_code, "has 12 lines, not 13" in " ".join(done.stderr.split())) == (2, True)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"format":1', '"format":2', "games.jsonl:1: this line is no game in format 1"),
        ('"game":"garden"', '"game":"forest"', "is a game of 'forest', not of 'garden'"),
        ('"setup":{', '"setup":{"deck":7,"x":{', "error"),
        ('"play ', '"eat ', "step 1: 'eat "),
        ('"returns":[', '"returns":[7,', "the game ends in another way than it did"),
    ],
)
def test_log_that_is_wrong(old: str, new: str, message: str, plot: Plot) -> None:
    folder = plot()
    run("play", "garden", "--games", "1", "--log", "games.jsonl", "--jobs", "1")
    file = folder / "games.jsonl"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    done = run("play", "garden", "--replay", "games.jsonl")
    assert (done.exit_code, message in done.stderr) == (1, True), done.stderr


def test_log_of_another_deck_is_refused(plot: Plot) -> None:
    folder = plot()
    run("play", "garden", "--games", "1", "--log", "games.jsonl", "--jobs", "1")
    file = folder / "catalog" / "garden" / "cards.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("copies: 4", "copies: 5"), encoding="utf-8")
    assert "have changed" in run("play", "garden", "--replay", "games.jsonl").stderr


@pytest.mark.parametrize("name", ["catalog/garden/cards.yaml", "catalog", "notes"])
def test_log_is_not_written_over_another_file(plot: Plot, name: str) -> None:
    folder = plot()
    (folder / "notes").write_text("mine", encoding="utf-8")
    file = folder / name
    before = file.read_bytes() if file.is_file() else b""
    done = run("play", "garden", "--games", "1", "--jobs", "1", "--log", name)
    assert (done.exit_code, done.stdout) == (2, "")
    assert not file.is_file() or file.read_bytes() == before
    done = run("play", "garden", "--games", "1", "--jobs", "1", "--log", name, "--force")
    assert done.exit_code == (2 if file.is_dir() else 0)
    assert file.is_dir() or file.read_bytes().startswith(b'{"format":1,')


@pytest.mark.skipif(os.name != "posix", reason="links are another matter there")
def test_log_follows_links_and_may_be_a_device(plot: Plot) -> None:
    folder = plot()
    (folder / "link").symlink_to("games.jsonl")
    (folder / "nothing").symlink_to("/dev/null")
    for name in ("link", "link", "nothing"):
        assert run("play", "garden", "--games", "2", "--jobs", "1", "--log", name).exit_code == 0
        assert (folder / name).is_symlink()
    assert len((folder / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 2
    assert (folder / "nothing").is_char_device()


# --- check --deep -------------------------------------------------------------------------------------------


def test_check_that_plays(plot: Plot) -> None:
    plot()
    done = run("check", "--deep", "--games", "10")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-2].startswith("garden: 20 games between greedy bots and ")
    assert done.stdout == run("check", "--deep", "--games", "10").stdout


def test_check_for_programs_reports_what_playing_found(plot: Plot) -> None:
    folder = plot()
    file = folder / "catalog" / "garden" / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").rstrip() + "\n  - {id: C, needs: play, ends: 8}\n", "utf-8")
    done = run("check", "--deep", "--games", "10", "--list", "--format", "json")
    assert done.exit_code == 1
    data = json.loads(done.stdout)
    assert [one["rule"] for one in data["findings"]] == ["C"]
    assert {one["id"]: one["status"] for one in data["invariants"]["garden"]}["C"] == "failed"


def test_game_that_breaks_can_be_looked_at(plot: Plot) -> None:
    folder = plot("invariant")
    done = run("check", "--deep", "--games", "5")
    assert done.exit_code == 1
    assert "pawprint play garden --replay broken-garden-1.jsonl" in done.stdout
    assert (folder / "broken-garden-1.jsonl").is_file()
    done = run("play", "garden", "--replay", "broken-garden-1.jsonl")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "the game failed here: two animals lie on the table"


def test_crash_can_be_looked_at(plot: Plot) -> None:
    plot("crash")
    run("check", "--deep", "--games", "5")
    done = run("play", "garden", "--replay", "broken-garden-1.jsonl")
    assert done.exit_code == 1
    assert "'play heron' breaks the engine: KeyError: 'heron'" in done.stderr


def test_faulty_records_are_not_played_with(plot: Plot) -> None:
    folder = plot()
    file = folder / "catalog" / "garden" / "cards.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("level: 2", "levle: 2"), encoding="utf-8")
    done = run("check", "--deep")
    assert (done.exit_code, "its records have errors" in done.stdout) == (1, True)


# --- scenarios ----------------------------------------------------------------------------------------------

SCENARIO = """
game: garden
players: 2
steps:
  - run: nothing
expect: {over: false, actor: "0", scores: {"0": 0}}
"""


def test_scenarios_are_run_and_counted(plot: Plot) -> None:
    folder = plot()
    good = SCENARIO.replace("steps:\n  - run: nothing\n", "").lstrip()
    (folder / "one.yaml").write_text(good, encoding="utf-8")
    done = run("scenario", "one.yaml")
    assert (done.exit_code, done.stdout) == (0, "1 scenario, 1 as expected, no findings\n")
    (folder / "two.yaml").write_text(good.replace('"0": 0', '"0": 5'), encoding="utf-8")
    done = run("scenario", ".")
    assert done.exit_code == 1
    assert done.stdout.startswith("two.yaml:3:49: error[scenario-failed]: two: scores.0 should be 5; it is 0\n")
    assert done.stdout.endswith("2 scenarios, 1 as expected, 1 error\n")
    data = json.loads(run("scenario", "two.yaml", "--format", "json").stdout)
    assert [one["line"] for one in data["findings"]] == [3]


def test_scenario_of_a_missing_game_is_reported(plot: Plot) -> None:
    folder = plot()
    (folder / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    shutil.rmtree(folder / "catalog" / "garden")
    done = run("scenario", "one.yaml")
    assert (done.exit_code, "the catalog has no game 'garden'" in done.stdout) == (1, True)


def test_unknown_format_is_refused(plot: Plot) -> None:
    folder = plot()
    (folder / "one.yaml").write_text(SCENARIO, encoding="utf-8")
    assert run("scenario", "one.yaml", "--format", "xml").exit_code == 2


@pytest.mark.parametrize(("words", "message"), [(["none.yaml"], "no file none.yaml"), (["."], "no scenario in .")])
def test_missing_scenarios_are_reported(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("scenario", *words)
    assert (done.exit_code, message in " ".join(done.stderr.split())) == (2, True)


# --- balance reports ----------------------------------------------------------------------------------------


def test_balance_report_is_written_to_a_file_and_shown(plot: Plot) -> None:
    folder = plot()
    words = ["play", "garden", "--games", "12", "--report", "balance.json"]
    one = run(*words, "--jobs", "1")
    assert "the lead changes: " in one.stdout
    text = (folder / "balance.json").read_text(encoding="utf-8")
    two = run(*words, "--jobs", "2", "--format", "json")
    assert two.stdout == text == (folder / "balance.json").read_text(encoding="utf-8"), "an older report is replaced"
    assert json.loads(text)["pieces"]["toad"]["swap"]["games"] > 0


def test_balance_report_does_not_replace_another_file(plot: Plot) -> None:
    folder = plot()
    (folder / "balance.json").write_text("{}", encoding="utf-8")
    for name, message in (
        ("balance.json", "is not a balance report"),
        ("balance.doc", "should end with .html or .json"),
    ):
        done = run("play", "garden", "--games", "2", "--report", name)
        assert (done.exit_code, message in " ".join(done.stderr.split())) == (2, True), done.stderr


# --- comparisons --------------------------------------------------------------------------------------------


def test_option_a_catalog_and_a_revision_are_compared_with_the_game(plot: Plot) -> None:
    folder = plot()
    shutil.copytree(folder / "catalog", folder / "other")
    words = ["play", "garden", "--games", "40", "--bots", "greedy", "--jobs", "1", "--against"]
    mercy = run(*words, "mercy=true")
    assert mercy.exit_code == 0
    assert "garden against mercy=true: 40 pairs of games" in mercy.stdout
    same = run(*words, "other", "--format", "json")
    assert (json.loads(same.stdout)["same"], json.loads(same.stdout)["differs"]) == (1, False)
    assert json.loads(same.stdout) == json.loads(run(*words, "other/garden", "--format", "json").stdout) | {
        "second": "other"
    }
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(folder)]
    for command in (["init", "-q"], ["add", "catalog"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *command], check=True)
    cards = folder / "catalog" / "garden" / "cards.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("copies: 4", "copies: 3"), encoding="utf-8")
    revision = run(*words, "HEAD", "--format", "json")
    assert json.loads(revision.stdout)["differs"], "games are shorter now"


def test_values_are_compared_with_each_other(plot: Plot) -> None:
    plot()
    done = run(
        "play", "garden", "--games", "20", "--jobs", "1", "--vary", "animals.copies=+1,+2", "--vary", "mercy=true"
    )
    assert done.exit_code == 0
    rows = [line.split()[0] for line in done.stdout.splitlines() if line]
    assert rows[2:6] == ["garden", "animals.copies=+1", "animals.copies=+2", "mercy=true"]


def test_comparison_is_written_to_a_page_or_to_data(plot: Plot) -> None:
    folder = plot()
    words = ("play", "garden", "--games", "20", "--jobs", "1", "--report")
    data = run(*words, "compared.json", "--against", "mercy=true", "--format", "json")
    assert data.exit_code == 0
    assert (folder / "compared.json").read_text(encoding="utf-8") == data.stdout
    assert run(*words, "compared.html", "--vary", "mercy=true", "--vary", "animals.copies=+1").exit_code == 0
    page = (folder / "compared.html").read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>\n<!-- A balance report")
    assert "garden against mercy=true and animals.copies=+1" in page
    assert run(*words, "compared.json", "--vary", "mercy=true").exit_code == 0, "an older report is replaced"
    (one,) = json.loads((folder / "compared.json").read_text(encoding="utf-8"))["comparisons"]
    assert one == json.loads(data.stdout)


def test_games_are_played_until_a_share_is_known(plot: Plot) -> None:
    plot()
    done = run("play", "garden", "--until", "5%", "--jobs", "1")
    assert done.stdout.startswith("garden: 400 games")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--until", "x"], "should be a percentage"),
        (["--until", "90%"], "should be a percentage"),
        (["--against", "nothing"], "is no catalog, no setting NAME=VALUE, and no revision"),
        (["--against", "mercy=perhaps"], "'mercy' cannot be 'perhaps'"),
        (["--vary", "animals.copies"], "should be NAME=VALUE,VALUE"),
        (["--vary", "animal.copies=1"], "did you mean 'animals'?"),
        (["--vary", "mercy=true", "--log", "x.jsonl"], "does not go with --against and --vary"),
    ],
)
def test_wrong_usage_of_comparisons(words: list[str], message: str, plot: Plot) -> None:
    plot()
    done = run("play", "garden", "--games", "4", "--jobs", "1", *words)
    assert (done.exit_code, message in " ".join(done.stderr.split())) == (2, True), done.stderr


def test_unknown_cluster_is_reported(plot: Plot) -> None:
    plot()
    done = run("play", "garden", "--games", "4", "--cluster", "nowhere")
    assert (done.exit_code, "--cluster" in done.stderr) == (2, True), done.stderr
