"""The program grows from outside: each seam takes an addition that no module of the package knows."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
import typer
from typer.testing import CliRunner

from helpers import CARDS, GAME, Toy, items
from pawprint.catalog.fields import FIELD_TYPES, Field, SchemaContext
from pawprint.catalog.jsonschema import game_schema
from pawprint.catalog.texts import ReadContext
from pawprint.check.check_kind import CHECK_KINDS, COMPONENTS, Check, Fault, Target, Word, check_kind, number
from pawprint.check.evaluation import run_checks
from pawprint.check.scope import CheckScope
from pawprint.cli._commands import Command
from pawprint.cli.app import app
from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.export.export_source import ExportOptions, ExportSource
from pawprint.export.exporter import EXPORTERS, Exporter, export, option
from pawprint.graphics.ops import DrawPath
from pawprint.interchange.spreadsheets.exchange import as_csv
from pawprint.pieces.context import Out, PlacingContext
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader
from pawprint.pieces.placed import path_shape
from pawprint.production import pipeline
from pawprint.source import scalars
from pawprint.source.reader import Node


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is gone after it."""
    for registry in (ELEMENT_KINDS, FIELD_TYPES, EXPORTERS, CHECK_KINDS):
        monkeypatch.setattr(registry, "_things", dict(registry._things))
    monkeypatch.setattr(app, "registered_commands", list(app.registered_commands))


def test_element(tmp_path: Path) -> None:
    @ELEMENT_KINDS("cross")
    class Cross(Element):
        """Two lines from corner to corner."""

        def __init__(self, take: ElementReader) -> None:
            super().__init__(take)
            self.width = take.number("width", 0.5)

        def draw(self, scene: PlacingContext, box: Box, out: Out) -> None:
            for top, bottom in ((box.y, box.bottom), (box.bottom, box.y)):
                path = (("M", box.x, top), ("L", box.right, bottom))
                out.append(path_shape(path, None, BLACK, self.width.get(scene), ()))

    layout = "- {kind: cross, at: [6 pt, 6 pt], size: [60 pt, 20 pt], width: {by: id, fox: 4, else: 1}}"
    table = Toy(tmp_path, layout).table()
    face = table.face("fox")
    assert not table.findings, [*table.findings]
    assert [(type(item), item.paint.width) for item in items(face)] == [(DrawPath, 4.0)] * 2


def test_kind_of_check(tmp_path: Path) -> None:
    @check_kind("weight", Target(COMPONENTS), Word("most", number, missing=("has no limit", "give it most: N")))
    def weight(scope: CheckScope, check: Check) -> Iterator[Fault]:
        """`weight: beasts`, `most: 4` - the levels of all copies together."""
        total = sum(record.values["level"] * record.copies for record in scope.select(check.target, check.words))
        if total > check.words["most"]:
            yield f"they weigh {total}", check.span

    checks = "    checks: [{id: T-1, weight: beasts, most: 14}, {id: T-2, weight: beasts, most: 13}]\n"
    table = Toy(tmp_path, game=GAME + checks).table()
    assert [(one.id, one.status) for one in run_checks(table.game, table.findings)] == [
        ("T-1", "ok"),
        ("T-2", "failed"),
    ]
    assert "they weigh 14" in table.the_finding("check-failed").message
    broken = Toy(tmp_path / "broken", game=GAME + "    checks: [{id: T-1, weight: beasts}]\n").table()
    run_checks(broken.game, broken.findings)
    assert "has no limit" in broken.the_finding("bad-declaration").message


def test_field_type(tmp_path: Path) -> None:
    @FIELD_TYPES("percent")
    @dataclass(frozen=True, eq=False, repr=False)
    class PercentField(Field):
        """A share, written as `40%`."""

        type: ClassVar[str] = "percent"

        def read(self, node: Node, reading: ReadContext) -> Any:
            text = scalars.text(node, self.what, reading.findings) or "0%"
            return float(text.rstrip("%")) / 100

        def schema(self, context: SchemaContext) -> dict[str, Any]:
            return {"type": "string", "pattern": "^[0-9]+%$"}

    game = GAME.replace("shy: {type: flag}", "shy: {type: percent}")
    cards = CARDS.replace("shy: true", "shy: 40%").replace("shy: false", "shy: 5%")
    table = Toy(tmp_path, game=game, cards=cards).table()
    (fox,) = table.game.find("fox")
    assert fox.values["shy"] == 0.4
    assert "^[0-9]+%$" in str(game_schema(table.game))
    assert "40%" in as_csv(table.game, table.game.components["beasts"], ",").decode("utf-8-sig")
    assert not table.findings


def test_exporter(tmp_path: Path) -> None:
    @EXPORTERS("names")
    @dataclass(frozen=True, kw_only=True)
    class NamesExporter(Exporter):
        """Write a list of the pieces and their copies."""

        mark: str = option("-", "SIGN", "Stands before each piece.")

        def files(self, source: ExportSource) -> Iterator[tuple[str, bytes]]:
            lines = [f"{self.mark} {piece.copies} {piece.record.id}" for piece in source.pieces()]
            yield f"{source.language}.txt", "\n".join(lines).encode()

    toy = Toy(tmp_path, fonts=True)
    workspace = pipeline.load(toy.catalog, toy.layout_folders)
    files = dict(export(workspace, NamesExporter(), ExportOptions(languages=("en",))))
    assert files == {"en.txt": b"- 3 fox\n- 2 hen\n- 1 mole"}
    assert not workspace.findings
    out = tmp_path / "out"
    words = ["export", "names", "toy", "--mark", "*", "--lang", "en", "--out", str(out), "--quiet"]
    folders = ["--catalog", str(toy.catalog), "--layouts", str(toy.layout_folders[0])]
    done = CliRunner().invoke(app, [*words, *folders])
    assert (done.exit_code, done.output) == (0, "")
    assert (out / "en.txt").read_bytes() == b"* 3 fox\n* 2 hen\n* 1 mole"
    assert "Write a list of the pieces and their copies." in CliRunner().invoke(app, ["export", "--help"]).output
    assert "Stands before each piece." in CliRunner().invoke(app, ["export", "names", "--help"]).output


def test_command() -> None:
    @app.command("greet", cls=Command)
    def greet(name: str) -> None:
        """Greet a player."""
        print(f"Hello, {name}.")
        raise typer.Exit(3)

    done = CliRunner().invoke(app, ["greet", "Ada"])
    assert (done.output, done.exit_code) == ("Hello, Ada.\n", 3)
    assert "greet" in CliRunner().invoke(app, ["--help"]).output
