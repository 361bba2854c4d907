"""The examples of the page about rules of one's own: rows of its tables, and parts of rules, in the game of the page.

The block `stand` of the page has the rules, `situation` what is so before the example. There the first player plays the
heron with an action that does the example.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.library import load_library
from pawprint.catalog.model import Game
from pawprint.check.playable import check_rules
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.games.engines import ENGINES
from pawprint.play.allowed_rules import allow_here
from pawprint.play.scenario import PlayedScenario, play_scenario, scenario_of
from pawprint.source.plain_data import to_python
from pawprint.source.reader import read_yaml


class Row(NamedTuple):
    """A row of a table: the codes in its first cell and in its last one."""

    examples: tuple[str, ...]
    then: tuple[str, ...]


def rows(text: str) -> Iterator[Row]:
    """The rows of the tables in *text*."""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `"):
            yield Row(tuple(re.findall(r"`([^`]+)`", cells[0])), tuple(re.findall(r"`([^`]+)`", cells[-1])))


def plain(text: str) -> Any:
    """What a text in YAML says."""
    findings = Findings()
    node = read_yaml(Source("example", text), findings)
    assert node is not None, [*map(str, findings)]
    return to_python(node)


def merged(rules: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """*rules* with *parts*: a part replaces one of the same name, a named entry one of the same name in its part.

    Actions for which no step asks any more are left out.
    """
    found = dict(rules)
    for name, part in parts.items():
        found[name] = {**found[name], **part} if isinstance(part, dict) and name in found else part
    asked = json.dumps([found["play"], found.get("steps"), found["actions"]])
    found["actions"] = {
        name: one for name, one in found["actions"].items() if f'"{name}"' in asked.replace(f'"{name}": {{', "")
    }
    return found


def with_parts(text: str, parts: str) -> str:
    """A text of rules in which *parts* replace those of the same names."""

    def split(rules: str) -> dict[str, str]:
        return {part.partition(":")[0]: part for part in re.split(r"^(?=[a-z])", rules, flags=re.M) if part}

    return "".join({**split(text), **split(parts)}.values())


class ExampleGame:
    """The game of the examples.

    Args:
        folder: of the game, with its cards.
        stand, situation: the blocks of the page.
        effect: what the heron does.
        functions: those in Python that rules of the page call.
    """

    def __init__(self, folder: Path, stand: str, situation: str, effect: str, functions: str) -> None:
        self.folder, self.stand, self.situation = folder, plain(stand), plain(situation)
        declared, cards = folder / "game.yaml", folder / "cards.yaml"
        text = declared.read_text(encoding="utf-8")
        (folder / "rules.py").write_text(functions, encoding="utf-8")
        allow_here(folder / "rules.py")
        field = "    fields:\n      effect: {type: steps, optional: true}\n"
        declared.write_text(re.sub(r"    fields:.*\n", field, text), encoding="utf-8")
        text = cards.read_text(encoding="utf-8")
        cards.write_text(text.replace("{id: heron, ", f"{{id: heron, {effect.strip()}, "), encoding="utf-8")

    def game(self, rules: Mapping[str, Any], played: bool = True) -> Game:
        """The game with these rules, in which there is no mistake, also when it is played at random."""
        (self.folder / "rules.yaml").write_text(json.dumps(rules, indent=1), encoding="utf-8")
        findings = Findings()
        game = load_library(self.folder.parent, findings).games["garden"]
        if played:
            check_rules(game, findings)
        else:
            engine = ENGINES.get(game.engine)
            assert engine is not None
            engine.of(game, findings)
        assert not findings.count, [str(one) for one in findings]
        return game

    def tried(self, examples: Sequence[Any]) -> Game:
        """The game in which the action `try_N` of the first player does the example N."""
        parts = {
            "actions": {
                **self.stand["actions"],
                **{f"try_{n}": {"choose": {"card": "hand"}, "do": one} for n, one in enumerate(examples)},
            },
            "play": [{"turns": [{"ask": [*self.stand["actions"], *(f"try_{n}" for n in range(len(examples)))]}]}],
        }
        return self.game({**self.stand, **parts}, played=False)

    def play(self, game: Game, actions: Sequence[str], expect: Any) -> PlayedScenario:
        """The scenario with these actions, which comes out as expected."""
        text = json.dumps({
            "game": "garden", "state": self.situation, "steps": [{"do": [*actions]}], "expect": expect,
        })  # fmt: skip
        findings = Findings()
        node = read_yaml(Source("example", text), findings)
        assert node is not None
        scenario = scenario_of(node, "example", findings, lambda _: game.engine)
        assert scenario is not None, [str(one) for one in findings]
        played = play_scenario(scenario, lambda _: game, findings)
        assert not findings.count, (actions, [str(one) for one in findings])
        assert played is not None
        return played


__all__ = ["ExampleGame", "Row", "merged", "plain", "rows", "with_parts"]
