"""A game made of a few lines."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

import pytest

from pawprint.base.diagnostic import Findings
from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record


class Read(NamedTuple):
    """A game as it was read, and what was wrong with it."""

    game: Game
    findings: Findings

    @property
    def faults(self) -> list[str]:
        """`LINE:COLUMN code` of each finding, by file and place."""
        return [f"{found.span.line}:{found.span.column} {found.code}" for found in self.findings.sorted() if found.span]

    def record(self, identity: str) -> Record:
        (record,) = self.game.find(identity)
        return record


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Read]:
    """Reads a game of one component `beasts`, from the declarations of its fields and its records.

    Args: fields, records (a list, or a whole file if it begins with a name), more lines of `game.yaml`.
    """

    def make(fields: str = "{}", records: str = "- {id: fox}", more: str = "", languages: str = "[fr, en]") -> Read:
        folder = tmp_path / "toy"
        folder.mkdir()
        head = f"id: toy\ntitle: Toy\nlanguages: {languages}\n{dedent(more).rstrip()}\n".replace("\n\n", "\n")
        declared = (
            f"components:\n  beasts:\n    stock: small\n    face: toy\n    fields:\n{indent(dedent(fields), ' ' * 6)}\n"
        )
        (folder / "game.yaml").write_text(head + declared, encoding="utf-8")
        (folder / "cards.yaml").write_text("beasts:\n" + dedent(records).strip("\n") + "\n", encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        findings = Findings()
        game = load_game(folder, findings)
        assert game is not None, [*findings]
        return Read(game, findings)

    return make
