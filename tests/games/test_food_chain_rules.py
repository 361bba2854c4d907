"""Food Chain, rule by rule: each a small situation. The worked examples are in the catalog."""

from pathlib import Path
from textwrap import dedent

import pytest

from games.conformance import game_of
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.play import scenario
from pawprint.source.reader import MappingNode, read_yaml, read_yaml_file

FILE = Path(__file__).with_name("food_chain_rules.yaml")


def mapping(parent: MappingNode, key: str) -> MappingNode:
    node = parent.entries[key]
    assert isinstance(node, MappingNode)
    return node


READ = read_yaml_file(FILE, Findings())
assert isinstance(READ, MappingNode)
RULES = mapping(READ, "rules")


def problems(rule: MappingNode, name: str) -> list[str]:
    """What does not come true of a scenario; what it leaves out is that of the file."""
    assert isinstance(READ, MappingNode)
    node = MappingNode(rule.source, rule.start)
    node.entries, node.keys = READ.entries | rule.entries, READ.keys | rule.keys
    del node.entries["rules"], node.keys["rules"]
    findings = Findings()
    read = scenario.scenario_of(node, name, findings)
    assert read is None or scenario.check_scenario(read, game_of, findings) or findings.failed
    return [f"{finding.span}: {finding.message}" for finding in findings]


def problems_of(text: str) -> list[str]:
    """The same for a rule that a test writes."""
    rule = read_yaml(Source("rule", dedent(text)), Findings())
    assert isinstance(rule, MappingNode)
    return problems(rule, "rule")


@pytest.mark.parametrize("rule", RULES.entries)
def test_rule(rule: str) -> None:
    assert problems(mapping(RULES, rule), rule) == []


def test_scenario_that_does_not_hold_is_noticed() -> None:
    wrong = read_yaml_file(FILE, Findings())
    assert isinstance(wrong, MappingNode)
    rule = mapping(mapping(wrong, "rules"), "FC-2.3 only free cards are on top")
    del mapping(rule, "state").entries["table"]
    (problem,) = problems(rule, "wrong")[:1]
    assert "free" in problem or "table" in problem
