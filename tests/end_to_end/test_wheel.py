"""The wheel holds all that printing needs: the bundled games print from it, in an empty folder."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app

ROOT = Path(__file__).parents[2]


def built(tree: Path, folder: Path, **environment: str) -> list[Path]:
    """The wheel and the source archive of *tree*, made in *folder*."""
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, env={**os.environ, **environment})
    assert done.returncode == 0, done.stderr
    return sorted(folder.glob("pawprint-*"))


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The wheel and the source archive, built just now."""
    return built(ROOT, tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def unpacked(packages: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    (wheel,) = (path for path in packages if path.suffix == ".whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(words: list[str], site: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """`pawprint WORDS...` from *site*, and nothing of the source tree, in *folder*."""
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from pawprint.__main__ import main; main()"
    # -P keeps the current folder out of the path; the editable install comes after what is put in front.
    command = [sys.executable, "-P", "-c", code, *words]
    byte_code = {"PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"}  # it goes beside the modules, for the next run
    environment = {name: value for name, value in os.environ.items() if name not in byte_code}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def files_in(folder: Path) -> dict[Path, bytes]:
    """The files of a folder, but for byte code."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_wheel_has_every_file_of_the_program_and_of_the_bundled_games(unpacked: Path) -> None:
    """So that what holds for the games and layouts of the source holds for those of the wheel."""
    found = files_in(unpacked / "pawprint")
    data = {path: found.pop(path) for path in [*found] if path.parts[0] == "_data"}
    assert found == files_in(ROOT / "generator" / "pawprint")
    files = [*ROOT.glob("docs/**/*.md"), ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]
    pages = {Path("_data") / path.relative_to(ROOT): path.read_bytes() for path in files}
    folder = "site" if (ROOT / "site/index.html").is_file() else "docs/img"  # a release has the site
    pages |= {Path("_data", folder) / path: content for path, content in files_in(ROOT / folder).items()}
    assert data == pages | {
        Path("_data", name) / path: content
        for name in ("catalog", "layouts")
        for path, content in files_in(ROOT / name).items()
    }


def test_from_an_empty_folder_the_wheel_prints_what_the_source_prints(unpacked: Path, tmp_path: Path) -> None:
    done = run(["build", "food-chain", "--quiet"], unpacked, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    theirs = files_in(tmp_path / "output" / "food-chain")
    assert Path("MANIFEST.json") in theirs
    assert {path.stem.split("-")[-2] for path in theirs if path.suffix == ".pdf"} == {"fr", "en"}
    ours = CliRunner().invoke(app, ["build", "food-chain", "--quiet", "--out", str(tmp_path / "ours")])
    assert ours.exit_code == 0, ours.output
    assert files_in(tmp_path / "ours" / "food-chain") == theirs


def test_wheel_opens_the_documentation(unpacked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path / "cache"))
    done = run(["docs", "layouts", "--no-open"], unpacked, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    page = Path(done.stdout.rstrip()).read_text(encoding="utf-8")
    assert "element-panel.png" in page
    assert (unpacked / "pawprint/_data/docs/img/element-panel.png").is_file()


#: Commands of the README that would take long, or open a browser, and what is run in their place.
SHORTER = {
    "build --bundled": "build food-chain --bundled --only cards --lang en",
    "preview": "preview --help",
    "docs": "docs --no-open",
}


def test_wheel_runs_each_command_of_the_readme(unpacked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path
    commands = re.findall(
        r"^(cd .+)$|(?:^|`)pawprint ([^`\n]+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M
    )
    assert {command for _, command in commands if command} == {"new my-game", "build", *SHORTER}
    for change, command in commands:
        if change:
            folder /= change.removeprefix("cd ")
        else:
            done = run(SHORTER.get(command, command).split(), unpacked, folder)
            assert done.returncode == 0, f"{command}: {done.stderr}"
    assert list((folder / "output/my-game/sheets").glob("*.pdf"))


def test_new_game_and_imported_game_need_only_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Nom,Texte\nRenard,Il chasse.\nPoule,Elle pond.\n", encoding="utf-8")
    for words in (["new", "fresh"], ["import", "cards.csv", "listed"]):
        done = run(words, unpacked, tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert "languages: [fr]" in (tmp_path / "listed/catalog/cards/game.yaml").read_text(encoding="utf-8")
    assert list((tmp_path / "fresh/layouts/art").rglob("*.svg"))


def test_wheel_and_source_archive_have_the_same_bytes_in_any_folder(packages: list[Path], tmp_path: Path) -> None:
    tree = tmp_path / "elsewhere"
    beside = {path.name for path in ROOT.glob(".*")} - {".gitignore"} | {"dist", "node_modules"}
    shutil.copytree(ROOT, tree, ignore=lambda folder, names: beside if Path(folder) == ROOT else {"__pycache__"})
    for path in [tree, *tree.rglob("*")]:
        path.chmod(0o700 if path.is_dir() else 0o600)
        os.utime(path, (981_158_400, 981_158_400))
    again = built(tree, tmp_path / "dist", TZ="Asia/Tokyo", PYTHONHASHSEED="5", LC_ALL="C")
    assert [path.name for path in again] == [path.name for path in packages]
    assert [path.read_bytes() for path in again] == [path.read_bytes() for path in packages]
