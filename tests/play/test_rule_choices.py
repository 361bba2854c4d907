"""Choices of actions in rules that are data: which actions are legal, in order."""

from pathlib import Path

from pawprint.play.engine import Rng
from play.den_with_rules import rules_in

GAME = """
players: 2
zones: {pile: {seen: hidden}, hand: {seen: owner, each: player}, table: {}}
setup:
  - {draw: 1, from: pile, to: table}
  - each player: [{draw: 1, from: pile, to: hand}]
play: [turns: [{ask: swap, else: [end]}]]
actions:
  swap:
    choose: {mine: hand, theirs: {in: table, or nothing: true}}
    need: theirs == nothing or theirs.level > 0
    do: [{move: mine, from: hand, to: table}]
"""


def test_choosing_nothing_is_offered_once_beside_each_other_choice(tmp_path: Path) -> None:
    rules = rules_in(GAME, tmp_path)
    state = rules.start(rules.setup(2, Rng("choices")))
    words = [rules.describe(action) for action in state.legal_actions()]
    mine, theirs = state.contents["hand 0"][0], state.contents["table"][0]
    assert words == [f"swap {mine} nothing", f"swap {mine} {theirs}"]
    assert [rules.parse(one) for one in words] == list(state.legal_actions())


def test_refusal_contains_numbers_and_options(tmp_path: Path) -> None:
    words = "{mine} needs {most} cards, {easy}, beside {theirs}"
    need = "theirs == nothing or theirs.level > "
    text = GAME.replace(f"need: {need}0", f"need: {{that: {need}most, else: '{words}'}}")
    rules = rules_in(f"{text}numbers: {{most: 2}}\noptions: {{easy: [false, true]}}\n", tmp_path)
    state = rules.start(rules.setup(2, Rng("choices")))
    mine, theirs = state.contents["hand 0"][0], state.contents["table"][0]
    why = state.why_not(rules.parse(f"swap {mine} {theirs}"))
    assert why == f"rules: {mine} needs 2 cards, False, beside {theirs}"
