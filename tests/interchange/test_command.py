"""`pawprint table` as people use it: in a folder with games, under git."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from typer.testing import Result

from command_line import run
from pawprint.production import pipeline

Den = Callable[..., Path]


def table(*words: str, input: str | None = None) -> Result:
    return run("table", *words, input=input)


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bundled games in the folder `catalog` of the current one."""
    shutil.copytree(pipeline.bundled("catalog"), tmp_path / "catalog")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "catalog"


def state(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.yaml")}


def changed(before: dict[Path, bytes], after: dict[Path, bytes]) -> list[tuple[str, str]]:
    """The lines that differ; files and their lengths are the same."""
    assert before.keys() == after.keys()
    pairs = [(before[path].decode().splitlines(), after[path].decode().splitlines()) for path in before]
    return [(old, new) for olds, news in pairs for old, new in zip(olds, news, strict=True) if old != new]


@pytest.mark.parametrize("file", ["all.xlsx", "all"])
def test_every_game_survives_export_and_import_byte_for_byte(games: Path, file: str) -> None:
    before = state(games)
    for game in sorted(path.parent.name for path in games.glob("*/game.yaml")):
        out = table("export", game, "--all", f"{game}-{file}")
        assert (out.exit_code, out.stderr) == (0, "")
        back = table("import", game, "--all", f"{game}-{file}")
        assert (back.exit_code, back.output) == (0, "nothing to change\n")
    assert state(games) == before


def test_edited_cell_of_a_workbook_changes_a_single_line(games: Path) -> None:
    before = state(games)
    table("export", "food-chain", "organisms", "o.xlsx")
    book = openpyxl.load_workbook("o.xlsx")
    worksheet = book["organisms"]
    assert (worksheet["C2"].value, worksheet["C1"].value) == ("Leaves", "name.en")
    worksheet["C2"] = "Fresh leaves"
    book.save("o.xlsx")
    seen = table("import", "food-chain", "organisms", "o.xlsx", "--dry-run")
    told = "organisms/leaves  name.en  Leaves -> Fresh leaves\n1 cell changed; "
    assert (seen.exit_code, seen.output) == (0, f"{told}nothing was written\n")
    assert state(games) == before
    done = table("import", "food-chain", "organisms", "o.xlsx")
    assert (done.exit_code, done.output) == (0, f"{told}written to catalog/food-chain/cards.yaml\n")
    assert changed(before, state(games)) == [
        ("    name: {fr: Feuilles, en: Leaves}", "    name: {fr: Feuilles, en: Fresh leaves}")
    ]


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_sees_only_the_edit(games: Path) -> None:
    def git(*words: str) -> str:
        author = {
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@b",
        }
        done = subprocess.run(
            ["git", "-c", "core.autocrlf=false", *words], env={**os.environ, **author}, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    git("init", "-q")
    git("add", "catalog")
    git("commit", "-qm", "games")
    table("export", "pocket-cats", "cats", "cats.csv", "--delimiter", "semicolon")
    table("import", "pocket-cats", "cats", "cats.csv")
    assert git("diff") == ""
    path = Path("cats.csv")
    path.write_bytes(path.read_bytes().replace(b"twins-4;twins;4;", b"twins-4;twins;5;"))
    table("import", "pocket-cats", "cats", "cats.csv", "--draft")
    assert [line for line in git("diff", "-U0").splitlines() if re.match(r"[-+] ", line)] == [
        "-  - {id: twins-4, clan: twins, value: 4, origin: designed}",
        "+  - {id: twins-4, clan: twins, value: 5, origin: designed}",
    ]


def test_table_may_come_through_a_pipe(den: Den) -> None:
    folder = den()
    out = table("export", "den", "animals", "-", "--catalog", ".")
    assert out.stdout.startswith("id,name.fr,name.en,level,")
    done = table("import", "den", "animals", "-", "--catalog", ".", input=out.stdout.replace("Fox,2", "Red fox,2"))
    assert (done.exit_code, done.stderr) == (0, "")
    assert "en: Red fox" in (folder / "den" / "cards.yaml").read_text(encoding="utf-8")


def test_faulty_table_changes_nothing(den: Den) -> None:
    folder = den({"t.csv": "id,level,diet\nhare,1,plants\nfox,two,moat\n"})
    before = state(folder)
    done = table("import", "den", "animals", "t.csv", "--catalog", ".")
    assert done.exit_code == 1
    assert done.stderr.splitlines()[:4] == [
        "t.csv:3:5: error[wrong-type]: field 'level' should be a whole number, not 'two'",
        "  |",
        "3 | fox,two,moat",
        "  |     ^^^",
    ]
    assert done.stderr.endswith("  = help: did you mean 'meat'?\nnothing was written\n")
    assert state(folder) == before


def test_place_in_a_workbook_is_shown_with_its_row(den: Den) -> None:
    den()
    table("export", "den", "animals", "t.xlsx", "--catalog", ".")
    book = openpyxl.load_workbook("t.xlsx")
    book["animals"]["D3"] = "two"
    book.save("t.xlsx")
    done = table("import", "den", "animals", "t.xlsx", "--catalog", ".")
    lines = done.stderr.splitlines()
    assert lines[0] == "t.xlsx:animals!D3: error[wrong-type]: field 'level' should be a whole number, not 'two'"
    assert lines[2].startswith("3 | fox | Renard | Fox | two | ")
    assert lines[3] == "  |                      ^^^"


def test_records_without_a_row_are_deleted_only_on_request(den: Den) -> None:
    folder = den({"t.csv": "id\nhare\n"})
    done = table("import", "den", "animals", "t.csv", "--catalog", ".")
    assert "1 without a row, kept (--delete removes them): fox" in done.stdout
    done = table("import", "den", "animals", "t.csv", "--catalog", ".", "--delete")
    assert done.stdout == "animals/fox  is removed\n1 record removed; written to den/cards.yaml\n"
    assert "fox" not in (folder / "den" / "cards.yaml").read_text(encoding="utf-8")


def test_existing_file_is_not_overwritten(den: Den) -> None:
    den({"t.csv": "mine"})
    done = table("export", "den", "animals", "t.csv", "--catalog", ".")
    assert done.exit_code == 2
    assert "t.csv already exists" in done.stderr
    assert Path("t.csv").read_text() == "mine"
    assert table("export", "den", "animals", "t.csv", "--catalog", ".", "--force").exit_code == 0
    assert Path("t.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")


@pytest.mark.skipif(os.name != "posix", reason="links are another matter there")
def test_table_follows_links_and_may_be_a_device(den: Den) -> None:
    den()
    Path("t.csv").symlink_to("real.csv")
    Path("n.csv").symlink_to("/dev/null")
    for name, code, said in (("t.csv", 0, "t.csv\n"), ("t.csv", 2, ""), ("n.csv", 0, ""), ("n.csv", 0, "")):
        done = table("export", "den", "animals", name, "--catalog", ".")
        assert (done.exit_code, done.stdout) == (code, said)
        assert Path(name).is_symlink()
    assert Path("real.csv").read_bytes().startswith(b"\xef\xbb\xbfid,")
    assert Path("n.csv").is_char_device()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("export", "den", "animals", "t.doc"), 2, "should end with .xlsx, .csv or .tsv"),
        (("export", "den", "animals"), 2, "name a component and a file"),
        (("export", "den", "animals", "t.csv", "--all"), 2, "--all takes no component"),
        (("export", "den", "--all", "t.csv"), 2, ".xlsx file or a folder"),
        (("export", "den", "animals", "t.csv", "--delimiter", "x"), 2, "--delimiter"),
        (("export", "den", "animal", "t.csv"), 1, "did you mean 'animals'?"),
        (("export", "denn", "animals", "t.csv"), 1, "did you mean 'den'?"),
        (("import", "den", "animals", "no.csv"), 1, "there is no file no.csv"),
        (("import", "den", "--all", "layouts"), 1, "has no table of any component"),
    ],
)
def test_wrong_arguments_are_reported(den: Den, words: tuple[str, ...], code: int, said: str) -> None:
    den()
    done = table(*words, "--catalog", ".")
    assert done.exit_code == code
    assert said in " ".join(done.stderr.replace("│", "").split())


def test_catalog_with_a_fault_is_repaired_first(den: Den) -> None:
    den(
        {"den/cards.yaml": "animals:\n  - {id: fox, name: Fox, levle: 2, level: 2, diet: meat}\n", "t.csv": "id\nfox\n"}
    )
    for words in (("export", "den", "animals", "o.csv"), ("import", "den", "animals", "t.csv")):
        done = table(*words, "--catalog", ".")
        assert done.exit_code == 1
        assert "den/cards.yaml:2:26: error[unknown-field]" in done.stderr
    assert not Path("o.csv").exists()


def test_bundled_games_are_not_edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id\nfox\n")
    done = table("import", "food-chain", "organisms", "t.csv")
    assert done.exit_code == 2
    assert "bundled games cannot be changed" in " ".join(done.stderr.split())


@pytest.mark.parametrize("name", ["export", "import"])
def test_help_has_examples_and_explains_every_option(name: str) -> None:
    shown = table(name, "--help").stdout
    assert f"pawprint table {name}" in shown
    options = re.split(r"\n  (?=-)", shown[shown.index("Options:") :])[1:]
    assert len(options) >= 5
    for option in options:
        first, *words = re.split(r" {2,}|\n", option.strip())
        assert " ".join(words), first


def test_messages_escape_control_characters_of_cells(games: Path) -> None:
    Path("o.csv").write_bytes(b"id,name.en\ntoad,To\x1b[31mad\x07\n")
    done = table("import", "food-chain", "organisms", "o.csv", "--dry-run")
    assert "\x1b" not in done.output
    assert "\x07" not in done.output
    assert "Toad -> To\N{REPLACEMENT CHARACTER}[31mad" in done.output
