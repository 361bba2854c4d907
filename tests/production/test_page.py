"""The page about changes: what it quotes is what is said, and every field of the list is on it."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app
from pawprint.production.changes import reprint
from pawprint.production.changes._piece_diff import PieceChange
from pawprint.production.sheets import PrintRun
from production.boxes import PLAIN, edit, make, print_all, renewals

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "changes.md").read_text(encoding="utf-8")


def run(words: str) -> str:
    done = CliRunner().invoke(app, words.split())
    assert done.exit_code == 0, done.output
    return done.stdout


def test_three_edits_print_the_output_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "docs" / "gallery" / "catalog" / "garden", tmp_path / "catalog" / "garden")
    shutil.copytree(ROOT / "docs" / "gallery" / "layouts", tmp_path / "layouts")
    monkeypatch.chdir(tmp_path)
    run("build garden --quiet")
    run("printed garden")
    cards = tmp_path / "catalog" / "garden" / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    for old, new in (
        ("name: Snail", "name: Slug"),
        ("home: meadow", "home: hedge"),
        ("Nobody moves while the heron waits.", "Nobody moves, and nobody speaks."),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    cards.write_text(text, encoding="utf-8")
    assert f"```text\n{run('changes garden')}```" in PAGE
    assert f"```text\n$ pawprint build garden --changed\n{run('build garden --changed')}```" in PAGE


def test_every_field_of_the_list_is_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []
    row = reprint._row

    def noted(printing: PrintRun, change: PieceChange) -> dict[str, object]:
        seen.append(row(printing, change))
        return seen[-1]

    monkeypatch.setattr(reprint, "_row", noted)
    toy = make(tmp_path)
    print_all(toy)
    edit(toy, "en: Fox}", "en: Fox}, level: 2")
    renewals(toy, replace(PLAIN, cover=True))
    section = PAGE.split("\n### The list\n")[1].split("\n## ")[0]
    named = {
        word for line in section.splitlines() if line.startswith("|") for word in re.findall(r"`item\.(\w+)`", line)
    }
    assert [named] == [{*one} for one in seen]
