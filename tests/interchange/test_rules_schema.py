"""The schema of `rules.yaml` knows what its reader knows."""

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from catalog.test_jsonschema import as_an_editor_sees_it
from fuzz.project import RULES
from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.interchange.schemas._rules_schema import rules_file_schema
from pawprint.play.language._rules_reader import RulesReader
from pawprint.play.language.rule_words import PART_KEYS, STEP_WORDS, TOP_KEYS
from pawprint.source.reader import MappingNode, Node, read_yaml
from pawprint.source.value_schemas import FieldNotes, place_of

ROOT = Path(__file__).parents[2]
#: Where a mapping of each kind of part stands in a file that has them all.
_EVERY = """\
players: 2
zones: {one: {seen: open}, seven: {parts: {eight: {}}}}
values: {two: {start: 1}}
numbers: {three: {value: 1}}
options: {four: {values: [1, 2]}}
calls: {nine: {gives: number}}
actions: {five: {choose: {six: {in: one}}, need: [{that: true}]}}
play: [end]
"""
_PLACES = {
    "zone": ("zones", "one"), "part": ("zones", "seven", "parts", "eight"), "value": ("values", "two"),
    "number": ("numbers", "three"), "option": ("options", "four"), "action": ("actions", "five"),
    "choice": ("actions", "five", "choose", "six"), "condition": ("actions", "five", "need"),
    "call": ("calls", "nine"),
}  # fmt: skip


def test_rules_that_are_right_are_not_refused() -> None:
    texts = [path.read_text(encoding="utf-8") for path in ROOT.glob("generator/pawprint/**/GAME/rules.yaml")]
    for text in [RULES, *texts]:
        schema = rules_file_schema(["animals"] if text == RULES else [])
        Draft202012Validator.check_schema(schema)
        node = read_yaml(Source("rules.yaml", text), Findings())
        assert node is not None
        faults = Draft202012Validator(schema).iter_errors(as_an_editor_sees_it(node))
        assert [f"{fault.json_path}: {fault.message}" for fault in faults] == []


@pytest.mark.parametrize("part", ["", *PART_KEYS])
def test_schema_keys_match_the_reader(part: str) -> None:
    notes = FieldNotes()
    spec = RulesReader(Source("rules.yaml", _EVERY), notes).read()
    assert spec is not None
    node: Node | None = spec.node
    for step in _PLACES.get(part, ()):
        assert isinstance(node, MappingNode)
        node = node.get(step)
    node = node if node is None or isinstance(node, MappingNode) else node.items[0]
    assert isinstance(node, MappingNode)
    assert {*notes.fields[place_of(node)]} == {*(PART_KEYS[part] if part else TOP_KEYS)}


def test_every_word_is_explained() -> None:
    schema = rules_file_schema([])
    step = next(one for one in schema["$defs"]["step"]["anyOf"] if "allOf" in one)
    for case in step["allOf"]:
        for name, one in case["then"]["properties"].items():
            assert one["description"], name
    assert {*step["properties"]} == {verb for verb, word in STEP_WORDS.items() if word.takes}
    assert all(key.about for keys in (TOP_KEYS, *PART_KEYS.values()) for key in keys.values())
