"""The lean conversion of option values agrees with Typer's own, and does not load pydantic."""

import subprocess
import sys
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from pawprint.cli._lean_typer import LeanCommand, LeanGroup


def _app(lean: bool) -> typer.Typer:
    app = typer.Typer(cls=LeanGroup if lean else None)

    @app.callback()
    def _root() -> None:
        pass

    @app.command(cls=LeanCommand if lean else None)
    def take(
        names: Annotated[list[str] | None, typer.Argument()] = None,
        word: Annotated[str | None, typer.Option()] = None,
        dpi: Annotated[int, typer.Option(min=20, max=1200)] = 300,
        part: Annotated[list[str] | None, typer.Option()] = None,
        flag: Annotated[bool, typer.Option("--flag")] = False,
        cover: Annotated[bool, typer.Option("--cover/--no-cover")] = True,
    ) -> None:
        print(repr((names or None, word, dpi, part or None, flag, cover)))

    return app


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["a", "b"],
        ["--word", "x", "--dpi", "20", "--part", "p", "--part", "q", "--flag", "--no-cover", "a"],
        ["--dpi", "1200"],
        ["--word", ""],
    ],
    ids=" ".join,
)
def test_both_ways_give_the_same_values(words: list[str]) -> None:
    results = [CliRunner().invoke(_app(lean), ["take", *words]) for lean in (True, False)]
    assert [result.exit_code for result in results] == [0, 0]
    assert results[0].stdout == results[1].stdout


@pytest.mark.parametrize("value", ["19", "1201", "abc", "3.5", ""])
def test_both_ways_refuse_the_same_numbers(value: str) -> None:
    results = [CliRunner().invoke(_app(lean), ["take", "--dpi", value]) for lean in (True, False)]
    assert [result.exit_code for result in results] == [2, 2]
    assert "--dpi" in results[0].stderr


def test_the_validation_library_stays_unloaded() -> None:
    code = (
        "import sys; from pawprint.cli.app import app\n"
        "try: app(['schema', 'no-such-game'])\n"
        "except SystemExit: pass\n"
        "sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
