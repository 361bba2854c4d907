"""The schemas of the files of a project refuse no file that is right, and the faults that the readers report."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from catalog.test_jsonschema import as_an_editor_sees_it
from pawprint.catalog.library import load_library
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import FRONT
from pawprint.interchange.schemas._project_schemas import GAME_SCHEMAS, LAYOUT_SCHEMAS, Names, SchemaFile, face_schema
from pawprint.interchange.schemas.schema_files import files_of_game
from pawprint.pieces.element_base import ELEMENT_KINDS, Element, ElementReader
from pawprint.pieces.layouts import Layouts
from pawprint.source import reader

ROOT = Path(__file__).parents[2]
BAD = ROOT / "tests/bad_catalogs"
SCHEMAS = {one.name: one for one in (*LAYOUT_SCHEMAS, *GAME_SCHEMAS)}
#: Folders of layouts and games without a fault.
LAYOUTS = [
    *(ROOT / "layouts", ROOT / "docs/gallery/layouts", BAD / "base/layouts"),
    *sorted(ROOT.glob("docs/cookbook/*/layouts")),
]
GAMES = sorted(
    path.parent
    for pattern in ("catalog/*", "docs/gallery/catalog/*", "docs/cookbook/*/catalog/*", "tests/bad_catalogs/base/*")
    for path in ROOT.glob(f"{pattern}/game.yaml")
)


@cache
def validator(name: str) -> Draft202012Validator:
    layouts = Layouts([ROOT / "docs/gallery/layouts", ROOT / "layouts"], Findings())
    schema = SCHEMAS[name].make(Names.of(layouts))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def files(one: SchemaFile, folders: list[Path]) -> list[Path]:
    return [path for folder in folders for pattern in one.patterns for path in sorted(folder.glob(pattern))]


def data_of(path: Path) -> Any:
    node = reader.read_yaml_file(path, Findings())
    return None if node is None else as_an_editor_sees_it(node)


@pytest.mark.parametrize("name", sorted(set(SCHEMAS) - {"front-matter", "sheet", "rules", "comments", "layouts"}))
def test_no_file_that_is_right_is_refused(name: str) -> None:
    paths = files(SCHEMAS[name], LAYOUTS if SCHEMAS[name] in LAYOUT_SCHEMAS else GAMES)
    assert paths
    for path in paths[:: 1 if len(paths) < 100 else 4]:
        faults = validator(name).iter_errors(data_of(path))
        assert [f"{path}: {fault.json_path}: {fault.message}" for fault in faults] == []


#: Files and their text, and a word that the message has.
FAULTS = [
    ("game", "id: x\nlangauges: [en]\ntitle: X\ncomponents: {}\n", "langauges"),
    ("game", "id: x\nlanguages: [en]\ntitle: X\ncomponents:\n  a: {stokc: poker}\n", "stokc"),
    ("game", "id: X_\nlanguages: [en]\ntitle: X\ncomponents: {}\n", "X_"),
    ("game", "id: x\nlanguages: [en]\ntitle: X\ncomponents:\n  a: {stock: s, face: f, fields: {n: txt}}\n", "txt"),
    (
        "game",
        "id: x\nlanguages: [en]\ntitle: X\ncomponents:\n  a: {stock: s, face: f, fields: {n: {type: int, mni: 1}}}\n",
        "mni",
    ),
    ("game", "id: x\nlanguages: [en]\ntitle: X\ncomponents: {}\nchecks: [{id: A, count: a, equal: 3}]\n", "equal"),
    ("game", "id: x\nlanguages: [en]\ntitle: X\ncomponents: {}\nboxes: {a: {kind: tuckbox, slit: true}}\n", "slit"),
    ("face", "palete: garden\n", "palete"),
    ("face", "elements: [{kind: txt, text: a}]\n", "txt"),
    ("face", "elements: [{kind: text, txt: a}]\n", "txt"),
    ("face", "elements: [{kind: text}]\n", "text"),
    ("face", "elements: [{kind: text, text: a, turn: far}]\n", "far"),
    ("face", "elements: [{kind: panel, radius: 3}]\n", "3"),
    ("face", "elements: [{kind: text, text: a, style: {size: 8 pt, wieght: 3}}]\n", "wieght"),
    ("face", "elements: [{kind: row, elements: [{kind: text, text: a, colur: ink}]}]\n", "colur"),
    ("figure", "parts: [{part: a, scale: 30}]\n", "30"),
    ("figure", "parts: [{prat: a}]\n", "prat"),
    ("layouts", "layouts: {from: ../a}\n", "digest"),
    ("layouts", "layouts: [{from: ../a, digest: 'md5:00'}]\n", "md5:00"),
    ("stocks", "stocks: {a: {trim: 60 mm, safe: 3 mm}}\n", "60 mm"),
    ("stocks", "stocks: {a: {trim: 60 mm x 90 mm, safe: 3}}\n", "3"),
    ("stocks", "stocks: {a: {safe: 3 mm}}\n", "trim"),
    ("papers", "papers: {A4: {size: 210x297mm, margins: 5 mm}}\n", "margins"),
    ("fonts", "fonts: {a: {regular: {file: a.ttf}, blod: {file: a.ttf}}}\n", "blod"),
    ("palettes", "palettes: {a: {ink: {rgb: black}}}\n", "black"),
    ("styles", "styles: {a: {font: text, algin: left}}\n", "algin"),
    ("sheet", "paper: A4\nplaces: [{at: [1 mm, 1 mm], trun: 3}]\n", "trun"),
    ("documents", "sheets: {a: {size: 9 pt, texts: {lead: {bolt: true}}}}\n", "bolt"),
    ("scenario", "game: food-chain\nsteps: [{do: a, exepct: {}}]\n", "exepct"),
    ("scenario", "game: food-chian\n", "food-chian"),
    ("rules", "players: 2\nplay: []\nzoens: {}\n", "zoens"),
    ("rules", "players: two\nplay: []\n", "two"),
    ("rules", "zones: {pile: {sene: hidden}}\n", "sene"),
    ("rules", "zones: {pile: {seen: hiden}}\n", "hiden"),
    ("rules", "play: [{mvoe: card, to: table}]\n", "mvoe"),
    ("rules", "play: [{move: card}]\n", "to"),
    ("rules", "play: [{move: card, ot: table}]\n", "ot"),
    ("rules", "play: [{if: n, then: [{each: c, in: table, od: []}]}]\n", "od"),
    ("rules", "actions: {play: {chose: {card: hand}}}\n", "chose"),
    ("rules", "actions: {play: {need: [{taht: true}]}}\n", "taht"),
    ("comments", "comments: [{on: animals/fox, text: a, elment: b}]\n", "elment"),
    ("comments", "comments: [{on: animals/fox}]\n", "text"),
    ("comments", "comments: [{on: fox, text: a}]\n", "fox"),
    ("comments", "comments: [{on: animals/fox, text: a, at: [1]}]\n", "[1]"),
    ("comments", "comments: [{on: animals/fox, text: a, side: edge}]\n", "edge"),
    ("front-matter", "sytle: rulebook\n", "sytle"),
]


def in_all(faults: Any) -> str:
    return "".join(fault.message + in_all(fault.context or ()) for fault in faults)


@pytest.mark.parametrize(("name", "text", "word"), FAULTS, ids=lambda value: str(value).replace("\n", " ")[-40:])
def test_fault_is_refused_with_its_name(name: str, text: str, word: str) -> None:
    node = reader.read_yaml(reader.Source("x.yaml", text), Findings())
    assert node is not None
    assert word in in_all(validator(name).iter_errors(as_an_editor_sees_it(node)))


#: What a schema can know: not what depends on another place.
KNOWABLE = {"unknown-element", "bad-length"}


def test_schemas_refuse_what_the_readers_of_bad_catalogs_refuse() -> None:
    """Fields that there are not, in whichever file: of game.yaml, of faces, of small files."""
    seen = 0
    for path in sorted(BAD.glob("*/**/*.yaml")):
        text = path.read_text(encoding="utf-8", errors="replace")
        codes = {note.split(":")[0].split()[-1] for note in text.split("#! ")[1:]}
        inside = path.relative_to(BAD).parts[1:]
        here = [
            name
            for name, one in SCHEMAS.items()
            for pattern in one.patterns
            if Path(*inside[1:]).match(pattern) or (inside[0] == "layouts" and Path(*inside[1:]).match(pattern))
        ]
        if codes & {"unknown-field", *KNOWABLE} and here and data_of(path) is not None:
            assert not validator(here[0]).is_valid(data_of(path)), path
            seen += 1
    assert seen >= 8


def properties(schema: Any, path: str = "") -> list[tuple[str, Any]]:
    """Each property that an editor completes, with its schema."""
    found = []
    if isinstance(schema, dict):
        found += [(f"{path}.{name}", one) for name, one in schema.get("properties", {}).items()]
        found += [entry for key, one in schema.items() if key != "if" for entry in properties(one, f"{path}/{key}")]
    elif isinstance(schema, list):
        found += [entry for one in schema for entry in properties(one, path)]
    return found


@pytest.mark.parametrize("name", ["face", "figure", "styles", "game", "scenario", "comments", "sheet", "front-matter"])
def test_editors_show_the_meaning_of_every_property(name: str) -> None:
    without = [path for path, one in properties(validator(name).schema) if not one.get("description")]
    # Panels of boxes have names that say it.
    assert [p for p in without if "/panels" not in p and not p.endswith((".turn", ".edition", ".expect"))] == []
    for path, one in properties(validator(name).schema):
        assert "](" not in one.get("description", ""), path


def test_example_of_comments_is_right() -> None:
    page = (ROOT / "docs/preview.md").read_text(encoding="utf-8")
    text = page[page.index("comments:\n  - on:") :].partition("```")[0]
    node = reader.read_yaml(reader.Source("comments.yaml", text), Findings())
    assert node is not None
    assert [fault.message for fault in validator("comments").iter_errors(as_an_editor_sees_it(node))] == []


def test_kind_of_element_from_elsewhere_is_in_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    class Spiral(Element):
        def __init__(self, take: ElementReader) -> None:
            super().__init__(take)
            self.rounds = take.number("rounds", 3, 1, 9)

    monkeypatch.setitem(ELEMENT_KINDS._things, "spiral", Spiral)
    schema = face_schema(Names())
    assert schema["$defs"]["spiral"]["properties"]["rounds"]["anyOf"][0] == {
        "type": "number",
        "minimum": 1,
        "maximum": 9,
    }
    check = Draft202012Validator(schema)
    assert check.is_valid({"elements": [{"kind": "spiral", "rounds": 4}]})
    assert not check.is_valid({"elements": [{"kind": "spiral", "rounds": 10}]})
    assert not check.is_valid({"elements": [{"kind": "spiral", "rings": 4}]})


def test_editors_suggest_the_names_of_the_project() -> None:
    game = load_library(ROOT / "docs/gallery/catalog", Findings(), ["garden"]).games["garden"]
    layouts = Layouts([ROOT / "docs/gallery/layouts", ROOT / "layouts"], Findings())
    schema = json.loads(files_of_game(game, layouts)["schemas/game.json"])
    component = schema["properties"]["components"]["additionalProperties"]["else"]["properties"]
    assert "poker" in component["stock"]["anyOf"][0]["enum"]
    assert "garden/animal" in component["face"]["anyOf"][0]["enum"]
    assert validator("face").schema["properties"]["palette"]["anyOf"][0]["enum"][:1] != []
    assert "hedge" in validator("face").schema["$defs"]["colour"]["anyOf"][0]["enum"]


def test_front_matter_has_the_properties_that_its_reader_knows() -> None:
    assert [*validator("front-matter").schema["properties"]] == [*FRONT]
