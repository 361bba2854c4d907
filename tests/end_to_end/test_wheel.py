"""The wheel holds all that printing needs: the bundled games print from it, in an empty folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app
from pawprint.schemas.page_words import PAGES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The contents of a wheel that was built just now."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(words: list[str], site: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """`pawprint WORDS...` from *site*, and nothing of the source tree, in *folder*."""
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from pawprint.cli.app import main; main()"
    # -P keeps the current folder out of the path; the editable install comes after what is put in front.
    command = [sys.executable, "-P", "-c", code, *words]
    byte_code = {"PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE"}  # it goes beside the modules, for the next run
    environment = {name: value for name, value in os.environ.items() if name not in byte_code}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def files_in(folder: Path) -> dict[Path, bytes]:
    """The files of a folder, but for byte code."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_the_wheel_has_every_file_of_the_program_and_of_the_bundled_games(unpacked: Path) -> None:
    """So that what holds for the games and layouts of the source holds for those of the wheel."""
    found = files_in(unpacked / "pawprint")
    data = {path: found.pop(path) for path in [*found] if path.parts[0] == "_data"}
    assert found == files_in(ROOT / "generator" / "pawprint")
    pages = {Path("_data/docs", f"{page}.md"): (ROOT / "docs" / f"{page}.md").read_bytes() for page in PAGES}
    site = files_in(ROOT / "site") if (ROOT / "site/index.html").is_file() else {}  # a release has it
    pages |= {Path("_data/site") / path: content for path, content in site.items()}
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


def test_a_new_game_and_an_imported_one_need_no_file_beside_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Nom,Texte\nRenard,Il chasse.\nPoule,Elle pond.\n", encoding="utf-8")
    for words in (["new", "fresh"], ["import", "cards.csv", "listed"]):
        done = run(words, unpacked, tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert "languages: [fr]" in (tmp_path / "listed/catalog/cards/game.yaml").read_text(encoding="utf-8")
    assert list((tmp_path / "fresh/layouts/art").rglob("*.svg"))
