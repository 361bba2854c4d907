"""Errors of the YAML parser: where they are shown, and the help that they get."""

import pytest
from yaml.loader import Loader

from pawprint.core.diagnostics import Findings
from pawprint.core.source import Source
from pawprint.source import reader
from pawprint.source.field_reader import FieldReader
from pawprint.source.reader import MappingNode

_HASH = "# and the rest of the line are a comment; put quotes around the colour: '#ff0000'"
_COLON = "a text that contains ': ' needs quotes around it"
_UNCLOSED = "what opens here is not closed"
_LEVEL = "begin this line in the same column as the lines above that belong with it"
_DASH = "put this dash below the other dashes of its list, or indent it below a name"
_DEEP = "indent this line less: the line above has a value already, or needs quotes"

FAULTS = [
    ("a: {fill: #ff0000, x: 1}\nb: 2\n", "1:11", _HASH),
    ("- {kind: panel, fill: #ff0000}\n- {kind: line}\n", "1:23", _HASH),
    ("a: [#ff0000, '#00ff00']\nb: 1\n", "1:5", _HASH),
    ("a: {b: #1 in town}\nc: 1\n", "1:8", "put the text with # in quotes"),
    ("- {id: three value: 3}\n", "1:19", "a comma is missing before 'value', or quotes around a text with ': '"),
    ("a: {x: 'one' y: 2}\n", "1:14", "a comma is missing before y"),
    ("a: ['one' 'two']\n", "1:11", "a comma is missing before 'two', or the quotes do not enclose the whole text"),
    ("a: {x: [1, 2] y: 2}\n", "1:15", "a comma is missing before y"),
    ("a: {x: 1\n    y: 2}\n", "2:6", "a comma is missing before 'y'"),
    ("a: [b,, c]\n", "1:7", "write a value between the commas"),
    ("name: Fox: a red one\n", "1:10", _COLON),
    ("a: {name: Fox: a red one}\n", "1:14", _COLON),
    ("a:\n\tb: 1\n", "2:1", "indent with spaces"),
    ("a:\n  -\tb: 1\n", "2:4", "indent with spaces"),
    ('a: "open\nb: 2\n', "1:4", _UNCLOSED),
    ('a: "open\nb: "x"\n', "1:4", "this quote is not closed before line 2, where another one opens"),
    ("a: {x: 'open}\nb: 2\n", "1:8", _UNCLOSED),
    ("a: 'it's open'\nb: 2\n", "1:8", "write '' for an apostrophe inside them"),
    ('a: "Fox" runs\n', "1:10", 'write \\" for a quotation mark inside them'),
    ("a: {x: 1\nb: 2\nc: 3\n", "1:4", _UNCLOSED),
    ("a: [1, 2\nb: 2\n", "1:4", _UNCLOSED),
    ("a: {x: 1}}\n", "1:10", "remove this bracket: none is open here"),
    ("a: {x: 1]\n", "1:9", "the '{' that is open here must be closed with '}'"),
    ("a: {cost} gold\n", "1:4", "a text that begins with '{' needs quotes around it"),
    ("a: [coin] gives two\n", "1:4", "a text that begins with '[' needs quotes around it"),
    ("a:\n  -id: x\n   y: 2\n", "2:3", "write a space after this '-'"),
    ("a:\n  - id: x\n   y: 2\n", "3:4", _LEVEL),
    ("a:\n    b: 1\n  c: 2\n", "3:3", _LEVEL),
    ("a:\n  - id: x\n      y: 2\n", "3:8", _DEEP),
    ("a: 1\n  b: 2\n", "2:4", _DEEP),
    ("a:\n  - x\n - y\n", "3:2", _DASH),
    ("a:\n  - id: x\n    - id: y\n", "3:5", _DASH),
    ("a: - x\n", "1:4", "begin a list on a new line, below its name"),
    ("id:fox\nname: x\n", "1:3", "write a space after this ':'"),
    ("a: 1\nb\nc: 2\n", "2:1", "write a colon and a value after this word"),
    ("%a: 1\n", "1:1", "a text that begins with '%' needs quotes around it"),
    *((f"a: {begin} 3", "1:4", f"begins with '{begin[0]}' needs quotes") for begin in ("@a", "`", "%", "**", *"&>|?,")),
    ('a: "C:\\pictures"\n', "1:7", "write \\\\ for a backslash"),
    ("a: 1\n...\nb: 2\n", "3:1", "remove the line ..."),
    ("a: *bold\n", "1:4", "put a text that begins with * in quotes"),
    ("a: !now\n", "1:4", "put the text in quotes"),
    ("a: 1\nb: 2\na: 3\n", "3:1", "the first is on line 1"),
]  # fmt: skip


@pytest.mark.parametrize("parser", ["C", "Python"])
@pytest.mark.parametrize(("text", "place", "help"), FAULTS)
def test_syntax_error_has_a_place_and_a_help_that_fits(
    text: str, place: str, help: str, parser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if parser == "Python":
        monkeypatch.setattr(reader, "_Parser", Loader)
    findings = Findings()
    reader.read_yaml(Source("cards.yaml", text), findings)
    (finding,) = findings
    assert finding.span is not None
    after = (0, 1) if "backslash" in help else (0,)  # the Python parser notices it one character later
    assert place in {f"{finding.span.line}:{finding.span.column - more}" for more in after}
    assert help in f"{finding.message}; {finding.help}"


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("name: #1 fan\nlevel: 2\n", "write a value, or remove the line; a text that begins with # needs quotes"),
        ("name:\nlevel: 2\n", "write a value, or remove the line"),
        ("{name: Fox, level:2}\n", "write a space after the colon"),
        ("{name: Fox, levle: 2}\n", "did you mean 'level'?"),
    ],
)
def test_fault_that_yaml_accepts_is_explained(text: str, help: str) -> None:
    findings = Findings()
    node = reader.read_yaml(Source("cards.yaml", text), findings)
    assert isinstance(node, MappingNode)
    fields = FieldReader(node, "card", findings)
    fields.text("name")
    fields.integer("level")
    fields.finish()
    assert [finding.help for finding in findings] == [help]
