"""The chart shows the numbers of a card, and notes have its fields."""

from pathlib import Path

import pytest

import pawprint

GAME = """\
id: arena
title: Arena
languages: [en]
version: "1"
components:
  fighters: {file: fighters.yaml, stock: poker, face: fighter, fields: {name: text, force: int, speed: int, wits: int}}
"""
FIGHTERS = "fighters:\n  - {id: ox, name: Ox, force: 9, speed: 3, wits: 6}\n"
FACE = """\
elements:
  - {kind: radar, at: [10 mm, 20 mm], size: [40 mm, 40 mm], values: "%s", fill: "#e8b04f"}
"""


def project(folder: Path, values: str) -> pawprint.Project:
    """A project with one card and a face that shows *values*."""
    files = {
        "catalog/arena/game.yaml": GAME,
        "catalog/arena/fighters.yaml": FIGHTERS,
        "layouts/faces/fighter.yaml": FACE % values,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return pawprint.open_project(folder)


def test_chart_has_a_corner_for_each_value(tmp_path: Path) -> None:
    arena = project(tmp_path, "{{ force }}, {{ speed }}, {{ wits }}")
    assert list(arena.check()) == []
    assert arena["arena"]["ox"].piece().svg().count("<path") >= 5  # four rings of the grid, and the chart


@pytest.mark.parametrize("values", ["{{ force }}, 3", "a, b, c", ""])
def test_values_that_make_no_chart_are_reported(tmp_path: Path, values: str) -> None:
    assert [finding.code for finding in project(tmp_path, values).check()] == ["out-of-range"]


def test_notes_have_picture_and_fields(tmp_path: Path) -> None:
    arena = project(tmp_path, "{{ force }}, {{ speed }}, {{ wits }}")
    written = arena["arena"].export("notes", tmp_path / "notes", heading=2)
    assert sorted(path.name for path in written) == ["ox.md", "ox.svg"]
    note = (tmp_path / "notes" / "en" / "fighters" / "ox.md").read_text(encoding="utf-8")
    assert note.startswith("## Ox\n\n![](ox.svg)")
    assert "| force | 9 |" in note
