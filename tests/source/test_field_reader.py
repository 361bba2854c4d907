"""A mapping is read field by field; what nobody asks for is unknown."""

from collections.abc import Callable
from typing import Any

import pytest

from pawprint.core.colour import Colour
from pawprint.core.diagnostics import Findings
from pawprint.core.length import mm
from pawprint.core.source import Source
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader

TEXT = """\
word: fox
id: red-fox
count: 3
share: 0.5
shy: true
diet: meat
gap: 3 mm
trim: 3 x 4 mm
ink: '#101010'
list: [a, b]
mapping: {x: 1, y: 2}
"""


def reader_of(text: str = TEXT) -> FieldReader:
    findings = Findings()
    return FieldReader(reader.read_yaml(Source("x.yaml", text), findings), "thing", findings)


def faults(reader: FieldReader) -> list[str]:
    return [f"{found.span} {found.code}: {found.message} ({found.help})" for found in reader.findings.sorted()]


def test_fields_of_every_type() -> None:
    thing = reader_of()
    assert thing.text("word") == "fox"
    assert thing.value("id", scalars.identifier) == "red-fox"
    assert thing.integer("count", 1, 5) == 3
    assert thing.number("share") == 0.5
    assert thing.flag("shy") is True
    assert thing.choice("diet", ("meat", "plants")) == "meat"
    assert thing.length("gap") == mm(3)
    assert thing.value("trim", scalars.size) is not None
    assert thing.value("ink", scalars.colour) == Colour(16, 16, 16)
    assert len(thing.items("list")) == 2
    assert thing.texts("list") == ("a", "b")
    assert [name for name, _, _ in thing.entries("mapping")] == ["x", "y"]
    assert thing.nested("mapping").integer("x") == 1
    thing.finish()
    assert faults(thing) == []


@pytest.mark.parametrize(
    ("ask", "nothing"),
    [
        (lambda t: t.text("x"), None),
        (lambda t: t.value("x", scalars.identifier), None),
        (lambda t: t.integer("x"), None),
        (lambda t: t.number("x"), None),
        (lambda t: t.flag("x"), False),
        (lambda t: t.flag("x", True), True),
        (lambda t: t.choice("x", ("a",)), None),
        (lambda t: t.length("x"), None),
        (lambda t: t.value("x", scalars.size), None),
        (lambda t: t.value("x", scalars.colour), None),
        (lambda t: t.items("x"), []),
        (lambda t: t.texts("x"), ()),
        (lambda t: [*t.entries("x")], []),
        (lambda t: t.nested("x").ok, False),
        (lambda t: t.nested("x").text("y", required=True), None),
    ],
)
def test_missing_field_has_an_empty_value(ask: Callable[[FieldReader], Any], nothing: Any) -> None:
    thing = reader_of("word: fox")
    assert ask(thing) == nothing
    assert faults(thing) == []


def test_missing_required_field_is_reported_at_the_mapping() -> None:
    thing = reader_of("\n  word: fox\n")
    assert thing.text("name", required=True) is None
    assert faults(thing) == ["x.yaml:2:3 missing-field: thing has no 'name' (add a line name: ...)"]


def test_unread_field_is_unknown() -> None:
    thing = reader_of("word: fox\nwrod: elk\n")
    thing.text("word")
    thing.finish()
    assert faults(thing) == ["x.yaml:2:1 unknown-field: thing has no field 'wrod' (did you mean 'word'?)"]


def test_many_unknown_fields_are_counted() -> None:
    thing = reader_of("".join(f"a{n}: 1\n" for n in range(250)))
    thing.text("word")
    thing.finish()
    found = faults(thing)
    assert len(found) == 101
    assert found[-1].startswith("x.yaml:101:1 unknown-field: thing has 150 more fields that do not exist")


def test_all_entries_of_a_mapping_of_names_are_known() -> None:
    thing = reader_of("a: 1\nb: 2\n")
    assert [(name, key.text, node.span.line) for name, key, node in thing.entries()] == [("a", "a", 1), ("b", "b", 2)]
    thing.finish()
    assert faults(thing) == []


@pytest.mark.parametrize("text", ["[a]", "fox"])
def test_non_mapping_is_reported_once(text: str) -> None:
    thing = reader_of(text)
    assert not thing.ok
    assert thing.text("word", required=True) is None
    assert "word" not in thing
    assert [*thing.entries()] == []
    thing.finish()
    assert [line.partition(":")[2] for line in faults(thing)] == [
        f"1:1 wrong-type: thing should be a mapping, not {'a list' if '[' in text else 'a text'} "
        "(write it as name: value, line by line)"
    ]


def test_empty_value_is_missed() -> None:
    thing = reader_of("mapping:\nlist:\n")
    thing.nested("mapping").text("x", required=True)
    thing.items("list")
    assert [line.split(" ")[1] for line in faults(thing)] == ["missing-field:", "missing-field:"]


def test_lists_and_mappings_are_not_interchangeable() -> None:
    thing = reader_of("list: {a: 1}\nmapping: [a]\ntexts: [[a], b]\n")
    assert thing.items("list") == []
    assert [*thing.entries("mapping")] == []
    assert thing.texts("texts") == ("b",)
    assert [finding.code for finding in thing.findings] == ["wrong-type"] * 3


def test_places_of_keys_and_values() -> None:
    thing = reader_of("a: 1\nb: 2\n")
    assert [str(thing.key_span(key)) for key in ("b", "c")] == ["x.yaml:2:1", "x.yaml:1:1"]
    assert [str(thing.value_span(key)) for key in ("b", "c")] == ["x.yaml:2:4", "x.yaml:1:1"]
    nothing = FieldReader(None, "thing", Findings())
    assert (nothing.span, nothing.key_span("a"), nothing.value_span("a")) == (None, None, None)
    nothing.finish()
    assert not nothing.findings.failed
