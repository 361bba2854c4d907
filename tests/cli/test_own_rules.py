"""Rules in the folder of a game: they run only when they are allowed to, and then do what bundled engines do."""

import json
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import sleep

import pytest

from command_line import run
from pawprint.games.engines import ENGINES
from pawprint.interchange.lists.game_folder import template_files, write_files
from pawprint.play import time_limit as guarded_rules
from pawprint.play.time_limit import TimeLimit
from pawprint.play.zone_rules import ZoneRules
from pawprint.preview import watcher
from pawprint.preview._play_tables import PlayTables
from pawprint.preview.session import Session

RULES = Path("catalog/mine/rules.py")


@cache
def sample() -> dict[str, bytes]:
    """The files of the sample game Night, with rules in Python."""
    files = template_files("mine", "Mine", rules="night")
    game = files["catalog/mine/game.yaml"].replace(b"engine: rules.yaml", b"engine: rules.py")
    program = (Path(__file__).parents[1] / "play" / "own_night.py").read_bytes()
    return files | {"catalog/mine/game.yaml": game, RULES.as_posix(): program}


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample game with rules, in the current folder."""
    write_files(tmp_path / "mine", sample())
    monkeypatch.chdir(tmp_path / "mine")
    return tmp_path / "mine"


def edit(old: str, new: str) -> None:
    text = RULES.read_text(encoding="utf-8")
    assert text.count(old) == 1
    RULES.write_text(text.replace(old, new), encoding="utf-8")


def test_program_in_a_catalog_runs_only_if_it_is_allowed_and_unchanged(mine: Path) -> None:
    RULES.write_text(
        "import pathlib\npathlib.Path('run').touch()\n" + RULES.read_text(encoding="utf-8"), encoding="utf-8"
    )
    scenario = "catalog/mine/scenarios/dancers.yaml"
    for words in (["check"], ["play", "mine"], ["scenario", scenario], ["rules", "test", "mine"]):
        done = run(*words)
        assert not Path("run").exists(), words
        assert "rules" in done.output, words
    assert "the rules of 'mine' do not run" in run("scenario", scenario).output
    assert "may run, as it is now" in run("rules", "allow", "mine").output
    assert run("scenario", scenario).exit_code == 0
    assert Path("run").exists()
    Path("run").unlink()
    edit("it dawns, finish", "it dawns: finish")
    assert "has changed since it was allowed" in run("play", "mine").output
    assert "changed, does not run" in run("rules", "list").output
    assert not Path("run").exists()
    run("rules", "allow", "mine", "--edits")
    edit("it dawns: finish", "it dawns, finish")
    assert run("scenario", scenario).exit_code == 0
    assert run("rules", "forget", "mine").output.endswith("does not run any more\n")
    assert "[rules-not-allowed]" in run("play", "mine").output


def test_allow_rules_of_a_command_is_remembered(mine: Path) -> None:
    assert run("play", "mine", "--allow-rules", "--games", "2", "--jobs", "1").exit_code == 0
    assert run("play", "mine", "--games", "2", "--jobs", "1").exit_code == 0


def test_preview_plays_by_rules_that_were_saved_alone(mine: Path) -> None:
    run("rules", "allow", "mine", "--edits")
    session = Session(Path("catalog"), [Path("layouts")])
    tables = PlayTables(session)
    before = tables._host("mine").tables.rules("", {})
    edit("it dawns, finish", "it dawns: finish")
    assert watcher._counts(RULES.resolve())
    session.files_changed([RULES.resolve()])
    after = tables._host("mine").tables.rules("", {})
    assert before.rules_hash() != after.rules_hash()


def test_other_processes_receive_the_rules_with_their_file(mine: Path) -> None:
    run("rules", "allow", "mine")
    engine = ENGINES[RULES.as_posix()]
    sent = pickle.dumps(engine)
    assert pickle.loads(sent) is engine
    assert pickle.loads(pickle.dumps(ZoneRules)) is ZoneRules
    RULES.unlink()
    code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).players)"
    done = subprocess.run([sys.executable, "-c", code], input=sent, capture_output=True, check=True)
    assert done.stdout.split() == [b"range(2,", b"5)"]


def test_several_processes_play_the_same_games_as_a_single_process(mine: Path) -> None:
    run("rules", "allow", "mine")
    results = [run("play", "mine", "--games", "20", "--jobs", jobs, "--format", "json").output for jobs in "12"]
    assert json.loads(results[0])["games"] == 20
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("class A(ZoneRules)\n", "rules.py:1:1: error: this is not Python: expected ':'"),
        ("import nothing_of_that_name\n", "rules.py:1:1: error: the file fails with ModuleNotFoundError: No module"),
        ("\n\nraise SystemExit\n", "rules.py:3:1: error: the file fails with SystemExit\n"),
        ("x = 1\n", "rules.py:1:1: error: the file should define one subclass of ZoneRules, and it defines 0"),
    ],
)
def test_file_that_is_wrong_is_a_finding(mine: Path, text: str, said: str) -> None:
    RULES.write_text(text)
    run("rules", "allow", "mine")
    done = run("play", "mine")
    assert done.exit_code == 1
    assert said in done.output.replace("[" + "rules-fault" + "]", "")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ('yield "stop"\n        else', 'yield 1 // 0\n        else', 'yield 1 // 0', "ZeroDivisionError"),
        ("state.points[player] += lights", "row.pop()", "def act(", "pieces appear or vanish"),
        ('state.emit("fled", player)', 'state.emit("flies", player)', "def act(", "'flies' is not declared"),
        ("longest = 4000", "longest = 20", "def act(", "after 20 actions, the declared maximum"),
        ('yield "turn"\n', 'self.n = getattr(self, "n", 0) + 1\n            yield f"{self.n}"\n', "def act(", "other"),
    ],
)  # fmt: skip
def test_broken_promise_is_a_finding_at_the_method(mine: Path, old: str, new: str, line: str, said: str) -> None:
    edit(old, new)
    run("rules", "allow", "mine")
    done = run("rules", "test", "mine")
    assert done.exit_code == 1
    assert said in done.output
    number = 1 + next(n for n, text in enumerate(RULES.read_text(encoding="utf-8").splitlines()) if line in text)
    assert f"catalog/mine/rules.py:{number}:" in done.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('components = ("night",)', 'components = ("night")', "components should be a tuple of texts"),
        ('components = ("night",)', 'components = ("nights",)', "which is no component of the game"),
        ("players = range(2, 5)", "players = (2, 5)", "players should be a range"),
        ("longest = 4000", 'longest = "4000"', "longest should be a number of actions"),
        ('seen="hidden"', 'seen="secret"', "the zone 'pile' is seen 'secret'; it can be open, owner or hidden"),
        ('seen="hidden"', 'seen="owner"', "each player should have one: each=True"),
        ('Zone("discard"', 'Zone("pile"', "there are two zones 'pile'"),
    ],
)
def test_invalid_declaration_is_a_finding(mine: Path, old: str, new: str, said: str) -> None:
    edit(old, new)
    run("rules", "allow", "mine")
    done = run("play", "mine", "--games", "1", "--jobs", "1")
    assert done.exit_code == 1
    assert said in done.output


@pytest.mark.parametrize("name", ["../../rules.py", "away.py", "latin.py", "huge.py", "missing.py"])
def test_file_elsewhere_or_of_another_kind_is_not_read(mine: Path, name: str) -> None:
    Path("rules.py").write_text("secret words")
    (RULES.parent / "away.py").symlink_to(mine / "rules.py")
    (RULES.parent / "latin.py").write_bytes(b"# \xe9")
    (RULES.parent / "huge.py").write_bytes(b"#" * 2_000_000)
    game = RULES.with_name("game.yaml")
    game.write_text(game.read_text(encoding="utf-8").replace("engine: rules.py", f"engine: {name}"), encoding="utf-8")
    done = run("play", "mine")
    assert done.exit_code == 1
    code = {"latin.py": "file-unreadable", "huge.py": "file-unreadable", "missing.py": "file-missing"}
    assert f"[{code.get(name, 'path-outside')}]" in done.output
    assert "secret" not in done.output
    if name not in code:
        assert "leads out of the game's folder" in run("rules", "allow", "mine").output


def test_loop_without_end_ends(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guarded_rules, "SECONDS", 0.3)
    monkeypatch.setattr("pawprint.play.time_limit.SECONDS", 0.3)
    edit("        state.points[player] += lights\n", "        while True:\n            lights += 1\n")
    run("rules", "allow", "mine")
    done = run("scenario", "catalog/mine/scenarios/dancers.yaml")
    assert done.exit_code == 1
    assert "act() has not ended after 0.3 seconds" in done.output
    assert "while True:" in done.output


def test_call_that_ends_in_time_is_not_interrupted() -> None:
    with TimeLimit(60):
        sleep(0.25)  # the clock is looked at every tenth of a second
