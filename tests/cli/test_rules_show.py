"""`pawprint rules show`: the program that is made of rules that are data."""

import ast
from pathlib import Path

from typer.testing import Result

from command_line import run
from play.den_with_rules import findings_in
from play.own_garden import plant_own

_RULES = """\
players: 2..3
zones: {pile: {}, hand: {each: player}}
setup: [{each player: [{draw: 1, from: pile, to: hand}]}]
play: [{each player: [{ask: play, else: []}]}]
actions: {play: {choose: {card: hand}, do: [{score: card.level}]}}
"""


def _show(*words: str) -> Result:
    return run("rules", "show", *words)


def test_program_is_python_for_a_number_of_players(tmp_path: Path) -> None:
    assert findings_in(_RULES, tmp_path, copies=2) == ()
    catalog = ("--catalog", str(tmp_path))
    ast.parse(_show("den", *catalog).stdout)
    assert "% 2" in _show("den", *catalog).stdout
    assert "% 3" in _show("den", "--players", "3", *catalog).stdout
    assert "den has 2 to 3" in _show("den", "--players", "4", *catalog).stderr


def test_rules_with_a_mistake_and_rules_in_a_program_are_not_shown(tmp_path: Path) -> None:
    findings_in(_RULES.replace("card.level", "card.levle"), tmp_path)
    done = _show("den", "--catalog", str(tmp_path))
    assert done.exit_code == 1
    assert "did you mean 'level'?" in done.output
    plant_own(tmp_path / "own" / "garden")
    assert "are no data" in _show("garden", "--catalog", str(tmp_path / "own")).output
