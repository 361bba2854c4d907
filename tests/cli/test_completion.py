"""Shells complete what there is in the current folder."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pawprint.cli.app import app

Den = Callable[..., Path]


def completed(line: str) -> list[str]:
    """What bash offers for the last word of *line*."""
    words = line.split(" ")
    variables = {"_PAWPRINT_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    done = CliRunner().invoke(app, [], env=variables, prog_name="pawprint")
    assert done.exit_code == 0, done.output
    return done.stdout.split()


@pytest.fixture
def folder(den: Den) -> Path:
    root = den({"catalog/burrow/game.yaml": "{id: burrow, title: Burrow, languages: [de], components: {}}"})
    (root / "den").rename(root / "catalog/den")
    return root


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pawprint build d", ["den"]),
        ("pawprint build den --component ", ["animals"]),
        ("pawprint build den --card f", ["fox"]),
        ("pawprint show den h", ["hare"]),
        ("pawprint build den --lang ", ["fr", "en"]),
        ("pawprint build den --lang fr,e", ["fr,en"]),
        ("pawprint build --lang d", ["de"]),
        ("pawprint build --paper Lett", ["Letter"]),
        ("pawprint build --only rule", ["rulebook"]),
        ("pawprint build --duplex g", ["gutterfold"]),
        ("pawprint import cards.csv --stock tar", ["tarot"]),
        ("pawprint export png den --component a", ["animals"]),
        ("pawprint table export den a", ["animals"]),
        ("pawprint schema --of fro", ["front-matter"]),
        ("pawprint help sch", ["schema"]),
        ("pawprint show nothing ", []),
    ],
)
def test_names_are_completed(folder: Path, line: str, words: list[str]) -> None:
    found = completed(line)
    assert found == words or (words == [] and "fox" in found)


def test_printers_are_completed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWPRINT_CONFIG", str(folder / "config"))
    (folder / "config/printers").mkdir(parents=True)
    from pawprint.sheets.printers.profile_files import printers_folder

    printers_folder().mkdir(parents=True, exist_ok=True)
    (printers_folder() / "desk.yaml").write_text("{}")
    assert completed("pawprint build --printer d") == ["desk"]
    assert completed("pawprint printer show d") == ["desk"]


def test_unreadable_catalog_completes_nothing(folder: Path) -> None:
    (folder / "catalog/den/game.yaml").write_text("id: [")
    assert completed("pawprint build den --component ") == []
