"""`setup:` of a game: how its pieces lie on a virtual table."""

from pathlib import Path
from textwrap import dedent

import pytest

from helpers import GAME, Toy
from pawprint.catalog.model import SetupPart
from pawprint.production import pipeline

MORE = """
      words:
        kind: data
        title: {fr: Mots, en: Words}
        file: words.yaml
        fields:
          name: {type: text}
"""


def read(folder: Path, setup: str) -> tuple[tuple[SetupPart, ...], list[str]]:
    """What *setup* says, and the findings as `line: code: message`."""
    toy = Toy(folder, game=dedent(GAME) + dedent(MORE).replace("\n", "\n  ").rstrip() + f"\nsetup: {setup}\n")
    toy.write("catalog/toy/words.yaml", "words: []")
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    found = [
        f"{one.code}: {one.message}" for one in workspace.findings.sorted() if "setup" in one.message or one.is_error
    ]
    return workspace.library.games["toy"].setup, found


def test_piles_and_spreads_are_read_in_their_order(tmp_path: Path) -> None:
    parts, found = read(tmp_path, "[{pile: beasts, by: level, face: up, title: {fr: Pioche, en: Deck}}]")
    assert found == []
    assert parts == (SetupPart(("beasts",), False, "level", True, {"fr": "Pioche", "en": "Deck"}),)
    assert read(tmp_path, "[{spread: [beasts]}]") == ((SetupPart(("beasts",), True),), [])


@pytest.mark.parametrize(
    ("setup", "finding"),
    [
        ("[{pile: beats}]", "unknown-component: there is no component 'beats' with pieces"),
        ("[{pile: words}]", "unknown-component: there is no component 'words' with pieces"),
        ("[{pile: beasts}, {spread: beasts}]", "bad-declaration: 'beasts' has a place on the table already"),
        ("[{pile: beasts, spread: beasts}]", "bad-declaration: an entry of 'setup' has both a 'pile' and a 'spread'"),
        ("[{face: up}]", "bad-declaration: an entry of 'setup' has no 'pile' or 'spread'"),
        ("[{pile: beasts, by: levle}]", "unknown-field: 'by' of an entry of 'setup' is 'levle', which is no field"),
        (
            "[{pile: beasts, face: left}]",
            "unknown-choice: 'face' of an entry of 'setup' is 'left', which is not a choice",
        ),
        ("[{pile: beasts, sort: yes}]", "unknown-field: an entry of 'setup' has no field 'sort'"),
        ("[{pile: {a: b}}]", "unknown-component: there is no component '' with pieces"),
        ("[beasts]", "wrong-type: an entry of 'setup' should be a mapping, not a text"),
        ("beasts", "wrong-type: 'setup' of game 'toy' should be a list, not a text"),
    ],
)
def test_faulty_entry_is_reported_and_left_out(tmp_path: Path, setup: str, finding: str) -> None:
    parts, found = read(tmp_path, setup)
    assert finding in found
    assert len(parts) == (1 if setup.count("{pile: beasts}") else 0)
