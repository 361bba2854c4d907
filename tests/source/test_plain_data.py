"""Plain data of nodes: one meaning of every scalar."""

import pytest

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source.plain_data import text_as_typed, to_python
from pawprint.source.reader import Node, read_yaml


def node_of(text: str) -> Node:
    findings = Findings()
    node = read_yaml(Source("x.yaml", text), findings)
    assert node is not None, [*findings]
    return node


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("1.5", 1.5),
        ("-0.25", -0.25),
        ("fox", "fox"),
        ("'true'", "true"),
        ("'12'", "12"),
        ("'null'", "null"),
        ("''", ""),
        ("True", "True"),
        ("yes", "yes"),
        ("~", "~"),
        ("~x", "~x"),
        ("no", "no"),
        ("010", "010"),
        ("1_000", "1_000"),
        ("1e3", "1e3"),
        ("+1", "+1"),
        (".5", ".5"),
        ("1.", "1."),
        ("0x10", "0x10"),
        ("1:30", "1:30"),
        ("1234567890123456", "1234567890123456"),
    ],
)
def test_scalar_has_its_json_value_or_is_a_text(written: str, value: object) -> None:
    found = to_python(node_of(f"a: {written}\nb: 1\n"))["a"]
    assert found == value
    assert type(found) is type(value)


def test_mappings_are_dictionaries_and_sequences_lists() -> None:
    assert to_python(node_of("a: [1, {b: [x, 2.5]}]\nc: {}\n")) == {"a": [1, {"b": ["x", 2.5]}], "c": {}}


def test_data_without_types_preserve_the_typed_text() -> None:
    written = "a: [007, 1.50, true, null, ~, 'null', '', x]\nb:\n"
    kept = ["007", "1.50", "true", None, None, "null", "", "x"]
    assert to_python(node_of(written), text_as_typed) == {"a": kept, "b": None}
