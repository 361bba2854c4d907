"""The schemas of the files of a project: made by reading a sample, so that they say what the readers say."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pawprint.catalog.fields import FIELD_TYPES, declare
from pawprint.catalog.jsonschema import DRAFT
from pawprint.catalog.model import DATA, Game
from pawprint.catalog.texts import ReadContext
from pawprint.core.diagnostics import Findings
from pawprint.core.document_kinds import FRONT
from pawprint.core.files import bundled
from pawprint.core.registry import other_spellings
from pawprint.core.source import Source
from pawprint.pieces.layouts import Layouts
from pawprint.pieces.shared_layouts import FILE as SHARED_FILE
from pawprint.source.reader import MappingNode, Node, SequenceNode, read_yaml, read_yaml_file
from pawprint.source.value_schemas import COLOUR, TEXT, FieldNotes, Schema, any_of, place_of

# --- The tables of the documentation -> what each property means, for the hover texts of editors ----------------------

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_CELL = re.compile(r"(?<!\\)\|")
#: What a cell says of a property that another kind has, too.
_SAME = re.compile(r"As for ([a-z-]+)")

#: What a mapping is, as messages say it without names -> page, heading, and which of the tables there; a number from 0.
_TABLES: Mapping[str, tuple[str, str, int]] = {
    "game": ("catalog", "The file game.yaml", 0),
    "component": ("catalog", "The file game.yaml", 1),
    "source": ("catalog", "Where facts come from", 0),
    "edition": ("catalog", "Several editions", 0),
    "an entry of": ("catalog", "Setup on a virtual table", 0),
    "'documents' of game": ("documents", "What a game says about its documents", 0),
    "the front matter": ("documents", "Front matter", 0),
    "field": ("catalog", "Fields", 0),
    "check": ("checks", "How a check is written", 0),
    "box": ("boxes", "Declare a box", 0),
    "stock": ("layouts", "Stocks", 0),
    "the outline of stock": ("layouts", "Outlines", 0),
    "sheet": ("layouts", "Sheets with their own places", 0),
    "a place of sheet": ("layouts", "Sheets with their own places", 0),
    "paper": ("layouts", "Papers", 0),
    "font family": ("layouts", "Fonts", 0),
    "'regular' of font family": ("layouts", "Fonts", 0),
    "colour of palette": ("layouts", "Inks", 0),
    "a text style": ("layouts", "Styles", 0),
    "face": ("layouts", "Faces", 0),
    "element": ("layouts", "Elements", 0),
    "figure": ("layouts", "Figure files", 0),
    "part": ("layouts", "Figure files", 1),
    "a comment in comments.yaml": ("preview", "Comments", 0),
    "scenario": ("scenarios", "The words of a scenario", 0),
    "step": ("scenarios", "Steps", 0),
    "a document's style": ("documents", "How documents look", 0),
}
#: Things whose kinds have a section each, under the name of the kind.
_PAGES_OF_KINDS = {"element": "layouts", "field": "catalog", "check": "checks", "box": "boxes"}


def meaning(what: str, word: str, kind: str = "") -> str:
    """What *word* of *what* means, of an element, field, check or box of that *kind*; empty if no page says it."""
    if kind:
        for table in _tables(_PAGES_OF_KINDS[what], kind):
            if word in table:
                same = _SAME.fullmatch(table[word])
                return meaning(what, word, same[1]) if same else table[word]
    page, heading, number = _TABLES.get(what, ("", "", 0))
    tables = _tables(page, heading) if page else []
    if what == "a document's style":
        return next((table[word] for table in tables if word in table), "")
    return tables[number].get(word, "") if number < len(tables) else ""


@cache
def _tables(page: str, heading: str) -> list[dict[str, str]]:
    """The tables below a heading, before the next one: the words of the first column, and what the others say."""
    path = bundled("docs") / f"{page}.md"
    if not path.is_file():
        return []
    tables: list[dict[str, str]] = []
    inside = row = False
    default = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip() == heading
        elif inside and line.startswith("|"):
            cells = [cell.strip() for cell in _CELL.split(line)[1:-1]]
            if not row:
                tables.append({})
                default = cells[2] if len(cells) > 2 else ""
            elif len(cells) > 1:
                tables[-1] |= dict.fromkeys(_words(cells[0]), _plain(cells, default))
        row = inside and line.startswith("|")
    return tables


def _words(cell: str) -> Iterator[str]:
    yield from re.findall(r"`([^`]+)`", cell)


def _plain(cells: list[str], title: str) -> str:
    text = _LINK.sub(r"\1", cells[1]).replace("\\|", "|")
    text = text[:1].upper() + text[1:]
    usual = _LINK.sub(r"\1", cells[2]) if title == "default" and len(cells) > 2 else ""
    return f"{text}. Default: {usual}" if usual else text


# --- Notes of what readers ask for in a sample -> the schema of such files --------------------------------------------


_NAMES = re.compile(r" ?('[^']*'|[0-9]+)")
#: What a note of a mapping or list says, which is less than its sample.
_PLAIN: tuple[Schema, ...] = ({}, {"type": "object"}, {"type": "array"})


def schema_of_sample(
    node: Node, notes: FieldNotes, noted: Schema | None = None, what: str = "", kind: str = ""
) -> Schema:
    """The schema of what *node* is a sample of.

    Args:
        noted: what is known from the reader of the field.
        what, kind: what it is and of which kind, for the documentation; by default as in messages.
    """
    noted = noted or {}
    if isinstance(node, SequenceNode):
        if noted != {"type": "array"}:
            return noted
        return noted | _if_any("items", [schema_of_sample(item, notes) for item in node.items])
    if not isinstance(node, MappingNode):
        return noted
    own = _mapping(node, notes, what, kind)
    return own if noted in _PLAIN else any_of(noted, own)


def what_of(subject: str) -> str:
    """What a mapping is, without names: `stock` of `stock 'poker'`."""
    head, of, whole = subject.partition(" of ") if subject.startswith("'") else ("", "", subject)
    return head + of + _NAMES.sub("", whole)


def _mapping(node: MappingNode, notes: FieldNotes, what: str, kind: str) -> Schema:
    place = place_of(node)
    fields = notes.fields.get(place, {})
    rest = [
        schema_of_sample(item, notes, {"type": "array"} if isinstance(item, SequenceNode) else None)
        for name, item in node.entries.items()
        if name not in fields
    ]
    if not fields:
        return {"type": "object"} | _if_any("additionalProperties", rest)
    what = what or what_of(notes.subjects.get(place, ""))
    properties: Schema = {}
    for name, noted in fields.items():
        item = node.get(name)
        schema = noted if item is None else schema_of_sample(item, notes, noted)
        text = meaning(what, name, kind)
        spelled = (name, *other_spellings(name))
        properties |= dict.fromkeys(spelled, ({"description": text} if text else {}) | schema)
    free = merged(rest) if place in notes.free else False
    result: Schema = {"type": "object", "properties": properties, "additionalProperties": free}
    required = notes.required.get(place, [])
    return result | ({"required": required} if required else {})


def _if_any(key: str, schemas: list[Schema]) -> Schema:
    schema = merged(schemas)
    return {key: schema} if schema else {}


def merged(schemas: Iterable[Schema]) -> Schema:
    """One schema for all that the samples *schemas* are of; a scalar among others is a text."""
    objects: list[Schema] = []
    others: list[Schema] = []
    for schema in schemas:
        (objects if "properties" in schema else others).append(schema)
    if not objects:
        return any_of(*others)
    whole = objects[0]
    for following in objects[1:]:
        whole = _joined(whole, following)
    return any_of(*(schema or TEXT for schema in others), whole)


def _joined(first: Schema, second: Schema) -> Schema:
    """What takes the properties of both mappings."""
    properties: dict[str, Any] = dict(first["properties"])
    for name, schema in second["properties"].items():
        properties[name] = _either(properties[name], schema) if name in properties else schema
    required = [name for name in first.get("required", ()) if name in second.get("required", ())]
    result = {**first, "properties": properties, "required": required}
    if not required:
        del result["required"]
    return result


def _either(first: Schema, second: Schema) -> Schema:
    if first == second:
        return first
    text = {key: value for key, value in {**second, **first}.items() if key == "description"}
    bare = [{key: value for key, value in schema.items() if key != "description"} for schema in (first, second)]
    return text | (merged(bare) if all(bare) else bare[0] or bare[1])


def by_kind(key: str, schemas: Mapping[str, Schema], what: str) -> Schema:
    """A mapping whose field *key* says which of *schemas* it is."""
    choices: Schema = {"enum": [*schemas]}
    text = meaning(what, key)
    cases = [
        {"if": {"properties": {key: {"const": name}}, "required": [key]}, "then": schema}
        for name, schema in schemas.items()
    ]
    return {
        "type": "object",
        "properties": {key: ({"description": text} if text else {}) | choices},
        "required": [key],
        "allOf": cases,
    }


_SAMPLE = Path(__file__).parent / "sample"


class Names(NamedTuple):
    """The names that an editor suggests: those of the layouts, and of one game."""

    stocks: tuple[str, ...] = ()
    papers: tuple[str, ...] = ()
    fonts: tuple[str, ...] = ()
    palettes: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()
    components: tuple[str, ...] = ()

    @classmethod
    def of(cls, layouts: "Layouts", game: "Game | None" = None) -> "Names":
        return cls(
            stocks=tuple(layouts.stocks),
            papers=tuple(layouts.papers),
            fonts=tuple(layouts.fonts),
            palettes=tuple(layouts.palettes),
            colours=tuple(sorted({"none", *(name for palette in layouts.palettes.values() for name in palette)})),
            styles=tuple(layouts.styles),
            faces=tuple(layouts.face_names()),
            components=tuple(game.components) if game is not None else (),
        )


def _named(names: Iterable[str]) -> Schema:
    known = list(names)
    return any_of({"enum": known}, TEXT) if known else TEXT


def _whole(title: str, schema: Schema, definitions: Mapping[str, Schema] | None = None) -> Schema:
    return {"$schema": DRAFT, "title": title, **schema, **({"$defs": dict(definitions)} if definitions else {})}


# --- layouts ------------------------------------------------------------------------------------------------


def _layouts() -> tuple["Layouts", FieldNotes]:
    """The layouts of the sample, with what their readers asked for."""
    from pawprint.pieces import kinds  # noqa: F401 - registers the elements

    notes = FieldNotes()
    layouts = Layouts([_SAMPLE / "layouts"], notes)
    layouts.face("sample", None)
    return layouts, notes


def _layout_file(name: str) -> Schema:
    _, notes = _layouts()
    node = read_yaml_file(_SAMPLE / "layouts" / name, Findings())
    assert node is not None, name
    return schema_of_sample(node, notes)


def _element_parts() -> tuple[dict[str, Schema], Schema]:
    """kind -> the schema of its elements; and that of text styles."""
    from pawprint.pieces.element_base import ELEMENT_KINDS, ElementReader

    layouts, _ = _layouts()
    elements: dict[str, Schema] = {}
    style: Schema = {}
    for kind in ELEMENT_KINDS:
        make = ELEMENT_KINDS.get(kind)
        node = _parsed(f"kind: {kind}\nstyle:\n  size: 8 pt\n")
        assert make is not None
        assert isinstance(node, MappingNode)
        notes = FieldNotes()
        make(ElementReader(node, kind, notes, layouts, {}, {}))
        words = MappingNode(node.source, node.start)
        words.entries = {name: value for name, value in node.entries.items() if name == "kind"}
        words.keys = {name: key for name, key in node.keys.items() if name == "kind"}
        schema = schema_of_sample(words, notes, what="element", kind=kind)
        schema["properties"]["kind"] = _kind_of_element()
        elements[kind] = schema
        place = next((place for place, subject in notes.subjects.items() if subject == "a text style"), None)
        if place is not None:
            held = MappingNode(node.source, place[1])
            style = schema_of_sample(held, notes)
            style["properties"]["extends"] = {"description": meaning("a text style", "extends"), **TEXT}
    return elements, style


def _parsed(text: str) -> Node | None:
    return read_yaml(Source("sample", text), Findings())


def _kind_of_element() -> Schema:
    from pawprint.pieces.element_base import ELEMENT_KINDS

    return {"description": meaning("element", "kind"), "enum": [*ELEMENT_KINDS]}


def _element_definitions(names: Names) -> dict[str, Schema]:
    """What faces, figures and styles have in common."""
    elements, style = _element_parts()
    known = sorted({name for schema in elements.values() for name in schema["properties"]})
    every = by_kind("kind", {kind: {"$ref": f"#/$defs/{kind}"} for kind in elements}, "element")
    every["allOf"].append(  # an element of the face that this one extends
        {"if": {"not": {"required": ["kind"]}}, "then": {"required": ["id"], "propertyNames": {"enum": known}}}
    )
    del every["required"]
    return {
        "element": every,
        "style": any_of(_named(names.styles), {"$ref": "#/$defs/style-properties"}),
        "style-properties": style,
        "colour": _colour(names),
        "font": _named(names.fonts),
        **elements,
    }


def _colour(names: Names) -> Schema:
    return any_of({"enum": list(names.colours)}, COLOUR, TEXT) if names.colours else TEXT


def face_schema(names: Names) -> Schema:
    """The schema of a file in `faces`."""
    schema = _layout_file("faces/sample.yaml")
    properties = schema["properties"]
    properties["palette"] |= _named(names.palettes)
    properties["extends"] |= _named(names.faces)
    properties["elements"]["items"] = {"$ref": "#/$defs/element"}
    properties["styles"]["additionalProperties"] = {"$ref": "#/$defs/style-properties"}
    return _whole("Face: the elements of a side of a card", schema, _element_definitions(names))


def styles_schema(names: Names) -> Schema:
    """The schema of `styles.yaml`."""
    definitions = _element_definitions(names)
    text = "Text styles for all faces, by name"
    styles = {"type": "object", "description": text, "additionalProperties": {"$ref": "#/$defs/style-properties"}}
    schema = {"type": "object", "properties": {"styles": styles}, "additionalProperties": False}
    return _whole("Text styles", schema, {name: definitions[name] for name in ("style-properties", "font")})


def figure_schema(names: Names) -> Schema:
    """The schema of a file in `figures`."""
    from pawprint.pieces.element_base import ElementReader
    from pawprint.pieces.figure import FigureRules

    layouts, _ = _layouts()
    node = read_yaml_file(_SAMPLE / "layouts/figures/sample.yaml", Findings())
    assert isinstance(node, MappingNode)
    notes = FieldNotes()
    FigureRules(ElementReader(node, "figure 'sample'", notes, layouts, {}, {}))
    schema = schema_of_sample(node, notes)
    return _whole("Figure: a picture composed from parts", schema, {"colour": _colour(names)})


def shared_layouts_schema(names: Names) -> Schema:
    """The schema of `layouts.yaml`."""
    digest = {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}
    entry = {
        "type": "object",
        "properties": {"from": {"type": "string"}, "digest": digest},
        "required": ["from", "digest"],
        "additionalProperties": False,
    }
    layouts = any_of(entry, {"type": "array", "items": entry})
    return _whole("Layouts that come from elsewhere", {"type": "object", "properties": {"layouts": layouts}})


def stocks_schema(names: Names) -> Schema:
    """The schema of `stocks.yaml`."""
    return _whole("Stocks: the sizes that pieces are cut to", _layout_file("stocks.yaml"))


def papers_schema(names: Names) -> Schema:
    """The schema of `papers.yaml`."""
    return _whole("Papers", _layout_file("papers.yaml"))


def fonts_schema(names: Names) -> Schema:
    """The schema of `fonts.yaml`."""
    return _whole("Fonts: families and their files", _layout_file("fonts.yaml"))


def palettes_schema(names: Names) -> Schema:
    """The schema of `palettes.yaml`."""
    return _whole("Palettes: names of colours", _layout_file("palettes.yaml"))


def sheet_schema(names: Names) -> Schema:
    """The schema of a file in `sheets`."""
    return _whole("Sheet: the places of pieces on it", _layout_file("sheets/sample.yaml"))


def document_styles_schema(names: Names) -> Schema:
    """The schema of `documents.yaml`, and of a game's file in `documents`."""
    from pawprint.documents.typeset.style_reader import sheet_for

    node = read_yaml_file(_SAMPLE / "layouts/documents.yaml", Findings())
    assert isinstance(node, MappingNode)
    notes = FieldNotes()
    layouts = Layouts([_SAMPLE / "layouts"], FieldNotes())  # which remember the styles that they have read
    sheet_for("sample", _sample_game(FieldNotes()), layouts, 1000.0, notes, None)
    schema = schema_of_sample(node, notes)
    sheet = schema["properties"]["sheets"]["additionalProperties"]
    for paper in ("card", "booklet", "sheet"):
        text = meaning("a document's style", paper)
        sheet["properties"][paper] = {"description": text, "$ref": "#/$defs/sheet"}
    sheet["properties"]["palette"] |= _named(names.palettes)
    schema["properties"]["sheets"]["additionalProperties"] = {"$ref": "#/$defs/sheet"}
    return _whole("Styles of documents", schema, {"sheet": sheet})


# --- games --------------------------------------------------------------------------------------------------


def _sample_game(notes: FieldNotes) -> "Game":
    from pawprint.catalog.library import load_game

    game = load_game(_SAMPLE / "catalog/sample", notes)
    assert game is not None
    return game


def _fields() -> Schema:
    type_of_field: Schema = {"description": "The type of its values", "enum": [*FIELD_TYPES]}
    typed: dict[str, Schema] = {}
    short: list[Schema] = []
    for kind in FIELD_TYPES:
        notes = FieldNotes()
        node = _parsed(f"type: {kind}")
        assert node is not None
        declare("sample", node, ReadContext(("en",), notes))
        typed[kind] = schema_of_sample(node, notes, kind=kind)
        typed[kind]["properties"]["type"] = type_of_field
        for name in ("of", "fields"):
            if name in typed[kind]["properties"] and kind in ("list", "record"):
                inner: Schema = {"$ref": "#/$defs/field"}
                nested = {"type": "object", "additionalProperties": inner} if name == "fields" else inner
                typed[kind]["properties"][name] |= nested
        field = FIELD_TYPES.get(kind)
        if field is not None and field.shorthand:
            node = _parsed(f"{kind}: sample")
            assert node is not None
            notes = FieldNotes()
            declare("sample", node, ReadContext(("en",), notes))
            short.append(schema_of_sample(node, notes, kind=kind) | {"required": [kind]})
    declared = by_kind("type", typed, "field")
    declared["properties"]["type"] = type_of_field
    del declared["required"]
    words = {name for schema in (*typed.values(), *short) for name in schema["properties"]}
    declared["propertyNames"] = {"enum": sorted(words)}
    words_of_short = [schema["required"] for schema in short]
    shorthand = [{"if": {"required": schema["required"]}, "then": schema} for schema in short]
    declared["allOf"] += [*shorthand, {"anyOf": [{"required": words} for words in (["type"], *words_of_short)]}]
    return any_of({"enum": [*FIELD_TYPES]}, declared)


def _checks() -> Schema:
    from pawprint.check.check_reader import read_check
    from pawprint.check.kinds import CHECK_KINDS

    found: list[Schema] = []
    earlier: list[Schema] = []  # a check is of the first kind whose word it has
    for kind in CHECK_KINDS.defined:
        notes = FieldNotes()
        node = _parsed(f"id: sample\n{kind}: sample\n")
        assert node is not None
        read_check(node, notes)
        of_kind: Schema = {"required": [kind]} | ({"not": {"anyOf": [*earlier]}} if earlier else {})
        found.append({"if": of_kind, "then": schema_of_sample(node, notes, kind=kind)})
        earlier.append({"required": [kind]})
    return {"type": "object", "required": ["id"], "anyOf": earlier, "allOf": found}


def _boxes() -> Schema:
    from pawprint.pieces.boxes.box_kinds import BOX_KINDS
    from pawprint.pieces.boxes.box_reader import read_boxes

    kinds: dict[str, Schema] = {}
    for kind in BOX_KINDS:
        notes = FieldNotes()
        game = _sample_game(FieldNotes())
        panels = BOX_KINDS[kind].panels
        node = _parsed(f"boxes:\n  sample: {{kind: {kind}, panels: {{{next(iter(panels))}: {{face: sample}}}}}}\n")
        assert isinstance(node, MappingNode)
        game.node.entries["boxes"] = boxes = node.entries["boxes"]
        read_boxes(game, notes)
        assert isinstance(boxes, MappingNode)
        kinds[kind] = schema_of_sample(boxes.entries["sample"], notes, kind=kind)
        shown = kinds[kind]["properties"]["panels"]
        face = any_of(TEXT, shown["additionalProperties"])
        names = sorted({*panels, *panels.values()} - {""})
        shown |= {"properties": dict.fromkeys(names, face), "additionalProperties": False}
    return by_kind("kind", kinds, "box")


def game_file_schema(names: Names) -> Schema:
    """The schema of a `game.yaml`."""
    from pawprint.documents.declarations import read_declared

    notes = FieldNotes()
    game = _sample_game(notes)
    read_declared(game, notes)
    schema = schema_of_sample(game.node, notes)
    properties = schema["properties"]
    components = game.node.entries["components"]
    assert isinstance(components, MappingNode)
    made = [schema_of_sample(components.entries[name], notes) for name in ("facts", "things")]
    face = any_of(_named(names.faces), {"type": "object", "required": ["by"]})
    for component in (schema["properties"] for schema in made):
        component["fields"]["additionalProperties"] = {"$ref": "#/$defs/field"}
    printed = made[1]["properties"]
    for name, schema_of_name in (("stock", _named(names.stocks)), ("face", face), ("back", face)):
        printed[name] |= schema_of_name
    is_data = {"properties": {"kind": {"const": DATA}}, "required": ["kind"]}
    properties["components"]["additionalProperties"] = {"if": is_data, "then": made[0], "else": made[1]}
    properties["checks"] |= {"type": "array", "items": {"$ref": "#/$defs/check"}}
    properties["boxes"] |= {"type": "object", "additionalProperties": {"$ref": "#/$defs/box"}}
    setup = properties["setup"]["items"]["properties"]
    several = any_of(_named(names.components), {"type": "array", "items": _named(names.components)})
    for schema_of_components in (setup["pile"], setup["spread"], properties["documents"]["properties"]["objectives"]):
        schema_of_components |= several
    definitions = {"field": _fields(), "check": _checks(), "box": _boxes()}
    return _whole("The declaration of a game", schema, definitions)


def scenario_schema(names: Names) -> Schema:
    """The schema of a scenario."""
    from pawprint.games import engines  # noqa: F401 - registers the notations
    from pawprint.play.notation import NOTATIONS
    from pawprint.play.scenario import scenario_of

    notes = FieldNotes()
    node = _parsed("game: sample\noptions: {sample: true}\nsteps:\n  - do: sample\n")
    assert node is not None
    scenario_of(node, "sample", notes)
    schema = schema_of_sample(node, notes)
    schema["properties"]["game"] |= {"enum": [*NOTATIONS]}
    return _whole("Scenario: a situation, and what happens in it", schema)


def rules_schema(names: Names) -> Schema:
    """The schema of a `rules.yaml`."""
    from pawprint.interchange.schemas._rules_schema import rules_file_schema

    return _whole("The rules of a game", rules_file_schema(names.components))


def front_matter_schema(names: Names) -> Schema:
    """The schema of the front matter of a document."""
    properties = {name: {"description": meaning("the front matter", name)} for name in FRONT}
    return _whole(
        "Front matter of a document", {"type": "object", "properties": properties, "additionalProperties": False}
    )


def comments_schema(names: Names) -> Schema:
    """The schema of `comments.yaml`."""
    from pawprint.catalog.comments import comments_of

    notes = FieldNotes()
    node = _parsed("comments:\n  - {on: sample/sample, text: sample}\n")
    assert node is not None
    comments_of(node, notes)
    schema = schema_of_sample(node, notes)
    comments = schema["properties"]["comments"]
    comments["description"] = "What people have said about the pieces, one entry for each comment"
    properties = comments["items"]["properties"]
    properties["on"] |= {"type": "string", "pattern": "^[^/]+/[^/]+$"}
    properties["at"] |= {"items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    return _whole("Comments on pieces", schema)


class SchemaFile(NamedTuple):
    """The schema of some files of a project.

    Attributes:
        name: of the kind of file; that of its schema, too.
        patterns: of the files, in the folder of the layouts, or of a game.
    """

    name: str
    patterns: tuple[str, ...]
    make: Callable[[Names], Schema]


#: The schemas for the folder of layouts.
LAYOUT_SCHEMAS = (
    SchemaFile("face", ("faces/**/*.yaml",), face_schema),
    SchemaFile("figure", ("figures/**/*.yaml",), figure_schema),
    SchemaFile("layouts", (SHARED_FILE,), shared_layouts_schema),
    SchemaFile("stocks", ("stocks.yaml",), stocks_schema),
    SchemaFile("papers", ("papers.yaml",), papers_schema),
    SchemaFile("fonts", ("fonts.yaml",), fonts_schema),
    SchemaFile("palettes", ("palettes.yaml",), palettes_schema),
    SchemaFile("styles", ("styles.yaml",), styles_schema),
    SchemaFile("sheet", ("sheets/*.yaml",), sheet_schema),
    SchemaFile("documents", ("documents.yaml", "documents/*.yaml"), document_styles_schema),
)
#: The schemas for the folder of a game.
GAME_SCHEMAS = (
    SchemaFile("game", ("game.yaml",), game_file_schema),
    SchemaFile("scenario", ("scenarios/**/*.yaml",), scenario_schema),
    SchemaFile("rules", ("rules.yaml",), rules_schema),
    SchemaFile("comments", ("comments.yaml",), comments_schema),
    SchemaFile("front-matter", ("**/*.md",), front_matter_schema),
)
