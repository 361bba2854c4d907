"""A folder of games -> Library: declarations and records read, ids indexed, references resolved.

Everything that is wrong is a finding; what can still be read is read, so that one run reports all of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pawprint.catalog._declaration import read_declaration
from pawprint.catalog._record_reader import read_record
from pawprint.catalog.model import Component, Declaration, Game, Library, Record
from pawprint.catalog.text_templates import fill_texts
from pawprint.core.diagnostics import Diagnostic, Findings
from pawprint.core.file_journal import finish_writing
from pawprint.core.files import is_file
from pawprint.core.registry import suggest
from pawprint.core.source import Source, Span
from pawprint.source import reader, scalars
from pawprint.source.field_reader import FieldReader
from pawprint.source.incremental_read import ShiftedMapping, base_of, read_incrementally
from pawprint.source.reader import MappingNode, Node, SequenceNode


def game_folders(folder: Path) -> dict[str, Path]:
    """id -> folder of each game, by id; *folder* may also be that of one game. Hidden folders are no games."""
    if (folder / "game.yaml").is_file():
        return {folder.resolve().name: folder}
    if folder.is_dir():
        folders = (path.parent for path in sorted(folder.glob("*/game.yaml")))
        return {path.name: path for path in folders if not path.name.startswith(".")}
    return {}


def load_library(folder: Path, findings: Findings, games: Iterable[str] = ()) -> Library:
    """Read the games of a catalog folder.

    Args:
        folder: holds one folder per game, each with a `game.yaml`; or is itself the folder of one game.
        findings: takes everything that is wrong.
        games: ids to read; all if empty. An unknown one is a finding.
    """
    loaded = [load_game(path, findings, root=folder) for path in find_games(folder, findings, games).values()]
    return Library(folder, {game.id: game for game in loaded if game is not None})


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
    folder: Path, findings: Findings, texts: Mapping[str, str] | None = None, root: Path | None = None
) -> Game | None:
    """Read one game; see `GameReader`."""
    return GameReader(folder, root).read(findings, texts)


class GameReader:
    """Reads a game again and again. The parts of its files that are as before, and had no finding, are not read again.

    Each reading gives the same game and the same findings as the reading of a new `GameReader`.

    Args:
        root: the folder that links must not lead out of; None where any place will do.
    """

    def __init__(self, folder: Path, root: Path | None = None) -> None:
        self.folder, self.root = folder, root
        #: From the last reading: the declaration, the roots of files, and by component and node the records, their
        #: references not yet resolved.
        self.declared: Declaration | None = None
        self.roots: dict[str, MappingNode] = {}
        self.records: dict[tuple[str, Node], Record] = {}

    def read(self, findings: Findings, texts: Mapping[str, str] | None = None) -> Game | None:
        """The game; None when its declaration cannot be used at all.

        Args:
            texts: what to read in place of files, `game.yaml` or those of records by the names that components give
                them: to see what edits would make of the game before anything is written.
        """
        finish_writing(self.folder)
        texts = texts or {}
        source = self.source("game.yaml", texts, findings)
        if source is None:
            return None
        declared = self.declared
        if declared is None or declared.node.source.text != source.text:
            before = findings.count
            declared = read_declaration(self.folder, reader.read_yaml(source, findings), findings)
            if declared is None:
                return None
            self.declared, self.records = (declared if findings.count == before else None), {}
        reading = _Reading(self, declared, findings, texts)
        return reading.game()

    def source(self, name: str, texts: Mapping[str, str], findings: Findings) -> Source | None:
        """The text of the file *name*; None after a finding."""
        if name in texts:
            return Source(reader.display_path(self.folder / name), texts[name])
        return reader.load_source(self.folder / name, findings, self.root)


class _Reading:
    """One reading of a game.

    Attributes:
        records: component -> id -> record.
        invalid: see `Game`.
        kept: the records for the next reading.
    """

    def __init__(self, cache: GameReader, declared: Declaration, findings: Findings, texts: Mapping[str, str]) -> None:
        self.cache, self.declared, self.findings, self.texts = cache, declared, findings, texts
        self.records: dict[str, dict[str, Record]] = {name: {} for name in declared.components}
        self.invalid: set[tuple[str, str]] = set()
        self.kept: dict[tuple[str, Node], Record] = {}

    def game(self) -> Game:
        """The whole game."""
        declared, cache = self.declared, self.cache
        self._read_records()
        self._resolve()
        fill_texts(declared, self.records, self.findings, self.invalid)
        return Game(
            **declared._asdict(),
            folder=cache.folder,
            records=self.records,
            invalid=frozenset(self.invalid),
            edition=next(iter(declared.editions), ""),
            root=cache.root,
        )

    def _read_records(self) -> None:
        findings = self.findings
        files: dict[str, dict[str, Component]] = {}
        for name, component in self.declared.components.items():
            for path in component.files:
                files.setdefault(path, {})[name] = component
            if not component.files or not component.valid:
                self.invalid.add((name, ""))
        for path, here in files.items():
            before = findings.count
            field_reader = FieldReader(self._root(path, next(iter(here.values()))), f"file {path}", findings)
            for name, key, node in field_reader.entries():
                if name not in here:
                    message = f"'{name}' is not a component that is read from {path}"
                    findings.add("unknown-component", message, key.span, suggest(name, here, "this file is for"))
                elif not isinstance(node, SequenceNode):
                    help = "write each record on a line after - "
                    scalars.wrong_type(node, f"'{name}' of {field_reader.what}", "a list of records", findings, help)
                else:
                    for item in node.items:
                        self._add_record(here[name], item)
            if findings.count > before:
                self.invalid.update((name, "") for name in here)
        self.cache.records = self.kept if self.cache.declared else {}

    def _root(self, path: str, component: Component) -> Node | None:
        """The content of a component's file; one that is not there is the declaration's fault."""
        cache, folder = self.cache, self.cache.folder
        if path not in self.texts and not is_file(folder / path):
            names = [file.name for file in folder.glob("*.yaml") if file.is_file() and file.name != "game.yaml"]
            message = f"there is no file {path} in the game's folder"
            self.findings.add("file-missing", message, component.span("file"), suggest(path, names))
            return None
        before, noted = cache.roots.pop(path, None), self.findings.count
        source = cache.source(path, self.texts, self.findings)
        if source is None:
            return None
        node: Node | None = read_incrementally(source, before) if before is not None else None
        if node is None:
            node = reader.read_yaml(source, self.findings)
        if isinstance(node, MappingNode) and self.findings.count == noted:
            cache.roots[path] = node
        return node

    def _add_record(self, component: Component, node: Node) -> None:
        findings, before = self.findings, self.findings.count
        record = self._record(component, node)
        if record is None:
            return
        first = self.records[component.name].setdefault(record.id, record)
        if first is not record:
            findings.add(
                "duplicate-id",
                f"the id '{record.id}' is used twice among the {component.name}",
                record.span("id"),
                f"the first is at {first.span('id')}",
            )
        if findings.count > before or not component.valid:
            self.invalid.add((component.name, record.id))

    def _record(self, component: Component, node: Node) -> Record | None:
        base = base_of(node)
        key = (component.name, base)
        record = self.cache.records.get(key)
        if record is None:  # read at the node that its text was read as, so that it stays right when that moves
            faults = Findings()
            record = read_record(component, base, self.declared, faults)
            if faults or record is None:
                return read_record(component, node, self.declared, self.findings)
        self.kept[key] = record
        # A copy of its values, in which references will be resolved.
        return replace(record, values=dict(record.values), node=node)  # type: ignore[arg-type]  # records are mappings

    def _resolve(self) -> None:
        """Check declared references, replace values by records, and derive the inverse fields. Records are shared only
        after this."""
        components, records = self.declared.components, self.records
        self._check_references()
        for component in components.values():
            for name, field in component.fields.items():
                if field.derived or not field.refers:
                    continue
                faults = Findings()
                for record in records[component.name].values():
                    values: dict[str, Any] = record.values  # type: ignore[assignment]
                    values[name] = field.resolve(values[name], records, faults)
                    if faults:
                        self.findings.extend(_at_present_place(finding, record) for finding in faults)
                        self.invalid.update({(component.name, record.id), (component.name, "")})
                        faults = Findings()
        for component in components.values():
            for field in component.fields.values():
                if field.derived:
                    field.derive(component, records)

    def _check_references(self) -> None:
        """Report declared references and inverse fields that lead nowhere."""
        components = self.declared.components
        for component in components.values():
            for field in component.fields.values():
                for inner in field.walk():
                    fault = inner.check(component, components, inner is not field)
                    if fault is not None:
                        code, message, help = fault
                        self.findings.add(code, message, component.span("fields", field.name), help)


def _at_present_place(finding: Diagnostic, record: Record) -> Diagnostic:
    """A finding about a value that may have been read when the record was at another place of its file."""
    if finding.span is None or not isinstance(record.node, ShiftedMapping):
        return finding
    return replace(finding, span=record.node.now(finding.span))
