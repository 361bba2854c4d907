"""Numbers that an engine fixes: a game's declaration may repeat them for its cards, and must say the same."""

from pathlib import Path

import pytest

from catalog.toy import read_toy
from pawprint.check.playable import check_numbers
from pawprint.core.diagnostics import Findings
from pawprint.documents.namespace import RulesNamespace
from pawprint.games.engines import ENGINES
from play.garden import Garden


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("hand: 2", ""),
        ("worth: {eaten: 1}", ""),
        ("other: 7", ""),
        ("hand: 3", "'hand' of the rules is 3; the engine plays with 2"),
        ("worth: {eaten: 2}", "'worth' of the rules is {eaten: 2}; the engine plays with {eaten: 1}"),
        ("hand: [2]", "'hand' of the rules is [2]; the engine plays with 2"),
    ],
)
def test_declared_number_equals_that_of_the_engine(
    written: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = read_toy(more=f"rules: {{{written}}}").game
    findings = Findings()
    check_numbers(game, Garden, findings)
    assert [one.message for one in findings] == ([fault] if fault else [])
    assert {one.code for one in findings} <= {"out-of-range"}
    assert all("by rule G-R" in one.help for one in findings)


@pytest.mark.parametrize("name", [*ENGINES])
def test_numbers_and_options_have_different_names(name: str) -> None:
    engine = ENGINES.get(name)
    assert engine is not None
    assert not engine.numbers.keys() & engine.options.keys()
    assert {number.rule for number in engine.numbers.values()} <= {*engine.implements}


def test_documents_know_the_numbers_even_if_the_declaration_does_not_repeat_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = RulesNamespace(read_toy(more="rules: {engine: fooden}").game)
    assert rules.look("rounds") == 4
    assert rules.look("cubes") == {"insect": 2, "plant": 3, "meat": 1}
