"""`game.yaml` -> `Declaration`: languages, sources, components, and where pieces lie when a game begins."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from pawprint.catalog.editions import MAX_COPIES, editions_of, read_editions
from pawprint.catalog.field_types import IntField
from pawprint.catalog.fields import Field, declare
from pawprint.catalog.icon_codes import read_icon_codes
from pawprint.catalog.model import (
    COMPONENT_KINDS,
    DATA,
    NO_BACK,
    SOURCE_KINDS,
    Component,
    Declaration,
    Edition,
    SetupPart,
    SourceNote,
    Translated,
)
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Findings
from pawprint.core.files import is_device_name
from pawprint.core.registry import did_you_mean, suggest
from pawprint.source import scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

#: The keys that every record may have besides the fields that its component declares.
ALSO = ("id", "copies", "editions", "origin", "assumes", "grammar")


def read_declaration(folder: Path, node: Node | None, findings: Findings) -> Declaration | None:
    """The declaration in the `game.yaml` of *folder*; None when it cannot be used at all."""
    if node is None:
        return None
    field_reader = FieldReader(node, "game", findings)
    if not isinstance(node, MappingNode):
        return None
    identity = field_reader.value("id", scalars.identifier, required=True)
    languages = _read_languages(field_reader, findings)
    if not languages or identity is None:
        _note_misspelt(field_reader, "id", "languages")
        return None
    if identity != folder.resolve().name:
        findings.add(
            "bad-id",
            f"the game's id is '{identity}', but its folder is '{folder.resolve().name}'",
            (node.get("id") or node).span,
            "give both the same name",
        )
    field_reader.rename(f"game '{identity}'")
    drafts = _read_drafts(field_reader, languages, findings)
    reading = ReadContext(languages, findings, drafts)
    title = _text(field_reader, "title", reading, required=True) or Translated(
        dict.fromkeys(reading.all_languages, identity)
    )
    sources = _sources(field_reader, reading)
    editions = read_editions(field_reader, reading)
    components = {
        name: _component(name, key, value, reading, editions)
        for name, key, value in field_reader.entries("components", required=True)
    }
    icons = read_icon_codes(field_reader)
    _ = field_reader.node_of("checks"), field_reader.node_of("boxes")  # read by the packages of these names
    credits = _text(field_reader, "credits", reading) or Translated(dict.fromkeys(reading.all_languages, ""))
    version = field_reader.text("version") or "0"
    setup = _read_setup(field_reader, components, reading)
    more = ("players", "minutes", "age", "rules", "editions", "documents")
    facts = {name: None if (fact := field_reader.node_of(name)) is None else to_python(fact) for name in more}
    facts["authors"] = field_reader.texts("authors")
    facts["bleed"] = field_reader.value("bleed", scalars.bleed)
    field_reader.finish()
    return Declaration(
        identity, title, version, languages, components, sources, credits, facts, node, editions, icons, setup, drafts
    )


def _note_misspelt(field_reader: FieldReader, *required: str) -> None:
    """Report fields whose names are like that of a *required* one that is missing."""
    for name in field_reader.names():
        for key in required:
            help = did_you_mean(name, [key])
            if help and key not in field_reader:
                message = f"{field_reader.what} has no field '{name}'"
                field_reader.findings.add("unknown-field", message, field_reader.key_span(name), help)


def _text(field_reader: FieldReader, key: str, reading: ReadContext, required: bool = False) -> Translated | None:
    node = field_reader.node_of(key, required)
    return None if node is None else translated(node, f"'{key}' of {field_reader.what}", reading)


def _sources(field_reader: FieldReader, reading: ReadContext) -> dict[str, SourceNote]:
    sources: dict[str, SourceNote] = {}
    for name, _, node in field_reader.entries("sources"):
        inner = FieldReader(node, f"source '{name}'", reading.findings)
        kind = inner.choice("kind", SOURCE_KINDS, required=True)
        title = _text(inner, "title", reading) or Translated(dict.fromkeys(reading.all_languages, name))
        inner.finish()
        sources[name] = SourceNote(name, kind or "designed", title)
    return sources


def _component(name: str, key: ScalarNode, node: Node, reading: ReadContext, editions: dict[str, Edition]) -> Component:
    findings = reading.findings
    field_reader = FieldReader(node, f"component '{name}'", findings)
    scalars.identifier(key, "the name of a component", findings)
    kind = field_reader.choice("kind", (*COMPONENT_KINDS, DATA)) or "cards"
    printed = kind != DATA
    title = _text(field_reader, "title", reading) or Translated(dict.fromkeys(reading.all_languages, name))
    files = field_reader.texts("file") or ("cards.yaml",)
    for path in files:
        if scalars.escapes_folder(path):
            findings.add(
                "path-outside",
                f"component '{name}' reads '{path}', which leads out of the game's folder",
                field_reader.value_span("file"),
                "name a file in the game's folder",
            )
            files = ()
    fields: dict[str, Field] = {}
    before = findings.count
    for field_name, field_key, value in field_reader.entries("fields"):
        if field_name in ALSO or field_name == "component":
            findings.add(
                "bad-declaration", f"every record has '{field_name}'; it is not declared", field_key.span, "remove it"
            )
            continue
        if not field_name.isidentifier():
            findings.add(
                "bad-declaration",
                f"'{field_name}' cannot be the name of a field",
                field_key.span,
                "use letters, digits and _, so that templates can name it",
            )
            continue
        fields[field_name] = declare(field_name, value, reading)
    component = Component(
        name=name,
        kind=kind,
        title=title,
        files=files,
        stock=field_reader.text("stock", required=True) or "" if printed else "",
        faces=_read_sides(field_reader, "face", required=True) if printed else (),
        backs=_read_sides(field_reader, "back") if printed else (),
        fields=fields,
        node=node if isinstance(node, MappingNode) else MappingNode(node.source, node.start),
        valid=field_reader.ok and findings.count == before,
        editions=editions_of(field_reader.node_of("editions"), f"component '{name}'", editions, findings),
        products=_products(field_reader) if printed else {},
        tune=_read_tune(field_reader, fields, reading),
    )
    field_reader.finish()
    return component


def _products(field_reader: FieldReader) -> dict[str, str]:
    """The products of print services that a component is: service -> product."""
    products = {
        service: scalars.text(node, f"product '{service}' of {field_reader.what}", field_reader.findings)
        for service, _, node in field_reader.entries("products")
    }
    return {service: product for service, product in products.items() if product is not None}


# --- `languages:` and `draft_languages:` of a declaration -> codes of languages ---------------------------------------


#: Each language has documents and sheets.
MAX_LANGUAGES = 100
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*\Z")


def _read_languages(field_reader: FieldReader, findings: Findings) -> tuple[str, ...]:
    """The game's languages; none after a finding. They become parts of file names, so nothing but a code will do."""
    node = field_reader.node_of("languages", required=True)
    languages = _codes(node, findings)
    if isinstance(node, SequenceNode) and not node.items:
        findings.add("missing-field", "the game has no language", node.span, "write languages: [en]")
    return languages


def _read_drafts(field_reader: FieldReader, languages: tuple[str, ...], findings: Findings) -> tuple[str, ...]:
    """The languages into which the game is being translated."""
    node = field_reader.node_of("draft_languages")
    drafts = () if node is None else _codes(node, findings)
    finished = {language.casefold() for language in languages}
    for language in drafts:
        if node is not None and language.casefold() in finished:
            message = f"'{language}' is among the languages and the draft_languages"
            findings.add("bad-declaration", message, node.span, "leave it in draft_languages until all is translated")
    return tuple(language for language in drafts if language.casefold() not in finished)


def _codes(node: Node | None, findings: Findings) -> tuple[str, ...]:
    """The codes of languages that are listed in *node*; none after a finding."""
    languages: list[str] = []
    folded: dict[str, str] = {}
    all_valid = True
    items = node.items if isinstance(node, SequenceNode) else [] if node is None else [node]
    if len(items) > MAX_LANGUAGES:
        message = f"the game has more than {MAX_LANGUAGES} languages"
        findings.add("out-of-range", message, items[MAX_LANGUAGES].span, "remove those that you do not print")
        return ()
    for item in items:
        code = scalars.text(item, "a language of the game", findings)
        if code is not None and not _LANGUAGE.match(code):
            findings.add("bad-id", f"'{code}' is not the code of a language", item.span, "write fr, en, pt-BR")
            code = None
        elif code is not None and is_device_name(code):
            message = f"'{code}' names files of the language, and Windows has no files of that name"
            findings.add("bad-id", message, item.span, f"add its script or a region: {code}-Latn")
            code = None
        elif code is not None and (known := folded.setdefault(code.casefold(), code)) != code:
            message = f"'{code}' and '{known}' are one language, and Windows and macOS have one file of both names"
            findings.add("bad-id", message, item.span, f"remove '{code}'")
            code = None
        all_valid = all_valid and code is not None
        languages.append(code or "")
    return tuple(dict.fromkeys(languages)) if all_valid else ()


# --- `tune:` of a component: the fields that `pawprint play --fix` may change, and the values that it may try ---------


_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_MAX_VALUES = 1000
_RANGE_SCHEMA = {"type": "string", "pattern": f"^{_RANGE.pattern}$"}
_LIST_SCHEMA = {"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}}
_TUNE_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": [_RANGE_SCHEMA, _LIST_SCHEMA]}}


def _read_tune(reader: FieldReader, fields: Mapping[str, Field], reading: ReadContext) -> dict[str, tuple[str, ...]]:
    """Field -> the values that it may get, as they are written; `copies` and dotted names such as `score.per`, too."""
    reader.describe("tune", _TUNE_SCHEMA)
    node = reader.node_of("tune")
    findings = reading.findings
    tune: dict[str, tuple[str, ...]] = {}
    if not isinstance(node, MappingNode):
        if node is not None:
            message = f"'tune' of {reader.what} should be a mapping, not {node.what}"
            findings.add("wrong-type", message, node.span, "write it as field: 1..5, line by line")
        return tune
    for name, value in node.entries.items():
        what, place = f"'{name}' in 'tune' of {reader.what}", node.keys[name].span
        field = _field_called(name, fields)
        if field is None:
            help = suggest(name, [*fields, "copies"], "fields are")
            findings.add("unknown-field", f"{what} is no field", place, help)
        elif field.cell not in ("number", "flag") and not field.possible_values({}):
            help = "name fields that are numbers, choices or flags"
            findings.add("bad-declaration", f"{what} has no values to choose from", place, help)
        else:
            tune[name] = _tune_values(value, field, what, reading)
    return tune


def _field_called(name: str, fields: Mapping[str, Field]) -> Field | None:
    field: Field | None = None
    for step in name.split("."):
        field = IntField("copies", least=0, most=MAX_COPIES) if name == "copies" else fields.get(step)
        if field is None:
            return None
        fields = field.inner
    return field


def _tune_values(node: Node, field: Field, what: str, reading: ReadContext) -> tuple[str, ...]:
    text = node.text if isinstance(node, ScalarNode) and field.cell == "number" else ""
    if match := _RANGE.fullmatch(text):
        least, most = map(int, match.groups())
        wrong = field.why_not(str(least), {}) or field.why_not(str(most), {})
        if not 0 <= most - least < _MAX_VALUES:
            wrong = "write the smaller number first" if least > most else f"it has more than {_MAX_VALUES:,} values"
        if wrong:
            reading.findings.add("bad-declaration", f"{what} cannot be {text}", node.span, wrong)
        return () if wrong else tuple(map(str, range(least, most + 1)))
    if not isinstance(node, SequenceNode) or not node.items:
        help = "write the least and the most, as in 1..5, or a list of values, as in [1, 2, 5]"
        reading.findings.add("wrong-type", f"{what} should be a range or a list, not {node.what}", node.span, help)
        return ()
    read = [(item, field.read(item, reading)) for item in node.items]
    return tuple(dict.fromkeys(item.text for item, value in read if isinstance(item, ScalarNode) and value is not None))


# --- `setup:` of a game -> the piles and rows in which its pieces lie on a virtual table when a game begins -----------


#: What `face:` of an entry may be.
_FACES = ("up", "down")


def _read_setup(
    field_reader: FieldReader, components: Mapping[str, Component], reading: ReadContext
) -> tuple[SetupPart, ...]:
    """The entries under `setup:`, in their order; those with a finding left out."""
    named: set[str] = set()
    parts = [_setup_part(node, components, named, reading) for node in field_reader.items("setup")]
    return tuple([part for part in parts if part is not None])


def _setup_part(
    node: Node, components: Mapping[str, Component], taken: set[str], reading: ReadContext
) -> SetupPart | None:
    findings = reading.findings
    before = findings.count
    field_reader = FieldReader(node, "an entry of 'setup'", findings)
    pile, spread = field_reader.node_of("pile"), field_reader.node_of("spread")
    if field_reader.ok and (pile is None) == (spread is None):
        both, joined = ("no", "or") if pile is None else ("both a", "and a")
        message = f"{field_reader.what} has {both} 'pile' {joined} 'spread'"
        help = "write pile: COMPONENT for one heap, or spread: COMPONENT for pieces side by side"
        findings.add("bad-declaration", message, field_reader.span, help)
    names = _setup_components(pile or spread, components, taken, findings)
    by = field_reader.value(
        "by", lambda at, what, found: _sort_field(at, what, [components[name] for name in names], found)
    )
    face = field_reader.choice("face", _FACES)
    title_node = field_reader.node_of("title")
    title = None if title_node is None else translated(title_node, "'title' of a pile", reading)
    field_reader.finish()
    if findings.count != before or not names:
        return None
    return SetupPart(names, spread is not None, by or "", face == "up", title)


def _setup_components(
    node: Node | None, components: Mapping[str, Component], used: set[str], findings: Findings
) -> tuple[str, ...]:
    """The components that *node* names, one or a list; each may be named once in all."""
    names = []
    for item in node.items if isinstance(node, SequenceNode) else [] if node is None else [node]:
        name = item.text if isinstance(item, ScalarNode) else ""
        printed = [component.name for component in components.values() if component.kind != DATA]
        if name not in printed:
            help = suggest(name, printed, "components with pieces are")
            findings.add("unknown-component", f"there is no component '{name}' with pieces", item.span, help)
        elif name in used:
            message = f"'{name}' has a place on the table already"
            findings.add("bad-declaration", message, item.span, "name each component once")
        else:
            used.add(name)
            names.append(name)
    return tuple(names)


def _sort_field(node: Node, what: str, components: list[Component], findings: Findings) -> str | None:
    name = node.text if isinstance(node, ScalarNode) else ""
    known = {"id"}.union(*[set(component.fields) for component in components])
    if all(name == "id" or name in component.fields for component in components):
        return name
    findings.add(
        "unknown-field", f"{what} is '{name}', which is no field", node.span, suggest(name, known, "fields are")
    )
    return None


# --- `face:` and `back:` of a component -> the names of the faces that its records may have ---------------------------


def _read_sides(field_reader: FieldReader, key: str, required: bool = False) -> tuple[str, ...]:
    """The names under *key*, `face` or `back`: one, or all that a lookup has; none after a finding."""
    node = field_reader.node_of(key, required)
    if node is None:
        return ()
    return tuple(dict.fromkeys(_side_names(node, key, f"'{key}' of {field_reader.what}", field_reader)))


def _side_names(node: Node, key: str, what: str, field_reader: FieldReader) -> Iterator[str]:
    if isinstance(node, MappingNode) and "by" in node.entries:
        for case, item in node.entries.items():
            if case != "by":
                yield from _side_names(item, key, what, field_reader)
        return
    if isinstance(node, MappingNode):
        help = "write {by: FIELD, VALUE: FACE, else: FACE}"
        scalars.wrong_type(node, what, "a face, or a lookup of faces", field_reader.findings, help)
        return
    name = scalars.text(node, what, field_reader.findings)
    if name and (key, name) != ("back", NO_BACK):
        yield name
