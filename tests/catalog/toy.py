"""A game made of a few lines, read."""

from pathlib import Path
from textwrap import dedent, indent
from typing import NamedTuple

from pawprint.catalog.library import load_game
from pawprint.catalog.model import Game, Record
from pawprint.core.diagnostics import Findings


class Read(NamedTuple):
    """A game as it was read, and what was wrong with it."""

    game: Game
    findings: Findings

    @property
    def faults(self) -> list[str]:
        """`LINE:COLUMN code` of each finding, by file and place."""
        return [f"{found.span.line}:{found.span.column} {found.code}" for found in self.findings.sorted() if found.span]

    def record(self, identity: str) -> Record:
        """The only record of that id."""
        (record,) = self.game.find(identity)
        return record


def read_toy(fields: str = "{}", records: str = "- {id: fox}", more: str = "", languages: str = "[fr, en]") -> Read:
    """A game with one component `beasts`, written to the folder `toy` and read.

    Args:
        fields: declarations, from line 9 and column 7 on.
        records: a list, from line 2 on.
        more: further lines of `game.yaml`, which push the declarations down.
    """
    folder = Path("toy")
    folder.mkdir(exist_ok=True)
    head = f"id: toy\ntitle: Toy\nlanguages: {languages}\n{dedent(more).strip()}".rstrip()
    component = "components:\n  beasts:\n    stock: small\n    face: toy\n    fields:"
    (folder / "game.yaml").write_text(f"{head}\n{component}\n{indent(dedent(fields), ' ' * 6)}\n", encoding="utf-8")
    (folder / "cards.yaml").write_text("beasts:\n" + dedent(records).strip("\n") + "\n", encoding="utf-8")
    findings = Findings()
    game = load_game(folder, findings)
    assert game is not None, [*findings]
    return Read(game, findings)
