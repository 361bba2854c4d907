"""`pawprint new`: a game that prints at once."""

import json
import re
import shlex
from pathlib import Path

import pytest

from command_line import run
from pawprint.interchange.lists.slugs import one_line, title_from
from pawprint.production import pipeline


def test_three_commands_of_its_readme_give_sheets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "night-garden").exit_code == 0
    monkeypatch.chdir(tmp_path / "night-garden")
    block = re.search(r"```sh\n(.*?)```", Path("README.md").read_text(encoding="utf-8"), re.S)
    assert block is not None
    commands = [shlex.split(line, comments=True) for line in block[1].splitlines()]
    assert [words[:2] for words in commands] == [["pawprint", "check"], ["pawprint", "show"], ["pawprint", "build"]]
    for words in commands:
        done = run(*words[1:])
        assert done.exit_code == 0
        assert "[" not in done.stderr  # no finding; what is being printed is told there
    names = {path.name for path in Path("output/night-garden").rglob("*.pdf")}
    for kind in ("cards", "tiles", "tokens", "reference"):
        for language in ("en", "fr"):
            assert f"night-garden-{kind}-{language}-a4.pdf" in names
    assert "night-garden: 12 records, no findings" in run("check").output
    named = re.findall(r"`((?:catalog|layouts|output)/[^`]+)`", Path("README.md").read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not Path(name).exists()] == []


def test_schema_is_fresh_and_the_editor_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "mine", "--title", 'The "Best": a game')
    monkeypatch.chdir(tmp_path / "mine")
    lines = run("schema", "--write").output.splitlines()
    assert lines[0] == "catalog/mine/schema.json  unchanged"
    assert {line.rpartition("  ")[2] for line in lines} == {"unchanged"}
    settings = json.loads(Path(".vscode/settings.json").read_text())
    for schema, files in settings["yaml.schemas"].items():
        assert Path(schema).is_file()
        # Nothing has been commented yet.
        missing = [name for name in files if not Path(name).is_file() and not name.endswith("comments.yaml")]
        assert schema.startswith("layouts/") or missing == []
    game = pipeline.load(Path("catalog"), [Path("layouts")]).library.games["mine"]
    assert game.title["fr"] == 'The "Best": a game'


def test_all_its_components_are_products_of_the_game_crafter_without_findings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run("new", "mine")
    monkeypatch.chdir(tmp_path / "mine")
    done = run("export", "tgc", "mine", "--lang", "en")
    assert (done.exit_code, done.stderr) == (0, "")
    assert {path.name for path in Path("export/mine/tgc/en").iterdir() if path.is_dir()} == {"night", "jars", "lights"}


def test_folder_of_any_name_becomes_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, game in (("Мой лес", "moy-les"), ("★", "my-game"), ("a/b c", "b-c"), ("null", "null"), ("12", "12")):
        assert run("new", name).exit_code == 0
        loaded = pipeline.load(tmp_path / name / "catalog", [tmp_path / name / "layouts", pipeline.bundled("layouts")])
        assert not len(loaded.findings)
        assert list(loaded.library.games) == [game]


def test_existing_files_are_not_touched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    Path("mine/cards.yaml").write_text("cards: []")
    done = run("new", "mine")
    assert done.exit_code == 2
    assert [path.name for path in Path("mine").iterdir()] == ["cards.yaml"]
    Path("file").write_text("x")
    assert run("new", "file").exit_code == 2
    assert Path("file").read_text() == "x"
    assert sorted(path.name for path in Path().iterdir()) == ["file", "mine"]


@pytest.mark.parametrize(
    ("text", "title"),
    [("a\udcff  b", "a? b"), ("\x1b[31mNight\x9b\n Garden\u202e", "[31mNight Garden"), ("Élan d’été", "Élan d’été")],
)
def test_title_is_a_single_line_that_every_file_can_contain(text: str, title: str) -> None:
    assert one_line(text) == title
    assert title_from(text) == title[0].upper() + title[1:]
