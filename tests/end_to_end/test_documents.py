"""The documents of the bundled games: all that a build makes, as two other programs judge it."""

import io
import shutil
import subprocess
from pathlib import Path

import page as validators
import pikepdf
import pytest

from helpers import extracted
from pawprint.build import pipeline
from pawprint.build.options import BuildOptions
from pawprint.press.manifest import Print

GAMES = sorted(folder.name for folder in pipeline.bundled("catalog").iterdir() if (folder / "game.yaml").is_file())
each_game = pytest.mark.parametrize("game", GAMES)

_made: dict[str, list[Print]] = {}


def documents(game: str) -> list[Print]:
    """The documents of a game in all its languages; made once."""
    if game not in _made:
        workspace = pipeline.load(pipeline.bundled("catalog"), [pipeline.bundled("layouts")], [game])
        prints = list(pipeline.build(workspace, BuildOptions(kinds=pipeline.DOCUMENTS)))
        assert [*workspace.findings] == []
        _made[game] = prints
    return _made[game]


@each_game
def test_every_language_has_the_same_documents(game: str) -> None:
    by_language: dict[str, list[str]] = {}
    for made in documents(game):
        by_language.setdefault(made.language, []).append(made.name.replace(f"-{made.language}-", "-"))
    assert len(by_language) > 1
    assert len({tuple(names) for names in by_language.values()}) == 1
    assert {made.kind for made in documents(game)} == {"rulebook", "reference"}


@pytest.mark.parametrize("profile", ["2a", "ua1"])
@each_game
def test_they_are_valid(game: str, profile: str) -> None:
    for made in documents(game):
        if made.sheets:  # cards that are cut out; the same pages are there to be read
            continue
        report = validators.validate_pdf_bytes(made.data, profile=profile)
        assert sorted({failure.rule_id for failure in report.failures}) == [], made.name


@pytest.mark.skipif(not shutil.which("qpdf"), reason="qpdf is not installed")
@each_game
def test_qpdf_finds_no_fault(game: str, tmp_path: Path) -> None:
    for made in documents(game):
        file = tmp_path / made.name
        file.write_bytes(made.data)
        done = subprocess.run(["qpdf", "--check", str(file)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout


@each_game
def test_every_page_has_words_and_every_rulebook_a_way_through(game: str) -> None:
    for made in documents(game):
        pages = extracted(made.data)
        assert all(page.strip() for page in pages), made.name
        assert not any("\ufffd" in page or "\u00ad" in page for page in pages), made.name
        if made.kind == "rulebook":
            with pikepdf.open(io.BytesIO(made.data)) as pdf:
                links = [link for sheet in pdf.pages for link in sheet.get("/Annots", [])]
                assert links, "a table of contents at least"
                assert len([*pdf.open_outline().root]) > 0
