"""A folder of games -> Library: declarations and records read, ids indexed, references resolved.

Everything that is wrong is a finding; what can still be read is read, so that one run reports all of it.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Mapping as MappingType
from dataclasses import replace
from pathlib import Path
from typing import Any

from pawprint.catalog import field_types, rule_steps  # noqa: F401 - registers the types
from pawprint.catalog._game_sections import read_drafts, read_grammar, read_languages, read_origin
from pawprint.catalog.editions import MAX_COPIES, copies_of, editions_of, read_editions
from pawprint.catalog.field_types import IntField
from pawprint.catalog.fields import Field, declare, read_fields
from pawprint.catalog.icon_codes import read_icon_codes
from pawprint.catalog.incremental_load import Declaration, LoadCache
from pawprint.catalog.model import (
    DATA,
    KINDS,
    SOURCE_KINDS,
    Component,
    Edition,
    Game,
    Library,
    Record,
    SetupPart,
    SourceNote,
    Translated,
)
from pawprint.catalog.side_names import read_sides
from pawprint.catalog.text_templates import fill_texts
from pawprint.catalog.texts import ReadContext, translated
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.file_journal import finish_writing
from pawprint.core.files import is_file
from pawprint.core.registry import did_you_mean, suggest
from pawprint.core.source import Source, Span
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.incremental_read import ShiftedMapping, base_of
from pawprint.source.plain_data import to_python
from pawprint.source.reader import MappingNode, Node, ScalarNode, SequenceNode

# --- References between records: their declarations checked, their values resolved, inverse fields derived ------------


def _check_declarations(components: Mapping[str, Component], findings: Findings) -> None:
    """Report declared references and inverse fields that lead nowhere."""
    for component in components.values():
        for field in component.fields.values():
            span = component.span("fields", field.name)
            for inner in field.walk():
                fault = inner.check(component, components, inner is not field)
                if fault is not None:
                    code, message, help = fault
                    findings.add(code, message, span, help)


def resolve_all(
    components: Mapping[str, Component],
    records: Mapping[str, Mapping[str, Record]],
    findings: Findings,
    invalid: set[tuple[str, str]],
) -> None:
    """Check declared references, replace values by records, and derive the inverse fields. Records are shared only
    after this."""
    _check_declarations(components, findings)
    for component in components.values():
        for name, field in component.fields.items():
            if field.derived or not field.refers:
                continue
            found = Findings()
            for record in records[component.name].values():
                values: dict[str, Any] = record.values  # type: ignore[assignment]
                values[name] = field.resolve(values[name], records, found)
                if found:
                    findings.extend(_at_present_place(finding, record) for finding in found)
                    invalid.update({(component.name, record.id), (component.name, "")})
                    found = Findings()
    for component in components.values():
        for field in component.fields.values():
            if field.derived:
                field.derive(component, records)


def _at_present_place(finding: Diagnostic, record: Record) -> Diagnostic:
    """A finding about a value that may have been read when the record was at another place of its file."""
    if finding.span is None or not isinstance(record.node, ShiftedMapping):
        return finding
    return replace(finding, span=record.node.now(finding.span))


# --- A catalog folder -> the folders of its games ---------------------------------------------------------------------


def game_folders(folder: Path) -> dict[str, Path]:
    """id -> folder of each game, by id; *folder* may also be that of one game. Hidden folders are no games."""
    if (folder / "game.yaml").is_file():
        return {folder.resolve().name: folder}
    if folder.is_dir():
        found = (path.parent for path in sorted(folder.glob("*/game.yaml")))
        return {path.name: path for path in found if not path.name.startswith(".")}
    return {}


# --- `tune:` of a component: the fields that `pawprint play --fix` may change, and the values that it may try ---------


_RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})")
_MOST_VALUES = 1000
_RANGE_SCHEMA = {"type": "string", "pattern": f"^{_RANGE.pattern}$"}
_LIST_SCHEMA = {"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}}
_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": [_RANGE_SCHEMA, _LIST_SCHEMA]}}


def read_tune(reader: FieldReader, fields: Mapping[str, Field], reading: ReadContext) -> dict[str, tuple[str, ...]]:
    """Field -> the values that it may get, as they are written; `copies` and dotted names such as `score.per`, too."""
    reader.describe("tune", _SCHEMA)
    node = reader.node_of("tune")
    findings = reading.findings
    tune: dict[str, tuple[str, ...]] = {}
    if not isinstance(node, MappingNode):
        if node is not None:
            message = f"'tune' of {reader.what} should be a mapping, not {node.what}"
            findings.add("wrong-type", message, node.span, "write it as field: 1..5, line by line")
        return tune
    for name, value in node.entries.items():
        what, at = f"'{name}' in 'tune' of {reader.what}", node.keys[name].span
        field = _field_called(name, fields)
        if field is None:
            help = suggest(name, [*fields, "copies"], "fields are")
            findings.add("unknown-field", f"{what} is no field", at, help)
        elif field.cell not in ("number", "flag") and not field.possible_values({}):
            help = "name fields that are numbers, choices or flags"
            findings.add("bad-declaration", f"{what} has no values to choose from", at, help)
        else:
            tune[name] = _values(value, field, what, reading)
    return tune


def _field_called(name: str, fields: Mapping[str, Field]) -> Field | None:
    field: Field | None = None
    for step in name.split("."):
        field = IntField("copies", least=0, most=MAX_COPIES) if name == "copies" else fields.get(step)
        if field is None:
            return None
        fields = field.inner
    return field


def _values(node: Node, field: Field, what: str, reading: ReadContext) -> tuple[str, ...]:
    text = node.text if isinstance(node, ScalarNode) and field.cell == "number" else ""
    if match := _RANGE.fullmatch(text):
        least, most = map(int, match.groups())
        wrong = field.why_not(str(least), {}) or field.why_not(str(most), {})
        if not 0 <= most - least < _MOST_VALUES:
            wrong = "write the smaller number first" if least > most else f"it has more than {_MOST_VALUES:,} values"
        if wrong:
            reading.findings.add("bad-declaration", f"{what} cannot be {text}", node.span, wrong)
        return () if wrong else tuple(map(str, range(least, most + 1)))
    if not isinstance(node, SequenceNode) or not node.items:
        help = "write the least and the most, as in 1..5, or a list of values, as in [1, 2, 5]"
        reading.findings.add("wrong-type", f"{what} should be a range or a list, not {node.what}", node.span, help)
        return ()
    read = [(item, field.read(item, reading)) for item in node.items]
    return tuple(dict.fromkeys(item.text for item, value in read if isinstance(item, ScalarNode) and value is not None))


# --- library ----------------------------------------------------------------------------------------------------------


#: The keys that every record may have besides the fields that its component declares.
ALSO = ("id", "copies", "editions", "origin", "assumes", "grammar")


def load_library(
    folder: Path, findings: Findings, games: Iterable[str] = (), kept: MappingType[str, LoadCache] | None = None
) -> Library:
    """Read the games of a catalog folder.

    Args:
        folder: holds one folder per game, each with a `game.yaml`; or is itself the folder of one game.
        findings: takes everything that is wrong.
        games: ids to read; all if empty. An unknown one is a finding.
        kept: for games that are read again and again, by id: see `LoadCache`.
    """
    result: dict[str, Game] = {}
    for name, path in find_games(folder, findings, games).items():
        game = load_game(path, findings, kept=kept.get(name) if kept else None, root=folder)
        if game is not None:
            result[game.id] = game
    return Library(folder, result)


def find_games(folder: Path, findings: Findings, games: Iterable[str] = ()) -> dict[str, Path]:
    """The folders of *games* in a catalog folder, by their ids, without reading them; see `load_library`."""
    folders = game_folders(folder)
    if not folders and not folder.is_dir():
        where = Span(Source(reader.display_path(folder), ""), 0, 0)
        findings.add(
            "file-missing",
            f"there is no catalog folder {reader.display_path(folder)}",
            where,
            "name another folder with --catalog",
        )
    if folder.is_dir() and not folders:
        where = Span(Source(reader.display_path(folder), ""), 0, 0)
        findings.add(
            "file-missing", f"no game in {reader.display_path(folder)}", where, "a game is a folder with a game.yaml"
        )
    wanted = list(dict.fromkeys(games)) or sorted(folders)
    for name in wanted:
        if folders and name not in folders:
            findings.add("unknown-game", f"there is no game '{name}'", None, suggest(name, folders, "games are"))
    return {name: folders[name] for name in wanted if name in folders}


def load_game(
    folder: Path,
    findings: Findings,
    texts: dict[str, str] | None = None,
    kept: LoadCache | None = None,
    root: Path | None = None,
) -> Game | None:
    """Read one game; None when its declaration cannot be used at all.

    Args:
        texts: what to read in place of files, `game.yaml` or those of records by the names that components give them:
            to see what edits would make of the game before anything is written.
        kept: what earlier readings of it have left, in place of which comes what this one leaves. The game and the
            findings are the same as without it; only sooner.
        root: the folder that links must not lead out of; None where any place will do.
    """
    finish_writing(folder)
    source = _declaration_source(folder, findings, texts or {}, root)
    if source is None:
        return None
    declared = kept.declared if kept else None
    if declared is None or declared.node.source.text != source.text:
        before = findings.count
        declared = _declared(folder, reader.read_yaml(source, findings), findings)
        if declared is None:
            return None
        if kept:
            kept.begin(declared if findings.count == before else None)
    components, editions = declared.components, declared.editions
    reading = ReadContext(declared.languages, findings, declared.drafts)
    invalid: set[tuple[str, str]] = set()
    records = _records((folder, root), components, declared.sources, reading, invalid, editions, texts or {}, kept)
    resolve_all(components, records, findings, invalid)
    fill_texts(declared, records, findings, invalid)
    return Game(
        id=declared.id,
        title=declared.title,
        version=declared.version,
        languages=declared.languages,
        folder=folder,
        components=components,
        sources=declared.sources,
        records=records,
        credits=declared.credits,
        facts=declared.facts,
        node=declared.node,
        invalid=frozenset(invalid),
        editions=editions,
        edition=next(iter(editions), ""),
        root=root,
        icons=declared.icons,
        setup=declared.setup,
        draft_languages=declared.drafts,
    )


def _declaration_source(folder: Path, findings: Findings, texts: dict[str, str], root: Path | None) -> Source | None:
    if "game.yaml" in texts:
        return Source(reader.display_path(folder / "game.yaml"), texts["game.yaml"])
    return reader.load_source(folder / "game.yaml", findings, root)


def _declared(folder: Path, node: Node | None, findings: Findings) -> Declaration | None:
    """The declaration in a `game.yaml`; None when it cannot be used at all."""
    if node is None:
        return None
    field_reader = FieldReader(node, "game", findings)
    if not isinstance(node, MappingNode):
        return None
    identity = field_reader.value("id", scalars.identifier, required=True)
    languages = read_languages(field_reader, findings)
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
    drafts = read_drafts(field_reader, languages, findings)
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
    setup: tuple[SetupPart, ...] = ()
    if field_reader.node_of("setup") is not None:
        from pawprint.catalog._game_sections import read_setup

        setup = read_setup(field_reader, components, reading)
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
    kind = field_reader.choice("kind", (*KINDS, DATA)) or "cards"
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
        faces=read_sides(field_reader, "face", required=True) if printed else (),
        backs=read_sides(field_reader, "back") if printed else (),
        fields=fields,
        node=node if isinstance(node, MappingNode) else MappingNode(node.source, node.start),
        valid=field_reader.ok and findings.count == before,
        editions=editions_of(field_reader.node_of("editions"), f"component '{name}'", editions, findings),
        products=_products(field_reader) if printed else {},
        tune=read_tune(field_reader, fields, reading),
    )
    field_reader.finish()
    return component


def _products(take: FieldReader) -> dict[str, str]:
    """The products of print services that a component is: service -> product."""
    found = {
        service: scalars.text(node, f"product '{service}' of {take.what}", take.findings)
        for service, _, node in take.entries("products")
    }
    return {service: product for service, product in found.items() if product is not None}


def _records(
    place: tuple[Path, Path | None],
    components: dict[str, Component],
    sources: dict[str, SourceNote],
    reading: ReadContext,
    invalid: set[tuple[str, str]],
    editions: dict[str, Edition],
    texts: dict[str, str],
    kept: LoadCache | None,
) -> dict[str, dict[str, Record]]:
    """component -> id -> record, values still with `UnresolvedReference` references. Fills *invalid*, see `Game`."""
    findings = reading.findings
    records: dict[str, dict[str, Record]] = {name: {} for name in components}
    files: dict[str, list[Component]] = {}
    for component in components.values():
        for path in component.files:
            files.setdefault(path, []).append(component)
        if not component.files or not component.valid:
            invalid.add((component.name, ""))
    for path, readers in files.items():
        before = findings.count
        if path in texts:
            edited = Source(reader.display_path(place[0] / path), texts[path])
            root = kept.read_text(place[0] / path, edited, findings) if kept else reader.read_yaml(edited, findings)
        else:
            root = _read_file(*place, path, readers[0], findings, kept)
        here = {component.name: component for component in readers}
        field_reader = FieldReader(root, f"file {path}", findings)
        for name, key, node in field_reader.entries():
            if name not in here:
                findings.add(
                    "unknown-component",
                    f"'{name}' is not a component that is read from {path}",
                    key.span,
                    suggest(name, here, "this file is for"),
                )
            elif not isinstance(node, SequenceNode):
                help = "write each record on a line after - "
                scalars.wrong_type(node, f"'{name}' of {field_reader.what}", "a list of records", findings, help)
            else:
                for item in node.items:
                    _add_record(here[name], item, sources, reading, records[name], invalid, editions, kept)
        if findings.count > before:
            invalid.update((name, "") for name in here)
    if kept:
        kept.end()
    return records


def _read_file(
    folder: Path, root: Path | None, path: str, component: Component, findings: Findings, kept: LoadCache | None
) -> Node | None:
    """The content of a component's file; one that is not there is the declaration's fault."""
    if not is_file(folder / path):
        findings.add(
            "file-missing",
            f"there is no file {path} in the game's folder",
            component.span("file"),
            suggest(path, [one.name for one in folder.glob("*.yaml") if one.is_file() and one.name != "game.yaml"]),
        )
        return None
    return (kept.read_file if kept else reader.read_yaml_file)(folder / path, findings, root)


def _add_record(
    component: Component,
    node: Node,
    sources: dict[str, SourceNote],
    reading: ReadContext,
    records: dict[str, Record],
    invalid: set[tuple[str, str]],
    editions: dict[str, Edition],
    kept: LoadCache | None,
) -> None:
    before = reading.findings.count
    record = kept.record(component, node) if kept else None
    if record is None and kept:  # read where its node was read, so that it stays right wherever that moves
        found = Findings()
        record = _record(
            component, base_of(node), sources, ReadContext(reading.languages, found, reading.drafts), editions
        )
        record = None if record is None or found else kept.keep(record, node)
    if record is None:
        record = _record(component, node, sources, reading, editions)
    if record is None:
        return
    first = records.setdefault(record.id, record)
    if first is not record:
        reading.findings.add(
            "duplicate-id",
            f"the id '{record.id}' is used twice among the {component.name}",
            record.span("id"),
            f"the first is at {first.span('id')}",
        )
    if reading.findings.count > before or not component.valid:
        invalid.add((component.name, record.id))


def _record(
    component: Component, node: Node, sources: dict[str, SourceNote], reading: ReadContext, editions: dict[str, Edition]
) -> Record | None:
    findings = reading.findings
    if not isinstance(node, MappingNode):
        help = "write it as name: value, line by line"
        scalars.wrong_type(node, f"a record of '{component.name}'", "a mapping", findings, help)
        return None
    identity_node = node.get("id")
    if identity_node is None:
        findings.add(
            "missing-field", f"a record of '{component.name}' has no 'id'", node.span, "give it one, as in id: red-fox"
        )
        return None
    identity = scalars.identifier(identity_node, "the id", findings)
    if identity is None:
        if not isinstance(identity_node, ScalarNode) or identity_node.empty:
            return None
        identity = identity_node.text  # not a good one, but others may refer to it
    what = f"'{identity}'"
    copies, by_edition = copies_of(node.get("copies"), what, editions, findings)
    # If a declaration has a fault, which has been reported, a field may only seem unknown.
    also = ALSO if component.valid else (*ALSO, *(name for name in node.entries if name not in component.fields))
    values = read_fields(node, component.fields, what, reading, tuple(dict.fromkeys(also)), identity)
    origin = read_origin(node, component, values, sources, what, ALSO, findings)
    only = editions_of(node.get("editions"), what, editions, findings)
    if only and component.editions:
        only = tuple(name for name in only if name in component.editions) or component.editions
    forms = read_grammar(node.get("grammar"), values.get("name"), what, findings)
    return Record(component.name, identity, copies, values, origin, node, by_edition, only or component.editions, forms)
