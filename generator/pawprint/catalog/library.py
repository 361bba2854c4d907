"""A folder of games -> Library: declarations and records read, ids indexed, references resolved.

Everything that is wrong is a finding; what can still be read is read, so that one run reports all of it.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pawprint.base import reader, scalars
from pawprint.base.diagnostic import Findings
from pawprint.base.reader import Mapping, Node, Scalar, Sequence
from pawprint.base.registry import suggest
from pawprint.base.source import Source, Span
from pawprint.base.take import Take
from pawprint.catalog.checks import check_targets, read_checks
from pawprint.catalog.fields import (
    Art,
    Field,
    Inverse,
    ListOf,
    Reading,
    Ref,
    Unresolved,
    declare,
    read_fields,
    resolve,
    translated,
)
from pawprint.catalog.model import KINDS, Component, Game, Library, Origin, Record, SourceNote, Translated

#: What every record may have besides the fields that its component declares.
ALSO = ("id", "copies", "origin")

#: Nobody prints more copies of one card; a typing error does.
MAX_COPIES = 10_000


def load_library(folder: Path, findings: Findings, games: Iterable[str] = ()) -> Library:
    """Read the games of a catalog folder.

    Args:
        folder: holds one folder per game, each with a `game.yaml`; or is itself the folder of one game.
        findings: takes everything that is wrong.
        games: ids to read; all if empty. An unknown one is a finding.
    """
    if (folder / "game.yaml").is_file():
        folders = {folder.resolve().name: folder}
    elif folder.is_dir():
        folders = {path.parent.name: path.parent for path in sorted(folder.glob("*/game.yaml"))}
    else:
        folders = {}
        where = Span(Source(reader.display(folder), ""), 0, 0)
        findings.add("file-missing", f"there is no catalog folder {reader.display(folder)}", where)
    if folder.is_dir() and not folders:
        where = Span(Source(reader.display(folder), ""), 0, 0)
        findings.add(
            "file-missing", f"no game in {reader.display(folder)}", where, "a game is a folder with a game.yaml"
        )
    wanted = list(dict.fromkeys(games)) or sorted(folders)
    result: dict[str, Game] = {}
    for name in wanted:
        if name not in folders:
            if folders:
                findings.add("unknown-game", f"there is no game '{name}'", None, suggest(name, folders, "games are"))
            continue
        game = load_game(folders[name], findings)
        if game is not None:
            result[game.id] = game
    return Library(folder, result)


def load_game(folder: Path, findings: Findings) -> Game | None:
    """Read one game; None when its declaration cannot be used at all."""
    node = reader.read_file(folder / "game.yaml", findings)
    if node is None:
        return None
    take = Take(node, "game", findings)
    if not isinstance(node, Mapping):
        return None
    identity = take.identifier("id", required=True)
    languages = _languages(take, findings)
    if not languages or identity is None:
        return None
    if identity != folder.resolve().name:
        findings.add(
            "bad-id",
            f"the game's id is '{identity}', but its folder is '{folder.resolve().name}'",
            (node.get("id") or node).span,
            "give both the same name",
        )
    take.what = f"game '{identity}'"
    reading = Reading(languages, findings)
    title = _text(take, "title", reading, required=True) or Translated(dict.fromkeys(languages, identity))
    sources = _sources(take, reading)
    components: dict[str, Component] = {}
    for name, key, value in take.entries("components", required=True):
        component = _component(name, key, value, reading)
        if component is not None:
            components[name] = component
    checks = read_checks(take, findings)
    check_targets(checks, components, findings)
    credits = _text(take, "credits", reading) or Translated(dict.fromkeys(languages, ""))
    version = take.text("version") or "0"
    facts = {name: _plain(take.node_of(name)) for name in ("players", "minutes", "age", "rules", "editions")}
    take.finish()

    records = _records(folder, components, sources, reading)
    _check_declared_references(components, findings)
    _resolve(components, records, findings)
    return Game(
        id=identity,
        title=title,
        version=version,
        languages=languages,
        folder=folder,
        components=components,
        sources=sources,
        records=records,
        checks=checks,
        credits=credits,
        facts=facts,
        node=node,
    )


def _languages(take: Take, findings: Findings) -> tuple[str, ...]:
    languages = take.texts("languages", required=True)
    node = take.node_of("languages")
    if node is not None and not languages:
        findings.add("missing-field", "the game has no language", node.span, "languages: [en]")
    return tuple(dict.fromkeys(languages))


def _text(take: Take, key: str, reading: Reading, required: bool = False) -> Translated | None:
    node = take.node_of(key, required)
    return None if node is None else translated(node, f"'{key}' of {take.what}", reading)


def _sources(take: Take, reading: Reading) -> dict[str, SourceNote]:
    sources: dict[str, SourceNote] = {}
    for name, _, node in take.entries("sources"):
        inner = Take(node, f"source '{name}'", reading.findings)
        kind = inner.choice("kind", ("seed", "external", "designed"), required=True)
        title = _text(inner, "title", reading) or Translated(dict.fromkeys(reading.languages, name))
        inner.finish()
        sources[name] = SourceNote(name, kind or "designed", title)
    return sources


def _component(name: str, key: Scalar, node: Node, reading: Reading) -> Component | None:
    findings = reading.findings
    take = Take(node, f"component '{name}'", findings)
    if not isinstance(node, Mapping):
        return None
    scalars.identifier(key, "the name of a component", findings)
    kind = take.choice("kind", KINDS) or "cards"
    title = _text(take, "title", reading) or Translated(dict.fromkeys(reading.languages, name))
    files = take.texts("file") or ("cards.yaml",)
    for path in files:
        if Path(path).is_absolute() or ".." in Path(path).parts or "\\" in path or ":" in path:
            findings.add(
                "path-outside",
                f"component '{name}' reads '{path}', which leads out of the game's folder",
                take.key_span("file"),
                "name a file in the game's folder",
            )
            files = ()
    fields: dict[str, Field] = {}
    for field_name, field_key, value in take.entries("fields"):
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
        field = declare(field_name, value, findings)
        if field is not None:
            fields[field_name] = field
    component = Component(
        name=name,
        kind=kind,
        title=title,
        files=files,
        stock=take.text("stock", required=True) or "",
        face=take.text("face", required=True) or "",
        back=take.text("back") or "",
        fields=fields,
        node=node,
    )
    take.finish()
    return component


def _records(
    folder: Path, components: dict[str, Component], sources: dict[str, SourceNote], reading: Reading
) -> dict[str, dict[str, Record]]:
    """component -> id -> record, values still with `Unresolved` references."""
    records: dict[str, dict[str, Record]] = {name: {} for name in components}
    files = dict.fromkeys(path for component in components.values() for path in component.files)
    for path in files:
        root = reader.read_file(folder / path, reading.findings)
        if root is None:
            continue
        take = Take(root, f"file {path}", reading.findings)
        for name, key, node in take.entries():
            component = components.get(name)
            if component is None or path not in component.files:
                help = suggest(name, [c.name for c in components.values() if path in c.files], "this file is for")
                reading.findings.add(
                    "unknown-component", f"'{name}' is not a component that is read from {path}", key.span, help
                )
                continue
            if not isinstance(node, Sequence):
                reading.findings.add("wrong-type", f"'{name}' should be a list of records, not {node.what}", key.span)
                continue
            for item in node.items:
                record = _record(component, item, sources, reading)
                if record is None:
                    continue
                first = records[name].get(record.id)
                if first is not None:
                    where = first.span("id")
                    reading.findings.add(
                        "duplicate-id",
                        f"the id '{record.id}' is used twice among the {name}",
                        record.span("id"),
                        f"the first is at {where}",
                    )
                    continue
                records[name][record.id] = record
    return records


def _record(component: Component, node: Node, sources: dict[str, SourceNote], reading: Reading) -> Record | None:
    findings = reading.findings
    if not isinstance(node, Mapping):
        findings.add("wrong-type", f"a record of '{component.name}' should be a mapping, not {node.what}", node.span)
        return None
    identity_node = node.get("id")
    if identity_node is None:
        findings.add("missing-field", f"a record of '{component.name}' has no 'id'", node.span)
        return None
    identity = scalars.identifier(identity_node, "the id", findings)
    if identity is None:
        return None
    what = f"'{identity}'"
    copies: int | None = 1
    copies_node = node.get("copies")
    if copies_node is not None:
        copies = scalars.integer(copies_node, f"'copies' of {what}", findings, 0, MAX_COPIES)
    values = read_fields(node, component.fields, what, reading, ALSO)
    for name, field in component.fields.items():
        if isinstance(field, Art) and values[name] is None:
            values[name] = identity
    origin = _origin(node, component, values, sources, what, findings)
    return Record(component.name, identity, 1 if copies is None else copies, values, origin, node)


def _origin(
    node: Mapping,
    component: Component,
    values: dict[str, Any],
    sources: dict[str, SourceNote],
    what: str,
    findings: Findings,
) -> Origin:
    origin = node.get("origin")
    if origin is None:
        return Origin()
    if isinstance(origin, Scalar):
        _known_source(origin, sources, what, findings)
        return Origin(origin.text)
    if not isinstance(origin, Mapping):
        findings.add("wrong-type", f"'origin' of {what} should be a source, or a mapping of them", origin.span)
        return Origin()
    default, fields = "", {}
    for path, value in origin.entries.items():
        if not isinstance(value, Scalar):
            findings.add("wrong-type", f"the origin of '{path}' should be a source, not {value.what}", value.span)
            continue
        _known_source(value, sources, what, findings)
        if path == "default":
            default = value.text
            continue
        fields[path] = value.text
        name, _, entry = path.partition(".")
        if name not in component.fields and name not in ALSO:
            findings.add(
                "bad-origin",
                f"{what} gives an origin for '{name}', which is not one of its fields",
                origin.keys[path].span,
                suggest(name, component.fields, "fields are"),
            )
        elif entry and isinstance(values.get(name), tuple):
            listed = [item.id if isinstance(item, Unresolved) else str(item) for item in values[name]]
            if entry not in listed:
                findings.add(
                    "bad-origin",
                    f"{what} gives an origin for '{entry}', which is not in its '{name}'",
                    origin.keys[path].span,
                    suggest(entry, listed, "listed are"),
                )
    return Origin(default, fields)


def _known_source(node: Scalar, sources: dict[str, SourceNote], what: str, findings: Findings) -> None:
    if node.text not in sources:
        findings.add(
            "unknown-source",
            f"{what} has the origin '{node.text}', which is not among the game's sources",
            node.span,
            suggest(node.text, sources, "sources are"),
        )


def _check_declared_references(components: dict[str, Component], findings: Findings) -> None:
    for component in components.values():
        for field in component.fields.values():
            inner = field.of if isinstance(field, ListOf) and field.of is not None else field
            if isinstance(inner, Ref) and inner.to not in components:
                findings.add(
                    "unknown-component",
                    f"field '{field.name}' refers to the component '{inner.to}', which the game does not have",
                    component.span("fields"),
                    suggest(inner.to, components),
                )
            if isinstance(inner, Inverse):
                owner, name = _inverse_of(component.name, inner)
                if owner not in components or name not in components[owner].fields:
                    findings.add(
                        "bad-declaration",
                        f"field '{field.name}' is the inverse of '{inner.of}', which is not a field",
                        component.span("fields"),
                        suggest(name, components[owner].fields if owner in components else components),
                    )


def _inverse_of(component: str, field: Inverse) -> tuple[str, str]:
    owner, dot, name = field.of.rpartition(".")
    return (owner, name) if dot else (component, field.of)


def _resolve(components: dict[str, Component], records: dict[str, dict[str, Record]], findings: Findings) -> None:
    """Replace references by records, then derive the inverse fields. Records are shared only after this."""
    for component in components.values():
        for name, field in component.fields.items():
            if field.derived or not _may_refer(field):
                continue
            for record in records[component.name].values():
                values: dict[str, Any] = record.values  # type: ignore[assignment]
                values[name] = resolve(values[name], records, field, findings)
    for component in components.values():
        for name, field in component.fields.items():
            if not isinstance(field, Inverse):
                continue
            owner, other = _inverse_of(component.name, field)
            found: dict[str, list[Record]] = {identity: [] for identity in records[component.name]}
            for record in records.get(owner, {}).values():
                value = record.values.get(other)
                for target in value if isinstance(value, tuple) else (value,):
                    if isinstance(target, Record) and found.get(target.id) is not None:
                        found[target.id].append(record)
            for identity, pointing in found.items():
                records[component.name][identity].values[name] = tuple(pointing)  # type: ignore[index]


def _may_refer(field: Field) -> bool:
    return field.type in ("ref", "list", "record")


def _plain(node: Node | None) -> Any:
    """A node as Python values, numbers read as such; for facts that only checks look at."""
    if node is None:
        return None
    if isinstance(node, Mapping):
        return {name: _plain(value) for name, value in node.entries.items()}
    if isinstance(node, Sequence):
        return tuple(_plain(item) for item in node.items)
    if not node.quoted and node.text.lstrip("-").isdigit():
        return int(node.text)
    return node.text
