"""The schema for editors says what the reader says: it refuses no file that is right, and faults where it can."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from catalog.toy import Read
from pawprint.catalog.jsonschema import DRAFT, game_schema
from pawprint.catalog.library import load_game, load_library
from pawprint.core.diagnostics import Findings
from pawprint.production.pipeline import bundled
from pawprint.source import reader
from pawprint.source.reader import MappingNode, Node, SequenceNode

Reader = Callable[..., Read]

GAMES = sorted(path.parent for path in bundled("catalog").glob("*/game.yaml"))


def as_an_editor_sees_it(node: Node) -> Any:
    """Plain data by the rules of YAML 1.2, which editors follow."""
    if isinstance(node, MappingNode):
        return {name: as_an_editor_sees_it(value) for name, value in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [as_an_editor_sees_it(item) for item in node.items]
    if node.quoted:
        return node.text
    if node.empty or node.text in ("null", "~"):
        return None
    try:
        return json.loads(node.text)
    except ValueError:
        return node.text


def data_of(path: Path) -> Any:
    node = reader.read_yaml_file(path, Findings())
    assert node is not None
    return as_an_editor_sees_it(node)


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_files_of_bundled_games_are_valid(folder: Path) -> None:
    findings = Findings()
    game = load_game(folder, findings)
    assert game is not None
    schema = game_schema(game)
    assert schema["$schema"] == DRAFT
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    files = {path for component in game.components.values() for path in component.files}
    assert files
    for name in sorted(files):
        assert [
            f"{name}: {error.json_path}: {error.message}" for error in validator.iter_errors(data_of(folder / name))
        ] == []


def test_editors_show_the_description_of_a_field(read: Reader) -> None:
    game = read("\n    name: {type: text, about: as on the box}\n", "\n    - {id: fox, name: Fox}\n").game
    record = game_schema(game)["properties"]["beasts"]["items"]["properties"]
    assert record["name"]["description"] == "as on the box"
    assert "origin" not in record  # there are no sources that it could name


FIELDS = """
    name: text
    short: {type: text, translated: false, optional: true}
    level: {type: int, min: 1, max: 5}
    weight: {type: number, default: 1}
    shy: flag
    diet: {type: choice, choices: [meat, plants, 7, true, no]}
    prey: {type: list, of: {ref: beasts}, max: 2, unique: true}
    hunters: {inverse: prey}
    mate: {ref: beasts, optional: true}
    sign: {type: icon, default: paw}
    tint: {type: colour, default: moss}
    art: art
    home: {type: record, optional: true, fields: {x: int, y: {type: int, default: 0}}}
"""
RECORDS = """
    - {id: fox, name: Fox, level: 1, diet: meat, prey: [hare, 7]}
    - {id: hare, name: {fr: Lièvre, en: Hare}, level: 1, diet: plants}
    - {id: 7, name: Seven, level: 1, diet: no}
"""
SOURCES = "sources: {page: {kind: external}, us: {kind: designed}}"


class Two:
    """The reader and the schema of one game, to be asked about the same file."""

    def __init__(self, schema: dict[str, Any]) -> None:
        Draft202012Validator.check_schema(schema)
        self._validator = Draft202012Validator(schema)

    def take(self, text: str) -> tuple[bool, bool]:
        """Whether the reader takes a file, and whether the schema does."""
        path = Path("toy/cards.yaml")
        path.write_text(text, encoding="utf-8")
        findings = Findings()
        load_library(path.parent, findings)
        return not findings.failed, self._validator.is_valid(data_of(path))

    def take_record(self, record: str) -> tuple[bool, bool]:
        """The same for a record among others."""
        return self.take(f"beasts:\n{RECORDS}\n    - {record}\n")


@pytest.fixture
def two(read: Reader) -> Two:
    result = read(FIELDS, RECORDS, SOURCES)
    assert result.faults == []
    return Two(game_schema(result.game))


@pytest.mark.parametrize(
    "more",
    [
        "",
        ", copies: 4, origin: us",
        ", origin: {default: us, level: page}",
        ", name: 007",
        ", name: {fr: no, en: 1.5}",
        ", short: true",
        ", short: 2026-01-31",
        ", weight: 2.5, shy: true",
        ", diet: 7",
        ", diet: '7'",
        ", diet: true",
        ", diet: no",
        ", prey: [fox, 7], mate: '7'",
        ", sign: paw, tint: '#a0b1c2', art: x/y",
        ", tint: '#abc'",
        ", home: {x: 1}",
    ],
)
def test_schema_accepts_what_the_reader_accepts(two: Two, more: str) -> None:
    fields = {"name": "Elk", "level": "2", "diet": "meat"}
    record = ", ".join(f"{name}: {value}" for name, value in fields.items() if not more.startswith(f", {name}:"))
    assert two.take_record(f"{{id: elk, {record}{more}}}") == (True, True)


@pytest.mark.parametrize(
    "record",
    [
        "{id: elk, name: Elk, level: 2, diet: meat, levle: 2}",
        "{id: elk, name: Elk, diet: meat}",
        "{name: Elk, level: 2, diet: meat}",
        "{id: Big Elk, name: Elk, level: 2, diet: meat}",
        "{id: elk, name: [Elk], level: 2, diet: meat}",
        "{id: elk, name: {fr: Élan}, level: 2, diet: meat}",
        "{id: elk, name: {fr: Élan, en: Elk, de: Elch}, level: 2, diet: meat}",
        "{id: elk, name: , level: 2, diet: meat}",
        "{id: elk, name: Elk, level: two, diet: meat}",
        "{id: elk, name: Elk, level: '2', diet: meat}",
        "{id: elk, name: Elk, level: 1.5, diet: meat}",
        "{id: elk, name: Elk, level: 6, diet: meat}",
        "{id: elk, name: Elk, level: 0, diet: meat}",
        "{id: elk, name: Elk, level: 2, diet: meet}",
        "{id: elk, name: Elk, level: 2, diet: meat, weight: heavy}",
        "{id: elk, name: Elk, level: 2, diet: meat, shy: yes}",
        "{id: elk, name: Elk, level: 2, diet: meat, prey: fox}",
        "{id: elk, name: Elk, level: 2, diet: meat, prey: [foks]}",
        "{id: elk, name: Elk, level: 2, diet: meat, prey: [fox, fox]}",
        "{id: elk, name: Elk, level: 2, diet: meat, prey: [fox, hare, 7]}",
        "{id: elk, name: Elk, level: 2, diet: meat, hunters: [fox]}",
        "{id: elk, name: Elk, level: 2, diet: meat, mate: foks}",
        "{id: elk, name: Elk, level: 2, diet: meat, sign: [paw]}",
        "{id: elk, name: Elk, level: 2, diet: meat, tint: '#12345'}",
        "{id: elk, name: Elk, level: 2, diet: meat, home: [1, 2]}",
        "{id: elk, name: Elk, level: 2, diet: meat, home: {y: 2}}",
        "{id: elk, name: Elk, level: 2, diet: meat, home: {x: 1, z: 2}}",
        "{id: elk, name: Elk, level: 2, diet: meat, copies: many}",
        "{id: elk, name: Elk, level: 2, diet: meat, copies: -1}",
        "{id: elk, name: Elk, level: 2, diet: meat, copies: 99999}",
        "{id: elk, name: Elk, level: 2, diet: meat, origin: nobody}",
        "{id: elk, name: Elk, level: 2, diet: meat, origin: {default: nobody}}",
        "[elk, Elk, 2, meat]",
        "elk",
    ],
)
def test_schema_refuses_what_the_reader_refuses(two: Two, record: str) -> None:
    assert two.take_record(record) == (False, False)


@pytest.mark.parametrize("text", ["beast: []", "beasts: {}", "[]", "beasts: fox"])
def test_reader_and_schema_refuse_the_same_files(two: Two, text: str) -> None:
    assert two.take(text) == (False, False)


#: Beyond the schema are `null`, which is a text to us, and YAML's odd spellings of numbers.
scalar = st.sampled_from(["fox", "7", "0", "3", "2.5", "-1", "true", "no", "'7'", "'x'", "meat", "'#abc'", "a b"])
lists = st.lists(scalar, max_size=3).map(lambda items: f"[{', '.join(items)}]")
mappings = st.dictionaries(st.sampled_from(["fr", "en", "x", "y"]), scalar, max_size=2).map(
    lambda entries: "{" + ", ".join(f"{name}: {text}" for name, text in entries.items()) + "}"
)
names = st.sampled_from(["name", "short", "level", "weight", "shy", "diet", "prey", "mate", "tint", "home"])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(names, scalar | lists | mappings)
def test_reader_and_schema_agree_on_any_value(two: Two, field: str, written: str) -> None:
    fields = {"name": "Elk", "level": "2", "diet": "meat", field: written}
    record = ", ".join(f"{name}: {text}" for name, text in fields.items())
    taken, valid = two.take_record(f"{{id: elk, {record}}}")
    assert taken == valid
