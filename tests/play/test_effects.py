"""Steps in fields of cards, in rules that are data."""

from pathlib import Path

import pytest

from pawprint.play.engine import Rng
from play.den_with_rules import rules_in

GAME = """
players: 2
zones: {pile: {seen: hidden}, hand: {seen: owner, each: player}, table: {}}
setup: [{each player: [{draw: 1, from: pile, to: hand}]}]
play: [turns: [{ask: play, else: [end]}]]
actions:
  play:
    choose: {card: hand, victim: others}
    do: [{move: card, to: table}, {effects: card.night.effect, with: {target: victim, gain: 2}}]
"""
FIELD = "size: {type: int, optional: true}"
NIGHT = "night: {type: record, optional: true, fields: {effect: {type: steps}}}"
AT_ONCE = "{score: gain, for: target}"


@pytest.mark.parametrize("steps", [AT_ONCE, f"{{chance: 1, to: 2, as: roll}}, {AT_ONCE}"])
def test_effects_know_their_given_names(tmp_path: Path, steps: str) -> None:
    changes = {FIELD: f"{FIELD}\n      {NIGHT}", "level: 1,": f"level: 1, night: {{effect: [{steps}]}},"}
    rules = rules_in(GAME, tmp_path, changes=changes)
    setup = rules.setup(2, Rng("effects"))
    setup["zones"]["hand 0"], setup["zones"]["hand 1"] = ["hare"], ["hare"]
    state = rules.start(setup)
    state.apply(rules.parse("play hare 1"))
    while state.actor() < 0 and state.points == [0, 0]:
        state.apply(state.legal_actions()[0])
    assert state.points == [0, 2]
