"""The wheel holds all that printing needs: the bundled games print from it, in an empty folder."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

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
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_the_bundled_games_print_from_an_empty_folder(unpacked: Path, tmp_path: Path) -> None:
    done = run(["build", "--quiet"], unpacked, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    for game in (ROOT / "catalog").glob("*/game.yaml"):
        folder = tmp_path / "output" / game.parent.name
        assert (folder / "MANIFEST.json").is_file()
        assert {path.stem.split("-")[-2] for path in folder.rglob("*.pdf")} == {"fr", "en"}


def test_the_wheel_prints_what_the_source_prints(unpacked: Path, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    run(["build", "pocket-cats", "--lang", "fr", "--out", str(theirs)], unpacked, tmp_path)
    source = [sys.executable, "-m", "pawprint", "build", "pocket-cats", "--lang", "fr", "--out", str(ours)]
    subprocess.run(source, cwd=tmp_path, check=True, capture_output=True)
    files = sorted(path.relative_to(ours) for path in ours.rglob("*.*"))
    assert files
    assert {name: (ours / name).read_bytes() for name in files} == {
        name: (theirs / name).read_bytes() for name in files
    }


def test_a_new_game_and_an_imported_one_need_no_file_beside_the_wheel(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("Nom,Texte\nRenard,Il chasse.\nPoule,Elle pond.\n", encoding="utf-8")
    for words in (["new", "fresh"], ["import", "cards.csv", "listed"]):
        done = run(words, unpacked, tmp_path)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert "languages: [fr]" in (tmp_path / "listed/catalog/cards/game.yaml").read_text(encoding="utf-8")
    assert list((tmp_path / "fresh/layouts/art").rglob("*.svg"))
